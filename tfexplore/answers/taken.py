"""Public Python names where names of ops are asked for: taken as the ops that they reach."""

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
