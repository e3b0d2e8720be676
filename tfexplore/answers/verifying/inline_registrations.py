"""Registrations that a sentence quotes in a span of code: `REGISTER_OP("Braid").Attr("width: int")`.

What such a span says of an op's inputs, outputs and attrs, and of the device and the types of its kernels, is held
against the registry; a spec by itself (`.Input("width: int32")`) against the ops that the file of its sentence
registers.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import vocabulary
from tfexplore.answers.filters import class_base
from tfexplore.answers.markdown import SPAN
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.claimed import is_claimed
from tfexplore.answers.verifying.dtypes import TYPES, dtype
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.quoted_registrations import (
    CLASS,
    DEVICE,
    KERNEL,
    SPEC,
    is_there,
    wrong_names,
    wrong_specs,
)
from tfexplore.answers.verifying.specs import as_spec, parts_of_op
from tfexplore.answers.verifying.spelling import parts_of
from tfexplore.index import kernels
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.quoted_registrations import Wrong
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import KernelDef, OpDef

#: What a paragraph has that quotes a part of a registration.
_QUOTES = regex(r"REGISTER_OP\(|\bName\(|\.(?:Attr|Input|Output)\(")
#: A type that a kernel is constrained to, of an attr.
_TYPED = regex(r"\.TypeConstraint<\s*(?:\w+::)*(?P<type>[a-z]\w*)\s*>\(\s*\"(?P<attr>\w+)\"\s*\)", re.A)
#: A clause of a kernel's registration by itself.
_ALONE = regex(
    r"\.?(?:HostMemory\(\"(?P<arg>\w+)\"\)|TypeConstraint(?:<[\w:]+>)?\(\"(?P<attr>\w+)\"(?:,[^\"]{1,60})?\))", re.A
)
_OTHERWISE = otherwise(
    r"no|without|if|unless|older|newer|missing|add\w*|plan\w*|wrong|instead|would|should|new|own|your|our|my|not|want\w*|becomes?"
    r"|change\w*|replace\w*",
    "没|无|如果|以前|误|改|加|新|想|要(?:有|加|改|写|注册)|应",
)


class InlineRegistrations(Check):
    """The checks of such spans; an index tells all of them."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every part of a registration that the registry has otherwise."""
        for one in self.page.paragraphs:
            for span in SPAN.finditer(one.text) if _QUOTES.search(one.text) else ():
                if _QUOTES.search(span[2]) and is_claimed(span, _OTHERWISE, apart=True):
                    yield from self._in_span(one, span)
            for span in SPAN.finditer(one.text) if "HostMemory(" in one.text or "TypeConstraint" in one.text else ():
                match = _ALONE.fullmatch(span[2].strip())
                if match is not None and is_claimed(span, _OTHERWISE, apart=True):
                    yield from self._clause(one, span, match)

    def _in_span(self, one: Paragraph, span: re.Match[str]) -> Iterator[Verdict]:
        code, at = span[2], span.start(2)
        registered = vocabulary.REGISTERED_OP.search(code)
        if registered is not None and registered[1] in self.known.ops:
            yield from self._op(one, code, at, self.known.op_defs(registered[1]))
        for kernel in KERNEL.finditer(code):
            if kernel["op"] in self.known.ops and kernel["op"] not in self.page.own:
                yield from self._kernel(one, code, at, kernel)
        if registered is None and not KERNEL.search(code):
            yield from self._spec(one, code, at)

    def _clause(self, one: Paragraph, span: re.Match[str], match: re.Match[str]) -> Iterator[Verdict]:
        """The verdict on a clause by itself, of the kernels of the only op that its sentence names before it."""
        first, _ = prose.sentence_span(one.text, span.start() + 1)
        named = [each[2] for each in SPAN.finditer(one.text, first, span.start()) if each[2] in self.known.ops]
        if len(set(named)) != 1 or named[0] in self.page.own:
            return
        made = [each for each in kernels.of_ops(self.known.index, named[:1]) if each.linked_into]
        args = {arg for each in made for arg in each.host_memory_arg}
        attrs = {constraint.name for each in made for constraint in each.constraint}
        has = args if match["arg"] else attrs
        name = match["arg"] or match["attr"]
        said = one.cited(span.start(2) + match.start("arg" if match["arg"] else "attr"), name)
        if made and name not in has and not self.page.strangers(said):
            what = "keeps it in host memory" if match["arg"] else "constrains it"
            detail = f"no kernel of {named[0]} {what}"
            yield self.page.verdict(said, "not found", made[0].location, sorted(has)[:3], detail)

    def _op(self, one: Paragraph, code: str, at: int, defined: tuple[OpDef, ...]) -> Iterator[Verdict]:
        """The verdicts on the specs of the registration of an op."""
        if len(defined) == 1 and defined[0].name not in self.page.own:
            yield from self._wrong(one, at, wrong_specs(SPEC.finditer(code), defined[0]), defined[0])

    def _wrong(self, one: Paragraph, at: int, wrong: Iterable[Wrong], op: OpDef) -> Iterator[Verdict]:
        """The verdicts on parts of some code at an offset."""
        for each in wrong:
            said = one.cited(at + each.at, each.text)
            if not self.page.strangers(said):
                yield self.page.verdict(said, each.verdict, op.location, each.near, each.detail)

    def _kernel(self, one: Paragraph, code: str, at: int, match: re.Match[str]) -> Iterator[Verdict]:
        """The verdicts on the arguments, the attrs, the device and the types of the registration of a kernel."""
        op = self.known.op_defs(match["op"])[0]
        yield from self._wrong(one, at, wrong_names(match, op), op)
        device = DEVICE.search(code, *match.span("said"))
        if device is None or (device["device"] == "GPU" and "cuda" not in self.known.index.state.build):
            return
        here = [each for each in kernels.of_ops(self.known.index, (op.name,)) if each.device_type == device["device"]]
        said = one.cited(at + device.start("device"), device["device"])
        if self.page.strangers(said):
            return
        if not here:
            yield self.page.verdict(said, "not found", op.location, (), f"{op.name} has no kernel on this device")
            return
        behind = CLASS.match(code, match.end())
        name = parts_of(behind["name"])[-1] if behind is not None else ""
        here = [each for each in here if parts_of(class_base(each.kernel_class))[-1] == name] or here
        for typed in _TYPED.finditer(code, *match.span("said")):
            has = any(attr.name == typed["attr"] for attr in op.attr)
            if has and not any(_takes(each, op, typed) for each in here):
                said = one.cited(at + typed.start("type"), typed["type"])
                detail = f"{op.name} has no such {device['device']} kernel for {typed['type']}"
                yield self.page.verdict(said, "not found", here[0].location, (), detail)

    def _spec(self, one: Paragraph, code: str, at: int) -> Iterator[Verdict]:
        """The verdict on a spec by itself, where ops of the only file of its sentence have a part of its name."""
        first, last = prose.sentence_span(one.text, at + 1)
        begins, ends = one.at(first)[0], one.at(max(first, last - 1))[0]
        cited = [
            each
            for number in range(begins, ends + 1)
            for each in self.page.on(number)
            if each.kind in ("path", "path:line") and first <= one.offset(each.line, each.column) < last
        ]
        files = {path for each in cited for path in self.page.files_meant(each)}
        sentence = one.text[first:last]
        words = [*re.findall(r"\w+", SPAN.sub("`", sentence)), *[each[2] for each in SPAN.finditer(sentence)]]
        named = any(word in self.known.ops for word in words)
        ops = {path: [made.op for made in self.known.registered(path) if made.kind == "op"] for path in files}
        having_ops = [each for each in ops.values() if each]
        if named or len(having_ops) != 1:
            return
        defined = [op for name in dict.fromkeys(having_ops[0]) for op in self.known.op_defs(name)]
        for each in SPEC.finditer(code):
            having = [(op, part) for op in defined for part in parts_of_op(op) if part.name == each["name"]]
            if having and not any(is_there(each, {part.name: part}) for _, part in having):
                said = one.cited(at + each.start("spec"), each["spec"])
                if not self.page.strangers(said):
                    detail = f"{having[0][0].name} has `{as_spec(having[0][1])}`"
                    yield self.page.verdict(said, "differs", having[0][0].location, (), detail)


def _takes(kernel: KernelDef, op: OpDef, typed: re.Match[str]) -> bool:
    """Whether a kernel takes a type for an attr; a parameter of a template (`T`, `type`) is any."""
    if typed["type"] not in TYPES:
        return True
    allowed = next((attr.allowed_values for attr in op.attr if attr.name == typed["attr"]), None)
    types = kernel.types_of(typed["attr"], tuple(allowed) if allowed else None)
    return types is None or dtype(typed["type"]) in types
