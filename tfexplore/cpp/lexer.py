"""Bytes to pieces and tokens: the phases of translation before macros, at the speed of regular expressions.

A file is decoded as Latin-1, which maps every byte to one character, so offsets in the text are offsets in the file and
no byte can fail. `split` finds comments, literals and directives in one pass; `tokens` reads a stretch of what is left.
Nothing here fails on odd input: an unterminated literal ends at its line, an unterminated comment at the file's end.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate

from tfexplore._record import Record

_LINE_COMMENT = r"/[^\n\\]*(?:\\(?:\r?\n|.)?[^\n\\]*)*"
_BLOCK_COMMENT = r"\*.*?(?:\*/|\Z)"
_DIRECTIVE_LINE = (
    r"""[ \t]*\#[^\n\\/"']*(?:(?:\\(?:\r?\n|.)?|"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|'(?:(?:[^'\\\n]|\\.){1,12}')?|/"""
    rf"""(?:{_LINE_COMMENT}|{_BLOCK_COMMENT})?)[^\n\\/"']*)*"""
)
# One alternation whose branches start with different characters; a stretch that starts none of them is skipped by the
# engine at C speed, which `^` or an optional prefix would prevent. So a directive is sought behind the end of the line
# before, and the prefix of a raw string is left in the text in front of it. A line comment and a directive go on behind
# a backslash at the line's end.
_PIECE = re.compile(
    rf"/(?:{_LINE_COMMENT}|{_BLOCK_COMMENT})"
    r"""|R(?:(?<!\wR)|(?<=\bu8R)|(?<=\b[uUL]R))"(?P<mark>[^()\\\s]{0,16})\(.*?(?:\)(?P=mark)"|\Z)"""
    r"""|"[^"\\\n]*(?:\\(?:\r\n|.)[^"\\\n]*)*(?:"|(?=\n)|\Z)"""
    r"""|'(?<!\d')(?:[^'\\\n]|\\.){1,12}'"""
    rf"""|\n{_DIRECTIVE_LINE}""",
    re.S,
)
_FIRST_LINE = re.compile(_DIRECTIVE_LINE, re.S)

_TOKEN = re.compile(
    r"""(?:u8|[uUL])?R"(?P<mark>[^()\\\s]{0,16})\(.*?(?:\)(?P=mark)"|\Z)"""
    r"""|[A-Za-z_$\x80-\xff][\w$]*"""
    r"""|\.?\d(?:[eEpP][+-]|[\w.]|'(?=\w))*"""
    r"""|"(?:[^"\\\n]|\\(?:\r\n|.))*"?"""
    r"""|'(?:[^'\\\n]|\\.){1,12}'"""
    r"""|\#\#|::|->|\.\.\.|<<|[-+*/%&|^!=<>]=|&&|\|\||\\\r?\n|\S""",
    re.S,
)

_COMMENT = re.compile(
    r"""(?P<keep>"(?:[^"\\\n]|\\(?:\r\n|.))*"?|'(?:[^'\\\n]|\\.){1,12}')"""
    r"""|//[^\n\\]*(?:\\(?:\r?\n|.)?[^\n\\]*)*|/\*.*?(?:\*/|\Z)""",
    re.S,
)
_NOT_NEWLINE = re.compile(r"[^\n]+")
_DIRECTIVE = re.compile(r"[ \t]*#(?:[ \t]|\\\r?\n)*([A-Za-z_]\w*)?")


class Directive(Record):
    """A preprocessor line: `#define F(x) ...` has name `"define"` and the rest, comments blanked, as `text`."""

    name: str
    text: str
    start: int  # of the line
    text_start: int  # of `text`
    end: int


class Source(Record):
    """A file in pieces. All texts have the file's length, so one offset serves them all.

    `code` has comments and directives blanked; in `shape` literals are blanked too, so brackets can be counted.
    `lines` holds the offset of each line's start.
    """

    code: str
    shape: str
    directives: list[Directive]
    lines: list[int]

    def line(self, offset: int) -> int:
        """The line (from 1) on which an offset stands."""
        return bisect_right(self.lines, offset)


def blank(text: str) -> str:
    """Spaces for everything but the line ends, so that offsets and lines stay."""
    if "\n" not in text:
        return " " * len(text)
    return _NOT_NEWLINE.sub(lambda match: " " * len(match.group()), text)


def without_comments(text: str) -> str:
    """The text with comments blanked (literals are left alone)."""
    if "/" not in text:
        return text
    return _COMMENT.sub(lambda match: match.group() if match.group("keep") else blank(match.group()), text)


def line_starts(text: str | bytes) -> list[int]:
    """The offsets at which lines start."""
    lengths = map(len, text.split("\n") if isinstance(text, str) else text.split(b"\n"))
    starts = list(accumulate(map(_WITH_END, lengths), initial=0))
    starts.pop()  # behind the file's end
    return starts


#: A line's length with the end of the line.
_WITH_END = (1).__add__


#: A word that goes on in the next line. It is put together, and the line's end behind it, so that offsets stay.
_SPLICED = re.compile(r"(?:\\(?<=\w\\)\r?\n(?:\\\r?\n)*\w+)+")
_SPLICE = re.compile(r"\\\r?\n")


def _put_together(match: re.Match[str]) -> str:
    text = match.group()
    return _SPLICE.sub("", text) + "".join(_SPLICE.findall(text))


def split(data: bytes) -> Source:
    """Find comments, literals and directives of a whole file."""
    text = data.decode("latin-1")
    lines = line_starts(text)
    spliced = "\\\n" in text or "\\\r\n" in text
    code: list[str] = []
    shape: list[str] = []
    directives: list[Directive] = []
    done = 0
    first_line = _FIRST_LINE.match(text)
    if first_line is not None:
        done = _directive(text, 0, first_line.end(), code, shape, directives)
    for match in _PIECE.finditer(text, done):
        start, end = match.span()
        first = text[start]
        if first == "\n":
            between = text[done : start + 1]
            if spliced and "\\" in between:
                between = _SPLICED.sub(_put_together, between)
            code.append(between)
            shape.append(between)
            done = _directive(text, start + 1, end, code, shape, directives)
            continue
        between = text[done:start]
        if spliced and "\\" in between:
            between = _SPLICED.sub(_put_together, between)
        code.append(between)
        if first == "R":  # behind a prefix?
            before = between.removesuffix("u8") if between.endswith("u8") else between.rstrip("uUL")
            between = before + " " * (len(between) - len(before))
        shape.append(between)
        piece = text[start:end]
        empty = blank(piece)
        shape.append(empty)
        code.append(empty if first == "/" else piece)
        done = end
    rest = text[done:]
    if spliced:
        rest = _SPLICED.sub(_put_together, rest)
    code.append(rest)
    shape.append(rest)
    return Source("".join(code), "".join(shape), directives, lines)


def _directive(text: str, start: int, end: int, code: list[str], shape: list[str], directives: list[Directive]) -> int:
    """Note the directive between two offsets, blanked in both texts; returns its end."""
    piece = text[start:end]
    empty = blank(piece)
    if "\\" in piece:
        piece = _SPLICED.sub(_put_together, piece)
    code.append(empty)
    shape.append(empty)
    head = _DIRECTIVE.match(piece)
    at = head.end() if head else len(piece)
    name = (head.group(1) or "") if head else ""
    directives.append(Directive(name, without_comments(piece[at:]), start, start + at, end))
    return end


def spans(text: str, start: int = 0, end: int | None = None) -> list[tuple[str, int]]:
    """The tokens of a stretch with their offsets; spliced lines and white space are passed over."""
    found = _TOKEN.finditer(text, start, len(text) if end is None else end)
    return [(text, match.start()) for match in found if (text := match[0])[0] != "\\"]


def is_identifier(token: str) -> bool:
    """Whether a token is a name (or a keyword: the preprocessor knows none)."""
    if token.isidentifier():  # nearly every name, at the speed of C
        return True
    first = token[0]
    if first == "R" or first in "uUL":
        return token[-1] != '"'
    return first.isalpha() or first in "_$" or first >= "\x80"


def is_string(token: str) -> bool:
    """Whether a token is a string literal."""
    return token[-1] == '"' and len(token) > 1


_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]+|[0-7]{1,3}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|\r?\n|.)", re.S)


def _unescape(match: re.Match[str]) -> str:
    body = match.group(1)
    if body[0] == "x" and len(body) > 1:
        return chr(int(body[1:], 16) & 0xFF)
    if body[0] in "uU" and len(body) > 1:  # as the bytes that a compiler makes of it
        return chr(min(int(body[1:], 16), 0x10FFFF)).encode("utf-8", "replace").decode("latin-1")
    if body[0] in "01234567":
        return chr(int(body, 8) & 0xFF)
    return "" if body[-1] == "\n" else _ESCAPES.get(body, body)


def string_value(token: str) -> str:
    """What a string literal means: prefixes, quotes and escapes resolved."""
    opening = token.index('"')
    if token[opening - 1 : opening] == "R":
        end = token.rfind(")")
        return token[token.index("(") + 1 : end if end >= 0 else len(token) - 1]
    body = token[opening + 1 : -1]
    return _ESCAPE.sub(_unescape, body) if "\\" in body else body


def utf8(text: str) -> str:
    """A text whose characters are bytes as what those say, where they are UTF-8, as protocol buffers have them.

    >>> utf8("\xc3\xa9"), utf8("\xe9")
    ('\xe9', '\xe9')
    """
    if text.isascii():
        return text
    try:
        return text.encode("latin-1").decode()
    except (UnicodeEncodeError, UnicodeDecodeError):
        return text


#: Between these no space is written when tokens are joined.
_TIGHT_BEFORE = frozenset([",", ")", "(", "::", "<", ">", "]", "[", ";", ".", "->"])
_TIGHT_AFTER = frozenset(["(", "::", "<", "[", ".", "->", "!", "~"])
_SIGNS = frozenset(["+", "-", "*", "&", "&&"])
#: Behind these a `*` or `&` belongs to the type before it.
_POINTED = frozenset([">", ",", ")", "*", "&", "&&", "const", ""])


def join(tokens: list[str] | tuple[str, ...]) -> str:
    """Tokens as a person writes them: `Conv2DOp<CPUDevice, float>`."""
    out: list[str] = []
    last, unary = "(", False
    for i, token in enumerate(tokens):
        tight = unary or token in _TIGHT_BEFORE or last in _TIGHT_AFTER
        unary = False
        if token in _SIGNS:
            # A sign behind an operand stands between two, unless it makes a pointer or a reference of a type.
            if last not in (")", "]", ">") and not (last[0].isalnum() or last[0] in "_$\"'"):
                unary = True
            elif token[0] in "*&" and (tokens[i + 1] if i + 1 < len(tokens) else "") in _POINTED:
                tight = True
        if not tight:
            out.append(" ")
        out.append(token)
        last = token
    return "".join(out)
