"""Verdicts on quotations that are too short, or too much altered, to be found, and say of which lines they are.

"# setup.py:59-60" above a block of two lines: where the file has one of them there, the other is meant to be the other.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.alignment import shown
from tfexplore.answers.tokens import ELISION, entities_resolved
from tfexplore.answers.verifying.spelling import without_blanks
from tfexplore.model import Location

if TYPE_CHECKING:
    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict

#: Lines of a block that is laid beside as many of a file, and how much alike two must be of which one is altered.
MIN_LINES, MAX_LINES = 2, 60
ALIKE = 0.6
#: The share of the lines that must be as they are.
SAME = 0.5


def line_by_line(page: Page, named: Citation, introduced: list[tuple[int, Citation]]) -> Verdict | None:
    """A verdict on a block of as many lines as are cited for it, of which most stand there and the others nearly do."""
    if disclaimers.sketch(named.intro) or disclaimers.proposed(named.intro) or page.may_propose(named.line):
        return None
    for _, path in introduced:
        said = _lines(named.code, path.target)
        size = path.end - path.start + 1
        if not (path.start and MIN_LINES <= size <= MAX_LINES and len(said) == size):
            continue
        files = page.files_meant(path)
        there = page.known.lines(files[0])[path.start - 1 : path.end] if len(files) == 1 else ()
        has = [line.decode("utf-8", "replace").strip() for line in there]
        if len(has) != size:
            continue
        others = [at for at in range(size) if without_blanks(said[at]) != without_blanks(has[at])]
        if not others or size - len(others) < SAME * size:
            continue
        if all(SequenceMatcher(None, said[at], has[at], False).ratio() >= ALIKE for at in others):
            number = path.start + others[0]
            where = Location(files[0], path.start, path.end)
            detail = f"line {number} has {shown(has[others[0]])}, the quotation {shown(said[others[0]])}"
            return page.verdict(named, "differs", where, (), detail)
    return None


def _lines(code: str, path: str) -> list[str]:
    """The lines of a block without the remark that names its file; none where something is left out."""
    lines = [line.strip() for line in entities_resolved(code).strip("\n").split("\n")]
    if lines and path in lines[0] and re.match(r"(?://|#|/\*)", lines[0]):
        del lines[0]
    return lines if not any(map(ELISION.search, lines)) else []
