"""`tfexplore check`."""

from __future__ import annotations

from tfexplore.answers.check import check_claims, failures, named_claims
from tfexplore.answers.missed import with_missed
from tfexplore.commands.declare import Command, Option, Request
from tfexplore.render import check as rendered


def run(request: Request) -> int:
    """Run the checks and show them; 1 when something fails."""
    with request.index() as index:
        answer = check_claims(index, request.words, request.switch("--explain"))
        answer = with_missed(answer, lambda words: named_claims(index, words))
        status = request.show(answer, rendered)
        return status or int(failures(answer) > 0)


COMMAND = Command(
    name="check",
    summary="documented behaviours, each run with NumPy: holds, differs from the binary, fails",
    run=run,
    operand="OP|ID...",
    operand_help="claims by id (conv.same_odd_right), part of one (conv.), the op they speak of (MaxPoolGrad), or a"
    " public name (tf.nn.conv2d): its own, and those of the ops that it is there for",
    options=(Option("--explain", "each claim with its evidence and a worked example with numbers"),),
    examples=(
        ("tfexplore check", "every claim"),
        ("tfexplore check Conv2D", "those of one op"),
        ("tfexplore check --explain conv.same_odd_right", "one claim, its evidence, and an example worked out now"),
    ),
)
