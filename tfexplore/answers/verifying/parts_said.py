"""Parts that a named thing is said to have, where it has none that is called so: fields, values, methods.

"`Options` has the field `widths`", "the value `FASTER` of `Mode`", `Loom` 有方法 `weaves`. Other checks read members of
which another class has one; here nothing need be called so anywhere.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.claimed import is_claimed
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.spelling import nearest_of
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

_OWNER = r"`(?:[A-Za-z_]\w*(?:::|\.))*(?P<owner>_?[A-Z]\w{2,80})`"
_PART = r"`(?P<part>[A-Za-z_]\w{2,80})(?:\(\))?`"
_FIELD = r"(?:field|value|enumerator|enum value|data member|member variable)"
_METHOD = r"(?:method|member function|virtual function|member)"
_KIND = rf"(?:(?:a|an|the|its)\s)?(?:(?:\w+)\s)?(?:(?P<field>{_FIELD})|(?P<method>{_METHOD}))"
_KIND_ZH = r"(?:(?P<field>字段|枚举值|取值)|(?P<method>方法|成员函数|虚函数|成员))"
_PART_OF = rf"(?:(?P<field>{_FIELD})|(?P<method>{_METHOD}))"
_SAID = (
    regex(
        rf"{_OWNER}\s(?:also\s)?(?:has|contains|carries|defines|declares|provides|offers)\s{_KIND}\s"
        rf"(?:called\s|named\s)?{_PART}",
        re.A,
    ),
    regex(
        rf"\b(?:[Tt]he|[Ii]ts)\s{_PART_OF}\s{_PART}\s(?:of|in)\s(?:the\s)?(?:message\s|class\s|struct\s|enum\s)?"
        rf"{_OWNER}",
        re.A,
    ),
    regex(rf"{_OWNER}['’]s\s{_PART_OF}\s{_PART}", re.A),
    regex(
        rf"\b{_PART_OF}\s(?:of|in)\s(?:the\s)?(?:message\s|class\s|struct\s|enum\s)?{_OWNER}"
        rf"(?:\s(?:in|of)\s`?[\w./-]{{1,80}}`?)?\s?[,:—]\s{_PART}",
        re.A,
    ),
    regex(rf"{_OWNER}['’]s\s{_PART}\s{_PART_OF}\b", re.A),
    regex(
        rf"{_OWNER}(?:\s?\([^()`]{{1,80}}\))?,\swhose\s(?:own\s)?{_PART}\s(?:returns|passes|calls|does|makes|takes|sets|checks|throws|raises)\b",
        re.A,
    ),
    regex(
        rf"{_OWNER}\s?(?:里|中)?(?:也|还)?(?:有|包含|带有?|定义了)(?:一个)?(?:名为|叫做?)?\s?{_KIND_ZH}\s?{_PART}", re.A
    ),
    regex(rf"{_OWNER}\s?的\s?{_KIND_ZH}\s?{_PART}", re.A),
    regex(rf"{_OWNER}\s?的\s?{_PART}\s?这?个?{_KIND_ZH}", re.A),
)
_OTHERWISE = otherwise(
    r"no|neither|nor|without|if|unless|older|newer|later|add|adds|gets?|got|lost|removed|2\.\w+|1\.\d+",
    "没|加|新增|如果",
)


class PartsSaid(Check):
    """The checks of such parts."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every part that a message, an enumeration or a class certainly has not."""
        for one in self.page.marked:
            if "`" in one.text:
                for match in (match for pattern in _SAID for match in pattern.finditer(one.text)):
                    yield from self._judged(one, match)

    def _judged(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        owner, part = match["owner"], match["part"]
        if owner in self.known.ops or self.page.own.intersection((owner, part)):
            return
        places = self.known.class_places(owner)
        messages = self.page.messages.named(owner)
        if not places or any(part in each.numbers for each in messages):
            return
        kinds = match.groupdict()
        if not (messages and kinds.get("field")):
            code = [place for place in places if not place.path.endswith(".proto")]
            if not code or not self.page.classes.lacks(owner, part) or self.page.classes.is_specialised(owner):
                return  # methods of messages are generated
        said = one.cited(match.start("part"), part)
        if is_claimed(match, _OTHERWISE) and not self.page.strangers(said):
            names = {name for each in messages for name in each.numbers} | self.known.members(owner)
            detail = f"{owner} has no such {kinds.get('field') or kinds.get('method') or 'member'}"
            yield self.page.verdict(said, "not found", places[0], nearest_of(part, names), detail, "symbol")
