"""Tables of one op's attrs, a row for each with its default: "| attr | type | default |" below "The attrs of `Braid`:".

The op is one that the text above names, or the heading. Where most of the rows have its defaults, one that has another
is wrong; an index tells them.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.verifying.attrs import is_another, told
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.environment import DEFAULTS
from tfexplore.answers.verifying.op_of_section import named_in
from tfexplore.answers.verifying.rows import tables
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.rows import Cell, Table
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import OpDef

#: So many rows have the op's defaults, and so many times as many as have others; ops that are tried.
ENOUGH, TIMES, MAX_OPS = 2, 2, 8
_NAME = regex(r"[\s*`]*([A-Za-z]\w*)[\s*`]*", re.A)
#: A header of the author's own values.
_OURS = regex(r"\b(?:our|my|new|recommended|suggested|Python)\b|我们|建议|推荐", re.I)


class AttrRows(Check):
    """The checks of such tables."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every default that the op has not, in a table which has most of them."""
        for table in tables(self.page):
            columns = [at for at, head in enumerate(table.heads) if at and DEFAULTS.fullmatch(head.text)]
            if len(columns) == 1 and not any(_OURS.search(head.text) for head in table.heads):
                yield from self._judged(table, columns[0])

    def _judged(self, table: Table, column: int) -> Iterator[Verdict]:
        first = table.one.numbers[0]
        texts = [self.page.above(first), *self.page.headings(first)[:1]]
        names = dict.fromkeys(name for text in texts for name in named_in(self.page, text))
        best: list[tuple[Cell, str, bool, OpDef]] = []
        for name in list(names)[:MAX_OPS]:
            for op in self.known.op_defs(name) if name not in self.page.own else ():
                rows = list(self._rows(table, column, op))
                if sum(right for *_, right, _ in rows) > sum(right for *_, right, _ in best):
                    best = rows
        wrong = [row for row in best if not row[2]]
        if len(best) - len(wrong) < max(ENOUGH, TIMES * len(wrong)):
            return
        for cell, name, _, op in wrong:
            said = table.one.cited(table.offset(cell) + cell.text.index(cell.text.strip()), cell.text.strip(), name)
            attr = next(each for each in op.attr if each.name == name)
            line = self.page.text_lines[said.line - 1]
            if not disclaimers.proposed(line) and not self.page.strangers(said):
                yield self.page.verdict(said, "differs", op.location, (), told(op, attr), "symbol")

    def _rows(self, table: Table, column: int, op: OpDef) -> Iterator[tuple[Cell, str, bool, OpDef]]:
        """The rows of attrs that have a default, each with whether that is the op's."""
        attrs = {attr.name: attr for attr in op.attr if attr.has_default}
        for row in table.rows:
            match = _NAME.fullmatch(row[0].text) if column < len(row) else None
            value = row[column].text.strip(" *`") if match is not None else ""
            if match is not None and match[1] in attrs and value:
                yield row[column], match[1], not is_another(value.replace("'", '"'), attrs[match[1]]), op
