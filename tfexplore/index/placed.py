"""The rows of a table that speak of some paths: a question about one file reads what is said of it, not everything."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.index.store import PATH_SHIFT

if TYPE_CHECKING:
    from collections.abc import Collection

    from tfexplore.index.store import Index, Row
    from tfexplore.index.table import Table

#: From as many rows on, reading all paths and macro steps at once costs less than asking for theirs one by one.
_MANY = 300


def rows(index: Index, select: str, table: Table, paths: Collection[int]) -> list[Row]:
    """The rows of which a place, or a macro step on the way to them, lies in one of these numbered paths, in order."""
    numbers = ",".join(map(str, sorted(paths)))
    said = [f"{column} >> {PATH_SHIFT} IN ({numbers})" for column in table.places]
    if table.chained:
        said.append(f"step IN ({','.join(map(str, _steps(index, numbers)))})")
    found = index.rows(f"{select} WHERE {' OR '.join(said)} ORDER BY id")
    if len(found) > _MANY:
        index.prefetch()
    return found


def _steps(index: Index, numbers: str) -> list[int]:
    """The macro steps that are written in one of these paths, or defined there, and all that follow from those."""
    inside = " OR ".join([f"{column} >> {PATH_SHIFT} IN ({numbers})" for column in ("defined", "invoked")])
    found: set[int] = set()
    for number, parent, here in index.rows(f"SELECT id, parent, {inside} FROM step ORDER BY id"):
        if here or parent in found:
            found.add(number)
    return sorted(found)
