"""Calls that a document draws: "`Weave` → `Tighten` → `Cut`", and edges of a `mermaid` block between functions.

An arrow may mean something else than a call, so that one is wrong only where the others of its drawing are as the tree
has them: in a chain, where it points from a function to the one that calls it; in a block, where neither of two
functions of one file comes to the other. Only a tree tells.
"""

from __future__ import annotations

import re
from itertools import pairwise

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.citation import Citation
from tfexplore.answers.verifying.call_forms import ITEM
from tfexplore.answers.verifying.check import MAX_TEXT, Check
from tfexplore.answers.verifying.reached import Reached
from tfexplore.answers.verifying.spelling import parts_of
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict

#: So many arrows are right for each that is wrong: of a chain, and of a block, which is of calls alone.
IN_CHAIN, IN_BLOCK = 2, 1
_NAME = r"`(?:\w+(?:::|\.))*~?_*[A-Za-z]\w+(?:\(\))?`"
_CHAIN = regex(rf"{_NAME}(?:(?:\s?\([^()\n]{{0,80}}\))?\s?(?:→|⟶|⇒|->|=>)\s?{_NAME}){{2,20}}", re.A)
_EDGE = regex(r"\s*(?P<from>_*[A-Za-z]\w+)\s?-->\s?(?P<to>_*[A-Za-z]\w+);?\s*", re.A)
_MERMAID = regex(r"\s*(?:`{3,}|~{3,})\s*mermaid\b", re.I)


class _Arrow(Record):
    """An arrow from one function to another, and where the document has the second."""

    caller: str
    called: str
    said: Citation


class CallDrawings(Check):
    """The checks of drawn calls."""

    needs_tree = True

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._reached = Reached(page)

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every arrow that is the other way round, or between what does not call each other."""
        for one in self.page.paragraphs:
            if len(one.text) > MAX_TEXT or "`" not in one.text:
                continue
            for chain in _CHAIN.finditer(one.text):
                names = list(ITEM.finditer(one.text, *chain.span()))
                arrows = [
                    _Arrow(before["name"], match["name"], one.cited(match.start("name"), match["name"]))
                    for before, match in pairwise(names)
                ]
                yield from self._judged(arrows, IN_CHAIN, self._is_reversed)
        lines = self.page.lines_read()
        for number, _, inside in markdown.blocks(lines) if "-->" in "\n".join(lines) else ():
            if _MERMAID.match(lines[number - 1]):
                yield from self._judged(list(_edges(number, inside)), IN_BLOCK, self._is_apart)

    def _judged(self, arrows: list[_Arrow], times: int, told: Callable[[_Arrow], bool]) -> Iterator[Verdict]:
        """The verdicts on the arrows of a drawing that are `told` to be wrong, where all others are right."""
        names = {name for one in arrows for name in (one.caller, one.called)}
        if not arrows or not all(self._reached.places(name) for name in names):
            return
        wrong = [one for one in arrows if not self._reached.comes_to(one.caller, parts_of(one.called)[-1])]
        if len(arrows) - len(wrong) < max(1, times * len(wrong)) or not all(told(one) for one in wrong):
            return
        for one in wrong:
            line = self.page.text_lines[one.said.line - 1]
            if not (self.page.strangers(one.said) or disclaimers.proposed(line)):
                detail = f"{one.caller} does not call it, nor does what it calls"
                yield self.page.verdict(one.said, "differs", self._reached.places(one.caller)[0], (), detail, "symbol")

    def _is_reversed(self, one: _Arrow) -> bool:
        """Whether the second of two calls the first."""
        return self._reached.calls(one.called, parts_of(one.caller)[-1])

    def _is_apart(self, one: _Arrow) -> bool:
        """Whether two functions of one file do not come to each other."""
        files = [{place.path for place in self._reached.places(name)} for name in (one.caller, one.called)]
        return files[0] == files[1] and not self._reached.comes_to(one.called, parts_of(one.caller)[-1])


def _edges(number: int, inside: list[str]) -> Iterator[_Arrow]:
    """The edges of a block between nodes that are their names, by the number of its fence."""
    for at, line in enumerate(inside, number + 1):
        edge = _EDGE.fullmatch(line)
        if edge is not None:
            start, end = edge.span("to")
            said = Citation("symbol", edge["to"], at, start + 1, edge["to"], in_code=True, end_column=end)
            yield _Arrow(edge["from"], edge["to"], said)
