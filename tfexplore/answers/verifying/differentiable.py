"""Whether ops have gradients: "a gradient is registered for `Sin`", "`Sign` is not differentiable".

That an op has one is wrong where no registry has; that it has none where Python registers a function for it. So is the
function that stands behind "gradient:" in an item on an op, and that is registered for others.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.index import gradients
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import GradientFunction

_OP = r"`(?P<op>_?[A-Z]\w+)`"
#: What ends the statement: of one input, one value or one kernel it is another.
_ENDS = (
    r"(?=\s?(?:[.,;:)。，；：）]|\Z|and\b|but\b|so\b|in Python\b|at all\b|registered\b|either\b|because\b|since\b|"
    r"因为|所以|而|但|的(?=[。，；]))|\s?$)"
)
_HAS = (
    regex(rf"\bgradients?(?: functions?)? (?:is |are )?registered for (?:the )?(?:ops? )?{_OP}", re.A),
    regex(rf"{_OP} (?:also )?has (?:a|its own|an own) (?:registered )?gradient(?: function)?{_ENDS}", re.A),
    regex(rf"{_OP} is differentiable{_ENDS}", re.A),
    regex(rf"{_OP}(?:,)? is registered (?:with|by) `@?(?:ops\.)?RegisterGradient`", re.A),
    regex(rf"{_OP}\s?[:：,，]?\s?(?:用|由|通过)\s?`@?(?:ops\.)?RegisterGradient`\s?(?:登记|注册)", re.A),
    regex(rf"(?<![没未])(?:为|给)\s?{_OP}\s?注册了?(?:一个)?梯度", re.A),
    regex(
        rf"{_OP}\s?(?:也|同样)?(?:有(?:注册的?)?(?:自己的)?梯度(?:函数)?|注册了梯度(?:函数)?|(?:是)?可[微导]的?){_ENDS}",
        re.A,
    ),
)
_HAS_NOT = (
    regex(rf"{_OP} (?:itself )?has no (?:registered )?gradient(?: function)?{_ENDS}", re.A),
    regex(rf"\b[Nn]o gradient(?: function)? (?:is |was )?(?:registered |defined )?for (?:the )?(?:op )?{_OP}", re.A),
    regex(rf"{_OP} (?:is|was) (?:not differentiable|non-?differentiable|not registered with a gradient){_ENDS}", re.A),
    regex(
        rf"{_OP} (?:is|was) (?:marked|declared|registered)(?: as)?(?: with)? `?(?:ops\.)?"
        r"(?:NotDifferentiable|NoGradient)\b",
        re.A,
    ),
    regex(
        rf"{_OP}\s?(?:则|也)?(?:被)?(?:标|记|声明)(?:记|注)?(?:成|为)了?\s?`?(?:ops\.)?(?:NotDifferentiable|NoGradient)\b",
        re.A,
    ),
    regex(rf"{_OP}\s?(?:则|也)?(?:没有(?:注册)?(?:任何)?梯度(?:函数)?|不可[微导]的?|是不可[微导]的){_ENDS}", re.A),
)
#: A list of such ops: "Not differentiable there: `A`, `B`".
_LISTED_NOT = regex(
    r"(?:\b[Nn]o(?:t|n-?)\s?[Dd]ifferentiable(?:\s(?:ops?|ones|there|here|are|in this file))*"
    r"|`(?:ops\.)?(?:NotDifferentiable|NoGradient)(?:\(\))?`[^`:：.。;；]{0,40}|(?:没有梯度|不可[微导])的?\s?(?:op|算子)?\s?(?:有|是)?)"
    r"\s?[:：]\s?(?P<list>`_?[A-Z]\w+`(?:(?:\s?[,，、/]\s?(?:and\s|和)?|\sand\s|\s?[和与及]\s?)`_?[A-Z]\w+`)+)",
    re.A,
)
_LISTED_OP = regex(_OP, re.A)
#: The op that an item begins with, and the function that is said to be its gradient.
_ITEM = regex(r"\s*(?:[-*+]|\d+[.)、])\s+[*_]*`(?P<op>[A-Z]\w+)`", re.A)
_LABELLED = regex(r"(?:\b[Gg]radient(?: function)?s?|梯度(?:函数)?)[*_]*\s?[:：]\s?[*_]*`(?P<name>_[A-Z]\w+)`", re.A)
#: "- `Braid`: `_BraidGrad`", which may be what the function calls that is registered.
_PAIRED = regex(
    r"\s*(?:[-*+]|\d+[.)、])\s+[*_]*`[A-Z]\w+`[*_]*\s?(?:[(（][^()（）`]{0,40}[)）]\s?)?(?:[:：→]|->|=>|[-–—]{1,2}\s)\s?"
    r"[*_]*`(?P<name>_[A-Z]\w*Grad\w*)(?:\(\))?`",
    re.A,
)
#: Gradients of other registries, and what makes it another statement.
_OTHERWISE = otherwise(
    r"cc/|XLA|\w*second|\w*higher|\w*double\w*|if|unless|older|newer|until|missing|add|plan\w*|wrong|claim\w*|believe",
    r"C\+\+|二阶|高阶|如果|以前|误",
)


class Differentiable(Check):
    """The checks of such statements; an index tells all of them."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every op of which the opposite is so."""
        for one in self.page.marked:
            if "`" not in one.text or not re.search("radient|Grad|ifferentiable|梯度|[微导]", one.text):
                continue
            yield from self._labelled(one)
            for start, end in prose.sentences(one.text):
                text = one.text[start:end].replace("\n", " ")
                for has, patterns in ((True, _HAS), (False, _HAS_NOT)):
                    for match in (match for pattern in patterns for match in pattern.finditer(text)):
                        around = f"{text[: match.start()]} {text[match.end() :]}"
                        yield from self._judged(one, start, around, match, has)
                for listed in _LISTED_NOT.finditer(text):
                    around = f"{text[: listed.start()]} {text[listed.end() :]}"
                    for match in _LISTED_OP.finditer(text, *listed.span("list")):
                        yield from self._judged(one, start, around, match, False)

    def _labelled(self, one: Paragraph) -> Iterator[Verdict]:
        """A verdict on a function that an item on an op calls its gradient, and that is none but other ops'."""
        item = _ITEM.match(one.text)
        op = item["op"] if item is not None else ""
        made = [each for each in gradients.of_ops(self.known.index, (op,)) if each.function] if op else []
        own = next((each for each in made if each.registry == "python"), next(iter(made), None))
        if own is None:
            return
        wrong = [match for match in _LABELLED.finditer(one.text) if self._is_anothers(match, op)]
        paired = _PAIRED.match(one.text)
        if paired is not None and not self._is_part(own, paired["name"]):
            wrong.append(paired)
        for match in wrong:
            said = one.cited(match.start("name"), match["name"])
            if not self.page.strangers(said):
                detail = f"{own.function} is the gradient of {op}"
                yield self.page.verdict(said, "differs", own.registered, (), detail)

    def _is_anothers(self, match: re.Match[str], op: str) -> bool:
        """Whether a function is registered for ops of which none is this one, or named in the text before."""
        ops = self.known.gradient_of(match["name"])
        before = match.string[: match.start()]
        return bool(ops) and op not in ops and not any(re.search(rf"(?<!\w){each}(?!\w)", before) for each in ops)

    def _is_part(self, own: GradientFunction, name: str) -> bool:
        """Whether a function may be what a gradient is computed by: it is that, or called there, or of another file."""
        if own.registry != "python" or own.location is None or name in (own.function, *self.page.own):
            return True
        if self.known.gradient_of(name) and own.op not in self.known.gradient_of(name):
            return False
        inside = {each.name: each for each in self.known.inside(own.location.path) if each.kind == "function"}
        function = inside.get(own.function or "")
        if function is None or name not in inside or not self.known.has_tree:
            return True
        return stands(name, self.known.text_of(function))

    def _judged(self, one: Paragraph, start: int, around: str, match: re.Match[str], has: bool) -> Iterator[Verdict]:
        """The verdict on what a sentence that begins there says of an op; `around` is all else that it says."""
        op = match["op"]
        if op not in self.known.ops or op in self.page.own or _OTHERWISE.search(markdown.SPAN.sub("`", around)):
            return
        if disclaimers.proposed(match.string):
            return
        found = [each for each in gradients.of_ops(self.known.index, (op,)) if each.function]
        if not has:  # a function may give nothing but None
            found = [each for each in found if each.registry == "python" and {*each.input_gradients} != {"none"}]
        wrong = has != bool(found)
        said = one.cited(start + match.start("op"), op)
        if wrong and not self.page.strangers(said):
            where = found[0].registered if found else self.known.op_defs(op)[0].location
            detail = f"{found[0].function} is its gradient" if found else f"no registry has a gradient of {op}"
            yield self.page.verdict(said, "differs", where, (), detail)
