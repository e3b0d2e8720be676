"""Functions that are said to be an op's gradient and are another's: `Loom` 的梯度函数 `_WeaveGrad`.

"The gradient of `Loom` is `_WeaveGrad`" is wrong where `_WeaveGrad` is registered for `Weave` alone, be `Loom` an op, a
function or nothing at all.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying.check import Forms
from tfexplore.answers.verifying.claimed import is_claimed
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.scopes import function_body
from tfexplore.answers.verifying.spelling import parts_of
from tfexplore.index import gradients
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

_OP = r"`(?P<op>[A-Z]\w+)`"
_FUNCTION = r"`(?P<function>_\w*Grad\w*)(?:\(\))?`"
_SAID = (
    regex(rf"{_OP}\s?的\s?(?:Python\s?)?梯度(?:函数)?\s?(?:就?[是为]|叫做?|注册为|[:：])?\s?{_FUNCTION}", re.A),
    regex(
        rf"\bgradient (?:function )?(?:of|for) (?:the op )?{_OP}(?: op)?(?:,| is| in Python is|:)"
        rf" (?:the function )?{_FUNCTION}",
        re.A,
    ),
    regex(rf"{_OP}['’]s gradient (?:function )?(?:is |, |\()?{_FUNCTION}", re.A),
    # "The gradient of `Loom` (`_LoomGrad`) does"; "`@ops.RegisterGradient("Loom")` decorates `_LoomGrad`"
    regex(rf"\bgradient (?:function )?(?:of|for) (?:the op )?{_OP}(?: op)? ?\({_FUNCTION}[),]", re.A),
    regex(
        r"`@?(?:ops\.)?RegisterGradient\([\"'](?P<op>[A-Z]\w+)[\"']\)` (?:also )?"
        r"(?:decorates|registers|stands (?:above|over|before)|is (?:above|on|over|the decorator of)|belongs to) "
        rf"{_FUNCTION}",
        re.A,
    ),
)
#: The same where a function may be one that the op's own calls: "the gradient of `Loom` is computed in `_WeaveGrad`".
_IN = regex(
    rf"\bgradient (?:function )?(?:of|for) (?:the op )?{_OP}(?: op)? "
    r"(?:is (?:computed|calculated|defined|implemented|written)|lives|stands|creates|uses)"
    rf"(?: (?:with|by|as|through|from))?(?: (?:the )?(?:op )?`\w+`)?,? (?:in|by|inside) {_FUNCTION}",
    re.A,
)
_OTHERWISE = otherwise(
    r"no|neither|nor|through|via|calls|uses|used|like|older|newer|later|also", "没|不|借用|调用|复用|共用|也"
)


class GradientsSaid(Forms):
    """The checks of such functions."""

    forms = (*_SAID, _IN)
    cue = "Grad"

    def _judged(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        """A verdict on every op whose gradient a function is said to be that is registered for others."""
        op, function = match["op"], match["function"]
        ops = self.known.gradient_of(function)
        if not ops or op in ops or self.page.own.intersection((op, function)) or not is_claimed(match, _OTHERWISE):
            return
        if match.re.pattern == _IN.pattern and self._may_be_called(op, function):
            return
        part = "function" if op in self.known.ops else "op"  # which of the two is not what is meant
        said = one.cited(match.start(part), match[part])
        if not self.page.strangers(said):
            detail = f"{function} is registered for {', '.join(ops[:3])}"
            where = next(iter(self.known.places(function)), None)
            yield self.page.verdict(said, "differs", where, tuple(ops[:3]), detail, "symbol")

    def _may_be_called(self, op: str, function: str) -> bool:
        """Whether the gradient functions of an op come to another; so it may be, where there is no tree to tell."""
        if not self.known.has_tree:
            return True
        made = [each.function for each in gradients.of_ops(self.known.index, (op,)) if each.function]
        places = [place for name in made for place in self.known.places(parts_of(name)[-1])]
        return any(stands(function, function_body(self.known, place)) for place in places)
