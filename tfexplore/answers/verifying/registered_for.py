"""Ops that a gradient function or a kernel is said to be registered for: "`_BraidGrad` is registered for `Braid`".

Each op of such a list is one that the registries have for the function or the class.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

_OP = r"[`\"“]{1,2}_?[A-Z]\w+[`\"”]{1,2}"
_AND = r"\s?(?:[,，、/]\s?(?:and |和|以及)?|and |or |和|与|及|以及)\s?"
#: The name, with where it is, what is said of it, and the ops.
_SAID = regex(
    r"`(?:\w+(?:\.|::))*(?P<name>_?[A-Z]\w+)(?:<[^<>`]*>)?(?:\(\))?`"
    r"(?:\s?[(（][^()（）`]{0,60}(?:`[^`]{1,80}`)?[^()（）`]{0,20}[)）])?[,，]?\s?"
    r"(?:(?:is|was|gets) (?:also )?registered (?:\w+ly )?for (?:the )?(?:ops? )?"
    r"|(?:则|是|也|被)?(?:分别)?(?:登记|注册)(?:给|为|到)了?\s?(?:算子\s?)?)"
    rf"(?P<ops>{_OP}(?:{_AND}{_OP})*)(?!\s?(?:[(（]|on\b|with\b|的))",
    re.A,
)
_NAME = regex(r"\w+", re.A)
#: What makes it another statement.
_OTHERWISE = otherwise(r"if|unless|older|newer|until|plan\w*|wrong|claim\w*", "如果|以前|误")


class RegisteredFor(Check):
    """The checks of such lists; an index tells all of them."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every op of a list that the function or the class is not registered for."""
        for one in self.page.marked:
            if "`" not in one.text or re.search("regist|登记|注册", one.text) is None:
                continue
            for start, end in prose.sentences(one.text):
                text = one.text[start:end].replace("\n", " ")
                if _OTHERWISE.search(text) or disclaimers.proposed(text):
                    continue
                for match in _SAID.finditer(text):
                    yield from self._judged(one, start, match)

    def _judged(self, one: Paragraph, start: int, match: re.Match[str]) -> Iterator[Verdict]:
        name = match["name"]
        has = [*self.known.gradient_of(name), *self.known.taken_by(name)]
        if not has or name in self.page.own:
            return
        for op in _NAME.finditer(match.string, match.start("ops"), match.end("ops")):
            if op[0] in has or op[0] in self.page.own or not (op[0] in self.known.ops or self.known.is_nowhere(op[0])):
                continue
            said = one.cited(start + op.start(), op[0])._replace(kind="op")
            detail = f"{name} is registered for {', '.join(dict.fromkeys(has))}"
            yield self.page.verdict(said, "not found", None, list(dict.fromkeys(has))[:3], detail)
