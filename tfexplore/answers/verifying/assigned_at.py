"""Lines at which something is said to be assigned: "`slack_` is set to 4 at loom.cc:12", 赋值语句在 loom.cc:12.

Where no line near the cited ones assigns it, and others of the file do, these are meant. Only a tree tells.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.verifying.check import Forms
from tfexplore.answers.verifying.claimed import is_claimed
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.spelling import parts_of
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: Lines around the cited ones, and letters from the words to the place.
NEAR, MAX_LETTERS = 3, 12

_NAME = r"`(?:\w+(?:::|\.|->))*(?P<name>[A-Za-z_]\w{3,})`"
_SAID = (
    regex(
        rf"{_NAME}\s(?:is|gets)\s(?:(?:first|then|only)\s)?(?:assigned|set)(?:\sto\s`?[\w.'\"-]{{1,40}}`?)?"
        r"\s(?:at|in|on)\s",
        re.A,
    ),
    regex(rf"\b(?:assignment|initiali[sz]ation)\s(?:of|to)\s{_NAME}\s(?:is\s)?(?:at|in|on)\s", re.A),
    regex(rf"{_NAME}[^`。；;]{{0,16}}[，,]?\s?(?:的)?(?:赋值(?:语句|处)?|初始化)\s?(?:在|见|位于)\s?", re.A),
)
#: How a line gives a name its value: by a sign, in a list of initializers, through a message's setter.
_GIVEN = regex(rb"(?<!\w)NAME(?:\[[^\]]*\])?\s*(?:=(?!=)|[({][^(){}]*[)}]\s*[,{;])|\bset_NAME\(", re.A)
_OTHERWISE = otherwise(r"no|neither|nor", "没|不")


class AssignedAt(Forms):
    """The checks of such lines."""

    needs_tree = True
    forms = _SAID

    def _judged(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        """A verdict on every line that assigns nothing to a name, where others of its file do."""
        place, name = self._behind(one, match, MAX_LETTERS), parts_of(match["name"])[-1].encode()
        if place is None or not is_claimed(match, _OTHERWISE, apart=True):
            return
        given = re.compile(_GIVEN.pattern.replace(b"NAME", name))
        for path in self.page.files_meant(place):
            lines = self.known.lines(path)
            there = [number for number, line in enumerate(lines, 1) if name in line and given.search(line)]
            if not there or any(place.start - NEAR <= number <= place.end + NEAR for number in there):
                return
            if not self.page.strangers(place):
                now = min(there, key=lambda number: abs(number - place.start))
                yield self.page.moved(place, Location(path, now, now), f"{match['name']} is assigned at line {now}")
            return
