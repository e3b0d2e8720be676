"""Defaults of attrs that a sentence tells of what the one before names: "`width` is an attr. Its default is 2".

The op is the one whose registration the section quotes, or names, and that has such an attr.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, vocabulary
from tfexplore.answers.markdown import HEADING, SPAN
from tfexplore.answers.verifying.attrs import is_another
from tfexplore.answers.verifying.check import Check
from tfexplore.patterns import regex
from tfexplore.spec_text import attr_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import AttrDef, OpDef

_EMPTY = {"list": "[]", "string": '""', "列表": "[]", "字符串": '""'}
_TOLD = regex(
    r"(?:(?<!\w)(?:[Ii]ts|[Tt]he) default(?: value)? is|(?<!\w)[Ii]t defaults to|(?:它的|其)?默认(?:值)?(?:是|为))\s*"
    r"(?P<value>(?:an? |the )?empty (?P<kind>list|string)\b|空(?P<zh>列表|字符串)"
    r"|`?(?P<literal>true|false|-?\d+(?:\.\d+)?(?:e-?\d+)?|\[[^\[\]`]{0,60}\]|\"[^\"`]{0,40}\"|'[^'`]{0,40}')`?)(?![\w%]|\.\d)"
)
_ATTR = regex(r"\battr(?:ibute)?s?\b|属性", re.I)
_NAME = regex(r"[a-z]\w*", re.A)
_OTHERWISE = regex(r"\b(?:Python|layers?|Keras|argument|parameter|flag|our|my|we|older|newer)\b|参数|我们", re.I)


class ItsDefault(Check):
    """The checks of such defaults; an index tells them."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every default that the attr of the sentence before does not have."""
        for one in self.page.paragraphs:
            for match in _TOLD.finditer(one.text) if "default" in one.text or "默认" in one.text else ():
                yield from self._told(one, match)

    def _told(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        before = one.text[: match.start()]
        names = [span for span in SPAN.finditer(before) if _NAME.fullmatch(span[2])]
        if not names or not _ATTR.search(before) or _OTHERWISE.search(before):
            return
        held = self._attrs(names[-1][2], one.numbers[0])
        kind = match["kind"] or match["zh"]
        value = _EMPTY[kind] if kind else match["literal"]
        if len({attr_text(attr) for _, attr in held}) != 1 or disclaimers.proposed(before):
            return
        op, attr = held[0]
        if not (is_another(value, attr) or (kind and not attr.has_default)):
            return
        said = one.cited(match.start("value"), match["value"].strip("`"), attr.name)
        if not self.page.strangers(said):
            detail = f"{op.name} has `{' '.join(attr_text(attr).split())}`"
            yield self.page.verdict(said, "differs", op.location, (), detail)

    def _attrs(self, name: str, number: int) -> list[tuple[OpDef, AttrDef]]:
        """The attrs of this name of the ops that the section names or quotes above a line."""
        lines = self.page.text_lines
        first = next((at for at in range(number, 0, -1) if HEADING.match(lines[at - 1])), 1)
        text = "\n".join(lines[first - 1 : number])
        quoted = vocabulary.REGISTERED_OP.findall(text)
        named = [span[2] for span in SPAN.finditer(text)] + re.findall(r"\w+", lines[first - 1])
        # A quoted registration is the release's as far as an index alone tells.
        ops = dict.fromkeys([*quoted, *[each for each in named if each not in self.page.own]])
        defined = [op for each in ops if each in self.known.ops for op in self.known.op_defs(each)]
        return [(op, attr) for op in defined for attr in op.attr if attr.name == name]
