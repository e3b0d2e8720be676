"""`tfexplore api`."""

from __future__ import annotations

from tfexplore.answers.api import find_api, find_wrappers
from tfexplore.commands.declare import Command, Option, Request
from tfexplore.render import api as rendered


def run(request: Request) -> int:
    """Ask and show."""
    wrappers = request.switch("--wrappers")
    find = find_wrappers if wrappers else find_api
    with request.index() as index:
        return request.show(request.ask(lambda words: find(index, words), index if wrappers else None), rendered)


COMMAND = Command(
    name="api",
    summary="from a Python name to the ops that it creates, and back",
    run=run,
    operand="NAME...",
    operand_help="an endpoint (tf.nn.conv2d), an op (Conv2D), a generated function (gen_nn_ops.conv2d), or x+y",
    options=(Option("--wrappers", "the generated functions of gen_*_ops.py instead"),),
    examples=(
        ("tfexplore api tf.nn.conv2d", "the function, and the ops behind it"),
        ("tfexplore api Conv2D", "every public name that creates the op"),
        ("tfexplore api --wrappers Conv2D", "the generated function: name, arguments, exports"),
    ),
)
