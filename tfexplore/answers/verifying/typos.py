"""Words of code that no file has, and that one letter makes a word of the files that the document cites, or a name.

Nothing needs to be said of such a word: `defered_.push_back(f)` speaks of `deferred_`. An author's own names stand in a
document more than once, and differ from those of the tree in whole words, in what they begin or end with, in numbers.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import cached_property

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, vocabulary
from tfexplore.answers.citation import Citation
from tfexplore.answers.known import WORDS
from tfexplore.answers.markdown import SPAN
from tfexplore.answers.nearest import letters_of
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.names import Names
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.spelling import is_a_letter_off, is_a_slip
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict

#: Words of a document that are looked for.
MOST = 60
_WORD = regex(r"(?<![\w-])[A-Za-z_]\w{4,}", re.A)
#: Letters of a word from which on any word of the files cited, or any name, may be meant, not only the document's.
LONG = 6
#: The same of a word that is meant for another whatever the text says of it.
VERY_LONG = 9
#: What stands before a word that makes it a part of something else: a path, a flag, a pattern, another package's.
_PART = regex(
    r"(?:[/\\$%@#…*]|\.\.|--?|[a-z]+://\S*|\b(?:np|jax|torch|os|sys|absl|six|std|Eigen)\b[\w.:]*[.:])\Z", re.A
)
#: What a public name has before its last word, which is held against those.
_PUBLIC = regex(r"\b(?:tf|tensorflow|keras)\.(?:\w+\.)*\Z", re.A)
#: What goes on behind a word: a pattern, a path; a type may have a star.
_GOES_ON = regex(r"…|\.\.|/|(?<![a-z])\*", re.A)
_IMPORTS = regex(r"\s*(?:from|import)\s|\s*#\s?include\b")
#: Words of a sentence on what is not there yet.
_TO_BE = regex(r"\b(?:will|shall|going to|to be)\b|将要?|打算|准备", re.I)
_OTHERWISE = otherwise()
#: What tests define, which are not searched.
_OF_TESTS = regex(r"[Tt]est(?![a-z])", re.A)


class Typos(Check):
    """The checks of single words of code."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._names = Names(page)

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every word of code that is a letter away from one that there is."""
        unknown = (said for said in self._unknown() if said.target not in self.known.wrappers)  # which builds make
        unknown = (said for said in unknown if not vocabulary.SYSTEM.match(said.target))
        found = [(said, meant) for said in unknown if (meant := self._meant(said)) != ""]
        tested = self.known.in_tests(said.target for said, _ in found) if found and self.known.has_tree else ()
        for said, meant in found:
            made = self.page.verdict(said, "not found", None, (meant,), "no file has it")
            if said.target not in tested and not self._names.is_excused(said, made):
                yield made

    def unexplained(self) -> set[str]:
        """The words of code that are a letter away from another of the document's, which only a tree tells of."""
        count = Counter(_WORD.findall("\n".join(self.page.text_lines)))
        alone = [word for word in self._code if count[word] == 1 and not self.known.explains(word)]
        return set([word for word in alone if next(self._beside(word), "") or self._in_order(word)][:MOST])

    def _beside(self, word: str) -> Iterator[str]:
        """The words of the document's code that a word is a letter away from, and no form of."""
        has = letters_of(word)
        for size in (len(word) - 1, len(word), len(word) + 1):
            for letters, other in self._alike[word[0], size]:
                # A letter instead of another changes two of the bits at most: most words are told apart by that.
                if (has ^ letters).bit_count() <= 2 and is_a_letter_off(word, other):
                    yield other

    def _in_order(self, word: str) -> str:
        """What has the parts of a word in another order: a word of the document's code or of its files, or an op."""
        parts = _parts(word)
        return next((other for other in self._by_parts.get(parts, ()) if other != word), "") if parts else ""

    @cached_property
    def _by_parts(self) -> dict[tuple[str, ...], list[str]]:
        """The words of the document's code and of the files that it cites, and the ops, by their parts."""
        made: dict[tuple[str, ...], list[str]] = {}
        for word in dict.fromkeys([*self._code, *sorted(self.page.words_of_files), *self.known.ops]):
            parts = _parts(word)
            if parts:
                made.setdefault(parts, []).append(word)
        return made

    @cached_property
    def _code(self) -> list[str]:
        """The words of the document's code, each once, in order."""
        spans = (span[2] for line in self.page.text_lines if "`" in line for span in SPAN.finditer(line))
        return sorted({word for code in spans for word in _WORD.findall(code)})

    @cached_property
    def _alike(self) -> defaultdict[tuple[str, int], list[tuple[int, str]]]:
        """The words of the document's code by their first letter and how long they are, each with its letters."""
        made: defaultdict[tuple[str, int], list[tuple[int, str]]] = defaultdict(list)
        for word in self._code:
            made[word[0], len(word)].append((letters_of(word), word))
        return made

    def added(self, verdicts: Sequence[Verdict], slips: Iterable[Verdict]) -> list[Verdict]:
        """The verdicts with those on words, where nothing is said against the code that a word is in."""
        against: dict[int, list[int]] = {}
        for one in verdicts:
            if one.verdict not in ("found", "external"):
                against.setdefault(one.line, []).append(one.column)
        kept = []
        for one in slips:
            text = self.page.text_lines[one.line - 1]
            spans = [span.span() for span in self.page.spans(one.line)]
            first, last = next((each for each in spans if each[0] < one.column <= each[1]), (0, len(text)))
            if not any(first < column <= last for column in against.get(one.line, ())):
                kept.append(one)
        at = {(one.line, one.column) for one in kept}
        return [one for one in verdicts if (one.line, one.column) not in at] + kept

    def _unknown(self) -> Iterator[Citation]:
        """The words of code of a document, each once in it, that stand in no file."""
        count = Counter(_WORD.findall("\n".join(self.page.text_lines)))
        found = 0
        for number, line in self.page.prose_lines:
            for span in self.page.spans(number) if "`" in line else ():
                if _IMPORTS.match(span[2]):
                    continue  # which are held to what a module has
                for match in _WORD.finditer(line, span.start(2), span.end(2)):
                    word = match[0]
                    if count[word] > 1 or word in self.page.own or not self.known.is_nowhere(word):
                        continue
                    if word in self.known.spoken:
                        continue  # of a class that a macro makes
                    if _PART.search(line, span.start(2), match.start()) or _GOES_ON.match(line, match.end()):
                        continue
                    if vocabulary.PLACEHOLDER.search(word) or _OF_TESTS.search(word):
                        continue
                    if self._is_of_a_path(number, match.start()):
                        continue
                    found += 1
                    if found > MOST:
                        return
                    yield Citation(
                        "symbol", word, number, match.start() + 1, word, in_code=True, end_column=match.end()
                    )

    def _is_of_a_path(self, number: int, at: int) -> bool:
        """Whether a word is part of a file's name, which is held against the files, in whichever case it is."""
        return any(one.kind.startswith("path") and one.column <= at + 1 < one.behind for one in self.page.on(number))

    def _meant(self, said: Citation) -> str:
        """The name, or the word of a file that the document cites, that a word is a letter away from."""
        word = said.target
        public = _PUBLIC.search(self.page.text_lines[said.line - 1], 0, said.column - 1)
        beside = (name for name in self._beside(word) if name not in self.page.own) if public is None else iter(())
        again = next((name for name in beside if not self.known.is_nowhere(name)), "")
        if again or len(word) < LONG:
            return again
        near = [name for size in (len(word) - 1, len(word), len(word) + 1) for name in self._words[size]]
        near += [name for name in _swapped(word) if name in self.known.names or name in self.known.ops]
        meant = next((name for name in near if is_a_slip(word, name)), "")
        if len(word) >= VERY_LONG and _lacks_a_letter(word, meant):
            return meant  # which nobody would call something of his own
        sentence = prose.sentence(self.page.text_lines[said.line - 1], said.column)
        if disclaimers.absent(sentence) or disclaimers.proposed(sentence) or _TO_BE.search(sentence):
            return ""
        if word in self._words[len(word)] or self.page.is_anothers(said) or self.page.strangers(said):
            return ""  # or of a tree that is not quite the index's
        behind = self.page.text_lines[said.line - 1][said.end_column :]
        if public is None and not behind.startswith(".") and not _OTHERWISE.search(sentence):
            meant = meant or self._in_order(word)
        # The names of all files are put in order for this.
        return meant or next((name for _, name in self.known.near(word) if is_a_slip(word, name)), "")

    @cached_property
    def _words(self) -> defaultdict[int, list[str]]:
        """The words of the files that the document cites, by how long they are, in order; with a tree."""
        made: defaultdict[int, list[str]] = defaultdict(list)
        for word in sorted(self.page.words_of_files):
            made[len(word)].append(word)
        return made


def _lacks_a_letter(word: str, name: str) -> bool:
    """Whether a word is a name but for a letter that was left out, or for two that were exchanged."""
    return bool(name) and (len(word) < len(name) or (word != name and sorted(word) == sorted(name)))


def _parts(word: str) -> tuple[str, ...]:
    """The parts of a name of several, in order, and what kind of name it is; none of another word.

    >>> _parts("BiasOp") == _parts("OpBias"), _parts("bias_op") == _parts("BiasOp"), _parts("bias")
    (True, False, ())
    """
    bare = word.strip("_")
    parts = bare.split("_") if "_" in bare else WORDS.findall(bare)
    kind = "A" if bare.isupper() else "a" if bare.islower() else "Aa"
    return (kind, *sorted(parts)) if len(parts) > 1 and len(bare) >= LONG else ()


def _swapped(word: str) -> list[str]:
    """A word with two letters next to each other exchanged, at every place."""
    return [word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(1, len(word) - 1)]
