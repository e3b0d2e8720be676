"""Which names of a table's rows stand at the places that the rows cite: those of one column, which most rows tell.

In "| who uses | macro | defined at |" the places are the macros', though each row begins with another name.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.citation import Citation
from tfexplore.answers.verifying.bases import named
from tfexplore.answers.verifying.derivation import BASE_BEFORE
from tfexplore.answers.verifying.rows import Cell, at_line, on_lines, tables
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.rows import Table

#: As many rows tell which names the places are of, and so many times as many as do not.
ENOUGH, TIMES = 3, 3
#: Rows of a table that are looked at for it.
MAX_ROWS = 60

#: How an item or a paragraph begins that is of the name behind it.
_BEGINS = regex(r"[\s>*`\[#-]*(?:\d+[.)、]\s*)?[*`\[]*")
_LETTERS = regex(r"\w")
#: "`A` points to `B`", "`A` is an alias of `B`", 别名 `A` 指向 `B`, `A = B`.
_ALIAS = regex(
    r"[`*]*\s?(?:(?:is|are|,)?\s?(?:just |only )?(?:an? |the )?(?:alias(?:es)?|another name|synonym|short(?:hand)?)"
    r"\s?(?:of|for|to)|(?:simply |just )?(?:points? (?:to|at)|refers? to|aliases|re-?exports|stands for|forwards to)"
    r"|(?:the|its) (?:C\+\+ )?op (?:is|behind it is)|(?:的|对应的?)?\s?(?:op|算子)\s?(?:是|为|叫)"
    r"|(?:只|就|都)?(?:是|为)|指向|引用|=|等[于同]于?|转发(?:给|到)|→|->)\s?(?:the )?[`*]*",
    re.I,
)
#: How such a sentence says so where the words between do not.
_ALIASED = regex(
    r"\bop (?:is|behind)|(?:op|算子)\s?(?:是|为|叫)"
    r"|\balias|another name|指向|别名|引用|=|re-?export|points? (?:to|at)|refers? to|forwards|转发|stands for",
    re.I,
)


class PlacedNames:
    """The names at the places of a document's tables."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known
        self._near: dict[tuple[int, int], list[Citation]] | None = None
        self._sure: dict[tuple[int, int], list[Citation]] = {}
        self._rows: dict[int, list[Citation]] = {}

    def near(self, one: Citation) -> list[Citation]:
        """The names of a place's row that it may be of: those of most places' column, and of the cell before."""
        return self._read().get((one.line, one.column), [])

    def sure(self, one: Citation) -> list[Citation]:
        """The names of a place's row that it is of, as most rows tell; none where they do not tell it."""
        self._read()
        return self._sure.get((one.line, one.column), [])

    def of_row(self, one: Citation) -> list[Citation]:
        """All names of a place's row."""
        self._read()
        return self._rows.get(one.line, [])

    def _read(self) -> dict[tuple[int, int], list[Citation]]:
        if self._near is None:
            self._near = {}
            for table in tables(self.page):
                self._table(table)
        return self._near

    def _table(self, table: Table) -> None:
        places: defaultdict[int, list[tuple[int, Citation]]] = defaultdict(list)  # by their column, each with its row
        for number, row in enumerate(table.rows):
            for at, cell in enumerate(row):
                one = self._place(cell)
                if one is not None:
                    places[at].append((number, one))
        for at, cited in places.items():
            column, sure = self._column(table, at, cited[:MAX_ROWS])
            for number, one in cited:
                row = table.rows[number]
                of_it = _cited(row[column]) if 0 <= column < len(row) else []
                before = _cited(row[at - 1]) if at else []
                assert self._near is not None
                self._near[one.line, one.column] = of_it + [each for each in before if column != at - 1]
                if sure:
                    self._rows[one.line] = [name for cell in row for name in _cited(cell)]
                    self._sure[one.line, one.column] = of_it

    def _place(self, cell: Cell) -> Citation | None:
        """The cited lines that a cell is, when it has nothing else."""
        inside = [
            one for one in self.page.on(cell.line) if cell.column < one.column <= cell.column + len(cell.text) + 1
        ]
        lines = [one for one in inside if one.kind == "path:line"]
        if not lines or len(inside) != len(lines) or len({(one.start, one.end) for one in lines}) > 1:
            return None
        text = cell.text
        for one in reversed(lines):
            text = text[: one.column - 1 - cell.column] + text[one.end_column - cell.column :]
        return lines[-1] if not _LETTERS.search(text) else None

    def _column(self, table: Table, at: int, cited: list[tuple[int, Citation]]) -> tuple[int, bool]:
        """The column whose names are at most of the places of another, and whether enough are; -1 where none are."""
        right: Counter[int] = Counter()
        wrong: Counter[int] = Counter()
        heads: Counter[int] = Counter()
        for number, one in cited:
            paths = self.page.files_meant(one)[:1]
            for column, cell in enumerate(table.rows[number]) if paths else ():
                held = self._held(cell, paths[0], one) if column != at else None
                if held is not None:
                    (right if held else wrong)[column] += 1
                    heads[column] += bool(held) and self._is_head(cell, paths[0], one)
        if not right:
            return -1, False
        # What a definition is derived from stands on its line, too: most places are the heads of their own column's.
        own = {column for column, most in heads.items() if most > max(1, len(cited) // 2)}
        column, most = max(
            right.items(), key=lambda each: (each[0] in own, each[1], -wrong[each[0]], -abs(each[0] - at))
        )
        return (column, most >= max(ENOUGH, TIMES * wrong[column])) if most > 1 else (-1, False)

    def _held(self, cell: Cell, path: str, one: Citation) -> bool | None:
        """Whether a name of a cell is at a place; None where it has none, or nothing tells."""
        names = [name for _, name in cell.names()]
        told = [at_line(self.known, name, path, one.start, one.end) for name in names]
        if any(told) or any(on_lines(self.known, name, path, one.start, one.end) for name in names):
            return True
        return False if names and (self.known.has_tree or False in told) else None

    def _is_head(self, cell: Cell, path: str, one: Citation) -> bool:
        """Whether a name of a cell is defined at a place."""
        return any(at_line(self.known, name, path, one.start, one.end) for _, name in cell.names())


#: The head of a class, in code, up to its base.
_HEAD_BEFORE = regex(
    r"`(?:class |struct )?(\w+)(?:<[^`]*>)?\s?(?:final\s?)?:\s?(?:public|protected|private)\s(?:\w+::)*\Z", re.A
)


def _cited(cell: Cell) -> list[Citation]:
    """The names of a cell as citations."""
    return [named(name, cell.line, column) for column, name in cell.names()]


def derived_before(page: Page, one: Citation, base: Citation) -> list[Citation]:
    """The first name of an item or a paragraph, where the place behind its base may be its own.

    "**`A`**: the table, derived from `B` (`a.h:34`)"
    """
    text = page.text_lines[base.line - 1]
    head = _HEAD_BEFORE.search(text, 0, base.column - 1) if base.line == one.line else None
    if head is not None:  # "`A : public B` (`a.h:34`)"
        return [named(head[1], base.line, head.start(1))]
    if base.line != one.line or base.column > one.column or not BASE_BEFORE.search(text[: base.column - 1]):
        return []
    names = [name for name in page.on(one.line) if name.kind in ("symbol", "op") and name.column < base.column]
    return names[:1] if names and _BEGINS.fullmatch(text[: names[0].column - 1]) else []


def alias_before(page: Page, one: Citation, meant: Citation) -> list[Citation]:
    """The name before one that it is said to stand for, where the place behind both may be its own.

    "The alias `A` points to `m.B` (`x.py:80`)"
    """
    text = page.text_lines[meant.line - 1]
    before = [name for name in page.on(meant.line) if name.kind in ("symbol", "op") and name.column < meant.column]
    if not before:
        return []
    last = max(before, key=lambda name: name.column)
    between = _ALIAS.fullmatch(text, last.end_column, meant.column - 1)
    if between is None or not _ALIASED.search(text, max(0, last.column - 40), meant.column - 1):
        return []
    return [last]
