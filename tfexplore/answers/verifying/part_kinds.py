"""What the parts of an op are said to be: attrs, inputs or outputs, and tensors of some type.

"`Braid` has the attrs `width` and `depth`" is wrong where `depth` is an input, "the input `width` of `Braid`" where it
is an attr, "`Braid`: `seed` is `int64`" where its input `seed` is `int32`.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.dtypes import ONE, dtype
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.patterns import regex
from tfexplore.spec_text import type_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import OpDef

_NAME = r"`[A-Za-z]\w*`"
_COMMA, _AND = r"\s?[,，、]\s?", r"(?:(?:\s?[,，、])?\s?(?:and\s|[和与及])\s?)"
#: "the attrs `a` and `b`", 属性里有 `a`、`b`; "the input `a`".
_LISTED = regex(
    r"(?:(?P<attr>\battr(?:ibute)?s?\b|属性)|(?P<input>\binputs?\b|输入(?!参数))|(?P<output>\boutputs?\b|输出))"
    r"(?:\s?[里中])?\s?(?:are|is|有|是|为|包括|[:：])?\s?(?:the\s)?"
    rf"(?P<names>{_NAME}(?:{_COMMA}{_NAME})*(?:{_AND}{_NAME})?)",
    re.A | re.I,
)
_CODE = regex(r"`([A-Za-z]\w*)`", re.A)
_OP = regex(r"`\"?(?P<op>_?[A-Z]\w+)\"?`", re.A)
_OF = regex(rf"\s(?:of|in)\s(?:the\s)?(?:op\s)?{_OP.pattern}|\s?的(?=\s)", re.A)
#: "`seed` is an `int64`", `seed` 是 `int64`.
_TYPED = regex(
    r"`(?P<name>[a-z]\w*)`\s?(?:的类型)?"
    r"(?:(?:is\s)?of type\s|is\s(?:an?\s)?|has (?:the )?type\s|[是为]|类型[是为])\s?"
    r"(?:`(?P<type>[\w.:]+)`|(?P<bare>[a-z]+\d*)\s?(?:scalar|vector|matrix|tensor|标量|向量|矩阵|张量))",
    re.A,
)
#: "`A` has `x`", `A` 有属性 `x`.
_HAS = regex(
    rf"{_OP.pattern}\s?(?:also\s|alone\s)?(?:has|takes|carries|[有带])\s?(?:the\s|an?\s)?(?:attr(?:ibute)?\s|属性\s?)?`(?P<part>[a-z]\w*)`",
    re.A,
)
#: Letters above a sentence in which the op is named of which it goes on to speak.
BEFORE = 300
#: What says that it is, or was, another kind.
_OTHERWISE = otherwise(
    "no|became|becomes?|turned?|moved?|used to|either|or|if|layer|Keras|function|argument|cast",
    "不|改|变|或|原来|以前|层|函数|参数|转",
)


class PartKinds(Check):
    """The checks of kinds and types of an op's attrs, inputs and outputs."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on each part that is another kind, or has another type."""
        for one in self.page.marked:
            if "`" not in one.text:
                continue
            rows = one.text.lstrip().startswith("|")
            for start, end in _rows(one) if rows else prose.sentences(one.text):
                text = one.text[start:end].replace("\n", " ")
                if disclaimers.proposed(text):
                    continue
                yield from self._types(one, start, text)
                if _OP.search(text):
                    yield from self._kinds(one, start, text)
                    yield from self._having_none(one, start, text)

    def _kinds(self, one: Paragraph, start: int, text: str) -> Iterator[Verdict]:
        for said in _LISTED.finditer(text):
            kind = "attr" if said["attr"] else "input" if said["input"] else "output"
            clause = re.split(r"[;；。]", text[: said.start()])[-1] + text[said.end() : said.end() + 12]
            if _OTHERWISE.search(re.sub(r"`[^`]*`", "`", clause)):
                continue
            for name in _CODE.finditer(said["names"]):
                op = self._op(text, said, name[1])
                kinds = kinds_of(op, name[1]) if op is not None else ()
                if op is not None and kinds and kind not in kinds:
                    cited = one.cited(start + said.start("names") + name.start(1), name[1])
                    yield self.page.verdict(cited, "differs", op.location, (), f"it is an {kinds[0]} of {op.name}")

    def _having_none(self, one: Paragraph, start: int, text: str) -> Iterator[Verdict]:
        """A verdict on "`A` has `x`" where that is a part of another op of the paragraph alone."""
        for said in _HAS.finditer(text):
            op, name = said["op"], said["part"]
            defined = self.known.op_defs(op) if op in self.known.ops and op not in self.page.own else ()
            if len(defined) != 1 or name in self.known.op_parts(op) or _OTHERWISE.search(text[: said.start()][-60:]):
                continue
            others = {match["op"] for match in _OP.finditer(one.text)} - {op}
            if any(self._having(other, name) is not None for other in others):
                cited = one.cited(start + said.start("part"), name)
                detail = f"no attr, input or output of {op}"
                yield self.page.verdict(cited, "not found", defined[0].location, (), detail)

    def _op(self, text: str, said: re.Match[str], name: str) -> OpDef | None:
        """The one op of which a part is said to be: that behind "of", or the last one before that has such a part."""
        of = _OF.match(text, said.end())
        if of is not None and of["op"]:
            return self._having(of["op"], name)
        before = [self._having(match["op"], name) for match in _OP.finditer(text, 0, said.start())]
        return next((op for op in reversed(before) if op is not None), None)

    def _having(self, op: str, name: str) -> OpDef | None:
        defined = self.known.op_defs(op) if op in self.known.ops and op not in self.page.own else ()
        return defined[0] if len(defined) == 1 and name in self.known.op_parts(op) else None

    def _types(self, one: Paragraph, start: int, text: str) -> Iterator[Verdict]:
        for said in _TYPED.finditer(text):
            type_said = "type" if said["type"] else "bare"
            # "`A` takes three inputs; `x` is `int32`", and "`AOp` …. Its output `y` is an int64 scalar".
            ops = [match["op"] for match in _OP.finditer(one.text, max(0, start - BEFORE), start + said.start())]
            before = [self._having(op, said["name"]) or self._having(op.removesuffix("Op"), said["name"]) for op in ops]
            having = [op for op in before if op is not None]
            if not having or _OTHERWISE.search(re.sub(r"`[^`]*`", "`", text[: said.start()])):
                continue
            op = having[-1]
            found = [each for each in (*op.input_arg, *op.output_arg) if each.name == said["name"]]
            there = found[0] if len(found) == 1 else None
            if there is None or there.type is None or dtype(said[type_said]) == there.type:
                continue
            if ONE.fullmatch(said[type_said]):
                cited = one.cited(start + said.start(type_said), said[type_said], said["name"])
                detail = f"`{there.name}` of {op.name} is {type_text(there.type)}"
                yield self.page.verdict(cited, "differs", op.location, (), detail)


def _rows(one: Paragraph) -> Iterator[tuple[int, int]]:
    """Where the rows of a table begin and end, but for its header."""
    ends = [*one.starts[1:], len(one.text)]
    yield from list(zip(one.starts, ends, strict=True))[2:]


def kinds_of(op: OpDef, name: str) -> tuple[str, ...]:
    """What an op has under a name: an attr, an input, an output."""
    parts = (("attr", op.attr), ("input", op.input_arg), ("output", op.output_arg))
    return tuple(kind for kind, having in parts if any(each.name == name for each in having))
