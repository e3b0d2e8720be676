"""The rows of ops and kernels where some files register others than before, or define their classes elsewhere."""

from __future__ import annotations

from collections.abc import Mapping

from tfexplore import link
from tfexplore.index import kernels, ops, patch
from tfexplore.index.store import PATH_SHIFT
from tfexplore.index.write import Places, name_lists
from tfexplore.model import KernelDef, OpDef
from tfexplore.pipeline.definitions import Definitions
from tfexplore.pipeline.moved import Ops


def registered_edits(
    rows: patch.Rows,
    definitions: Definitions,
    other_ops: Mapping[str, Ops],
    registered: Mapping[str, tuple[KernelDef, ...]],
    moves: Mapping[int, Mapping[int, int]],
    libraries: Mapping[str, str],
) -> patch.Edits | None:
    """The tables that are new where some files register other ops or kernels; None where more would be.

    `rows` are those of before, where lines have been moved in all tables but those that this is about
    (`patch.CHAINED`); `moves` says where they went, by the numbers of paths. `registered` are all kernels of a file.
    """
    places = Places(definitions.paths)
    new_kernels: list[KernelDef] = []
    for found in registered.values():
        wanted = link.names_wanted((), found, ())
        new_kernels += link.link_kernels(found, link.Places(definitions.named(wanted, "class"), wanted), libraries)
    come = [op for one in other_ops.values() for op in one.come]
    wanted = link.names_wanted(come, (), ())
    functions = [symbol for kind in ("function", "method") for symbol in definitions.named(wanted, kind)]
    new_ops: list[OpDef] = link.link_ops(link.in_libraries(come, libraries), link.Places(functions, wanted))
    loose = {ops.TABLE.name: ops.rows(new_ops, places), kernels.TABLE.name: kernels.rows(new_kernels, places)}
    if places.grew:
        return None
    without = {places.path(path) for path in registered}
    lost = {(places.path(path), name) for path, one in other_ops.items() for name in one.gone}
    name, op_at = ops.TABLE.column("name"), ops.TABLE.column("location")
    kernel_at = kernels.TABLE.column("location")
    gone = {
        ops.TABLE.name: lambda row: (row[op_at] >> PATH_SHIFT, row[name]) in lost,
        kernels.TABLE.name: lambda row: row[kernel_at] >> PATH_SHIFT in without,
    }
    edits = patch.other_registrations(rows, gone, loose, moves)
    if edits is None:
        return None
    said = {}
    for table, column in ((ops.TABLE, "name"), (kernels.TABLE, "op")):
        after = edits.tables.get(table.name)
        if after is not None:
            at, library = table.column(column), table.column("linked_into")
            listed = name_lists(table.name, [(row[at], bool(row[library])) for row in after])
            said.update({row[:2]: row for row in listed})
    edits.tables["name"] = [said.get(row[:2], row) for row in rows.rows("name")]
    return edits
