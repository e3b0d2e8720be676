"""What a document says that the fields of C++ structs are by default: "`LoomOptions::threads` defaults to 4".

Held against the initializer in the struct's own body: `int threads = 8;`. A field without one may be anything.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.citation import Citation
from tfexplore.answers.verifying.held_values import initialized
from tfexplore.answers.verifying.rows import tables
from tfexplore.answers.verifying.valued import Valued
from tfexplore.answers.verifying.worked_out import EXPRESSION, alike
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.rows import Cell, Table
    from tfexplore.answers.verifying.valued import Written
    from tfexplore.answers.verifying.verdicts import Verdict

#: Structs of one name, lines of one, and letters of a paragraph that are read.
MAX_STRUCTS, MAX_LINES, MAX_LETTERS = 4, 600, 6_000

_SETTING = rf"{EXPRESSION}|true|false"
_FIELD = r"`(?:\w+::)*(?P<owner>[A-Z]\w{2,60})(?:::|\.)(?P<name>[a-z]\w{1,60})`"
_OF = r"`(?:\w+::)*(?P<of>[A-Z]\w{2,60})`\s?(?:的(?:字段|成员)?|['’]s(?: field)?)\s?`(?P<field>[a-z]\w{1,60})`"
_DEFAULT = regex(
    rf"(?:{_FIELD}|{_OF})\s*"
    r"(?:(?:which |that )?(?:defaults? to|is by default|has (?:the|a) default(?: value)?(?: of)?)|"
    r"[(（](?:defaults? to|by default|defaults?)[:：=]?|[(（,，]?\s?的?(?:默认|缺省)值?(?:为|是)?[:：]?)\s*"
    rf"(?:`(?P<value>{_SETTING})`|(?P<plain>-?\d+(?:\.\d+)?|true\b|false\b)(?![\w%-]|\.\w|\s*[*/^×]|\s?[个种][^字。，]))",
    re.A,
)
_HEADER = regex(r"\W*(?:defaults?(?:\svalues?)?|(?:默认|缺省)值?)\W*", re.I)
_NAME = regex(r"[\s*]*`(?:(?:\w+::)*(?P<owner>[A-Z]\w{2,60})(?:::|\.))?(?P<name>[a-z]\w{1,60})`[\s*]*", re.A)
_STRUCT = regex(r"(?<![\w.:])([A-Z]\w{2,60})(?![\w.(])", re.A)


class Fields(Valued):
    """The checks of defaults of fields in a document's text."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every default of a field that its struct initializes with another."""
        for one in self.page.paragraphs:
            for match in _DEFAULT.finditer(one.text) if len(one.text) <= MAX_LETTERS else ():
                owner, name = match["owner"] or match["of"], match["name"] or match["field"]
                at = match.start("owner" if match["owner"] else "field")
                if match["owner"]:  # a citation begins where its code does
                    at = one.text.rindex("`", 0, at) + 1
                line, column = one.at(at)
                text = f"{owner}::{name}" if match["owner"] else name
                yield from self._field(owner, name, match["value"] or match["plain"], text, line, column)
        for table in tables(self.page):
            yield from self._table(table)

    def _table(self, table: Table) -> Iterator[Verdict]:
        """The rows of fields in a column of defaults: of the struct that each names, or the text above."""
        columns = [at for at, head in enumerate(table.heads) if at and _HEADER.fullmatch(head.text)]
        if len(columns) != 1:
            return
        first = table.one.numbers[0]
        structs = [
            name for text in (self.page.above(first), self.page.heading(first)) for name in _STRUCT.findall(text)
        ]
        for cells in table.rows:
            match = _NAME.fullmatch(cells[0].text) if len(cells) > columns[0] else None
            value = cells[columns[0]].text.strip(" *").strip("`") if match is not None else ""
            if match is None or not re.fullmatch(_SETTING, value):
                continue
            holding = [match["owner"]] if match["owner"] else self._holding(match["name"], structs)
            if len(holding) == 1:
                yield from self._row(cells, columns[0], holding[0], match["name"], value)

    def _row(self, cells: list[Cell], at: int, owner: str, name: str, value: str) -> Iterator[Verdict]:
        cell = cells[at]
        column = cell.column + cell.text.index(value) + 1
        yield from self._field(owner, name, value, value, cell.line, column)

    def _holding(self, name: str, structs: list[str]) -> list[str]:
        """Those of some structs that have a field."""
        return [one for one in dict.fromkeys(structs[-8:]) if list(self._initialized(one, name))]

    def _field(self, owner: str, name: str, value: str, text: str, line: int, column: int) -> Iterator[Verdict]:
        has = list(self._initialized(owner, name))
        if len({given for *_, given in has}) == 1 and owner not in self.page.own:
            said = Citation(
                "symbol", text, line, column, f"{owner}::{name}", in_code=True, end_column=column + len(text)
            )
            yield from self.compared(said, value, has, alike, f"line {{}} has `{name} = {{}}`, the document `{{}}`")

    def _initialized(self, owner: str, name: str) -> Iterator[Written]:
        """The lines of a struct that initialize a field, with the value."""
        places = [place for place in self.known.places(owner) if place.kind == "class" and place.path.endswith(".h")]
        for place in places[:MAX_STRUCTS]:
            last = min(self.known.end(place), place.line + MAX_LINES)
            for number, field, given in initialized(self.known.lines(place.path)[place.line - 1 : last], place.line):
                if field == name:
                    yield place.path, number, given
