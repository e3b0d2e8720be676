"""The definitions that the evaluation of one file can come to: its own, its headers', and those beside its headers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tfexplore.cpp.evaluator import nodes
from tfexplore.cpp.evaluator.limits import MAX_UNITS
from tfexplore.cpp.evaluator.nodes import Node
from tfexplore.cpp.evaluator.outline import Item, outline
from tfexplore.cpp.resolve import Resolver
from tfexplore.cpp.source_file import File
from tfexplore.paths import SOURCE_SUFFIXES


class Unit:
    """A file and the definitions in it, parsed when they are first used."""

    def __init__(self, file: File) -> None:
        self.file = file
        self.items = outline(file.shape)
        self.named: dict[str, list[Item]] = {}
        for item in self.items:
            if item.name:
                self.named.setdefault(item.name, []).append(item)
        self._trees: dict[tuple[int, int], Node | None] = {}
        self._parameters: dict[tuple[int, int], list[Node] | None] = {}
        self._enumerators: dict[str, int | None] | None = None

    def tree(self, item: Item) -> Node | None:
        """The syntax tree of a definition: its `function_definition`, its `declaration` or the like."""
        key = (item.start, item.end)
        if key not in self._trees:
            text = self.file.code[item.start : item.end]
            if item.owner and item.kind == "function":
                # A member is written as nothing outside of a class could be (`explicit`, a constructor).
                opening = "struct x {"
                root = nodes.parse(f"{opening}{text}}};", item.start - len(opening))
            else:
                root = nodes.parse(text, item.start)
            kinds = ("function_definition",) if item.kind == "function" else ("declaration", "field_declaration")
            self._trees[key] = (
                None if root is None else next((f for k in kinds if (f := root.find(k)) is not None), root)
            )
        return self._trees[key]

    def parameters(self, item: Item) -> list[Node] | None:
        """The parameters of a function; None when it cannot be parsed."""
        key = (item.start, item.end)
        if key not in self._parameters:
            tree = self.tree(item)
            definition = tree if tree is not None and tree.kind == "function_definition" else None
            declarator = definition.find("function_declarator") if definition is not None else None
            listed = declarator.fields.get("parameters") if declarator is not None else None
            kids = listed.kids if listed is not None else []
            found = [p for p in kids if p.kind.endswith("parameter_declaration") and p.text.strip() != "void"]
            self._parameters[key] = found if declarator is not None else None
        return self._parameters[key]

    def arity(self, item: Item) -> tuple[int, int]:
        """How many arguments a function needs, and how many it takes."""
        found = self.parameters(item)
        if found is None:
            return 1, 0
        return sum(p.kind == "parameter_declaration" for p in found), len(found)

    def enumerators(self) -> Mapping[str, int | None]:
        """The enumerators of the file's enums, with their numbers where their values are literals."""
        if self._enumerators is None:
            self._enumerators = {}
            for item in self.items:
                if item.kind == "enum":
                    body = self.file.code[item.body + 1 : item.end].rpartition("}")[0]
                    self._enumerators.update(_enumerators(body))
        return self._enumerators


def _enumerators(body: str) -> dict[str, int | None]:
    found: dict[str, int | None] = {}
    number: int | None = 0
    for part in body[:200_000].split(","):
        name, _, value = part.partition("=")
        name = name.strip()
        if not name.isidentifier():
            number = None
            continue
        if value:
            value = value.strip()
            try:
                number = int(value, 0)
            except ValueError:
                number = found.get(value)
        found[name] = number
        number = None if number is None else number + 1
    return found


class Program:
    """The definitions that one file can name: its own, its headers', and those of the sources beside its headers."""

    def __init__(self, main: File, resolver: Resolver, open: Callable[[str], File | None]) -> None:
        self.main = Unit(main)
        self._open = open
        self._resolvers = {main.path: resolver}
        self._library = resolver.library
        self._units: dict[str, Unit | None] = {main.path: self.main}
        self._headers: dict[str, list[str]] = {}
        self._found: dict[tuple[str, str], list[Unit]] = {}
        self._items: dict[tuple[str, str, str, str], list[tuple[Unit, Item]]] = {}

    @property
    def types(self) -> Mapping[str, int]:
        """The DataType enum."""
        return self._library.enum

    def resolver(self, unit: Unit) -> Resolver:
        """Constants and types as a file sees them."""
        path = unit.file.path
        if path not in self._resolvers:
            self._resolvers[path] = Resolver(unit.file, self._library)
        return self._resolvers[path]

    def consulted(self) -> tuple[str, ...]:
        """The files that were read, the main one included, and the sources that they were resolved with."""
        found = {path for path, unit in self._units.items() if unit is not None}
        return tuple(sorted(found.union(*[one.consulted for one in self._resolvers.values()])))

    def reach(self) -> tuple[str, ...]:
        """The headers that the files which were read include, directly or not."""
        units = [unit for unit in self._units.values() if unit is not None]
        return tuple(sorted({variant.path for unit in units for variant in unit.file.reach}))

    def asked(self) -> tuple[tuple[str, str, str], ...]:
        """What these files looked up, as `Resolver.asked` has it."""
        return tuple(sorted({one for resolver in self._resolvers.values() for one in resolver.asked()}))

    def sought(self) -> tuple[str, ...]:
        """The names that were searched for among the headers of these files."""
        return tuple(sorted({name for _, name in self._found}))

    def unit(self, path: str) -> Unit | None:
        """A file of the tree."""
        if path not in self._units:
            if len(self._units) >= MAX_UNITS:
                return None
            file = self._open(path)
            self._units[path] = None if file is None else Unit(file)
        return self._units[path]

    def places(self, unit: Unit, name: str) -> list[Unit]:
        """The files that define or declare a name, as a file sees them, nearest first."""
        key = (unit.file.path, name)
        if key not in self._found:
            self._found[key] = []  # while it is being searched for
            self._found[key] = self._search(unit, name)
        return self._found[key]

    def _search(self, unit: Unit, name: str) -> list[Unit]:
        path = unit.file.path
        if path not in self._headers:
            self._headers[path] = sorted({v.path for v in unit.file.reach})
        needle = name.encode("latin-1", "replace")
        mentions = self._library.mentions
        headers = [p for p in self._headers[path] if mentions(p, needle)]
        beside = [s for p in headers for x in SOURCE_SUFFIXES if mentions(s := p.rpartition(".")[0] + x, needle)]
        found = [unit]
        for other in (*headers, *beside):
            opened = self.unit(other) if other != path else None
            if opened is not None:
                found.append(opened)
        return found

    def items(self, unit: Unit, name: str, kind: str, owner: str = "") -> list[tuple[Unit, Item]]:
        """The definitions of a name in the nearest file that has any; of functions, those of no class or of `owner`."""
        key = (unit.file.path, name, kind, owner)
        if key not in self._items:
            self._items[key] = self._find(unit, name, kind, owner)
        return self._items[key]

    def _find(self, unit: Unit, name: str, kind: str, owner: str) -> list[tuple[Unit, Item]]:
        for place in self.places(unit, name):
            found = [
                (place, item)
                for item in place.named.get(name, ())
                if item.kind == kind and (kind != "function" or not item.owner or item.owner == owner)
            ]
            if found:
                return found
        return []

    def enumerators(self, unit: Unit, name: str) -> Mapping[str, int | None]:
        """The enumerators of the nearest file that has one of this name; empty when none is in sight."""
        for place in self.places(unit, name):
            if name in place.enumerators():
                return place.enumerators()
        return {}
