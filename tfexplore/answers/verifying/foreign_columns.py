"""Columns of places that are of something else than the names of their rows: of a functor beside each kernel's class.

A file of a row may be another than that of the row's name once, and is wrong. Where it is so all over a column, the
column is of what its header says. Where columns have what comes of either case ("op if open", "op if shut"), a place is
of what decides between them.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.verifying.rows import tables
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.rows import Table
    from tfexplore.answers.verifying.verdicts import Verdict

#: So many places of a column are in other files than the names of their rows, and one of so many.
ENOUGH, SHARE = 3, 3
#: The headers of columns for what comes of either case.
_IN_A_CASE = regex(r"\b(?:if|when|unless|otherwise|else)\b|如果|若|否则|时$", re.I)
BOTH = 2


def left_alone(page: Page, verdicts: Sequence[Verdict]) -> list[Verdict]:
    """The verdicts, those on places of such columns as what was found."""
    wrong: dict[int, list[Verdict]] = {}
    for one in verdicts:
        if one.verdict == "moved" and one.kind in ("path", "path:line"):
            wrong.setdefault(one.line, []).append(one)
    foreign = {(one.line, one.column) for table in (tables(page) if wrong else ()) for one in _of_foreign(table, wrong)}
    return [
        one._replace(verdict="found", location=None, suggestions=(), detail="")
        if (one.line, one.column) in foreign and one.verdict == "moved"
        else one
        for one in verdicts
    ]


def _of_foreign(table: Table, wrong: dict[int, list[Verdict]]) -> Iterator[Verdict]:
    for at in range(1, len(table.heads)):
        cells = [row[at] for row in table.rows if at < len(row)]
        inside = [
            one
            for cell in cells
            for one in wrong.get(cell.line, ())
            if cell.column < one.column <= cell.column + len(cell.text)
        ]
        away = sum(one.location is not None and one.location.path.rpartition("/")[2] not in one.text for one in inside)
        cases = sum(_IN_A_CASE.search(head.text) is not None for head in table.heads)
        if away >= max(ENOUGH, len(cells) / SHARE) or cases >= BOTH:
            yield from inside
