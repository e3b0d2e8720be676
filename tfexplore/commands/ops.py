"""`tfexplore ops`."""

from __future__ import annotations

from tfexplore.answers.ops import find_ops
from tfexplore.commands.declare import FILTERS, Command, Request
from tfexplore.render import ops as rendered


def run(request: Request) -> int:
    """Ask and show."""
    with request.index() as index:
        filters = request.filters()
        return request.show(request.ask(lambda words: find_ops(index, words, filters), index), rendered)


COMMAND = Command(
    name="ops",
    summary="ops with signature, place of registration and kernels on each device",
    run=run,
    operand="PATTERN...",
    operand_help="names: exact, else prefix, else part; globs ('*Grad'); regular expressions ('/^conv.*v2$/')",
    options=FILTERS,
    examples=(
        ("tfexplore ops conv", "every convolution op"),
        ("tfexplore ops Conv2D", "one op in full"),
        ("tfexplore ops '*Grad' --device GPU --json", "as JSON, those with a GPU kernel"),
    ),
)
