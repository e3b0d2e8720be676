"""Defaults of attrs, whatever the words and wherever the op stands: "`width`, by default `2`", a row or an item of it.

Other checks find out which op a default is said of. Here it is any that the document speaks of: a value is wrong that
none of all these ops which have such an attr has for it.
"""

from __future__ import annotations

import re
from functools import cached_property
from itertools import chain

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.attrs import is_another, told
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.dtypes import TYPES
from tfexplore.answers.verifying.op_of_section import at_lines
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import AttrDef, OpDef

_VALUE = (
    r"`?(?P<value>[-+]?\d[\w+-]*(?:\.\d+\w*)?|true|false|\"[^\"`\n]*\"|'[^'`\n]*'|DT_[A-Z0-9]+|\[[-\d., ]{0,40}\]"
    r"|(?<=`)[A-Z][A-Z_]{2,}(?=`))`?(?!\w|\.\w)"
)
#: "`name` of `Loom`".
_OF_OP = r"(?:\s(?:of|in|for)\s(?:the\s)?(?:op\s)?`_?[A-Z]\w+`)?"
#: "`name`, an int, default 2", "`name` | bool, default `true`", `name` 默认 2.
_SAID = regex(
    rf"`(?P<name>[A-Za-z]\w*)`{_OF_OP}[^`.;。；\n]{{0,40}}?(?:\|[^`|\n]{{0,20}}(?:`[^`\n]{{1,60}}`)?[^`|\n]{{0,20}})?"
    rf"(?:defaults?(?: to| is|:| =|=| value)?|默认(?:值)?(?:为|是)?[:：]?)\s?(?:is |of )?{_VALUE}",
    re.I | re.A,
)
#: "The default of `name` is 2".
_OF = regex(rf"\bdefaults?(?: value)? (?:of|for) (?:the attr )?`(?P<name>[A-Za-z]\w*)`{_OF_OP} is {_VALUE}", re.A)
#: "`width` defaults to 1 and `name` to 2".
_AND = regex(rf"\bdefaults? to `?[^\s`,;.]{{1,20}}`?,?\s(?:and\s)?`(?P<name>[A-Za-z]\w*)` to {_VALUE}", re.A)
#: "`name` (2)", where attrs are spoken of.
_BRACKETED = regex(rf"`(?P<name>[a-z]\w*)` ?[(（]{_VALUE}[)）]", re.A)
_ATTRS = regex(r"\battr(?:ibute)?s?\b|属性", re.I)
_OTHERWISE = otherwise(
    r"Python|layers?|Keras|argument|parameter|flag|older|newer|set|sets|pass\w*|call\w*|unlike|if|when|2\.\w+",
    "参数|传|设",
)
#: What ends the clause of a default.
_OVER = regex(r"[,，;；。)）|]")
#: A word that may be an op or a kernel's class, and one that may be a generated function.
_NAME = regex(r"(?<![\w.:])_?[A-Z]\w{2,}(?![\w(]|\.\w)", re.A)
_WRAPPER = regex(r"(?<![A-Za-z0-9])[a-z]\w*_\w+", re.A)


class AnyDefaults(Check):
    """The checks of such defaults; an index tells all of them."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every default that no op of the document has which has such an attr."""
        for one in self.page.marked:
            if "`" not in one.text:
                continue
            bracketed = _BRACKETED.finditer(one.text) if _ATTRS.search(one.text) else ()
            for match in chain(*(each.finditer(one.text) for each in (_SAID, _OF, _AND)), bracketed):
                yield from self._judged(one, match)

    def _judged(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        held = self._attrs.get(match["name"], ()) if match["name"] in self.known.attr_names else ()
        if not held or not all(is_another(match["value"], attr) or not attr.has_default for _, attr in held):
            return
        start, end = prose.sentence_span(one.text, match.start() + 1)
        over = _OVER.search(one.text, match.end(), end)
        begun = max(
            start, one.text.rfind(": ", start, match.start()) + 1
        )  # the deed that a clause explains is another's
        said = one.text[begun : over.start() if over is not None else end]
        if (
            self._is_anothers(one.text[start : match.start()])
            or self._is_a_parameter(match["name"], one.text[start : match.start()])
            or _OTHERWISE.search(markdown.SPAN.sub("`", said))
            or disclaimers.proposed(said)
        ):
            return
        cited = one.cited(match.start("name"), match["name"])
        if not self.page.strangers(cited):
            op, attr = next((each for each in held if each[1].has_default), held[0])
            yield self.page.verdict(cited, "differs", op.location, (), told(op, attr))

    def _is_anothers(self, before: str) -> bool:
        """Whether what a sentence names last before an attr is something else than an op: "`f` has `width`"."""
        names = [span[2] for span in markdown.SPAN.finditer(before) if span[2].isidentifier()]
        if not names or names[-1] in TYPES or names[-1] in self.known.attr_names:
            return False
        return names[-1] not in self.known.ops and not self.known.taken_by(names[-1])

    def _is_a_parameter(self, name: str, before: str) -> bool:
        """Whether an attr may be a parameter of the Python function that a sentence begins with: "`f` makes `A`"."""
        first = next(
            (span[2] for span in markdown.SPAN.finditer(before) if span[2].replace(".", "").isidentifier()), ""
        )
        if first in self.known.endpoints:
            return any(name in signature.parameters for signature in self.page.functions.named(first).found)
        if not first.islower() or first in self.known.wrappers:
            return False
        if not self.known.has_tree:
            return any(place.path.endswith(".py") for place in self.known.places(first))
        return any(name in signature.parameters for signature in self.page.functions.named(first).found)

    @cached_property
    def _attrs(self) -> dict[str, list[tuple[OpDef, AttrDef]]]:
        """The attrs of the ops that the document speaks of, by their names."""
        found: dict[str, list[tuple[OpDef, AttrDef]]] = {}
        for op in self._ops() - self.page.own:
            for one in self.known.op_defs(op):
                for attr in one.attr:
                    found.setdefault(attr.name, []).append((one, attr))
        return found

    def _ops(self) -> set[str]:
        """The ops that are named, by themselves, their kernels' class or wrapper, or whose registration is cited."""
        ops: set[str] = set()
        for line in self.page.text_lines:
            for word in _NAME.findall(line):
                ops.update([word] if word in self.known.ops else self.known.taken_by(word) if "Op" in word else ())
            for word in _WRAPPER.findall(line):
                ops.update(op for _, op in self.known.wrappers.get(word, ()))
        return ops.union(at_lines(self.page, range(1, len(self.page.text_lines) + 1), "op"))
