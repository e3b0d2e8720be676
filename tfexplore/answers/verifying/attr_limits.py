"""What an attr of an op is said to allow: "`mode` of `Braid` accepts FAST", "`T` of `Braid` is limited to half".

As well as its least value: "`turns` of `Braid` must have at least 4 elements". Each value that is listed must be one of
those that the registration has; a list need not be all of them.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.verifying.attr_said import MARKED_ATTR, OP, SUBJECTS, attr_of, claimed_of
from tfexplore.answers.verifying.attrs import told
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.claimed import is_claimed
from tfexplore.answers.verifying.dtypes import AND, ONE, TYPE, dtype
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.patterns import regex
from tfexplore.spec_text import type_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

_SUBJECTS = (
    *SUBJECTS,
    # "`Braid` restricts `T` to half"
    rf"{OP}\s(?:restricts|limits|constrains)\s(?:its\s)?(?:the\s)?{MARKED_ATTR}\s(?=to\s)",
)
_ALLOWS = (
    r"(?:(?:is|are)\s(?:one of|either|restricted|limited|constrained|allowed)|accepts?|takes?|allows?|supports?|knows?"
    r"|may be|can be|must be|ranges over|to|(?:只|仅)?(?:允许|许|支持|接受)(?:取|是|为)?"
    r"|(?:只能|可以|必须)(?:是|取|为)|可取|取值(?:为|是|有)|限(?:定)?(?:为|于))"
    r"\s?(?:(?:to|to be|one of|either|any of|both|only|the|types?|values?|为|是)\s){0,3}[:：]?\s?[`{(\[]{0,2}"
)
_STRING = r"(?:`?[\"'][A-Za-z]\w*[\"']`?|`?[A-Z][A-Z_]{2,}`?)"
_OR = rf"(?:{AND}(?:or\s)?|\s?(?:or|或者?)\s?)\s?"
_VALUES = rf"(?P<values>{TYPE}(?:{_OR}{TYPE})*|{_STRING}(?:{_OR}{_STRING})*)(?![\w:(])"
_SAID = tuple(regex(rf"{subject}{_ALLOWS}{_VALUES}", re.A) for subject in _SUBJECTS)
#: "`Braid` accepts indices of type half": of an input, whose type is an attr.
_OF_INPUT = regex(
    rf"{OP}\s(?:accepts|takes|allows|supports|wants|expects)\s(?:only\s)?`?(?P<input>[a-z]\w+)`?\sof\s(?:the\s)?types?\s"
    rf"(?:either\s)?(?P<values>{TYPE}(?:{_OR}{TYPE})*)(?![\w:(])",
    re.A,
)
_WORD = regex(r"[A-Za-z]\w*", re.A)
_LEAST = r"(?P<said>(?:{})`?(?P<least>\d+|one|two|three|four|five|six))\b"
_AT_LEAST = _LEAST.format(
    r"at least\s|minimum (?:length )?of\s|(?:length|size) of at least\s"
    r"|至少(?:为|是|有|要有|需要)?\s?|最少\s?|最小(?:值|长度)?(?:为|是)\s?"
)
_HAS = (
    r"(?:(?:must\s|should\s)?(?:has|have|hold|holds|is|be|takes?|needs?)\s(?:a\s)?|requires?\s"
    r"|(?:必须|要|需要?)?有?)"
)
_LIMITED = (
    *(regex(rf"{subject}{_HAS}{_AT_LEAST}", re.A) for subject in SUBJECTS),
    # "`Braid` requires `turns` to have at least 4 elements"
    regex(
        rf"{OP}\s(?:requires|wants|expects|needs)\s(?:its\s)?(?:the\s)?{MARKED_ATTR}\sto\s(?:have|be|hold)\s"
        + _LEAST.format(r"at least\s"),
        re.A,
    ),
)
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_OTHERWISE = otherwise(
    r"no|neither|nor|without|except|if|when|unless|older|newer|later|kernels?|CPU|GPU|TPU|XLA|2\.\d",
    "没|不|除|如果|新版|内核",
)


class AttrLimits(Check):
    """The checks of what attrs allow; an index tells them."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every value that an attr does not allow, and on every least value that it has not."""
        for one in self.page.marked:
            if "`" not in one.text:
                continue
            for match in (match for pattern in _SAID for match in pattern.finditer(one.text)):
                yield from self._allowed(one, match)
            for match in _OF_INPUT.finditer(one.text) if " of " in one.text else ():
                yield from self._of_input(one, match)
            for match in (match for pattern in _LIMITED for match in pattern.finditer(one.text)):
                yield from self._least(one, match)

    def _allowed(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        held = claimed_of(self.page, match, _OTHERWISE)
        for op, attr in [held] if held is not None else ():
            allowed = attr.allowed_values
            if allowed is None:
                return
            text = attr.type in ("string", "list(string)")
            for word in (_WORD if text else ONE).finditer(one.text, *match.span("values")):
                value = word[0] if text else dtype(word[0])
                said = one.cited(word.start(), word[0].strip("`"))
                if value in allowed or word[0] in ("and", "or", "DT_") or self.page.strangers(said):
                    continue
                near = () if text else [type_text(each) for each in allowed][:4]
                yield self.page.verdict(said, "differs", op.location, near, told(op, attr), "symbol")

    def _of_input(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        """The verdicts on the types that the attr of an input does not allow."""
        defined = self.known.op_defs(match["op"]) if match["op"] in self.known.ops else ()
        held = [arg for op in defined for arg in op.input_arg if arg.name == match["input"]]
        if len(defined) != 1 or not held or not is_claimed(match, _OTHERWISE):
            return
        attr = attr_of(self.page, match["op"], held[0].type_attr or "")
        allowed = attr[1].allowed_values if attr is not None else (held[0].type,) if held[0].type else None
        for word in ONE.finditer(one.text, *match.span("values")) if allowed else ():
            said = one.cited(word.start(), word[0].strip("`"))
            if dtype(word[0]) not in (allowed or ()) and not self.page.strangers(said):
                near = [type_text(each) for each in allowed or ()][:4]
                detail = f"`{held[0].name}` of {match['op']} is one of {', '.join(near)}"
                yield self.page.verdict(said, "differs", defined[0].location, near, detail, "symbol")

    def _least(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        least = _NUMBERS.get(match["least"]) or int(match["least"])
        held = claimed_of(self.page, match, _OTHERWISE)
        for op, attr in [held] if held is not None else ():
            said = one.cited(match.start("said"), match["said"])
            if attr.minimum is not None and attr.minimum != least and not self.page.strangers(said):
                yield self.page.verdict(said, "differs", op.location, (), told(op, attr), "symbol")
