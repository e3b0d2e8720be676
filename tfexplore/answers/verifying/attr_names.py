"""Names that a sentence says are attrs, whatever op it is of: "the bool attr `use_cudnn`", `use_cudnn` 这个 attr.

A name that no op has as an attr is wrong where an op has one nearly called so; others may be attrs of a node or a
function, of which no registration says the names.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.specs import SPEC, is_limited
from tfexplore.answers.verifying.spelling import nearest_of
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.verdicts import Verdict

_KIND = (
    r"(?:bool(?:ean)?|int(?:eger)?|string|float|type|list|shape|tensor|func|布尔型?|整型|整数|字符串|浮点|类型|列表)"
)
_SAID = regex(
    rf"(?<![\w-])attr(?:ibute)?\s`(?P<behind>[a-zA-Z]\w+)`"
    rf"|`(?P<before>[a-zA-Z]\w+)`\s?(?:(?:这个|那个|这一|的|{_KIND})\s?){{0,2}}attr(?![\w(.:])(?!\s?[`(（])",
)
_ATTRS = regex(r"\battr(?:ibute)?s?\b|属性", re.I)
#: Attrs that every node may have, and what makes one somebody's own.
_OTHERWISE = regex(
    r"\b(?:Keras|layers?|Python attr|class attr|HTML|XML|proto|MLIR|HLO|ONNX|Caffe|MXNet|PyTorch"
    r"|hasattr|getattr|setattr)\b",
    re.I,
)
_ARE_OURS = regex(r"(?:^|[.!]\s)Ours\b|都是我们")
#: Letters of a name that is another's beginning, and how alike two names are of which one is meant.
MIN_LETTERS, ALIKE = 6, 0.8


class AttrNames(Check):
    """The checks of such names."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every name that no op has as an attr."""
        yield from self._of_specs()
        for one in self.page.paragraphs:
            for match in _SAID.finditer(one.text) if "attr" in one.text and "`" in one.text else ():
                group = "behind" if match["behind"] else "before"
                name = match[group]
                if name in self.known.attr_names or name in self.page.own or self.known.knows(name):
                    continue  # what classes of Python have are attributes as well
                said = one.cited(match.start(group), name)
                sentence = prose.sentence(one.text, match.start(group))
                if _OTHERWISE.search(sentence) or disclaimers.proposed(sentence) or disclaimers.example(sentence):
                    continue
                near = self._near(name)
                if near and not (disclaimers.denied(*self.page.around(said)) or self.page.strangers(said)):
                    yield self.page.verdict(said, "not found", None, near, "no op has an attr of this name")

    def _of_specs(self) -> Iterator[Verdict]:
        """A verdict on the name of every spec that a sentence says is one of an attr and no op has."""
        for one in self.page.paragraphs:
            for match in SPEC.finditer(one.text) if "`" in one.text and _ATTRS.search(one.text) else ():
                name, sentence = match["name"], prose.sentence(one.text, match.start())
                if name in self.known.attr_names or name in self.page.own or not _ATTRS.search(sentence):
                    continue
                if not is_limited(match["spec"]):
                    continue  # of a field, or of a parameter
                said = one.cited(match.start("spec"), match["spec"], name)
                if _OTHERWISE.search(sentence) or disclaimers.proposed(sentence) or disclaimers.example(sentence):
                    continue
                around = self.page.around(said)
                if _ARE_OURS.search(around[1]) or self.page.is_to_be(said):
                    continue
                if not (disclaimers.denied(*around) or disclaimers.lacked(*around) or self.page.strangers(said)):
                    near = self._near(name) or nearest_of(name, set(self.known.attr_names), 0.5)
                    yield self.page.verdict(said, "not found", None, near[:3], "no op has an attr of this name")

    def _near(self, name: str) -> list[str]:
        """The attrs that are nearly called so."""
        longer = sorted(one for one in self.known.attr_names if len(name) >= MIN_LETTERS and one.startswith(name + "_"))
        return [*longer, *nearest_of(name, set(self.known.attr_names), ALIKE)][:3]
