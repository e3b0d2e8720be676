"""Where in all of an index a block of code may stand, by the marks of its lines: whatever the text around it cites.

Every line of C++ and Python has a mark in the index (`tfexplore.line_marks`), one of 128 letters, so the marks
of all files are one short text in which a block is looked for as a whole: where lines that follow each other in the
block do so in a file, and most of the others stand as far before and behind. What is found is no verdict. It says which
files are worth laying beside the block.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import accumulate
from math import log2
from operator import eq, mul, sub

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.marked import LETTER_BITS, SHORT_BITS, bits_told
from tfexplore.line_marks import NO_CODE, SHORT

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tfexplore.answers.marked import Stretch

#: Between the marks of two files.
_END = "\n"
#: Marks with a letter that a place must share with a block, and the share of what they tell that it must have.
MIN_ALIKE, SHARE = 3, 0.5
#: Places that are compared mark by mark, and how often a pair of marks may stand anywhere.
_MAX_PLACES, _MAX_PAIRS = 200, 20_000
#: How far a mark may stand from where it would be: lines that were left out or put in before it.
_SHIFTS = (1, -1, 2, -2)
#: Marks of a block that are looked for.
_MAX_MARKS = 60


class Whereabouts:
    """The marks of all files of one language, one behind the other; `files` gives the path and the marks of each."""

    def __init__(self, files: Iterable[tuple[str, str]]) -> None:
        self._paths: list[str] = []
        self._starts: list[int] = []
        pieces: list[str] = []
        size = 0
        for path, text in files:
            code = text.replace(NO_CODE, "")
            self._paths.append(path)
            self._starts.append(size)
            pieces.append(code)
            size += len(code) + 1
        self._text = _END.join(pieces)

    def room(self, path: str) -> float:
        """Among how many more lines than those of a file a block is looked for, as a power of two."""
        at = bisect_left(self._paths, path)
        end = self._starts[at + 1] if at + 1 < len(self._starts) else len(self._text)
        return log2(max(1, len(self._text))) - log2(max(1, end - self._starts[at]))

    def of(self, stretches: Sequence[Stretch], most: int) -> list[str]:
        """The files in which most of a block's longest stretch stands, the fullest first."""
        longest = max(stretches, key=lambda one: bits_told(one.marks), default=None)
        wanted = longest.marks[:_MAX_MARKS] if longest is not None else ""
        least = max(MIN_ALIKE * LETTER_BITS, SHARE * bits_told(wanted))
        told = [SHORT_BITS if one == SHORT else LETTER_BITS for one in wanted]
        best: dict[str, int] = {}
        for start in self._begins(wanted):
            alike = self._alike(wanted, told, start)
            if alike >= least:
                # What a block begins or ends with may be another's, and would be in the file before or behind.
                middle = min(max(0, start + len(wanted) // 2), len(self._text) - 1)
                path = self._paths[bisect_right(self._starts, middle) - 1]
                best[path] = max(alike, best.get(path, 0))
        return sorted(best, key=lambda path: (-best[path], path))[:most]

    def _begins(self, wanted: str) -> list[int]:
        """Where a block may begin: where the most of its pairs of marks are, each where it would be then."""
        votes: dict[int, int] = {}
        for at in range(len(wanted) - 1):
            piece = wanted[at : at + 2]
            if SHORT in piece:
                piece = wanted[at : at + 3]  # around a short line, which many places have
                if len(piece) < 3 or piece[1] != SHORT or piece.count(SHORT) > 1:
                    continue
            found = self._text.find(piece)
            for _ in range(_MAX_PAIRS):
                if found < 0:
                    break
                votes[found - at] = votes.get(found - at, 0) + 1
                found = self._text.find(piece, found + 1)
        return sorted(votes, key=lambda start: (-votes[start], start))[:_MAX_PLACES]

    def _alike(self, wanted: str, told: Sequence[int], start: int) -> int:
        """What the marks tell, in bits, that stand at a place; from some mark on a line or two further, for one less.

        So lines were left out there, or put in. `told` is what each of the marks tells.
        """
        here = self._same(wanted, told, start)
        best = sum(here)
        for shift in _SHIFTS:
            further = self._same(wanted, told, start + shift)
            # Whatever the first mark is that moved: those before it are where they were.
            gained = max(accumulate(map(sub, here, further)), default=0)
            best = max(best, sum(further) - LETTER_BITS + gained)
        return best

    def _same(self, wanted: str, told: Sequence[int], start: int) -> list[int]:
        """What each mark tells that stands where a block would have it that begins at a place; 0 for the others."""
        there = self._text[max(0, start) : start + len(wanted)]
        there = there.rjust(len(wanted), _END) if start < 0 else there.ljust(len(wanted), _END)
        return list(map(mul, told, map(eq, wanted, there)))
