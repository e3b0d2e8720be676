"""Clauses of registrations in a document's text: "it declares `.HostMemory("item")` (weave_op.cc:12)".

A clause is too short to be told from other code by its words. But where the file that was cited last has none such, and
registers with the same method and other arguments at the lines that were cited, those are meant. Only a tree tells.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from operator import itemgetter

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.rows import statement
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: A clause, and the blanks and breaks between its parts.
_CLAUSE = regex(
    r"\.?(?P<method>HostMemory|TypeConstraint(?:<[\w:]+>)?|Label|Priority|Attr|Input|Output)"
    r"\((?P<argument>\"[^\"\n]{1,80}\"|\d{1,3})\)",
    re.A,
)
_METHODS = ("HostMemory(", "TypeConstraint", "Label(", "Priority(", "Attr(", "Input(", "Output(")
_BLANK = regex(rb"[\s\\]+")
#: Letters between a clause and the place that it is of, and lines above and below that which its statement may have.
FAR, BESIDE = 200, 6
_OTHERWISE = otherwise("like|instead|without|lacks?|missing|needs?", "没|不|缺|应")


class Clauses(Check):
    """The checks of clauses of registrations."""

    needs_tree = True

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._whole: dict[str, bytes] = {}  # files without blanks

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every clause that no statement of its file has, where the cited one has it otherwise."""
        for paragraph in self.page.paragraphs:
            cited = self.page.cited_in(paragraph) if any(map(paragraph.text.__contains__, _METHODS)) else []
            for span in markdown.SPAN.finditer(paragraph.text) if cited else ():
                match = _CLAUSE.fullmatch(span[2].strip())
                last = bisect_left(cited, span.start(), key=itemgetter(0)) - 1
                if match is not None and last >= 0 and cited[last][0] >= span.start() - FAR:
                    yield from self._judged(paragraph, span, match, cited[last][1])

    def _judged(
        self, paragraph: Paragraph, span: re.Match[str], match: re.Match[str], last: Citation
    ) -> Iterator[Verdict]:
        """The verdict on a clause of the statement at the lines that were cited last before it."""
        files = self.page.files_meant(last)
        text = paragraph.text[max(0, span.start() - FAR) : span.end()]
        if len(files) != 1 or _OTHERWISE.search(markdown.SPAN.sub("`", text)) or disclaimers.proposed(text):
            return
        begun = f".{match['method']}(".encode()
        clause = _BLANK.sub(b"", f".{match['method']}({match['argument']})".encode())
        if files[0] not in self._whole:
            self._whole[files[0]] = _BLANK.sub(b"", self.known.read(files[0]) or b"")
        whole = self._whole[files[0]]
        if clause in whole or begun not in whole:
            return
        has, line = self._instead(last, files[0], begun)
        said = paragraph.cited(span.start(2), span[2])
        if has and not self.page.strangers(said):
            detail = f"line {line} has {has}"
            yield self.page.verdict(said, "differs", Location(files[0], line, line), (has,), detail, "symbol")

    def _instead(self, one: Citation, path: str, begun: bytes) -> tuple[str, int]:
        """The clause of the same method in the statement at cited lines, and its line; nothing where it has none."""
        lines = self.known.lines(path)
        first = max(0, one.start - 1 - BESIDE)
        last = max(one.end, one.start + len(statement(lines, one.start)) - 1) + BESIDE
        for number, line in enumerate(lines[first:last], first + 1):
            at = line.find(begun)
            if at >= 0:
                return line[at : line.find(b")", at) + 1].decode("utf-8", "replace"), number
        return "", 0
