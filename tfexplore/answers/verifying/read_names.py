"""Names by which code asks for something, in the text of a call: attrs of a kernel's constructor, slots of optimizers.

"`BraidOp` reads the attr `width`" is wrong where the class asks for others only (`GetAttr("depth", ...)`), "a slot
called `wound`" where no `add_slot` of the file spoken of has it. Only a tree tells.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
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

#: Lines above a paragraph that may cite its file.
MAX_ABOVE = 6
_NAME = r"`[\"']?(?P<name>[A-Za-z_]\w*)[\"']?`"
_OTHERWISE = otherwise(r"if|like|unlike|older|newer|instead", "没|不|如果")


class _Kind(Record):
    """What is asked for: the words that say so, and the calls that ask."""

    said: re.Pattern[str]
    asked: re.Pattern[bytes]
    of_classes: bool


_KINDS = (
    _Kind(
        regex(
            rf"(?:\breads?|\basks? for|\bfetches|\bgets?)\s(?:only\s)?(?:the\s|one\s|its\s)?attr(?:ibute)?\s{_NAME}"
            rf"|(?:\battr(?:ibute)?|属性)\s(?:that\s)?it\sreads\sis\s{_NAME.replace('name', 'behind')}"
            rf"|读取?的?\s?(?:attr|属性)\s?(?:是|为|叫)?\s?{_NAME.replace('name', 'zh')}",
            re.A,
        ),
        regex(rb"GetAttr\(\s*\"(\w+)\""),
        True,
    ),
    _Kind(
        regex(
            rf"\bslots?,?\s(?:is\s)?(?:called|named)\s{_NAME}|\b(?:the|one|a)\sslot\s{_NAME.replace('name', 'behind')}"
            rf"|槽位?\s?(?:名为|叫做?|是)\s?{_NAME.replace('name', 'zh')}",
            re.A,
        ),
        regex(rb"\b(?:add_slot|get_slot|_zeros_slot|_get_or_make_slot\w*)\([^\n]*?[\"'](\w+)[\"']"),
        False,
    ),
)


class ReadNames(Check):
    """The checks of names that code is said to ask for."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every name for which nothing asks that is spoken of, while it asks for others."""
        for one in self.page.paragraphs:
            for kind in _KINDS if "`" in one.text else ():
                for match in kind.said.finditer(one.text):
                    yield from self._judged(one, match, kind)

    def _judged(self, one: Paragraph, match: re.Match[str], kind: _Kind) -> Iterator[Verdict]:
        group = next(each for each in ("name", "behind", "zh") if match[each])
        sentence = prose.begun(one.text[: match.start()]) + match[0]
        said = one.cited(match.start(group), match[group])
        if _OTHERWISE.search(SPAN.sub("`", sentence)) or disclaimers.proposed(sentence) or self.page.strangers(said):
            return
        found: list[tuple[Location, str]] = []
        begins, _ = prose.sentence_span(one.text, match.start())
        if kind.of_classes:
            scopes = self.page.scopes.definitions(one, said, begins, strings=True, loosely=True)
        else:
            scopes = self.page.scopes.files(one, said, strings=True, above=MAX_ABOVE)
        for scope in scopes:
            for each in kind.asked.finditer(scope.text):
                number = scope.line(each.start())
                found.append((Location(scope.path, number, number), each[1].decode()))
        if found and said.target not in {name for _, name in found}:
            where, has = found[0]
            yield self.page.verdict(said, "differs", where, (has,), f'line {where.line} has "{has}"', "symbol")
