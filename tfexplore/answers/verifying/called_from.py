"""Which function another is said to be called from: "`Wind` is called from `Weave`", `Wind` 由 `Weave` 调用.

It is wrong where no body of the second has the name of the first, while another function of its file has it, which the
second does not call either. Only a tree tells.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.markdown import SPAN
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.scopes import function_body
from tfexplore.answers.verifying.spelling import parts_of
from tfexplore.index.symbols import Place
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: Definitions of a function that are read, and letters of a name that says enough.
MAX_PLACES, LEAST = 4, 6
_NAME = r"`(?P<{}>(?:\w+(?:::|\.))*~?_*[A-Za-z]\w+)(?:\(\))?`"
_CALLED = _NAME.format("called")
_CALLER = _NAME.format("caller")
_SAID = (
    regex(
        rf"{_CALLED}(?:\s?[(（][^()（）]{{0,60}}[)）])?,?\s(?:(?:which|and|that)\s)?(?:is|gets)\s(?:only\s|then\s)?"
        r"(?:called|invoked)\s(?:only\s)?(?:from|by|in|inside(?: of)?|within)\s(?:(?:an?|the)\s(?:\w+\s)?"
        rf"(?:inside|in|of)\s)?{_CALLER}",
        re.A,
    ),
    regex(rf"{_CALLED}\s?(?:函数|方法)?[是只]?(?:由|被|在)\s?{_CALLER}\s?(?:里|中|内)?的?(?:直接)?(?:所)?调用", re.A),
)
_OTHERWISE = otherwise(r"no longer|indirectly|eventually|via|through|if|older|newer", "没|不|间接|最终|如果")


class CalledFrom(Check):
    """The checks of callers."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every caller that does not call a function, which another of its file does."""
        for one in self.page.paragraphs:
            for pattern in _SAID if "`" in one.text else ():
                for match in pattern.finditer(one.text):
                    yield from self._judged(one, match)

    def _judged(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        sentence = prose.begun(one.text[: match.start()]) + match[0]
        called, caller = parts_of(match["called"])[-1], match["caller"]
        if len(called) < LEAST or {called, parts_of(caller)[-1]} & self.page.own:
            return
        if _OTHERWISE.search(SPAN.sub("`", sentence)) or disclaimers.proposed(sentence):
            return
        places = [place for place in self.page.meant(caller) if place.kind in ("function", "method")]
        bodies = [
            (place, function_body(self.known, place)) for place in places if not place.path.endswith((".h", ".i"))
        ]
        said = one.cited(match.start("caller"), caller)
        if not 0 < len(bodies) <= MAX_PLACES or any(stands(called, body) for _, body in bodies):
            return
        callers = [
            each for path in dict.fromkeys(place.path for place, _ in bodies) for each in self._callers(path, called)
        ]
        if not callers or self.page.strangers(said):
            return
        if any(stands(name, body) for name, _ in callers for _, body in bodies):
            return  # by way of another
        name, where = callers[0]
        detail = f"it is called in {name}, at line {where.line}, and not there"
        yield self.page.verdict(said, "differs", where, (name,), detail, "symbol")

    def _callers(self, path: str, called: str) -> list[tuple[str, Location]]:
        """The functions of a file whose bodies call a function, with where they are."""
        calls = re.compile(rb"(?<!\w)" + re.escape(called.encode()) + rb"\s*\(")
        found: list[tuple[str, Location]] = []
        for each in self.known.inside(path):
            name, where = parts_of(each.name)[-1], each.location
            if each.kind in ("function", "method") and name != called:
                place = Place(each.name, each.kind, path, where.line, where.end_line)
                found += [(name, where)] if calls.search(function_body(self.known, place)) else []
        return found
