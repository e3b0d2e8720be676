"""Diffs that take lines away which the file has otherwise.

Where most lines of before stand in the file that the head of the diff names, one that does not and is nearly as
another line there was altered. Only a tree tells what a file has. What a diff leaves as it is is compared as a whole in
`set_apart`; of a proposal, which that leaves alone, those lines are held one by one as well, also to the one file that
the text above cites.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from itertools import islice

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import markdown
from tfexplore.answers.citation import Citation
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.spelling import without_blanks
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.verifying.verdicts import Verdict

#: Blocks of a document, and lines of each, that are read; letters without blanks of a line that can be told by them.
MAX_BLOCKS, MAX_LINES, LEAST, LONGEST = 100, 400, 12, 300
#: So many lines stand in the file, and so many times as many as do not.
ENOUGH, TIMES = 2, 2
#: How much a line is alike to that which is meant, how far from the next one that may be; lines that are looked for.
ALIKE, FAR, MAX_ALTERED = 0.75, 60, 50
#: Lines above a block that may name its file, where no head does.
ABOVE = 4
_FILE = regex(r"(?:---|\+\+\+|diff --git|Index:)\s+(?:[ab]/)?(?P<path>[\w./+-]+\.\w+)")
_WORD = regex(r"[A-Za-z_]\w{3,}", re.A)


class _Old(Record):
    """A line of before: its number in the document, its text, its lines in the file, and whether it is taken away."""

    number: int
    text: str
    there: list[int]
    gone: bool


class Diffs(Check):
    """The checks of diffs."""

    needs_tree = True
    _left = 0  # lines that may still be looked for

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every line of before that the file has otherwise."""
        self._left = MAX_ALTERED
        found = (
            (fence, inside)
            for fence, language, inside in markdown.blocks(self.page.lines_read())
            if language.lower().split(" ")[0] in ("diff", "patch")
        )
        for fence, inside in islice(found, MAX_BLOCKS):
            yield from self._block(fence, inside[:MAX_LINES])

    def _block(self, fence: int, inside: Sequence[str]) -> Iterator[Verdict]:
        """The verdicts on the pieces of a block, each of one file."""
        path, headed = self._introduced(fence), False
        piece: list[tuple[int, str]] = []
        for number, line in enumerate(inside, fence + 1):
            named = _FILE.match(line)
            if named is not None:
                yield from self._piece(path, piece, headed)
                files = self.known.resolve(named["path"])
                path, piece, headed = files[0] if len(files) == 1 else "", [], True
            elif line[:1] in (" ", "-", "+"):
                piece.append((number, line))
        yield from self._piece(path, piece, headed)

    def _introduced(self, fence: int) -> str:
        """The one file that the lines right above a block cite; empty for none, and for several."""
        cited = [one for number in range(max(1, fence - ABOVE), fence) for one in self.page.on(number)]
        files = {path for one in cited if one.kind.startswith("path") for path in self.page.files_meant(one)[:2]}
        return next(iter(files)) if len(files) == 1 else ""

    def _piece(self, path: str, piece: Sequence[tuple[int, str]], headed: bool) -> Iterator[Verdict]:
        old = [(number, line) for number, line in piece if line[0] != "+" and self._tells(line[1:])]
        if not path or len(old) <= ENOUGH:
            return
        places: dict[str, list[int]] = {}
        for at, has in enumerate(self.known.lines(path), 1):
            places.setdefault(without_blanks(has.decode("utf-8", "replace")), []).append(at)
        told = [
            _Old(number, line[1:], places.get(without_blanks(line[1:]), []), line[0] == "-") for number, line in old
        ]
        wrong = [one for one in told if not one.there]
        right = [one for one in told if one.there]
        if not wrong or len(right) < max(ENOUGH, TIMES * len(wrong)):
            return
        # What an earlier change brought in is the author's.
        added = {word for _, line in piece if line[0] == "+" for word in _WORD.findall(line)}
        for one in [each for each in wrong if (headed if each.gone else self.page.is_proposal)]:
            once = [other for other in right if len(other.there) == 1]
            near = min(once, key=lambda other: abs(other.number - one.number)).there[0] if once else 0
            if near and self._left and not self.page.own.intersection(set(_WORD.findall(one.text)) - added):
                self._left -= 1
                yield from self._altered(path, one, near)

    def _tells(self, text: str) -> bool:
        plain = without_blanks(text)
        return LEAST <= len(plain) <= LONGEST and "..." not in plain and "…" not in plain

    def _altered(self, path: str, one: _Old, near: int) -> Iterator[Verdict]:
        """The verdict on a line that is nearly as one near the line at which the one next to it stands in the file."""
        lines = self.known.lines(path)
        around = range(max(1, near - FAR), min(len(lines), near + FAR) + 1)
        text = " ".join(one.text.split())
        there = {at: " ".join(lines[at - 1].decode("utf-8", "replace").split()) for at in around}
        alike = {at: SequenceMatcher(None, has, text).ratio() for at, has in there.items() if len(has) <= LONGEST}
        best = max(alike, key=lambda at: alike[at], default=0)
        if best and alike[best] >= ALIKE:
            column = len(one.text) - len(one.text.lstrip()) + 2
            said = Citation("quotation", text, one.number, column, text, in_code=True, end_column=column + len(text))
            where = Location(path, best, best)
            yield self.page.verdict(said, "differs", where, (), f"line {best} has `{there[best][:80]}`")
