"""Which ops public names of Python, and the generated functions behind them, are said to create.

"`tf.sin` creates the op `Sin`", "`Sin` is exported as `tf.math.sin`", "`gen_math_ops.sin` is generated for `Sin`". An
index has what each name creates, directly or through others; of a name that creates more than a few ops nothing is
said, as it may come to them in a way that nobody has followed.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.claimed import is_claimed
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.index import api
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import Location

#: Ops of a public name, which are all that it can come to.
FEW_OPS = 6

_NAME = r"`(?P<{}>tf(?:\.[a-z]\w*)+|gen_\w+_ops\.\w+)(?:\(\))?`"
_OP = r"`(?P<{}>_?[A-Z]\w+)`"
_CREATES = (
    r"\s(?:(?:only|just|directly|finally|always|then)\s)?"
    r"(?:creates?|makes?|builds?|emits?|adds?|(?:maps?|corresponds?|leads?|dispatch(?:es)?) to"
    r"|ends? (?:up )?(?:in|with|at)|is backed by|wraps?|(?:is )?(?:the )?(?:generated )?wrapper (?:of|for)"
    r"|is (?:generated|made) (?:from|for|of|out of)|calls the op|runs the op)\s"
    r"(?:(?:an?|the|one|single)\s){0,2}(?:(?:ops?|nodes?|operations?)\s)?(?:(?:called|named)\s)?"
)
_CREATES_ZH = (
    r"\s?(?:最终|直接|其实|会|只|就|底层|内部|则|都|将)*"
    r"(?:创建|生成|构造|(?:所)?对应(?:的)?(?:是|到|于)?|映射[到为成]|落[到在]|由)了?(?:一个|的是)?\s?(?:的)?\s?(?:op|算子|节点|操作)?\s?"
)
_EXPORTED = (
    r"(?:\sops?)?\s(?:is|gets)\s(?:exposed|exported|available|public|reachable|reached)\s(?:(?:in|to|from) Python\s)?"
    r"(?:as|under|through|by|via)\s(?:the name\s)?"
    r"|\s?(?:这个)?(?:op|算子)?\s?在\s?Python\s?(?:[里中侧端层])?(?:面)?(?:暴露|导出|公开|对应)(?:为|成|的(?:是|接口是)|[到于])\s?"
    r"|\s?(?:这个)?(?:op|算子)?\s?(?:暴露|导出)[为成]\s?"
)
_SAYS = (
    regex(
        rf"{_NAME.format('name')}(?:{_CREATES}|{_CREATES_ZH}){_OP.format('op')}(?!\s?(?:的|'s\s|kernels?\b|[(（]))",
        re.A,
    ),
    regex(rf"{_OP.format('op')}(?:{_EXPORTED}){_NAME.format('name')}", re.A),
)
#: "`tf.sin` is `gen_math_ops.sin`".
_IS = regex(
    r"`(?P<name>tf(?:\.[a-z]\w*)+)(?:\(\))?`"
    r"(?:\s(?:is|calls|is (?:an alias (?:of|for)|nothing but))\s|\s?(?:就是|即|调用)\s?|\s?(?:->|→)\s?)"
    r"`(?P<wrapper>gen_\w+_ops\.\w+)(?:\(\))?`",
    re.A,
)
_OTHERWISE = otherwise(
    r"no|if|unless|older|newer|later|missing|add|plan\w*|wrong|claim\w*|believe|instead|used to|cannot|gradients?"
    r"|2\.\d",
    "没|不|如果|以前|误|梯度|而非",
)


class EndpointOps(Check):
    """The checks of such statements; an index tells all of them."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every op, or generated function, that a name does not come to."""
        for one in self.page.marked:
            if "`tf." not in one.text and "`gen_" not in one.text:
                continue
            for match in (match for pattern in _SAYS for match in pattern.finditer(one.text)):
                yield from self._judged(one, match, "op", match["op"])
            for match in _IS.finditer(one.text):
                op = next((op for module, op in self._generated(match["wrapper"])), "")
                yield from self._judged(one, match, "wrapper", op)

    def _judged(self, one: Paragraph, match: re.Match[str], group: str, op: str) -> Iterator[Verdict]:
        """The verdict on what a name is said to come to, which creates an op."""
        if op not in self.known.ops or op in self.page.own or not is_claimed(match, _OTHERWISE):
            return
        created, where = self._created(match["name"])
        if not created or op in created:
            return
        said = one.cited(match.start(group), match[group])
        if not self.page.strangers(said):
            detail = f"{match['name']} creates {' or '.join(created)}"
            yield self.page.verdict(said, "differs", where, (), detail)

    def _created(self, name: str) -> tuple[list[str], Location | None]:
        """The ops that a public name or a generated function creates, where these are few; and where it is defined."""
        if name.startswith("gen_"):
            return [op for _, op in self._generated(name)], None
        found = api.endpoints_named(self.known.index, [name])
        ops = [[use.op for use in each.ops] for each in found]
        if not all(ops) or any(len(each) > FEW_OPS for each in ops):
            return [], None
        return list(dict.fromkeys(op for each in ops for op in each)), found[0].location if found else None

    def _generated(self, name: str) -> list[tuple[str, str]]:
        """The module of a generated function and the op that it is of."""
        module, _, function = name.partition(".")
        return [each for each in self.known.wrappers.get(function, ()) if each[0] == module]
