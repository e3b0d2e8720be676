"""Cited lines that have nothing at all to do with their sentence, whatever it says.

"`ValidateKnots` refuses an odd `width` (x.cc:300)", where no word of the sentence, none of its names nor a part of one
stands within some lines of line 300, in the name of what that is inside of or in what is registered there; and the file
has several of them, names among them, so that it is the right one. A sentence may be about what the lines do in other
words than theirs, but hardly with names of the file, not a word of which is near. Only a tree tells.
"""

from __future__ import annotations

from bisect import bisect_left

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.verifying.around_lines import SOURCES
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.clauses_of_places import (
    A_COUNT,
    CLOSES_CLAUSE,
    does_something,
    is_left_alone,
    parts,
    tells_nothing,
)
from tfexplore.answers.verifying.related import Related, said_in
from tfexplore.model import Location

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.related import Sentence
    from tfexplore.answers.verifying.verdicts import Verdict

#: Letters of a sentence.
LONGEST_SENTENCE = 2_000


class UnrelatedLines(Check):
    """The checks of cited lines which have nothing that their sentence has; they need a tree."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._related = Related(page.around_lines)

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on lines next to which nothing stands of what is said."""
        for paragraph in self.page.paragraphs if self.known.has_tree else ():
            cited = self.page.cited_in(paragraph)
            for first, last in parts(paragraph.text) if cited else ():
                within = cited[bisect_left(cited, first, key=_at) : bisect_left(cited, last, key=_at)]
                if within and last - first < LONGEST_SENTENCE:
                    yield from self._in_sentence(paragraph.text, (first, last), within)

    def _in_sentence(
        self, text: str, sentence: tuple[int, int], within: Sequence[tuple[int, Citation]]
    ) -> Iterator[Verdict]:
        said = said_in(text[slice(*sentence)])
        begins, last = sentence
        for at, one in within if said.names else ():
            ends = at + len(one.text)
            files = self._files(one)
            if files and self._are_of(files, text, (begins, at, ends, last)):
                said = said.with_words(" ".join(self.page.headings(one.line)))  # the op of a section, perhaps
                perhaps = [*files, *(self.page.perhaps.of(one) if one.unnamed else ())]
                near = (path for path in perhaps if self._has(path, one) and self._is_near(path, one, said))
                if not any(near) and not tells_nothing(text, sentence, (at, ends)):
                    detail = f"nothing of what is said stands near line {one.start}"
                    yield self.page.verdict(one, "not found", Location(files[0], one.start, one.end), (), detail)
            if CLOSES_CLAUSE.match(text, ends):
                begins = ends  # what stood before is said of this place

    def _files(self, one: Citation) -> list[str]:
        """The files that lines are of; none for what may be no lines, and for those that are left to other checks."""
        if one.text.isdigit() or A_COUNT.fullmatch(one.text) or is_left_alone(self.page, one):
            return []
        return [path for path in self.page.files_meant(one) if self._has(path, one)]

    def _are_of(self, files: list[str], text: str, where: tuple[int, int, int, int]) -> bool:
        """Whether files have what is said of a place: not what follows its clause, nor what stands before what it does.

        `where` is what may be said of it from its beginning on, the place, and the end of the sentence.
        """
        first, begins, ends, last = where
        if does_something(text[ends:last]):
            first = ends
        elif CLOSES_CLAUSE.match(text, ends):
            last = begins
        said = said_in(text[first:last])
        return all(path.endswith(SOURCES) and self._related.is_of(path, said) for path in files)

    def _is_near(self, path: str, one: Citation, said: Sentence) -> bool:
        return self._related.are_near(path, one.start, one.end, said)

    def _has(self, path: str, one: Citation) -> bool:
        return one.end <= len(self.known.lines(path))


def _at(cited: tuple[int, Citation]) -> int:
    return cited[0]
