"""What the code of kernel classes leads to, in the index."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.index.table import Table
from tfexplore.model import Use

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from tfexplore.index.store import Index, Row
    from tfexplore.index.write import LooseRow, Places
    from tfexplore.model import Location

TABLE = Table(
    "use",
    (
        "owner INTEGER",
        "location INTEGER",
        "kind TEXT",
        "name TEXT",
        "user TEXT",
        "target INTEGER",
        "defined TEXT",
        "condition TEXT",
    ),
    lookups=("owner",),
    places=("owner", "location", "target"),
)

#: What stands for a definition that is called what it is named by, as most functions and methods are.
_AS_NAMED = "="
#: A column of a query: the name of a definition, whichever way it stands there.
DEFINED = f"CASE defined WHEN '{_AS_NAMED}' THEN name ELSE defined END"
_SELECT = f"SELECT owner, user, name, kind, target, location, {DEFINED}, condition FROM use"


def rows(uses: Iterable[Use], places: Places) -> list[LooseRow]:
    """One row for each use."""
    number = places.number
    return [
        (
            number(one.owner),
            number(one.location),
            one.kind,
            one.name,
            one.user,
            number(one.target),
            _AS_NAMED if one.defined == one.name else one.defined,
            one.condition,
        )
        for one in uses
    ]


def of_owner(index: Index, owner: Location) -> tuple[Use, ...]:
    """What a class or function uses, in the order of lines; `compute` and `argument` come first."""
    packed = index.packed(owner)
    return _read(index, index.rows(_SELECT + " WHERE owner = ? ORDER BY id", (packed,))) if packed else ()


def touching(index: Index, paths: Collection[int]) -> tuple[Use, ...]:
    """The uses in one of these numbered paths, of code there, or by it."""
    from tfexplore.index import placed  # what most questions have no use for

    return _read(index, placed.rows(index, _SELECT, TABLE, paths))


def _read(index: Index, found: list[Row]) -> tuple[Use, ...]:
    with index.reading():
        return tuple(
            [
                Use._make(
                    (
                        index.place(owner),
                        user,
                        name,
                        kind,
                        index.place(target),
                        index.location(location),
                        defined,
                        condition,
                    )
                )
                for owner, user, name, kind, target, location, defined, condition in found
            ]
        )
