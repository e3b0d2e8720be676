"""What a document says that a function does with one of several values: "`f` returns `errors::Internal`".

That a function calls another may be so by way of a third one. But where its body has another value of the same class,
enumeration or namespace, and the one that is said of it nowhere, this one is meant and wrong. Only a tree tells.
"""

from __future__ import annotations

import re
from itertools import pairwise

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import wording
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying.classes import body_end
from tfexplore.answers.verifying.declared import spoken
from tfexplore.model import Location

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citations import Citation
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.index.symbols import Place

#: Letters between a function and what is said to be done, and definitions of a function that are read.
MAX_WORDS, MAX_BODIES = 90, 4

_BODIES = ("function", "method")
#: A value: the last part of a name with the class, the enumeration or the namespace that it is of.
_VALUE = re.compile(r"(?:[\w.:]*?(?<!\w))(?P<owner>[A-Za-z]\w+)(?P<sign>::|\.)(?P<name>[A-Z]\w+)(?:\(\))?", re.A)
_DOES = re.compile(
    r"\b(?:uses?|calls?|returns?|raises?|throws?|passes|sets?|sends?|reports?|fails? with|with)\b"
    r"|使用|用的?是|调用|返回|抛出|传入|设置|报",
    re.I,
)
_OTHERWISE = re.compile(
    r"\b(?:not|never|instead|unlike|than|rather|should|could|would|may|might|if|when|where|unless|callers?|which|that|"
    r"wraps?|subclass\w*|overrid\w+)\b|n't\b|不|没|而非|应该|可能|如果|当",
    re.I,
)


class Done:
    """The checks of values that functions are said to use."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every value that a function's body does not have, where it has another one of its kind."""
        if not self.known.has_tree:
            return
        said = [one for one in self.page.said if one.kind in ("symbol", "op") and one.in_code and not one.fenced]
        for first, one in pairwise(said):
            value = _VALUE.fullmatch(one.text) if 0 <= one.line - first.line <= 1 else None
            if value is not None and self._is_said(first, one):
                yield from self._judged(first, one, value)

    def _is_said(self, first: Citation, one: Citation) -> bool:
        """Whether the words between two names say that the one does something with the other."""
        lines = self.page.text_lines
        if first.line == one.line:
            between = lines[first.line - 1][first.end_column : one.column - 1]
        else:
            between = lines[first.line - 1][first.end_column :] + " " + lines[one.line - 1][: one.column - 1]
        if len(between) > MAX_WORDS or "|" in between or wording.SENTENCE.search(between):
            return False
        behind = self.page.around(one)[1][:MAX_WORDS]
        return _DOES.search(between) is not None and not _OTHERWISE.search(between) and not _OTHERWISE.match(behind)

    def _judged(self, first: Citation, one: Citation, value: re.Match[str]) -> Iterator[Verdict]:
        places = [place for place in self.page.meant(first.target) if place.kind in _BODIES]
        code = {place.kind for place in self.known.places(value["name"])}.intersection((*_BODIES, "class"))
        error = f"{value['owner']}::{value['name']}" in wording.ERRORS
        if not 0 < len(places) <= MAX_BODIES or (code and not error):
            return  # what it calls may be called by way of another
        other = re.compile(rf"\b{value['owner']}{re.escape(value['sign'])}([A-Z]\w+)".encode(), re.A)
        found: tuple[Place, int, str] | None = None
        for place in places:
            lines = self.known.lines(place.path)
            last = max(place.end_line, body_end(lines, place))
            for number, line in enumerate(spoken(lines[place.line : last], strings=True), place.line + 1):
                if stands(value["name"], line):
                    return
                match = other.search(line) if found is None else None
                found = (place, number, match[1].decode()) if match is not None else found
        if found is not None and not self.page.strangers(one):
            place, number, has = found
            detail = f"line {number}, in {first.target}, has `{value['owner']}{value['sign']}{has}`"
            yield self.page.verdict(one, "differs", Location(place.path, number, number), (), detail)
