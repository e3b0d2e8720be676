"""Lists and columns of texts in quotation marks that a file has: `"prune"`, `"fold"`, … of what a function understands.

Where nearly all texts of a list stand in the file of a function that is named before it, one that does not is wrong.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.verifying.bases import named
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.rows import tables
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.verdicts import Verdict

#: So many texts of a list are the file's, and so many times as many as are not; files that it may be of.
ENOUGH, TIMES, MAX_FILES = 5, 5, 4
_TEXT = regex(r"`(?P<text>\"[\w .:/-]{3,60}\"|'[\w .:/-]{3,60}')`", re.A)


class ListedTexts(Check):
    """The checks of such lists."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every text that the file has not, which has nearly all of the others."""
        for one in self.page.paragraphs:
            if one.text.count('`"') + one.text.count("`'") > ENOUGH and not one.text.lstrip().startswith("|"):
                texts = [one.cited(match.start("text"), match["text"]) for match in _TEXT.finditer(one.text)]
                said = [each for number in one.numbers for each in self.page.on(number)]
                yield from self._lacking(texts, said)
        for table in tables(self.page):
            for at in range(len(table.heads)):
                cells = [row[at] for row in table.rows if len(row) > at]
                found = [(cell, match) for cell in cells if (match := _TEXT.fullmatch(cell.text.strip(" *")))]
                if len(found) > ENOUGH:
                    over = self.page.over(table.one.numbers[0])
                    said = [each for number in range(max(1, over - 2), over + 1) for each in self.page.on(number)]
                    texts = [
                        named(match["text"], cell.line, cell.column + cell.text.index(match["text"]))
                        for cell, match in found
                    ]
                    yield from self._lacking(texts, said)

    def _lacking(self, texts: Sequence[Citation], said: Sequence[Citation]) -> Iterator[Verdict]:
        for path in self._files(said):
            data = self.known.read(path) or b""
            lacking = [one for one in texts if not _stands(one.target, data)]
            if len(texts) - len(lacking) < max(ENOUGH, TIMES * len(lacking)):
                continue
            for one in lacking:
                line = self.page.text_lines[one.line - 1]
                aside = self._is_of_another(one) or disclaimers.proposed(line)
                if not (aside or disclaimers.denied(*self.page.around(one))):
                    yield self.page.verdict(one, "not found", Location(path, 1, 1), (), f"{path} has no {one.target}")
            return

    def _is_of_another(self, one: Citation) -> bool:
        """Whether a function that is named before a text on its line has it, whatever file that is in."""
        before = [other for other in self.page.on(one.line) if other.kind == "symbol" and other.column < one.column]
        paths = {place.path for other in before[-1:] for place in self.page.meant(other.target)}
        return any(_stands(one.target, self.known.read(path) or b"") for path in paths)

    def _files(self, said: Sequence[Citation]) -> list[str]:
        """The files of the functions that some citations name, and those that are cited."""
        found: list[str] = []
        for one in said:
            if one.kind in ("path", "path:line"):
                found += self.page.files_meant(one)[:1]
            elif one.kind == "symbol":
                found += [place.path for place in self.page.meant(one.target) if place.kind in ("function", "method")][
                    :1
                ]
        return list(dict.fromkeys(found))[:MAX_FILES]


def _stands(text: str, data: bytes) -> bool:
    """Whether a file has a text, in whichever quotation marks."""
    inner = text[1:-1].encode()
    return b'"%b"' % inner in data or b"'%b'" % inner in data
