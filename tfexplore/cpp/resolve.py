"""From expressions to values: string constants, type names, lists of types, numbers.

What an expression means is looked for in the file itself, in the headers it includes, and, for a constant that a header
only declares, in the source file of the same name. Whatever is not found there is None: the caller reports it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import Any

from tfexplore._record import Record
from tfexplore.cpp import lexer
from tfexplore.cpp.preprocessor import File
from tfexplore.cpp.syntax import split_arguments
from tfexplore.cpp.types import Types, plain_type, typedefs
from tfexplore.paths import SOURCE_SUFFIXES

MAX_DEPTH = 24
#: Constants that are made of constants may grow exponentially: the steps that one value may take, and its length.
MAX_STEPS = 3000
MAX_TEXT = 65_536

# Both are matched on the text without literals, where a string is blanks: white space may be the value.
_CONSTANT = re.compile(r"\b(?:const|constexpr|DataType)\b([^;{}()=]{0,300})(?:=|(?=\{))([^;]{0,8000});")
_EXTERN = re.compile(r"\bextern\s+const\b([^;{}()=]{0,300});")
#: The name at the end of a declaration.
_DECLARED = re.compile(r"\b([A-Za-z_]\w*)\s*(?:\[[^\[\]]*\]\s*)?\Z")
_FUNCTION = re.compile(
    r"\b(?:string|char\s*\*\s*(?:const\s+)?|DataTypeVector|DataTypeSet|DataType|StringPiece|string_view|DataType\s*>)&?\s+"
    r"([A-Za-z_]\w*)\s*\(([^()]{0,1000})\)\s*\{\s*return\b([^;]{0,8000});\s*\}"
)
_WORDS = ("const", "DataType", "string")

#: Calls and wrappers that leave a string as it is.
_SAME = frozenset(["string", "StringPiece", "string_view", "c_str", "str", "move", "tstring"])
#: Calls that put their arguments together.
_CONCAT = frozenset(["StrCat"])


class Definitions(Record):
    """What a text defines that expressions can name; values are unparsed stretches of it."""

    constants: dict[str, str]
    externs: frozenset[str]
    functions: dict[str, tuple[str, str]]  # name -> (parameters, returned expression)
    types: dict[str, str]


def read_definitions(code: str, shape: str) -> Definitions:
    """The constants, functions that only return, and type names of a text (`shape`: the same without literals)."""
    constants: dict[str, str] = {}
    for match in _CONSTANT.finditer(shape):
        name = _DECLARED.search(match.group(1))
        if name:
            constants.setdefault(name.group(1), code[match.start(2) : match.end(2)])
    functions: dict[str, tuple[str, str]] = {}
    if "return" in shape:
        for match in _FUNCTION.finditer(shape):
            functions.setdefault(match.group(1), (match.group(2), code[match.start(3) : match.end(3)]))
    declared = map(_DECLARED.search, _EXTERN.findall(shape)) if "extern" in shape else ()
    externs = frozenset(name.group(1) for name in declared if name)
    return Definitions(constants, externs, functions, typedefs(shape) if "typedef" in shape or "using" in shape else {})


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
        self.elsewhere = Definitions({name: _literal(value) for name, value in constants}, frozenset(), {}, {})
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
                self._known[path] = read_definitions(source.code, source.shape)
        return self._known[path]

    def told(self, header: str, asked: Collection[tuple[str, str]]) -> tuple[tuple[str, str, str, str], ...]:
        """What a header answers whoever looks up one of these names (of a table, one), and the sources beside it.

        A source answers for what the header holds the name of: where, which, and what it is.
        """
        stem = header.rpartition(".")[0]
        found = []
        for path in (header, *[stem + suffix for suffix in SOURCE_SUFFIXES]):
            definitions = self.definitions(path)
            if definitions is None:
                continue
            for table, name in asked:
                value = getattr(definitions, _TABLE.get(table, table)).get(name)
                if value is not None and (path == header or self.mentions(header, _needle(name))):
                    found.append((path, table, name, repr(value)))
        return tuple(sorted(found))


def _needle(name: str) -> bytes:
    return name.encode("latin-1", "replace")


#: Where `Resolver` looks that which is asked for in another way.
_TABLE = {"qualified": "constants"}


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


class Resolver:
    """Values of expressions as one file sees them. Expressions are token tuples with macros already expanded."""

    def __init__(self, file: File, library: Library) -> None:
        self.file = file
        self.library = library
        #: The type table; what is asked of it is remembered.
        self.tables = _AskedTables(library)
        self._own: Definitions | None = None
        self._headers: frozenset[str] | None = None
        self._found: dict[tuple[str, str], object | None] = {}
        self._values: dict[tuple[str, ...], tuple[str, ...] | None] = {}
        self._steps = 0
        #: Other sources that were asked: what they define decides what this file means.
        self.consulted: set[str] = set()
        #: The headers that gave an answer, or that led to the source which did.
        self.answered: set[str] = set()

    @property
    def own(self) -> Definitions:
        """The file's own definitions, as this build compiles it."""
        if self._own is None:
            self._own = read_definitions(self.file.code, self.file.shape)
        return self._own

    def _places(self, name: str, table: str) -> Iterator[tuple[str, Definitions]]:
        """Where a name can be defined, nearest first, each with the header that it is found by, if by any."""
        # Most constants are defined in a header, and the file's own definitions take long to read.
        if table != "constants" or re.search(rf"\b{re.escape(name)}\s*(?:\[[^\[\]]*\]\s*)?[={{]", self.file.shape):
            yield "", self.own
        if self._headers is None:
            self._headers = frozenset([v.path for v in self.file.reach])
        needle = _needle(name)
        behind: list[str] = []
        for path in self.library.mentioning(needle, self._headers):
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
        yield "", self.library.elsewhere

    def _first(self, table: str, name: str, fits: Callable[[Any], bool]) -> object | None:
        """The nearest definition of a name that fits."""
        for header, place in self._places(name, table):
            value: object | None = getattr(place, table).get(name)
            if value is not None and fits(value):
                if header:
                    self.answered.add(header)
                return value
        return None

    def _lookup(self, table: str, name: str) -> object | None:
        key = (table, name)
        if key not in self._found:
            self._found[key] = self._first(table, name, lambda _: True)
        return self._found[key]

    def _constant(self, name: str, qualified: bool = False) -> tuple[str, ...] | None:
        """A constant's initialiser. `constexpr char kName[] = Other::kName` is not what `Other::kName` means."""
        if not qualified:
            value = self._lookup("constants", name)
            return _tokens(value) if isinstance(value, str) else None
        key = ("qualified", name)
        if key not in self._found:
            found = self._first("constants", name, lambda value: _tokens(value)[-1:] != (name,))
            self._found[key] = _tokens(found) if isinstance(found, str) else None
        tokens = self._found[key]
        return tokens if isinstance(tokens, tuple) else None

    def asked(self) -> tuple[tuple[str, str, str], ...]:
        """What was looked up beyond this file's macros, and what was found, for `answers_alike` to ask again."""
        found = [(table, name, repr(value)) for (table, name), value in sorted(self._found.items())]
        return (*found, *self.tables.asked())

    def answers_alike(self, asked: Iterable[tuple[str, str, str]]) -> bool:
        """Whether every question of an earlier run has the answer that it had then."""
        for table, name, answer in asked:
            if table in self.tables.NAMES:
                if self.tables.answer(table, name)[2] != answer:
                    return False
                continue
            if table == "qualified":
                self._constant(name, qualified=True)
            else:
                self._lookup(table, name)
            if repr(self._found[table, name]) != answer:
                return False
        return True

    def _function(self, name: str) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
        value = self._lookup("functions", name)
        if not isinstance(value, tuple):
            return None
        parameters, body = value
        names = tuple(p.split()[-1].lstrip("*&") for p in parameters.split(",") if p.strip())
        return names, tuple(t for t, _ in lexer.spans(body))

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
                value = self._constant(token)
                return self.string(value, depth + 1) if value is not None else None
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
            value = self._constant(tokens[-1], qualified=True)
            return self.string(value, depth + 1) if value is not None else None
        if name in _SAME and len(arguments) == 1:
            return self.string(arguments[0], depth + 1)
        if name in _CONCAT:
            values = [self.string(a, depth + 1) for a in arguments]
            return None if any(v is None for v in values) else "".join(v for v in values if v is not None)
        function = self._function(name)
        if function is None:
            return None
        names, body = function
        if len(names) < len(arguments):
            return None
        bound = dict(zip(names, arguments, strict=False))
        inserted = tuple(t for token in body for t in bound.get(token, (token,)))
        return self.string(inserted, depth + 1) if len(inserted) <= MAX_STEPS else None

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
        if len(tokens) == 1:
            if tokens[0][0].isdigit():
                try:
                    return int(tokens[0].rstrip("uUlL"), 0)
                except ValueError:
                    return None
            if lexer.is_identifier(tokens[0]):
                value_tokens = self._constant(tokens[0])
                return self.integer(value_tokens, depth + 1) if value_tokens is not None else None
        elif _is_qualified(tokens):
            value_tokens = self._constant(tokens[-1], qualified=True)
            return self.integer(value_tokens, depth + 1) if value_tokens is not None else None
        return None

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
        name = plain_type(joined)
        # A file's own `using T = float` hides nothing of the table: the table's names are not redefined by a file.
        alias = self.own.types.get(name)
        if alias is not None and name not in self.tables.cpp_names:
            return self.dtype(tuple(t for t, _ in lexer.spans(alias)), depth + 1)
        found = self.tables.cpp_names.get(name)
        if found is not None:
            return found
        target = self._lookup("types", name)
        if isinstance(target, str):
            return self.dtype(tuple(t for t, _ in lexer.spans(target)), depth + 1)
        return None

    def _enum(self, tokens: tuple[str, ...], depth: int) -> str | None:
        found = self.dtypes(tokens, depth)
        return found[0] if found is not None and len(found) == 1 else None

    def dtypes(self, tokens: tuple[str, ...], depth: int = 0) -> tuple[str, ...] | None:
        """The types of an expression that is a DataType or a list of them."""
        if depth == 0:
            if tokens not in self._values:
                self._values[tokens] = self._dtypes(tokens, 1)
            return self._values[tokens]
        return self._dtypes(tokens, depth)

    def _dtypes(self, tokens: tuple[str, ...], depth: int) -> tuple[str, ...] | None:
        if not tokens or not self._may_go_on(depth - 1):
            return None
        if tokens[0] == "{" and tokens[-1] == "}":
            found: list[str] = []
            for part in split_arguments(tokens[1:-1]):
                if not part:
                    continue  # a comma behind the last one
                inner = self.dtypes(part, depth + 1)
                if inner is None:
                    return None
                found.extend(inner)
            return tuple(found)
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
            value = self._constant(name, qualified=len(tokens) > 1)
            return self.dtypes(value, depth + 1) if value is not None else None
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
        function = self._function(call)
        return self.dtypes(function[1], depth + 1) if function is not None and not arguments else None


def _tokens(text: str) -> tuple[str, ...]:
    return tuple([token for token, _ in lexer.spans(text)])


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
