"""Tables with a column of bases, or of subclasses: what the classes of their rows are derived from."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import markdown
from tfexplore.answers.verifying.bases import Bases, named
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.spelling import parts_of
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: The header of a column of bases, and of one of what is derived from the class of the row.
_BASES = regex(
    r"\W*(?:(?:(?:direct|immediate|C\+\+|Python) )?(?:base|parent|super)[ _-]?(?:class|type)?(?:es|s)?"
    r"|derive[sd]?(?: directly)? from|inherits?(?: directly)?(?: from)?|extends|subclass of"
    r"|(?:Ober|Basis|Eltern)klassen?|erbt von|abgeleitet von|(?:直接)?(?:基类|父类|超类)|继承[自于]?|派生自)\W*",
    re.I,
)
_SUBCLASSES = regex(r"\W*(?:(?:direct )?(?:sub-?classes|derived class(?:es)?)|(?:直接)?(?:子类|派生类))\W*", re.I)
#: The header of a column of classes, and of one of ops, which are called like classes of Keras and others.
_CLASSES = regex(r"class|struct|类|kernel", re.I)
_OPS = regex(r"\W*(?:ops?|operators?|operations?|算子|操作)(?: names?|名称?)?\W*", re.I)
#: A name in a cell, and what stands between two.
_NAME = regex(r"[\s`*]*(?:(?:public|virtual|class|struct)\s)?(?:\w+(?:::|\.))*(_*[A-Z]\w+)[\s`*]*", re.A)
_PIECE = regex(r"[^,，、;；]+")
_ARGUMENTS = regex(r"<[^<>`|]*>")
_ASIDE = regex(r"[(（][^()（）|]*[)）]")
#: Rows that may be wrong without a right one, and so many of a column with a class between that "base" means any.
FEW, ANY = 2, 2


class _Class(Record):
    """A class in a cell, and where it stands in its row."""

    name: str
    at: int


class _Pairs(Record):
    """The classes of two columns, by rows: those that are derived, and what they are derived from."""

    column: int
    rows: list[tuple[int, list[_Class], list[_Class]]]
    right: int


class BaseColumns(Check):
    """The checks of columns of bases.

    A column is said of the nearest to its left that has classes, unless the rows tell that it is another's.
    """

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._bases = Bases(page)

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every base that the class of its row has not."""
        for one in self.page.paragraphs:
            if one.text.lstrip().startswith("|") and len(one.numbers) > 2:
                heads = [cell for _, cell in markdown.cells_of(one.text.partition("\n")[0])]
                for header, inverse in ((_BASES, False), (_SUBCLASSES, True)):
                    columns = [at for at, cell in enumerate(heads) if header.fullmatch(cell)]
                    if len(columns) == 1:
                        yield from self._column(one, heads, columns[0], inverse)

    def _column(self, one: Paragraph, heads: Sequence[str], column: int, inverse: bool) -> Iterator[Verdict]:
        rows = [(number, self._classes(one.numbers[number], row)) for number, row in enumerate(one.text.split("\n"))]
        found = []
        for at in [*range(column - 1, -1, -1), *range(column + 1, len(heads))]:
            if _OPS.fullmatch(heads[at]):
                continue
            pairs = [
                (number, cells[at], cells[column])
                for number, cells in rows[2:]
                if len(cells) > max(at, column) and cells[at] and cells[column]
            ]
            if pairs:
                right = sum(self._is_right(owners, bases, inverse) for _, owners, bases in pairs)
                found.append(_Pairs(at, pairs, right))
        best = max(found, key=lambda each: each.right, default=None)
        if best is None or (best.column > column and best.right < FEW):
            return
        if best.right or len(found) == 1 or _CLASSES.search(heads[best.column]):
            yield from self._judged(one, best, inverse)

    def _classes(self, number: int, row: str) -> list[list[_Class]]:
        """The classes of each cell of a row; what else is in a cell leaves it without, but for places."""
        masked = list(row)
        for cited in self.page.on(number):
            if cited.kind in ("path", "path:line"):
                masked[cited.column - 1 : cited.end_column] = "," * (cited.end_column - cited.column + 1)
        text = _ASIDE.sub(_blank, _ARGUMENTS.sub(_blank, _ARGUMENTS.sub(_blank, "".join(masked))))
        return [
            [
                _Class(match[1], at + piece.start() + match.start(1))
                for piece in _PIECE.finditer(cell)
                if (match := _NAME.fullmatch(piece[0])) is not None and self._bases.is_class(match[1])
            ]
            for at, cell in markdown.cells_of(text)
        ]

    def _is_right(self, owners: list[_Class], bases: list[_Class], inverse: bool) -> bool:
        if inverse:
            owners, bases = bases, owners
        return any(self._bases.right(owner.name, base.name) for owner in owners for base in bases)

    def _judged(self, one: Paragraph, pairs: _Pairs, inverse: bool) -> Iterator[Verdict]:
        wrong: list[tuple[int, _Class, str, str, str]] = []
        direct = between = 0
        for _, owners, bases in [] if inverse else pairs.rows:
            direct += any(self._bases.direct(owner.name, base.name) for owner in owners for base in bases)
            between += self._is_right(owners, bases, inverse) and not any(
                self._bases.direct(owner.name, base.name) for owner in owners for base in bases
            )
        near = not inverse and not (between >= ANY and between * 2 > direct)
        for number, owners, others in pairs.rows:
            line = self.page.text_lines[one.numbers[number] - 1]
            directly = near and self._bases.as_it_is(line)
            for other in others:
                whys = [
                    self._bases.wrong(*((other.name, each.name) if inverse else (each.name, other.name)), directly)
                    for each in owners
                ]
                if all(whys):
                    owner = owners[0].name
                    base = (other.name, owner) if inverse else (owner, other.name)
                    wrong.append((one.numbers[number], other, *base, whys[0]))
        if len(wrong) <= max(FEW, pairs.right):
            for line_number, other, owner, base_name, why in wrong:
                said = named(parts_of(other.name)[-1], line_number, other.at)
                yield from self._bases.verdict(said, owner, base_name, why)


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])
