"""What could not be read, in the index."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.index.table import Table
from tfexplore.model import Unresolved

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tfexplore.index.store import Index
    from tfexplore.index.write import LooseRow, Places

TABLE = Table(
    "unresolved",
    ("location INTEGER", "macro TEXT", "text TEXT", "reason TEXT", "relates TEXT", "linked_into TEXT"),
    places=("location",),
)


def rows(unresolved: Iterable[Unresolved], places: Places) -> list[LooseRow]:
    """One row for each."""
    return [
        (places.number(one.location), one.macro, one.text, one.reason, one.relates, one.linked_into or "")
        for one in unresolved
    ]


def every(index: Index) -> tuple[Unresolved, ...]:
    """All that could not be read, in the order of places."""
    found = index.rows("SELECT macro, text, reason, location, relates, linked_into FROM unresolved ORDER BY id")
    with index.reading():
        return tuple(
            [
                Unresolved._make((macro, text, reason, index.location(place), relates, linked or None))
                for macro, text, reason, place, relates, linked in found
            ]
        )
