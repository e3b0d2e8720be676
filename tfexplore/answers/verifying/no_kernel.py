"""Kernels that an op is said not to have on a device: "`MaxPool` has no GPU kernel", "is CPU-only", and it has one.

A kernel whose inputs and outputs are all in the host's memory does nothing there, so that one may well say so of it.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.verifying.check import MAX_TEXT, Check
from tfexplore.answers.verifying.claimed import is_claimed
from tfexplore.answers.verifying.dtypes import TYPE, dtype
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.index import kernels
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import KernelDef

_OP = r"`(?P<{}>_?[A-Z]\w+)`(?:\s?(?:op|算子))?"
_DEVICE = r"`?(?:DEVICE_)?(?P<{}>CPU|GPU)`?"
#: What ends the statement: of one type, or with one attr, it is another.
_ENDS = r"(?=\s?(?:[.,;)。，；）]|\Z)|\s(?:in (?:this|the) (?:release|tree)|at all|but|and)\b)"
#: "`MaxPool` has no GPU kernel in `pool_op.cc`": of the kernels of that file.
_IN_FILE = regex(
    rf"{_OP.format('op')}\s(?:still\s)?(?:has|registers)\s(?:absolutely\s)?no\s{_DEVICE.format('device')}\s?"
    r"(?:kernels?|registrations?)\sin\s(?=[`\[\w])",
    re.A,
)
#: "There is no kernel for `MaxPool` with half", "`MaxPool` has no GPU kernel for half".
_OF_TYPE = rf"\s(?:with|for|of|that\stakes?)\s(?:(?:the\s)?types?\s)?(?P<type>{TYPE})(?=\s?(?:[.,;)。]|\Z|and\b|but\b))"
_NONE_FOR_TYPE = (
    regex(
        rf"\b[Tt]here(?:['’]s|\sis|\sare)\sno\s(?:{_DEVICE.format('device')}\s)?kernels?\s(?:for|of)\s(?:the\s)?(?:op\s)?"
        rf"{_OP.format('op')}{_OF_TYPE}",
        re.A,
    ),
    regex(
        rf"{_OP.format('op')}\s(?:still\s)?has\sno\s(?:{_DEVICE.format('device')}\s)?kernels?{_OF_TYPE}",
        re.A,
    ),
    regex(
        rf"{_OP.format('op')}\s?没有\s?(?P<type>{TYPE})\s?(?:类型)?的\s?(?:{_DEVICE.format('device')}\s?)?(?:kernel|内核|核函数)"
        r"(?=\s?(?:[，。；,.;)）]|\Z))",
        re.A,
    ),
)
_NONE = (
    regex(
        rf"{_OP.format('op')}\s(?:still\s)?(?:has|comes with)\s(?:absolutely\s)?no\s{_DEVICE.format('device')}\s?"
        rf"(?:kernels?|implementation|registration)s?{_ENDS}",
        re.A,
    ),
    regex(
        rf"\b[Tt]here\s(?:is|are)\sno\s{_DEVICE.format('device')}\s?(?:kernels?|implementations?|registrations?)\s(?:for|of)\s(?:the\s)?(?:op\s)?"
        rf"{_OP.format('op')}{_ENDS}",
        re.A,
    ),
    regex(rf"{_OP.format('op')}\sis\snot\sregistered\s(?:on|for)\s(?:the\s)?{_DEVICE.format('device')}{_ENDS}", re.A),
    regex(
        rf"{_OP.format('op')}\s?(?:根本|完全|并)?没有(?:注册)?\s?{_DEVICE.format('device')}\s?(?:上?的)?\s?(?:kernel|内核|核函数|实现|版本)"
        r"(?=\s?(?:[，。；,.;)）]|\Z))",
        re.A,
    ),
)
#: "`MaxPool` has only a CPU kernel", "`MaxPool` is CPU-only", `MaxPool` 只有 CPU 实现.
_ONE = _DEVICE.format("only")
_ONLY = (
    regex(
        rf"{_OP.format('op')}\s(?:has only|only has)\s(?:an?\s|its\s)?{_ONE}\s"
        rf"(?:kernels?|implementations?){_ENDS}",
        re.A,
    ),
    regex(rf"{_OP.format('op')}\s(?:is|are)\s{_ONE}[- ]only{_ENDS}", re.A),
    regex(
        rf"{_OP.format('op')}\s(?:is registered|runs|works|is implemented)\s"
        rf"(?:only\s(?:on|for)\s(?:the\s)?{_ONE}{_ENDS}|(?:on|for)\s(?:the\s)?{_DEVICE.format('last')}\sonly{_ENDS})",
        re.A,
    ),
    regex(
        rf"{_OP.format('op')}\s?(?:的\s?(?:kernel|内核|核函数)\s?)?(?:只|仅)(?:有|在|注册在|支持)\s?{_ONE}\s?(?:上)?(?:有|的)?\s?"
        r"(?:kernel|内核|核函数|实现|版本|注册|运行)?(?=\s?(?:[，。；,.;)）]|\Z))",
        re.A,
    ),
)
_OTHERS = {"CPU": "GPU", "GPU": "CPU"}
_OTHERWISE = otherwise(
    r"XLA\w*|TPU|if|unless|older|newer|later|until|before|claim\w*|wrong|believe|why|says?|types?"
    r"|for (?:int|float|half|double)\w*|2\.\d|mobile|builds?|Android|iOS|Lite",
    "为什么|为何|如果|以前|误|类型|对于",
)
#: The same where it is of types.
_OTHERWISE_OF_TYPE = otherwise(
    r"XLA\w*|TPU|if|unless|older|newer|later|until|before|claim\w*|wrong|believe|why|says?|2\.\d|mobile|builds?|Android|iOS|Lite"
    r"|indices|index",
    "为什么|为何|如果|以前|误|下标|索引",
)


class NoKernel(Check):
    """The checks of such statements; an index tells all of them."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every device on which an op is said to have no kernel, and has."""
        for one in self.page.marked:
            if "`" not in one.text or len(one.text) > MAX_TEXT:
                continue
            for match in (match for pattern in _NONE_FOR_TYPE for match in pattern.finditer(one.text)):
                yield from self._for_type(one, match)
            for match in _IN_FILE.finditer(one.text) if "PU" in one.text else ():
                yield from self._in_file(one, match)
            if "CPU" in one.text or "GPU" in one.text:
                for match in (match for pattern in _NONE for match in pattern.finditer(one.text)):
                    yield from self._judged(one, match, match["device"], "device")
                for match in (match for pattern in _ONLY for match in pattern.finditer(one.text)):
                    group = "only" if match["only"] else "last"
                    yield from self._judged(one, match, _OTHERS[match[group]], group)

    def _judged(self, one: Paragraph, match: re.Match[str], device: str, group: str) -> Iterator[Verdict]:
        """The verdict on the kernel of an op on a device, of which a part of the match says that there is none."""
        op, index = match["op"], self.known.index
        if op not in self.known.ops or op in self.page.own or (device == "GPU" and "cuda" not in index.state.build):
            return
        if not is_claimed(match, _OTHERWISE, apart=True):
            return
        made = [each for each in kernels.of_ops(index, (op,)) if each.device_type == device]
        made = [each for each in made if each.registry == "op_kernel" and each.linked_into and self._works(each)]
        said = one.cited(match.start(group), match[group])
        if made and not self.page.strangers(said):
            detail = f"{op} has a {device} kernel, {made[0].kernel_class}"
            yield self.page.verdict(said, "differs", made[0].location, (), detail, "symbol")

    def _made(self, match: re.Match[str]) -> list[KernelDef]:
        """The kernels of which a match denies one: those of the op on the device, if any is named."""
        op, device = match["op"], match["device"]
        if op not in self.known.ops or op in self.page.own or not is_claimed(match, _OTHERWISE_OF_TYPE, apart=True):
            return []
        devices = [device] if device else ["CPU", "GPU"]
        if "cuda" not in self.known.index.state.build:
            devices = [each for each in devices if each != "GPU"]
        made = [each for each in kernels.of_ops(self.known.index, (op,)) if each.device_type in devices]
        return [each for each in made if each.registry == "op_kernel" and each.linked_into and self._works(each)]

    def _in_file(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        """The verdict on a kernel that the file behind a denial registers."""
        row, column = one.at(match.end() - 1)
        behind = [each for each in self.page.on(row) if each.kind == "path" and column < each.column <= column + 4]
        paths = self.page.files_meant(behind[0])[:1] if behind else []
        made = [each for each in self._made(match) if each.location.path in paths]
        said = one.cited(match.start("device"), match["device"])
        if made and not self.page.strangers(said):
            detail = f"{match['op']} has a {match['device']} kernel there, {made[0].kernel_class}"
            yield self.page.verdict(said, "differs", made[0].location, (), detail, "symbol")

    def _for_type(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        """The verdict on a type of which an op is said to have no kernel."""
        defined = self.known.op_defs(match["op"])
        if len(defined) != 1 or [attr.name for attr in defined[0].attr if attr.type == "type"] != ["T"]:
            return  # another attr may be the type that is meant
        told = dtype(match["type"])
        made = [
            each
            for each in self._made(match)
            if any(held.name == "T" and told in held.allowed_values for held in each.constraint)
        ]
        said = one.cited(match.start("type"), match["type"].strip("`"))
        if made and not self.page.strangers(said):
            detail = f"{match['op']} has a {made[0].device_type} kernel for it, {made[0].kernel_class}"
            yield self.page.verdict(said, "differs", made[0].location, (), detail, "symbol")

    def _works(self, kernel: KernelDef) -> bool:
        """Whether anything of a kernel is on its device."""
        if kernel.device_type == "CPU":
            return True
        arguments = {arg.name for op in self.known.op_defs(kernel.op) for arg in (*op.input_arg, *op.output_arg)}
        return not arguments.issubset(kernel.host_memory_arg)
