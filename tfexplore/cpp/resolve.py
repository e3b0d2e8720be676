"""From expressions to values: string constants, type names, lists of types, numbers.

What an expression means is looked for in the file itself, in the headers it includes, and, for a constant that a header
only declares, in the source file of the same name. A name means what it means where it is used (`scopes.py`):
namespaces and classes from the inside out, a class's bases, what `using` brings in. Whatever is not found there is
None: the caller reports it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import blake2b
from typing import Any

from tfexplore._record import Record
from tfexplore.cpp import lexer
from tfexplore.cpp.preprocessor import File
from tfexplore.cpp.scopes import NO_SCOPES, Path, Scopes, read_scopes
from tfexplore.cpp.syntax import split_arguments
from tfexplore.cpp.types import Types, plain_type, typedef_places
from tfexplore.paths import SOURCE_SUFFIXES

MAX_DEPTH = 24
#: Constants that are made of constants may grow exponentially: the steps that one value may take, and its length.
MAX_STEPS = 3000
MAX_TEXT = 65_536
#: The namespaces and classes that one name is looked for in.
MAX_SCOPES = 200

# Both are matched on the text without literals, where a string is blanks: white space may be the value.
_CONSTANT = re.compile(r"\b(?:const|constexpr|DataType)\b([^;{}()=]{0,300})(?:=|(?=\{))([^;]{0,8000});")
_EXTERN = re.compile(r"\bextern\s+const\b([^;{}()=]{0,300});")
#: The name at the end of a declaration, and the classes that it is qualified with.
_DECLARED = re.compile(r"((?:(?:\b[A-Za-z_]\w*|>)\s*::\s*)*)\b([A-Za-z_]\w*)\s*(?:\[[^\[\]]*\]\s*)?\Z")
_FUNCTION = re.compile(
    r"\b(?:string|char\s*\*\s*(?:const\s+)?|DataTypeVector|DataTypeSet|DataType|StringPiece|string_view|DataType\s*>)&?\s+"
    r"([A-Za-z_]\w*)\s*\(([^()]{0,1000})\)\s*\{\s*return\b([^;]{0,8000});\s*\}"
)
_WORDS = ("const", "DataType", "string")

#: Calls and wrappers that leave a string as it is.
_SAME = frozenset(["string", "StringPiece", "string_view", "c_str", "str", "move", "tstring"])
#: Calls that put their arguments together.
_CONCAT = frozenset(["StrCat"])


class Defined(Record):
    """One definition: the scope that it stands in, and what it says, unparsed.

    That is a constant's initialiser, a type, or of a function the parameters and the expression that it returns.
    """

    scope: Path
    value: str | tuple[str, str]


class Definitions(Record):
    """What a text defines that expressions can name, in order; `shape` is the text without literals."""

    constants: dict[str, list[Defined]]
    externs: frozenset[str]
    functions: dict[str, list[Defined]]
    types: dict[str, list[Defined]]
    scopes: Scopes = NO_SCOPES
    shape: str = ""

    def first_constants(self) -> dict[str, str]:
        """The constants, of each name the first."""
        return {name: str(found[0].value) for name, found in self.constants.items()}


def read_definitions(code: str, shape: str, scopes: Scopes) -> Definitions:
    """The constants, functions that only return, and type names of a text (`shape`: the same without literals)."""
    constants: dict[str, list[Defined]] = {}

    def add(table: dict[str, list[Defined]], name: str, scope: Path, value: str | tuple[str, str]) -> None:
        table.setdefault(name, []).append(Defined(scope, value))

    for match in _CONSTANT.finditer(shape):
        name = _DECLARED.search(match.group(1))
        if name:
            scope = (*scopes.at(match.start()), *_qualifiers(name.group(1)))
            add(constants, name.group(2), scope, code[match.start(2) : match.end(2)])
    functions: dict[str, list[Defined]] = {}
    if "return" in shape:
        for match in _FUNCTION.finditer(shape):
            said = (match.group(2), code[match.start(3) : match.end(3)])
            add(functions, match.group(1), scopes.at(match.start()), said)
    types: dict[str, list[Defined]] = {}
    if "typedef" in shape or "using" in shape:
        for new, target, offset in typedef_places(shape):
            add(types, new, scopes.at(offset), target)
    declared = map(_DECLARED.search, _EXTERN.findall(shape)) if "extern" in shape else ()
    externs = frozenset(name.group(2) for name in declared if name)
    return Definitions(constants, externs, functions, types, scopes, shape)


def _qualifiers(text: str) -> Path:
    """`A::B::` as scopes."""
    return tuple(text.replace(" ", "").split("::")[:-1])


def _literal(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


class Tables:
    """The type table by names."""

    enum: Mapping[str, int]
    cpp_names: Mapping[str, str]
    spec_names: Mapping[str, str]
    sets: Mapping[str, tuple[str, ...]]


class Library(Tables):
    """The definitions of a tree's files, read when they are first asked for, shared by all files of a worker."""

    def __init__(
        self, read: Callable[[str], bytes | None], types: Types, constants: Iterable[tuple[str, str]] = ()
    ) -> None:
        self._read = read
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
                self._known[path] = read_definitions(source.code, source.shape, scopes)
        return self._known[path]

    def told(self, header: str, asked: Collection[tuple[str, str]]) -> tuple[tuple[str, str, str, str], ...]:
        """What a header answers whoever looks up one of these names (of a table, one), and the sources beside it.

        A source answers for what the header holds the name of: where, which, and what it is.
        """
        stem = header.rpartition(".")[0]
        found = []
        names = {(table, key.rpartition(_PART)[2]) for table, key in asked}
        for path in (header, *[stem + suffix for suffix in SOURCE_SUFFIXES]):
            definitions = self.definitions(path)
            if definitions is None:
                continue
            for table, name in names:
                value = _said(definitions, table, name)
                if value and (path == header or self.mentions(header, _needle(name))):
                    found.append((path, table, name, value))
        return tuple(sorted(found))


#: What parts the scope in which a name was looked up, its qualifiers, and the name.
_PART = "|"
#: The table of classes, of which one asks what they are derived from.
_CLASSES = "classes"


def _said(definitions: Definitions, table: str, name: str) -> str:
    """All that a file says of a name; empty where that is nothing."""
    scopes = definitions.scopes
    aliases = [(path, target) for (path, alias), target in scopes.aliases.items() if alias == name]
    if table != _CLASSES:
        found = getattr(definitions, table).get(name, ())
        return repr((found, aliases)) if found or (aliases and table != "types") else ""
    classes = [
        (path, one.bases, " ".join(definitions.shape[one.start : one.end].split()))
        for path, one in scopes.classes.items()
        if path[-1] == name
    ]
    return blake2b(repr((classes, aliases)).encode(), digest_size=8).hexdigest() if classes or aliases else ""


def _needle(name: str) -> bytes:
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


class _AskedTables(Tables):
    """The type table as one file asks it: what it never asked for can be another without its meaning being so."""

    NAMES = ("enum", "cpp_names", "spec_names", "sets")

    def __init__(self, library: Library) -> None:
        self.enum = _Table(library.enum)
        self.cpp_names = _Table(library.cpp_names)
        self.spec_names = _Table(library.spec_names)
        self.sets = _Table(library.sets)

    def asked(self) -> list[tuple[str, str, str]]:
        """For each table that was asked the names, and a digest of what it has for them."""
        tables = [(name, getattr(self, name).asked) for name in self.NAMES]
        return [self.answer(name, "\0".join(sorted(asked))) for name, asked in tables if asked]

    def answer(self, table: str, names: str) -> tuple[str, str, str]:
        """What a table has for some names."""
        answers = repr([getattr(self, table).get(name) for name in names.split("\0")])
        return table, names, blake2b(answers.encode(), digest_size=8).hexdigest()


class _Hidden(Exception):  # noqa: N818 (no error: an answer)
    """A name means something that cannot be read, and so nothing that stands farther away."""


def _unjoined(text: str) -> Path:
    return tuple(text.split("/")) if text else ()


#: Stands in front of the qualifiers of `::a::b`.
_ROOT = "::"
#: A namespace, and never a class: no file need be searched for what it is.
_NAMESPACE = "tensorflow"


class _Search:
    """What one name means: its definitions are looked through as C++ looks names up."""

    def __init__(self, resolver: Resolver, table: str, name: str) -> None:
        self.resolver = resolver
        self.table = table
        self.name = name
        self.own = resolver.file.scopes
        #: The files that may define it, with the headers that led to them.
        self.places: list[tuple[str, Definitions]] = []
        self._of_class: dict[str, list[tuple[str, Definitions]]] = {}

    def find(self, use: Path | None, qualifiers: Path) -> Defined | None:
        """What the name means that is used in a scope, behind some qualifiers."""
        waiting = self.resolver._places(self.name, self.table)
        hidden = False
        # What a header only declares is sought beside it when nothing nearer says what it is.
        for place in waiting:
            if _is_beside(place, self.resolver.library):
                found, hidden = self._at(use, qualifiers)
                if found is not None:
                    return found
                self.places += [place, *waiting]
                break
            self.places.append(place)
        found, hidden = self._at(use, qualifiers)
        if found is not None or self.table != "constants":
            return found
        text = self.resolver.library.elsewhere.get(self.name)
        if text is not None and (self._outer(qualifiers) == _NAMESPACE if qualifiers else not hidden):
            return Defined((), _literal(text))
        return None

    def _outer(self, qualifiers: Path) -> str:
        """The qualifiers in one piece; of an alias what it stands for."""
        text = "::".join(part for part in qualifiers if part != _ROOT)
        return next((target for (_, name), target in self.own.aliases.items() if name == text), text or _NAMESPACE)

    def _at(self, use: Path | None, qualifiers: Path) -> tuple[Defined | None, bool]:
        """What is found, and whether that is the last word."""
        try:
            found = self._loosely(qualifiers) if use is None else self._used(use, qualifiers)
        except _Hidden:
            return None, True
        return found, found is not None

    def _loosely(self, qualifiers: Path) -> Defined | None:
        wanted = tuple(part for part in qualifiers if part != _ROOT)
        for header, place in self.places:
            for found in getattr(place, self.table).get(self.name, ()):
                if found.scope[len(found.scope) - len(wanted) :] == wanted:
                    return self._noted(header, found)
        if wanted and wanted[-1] != _NAMESPACE and self._files(wanted[-1]):
            raise _Hidden
        return None

    def _noted(self, header: str, found: Defined) -> Defined:
        if header:
            self.resolver.answered.add(header)
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
                found = self._noted(header, one)
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
            self._of_class[name] = [] if known else self.resolver.told_of_class(name)
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
        absolute = qualifiers[:1] == (_ROOT,)
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
                if parts[0] != _ROOT:
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
                    return self._noted(header, found)
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
            Definitions({}, frozenset(), {}, {}, self.own, self.resolver.file.shape),
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
    return (_ROOT, *name[2:].split("::")) if name.startswith("::") else tuple(name.split("::"))


class Resolver:
    """Values of expressions as one file sees them. Expressions are token tuples with macros already expanded.

    `scope` is where the expression stands; None where nobody knows, and then the nearest definition of a name is meant
    that fits its qualifiers.
    """

    def __init__(self, file: File, library: Library) -> None:
        self.file = file
        self.library = library
        self.scope: Path | None = ()
        #: The type table; what is asked of it is remembered.
        self.tables = _AskedTables(library)
        self._own: Definitions | None = None
        self._headers: frozenset[str] | None = None
        self._found: dict[tuple[str, str], Defined | str | None] = {}
        self._values: dict[tuple[Path | None, tuple[str, ...]], tuple[str, ...] | None] = {}
        self._tokens: dict[Defined, tuple[str, ...]] = {}
        self._steps = 0
        #: Other sources that were asked: what they define decides what this file means.
        self.consulted: set[str] = set()
        #: The headers that gave an answer, or that led to the source which did.
        self.answered: set[str] = set()

    @property
    def own(self) -> Definitions:
        """The file's own definitions, as this build compiles it."""
        if self._own is None:
            self._own = read_definitions(self.file.code, self.file.shape, self.file.scopes)
        return self._own

    def _reach(self) -> frozenset[str]:
        if self._headers is None:
            self._headers = frozenset([v.path for v in self.file.reach])
        return self._headers

    def _places(self, name: str, table: str) -> Iterator[tuple[str, Definitions]]:
        """Where a name can be defined, nearest first, each with the header that it is found by, if by any."""
        # Most constants are defined in a header, and the file's own definitions take long to read.
        if table != "constants" or re.search(rf"\b{re.escape(name)}\s*(?:\[[^\[\]]*\]\s*)?[={{]", self.file.shape):
            yield "", self.own
        behind: list[str] = []
        for path in self.library.mentioning(_needle(name), self._reach()):
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

    def _lookup(self, table: str, name: str, qualifiers: Path = ()) -> Defined | None:
        """What a name means here, and the scope in which that is to be understood."""
        key = (table, _PART.join(("?" if self.scope is None else "/".join(self.scope), "/".join(qualifiers), name)))
        if key not in self._found:
            self._found[key] = _Search(self, table, name).find(self.scope, qualifiers)
        found = self._found[key]
        return found if isinstance(found, Defined) else None

    @contextmanager
    def _inside(self, scope: Path | None) -> Iterator[None]:
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
            if table == _CLASSES:
                self.told_of_class(key)
            else:
                scope, qualifiers, name = key.split(_PART)
                with self._inside(None if scope == "?" else _unjoined(scope)):
                    self._lookup(table, name, _unjoined(qualifiers))
            if repr(self._found[table, key]) != answer:
                return False
        return True

    def told_of_class(self, name: str) -> list[tuple[str, Definitions]]:
        """The files in sight that say something of a class, or of an alias, with this name."""
        places = []
        own = Definitions({}, frozenset(), {}, {}, self.file.scopes, self.file.shape)
        for header, place in (
            ("", own),
            *[(path, self.library.definitions(path)) for path in self.library.mentioning(_needle(name), self._reach())],
        ):
            said = _said(place, _CLASSES, name) if place is not None else ""
            if said and place is not None:
                places.append((header, place))
                if header:
                    self.answered.add(header)
        key = (_CLASSES, name)
        if key not in self._found:
            self._found[key] = repr([(header, _said(place, _CLASSES, name)) for header, place in places])
        return places

    def _value(self, found: Defined) -> tuple[str, ...]:
        """The tokens of a constant's initialiser, or of a type."""
        if found not in self._tokens:
            self._tokens[found] = tuple([token for token, _ in lexer.spans(str(found.value))])
        return self._tokens[found]

    def _may_go_on(self, depth: int) -> bool:
        """Whether a value at this depth may be looked for: neither too deep nor too long a way from where it began."""
        self._steps = self._steps + 1 if depth else 0
        return depth <= MAX_DEPTH and self._steps <= MAX_STEPS

    # -- strings --

    def string(self, tokens: tuple[str, ...], depth: int = 0) -> str | None:
        """The value of a string expression, or None: literals, constants, concatenations, functions that return one."""
        if not tokens or not self._may_go_on(depth):
            return None
        if all(lexer.is_string(t) for t in tokens):
            return "".join(map(lexer.string_value, tokens))
        parts: list[str] = []
        for piece in _pieces(tokens):
            value = self._string_piece(piece, depth)
            if value is None:
                return None
            parts.append(value)
            if sum(map(len, parts)) > MAX_TEXT:
                return None
        return "".join(parts)

    def _string_piece(self, tokens: tuple[str, ...], depth: int) -> str | None:
        if len(tokens) == 1:
            token = tokens[0]
            if lexer.is_string(token):
                return lexer.string_value(token)
            if lexer.is_identifier(token):
                return self._string_constant(token, (), depth)
            return token if token.isdigit() else None
        while len(tokens) > 4 and tokens[-3:] == ("c_str", "(", ")"):
            tokens = tokens[:-4]
        if tokens[0] == "(" and tokens[-1] == ")":
            return self.string(tokens[1:-1], depth + 1)
        if tokens[0] == "{" and tokens[-1] == "}":
            return self.string(tokens[1:-1], depth + 1)
        name, arguments = _call(tokens)
        if name is None:
            # A qualified constant: `tensorflow::DEVICE_CPU`, `FunctionLibraryDefinition::kArgOp`.
            if not _is_qualified(tokens):
                return None
            return self._string_constant(tokens[-1], _qualifiers_of(tokens), depth)
        if name in _SAME and len(arguments) == 1:
            return self.string(arguments[0], depth + 1)
        if name in _CONCAT:
            values = [self.string(a, depth + 1) for a in arguments]
            return None if any(v is None for v in values) else "".join(v for v in values if v is not None)
        callee = tokens[: tokens.index("(") if tokens[-1] == ")" else tokens.index("{")]
        if len(callee) > 1 and not _is_qualified(callee):
            return None
        function = self._lookup("functions", name, _qualifiers_of(callee))
        if function is None:
            return None
        names, body = _parameters(function)
        if len(names) < len(arguments):
            return None
        bound = {}
        for parameter, argument in zip(names, arguments, strict=False):
            given = self.string(argument, depth + 1)
            bound[parameter] = _literal(given) if given is not None else _UNKNOWN
        inserted = tuple(bound.get(token, token) for token in body)
        with self._inside(function.scope):
            return self.string(inserted, depth + 1) if len(inserted) <= MAX_STEPS else None

    def _string_constant(self, name: str, qualifiers: Path, depth: int) -> str | None:
        found = self._lookup("constants", name, qualifiers)
        if found is None:
            return None
        with self._inside(found.scope):
            return self.string(self._value(found), depth + 1)

    # -- numbers --

    def integer(self, tokens: tuple[str, ...], depth: int = 0) -> int | None:
        """The value of an integer expression: a literal with a sign, or a constant."""
        if not tokens or depth > MAX_DEPTH:
            return None
        if tokens[0] in ("-", "+"):
            value = self.integer(tokens[1:], depth + 1)
            return None if value is None else (-value if tokens[0] == "-" else value)
        if tokens[0] == "(" and tokens[-1] == ")":
            return self.integer(tokens[1:-1], depth + 1)
        if len(tokens) == 1 and tokens[0][0].isdigit():
            try:
                return int(tokens[0].rstrip("uUlL"), 0)
            except ValueError:
                return None
        if len(tokens) > 1 and not _is_qualified(tokens):
            return None
        found = (
            self._lookup("constants", tokens[-1], _qualifiers_of(tokens)) if lexer.is_identifier(tokens[-1]) else None
        )
        if found is None:
            return None
        with self._inside(found.scope):
            return self.integer(self._value(found), depth + 1)

    # -- types --

    def dtype(self, tokens: tuple[str, ...], depth: int = 0) -> str | None:
        """The `DT_X` of a C++ type."""
        if not tokens or depth > MAX_DEPTH:
            return None
        if tokens[0] == "typename":
            tokens = tokens[1:]
        joined = lexer.join(tokens)
        if len(tokens) > 4 and tokens[-1] == "Type" and "EnumToDataType" in tokens:
            start = tokens.index("EnumToDataType")
            if tokens[start + 1] == "<" and tokens[-3] == ">":
                return self._enum(tokens[start + 2 : -3], depth + 1)
        found = self.tables.cpp_names.get(plain_type(joined))
        if found is not None:
            return found
        while tokens[0] in ("const", "typename") and len(tokens) > 1:
            tokens = tokens[1:]
        # A file's own `using T = float` hides nothing of the table: the table's names are not redefined by a file.
        if len(tokens) > 1 and not _is_qualified(tokens):
            return None
        alias = self._lookup("types", tokens[-1], _qualifiers_of(tokens))
        if alias is None:
            return None
        with self._inside(alias.scope):
            return self.dtype(self._value(alias), depth + 1)

    def _enum(self, tokens: tuple[str, ...], depth: int) -> str | None:
        found = self.dtypes(tokens, depth)
        return found[0] if found is not None and len(found) == 1 else None

    def dtypes(self, tokens: tuple[str, ...], depth: int = 0) -> tuple[str, ...] | None:
        """The types of an expression that is a DataType or a list of them."""
        if depth == 0:
            key = (self.scope, tokens)
            if key not in self._values:
                self._values[key] = self._dtypes(tokens, 1)
            return self._values[key]
        return self._dtypes(tokens, depth)

    def _dtypes(self, tokens: tuple[str, ...], depth: int) -> tuple[str, ...] | None:
        if not tokens or not self._may_go_on(depth - 1):
            return None
        if tokens[0] == "{" and tokens[-1] == "}":
            listed: list[str] = []
            for part in split_arguments(tokens[1:-1]):
                if not part:
                    continue  # a comma behind the last one
                inner = self.dtypes(part, depth + 1)
                if inner is None:
                    return None
                listed.extend(inner)
            return tuple(listed)
        if "DataTypeToEnum" in tokens:
            start = tokens.index("DataTypeToEnum")
            try:
                end = len(tokens) - 1 - tokens[::-1].index(">")
            except ValueError:
                return None
            if tokens[start + 1 : start + 2] == ("<",) and tokens[end + 1 :] in (
                ("::", "v", "(", ")"), ("::", "value"), ("::", "ref", "(", ")"),
            ):  # fmt: skip
                single = self.dtype(tokens[start + 2 : end], depth + 1)
                return None if single is None else (single,)
            return None
        name = tokens[-1]
        if len(tokens) == 1 or _is_qualified(tokens):
            if name in self.tables.enum:
                return (name,)
            if name.endswith("_REF") and name[:-4] in self.tables.enum:
                return (name,)
            if name in self.tables.sets:
                return self.tables.sets[name]
            found = self._lookup("constants", name, _qualifiers_of(tokens)) if lexer.is_identifier(name) else None
            if found is None:
                return None
            with self._inside(found.scope):
                return self.dtypes(self._value(found), depth + 1)
        call, arguments = _call(tokens)
        if call is None:
            return None
        if call in ("DataTypeVector", "ToSet", "DataTypeSet", "DataTypeSlice", "vector"):
            merged: list[str] = []
            for argument in arguments:
                part_types = self.dtypes(argument, depth + 1)
                if part_types is None:
                    return None
                merged.extend(part_types)
            return tuple(merged)
        callee = tokens[: tokens.index("(") if tokens[-1] == ")" else tokens.index("{")]
        if arguments or (len(callee) > 1 and not _is_qualified(callee)):
            return None
        function = self._lookup("functions", call, _qualifiers_of(callee))
        if function is None:
            return None
        with self._inside(function.scope):
            return self.dtypes(_parameters(function)[1], depth + 1)


#: What an argument is that cannot be read.
_UNKNOWN = "?"


def _parameters(function: Defined) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A function's parameters, and the tokens of what it returns."""
    parameters, body = function.value[0], function.value[1]
    names = tuple(p.split()[-1].lstrip("*&") for p in parameters.split(",") if p.strip())
    return names, tuple(t for t, _ in lexer.spans(body))


def _qualifiers_of(tokens: tuple[str, ...]) -> Path:
    """The qualifiers of a name that `_is_qualified`."""
    if len(tokens) == 1:
        return ()
    return (*tokens[:1], *tokens[1:-1:2]) if tokens[0] == _ROOT else tokens[:-1:2]


def _is_qualified(tokens: tuple[str, ...]) -> bool:
    """`tensorflow::DEVICE_CPU` and the like: names and `::` only."""
    return "::" in tokens and all(t == "::" or lexer.is_identifier(t) for t in tokens)


def _pieces(tokens: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The operands of `+` and of adjacent literals."""
    level = start = 0
    for i, token in enumerate(tokens):
        if token in ("(", "{", "["):
            level += 1
        elif token in (")", "}", "]"):
            level -= 1
        elif not level and token == "+":
            if i > start:
                yield tokens[start:i]
            start = i + 1
        elif not level and i > start and (lexer.is_string(token) or lexer.is_string(tokens[i - 1])):
            yield tokens[start:i]
            start = i
    if start < len(tokens):
        yield tokens[start:]


def _call(tokens: tuple[str, ...]) -> tuple[str | None, tuple[tuple[str, ...], ...]]:
    """The name (unqualified) and arguments of a call, or (None, ())."""
    if tokens[-1] not in (")", "}"):
        return None, ()
    opening = "(" if tokens[-1] == ")" else "{"
    if opening not in tokens:
        return None, ()
    start = tokens.index(opening)
    if not start or not lexer.is_identifier(tokens[start - 1]):
        return None, ()
    level = 0
    for i in range(start, len(tokens)):
        if tokens[i] == opening:
            level += 1
        elif tokens[i] == tokens[-1]:
            level -= 1
            if not level:
                if i != len(tokens) - 1:
                    return None, ()
                return tokens[start - 1], split_arguments(tokens[start + 1 : -1])
    return None, ()
