"""The rows of the Python side where a file of it says something else than before.

What its files say together is linked as a whole; nothing but its own tables is made of that.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from tfexplore._record import TYPE_CHECKING
from tfexplore.extract.python_link import PythonLinked, matters
from tfexplore.index import api, gradients, keras, ops, patch, unresolved
from tfexplore.index.store import MAX_LINE, MAX_SPAN, PATH_SHIFT, SPAN_BITS
from tfexplore.index.write import Places, name_lists
from tfexplore.model import Location, OpDef
from tfexplore.pipeline.parts import PYTHON_PARTS

if TYPE_CHECKING:
    from tfexplore.index.store import Row
    from tfexplore.index.table import Table
    from tfexplore.index.write import LooseRow
    from tfexplore.pipeline.files import FileFacts

#: The tables that `python_edits` says all about.
TABLES = (gradients.TABLE, api.ENDPOINTS, api.CALLS, api.WRAPPERS, keras.TABLE, unresolved.TABLE)


def python_parts(one: FileFacts, shipped: Collection[str]) -> dict[str, Any]:
    """What a file says of the Python side, where anything can come of that."""
    found = {name: part for name, part in one.parts.items() if name in PYTHON_PARTS}
    if "python" in found and not matters(one.path, found["python"], shipped):
        del found["python"]
    return found


def python_edits(
    rows: patch.Rows,
    paths: Sequence[str],
    moves: Mapping[int, Mapping[int, int]],
    link: Callable[[Collection[OpDef]], PythonLinked],
) -> patch.Edits | None:
    """The tables of `TABLES` and what follows from them; None where it speaks of other packages than before.

    `rows` are those of before, where lines have been moved in all other tables; `moves` says where they went, by the
    numbers of paths. `link` links the Python side for some ops.
    """
    beside = _beside(rows, paths)
    declared = ops.declared(rows.rows(ops.TABLE.name), _places(paths, beside))
    if len({(op.name, op.location) for op in declared}) < len(declared):
        return None  # which of the two is meant is a matter of their order in the source
    linked = link(declared)
    places = Places(paths, beside)
    made: dict[str, list[LooseRow]] = {
        gradients.TABLE.name: gradients.rows(linked.gradients, places),
        api.ENDPOINTS.name: api.endpoint_rows(linked.endpoints, places),
        api.CALLS.name: api.call_rows(linked.calls, places),
        api.WRAPPERS.name: api.wrapper_rows(linked.wrappers, places),
        keras.TABLE.name: keras.rows(linked.keras, places),
        unresolved.TABLE.name: unresolved.rows(linked.unresolved, places),
    }
    if places.grew or _mentioned(rows.rows, len(paths)) != _mentioned(made.__getitem__, len(paths)):
        return None
    registry, location = gradients.TABLE.column("registry"), unresolved.TABLE.column("location")
    try:
        made[gradients.TABLE.name] += patch.moved_rows(
            gradients.TABLE, [row for row in rows.rows(gradients.TABLE.name) if row[registry] != "python"], moves
        )
        made[unresolved.TABLE.name] += patch.moved_rows(
            unresolved.TABLE,
            [
                row
                for row in rows.rows(unresolved.TABLE.name)
                if not paths[(row[location] >> PATH_SHIFT) - 1].endswith(".py")
            ],
            moves,
        )
    except patch.UnknownLineError:
        return None
    tables = {name: sorted(found) for name, found in made.items()}
    tables["name"] = _names(rows, tables)
    return patch.Edits({}, {name: found for name, found in tables.items() if found != rows.rows(name)})


def _beside(rows: patch.Rows, paths: Sequence[str]) -> list[tuple[str, str, str]]:
    """The files beside the tree, with their packages and versions, in the order of their numbers."""
    if rows.count("path") == len(paths):
        return []
    return [(package, version, path) for path, package, version, _ in rows.rows("path")[len(paths) :]]


def _places(paths: Sequence[str], beside: Sequence[tuple[str, str, str]]) -> Callable[[int], Location]:
    """What a number stands for, as the index has it."""

    def place(packed: int) -> Location:
        number, line = packed >> PATH_SHIFT, packed >> SPAN_BITS & MAX_LINE
        if number <= len(paths):
            return Location(paths[number - 1], line, line + (packed & MAX_SPAN))
        package, version, path = beside[number - len(paths) - 1]
        return Location(path, line, line + (packed & MAX_SPAN), package, version)

    return place


def _mentioned(rows: Callable[[str], Sequence[LooseRow]], paths: int) -> set[int]:
    """The files beside the tree that the tables of the Python side speak of."""
    found = set()
    for table in TABLES:
        for column in table.places:
            at = table.column(column)
            found.update([row[at] >> PATH_SHIFT for row in rows(table.name) if row[at] >> PATH_SHIFT > paths])
    return found


def _names(rows: patch.Rows, tables: Mapping[str, Sequence[Row]]) -> list[Row]:
    """The lists of names, with those of other tables."""

    def column(table: Table, name: str) -> list[Any]:
        at = table.column(name)
        return [row[at] for row in tables[table.name]]

    gradient = gradients.TABLE
    registered = [
        bool(available or linked)
        for available, linked in zip(column(gradient, "availability"), column(gradient, "linked_into"), strict=True)
    ]
    said = {
        row[:2]: row
        for kind, named in (
            ("gradient", zip(column(gradient, "op"), registered, strict=True)),
            ("keras", [(name, True) for name in column(keras.TABLE, "endpoint")]),
            ("endpoint", [(name, True) for name in column(api.ENDPOINTS, "endpoint")]),
            ("wrapper", [(name, True) for name in column(api.WRAPPERS, "function")]),
        )
        for row in name_lists(kind, named)
    }
    return [said.get(row[:2], row) for row in rows.rows("name")]
