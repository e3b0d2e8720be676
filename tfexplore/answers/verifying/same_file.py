"""Names that are said to be in a file that the paragraph has cited before: "the class is `Loom`, in the same file".

Where none of the files that it has cited has the name, and others define it, it is not there. Only a tree tells.
"""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.in_files import absent, is_in
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.verdicts import Verdict

_IN_IT = regex(
    r"(?:\(\))?[`*]*,?\s(?:(?:is|lives|sits|stands|also|defined|registered|declared)\s){0,3}"
    r"(?:in|of) (?:the|that) same file\b"
    r"|(?:\(\))?[`*]*(?:,\s|\s\()same file\b"
    r"|(?:\(\))?[`*]*\s?[,，]?\s?也?[在位]?于?同一?个?文件"
)


class SameFile(Check):
    """The checks of such names."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every name that no file has which its paragraph cites before it."""
        for one in self.page.said:
            if one.kind not in ("symbol", "op") or one.fenced or not one.in_code:
                continue
            before, behind = self.page.around(one)
            if not _IN_IT.match(behind) or disclaimers.proposed(prose.around(before, behind)):
                continue
            files = list(self._cited_before(one))
            if not files or self.page.strangers(one) or any(is_in(self.page, one, path) for path in files):
                continue
            if self.page.meant(one.target):
                yield absent(self.page, one, files[0])

    def _cited_before(self, one: Citation) -> Iterator[str]:
        """The files that the paragraph of a name cites before it, the last first."""
        first = one.line
        while prose.wrapped(self.page.text_lines, first):
            first -= 1
        for each in self.page.until(one.line):
            if each.line < first:
                return
            if each.kind in ("path", "path:line") and (each.line, each.column) < (one.line, one.column):
                yield from self.page.files_meant(each)
