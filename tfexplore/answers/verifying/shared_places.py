"""Places in a table that stand beside several names: | `A`, `B` | x.h:12-13 |.

Of one that has none of the names near its lines, where the file defines one of them, another is meant. Only a tree
tells what stands there.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.heads import NEAR_LINES
from tfexplore.answers.verifying.rows import defined_at, tables
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.rows import Cell
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.index.symbols import Place

#: A cell of several names as code and nothing else.
_NAMES = regex(r"[\s*]*`[A-Za-z_]\w+`(?:\s?(?:,|、|/|<br>|and|和|与)\s?`[A-Za-z_]\w+`)+[\s*]*", re.A)


class SharedPlaces(Check):
    """The checks of such places."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every place of a row that has none of the names which the cell before it has."""
        for table in tables(self.page):
            for cells in table.rows:
                for at, cell in enumerate(cells[:-1]):
                    if _NAMES.fullmatch(cell.text):
                        names = [span[2] for span in markdown.SPAN.finditer(cell.text)]
                        yield from self._judged(names, cells[at + 1])
                        break

    def _judged(self, names: Sequence[str], cell: Cell) -> Iterator[Verdict]:
        end = cell.column + len(cell.text)
        said = [one for one in self.page.on(cell.line) if cell.column < one.column <= end and one.kind == "path:line"]
        line = self.page.text_lines[cell.line - 1]
        if not said or any(name in self.page.own for name in names) or disclaimers.proposed(line):
            return
        for one in said:
            files = self.page.files_meant(one)
            where = self._elsewhere(one, names, files[0]) if len(files) == 1 and not one.supposed else None
            if where is not None and not self.page.strangers(one):
                yield self.page.moved(one, where, f"none of {', '.join(names)} is near line {one.start}")

    def _elsewhere(self, one: Citation, names: Sequence[str], path: str) -> Location | None:
        """Where a file defines one of some names, of which none stands near the lines that are cited."""
        lines = self.known.lines(path)
        around = b"\n".join(lines[max(0, one.start - 1 - NEAR_LINES) : one.end + NEAR_LINES])
        if any(stands(name, around) for name in names):
            return None
        either = b"|".join(re.escape(name).encode() for name in names)
        macro = re.compile(rb"\s*#\s*define\s+(?:%b)\b" % either)
        defined = [at for name in names for at in defined_at(self.known, name, path)]
        defined += [at for at, text in enumerate(lines, 1) if macro.match(text)]
        inside = any(one.start in range(place.line, self.known.end(place) + 1) for place in self._bodies(names, path))
        if not defined or inside:
            return None
        now = min(defined, key=lambda at: abs(at - one.start))
        return Location(path, now, now)

    def _bodies(self, names: Sequence[str], path: str) -> list[Place]:
        return [place for name in names for place in self.known.places(name) if place.path == path]
