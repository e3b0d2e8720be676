"""The parts of designs, requests for comments and reviews of patches that are about what is to be.

Their authors tell first what there is and then what they would have, whose names no tree has. Where the one ends and
the other begins the headings tell: "What I propose", "Part B: our scheme", 方案, or the name of what is to be made. In
a design what follows (tests, the build, compatibility) goes on with that, up to a heading on what there is.
"""

from __future__ import annotations

import re
from functools import cached_property

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.markdown import HEADING, SPAN
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.peers import akin, enumerated_with, named_like
from tfexplore.answers.verifying.spelling import parts_of
from tfexplore.patterns import regex
from tfexplore.spec_text import lower_case

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page

#: A title of what is to be, or of a review of it.
_DESIGN = regex(
    r"#\s[^\n]*?(?:\b(?:RFC|design|proposal|proposed|plan|porting|bringing up|bring-up|replacing|adding|splitting"
    r"|(?<!security )review|patch)\b"
    r"|方案|设计|提案|改造|移植|规划|接入|评审)",
    re.I,
)
#: A title of a review of a patch; and a test of Python as a name.
_REVIEW = regex(r"#\s[^\n]*?(?:(?<!security )\breview\b|\bpatch\b|\bPR\s?#?\d|评审)", re.I)
_TEST = regex(r"test_?[A-Za-z]\w+", re.A)
#: Words by which a sentence is on the tree and not on the patch.
_OF_THE_BASE = regex(
    r"\b[Ii]n (?:base|the (?:base|tree|tag)|upstream|HEAD)\b|\b(?:today|currently|already there|existing)\b"
    r"|\b[Tt]he (?:base|tree) has\b"
    r"|(?:原有|现有|目前|主干|上游)的?",
)
#: A heading of nothing but that.
_IS_THE_BASE = regex(r"#+\s(?:\d[\d.]*\s)?(?:the )?(?:base|tree|tag|code as it is)\s*$", re.I)
#: Headings of what is to be.
_TO_BE = regex(
    r"#+\s[^\n]*?(?:\bpropos\w+|\bwhat (?:we|I|it) (?:add|build|change|do|plan)\b"
    r"|\b(?:our|the new|target|new) (?:design|plan|scheme|approach|solution|layout|code|classes|files)\b"
    r"|\bthen \d|\bto be (?:done|added|built|written)\b|\b(?:the|this|your|my) (?:patch|change)\b|\[patch\]"
    r"|\b\d/\d\b|要改|方案|提案|我们的|新增|拟|改动|计划|(?<!计)设计(?!文档))",
    re.I,
)
#: A name put together of words, as one that is to be made is.
_WORDS = regex(r"[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+", re.A)
#: What says that names are yet to be there.
_ADDS = regex(
    r"\b(?:add\w*|new|introduc\w+|creat\w+|propos\w+|will|would|should|could|(?:you|your|the) patch"
    r"|(?:you|we|I) (?:have|had|split))\b"
    r"|新|加|拟|应|补丁",
    re.I,
)
#: Headings of what was weighed and left.
_WEIGHED = regex(r"#+\s[^\n]*?(?:\balternatives\b|\bopen (?:questions|issues|points)\b|备选|未决|待定|开放问题)", re.I)


class Designs:
    """What of a document is about what is to be."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def has(self, one: Citation) -> bool:
        """Whether a name stands in such a part, here or somewhere else."""
        if not self._lines and not self.is_review:
            return False
        if one.kind == "path":
            return one.line in self._lines and (one.fenced or self._names_something_new(one.line))
        if one.kind != "symbol":
            return False
        if self.is_review:
            return self._may_be_the_patchs(one)
        planned = one.line in self._lines or parts_of(one.target)[-1] in self._names
        return planned and not self._is_listed(one)

    @cached_property
    def _names(self) -> frozenset[str]:
        """The names of such parts."""
        said = (each for each in self.page.said if each.kind == "symbol" and each.line in self._lines)
        return frozenset(parts_of(each.target)[-1] for each in said)

    @cached_property
    def _lines(self) -> frozenset[int]:
        return frozenset(self._of_what_is_to_be())

    @cached_property
    def is_review(self) -> bool:
        """Whether the document is a review of a patch, by its title."""
        first = next((line for line in self.page.text_lines if line.strip()), "")
        return _REVIEW.match(self.page.title or f"# {first.strip(' #*')}") is not None

    def _may_be_the_patchs(self, one: Citation) -> bool:
        """Whether a name of a review may be one that the patch adds: no member of a class of the tree, and like none.

        A sentence that says that it is on the tree as it is speaks of no others.
        """
        if _TEST.match(one.target):
            return True
        known = self.page.known
        *_, owner, last = ("", *parts_of(one.target))
        is_ours = owner and (self._explains(owner) or owner in known.scopes or bool(known.called(f"{owner}.py")))
        if is_ours or known.rearranged(last) or _OF_THE_BASE.search("".join(self.page.around(one))):
            return False
        heading = self.page.heading(one.line)
        if heading != self.page.title and (_OF_THE_BASE.search(heading) or _IS_THE_BASE.match(heading)):
            return False
        if self.page.variants.has(one) or known.explains(lower_case(last)) or self._is_listed(one):
            return False
        near = known.near(last, limit=1)
        return not near or near[0][0] > max(1, len(last) // 6)

    def _is_listed(self, one: Citation) -> bool:
        """Whether a name stands once, in a list with two of the tree that begin or end with the same word."""
        text = self.page.text_lines[one.line - 1]
        start, end = prose.sentence_span(text, one.column)
        if not one.in_code or one.fenced or _ADDS.search(SPAN.sub("`", text[start:end])):
            return False
        others = akin(self.page, one, enumerated_with(self.page, one)) or akin(
            self.page, one, named_like(self.page, one)
        )
        return len(others) > 1 and self.page.times(one.target) == 1

    def _of_what_is_to_be(self) -> Iterator[int]:
        design = _DESIGN.match(self.page.title) is not None
        level = 0  # of the heading that what is to be stands under
        for number, line in self.page.prose_lines:
            heading = HEADING.match(line)
            if heading is not None and line != self.page.title:
                depth = len(heading[1])
                begins = disclaimers.proposes(line) or _TO_BE.match(line) is not None
                begins = begins or (design and self._names_something_new(number))
                if disclaimers.of_today(line) or _WEIGHED.match(line) is not None:
                    level = 0
                elif begins and not level:
                    level = depth
                elif level and depth <= level and not (begins or design):
                    level = 0
            if level:
                yield number

    def _names_something_new(self, number: int) -> bool:
        """Whether a line names what the index does not know."""
        return any(
            one.kind == "symbol" and _WORDS.match(one.target) and not self._explains(one.target)
            for one in self.page.on(number)
        )

    def _explains(self, target: str) -> bool:
        """Whether the index knows a name, as that of a member where it is one."""
        *_, owner, last = ("", *parts_of(target))
        return last in self.page.known.members(owner) if owner else self.page.known.explains(last)
