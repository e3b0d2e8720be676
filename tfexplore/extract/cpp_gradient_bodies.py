"""Which ops the gradient functions of C++ create.

::

    Status SinGrad(const Scope& scope, ...) {              // registry cc: constructors of generated classes
      Mul(scope, grad_inputs[0], Conj(scope, Cos(scope, op.input(0))));     // a number for an input is a Const
    Status SinGrad(const AttrSlice& attrs, FunctionDef* g) {    // registry core: nodes, their op in second place
      return GradForUnaryCwise(g, {{{"cos"}, "Cos", {"x"}, {}, {"dy"}}, {{"dx"}, "Mul", {"dy", "cos"}}});

A file is read by itself: helpers that it defines are followed, with the texts and truth values that they are given
(`MinMaxGradHelper("Max", attrs, g)`), so that of `if (is_batch) ... else ...` the branch counts that is meant. Which
names are ops', and which classes their generator makes, is told when all files are known (`created`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from tfexplore._record import Record
from tfexplore.cpp import lexer
from tfexplore.extract.api_def import ApiDef
from tfexplore.model import Location, OpDef, Symbol
from tfexplore.templates import without_templates

#: What a file has that registers gradients.
_REGISTERS = (b"REGISTER_OP_GRADIENT", b"REGISTER_GRADIENT_OP")
#: Helpers that call helpers are followed as deep as that, and as often in one file.
_MAX_DEPTH = 8
_MAX_BODIES = 4000
#: What is not read is said so far.
_MAX_TEXT = 60
#: The folder of the definitions by which the classes of C++ are generated.
BASE = "/base_api/"

#: How something is said of a body: the op of a node, the class that is constructed (and behind tabs which arguments are
#: values), a function of the class that helps to define functions (whose nodes are those of the op that it is called
#: like), and what is not told.
NODE, CLASS, HELPER, UNREAD = "=", ":", "~", "?"

#: The op of a value that is written where an input is expected.
_CONST = "Const"
_HELPER_CLASS = "FunctionDefHelper"
_TRUTHS = ("true", "false")
_NO_TYPE = frozenset(["return", "else", "new", "delete", "auto", "case", "goto", "throw", "const", "co_return"])
_OPENING = {"(": ")", "{": "}", "[": "]"}


class Created(Record):
    """What the body of a function says: each item is one of the four signs above with a name or a text behind it."""

    location: Location
    says: tuple[str, ...]


class Creates(Record):
    """The ops that a gradient creates, and what of its body is not told (`unread`)."""

    ops: tuple[str, ...]
    unread: tuple[str, ...]


class Bodies:
    """The gradient functions of a tree, as they are asked for."""

    def __init__(self, bodies: Iterable[Created], ops: Iterable[OpDef] = (), api_defs: Iterable[ApiDef] = ()) -> None:
        self._bodies = {one.location: one for one in bodies}
        self._inputs = {op.name: len(op.input_arg) for op in ops} if self._bodies else {}
        self._classes = generated_classes(api_defs, self._inputs)

    def of(self, place: Location | None, function: str) -> Creates:
        """What the function at a place creates; None is one that is nowhere."""
        return created(self._bodies.get(place) if place else None, self._inputs, self._classes, function)


def read_bodies(path: str, data: bytes, symbols: Iterable[Symbol]) -> tuple[Created, ...]:
    """What the functions of a file create that are given a scope, or a function to define."""
    if not any(word in data for word in _REGISTERS):
        return ()
    source = lexer.split(data)
    functions: dict[str, list[_Function]] = {}
    for symbol in symbols:
        if symbol.kind == "function":
            made = _function(source, symbol)
            if made is not None:
                functions.setdefault(without_templates(symbol.name), []).append(made)
    reader = _Reader(source, functions)
    every = [one for several in functions.values() for one in several if one.scopes or one.defined]
    return tuple(sorted([Created(one.location, reader.says(one)) for one in every]))


def generated_classes(api_defs: Iterable[ApiDef], ops: Collection[str]) -> dict[str, str]:
    """The op of each class that is generated for C++, by its name, with `internal::` in front where the op is hidden.

    Empty for a tree without the definitions by which they are generated: its classes may have any names.
    """
    found: dict[str, str] = {}
    said = {one.op: one for one in api_defs if BASE in one.location.path}
    for op in ops if said else ():
        one = said.get(op)
        if one is None:
            found.setdefault(op, op)
        elif one.visibility != "SKIP":
            inside = "internal::" if one.visibility == "HIDDEN" else ""
            for name in [endpoint.name for endpoint in one.endpoints] or [op]:
                found[inside + name] = op
    return found


def created(body: Created | None, inputs: Mapping[str, int], classes: Mapping[str, str], function: str) -> Creates:
    """The ops that a function creates; `body` is None where it is not found, and so not read.

    `inputs` has the number of inputs of every op of the tree.
    """
    if body is None:
        return Creates((), (function,))
    found: set[str] = set()
    unread: dict[str, None] = {}
    for said in body.says:
        sign, text = said[0], said[1:]
        name, *constants = text.split("\t")
        op = classes.get(_generated(name), "") if sign == CLASS else name
        if sign != UNREAD and op in inputs:
            found.add(op)
            if any(int(number) <= inputs[op] for number in constants) and _CONST in inputs:
                found.add(_CONST)
        elif sign != HELPER:
            unread[f'"{name}"' if sign == NODE else name] = None
    return Creates(tuple(sorted(found)), tuple(unread))


def _generated(name: str) -> str:
    """A class as `generated_classes` has it: `tensorflow::ops::internal::ReluGrad` is `internal::ReluGrad`."""
    *outer, last = name.split("::")
    return f"internal::{last}" if "internal" in outer else last


class _Function(Record):
    """A function of the file: its parameters in order, those that are scopes or functions to define, its body.

    `least` arguments have to be given, `nodes` is whether it can have nodes, and `unread` what is decided elsewhere.
    """

    location: Location
    parameters: tuple[str, ...]
    least: int
    scopes: tuple[str, ...]
    defined: tuple[str, ...]
    nodes: bool
    body: tuple[str, ...]
    unread: tuple[str, ...]


def _function(source: lexer.Source, symbol: Symbol) -> _Function | None:
    place = symbol.location
    start = source.lines[place.line - 1]
    end = source.lines[place.end_line] if place.end_line < len(source.lines) else len(source.code)
    tokens = [text for text, _ in lexer.spans(source.code, start, end)]
    name = without_templates(symbol.name).rpartition("::")[2]
    at = next((i for i, (one, two) in enumerate(pairwise(tokens)) if one == name and two == "("), -1)
    close = _closing(tokens, at + 1) if at >= 0 else -1
    brace = next((i for i in range(close, len(tokens)) if tokens[i] == "{"), -1) if close >= 0 else -1
    last = _closing(tokens, brace) if brace >= 0 else -1
    if last < 0:
        return None
    parameters = [one for one in _split(tokens[at + 2 : close]) if one and one != ["void"]]
    names = []
    scopes, defined = [], []
    least = 0
    for one in parameters:
        given = one[: one.index("=")] if "=" in one else one
        least += given is one
        named = given[-1] if len(given) > 1 and lexer.is_identifier(given[-1]) else ""
        names.append(named)
        if named and "Scope" in given[:-1]:
            scopes.append(named)
        if named and "FunctionDef" in given[:-1]:
            defined.append(named)
    # What the preprocessor decides is not decided here.
    asked = [f"#{one.name}{one.text}" for one in source.directives if start <= one.start < end and one.name != "define"]
    said = tuple([" ".join(one.split())[:_MAX_TEXT] for one in asked if one.startswith("#if")])
    body = tuple(tokens[brace + 1 : last])
    nodes = bool(defined) or "Node" in tokens
    return _Function(place, tuple(names), least, tuple(scopes), tuple(defined), nodes, body, said)


#: What names stand for: the texts (as literals) and truth values that a function is given.
_Values = Mapping[str, str]


class _Reader:
    """Reads the functions of one file, each with the values that it is given."""

    def __init__(self, source: lexer.Source, functions: Mapping[str, Sequence[_Function]]) -> None:
        self._functions = functions
        self._known: dict[tuple[_Function, tuple[tuple[str, str], ...]], tuple[str, ...]] = {}
        self._aliases = _aliases(source) | {_HELPER_CLASS}
        self._macros = {
            one.text.split("(")[0].split()[0]
            for one in source.directives
            if one.name == "define" and one.text.split("(")[0].split()
        }

    def says(self, function: _Function) -> tuple[str, ...]:
        """What a function says that is called by whoever wants its op's gradient."""
        found = self._read(function, {}, ())
        if not found and function.defined and not self._defines(function):
            return (f"{UNREAD}*{function.defined[0]}",)
        return found

    def _defines(self, function: _Function) -> bool:
        """Whether a function that creates no op defines a function all the same."""
        return any(function.body[i : i + 2] == (name, "=") for name in function.defined for i in _where(function, name))

    def _read(self, function: _Function, values: _Values, through: tuple[_Function, ...]) -> tuple[str, ...]:
        key = (function, tuple(sorted(values.items())))
        if key not in self._known:
            if len(through) >= _MAX_DEPTH or function in through or len(self._known) >= _MAX_BODIES:
                return () if function in through else (f"{UNREAD}...",)
            walk = _Walk(self, function, values, (*through, function))
            self._known[key] = tuple(dict.fromkeys(walk.items()))
        return self._known[key]

    def called(
        self, name: str, arguments: Sequence[Sequence[str]], values: _Values
    ) -> tuple[_Function, _Values] | None:
        """The function of the file that is called, with what it is given; None where there is none, or several."""
        last = name.rpartition("::")[2]
        if last != name and ("internal" in name.split("::") or "ops" in name.split("::")):
            return None  # what is generated
        fitting = [one for one in self._functions.get(last, ()) if one.least <= len(arguments) <= len(one.parameters)]
        if len(fitting) != 1:
            return None
        given: dict[str, str] = {}
        for parameter, argument in zip(fitting[0].parameters, arguments, strict=False):
            value = _value(argument, values)
            if value is not None:
                given[parameter] = value
        return fitting[0], given

    def is_function(self, name: str) -> bool:
        """Whether the file has a function of this name."""
        return name in self._functions

    def is_helper(self, name: str) -> bool:
        """Whether a name is that of the class that helps to define functions."""
        return name.rpartition("::")[2] in self._aliases

    def is_macro(self, name: str) -> bool:
        """Whether the file defines a macro of this name."""
        return name in self._macros


class _Walk:
    """One reading of a function's body."""

    def __init__(self, reader: _Reader, function: _Function, values: _Values, through: tuple[_Function, ...]) -> None:
        self._reader = reader
        self._function = function
        self._values = values
        self._through = through
        self._tokens = function.body
        self._scopes = {*function.scopes}
        self._defined = frozenset(function.defined)

    def items(self) -> Iterator[str]:
        """What the body says, in the order of the text."""
        yield from (UNREAD + one for one in self._function.unread)
        tokens = self._tokens
        left_out: dict[int, int] = {}
        i = 0
        while i < len(tokens):
            if i in left_out:
                i = left_out[i]
                continue
            token = tokens[i]
            if token == "if" and tokens[i + 1 : i + 2] == ("(",):
                self._branches(i, left_out)
                i += 1
            elif token == "{":
                yield from self._node(i)
                i += 1
            elif lexer.is_identifier(token):
                name, end = _qualified(tokens, i)
                yield from self._name(name, i, end)
                i = end
            else:
                i += 1

    def _branches(self, at: int, left_out: dict[int, int]) -> None:
        """Note which branch of an `if` is none, where that is told by what the function is given."""
        tokens = self._tokens
        close = _closing(tokens, at + 1)
        if close < 0:
            return
        decided = _decided(tokens[at + 2 : close], self._values)
        end = _statement(tokens, close + 1)
        if decided is False:
            left_out[close + 1] = end
        elif decided and tokens[end : end + 1] == ("else",):
            left_out[end] = _statement(tokens, end + 1)

    def _node(self, at: int) -> Iterator[str]:
        """The op of a node: `{{"y"}, "Cos", {"x"}}`; what has a list in second place is something else."""
        if not self._function.nodes:
            return
        close = _closing(self._tokens, at)
        items = _split(self._tokens[at + 1 : close]) if close >= 0 else []
        if len(items) < 2 or items[0][:1] != ["{"] or items[0][1:2] == ["{"] or items[1][:1] in ([], ["{"]):
            return  # a list of nodes begins with two brackets
        third = items[2] if len(items) > 2 else []
        is_node = third[:1] == ["{"] or (len(third) == 1 and lexer.is_identifier(third[0]))
        if not is_node:
            return
        for one in _choices(items[1]):
            value = _value(one, self._values)
            if value is not None and lexer.is_string(value):
                yield NODE + lexer.string_value(value)
            else:
                yield UNREAD + lexer.join(one)[:_MAX_TEXT]

    def _name(self, name: str, at: int, end: int) -> Iterator[str]:
        """What a name says that stands somewhere in the body, from `at` to `end`."""
        tokens = self._tokens
        following = tokens[end] if end < len(tokens) else ""
        if self._reader.is_macro(name):
            yield UNREAD + name
            return
        if following and lexer.is_identifier(following) and name not in _NO_TYPE:
            yield from self._declared(name, end)
            return
        if name in ("auto", "const") and following and self._is_scope(tokens[end + 2 : end + 4], strict=True):
            self._note_scope(end)
        before = tokens[at - 1] if at else ""
        if following not in ("(", "{") or (lexer.is_identifier(before or ";") and before not in _NO_TYPE):
            return  # nothing is called or made: a variable has its type in front
        close = _closing(tokens, end)
        if close < 0:
            return
        arguments = _split(tokens[end + 1 : close])
        passes = [one for one in arguments if self._is_scope(one) or (len(one) == 1 and one[0] in self._defined)]
        if before in (".", "->"):
            if passes:
                yield f"{UNREAD}{name}(...)"
            return
        if following == "(":
            called = self._reader.called(name, arguments, self._values)
            if called is not None:
                yield from self._reader._read(*called, self._through)
                return
        scope, _, last = name.rpartition("::")
        if scope and self._reader.is_helper(scope):
            yield HELPER + last
        elif arguments and self._is_scope(arguments[0]) and not (self._reader.is_function(name)):
            yield "\t".join([CLASS + name, *_constants(arguments)])
        elif passes or self._is_assigned(at):
            yield f"{UNREAD}{name}(...)"

    def _declared(self, type_: str, at: int) -> Iterator[str]:
        """What a variable is made of: `Scope inner = ...` is another scope, `Mul product(scope, ...)` an op."""
        tokens = self._tokens
        if type_.rpartition("::")[2] == "Scope":
            self._scopes.add(tokens[at])
            return
        close = _closing(tokens, at + 1) if tokens[at + 1 : at + 2] in (("(",), ("{",)) else -1
        arguments = _split(tokens[at + 2 : close]) if close >= 0 else []
        if arguments and self._is_scope(arguments[0]):
            yield "\t".join([CLASS + type_, *_constants(arguments)])

    def _note_scope(self, at: int) -> None:
        if self._tokens[at + 1 : at + 2] == ("=",):
            self._scopes.add(self._tokens[at])

    def _is_scope(self, argument: Sequence[str], strict: bool = False) -> bool:
        """Whether an argument is a scope, or one that is made of it: `scope.WithOpName("x")`."""
        words = [one for one in argument[:2] if one != "*"] if argument[:1] == ["*"] else list(argument[:2])
        if not words or words[0] not in self._scopes:
            return False
        member = len(words) > 1 and words[1] in (".", "->")
        return member if strict else len(words) == 1 or member

    def _is_assigned(self, at: int) -> bool:
        """Whether the function to define is what another one makes: `*g = Made(...)`."""
        before = self._tokens[max(0, at - 3) : at]
        return len(before) == 3 and before[0] == "*" and before[1] in self._defined and before[2] == "="


def _where(function: _Function, name: str) -> Iterator[int]:
    return (i for i, token in enumerate(function.body) if token == name)


def _aliases(source: lexer.Source) -> set[str]:
    """The other names of the class that helps to define functions."""
    tokens = [text for text, _ in lexer.spans(source.code)] if _HELPER_CLASS in source.code else []
    found = set()
    for i, token in enumerate(tokens):
        if token == _HELPER_CLASS:
            if tokens[i + 2 : i + 3] == [";"]:  # typedef FunctionDefHelper FDH;
                found.add(tokens[i + 1])
            start = next((j for j in range(i, max(-1, i - 6), -1) if tokens[j] == "using"), -1)
            if start >= 0 and tokens[start + 2 : start + 3] == ["="]:  # using FDH = FunctionDefHelper;
                found.add(tokens[start + 1])
    return found


def _value(argument: Sequence[str], values: _Values) -> str | None:
    """The literal or truth value that an expression is; None where it is something else."""
    if len(argument) != 1:
        return None
    token = argument[0]
    return token if lexer.is_string(token) or token in _TRUTHS else values.get(token)


def _constants(arguments: Sequence[Sequence[str]]) -> list[str]:
    """The numbers of the arguments (behind the scope, from 1) that are written as values, or have one in a list."""
    return [str(number) for number, one in enumerate(arguments) if number and _is_constant(one)]


def _is_constant(argument: Sequence[str]) -> bool:
    if argument[:1] == ["{"]:
        return any(_is_constant(one) for one in _split(argument[1:-1]))
    words = argument[1:] if argument[:1] == ["-"] else argument
    return len(words) == 1 and (words[0][0].isdigit() or words[0][0] in '."' or words[0] in _TRUTHS)


def _choices(expression: list[str]) -> list[list[str]]:
    """The expressions that one comes to: `wide ? "A" : "B"` is one of two."""
    if expression.count("?") == 1 and ":" in expression[expression.index("?") :]:
        asked = expression.index("?")
        other = expression.index(":", asked)
        return [expression[asked + 1 : other], expression[other + 1 :]]
    return [expression]


def _decided(condition: Sequence[str], values: _Values) -> bool | None:
    """Whether a condition holds: a truth value that is given, or its denial."""
    words = list(condition)
    if words[:1] == ["!"]:
        inner = _decided(words[1:], values)
        return None if inner is None else not inner
    if len(words) == 3 and words[1] in ("==", "!="):
        sides = [_value(words[:1], values), _value(words[2:], values)]
        if all(one in _TRUTHS for one in sides):
            return (sides[0] == sides[1]) is (words[1] == "==")
        return None
    value = _value(words, values)
    return value == "true" if value in _TRUTHS else None


def _statement(tokens: Sequence[str], at: int) -> int:
    """Where the statement ends that begins at a token."""
    if at < len(tokens) and tokens[at] == "{":
        close = _closing(tokens, at)
        return close + 1 if close >= 0 else len(tokens)
    if tokens[at : at + 2] == ("if", "("):
        close = _closing(tokens, at + 1)
        end = _statement(tokens, close + 1) if close >= 0 else len(tokens)
        return _statement(tokens, end + 1) if tokens[end : end + 1] == ("else",) else end
    while at < len(tokens) and tokens[at] != ";":
        close = _closing(tokens, at) if tokens[at] in _OPENING else at
        at = (close if close >= 0 else at) + 1
    return at + 1


def _qualified(tokens: Sequence[str], at: int) -> tuple[str, int]:
    """The name that begins at a token, with what qualifies it and without template arguments, and where it ends."""
    name = tokens[at]
    end = at + 1
    while True:
        if tokens[end : end + 1] == ("<",):
            close = _angle(tokens, end)
            if close < 0 or tokens[close + 1 : close + 2] not in (("(",), ("::",), ("{",)):
                return name, end
            end = close + 1
        following = tokens[end + 1] if end + 1 < len(tokens) else ";"
        if tokens[end : end + 1] != ("::",) or not lexer.is_identifier(following):
            return name, end
        name += f"::{following}"
        end += 2


def _angle(tokens: Sequence[str], at: int) -> int:
    """Where template arguments close that begin at a token; -1 where they are none."""
    level = 0
    for i in range(at, min(len(tokens), at + 40)):
        level += {"<": 1, ">": -1}.get(tokens[i], 0)
        if not level:
            return i
        if tokens[i] in ";{}()&|":
            return -1
    return -1


def _closing(tokens: Sequence[str], at: int) -> int:
    """Where the bracket closes that a token opens; -1 where it does not."""
    level = 0
    for i in range(at, len(tokens)):
        if tokens[i] in "({[":
            level += 1
        elif tokens[i] in ")}]":
            level -= 1
            if not level:
                return i
    return -1


def _split(tokens: Sequence[str]) -> list[list[str]]:
    """What stands between commas, brackets kept together."""
    parts: list[list[str]] = [[]]
    level = 0
    for token in tokens:
        if token == "," and not level:
            parts.append([])
            continue
        level += (token in "({[") - (token in ")}]")
        parts[-1].append(token)
    return parts if parts != [[]] else []
