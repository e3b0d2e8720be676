"""Columns of last lines beside those of first ones: "| `Loom` | loom.h | starts at 41 | ends at 73 |".

A number that is not where the thing ends that begins at the row's other number is wrong, if most others are.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers
from tfexplore.answers.citation import Citation
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.classes import body_end
from tfexplore.answers.verifying.declared import BODIES
from tfexplore.answers.verifying.heads import NEAR_LINES
from tfexplore.answers.verifying.rows import NUMBER, tables
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.rows import Cell
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.index.symbols import Place

#: The headers of a column of first lines and of last ones.
_FIRST = regex(
    r"(?:line )?(?:starts?|begins?|first|from|beginning)(?: (?:at|on|in))?(?: lines?)?|(?:起始|开始|首|起)(?:于|行)?",
    re.I,
)
_LAST = regex(
    r"(?:line )?(?:ends?|last|to|until|up to)(?: (?:at|on|in))?(?: lines?)?|(?:结束|终止|末|止)(?:于|行)?", re.I
)
#: So many last lines of a table are right.
ENOUGH = 2


class _Ends(Record):
    """The last line that a row says, where it stands, and the definition that it is of with its own last line."""

    said: Citation
    place: Place
    last: int

    @property
    def right(self) -> bool:
        return abs(self.said.start - self.last) <= NEAR_LINES


class LastLines(Check):
    """The checks of such columns."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every last line that is another, in a table most of whose last lines are right."""
        for table in tables(self.page):
            heads = [head.text.strip(" *`") for head in table.heads]
            first = next((at for at, text in enumerate(heads) if _FIRST.fullmatch(text)), -1)
            last = next((at for at, text in enumerate(heads) if _LAST.fullmatch(text)), -1)
            if min(first, last) < 0:
                continue
            rows = [row for row in table.rows if max(first, last) < len(row)]
            told = [one for row in rows if (one := self._ends(row, row[first], row[last])) is not None]
            wrong = [one for one in told if not one.right]
            if len(told) - len(wrong) < max(ENOUGH, len(wrong)):
                continue
            for one in wrong:
                text = self.page.text_lines[one.said.line - 1]
                if not (disclaimers.proposed(text) or self.page.strangers(one.said)):
                    where = Location(one.place.path, one.place.line, one.last)
                    detail = f"{one.place.name} ends at line {one.last}"
                    yield self.page.verdict(one.said, "moved", where, (f"{where.path}:{one.last}",), detail)

    def _ends(self, row: list[Cell], first: Cell, last: Cell) -> _Ends | None:
        """What a row says of where a thing ends; None where it says nothing, or nobody can tell."""
        begins, ends = NUMBER.fullmatch(first.text), NUMBER.fullmatch(last.text)
        paths = [one for one in self.page.on(first.line) if one.kind in ("path", "path:line") and not one.unnamed]
        files = self.page.files_meant(paths[0]) if len(paths) == 1 else []
        if begins is None or ends is None or begins["end"] or ends["end"] or len(files) != 1:
            return None
        for name in [name for cell in row for _, name in cell.names()]:
            for place in self.known.places(name):
                if place.path != files[0] or place.kind not in BODIES:
                    continue
                if abs(place.line - int(begins["start"])) <= NEAR_LINES:
                    at = last.column + ends.start("start")
                    said = Citation("path:line", ends["start"], last.line, at + 1, files[0], int(ends["start"]),
                                    int(ends["start"]), end_column=at + len(ends["start"]))  # fmt: skip
                    end = self._end(place)
                    return _Ends(said, place, end) if end else None
        return None

    def _end(self, place: Place) -> int:
        """The last line of a definition, 0 where it is not known."""
        if place.end_line > place.line:
            return place.end_line
        return body_end(self.known.lines(place.path), place) if self.known.has_tree else 0
