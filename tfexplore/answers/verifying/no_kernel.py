"""Kernels that an op is said not to have on a device: "`MaxPool` has no GPU kernel", "is CPU-only", and it has one.

A kernel whose inputs and outputs are all in the host's memory does nothing there, so that one may well say so of it.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.claimed import is_claimed
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


class NoKernel(Check):
    """The checks of such statements; an index tells all of them."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every device on which an op is said to have no kernel, and has."""
        for one in self.page.marked:
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

    def _works(self, kernel: KernelDef) -> bool:
        """Whether anything of a kernel is on its device."""
        if kernel.device_type == "CPU":
            return True
        arguments = {arg.name for op in self.known.op_defs(kernel.op) for arg in (*op.input_arg, *op.output_arg)}
        return not arguments.issubset(kernel.host_memory_arg)
