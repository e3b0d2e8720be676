"""The tokens of a statement of C++ that says something, and the string constants of its file.

A statement is cut where it is read, not the file as a whole: of a file of thousands of lines some dozens say anything.
"""

from __future__ import annotations

import re

from tfexplore.extract.lines import BLANKS
from tfexplore.extract.message_parts import Token, split

_MAX_STATEMENT = 20_000
_MAX_TOKENS = 2_000
_STRING = rb'"[^"\\\n]*(?:\\.[^"\\\n]*)*"?'
_RAW = rb'R"([^()\\\s"]{0,16})\((.*?)(?:\)\1"|\Z)'
_CHAR = rb"'(?:[^'\\\n]{1,4}|\\[^\n][^'\n]{0,8})'"
_COMMENT = rb"/(?:/[^\\\n]*(?:\\(?:\r\n|.)[^\\\n]*)*|\*.*?(?:\*/|\Z))"
_CONDITIONAL = rb"#[ \t]*(?:if|el|en)[^\n]*"
_COMMENTS = re.compile(_RAW + b"|" + _STRING + b"|" + _CHAR + b"|" + _COMMENT + b"|" + _CONDITIONAL, re.DOTALL)
_TOKEN = re.compile(
    rb'\s+|\\\r?\n|(?:u8|[uUL])?(?:R"([^()\\\s"]{0,16})\((.*?)(?:\)\1"|\Z)|"([^"\\\n]*(?:\\.[^"\\\n]*)*)"?)|'
    rb"(" + _CHAR + rb")|([A-Za-z_]\w*)|(\d[\w.]*)|(<<|>>|::|->|\S)",
    re.DOTALL,
)
_CONSTANT = re.compile(
    rb"(?:const\s+char|constexpr\s+char|constexpr\s+absl::string_view|const\s+(?:std::)?string)\s*"
    rb"(?:\*\s*(?:const\s+)?)?(k\w+)\s*(?:\[\])?\s*(?:=|\()\s*(" + _STRING + rb"(?:\s*" + _STRING + rb")*)\s*\)?;"
)
_ESCAPE = re.compile(rb"\\(?:x([0-9A-Fa-f]{1,2})|([0-7]{1,3})|\r?\n|(.))", re.DOTALL)
_ESCAPES = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"0": b"\0", b"a": b"\a", b"b": b"\b", b"f": b"\f", b"v": b"\v"}
_BRACKETS = frozenset((b"(", b"[", b"{", b")", b"]", b"}"))


def without_comments(data: bytes) -> bytes:
    """The text with comments and conditions blanked; offsets and lines stay."""
    parts: list[bytes] = []
    done = 0
    for match in _COMMENTS.finditer(data):
        start = match.start()
        if data[start] in b"/#":
            parts.append(data[done:start])
            done = match.end()
            parts.append(data[start:done].translate(BLANKS))
    parts.append(data[done:])
    return b"".join(parts)


class Texts(dict[bytes, bytes]):
    """String constants of the file itself, by name; and where the statement stands that is being read.

    `end` is that of the macro it stands in, or of the file. `left` is how many tokens may still be read: a file of
    nothing but broken statements is given up. `reach` is how far the statement was read, and `closed` tells whether
    nothing beside that decided what it says.
    """

    def __init__(self, clean: bytes) -> None:
        super().__init__()
        self.clean = clean
        self.at = 0
        self.left = _MAX_TOKENS + len(clean)
        self.end = len(clean)
        self.reach = 0
        self.closed = True


def string_constants(clean: bytes) -> Texts:
    """The string constants of a file; a name defined twice has no value."""
    values = Texts(clean)
    if b" k" not in clean:
        return values
    twice: set[bytes] = set()
    for match in _CONSTANT.finditer(clean):
        name = match.group(1)
        text = b"".join(_unescaped(token[1:].removesuffix(b'"')) for token in re.findall(_STRING, match.group(2)))
        if values.setdefault(name, text) != text:
            twice.add(name)
    for name in twice:
        del values[name]
    return values


def _unescaped(text: bytes) -> bytes:
    """The bytes that the inside of a C++ string literal stands for."""
    if b"\\" not in text:
        return text

    def value(match: re.Match[bytes]) -> bytes:
        hexadecimal, octal, letter = match.groups()
        if hexadecimal:
            return bytes((int(hexadecimal, 16),))
        if octal:
            return bytes((int(octal, 8) & 255,))
        return _ESCAPES.get(letter, letter) if letter else b""

    return _ESCAPE.sub(value, text)


def tokens_from(texts: Texts, begin: int, stream: bool) -> list[Token]:
    """The tokens from an open parenthesis to the one that closes it; with `stream` to the end of the statement."""
    tokens: list[Token] = []
    depth = 0
    limit = min(texts.end, begin + _MAX_STATEMENT)
    read = 0
    ended = False
    last = begin
    for match in _TOKEN.finditer(texts.clean, begin, limit):  # every byte is part of a match
        if read >= texts.left or len(tokens) >= _MAX_TOKENS:
            break
        read += 1
        last = match.end()
        kind = match.lastindex
        if kind == 7:
            text = match[7]
            if text in _BRACKETS:
                if text in b"([{":
                    depth += 1
                else:
                    depth -= 1
                    if depth < 0:
                        ended = True
                        break
            elif text == b";" and depth <= 0:
                ended = True
                break
            tokens.append(Token("p", text, last))
            if not depth and not stream and text == b")":
                ended = True
                break
        elif kind == 5:
            tokens.append(Token("w", match[5], last))
        elif kind == 3:
            tokens.append(Token("s", _unescaped(match[3]), last))
        elif kind == 6:
            tokens.append(Token("n", match[6], last))
        elif kind == 4:
            tokens.append(Token("c", _unescaped(match[4][1:-1]), last))
        elif kind == 2:
            tokens.append(Token("s", match[2], last))
        elif kind is None and match[0][:1] in b'R"uUL':  # an empty raw or plain string
            tokens.append(Token("s", b"", last))
    texts.left -= read
    texts.reach = max(texts.reach, last)
    texts.closed = texts.closed and ended
    return tokens


def call_arguments(texts: Texts, opening: int) -> tuple[list[list[Token]], int]:
    """The arguments behind an open parenthesis, and the place behind the closing one."""
    tokens = tokens_from(texts, opening, stream=False)
    if not tokens:
        return [], opening + 1
    end = tokens[-1].end
    return split(tokens[1:-1] if tokens[-1].text == b")" else tokens[1:], b","), end
