"""Lines that are cited for one of several overloads: "the overload of `Wind` that takes a `Yarn`, x.cc:12".

Where line 12 is the head of the overload for something else, and another overload of the file takes a `Yarn`, the line
is the other's. Only a tree tells.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying.check import Forms
from tfexplore.answers.verifying.claimed import is_claimed
from tfexplore.answers.verifying.declared import FUNCTIONS
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.spelling import parts_of
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: Lines that the head of a function has at most, and letters from the words to the place.
MAX_HEAD, MAX_LETTERS = 12, 80

_NAME = r"`(?P<{0}>(?:\w+::)*[A-Za-z]\w{{2,}})(?:\(\))?`"
_SAID = (
    regex(
        rf"\boverload\s(?:of\s)?(?:the\s)?{_NAME.format('function')}\s(?:that|which)?\s?(?:takes|taking|accepts|for|with)\s"
        rf"(?:an?\s|the\s)?{_NAME.format('takes')}",
        re.A,
    ),
    regex(
        rf"{_NAME.format('function')}\s?(?:的)?(?:接受|接收|参数(?:为|是)|针对)\s?(?:一?个)?\s?{_NAME.format('takes')}"
        r"\s?的(?:那个)?重载",
        re.A,
    ),
)
_OTHERWISE = otherwise(r"no|neither|nor|unlike", "没|不")


class OverloadsAt(Forms):
    """The checks of such lines."""

    needs_tree = True
    forms = _SAID

    def _judged(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        """A verdict on every line that is the head of an overload for something else than what is said."""
        place = self._behind(one, match, MAX_LETTERS)
        if place is None or not is_claimed(match, _OTHERWISE, apart=True):
            return
        for path in self.page.files_meant(place):
            heads = {
                each.location.line: self._head(path, each.location.line)
                for each in self.known.inside(path)
                if each.kind in FUNCTIONS and parts_of(each.name)[-1] == parts_of(match["function"])[-1]
            }
            taking = [line for line, head in heads.items() if stands(parts_of(match["takes"])[-1], head)]
            if place.start in heads and taking and place.start not in taking and not self.page.strangers(place):
                now = min(taking, key=lambda line: abs(line - place.start))
                detail = f"the overload with {match['takes']} is at line {now}"
                yield self.page.moved(place, Location(path, now, now), detail)
                return

    def _head(self, path: str, line: int) -> bytes:
        """The signature of a function that begins at a line."""
        text = b"\n".join(self.known.lines(path)[line - 1 : line - 1 + MAX_HEAD])
        return re.split(rb"[{;]", text, maxsplit=1)[0]
