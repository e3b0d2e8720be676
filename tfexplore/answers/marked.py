"""Quotations laid along the marks of an index's lines, where there is no tree to read them from.

A mark says of a line of a block whether a file has it there, but for one line in 128 that is another and has the
same (`tfexplore.line_marks`). So a handful of lines, in their order, tells where a block stands and which of
its lines is altered, though not what the file has instead. How many lines that takes follows from how many places they
are looked for in: with every mark it becomes thirty times less likely that they stand there by chance.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import pairwise
from math import log2

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.alignment import Compared, shown
from tfexplore.answers.tokens import ELISION, HASH_REMARK, entities_resolved
from tfexplore.line_marks import NO_CODE, SHORT, code_lines, marks
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

#: What the mark of a line tells, in bits: of one with a letter, and of a short one.
LETTER_BITS, SHORT_BITS = 7, 1
#: Of a stretch's lines so many must be those of the file for the rest to be altered.
_ALIKE = 0.6
#: Lines that may be altered, inserted or left out at one place, and the changes of a block.
_MAX_ALTERED, _MAX_CHANGES = 3, 3
#: In how many places a stretch is tried, and how long one may be.
_MAX_TRIED, _MAX_BLOCK = 6, 400
#: Bits that a line at the end of a stretch tells less, which may be wrapped otherwise with what is not quoted.
_AT_AN_END = 2
#: Marks of a file among which single ones tell where a stretch may begin.
_FEW = 120
_WORD = regex(r"\w")
_BLANK = regex(r"\s+")
#: How a line ends that is a statement, or the head of one, by itself: it is neither cut off nor wrapped otherwise.
_ENDED = regex(r"[;{}:]$|\S\s+#\s")

#: A line that is cut off: `return errors::Internal(...`.
_CUT = regex(r"\(\s?\.\.\.\s*$")


class Stretch(Record):
    """Lines of a block that stand below each other: the marks and the numbers, from 0, of those with code.

    `breaks` are the places among them before which an empty line stands: something may be left out there.
    """

    marks: str
    lines: tuple[int, ...]
    breaks: tuple[int, ...] = ()

    def parts(self) -> list[Stretch]:
        """The stretch parted at its empty lines."""
        ends = pairwise([0, *self.breaks, len(self.lines)])
        return [Stretch(self.marks[start:end], self.lines[start:end]) for start, end in ends]


class Within(Record):
    """Where a block may stand: some lines of a file."""

    path: str
    first: int = 1
    last: int = 1 << 30


def stretches_of(code: str, python: bool) -> list[Stretch]:
    """The lines with code of a block, parted where something is left out."""
    text = entities_resolved(code)
    raw = text.split("\n")
    if not python:
        text = HASH_REMARK.sub(lambda match: match[1], text)
    made = marks(code_lines(text.encode("utf-8", "surrogatepass"), python))
    found: list[Stretch] = []
    begun: list[int] = []
    breaks: list[int] = []
    for number, (line, mark) in enumerate(zip([*raw, "..."], [*made, NO_CODE], strict=True)):
        elided = ELISION.search(line) is not None or _CUT.search(line) is not None
        if mark != NO_CODE and not elided:
            begun.append(number)
        if elided and begun:
            inside = tuple([at for at in dict.fromkeys(breaks) if 0 < at < len(begun)])
            found.append(Stretch("".join([made[one] for one in begun]), tuple(begun), inside))
            begun, breaks = [], []
        if not line.strip():
            breaks.append(len(begun))
    return found


def bits_told(found: str) -> int:
    """How many bits some marks tell."""
    short = found.count(SHORT)
    return LETTER_BITS * (len(found) - short) + SHORT_BITS * short


class MarkedFiles:
    """The files of an index as the marks of their lines with code; `of_file` gives the marks of all lines."""

    def __init__(self, of_file: Callable[[str], str]) -> None:
        self._of_file = of_file
        self._files: dict[str, tuple[str, list[int]]] = {}

    def _lines(self, within: Within) -> tuple[str, list[int]]:
        """The marks of the lines with code, and the number of each of them."""
        known = self._files.get(within.path)
        if known is None:
            text = self._of_file(within.path)
            lines = [number for number, mark in enumerate(text, 1) if mark != NO_CODE]
            known = self._files[within.path] = (text.replace(NO_CODE, ""), lines)
        if within.first <= 1 and within.last >= 1 << 30:
            return known
        chosen = [at for at, line in enumerate(known[1]) if within.first <= line <= within.last]
        if not chosen:
            return "", []
        return known[0][chosen[0] : chosen[-1] + 1], known[1][chosen[0] : chosen[-1] + 1]

    def held(self, stretches: Sequence[Stretch], places: Sequence[Within], bits: float) -> tuple[Compared | None, bool]:
        """The first place that has every line of a block, in order, and whether it is sure; None where none has.

        It is sure when a block stands in one of the places by chance only once in two to the power of `bits`. Parted at
        its empty lines one stands anywhere by chance, and is held only where that is sure.
        """
        rooms = self._rooms(places)
        parted = [part for one in stretches for part in one.parts()]
        for wanted in (stretches, parted) if len(parted) > len(stretches) else (stretches,):
            told = max(bits_told(one.marks) for one in wanted)
            for within, room in zip(places, rooms, strict=True):
                sure = told >= room + bits
                if not sure and wanted is parted:
                    continue
                text, lines = self._lines(within)
                found = _in_order(wanted, text)
                if found is not None:
                    return Compared(within.path, lines[found[0]], lines[found[1]], 1.0, ""), sure
        return None, False

    def altered(
        self, stretches: Sequence[Stretch], code: str, places: Sequence[Within], bits: float
    ) -> Compared | None:
        """The place that a block resembles most, and the line of it that stands there otherwise; None for none.

        It resembles one by chance once in two to the power of `bits`.
        """
        said = entities_resolved(code).split("\n")
        best: Compared | None = None
        surest = bits
        tried = dict.fromkeys([*stretches, *(part for one in stretches for part in one.parts())])
        for within, room in zip(places, self._rooms(places), strict=True):
            text, lines = self._lines(within)
            whole, _ = self._lines(Within(within.path))
            for one in tried:
                laid = _laid_along(one, text, said)
                if laid is None or _put_behind(one, laid, whole):
                    continue
                if all(
                    tag == "replace" and _is_joined(said[line], text[at : at + 2]) for tag, at, line in laid.changes
                ):
                    continue
                ends = sum(line in (one.lines[0], one.lines[-1]) for _, _, line in laid.changes)
                sure = laid.told - room - _AT_AN_END * ends
                if sure > surest:
                    surest = sure
                    tag, at, line = laid.changes[0]
                    different = _worded(tag, lines[min(at, len(lines) - 1)], shown(said[line].strip()))
                    share = laid.same / len(one.marks)
                    best = Compared(
                        within.path, lines[laid.first], lines[laid.last], share, different, len(laid.changes)
                    )
        return best

    def _rooms(self, places: Sequence[Within]) -> list[float]:
        """Among how many lines a block is looked for in each of some places, as a power of two.

        The first of them is twice as likely to be meant as the second and three times as the third.
        """
        share = log2(sum(1 / rank for rank in range(1, len(places) + 1))) if places else 0.0
        return [log2(max(1, len(self._lines(within)[1])) * rank) + share for rank, within in enumerate(places, 1)]


def _put_behind(stretch: Stretch, laid: _Laid, whole: str) -> bool:
    """Whether what is another stands elsewhere in the file as it is: it was put behind something else, not altered."""
    parts = [part for part in stretch.parts() if any(line in part.lines for _, _, line in laid.changes)]
    return any(len(part.marks) > 1 and part.marks in whole for part in parts)


def _is_joined(line: str, pair: str) -> bool:
    """Whether a line is two of the file that its author has joined, by their marks."""
    for blank in _BLANK.finditer(line.strip()):
        parts = f"{line.strip()[: blank.start()]}\n{line.strip()[blank.end() :]}"
        if NO_CODE not in pair and marks(code_lines(parts.encode("utf-8", "surrogatepass"), False)) == pair:
            return True
    return False


def _worded(tag: str, line: int, said: str) -> str:
    if tag == "delete":
        return f"before {said} something is left out, at line {line}"
    return f"line {line} is not {said}" if tag == "replace" else f"there is no {said} before line {line}"


def _in_order(stretches: Sequence[Stretch], text: str) -> tuple[int, int] | None:
    """Where all stretches stand one behind the other: the first mark and the last; looked for at a few places."""
    at = max(range(len(stretches)), key=lambda one: bits_told(stretches[one].marks))
    middle = stretches[at].marks
    begin = text.find(middle)
    for _ in range(_MAX_TRIED):
        if begin < 0:
            return None
        first, last = begin, begin + len(middle) - 1
        for one in stretches[at + 1 :]:
            found = text.find(one.marks, last + 1)
            if found < 0:
                break
            last = found + len(one.marks) - 1
        else:
            for one in reversed(stretches[:at]):
                found = text.rfind(one.marks, 0, first)
                if found < 0:
                    break
                first = found
            else:
                return first, last
        begin = text.find(middle, begin + 1)
    return None


class _Laid(Record):
    """A stretch along a file: its first and last mark there, how many are the same, how many bits tell that, and what
    is another.
    """

    first: int
    last: int
    same: int
    told: float
    changes: tuple[tuple[str, int, int], ...]


def _laid_along(stretch: Stretch, text: str, said: Sequence[str]) -> _Laid | None:
    """Where a stretch stands with most of its lines; None where it stands as it is, or may be wrapped otherwise."""
    wanted = stretch.marks
    if len(wanted) > _MAX_BLOCK or len(wanted) < 3 or wanted in text:
        return None
    best: _Laid | None = None
    for start in _starts(wanted, text):
        for laid in (_line_by_line(stretch, text, start, said), _with_gaps(stretch, text, start)):
            if laid is not None and (best is None or laid.told > best.told):
                best = laid
    return best


def _starts(wanted: str, text: str) -> list[int]:
    """Where in a file a stretch may begin: where the most of its marks are, by pairs that follow each other."""
    votes: dict[int, int] = {}
    for at in range(len(wanted) - 1):
        piece = wanted[at : at + 2]
        if SHORT in piece:
            continue
        found = text.find(piece)
        while found >= 0:
            votes[found - at] = votes.get(found - at, 0) + 1
            found = text.find(piece, found + 1)
    if not votes and len(text) <= _FEW:
        for at, piece in enumerate(wanted):
            for found, mark in enumerate(text):
                if mark == piece != SHORT:
                    votes[found - at] = votes.get(found - at, 0) + 1
    return sorted(votes, key=lambda start: (-votes[start], start))[:_MAX_TRIED]


def _line_by_line(stretch: Stretch, text: str, start: int, said: Sequence[str]) -> _Laid | None:
    """A stretch every line of which stands for one of the file."""
    wanted = stretch.marks
    if start < 0 or start + len(wanted) > len(text):
        return None
    here = text[start : start + len(wanted)]
    others = [at for at, (one, other) in enumerate(zip(here, wanted, strict=True)) if one != other]
    last = len(wanted) - 1
    while others and others[-1] == last and not _WORD.search(said[stretch.lines[last]]):
        others.pop()  # a brace closes what is cut off
        last -= 1
    same = "".join([one for one, other in zip(here, wanted, strict=True) if one == other])
    if not others or len(others) > _MAX_CHANGES or len(same) < _ALIKE * len(wanted):
        return None
    for before, after in pairwise(others):
        # Lines that are wrapped in another way move all that follow, or stand at an end.
        inside = before > 0 and after < len(wanted) - 1
        whole = inside and all(said[stretch.lines[at]].rstrip().endswith(";") for at in (before, after))
        if after == before + 1 and not whole:
            return None
    if any(at in (0, last) and not _is_statement(said[stretch.lines[at]]) for at in others):
        return None
    ends = [0, *stretch.breaks, len(wanted)]
    if any(all(at in others for at in range(*part)) for part in (ends[:2], ends[-2:])):
        return None  # in front of an empty line, or behind one, something else may stand
    told = bits_told(same) - len(others) * log2(len(wanted))
    changes = tuple([("replace", start + at, stretch.lines[at]) for at in others])
    return _Laid(start, start + len(wanted) - 1, len(same), told, changes)


def _is_statement(line: str) -> bool:
    """Whether a line is no part of a longer one, and not cut off."""
    text = line.rstrip()
    return _ENDED.search(text) is not None or (text.endswith(")") and text.count("(") == text.count(")"))


def _with_gaps(stretch: Stretch, text: str, start: int) -> _Laid | None:
    """A stretch in which lines are left out, or lines stand that the file does not have."""
    wanted = stretch.marks
    low = max(0, start - _MAX_ALTERED)
    window = text[low : max(0, start) + len(wanted) + _MAX_ALTERED]
    codes = SequenceMatcher(None, window, wanted, autojunk=False).get_opcodes()
    while codes and codes[0][0] != "equal":
        codes.pop(0)
    while codes and codes[-1][0] != "equal":
        codes.pop()
    if len(codes) < 3 or codes[0][3] > 0 or codes[-1][4] < len(wanted):
        return None
    same = "".join([window[i:j] for tag, i, j, _, _ in codes if tag == "equal"])
    changes = [
        (tag, i, j, k, m)
        for tag, i, j, k, m in codes
        if tag != "equal" and not (tag == "delete" and _at_break(stretch, window, i, j, k))
    ]
    if not changes or len(changes) > _MAX_CHANGES or len(same) < _ALIKE * len(wanted):
        return None
    if any(tag == "replace" or max(j - i, m - k) > _MAX_ALTERED for tag, i, j, k, m in changes):
        return None  # lines that may be wrapped in another way
    # Where, how many lines, and of which side: so an altered line at an end is not one that is new and one left out.
    told = bits_told(same) - 4 * len(changes) * log2(len(wanted) + 1)
    made = [(tag, low + i, stretch.lines[min(k, len(wanted) - 1)]) for tag, i, _, k, _ in changes]
    return _Laid(low + codes[0][1], low + codes[-1][2] - 1, len(same), told, tuple(made))


def _at_break(stretch: Stretch, text: str, start: int, end: int, at: int) -> bool:
    """Whether what is left out at a place of a stretch may as well be left out at an empty line of it."""
    without = text[:start] + text[end:]
    return any(
        text[: max(0, start + moved)] + text[max(0, end + moved) :] == without
        for moved in (one - at for one in stretch.breaks)
    )
