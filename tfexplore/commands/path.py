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
        print(_followed(), file=sys.stderr)
        return 1
    return request.show(answer, rendered)


def _followed() -> str:
    """What a search goes by and what it does not, for whoever got no answer."""
    from tfexplore.extract.python_swig_ways import MAX_STEPS
    from tfexplore.extract.uses_link import MAX_DEPTH
    from tfexplore.model import MAX_VIA

    return (
        f"followed: a public Python name's calls to ops, through up to {MAX_VIA} functions, and to SWIG names, "
        f"through up to {MAX_STEPS}; ops to kernels, gradients, shape functions; kernel classes to bases, methods and "
        f"what their code uses, {MAX_DEPTH} steps; gradients to ops that they create; SWIG names to the C++ "
        "that they wrap\n"
        "not followed: methods of Python objects whose class is not plain, what C++ behind SWIG or a shape function "
        "calls"
    )


COMMAND = Command(
    name="path",
    summary="the way from one thing to another, each step with its place",
    run=run,
    operand="FROM TO",
    operand_help="an op, a Python name (a method of a public class too),"
    " a kernel class, a functor, a gradient, a SWIG name, a place (conv_ops.cc:570)",
    least=2,
    examples=(
        ("tfexplore path tf.nn.conv2d LaunchConv2DOp", "from the Python name to the code that computes"),
        ("tfexplore path MaxPool MaxPoolGradGrad", "through gradients of gradients"),
    ),
)
