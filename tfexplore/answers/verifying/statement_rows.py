"""Tables and lists whose rows are statements of a file: `REGISTER_PASS(Registry::EARLY, 25, LoomPass)` as three cells.

| group | phase | class |     | `EARLY` | 25 | `LoomPass` |

Where most of the rows stand so in a file that the document cites, a row with the names of just one of its statements
and another number than that has is wrong, and so is one name of a row whose number and other names are of one statement
alone. Only a tree tells.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.verifying.bases import named
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.rows import Cell, tables
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.rows import Table
    from tfexplore.answers.verifying.verdicts import Verdict

#: So many rows have the number of their statement, and so many times as many as have another.
ENOUGH, TIMES = 3, 3
#: Rows, and files of the document, that are looked at.
MAX_ROWS, MAX_FILES = 100, 24

_NUMBER = regex(r"[\s*]*`?(-?\d{1,9})`?[\s*]*")
#: An item of a list that is such a row, perhaps with another name before the number.
_ITEM = regex(
    r"\s*(?:[-*+]|\d+[.)])\s+`(?P<name>[A-Za-z]\w{2,80})`\s?(?:[:：,，]|—|–|-)\s?(?:`\w+`[,，、]\s?)?`?(?P<number>\d{1,9})`?[.。]?\s*",
    re.A,
)
_NUMBER_FIRST = regex(
    r"\s*[-*+]\s+(?P<number>\d{1,9})\s?(?:[:：,，]|—|–|-)\s?`(?P<name>[A-Za-z]\w{2,80})`[.。]?\s*", re.A
)
_NAME = regex(r"[\s*]*`?(?:\w+(?:::|\.)){0,6}([A-Za-z]\w{2,80})(?:\(\))?`?[\s*]*", re.A)
#: A macro that is invoked with names and numbers.
_STATEMENT = regex(r"^[ \t]*[A-Z][A-Z0-9_]{3,60}\((?P<arguments>[^(){};]{3,400})\)\s*;", re.A | re.M)
_LAST = regex(r"([A-Za-z]\w*)\s*\Z", re.A)
#: Headers of numbers that are of the document or of the file, and not the statement's.
_OTHERS = regex(r"\W*(?:lines?|no\.?|行号?|序号|编号|步骤?|step|count|数量?|页)?\W*", re.I)


class _Statement(Record):
    """The names and the one number among the arguments of a macro, and its line."""

    names: frozenset[str]
    number: int
    line: int


class _Row(Record):
    """The number of a row, its cell, all cells, and the names beside the number by their columns."""

    number: int
    cell: Cell
    cells: list[Cell]
    names: dict[int, str]


class StatementRows(Check):
    """The checks of tables whose rows are statements."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every number of a row whose statement has another, where most rows have theirs."""
        for table in tables(self.page):
            for at, head in enumerate(table.heads):
                rows = _rows(table, at) if not _OTHERS.fullmatch(head.text) else []
                if len(rows) > ENOUGH:
                    yield from self._judged(rows)
        for rows in self._lists():
            yield from self._judged(rows)

    def _lists(self) -> Iterator[list[_Row]]:
        """The items of each list that are a name and a number: "1. `LoomPass`: 25"."""
        lists: dict[int, list[_Row]] = {}
        for one in self.page.paragraphs:
            match = _ITEM.fullmatch(one.text) or _NUMBER_FIRST.fullmatch(one.text)
            if match is not None and len(one.numbers) == 1:
                cells = [Cell(one.numbers[0], match.start(group), match[group]) for group in ("name", "number")]
                row = _Row(int(match["number"]), cells[1], cells, {0: match["name"]})
                lists.setdefault(self.page.over(one.numbers[0]), []).append(row)
        yield from (rows for rows in lists.values() if len(rows) > ENOUGH)

    def _judged(self, rows: Sequence[_Row]) -> Iterator[Verdict]:
        for path in self._files():
            data = self.known.read(path) or b""
            if sum(any(name.encode() in data for name in row.names.values()) for row in rows) <= ENOUGH:
                continue
            statements = list(_statements(data.decode("utf-8", "replace")))
            columns = _columns(rows, statements)
            fitting = [(row, found) for row in rows if len(found := list(_of(row, columns, statements))) == 1]
            wrong = [(row, found[0]) for row, found in fitting if found[0].number != row.number]
            right = {found[0].line for row, found in fitting if found[0].number == row.number}  # a statement each
            if len(right) < ENOUGH or len(fitting) - len(wrong) < TIMES * len(wrong):
                continue
            yield from self._misnamed(rows, columns, statements, path, len(fitting) - len(wrong))
            for row, statement in wrong:
                cited = _cited(row.cell, str(row.number))
                line = markdown.SPAN.sub("`", self.page.text_lines[row.cell.line - 1])
                if not disclaimers.proposed(line):
                    where = Location(path, statement.line, statement.line)
                    detail = f"line {statement.line} has {statement.number}"
                    yield self.page.verdict(cited, "differs", where, (), detail)
            return

    def _misnamed(
        self, rows: Sequence[_Row], columns: frozenset[int], statements: Sequence[_Statement], path: str, right: int
    ) -> Iterator[Verdict]:
        """A verdict on each name of a row that is all that its one statement has not, by its number and other names."""
        rest = [
            row for row in rows if columns and columns <= row.names.keys() and not list(_of(row, columns, statements))
        ]
        if len(columns) < 2 or right < max(ENOUGH, TIMES * len(rest)):
            return
        for row in rest:
            numbered = [one for one in statements if one.number == row.number]
            for column in columns:
                others = {row.names[each] for each in columns if each != column}
                found = [one for one in numbered if others <= one.names]
                name = row.names[column]
                line = markdown.SPAN.sub("`", self.page.text_lines[row.cell.line - 1])
                if len(found) != 1 or disclaimers.proposed(line):
                    continue
                cited = _cited(row.cells[column], name)
                where = Location(path, found[0].line, found[0].line)
                yield self.page.verdict(cited, "differs", where, (), f"line {found[0].line} has not this name")

    def _files(self) -> list[str]:
        """The files that the document cites, by paths of which there is one."""
        cited = dict.fromkeys([one.target for one in self.page.said if one.kind in ("path", "path:line")])
        found = [self.known.resolve(target) for target in cited]
        return list(dict.fromkeys([each[0] for each in found if len(each) == 1]))[:MAX_FILES]


def _cited(cell: Cell, text: str) -> Citation:
    """A name or a number of a cell as a citation."""
    return named(text, cell.line, cell.column + cell.text.index(text))


def _rows(table: Table, at: int) -> list[_Row]:
    """The rows that have a number in a column, and names alone in other cells."""
    found = []
    for cells in table.rows[:MAX_ROWS]:
        number = _NUMBER.fullmatch(cells[at].text) if at < len(cells) else None
        names = {place: match[1] for place, cell in enumerate(cells) if (match := _NAME.fullmatch(cell.text))}
        if number is not None and names:
            found.append(_Row(int(number[1]), cells[at], cells, names))
    return found


def _columns(rows: Sequence[_Row], statements: Sequence[_Statement]) -> frozenset[int]:
    """The columns whose names nearly all stand in statements."""
    said = {name for one in statements for name in one.names}
    found = set()
    for column in {column for row in rows for column in row.names}:
        names = [row.names[column] for row in rows if column in row.names]
        if 4 * sum(name in said for name in names) >= 3 * len(names) and 4 * len(names) >= 3 * len(rows):
            found.add(column)
    return frozenset(found)


def _of(row: _Row, columns: frozenset[int], statements: Sequence[_Statement]) -> Iterator[_Statement]:
    """The statements that have all of a row's names."""
    if columns and columns <= row.names.keys():
        names = {row.names[column] for column in columns}
        yield from [one for one in statements if names <= one.names]


def _statements(text: str) -> Iterator[_Statement]:
    """The statements of a file that have names and just one number."""
    for match in _STATEMENT.finditer(text):
        arguments = [argument.strip() for argument in match["arguments"].split(",")]
        numbers = [int(argument) for argument in arguments if re.fullmatch(r"-?\d{1,9}", argument)]
        names = [last[1] for argument in arguments if (last := _LAST.search(argument)) is not None]
        if len(numbers) == 1 and names:
            yield _Statement(frozenset(names), numbers[0], text.count("\n", 0, match.start()) + 1)
