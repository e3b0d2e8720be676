"""From expressions to values: string constants, type names, lists of types, numbers.

What a name in an expression means is `sight.py`'s to say. Whatever is not found is None: the caller reports it.
"""

from __future__ import annotations

from collections.abc import Iterator

from tfexplore.cpp import lexer
from tfexplore.cpp.constants import Defined, literal
from tfexplore.cpp.library import Library
from tfexplore.cpp.scopes import Path
from tfexplore.cpp.sight import MAX_DEPTH, ROOT, Sight
from tfexplore.cpp.source_file import File
from tfexplore.cpp.syntax import split_arguments
from tfexplore.cpp.types import FIXED_WIDTH, SYSTEM_NAMES, plain_type

#: Constants that are made of constants may grow exponentially: the steps that one value may take, and its length.
MAX_STEPS = 3000
MAX_TEXT = 65_536

#: Calls and wrappers that leave a string as it is.
_SAME = frozenset(["string", "StringPiece", "string_view", "c_str", "str", "move", "tstring"])
#: Calls that put their arguments together.
_CONCAT = frozenset(["StrCat"])


class Resolver(Sight):
    """Values of expressions as one file sees them. Expressions are token tuples with macros already expanded."""

    def __init__(self, file: File, library: Library) -> None:
        super().__init__(file, library)
        self._values: dict[tuple[Path | None, tuple[str, ...]], tuple[str, ...] | None] = {}
        self._tokens: dict[Defined, tuple[str, ...]] = {}
        self._steps = 0

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
        function = self.lookup("functions", name, _qualifiers_of(callee))
        if function is None:
            return None
        names, body = _parameters(function)
        if len(names) < len(arguments):
            return None
        bound = {}
        for parameter, argument in zip(names, arguments, strict=False):
            given = self.string(argument, depth + 1)
            bound[parameter] = literal(given) if given is not None else _UNKNOWN
        inserted = tuple(bound.get(token, token) for token in body)
        with self.inside(function.scope):
            return self.string(inserted, depth + 1) if len(inserted) <= MAX_STEPS else None

    def _string_constant(self, name: str, qualifiers: Path, depth: int) -> str | None:
        found = self.lookup("constants", name, qualifiers)
        if found is None:
            return None
        with self.inside(found.scope):
            return self.string(self._value(found), depth + 1)

    # -- numbers --

    def integer(self, tokens: tuple[str, ...], depth: int = 0) -> int | None:
        """The value of an integer expression: a literal with a sign, a constant, or arithmetic with those."""
        if not tokens or not self._may_go_on(depth):
            return None
        if len(tokens) > 2 and (parted := _parted(tokens)) is not None:
            operator, left, right = parted
            one, other = self.integer(left, depth + 1), self.integer(right, depth + 1)
            return None if one is None or other is None else _calculated(operator, one, other)
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
            self.lookup("constants", tokens[-1], _qualifiers_of(tokens)) if lexer.is_identifier(tokens[-1]) else None
        )
        if found is None:
            return None
        with self.inside(found.scope):
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
        alias = self.lookup("types", tokens[-1], _qualifiers_of(tokens))
        if alias is None:
            return self.tables.cpp_names.get(SYSTEM_NAMES.get(plain_type(joined), ""))
        with self.inside(alias.scope):
            return self.dtype(self._value(alias), depth + 1)

    @staticmethod
    def why_no_dtype(tokens: tuple[str, ...]) -> str:
        """Why a C++ type has no `DT_X`, as far as that is known."""
        name = plain_type(lexer.join(tokens))
        meant = FIXED_WIDTH.get(name) or SYSTEM_NAMES.get(name)
        if meant is None:
            return "not a type that has a DT_*"
        return f"{name} is {meant} on 64-bit Linux, which has no DT_* in this release (its own int64 is another type)"

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
            found = self.lookup("constants", name, _qualifiers_of(tokens)) if lexer.is_identifier(name) else None
            if found is None:
                return None
            with self.inside(found.scope):
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
        function = self.lookup("functions", call, _qualifiers_of(callee))
        if function is None:
            return None
        with self.inside(function.scope):
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
    return (*tokens[:1], *tokens[1:-1:2]) if tokens[0] == ROOT else tokens[:-1:2]


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


#: The operators of integers, those that bind least first.
_OPERATORS = (("|",), ("^",), ("&",), ("<<", ">>"), ("+", "-"), ("*", "/", "%"))
_ALL_OPERATORS = frozenset(operator for level in _OPERATORS for operator in level)


def _parted(tokens: tuple[str, ...]) -> tuple[str, tuple[str, ...], tuple[str, ...]] | None:
    """The operator that is applied last in an expression, and what stands on both sides of it; None without one."""
    found: dict[str, int] = {}
    level = 0
    for i, token in enumerate(tokens):
        if token in ("(", "{", "["):
            level += 1
        elif token in (")", "}", "]"):
            level -= 1
        elif not level and i and token in _ALL_OPERATORS and tokens[i - 1] not in _ALL_OPERATORS | {"~", "!"}:
            found[token] = i  # of operators that bind alike the last one is applied last
    for operators in _OPERATORS:
        places = [found[operator] for operator in operators if operator in found]
        if places:
            at = max(places)
            return tokens[at], tokens[:at], tokens[at + 1 :]
    return None


def _calculated(operator: str, left: int, right: int) -> int | None:
    """What two numbers come to, where an `int` holds it."""
    if operator in ("/", "%"):
        if not right:
            return None
        quotient = abs(left) // abs(right)  # C++ rounds to zero
        quotient = -quotient if (left < 0) != (right < 0) else quotient
        value = quotient if operator == "/" else left - quotient * right
    elif operator in ("<<", ">>"):
        if not (0 <= right < 31 and left >= 0):
            return None
        value = left << right if operator == "<<" else left >> right
    else:
        value = {
            "|": left | right, "^": left ^ right, "&": left & right, "+": left + right, "-": left - right,
            "*": left * right,
        }[operator]  # fmt: skip
    return value if -(2**31) <= value < 2**31 else None


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
