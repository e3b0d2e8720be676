"""What a document says of an op's inputs or outputs as a whole: how many it has, and in which order.

"`ApplyAdam` has 10 inputs", "the inputs of `ApplyMomentum` are, in this order, `var`, `accum`, …".
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.index import ops

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import ArgDef, OpDef

#: Numbers as words, in English and in Chinese, and what finds one of the English.
NUMBERS = {
    **{word: at for at, word in enumerate(("one", "two", "three", "four", "five", "six", "seven", "eight", "nine"), 1)},
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
    **{sign: at for at, sign in enumerate("一二三四五六七八九十", 1)},
    "两": 2,
}
NUMBER_WORDS = "|".join([word for word in NUMBERS if word.isascii()])
_OP = re.compile(r"`([A-Z]\w+)`", re.A)
#: "has five outputs", "有 10 个输入"; of some inputs that are left out of the count nothing is said.
_COUNT = re.compile(
    rf"(?:(?:has|have|takes|produces|returns|gives)\s+(?:exactly\s+)?(?P<number>\d{{1,2}}|{NUMBER_WORDS})\s+"
    rf"(?P<kind>inputs?|outputs?)(?=[\s.,;:)]|$)"
    rf"|(?:有|接受|产生|返回)\s?(?P<number_zh>\d{{1,2}}|[一二三四五六七八九十两])\s?个(?P<kind_zh>输入|输出)(?!通道|维))",
    re.I,
)
#: What a list says the order of; "the inputs are `a`, `b`" says so of all of them.
_ORDER = re.compile(
    r"(?:(?:inputs|outputs)(?:\s+of\s+`\w+`|\s+\w+){0,3}\s+(?:are|come|go)(?:\s?,)?(?:\s+in (?:this|the) order)?|"
    r"(?:input|output) order(?:\s+(?:is|of [^.:：]{1,40}))?|"
    r"(?:输入|输出)的?(?:顺序|依次|次序)?(?:是|为|依次是|依次为)?)"
    r"\s*[,，]?\s*[:：]?\s*",
    re.I,
)
_LIST = re.compile(r"`[a-z]\w*`(?:\s?(?:[,，、]\s?(?:and\s|和)?|and |和)\s?`[a-z]\w*`)+", re.A)
#: Names of a list whose order is looked at.
ENOUGH = 3
_OTHERWISE = re.compile(
    r"\b(?:not|more|at least|at most|other|extra|additional|first|last|layers?|Keras|gradients?|each|every|both)\b"
    r"|\b(?:used to|if|when)\b|不|另外|额外|至少|至多|前|后|如果|每|各",
    re.I,
)


class Inputs(Check):
    """The checks of the number and the order of ops' inputs and outputs."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every number and every order that is another."""
        for one in self.page.paragraphs:
            if "`" not in one.text or markdown.HEADING.match(one.text) or one.text.lstrip().startswith("|"):
                continue
            for start, end in prose.sentences(one.text):
                yield from self._sentence(one, start, end)

    def _sentence(self, one: Paragraph, start: int, end: int) -> Iterator[Verdict]:
        text = one.text[start:end]
        named = [match for match in _OP.finditer(text) if match[1] in self.known.ops and match[1] not in self.page.own]
        if len({match[1] for match in named}) != 1 or disclaimers.proposed(text):
            return
        defined = ops.named(self.known.index, [named[0][1]])
        for count in _COUNT.finditer(text, named[0].end()):
            number = count["number"] or count["number_zh"]
            kind = "input" if (count["kind"] or count["kind_zh"]).lower() in ("input", "inputs", "输入") else "output"
            between = text[named[0].end() : count.start()]
            said = NUMBERS.get(number.lower()) or int(number)
            if len(between) > 60 or _OTHERWISE.search(between) or not defined:
                continue
            there = [_arguments(op, kind) for op in defined]
            if any(_is_list(arguments) or len(arguments) == said for arguments in there):
                continue
            names = ", ".join(arg.name for arg in there[0])
            detail = f"{defined[0].name} has {len(there[0])} {kind}s: {names}"
            yield self._verdict(one, start + count.start(), count[0], defined[0], detail)
        for order in _ORDER.finditer(text):
            listed = _LIST.match(text, order.end())
            if listed is not None:
                yield from self._ordered(one, start + listed.start(), listed[0], defined)

    def _ordered(self, one: Paragraph, at: int, listed: str, defined: Sequence[OpDef]) -> Iterator[Verdict]:
        """A verdict on a list of all inputs, or all outputs, in another order."""
        names = re.findall(r"`(\w+)`", listed)
        there = [[arg.name for arg in _arguments(op, kind)] for op in defined for kind in ("input", "output")]
        if len(names) < ENOUGH or names in there:
            return
        for held in there:
            if sorted(held) == sorted(names):
                detail = f"their order is {', '.join(held)}"
                yield self._verdict(one, at, listed, defined[0], detail)
                return

    def _verdict(self, one: Paragraph, at: int, text: str, op: OpDef, detail: str) -> Verdict:
        return self.page.verdict(one.cited(at, text), "differs", op.location, (), detail)


def _arguments(op: OpDef, kind: str) -> tuple[ArgDef, ...]:
    return op.input_arg if kind == "input" else op.output_arg


def _is_list(arguments: Sequence[ArgDef]) -> bool:
    """Whether what stands in the OpDef once may be several."""
    return any(arg.number_attr or arg.type_list_attr for arg in arguments)
