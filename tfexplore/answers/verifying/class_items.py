"""The members of a class in the items of a list, or in a cell: "Fields of `Loom`:" above "- `width`", 方法 `weave`.

Where nearly all names of the list are the class's, one that neither it has nor what it is derived from is wrong.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.verifying.bases import named
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.page import ITEM
from tfexplore.answers.verifying.rows import tables
from tfexplore.answers.verifying.spelling import nearest_of
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.rows import Cell, Table
    from tfexplore.answers.verifying.verdicts import Verdict

#: So many names of a list are the class's, and so many times as many as are not; and those of a cell.
ENOUGH, TIMES = 4, 4
ENOUGH_IN_A_CELL, TIMES_IN_A_CELL = 2, 2
#: Items of a list that are looked at.
MAX_ITEMS = 40

_KIND = r"(?:(?:public|virtual|static|pure|data)\s)?(?:methods?|members?|fields?|方法|成员(?:函数|变量)?|字段)"
#: The end of a line above a list of members.
_ANNOUNCED = regex(
    rf"(?<![A-Za-z]){_KIND}(?:\s?(?:are|is|include|(?:of|in)\s[^:：]{{1,60}}|有|是|为|包括|如下))*\s?[:：]?\W*\Z", re.I
)
#: A cell of members, and the header of such.
_CELL = regex(rf"[\s*]*{_KIND}\s?[:：]?\s?(?=`)", re.I)
_HEADER = regex(rf"[\s*]*(?:its\s)?{_KIND}[\s*]*", re.I)
_CLASS = regex(r"`(?:\w+(?:::|\.))*(?P<name>[A-Z]\w+)`", re.A)
_IN_HEADING = regex(r"#{1,6}\s[^`]*?`?(?P<name>[A-Z][A-Z0-9]*[a-z]\w*[A-Z]\w*)", re.A)
_NAME = regex(r"`(?P<name>[a-zA-Z_]\w*)(?:\(\))?`", re.A)
_OTHERWISE = otherwise("no|without|except|calls?|uses?", "没有|除|缺|不|调用|使用")


class ClassItems(Check):
    """The checks of such lists."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every name of a list that the class has not."""
        for number, line in self.page.prose_lines:
            if line.strip() and not line.lstrip().startswith("|") and _ANNOUNCED.search(line[-120:]):
                yield from self._below(number, line)
        for table in tables(self.page):
            yield from self._table(table)

    def _below(self, number: int, line: str) -> Iterator[Verdict]:
        """The verdicts on the names of the list below a line, of the one class of the line or of its heading."""
        owners = dict.fromkeys(_CLASS.findall(line))
        headed = _IN_HEADING.match(self.page.heading(number))
        owner = next(iter(owners)) if len(owners) == 1 else headed["name"] if not owners and headed else ""
        if not owner or _OTHERWISE.search(line) or disclaimers.proposed(line):
            return
        names: list[Citation] = []
        for at, text in enumerate(self.page.text_lines[number : number + MAX_ITEMS], number + 1):
            if text.strip() and not ITEM.match(text):
                break
            names += [_cited(match, at) for match in _NAME.finditer(text)]
        yield from self._lacking(owner, names, ENOUGH, TIMES)

    def _table(self, table: Table) -> Iterator[Verdict]:
        headed = {at for at, head in enumerate(table.heads) if _HEADER.fullmatch(head.text)}
        for cells in table.rows:
            owner = _CLASS.fullmatch(cells[0].text.strip(" *")) if cells else None
            for at, cell in enumerate(cells[1:], 1):
                if owner is not None and (at in headed or _CELL.match(cell.text)):
                    yield from self._lacking(owner["name"], _in_cell(cell), ENOUGH_IN_A_CELL, TIMES_IN_A_CELL)

    def _lacking(self, owner: str, names: Sequence[Citation], enough: int, times: int) -> Iterator[Verdict]:
        """A verdict on each of some names that a class has not, where it has nearly all of the others."""
        places = self.known.class_places(owner) if owner not in self.page.own else []
        lacking = [one for one in names if places and self.page.classes.lacks(owner, one.target)]
        if len(names) - len(lacking) < max(enough, times * len(lacking)):
            return
        for one in lacking:
            line = self.page.text_lines[one.line - 1]
            other = one.target in self.page.own or _OTHERWISE.search(line[: one.column - 1].rpartition("|")[2])
            if not (other or disclaimers.proposed(line) or disclaimers.denied(*self.page.around(one))):
                near = nearest_of(one.target, self.known.members(owner), 0.6)
                yield self.page.verdict(one, "not found", places[0], near, f"{owner} has no such member")


def _in_cell(cell: Cell) -> list[Citation]:
    found = [_cited(match, cell.line) for match in _NAME.finditer(cell.text)]
    return [one._replace(column=one.column + cell.column, end_column=one.end_column + cell.column) for one in found]


def _cited(match: re.Match[str], number: int) -> Citation:
    """A name of a list as a citation."""
    return named(match["name"], number, match.start("name"))
