"""The files of a tree as expressions ask them: what they define, who mentions a name, what the type table says."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from hashlib import blake2b
from typing import Any

from tfexplore.cpp import lexer
from tfexplore.cpp.constants import Definitions, read_definitions, said
from tfexplore.cpp.scopes import read_scopes
from tfexplore.cpp.types import Types
from tfexplore.paths import SOURCE_SUFFIXES

#: What parts the scope in which a name was looked up, its qualifiers, and the name.
PART = "|"


class Tables:
    """The type table by names."""

    enum: Mapping[str, int]
    cpp_names: Mapping[str, str]
    spec_names: Mapping[str, str]
    sets: Mapping[str, tuple[str, ...]]
    #: What an op may be called (`Types.op_names`), under the empty name.
    op_names: Mapping[str, tuple[str, ...]]


class Library(Tables):
    """The definitions of a tree's files, read when they are first asked for, shared by all files of a worker."""

    def __init__(
        self, read: Callable[[str], bytes | None], types: Types, constants: Iterable[tuple[str, str]] = (),
        undecided: Callable[[str, bytes], list[tuple[int, int, str]]] | None = None,
    ) -> None:  # fmt: skip
        self._read = read
        #: The stretches of a file that a build decides on which is not here; None where every build is told.
        self.undecided = undecided
        #: What is defined nowhere in the tree, but in the release that it is read against.
        self.elsewhere = dict(constants)
        self._known: dict[str, Definitions | None] = {}
        self._bytes: dict[str, bytes | None] = {}
        #: Of each name the files that were looked into, and those that hold it.
        self._mentioning: dict[bytes, tuple[set[str], set[str]]] = {}
        self.types = types
        self.cpp_names = dict(types.cpp_names)
        self.spec_names = dict(types.spec_names)
        self.sets = dict(types.sets)
        self.op_names = {"": types.op_names}
        self.enum = dict(types.enum)

    def mentions(self, path: str, name: bytes) -> bool:
        """Whether a file holds a name at all."""
        if path not in self._bytes:
            self._bytes[path] = self._read(path)
        data = self._bytes[path]
        return data is not None and name in data

    def mentioning(self, name: bytes, paths: frozenset[str]) -> list[str]:
        """Those of some files that hold a name, in order: most do not, and are not read further."""
        asked, found = self._mentioning.setdefault(name, (set(), set()))
        found.update([path for path in paths - asked if self.mentions(path, name)])
        asked |= paths
        return sorted(found & paths)

    def definitions(self, path: str) -> Definitions | None:
        """What a file defines; None when it is not there."""
        if path not in self._known:
            data = self._bytes[path] if path in self._bytes else self._read(path)
            if data is None:
                self._known[path] = None
            else:
                source = lexer.split(data)
                scopes = read_scopes(source.shape, source.directives)
                stretches = self.undecided(path, data) if self.undecided is not None else []
                if stretches:
                    self._known[path] = read_definitions(source.code, source.shape, scopes, _under(stretches))
                else:
                    self._known[path] = read_definitions(source.code, source.shape, scopes)
        return self._known[path]

    def told(self, header: str, asked: Collection[tuple[str, str]]) -> tuple[tuple[str, str, str, str], ...]:
        """What a header answers whoever looks up one of these names (of a table, one), and the sources beside it.

        A source answers for what the header holds the name of: where, which, and what it is.
        """
        stem = header.rpartition(".")[0]
        found = []
        names = {(table, key.rpartition(PART)[2]) for table, key in asked}
        for path in (header, *[stem + suffix for suffix in SOURCE_SUFFIXES]):
            definitions = self.definitions(path)
            if definitions is None:
                continue
            for table, name in names:
                value = said(definitions, table, name)
                if value and (path == header or self.mentions(header, needle(name))):
                    found.append((path, table, name, value))
        return tuple(sorted(found))


def _under(stretches: list[tuple[int, int, str]]) -> Callable[[int], str]:
    return lambda offset: " && ".join([text for start, end, text in stretches if start <= offset < end])


def needle(name: str) -> bytes:
    """A name as the bytes of a file hold it."""
    return name.encode("latin-1", "replace")


class _Table(dict[str, Any]):
    """A table that remembers the names it was asked for."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        super().__init__(table)
        self.asked: set[str] = set()

    def __contains__(self, name: object) -> bool:
        self.asked.add(str(name))
        return super().__contains__(name)

    def __getitem__(self, name: str) -> Any:
        self.asked.add(name)
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self.asked.add(name)
        return super().get(name, default)


class AskedTables(Tables):
    """The type table as one file asks it: what it never asked for can be another without its meaning being so."""

    NAMES = ("enum", "cpp_names", "spec_names", "sets", "op_names")

    def __init__(self, library: Library) -> None:
        self.enum = _Table(library.enum)
        self.cpp_names = _Table(library.cpp_names)
        self.spec_names = _Table(library.spec_names)
        self.sets = _Table(library.sets)
        self.op_names = _Table(library.op_names)

    def asked(self) -> list[tuple[str, str, str]]:
        """For each table that was asked the names, and a digest of what it has for them."""
        tables = [(name, getattr(self, name).asked) for name in self.NAMES]
        return [self.answer(name, "\0".join(sorted(asked))) for name, asked in tables if asked]

    def answer(self, table: str, names: str) -> tuple[str, str, str]:
        """What a table has for some names."""
        answers = repr([getattr(self, table).get(name) for name in names.split("\0")])
        return table, names, blake2b(answers.encode(), digest_size=8).hexdigest()
