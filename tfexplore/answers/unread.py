"""Which of the sites that could not be read an answer has to mention."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.names import is_plain, match
from tfexplore.index import unresolved

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from tfexplore.index.store import Index
    from tfexplore.model import Unresolved


def concerning(
    index: Index, kind: str, patterns: Sequence[str], found: Collection[str], everything: bool
) -> tuple[Unresolved, ...]:
    """The unread sites of a kind that might have registered something asked for; all of the kind for `everything`.

    `found` are the names that the answer speaks of.
    """
    sites = tuple([one for one in unresolved.every(index) if kind_of(one.macro) == kind])
    if everything or not sites:
        return sites
    related = sorted({one.relates for one in sites if one.relates})
    named = {*match(patterns, related), *found} if related else set(found)
    plain = [pattern.lower() for pattern in patterns if is_plain(pattern)]
    return tuple(
        [
            one
            for one in sites
            if (one.relates in named if one.relates else any(pattern in one.text.lower() for pattern in plain))
        ]
    )


def kind_of(macro: str) -> str:
    """What a registration macro, function or directive registers: op, kernel, gradient, swig or api."""
    name = macro.lower()
    if "grad" in name or "differentiable" in name:
        return "gradient"
    if "kernel" in name or "xla_op" in name:
        return "kernel"
    if not name[:1].isalpha() and name[:1] != "_":
        return "swig"  # %include, #if, a bracket: an interface file is read by directives, not by macros
    if "export" in name or "wrapper" in name:
        return "api"
    return "op"
