"""Columns of places, each the first line of what its row is of: where nearly all are, one that is not is wrong.

So it is in a list whose items begin each with a name and its place: "- `Weave` (loom.cc:12): weaves".
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.classes import body_end
from tfexplore.answers.verifying.declared import BODIES
from tfexplore.answers.verifying.heads import NEAR_LINES, head_of
from tfexplore.answers.verifying.rows import at_line, begins_another, defined_at, on_lines, tables
from tfexplore.answers.verifying.spelling import inside_of, parts_of
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.rows import Cell, Table
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.index.symbols import Place

#: So many places of a column are where something of their row is defined or registered, and so many times as many as
#: are not.
ENOUGH, TIMES = 4, 4
#: The same where the place begins something else.
ENOUGH_SURE, TIMES_SURE = 2, 2
#: Files of one name that are looked at.
MAX_FILES = 4
#: The same of the items of a list.
ENOUGH_ITEMS, TIMES_ITEMS = 3, 3
#: How an item begins that is of the name behind it, and what stands between that and its place.
_ITEM = regex(r"\s*(?:[-*+]|\d+[.)、])\s+[`*]*")
_WORD = regex(r"[A-Za-z_]\w{2,}", re.A)
_BETWEEN = regex(r"(?:\(\))?[`*]*\s?(?:[(（:：,，]|--?|—|–|at|在)?\s?[`*\[]*", re.I)


#: The head of a column of places of one member of what the rows are of.
_MEMBER = regex(
    r"[*_]*`(?P<name>[A-Za-z_]\w+)(?:\(\))?`[*_]*(?: (?:at|is at|in|line|defined at|of)| 在| 位置| 定义)?", re.A | re.I
)


class _Item(Record):
    """A row, or an item of a list: its place, its name, where that is, and whether the place is there."""

    place: Citation
    name: str
    now: Place
    right: bool


class HeadColumns(Check):
    """The checks of such columns; only the text of a file tells where a head ends."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every place of such a column that is no head of what its row is of."""
        for table in tables(self.page):
            for at, head in enumerate(table.heads):
                member = _MEMBER.fullmatch(head.text.strip())
                if member is not None and at:
                    yield from self._members(table, at, member["name"])
        yield from self._columns()
        if self.known.has_tree:
            yield from self._lists()

    def _members(self, table: Table, at: int, member: str) -> Iterator[Verdict]:
        """The places of a column of one member of the classes of the rows: "| `Loom` | loom.cc:12 |" under `Weave`."""
        told = []
        for row in table.rows:
            place = self._place(row[at]) if at < len(row) else None
            owners = [name for cell in row[:at] for _, name in cell.names()][:1]
            paths = self.page.files_meant(place)[:1] if place is not None else []
            if place is None or not owners or not paths:
                continue
            own = [one for one in inside_of(self.known.places(member), owners[0]) if one.path == paths[0]]
            if own:
                now = min(own, key=lambda one: abs(one.line - place.start))
                right = any(abs(one.line - place.start) <= NEAR_LINES for one in own)
                told.append(_Item(place, f"{owners[0]}::{member}", now, right))
        yield from self._outnumbered(told, ENOUGH, TIMES, "rows")

    def _columns(self) -> Iterator[Verdict]:
        for table in tables(self.page):
            for at in range(len(table.heads)):
                told = [one for row in table.rows if at < len(row) for one in self._told(row, at)]
                wrong = [one for one in told if not one[2]]
                right = len(told) - len(wrong)
                for place, names, _ in wrong if right >= max(ENOUGH_SURE, TIMES_SURE * len(wrong)) else ():
                    if right >= max(ENOUGH, TIMES * len(wrong)) or self._begins_another(place, names):
                        yield from self._moved(place, names)

    def _begins_another(self, place: Citation, names: list[str]) -> bool:
        """Whether a place is the first line of another definition than that of any of some names, which are no ops'."""
        path = self.page.files_meant(place)[0]
        return not self.known.ops.keys() & set(names) and all(
            begins_another(self.known, name, path, place.start) for name in names
        )

    def _lists(self) -> Iterator[Verdict]:
        """A verdict on every item of such a list whose place is within what it begins with, and not its first line."""
        lists: dict[int, list[_Item]] = {}
        for paragraph in self.page.paragraphs:
            item = self._item(paragraph)
            if item is not None:
                lists.setdefault(self.page.over(paragraph.numbers[0]), []).append(item)
        for items in lists.values():
            yield from self._outnumbered(items, ENOUGH_ITEMS, TIMES_ITEMS, "items")

    def _outnumbered(self, items: list[_Item], enough: int, times: int, of: str) -> Iterator[Verdict]:
        """The verdicts on the few places that are not where their names are, as most of the others are."""
        wrong = [one for one in items if not one.right]
        if len(items) - len(wrong) < max(enough, times * len(wrong)):
            return
        for one in wrong:
            text = self.page.text_lines[one.place.line - 1]
            if not disclaimers.proposed(text) and not self.page.strangers(one.place):
                detail = f"{one.name} is at line {one.now.line}; the places of the other {of} are where theirs are"
                yield self.page.moved(one.place, one.now, detail)

    def _item(self, one: Paragraph) -> _Item | None:
        """The place and the name that an item begins with, and whether the one is the other's first line.

        None for another item, and where the line is no part of the name's definition, which other checks tell.
        """
        if not _ITEM.match(one.text):
            return None
        on = [each for each in self.page.on(one.numbers[0]) if each.kind != "quotation"]
        if len(on) < 2 or on[0].kind != "symbol" or on[1].kind != "path:line" or on[1].start != on[1].end:
            return None
        name, place = on[:2]
        text = self.page.text_lines[name.line - 1]
        begins = _ITEM.fullmatch(text, 0, name.column - 1) is not None
        if place.fenced or not begins or not _BETWEEN.fullmatch(text, name.end_column, place.column - 1):
            return None
        for path in self.page.files_meant(place)[:1]:
            lines = self.known.lines(path)
            bodies = [each for each in self.page.meant(name.target) if each.path == path and each.kind in BODIES]
            heads = [head_of(lines, each) for each in bodies]
            right = any(first <= place.start <= last for first, last in heads)
            inside = [each for each in bodies if each.line <= place.start <= max(each.end_line, body_end(lines, each))]
            if right or inside:
                return _Item(place, name.target, (inside or bodies)[0], right)
        return None

    def _place(self, cell: Cell) -> Citation | None:
        """The one place of a cell, with its file; None where it has none, or several."""
        end = cell.column + len(cell.text)
        places = [
            one for one in self.page.on(cell.line)
            if one.kind == "path:line" and cell.column < one.column <= end and one.start == one.end and not one.supposed
        ]  # fmt: skip
        return places[0] if len(places) == 1 else None

    def _told(self, row: list[Cell], at: int) -> Iterator[tuple[Citation, list[str], bool]]:
        """The one place of a cell, the names of its row that its file has, and whether one of them is there."""
        cell = row[at]
        place = self._place(cell)
        if place is None:
            return
        own = [name for _, name in cell.names()]
        names = [*own, *[name for other in row if other is not cell for _, name in other.names()]]
        paths = self.page.files_meant(place)[:MAX_FILES]
        if any(at_line(self.known, name, path, place.start, place.end) for path in paths[1:] for name in names):
            return  # of another file of this name, which the other rows need not be of
        for path in paths[:1]:
            held = {name: at_line(self.known, name, path, place.start, place.end) for name in names}
            here = [name for name, there in held.items() if there is not None]
            # A name in the cell itself, the text of a link say, is what the place is of; in another file, perhaps.
            if place.unnamed and own and not any(name in own for name in here):
                return
            here = [name for name in here if name in own] or here
            if not self.known.has_tree:  # which knows on what lines a file uses what it defines, and no ops
                source = "/ops/" in path and path.endswith(".cc")
                ops = [name for name in here if source and name in self.known.ops]
                here = ops + [name for name in here if self.known.mentioned(path, parts_of(name)[-1])]
                here = [name for name in here if not (name.isalpha() and name.islower())]
            if here:
                # A method that is defined elsewhere in its header is declared where it stands.
                right = any(held[name] or on_lines(self.known, name, path, place.start, place.end) for name in here)
                yield place, here, right

    def _is_of_a_part(self, place: Citation, op: str, path: str, row: str) -> bool:
        """Whether a line in the registration of an op may be that of an attr, an input or an output of its row."""
        made = (each for each in self.known.registered(path) if (each.kind, each.op) == ("op", op))
        within = any(each.line < place.start <= each.end_line for each in made)
        return within and not self.known.op_parts(op).isdisjoint(re.findall(r"\w+", row))

    def _is_published(self, place: Citation, path: str) -> bool:
        """Whether a public name of a row is that of what stands at a line, which is called otherwise there."""
        public = [one.target for one in self.page.on(place.line) if one.kind == "symbol" and "." in one.target]
        places = [at for name in public for at in self.page.meant(name) if at.path == path]
        return any(abs(at.line - place.start) <= NEAR_LINES for at in places)

    def _moved(self, place: Citation, names: list[str]) -> Iterator[Verdict]:
        text = self.page.text_lines[place.line - 1]
        if disclaimers.proposed(text) or self.page.strangers(place):
            return
        path = self.page.files_meant(place)[0]
        words = dict.fromkeys(_WORD.findall(text))
        if any(at_line(self.known, word, path, place.start, place.end) for word in words):
            return  # of what another cell has beside its name: "LoomBase (alias Loom)"
        if self.page.names_what_is_at(place, names[0]):
            return  # an attr, say, of the op
        if self._is_published(place, path):
            return
        if not self.known.has_tree and any(self._is_of_a_part(place, name, path, text) for name in names):
            return
        for name in names:
            there = defined_at(self.known, name, path)
            if there:
                now = min(there, key=lambda line: abs(line - place.start))
                detail = f"{name} is at line {now}; the places of the other rows are where their names are"
                yield self.page.moved(place, Location(path, now, now), detail)
                return
