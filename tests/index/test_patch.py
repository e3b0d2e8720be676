"""Rows that say where something stands, when it stands elsewhere."""

from __future__ import annotations

from tfexplore.index import patch, swig
from tfexplore.index.store import PATH_SHIFT, SPAN_BITS
from tfexplore.index.write import ALL, Columns, columns_of


def place(path: int, line: int, end: int) -> int:
    return path << PATH_SHIFT | line << SPAN_BITS | end - line


def name_row(first: int, second: int) -> tuple[str | int, ...]:
    members = f"a\tfunction\tb\t{first}\nc\tfunction\td\t{second}"
    return ("Knot", "class", "", first, "", "", 0, second, members, f"{first} {second}", "")


def test_lists_of_places_move() -> None:
    names = {"swig_name": [name_row(place(1, 3, 4), place(2, 3, 4))]}
    kept: list[Columns] = [columns_of(table, names.get(table.name, [])) for table in ALL]
    data = b"".join(bytes(piece) for one in kept for piece in one.pieces)
    rows = patch.Rows(data, patch.layout_of(kept), patch.NO_EDITS)
    edits = patch.moved(rows, {1: {3: 5, 4: 7}})
    assert edits is not None
    rows.edit(edits)
    assert rows.rows(swig.NAMES.name) == [name_row(place(1, 5, 7), place(2, 3, 4))]
    assert patch.moved(rows, {1: {3: 5}}) is None
