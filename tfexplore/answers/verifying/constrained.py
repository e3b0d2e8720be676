"""Types that a kernel class or an op is said to be registered for, on whichever device.

"`LoomOp` is registered for `T` in {half, float}", "`LoomOp` 注册的类型为 half、float".
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.filters import class_base, kernel_takes
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.attrs import told
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.dtypes import AND, ONE, TYPE, dtype
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.index import kernels
from tfexplore.index import ops as op_defs
from tfexplore.patterns import regex
from tfexplore.spec_text import type_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import KernelDef

#: Letters of a paragraph that is read, and of a sentence before its types.
MAX_LETTERS, REACH = 6_000, 200

_FOR = regex(
    r"(?:registered (?:only )?for|注册的?(?:了|为|是|(?:数据)?类型(?:有|为|是|约束为)))\s?(?:the types\s)?"
    r"(?:`?T\w{0,30}`?\s(?:in|of|=|∈|being)\s|`T\w{0,30}`\s?(?:=|∈|为|是|取)\s?)?[:：]?\s?"
    rf"(?P<open>`?[{{(\[])?\s?(?P<types>{TYPE}(?:{AND}\s?{TYPE})+)(?P<close>[`\s]*[}})\]])?(?![\w:])",
    re.A,
)
#: "`Loom` (x.cc:12), whose `T` is limited to `{half, float}`".
_WHOSE = regex(
    r"`(?P<op>[A-Z]\w+)`(?:\s?[(（][^()（）\n]{0,80}[)）])?,?\s(?:whose|with)\s`(?P<attr>\w+)`\s"
    r"(?:(?:is|can be|may be|must be|being)\s)?"
    r"(?:limited to|restricted to|constrained to|one of|any of|either|allows?|takes?|accepts?)\s"
    rf"`?[{{\[(]?(?P<types>{TYPE}(?:{AND}\s?{TYPE})+)",
    re.A,
)
#: The class, perhaps with what it is derived from, or the op.
_NAME = regex(r"`\"?(?:\w+::)*(?P<name>[A-Z]\w{2,60})(?:\s?:\s?(?:public\s)?(?:\w+::)*\w+)?\"?`", re.A)
_END = regex(r"[.。!?；;]\s|[。；|]")
_OTHERWISE = otherwise(r"no|without|except|unless|neither|nor|plan\w*|will|CPU|GPU|TPU", "没|无|不|除|缺|计划|打算")


class Constrained(Check):
    """The checks of types that kernels are said to be registered for without a device."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every type that no kernel of what is named takes."""
        for one in self.page.marked:
            if len(one.text) > MAX_LETTERS or one.text.lstrip().startswith("|"):
                continue
            for match in _WHOSE.finditer(one.text) if "whose" in one.text or "with" in one.text else ():
                yield from self._allowed(one, match)
            for match in _FOR.finditer(one.text):
                before = one.text[max(0, match.start() - REACH) : match.start()]
                said = _END.split(before)[-1]
                names = [name["name"] for name in _NAME.finditer(said)]
                if not names or (match["open"] and not match["close"]):
                    continue
                if not _OTHERWISE.search(said) and not disclaimers.proposed(said):
                    yield from self._types(one, match, self._kernels(names[0]))

    def _allowed(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        """A verdict on every type that an attr of an op does not allow."""
        sentence = prose.sentence(one.text, match.start() + 1)
        if match["op"] in self.page.own or disclaimers.proposed(sentence) or disclaimers.denied(sentence, ""):
            return
        attrs = [
            (op, attr)
            for op in self.known.op_defs(match["op"])
            for attr in op.attr
            if attr.name == match["attr"] and attr.allowed_values and attr.type.endswith(("type", "type)"))
        ]
        for type_ in ONE.finditer(match["types"]) if len(attrs) == 1 else ():
            op, attr = attrs[0]
            if dtype(type_[0]) not in (attr.allowed_values or ()):
                said = one.cited(match.start("types") + type_.start(), type_[0].strip("`"))
                near = [type_text(each) for each in attr.allowed_values or ()][:4]
                yield self.page.verdict(said, "not found", op.location, near, told(op, attr))

    def _kernels(self, name: str) -> list[KernelDef]:
        """The kernels of a class, or of an op; none of what the author defines."""
        if name in self.page.own:
            return []
        if name in self.known.ops:
            return list(kernels.of_ops(self.known.index, (name,)))
        made = kernels.of_ops(self.known.index, self.known.taken_by(name))
        return [one for one in made if class_base(one.kernel_class).rpartition("::")[2] == name]

    def _types(self, one: Paragraph, match: re.Match[str], here: list[KernelDef]) -> Iterator[Verdict]:
        defined = {op.name: op for op in op_defs.named(self.known.index, {kernel.op for kernel in here})}
        taken = {each for kernel in here for constraint in kernel.constraint for each in constraint.allowed_values}
        for type_ in ONE.finditer(match["types"]) if here else ():
            wanted = dtype(type_.group())
            if any(kernel_takes(kernel, defined.get(kernel.op), wanted) for kernel in here):
                continue
            said = one.cited(match.start("types") + type_.start(), type_.group().strip("`"))
            there = [type_text(each) for each in sorted(taken)][:4]
            detail = f"{here[0].op} has no such kernel for {type_text(wanted)}"
            yield self.page.verdict(said, "not found", here[0].location, there, detail)
