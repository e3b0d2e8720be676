"""What a name means where it is used, as C++ looks names up: what one file sees of its own text and of its headers'.

Namespaces and classes from the inside out, a class's bases, what `using` brings in (`scopes.py`). What cannot be read
means nothing, and neither does what it hides.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from tfexplore.cpp.constants import CLASSES, Defined, Definitions, literal, read_definitions, said
from tfexplore.cpp.library import PART, AskedTables, Library, needle
from tfexplore.cpp.scopes import Path, Scopes
from tfexplore.cpp.source_file import File
from tfexplore.paths import SOURCE_SUFFIXES

MAX_DEPTH = 24
#: The namespaces and classes that one name is looked for in.
MAX_SCOPES = 200
#: Stands in front of the qualifiers of `::a::b`.
ROOT = "::"
#: A namespace, and never a class: no file need be searched for what it is.
_NAMESPACE = "tensorflow"


class _Hidden(Exception):  # noqa: N818 (no error: an answer)
    """A name means something that cannot be read, and so nothing that stands farther away."""


class _Search:
    """What one name means: its definitions are looked through as C++ looks names up."""

    def __init__(self, sight: Sight, table: str, name: str) -> None:
        self.sight = sight
        self.table = table
        self.name = name
        self.own = sight.file.scopes
        #: The files that may define it, with the headers that led to them.
        self.places: list[tuple[str, Definitions]] = []
        self._of_class: dict[str, list[tuple[str, Definitions]]] = {}

    def find(self, use: Path | None, qualifiers: Path) -> Defined | None:
        """What the name means that is used in a scope, behind some qualifiers."""
        waiting = self.sight.places(self.name, self.table)
        hidden = False
        # What a header only declares is sought beside it when nothing nearer says what it is.
        for place in waiting:
            if _is_beside(place, self.sight.library):
                found, hidden = self._at(use, qualifiers)
                if found is not None:
                    return found
                self.places += [place, *waiting]
                break
            self.places.append(place)
        found, hidden = self._at(use, qualifiers)
        if found is not None or self.table != "constants":
            return found
        text = self.sight.library.elsewhere.get(self.name)
        if text is not None and (self._outer(qualifiers) == _NAMESPACE if qualifiers else not hidden):
            return Defined((), literal(text))
        return None

    def _outer(self, qualifiers: Path) -> str:
        """The qualifiers in one piece; of an alias what it stands for."""
        text = "::".join(part for part in qualifiers if part != ROOT)
        found = next((target for (_, name), target in self.own.aliases.items() if name == text), text or _NAMESPACE)
        return found.removeprefix(ROOT)

    def _at(self, use: Path | None, qualifiers: Path) -> tuple[Defined | None, bool]:
        """What is found, and whether that is the last word."""
        try:
            found = self._loosely(qualifiers) if use is None else self._used(use, qualifiers)
        except _Hidden:
            return None, True
        return found, found is not None

    def _loosely(self, qualifiers: Path) -> Defined | None:
        wanted = tuple(part for part in qualifiers if part != ROOT)
        for header, place in self.places:
            for found in getattr(place, self.table).get(self.name, ()):
                if found.scope[len(found.scope) - len(wanted) :] == wanted:
                    return self._noted(header, self._settled(place, found))
        if wanted and wanted[-1] != _NAMESPACE and self._files(wanted[-1]):
            raise _Hidden
        return None

    def _settled(self, place: Definitions, found: Defined) -> Defined:
        """The definition that a use sees of a file's in one scope; `_Hidden` where a build decides which that is."""
        if self.sight.library.undecided is None:
            return found
        alike: list[Defined] = [one for one in getattr(place, self.table)[self.name] if one.scope == found.scope]
        if not any(one.under for one in alike) or len({one.value for one in alike}) == 1:
            return found
        seen = [one for one in alike if f"{self.sight.under} && ".startswith(f"{one.under} && ")]
        if len({one.value for one in seen}) == 1:
            return seen[0]
        conditions = next(one.under for one in alike if one.under)
        self.sight.torn = (
            f"what {self.name} is here is decided by a setting of the repository's own build: {conditions}"
        )
        raise _Hidden

    def _noted(self, header: str, found: Defined) -> Defined:
        if header:
            self.sight.answered.add(header)
        return found

    def _used(self, use: Path, qualifiers: Path) -> Defined | None:
        seen: set[Path] = set()
        if not qualifiers:
            for level in _levels(use):
                found = self._member(level, seen)
                if found is not None:
                    return found
            return self._only()
        scope = self._scope(use, qualifiers)
        return None if scope is None else self._member(scope, seen)

    def _only(self) -> Defined | None:
        """The one definition in sight that is no class's and no function's: some `using` out of sight leads to it."""
        found: Defined | None = None
        for header, place in self.places:
            for one in getattr(place, self.table).get(self.name, ()):
                if one.scope not in place.scopes.names or one.scope in place.scopes.classes:
                    continue
                if found is not None and found != one:
                    raise _Hidden
                found = self._noted(header, self._settled(place, one))
        return found

    # -- scopes --

    def _files(self, name: str) -> list[tuple[str, Definitions]]:
        """The files that say something of a class or an alias with this name."""
        if name not in self._of_class:
            known = name == _NAMESPACE or any(
                path[-1:] == (name,) and path not in scopes.classes
                for scopes in (self.own, *[place.scopes for _, place in self.places])
                for path in scopes.names
            )
            self._of_class[name] = [] if known else self.sight.told_of_class(name)
        return self._of_class[name]

    def _scopes(self, name: str) -> Iterator[Scopes]:
        """What is known of the scopes of files, to look for one with this name."""
        yield self.own
        for _, place in self.places:
            yield place.scopes
        for _, place in self._files(name):
            yield place.scopes

    def _scope(self, use: Path, qualifiers: Path, depth: int = 0) -> Path | None:
        """The namespace or class that qualifiers mean; None for one that nobody knows."""
        if depth > MAX_DEPTH:
            raise _Hidden
        absolute = qualifiers[:1] == (ROOT,)
        first, *more = (qualifiers[1:] if absolute else qualifiers) or ("",)
        for level in [()] if absolute else _levels(use):
            scope = self._named(level, first, depth) if first else ()
            if scope is None:
                continue
            for part in more:
                inner = self._named(scope, part, depth)
                if inner is None:
                    return None
                scope = inner
            return scope
        return None

    def _named(self, level: Path, name: str, depth: int) -> Path | None:
        """The scope of a name in another one."""
        path = (*level, name)
        for scopes in self._scopes(name):
            if path in scopes.names:
                return path
        for scopes in self._scopes(name):
            target = scopes.aliases.get((level, name))
            if target is not None:
                parts = _split(target)
                if not parts or parts == (name,):
                    raise _Hidden
                meant = self._scope(level, parts, depth + 1)
                if meant is None:
                    raise _Hidden
                return meant
        for opened in self._opened(level, depth):
            path = (*opened, name)
            if any(path in scopes.names for scopes in self._scopes(name)):
                return path
        return None

    def _opened(self, level: Path, depth: int) -> Iterator[Path]:
        """The namespaces that `using namespace` opens in a scope."""
        for scopes in (self.own, *[place.scopes for _, place in self.places]):
            for target in scopes.directives.get(level, ()):
                parts = _split(target)
                if not parts:
                    continue
                if parts[0] != ROOT:
                    for outer in _levels(level):
                        path = (*outer, *parts)
                        if any(path in one.names for one in (self.own, *[place.scopes for _, place in self.places])):
                            yield path
                            break
                else:
                    yield parts[1:]

    # -- members --

    def _member(self, scope: Path, seen: set[Path]) -> Defined | None:
        """What the name is in a namespace or a class; `_Hidden` where it is something that cannot be read."""
        if scope in seen:
            return None
        if len(seen) > MAX_SCOPES:
            raise _Hidden
        seen.add(scope)
        for header, place in self.places:
            for found in getattr(place, self.table).get(self.name, ()):
                if found.scope == scope:
                    return self._noted(header, self._settled(place, found))
        if self.table != "types":
            for scopes in (self.own, *[place.scopes for _, place in self.places]):
                target = scopes.aliases.get((scope, self.name))
                if target is not None:
                    parts = _split(target)
                    if parts[-1:] != (self.name,):
                        raise _Hidden
                    origin = self._scope(scope, parts[:-1])
                    return None if origin is None else self._member(origin, seen)
        if not scope:
            return self._brought(scope, seen)
        for place in (
            Definitions({}, frozenset(), {}, {}, self.own, self.sight.file.shape),
            *[place for _, place in self.places],
            *([] if scope[-1][0] == "{" else [place for _, place in self._files(scope[-1])]),
        ):
            if scope in place.scopes.classes:
                return self._inherited(place, scope, seen)
        return self._brought(scope, seen)

    def _brought(self, scope: Path, seen: set[Path]) -> Defined | None:
        for opened in self._opened(scope, 0):
            found = self._member(opened, seen)
            if found is not None:
                return found
        return None

    def _inherited(self, place: Definitions, scope: Path, seen: set[Path]) -> Defined | None:
        """What a class has of its bases, when it does not say the name itself."""
        bases, start, end = place.scopes.classes[scope]
        for match in re.compile(rf"\b{re.escape(self.name)}\b").finditer(place.shape, start, end):
            if place.scopes.at(match.start()) == scope:
                raise _Hidden
        results: set[Defined] = set()
        unknown = False
        for base in bases:
            path = self._scope(scope[:-1], _split(base)) if base else None
            if path is None:
                unknown = True
                continue
            found = self._member(path, seen)
            if found is not None:
                results.add(found)
        if len(results) > 1 or (unknown and not results):
            raise _Hidden
        return results.pop() if results else None


def _may_define(shape: str, name: str) -> bool:
    """Whether a value could stand behind a name somewhere in a text."""
    if name not in shape:
        return False
    # The first letter comes first: `re` runs to the next one at C speed, and would stop at every word for a `\b`.
    first, rest = re.escape(name[:1]), re.escape(name[1:])
    return re.search(rf"{first}(?<!\w{first}){rest}\s*(?:\[[^\[\]]*\]\s*)?[={{]", shape) is not None


def _is_beside(place: tuple[str, Definitions], library: Library) -> bool:
    """Whether a place is the source beside a header, and not the header itself or the file in hand."""
    header, definitions = place
    return bool(header) and library.definitions(header) is not definitions


def _levels(scope: Path) -> Iterator[Path]:
    """A scope and those around it, from the inside out."""
    for length in range(len(scope), -1, -1):
        yield scope[:length]


def _split(name: str) -> Path:
    """`::a::b` as qualifiers."""
    if not name:
        return ()
    return (ROOT, *name[2:].split("::")) if name.startswith("::") else tuple(name.split("::"))


def _unjoined(text: str) -> Path:
    return tuple(text.split("/")) if text else ()


class Sight:
    """What names mean in one file.

    A name is looked for in the file itself, in the headers it includes, and, for a constant that a header only
    declares, in the source file of the same name. `scope` is where the name stands; None where nobody knows, and then
    the nearest definition is meant that fits its qualifiers.
    """

    def __init__(self, file: File, library: Library) -> None:
        self.file = file
        self.library = library
        self.scope: Path | None = ()
        #: The undecided conditions that the statement in hand stands under, and what else those decide of it.
        self.under = ""
        self.torn = ""
        self._torn: dict[tuple[str, str], str] = {}
        #: The type table; what is asked of it is remembered.
        self.tables = AskedTables(library)
        self._own: Definitions | None = None
        self._headers: frozenset[str] | None = None
        self._found: dict[tuple[str, str], Defined | str | None] = {}
        #: Other sources that were asked: what they define decides what this file means.
        self.consulted: set[str] = set()
        #: The headers that gave an answer, or that led to the source which did.
        self.answered: set[str] = set()

    @property
    def own(self) -> Definitions:
        """The file's own definitions, as this build compiles it."""
        if self._own is None:
            file = self.file
            if file.doubtful:
                self._own = read_definitions(file.code, file.shape, file.scopes, file.under)
            else:
                self._own = read_definitions(file.code, file.shape, file.scopes)
        return self._own

    def _reach(self) -> frozenset[str]:
        if self._headers is None:
            self._headers = frozenset([v.path for v in self.file.reach])
        return self._headers

    def places(self, name: str, table: str) -> Iterator[tuple[str, Definitions]]:
        """Where a name can be defined, nearest first, each with the header that it is found by, if by any."""
        # Most constants are defined in a header, and the file's own definitions take long to read.
        if table != "constants" or _may_define(self.file.shape, name):
            yield "", self.own
        behind: list[str] = []
        for path in self.library.mentioning(needle(name), self._reach()):
            found = self.library.definitions(path)
            if found is not None:
                yield path, found
                behind.append(path)
        for path in behind:
            stem = path.rpartition(".")[0]
            for suffix in SOURCE_SUFFIXES:
                found = self.library.definitions(stem + suffix)
                if found is not None:
                    self.consulted.add(stem + suffix)
                    yield path, found

    def lookup(self, table: str, name: str, qualifiers: Path = ()) -> Defined | None:
        """What a name means here, and the scope in which that is to be understood."""
        scope = "?" if self.scope is None else "/".join(self.scope)
        key = (table, PART.join((scope + self.under, "/".join(qualifiers), name)))
        if key not in self._found:
            before, self.torn = self.torn, ""
            self._found[key] = _Search(self, table, name).find(self.scope, qualifiers)
            if self.torn:
                self._torn[key] = self.torn
            self.torn = self.torn or before
        elif key in self._torn:
            self.torn = self._torn[key]
        found = self._found[key]
        return found if isinstance(found, Defined) else None

    @contextmanager
    def inside(self, scope: Path | None) -> Iterator[None]:
        """Names meanwhile mean what they mean in another scope."""
        before, self.scope = self.scope, scope
        try:
            yield
        finally:
            self.scope = before

    def asked(self) -> tuple[tuple[str, str, str], ...]:
        """What was looked up beyond this file's macros, and what was found, for `answers_alike` to ask again."""
        found = [(table, name, repr(value)) for (table, name), value in sorted(self._found.items(), key=lambda i: i[0])]
        return (*found, *self.tables.asked())

    def answers_alike(self, asked: Iterable[tuple[str, str, str]]) -> bool:
        """Whether every question of an earlier run has the answer that it had then."""
        for table, key, answer in asked:
            if table in self.tables.NAMES:
                if self.tables.answer(table, key)[2] != answer:
                    return False
                continue
            if table == CLASSES:
                self.told_of_class(key)
            else:
                scope, qualifiers, name = key.split(PART)
                with self.inside(None if scope == "?" else _unjoined(scope)):
                    self.lookup(table, name, _unjoined(qualifiers))
            if repr(self._found[table, key]) != answer:
                return False
        return True

    def told_of_class(self, name: str) -> list[tuple[str, Definitions]]:
        """The files in sight that say something of a class, or of an alias, with this name."""
        places = []
        own = Definitions({}, frozenset(), {}, {}, self.file.scopes, self.file.shape)
        for header, place in (
            ("", own),
            *[(path, self.library.definitions(path)) for path in self.library.mentioning(needle(name), self._reach())],
        ):
            if place is not None and said(place, CLASSES, name):
                places.append((header, place))
                if header:
                    self.answered.add(header)
        key = (CLASSES, name)
        if key not in self._found:
            self._found[key] = repr([(header, said(place, CLASSES, name)) for header, place in places])
        return places
