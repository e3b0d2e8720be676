"""Columns of places at which something is registered: where nearly all are, one at which nothing is is wrong.

"| `Weave` | `weave_op.cc:12-14` | `weave_op.cc:40-42` |" says where its kernels are registered, whatever the header
calls it. Registrations stand in macros more often than not, so only a tree tells.
"""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.rows import tables
from tfexplore.model import Location

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.rows import Cell, Table
    from tfexplore.answers.verifying.verdicts import Verdict

#: So many places of a column are of registrations, and so many times as many as are not.
ENOUGH, TIMES = 4, 4
#: Files of one name that are looked at.
MAX_FILES = 4
#: Lines before and behind the cited ones, and what they have where something is registered or a macro for that invoked.
AROUND = 1
_REGISTERS = (b"REGISTER", b"TF_CALL_", b"register_", b"Register")


class RegisteringColumns(Check):
    """The checks of such columns."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every place of such a column at which nothing is registered."""
        for table in tables(self.page):
            for at in range(len(table.heads)):
                yield from self._column(table, at)

    def _column(self, table: Table, at: int) -> Iterator[Verdict]:
        places = [place for row in table.rows if at < len(row) and (place := self._place(row[at])) is not None]
        wrong = [place for place in places if not self._registers(place)]
        if len(places) - len(wrong) < max(ENOUGH, TIMES * len(wrong)):
            return
        for one in wrong:
            text = self.page.text_lines[one.line - 1]
            if not disclaimers.proposed(text) and not self.page.strangers(one):
                path = self.page.files_meant(one)[0]
                detail = "nothing is registered at these lines, as it is at the other places of the column"
                yield self.page.verdict(one, "not found", Location(path, one.start, one.end), (), detail)

    def _place(self, cell: Cell) -> Citation | None:
        """The lines of a source of C++ that a cell has, and has alone."""
        inside = range(cell.column, cell.column + len(cell.text) + 1)
        here = [one for one in self.page.on(cell.line) if one.column - 1 in inside]
        if len(here) != 1 or here[0].kind != "path:line":
            return None
        files = self.page.files_meant(here[0])
        sources = files and all(path.endswith(".cc") for path in files)
        return here[0] if sources and len(files) <= MAX_FILES else None

    def _registers(self, one: Citation) -> bool:
        """Whether something is registered at lines of a file that they may be of."""
        there = b"\n".join(
            line
            for path in self.page.files_meant(one)
            for line in self.known.lines(path)[max(0, one.start - 1 - AROUND) : one.end + AROUND]
        )
        return any(word in there for word in _REGISTERS)
