"""The numbers that a document gives to fields of protocol buffers, and to values of their enumerations.

`device_count` in a row and 1 under the header "tag"; "`device_count` (tag 1)". That these are numbers of fields is told
by those that are right: a running number is held against nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.citation import Citation
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.spelling import parts_of
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.verifying.messages import Message
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: Files that are read for what a document numbers.
MAX_FILES = 24

#: The header of a column of numbers, "#" as well.
_HEADER = regex(
    r"\W*(?:(?:field )?(?:tags?|numbers?|no|nr|ids?)|values?|(?:字段|枚举)?\s?(?:编号|序号|标号|号|值|tag))?\W*", re.I
)
#: That of one that does not count the rows.
_SURELY = regex(r"tag|field|字段|枚举|编号", re.I)
_NAME = regex(r"[\s*]*`(?:\w+(?:\.|::))*([A-Za-z]\w*)`", re.A)
_NUMBER = regex(r"[\s*`=]*(\d{1,9})[\s*`]*", re.A)
_TAGGED = regex(
    r"`(?:\w+(?:\.|::))*([A-Za-z]\w*)`\s?[(（,，]\s?(?:the\s)?(?:tag|field(?:\snumber)?|字段编?号|编号)\s?(?:is\s|为|是)?[:：]?\s?"
    r"`?(\d{1,9})(?![\d.])",
    re.A,
)
#: "`FIRST` is 1, `SECOND` 2", of which there are several.
_IN_A_ROW = regex(
    r"`(?:\w+(?:\.|::))*([A-Za-z]\w*)`\s(?:is\s)?(\d{1,4})(?=\s?[,，、;；)）。]|\.(?:\s|\Z)|\s(?:and|in)\b)", re.A
)
ENOUGH_IN_A_ROW = 4
#: "`repeated string names = 3;`".
_DECLARED = regex(r"`(?:(?:repeated|optional)\s)?[\w.<>]+\s([a-z]\w*)\s?=\s?(\d{1,9});?`", re.A)
_KIND = r"(?:field(?:\snumber)?|tag|(?:字段)?编?号|tag\s?号)"
_IS_NUMBER = r"\s?(?:is|为|是)?[:：]?\s?`?(?P<number>\d{1,9})(?!\.?\d)"
_OF_ANY = r"`(?:(?P<owner>\w+)(?:\.|::))?(?P<name>[a-z]\w*)`"
#: The same where the words leave no doubt, with the message perhaps: "`Options.level` 的字段号是 2", "`level` is field
#: 2", "`Options.level` (field 2)", "`level` (options.proto, field 2)", "field 2 (`level`)".
_SAID = (
    regex(rf"{_OF_ANY}\s?(?:的|'s\s|has\s(?:the\s)?|is\s){_KIND}{_IS_NUMBER}", re.A),
    regex(rf"`(?P<owner>[A-Z]\w*)(?:\.|::)(?P<name>[a-z]\w*)`\s?[(（,，]\s?{_KIND}{_IS_NUMBER}", re.A),
    regex(rf"{_OF_ANY}\s?[(（]\s?`?[\w./-]+\.proto(?::\d+)?`?\s?[,，]\s?{_KIND}{_IS_NUMBER}", re.A),
    regex(
        r"\bfield (?:number )?(?P<number>\d{1,9})(?:,? (?:is|called|named) |,? ?[(（]|: ?)"
        r"`(?:(?P<owner>\w+)(?:\.|::))?(?P<name>[a-z]\w*)`",
        re.A,
    ),
    regex(r"(?:\bfield|字段)\s?`(?:(?P<owner>\w+)(?:\.|::))?(?P<name>[a-z]\w*) = (?P<number>\d{1,9});?`", re.A),
    regex(
        r"`(?:(?:repeated|optional) )?(?P<owner>)(?:double|float|bool|string|bytes|[su]?(?:int|fixed)(?:32|64)) "
        r"(?P<name>[a-z]\w*) = (?P<number>\d{1,9});`",
        re.A,
    ),
)


class _Numbered(Record):
    """A name with the number that a document gives it, and where both begin in a paragraph."""

    name: str
    number: int
    at: int


class Tags(Check):
    """The checks of numbers of fields."""

    needs_tree = True

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._messages: dict[str, list[Message]] | None = None

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on each number that a field does not have, where others of the same message are right."""
        tagged: list[tuple[Paragraph, _Numbered]] = []
        for one in self.page.paragraphs:
            if one.text.lstrip().startswith("|"):
                yield from self._judged([(one, each) for each in _rows(one)])
            elif "`" in one.text:
                yield from self._said(one)
                found = (match for pattern in (_TAGGED, _DECLARED) for match in pattern.finditer(one.text))
                tagged += [(one, _Numbered(match[1], int(match[2]), match.start(2))) for match in found]
                listed = list(_IN_A_ROW.finditer(one.text))
                if len(listed) >= ENOUGH_IN_A_ROW:
                    tagged += [(one, _Numbered(match[1], int(match[2]), match.start(2))) for match in listed]
        yield from self._judged(tagged)

    def _said(self, one: Paragraph) -> Iterator[Verdict]:
        for match in (match for pattern in _SAID for match in pattern.finditer(one.text)):
            having = self._having(match["name"])
            having = [each for each in having if each.name == match["owner"]] or having
            numbered = _Numbered(match["name"], int(match["number"]), match.start("number"))
            if having and all(message.numbers[numbered.name][0] != numbered.number for message in having):
                yield from self._differs(one, numbered, having[0])

    def _judged(self, numbered: Sequence[tuple[Paragraph, _Numbered]]) -> Iterator[Verdict]:
        held = [(each, message) for each in numbered for message in self._having(each[1].name)]
        fitting = Counter(id(message) for (_, one), message in held if message.numbers[one.name][0] == one.number)
        all_of = Counter(id(message) for _, message in held)
        for paragraph, one in numbered:
            having = self._having(one.name)
            # More of the numbers of what is meant are right than are not.
            meant = [each for each in having if 2 * fitting[id(each)] > all_of[id(each)]]
            if meant and all(message.numbers[one.name][0] != one.number for message in having):
                yield from self._differs(paragraph, one, meant[0])

    def _differs(self, paragraph: Paragraph, one: _Numbered, message: Message) -> Iterator[Verdict]:
        row, column = paragraph.at(one.at)
        line = self.page.text_lines[row - 1]
        said = Citation("symbol", f"{one.name} = {one.number}", row, column, one.name, in_code=True,
                        end_column=column - 1 + len(str(one.number)))  # fmt: skip
        if disclaimers.proposed(line) or self.page.strangers(said):
            return
        number, place = message.numbers[one.name]
        where = Location(message.path, place, place)
        yield self.page.verdict(said, "differs", where, (), f"it is {number} in {message.name}")

    def _having(self, name: str) -> list[Message]:
        """What has a name, in the files of protocol buffers that a document cites, or of which it names something."""
        if self._messages is None:
            self._messages = {}
            for path in self._files()[:MAX_FILES]:
                for message in self.page.messages.of(path):
                    for each in message.numbers:
                        self._messages.setdefault(each, []).append(message)
        return self._messages.get(name, [])

    def _files(self) -> list[str]:
        found: dict[str, None] = {}
        for one in self.page.said:
            if one.kind in ("path", "path:line") and one.target.endswith(".proto"):
                found.update(dict.fromkeys(self.known.resolve(one.target)[:1]))
            elif one.kind == "symbol":
                places = [place for part in parts_of(one.target)[-2:] for place in self.known.places(part)]
                found.update(dict.fromkeys(place.path for place in places if place.path.endswith(".proto")))
        return list(found)


def _rows(one: Paragraph) -> list[_Numbered]:
    """The names in a table's rows with the numbers in its column of numbers; none where that only counts the rows."""
    rows = one.text.split("\n")
    heads = [(at, cell) for at, (_, cell) in enumerate(markdown.cells_of(rows[0])) if cell.strip()]
    heads = [(at, cell) for at, cell in heads if _HEADER.fullmatch(cell)]
    if len(heads) != 1:
        return []
    column, head = heads[0]
    found: list[_Numbered] = []
    for number, row in enumerate(rows[2:], 2):
        cells = markdown.cells_of(row)
        name = next((match for _, cell in cells if (match := _NAME.match(cell))), None)
        value = _NUMBER.fullmatch(cells[column][1]) if len(cells) > column else None
        if name is not None and value is not None:
            at = one.starts[number] + cells[column][0] + value.start(1)
            found.append(_Numbered(name[1], int(value[1]), at))
    counting = all(other.number == each.number + 1 for each, other in pairwise(found))
    return [] if counting and not _SURELY.search(head) else found
