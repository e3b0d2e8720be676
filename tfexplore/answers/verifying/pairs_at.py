"""Lines that are cited for what is done with several names: "no `length` exceeds `max_time` (`x.cc:98-102`)".

Where the file has all of the names within a few lines, and none of them, nor anything called like one, near those that
are cited, these are other lines. Only a tree tells.
"""

from __future__ import annotations

import re
from itertools import pairwise

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.spelling import mentioning
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.verdicts import Verdict

#: Names that stand last in a clause, letters of each, and letters of a clause.
ENOUGH, LONG, MAX_LETTERS = 2, 5, 240
#: Lines within which the names stand, places of such lines in a file at most, and lines around those that are cited.
WITHIN, MOST_PLACES, NEAR = 6, 2, 12
_NAME = regex(rf"[A-Za-z_]\w{{{LONG - 1},}}", re.A)
#: Where a clause begins: behind another, or behind a place in brackets.
_BEGINS = regex(r"[,，;；:：。.]\s|[，；：。]|[)）]|\b(?:and|but|while)\s|而|并|且")
#: What has its own place in brackets.
_PLACED = regex(r"[(（][^()（）]*\d[^()（）]*[)）]")
_OPENS = regex(r"\s?[(（]\s?[`*\[]*\Z")
_CLOSES = regex(r"[`*\]]*\s?[)）]")
#: What stands between the last name and the bracket.
_FEW_WORDS = regex(r"(?:\s?[\w-]+){0,3}\s?[(（]\s?[`*\[]*")
_OTHERWISE = otherwise(
    r"no longer|like|same|similar\w*|before|after|above|below|calls?|called|used|uses", "调用|使用|之前|之后"
)


class PairsAt(Check):
    """The checks of such lines."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on all lines that have nothing of names which stand together on others."""
        read = {number for number, _ in self.page.prose_lines}
        for position, one in enumerate(self.page.said):
            if one.kind == "path:line" and one.line in read and not one.supposed:
                names = self._names(one)
                files = self.page.files_meant(one) if len(names) >= ENOUGH else []
                if len(files) == 1 and not self._is_defined(position, files[0]):
                    yield from self._judged(one, names, files[0])

    def _names(self, one: Citation) -> list[str]:
        """The names as code in the clause that a place in brackets ends."""
        before, behind = self.page.around(one)
        row = self.page.text_lines[one.line - 1].lstrip().startswith("|")
        if row or not (_OPENS.search(before) and _CLOSES.match(behind)):
            return []
        clause = whole = prose.begun(before[-MAX_LETTERS:])
        spans = list(markdown.SPAN.finditer(whole))
        begins = [match.end() for match in _BEGINS.finditer(markdown.SPAN.sub(lambda code: "`" * len(code[0]), clause))]
        for begin in reversed(begins):
            if sum(span.start() >= begin for span in spans) >= ENOUGH:
                clause, spans = clause[begin:], [span for span in spans if span.start() >= begin]
                break
        names = [span[2] for span in spans]
        if len(spans) < ENOUGH or not all(map(_NAME.fullmatch, names)) or _PLACED.search(clause):
            return []
        if not _FEW_WORDS.fullmatch(whole, spans[-1].end()):
            return []
        words = markdown.SPAN.sub("`", clause)
        if _OTHERWISE.search(words) or disclaimers.proposed(words) or self.page.strangers(one):
            return []
        return list(dict.fromkeys(names))[-ENOUGH:]  # the others may be what does it

    def _is_defined(self, position: int, path: str) -> bool:
        """Whether lines are said of a name that their file defines, which other checks know better."""
        tie = self.page.tied.get(position)
        return tie is not None and any(place.path == path for place in self.page.meant(tie[0].target))

    def _judged(self, one: Citation, names: list[str], path: str) -> Iterator[Verdict]:
        data = self.known.read(path) or b""
        there = [mentioning([name.encode()], data) for name in names]
        if not all(there) or any(name in self.page.own for name in names):
            return
        around = b"\n".join(self.known.lines(path)[max(0, one.start - 1 - NEAR) : one.end + NEAR]).lower()
        if any(name.strip("_").replace("_", "").lower().encode() in around.replace(b"_", b"") for name in names):
            return
        first, *rest = there
        places = [at for at in first if all(any(abs(at - other) <= WITHIN for other in each) for each in rest)]
        places = places[:1] + [at for last, at in pairwise(places) if at > last + WITHIN]
        if 0 < len(places) <= MOST_PLACES:
            now = min(places, key=lambda at: abs(at - one.start))
            yield self.page.moved(one, Location(path, now, now), f"{' and '.join(names)} are at line {now}")
