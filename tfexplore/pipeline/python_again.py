"""The rows of the Python side where a file of it says something else than before.

Names that come, go or change and that nobody has asked for leave the rest as it is: what declares them, an export or a
gradient, is linked by itself (`tfexplore.extract.python_asked`). Everything else has the Python side linked as a
whole, for nothing but its own tables is made of that.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from tfexplore._record import TYPE_CHECKING
from tfexplore.extract import python_asked
from tfexplore.extract.python_asked import Asked, NamesLinked, OtherNames
from tfexplore.extract.python_link import Package, PythonLinked, link_again, link_python, matters, wrappers_of
from tfexplore.index import api, gradients, keras, methods, ops, patch, unresolved
from tfexplore.index.store import MAX_LINE, MAX_SPAN, PATH_SHIFT, SPAN_BITS
from tfexplore.index.write import Places, name_lists
from tfexplore.model import Location, OpDef
from tfexplore.pipeline.parts import PYTHON_PARTS

if TYPE_CHECKING:
    from tfexplore.cache import Snapshot
    from tfexplore.extract.wrappers import Wrapper
    from tfexplore.index.store import Row
    from tfexplore.index.table import Table
    from tfexplore.index.write import LooseRow
    from tfexplore.pipeline.files import FileFacts

#: The sections of a snapshot that say what the last link asked of files: the names, and the rest.
NAMES, ASKED = "python:names", "python:asked"
#: The tables that are made of the Python side.
TABLES = (gradients.TABLE, api.ENDPOINTS, api.CALLS, api.WRAPPERS, methods.TABLE, keras.TABLE, unresolved.TABLE)


def python_parts(one: FileFacts, shipped: Collection[str]) -> dict[str, Any]:
    """What a file says of the Python side, where anything can come of that."""
    found = {name: part for name, part in one.parts.items() if name in PYTHON_PARTS}
    if "python" in found and not matters(one.path, found["python"], shipped):
        del found["python"]
    return found


class PythonSide:
    """The Python side as the last run left it, linked again where files have changed since.

    `changed` are those files and `yielded` says what each yields now; `packages` finds the packages beside the tree.
    What the next run may want to know instead is put into `sections`.
    """

    def __init__(
        self,
        last: Snapshot,
        changed: Collection[str],
        yielded: Callable[[str], FileFacts | None],
        packages: Callable[[Collection[str]], Iterable[Package]],
    ) -> None:
        self._last = last
        self._changed = changed
        self._yielded = yielded
        self._packages = packages
        self.sections: dict[str, Any] = {}

    def unasked(self, others: Mapping[str, OtherNames]) -> bool:
        """Whether nothing that the last run linked depends on these names of some files."""
        names: Mapping[str, str] | None = self._last.section(NAMES)
        if names is None or not python_asked.unasked(names, others):
            return False
        imports = {path: one for path, one in others.items() if one.imported}
        return not imports or python_asked.same_imports(self._last.section(ASKED), imports)

    def link(self, ops: Collection[OpDef]) -> PythonLinked:
        """All of it, for some ops."""
        files, shipped = self._files()
        linked, asked = link_python(sorted(files.items()), ops, shipped, self._packages)
        self.sections.update(sections_of(asked))
        return linked

    def link_names(self, ops: Collection[OpDef], names: Mapping[str, OtherNames]) -> NamesLinked | None:
        """What declares names of some files that nobody asked for."""
        files, shipped = self._files()
        asked: Asked = self._last.section(ASKED)._replace(names=self._last.section(NAMES))
        made = link_again(files, ops, shipped, self._packages, asked, names)
        if made is None:
            return None
        self.sections[NAMES] = made[1].names
        return made[0]

    def wrappers(self, ops: Iterable[OpDef]) -> tuple[Wrapper, ...]:
        """The wrappers of some ops, which are all that have their names."""
        return wrappers_of([parts for _, parts in sorted(self._files()[0].items())], ops)

    def _files(self) -> tuple[dict[str, dict[str, Any]], Collection[str]]:
        """What each file says of the Python side, and the files that are shipped."""
        shipped: Collection[str] = self._last.section("python:shipped")
        files = dict(self._last.section("python:files"))
        for path in self._changed:
            one = self._yielded(path)
            if one is None:
                raise LookupError(path)
            files[path] = python_parts(one, shipped)
        return files, shipped


def wrapper_edits(
    rows: patch.Rows, paths: Sequence[str], names: Collection[str], side: PythonSide
) -> patch.Edits | None:
    """The wrappers of some ops whose arguments are others; None where more is."""
    name = ops.TABLE.column("name")
    of_names = [row for row in rows.rows(ops.TABLE.name) if row[name] in names]
    wrappers = side.wrappers(ops.declared(of_names, _places(paths, _beside(rows, paths))))
    made = {row[:1]: row for row in api.wrapper_rows([one.generated() for one in wrappers])}
    before = rows.rows(api.WRAPPERS.name)
    op, arguments = api.WRAPPERS.column("op"), api.WRAPPERS.column("args")
    after = [made.get(row[:1], row) for row in before]
    lost = {row[op] for row in before if row[op] in names} != {one.op for one in wrappers}
    if lost or any(
        [*one[:arguments], *one[arguments + 1 :]] != [*other[:arguments], *other[arguments + 1 :]]
        for one, other in zip(before, after, strict=True)
    ):
        return None
    return patch.Edits({}, {api.WRAPPERS.name: after} if after != before else {})


def sections_of(asked: Asked) -> dict[str, Any]:
    """What a link leaves for the next one, by the names of sections; that of names is read most often."""
    return {NAMES: asked.names, ASKED: asked._replace(names={})}


class PythonEdits:
    """Works out what is new in the tables of the Python side: all of them, or what declares a few names.

    `moves` says where lines went, by the numbers of paths.
    """

    def __init__(
        self,
        rows: patch.Rows,
        paths: Sequence[str],
        moves: Mapping[int, Mapping[int, int]],
        side: PythonSide,
        names: Mapping[str, OtherNames] | None,
    ) -> None:
        self._rows = rows
        self._paths = paths
        self._moves = moves
        self._side = side
        self._names = names
        self._beside = _beside(rows, paths)
        self._dropped = False
        #: The tables in which lines need not be moved.
        self.skipped = [table.name for table in TABLES] if names is None else []

    def drop(self, numbers: Mapping[str, int]) -> bool:
        """Drop what the names registered before; False where that cannot be found. `numbers` are those of paths."""
        gone = [
            (site.op, "python", numbers[path] << PATH_SHIFT | site.line << SPAN_BITS | site.end_line - site.line)
            for path, one in (self._names or {}).items()
            for site in one.before
        ]
        if not gone:
            return True
        left = list(self._rows.rows(gradients.TABLE.name))
        keys = [row[:3] for row in left]
        for key in gone:
            if keys.count(key) != 1:
                return False
            at = keys.index(key)
            del left[at], keys[at]
        self._dropped = True
        self._rows.edit(patch.Edits({}, {gradients.TABLE.name: left}))
        return True

    def edits(self) -> patch.Edits | None:
        """What is new, with lines moved in all tables but those that are skipped; None where more would be."""
        if self._names is None:
            return self._whole()
        if not self._dropped and not any(one.exports or one.gradients for one in self._names.values()):
            return patch.NO_EDITS
        return self._few(self._names)

    def _declared(self) -> list[OpDef]:
        """The ops, as the rows have them."""
        return ops.declared(self._rows.rows(ops.TABLE.name), _places(self._paths, self._beside))

    def _whole(self) -> patch.Edits | None:
        """The tables of `TABLES` and what follows from them; None where it speaks of other packages than before."""
        rows, paths, declared = self._rows, self._paths, self._declared()
        if len({(op.name, op.location) for op in declared}) < len(declared):
            return None  # which of the two is meant is a matter of their order in the source
        linked = self._side.link(declared)
        places = Places(paths, self._beside)
        made: dict[str, list[LooseRow]] = {
            gradients.TABLE.name: gradients.rows(linked.gradients, places),
            api.ENDPOINTS.name: api.endpoint_rows(linked.endpoints, places),
            api.CALLS.name: api.call_rows(linked.calls, places),
            api.WRAPPERS.name: api.wrapper_rows(linked.wrappers),
            methods.TABLE.name: methods.rows(linked.methods, places),
            keras.TABLE.name: keras.rows(linked.keras, places),
            unresolved.TABLE.name: unresolved.rows(linked.unresolved, places),
        }
        if places.grew or _mentioned(rows.rows, len(paths)) != _mentioned(made.__getitem__, len(paths)):
            return None
        registry, location = gradients.TABLE.column("registry"), unresolved.TABLE.column("location")
        registered = [row for row in rows.rows(gradients.TABLE.name) if row[registry] != "python"]
        elsewhere = [
            row
            for row in rows.rows(unresolved.TABLE.name)
            if not paths[(row[location] >> PATH_SHIFT) - 1].endswith(".py")
        ]
        # What inserted Python makes public stands in interface files, which say what they said.
        at = api.ENDPOINTS.column("location")
        inserted = [
            row
            for row in api.unshared(rows.rows(api.ENDPOINTS.name))
            if row[at] >> PATH_SHIFT <= len(paths) and paths[(row[at] >> PATH_SHIFT) - 1].endswith(".i")
        ]
        try:
            made[api.ENDPOINTS.name] += patch.moved_rows(api.ENDPOINTS, inserted, self._moves)
            made[gradients.TABLE.name] += patch.moved_rows(gradients.TABLE, registered, self._moves)
            made[unresolved.TABLE.name] += patch.moved_rows(unresolved.TABLE, elsewhere, self._moves)
        except patch.UnknownLineError:
            return None
        tables = {name: sorted(found) for name, found in made.items()}
        tables[api.ENDPOINTS.name] = api.shared(tables[api.ENDPOINTS.name])
        tables[api.CALLS.name] = api.shared_calls(tables[api.CALLS.name])
        return self._edits(tables)

    def _few(self, names: Mapping[str, OtherNames]) -> patch.Edits | None:
        """What declares the names beside what there is; None where there is one of its name and place already."""
        rows = self._rows
        registers = any(one.gradients for one in names.values())
        linked = self._side.link_names(self._declared() if registers else (), names)
        places = Places(self._paths, self._beside)
        if linked is None:
            return None
        endpoints = api.endpoint_rows(linked.endpoints, places)
        known = api.unshared(rows.rows(api.ENDPOINTS.name))
        name, function, at = (api.ENDPOINTS.column(one) for one in ("endpoint", "function", "location"))
        there = {(row[name], row[function], row[at]) for row in (*known, *endpoints)}
        if len(there) < len(known) + len(endpoints):
            return None
        calls = {*api.unshared_calls(rows.rows(api.CALLS.name)), *api.call_rows(linked.calls, places)}
        registered = (*rows.rows(gradients.TABLE.name), *gradients.rows(linked.gradients, places))
        if places.grew:
            return None
        return self._edits(
            {
                gradients.TABLE.name: sorted(registered),
                api.ENDPOINTS.name: api.shared(sorted([*known, *endpoints])),
                api.CALLS.name: api.shared_calls(sorted(calls)),
                methods.TABLE.name: methods.merged(rows.rows(methods.TABLE.name), methods.rows(linked.methods, places)),
            }
        )

    def _edits(self, tables: dict[str, list[Row]]) -> patch.Edits:
        rows = self._rows
        named = {name: tables.get(name) or rows.rows(name) for name in (table.name for table in TABLES)}
        tables["name"] = _names(rows, named)
        kept = {gradients.TABLE.name} if self._dropped else set()
        return patch.Edits({}, {n: found for n, found in tables.items() if n in kept or found != rows.rows(n)})


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
