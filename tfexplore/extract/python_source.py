"""Python text, cut into statements without a parser.

libcst reads about a megabyte a second and TensorFlow has forty-seven of them, so a file is first cut up by scanning:
strings and comments are blanked out (offsets stay), brackets are counted, and what stands at one indentation is a
`Statement`. Names, imports and definitions are read from the blanked text; only the statements that need an
expression tree (registrations, exports, the gradient functions) are handed to libcst, by `parse`.

The scanner has no opinion on the version of Python: `print "x"` in one function does not hide a registration in
another.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.cpp.lexer import line_starts
from tfexplore.extract.lines import BLANKS, STRING_OR_COMMENT

if TYPE_CHECKING:
    pass

#: What stands for the last character of a string over several lines: that line starts no statement.
_STRING_END = b"\x7f"
_CLAUSE = re.compile(rb"(?:else|elif|except|finally)\b")
_SURE_START = re.compile(rb"(?:def|class|import|from|async|@)")
_KIND = re.compile(rb"[A-Za-z_]\w*|@|\S")
_COLON = re.compile(rb":=?|[()\[\]{}]")
_HEADER = re.compile(rb"(?:async\s+)?(def|class)\s+([A-Za-z_]\w*)")


class UnreadableError(Exception):
    """This text cannot be given to libcst, or libcst cannot read it; `str(error)` is the reason."""


class Statement(Record):
    """A statement at one indentation: its byte range, its first word (`"def"`, `"@"`, `"if"`, a name ...)."""

    start: int
    end: int
    kind: str


class Clause(Record):
    """A part of a compound statement: `if x: f()` or `else:` and the lines below it.

    `head` is the offset of its first word, `colon` that behind the colon; `end` is where the next one begins.
    """

    head: int
    colon: int
    end: int


class Source:
    """The bytes of a file beside the same bytes with strings and comments blanked out."""

    def __init__(self, path: str, data: bytes) -> None:
        if data.startswith(b"\xef\xbb\xbf"):
            data = data[3:]
        if b"\r" in data:
            data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        if b"\f" in data:
            data = data.replace(b"\f", b" ")
        self.path = path
        self.data = data
        self.blank = _blanked(data)
        self._starts: list[int] | None = None

    def line(self, offset: int) -> int:
        """The line, from 1, that holds this offset."""
        if self._starts is None:
            self._starts = line_starts(self.blank)
        return bisect_right(self._starts, offset)

    def end_line(self, start: int, end: int) -> int:
        """The last line of a range that holds more than blanks and comments."""
        return self.line(start + max(0, len(self.blank[start:end].rstrip()) - 1))

    def statements(self) -> list[Statement]:
        """The statements of the file, at the left margin."""
        return self.split(0, len(self.blank), b"")

    def split(self, start: int, end: int, indent: bytes) -> list[Statement]:
        """The statements that stand at `indent` between two line starts."""
        blank = self.blank
        found: list[Statement] = []
        depth = 0
        begin = -1  # of the statement under way
        kind = ""
        decorated = False
        at = start
        for match in _starts(indent).finditer(blank, start, end):
            here = match.start()
            if here > at:
                depth += _depth(blank, at, here)
            at = here
            first = here + len(indent)
            if depth > 0 and not _SURE_START.match(blank, first):
                continue
            depth = 0
            if here >= 2 and blank[here - 2 : here] == b"\\\n":
                continue
            if begin >= 0 and (decorated or _CLAUSE.match(blank, first)):
                decorated = decorated and blank[first] == 64
                continue
            if begin >= 0:
                found.append(Statement(begin, here, kind))
            begin = here
            word = _KIND.match(blank, first)
            kind = word.group().decode("ascii", "replace") if word else ""
            decorated = kind == "@"
        if begin >= 0:
            found.append(Statement(begin, end, kind))
        return found

    def body(self, statement: Statement) -> list[Statement]:
        """The statements inside a compound statement, those of all of its clauses in order."""
        indent_here = self.indent(statement.start)
        found: list[Statement] = []
        for start, end in self.clauses(statement):
            first = _first_line(self.blank, start, end)
            if first is None:
                continue
            indent = self.indent(first)
            if len(indent) > len(indent_here):
                found += self.split(first, end, indent)
        return found

    def clauses(self, statement: Statement) -> list[tuple[int, int]]:
        """The byte ranges of the blocks of a compound statement: behind `if x:`, `else:`, `def f(a):` ..."""
        indent = self.indent(statement.start)
        ranges: list[tuple[int, int]] = []
        begin = -1
        depth = 0
        at = statement.start
        for match in _starts(indent).finditer(self.blank, statement.start, statement.end):
            here = match.start()
            depth += _depth(self.blank, at, here) if here > at else 0
            at = here
            if depth > 0:
                continue
            if begin >= 0:
                ranges.append((begin, here))
            begin = self._after_header(here, statement.end)
        if begin >= 0:
            ranges.append((begin, statement.end))
        return ranges

    def parts(self, statement: Statement) -> list[Clause]:
        """The clauses of a compound statement without decorators, in their order."""
        indent = self.indent(statement.start)
        heads: list[int] = []
        depth = 0
        at = statement.start
        for match in _starts(indent).finditer(self.blank, statement.start, statement.end):
            here = match.start()
            depth += _depth(self.blank, at, here) if here > at else 0
            at = here
            if depth <= 0:
                heads.append(here)
        ends = [*heads[1:], statement.end]
        return [Clause(head + len(indent), self.colon(head, end), end) for head, end in zip(heads, ends, strict=False)]

    def colon(self, at: int, end: int) -> int:
        """The offset behind the colon that ends a header; `end` where there is none."""
        depth = 0
        for match in _COLON.finditer(self.blank, at, end):
            sign = match.group()
            if sign == b":":
                if depth <= 0:
                    return match.end()
            elif sign != b":=":
                depth += 1 if sign in b"([{" else -1
        return end

    def statements_of(self, clause: Clause) -> list[Statement]:
        """The statements of a clause; what stands on the line of its header is one of the kind `"suite"`."""
        blank = self.blank
        stop = blank.find(b"\n", clause.colon, clause.end)
        stop = clause.end if stop < 0 else stop
        if blank[clause.colon : stop].strip(b" \t\\"):
            return [Statement(clause.colon, clause.end, "suite")]
        first = _first_line(blank, stop, clause.end)
        return self.split(first, clause.end, self.indent(first)) if first is not None else []

    def header(self, statement: Statement) -> int:
        """The offset of `def` or `class` behind the decorators (of the first word where there are none)."""
        if statement.kind != "@":
            return statement.start + len(self.indent(statement.start))
        indent = self.indent(statement.start)
        depth = 0
        at = statement.start
        for match in _starts(indent).finditer(self.blank, statement.start, statement.end):
            here = match.start()
            depth += _depth(self.blank, at, here) if here > at else 0
            at = here
            if depth <= 0 and self.blank[here + len(indent)] != 64:
                return here + len(indent)
        return statement.start + len(indent)

    def decorators(self, statement: Statement) -> list[tuple[int, int]]:
        """The byte ranges of the expressions behind each `@`."""
        indent = self.indent(statement.start)
        stop = self.header(statement) - len(indent)
        starts: list[int] = []
        depth = 0
        at = statement.start
        for match in _starts(indent).finditer(self.blank, statement.start, stop):
            here = match.start()
            depth += _depth(self.blank, at, here) if here > at else 0
            at = here
            if depth <= 0 and self.blank[here + len(indent)] == 64:
                starts.append(here + len(indent) + 1)
        ends = [start - len(indent) - 1 for start in starts[1:]] + [stop]
        return [(start, end) for start, end in zip(starts, ends, strict=True)] if starts else []

    def definition(self, statement: Statement) -> tuple[str, str, int] | None:
        """`("def" or "class", name, offset of the keyword)` of a definition, decorated or not."""
        if statement.kind not in ("@", "def", "class", "async"):
            return None
        at = self.header(statement)
        match = _HEADER.match(self.blank, at)
        if match is None:
            return None
        return match.group(1).decode(), match.group(2).decode("ascii", "replace"), at

    def parameters(self, at: int, end: int) -> tuple[int, int]:
        """The range between the brackets of a header that starts at `at`; empty where there are none."""
        opened = self.blank.find(b"(", at, end)
        colon = self.blank.find(b":", at, end)
        if opened < 0 or (0 <= colon < opened):
            return at, at
        closed = self._closing(opened, end)
        return opened + 1, closed

    def indent(self, line_start: int) -> bytes:
        """The blanks that a line starts with."""
        at = line_start
        blank = self.blank
        while at < len(blank) and blank[at] in b" \t":
            at += 1
        return blank[line_start:at]

    def text(self, start: int, end: int) -> str:
        """A range of the file as written."""
        return self.data[start:end].decode("utf-8", "replace")

    def _after_header(self, at: int, end: int) -> int:
        """The line start behind the colon that ends a block's header (a one-line block yields its own rest)."""
        blank = self.blank
        line = at
        while line < end:
            stop = blank.find(b"\n", line, end)
            stop = end if stop < 0 else stop
            depth = _depth(blank, at, stop)
            text = blank[line:stop].rstrip()
            if depth <= 0 and not text.endswith(b"\\") and not text.lstrip().startswith(b"@"):
                return min(stop + 1, end)
            if depth <= 0 and text.lstrip().startswith(b"@"):
                at = stop
            line = stop + 1
        return end

    def _closing(self, opened: int, end: int) -> int:
        depth = 0
        for match in re.compile(rb"[()\[\]{}]").finditer(self.blank, opened, end):
            depth += 1 if match.group() in b"([{" else -1
            if depth == 0:
                return match.start()
        return end


def _blanked(data: bytes) -> bytes:
    """The same bytes with comments as spaces and strings as quotes around spaces."""
    parts: list[bytes] = []
    done = 0
    for match in STRING_OR_COMMENT.finditer(data):
        start, end = match.span()
        parts.append(data[done:start])
        done = end
        if data[start] == 35:
            parts.append(b" " * (end - start))
        elif data.find(b"\n", start, end) >= 0:
            parts.append(b'"' + data[start + 1 : end - 1].translate(BLANKS) + _STRING_END)
        else:
            parts.append(b'"' + b" " * (end - start - 2) + b'"')
    parts.append(data[done:])
    return b"".join(parts)


@lru_cache(maxsize=64)
def _starts(indent: bytes) -> re.Pattern[bytes]:
    return re.compile(rb"^" + indent + rb"[^\s)\]},\x7f]", re.MULTILINE)


def _depth(blank: bytes, start: int, end: int) -> int:
    count = blank.count
    return (
        count(b"(", start, end)
        - count(b")", start, end)
        + count(b"[", start, end)
        - count(b"]", start, end)
        + count(b"{", start, end)
        - count(b"}", start, end)
    )


def _first_line(blank: bytes, start: int, end: int) -> int | None:
    match = re.compile(rb"\S").search(blank, start, end)
    if match is None:
        return None
    return blank.rfind(b"\n", 0, match.start()) + 1
