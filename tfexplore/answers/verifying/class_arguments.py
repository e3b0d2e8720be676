"""Arguments of the class that an op's kernels are of: "`BraidFast` is `BraidOp<Fingerprint64>`".

The registry has them. What stands for any type or device, as `T` does, says nothing of them.
"""

from __future__ import annotations

import re
from itertools import pairwise

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.filters import class_base
from tfexplore.answers.markdown import SPAN
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.listed_items import items
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.index import kernels
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: Letters between an op and the class.
MAX_BETWEEN = 60
_CLASS = regex(r"(?:\w+::)*(?P<base>[A-Z]\w+)<(?P<arguments>[^`]+)>", re.A)
_OP = regex(r"\"?(?P<op>_?[A-Z]\w+)\"?", re.A)
#: What says that the class is that of the op's kernels.
_IS = regex(
    r"\s*(?:[(（][^()（）]{0,40}[)）])?\s*(?:(?:is|uses?|by|→|->|=>|[:：=|])"
    r"|(?:is|are) (?:implemented|registered|done) (?:by|with|as|through)|is bound to|[是由用]|对应|的内核[是为]?)\s*"
    r"(?:the (?:class |kernel )?)?",
    re.I,
)
#: What may be of any kernel: a parameter of a template, what a macro is given.
_ANY = regex(r"[A-Z][a-z]?|\w*(?:Device|[Tt]ype|TYPE|Index|T)|\.\.\.|…|\d+|true|false")
_OTHERWISE = otherwise(r"older|newer|formerly|like", "没|不")


class ClassArguments(Check):
    """The checks of such arguments; an index has the registry."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every argument that the class of no kernel of the op has."""
        for one in self.page.paragraphs:
            spans = list(SPAN.finditer(one.text)) if "<" in one.text else []
            for before, span in pairwise(spans):
                match, op = _CLASS.fullmatch(span[2]), _OP.fullmatch(before[2])
                if (
                    match is None
                    or op is None
                    or op["op"] not in self.known.ops
                    or span.start() - before.end() > MAX_BETWEEN
                ):
                    continue
                if _IS.fullmatch(one.text, before.end(), span.start()):
                    yield from self._judged(one, span, match, op["op"])

    def _judged(self, one: Paragraph, span: re.Match[str], match: re.Match[str], op: str) -> Iterator[Verdict]:
        sentence = one.text[slice(*prose.sentence_span(one.text, span.start()))]
        made = [
            each for each in kernels.of_ops(self.known.index, (op,)) if class_base(each.kernel_class) == match["base"]
        ]
        said = one.cited(span.start(2), span[2], match["base"])
        if (
            not made
            or op in self.page.own
            or _OTHERWISE.search(SPAN.sub("`", sentence))
            or disclaimers.proposed(sentence)
        ):
            return
        told = _arguments(span[2])
        held = [_arguments(each.kernel_class) for each in made]
        held = [each for each in held if len(each) == len(told)]
        if held and not any(all(map(_may_be, told, each)) for each in held) and not self.page.strangers(said):
            has = made[0].kernel_class
            yield self.page.verdict(said, "differs", made[0].location, (), f"kernels of {op} are {has}", "symbol")


def _arguments(name: str) -> list[str]:
    """The arguments of an instance of a template, without namespaces and blanks."""
    text = name.partition("<")[2].rpartition(">")[0]
    return [re.sub(r"\s|\b\w+::|::", "", each) for _, each in items(text)[0]]


def _may_be(said: str, has: str) -> bool:
    """Whether an argument as it is said may be one that a kernel has."""
    if said == has or _ANY.fullmatch(said) or _ANY.fullmatch(has):
        return True
    if "<" in said or "<" in has:
        return said.partition("<")[0] == has.partition("<")[0]
    return said.lower() == has.lower() or bool(_TYPE.fullmatch(said)) or bool(_TYPE.fullmatch(has))


#: A type, of which a kernel is one of many.
_TYPE = regex(r"(?:u?int\d*(?:_t)?|q?u?int\d+|float|double|half|bool|string|complex\d+|bfloat16|std|tstring)")
