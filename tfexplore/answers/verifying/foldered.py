"""Files that a document lists as those of a folder: "| `python/util/` | `port.i`, `util.i` |", "`util/`: `port.i`".

An index tells where the files of a name are. That a list is of what is in the folder, its files tell: most of them are
there. One that is elsewhere alone is wrong then.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.rows import tables
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.verdicts import Verdict

_FOLDER = r"`(?P<folder>(?:[\w.-]+/)+)`"
_CELL = regex(rf"[\s*]*{_FOLDER}[\s*]*", re.A)
#: How a line or a sentence begins that lists the files of a folder.
_LISTS = regex(
    rf"\s*(?:[-*+]\s+|\d+[.)]\s+)?\**(?:(?:The|In)\s)?(?:(?:folder|directory)\s|目录\s?)?{_FOLDER}\**\s?"
    r"(?:[:：]|[-–—]{1,2}\s|(?:has|have|holds?|contains?|there\s(?:is|are))\s|[下里]?[面边]?有|包含|包括)",
    re.A,
)
#: So many files of a list are in its folder, so many times as many as are not.
ENOUGH, TIMES = 2, 2


class _Listed(Record):
    """A file that is said to be in a folder."""

    folder: str
    one: Citation


class Foldered(Check):
    """The checks of such lists."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every file that is in another folder than those which its list is of."""
        for table in tables(self.page):
            yield from self._judged(
                [
                    _Listed(folder["folder"], one)
                    for row in table.rows
                    if row and (folder := _CELL.fullmatch(row[0].text)) is not None
                    for one in self._files(self.page.on(row[0].line))
                ]
            )
        items: list[_Listed] = []
        for one in self.page.paragraphs:
            for start, end in prose.sentences(one.text):
                lists = _LISTS.match(one.text, start, end)
                if lists is None or one.text.lstrip().startswith("|"):
                    continue
                said = [each for number in one.numbers for each in self.page.on(number)]
                inside = (each for each in said if lists.end() <= one.offset(each.line, each.column) < end)
                items += [_Listed(lists["folder"], each) for each in self._files(inside)]
        yield from self._judged(items)

    def _files(self, said: Iterable[Citation]) -> list[Citation]:
        """The files that are cited by their names alone, and that a tree has."""
        bare = (one for one in said if one.kind == "path" and "/" not in one.target and one.in_code)
        return [one for one in bare if self.known.called(one.target)]

    def _judged(self, listed: Sequence[_Listed]) -> Iterator[Verdict]:
        """The verdicts on files of lists nearly all of whose others are where they are said to be."""
        told = [(each, self._is_in(each)) for each in listed]
        wrong = [each for each, is_in in told if is_in is False]
        right = sum(is_in is True for _, is_in in told)
        if right < max(ENOUGH, TIMES * len(wrong)):
            return
        for folder, one in wrong:
            line = self.page.text_lines[one.line - 1]
            if disclaimers.proposed(line) or disclaimers.absent(line) or self.page.strangers(one):
                continue
            path, *_ = self.known.called(one.target)
            yield self.page.moved(one, Location(path, 1, 1), f"{one.target} is not in {folder}")

    def _is_in(self, listed: _Listed) -> bool | None:
        """Whether a file is in a folder, or below it; None where there is no such folder."""
        folder = f"/{listed.folder.lower()}"
        if any(folder in f"/{path.lower()}" for path in self.known.called(listed.one.target)):
            return True
        return False if any(folder in f"/{path}" for path in self.known.paths) else None
