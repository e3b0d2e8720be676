"""Which filter of a question that found nothing matches nothing by itself, and what is near it.

It is asked only then: a question that finds something pays nothing for it.
"""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.answer import Searched
from tfexplore.answers.filters import class_base, matching_classes
from tfexplore.answers.names import match_paths, nearest
from tfexplore.index import kernels, ops

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tfexplore.answers.answer import Answer, NearName
    from tfexplore.answers.filters import Filters
    from tfexplore.index.store import Index


def no_such_filter(index: Index, answer: Answer, filters: Filters) -> Answer | None:
    """The answer to a filter of ops or kernels that matches nothing whatever else is asked; None where each does.

    Types and attrs are `filters.no_such_type`'s.
    """
    if filters.device:
        from tfexplore.answers.devices import no_such_device

        refused = no_such_device(index, answer, filters.device, filters.unlinked)
        if refused is not None:
            return refused
    if filters.file:
        every = ops.every(index) if answer.command == "ops" else kernels.every(index)
        placed = [(one.location.path, one.linked_into is not None) for one in every]
        kind = "file of ops" if answer.command == "ops" else "file of kernels"
        refused = no_such_file(index, answer, filters.file, kind, placed, filters.unlinked)
        if refused is not None:
            return refused
    return no_such_class(index, answer, filters.kernel_class, filters.unlinked) if filters.kernel_class else None


def together(answer: Answer, filters: Filters) -> str:
    """Why several filters find nothing of which each matches something; empty where it is one, or names were asked."""
    several = sum(bool(one) for one in (filters.file, filters.device, filters.dtype, filters.kernel_class)) > 1
    return "each of them matches something by itself" if several and not answer.query else ""


def no_such_file(
    index: Index, answer: Answer, pattern: str, kind: str, placed: Iterable[tuple[str, bool]], unlinked: bool = False
) -> Answer | None:
    """The answer to a filter by a file in which nothing of a kind is registered; None where something is.

    `placed` are the files of all that is, each with whether some library links it.
    """
    every = sorted(set(placed))
    searched_in = sorted({path for path, linked in every if linked or unlinked})
    if match_paths((pattern,), searched_in):
        return None
    elsewhere = tuple(match_paths((pattern,), sorted({path for path, _ in every})))
    reason = ""
    near: tuple[NearName, ...] = ()
    if not elsewhere:
        others = match_paths((pattern,), index.paths())
        if others:
            more = f" and {len(others) - 1} more" if len(others) > 1 else ""
            what = kind.rpartition(" ")[2].removesuffix("s")
            reason = f"{others[0]}{more} register{'' if more else 's'} no {what}"
        else:
            from tfexplore.answers.annotate import nearest_files

            near = nearest_files(pattern, searched_in)
    searched = Searched(kind, len(searched_in), filtered=True, wanted=pattern, unlinked=elsewhere, reason=reason)
    return answer._replace(answer="not found", results=(), nearest=near, searched=searched)


def no_such_class(index: Index, answer: Answer, pattern: str, unlinked: bool = False) -> Answer | None:
    """The answer to a filter by a class that no kernel instantiates; None where one does."""
    linked = set(kernels.class_names(index))
    every = {name for name, _ in kernels.classes(index)}
    names = every if unlinked else linked
    if matching_classes(pattern, names):
        return None
    elsewhere = tuple(sorted({class_base(one) for one in matching_classes(pattern, every)}))
    bases = sorted({class_base(one) for one in names})
    near = nearest((class_base(pattern).rpartition("::")[2],), [("class", bases)])
    searched = Searched("class of kernels", len(bases), filtered=True, wanted=pattern, unlinked=elsewhere)
    return answer._replace(answer="not found", results=(), nearest=near, searched=searched)
