"""The rows of kernels where some files register others than before, or define their classes elsewhere."""

from __future__ import annotations

from collections.abc import Mapping

from tfexplore import link
from tfexplore.index import kernels, patch
from tfexplore.index.write import Places, name_lists
from tfexplore.model import KernelDef
from tfexplore.pipeline.definitions import Definitions

_OP, _LIBRARY = 0, 10


def kernel_edits(
    rows: patch.Rows,
    definitions: Definitions,
    registered: Mapping[str, tuple[KernelDef, ...]],
    moves: Mapping[int, Mapping[int, int]],
    libraries: Mapping[str, str],
) -> patch.Edits | None:
    """The tables that are new where some files register other kernels; None where more would be.

    `rows` are those of before, where lines have been moved in all tables but those that this is about
    (`patch.CHAINED`); `moves` says where they went, by the numbers of paths.
    """
    places = Places(definitions.paths)
    new: list[KernelDef] = []
    for found in registered.values():
        wanted = link.names_wanted((), found, ())
        new += link.link_kernels(found, link.Places(definitions.named(wanted, "class"), wanted), libraries)
    loose = kernels.rows(new, places)
    if places.grew:
        return None
    edits = patch.other_kernels(rows, [places.path(path) for path in registered], loose, moves)
    if edits is None:
        return None
    after = edits.tables["kernel"]
    said = {row[:2]: row for row in name_lists("kernel", [(row[_OP], bool(row[_LIBRARY])) for row in after])}
    edits.tables["name"] = [said.get(row[:2], row) for row in rows.rows("name")]
    return edits
