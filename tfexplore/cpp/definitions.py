"""Where C++ classes and functions are defined: one fast pass over a file, without parsing it.

Registrations name kernel classes, messages stand in functions, and both are worth a place. A parser would tell more
and cost a hundred times as much: 75 MB of TensorFlow have to be read in a few seconds of pure Python. So the scanner
looks at nothing but braces, semicolons, strings, comments and directives. Text between two of them is the *head* of
a definition, and only heads in a namespace or a class are read; a function's body is skipped by counting braces.

Branches of `#if` start from the same state, and what follows `#endif` continues the first branch that is not `#if 0`,
so that a brace opened in both branches counts once. Nothing is expanded: a definition that a macro writes is not
seen. A file that makes no sense (unterminated strings, unbalanced braces) yields what was complete until there.
"""

from __future__ import annotations

import re

from tfexplore.model import Location, Symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

#: Anonymous namespaces are one component of `Symbol.scope`.
ANONYMOUS = "(anonymous)"

# A head longer than this is a table or a generated list, not a definition that anybody wrote.
_MAX_HEAD = 16384
_MAX_NESTING = 256
# Braces within the parentheses of one head; each makes the head to be read once more.
_MAX_INSIDE = 64

# Every alternative starts with another literal, which lets `re` skip to the next candidate byte at C speed.
_STRING = rb'"[^"\\\n]*(?:\\.[^"\\\n]*)*"?'
_RAW = rb'R"([^()\\\s"]{0,16})\(.*?(?:\)\1"|\Z)'
_CHAR = rb"'(?:[^'\\\n]{1,4}|\\[^\n][^'\n]{0,8})'"
_COMMENT = rb"/(?:/[^\\\n]*(?:\\(?:\r\n|.)[^\\\n]*)*|\*.*?(?:\*/|\Z))"
_DIRECTIVE = rb'#(?:[^\n\\/"]|\\(?:\r\n|.)|' + _COMMENT + rb"|/|" + _STRING + rb")*"
_SKIPPED = _RAW + b"|" + _STRING + b"|" + _CHAR + b"|" + _COMMENT + b"|" + _DIRECTIVE
_OUTSIDE = re.compile(rb"[{};]|" + _SKIPPED, re.DOTALL)
_INSIDE = re.compile(rb"[{}]|" + _SKIPPED, re.DOTALL)
_BLANK = re.compile(_SKIPPED, re.DOTALL)
_CLOSED_STRING = rb'"[^"\\\n]*(?:\\.[^"\\\n]*)*"'
_CLOSED_COMMENT = rb"/(?:/[^\\\n]*(?:\\(?:\r\n|.)[^\\\n]*)*\n|\*[^*]*\*+(?:[^/*][^*]*\*+)*/)"


def _balanced(depth: int) -> bytes:
    """Text with balanced braces, as deep as that, and no directive or raw string.

    Each stretch can be read in one way only, so that a failing match is given up after two passes; and it is skipped
    at C speed. What it does not match is read piece by piece.
    """
    inner = rb'R(?!")|/(?![/*])|' + _CLOSED_STRING + b"|" + _CHAR + b"|" + _CLOSED_COMMENT
    if depth:
        inner += rb"|\{" + _balanced(depth - 1) + rb"\}"
    plain = rb"[^{}\"'/#R]*"
    return plain + rb"(?:(?:" + inner + rb")" + plain + rb")*"


_BODY = re.compile(_balanced(6) + rb"\}", re.DOTALL)
#: A body longer than this is read piece by piece, which needs no memory for the way back.
_MAX_BODY = 200_000

_CONDITIONAL = re.compile(rb"#[ \t]*(if|el|endif)(?:[a-z]*[ \t]+(0)[ \t\r]*(?:\n|/|\Z))?")

_ANGLES = (
    r"[^<>;{}]*(?:<[^<>;{}]*(?:<[^<>;{}]*(?:<[^<>;{}]*(?:<[^<>;{}]*>[^<>;{}]*)*>[^<>;{}]*)*>[^<>;{}]*)*>[^<>;{}]*)*"
)
# The same, for a text that is read from its end.
_SELGNA = _ANGLES.replace("<", "\0").replace(">", "<").replace("\0", ">").replace("[^><;{}]", "[^<>;{}]")
_LABEL = re.compile(r"(?:\s*(?:public|private|protected)\s*:(?!:))+")
_NAMESPACE = re.compile(r"\bnamespace\b\s*([\w:\s]*?)\s*(?:\[\[.*)?$")
_TEMPLATE = re.compile(r"(?<![:\w])template\s*<")
_CLASS = re.compile(r"\b(?:class|struct|union)\b")
_MARK = re.compile(
    r"(?:__attribute__|__declspec|alignas|[A-Z_][A-Z0-9_]*)\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|\[\[[^\]]*\]\]"
)
_BASES = re.compile(r"(?<!:):(?!:)")
_CLASS_NAME = re.compile(
    r"(?:\s|\[\[[^\]]*\]\]|[A-Z_][A-Z0-9_]+\b)*?((?:\w+(?:<"
    + _ANGLES
    + r">)?\s*::\s*)*\w+)\s*(<"
    + _ANGLES
    + r">)?\s*(?:(?:final|[A-Z_]*FINAL[A-Z_]*)\s*)?$"
)
_ASSIGN = re.compile(r"(?<![=!<>+\-*/%&|^])=(?!=)")
_GROUP = re.compile(r"operator\b\s*(?:\(\s*\)|[^\w\s(]+|[^(]*)|[()]|->|<<|[<>]")
_EMAN = re.compile(r"\s*(?:>" + _SELGNA + r"<\s*)?(\w+\s*~?(?:\s*::(?:\s*>" + _SELGNA + r"<)?\w+)*(?:\s*::(?![\w>]))?)")
_QUALIFIERS = re.compile(r"((?:\w+\s*(?:<" + _ANGLES + r">)?\s*::\s*)*)\s*$")
_PARAMETER = re.compile(r"(\w+)\s*(?:=|,|$)")
_SPACE = re.compile(r"\s+")
_WORD = re.compile(r"\w")

#: Most heads of functions: `Type Class::Name(parameters) const`, without template arguments before the parameters.
_SIMPLE = re.compile(
    r"\s*(?:\w+(?:::\w+)*(?:\s*[&*][&*\s]*|\s+))+(\w+(?:::\w+)*)\s*\([^()]*\)\s*(?:(?:const|override|final|noexcept)\b\s*)*$"
)
#: What makes a head another thing, or needs a closer look.
_SPECIAL = re.compile(r"namespace|template|class|struct|union|operator|friend")

_CONTROL = frozenset(
    ("if", "for", "while", "switch", "catch", "return", "sizeof", "do", "else", "defined", "new", "delete")
)
_NOT_A_NAME = frozenset(("decltype", "alignas", "__attribute__", "noexcept", "throw", "__declspec", "asm", "explicit"))
_ANNOTATION = re.compile(r"__\w+__$|[A-Z_]*(?:GUARDED_BY|GUARDED_VAR|ACQUIRED_AFTER|ACQUIRED_BEFORE|ALIGN\w*)$")

_DEFINED = frozenset(("class", "function", "method", "function:", "method:"))

# What an open brace stands for.
_NAMESPACE_BODY, _CLASS_BODY, _OPAQUE = 0, 1, 2


class _Open:
    """An open brace: `names` qualify what stands in it; `line` is 0 where it defines nothing itself.

    `ends_head` tells whether another head begins behind the closing brace.
    """

    __slots__ = ("ends_head", "kind", "line", "name", "names", "scope", "symbol_kind")

    def __init__(self, kind: int, scope: str, names: str, name: str = "", symbol_kind: str = "", line: int = 0) -> None:
        self.kind = kind
        self.scope = scope
        self.names = names
        self.name = name
        self.symbol_kind = symbol_kind
        self.line = line
        self.ends_head = kind != _OPAQUE or line > 0


if TYPE_CHECKING:
    _State = tuple[list[_Open], int, int, bool, _Open | None]


class _Condition:
    """An `#if`: the state before it, and that at the end of its first branch; `dead` within `#if 0`."""

    __slots__ = ("before", "dead", "first", "symbols")

    def __init__(self, before: _State, symbols: int, dead: bool) -> None:
        self.before = before
        self.first: _State | None = None
        self.symbols = symbols
        self.dead = dead


def definitions(path: str, data: bytes) -> tuple[Symbol, ...]:
    """The classes, functions and methods that a C++ file defines, ordered by line.

    ::

        namespace tensorflow {
        template <typename Device, typename T>
        class PadOp : public OpKernel {                 Symbol("PadOp", "class", "tensorflow", 3..)
         public:
          void Compute(OpKernelContext* c) override {   Symbol("PadOp::Compute", "method", "tensorflow", 5..)

        Status Graph::AddEdge(Node* a,                  Symbol("Graph::AddEdge", "method", ...)
                              Node* b) {

    A location's `line` is the one where the name stands (the last component of a qualified name), its `end_line` that
    of the closing brace. Names are qualified by classes, not by namespaces, and lack template arguments, except those
    of a specialisation: `BiasOp<GPUDevice, T>` and its member `BiasOp<GPUDevice, T>::Compute` beside the primary
    `BiasOp`. An operator is named as C++ names it (`operator()`, `Status::operator==`). Definitions in function
    bodies, in the text of macros and in `#if 0` are left out, and so are declarations.
    """
    found: list[Symbol] = []
    namespaces: set[str] = set()
    top = _Open(_NAMESPACE_BODY, "", "")
    stack: list[_Open] = [top]
    depth = 0  # braces open inside an opaque one
    start = 0  # where the text of the present head begins
    inside = 0  # braces within parentheses of the present head
    initialiser = False  # behind a `=`: braces hold values until the semicolon
    waiting: _Open | None = None  # a constructor whose list of initialisers holds braces itself
    conditions: list[_Condition] = []
    line, counted = 1, 0
    position, size = 0, len(data)
    pattern = _OUTSIDE
    while position < size:
        switched = False
        for match in pattern.finditer(data, position):
            at = match.start()
            byte = data[at]
            if byte == 0x3B:  # ;
                start = at + 1
                inside = 0
                initialiser = False
                waiting = None
            elif byte == 0x7B:  # {
                if top.kind == _OPAQUE:
                    depth += 1
                    continue
                opened = _Open(_OPAQUE, top.scope, top.names)
                if waiting is not None:
                    if not _opens_value(data, at):
                        opened = waiting
                        waiting = None
                elif not initialiser and at - start <= _MAX_HEAD:
                    head = _BLANK.sub(_blank, data[start:at]).decode("latin-1")
                    what, name, where = _classify(head, top, namespaces)
                    if what == "namespace":
                        scope = top.scope
                        for part in name.split("::"):
                            scope = f"{scope}::{part}" if scope else part
                            namespaces.add(part)
                        opened = _Open(_NAMESPACE_BODY, scope if name else top.scope, top.names)
                    elif what == "value":
                        initialiser = True
                    elif what in _DEFINED:
                        named = start + where
                        line += data.count(b"\n", counted, named)
                        counted = named
                        if what == "class":
                            opened = _Open(_CLASS_BODY, top.scope, name, name, what, line)
                        else:
                            opened = _Open(_OPAQUE, top.scope, top.names, name, what.removesuffix(":"), line)
                            if what.endswith(":") and _opens_value(data, at):
                                waiting = opened
                                opened = _Open(_OPAQUE, top.scope, top.names)
                    elif what == "inside" and inside < _MAX_INSIDE:
                        inside += 1
                    else:
                        opened.ends_head = True
                elif not initialiser:
                    opened.ends_head = True
                if len(stack) >= _MAX_NESTING:
                    return _ordered(found)
                if opened.kind == _OPAQUE:
                    if opened.line:
                        start = at + 1
                    body = _BODY.match(data, at + 1, at + _MAX_BODY)
                    if body is not None:
                        position = body.end()
                        if opened.line:
                            first = opened.line
                            line += data.count(b"\n", counted, position)
                            counted = position
                            found.append(
                                Symbol(opened.name, opened.symbol_kind, opened.scope, Location(path, first, line))
                            )
                        if opened.ends_head:
                            start = position
                            inside = 0
                        switched = True
                        break
                stack.append(opened)
                top = opened
                depth = 0
                if opened.kind == _OPAQUE:
                    pattern = _INSIDE
                    position = at + 1
                    switched = True
                    break
                start = at + 1
            elif byte == 0x7D:  # }
                if depth:
                    depth -= 1
                    continue
                if len(stack) == 1:
                    start = at + 1
                    continue
                closed = stack.pop()
                top = stack[-1]
                if closed.line:
                    line += data.count(b"\n", counted, at)
                    counted = at
                    found.append(
                        Symbol(closed.name, closed.symbol_kind, closed.scope, Location(path, closed.line, line))
                    )
                if closed.ends_head:
                    start = at + 1
                    inside = 0
                if closed.kind == _OPAQUE and top.kind != _OPAQUE:
                    pattern = _OUTSIDE
                    position = at + 1
                    switched = True
                    break
            elif byte == 0x23:  # #
                conditional = _CONDITIONAL.match(data, at)
                if conditional is None:
                    continue
                word = conditional.group(1)
                state: _State = (stack[:], depth, start, initialiser, waiting)
                if word == b"if":
                    if len(conditions) < _MAX_NESTING:
                        conditions.append(_Condition(state, len(found), conditional.group(2) is not None))
                    continue
                if not conditions:
                    continue
                condition = conditions[-1]
                if condition.dead:
                    del found[condition.symbols :]
                    state = condition.before
                elif condition.first is None:
                    condition.first = state
                if word == b"el":
                    condition.dead = False
                    resumed = condition.before
                else:
                    conditions.pop()
                    resumed = condition.first or state
                stack_then, depth, start_then, initialiser, waiting = resumed
                stack = stack_then[:]
                top = stack[-1]
                # Text of another branch is no part of the next head, unless the head itself runs across the branches.
                if start_then != start or not _BLANK.sub(_blank, data[start_then:at][:_MAX_HEAD]).strip():
                    start_then = match.end()
                start = start_then
                wanted = _INSIDE if top.kind == _OPAQUE else _OUTSIDE
                if wanted is not pattern:
                    pattern = wanted
                    position = match.end()
                    switched = True
                    break
        if not switched:
            break
    return _ordered(found)


def enclosing_function(symbols: Sequence[Symbol], line: int) -> Symbol | None:
    """The innermost function or method of one file's `definitions` that covers a line."""
    best: Symbol | None = None
    for symbol in symbols:
        place = symbol.location
        if place.line > line:
            break
        if place.end_line >= line and symbol.kind != "class":
            best = symbol
    return best


def plain_name(name: str) -> str:
    """A symbol's name without the template arguments of specialisations: `BiasOp<GPUDevice, T>` is `BiasOp`."""
    if "<" not in name:
        return name
    head, operator, rest = name.partition("operator")
    return re.sub(r"<" + _ANGLES + r">", "", head) + operator + rest


def _ordered(found: Iterable[Symbol]) -> tuple[Symbol, ...]:
    return tuple(sorted(found, key=lambda symbol: (symbol.location.line, -symbol.location.end_line, symbol.name)))


def _blank(match: re.Match[bytes]) -> bytes:
    """As many bytes as were matched: quotes for a string, spaces for anything else."""
    start, end = match.span()
    return (b'"' if match.string[start] in b'"R' else b" ") * (end - start)


def _opens_value(data: bytes, at: int) -> bool:
    """Whether the brace at `at` follows a name, as in `: size_{0}`, and not a parenthesis or another brace."""
    before = data[max(0, at - 200) : at].rstrip()
    return bool(before) and (before[-1:].isalnum() or before[-1:] in b"_>")


def _classify(head: str, top: _Open, namespaces: set[str]) -> tuple[str, str, int]:
    """What a brace behind `head` opens, its name, and where in `head` the name stands.

    The kinds: `namespace`, `class`, `function` and `method` (both with a colon behind where a constructor's
    initialisers follow), `value` for the values of an initialiser, `inside` for a brace within parentheses, and the
    empty text for everything else.
    """
    begin = 0
    label = _LABEL.match(head)
    if label:
        begin = label.end()
    match = _SIMPLE.match(head, begin)
    if match is not None and _SPECIAL.search(head) is None:
        name = match[1]
        parts = name.split("::")
        last = parts[-1]
        if last in _CONTROL or last[0].isdigit():
            return "", "", 0
        if last not in _NOT_A_NAME and not _ANNOTATION.match(last):
            while len(parts) > 1 and parts[0] in namespaces:
                parts.pop(0)
            named = match.end(1) - len(last)
            plain = "::".join(parts)
            if top.names:
                return "method", f"{top.names}::{plain}", named
            return "method" if len(parts) > 1 else "function", plain, named
    if "namespace" in head:
        match = _NAMESPACE.search(head, begin)
        if match:
            return "namespace", _SPACE.sub("", match.group(1)) or ANONYMOUS, match.start(1)
    parameters = ""
    if "template" in head:
        match = _TEMPLATE.search(head, begin)
        while match:
            closing = _close(head, match.end(), "<", ">")
            parameters += "," + head[match.end() : closing]
            begin = closing + 1
            rest = head[begin:].lstrip()
            match = _TEMPLATE.search(head, begin) if rest.startswith("template") else None
    if head.count("(", begin) > head.count(")", begin):
        return "inside", "", 0
    text = head[begin:]
    match = _CLASS.search(text)
    if match and "enum" not in text[: match.start()]:
        before = text[: match.start()]
        if before.count("(") == before.count(")"):
            found = _class_name(text, match.end(), top, parameters)
            if found:
                name, where = found
                return "class", name, begin + where
            if found is not None:
                return "", "", 0
    if "(" not in text:
        if "extern" in text and text.rstrip().endswith('"'):
            return "namespace", "", 0
        return ("value" if _ASSIGN.search(text) else ""), "", 0
    return _function(text, begin, top, parameters, namespaces)


def _class_name(text: str, begin: int, top: _Open, parameters: str) -> tuple[str, int] | tuple[()] | None:
    """The qualified name behind `class` and its place; empty for an unnamed class, None where it is something else."""
    bases = _BASES.search(text, begin)
    declared = text[begin : bases.start() if bases else len(text)]
    declared = _MARK.sub(lambda mark: " " * len(mark.group()), declared)
    arguments = declared.find("<")
    if arguments < 0:
        arguments = len(declared)
    around = declared[:arguments] + declared[_close(declared, arguments + 1, "<", ">") :]
    if "(" in around or "=" in around:
        return None
    if not declared.strip():
        return ()
    match = _CLASS_NAME.match(declared)
    if not match:
        return None
    name = match.group(1)
    where = match.end(1) - len(name.rpartition("::")[2].lstrip())
    if name == "final" and not match.group(2):
        return ()
    return _qualified(name + (match.group(2) or ""), top, parameters), begin + where


def _qualified(name: str, top: _Open, parameters: str) -> str:
    """`name` behind the classes that it stands in; template arguments stay where they are not the own parameters."""
    parts = _parts(name)
    own = {m.group(1) for m in _PARAMETER.finditer(parameters)} if parameters and "<" in name else set()
    kept = []
    for part in parts:
        base, angle, arguments = ("", "", "") if part.startswith("operator") else part.partition("<")
        if angle and own and all(a.strip().removesuffix("...") in own for a in arguments[:-1].split(",")):
            part = base
        elif angle:
            part = base.rstrip() + "<" + _SPACE.sub(" ", arguments[:-1].strip()) + ">"
        kept.append(part)
    text = "::".join(kept)
    return f"{top.names}::{text}" if top.names else text


def _parts(name: str) -> list[str]:
    """The components of a qualified name; `::` between angle brackets does not count."""
    if "::" not in name:
        return [name.strip()] if name.strip() else []
    if "<" not in name:
        return [part.strip() for part in name.split("::") if part.strip()]
    parts: list[str] = []
    depth = begin = 0
    operator = name.find("operator")
    for match in re.finditer(r"::|[<>]", name):
        token = match.group()
        if 0 <= operator < match.start() and not depth:
            break
        if token == "<":
            depth += 1
        elif token == ">":
            depth -= 1
        elif not depth:
            parts.append(name[begin : match.start()].strip())
            begin = match.end()
    parts.append(name[begin:].strip())
    return [part for part in parts if part]


def _function(text: str, begin: int, top: _Open, parameters: str, namespaces: set[str]) -> tuple[str, str, int]:
    """The declarator of a function's head: the name before the first parentheses that can hold parameters."""
    opening = text.find("(")
    closing = text.find(")", opening)
    before = text[:opening]
    plain = closing > 0 and "(" not in text[opening + 1 : closing]
    if plain and "<" not in before and ">" not in before and "operator" not in before:
        # Nearly every head: the first parentheses hold the parameters.
        answer = _declared(text, 0, opening, closing + 1, None, False, begin, top, parameters, namespaces)
        if answer is not None:
            return answer
    angle = nesting = 0
    opening = -1
    spoken: re.Match[str] | None = None  # operator
    typed = False
    previous = 0  # the end of the last group that was passed over
    for match in _GROUP.finditer(text):
        token = match.group()
        if token == "(":
            if not angle and not nesting:
                opening = match.start()
            nesting += 1
        elif token == ")":
            if nesting:
                nesting -= 1
            if nesting or angle or opening < 0:
                continue
            end = match.end()
            answer = _declared(text, previous, opening, end, spoken, typed, begin, top, parameters, namespaces)
            if answer is not None:
                return answer
            # Not a name of a function: a macro or an attribute before it.
            typed = typed or len(text[previous:opening].split()) > 1
            opening, previous, spoken = -1, end, None
        elif nesting:
            continue
        elif token == "<":
            angle += 1
        elif token == ">":
            angle = max(0, angle - 1)
        elif token.startswith("operator"):
            spoken = match
    return ("value" if _ASSIGN.search(text) else ""), "", 0


def _declared(
    text: str,
    previous: int,
    opening: int,
    end: int,
    spoken: re.Match[str] | None,
    typed: bool,
    begin: int,
    top: _Open,
    parameters: str,
    namespaces: set[str],
) -> tuple[str, str, int] | None:
    """What a head is when its parameters are between `opening` and `end`; None where those are something else's."""
    before = text[previous:opening]
    found = _declarator(before, spoken and text[spoken.start() : opening], top, typed)
    if found is None:
        return None
    if "=" in before and _ASSIGN.search(_OPERATOR.sub("", before)):
        return "value", "", 0
    tail = text[end:]
    if tail.rstrip().endswith("="):
        return "value", "", 0
    name, where = found
    if not name:
        return "", "", 0
    parts = _parts(name)
    while len(parts) > 1 and parts[0] in namespaces:
        parts.pop(0)
    if not parts:
        return "", "", 0
    qualified = _qualified("::".join(parts), top, parameters)
    method = len(parts) > 1 or bool(top.names)
    if top.names and "friend" in text and re.match(r"\s*friend\b", text):
        qualified, method = parts[-1], False
    kind = "method" if method else "function"
    initialises = ":" in tail and _BASES.search(_MARK.sub("", tail))
    return kind + (":" if initialises else ""), qualified, begin + previous + where


_NO_NAME = ("", 0)
_OPERATOR = re.compile(r"operator\s*[^\w\s(]+")


def _declarator(before: str, operator: str | None, top: _Open, typed: bool) -> tuple[str, int] | None:
    """The name that ends `before` a list of parameters, and where its last component stands.

    None where the parentheses belong to a macro or an attribute, so that the name is to be sought behind them; an
    empty name where this is no definition at all. `typed` says that a type stands before an attribute passed over.
    """
    if operator is not None:
        at = len(before) - len(operator)
        qualifiers = _QUALIFIERS.search(before, max(0, at - 400), at)
        prefix = qualifiers.group(1) if qualifiers else ""
        return prefix + _SPACE.sub(" ", operator.strip()), at
    reverse = _EMAN.match(before[::-1])
    if not reverse:
        return _NO_NAME
    name = reverse.group(1)[::-1]
    start = len(before) - reverse.end(1)
    leading = len(name) - len(name.lstrip())
    name = name.lstrip()
    start += leading
    last = name.rpartition("::")[2].strip()
    where = start + len(name) - len(name.rpartition("::")[2].lstrip())
    if last in _CONTROL or not _WORD.match(last.lstrip("~")) or last[0].isdigit():
        return _NO_NAME
    if last in _NOT_A_NAME or _ANNOTATION.match(last):
        return None
    returned = before[:start].strip()
    if returned:
        if returned[-1] in ".=!+-/,?|^%(" or returned.endswith("->"):
            return _NO_NAME
        return name, where
    if typed:
        return name, where
    # No type is returned: a constructor, a destructor or a macro.
    parts = [plain_name(part) for part in _parts(name)]
    if len(parts) > 1 and (parts[-1] == parts[-2] or parts[-1].startswith("~")):
        return name, where
    own = plain_name(top.names.rpartition("::")[2]) if "<" not in top.names else plain_name(_parts(top.names)[-1])
    if len(parts) == 1 and top.names and parts[0].lstrip("~ ") == own:
        return name, where
    return None


def _close(text: str, at: int, opening: str, closing: str) -> int:
    """The place of the bracket that closes the one before `at`; the end of the text where there is none."""
    depth = 1
    parentheses = 0
    for match in re.finditer(r"[()<>]|->|<=|>=", text[at:]):
        token = match.group()
        if token == "(":
            parentheses += 1
        elif token == ")":
            parentheses -= 1
        elif parentheses > 0:
            continue
        elif token == opening:
            depth += 1
        elif token == closing:
            depth -= 1
            if not depth:
                return at + match.start()
    return len(text)
