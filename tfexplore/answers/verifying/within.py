"""The function that a block of code is said to be in: "in `Executor::Run`:" above what stands in another one."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.declared import FUNCTIONS
from tfexplore.answers.verifying.spelling import parts_of
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.verdicts import Verdict

#: What stands before the function, and behind it up to the end of the line above a block.
_BEFORE = regex(r"(?:\b(?:functions?|methods?|in|inside|within|body of)|函数|方法|在|其中)\s*(?:the\s)?[`*\s]*$", re.I)
_BEHIND = regex(r"[`*)]*(?:\(\))?[`*]*\s*(?:里|中|内)?\s*(?:[(（][^()（）]{0,80}[)）])?\s*[:：]\s*$")
#: A place in brackets on a line of its own, below the line with the function.
_PLACE = regex(r"\s*[(（][^()（）]*[)）]\s*[:：]\s*")
#: Empty lines between that line and the block, and lines around a definition that a block may have as well.
MAX_EMPTY, AROUND = 2, 6


class Withins(Check):
    """The checks of the functions that blocks are said to be in."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every function that is introduced as a block's and does not have it, where another has."""
        for position, one in enumerate(self.page.said):
            if one.kind == "quotation" and position in self.page.quoted:
                name = self._introduced(one)
                if name is not None:
                    yield from self._judged(name, position)

    def _introduced(self, one: Citation) -> Citation | None:
        """The function that the line above a block ends with."""
        number = one.line - 2  # the line above the fence
        while number > one.line - 2 - MAX_EMPTY and number > 0 and not self.page.text_lines[number - 1].strip():
            number -= 1
        place = ""
        if number > 1 and _PLACE.fullmatch(self.page.text_lines[number - 1]):
            place = " " + self.page.text_lines[number - 1].strip()
            number -= 1
        text = self.page.text_lines[number - 1] + place if number > 0 else ""
        said = [each for each in self.page.on(number) if each.kind == "symbol" and each.in_code] if text else []
        if not said or disclaimers.sketch(text):
            return None
        last = said[-1]
        fits = _BEHIND.match(text, last.end_column) and _BEFORE.search(text[: last.column - 1])
        return last if fits else None

    def _judged(self, name: Citation, position: int) -> Iterator[Verdict]:
        compared = self.page.quoted[position]
        places = [place for place in self.page.meant(name.target) if place.kind in FUNCTIONS]
        here = [place for place in places if place.path == compared.path]
        first, last = compared.line, compared.end_line
        if not here or any(
            place.line - AROUND <= last and first <= self.known.end(place) + AROUND for place in here
        ):  # fmt: skip
            return
        beside = {parts_of(each.target)[-1] for each in self.page.on(name.line) if each is not name}
        for symbol in self.known.inside(compared.path):
            begin, end = symbol.location.line, self.known.end_of(symbol)
            if symbol.kind in FUNCTIONS and begin <= first and last <= end:
                if parts_of(symbol.name)[-1] in beside:
                    return  # which the line names as well
                where = Location(compared.path, first, last)
                yield self.page.verdict(name, "moved", where, (symbol.name,), f"what is quoted is in {symbol.name}")
                return
