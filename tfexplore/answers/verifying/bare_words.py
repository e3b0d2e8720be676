"""Names in prose that are not marked as code and whose shape only code has: `_MaybeLoosenOldKnots`, `TF_BRAID_WIDTH`.

Such a word is wrong when no file of the tree has it, the text around speaks of the tree, and a name there has all of
its words but one or two in a row; or when it is said to be a variable of the environment that something there reads.
"""

from __future__ import annotations

import re
from itertools import islice, pairwise

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, markdown, vocabulary
from tfexplore.answers.citation import Citation
from tfexplore.answers.denials import denies
from tfexplore.answers.known import WORDS
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.peers import lines_of_items_beside
from tfexplore.answers.verifying.unknown import is_said_to_be_read
from tfexplore.answers.verifying.unmarked import NO_PROSE
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict

#: A word of three words or more in capitals and small letters, or of capitals with underscores.
_WORD = regex(
    r"(?<![\w./<@$#%=\\~-])(?<!::)(?:_?(?=[A-Z]\w{9})[A-Z][A-Za-z0-9]{9,79}|TF[A-Z]?_[A-Z0-9][A-Z0-9_]{6,79}"
    r"|TFE?_(?=\w{8})(?=\w*[a-z])[A-Z][A-Za-z0-9]{1,40}(?:_[A-Z][A-Za-z0-9]{1,40}){0,3})"
    r"(?![\w/=*-]|\.\w|::|->|\()",
    re.A,
)
#: What the author's own code does with what is not the author's.
_TAKEN = regex(r"\b(?:uses?|used|includes?|included|invokes?|invoked|needs?|needed)\s[*\"]{0,2}\Z")
_ARROW = regex(r"\s*(?:[-=]+>|→|⇒|↳|└)")
_MACROS = ("TF_CALL_", "TF_RETURN_", "TF_DISALLOW_")
#: A function, or a type, of the C interface; words that it has at least, with what all of them begin with.
_OF_C = regex(r"TFE?_(?=\w*[a-z])[A-Z]\w*", re.A)
OF_C = 3
#: Words, and their letters, that a name has in common with one of the tree.
SHARED, SHARED_OF_PRIVATE, LETTERS = 4, 3, 14
#: Words of a name that are others in the one that is meant.
OTHERS, OTHERS_MEANT = 1, 2
#: Names that begin alike which are looked at, and words of a document.
MAX_NAMES, MAX_WORDS = 3_000, 200
#: Lines of a paragraph, up to a word, that say what it is of.
NEAR = 4


class BareWords(Check):
    """The checks of words that are not marked as code, and are nothing else; only a tree tells."""

    needs_tree = True

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._found: list[tuple[Citation, str]] | None = None  # with the name that is meant

    def unexplained(self) -> set[str]:
        """The words that are to be searched for in all files."""
        return {one.target for one, _ in self._suspected()}

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every such word that stands nowhere."""
        for one, meant in self._suspected():
            if self.known.somewhere(one.target) == "" and one.target not in self.page.own:
                near = [meant] if meant else []
                yield self.page.verdict(one, "not found", None, near, "no such op, class, function or macro")

    def _suspected(self) -> list[tuple[Citation, str]]:
        if self._found is None:
            words = list(islice(self._words(), MAX_WORDS))
            own = {one.target for one in words if self._is_disclaimed(one)}
            self._found = []
            for one in words:
                if one.target in own or not self._is_told(one):
                    continue
                meant = self._meant(one.target)
                meant = meant or self._of_c(one.target)
                if (meant and self._in_company(one)) or self._is_a_setting(one):
                    self._found.append((one, meant))
        return self._found

    def _words(self) -> Iterator[Citation]:
        """The words of the document's prose that have such a shape and that the index does not have."""
        for number, line in self._lines():
            shown = NO_PROSE.sub(lambda match: " " * len(match[0]), line)
            for match in _WORD.finditer(shown):
                target = match[0]
                least = OF_C if _OF_C.fullmatch(target) else SHARED
                if len(WORDS.findall(target)) < least or self._is_known(target):
                    continue
                yield Citation("symbol", target, number, match.start() + 1, target, end_column=match.end())

    def _lines(self) -> Iterator[tuple[int, str]]:
        """The lines of paragraphs and of items, without those of tables, headings and blocks."""
        for one in self.page.paragraphs:
            if not (one.text.lstrip().startswith(("|", "<", "    ")) or markdown.HEADING.match(one.text)):
                for number in one.numbers:
                    yield number, self.page.text_lines[number - 1]

    def _is_known(self, target: str) -> bool:
        known, whole = self.known, target.removesuffix("s")
        if any(known.knows(each) or each.lower() in known.lowered or each in known.spoken for each in (target, whole)):
            return True
        gradient = target.removesuffix("Grad").removesuffix("Op")
        if target in known.swig_names or target in known.externals or gradient in known.ops:
            return True
        return vocabulary.PLACEHOLDER.search(target) is not None or known.begins(target)

    def _is_told(self, one: Citation) -> bool:
        """Whether the words around speak of what there is in the tree, as far as anybody can tell."""
        before, behind = self.page.around(one)
        if self.page.is_planned(one) or self.page.is_of_its_own(one) or self.page.is_anothers(one):
            return False
        taken = one.target.startswith(_MACROS) and _TAKEN.search(before[-40:]) is not None
        if taken:
            return not disclaimers.foreign(prose.around(before, behind))
        return not (self.page.strangers(one) or self.page.of_a_package(one))

    def _is_disclaimed(self, one: Citation) -> bool:
        """Whether a word is denied, asked for, another release's, made up, or introduced as the author's."""
        before, behind = self.page.around(one)
        if disclaimers.denied(before, behind) or denies(before, behind) or disclaimers.asked(before, behind):
            return True
        if disclaimers.own(before, behind) or disclaimers.introduced(before):
            return True
        sentence = prose.around(before, behind)
        return disclaimers.example(sentence) or disclaimers.of_a_fork(sentence)

    def _meant(self, target: str) -> str:
        """A name of the tree that has all the words of another but one, and one or two others there."""
        parts = [match.span() for match in WORDS.finditer(target)]
        least = SHARED_OF_PRIVATE if target.startswith("_") else SHARED
        if len(parts) - OTHERS < least:
            return ""
        for (_, ends), (at, end) in pairwise(parts):
            head, tail = target[: at if "_" in target.strip("_") else ends], target[end:]
            if sum(map(str.isalpha, head + tail)) < LETTERS:
                continue
            for name in islice(self.known.beginning(head), MAX_NAMES):
                inside = name[len(head) : len(name) - len(tail)] if name.endswith(tail) else ""
                if inside and not inside[0].islower() and 0 < len(WORDS.findall(inside)) <= OTHERS_MEANT:
                    return name
        return ""

    def _of_c(self, target: str) -> str:
        """A function of the C interface that is nearly called like a word; any of them where none is."""
        if not _OF_C.fullmatch(target):
            return ""
        near = [name for _, name in self.known.near(target) if _OF_C.fullmatch(name)]
        return next(iter([*near, *islice(self.known.beginning(target[: target.index("_") + 1]), 1)]), "")

    def _is_a_setting(self, one: Citation) -> bool:
        """Whether a word is said to be a variable of the environment, beside something of the tree."""
        return is_said_to_be_read(self.page, one) and self._in_company(one, 1)

    def _in_company(self, one: Citation, least: int = 2) -> bool:
        """Whether the paragraph up to a word, or an item next to it, speaks of a file or of some names of the tree."""
        number = one.line
        numbers = [number, *lines_of_items_beside(self.page, number)]
        if _ARROW.match(self.page.text_lines[number - 1]):  # a step of a chain of calls, each on a line of its own
            numbers += [each for each in (number - 1, number + 1) if 0 < each <= len(self.page.text_lines)]
        while one.line - number < NEAR and prose.wrapped(self.page.text_lines, number):
            number -= 1
            numbers.append(number)
        names: set[str] = set()
        for each in numbers:
            for other in self.page.on(each):
                if other.kind in ("path", "path:line") and self.known.resolve(other.target):
                    return True
                named = other.kind in ("symbol", "op") and other.target != one.target
                if named and (self.page.meant(other.target) or self.known.stands(other.target)):
                    names.add(other.target)
        return len(names) >= least
