"""Which functions another is said to call, or not to: "`Weave` calls `Tighten` and `Cut`", `Weave` 先调用 `Tighten`.

It is wrong where neither a body of the first has the name, nor any of a function that one of these calls, as people
leave out what only hands on; "`Weave` does not call `Cut`" where each of its bodies does; "`Weave` uses `Cut`" where
besides no file of the first has the name. Only a tree tells.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying.call_forms import ITEM, statements
from tfexplore.answers.verifying.check import MAX_TEXT, Check
from tfexplore.answers.verifying.claimed import is_claimed
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.reached import Reached
from tfexplore.answers.verifying.spelling import parts_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.index.symbols import Place

#: Letters of a name that says enough.
LEAST = 5

_OTHERWISE = otherwise(
    r"no|nothing|neither|nor|never|indirectly|eventually|ultimately|via|through|if|older|newer|later|whatever|turns?"
    r"|2\.\w+|when (?:the|a) graph|at run ?time|RPC|remote|virtual|override\w*|subclass\w*|instead",
    "没|不|间接|最终|如果|远程|虚函数|重写|子类",
)


class CallsSaid(Check):
    """The checks of such calls."""

    needs_tree = True

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._reached = Reached(page)

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every function that another does not call, nor one that it calls."""
        for one in self.page.paragraphs:
            if "`" not in one.text or len(one.text) > MAX_TEXT:
                continue
            for match in statements(one.text, "active"):
                if is_claimed(match, _OTHERWISE):
                    for caller in ITEM.finditer(match["callers"]):
                        yield from self._judged(one, match, caller["name"])
            for match in statements(one.text, "denied"):
                if is_claimed(match, _OTHERWISE, apart=True):
                    yield from self._denied(one, match)

    def _judged(self, one: Paragraph, match: re.Match[str], name: str) -> Iterator[Verdict]:
        """The verdicts on what a match says that one of its callers calls."""
        places = self._reached.places(name)
        uses = bool(match.groupdict().get("uses"))
        for item in ITEM.finditer(one.text, *match.span("called")) if places else ():
            called = parts_of(item["name"])[-1]
            if not self._may_be_called(called) or self._reached.comes_to(name, called):
                continue
            if uses and self._has_otherwise(called, places):
                continue
            said = one.cited(item.start("name"), item["name"])
            if not self.page.strangers(said):
                detail = f"{name} does not {'use' if uses else 'call'} it, nor does what it calls"
                yield self.page.verdict(said, "differs", places[0], (), detail, "symbol")

    def _denied(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        """The verdicts on what each of the functions of a name calls, and is said not to."""
        for caller in ITEM.finditer(match["callers"]):
            name = caller["name"]
            places = self._reached.places(name)
            for item in ITEM.finditer(one.text, *match.span("called")) if places else ():
                called = parts_of(item["name"])[-1]
                if not self._may_be_called(called):
                    continue
                said = one.cited(item.start("name"), item["name"])
                if self._reached.calls(name, called) and not self.page.strangers(said):
                    yield self.page.verdict(said, "differs", places[0], (), f"{name} calls it", "symbol")

    def _may_be_called(self, name: str) -> bool:
        """Whether a name says enough, and is that of a function of the tree."""
        if len(name) < LEAST or name in self.page.own or name in self.known.ops:
            return False
        return self._is_a_function(name)

    def _has_otherwise(self, name: str, places: list[Place]) -> bool:
        """Whether the file of a function has a name somewhere, or includes what defines it."""
        headers = [each.path.encode() for each in self.known.places_of(name)]
        texts = [self.known.read(path) or b"" for path in dict.fromkeys(place.path for place in places)]
        return any(stands(name, text) or any(header in text for header in headers) for text in texts)

    def _is_a_function(self, name: str) -> bool:
        """Whether something of the tree is called so; of a name that nothing has others tell."""
        return any(each.kind in ("function", "method", "class", "macro") for each in self.known.places_of(name))
