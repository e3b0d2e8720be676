"""Values that an op is said to take and that its attr does not allow: "`Braid` takes LOOSE too".

They are the strings of attrs in capitals, as `SAME` and `NHWC`; another op's attr of the same name allows the value.
"""

from __future__ import annotations

import re
from functools import cached_property

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.markdown import SPAN
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.attrs import told
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.patterns import regex
from tfexplore.spec_text import attr_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import AttrDef, OpDef

_WORD = r"[`'\"]{0,2}[A-Z][A-Z_]{2,}[`'\"]{0,2}"
_SAID = regex(
    r"`(?P<op>[A-Z]\w+)`(?:\s?[(（][^()（）`]{0,60}(?:`[^`]{1,60}`)?[^()（）`]{0,20}[)）])?\s?"
    r"(?:(?:also|only|even|too)\s)?"
    r"(?:takes?|accepts?|allows?|supports?|knows?|understands?|also has|支持|接受|允许|只?认)\s?"
    r"(?:(?:both|either|only|the|padding|data formats?|paddings?|modes?|values?)\s){0,3}"
    rf"(?P<values>{_WORD}(?:\s?(?:[,、，/]\s?(?:and |or )?|and |or |和|与|及)\s?{_WORD})*)(?![\w(])",
    re.A,
)
#: "`mode` is a string, and may be 'FAST' or 'SLOW'".
_STRING = r"['\"`]{1,2}[A-Za-z]\w*['\"`]{1,2}"
_MAY_BE = regex(
    r"`(?P<attr>[a-z]\w*)`(?:\s(?:of|in)\s`[A-Z]\w*`)?[^`.;。；]{0,80}?"
    r"\b(?:may be|can be|must be|is one of|is either|one of)\s(?:either\s)?"
    rf"(?P<values>{_STRING}(?:\s?(?:,\s?(?:and |or )?|and |or )\s?{_STRING})*)",
    re.A,
)
_QUOTED = regex(r"['\"`]+([A-Za-z]\w*)['\"`]+", re.A)
_VALUE = regex(r"[A-Z][A-Z_]{2,}", re.A)
_OTHERWISE = otherwise(r"no|neither|nor|without|except|if|older|newer|later|2\.\w+", "没|不|除|如果|新版")


class AllowedValues(Check):
    """The checks of the values that ops are said to take; an index tells them."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every value that no attr of an op allows, and that of another op does."""
        for one in self.page.marked:
            yield from self._of_attrs(one)
            for match in _SAID.finditer(one.text) if "`" in one.text else ():
                op = match["op"]
                if op not in self.known.ops or op in self.page.own:
                    continue
                sentence = one.text[slice(*prose.sentence_span(one.text, match.start() + 1))]
                if not (_OTHERWISE.search(sentence) or disclaimers.proposed(sentence)):
                    yield from self._judged(one, match, op)

    def _of_attrs(self, one: Paragraph) -> Iterator[Verdict]:
        """The verdicts on the values of an attr that a sentence lists: "`mode` may be 'FAST' or 'SLOW'"."""
        for match in _MAY_BE.finditer(one.text) if "`" in one.text and "'" in one.text.replace('"', "'") else ():
            before = one.text[slice(prose.sentence_span(one.text, match.start() + 1)[0], match.end())]
            if _OTHERWISE.search(before) or disclaimers.proposed(before):
                continue
            held = [(op, attr) for op, attr in self._attrs(one, match["attr"]) if _values(attr)]
            allowed = {value for _, attr in held for value in _values(attr)}
            for word in _QUOTED.finditer(one.text, *match.span("values")) if held else ():
                if word[1] in allowed:
                    continue
                said = one.cited(word.start(1), word[1])
                if not self.page.strangers(said):
                    op, attr = held[0]
                    yield self.page.verdict(said, "differs", op.location, (), told(op, attr), "symbol")

    def _attrs(self, one: Paragraph, name: str) -> list[tuple[OpDef, AttrDef]]:
        """The attrs of this name of the ops that a paragraph names, or whose registration it cites."""
        ops = [span[2] for span in SPAN.finditer(one.text) if span[2] in self.known.ops]
        for cited in [each for number in one.numbers for each in self.page.on(number) if each.kind == "path:line"]:
            for path in self.page.files_meant(cited)[:1]:
                made = [each for each in self.known.registered(path) if each.kind == "op" and each.line == cited.start]
                ops += [each.op for each in made]
        defined = [op for each in dict.fromkeys(ops) if each not in self.page.own for op in self.known.op_defs(each)]
        return [(op, attr) for op in defined for attr in op.attr if attr.name == name]

    def _judged(self, one: Paragraph, match: re.Match[str], op: str) -> Iterator[Verdict]:
        attrs = [attr for each in self.known.op_defs(op) for attr in each.attr if _values(attr)]
        allowed = {value for attr in attrs for value in _values(attr)}
        for word in _VALUE.finditer(one.text, match.start("values"), match.end("values")):
            others = [attr for attr in attrs if word[0] in self._allowed.get(attr.name, ())]
            if word[0] in allowed or not others:
                continue
            said = one.cited(word.start(), word[0])
            if not self.page.strangers(said):
                detail = f"{op} has `{' '.join(attr_text(others[0]).split())}`"
                yield self.page.verdict(said, "differs", self.known.op_defs(op)[0].location, (), detail, "symbol")

    @cached_property
    def _allowed(self) -> dict[str, set[str]]:
        """The values that attrs of each name allow, whatever the op."""
        made: dict[str, set[str]] = {}
        for name in self.known.ops:
            for op in self.known.op_defs(name):
                for attr in op.attr:
                    made.setdefault(attr.name, set()).update(_values(attr))
        return made


def _values(attr: AttrDef) -> tuple[str, ...]:
    """The strings that an attr allows."""
    return attr.allowed_values or () if attr.type == "string" else ()
