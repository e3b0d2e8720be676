"""A block put together of lines that a file has word for word: with members left out, in another order, of several files.

People show of a class what matters to them, and do not always say that there is more. Where every line stands in the
file, and what is left out between two of them are whole declarations, the block says nothing wrong. A line that is left
out of a function's body is another matter, and so is a single one.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.tokens import ELISION, entities_resolved

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

#: Lines of a block that are looked for.
MAX_LINES = 600
#: Lines that are left out of a class without being missed: fewer may have been dropped by mistake.
ENOUGH_LEFT_OUT = 3
#: Lines of a piece that say more than a brace.
MIN_PIECE = 2

_REMARKS = re.compile(r"/\*.*?\*/|(?<![:\"'\w])//[^\n]*", re.S)
_HASH = re.compile(r"(?m)(?:^|(?<=\s))#(?!include|define|if|el|endif|undef|pragma)[^\n\"']*$")
#: A remark that is nothing but the file that what follows is from.
_HEADER = re.compile(r"\s*(?://+|#+)\s*(?P<path>[\w.+-]+(?:[/\\][\w.+-]+)+)\s*(?::\d+)?\s*")
_TRIVIAL = re.compile(r"[{}();:,\]\[]*|(?:public|private|protected):|else\{?|return;|break;|\*/")


class Excerpt(Record):
    """What a block was put together of: files with the first and last line of each piece, and lines left out."""

    pieces: tuple[tuple[str, int, int], ...]
    left_out: int

    @property
    def detail(self) -> str:
        """How the block differs from one place."""
        files = len({path for path, _, _ in self.pieces})
        told = [f"pieces of {files} files"] if files > 1 else []
        if files == 1 and len(self.pieces) > 1:
            told.append(f"{len(self.pieces)} pieces in another order")
        if self.left_out:
            told.append(f"{self.left_out} lines are left out")
        return "; ".join(told)


class Source(Record):
    """A file to look in: its path, its lines without remarks and blanks, where each stands, and its functions."""

    path: str
    lines: list[str]
    places: dict[str, list[int]]
    bodies: Sequence[tuple[int, int]]


def source(path: str, data: bytes, bodies: Sequence[tuple[int, int]]) -> Source:
    """A file prepared; `bodies` are the first and last lines of its functions."""
    python = path.endswith((".py", "BUILD", ".bzl"))
    lines = _lines(data.decode("utf-8", "replace"), python)
    places: dict[str, list[int]] = {}
    for number, line in enumerate(lines, 1):
        if line:
            places.setdefault(line, []).append(number)
    return Source(path, lines, places, bodies)


def excerpt(code: str, python: bool, open_file: Callable[[str], Source | None], paths: Sequence[str]) -> Excerpt | None:
    """Of which lines of one of some files a block was put together; None where a line is in none, or one is missed.

    `open_file` prepares a file by a path as people write it.
    """
    blocks = entities_resolved(code).split("\n")
    if len(blocks) > MAX_LINES:
        return None
    headed = [at for at, line in enumerate(blocks) if (match := _HEADER.fullmatch(line)) and open_file(match["path"])]
    if headed:
        found, left = [], 0
        for first, last in zip(headed, [*headed[1:], len(blocks)], strict=True):
            header = _HEADER.fullmatch(blocks[first])
            file = open_file(header["path"]) if header is not None else None
            made = _in_file(blocks[first + 1 : last], python, file) if file is not None else None
            if made is None:
                return None
            found += made.pieces
            left += made.left_out
        return Excerpt(tuple(found), left) if found and not any(line.strip() for line in blocks[: headed[0]]) else None
    for path in paths:
        file = open_file(path)
        made = _in_file(blocks, python, file) if file is not None else None
        if made is not None:
            return made
    return None


def _lines(text: str, python: bool) -> list[str]:
    """The lines of a text without remarks and blanks; as many as it has."""
    if python:
        text = _HASH.sub("", text)
    elif "/" in text:
        text = _REMARKS.sub(lambda match: "\n" * match[0].count("\n"), text)
    return ["".join(line.split()) for line in text.split("\n")]


def _in_file(block: Sequence[str], python: bool, file: Source) -> Excerpt | None:
    written = "\n".join(block)
    said = _lines(written, python)
    pieces: list[tuple[str, int, int]] = []
    first = last = solid = left = gaps = 0
    fresh = True  # whether another piece may begin here
    elided = cut = False
    for number, line in enumerate(said):
        if ELISION.search(block[number]) and _REMARK_ONLY.fullmatch(block[number]):
            elided = cut = True
            if not said[number].strip(".…"):
                continue
        if not line:
            fresh = fresh or not block[number].strip()
            continue
        at, end = _next(line, last, file)
        missed = _missed(file, last, at, python) if last and at and not elided else 0
        if not at or missed is None:
            if not (fresh and last) or solid < MIN_PIECE or _TRIVIAL.fullmatch(line):
                return None
            at, end = _next(line, 0, file)
            if not at:
                return None
            pieces.append((file.path, first, last))
            first, solid = at, 0
        else:
            first = first or at
            left += missed
            gaps += missed > 0
        solid += _TRIVIAL.fullmatch(line) is None
        last, elided = end, False
        fresh = line.endswith(("}", "};")) and not block[number][:1].isspace()
    if not last or solid < MIN_PIECE or (left < ENOUGH_LEFT_OUT and gaps == 1 and not (pieces or cut)):
        return None
    pieces.append((file.path, first, last))
    return Excerpt(tuple(pieces), left)


#: Lines whose absence says nothing.
_UNSAID = frozenset(["", "public:", "private:", "protected:"])
_REMARK_ONLY = re.compile(r"\s*(?:(?://+|#+|/\*).{0,60}|[.…]+)\s*")


def _next(line: str, behind: int, file: Source) -> tuple[int, int]:
    """Where a line stands behind another, and where what it stands for ends; zeros where it does not."""
    places = file.places.get(line)
    if places is not None:
        at = bisect_right(places, behind)
        if at < len(places):
            return places[at], places[at]
    if not line.endswith(");") and not line.endswith("const;") and not line.endswith("override;"):
        return 0, 0
    # A declaration for a definition, whose body was left out.
    head = line[:-1]
    for first, last in file.bodies:
        if first > behind and file.lines[first - 1].startswith(head + "{"):
            return first, last
    return 0, 0


def _missed(file: Source, last: int, at: int, python: bool) -> int | None:
    """The lines that are left out between two; None where they are more, or less, than whole declarations."""
    between = [number for number in range(last + 1, at) if file.lines[number - 1] not in _UNSAID]
    if not between:
        return 0
    inside = [body for body in file.bodies if body[0] < between[0] <= body[1] and body[0] <= last]
    if python:
        # Of the nested functions that Python has nothing is known but their heads.
        return len(between) if not inside or _headed(file, between[0]) else None
    if inside and not all(number == inside[0][1] for number in between[:1]):
        return None
    if any(last < first < at <= end and at != first for first, end in file.bodies):
        return None  # the head of what goes on is left out
    before, behind = file.lines[last - 1], file.lines[between[-1] - 1]
    whole = _is_end(before) and _is_end(behind)
    return len(between) if whole else None


def _is_end(line: str) -> bool:
    """Whether a declaration, or what opens a class, may end with a line."""
    return line.endswith((";", "{", "}", ":", ")")) or line.startswith("#")


def _headed(file: Source, number: int) -> bool:
    return file.lines[number - 1].startswith(("def", "class", "@"))
