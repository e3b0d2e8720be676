"""Registrations of ops and kernels in blocks of code, held against those of the index where no tree tells of the text.

The specs of an op that is quoted are those of its OpDef, most of them at least, and what a kernel's registration says
of its op's inputs, outputs and attrs is so of any kernel: TensorFlow would not start otherwise.
"""

from __future__ import annotations

import re
from itertools import islice

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers
from tfexplore.answers.citation import Citation
from tfexplore.answers.filters import class_base
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.specs import as_spec, fits, parts_of_op
from tfexplore.answers.verifying.spelling import nearest_of, parts_of
from tfexplore.answers.vocabulary import REGISTERED_OP
from tfexplore.index import kernels
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import ArgDef, AttrDef, OpDef

SPEC = regex(r"\.(?P<kind>Attr|Input|Output)\(\s*\"(?P<spec>(?P<name>\w+)\s*:[^\"]*(?:\"\s*\"[^\"]*)*)\"", re.A)
KERNEL = regex(r"\bName\(\s*\"(?P<op>\w+)\"\s*\)(?P<said>(?:\s*(?:\\\s*)?\.\s*\w+(?:<[^;(]*>)?\([^;()]*\))*)", re.A)
CLASS = regex(r"\s*,\s*(?:\\\s*)?(?P<name>(?:\w+::)*[A-Z]\w*)", re.A)
DEVICE = regex(r"\.Device\(\s*(?:\w+::)*DEVICE_(?P<device>CPU|GPU)\s*\)", re.A)
_ARGUMENT = regex(r"\.HostMemory\(\s*\"(?P<name>\w+)\"\s*\)", re.A)
_CONSTRAINED = regex(r"\.(?:TypeConstraint(?:<[^(]*>)?|AttrConstraint)\(\s*\"(?P<name>\w+)\"", re.A)
_PRIORITY = regex(r"\.Priority\(\s*(?P<priority>\d+)\s*\)", re.A)
_LABEL = regex(r"\.Label\(\s*\"(?P<label>\w+)\"\s*\)", re.A)
_OTHERWISE = otherwise()
#: So many specs of a block that quotes an op fit for each that does not.
ENOUGH = 2
#: Registrations of a document that are looked at.
MAX_REGISTRATIONS = 400


class QuotedRegistrations(Check):
    """The checks of such registrations by the index alone."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every part of a registration that the registry has otherwise."""
        left = MAX_REGISTRATIONS
        if self.known.has_tree:
            return
        for one in self.page.said:
            if one.kind != "quotation" or one.language == "python":
                continue
            defined = set(REGISTERED_OP.findall(one.code))
            if self.page.strangers(one):
                continue
            proposed = disclaimers.proposed(one.intro) or _OTHERWISE.search(one.intro) is not None
            for match in islice(REGISTERED_OP.finditer(one.code), 0 if proposed else left):
                left -= 1
                yield from self._op(one, match)
            for match in islice(KERNEL.finditer(one.code), left):
                left -= 1
                if match["op"] in self.known.ops and match["op"] not in defined:
                    yield from self._of_its_op(one, match)
                    yield from self._kernel(one, match) if not proposed else ()

    def _op(self, one: Citation, match: re.Match[str]) -> Iterator[Verdict]:
        """The verdicts on the specs of an op, most of which are as its OpDef has them."""
        defined = self.known.op_defs(match[1])
        if len(defined) != 1:
            return
        end = one.code.find(";", match.end())
        specs = list(SPEC.finditer(one.code, match.end(), end if end >= 0 else len(one.code)))
        wrong = wrong_specs(specs, defined[0])
        if len(specs) - len(wrong) >= ENOUGH * len(wrong):
            for each in wrong:
                said = self._cited(one, each.at, each.text)
                yield self.page.verdict(said, each.verdict, defined[0].location, each.near, each.detail)

    def _of_its_op(self, one: Citation, match: re.Match[str]) -> Iterator[Verdict]:
        """The verdicts on what the registration of a kernel names that its op has not, whoever writes it."""
        op = self.known.op_defs(match["op"])[0]
        for each in wrong_names(match, op):
            said = self._cited(one, each.at, each.text)
            yield self.page.verdict(said, each.verdict, op.location, each.near, each.detail)

    def _kernel(self, one: Citation, match: re.Match[str]) -> Iterator[Verdict]:
        """The verdicts on the device, the priority and the label of a kernel of a class that the op has."""
        op = match["op"]
        behind = CLASS.match(one.code, match.end())
        name = parts_of(behind["name"])[-1] if behind is not None else ""
        made = [
            each
            for each in kernels.of_ops(self.known.index, (op,))
            if parts_of(class_base(each.kernel_class))[-1] == name
        ]
        device = DEVICE.search(match["said"])
        if not made or device is None or "cuda" not in self.known.index.state.build:
            return
        start = match.start("said")
        here = [each for each in made if each.device_type == device["device"]]
        if not here:
            devices = sorted({each.device_type for each in made})[:3]
            said = self._cited(one, start + device.start("device") - len("DEVICE_"), f"DEVICE_{device['device']}")
            yield self.page.verdict(said, "not found", None, devices, f"{op} has no kernel of {name} there")
            return
        for pattern, group, has in (
            (_PRIORITY, "priority", {str(each.priority) for each in here}),
            (_LABEL, "label", {each.label for each in here}),
        ):
            said_so = pattern.search(match["said"])
            if said_so is not None and said_so[group] not in has:
                said = self._cited(one, start + said_so.start(group), said_so[group])
                detail = f"its {group} is {' or '.join(sorted(has)) or 'none'}"
                yield self.page.verdict(said, "differs", here[0].location, (), detail)

    def _cited(self, one: Citation, at: int, text: str) -> Citation:
        """A part of a block as a citation, by where it stands in the document."""
        number = one.line + one.code.count("\n", 0, at)
        line = self.page.lines_read()[number - 1]
        before = one.code[one.code.rfind("\n", 0, at) + 1 : at]
        column = max(0, line.find(before + text)) + len(before) + 1
        return Citation("symbol", text, number, column, text, in_code=True, end_column=column + len(text) - 1)


class Wrong(Record):
    """A part of some code that says of an op what is not so: where it begins, its text, and what is wrong with it."""

    at: int
    text: str
    verdict: str
    near: Sequence[str]
    detail: str


def wrong_specs(specs: Iterable[re.Match[str]], op: OpDef) -> list[Wrong]:
    """Those of the specs of an op's registration that its OpDef has otherwise, or not."""
    parts = {part.name: part for part in parts_of_op(op)}
    made = []
    for each in specs:
        part, text = parts.get(each["name"]), each["spec"].partition("\n")[0]
        if part is None and not is_there(each, parts):
            near = nearest_of(each["name"], set(parts))
            made.append(Wrong(each.start("spec"), text, "not found", near, f"no attr, input or output of {op.name}"))
        elif part is not None and not is_there(each, parts):
            made.append(Wrong(each.start("spec"), text, "differs", (), f"it has `{as_spec(part)}`"))
    return made


def wrong_names(kernel: re.Match[str], op: OpDef) -> Iterator[Wrong]:
    """What the registration of a kernel names that its op has not: arguments in the host's memory, attrs."""
    arguments, attrs = {arg.name for arg in (*op.input_arg, *op.output_arg)}, {attr.name for attr in op.attr}
    for pattern, names, kind in ((_ARGUMENT, arguments, "input or output"), (_CONSTRAINED, attrs, "attr")):
        for each in pattern.finditer(kernel.string, *kernel.span("said")):
            if each["name"] not in names:
                near = nearest_of(each["name"], names) or sorted(names)[:3]
                yield Wrong(each.start("name"), each["name"], "not found", near, f"no {kind} of {op.name}")


def is_there(each: re.Match[str], parts: dict[str, AttrDef | ArgDef]) -> bool:
    """Whether an op has a spec as it is written; of one that is cut nobody can say."""
    part = parts.get(each["name"])
    spec = each["spec"]
    return "..." in spec or "\n" in spec or "\\" in spec or (part is not None and fits(spec, part))
