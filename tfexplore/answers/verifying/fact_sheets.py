"""Sheets on one op: "- Op: `Braid`", "- Gradient: `_BraidGrad`", "| Kernel class | `BraidOp` |", and below its heading.

Each line is a label and what the op has of it. A sheet that names its op, or whose heading is the op's name, leaves
nothing to be told by others: another op's gradient function, kernel class or shape function is wrong.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers
from tfexplore.answers.citation import Citation
from tfexplore.answers.markdown import HEADING, SPAN, code_lines
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.facets import Facets, facet_of
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict

#: A line with a label and what stands behind it: an item, one in bold letters, a row of two cells.
_LABEL = r"(?P<{0}>[A-Za-z\u4e00-\u9fff][A-Za-z \u4e00-\u9fff]{{1,28}}?)"
_ITEM = regex(
    rf"[\s>]{{0,8}}(?:[-*+]\s+)?[*_]{{0,2}}{_LABEL.format('label')}[*_]{{0,2}}\s?[:：][*_]{{0,2}}\s*(?P<value>\S.*)"
    rf"|\s{{0,4}}\|\s*[*_]{{0,2}}{_LABEL.format('head')}[*_]{{0,2}}\s*\|(?P<cell>[^|]+)\|\s*",
    re.A,
)
_RULE = regex(r"[\s|:-]+")
_OP = regex(r"(?:the )?(?:op|operator|operation|op name|name of the op|算子|op 名|算子名)", re.I)
_NAME = regex(r"[\s`*\"]*(?P<op>[A-Z]\w+)[\s`*\".。]*", re.A)
#: The heading of a section that is on one op.
_HEADING = regex(
    r"#{1,6}\s+(?:[\d.]+\s+)?(?:(?:the )?(?:op|operator|算子)\s)?[`*\"]{0,3}(?P<op>[A-Z]\w+)[`*\"]{0,3}"
    r"(?:\s(?:op|算子))?\s*#*",
    re.A,
)
#: Letters that what a line says may have in front: its marks.
MARKS = 4
#: What an op has once, or of which what another has is plainly not its.
_PLAIN = ("gradient", "kernel", "shape", "stateful")


class _Line(Record):
    """A line of a sheet: its number, its label, what stands behind it, and where that begins."""

    number: int
    label: str
    value: str
    at: int


class FactSheets(Check):
    """The checks of such sheets; an index tells all of them."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._facets = Facets(page)

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every line of a sheet that is another op's."""
        sheet: list[_Line] = []
        fenced = code_lines(self.page.text_lines)
        for number, text in enumerate([*self.page.text_lines, ""], 1):
            match = _ITEM.fullmatch(text) if number not in fenced else None
            if match is not None:
                group = "value" if match["value"] else "cell"
                sheet.append(_Line(number, match["label"] or match["head"], match[group], match.start(group)))
            elif text.strip() and not _RULE.fullmatch(text):
                yield from self._judged(sheet)
                sheet = []
        yield from self._judged(sheet)

    def _judged(self, sheet: list[_Line]) -> Iterator[Verdict]:
        facets = [(one, facet) for one in sheet if (facet := facet_of(one.label)) in _PLAIN]
        op = self._op(sheet) if facets else ""
        for one, facet in facets if op else ():
            claims = self._facets.claims(facet, op, one.value)
            if any(claim.right for claim in claims):
                continue  # what stands beside it is told of something else
            for claim in claims[:1] if claims and claims[0].at <= MARKS else ():
                said = self._cited(one, claim.at, claim.text)
                words = SPAN.sub("`", self.page.text_lines[one.number - 1])
                if claim.right is False and not disclaimers.proposed(words) and not self.page.strangers(said):
                    yield self.page.verdict(said, "differs", claim.where, claim.near, claim.detail, "symbol")

    def _op(self, sheet: list[_Line]) -> str:
        """The one op that a sheet is on: the one that it names, or its heading; empty where none is."""
        named = [match["op"] for one in sheet if _OP.fullmatch(one.label) and (match := _NAME.fullmatch(one.value))]
        if not named:
            begins = self.page.section_begins(sheet[0].number)
            heading = self.page.text_lines[begins - 1]
            match = _HEADING.fullmatch(heading) if HEADING.match(heading) else None
            named = [match["op"]] if match is not None else []
        known = [op for op in named if op in self.page.known.ops and op not in self.page.own]
        return known[0] if len(known) == len(named) == 1 else ""

    def _cited(self, one: _Line, at: int, text: str) -> Citation:
        column = one.at + at
        return Citation("symbol", text, one.number, column + 1, text, in_code=True, end_column=column + len(text))
