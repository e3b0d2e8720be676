"""`tfexplore kernels`."""

from __future__ import annotations

from tfexplore.answers.kernels import find_kernels, find_missing
from tfexplore.commands.declare import FILTERS, Command, Option, Request
from tfexplore.render import kernels as rendered


def run(request: Request) -> int:
    """Ask and show."""
    filters = request.filters()
    device = request.value("--missing")
    with request.index() as index:
        if device is not None:
            answer = request.ask(lambda words: find_missing(index, device, words, filters), index)
        else:
            with_ops = request.on_terminal()
            answer = request.ask(lambda words: find_kernels(index, words, filters, with_ops), index)
        return request.show(answer, rendered)


COMMAND = Command(
    name="kernels",
    summary="kernels of an op: device, types, class, where, through which macros",
    run=run,
    operand="OP...",
    operand_help="names of ops, matched as in `tfexplore ops`",
    options=(*FILTERS, Option("--missing", "the ops with a kernel elsewhere and none on this device", "DEVICE")),
    examples=(
        ("tfexplore kernels Conv2D", "devices and types, and the lines that register them"),
        ("tfexplore kernels --file conv_ops.cc --dtype half", "what one file registers for a type"),
        ("tfexplore kernels --missing GPU", "ops that run on the CPU only"),
    ),
)
