"""Names that are listed before some lines which have all of them but one: "`Floor`, `Ceil` and `Rund` (x.py:12-30)".

So of a chain: "`load` → `bind` → `recreate`, see x.py:12-30". Where the lines have all of the names but one, and the
file has that nowhere, or has it outside of the function that all lines are in, it is not what stands there.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import MAX_TEXT, Check
from tfexplore.answers.verifying.claimed import is_claimed
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: Names of a list that the lines have, letters from the list to the place, lines around this, and letters of a name.
ENOUGH, MAX_LETTERS, NEAR, LEAST = 2, 80, 2, 4

_NAME = r"`[A-Za-z_]\w{3,}(?:\(\))?`"
_LISTED = regex(rf"{_NAME}(?:\s?(?:[,，、]\s?(?:and\s|和\s?|then\s)?|\sand\s(?:then\s)?|\s?[和与]\s?){_NAME})+", re.A)
_CHAIN = regex(rf"{_NAME}(?:\s?(?:→|->|=>)\s?{_NAME}){{2,}}", re.A)
_WORD = regex(r"`([A-Za-z_]\w+)", re.A)
_OTHERWISE = otherwise(
    r"no|neither|nor|without|but|except|unlike|instead|other|others|later|older|newer|2\.\w+|respectively|each",
    "没|不|除|但|分别",
)


class ListedAt(Check):
    """The checks of such names."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every name of a list that lines with all others have not."""
        for one in self.page.paragraphs:
            if len(one.text) > MAX_TEXT or "`" not in one.text or one.text.lstrip().startswith("|"):
                continue
            for form in (_LISTED, _CHAIN):
                for match in form.finditer(one.text):
                    yield from self._judged(one, match, form is _CHAIN)

    def _judged(self, one: Paragraph, match: re.Match[str], chain: bool) -> Iterator[Verdict]:
        place = self._place(one, match)
        if place is None or not is_claimed(match, _OTHERWISE, apart=True):
            return
        names = list(_WORD.finditer(one.text, match.start(), match.end()))
        if self.page.own.intersection(name[1] for name in names):
            return
        for path in self.page.files_meant(place)[:1]:
            lines = self.known.lines(path)
            around = [
                (each.location.line, self.known.end_of(each)) for each in self.known.functions_at(path, place.start)
            ]
            first, last = place.start - NEAR, place.end + NEAR
            there = b"\n".join(lines[max(0, first - 1) : last])
            missing = [name for name in names if not stands(name[1], there)]
            if len(missing) != 1 or len(names) - 1 < ENOUGH or len(missing[0][1]) < LEAST:
                return
            name = missing[0]
            body = b"".join([b"\n".join(lines[begin - 1 : end]) for begin, end in around[-1:]])
            data = self.known.read(path) or b""
            chained = chain and bool(around) and not stands(name[1], body)
            if stands(name[1], data) and not chained:
                return
            said = one.cited(name.start(1), name[1])
            if not self.page.strangers(said):
                where = Location(path, place.start, place.end)
                detail = f"lines {place.start}-{place.end} have the others, and no {name[1]}"
                yield self.page.verdict(said, "differs", where, (), detail, "symbol")

    def _place(self, one: Paragraph, match: re.Match[str]) -> Citation | None:
        """The lines, of one file and several, that a sentence cites behind a list and nothing else before them."""
        _, last = prose.sentence_span(one.text, match.end())
        behind = [
            each
            for number in one.numbers
            for each in self.page.on(number)
            if match.end() <= one.offset(each.line, each.column) < last
        ]
        places = [each for each in behind if each.kind == "path:line"]
        if len(places) != 1 or not behind or behind[0] is not places[0] or places[0].start == places[0].end:
            return None
        near = one.offset(places[0].line, places[0].column) - match.end() <= MAX_LETTERS
        return places[0] if near and not places[0].supposed else None
