"""Ops that a document writes with all of their parts: "`MatMul(a: T, b: T) -> (product: T)`", "`Op<name=MatMul; …>`".

The first is how people write a registration on one line, in code or alone on it, the second how TensorFlow shows an
OpDef. A part that the op has not is wrong, as is one of another type, and an attr with another default or other values.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.citation import Citation
from tfexplore.answers.verifying.attrs import told
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.specs import same_value
from tfexplore.answers.verifying.spelling import nearest_of
from tfexplore.patterns import regex
from tfexplore.spec_text import type_text, value_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import ArgDef, AttrDef, OpDef

_PART = r"[a-z]\w*\s?:\s?(?:Ref\(\w+\)|[\w* ]+)"
_PARTS = rf"(?:{_PART}(?:,\s?{_PART}){{0,20}})?"
#: "`MatMul(a: T, b: T) -> (product: T)`".
_WRITTEN = regex(
    rf"(?<![\w.:])(?P<op>[A-Z]\w+)\((?P<inputs>{_PARTS})\)\s?(?:->|→)\s?"
    rf"\(?(?P<outputs>{_PART}(?:,\s?{_PART}){{0,20}})\)?",
    re.A,
)
_NAMED = regex(r"(?P<name>[a-z]\w*)\s?:\s?(?P<type>(?:Ref\(\w+\)|[\w* ]+))", re.A)
#: "Op<name=Elu; signature=features:T -> activations:T; attr=T:type,default=DT_FLOAT,allowed=[DT_HALF, DT_FLOAT]>".
_SHOWN = regex(r"\bOp<name=(?P<op>[A-Z]\w+);(?P<fields>(?:->|[^<>\n]){1,4000})(?<!-)>", re.A)
_SIGNATURE = regex(r"\ssignature=(?P<inputs>[^;>]*?)\s?->\s?(?P<outputs>[^;]*)")
_ATTR = regex(r"\sattr=(?P<name>\w+):(?P<type>list\(\w+\)|\w+)(?P<rest>[^;]*)")
_DEFAULT = regex(r",default=(?P<value>\[[^\]]*\]|\"[^\"]*\"|[^,;]+)")
_ALLOWED = regex(r",allowed=\[(?P<values>[^\]]*)\]")
_MIN = regex(r",min=(?P<value>-?\d+)")


class OpSignatures(Check):
    """The checks of such signatures; an index tells all of them."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every part of one that its op has not so."""
        for number, line in enumerate(self.page.lines_read(), 1):
            if "->" not in line and "→" not in line:
                continue
            for match in _WRITTEN.finditer(line):
                op = self._op(match["op"], number, line, match.start())
                if op is not None and self._is_meant(match, op):
                    for group, arguments in (("inputs", op.input_arg), ("outputs", op.output_arg)):
                        yield from self._arguments(number, match, group, op, arguments)
            for match in _SHOWN.finditer(line):
                op = self._op(match["op"], number, line, match.start())
                yield from self._shown(number, match, op) if op is not None else ()

    def _op(self, name: str, number: int, line: str, at: int) -> OpDef | None:
        """The op of a signature; None where it is the author's, or may be another release's."""
        if name not in self.known.ops or name in self.page.own:
            return None
        said = Citation("op", name, number, at + 1, name, in_code=True, end_column=at + len(name))
        proposed = disclaimers.proposed(line) or disclaimers.absent(line) or self.page.strangers(said)
        every = [] if proposed else self.known.op_defs(name)
        return every[0] if len(every) == 1 else None

    def _is_meant(self, match: re.Match[str], op: OpDef) -> bool:
        """Whether a signature has most names of an op's inputs and outputs, so that it is no function's."""
        names = [each["name"] for group in ("inputs", "outputs") for each in _NAMED.finditer(match[group])]
        has = {each.name for each in (*op.input_arg, *op.output_arg)}
        return 2 * sum(name in has for name in names) >= len(names)

    def _arguments(
        self, number: int, match: re.Match[str], group: str, op: OpDef, arguments: tuple[ArgDef, ...]
    ) -> Iterator[Verdict]:
        held = {each.name: each for each in arguments}
        for part in _NAMED.finditer(match.string, *match.span(group)):
            arg = held.get(part["name"])
            if arg is None:
                near = nearest_of(part["name"], set(held), 0.6) or tuple(held)
                detail = f"no {group[:-1]} of {op.name} is called so"
                yield self._verdict(number, part, "name", "not found", op, detail, near)
            elif not _is_of_type(arg, part["type"].strip()):
                yield self._verdict(number, part, "type", "differs", op, f"`{arg.name}` of {op.name} is {_typed(arg)}")

    def _shown(self, number: int, match: re.Match[str], op: OpDef) -> Iterator[Verdict]:
        signature = _SIGNATURE.search(match.string, *match.span("fields"))
        if signature is not None:
            for group, arguments in (("inputs", op.input_arg), ("outputs", op.output_arg)):
                yield from self._arguments(number, signature, group, op, arguments)
        attrs = {attr.name: attr for attr in op.attr}
        for part in _ATTR.finditer(match.string, *match.span("fields")):
            attr = attrs.get(part["name"])
            if attr is None:
                yield self._verdict(number, part, "name", "not found", op, f"no attr of {op.name} is called so")
            elif part["type"] != attr.type:
                yield self._verdict(number, part, "type", "differs", op, told(op, attr))
            else:
                yield from self._attr(number, part, op, attr)

    def _attr(self, number: int, part: re.Match[str], op: OpDef, attr: AttrDef) -> Iterator[Verdict]:
        default = _DEFAULT.search(part.string, *part.span("rest"))
        if default is not None and (
            not attr.has_default or not same_value(default["value"], value_text(attr.default_value, attr.type))
        ):
            yield self._verdict(number, default, "value", "differs", op, told(op, attr))
        allowed = _ALLOWED.search(part.string, *part.span("rest"))
        if allowed is not None:
            values = {one.strip().strip('"') for one in allowed["values"].split(",")}
            if "..." not in values and values != set(attr.allowed_values or ()):
                yield self._verdict(number, allowed, "values", "differs", op, told(op, attr))
        least = _MIN.search(part.string, *part.span("rest"))
        if least is not None and attr.minimum is not None and int(least["value"]) != attr.minimum:
            yield self._verdict(number, least, "value", "differs", op, told(op, attr))

    def _verdict(
        self, number: int, part: re.Match[str], group: str, verdict: str, op: OpDef, detail: str,
        near: Iterable[str] = (),
    ) -> Verdict:  # fmt: skip
        start, end = part.span(group)
        said = Citation("symbol", part[group], number, start + 1, part[group], in_code=True, end_column=end)
        return self.page.verdict(said, verdict, op.location, tuple(near), detail, "symbol")


def _typed(arg: ArgDef) -> str:
    """The type of an input or an output as a signature has it."""
    one = arg.type_attr or arg.type_list_attr or type_text(arg.type or "")
    return f"{arg.number_attr}*{one}" if arg.number_attr else one


def _is_of_type(arg: ArgDef, said: str) -> bool:
    """Whether a type of a signature may be that of an input or an output; one of a list need not tell how many."""
    bare = said.removeprefix("Ref(").removesuffix(")").replace(" ", "")
    if not re.fullmatch(r"(?:\w+\*)?\w+", bare):
        return True
    kinds = {_typed(arg), _typed(arg).rpartition("*")[2]}
    if arg.type_attr and not arg.number_attr and bare not in kinds:
        return not re.fullmatch(r"T\w*", bare)  # a type that the attr may be
    return bare in kinds or bare.lower() in ("tensor", "any")
