"""What a document lists as the values of an enumeration: "`Policy` with `kOnce`, `kAlways` and `kNever`"."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import islice

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.citation import Citation
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying.bases import named
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.classes import body_end
from tfexplore.answers.verifying.listings import ITEM, LIST
from tfexplore.answers.verifying.spelling import parts_of
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.index.symbols import Place

#: What stands between an enumeration and the list of its values; and how a value is written.
_VALUES = regex(
    r"`\s*(?:[(（][^()（）]{0,60}[)）]\s*)?(?:enum(?:eration)?\s|枚举\s?)?"
    r"(?:,?\s?(?:is\s)?(?:defined|declared) (?:in|at) `[^`\n]{3,100}`,?\s(?:and\s)?"
    r"|(?:定义|声明)[在于]\s?`[^`\n]{3,100}`\s?[中里]?[,，]\s?)?"
    r"(?:is\s(?:an?|the)\s(?:class|enum|set|group)\s(?:[\w\s]{1,30}\s?)?[(（])?"
    r"(?:with|has|have|is|are|can be|takes|defines|一?共?有|一共|包括|包含|依次[为是]?|分别[为是]?)?\s*"
    r"(?:[,，]?\s?(?:可?取值|可取|可选值)(?:为|有|是)?\s*)?"
    r"(?:(?:the|its|values?|enumerators?|one of|two|three|four|five|six"
    r"|states?|取值|枚举值|状态|[两三四五六]个(?:枚举|取)?(?:值|状态)?)\s*){0,3}[:：,，]?\s*",
    re.A,
)
#: The same where the next sentence has the list: "`Policy` (x.h:12). In order they are".
_THEY_ARE = regex(
    r"`(?:\s?[(（][^()（）]{0,80}[)）])?\s?[.;。；]\s[^.;。；`]{0,50}?"
    r"\b(?:they|these|(?:its|the) values)\s(?:are|being)[:：]?\s"
)
_VALUE = regex(r"`(?:\w+::)*(k[A-Z]\w*|[A-Z][A-Z0-9_]+)`", re.A)
#: Values that need no marks to be such, and a list of them.
_PLAIN = (
    r"(?:`(?:\w+::)*(?:k[A-Z]\w*|[A-Z][A-Z0-9_]+)`"
    r"|(?<![\w`])(?:k[A-Z][a-z]\w+|[A-Z][A-Z0-9_]{3,})(?![\w`]))"
)
_PLAIN_VALUE = regex(r"k[A-Z]\w*|[A-Z][A-Z0-9_]+", re.A)
_PLAIN_LIST = regex(
    rf"{_PLAIN}(?:\s?(?:[,，、]\s?(?:and\s|or\s|和|与|以及)?|\band\s|\bor\s|和|与|以及)\s?{_PLAIN})+", re.A
)
#: An item that is such a value, and what says that values follow.
_VALUE_ITEM = regex(
    r"\s*(?:[-*+]|\d+[.)])\s+\**`(?:\w+::)*(k[A-Z]\w*|[A-Z][A-Z0-9_]+)`\**\s*(?:$|[-–—:：=(（,，.。;；])", re.A
)
_SAYS_VALUES = regex(r"\benum|\bvalues?\b|枚举|取值|个值", re.I)
_ENUM = regex(r"\benum(?:eration)?(?: class)?(?: called| named)?\s?`?\Z|枚举(?:类|类型)?\s?`?\Z", re.I)
_ENUM_BODY = regex(rb"\benum\b[^{};]{0,80}\{[^{}]{0,4000}\}")
_BEGINS_ENUM = regex(rb"\s*enum\b")
_MACRO = regex(rb"\b[A-Z_]{3,}\(|^\s*#", re.M)
#: Values that are suggested where one is none.
MAX_SUGGESTED = 3
#: Files of a document that are read for an enumeration.
MAX_CITED = 100
#: As many values of a list as an enumeration has make it the one that is meant; fewer where it is called one.
ENOUGH, ENOUGH_OF_ENUM = 2, 1


class Enumerations(Check):
    """The checks of such lists."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every value of a list that the enumeration has not, which has some of them."""
        yield from self._below()
        yield from self._itemized() if self.known.has_tree else ()
        yield from self._qualified()
        for paragraph in self.page.paragraphs:
            yield from self._listed(paragraph) if "`" in paragraph.text else ()
            yield from self._by_the_others(paragraph) if "`" in paragraph.text and self.known.has_tree else ()

    def _listed(self, one: Paragraph) -> Iterator[Verdict]:
        """The lists behind the names of a paragraph."""
        for name in ITEM.finditer(one.text):
            said = self._marked(one, name) or self._plain(one, name)
            enough = ENOUGH_OF_ENUM if _ENUM.search(one.text, max(0, name.start() - 30), name.start() + 1) else ENOUGH
            yield from self._of_enumeration(parts_of(name[0].strip("`"))[-1], said, enough)

    def _by_the_others(self, one: Paragraph) -> Iterator[Verdict]:
        """A verdict on what no file has, in a list whose others are all of one enumeration: "`kUp`, `kDowm`"."""
        for listed in LIST.finditer(one.text):
            said = [
                one.cited(listed.start() + value.start(1), value[1])
                for value in _VALUE.finditer(listed[0])
                if value[1] not in self.page.own
            ]
            if len(said) <= ENOUGH or len(said) != len(ITEM.findall(listed[0])):
                continue
            nowhere = [value for value in said if self.known.is_nowhere(value.target)]
            if len(nowhere) != 1 or disclaimers.denied(*self.page.around(nowhere[0])):
                continue
            where = self._home([value.target for value in said if value not in nowhere])
            if where is not None and not self.page.strangers(nowhere[0]):
                yield self.page.verdict(nowhere[0], "not found", where, (), "no value beside the others")

    def _itemized(self) -> Iterator[Verdict]:
        """The same of items, each of which begins with one: "- `kUp`", "- `kDowm`, downwards"."""
        for items in self._items.values():
            nowhere = [
                value for value in items if self.known.is_nowhere(value.target) and value.target not in self.page.own
            ]
            if len(items) <= ENOUGH or len(nowhere) != 1:
                continue
            where = self._home([value.target for value in items if value not in nowhere])
            own = nowhere[0].target in self.page.own or disclaimers.denied(*self.page.around(nowhere[0]))
            if where is not None and not own:
                yield self.page.verdict(nowhere[0], "not found", where, (), "no value beside the others")

    def _home(self, values: Sequence[str]) -> Location | None:
        """Where some values are enumerators of one enumeration, in a file that the document cites."""
        cited = dict.fromkeys(path for found in self.page.resolved for path in found[:1])
        for path in islice(cited, MAX_CITED):
            text = self.known.read(path) or b""
            if not path.endswith((".h", ".cc", ".proto")) or not all(value.encode() in text for value in values):
                continue
            for body in _ENUM_BODY.finditer(text):
                if all(stands(value, body[0]) for value in values):
                    line = text.count(b"\n", 0, body.start()) + 1
                    return Location(path, line, line + body[0].count(b"\n"))
        return None

    def _marked(self, one: Paragraph, name: re.Match[str]) -> list[Citation]:
        """The values of a list right behind a name, all of them marked as code."""
        has = _VALUES.match(one.text, name.end() - 1)
        listed = LIST.match(one.text, has.end()) if has is not None else None
        values = list(_VALUE.finditer(listed[0])) if listed is not None else []
        if listed is None or len(values) != len(ITEM.findall(listed[0])):
            return []
        return [one.cited(listed.start() + value.start(1), value[1]) for value in values]

    def _plain(self, one: Paragraph, name: re.Match[str]) -> list[Citation]:
        """The values of a list behind a name, some of which have no marks."""
        has = _THEY_ARE.match(one.text, name.end() - 1) or _VALUES.match(one.text, name.end() - 1)
        listed = _PLAIN_LIST.match(one.text, has.end()) if has is not None else None
        if listed is None:
            return []
        return [one.cited(value.start(), value[0]) for value in _PLAIN_VALUE.finditer(one.text, *listed.span())]

    @cached_property
    def _items(self) -> dict[int, list[Citation]]:
        """The values that items one below another begin with, by the line above them."""
        listed: dict[int, list[Citation]] = {}
        head = 0
        for number, line in self.page.prose_lines:
            value = _VALUE_ITEM.match(line)
            if value is None:
                head = number if line.strip() else head
            elif head:
                listed.setdefault(head, []).append(named(value[1], number, value.start(1)))
        return listed

    def _below(self) -> Iterator[Verdict]:
        """The items below a line that names an enumeration, each nothing but a value of it, perhaps with a remark."""
        for number, said in self._items.items():
            text = self.page.text_lines[number - 1]
            if len(said) > ENOUGH and _SAYS_VALUES.search(text) and not disclaimers.proposed(text):
                names = dict.fromkeys([parts_of(name.strip("`"))[-1] for name in ITEM.findall(text)])
                yield from next(filter(None, (list(self._of_enumeration(name, said, ENOUGH)) for name in names)), [])

    def _qualified(self) -> Iterator[Verdict]:
        """A verdict on every value behind the name of its enumeration, `Policy::kOften`, that none called so has."""
        for one in self.page.said:
            *_, owner, value = ("", *parts_of(one.target))
            if one.kind != "symbol" or not owner or not _PLAIN_VALUE.fullmatch(value) or owner in self.page.own:
                continue
            places = self.known.places(owner)
            if not places or not all(self._is_plain(place) and self._values(place) for place in places):
                continue
            if any(value in self._values(place) or self._has(place, value) for place in places):
                continue
            if not (disclaimers.denied(*self.page.around(one)) or self.page.strangers(one)):
                where = Location(places[0].path, places[0].line, places[0].end_line)
                near = sorted(self._values(places[0]))[:MAX_SUGGESTED]
                yield self.page.verdict(one, "not found", where, near, f"no value of {owner}")

    def _is_plain(self, place: Place) -> bool:
        """Whether a name is that of an enumeration of C++ whose values no macro makes."""
        body = self._body(place)
        return _BEGINS_ENUM.match(body) is not None and _MACRO.search(body) is None

    def _of_enumeration(self, name: str, said: Sequence[Citation], enough: int) -> Iterator[Verdict]:
        """A verdict on every value of a list that an enumeration has not, which has `enough` of them."""
        best: tuple[list[Citation], Place] | None = None
        for place in (self.known.places(name) or self.known.places_of(name)) if said else ():
            values = self._values(place)
            absent = [one for one in said if one.target not in values and not self._has(place, one.target)]
            if values and len(said) - len(absent) >= enough and (best is None or len(absent) < len(best[0])):
                best = absent, place  # of several that are called so, the one that has most of them
        for one in best[0] if best is not None else ():
            if best is not None and not disclaimers.denied(*self.page.around(one)):
                where = Location(best[1].path, best[1].line, best[1].end_line)
                yield self.page.verdict(one, "not found", where, (), f"no value of {best[1].name}")

    def _values(self, place: Place) -> set[str]:
        """The values that an index has of an enumeration; none for another thing."""
        if place.kind not in ("type", "class"):
            return set()
        inside = [symbol for symbol in self.known.inside(place.path) if symbol.kind == "constant"]
        return {one.name for one in inside if place.line <= one.location.line <= max(place.end_line, place.line)}

    def _has(self, place: Place, value: str) -> bool:
        """Whether the text of an enumeration has a value, which a macro may put there."""
        return stands(value, self._body(place))

    def _body(self, place: Place) -> bytes:
        """The text of an enumeration; nothing without a tree."""
        lines = self.known.lines(place.path) if self.known.has_tree else []
        return b"\n".join(lines[place.line - 1 : max(place.end_line, body_end(lines, place))]) if lines else b""
