"""The types that a document gives to attrs in words: "the attr `a` of `X` is `list(int)`", `X` 的属性 `a` 类型为 `int`.

An op is held to what it says of its attr; an `int` is no `list(int)`. What is written as a spec (`a: int`) is read by
`specs`.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.verifying.check import Check
from tfexplore.index import ops
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

_KIND = r"(?:type|int|float|bool|string|shape|tensor|func)"
_TYPE = rf"`(?P<type>{_KIND}|list\({_KIND}\))`"
_OP = r"`(?P<op>_?[A-Z]\w+)`"
_ATTR = r"`(?P<attr>[A-Za-z]\w*)`"
_SAID = (
    # "The attr `a` of `X` is of type `int`", "the type of the attr `a` of `X` is `int`"
    regex(
        rf"\battr(?:ibute)?\s{_ATTR}\s(?:of|in)\s(?:the\s)?(?:op\s)?{_OP}\s(?:is|has)\s"
        rf"(?:(?:always|an?|the|of|type|attr type)\s){{0,3}}{_TYPE}",
        re.A,
    ),
    # "`X` has the attr `a` of type `int`", "`X` has an `int` attr `a`"
    regex(rf"{_OP}\s(?:has|takes)\s(?:the|an?)\sattr(?:ibute)?\s{_ATTR}\s(?:of|with the)\stype\s{_TYPE}", re.A),
    regex(rf"{_OP}\s(?:has|takes)\s(?:the|an?)\s{_TYPE}\sattr(?:ibute)?\s(?:called\s|named\s)?{_ATTR}", re.A),
    regex(rf"{_OP}\s?的\s?(?:属性|attr)\s?{_ATTR}\s?(?:的类型|类型)?\s?(?:是|为)\s?{_TYPE}", re.A),
    regex(rf"{_OP}\s?的\s?{_ATTR}\s?属性(?:的类型|类型)?\s?(?:是|为)\s?{_TYPE}", re.A),
)


class AttrTypes(Check):
    """The checks of attrs' types in sentences and items."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every type that the attr of an op has not."""
        for one in self.page.paragraphs:
            if "attr" in one.text or "属性" in one.text:
                text = one.text.replace("\n", " ")
                for match in (match for pattern in _SAID for match in pattern.finditer(text)):
                    yield from self._judged(one, match)

    def _judged(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        defined = ops.named(self.known.index, [match["op"]]) if match["op"] not in self.page.own else []
        has = [attr for op in defined for attr in op.attr if attr.name == match["attr"]]
        if not has or any(attr.type == match["type"] for attr in has):
            return
        said = one.cited(match.start("type"), match["type"], match["attr"])
        line = self.page.text_lines[said.line - 1]
        if disclaimers.proposed(line) or disclaimers.denied(*self.page.around(said)) or self.page.strangers(said):
            return
        detail = f"`{match['attr']}` of {match['op']} is {has[0].type}"
        yield self.page.verdict(said, "differs", defined[0].location, (), detail)
