"""Drawings of classes: trees, nested lists and arrows, where most of what they join is derived from each other."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import markdown
from tfexplore.answers.verifying.bases import Bases, named
from tfexplore.answers.verifying.check import Check
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict

#: An entry of a drawn tree, and its root.
_ENTRY = regex(r"([\s│|]*(?:[├└]─+|[|+`\\]--+)\s*)([A-Z]\w*)", re.A)
_ROOT = regex(r"(\s*)([A-Z]\w*)", re.A)
#: An entry of a nested list, and of a tree that is drawn by blanks alone.
_ITEM = regex(r"(\s*)(?:[-*+]|\d+[.)])\s+[*_]{0,2}(?:`(?:\w+::)*([A-Z]\w*)(?:<[^`]*>)?`)?", re.A)
_INDENTED = regex(r"(\s*)(?:\w+::)*([A-Z]\w+)(?:<.*>)?(?=\s*(?:\Z|\())", re.A)
#: Two classes that an arrow joins; of some it is known which is the base.
_ARROWS = regex(
    r"(?<![\w.:/>-])(?:\w+::)*(_*[A-Z]\w+)(?:\\?<[^`<>]{0,60}>)?[`*\"]{0,3}(?:\s?\([\w./:-]{1,80}\))?\s{0,3}"
    r"(<\|[-.]+|[-.]+\|>|◁[─-]+|[─-]+▷|←|⟵|<-{1,2}|→|⟶|⇒|=>|-{1,2}>|:|<:|extends)\s{0,3}[`*\"]{0,3}"
    r"(?=(?:\w+::)*(_*[A-Z]\w+)(?![\w(]))",
    re.A,
)
_TO_BASE = regex(r"[-.]+\|>|[─-]+▷|<:|extends")
_FROM_BASE = regex(r"<\|[-.]+|◁[─-]+")
#: What says of a list that it is one of classes and what is derived from them.
_HIERARCHY = regex(r"hierarch|inherit|deriv|subclass|class (?:tree|diagram)|继承|派生|子类|类图|类层次|父子", re.I)
#: As many classes of a drawing are derived from those above them in a hierarchy of classes.
ENOUGH = 2
#: How far the line is, of those that are no empty ones, that says what a list is of.
MAX_ABOVE = 2


class _Pair(Record):
    """Two classes that a drawing joins: the one that would be derived, with its place, and its base.

    `at_base` for one of which the base is what the document has wrong.
    """

    number: int
    at: int
    name: str
    base: str
    at_base: bool = False


class Drawn(Check):
    """The checks of drawings in which classes stand under those that they are derived from."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._bases = Bases(page)

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on what is no class in a hierarchy of them, or not derived from what it stands under."""
        yield from self._trees()
        in_code = markdown.code_lines(self.page.text_lines)
        for numbers in self._blocks(in_code):
            fenced = numbers[0] in in_code
            yield from self._nested(numbers, fenced)
            yield from self._arrows(numbers)

    def _blocks(self, in_code: set[int]) -> Iterator[list[int]]:
        """The numbers of the lines of each list, paragraph and block of code."""
        held: list[int] = []
        for number, line in enumerate(self.page.text_lines, 1):
            apart = not line.strip() or markdown.FENCE.match(line) or markdown.HEADING.match(line)
            if held and (apart or (number in in_code) is not (held[-1] in in_code)):
                yield held
                held = []
            if not apart:
                held.append(number)
        if held:
            yield held

    def _trees(self) -> Iterator[Verdict]:
        pairs: list[_Pair] = []
        above: list[tuple[int, str]] = []
        for number, line in enumerate([*self.page.text_lines, ""], 1):
            entry = _ENTRY.match(line)
            if entry is None:
                yield from self._judged(pairs, invented=True)
                root = _ROOT.match(line)
                pairs, above = [], [(root.start(2), root[2])] if root else []
                continue
            above = [one for one in above if one[0] < entry.start(2)]
            if above:
                pairs.append(_Pair(number, entry.start(2), entry[2], above[-1][1]))
            above.append((entry.start(2), entry[2]))

    def _nested(self, numbers: Sequence[int], fenced: bool) -> Iterator[Verdict]:
        """The verdicts on a list, or a block of text, whose lines are indented under those of their bases."""
        pairs: list[_Pair] = []
        above: list[tuple[int, str]] = []
        for number in numbers:
            line = self.page.text_lines[number - 1]
            entry = (_INDENTED if fenced else _ITEM).match(line)
            if entry is None:
                if fenced:
                    return
                continue
            above = [one for one in above if one[0] < len(entry[1])]
            name = entry[2] or ""
            if above and above[-1][1] and name:
                pairs.append(_Pair(number, entry.start(2), name, above[-1][1]))
            above.append((len(entry[1]), name))
        if len(pairs) > ENOUGH and self._is_hierarchy(numbers):
            yield from self._judged(pairs, times=2)

    def _is_hierarchy(self, numbers: Sequence[int]) -> bool:
        """Whether a list, or what stands above it, says that it is of classes and what is derived from them."""
        lines = self.page.text_lines
        above = [line for line in lines[max(0, numbers[0] - 6) : numbers[0] - 1] if line.strip()][-MAX_ABOVE:]
        return any(_HIERARCHY.search(line) for line in [*above, lines[numbers[0] - 1]])

    def _arrows(self, numbers: Sequence[int]) -> Iterator[Verdict]:
        """The verdicts on classes that arrows join, which are derived from each other one way or the other."""
        joined: dict[str, list[tuple[int, re.Match[str]]]] = {}
        for number in numbers:
            for match in _ARROWS.finditer(self.page.text_lines[number - 1]):
                if self._bases.is_class(match[1]) and self._bases.is_class(match[3]):
                    joined.setdefault(match[2], []).append((number, match))
        for arrow, matches in joined.items():
            behind = [_Pair(number, match.start(3), match[1], match[3], True) for number, match in matches]
            before = [_Pair(number, match.start(3), match[3], match[1]) for number, match in matches]
            if _TO_BASE.fullmatch(arrow) or _FROM_BASE.fullmatch(arrow):
                yield from self._wrong(behind if _TO_BASE.fullmatch(arrow) else before)
            elif arrow == ":" and self._are_most(self._right(behind, direct=True), behind, times=2):
                yield from self._wrong(behind, direct=True)  # as the heads of the classes have it
            else:
                made = max(behind, before, key=lambda pairs: len(self._right(pairs)))
                yield from self._judged(made, times=2)

    def _right(self, pairs: Sequence[_Pair], direct: bool = False) -> list[_Pair]:
        is_right = self._bases.direct if direct else self._bases.right
        return [pair for pair in pairs if is_right(pair.name, pair.base)]

    def _judged(self, pairs: Sequence[_Pair], times: int = 1, invented: bool = False) -> Iterator[Verdict]:
        """The verdicts where `times` as many are right as are not."""
        if self._are_most(self._right(pairs) if len(pairs) > ENOUGH else [], pairs, times):
            yield from self._wrong(pairs, invented)

    def _are_most(self, right: Sequence[_Pair], pairs: Sequence[_Pair], times: int) -> bool:
        return len(pairs) > ENOUGH and len(right) >= ENOUGH and len(right) >= times * (len(pairs) - len(right))

    def _wrong(self, pairs: Sequence[_Pair], invented: bool = False, direct: bool = False) -> Iterator[Verdict]:
        for pair in pairs:
            wrong = self._bases.wrong(pair.name, pair.base, direct)
            if invented and not wrong and pair.name not in self.page.own and not self.known.knows(pair.name):
                wrong = "no such class" if self.known.somewhere(pair.name) == "" else ""
            said = named(pair.base if pair.at_base else pair.name, pair.number, pair.at)
            yield from self._bases.verdict(said, pair.name, pair.base if pair.at_base else "", wrong)
