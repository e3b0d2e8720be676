"""Columns of line numbers of one file, which the column's header names, or the text above: "| op | math_grad.cc |".

Each number is a line of that file, or of the file that its row has in another column, where what the row is of is
registered or defined. Which cell that is, and which of several files, the rows tell: where those of nearly all are at
their lines, one that is not is wrong.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers, markdown, vocabulary
from tfexplore.answers.citation import Citation
from tfexplore.answers.known import WORDS
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.rows import NUMBER, at_line, begins_another, defined_at, on_lines, tables
from tfexplore.answers.verifying.spelling import mentioning, parts_of
from tfexplore.model import Location
from tfexplore.paths import HEADERS
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.rows import Cell, Table
    from tfexplore.answers.verifying.verdicts import Verdict

#: So many numbers of a column are where their names are, and so many times as many as are not; fewer where the header
#: says that they are lines, and the lines right above the table of which file.
ENOUGH, TIMES, FEW = 3, 2, 2
RIGHT_ABOVE = 3
#: Words of a name that stands nowhere by chance.
WORDS_OF_CODE = 2
#: Lines above a table that may name the file, and files of them that are tried.
ABOVE, MAX_FILES = 40, 6

#: A number behind that of a definition, of another of the same name: "452, GPU specialization 620".
_ANOTHER = regex(
    r"[\s*`]*[,，;；、/(（]?\s*(?:(?:and|the|its|for|a|partial|full|explicit|template|GPU|CPU|CUDA|float|double|half|T|与|和|的|模板|偏|全)\s?)*"
    r"(?:speciali[sz]ations?|overloads?|特[例]?化(?:版本)?|重载(?:版本)?)"
    r"(?:\s?(?:at|in|from|on|在|于|见))?\s?[:：]?\s?(?:lines?|L|:|第|行)?\s?`?(?P<start>[1-9]\d{0,5})\s?行?[\s*`)）]*",
    re.I | re.A,
)
#: The header of a column that only counts the rows, or holds numbers of something else.
_COUNTS = regex(
    r"#|no\.?|nr\.?|id|序号|编号|n"
    r"|.*\b(?:count|number of|size|priority|phase|order|time|ms|bytes?|default|value|tag)\b.*"
    r"|.*(?:个数|数量|优先级|大小|默认|行数|时间|字段).*",
    re.I,
)


class _Number(Record):
    """A cell with lines: its row, the cell, where the number begins and ends in it, and the lines."""

    row: int
    cell: Cell
    at: int
    text: str
    start: int
    end: int


class LineColumns(Check):
    """The checks of columns of lines."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._mentioned: dict[tuple[str, str], list[int]] = {}

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every line of such a column that is not where the name of its row is."""
        for table in tables(self.page):
            for at, head in enumerate(table.heads):
                numbers = [_number(row, cells[at]) for row, cells in enumerate(table.rows) if at < len(cells)]
                found = [one for one in numbers if one is not None]
                label = head.text.strip(" *`")
                if len(found) > self._enough(table, at) and not _COUNTS.fullmatch(label):
                    yield from self._judged(table, at, found)

    def _enough(self, table: Table, at: int) -> int:
        """How many numbers of a column have to be right."""
        plain = markdown.is_head_of_lines(table.heads[at].text) and len(self._right_above(table)) == 1
        return FEW if plain else ENOUGH

    def _right_above(self, table: Table) -> list[str]:
        """The files that the text right above a table names."""
        first = table.one.numbers[0]
        cited = [
            one
            for number in range(max(1, first - RIGHT_ABOVE), first)
            for one in self.page.on(number)
            if one.kind in ("path", "path:line")
        ]
        return list(dict.fromkeys(one.target for one in cited))

    def _judged(self, table: Table, at: int, numbers: list[_Number]) -> Iterator[Verdict]:
        headed = self._files(table.heads[at])
        if headed:
            files = [dict.fromkeys(range(len(table.rows)), path) for path in headed]
            yield from self._held(table, at, numbers, files, headed=True)
            return
        beside = self._beside(table, numbers)
        rows = {row for files in beside for row in files}
        above = [dict.fromkeys(range(len(table.rows)), path) for path in self._above(table)]
        # Beside a file of its own a number may be that file's.
        yield from self._held(table, at, [one for one in numbers if one.row not in rows], above)
        others = [one for one in numbers if one.row in rows and not self._is_read(one)]
        yield from self._held(table, at, others, [*beside, *above])

    def _held(
        self, table: Table, at: int, numbers: list[_Number], candidates: list[dict[int, str]], headed: bool = False
    ) -> Iterator[Verdict]:
        """A verdict on every number that is not where the rest are.

        `candidates` are the files of the rows, which the column is `headed` by or which stand elsewhere.
        """
        cited = {id(one) for one in numbers if self._cites(one.cell)}
        best: tuple[int, int, dict[int, str], dict[int, bool]] = (0, 0, {}, {})
        for files in candidates:
            for column in range(len(table.heads)):
                told = self._told(table, column, files, numbers) if column != at else {}
                right = sum(told.values())
                best = max(best, (right, right - len(told), files, told), key=lambda each: each[:2])
        right, wrong, files, told = best[0], -best[1], best[2] or (candidates[0] if headed else {}), best[3]
        sure = right >= max(self._enough(table, at), TIMES * wrong)
        for one in numbers:
            path = files.get(one.row, "")
            lines = _cited(one, path)
            second = _second(one)
            if sure and second is not None and self._is_no_second(table, one, second, path):
                yield from self._moved(table, _cited(second, path))
            off = sure and told.get(one.row) is False and not self._otherwise(table, one, path)
            off = off and (headed or not any(self._otherwise(table, one, other) for other in self._namesakes(path)))
            if off and not self._is_within_its_row_s(table, one, path):
                yield from self._moved(table, lines)
            elif id(one) in cited and headed:
                yield self.page.verdict(lines, "found", Location(path, one.start, one.end))

    def _namesakes(self, path: str) -> list[str]:
        """The other files that are called as one is, some of which a row may mean."""
        return [other for other in self.known.called(path.rpartition("/")[2].lower()) if other != path][:MAX_FILES]

    def _is_within_its_row_s(self, table: Table, one: _Number, path: str) -> bool:
        """Whether another number of the row is where its name is, and this one is a line of the same definition."""
        names = {name for cell in table.rows[one.row] for _, name in cell.names()}
        numbers = [_number(one.row, cell) for cell in table.rows[one.row] if cell is not one.cell]
        heads = {other.start for other in numbers if other is not None}
        spans = [(made.line, made.end_line, made.op) for made in self.known.registered(path) if made.kind == "op"]
        spans += [
            (symbol.location.line, self.known.end_of(symbol), parts_of(symbol.name)[-1])
            for symbol in self.known.inside(path)
        ]
        return any(first in heads and first < one.start <= last and name in names for first, last, name in spans)

    def _is_read(self, one: _Number) -> bool:
        """Whether a number was read as the line of the file in the cell next to it, and is judged there."""
        return any(each.kind == "path:line" and each.start == one.start for each in self.page.on(one.cell.line))

    def _beside(self, table: Table, numbers: list[_Number]) -> list[dict[int, str]]:
        """The files that rows have in other columns, column by column; empty strings where a cell has several."""
        found: list[dict[int, str]] = []
        for column in range(len(table.heads)):
            files: dict[int, str] = {}
            for one in numbers:
                cell = table.rows[one.row][column] if column < len(table.rows[one.row]) else one.cell
                if cell is one.cell or not self._cites(cell):
                    continue
                end = cell.column + len(cell.text)
                there = [each for each in self.page.on(cell.line) if cell.column < each.column <= end]
                paths = [each for each in there if each.kind in ("path", "path:line")]
                meant = self.page.files_meant(paths[0])[:1] if len(paths) == 1 and not paths[0].start else []
                files[one.row] = meant[0] if meant else ""
            if files:
                found.append(files)
        return found

    def _files(self, head: Cell) -> list[str]:
        """The files that a header names."""
        for one in self.page.on(head.line):
            if one.kind == "path" and head.column < one.column <= head.column + len(head.text):
                return self.page.files_meant(one)
        return []

    def _cites(self, cell: Cell) -> bool:
        """Whether a cell has a file, or lines that are read as such anyhow."""
        end = cell.column + len(cell.text)
        on = self.page.on(cell.line)
        return any(one.kind in ("path", "path:line") and cell.column < one.column <= end for one in on)

    def _above(self, table: Table) -> list[str]:
        """The files that the text above a table names, the last first."""
        first = table.one.numbers[0]
        found: dict[str, None] = {}
        for number in range(first - 1, max(0, first - ABOVE), -1):
            for one in self.page.on(number):
                if one.kind in ("path", "path:line"):
                    found.update(dict.fromkeys(self.page.files_meant(one)[:1]))
        return list(found)[:MAX_FILES]

    def _told(self, table: Table, column: int, files: dict[int, str], numbers: list[_Number]) -> dict[int, bool]:
        """Of each row whether a name of a cell is at its lines of a file; without those of which nothing tells."""
        told: dict[int, bool] = {}
        for one in numbers:
            cells, path = table.rows[one.row], files.get(one.row, "")
            if not path:
                continue
            names = [name for _, name in cells[column].names()] if column < len(cells) else []
            held = [at_line(self.known, name, path, one.start, one.end) for name in names]
            if any(each is not None for each in held):
                told[one.row] = any(held)
            elif any(self._mentions(name, path) for name in names):
                there = any(on_lines(self.known, name, path, one.start, one.end) for name in names)
                if there or not any(self._begins_a_word(name, path, one) for name in names):
                    told[one.row] = there
        return told

    def _begins_a_word(self, name: str, path: str, one: _Number) -> bool:
        """Whether lines, or the next, have a name that begins so: `LoomHandler` for a row's `Loom`."""
        lines = self.known.lines(path)[one.start - 1 : one.end + 1]
        return any(re.search(rb"(?<!\w)%b[A-Z]" % name.encode(), line) is not None for line in lines)

    def _mentions(self, name: str, path: str) -> list[int]:
        """The lines on which a file has a name that it does not define; of a tree, and a name that only code has."""
        if len(WORDS.findall(name)) < WORDS_OF_CODE or not self.known.has_tree:
            return []
        if (name, path) not in self._mentioned:
            self._mentioned[name, path] = list(mentioning([name.encode()], self.known.read(path) or b""))
        return self._mentioned[name, path]

    def _is_no_second(self, table: Table, one: _Number, second: _Number, path: str) -> bool:
        """Whether a cell says a line of another definition of its row's name, which the file has elsewhere."""
        names = [name for cell in table.rows[one.row] if cell is not one.cell for _, name in cell.names()]
        for name in names:
            there = [place for place in self.known.places(name) if (place.path, place.kind) == (path, "class")]
            if len({place.line for place in there}) > 1:
                return not self._otherwise(table, second, path)
        return False

    def _otherwise(self, table: Table, one: _Number, path: str) -> bool:
        """Whether lines have something else of their row, or what the row is of without being its definition.

        The first line of another class may name it as what that is derived from.
        """
        names = [name for cell in table.rows[one.row] if cell is not one.cell for _, name in cell.names()]
        if any(at_line(self.known, name, path, one.start, one.end) for name in names):
            return True
        if path.endswith(HEADERS) and not self.known.has_tree:  # where it may be declared
            kinds = {place.kind for name in names for place in self.known.places(name) if place.path == path}
            if kinds & {"function", "method"}:
                return True
        if one.start == one.end and all(begins_another(self.known, name, path, one.start) for name in names):
            return False
        return any(on_lines(self.known, name, path, one.start, one.end) for name in names)

    def _moved(self, table: Table, lines: Citation) -> Iterator[Verdict]:
        text = self.page.text_lines[lines.line - 1]
        if disclaimers.proposed(text) or self.page.strangers(lines) or vocabulary.OTHER_BUILDS.search(text):
            return
        row = next(cells for cells in table.rows if cells and cells[0].line == lines.line)
        for name in [name for cell in row for _, name in cell.names()]:
            here = defined_at(self.known, name, lines.target) or self._mentions(name, lines.target)
            if here:
                now = min(here, key=lambda line: abs(line - lines.start))
                where = Location(lines.target, now, now)
                detail = f"{name} is at line {now}; the lines of the other rows are where their names are"
                yield self.page.moved(lines, where, detail)
                return


def _number(row: int, cell: Cell) -> _Number | None:
    """The lines that a cell is; None for another."""
    match = NUMBER.match(cell.text)
    if match is None or (match.end() < len(cell.text) and not _ANOTHER.fullmatch(cell.text, match.end())):
        return None
    start = int(match["start"])
    at = len(cell.text) - len(cell.text.lstrip(" *`"))
    return _Number(row, cell, at, match[0].strip(" *`"), start, max(start, int(match["end"] or 0)))


def _second(one: _Number) -> _Number | None:
    """The line of another definition of the same name that a cell has behind the first."""
    text = one.cell.text
    match = NUMBER.match(text)
    other = _ANOTHER.fullmatch(text, match.end()) if match is not None else None
    if other is None:
        return None
    start = int(other["start"])
    return _Number(one.row, one.cell, other.start("start"), other["start"], start, start)


def _cited(one: _Number, path: str) -> Citation:
    """The lines of a cell as a citation."""
    at = one.cell.column + one.at
    end = at + len(one.text)
    return Citation("path:line", one.text, one.cell.line, at + 1, path, one.start, one.end, end_column=end)
