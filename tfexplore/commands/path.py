"""`tfexplore path`."""

from __future__ import annotations

import sys

from tfexplore.answers.path import find_path
from tfexplore.commands.declare import Command, Request
from tfexplore.render import path as rendered


def run(request: Request) -> int:
    """Ask and show."""
    with request.index() as index:
        answer = find_path(index, *request.words)
    if "no way" in answer.context and not request.switch("--json"):
        print(f"tfexplore path: no way leads from {answer.query[0]} to {answer.query[1]}, nor back", file=sys.stderr)
        print(rendered.followed(), file=sys.stderr)
        return 1
    return request.show(answer, rendered)


COMMAND = Command(
    name="path",
    summary="the way from one thing to another, each step with its place",
    run=run,
    operand="FROM TO",
    operand_help="an op, a Python name, a kernel class, a functor, a gradient, a SWIG name, a place (conv_ops.cc:570)",
    least=2,
    examples=(
        ("tfexplore path tf.nn.conv2d LaunchConv2DOp", "from the Python name to the code that computes"),
        ("tfexplore path MaxPool MaxPoolGradGrad", "through gradients of gradients"),
    ),
)
