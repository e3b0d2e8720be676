"""Short texts in quotation marks that a sentence gives to a place, where another with a word of theirs stands.

"the one registered under `"LOOSE_LOOM"` (loom.cc:12)", and line 12 has `"TIGHT_LOOM"`, and no line of the file has the
former.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.markdown import SPAN
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.claimed import is_claimed
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: Lines around a place that are read for a text, and letters of a word that two texts share.
NEAR, LEAST = 3, 4
_TEXT = regex(r"[\"'](?P<text>[\w./:-]{4,60})[\"']", re.A)
_LITERAL = regex(rb"[\"']([\w./:-]{4,60})[\"']")
_WORD = regex(r"[A-Za-z]{4,}", re.A)
_OTHERWISE = otherwise(
    r"no|neither|nor|without|if|unless|other|others|older|newer|instead|rather|pass(?:es|ed)?|sets?|set to|2\.\w+",
    "没|不|如果|其他|传|设",
)


class TextsNear(Check):
    """The checks of such texts."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every text that no file of its sentence has, where one at its place is like it."""
        for one in self.page.paragraphs:
            if '`"' not in one.text and "`'" not in one.text:
                continue
            for span in SPAN.finditer(one.text):
                match = _TEXT.fullmatch(span[2].strip())
                if match is not None and is_claimed(span, _OTHERWISE, apart=True):
                    yield from self._judged(one, span, match["text"])

    def _judged(self, one: Paragraph, span: re.Match[str], text: str) -> Iterator[Verdict]:
        first, last = prose.sentence_span(one.text, span.start() + 1)
        said = [each for number in one.numbers for each in self.page.on(number) if each.kind.startswith("path")]
        said = [each for each in said if first <= one.offset(each.line, each.column) < last]
        places = [each for each in said if each.kind == "path:line"]
        files = {path for each in said for path in self.page.files_meant(each)}
        written = text.encode()
        if len(places) != 1 or len(files) != 1 or any(written in (self.known.read(path) or b"") for path in files):
            return
        (path,) = files
        words = set(_WORD.findall(text.lower()))
        lines = self.known.lines(path)
        for number in range(max(1, places[0].start - NEAR), min(len(lines), places[0].end + NEAR) + 1):
            for found in _LITERAL.findall(lines[number - 1]):
                there = found.decode("ascii", "replace")
                if words & set(_WORD.findall(there.lower())):
                    cited = one.cited(span.start(2), span[2].strip())
                    if not self.page.strangers(cited):
                        detail = f'line {number} has "{there}", and no line "{text}"'
                        yield self.page.verdict(
                            cited, "differs", Location(path, number, number), (there,), detail, "symbol"
                        )
                    return
