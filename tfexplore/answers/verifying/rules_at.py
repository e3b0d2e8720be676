"""Lines of a BUILD file that are cited for a target: "`loom` gets a dependency; the target is at `kernels/BUILD:481`".

Where a sentence names targets of the file, and the lines are of none of them and have no name of the sentence, they are
another's. Only a tree tells.
"""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.markdown import SPAN
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.past_end import BUILDS
from tfexplore.answers.verifying.targets import rules_of
from tfexplore.index.symbols import Place
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict

#: What says that lines are a target's, and how targets are called.
_A_TARGET = regex(r"\b(?:targets?|rules?|librar(?:y|ies)|\w+_(?:library|binary|test))\b|目标|规则")
_NAME = regex(r"[\w.+-]{3,}")
#: What ends a sentence, whose clauses go on with the same target.
_FULL_STOP = regex(r"[.!?]\s|[。！？]")
#: Lines before and behind a rule that are counted to it.
BESIDE = 2


class RulesAt(Check):
    """The checks of lines of targets."""

    needs_tree = True

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._rules: dict[str, dict[str, tuple[int, int]]] = {}

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on lines of a BUILD file that are of no target which their sentence names."""
        for position, one in enumerate(self.page.said):
            if one.kind != "path:line" or one.fenced or position in self.page.tied:
                continue
            files = self.page.files_meant(one)
            if len(files) == 1 and files[0].endswith(BUILDS):
                yield from self._judged(one, files[0])

    def _judged(self, one: Citation, path: str) -> Iterator[Verdict]:
        before, behind = self.page.around(one)
        said = _FULL_STOP.split(before)[-1] + one.text + _FULL_STOP.split(behind, maxsplit=1)[0]
        names = [span[2].lstrip(":") for span in SPAN.finditer(said) if _NAME.fullmatch(span[2].lstrip(":"))]
        if not names or not _A_TARGET.search(said) or disclaimers.proposed(said) or self.page.strangers(one):
            return
        if path not in self._rules:
            self._rules[path] = rules_of(self.known.read(path) or b"")
        meant = {name: self._rules[path][name] for name in names if name in self._rules[path]}
        if any(first - BESIDE <= one.start and one.end <= last + BESIDE for first, last in meant.values()):
            return
        there = b"".join(self.known.lines(path)[max(0, one.start - 1 - BESIDE) : one.end + BESIDE])
        if len(meant) == 1 and not any(stands(name, there) for name in names):
            (name, (first, last)) = next(iter(meant.items()))
            yield self.page.moved(one, Place(name, "target", path, first, last), f"{name} is at line {first}")
