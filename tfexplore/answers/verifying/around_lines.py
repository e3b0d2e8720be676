"""What stands around lines of a tree's files, in small letters: their words, what they are inside of and register."""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import takewhile
from math import log

from tfexplore._record import TYPE_CHECKING
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from tfexplore.answers.known import Known
    from tfexplore.model import Symbol

#: Files that have code, or fields.
SOURCES = (".cc", ".h", ".py", ".i", ".proto", ".bzl")
#: Lines of what begins at some that count, and those that a statement goes on for.
MAX_BODY, MAX_STATEMENT = 200, 12
#: Lines of a file that have a word by which a place is found.
MOST_LINES = 120
#: How a line ends with which its statement does not.
_GOES_ON = regex(rb"[=|,(+&?]\s*\Z")


def folded(name: str) -> bytes:
    """A name or a word as it is looked for: in small letters, without underscores."""
    return name.lower().replace("_", "").encode()


class Words:
    """A file's text in small letters without underscores, and which of its lines have a word."""

    def __init__(self, data: bytes) -> None:
        self._text = data.lower().replace(b"_", b"")
        self._ends = [match.start() for match in re.finditer(b"\n", self._text)] + [len(self._text)]
        self._lines: dict[bytes, list[int]] = {}

    def __contains__(self, word: bytes) -> bool:
        return word in self._text

    def lines_with(self, word: bytes) -> list[int]:
        """The lines that have a word, from 1; none where they are too many to tell a place."""
        if word not in self._lines:
            found: list[int] = []
            at = self._text.find(word)
            while at >= 0 and len(found) <= MOST_LINES:
                line = bisect_left(self._ends, at)
                found.append(line + 1)
                at = self._text.find(word, self._ends[line])
            self._lines[word] = found if len(found) <= MOST_LINES else []
        return self._lines[word]

    def rarity(self, word: bytes) -> float:
        """How rare a word is in the file: 0 for one that it has not, or that as many lines have as there are."""
        times = len(self.lines_with(word)) or self._text.count(word)
        return log(max(1.0, (len(self._ends) + 1) / times)) if times else 0.0

    def of_lines(self, first: int, last: int) -> bytes:
        """The text of lines, from 1."""
        begin = self._ends[min(first, len(self._ends) + 1) - 2] if first > 1 else 0
        return self._text[begin : self._ends[min(max(last, 1), len(self._ends)) - 1]]


class AroundLines:
    """The surroundings of lines in the files of a tree, each of which is read once."""

    def __init__(self, known: Known) -> None:
        self._known = known
        self._files: dict[str, Words] = {}
        self._bodies: dict[str, list[tuple[Symbol, int]]] = {}

    def file(self, path: str) -> Words:
        """The words of a file."""
        if path not in self._files:
            self._files[path] = Words(self._known.read(path) or b"")
        return self._files[path]

    def text(self, path: str, start: int, end: int, beside: int) -> bytes:
        """What stands at lines, so many beside them and in what begins or is registered there; and what they are in."""
        there = self.file(path).of_lines(*self._window(path, start, end, beside))
        names = [folded(f"{symbol.scope}::{symbol.name}") for symbol in self.holding(path, start, end, beside)]
        return b"\n".join([there, *names])

    def holding(self, path: str, start: int, end: int, beside: int) -> list[Symbol]:
        """What lines are in, or begins next to them."""
        return [
            symbol
            for symbol, ends in self._defined(path)
            if symbol.location.line - beside <= start and end <= max(ends, symbol.location.end_line) + beside
        ]

    def _window(self, path: str, start: int, end: int, beside: int) -> tuple[int, int]:
        lines = self._known.lines(path)
        goes_on = takewhile(_GOES_ON.search, lines[end - 1 : end - 1 + MAX_STATEMENT])
        first, last = start - beside, max(end + beside, end + sum(1 for _ in goes_on))
        for symbol, ends in self._defined(path):
            if abs(symbol.location.line - start) <= beside:
                last = max(last, min(ends, symbol.location.line + MAX_BODY))
        for made in self._known.registered(path):
            if made.line - beside <= start and end <= made.end_line + beside:
                first, last = min(first, made.line), max(last, made.end_line)
        return first, last

    def _defined(self, path: str) -> list[tuple[Symbol, int]]:
        if path not in self._bodies:
            self._bodies[path] = [(symbol, self._known.end_of(symbol)) for symbol in self._known.inside(path)]
        return self._bodies[path]
