"""Which functions another is said to call: "`Weave` calls `Tighten` and `Cut`", `Weave` 先调用 `Tighten`.

It is wrong where neither a body of the first has the name, nor any of a function that one of these calls, as people
leave out what only hands on. Only a tree tells.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.claimed import is_claimed
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.scopes import function_body
from tfexplore.answers.verifying.spelling import parts_of
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.index.symbols import Place

#: Definitions of a caller that are read, functions that these call, definitions of one of them, and letters of a name.
MAX_PLACES, MAX_CALLED, MAX_OF_ONE, LEAST = 4, 60, 3, 5

_NAME = r"`(?:\w+(?:::|\.))*~?_*[A-Za-z]\w+(?:\(\))?`"
_PLACED = r"(?:\s?[(（][^()（）\n]{0,80}[)）])?"
_AND = r"\s?(?:[,，、]\s?(?:and\s|then\s|和\s?)?|and\s(?:then\s)?|和\s?|与\s?)"
_LIST = rf"(?P<called>{_NAME}(?:{_PLACED}{_AND}{_NAME})*)(?!\s?(?:of|on|from|for)\b)"
_SAID = (
    regex(
        rf"(?P<caller>{_NAME}){_PLACED}\s(?:itself\s|directly\s|then\s|first\s|also\s|in turn\s|only\s|always\s)?"
        r"(?:calls|invokes|delegates to|forwards to|hands over to|dispatches to)\s"
        rf"(?:(?:the|its|only)\s)?(?:(?:function|method|helper|private method)\s)?{_LIST}",
        re.A,
    ),
    regex(
        rf"(?P<caller>{_NAME}){_PLACED}\s?(?:函数|方法)?(?:里|中|内部|会|先|再|然后|直接|依次|只)*调用了?\s?{_LIST}(?!\s?的)",
        re.A,
    ),
)
_ITEM = regex(r"`(?P<name>(?:\w+(?:::|\.))*~?_*[A-Za-z]\w+)(?:\(\))?`", re.A)
_CALL = regex(rb"(?<!\w)(~?[A-Za-z_]\w{2,})\s*(?:<[^<>;()]{0,60}>)?\s*\(")
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
        self._reached: dict[str, list[bytes]] = {}

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every function that another does not call, nor one that it calls."""
        for one in self.page.paragraphs:
            if "`" in one.text:
                for match in (match for pattern in _SAID for match in pattern.finditer(one.text)):
                    yield from self._judged(one, match)

    def _judged(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        caller = _ITEM.fullmatch(match["caller"])
        if caller is None or not is_claimed(match, _OTHERWISE):
            return
        name = caller["name"]
        own = self.page.own
        if parts_of(name)[-1] in own or name in self.known.ops:
            return
        bare = len(parts_of(name)) == 1  # a method of any class may be meant
        found = self.known.places(name) if bare else self.page.meant(name)
        places = [each for each in found if each.kind in ("function", "method")]
        places = [each for each in places if not each.path.endswith((".h", ".i", ".pbtxt"))]
        if not 0 < len(places) <= MAX_PLACES:
            return
        for item in _ITEM.finditer(one.text, *match.span("called")):
            called = parts_of(item["name"])[-1]
            if len(called) < LEAST or called in own or called in self.known.ops or not self._is_a_function(called):
                continue
            if any(stands(called, body) for body in self._bodies(name, places)):
                continue
            said = one.cited(item.start("name"), item["name"])
            if not self.page.strangers(said):
                detail = f"{name} does not call it, nor does what it calls"
                yield self.page.verdict(said, "differs", places[0], (), detail, "symbol")

    def _is_a_function(self, name: str) -> bool:
        """Whether something of the tree is called so; of a name that nothing has others tell."""
        return any(each.kind in ("function", "method", "class", "macro") for each in self.known.places_of(name))

    def _bodies(self, name: str, places: list[Place]) -> list[bytes]:
        """The bodies of a function, and of those that it calls."""
        if name not in self._reached:
            bodies = [function_body(self.known, place) for place in places]
            called: dict[str, None] = {}
            for body in bodies:
                called.update(dict.fromkeys(each.decode() for each in _CALL.findall(body)))
            paths = {place.path for place in places}
            for every in self.known.ending_with(list(called)[:MAX_CALLED]).values():
                found = [place for place in every if place.kind in ("function", "method")]
                near = [place for place in found if place.path in paths] or found
                bodies += [function_body(self.known, place) for place in near[:MAX_OF_ONE]]
            self._reached[name] = bodies
        return self._reached[name]
