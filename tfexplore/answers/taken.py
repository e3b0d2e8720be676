"""Public Python names, and names of code, where names of ops are asked for: taken as the ops that they lead to."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.answer import Taken
from tfexplore.answers.behind import reached_by
from tfexplore.answers.names import is_plain, match

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfexplore.index.store import Index


def as_ops(index: Index, names: Sequence[str]) -> tuple[tuple[str, ...], tuple[Taken, ...]]:
    """The names with each public name that is none of an op replaced by the ops it reaches, and which those are."""
    known = index.names("op")
    words: list[str] = []
    taken: list[Taken] = []
    for name in names:
        if "." in name and is_plain(name) and not match((name,), known):
            endpoint, reached, others = reached_by(index, name)
            if reached:
                taken.append(Taken(endpoint, reached, others))
                words += reached
                continue
        words.append(name)
    return tuple(dict.fromkeys(words)), tuple(taken)


def as_ops_of_code(index: Index, names: Sequence[str]) -> tuple[tuple[str, ...], tuple[Taken, ...]]:
    """The names with each that is none of an op, and of code that belongs to a few, replaced by these ops.

    What a kernel class, a gradient or shape function, a functor or a method belongs to is what `show` answers to it.
    """
    known = sorted({name for kind in ("op", "kernel", "gradient") for name in index.names(kind)})
    words: list[str] = []
    taken: list[Taken] = []
    for name in names:
        if is_plain(name) and not match((name,), known) and not match((name,), index.names("op", unlinked=True)):
            from tfexplore.answers.show import MAX_OPS, ops_of_code  # what most questions have no use for

            found = ops_of_code(index, name)
            if 0 < len(found) <= MAX_OPS:
                taken.append(Taken(name, tuple(found), 0, code=True))
                words += found
                continue
        words.append(name)
    return tuple(dict.fromkeys(words)), tuple(taken)
