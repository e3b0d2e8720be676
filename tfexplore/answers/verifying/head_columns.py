"""Columns of places, each the first line of what its row is of: where nearly all are, one that is not is wrong."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.rows import at_line, defined_at, on_lines, tables
from tfexplore.model import Location

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.rows import Cell
    from tfexplore.answers.verifying.verdicts import Verdict

#: So many places of a column are where something of their row is defined or registered, and so many times as many as
#: are not.
ENOUGH, TIMES = 4, 4


class HeadColumns(Check):
    """The checks of such columns; only the text of a file tells where a head ends."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every place of such a column that is no head of what its row is of."""
        for table in tables(self.page):
            for at in range(len(table.heads)):
                told = [one for row in table.rows if at < len(row) for one in self._told(row, at)]
                wrong = [one for one in told if not one[2]]
                if len(told) - len(wrong) >= max(ENOUGH, TIMES * len(wrong)):
                    for place, names, _ in wrong:
                        yield from self._moved(place, names)

    def _told(self, row: list[Cell], at: int) -> Iterator[tuple[Citation, list[str], bool]]:
        """The one place of a cell, the names of its row that its file has, and whether one of them is there."""
        cell = row[at]
        end = cell.column + len(cell.text)
        places = [
            one for one in self.page.on(cell.line)
            if one.kind == "path:line" and cell.column < one.column <= end and one.start == one.end and not one.supposed
        ]  # fmt: skip
        if len(places) != 1:
            return
        (place,) = places
        own = [name for _, name in cell.names()]
        names = [*own, *[name for other in row if other is not cell for _, name in other.names()]]
        for path in self.page.files_meant(place)[:1]:
            held = {name: at_line(self.known, name, path, place.start, place.end) for name in names}
            here = [name for name, there in held.items() if there is not None]
            # A name in the cell itself, the text of a link say, is what the place is of.
            here = [name for name in here if name in own] or here
            if here:
                # A method that is defined elsewhere in its header is declared where it stands.
                right = any(held[name] or on_lines(self.known, name, path, place.start, place.end) for name in here)
                yield place, here, right

    def _moved(self, place: Citation, names: list[str]) -> Iterator[Verdict]:
        text = self.page.text_lines[place.line - 1]
        if disclaimers.proposed(text) or self.page.strangers(place):
            return
        path = self.page.files_meant(place)[0]
        for name in names:
            there = defined_at(self.known, name, path)
            if there:
                now = min(there, key=lambda line: abs(line - place.start))
                detail = f"{name} is at line {now}; the places of the other rows are where their names are"
                yield self.page.verdict(place, "moved", Location(path, now, now), (f"{path}:{now}",), detail)
                return
