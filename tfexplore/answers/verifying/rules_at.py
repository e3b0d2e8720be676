"""Lines of a BUILD file that are cited for a target: "`loom` gets a dependency; the target is at `kernels/BUILD:481`".

Where a sentence names targets of the file, and the lines are of none of them and have no name of the sentence, they are
another's. So is a label without a package, `:loom`, that none of the document's BUILD files has, where they have nearly
all others. Only a tree tells.
"""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.markdown import SPAN
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.past_end import BUILDS
from tfexplore.answers.verifying.spelling import nearest_of
from tfexplore.answers.verifying.targets import rules_of
from tfexplore.index.symbols import Place
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict

#: What says that lines are a target's, and how targets are called.
_A_TARGET = regex(r"\b(?:targets?|rules?|librar(?:y|ies)|\w+_(?:library|binary|test))\b|目标|规则")
_NAME = regex(r"[\w.+-]{3,}")
_LABEL = regex(r"`:[\w.+-]{3,}`")
#: What ends a sentence, whose clauses go on with the same target.
_FULL_STOP = regex(r"[.!?]\s|[。！？]")
#: Lines before and behind a rule that are counted to it.
BESIDE = 2
#: Files that are looked at, so many labels are there for each that is not, and how much of one is alike that is meant.
MAX_FILES, ENOUGH, ALIKE = 4, 4, 0.8


class RulesAt(Check):
    """The checks of lines of targets."""

    needs_tree = True

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._rules: dict[str, dict[str, tuple[int, int]]] = {}

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on lines of a BUILD file that are of no target which their sentence names."""
        for one in self.page.said:
            if one.kind == "path:line" and not one.fenced:
                yield from self._judged(one, [path for path in self.page.files_meant(one) if path.endswith(BUILDS)])
        yield from self._labels()

    def _labels(self) -> Iterator[Verdict]:
        """A verdict on every label that no BUILD file of the document has, where nearly all of the others are there."""
        files = [path for path in self.page.files_named if path.endswith(BUILDS)][:MAX_FILES]
        said = [
            (paragraph, span)
            for paragraph in (self.page.paragraphs if files else ())
            for span in SPAN.finditer(paragraph.text)
            if _LABEL.fullmatch(span[0])
        ]
        texts = [self.known.read(path) or b"" for path in files]
        lacking = [each for each in said if not any(f'"{each[1][2][1:]}'.encode() in text for text in texts)]
        lacking = [each for each in lacking if not any(f'"{each[1][2]}"'.encode() in text for text in texts)]
        if len(said) - len(lacking) < ENOUGH * len(lacking):
            return
        for paragraph, span in lacking:
            one = paragraph.cited(span.start(2), span[2])
            if not (disclaimers.proposed(paragraph.text) or self.page.strangers(one)):
                near = [name for name in self._rules_of(files[0]) if nearest_of(span[2][1:], {name}, ALIKE)]
                where = Location(files[0], 1, 1)
                yield self.page.verdict(one, "not found", where, near[:3], f"{files[0]} has no such target", "symbol")

    def _judged(self, one: Citation, files: Sequence[str]) -> Iterator[Verdict]:
        before, behind = self.page.around(one) if files else ("", "")
        said = _FULL_STOP.split(before)[-1] + one.text + _FULL_STOP.split(behind, maxsplit=1)[0]
        names = [span[2].lstrip(":") for span in SPAN.finditer(said) if _NAME.fullmatch(span[2].lstrip(":"))]
        targets = _A_TARGET.search(said) is not None or _LABEL.search(said) is not None
        if not names or not targets or disclaimers.proposed(said) or self.page.strangers(one):
            return
        meant: dict[tuple[str, str], tuple[int, int]] = {}
        for path in files:
            rules = self._rules_of(path)
            meant.update({(path, name): rules[name] for name in names if name in rules})
            there = b"".join(self.known.lines(path)[max(0, one.start - 1 - BESIDE) : one.end + BESIDE])
            if any(stands(name, there) for name in names):
                return
        if any(first - BESIDE <= one.start and one.end <= last + BESIDE for first, last in meant.values()):
            return
        if len(meant) == 1:
            (path, name), (first, last) = next(iter(meant.items()))
            yield self.page.moved(one, Place(name, "target", path, first, last), f"{name} is at line {first}")

    def _rules_of(self, path: str) -> dict[str, tuple[int, int]]:
        """The rules of a BUILD file."""
        if path not in self._rules:
            self._rules[path] = rules_of(self.known.read(path) or b"")
        return self._rules[path]
