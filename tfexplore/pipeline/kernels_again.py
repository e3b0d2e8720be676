"""Some files register other kernels than before, and nothing else is new: the rows that come of that.

A kernel's row depends on its file and on where its class is defined; what the code of kernel classes leads to depends
on which classes there are. So long as the classes stay, only what their template arguments mean can be new.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate

from tfexplore import link
from tfexplore._record import TYPE_CHECKING
from tfexplore.extract import uses
from tfexplore.index import kernels, patch
from tfexplore.index.store import PATH_SHIFT
from tfexplore.index.symbols import unpacked
from tfexplore.index.text import escape
from tfexplore.index.uses import rows as use_rows
from tfexplore.index.write import Places, name_lists
from tfexplore.model import KernelDef, Symbol, Use
from tfexplore.pipeline.parts import CPP, HEADERS
from tfexplore.templates import template_arguments, without_templates

if TYPE_CHECKING:
    from tfexplore.index.store import Row

_OP, _LOCATION, _CLASS, _PLACE, _LIBRARY = 0, 3, 8, 9, 10
_KIND, _TARGET = 2, 5


def kernel_edits(
    rows: patch.Rows,
    paths: Sequence[str],
    registered: Mapping[str, tuple[KernelDef, ...]],
    moves: Mapping[int, Mapping[int, int]],
    libraries: Mapping[str, str],
) -> patch.Edits | None:
    """The tables that are new where some files register other kernels; None where more would be.

    `rows` are those of before, where lines have been moved in all tables but those that this is about
    (`patch.CHAINED`); `moves` says where they went, by the numbers of `paths`, which are the tree's.
    """
    places = Places(paths)
    known = _Definitions(rows, paths)
    new: list[KernelDef] = []
    for found in registered.values():
        wanted = link.names_wanted((), found, ())
        new += link.link_kernels(found, link.Places(known.named("c", wanted), wanted), libraries)
    loose = kernels.rows(new, places)
    if places.grew:
        return None
    other = patch.other_kernels(rows, [places.path(path) for path in registered], loose, moves)
    if other is None:
        return None
    edits, before = other
    after = edits.tables["kernel"]
    used = _other_uses(rows.rows("use"), _instances(before), _instances(after), known, places)
    if used is None:
        return None
    edits.tables.update(used)
    said = {row[:2]: row for row in name_lists("kernel", [(row[_OP], bool(row[_LIBRARY])) for row in after])}
    edits.tables["name"] = [said.get(row[:2], row) for row in rows.rows("name")]
    return edits


class _Definitions:
    """The C++ definitions of a tree, found by name in the texts of the index."""

    def __init__(self, rows: patch.Rows, paths: Sequence[str]) -> None:
        texts = rows.texts("symbols", "list")
        self._starts = list(accumulate([len(text) + 1 for text in texts], initial=1))
        self._text = "\n" + "\n".join(texts)
        self._texts = texts
        self._numbers = rows.numbers("symbols", "path")
        self.paths = paths

    def named(self, kind: str, names: Iterable[str]) -> list[Symbol]:
        """The definitions with these names, template arguments apart, in the files that are C++; `kind` as a letter."""
        wanted = frozenset(names)
        found: set[int] = set()
        for first in {f"\t{kind}\t{escape(name.partition('::')[0])}" for name in wanted if name}:
            at = self._text.find(first)
            while at >= 0:
                found.add(bisect_right(self._starts, at) - 1)
                at = self._text.find(first, at + 1)
        made = []
        for row in sorted(found):
            path = self.paths[self._numbers[row] - 1]
            if path.endswith((*CPP, *HEADERS)):
                made += [one for one in unpacked(self._texts[row], path) if without_templates(one.name) in wanted]
        return made


def _other_uses(
    use: list[Row],
    before: Mapping[tuple[str, int], int],
    after: Mapping[tuple[str, int], int],
    known: _Definitions,
    places: Places,
) -> dict[str, list[Row]] | None:
    """The table of uses, where the kernels' classes are what they were; None where they are not."""
    if {place for _, place in before} != {place for _, place in after}:
        return None
    changed = {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}
    names = {argument for kernel_class, _ in changed for argument in template_arguments(kernel_class)}
    if not names:
        return {}
    wanted = {"::".join(parts[i:]) for parts in map(_parts, names) for i in range(len(parts))}
    methods = {f"{name}::operator()" for name in wanted}
    targets = uses.argument_targets((*known.named("c", wanted), *known.named("m", methods)))

    def arguments(instances: Mapping[tuple[str, int], int]) -> set[Row]:
        found: set[Row] = set()
        for kernel_class, place in changed & instances.keys():
            path = known.paths[instances[kernel_class, place] - 1]
            for argument in template_arguments(kernel_class):
                for target in targets(argument, path):
                    made = Use(target.location, kernel_class, argument, "argument", target.location, None, target.name)
                    found.update([(place, *row[1:]) for row in use_rows([made], places)])
        return found

    gone, come = arguments(before), arguments(after)
    left = [row for row in use if row not in gone]
    if len(left) + len(gone) != len(use):
        return None  # not what an earlier run has found
    made = sorted([*left, *come])
    leads, leads_now = ({row[_TARGET] for row in table if row[_KIND] == "argument"} for table in (use, made))
    if leads != leads_now:
        return None  # what they lead to in their turn is new
    return {"use": made} if made != use else {}


def _parts(name: str) -> list[str]:
    return without_templates(name).split("::")


def _instances(rows: list[Row]) -> dict[tuple[str, int], int]:
    """The classes that kernels instantiate, with the number of the first file that does."""
    found: dict[tuple[str, int], int] = {}
    for row in rows:
        if row[_PLACE]:
            key = (row[_CLASS], row[_PLACE])
            path = row[_LOCATION] >> PATH_SHIFT
            found[key] = min(found.get(key, path), path)
    return found
