"""What a sentence says held against lines of a file: whether they have anything of it."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import markdown
from tfexplore.answers.verifying.around_lines import folded
from tfexplore.answers.verifying.clauses_of_places import BESIDE_IT
from tfexplore.answers.verifying.spelling import STRUCTURED
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from tfexplore.answers.verifying.around_lines import AroundLines

#: Lines beside the cited ones that count.
BESIDE = 8
#: The share of a sentence that lines have by chance: "input", "dataset".
NEXT_TO_NOTHING = 0.08
#: Words of a sentence that its file has elsewhere, one of them at least part of a name.
ENOUGH = 2
#: Letters by which the forms of a word are known, and those before a name that tell that lines are beside it.
STEM, NEXT_TO = 5, 60
#: The words that names are put together of, and numbers.
_PART = regex(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d\d+")
_NAME, _SHORT_NAME = regex(r"[A-Za-z_]\w{3,}", re.A), regex(r"[A-Za-z_]\w+", re.A)
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

    def __init__(self, around: AroundLines) -> None:
        self._around = around

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
