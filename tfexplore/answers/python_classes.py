"""What classes of Python inherit and override, by the heads of the classes that the index has.

A base is followed where the tree has one class that it can be: one of the same file, or the only one of its name (in
the module that is said). What is not followed is not guessed past: behind it nothing is inherited.
"""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.index import bases, symbols

if TYPE_CHECKING:
    from tfexplore.index.store import Index
    from tfexplore.model import Location, Symbol

#: So many classes above a class are looked at.
MAX_CLASSES = 24


class Method(Record):
    """A method as its class calls it (`Variable.assign_add`), and the line of its definition."""

    function: str
    location: Location


class Hierarchy:
    """The classes of an index, each read once."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._inside: dict[str, tuple[Symbol, ...]] = {}
        self._classes: dict[str, list[Symbol]] = {}
        self._above: dict[Symbol, list[Symbol | None]] = {}

    def class_of(self, path: str, name: str) -> Symbol | None:
        """The class of a name in a file."""
        return next((one for one in self._symbols(path) if one.kind == "class" and one.name == name), None)

    def method(self, owner: Symbol, word: str) -> Method | None:
        """The method that a class has: its own, or that of the nearest class above it."""
        for one in self._in_order(owner):
            found = self.own_method(one, word) if one is not None else None
            if one is None or found is not None:
                return found
        return None

    def own_method(self, owner: Symbol, word: str) -> Method | None:
        """The method that a class defines itself."""
        name = f"{owner.name}.{word}"
        for one in self._symbols(owner.location.path):
            if one.kind == "method" and one.name == name:
                return Method(name, one.location)
        return None

    def overriding(self, owner: Symbol, word: str) -> tuple[Method, ...]:
        """The methods of one name that classes below a class have instead of its own, in the order of places."""
        found = []
        for one in symbols.members_called(self._index, word):
            cls = self.class_of(one.location.path, one.name.rpartition(".")[0])
            if cls is not None and cls != owner and owner in self._in_order(cls):
                found.append(Method(one.name, one.location))
        return tuple(found)

    def _symbols(self, path: str) -> tuple[Symbol, ...]:
        if path not in self._inside:
            self._inside[path] = symbols.of_file(self._index, path)
        return self._inside[path]

    def _in_order(self, owner: Symbol) -> list[Symbol | None]:
        """A class and those above it, in the order in which Python asks them; None for one that is not known."""
        made: list[Symbol | None] = []
        waiting: list[Symbol | None] = [owner]
        while waiting and len(made) < MAX_CLASSES:
            one = waiting.pop(0)
            made.append(one)
            if one is not None:
                waiting[:0] = self._bases(one)
        # A class that several are derived from is asked behind all of them.
        return [one for place, one in enumerate(made) if one is None or one not in made[place + 1 :]]

    def _bases(self, owner: Symbol) -> list[Symbol | None]:
        if owner not in self._above:
            self._above[owner] = self._read_bases(owner)
        return self._above[owner]

    def _read_bases(self, owner: Symbol) -> list[Symbol | None]:
        path, line = owner.location.path, owner.location.line
        head = bases.of_file(self._index, path, self._symbols(path)).get(line)
        if head is None:
            return []
        found: list[Symbol | None] = []
        for base, within in zip(head.bases, head.within, strict=True):
            found.append(None if base in head.renamed else self._meant(path, base, within))
        return [*found, None] if head.open else found

    def _meant(self, path: str, name: str, module: str) -> Symbol | None:
        """The one class that a base can be; None where there is none, or are several."""
        own = None if module else self.class_of(path, name)
        if own is not None:
            return own
        if name not in self._classes:
            named = symbols.named(self._index, name)
            self._classes[name] = [
                one for one in named if one.kind == "class" and one.name == name and one.location.path.endswith(".py")
            ]
        last = module.rpartition(".")[2]
        found = [one for one in self._classes[name] if not last or _module_of(one.location.path) == last]
        return found[0] if len(found) == 1 else None


def _module_of(path: str) -> str:
    """The last name of a module: `base` of `tracking/base.py`, `losses` of `losses/__init__.py`."""
    return path.removesuffix(".py").removesuffix("/__init__").rpartition("/")[2]
