"""The lines of a file that facts are read from, apart from where they stand.

A file in which comments and empty lines came or went between its statements says what it said before, in other lines.
Inside of a statement they stay part of the text: how far a reader looks is bounded here and there in bytes.
"""

from __future__ import annotations

import re
from hashlib import blake2b

from tfexplore._record import TYPE_CHECKING, Record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tfexplore.cpp.lexer import Source

_RAW = re.compile(r'\bR"([^()\\\s"]{0,16})\(')
#: What is not code in Python: comments and strings, each from its beginning to its end.
STRING_OR_COMMENT = re.compile(
    rb'#[^\n]*|"""[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*"""|'
    rb"'''[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*'''|"
    rb'"[^"\\\n]*(?:\\.[^"\\\n]*)*"|'
    rb"'[^'\\\n]*(?:\\.[^'\\\n]*)*'",
    re.DOTALL,
)
#: For `bytes.translate`: spaces for everything but the end of a line.
BLANKS = bytes(10 if byte == 10 else 32 for byte in range(256))
#: What stands for a string: empty lines in it have lines behind them that are not.
_FILLED = bytes(10 if byte == 10 else 120 for byte in range(256))
#: Lines at the margin that begin a statement, whatever brackets seem to be open.
_BEGIN = re.compile(rb"\n(?:(?:def|class|import|from|async)\b|@)")
_DEFINITION = re.compile(rb"\n(?:def|class|async)\b")


class Lines(Record):
    """The text of the lines that count, as a digest, and which they are: `(first, how many)` of each stretch."""

    text: bytes
    stretches: tuple[tuple[int, int], ...]


NO_LINES = Lines(b"", ())


def cpp_lines(source: Source) -> Lines:
    """The lines of a C++ file that hold code; those between statements that hold none are left out."""
    held = _raw_lines(source)
    directives: dict[int, str] = {}
    for directive in source.directives:
        first = source.line(directive.start)
        for number, text in enumerate(directive.text.split("\n"), first):
            directives[number] = f"#{directive.name if number == first else ''} {' '.join(text.split())}"
    kept: list[str] = []
    stretches: list[tuple[int, int]] = []
    begin = 0  # of the stretch under way
    between = True
    number = 0
    for number, line in enumerate(source.code.split("\n"), 1):
        text = line.rstrip()
        if number in directives:
            text = f"{text}{directives[number]}"
            between = True
        elif text:
            between = text[-1] in ";{}"
        elif between and number not in held:
            if begin:
                stretches.append((begin, number - begin))
                begin = 0
            continue
        kept.append(text)
        begin = begin or number
    if begin:
        stretches.append((begin, number + 1 - begin))
    return _made("\n".join(kept).encode(), stretches)


def _raw_lines(source: Source) -> frozenset[int]:
    """The lines that lie in raw strings, or might."""
    code = source.code
    found: set[int] = set()
    ends: dict[str, int] = {}  # where a raw string with this mark ends that was begun last
    done = 0  # the last line that is held already
    for match in _RAW.finditer(code) if 'R"' in code else ():
        end = ends.get(match[1], 0)
        if end < match.end():
            end = code.find(f'){match[1]}"', match.end())
            end = ends[match[1]] = end if end >= 0 else len(code)
        last = source.line(end)
        found.update(range(max(source.line(match.start()), done + 1), last + 1))
        done = max(done, last)
        if end == len(code):
            break  # whatever else begins lies in it
    return frozenset(found)


def python_lines(data: bytes) -> Lines:
    """The lines of a Python file without those that stand empty, or hold comments alone, between its definitions."""
    if b"\r" in data or b"\f" in data or b"\0" in data:
        return _made(data, [(1, data.count(b"\n") + 1)])
    plain = STRING_OR_COMMENT.sub(_blank, data)
    starts = [match.start() + 1 for match in _BEGIN.finditer(plain)]
    pieces: list[bytes] = []
    stretches: list[tuple[int, int]] = []
    begin, line, counted = 0, 1, 0
    for end in [*starts, len(plain)]:
        piece = plain[begin:end]
        if piece[:1] == b"@" and not _DEFINITION.search(piece) and end < len(plain):
            continue  # decorators; what they decorate follows
        last = _end_of_line(plain, begin + len(piece.rstrip()))
        first = begin
        if begin == 0:  # what stands in front of everything
            while first < last and not plain[first : _end_of_line(plain, first)].strip():
                first = _end_of_line(plain, first)
        if last > first:
            line += data.count(b"\n", counted, first)
            counted = first
            text = data[first:last]
            pieces.append(text)
            stretches.append((line, text.count(b"\n") + (not text.endswith(b"\n"))))
        begin = end
    return _made(b"\0".join(pieces), stretches)


def starlark_code(data: bytes) -> bytes:
    """A digest of a BUILD file without comments and empty lines, which mean nothing to who evaluates it."""
    if b"\\\n" in data or b"\0" in data or b"\r" in data:
        return blake2b(data, digest_size=12).digest()
    # A string over several lines is one line here.
    lines = STRING_OR_COMMENT.sub(_uncommented, data).split(b"\n")
    return blake2b(b"\n".join([text for line in lines if (text := line.rstrip())]), digest_size=12).digest()


def _uncommented(match: re.Match[bytes]) -> bytes:
    text = match.group()
    return b"" if text[:1] == b"#" else text.replace(b"\n", b"\0")


def _end_of_line(data: bytes, start: int) -> int:
    end = data.find(b"\n", start)
    return len(data) if end < 0 else end + 1


def _blank(match: re.Match[bytes]) -> bytes:
    text = match.group()
    return b" " * len(text) if text[:1] == b"#" else text.translate(_FILLED)


def _made(text: bytes, stretches: Iterable[tuple[int, int]]) -> Lines:
    return Lines(blake2b(text, digest_size=12).digest(), tuple(stretches))


def line_numbers(lines: Lines) -> list[int]:
    """Every line that counts."""
    return [number for first, count in lines.stretches for number in range(first, first + count)]


def moved_to(before: Lines, after: Lines) -> dict[int, int] | None:
    """Where each line that counts went; None where the text is another."""
    if before.text != after.text:
        return None
    one, other = line_numbers(before), line_numbers(after)
    return dict(zip(one, other, strict=True)) if len(one) == len(other) else None
