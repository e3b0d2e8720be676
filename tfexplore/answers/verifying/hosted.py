"""What a document says that kernels keep in host memory: "`Weave` has its `count` in host memory", `count` 在主存.

An input or output that no kernel of the op has there, on no device, is wrong; that one has it elsewhere says nothing.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.index import kernels
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import OpDef

_HOST = regex(r"host memory|HostMemory|主存|主机内存|宿主内存", re.I)
_CLAUSE = regex(r"[^,，;；。|]*[,，;；。|]?")
_NAME = regex(r"`([a-z]\w*)`", re.A)
#: What is put there by name, whatever it is.
_PUT = regex(r"(?<=把)\s?`([a-z]\w*)`\s?(?:放|留)在?\s?(?:host|Host|主)", re.A)
_NOT_SO = otherwise(
    "no|unless|except|device memory|copied|copy|were|was", "不|没|除|设备内存|拷|复制|应|[?？]", ours=False
)


def speaks(text: str) -> bool:
    """Whether a text speaks of host memory."""
    return _HOST.search(text) is not None


class Hosted:
    """The checks of what is in host memory."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def check(self, one: Paragraph, text: str, start: int, op: OpDef) -> Iterator[Verdict]:
        """A verdict on every input and output of one op that a text has in host memory, and no kernel."""
        if not _HOST.search(text) or disclaimers.proposed(text):
            return
        found = [
            kernel for kernel in kernels.of_ops(self.page.known.index, (op.name,)) if kernel.registry == "op_kernel"
        ]
        hosted = {name for kernel in found for name in kernel.host_memory_arg}
        arguments = {part.name for part in (*op.input_arg, *op.output_arg)}
        for clause in _CLAUSE.finditer(text) if hosted else ():
            if not _HOST.search(clause[0]) or _NOT_SO.search(clause[0]):
                continue
            for match in _PUT.finditer(clause[0]):
                if match[1] not in arguments:
                    said = one.cited(start + clause.start() + match.start(1), match[1])
                    detail = f"no input or output of {op.name}"
                    yield self.page.verdict(said, "not found", found[0].location, sorted(hosted), detail, "symbol")
            for match in _NAME.finditer(clause[0]):
                if match[1] in arguments - hosted:
                    said = one.cited(start + clause.start() + match.start(1), match[1])
                    detail = f"kernels of {op.name} have {', '.join(sorted(hosted))} in host memory"
                    yield self.page.verdict(said, "differs", found[0].location, (), detail)
