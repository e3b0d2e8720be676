"""The items of a list below a file, each a name of what the file has: "In `x.cc`:", and below it "- `Loom`".

A table's rows are such items, too, by the names in their first cells. Where nearly all names of a list stand in the
file, one that does not is wrong. Only a tree tells.
"""

from __future__ import annotations

import re
from functools import cached_property

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers, wording
from tfexplore.answers.citation import Citation
from tfexplore.answers.markdown import HEADING, margin
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.in_files import absent, is_in
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.rows import tables
from tfexplore.answers.verifying.spelling import parts_of
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.verifying.rows import Table
    from tfexplore.answers.verifying.verdicts import Verdict

#: So many names of a list stand in its file, and so many times as many as do not.
ENOUGH, TIMES = 4, 4
#: Items of a list that are looked at.
MAX_ITEMS = 40

_ITEM = regex(r"(?P<margin>\s*)(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s)?(?P<rest>.*)")
_NAME = regex(r"`(?P<name>(?:\w+(?:::|\.))*~?[A-Za-z_]\w{3,})(?:<[^`<>]{0,60}>)?(?:\([^`]{0,60}\))?`", re.A)
#: What stands behind each name of an item that has nothing else: a line, the next name, a remark behind a dash.
_BEHIND = regex(
    r"\**\s?(?:[(（]\s?(?:(?:lines?|L|第)\s?)?\d[\d\s,–~-]{0,20}(?:\s?行)?\s?[)）])?\s?(?:[,，、;；/]|and\b|or\b|和|与|及|以及)?\s*"
)
_REMARK = regex(r"\**\s?(?:[:：—–]|--?)\s")
#: What ends a line that a list follows, and what is no list of what a file has.
_OPENS = regex(r"(?:[:：]|\bfollowing|如下|以下)\W*\Z", re.I)
_OTHERWISE = otherwise(
    "no|without|except|but|by|from|missing|lacks?|flags?|options?|includes?|imports?|calls?|called|uses?|used|needs?|depends?"
    "|tests?|callers?|users?|add|replaces?|related|see",
    "没有|除|被|缺|选项|调用|使用|用到|依赖|包含的头|引入|相关|参见|不",
)
_SEVERAL = regex(r"\w_\w|[a-z0-9][A-Z]|[A-Z]{2}", re.A)


class _Listed(Record):
    """The names of a list, and the file that it is of as it is cited."""

    path: Citation
    names: list[Citation]


class FileItems(Check):
    """The checks of such lists."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every name that the file of its list has not, which has nearly all of the others."""
        for listed in self._lists():
            for file in self.page.files_meant(listed.path)[:2]:
                lacking = [one for one in listed.names if not is_in(self.page, one, file)]
                held = len(listed.names) - len(lacking)
                if held >= max(ENOUGH, TIMES * len(lacking)):
                    for one in lacking:
                        yield from self._verdict(one, file)
                    break

    def _lists(self) -> Iterator[_Listed]:
        """The lists of the document that are of one file."""
        lines = self.page.text_lines
        prose = {number for number, _ in self.page.prose_lines}
        for one in self.page.said:
            if one.kind != "path" or one.line not in prose or len(self._paths_on(one.line)) > 1:
                continue
            text = lines[one.line - 1]
            if _OTHERWISE.search(text.replace(one.text, "")) or disclaimers.proposed(text) or self.page.strangers(one):
                continue
            item = _ITEM.match(text)
            headed = item is not None or HEADING.match(text) is not None
            before, behind = text[: one.column - 1], text[one.end_column :]
            alone = headed and not (before.strip(" `*#-+[0123456789.)") or behind.strip(" `*:：)"))
            if not (alone or _OPENS.search(text)):
                continue
            least = len(item["margin"]) + 1 if item is not None else 0
            names = [*self._names(one.line, least), *self._rows(one.line)]
            if len(names) > ENOUGH:
                yield _Listed(one, names)

    def _names(self, head: int, least: int) -> Iterator[Citation]:
        """The names that the items of a list begin with, from behind its head; nested ones are left out."""
        at: int | None = None
        items = 0
        for number in range(head + 1, len(self.page.text_lines) + 1):
            text = self.page.text_lines[number - 1]
            item = _ITEM.match(text)
            if item is None:
                if not text.strip() or (at is not None and margin(text) > at):
                    continue
                return
            at = len(item["margin"]) if at is None else at
            if at < least or len(item["margin"]) < at or items >= MAX_ITEMS:
                return
            if len(item["margin"]) > at:
                continue
            items += 1
            if not self._paths_on(number):
                yield from _named(item, number)

    def _rows(self, head: int) -> Iterator[Citation]:
        """The names in the first cells of the table right below a line, where a cell has nothing else."""
        table = self._tables.get(head)
        for cells in table.rows[:MAX_ITEMS] if table is not None else ():
            match = _NAME.fullmatch(cells[0].text.strip("* ")) if cells and not self._paths_on(cells[0].line) else None
            if match is not None:
                name, number = match["name"], cells[0].line
                column = self.page.text_lines[number - 1].index(name, cells[0].column)
                end = column + len(name)
                yield Citation("symbol", name, number, column + 1, name, in_code=True, end_column=end)

    @cached_property
    def _tables(self) -> dict[int, Table]:
        """The tables of the document by the lines that stand above them."""
        return {self.page.over(table.one.numbers[0]): table for table in tables(self.page)}

    def _paths_on(self, number: int) -> set[str]:
        """The files that a line names, a line of the list's own aside."""
        return {one.target for one in self.page.on(number) if one.kind in ("path", "path:line") and not one.unnamed}

    def _verdict(self, one: Citation, file: str) -> Iterator[Verdict]:
        denied = disclaimers.denied(*self.page.around(one)) or self.page.strangers(one)
        if _SEVERAL.search(parts_of(one.target)[-1]) and not denied:
            yield absent(self.page, one, file)


def _named(item: re.Match[str], number: int) -> Sequence[Citation]:
    """The names of an item that has nothing else, or the one that it begins with and then says something of."""
    found: list[Citation] = []
    at = item.start("rest")
    text = item.string
    while True:
        at += len(text[at:]) - len(text[at:].lstrip("* "))
        match = _NAME.match(text, at)
        if match is None:
            break
        start, end = match.span("name")
        name = match["name"]
        found.append(Citation("symbol", name, number, start + 1, name, in_code=True, end_column=end))
        behind = _BEHIND.match(text, match.end())
        at = behind.end() if behind is not None else match.end()
    rest = text[at:]
    if rest.strip(" .。*") and (len(found) != 1 or not _REMARK.match(text, at) or wording.registered(rest)):
        return []
    return found
