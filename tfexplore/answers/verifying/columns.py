"""Values in a table whose rows each cite a line: a priority, a text, a constant of what is registered there.

What a column is of, its rows tell: where nearly all values stand at the lines of their rows, one that does not is
wrong. Only a tree tells what stands there.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.verifying.check import Check
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: So many values of a column stand at their lines, and so many times as many as do not.
ENOUGH, TIMES = 3, 3
#: Lines of a row, at most, and lines around them that are looked at.
MAX_LINES, AROUND = 12, 2

_NUMBER = regex(r"[\s*`]*(-?\d+(?:\.\d+)?)[\s*`]*", re.A)
_NAME = regex(r"[\s*]*`(?:\w+::)*([A-Z][A-Z0-9_]{3,}|k[A-Z]\w+)`[\s*]*", re.A)
_TEXT = regex(r"[\s*`]*(\"[^\"]+\")[\s*`]*")
#: The header of a column of lines, or one that only counts the rows.
_HEADER = regex(r"\W*(?:lines?|L|rows?|#|no\.?|nr\.?|行号?|序号|编号)?\W*", re.I)

#: What a line sets that is neither a plain number nor a text.
_EXPRESSION = regex(rb"(?<![=!<>+*/-])=(?!=)\s*(?![\s\"'{\[]|-?\d[\w.']*\s*(?:[;,)}]|//|$))")


class _Value(Record):
    """A value of a column: its row, where it begins there, its text, and the file and lines that the row cites."""

    row: int
    at: int
    text: str
    path: str
    first: int
    last: int


class Columns(Check):
    """The checks of tables' columns."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every value that does not stand at the line of its row, where those of the others do."""
        for one in self.page.paragraphs:
            if one.text.lstrip().startswith("|") and len(one.numbers) > ENOUGH + 2:
                yield from self._table(one)

    def _table(self, one: Paragraph) -> Iterator[Verdict]:
        rows = one.text.split("\n")
        heads = [cell for _, cell in markdown.cells_of(rows[0])]
        columns: dict[int, list[_Value]] = {}
        for number, row in enumerate(rows[2:], 2):
            cited = [each for each in self.page.on(one.numbers[number]) if each.kind == "path:line"]
            paths = self.page.files_meant(cited[0])[:1] if len(cited) == 1 else []
            if not paths or cited[0].end - cited[0].start >= MAX_LINES:
                continue
            for at, (column, cell) in enumerate(markdown.cells_of(row)):
                match = _NUMBER.fullmatch(cell) or _NAME.fullmatch(cell) or _TEXT.fullmatch(cell)
                if match is not None and self.known.knows(match[1]):
                    continue  # an op or a macro, whose place is judged as that of any name
                if match is not None and at < len(heads) and not _HEADER.fullmatch(heads[at]):
                    start = column + match.start(1)
                    columns.setdefault(at, []).append(
                        _Value(number, start, match[1], paths[0], cited[0].start, cited[0].end)
                    )
        for values in columns.values():
            wrong = [value for value in values if not self._stands(value)]
            if wrong and len(values) - len(wrong) >= max(ENOUGH, TIMES * len(wrong)):
                for value in wrong:
                    yield from self._differs(one, value)

    def _stands(self, value: _Value) -> bool:
        """Whether a value stands at its line, or a number may be what an expression there comes to."""
        if _NUMBER.fullmatch(value.text) and self._is_worked_out(value):
            return True
        lines = self.known.lines(value.path)[max(0, value.first - 1 - AROUND) : value.last + AROUND]
        wanted = re.escape(value.text.encode())
        return re.search(rb"(?<![\w.])" + wanted + rb"(?![\w.])", b"\n".join(lines)) is not None

    def _is_worked_out(self, value: _Value) -> bool:
        """Whether the lines that a row cites set something to what is no plain number: `= 1 << kBits`."""
        lines = self.known.lines(value.path)[value.first - 1 : value.last]
        return any(_EXPRESSION.search(line) is not None for line in lines)

    def _numbers(self, value: _Value) -> set[str]:
        """The numbers at the lines that a row cites."""
        text = b"\n".join(self.known.lines(value.path)[value.first - 1 : value.last]).decode("utf-8", "replace")
        return set(re.findall(r"(?<![\w.\"'])-?\d+(?:\.\d+)?(?![\w.])", text))

    def _differs(self, one: Paragraph, value: _Value) -> Iterator[Verdict]:
        said = one.cited(one.starts[value.row] + value.at, value.text)
        line = self.page.text_lines[said.line - 1]
        if disclaimers.proposed(markdown.SPAN.sub("`", line)):
            return
        where = Location(value.path, value.first, value.last)
        numbers = self._numbers(value) if _NUMBER.fullmatch(value.text) else set()
        has = f"has `{numbers.pop()}`" if len(numbers) == 1 else "does not have it"
        detail = f"line {value.first} {has}; the values of the other rows stand at their lines"
        yield self.page.verdict(said, "differs", where, (), detail)
