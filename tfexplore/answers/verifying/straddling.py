"""Whether lines of a file are a piece of its code: some of one block, with what stands inside of them.

Who cites several lines cites a branch, a loop, some statements, a definition or the rest of one. Lines that begin
inside of a block, of brackets or of a docstring and go on behind its end are what is left of such a piece when the file
has changed above it, or a mistake.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import accumulate, islice, pairwise

from tfexplore._record import TYPE_CHECKING
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfexplore.answers.known import Known

#: Letters of lines that are looked at, and lines of code behind the end of what they begin in.
MAX_LETTERS, SEVERAL = 20_000, 2
#: Files that are read as C++ is, and as Python is.
_CPP, _PYTHON = (".cc", ".h", ".cu", ".cpp", ".proto"), (".py", ".bzl")
#: What is no code: comments and literals, in C++ directives with the bodies of macros as well. One that is not ended
#: goes on to the end of the file.
_NO_CPP = regex(
    rb'R"(?P<mark>\w{0,16})\(.*?(?:\)(?P=mark)"|\Z)|//[^\n]*|/\*.*?(?:\*/|\Z)|"(?:[^"\\\n]|\\.)*"|'
    rb"'(?:[^'\\\n]|\\.){1,4}'|^[ \t]*\#(?:[^\n\\]|\\.)*",
    re.M | re.S,
)
_NO_PYTHON = regex(
    rb'\#[^\n]*|"""(?:[^"\\]|\\.|"(?!""))*(?:"""|\Z)|'
    rb"\'\'\'(?:[^'\\]|\\.|'(?!''))*(?:\'\'\'|\Z)|"
    rb'"(?:[^"\\\n]|\\.)*"|'
    rb"'(?:[^'\\\n]|\\.)*'",
    re.S,
)
#: For `bytes.translate`: spaces for everything but the end of a line.
_BLANKS = bytes(10 if byte == 10 else 32 for byte in range(256))
_BRACKET = regex(rb"[{}()\[\]]")
_OPENS = b"{(["
#: What closes something at the beginning of a line, and goes on with what is beside it: "} else {".
_CLOSES = regex(rb"[\s})\];,]*")
#: What says nothing where something was closed.
_IDLE = regex(rb"[\s{}()\[\];,:\\]*")


class Straddling:
    """The blocks of a tree's files, each of which is read once."""

    def __init__(self, known: Known) -> None:
        self._known = known
        self._files: dict[str, _File | None] = {}

    def has(self, path: str, start: int, end: int) -> bool:
        """Whether lines begin inside of something and go on behind its end; never where brackets do not match."""
        if path not in self._files:
            self._files[path] = _read(path, self._known.read(path) or b"")
        file = self._files[path]
        return file is not None and end <= len(file.begins) - 1 and file.straddle(start, end)


class _File:
    """A file without its comments and literals: where its lines begin, and how deep each stands in brackets.

    `texts` are where the texts of several lines begin and end, docstrings, in Python.
    """

    def __init__(self, code: bytes, indented: bool, texts: Sequence[tuple[int, int]]) -> None:
        self._code = code
        self._indented = indented
        self._texts = texts
        lengths = (len(line) + 1 for line in code.split(b"\n"))
        self.begins = [*accumulate(lengths, initial=0)]
        self._at: list[int] = []  # of each bracket
        self._depths = [0]  # before the first bracket, and behind each
        for match in _BRACKET.finditer(code):
            self._at.append(match.start())
            self._depths.append(self._depths[-1] + (1 if match[0] in _OPENS else -1))

    @property
    def is_even(self) -> bool:
        """Whether every bracket is closed, and none that was not opened."""
        return self._depths[-1] == 0 and min(self._depths) == 0

    def straddle(self, start: int, end: int) -> bool:
        """Whether lines begin inside of something and go on behind its end."""
        first, last = self.begins[start - 1], self.begins[end]
        if last - first > MAX_LETTERS:
            return False
        return self._leave_brackets(first, last) or (self._indented and self._leave_block(start, end))

    def _leave_brackets(self, first: int, last: int) -> bool:
        closes = _CLOSES.match(self._code, first, last)
        at = bisect_left(self._at, closes.end() if closes is not None else first)
        inside = self._depths[at]
        behind = next(
            (number for number in range(at, bisect_left(self._at, last)) if self._depths[number + 1] < inside), None
        )
        return behind is not None and self._goes_on(self._at[behind], last)

    def _goes_on(self, begin: int, end: int) -> bool:
        """Whether there is code on several lines: who counts to the next head counts one too many."""
        code = (line for line in self._code[begin:end].split(b"\n") if _IDLE.fullmatch(line) is None)
        return len([*islice(code, SEVERAL)]) == SEVERAL

    def _leave_block(self, start: int, end: int) -> bool:
        """The same of what is indented; a docstring is as its first line is."""
        first = self.begins[start - 1]
        text = bisect_left(self._texts, (first,)) - 1
        inside = text >= 0 and first < self._texts[text][1]
        said = [(begin, self._code[begin:stop]) for begin, stop in pairwise(self.begins[start - 1 : end + 1])]
        whole = [
            (begin, line) for begin, line in said if line.strip() and self._depths[bisect_left(self._at, begin)] == 0
        ]
        indents = [(len(line) - len(line.lstrip()), begin) for begin, line in whole]
        own = self._texts[text][0] - self._begin_of(self._texts[text][0]) if inside else (indents or [(0, 0)])[0][0]
        behind = next((begin for indent, begin in indents if indent < own), None)
        return behind is not None and self._goes_on(behind, self.begins[end])

    def _begin_of(self, at: int) -> int:
        """Where the line begins that has a place."""
        return self._code.rfind(b"\n", 0, at) + 1


def _read(path: str, data: bytes) -> _File | None:
    """A file to look in; None where its blocks cannot be told."""
    if path.endswith(_PYTHON):
        texts = [match.span() for match in _NO_PYTHON.finditer(data) if b"\n" in match[0]]
        file = _File(_NO_PYTHON.sub(_blank, data), True, texts)
    elif path.endswith(_CPP):
        file = _File(_NO_CPP.sub(_blank, data), False, ())
    else:
        return None
    return file if file.is_even else None


def _blank(match: re.Match[bytes]) -> bytes:
    return match[0].translate(_BLANKS)
