"""Tables of ops: a row for each op, or a column, or all of a table that is of one op.

| op | CPU types | devices | gradient |        | | `Conv2D` | `Conv3D` |        | inputs | a: T, b: int32 |

What a column says, its rows tell: where nearly all of its cells are as the ops have them, one that is not is wrong. Of
a table on one op, or of the column of an op, nearly all cells must be so.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers, markdown, vocabulary, wording
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.facets import Claim, Facets, facet_of
from tfexplore.answers.verifying.heads import NEAR_LINES
from tfexplore.answers.verifying.rows import tables
from tfexplore.answers.verifying.spelling import is_of_a_variant
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.rows import Cell, Table
    from tfexplore.answers.verifying.verdicts import Verdict

#: So many cells are as the ops have it, and so many times as many as are not.
ENOUGH, TIMES = 3, 3
#: Cells that a row may begin with before the one of its op; lines above a table that may name its op.
FIRST, ABOVE = 2, 60

#: Facets that are of one op, or hardly of another.
_ITS_OWN = ("inputs", "gradient", "defined", "shape")
#: Facets of which every cell can only be meant in one way.
_PLAIN = ("stateful", "hosted")
_OP = regex(r"(?<![\w.:/])([A-Z]\w+)(?![\w(:/]|\.\w)", re.A)

#: A cell that says that something is as another op has it.
_AS = regex(r"[\s*]*(?:(?:the\s)?same\s)?(?:as|like)\b|[\s*]*(?:同|与)", re.I)


class _Said(Record):
    """What a cell says of an op, with the cell."""

    cell: Cell
    claims: list[Claim]

    @property
    def right(self) -> bool | None:
        """Whether all that is known of the cell is so; None where nothing is known of it."""
        told = [claim.right for claim in self.claims if claim.right is not None]
        return all(told) if told else None


class OpTables(Check):
    """The checks of tables of ops."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._facets = Facets(page)

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every cell that is not as its op has it, where most of the others are."""
        for table in tables(self.page):
            facets = {at: facet for at, head in enumerate(table.heads) if at and (facet := facet_of(head.text))}
            labels = [facet_of(cells[0].text) if len(cells) > 1 else "" for cells in table.rows]
            if sum(map(bool, labels)) >= ENOUGH:
                yield from self._turned(table, labels)
            elif facets:
                yield from self._upright(table, facets)

    def _upright(self, table: Table, facets: dict[int, str]) -> Iterator[Verdict]:
        """The columns of a table whose rows are of an op each."""
        ops = [self._op(cells[:FIRST]) for cells in table.rows]
        for at, facet in facets.items():
            if facet in _PLAIN:
                yield from self._plain(table, facet, at)
                continue
            said = [
                _Said(cells[at], _of_the_op(op, self._facets.claims(facet, op, cells[at].text)))
                for op, cells in zip(ops, table.rows, strict=True)
                if op and at < len(cells)
            ]
            told = _told(said, facet)
            if ops.count("") + len(set(filter(None, ops))) == len(ops):  # each row is of all that its op has
                for one in said:
                    for claim in one.claims:
                        if claim.kind == "alone" and claim.right is False:
                            yield from self._differs(table, one.cell, claim)
            told = [_Said(one.cell, _without(one.claims, ["alone"])) for one in told]
            if len(set(filter(None, ops))) < len(list(filter(None, ops))):
                # A row is of a registration, not of all that its op has: another row may have what it leaves out.
                told = [_Said(one.cell, _without(one.claims, ["implied"])) for one in told]
            yield from self._judged(table, told)

    def _plain(self, table: Table, facet: str, at: int) -> Iterator[Verdict]:
        """The cells of a column that say yes or no of all ops of their rows, which leaves nothing to be told."""
        for cells in table.rows:
            names = [name for _, name in cells[0].names() if name not in self.page.own] if at < len(cells) else []
            claims = [claim for name in names for claim in self._facets.claims(facet, name, cells[at].text)]
            for claim in claims[:1] if claims and not any(claim.right for claim in claims) else ():
                yield from self._differs(table, cells[at], claim)

    def _turned(self, table: Table, labels: Sequence[str]) -> Iterator[Verdict]:
        """The columns of a table whose rows are of a facet each, which are of one op."""
        heads = [self._op([head]) for head in table.heads]
        if any(heads[1:]):
            for at, op in enumerate(heads):
                if op and at:
                    yield from self._judged(table, self._column(table, labels, op, at))
            return
        best: list[_Said] = []
        named, surely = self._named(table)
        for op in named:
            said = self._column(table, labels, op, 1)
            right, most = (sum(one.right is True for one in each) for each in (said, best))
            if right > most and (surely or _identified(table, labels, said)):
                best = said
        yield from self._judged(table, best)

    def _column(self, table: Table, labels: Sequence[str], op: str, at: int) -> list[_Said]:
        said = []
        for facet, cells in zip(labels, table.rows, strict=True):
            if facet and at < len(cells):
                claims = self._facets.claims(facet, op, cells[at].text)
                said.append(
                    _Said(cells[at], _without(claims, ("implied", "none")) or self._defined(facet, op, cells[at]))
                )
        return said

    def _defined(self, facet: str, op: str, cell: Cell) -> list[Claim]:
        """Whether a cell with a place is where an op is registered; its lines are judged as any others are."""
        for one in self.page.on(cell.line) if facet == "defined" else ():
            paths = self.page.files_meant(one) if one.kind == "path:line" else []
            for made in [each for path in paths[:2] for each in self.known.registered(path)]:
                if (made.kind, made.op) == ("op", op) and abs(made.line - one.start) <= NEAR_LINES:
                    return [Claim(0, one.text, True)]
        return []

    def _op(self, cells: Sequence[Cell]) -> str:
        """The one op that the first cell with names has; empty where it has another name, or several."""
        for cell in cells:
            names = [name for _, name in cell.names()] if not _AS.match(cell.text) else []
            found = [name for name in names if name in self.known.ops and name not in self.page.own]
            if found:
                return found[0] if len(names) == 1 else ""
        return ""

    def _named(self, table: Table) -> tuple[list[str], bool]:
        """The ops that a table without one may be of, and whether the text above, or the heading, says so."""
        first = table.one.numbers[0]
        above = self.page.text_lines[: first - 1]
        headings = [line for line in above if markdown.HEADING.match(line)]
        # What is above may name the op's gradient, of which the heading is not.
        named = self._ops_in([*headings[-1:], self.page.above(first)])
        if named:
            return named, True
        cells = [name for row in table.rows for cell in row for _, name in cell.names()]
        of_gradients = [op for name in cells for op in self.known.gradient_of(name)[:1]]
        texts = [*table.one.text.split("\n"), *reversed(above[-ABOVE:]), *headings[:1]]
        return list(dict.fromkeys([*of_gradients, *self._ops_in(texts)])), False

    def _ops_in(self, texts: Sequence[str]) -> list[str]:
        names = dict.fromkeys([name for text in texts for name in _OP.findall(text)])
        return [name for name in names if name in self.known.ops and name not in self.page.own]

    def _judged(self, table: Table, said: Sequence[_Said]) -> Iterator[Verdict]:
        """The verdicts on cells of which nearly all of the rest are right."""
        wrong = [one for one in said if one.right is False]
        right = sum(one.right is True for one in said)
        if not wrong or right < max(ENOUGH, TIMES * len(wrong)):
            return
        for one in wrong:
            for claim in one.claims:
                if claim.right is False:
                    yield from self._differs(table, one.cell, claim)

    def _differs(self, table: Table, cell: Cell, claim: Claim) -> Iterator[Verdict]:
        said = table.one.cited(table.offset(cell) + claim.at, claim.text)
        line = markdown.SPAN.sub("`", self.page.text_lines[said.line - 1])
        if wording.SIC.search(line) or vocabulary.OTHER_BUILDS.search(markdown.first_cell(line) or ""):
            return  # as it is there, though it looks wrong; and on a device of which no index has the kernels
        if not disclaimers.proposed(line) and not self.page.strangers(said):
            yield self.page.verdict(said, "differs", claim.where, claim.near, claim.detail)


def _of_the_op(op: str, claims: list[Claim]) -> list[Claim]:
    """What a cell says of an op itself, where it has classes of its variants as well."""
    own = [claim for claim in claims if not is_of_a_variant(op, claim.text)]
    return own if any(claim.right for claim in own) else claims


def _identified(table: Table, labels: Sequence[str], said: Sequence[_Said]) -> bool:
    """Whether cells are right of an op that are so of no other: its inputs, its gradient, its place."""
    of_row = {cells[0].line: label for label, cells in zip(labels, table.rows, strict=True) if cells}
    return any(one.right and of_row.get(one.cell.line) in _ITS_OWN for one in said)


def _told(said: list[_Said], facet: str) -> list[_Said]:
    """The cells of a column; of what they leave out, or say there is not, what the column tells to be meant so.

    Cells with one device and with two that are right tell that one alone denies the other; right crosses, or lists of
    types, that a cross is said of kernels; functions of Python's that "none" is said of its gradients.
    """
    told = [claim for one in said for claim in one.claims]
    rest = set()
    if facet == "devices":
        single = [one.right for one in said if any(claim.kind == "implied" for claim in one.claims)]
        both = [one.right for one in said if not any(claim.kind == "implied" for claim in one.claims)]
        if not (True in single and True in both):
            rest.add("implied")
    if facet in ("CPU", "GPU"):
        typed = sum(any(claim.kind == "types" and claim.right for claim in one.claims) for one in said)
        right, wrong = ([claim.right for claim in told if claim.kind == "none"].count(each) for each in (True, False))
        if typed < ENOUGH and right < max(2, 2 * wrong):
            rest.add("none")
    if facet == "gradient" and not any(claim.right and claim.text.startswith("_") for claim in told):
        rest.add("none")
    return [_Said(one.cell, _without(one.claims, rest)) for one in said]


def _without(claims: list[Claim], kinds: Collection[str]) -> list[Claim]:
    return [claim for claim in claims if claim.kind not in kinds]
