"""Cited lines that have nothing at all to do with their sentence, whatever it says.

"`ValidateKnots` refuses an odd `width` (x.cc:300)", where no word of the sentence, none of its names nor a part of one
stands within some lines of line 300, in the name of what that is inside of or in what is registered there; and the file
has several of them, names among them, so that it is the right one. A sentence may be about what the lines do in other
words than theirs, but hardly with names of the file, not a word of which is near. Only a tree tells.
"""

from __future__ import annotations

import re
from bisect import bisect_left

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import markdown
from tfexplore.answers.verifying.around_lines import AroundLines, folded
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.files_perhaps import FilesPerhaps
from tfexplore.answers.verifying.spelling import STRUCTURED
from tfexplore.answers.verifying.unlike_lines import (
    BESIDE_IT,
    CLOSES_CLAUSE,
    does_something,
    is_left_alone,
    parts,
    tells_nothing,
)
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.known import Known
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict

#: Lines beside the cited ones that count.
BESIDE = 8
#: The share of a sentence that lines have by chance: "input", "dataset".
NEXT_TO_NOTHING = 0.08
#: Words of a sentence that its file has elsewhere, one of them at least part of a name, and letters of a sentence.
ENOUGH, LONGEST_SENTENCE = 2, 2_000
#: Letters by which the forms of a word are known, and those before a name that tell that lines are beside it.
STEM, NEXT_TO = 5, 60
_SOURCES = (".cc", ".h", ".py", ".i", ".proto", ".bzl")
#: The words that names are put together of, and numbers.
_PART = regex(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d\d+")
_NAME, _SHORT_NAME = regex(r"[A-Za-z_]\w{3,}", re.A), regex(r"[A-Za-z_]\w+", re.A)
#: What may count lines.
A_COUNT = regex(r"\d+\s?行")
#: A place without its file, the file of one, and an address.
_PLACE = regex(
    r"https?://\S+|[\w./+-]+\.(?:cc|h|py|proto|cu|bzl|i|md|pbtxt|cpp|hpp)\b(?::\d+(?:-\d+)?)?"
    r"|\blines?\s+\d+(?:\s*(?:[-–,]|to|and)\s*\d+)*|\bL\d+(?:[-–]L?\d+)?|第\s*\d+(?:\s*[-–]\s*\d+)?\s*行|:\d+(?:-\d+)?"
)
#: Words that say nothing of code.
_OF_PROSE = """
    about after all already also and another any are because been before behind being between both but can could
    did does done down each even every first for from had has have her here him his into its just last line
    lines like may more most long must next not off once one only other our out over own per same say says
    second see should since some still such than that the their them then there these they third this those two
    three through too under until upon very via was well were what when where whether which while who why will
    with within without would yet you your
"""
_PLAIN = frozenset(_OF_PROSE.split())


class Sentence(Record):
    """What a sentence says: its names, all its code, and how its other words and all begin, parts of names as well."""

    names: frozenset[bytes]
    code: frozenset[bytes]
    plain: frozenset[bytes]
    words: frozenset[bytes]

    def with_words(self, text: str) -> Sentence:
        """The same with all that another text says."""
        more = {folded(word) for word in _SHORT_NAME.findall(text)}
        return self._replace(words=self.words | _stems(text), code=self.code | more)


def said_in(text: str) -> Sentence:
    """What a sentence says, places apart."""
    said = _PLACE.sub(" ", text)
    spans = [span.span(2) for span in markdown.SPAN.finditer(said)]
    coded = [match for begins, ends in spans for match in _NAME.finditer(said, begins, ends)]
    coded += [match for match in _NAME.finditer(said) if STRUCTURED.fullmatch(match[0])]
    every = {folded(word) for begins, ends in spans for word in _SHORT_NAME.findall(said, begins, ends)}
    names = {
        folded(match[0])
        for match in coded
        if not BESIDE_IT.search(said, max(0, match.start() - NEXT_TO), match.start())
    }
    parts = _stems(" ".join(match[0] for match in coded))
    words = _stems(said)
    return Sentence(frozenset(names), frozenset(every), words - parts, words)


def _stems(text: str) -> frozenset[bytes]:
    found = {part.lower() for part in _PART.findall(text) if len(part) > 2 or part.isdigit()} - _PLAIN
    return frozenset(part[:STEM].encode() for part in found)


class Related:
    """Sentences held against lines of files by their words."""

    def __init__(self, known: Known) -> None:
        self._around = AroundLines(known)

    def are_near(self, path: str, start: int, end: int, said: Sentence) -> bool:
        """Whether more than next to nothing of what is said stands around lines, or in the name of what they are in.

        Words count the more the rarer they are in the file, and those that it does not have not at all.
        """
        there, file = self._around.text(path, start, end, BESIDE), self._around.file(path)
        if any(word in there for word in said.code):
            return True
        weights = [(word in there, file.rarity(word)) for word in said.words]
        return sum(weight for near, weight in weights if near) > NEXT_TO_NOTHING * sum(weight for _, weight in weights)

    def is_of(self, path: str, said: Sentence) -> bool:
        """Whether a file has enough of what is said, a name among it, to be the one that a sentence is about."""
        file = self._around.file(path)
        names = sum(name in file for name in said.names)
        return names > 0 and names + sum(word in file for word in said.plain) >= ENOUGH


class UnrelatedLines(Check):
    """The checks of cited lines which have nothing that their sentence has; they need a tree."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._related = Related(page.known)
        self._perhaps = FilesPerhaps(page)

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
                perhaps = [*files, *(self._perhaps.of(one) if one.unnamed else ())]
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
        return all(path.endswith(_SOURCES) and self._related.is_of(path, said) for path in files)

    def _is_near(self, path: str, one: Citation, said: Sentence) -> bool:
        return self._related.are_near(path, one.start, one.end, said)

    def _has(self, path: str, one: Citation) -> bool:
        return one.end <= len(self.known.lines(path))


def _at(cited: tuple[int, Citation]) -> int:
    return cited[0]
