"""Statements that are said to be a function's, where it gives the same name another value.

"In `_BraidGrad`, `allowed_types = [dtypes.half]`" is wrong where the body has `allowed_types = [dtypes.float32]` alone,
whatever other functions of the file have. Only a tree tells.
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

#: Letters of a value that is compared, which is no formula.
LEAST = 3
_STATEMENT = regex(
    r"(?P<name>(?:self\.|this->)?[A-Za-z_]\w{2,60})\s=\s(?P<value>[\w.'\"\[\](){}, :<>-]{2,200}?);?", re.A
)
_REMARK = regex(r"\s+(?:#|//).*")
_SHORTENED = regex(r"\.\.\.|…")
_OTHERWISE = otherwise(r"set|becomes?|changed?|replace\w*|if|like|older|newer|e\.g|example", "没|不|改|例如|比如|如果")


class Assigned(Check):
    """The checks of such statements."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every statement that the function named before it has with another value."""
        for one in self.page.paragraphs:
            for span in SPAN.finditer(one.text) if " = " in one.text and not one.text.lstrip().startswith("|") else ():
                match = _STATEMENT.fullmatch(span[2])
                if match is not None and not _SHORTENED.search(span[2]):
                    yield from self._judged(one, span, match)

    def _judged(self, one: Paragraph, span: re.Match[str], match: re.Match[str]) -> Iterator[Verdict]:
        first, last = prose.sentence_span(one.text, span.start())
        sentence = SPAN.sub("`", one.text[first:last])
        said = one.cited(span.start(2), span[2], match["name"])
        if match["name"] in self.page.own or _OTHERWISE.search(sentence) or disclaimers.proposed(sentence):
            return
        given = re.compile(rb"(?<![\w.>])" + re.escape(match["name"].encode()) + rb"\s*=(?!=)\s*(.+?);?\s*$", re.M)
        found: list[tuple[Location, str]] = []
        for scope in self.page.scopes.definitions(one, said, first, strings=True):
            for each in given.finditer(scope.text):
                has = _REMARK.sub("", each[1].decode("utf-8", "replace")).rstrip("; ")
                if has[-1:] in "([{,\\" or _plain(has) == _plain(match["value"]):
                    return  # it goes on in the next line
                number = scope.line(each.start())
                found.append((Location(scope.path, number, number), has))
        if (
            len(found) == 1
            and len(match["value"]) >= LEAST
            and not self.page.strangers(said)
            and not self._is_cited(one, match[0])
        ):
            where, has = found[0]
            detail = f"line {where.line} has `{match['name']} = {has[:60]}`"
            yield self.page.verdict(said, "differs", where, (), detail, "symbol")

    def _is_cited(self, one: Paragraph, statement: str) -> bool:
        """Whether a file that the paragraph cites has a statement: of several classes of a name that one is meant."""
        cited = [each for number in one.numbers for each in self.page.on(number) if each.kind.startswith("path")]
        files = {path for each in cited for path in self.page.files_meant(each)}
        return any(
            _plain(statement) in _plain((self.known.read(path) or b"").decode("utf-8", "replace")) for path in files
        )


def _plain(value: str) -> str:
    return re.sub(r"\s", "", value).replace('"', "'").rstrip(";")
