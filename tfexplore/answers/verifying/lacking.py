"""What a document lists as having kernels on one device only: "## CPU only", "These have no GPU kernel:".

Each op that a row or an item begins with is held against the kernels that the index has for it.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.citation import Citation
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.page import ITEM
from tfexplore.index import kernels
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.verdicts import Verdict

#: What announces a list of ops that lack kernels for the GPU. Of types that are missing there nothing is said.
_NONE = regex(
    r"\bCPU[- ]only\b|\bonly (?:on|for) (?:the )?CPU\b"
    r"|\b(?:no|without(?: an?)?|lack(?:s|ing)?(?: an?)?) (?:CUDA|GPU) (?:kernels?|registrations?|implementations?)\b"
    r"|只有 ?CPU|仅(?:有|支持)? ?CPU|没有 ?GPU ?的?(?:内核|kernel|实现|注册|版本)",
    re.I,
)
_OTHERWISE = otherwise(
    r"d?types?|except|used to|float\w*|half|int\d+|double|no longer|if|planned|fork|build", "类型|除|如果"
)
_OP = regex(r"\s*(?:[-*+]\s+|\d+[.)]\s+)?[`*]*\"?([A-Z]\w+)\"?[`*]*(?=\s*(?:\||$|[,，:：(（—–-]))", re.A)
#: A row or an item that speaks of the device itself.
_SPEAKS = regex(r"GPU|CUDA|cuda", re.A)


class Lacking(Check):
    """The checks of lists of what has no kernels on a GPU."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every op of such a list that has a kernel there."""
        if "cuda" not in self.known.index.state.build:
            return
        heading = ""
        for one in self.page.marked:
            if markdown.HEADING.match(one.text):
                heading = one.text
                continue
            table = one.text.lstrip().startswith("|")
            if not ITEM.match(one.text):
                continue
            above = self.page.above(one.numbers[0])
            none = _NONE.search(above)
            if none is not None and self._is_of_a_class(above, none.start()):
                continue
            announced = above if none is not None else "" if above else heading
            if not _NONE.search(announced) or _OTHERWISE.search(announced):
                continue
            rows = one.text.split("\n")
            of_one = announced is heading and any(word in self.known.ops for word in re.findall(r"\w+", heading))
            if of_one or (table and _SPEAKS.search(rows[0])):
                continue  # a section that asks about one op, or a table that says of each what it has
            for at, row in enumerate(rows):
                if not table or at > 1:
                    yield from self._row(one.numbers[at], row, table)

    def _is_of_a_class(self, text: str, at: int) -> bool:
        """Whether a sentence says what it says of a class that it names: "`LoomOp` (12) is registered on CPU only"."""
        sentence = text[slice(*prose.sentence_span(text, at + 1))]
        names = (span[2] for span in markdown.SPAN.finditer(sentence) if span[2].isidentifier())
        return any(name not in self.known.ops and self.known.class_places(name) for name in names)

    def _row(self, number: int, row: str, table: bool) -> Iterator[Verdict]:
        start = row.find("|") + 1 if table else 0
        match = _OP.match(row, start)
        if match is None or match[1] not in self.known.ops or match[1] in self.page.own:
            return
        if _SPEAKS.search(row) or disclaimers.proposed(row):
            return
        there = [one for one in kernels.of_ops(self.known.index, [match[1]]) if one.device_type == "GPU"]
        if there:
            said = Citation("op", match[1], number, match.start(1) + 1, match[1], in_code=True, end_column=match.end(1))
            yield self.page.verdict(said, "differs", there[0].location, (), f"{match[1]} has kernels on GPU")
