"""What the code of kernel classes leads to where some files say other things, or register other kernels.

Every row is of one thing that one file says (or of a class's own head and methods, or of a kernel's template
arguments), so the rows of a file are replaced; who is reached from the kernels is found out from the rows themselves.
What is reached for the first time is read from what its files said when they were last read.

That the rest stays what it is has to be shown: a name means what it did in all other files.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.cpp.definitions import ANONYMOUS
from tfexplore.extract import hooks
from tfexplore.extract.said import Said
from tfexplore.extract.uses_link import MAX_DEPTH, Linker, in_macros, is_shared, names_wanted
from tfexplore.index.store import MAX_LINE, MAX_SPAN, PATH_SHIFT, SPAN_BITS
from tfexplore.index.uses import rows as use_rows
from tfexplore.index.write import Places
from tfexplore.model import Location, Symbol, Use
from tfexplore.paths import FOR_GPU, HEADERS, is_kernel_code
from tfexplore.pipeline.definitions import Definitions
from tfexplore.pipeline.parts import CPP
from tfexplore.templates import without_templates

if TYPE_CHECKING:
    from tfexplore.index.patch import Rows
    from tfexplore.index.store import Row

_OWNER, _PLACE, _KIND, _NAME, _USER, _TARGET = 0, 1, 2, 3, 4, 5

#: The kinds of what a file says that name what other files may define.
_NAMING = frozenset(["class", "static", "member", "function", "instance"])

#: The classes that kernels instantiate (a name and a place), with the number of the first file that does.
Instances = Mapping[tuple[str, int], int]


class Changed(Record):
    """What is new in a file: what it says, the definitions that went and came, and the names it declares otherwise."""

    said: Sequence[Said]
    gone: Sequence[Symbol]
    come: Sequence[Symbol]
    declared: frozenset[str] = frozenset()


def instances(rows: Rows) -> Instances:
    """The classes that the kernels of an index instantiate."""
    found: dict[tuple[str, int], int] = {}
    columns = (rows.texts("kernel", "kernel_class"), rows.numbers("kernel", "kernel_class_location"))
    for kernel_class, place, location in zip(*columns, rows.numbers("kernel", "location"), strict=True):
        if place:
            path = location >> PATH_SHIFT
            if found.get((kernel_class, place), path) >= path:
                found[kernel_class, place] = path
    return found


class Again:
    """The table of uses made again.

    `rows` are those of the index with everything else edited, `before` and `after` the classes that are instantiated.
    `moved` says where a location went, None where that is not known. `said` is asked for what a file said that has not
    changed: for all of it, or for nothing where it has none of some words.
    """

    def __init__(
        self,
        rows: Rows,
        before: Instances,
        after: Instances,
        changed: Mapping[str, Changed],
        moved: Callable[[int], int | None],
        definitions: Definitions,
        said: Callable[[str, Collection[str]], Sequence[Said]],
    ) -> None:
        self._rows = rows
        self._before = before
        self._changed = changed
        self._moved = moved
        self._after = after
        self._names: dict[int, list[str]] = {}
        for name, place in after:
            self._names.setdefault(place, []).append(name)
        self._definitions = definitions
        self._said = said
        self._places = Places(definitions.paths)
        self._numbers = {self._places.path(path) for path in changed}
        #: Classes of which definitions or working methods are others.
        self._others = frozenset([
            name
            for one in changed.values()
            for symbol in (*one.gone, *one.come)
            if (name := _owner(symbol)) and symbol.kind in ("class", "method")
        ])  # fmt: skip

        #: Functions of headers that went or came.
        self._functions = self._of_functions(lambda path: path.endswith(HEADERS))
        #: Those of sources, and classes of them, which a header may declare; and what one declares now or did.
        self._declared = self._of_functions(lambda path: not path.endswith(HEADERS)).union(
            *[one.declared for one in changed.values()]
        ) | {
            without_templates(symbol.name).rpartition("::")[2]
            for path, one in self._changed.items()
            for symbol in (*one.gone, *one.come)
            if symbol.kind == "class" and is_kernel_code(path) and not path.endswith(HEADERS)
        }
        self._macros: list[Symbol] | None = None

    def _of_functions(self, chosen: Callable[[str], bool]) -> frozenset[str]:
        """The names of functions that the code of other files may mean, and that went or came in chosen files."""
        return frozenset([
            without_templates(symbol.name)
            for path, one in self._changed.items()
            for symbol in (*one.gone, *one.come)
            if symbol.kind == "function" and is_shared(symbol) and chosen(path)
        ])  # fmt: skip

    def uses(self) -> list[Row] | None:
        """The rows; None where what other files say could mean something else."""
        if self._reaches_others():
            return None
        old = self._rows.rows("use")
        if self._instantiate(old):
            return None
        reached = _reached(old, self._before)
        seen = {place for one in reached if (place := self._moved(one)) is not None}
        kept = self._kept(old)
        if kept is None:
            return None
        arguments, rest = kept
        for place in self._given_others():
            rest.pop(place, None)
            seen.discard(place)
        said = {path: one.said for path, one in self._changed.items()}
        again = self._instances_again(arguments)
        names = names_wanted([kernel_class for kernel_class, _ in again], said) | self._others
        linker = Linker(self._linkable(names, said), self._says, self._instantiated)
        found = {row for rows in arguments.values() for row in rows}
        for kernel_class, place in again:
            path = self._definitions.paths[self._after[kernel_class, place] - 1]
            found.update(self._packed(linker.arguments(kernel_class, self._location(place), path)))
        for owner, mine in linker.owned(said).items():
            place = self._places.number(owner)
            if place in seen:
                rows = rest.setdefault(place, set())
                bases = [str(row[_NAME]) for row in rows if row[_KIND] == "base"]
                rows.update(self._packed(linker.led_to(owner, mine, bases)))
        for name in self._others:
            for one in linker.classes.get(name, ()):
                all_said = self._said_by(one.location)
                works = [
                    use for use in linker.works(one.location, all_said) if without_templates(use.user) in self._others
                ]
                rest.setdefault(self._places.number(one.location), set()).update(self._packed(works))
        for place in seen:
            if place >> PATH_SHIFT in self._numbers:
                rest.setdefault(place, set()).update(self._packed(linker.heads(self._location(place))))
        self._hooks_again(linker.owned(said), rest, seen)
        wanted = {place for _, place in self._after} | {row[_TARGET] for row in found}
        done: set[int] = set()
        for _ in range(MAX_DEPTH):
            following: set[int] = set()
            for place in wanted - done:
                if place not in seen and self._is_instantiated(place):
                    return None
                rows = rest.get(place, set()) if place in seen else self._of_place(place)
                found |= rows
                following.update([row[_TARGET] for row in rows if row[_KIND] != "instance"])
            done |= wanted
            wanted = following
        return sorted(found)

    def _kept(self, old: Iterable[Row]) -> tuple[dict[tuple[str, int], set[Row]], dict[int, set[Row]]] | None:
        """The rows that stay, in their new places: of template arguments, and of everything else by owner."""
        arguments: dict[tuple[str, int], set[Row]] = {}
        rest: dict[int, set[Row]] = {}
        for row in old:
            kind, said = row[_KIND], row[_PLACE]
            if said and said >> PATH_SHIFT in self._numbers:
                continue
            if kind == "head" and row[_TARGET] >> PATH_SHIFT in self._numbers:
                continue  # made again
            if kind == "hook" and row[_TARGET] >> PATH_SHIFT in self._numbers:
                owner = self._moved(row[_OWNER])  # whose hooks are looked for again
                if owner is None:
                    return None
                rest.setdefault(owner, set())
                continue
            if kind in ("compute", "work") and without_templates(row[_USER]) in self._others:
                continue
            owner, place, target = (self._moved(row[column]) for column in (_OWNER, _PLACE, _TARGET))
            if kind == "argument" and self._before.get((row[_USER], row[_OWNER])) in self._numbers:
                continue  # looked up again
            if owner is None or place is None or target is None:
                return None
            made = (owner, place, *row[_KIND:_TARGET], target, *row[_TARGET + 1 :])
            if kind == "argument":
                arguments.setdefault((row[_USER], owner), set()).add(made)
            else:
                rest.setdefault(owner, set()).add(made)
        return arguments, rest

    def _instantiate(self, old: Iterable[Row]) -> bool:
        """Whether a changed file instantiates templates for GPUs, or did."""
        return any(one.kind == "instance" for changed in self._changed.values() for one in changed.said) or any(
            row[_KIND] == "instance" and row[_TARGET] >> PATH_SHIFT in self._numbers for row in old
        )

    def _is_instantiated(self, place: int) -> bool:
        """Whether a source instantiates, for GPUs, what is called as the definition at a place."""
        here = self._definitions.of_file(self._location(place).path)
        names = {without_templates(one.name) for one in here if self._places.number(one.location) == place}
        lasts = {name.rpartition("::")[2] for name in names}
        return any(
            one.kind == "instance" and one.name.rpartition("::")[2] in lasts
            for path in self._definitions.paths
            if lasts and is_kernel_code(path) and path.endswith(FOR_GPU)
            for one in self._says(path)
        )

    def _given_others(self) -> set[int]:
        """The classes that kernels give other arguments than before."""
        before = {(name, self._moved(place)) for name, place in self._before}
        return {place for _, place in before.symmetric_difference(self._after) if place is not None}

    def _instantiated(self, place: Location) -> Iterable[str]:
        """The names by which kernels instantiate the class at a place."""
        return self._names.get(self._places.number(place), ())

    def _instances_again(self, arguments: dict[tuple[str, int], set[Row]]) -> list[tuple[str, int]]:
        """The instances whose arguments have to be looked up; their rows are taken out."""
        before = {(name, self._moved(place)): path for (name, place), path in self._before.items()}
        same = {key for key, path in self._after.items() if before.get(key) == path and path not in self._numbers}
        for key in arguments.keys() - same:
            del arguments[key]
        return [key for key in self._after if key not in same]

    def _hooks_again(
        self, owned: Mapping[Location, Sequence[Said]], rest: dict[int, set[Row]], seen: Collection[int]
    ) -> None:
        """The hooks of the classes that changed files say something of, which other files may do as well."""
        places = {self._places.number(owner) for owner in owned}
        places |= {place for place in rest if place >> PATH_SHIFT in self._numbers}
        for place in places & set(seen):
            had = {row for row in rest.get(place, ()) if row[_KIND] == "hook"}
            where = self._location(place)
            mine = owned.get(where, ())
            if had or any(one.kind in hooks.KINDS for one in (*mine, *self._says(where.path))):
                rest.setdefault(place, set()).difference_update(had)
                rest[place].update(self._packed(hooks.hooks(where, self._said_by(where))))

    def _of_place(self, place: int) -> set[Row]:
        """The rows of something that nothing led to before."""
        where = self._location(place)
        paths, names = self._files_of(where)
        said = {path: self._says(path) for path in paths}
        linker = Linker(self._linkable(names_wanted((), said) | names, paths), self._says, self._instantiated)
        mine = linker.owned(said).get(where, ())
        found = [*linker.heads(where), *linker.led_to(where, mine), *linker.works(where, mine)]
        return set(self._packed([*found, *hooks.hooks(where, mine)]))

    def _files_of(self, where: Location) -> tuple[set[str], set[str]]:
        """The files that say something of the class at a place, and its names."""
        here = [one for one in self._definitions.of_file(where.path) if one.location == where]
        names = {without_templates(one.name) for one in here if one.kind == "class"}
        paths = {where.path, *[path for name in names for path in self._definitions.with_methods_of(name)]}
        return paths | {one.location.path for one in self._in_macros() if _owner(one) in names}, names

    def _said_by(self, where: Location) -> Sequence[Said]:
        """All that the class at a place says, in whichever files."""
        paths, names = self._files_of(where)
        linker = Linker(self._linkable(names, paths))
        return linker.owned({path: self._says(path) for path in paths}).get(where, ())

    def _linkable(self, names: Collection[str], paths: Iterable[str]) -> list[Symbol]:
        """The definitions with these names and those of some files, those that macros make included."""
        whole = frozenset(paths)
        return [
            *self._definitions.linkable(names, whole),
            *[
                one
                for one in self._in_macros()
                if one.location.path in whole or (_owner(one) or without_templates(one.name)) in names
            ],
        ]

    def _in_macros(self) -> list[Symbol]:
        """What macros of kernels' code define."""
        if self._macros is None:
            self._macros = [
                one
                for path in self._definitions.paths
                if is_kernel_code(path) and path.endswith((*CPP, *HEADERS))
                for one in in_macros(self._changed[path].said if path in self._changed else self._said(path, ["macro"]))
            ]
        return self._macros

    def _says(self, path: str) -> Sequence[Said]:
        """What a file says now."""
        return self._changed[path].said if path in self._changed else self._said(path, ())

    def _reaches_others(self) -> bool:
        """Whether classes or functions that went or came are what other files may mean."""
        come = {symbol for one in self._changed.values() for symbol in one.come}
        for name in self._functions:
            if not come.issuperset(self._definitions.linkable([name])):
                return True
        if self._declared and any(
            one.kind in _NAMING and without_templates(one.name).rpartition("::")[2] in self._declared
            for path in self._definitions.paths
            if is_kernel_code(path) and path.endswith((*CPP, *HEADERS)) and path not in self._changed
            for one in self._said(path, self._declared)
        ):
            return True
        for name in self._others:
            new = [s for one in self._changed.values() for s in one.come if _owner(s) == name]
            lost = [s for one in self._changed.values() for s in one.gone if _owner(s) == name]
            now = [one for one in self._definitions.linkable([name]) if _owner(one) == name]
            elsewhere = [one for one in now if one.location.path not in self._changed and one.kind == "class"]
            classes = [one for one in (*new, *lost) if one.kind == "class"]
            if classes:
                own = {one.location.path for one in elsewhere if "<" not in one.name}
                if self._definitions.with_methods_of(name) - own - self._changed.keys():
                    return True
                if elsewhere and any(
                    "<" in one.name or one.location.path.endswith(HEADERS) or ANONYMOUS not in one.scope
                    for one in classes
                ):
                    return True
                if any(one.kind == "function" for one in self._definitions.linkable([name])):
                    return True
            if elsewhere:
                # Of several definitions that one is meant which does the work.
                if len({one.location for one in (*now, *lost) if one.kind == "class" and "<" not in one.name}) > 1:
                    return True
                came = set(new)
                before = [*[one for one in now if one not in came], *lost]
                if (name in Linker(before).functors) != (name in Linker(now).functors):
                    return True
        return False

    def _packed(self, uses: Iterable[Use]) -> list[Row]:
        return use_rows(uses, self._places)

    def _location(self, place: int) -> Location:
        line, span = place >> SPAN_BITS & MAX_LINE, place & MAX_SPAN
        if span == MAX_SPAN or line == MAX_LINE:
            raise ValueError("a place that may have been cut")
        return Location(self._definitions.paths[(place >> PATH_SHIFT) - 1], line, line + span)


def _owner(symbol: Symbol) -> str:
    """The class that a definition is one of, or a method of."""
    name = without_templates(symbol.name)
    return name if symbol.kind == "class" else name.rpartition("::")[0]


def _reached(rows: Iterable[Row], roots: Instances) -> set[int]:
    """The places whose code was looked at for these rows."""
    leads: dict[int, set[int]] = {}
    wanted = {place for _, place in roots}
    for row in rows:
        if row[_KIND] == "argument":
            wanted.add(row[_TARGET])
        elif row[_KIND] != "instance":
            leads.setdefault(row[_OWNER], set()).add(row[_TARGET])
    seen: set[int] = set()
    for _ in range(MAX_DEPTH):
        following = {target for place in wanted - seen for target in leads.get(place, ())}
        seen |= wanted
        wanted = following
    return seen
