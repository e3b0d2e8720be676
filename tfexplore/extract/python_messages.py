"""Statements of Python that raise an exception or log, and the template of what they say.

::

    raise TypeError("Value passed to parameter '%s' has DataType %s not in list" % (name, dtype))
          ^error    ^fixed part                ^gap
    tf_logging.warning("From %s: ...", where)
               ^level

The file is not parsed: `raise` at the start of a statement and calls of loggers are found by their words, and the
expression behind them is read token by token. Literals side by side, `+`, `%`, `.format` and f-strings become fixed
parts and gaps; whatever else there is, is a gap. A name is followed to the last assignment above it that makes a text,
where it is all of the text or what is formatted, and so is an attribute of the object or of a class::

    message = "no %s"             MESSAGE = "no {}"                        error = ValueError("none")
    raise ValueError(message % x) raise ValueError(self.MESSAGE.format(x)) raise error
"""

from __future__ import annotations

import re
from bisect import bisect_right

from tfexplore._record import TYPE_CHECKING
from tfexplore.extract.lines import BLANKS
from tfexplore.extract.message_parts import Template, Token, closing_bracket, conversions, make_site, split
from tfexplore.model import Location, MessageSite

if TYPE_CHECKING:
    from collections.abc import Sequence

_MAX_STATEMENT = 20_000
_MAX_TOKENS = 2_000
_MAX_DEPTH = 30
#: How far above a `raise` the assignment of its text is sought, in bytes.
_MAX_ASSIGNMENT = 6_000

_LONG = (
    rb'"""[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*(?:"""|\Z)|'
    rb"'''[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*(?:'''|\Z)"
)
_SHORT = rb'"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|' + rb"'[^'\\\n]*(?:\\.[^'\\\n]*)*'?"
_COMMENTS = re.compile(_LONG + b"|" + _SHORT + rb"|#[^\n]*", re.DOTALL)
_TOKEN = re.compile(
    rb"\s+|\\\r?\n|([A-Za-z]{0,3}?)(" + _LONG + b"|" + _SHORT + rb")|([A-Za-z_]\w*)|(\d[\w.]*)|(\*\*|//|[<>=!]=|\S)",
    re.DOTALL,
)
_CALL = rb"(?:([A-Za-z_][\w.]*)[ \t]*)?\("
#: Each begins with a word, to which `re` runs; one alternation of them all would look at every second letter.
_TRIGGERS = (
    re.compile(rb"raise(?:[ \t]+|_from[ \t]*\([ \t\n]*)" + _CALL),
    re.compile(rb"raise[ \t]+()(?P<made>[A-Za-z_]\w*)(?=[ \t]*(?:;|\r?\n|\Z|from[ \t]))"),
    re.compile(rb"logging\." + _CALL),
    re.compile(rb"warnings\.warn" + _CALL),
    re.compile(rb"assert(?=[ \t(])"),
)
_PERCENT = re.compile(rb"%(?:\(\w*\))?[-+ #0]*(?:\*|\d+)?(?:\.(?:\*|\d+))?[hlL]?[diouxXeEfFgGcrsa%]")
_BRACES = re.compile(rb"\{\{|\}\}|\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}")
#: An attribute of the object, or a constant of a class.
_ATTRIBUTE = re.compile(rb"^[ \t]+(?:(?:self|cls)\.(?=[A-Za-z_])|(?=[A-Z_]))(\w+)[ \t]*=[ \t]*(?!=)", re.MULTILINE)
_MADE = re.compile(rb"([A-Za-z_][\w.]*)[ \t]*\(")
_BLOCK = re.compile(rb"\n([ \t]*)(?:def|class)[ \t]+(\w+)")
_ESCAPE = re.compile(rb"\\(?:x([0-9A-Fa-f]{2})|([0-7]{1,3})|u([0-9A-Fa-f]{4})|\r?\n|(.))", re.DOTALL)
_ESCAPES = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"a": b"\a", b"b": b"\b", b"f": b"\f", b"v": b"\v"}
_LEVELS = {
    b"debug": "DEBUG",
    b"info": "INFO",
    b"warn": "WARNING",
    b"warning": "WARNING",
    b"error": "ERROR",
    b"exception": "ERROR",
    b"critical": "FATAL",
    b"fatal": "FATAL",
}
#: Logging functions whose text is not the first argument, and where it is.
_LATER = {b"log": 1, b"vlog": 1, b"log_first_n": 1, b"log_every_n": 1, b"log_if": 1}
_WRAPS = frozenset((b"dedent", b"fill", b"text_type", b"compat_as_str"))
_BEFORE_A_VALUE = frozenset(b"(,=+%[{\"'\\")


def message_sites(path: str, data: bytes) -> tuple[MessageSite, ...]:
    """Every statement of a Python file that raises or logs a text, in the order of places."""
    return tuple([template.site for template in message_templates(path, data)])


def message_templates(path: str, data: bytes) -> tuple[Template, ...]:
    """The same with the text of the templates, for a reader who has the source."""
    if not any(word in data for word in (b"raise", b"logging.", b"warnings.warn", b"assert")):
        return ()
    clean = _without_prose(data)
    blocks: _Blocks | None = None
    found: list[Template] = []
    end = 0
    line, counted = 1, 0
    source = _Source(clean)
    matches = [match for trigger in _TRIGGERS for match in trigger.finditer(clean)]
    matches.sort(key=re.Match.start)
    passed = 0
    for match in matches:
        if source.left <= 0:
            break
        begin = match.start()
        if begin < passed:
            continue
        passed = match.end()
        if begin < end or (begin and _is_word(clean[begin - 1]) and not clean.endswith(b"tf_", 0, begin)):
            continue
        if match.group().startswith((b"raise ", b"assert")):
            before = clean[clean.rfind(b"\n", 0, begin) + 1 : begin].rstrip()
            if before and not before.endswith((b":", b";")):
                continue
        read = _read(match, source)
        if read is None:
            continue
        kind, level, error, pieces, stop = read
        end = stop
        line += clean.count(b"\n", counted, begin)
        counted = begin
        if blocks is None:
            blocks = _Blocks(clean)
        place = Location(path, line, line + clean.count(b"\n", begin, stop))
        found.append(make_site(kind, level, error, blocks.around(begin), pieces, place))
    return tuple(found)


def _is_word(byte: int) -> bool:
    return byte == 95 or bytes((byte,)).isalnum()


def _without_prose(data: bytes) -> bytes:
    """The text with comments and docstrings blanked; any other string as it is."""
    parts: list[bytes] = []
    done = 0
    for match in _COMMENTS.finditer(data):
        start, end = match.span()
        if data[start] != 35:
            if not data.startswith((b'"""', b"'''"), start):
                continue
            before = data[max(0, start - 400) : start].rstrip(b"rRuUbBfF")
            if before[before.rfind(b"\n") + 1 :].strip():
                continue
            kept = before.rstrip()
            if kept and kept[-1] in _BEFORE_A_VALUE:
                continue
        parts.append(data[done:start])
        parts.append(data[start:end].translate(BLANKS))
        done = end
    parts.append(data[done:])
    return b"".join(parts)


class _Blocks:
    """The functions and classes of a file by their indentation, each with its end where that is asked for."""

    __slots__ = ("_clean", "_ends", "_found")

    def __init__(self, clean: bytes) -> None:
        self._clean = clean
        self._found = [
            (one.start(), len(one[1].expandtabs()), one[2]) for one in _BLOCK.finditer(b"\n" + clean)
        ]  # where the line begins, its indentation, the name
        self._ends: dict[int, int] = {}

    def around(self, at: int) -> str:
        """The qualified name of the innermost function around `at`."""
        begin = self._clean.rfind(b"\n", 0, at) + 1
        line = self._clean[begin:at]
        indent = len(line[: len(line) - len(line.lstrip())].expandtabs())
        names: list[bytes] = []
        number = bisect_right(self._found, (at, 0, b"")) - 1
        while number >= 0 and indent:
            _, own, name = self._found[number]
            if own < indent and self._end(number) >= begin:
                names.append(name)
                indent = own
            number -= 1
        return b".".join(reversed(names)).decode("latin-1")

    def _end(self, number: int) -> int:
        """Where the first statement begins behind a block; strings over several lines have none."""
        if number not in self._ends:
            begin, indent, _ = self._found[number]
            at = self._clean.find(b"\n", begin)
            end = quoted = 0
            dedented = re.compile(rb"\n {0,%d}(?=[A-Za-z_@])" % indent)
            while at >= 0:
                match = dedented.search(self._clean, at)
                if match is None:
                    break
                quoted += self._clean.count(b'"""', at, match.end()) + self._clean.count(b"'''", at, match.end())
                at = match.end()
                if not quoted % 2:
                    end = at
                    break
            self._ends[number] = end or len(self._clean)
        return self._ends[number]


class _Source:
    """The text of a file, and how many tokens of it may still be read: one of broken statements is given up."""

    __slots__ = ("_attributes", "clean", "left")

    def __init__(self, clean: bytes) -> None:
        self.clean = clean
        self.left = _MAX_TOKENS + len(clean)
        self._attributes: dict[bytes, list[tuple[int, int]]] | None = None

    def attribute(self, name: bytes, at: int) -> tuple[int, int] | None:
        """Where the last assignment to an attribute above `at` begins, and its value; else the first one below."""
        if self._attributes is None:
            self._attributes = {}
            for match in _ATTRIBUTE.finditer(self.clean):
                if b"." in match[0][: match.end(1) - match.start()] or match[1].isupper():
                    self._attributes.setdefault(match[1], []).append((match.start(), match.end()))
        known = self._attributes.get(name, ())
        above = [one for one in known if one[0] < at]
        return above[-1] if above else known[0] if known else None


def _tokens(source: _Source, begin: int, call: bool) -> list[Token]:
    """The tokens of a call from its parenthesis on, or of an expression to the end of its logical line."""
    tokens: list[Token] = []
    clean = source.clean
    depth = 0
    position = begin
    limit = min(len(clean), begin + _MAX_STATEMENT)
    while position < limit and len(tokens) < _MAX_TOKENS and source.left > 0:
        source.left -= 1
        match = _TOKEN.match(clean, position, limit)
        if match is None:
            break
        position = match.end()
        prefix, string, word, number, mark = match.groups()
        if string is not None:
            quotes = 3 if string[:3] in (b'"""', b"'''") else 1
            inner = string[quotes:]
            if inner.endswith(string[:quotes]):
                inner = inner[:-quotes]
            tokens.append(
                Token(
                    "f" if b"f" in prefix.lower() else "s",
                    inner if b"r" in prefix.lower() else _unescaped(inner),
                    position,
                )
            )
        elif word is not None:
            tokens.append(Token("w", word, position))
        elif number is not None:
            tokens.append(Token("n", number, position))
        elif mark is not None:
            if mark in (b"(", b"[", b"{"):
                depth += 1
            elif mark in (b")", b"]", b"}"):
                depth -= 1
                if depth < 0:
                    break
            tokens.append(Token("p", mark, position))
            if call and not depth:
                break
        elif not call and not depth and b"\n" in match.group() and match.group()[:1] != b"\\":
            break
    return tokens


def _unescaped(text: bytes) -> bytes:
    if b"\\" not in text:
        return text

    def value(match: re.Match[bytes]) -> bytes:
        hexadecimal, octal, wide, letter = match.groups()
        if hexadecimal:
            return bytes((int(hexadecimal, 16),))
        if octal:
            return bytes((int(octal, 8) & 255,))
        if wide:
            return chr(int(wide, 16)).encode("utf-8", "replace")
        if not letter:
            return b""
        return _ESCAPES.get(letter, letter if letter in b"\\'\"" else b"\\" + letter)

    return _ESCAPE.sub(value, text)


def _read(match: re.Match[bytes], source: _Source) -> tuple[str, str, str, list[bytes | None], int] | None:
    """What the statement that begins with `match` says, and where it ends; None where it says nothing fixed."""
    word = match.group()
    if word == b"assert":
        tokens = _tokens(source, match.end(), call=False)
        sides = split(tokens, b",")
        pieces = _pieces(sides[1], source, match.start(), 0) if len(sides) == 2 else []
        return ("assert", "", "AssertionError", pieces, tokens[-1].end) if _fixed(pieces) else None
    callee, opening, at = match.group(1) or b"", match.end() - 1, match.start()
    made = match.groupdict().get("made")
    if made is not None:
        begin = _last_assignment(made, source, at)
        call = _MADE.match(source.clean, begin) if begin >= 0 else None
        if call is None or not call[1].rpartition(b".")[2][:1].isupper():
            return None
        callee, opening, at = call[1], call.end() - 1, begin
    tokens = _tokens(source, opening, call=True)
    if not tokens or tokens[-1].text != b")":
        return None
    stop = tokens[-1].end if made is None else match.end()
    arguments = split(tokens[1:-1], b",")
    name = callee.rpartition(b".")[2]
    if word.startswith(b"raise"):
        best: list[bytes | None] = []
        for argument in arguments:
            if len(argument) > 2 and argument[1].text == b"=" and argument[0].kind == "w":
                argument = argument[2:]
            pieces = _pieces(argument, source, at, 0)
            if _fixed(pieces) > _fixed(best):
                best = pieces
        if not best:
            return None
        error = name.decode("latin-1") if name[:1].isupper() else ""
        return "raise", "", error, best, stop
    if word.startswith(b"warnings"):
        name, level = b"warn", "WARNING"
    else:
        level = _LEVELS.get(name, "")
        if not level and name not in _LATER:
            return None
    first = _LATER.get(name, 0)
    if len(arguments) <= first:
        return None
    pieces = _pieces(arguments[first], source, at, 0)
    if first and not level:
        level = arguments[0][-1].text.decode("latin-1").upper()[:20] if arguments[0] else ""
    if len(arguments) > first + 1:
        pieces = _converted(pieces, _PERCENT, b"%%", b"%")
    return ("logging", level, "", pieces, stop) if _fixed(pieces) else None


def _fixed(pieces: Sequence[bytes | None]) -> int:
    return sum(len(piece.strip()) for piece in pieces if piece)


def _pieces(tokens: list[Token], source: _Source, at: int, depth: int) -> list[bytes | None]:
    """The template of an expression that stands at `at`."""
    if not tokens:
        return []
    if depth > _MAX_DEPTH:
        return [None]
    if all(token.kind in "sf" for token in tokens):
        made: list[bytes | None] = []
        for token in tokens:
            made += _braced(token.text) if token.kind == "f" else [token.text]
        return made
    if len(tokens) == 1:
        if tokens[0].kind == "n":
            return [tokens[0].text]
        whole = tokens[0].kind == "w" and (depth == 0 or tokens[0].text.isupper())
        return _assigned(tokens, source, at, depth) if whole else [None]
    if not depth and _is_attribute(tokens):
        return _assigned(tokens, source, at, depth)
    if tokens[0].text == b"(" and tokens[0].kind == "p" and closing_bracket(tokens, 0) == len(tokens) - 1:
        inner = tokens[1:-1]
        return _pieces(inner, source, at, depth + 1) if len(split(inner, b",")) == 1 else [None]
    for word in (b"if", b"or", b"and", b"lambda", b"for"):
        if len(split(tokens, word)) > 1:
            return [None]
    sums = split(tokens, b"+")
    if len(sums) > 1:
        joined: list[bytes | None] = []
        for one in sums:
            joined += _pieces(one, source, at, depth + 1)
        return joined
    sides = split(tokens, b"%")
    if len(sides) > 1:
        return _converted(_format(sides[0], source, at, depth), _PERCENT, b"%%", b"%")
    opening = _last_call(tokens)
    if opening > 2 and tokens[opening - 1].text == b"format" and tokens[opening - 2].text == b".":
        formatted: list[bytes | None] = []
        for piece in _format(tokens[: opening - 2], source, at, depth):
            formatted += [None] if piece is None else _braced(piece)
        return formatted
    if opening > 0 and tokens[opening - 1].text in _WRAPS:
        arguments = split(tokens[opening + 1 : -1], b",")
        return _pieces(arguments[0], source, at, depth + 1) if arguments else [None]
    return [None]


def _last_call(tokens: list[Token]) -> int:
    """The parenthesis that the last token closes, or -1."""
    if tokens[-1].text != b")" or tokens[-1].kind != "p":
        return -1
    depth = 0
    for number in range(len(tokens) - 1, -1, -1):
        token = tokens[number]
        if token.kind == "p":
            if token.text in (b")", b"]", b"}"):
                depth += 1
            elif token.text in (b"(", b"[", b"{"):
                depth -= 1
                if not depth:
                    return number
    return -1


def _converted(
    pieces: Sequence[bytes | None], pattern: re.Pattern[bytes], doubled: bytes, single: bytes
) -> list[bytes | None]:
    made: list[bytes | None] = []
    for piece in pieces:
        made += [None] if piece is None else conversions(piece, pattern, doubled, single)
    return made


def _braced(text: bytes) -> list[bytes | None]:
    """A text for `str.format` as pieces."""
    made: list[bytes | None] = []
    begin = 0
    for match in _BRACES.finditer(text):
        made.append(text[begin : match.start()])
        made.append(match.group()[:1] if match.group() in (b"{{", b"}}") else None)
        begin = match.end()
    made.append(text[begin:])
    return made


def _format(tokens: list[Token], source: _Source, at: int, depth: int) -> list[bytes | None]:
    """The text in front of `%` or `.format`: of a name, what was assigned to it."""
    if _is_attribute(tokens) or (len(tokens) == 1 and tokens[0].kind == "w"):
        return _assigned(tokens, source, at, depth)
    return _pieces(tokens, source, at, depth + 1)


def _is_attribute(tokens: list[Token]) -> bool:
    """Whether an expression is `self.name`, `cls.name` or `Class.NAME`."""
    if len(tokens) != 3 or tokens[1].text != b"." or tokens[0].kind != "w" or tokens[2].kind != "w":
        return False
    owner = tokens[0].text
    return owner in (b"self", b"cls") or (owner.lstrip(b"_")[:1].isupper() and tokens[2].text.isupper())


def _assigned(named: list[Token], source: _Source, at: int, depth: int) -> list[bytes | None]:
    """The template that was last assigned to a name, or to an attribute, above `at`."""
    clean = source.clean
    if len(named) == 1:
        value = _last_assignment(named[0].text, source, at)
        begin = clean.rfind(b"\n", 0, value) + 1
    else:
        begin, value = source.attribute(named[2].text, at) or (-1, -1)
    if value < 0:
        return [None]
    tokens = _tokens(source, value, call=False)
    # A default among the parameters of a function looks like an assignment, and is none.
    if not tokens or clean[tokens[-1].end : tokens[-1].end + 1] == b")" or len(split(tokens, b",")) > 1:
        return [None]
    return _pieces(tokens, source, begin, depth + 1)


def _last_assignment(name: bytes, source: _Source, at: int) -> int:
    """Where the value begins that was last assigned to `name` above `at` (of the function, or the module), or -1."""
    clean = source.clean
    begin = max(0, at - _MAX_ASSIGNMENT)
    pattern = re.compile(rb"^[ \t]*" + name + rb"[ \t]*=[ \t]*(?!=)", re.MULTILINE)
    block = clean.rfind(b"def ", begin, at)
    last: re.Match[bytes] | None = None
    for match in pattern.finditer(clean, max(block, begin), at):
        last = match  # an assignment in another branch is as good a guess as any
    if last is None and name.isupper():
        last = re.compile(rb"^" + name + rb"[ \t]*=[ \t]*(?!=)", re.MULTILINE).search(clean)
    return -1 if last is None else last.end()
