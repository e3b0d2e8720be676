"""What a document says that registrations of ops mark: `.SetIsStateful()`, "is commutative", not differentiable.

In sentences on one op, and in lists of ops that are declared not differentiable, where nearly all are. An op that has a
resource is stateful whatever its registration says; of such a one nothing is said here.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.claimed import is_claimed
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.index import gradients
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import GradientFunction, OpDef

#: So many ops of a list are declared so, and so many times as many as are not.
ENOUGH, TIMES = 4, 3
#: "`Loom` is marked with `.SetIsStateful()`", "`Loom` is the only one of them registered with `.SetIsCommutative()`".
_MARK = r"SetIs(?:Stateful|Commutative|Aggregate)"
_MARKED = regex(
    r"`(?P<op>[A-Z]\w+)`(?:\s?[(（][^()（）`\n]{0,60}[)）])?\s(?:is|was)\s(?:the only\s(?:one|op)\s(?:of\s\w+\s)?)?"
    rf"(?:also\s)?(?:marked|registered|declared)\s(?:with|by)\s`\.?(?P<mark>{_MARK})\(\)`"
    r"|`(?P<op_zh>[A-Z]\w+)`\s?(?:的注册)?(?:也|都|被)?(?:标记了?|注册时?(?:调用|带)了?|调用了?|带有?)\s?"
    rf"`\.?(?P<mark_zh>{_MARK})\(\)`",
    re.A,
)
#: "`Loom` has no `SetIsAggregate()`", "`Loom` does not call `SetIsAggregate()`", `Loom` 没有 `SetIsAggregate()`.
_NOT_MARKED = regex(
    r"`(?P<op>[A-Z]\w+)`\s(?:has\sno|does\snot\s(?:call|have|set)|is\snot\s(?:marked|registered|declared)\s(?:with|by)|lacks)\s"
    rf"`\.?(?P<mark>{_MARK})\(\)`"
    r"|`(?P<op_zh>[A-Z]\w+)`\s?(?:的注册)?(?:里|中)?(?:没有|不带|未)(?:调用|标记)?\s?"
    rf"`\.?(?P<mark_zh>{_MARK})\(\)`"
    # "`Loom` has `SetIsStateful()` but not `SetIsAggregate()`", and in Chinese
    rf"|`(?P<op_but>[A-Z]\w+)`[^`.;。；\n]{{0,40}}`\.?{_MARK}\(\)`[^`.;。；\n]{{0,12}}?"
    r"(?:(?:but|and)\s(?:not|no)(?:\s(?:with|by|as))?|without|(?:而|但|却)?(?:没有|不带|未带)(?:标记)?)\s?"
    rf"`\.?(?P<mark_but>{_MARK})\(\)`",
    re.A,
)
_FIELDS = {"SetIsStateful": "is_stateful", "SetIsCommutative": "is_commutative", "SetIsAggregate": "is_aggregate"}
#: "`Loom` is stateful", "the op `Loom` is not commutative", `Loom` 是有状态的.
_ENDS = (
    r"(?:\s(?:ops?|operations?))?(?:\s(?:as well|too|either))?"
    r"(?=\s?(?:[.,;:)。，；：）]|\Z|and\b|but\b|so\b|because\b|since\b|in the registr))"
)
_IS = regex(
    rf"`(?P<op>_?[A-Z]\w+)`(?:\sop)?\s(?:is|was)\s(?:(?:marked|registered|declared)\s(?:as\s)?)?(?P<no>not\s(?:an?\s)?)?(?:an?\s)?"
    rf"(?P<said>(?P<word>stateful|stateless|commutative|aggregate|deprecated)){_ENDS}"
    r"|`(?P<op_zh>_?[A-Z]\w+)`\s?(?:这个\s?)?(?:op|算子)?\s?(?:也|都)?(?P<no_zh>不)?(?:是|被标记为)\s?"
    r"(?P<said_zh>(?P<word_zh>有状态|无状态|可交换))的?(?:\s?(?:op|算子))?(?=\s?(?:[，。；,.;)）]|\Z))",
    re.A,
)
_WORDS = {
    "stateful": ("is_stateful", True),
    "有状态": ("is_stateful", True),
    "stateless": ("is_stateful", False),
    "无状态": ("is_stateful", False),
    "commutative": ("is_commutative", True),
    "可交换": ("is_commutative", True),
    "aggregate": ("is_aggregate", True),
    "deprecated": ("deprecation_version", True),
}
#: "`Loom` is deprecated since graph version 12".
_SINCE = regex(
    r"`(?P<op>_?[A-Z]\w+)`(?:\sop)?\s(?:is|was|has been)\s(?:marked\s)?deprecated\s(?:at|since|in|from|as of)\s"
    r"(?:the\s)?(?:graph(?:\s?def)?\s)?version\s`?(?P<version>\d+)\b",
    re.A,
)
#: "`ops.NotDifferentiable('Loom')`", of the file that has it.
_DECLARES = regex(r"\b(?:NotDifferentiable|NoGradient)\([\"'](?P<op>[A-Z]\w+)[\"']\)", re.A)
#: What a heading or a text above says of a list.
_DECLARED = regex(
    r"(?<!\bnot )\b(?:declared|marked|registered)\s(?:as\s)?"
    r"`?(?:ops\.)?(?:not[- ]differentiable|NotDifferentiable|NoGradient)"
    r"|(?:声明|标记|注册)(?:为|成)\s?`?(?:不可[微导]|NotDifferentiable|NoGradient)",
    re.I,
)
_NAME = regex(r"`(_?[A-Z]\w+)`", re.A)
_OTHERWISE = otherwise(
    r"no|neither|nor|without|if|unless|older|newer|missing|add|plan\w*|wrong|except", "没|无|如果|除"
)


class OpMarks(Check):
    """The checks of such marks; an index tells all of them."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every op that is not marked so."""
        for one in self.page.marked:
            if "`" not in one.text:
                continue
            for match in _MARKED.finditer(one.text) if "SetIs" in one.text else ():
                yield from self._marked(one, match)
            for match in _NOT_MARKED.finditer(one.text) if "SetIs" in one.text else ():
                yield from self._not_marked(one, match)
            for match in _IS.finditer(one.text):
                yield from self._is(one, match)
            for match in _SINCE.finditer(one.text) if "deprecated" in one.text else ():
                yield from self._since(one, match)
            for match in _DECLARES.finditer(one.text):
                yield from self._declares(one, match)
            if not one.text.lstrip().startswith("|") and not markdown.HEADING.match(one.text):
                yield from self._list(one)

    def _marked(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        op, mark = match["op"] or match["op_zh"], match["mark"] or match["mark_zh"]
        defined = self.known.op_defs(op) if op in self.known.ops and op not in self.page.own else ()
        sentence = markdown.SPAN.sub("`", prose.sentence(one.text, match.start() + 1))
        if len(defined) != 1 or _has_resource(defined[0]) or getattr(defined[0], _FIELDS[mark]):
            return
        if not _OTHERWISE.search(sentence) and not disclaimers.proposed(sentence):
            said = one.cited(match.start("mark" if match["mark"] else "mark_zh"), mark)
            if not self.page.strangers(said):
                yield self.page.verdict(
                    said, "differs", defined[0].location, (), f"{op} is not registered with {mark}()"
                )

    def _not_marked(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        """The verdict on a mark that an op is said not to have, and has."""
        form = next(form for form in ("", "_zh", "_but") if match[f"op{form}"])
        mark = match[f"mark{form}"]
        defined = self._defined(match, match[f"op{form}"], True)
        if defined is not None and getattr(defined, _FIELDS[mark]):
            said = one.cited(match.start(f"mark{form}"), mark)
            if not self.page.strangers(said):
                detail = f"{defined.name} is registered with {mark}()"
                yield self.page.verdict(said, "differs", defined.location, (), detail)

    def _is(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        """The verdict on a plain word for what an op is: "stateful", "commutative"."""
        zh = "" if match["op"] else "_zh"
        word = match[f"word{zh}"]
        field, value = _WORDS[word]
        defined = self._defined(match, match[f"op{zh}"], bool(match[f"no{zh}"] or zh))
        if defined is None or (field == "is_stateful" and _has_resource(defined)):
            return
        has = bool(getattr(defined, field))
        if has == (value != bool(match[f"no{zh}"])):
            return
        said = one.cited(match.start(f"said{zh}"), match[f"said{zh}"])
        if not self.page.strangers(said):
            plain = next(one for one, told in _WORDS.items() if told == (field, True))
            detail = f"{defined.name} is {'' if has else 'not '}{plain}"
            yield self.page.verdict(said, "differs", defined.location, (), detail, "symbol")

    def _since(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        """The verdict on the version of graphs since which an op is said to be deprecated."""
        defined = self._defined(match, match["op"], False)
        if defined is None or defined.deprecation_version == int(match["version"]):
            return
        said = one.cited(match.start("version"), match["version"])
        if not self.page.strangers(said):
            version = defined.deprecation_version
            detail = (
                f"{defined.name} is {'not deprecated' if version is None else f'deprecated since version {version}'}"
            )
            yield self.page.verdict(said, "differs", defined.location, (), detail, "symbol")

    def _defined(self, match: re.Match[str], op: str, denied: bool) -> OpDef | None:
        """The op that a sentence says something of; None where it is the author's own, or a plan.

        `denied` is whether the word itself is what the sentence denies.
        """
        every = self.known.op_defs(op) if op in self.known.ops and op not in self.page.own else ()
        defined = [each for each in every if each.linked_into] or every
        return defined[0] if len(defined) == 1 and is_claimed(match, _OTHERWISE, apart=denied) else None

    def _declares(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        """A verdict on an op of which code that a text quotes says that it is not differentiable."""
        op = match["op"]
        sentence = markdown.SPAN.sub("`", prose.sentence(one.text, match.start() + 1))
        if op not in self.known.ops or op in self.page.own or self._not_differentiable([op]):
            return
        if not _OTHERWISE.search(sentence) and not disclaimers.proposed(sentence):
            said = one.cited(match.start("op"), op)
            if not self.page.strangers(said):
                where = self.known.op_defs(op)[0].location
                yield self.page.verdict(said, "differs", where, (), f"nothing declares {op} not differentiable")

    def _list(self, one: Paragraph) -> Iterator[Verdict]:
        """A verdict on the few ops of a list of those that are not differentiable which nothing declares so."""
        names = list(_NAME.finditer(one.text))
        if len(names) < ENOUGH:
            return
        over = self.page.over(one.numbers[0])
        told = (self.page.heading(one.numbers[0]), self.page.text_lines[over - 1] if over else "")
        first = prose.sentence(one.text, 1)
        if not any(map(_DECLARED.search, (*told, first.partition("`")[0]))) or disclaimers.proposed(one.text):
            return
        ops = [match for match in names if match[1] in self.known.ops and match[1] not in self.page.own]
        declared = {each.op for each in self._not_differentiable([match[1] for match in ops])}
        wrong = [match for match in ops if match[1] not in declared]
        if not wrong or len(ops) - len(wrong) < max(ENOUGH - 1, TIMES * len(wrong)):
            return
        for match in wrong:
            sentence = markdown.SPAN.sub("`", prose.sentence(one.text, match.start() + 1))
            if not _OTHERWISE.search(sentence):
                where = self.known.op_defs(match[1])[0].location
                detail = f"nothing declares {match[1]} not differentiable"
                yield self.page.verdict(one.cited(match.start(1), match[1]), "differs", where, (), detail)

    def _not_differentiable(self, ops: Sequence[str]) -> list[GradientFunction]:
        """Those of some ops that Python declares not differentiable."""
        found = gradients.of_ops(self.known.index, ops)
        return [one for one in found if one.registry == "python" and one.function is None]


def _has_resource(op: OpDef) -> bool:
    return any(arg.type == "DT_RESOURCE" for arg in (*op.input_arg, *op.output_arg))
