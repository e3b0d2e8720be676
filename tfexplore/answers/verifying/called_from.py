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
from tfexplore.answers.verifying.call_forms import ITEM, statements
from tfexplore.answers.verifying.check import MAX_TEXT, Check
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.rows import tables
from tfexplore.answers.verifying.scopes import function_body
from tfexplore.answers.verifying.spelling import parts_of
from tfexplore.index.symbols import Place
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: Definitions of a function that are read, and letters of a name that says enough.
MAX_PLACES, LEAST = 4, 6
#: The header of a column of callers.
_CALLERS = regex(
    r"[\s*`]*(?:(?:is\s)?(?:called|invoked|used)\s(?:by|from|in)|(?:direct\s)?callers?|aufgerufen\svon"
    r"|被谁调用|调用者|调用方|呼び出し元)[\s*`]*",
    re.I,
)
_OTHERWISE = otherwise(r"no longer|indirectly|eventually|via|through|if|older|newer", "没|不|间接|最终|如果")


class CalledFrom(Check):
    """The checks of callers."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every caller that does not call a function, which another of its file does."""
        for one in self.page.paragraphs:
            if "`" in one.text and len(one.text) <= MAX_TEXT:
                for match in statements(one.text, "passive"):
                    if self._is_claimed(match):
                        for called in ITEM.finditer(match["called"]):
                            for caller in ITEM.finditer(one.text, *match.span("callers")):
                                yield from self._judged(one, called["name"], caller)
        yield from self._tables()

    def _is_claimed(self, match: re.Match[str]) -> bool:
        sentence = prose.begun(match.string[: match.start()]) + match[0]
        return not (_OTHERWISE.search(SPAN.sub("`", sentence)) or disclaimers.proposed(sentence))

    def _tables(self) -> Iterator[Verdict]:
        """The verdicts on the callers that the rows of tables have."""
        for table in tables(self.page):
            for at in [at for at, head in enumerate(table.heads) if at and _CALLERS.fullmatch(head.text)]:
                for cells in table.rows:
                    named = list(ITEM.finditer(cells[0].text)) if len(cells) > at else []
                    if len(named) != 1 or _OTHERWISE.search(SPAN.sub("`", cells[at].text)):
                        continue
                    begin = table.offset(cells[at])
                    for caller in ITEM.finditer(table.one.text, begin, begin + len(cells[at].text)):
                        yield from self._judged(table.one, named[0]["name"], caller)

    def _judged(self, one: Paragraph, name: str, match: re.Match[str]) -> Iterator[Verdict]:
        """The verdict on one that is said to call another."""
        called, caller = parts_of(name)[-1], match["name"]
        if len(called) < LEAST or {called, parts_of(caller)[-1]} & self.page.own:
            return
        said = one.cited(match.start("name"), caller)
        places = self._places(caller, said)
        bodies = [(place, function_body(self.known, place)) for place in places]
        if any(stands(called, body) for _, body in bodies):
            return
        bodies = [(place, body) for place, body in bodies if not place.path.endswith((".h", ".i"))]
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

    def _places(self, caller: str, said: Citation) -> list[Place]:
        """The functions that a caller may be, of many those of the files of its line; none where it may be any."""
        bare = len(parts_of(caller)) == 1  # a method of any class may be meant
        found = self.known.places(caller) if bare else self.page.meant(caller)
        places = [place for place in found if place.kind in ("function", "method")]
        cited = {
            path
            for each in self.page.on(said.line)
            if each.kind.startswith("path")
            for path in self.page.files_meant(each)
        }
        places = [place for place in places if place.path in cited] or places
        return places if len(places) <= MAX_PLACES else []

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
