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
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.names import Names
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict

#: Words of a document that are looked for, and files whose words they may be.
MOST, MAX_FILES = 60, 24
_WORD = regex(r"(?<![\w-])[A-Za-z_]\w{5,}", re.A)
_WORD_OF_FILE = re.compile(rb"[A-Za-z_]\w{4,}")
#: What stands before a word that makes it a part of something else: a path, a flag, a pattern, another package's.
_PART = regex(
    r"(?:[/\\$%@#…*]|\.\.|--?|[a-z]+://\S*|\b(?:np|jax|torch|os|sys|absl|six|std|Eigen)\b[\w.:]*[.:])\Z", re.A
)
#: What goes on behind a word: a pattern, a path; a type may have a star.
_GOES_ON = regex(r"…|\.\.|/|(?<![a-z])\*", re.A)
_IMPORTS = regex(r"\s*(?:from|import)\s|\s*#\s?include\b")
#: Words of a sentence on what is not there yet.
_TO_BE = regex(r"\b(?:will|shall|going to|to be)\b|将要?|打算|准备", re.I)
#: What tests define, which are not searched.
_OF_TESTS = regex(r"[Tt]est(?![a-z])", re.A)


class Typos(Check):
    """The checks of single words of code."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._names = Names(page)

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every word of code that is a letter away from one that there is."""
        found = [(said, meant) for said in self._unknown() if (meant := self._meant(said)) != ""]
        tested = self.known.in_tests(said.target for said, _ in found) if found and self.known.has_tree else ()
        for said, meant in found:
            made = self.page.verdict(said, "not found", None, (meant,), "no file has it")
            if said.target not in tested and not self._names.is_excused(said, made):
                yield made

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
                    if _PART.search(line, span.start(2), match.start()) or _GOES_ON.match(line, match.end()):
                        continue
                    if vocabulary.PLACEHOLDER.search(word) or _OF_TESTS.search(word):
                        continue
                    found += 1
                    if found > MOST:
                        return
                    yield Citation(
                        "symbol", word, number, match.start() + 1, word, in_code=True, end_column=match.end()
                    )

    def _meant(self, said: Citation) -> str:
        """The name, or the word of a file that the document cites, that a word is a letter away from."""
        word = said.target
        sentence = prose.sentence(self.page.text_lines[said.line - 1], said.column)
        if disclaimers.absent(sentence) or disclaimers.proposed(sentence) or _TO_BE.search(sentence):
            return ""
        if word in self._words[len(word)] or self.page.is_anothers(said) or self.page.strangers(said):
            return ""  # or of a tree that is not quite the index's
        near = [name for size in (len(word) - 1, len(word), len(word) + 1) for name in self._words[size]]
        near += [name for name in _swapped(word) if name in self.known.names or name in self.known.ops]
        meant = next((name for name in near if is_a_slip(word, name)), "")
        # The names of all files are put in order for this.
        return meant or next((name for _, name in self.known.near(word) if is_a_slip(word, name)), "")

    @cached_property
    def _words(self) -> defaultdict[int, list[str]]:
        """The words of the files that the document cites, by how long they are, in order; with a tree."""
        made: defaultdict[int, list[str]] = defaultdict(list)
        found: set[bytes] = set()
        cited = list(dict.fromkeys([paths[0] for paths in self.page.resolved if paths]))[:MAX_FILES]
        for path in cited if self.known.has_tree else ():
            found.update(_WORD_OF_FILE.findall(self.known.read(path) or b""))
        for one in sorted(found):
            made[len(one)].append(one.decode())
        return made


def _swapped(word: str) -> list[str]:
    """A word with two letters next to each other exchanged, at every place."""
    return [word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(1, len(word) - 1)]


def is_a_slip(word: str, name: str) -> bool:
    """Whether a word is a name with one small letter inside of it left out, doubled, wrong, or exchanged with the next.

    >>> is_a_slip("defered_", "deferred_"), is_a_slip("Cnov2D", "Conv2D"), is_a_slip("ApplyAdamV2", "ApplyAdam")
    (True, True, False)
    """
    if word == name or abs(len(word) - len(name)) > 1 or word[0] != name[0]:
        return False
    at = next((at for at, (one, other) in enumerate(zip(word, name, strict=False)) if one != other), len(word))
    if at < 1 or at >= min(len(word), len(name)) - 1:
        return False  # a plural, a version, a member's underscore
    if len(word) == len(name):
        swapped = word[at : at + 2] == name[at : at + 2][::-1] and word[at + 2 :] == name[at + 2 :]
        letters, rest = word[at] + name[at], word[at + 1 :] == name[at + 1 :]
        return (swapped and word[at : at + 2].isalpha()) or (rest and letters.isalpha() and letters.islower())
    longer, shorter = (word, name) if len(word) > len(name) else (name, word)
    extra = longer[at]
    doubled = extra in (longer[at - 1], longer[at + 1])
    return longer[at + 1 :] == shorter[at:] and (extra.islower() or (doubled and not extra.isdigit()))
