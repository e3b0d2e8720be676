"""Attrs, inputs and outputs that an op is said not to have, and has: "`Braid` has no `width`".

`Braid` 没有属性 `width`, "`Braid` has `cloth` and `yarn`, but not `width`", "… has the inputs `cloth` and `yarn` only,
without `width`".
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.claimed import is_claimed
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.part_kinds import kinds_of
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

_OP = r"`(?P<op>_?[A-Z]\w+)`(?:\s(?:op|itself))?"
_KIND = r"(?:(?P<kind>attr(?:ibute)?|input|output)s?\s)?"
_KIND_ZH = r"(?P<kind>属性|attr|输入|输出)?\s?"
_NAME = r"`(?P<name>[A-Za-z]\w*)`"
#: What ends the statement: "has no `width` default" denies something else.
_ENDS = r"(?=\s?(?:[.,;:)。，；：）]|\Z|and\b|but\b|so\b|any ?more\b|at all\b|either\b))"
_DENIED = (
    regex(
        rf"{_OP}\s(?:has|takes|does\snot\shave|doesn't\shave|lacks)\s(?:no|an?|any|the)?\s?{_KIND}(?:called\s|named\s)?{_NAME}{_ENDS}",
        re.A,
    ),
    regex(
        rf"{_OP}\s(?:has|takes)\s(?:only\s)?(?:the\s)?(?:[a-z]+\s)?`[a-z]\w*`(?:(?:,\s|\sand\s|,\sand\s)`[a-z]\w*`){{0,6}}(?:\sonly)?"
        rf",?\s(?:without|but\s(?:no|not)|and\s(?:no|not))\s(?:the\s|an?\s)?{_KIND}{_NAME}{_ENDS}",
        re.A,
    ),
    regex(
        rf"{_OP}\s?(?:本身)?(?:并)?没有{_KIND_ZH}{_NAME}(?:\s?这个(?:属性|输入|输出|参数))?(?=\s?(?:[，。；,.;)）、]|\Z))",
        re.A,
    ),
)
#: What makes a clause of the first form a denial.
_NO = regex(r"\s(?:(?:has|takes)\sno\s|does\snot\s|doesn't\s|lacks\s)")
_KINDS = {"属性": "attr", "输入": "input", "输出": "output", "attribute": "attr"}
_OTHERWISE = otherwise(
    r"Python|layers?|Keras|arguments?|parameters?|older|newer|later|earlier|former\w*|if|when|unless|used to"
    r"|default\w*|kernels?|gradients?|2\.\d|1\.\d",
    "参数|如果|新版|旧版|之前|默认",
)


class PartsDenied(Check):
    """The checks of such denials; an index tells all of them."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every attr, input or output that an op has in spite of what is said."""
        for one in self.page.marked:
            if "`" not in one.text:
                continue
            for form, pattern in enumerate(_DENIED):
                for match in pattern.finditer(one.text):
                    if form or _NO.search(match[0]):
                        yield from self._judged(one, match)

    def _judged(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        op, name = match["op"], match["name"]
        if op not in self.known.ops or op in self.page.own or not is_claimed(match, _OTHERWISE, apart=True):
            return
        kind = _KINDS.get(match["kind"] or "", match["kind"] or "")
        every = self.known.op_defs(op)
        has = [kinds for each in every if (kinds := kinds_of(each, name)) and (not kind or kind in kinds)]
        said = one.cited(match.start("name"), name)
        if len(has) == len(every) > 0 and not self.page.strangers(said):
            detail = f"{op} has the {kind or has[0][0]} `{name}`"
            yield self.page.verdict(said, "differs", every[0].location, (), detail, "symbol")
