"""The Keras endpoints in the index."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.index.table import Table
from tfexplore.model import KerasEndpoint

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tfexplore.index.store import Index
    from tfexplore.index.write import LooseRow, Places

TABLE = Table(
    "keras",
    ("endpoint TEXT", "kind TEXT", "declared INTEGER", "implemented INTEGER", "mode TEXT", "signature TEXT"),
    places=("declared", "implemented"),
)


def rows(endpoints: Iterable[KerasEndpoint], places: Places) -> list[LooseRow]:
    """One row for each endpoint."""
    return [
        (
            one.endpoint,
            one.kind,
            places.number(one.declared),
            places.number(one.implemented),
            one.mode or "",
            one.signature,
        )
        for one in endpoints
    ]


def every(index: Index) -> tuple[KerasEndpoint, ...]:
    """The endpoints in the order of their names."""
    found = index.rows("SELECT endpoint, kind, declared, implemented, mode, signature FROM keras ORDER BY id")
    with index.reading():
        return tuple(
            [
                KerasEndpoint._make(
                    (endpoint, kind, index.place(declared), index.place(implemented), mode or None, signature)
                )
                for endpoint, kind, declared, implemented, mode, signature in found
            ]
        )
