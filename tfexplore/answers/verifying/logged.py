"""How code is said to log: "`Loom::Stop` prints it with `LOG(ERROR)`", ""The loom stops" is a `VLOG(2)`".

A text has the severity of the statements that write it, which an index knows. Of a function or a file that logs and
never so, another severity is meant; only a tree tells of these.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.markdown import SPAN
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: Letters of a text that is read.
MAX_TEXT = 320
_LOG = regex(r"(?P<kind>V?LOG)\((?P<level>INFO|WARNING|ERROR|FATAL|DFATAL|QFATAL|\d)\)", re.A)
_IN_CODE = regex(rb"\b(V?LOG)(?:_IF|_EVERY_N|_FIRST_N)?\(\s*(\w+)\s*[,)]")
_TEXT = regex(r"`?(?:\"([^\"\n`]{10,300})\"|“([^”\n]{10,300})”)`?")
#: What stands between a text and how it is said to be logged: of one sentence, and of nothing else.
_ARE_TOGETHER = regex(r"(?:(?![.。;；]\s|`V?LOG)[^\"“”\n]|\n(?!\n)){0,80}")
_OTHERWISE = otherwise(r"no|without|if|like|instead|becomes?|older|newer|formerly", "没|不|如果|改|旧")


class Logged(Check):
    """The checks of severities."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every severity that is not that of the text, or of nothing that is logged there."""
        for one in self.page.paragraphs:
            for span in SPAN.finditer(one.text) if "LOG(" in one.text else ():
                match = _LOG.fullmatch(span[2])
                if match is not None:
                    yield from self._judged(one, span, match)

    def _judged(self, one: Paragraph, span: re.Match[str], match: re.Match[str]) -> Iterator[Verdict]:
        first, last = prose.sentence_span(one.text, span.start())
        sentence = SPAN.sub("`", one.text[first:last])
        said = one.cited(span.start(2), span[2])
        if _OTHERWISE.search(sentence) or disclaimers.proposed(sentence) or self.page.strangers(said):
            return
        if self.known.has_tree and self.page.cites_lines_with(one, first, last, match[0].encode()):
            return
        texts = [
            next(filter(None, text.groups()))
            for text in _TEXT.finditer(one.text, max(0, first - MAX_TEXT), last + MAX_TEXT)
            if (text.end() <= span.start() and _ARE_TOGETHER.fullmatch(one.text, text.end(), span.start()))
            or (span.end() <= text.start() and _ARE_TOGETHER.fullmatch(one.text, span.end(), text.start()))
        ]
        read = self.known.lines if self.known.has_tree else None
        for text in texts:
            sites = [site for site in self.page.raised.holding(text.strip(), read) if site.kind in ("LOG", "VLOG")]
            if sites:
                if not any((site.kind, site.level) == (match["kind"], match["level"]) for site in sites):
                    where = sites[0].location
                    detail = f"line {where.line} of {where.path} has {sites[0].kind}({sites[0].level})"
                    yield self.page.verdict(said, "differs", where, (), detail, "symbol")
                return
        if self.known.has_tree and not texts:
            yield from self._in_code(one, span, match, first)

    def _in_code(self, one: Paragraph, span: re.Match[str], match: re.Match[str], first: int) -> Iterator[Verdict]:
        """The verdict on a severity of which the function that is spoken of, or the file, has only others."""
        said = one.cited(span.start(2), span[2])
        found: list[tuple[Location, str]] = []
        named = self.page.scopes.definitions(one, said, first, loosely=True)
        for scope in named or self.page.scopes.files(one, said):
            for each in _IN_CODE.finditer(scope.text):
                kind, level = each[1].decode(), each[2].decode()
                if (kind, level) == (match["kind"], match["level"]):
                    return
                number = scope.line(each.start())
                found.append((Location(scope.path, number, number), f"{kind}({level})"))
        if found:
            where, has = found[0]
            yield self.page.verdict(said, "differs", where, (), f"line {where.line} has {has}", "symbol")
