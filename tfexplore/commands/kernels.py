"""`tfexplore kernels`."""

from __future__ import annotations

from tfexplore.answers.kernels import find_kernels
from tfexplore.commands.declare import FILTERS, Command, Option, Request
from tfexplore.render import kernels as rendered


def run(request: Request) -> int:
    """Ask and show."""
    filters = request.filters()
    device = request.value("--missing")
    with request.index() as index:
        if device is not None:
            from tfexplore.answers.missing_kernels import find_missing

            answer = request.ask(lambda words: find_missing(index, device, words, filters), index)
        else:
            with_ops = request.on_terminal()
            answer = request.ask(lambda words: find_kernels(index, words, filters, with_ops), index)
        return request.show(answer, rendered)


_MISSING = Option(
    "--missing",
    "the ops with a kernel elsewhere and none on this device; of an op by its name, the types that it misses there."
    " XLA's kernels, which compile, are counted as elsewhere only where --device names them."
    " With --dtype: that allow the type, and no kernel on the device takes it; with --file, --class, --device: with"
    " such a kernel elsewhere",
    "DEVICE",
)

COMMAND = Command(
    name="kernels",
    summary="kernels of an op: device, types, class, where, through which macros",
    run=run,
    operand="OP...",
    operand_help="names of ops, matched as in `tfexplore ops`",
    options=(*FILTERS, _MISSING),
    examples=(
        ("tfexplore kernels Conv2D", "devices and types, and the lines that register them"),
        ("tfexplore kernels --file conv_ops.cc --dtype half", "what one file registers for a type"),
        ("tfexplore kernels --missing GPU", "ops that run on the CPU only"),
        ("tfexplore kernels --missing GPU --dtype T=half", "ops whose T may be half, but not on a GPU"),
    ),
)
