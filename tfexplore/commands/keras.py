"""`tfexplore keras`."""

from __future__ import annotations

from tfexplore.answers.keras import find_keras
from tfexplore.commands.declare import Command, Request
from tfexplore.render import keras as rendered


def run(request: Request) -> int:
    """Ask and show."""
    with request.index() as index:
        return request.show(request.ask(lambda words: find_keras(index, words)), rendered)


COMMAND = Command(
    name="keras",
    summary="preprocessing that Keras has: signature, mode, and where the code really is",
    run=run,
    operand="NAME...",
    operand_help="endpoints below tf.keras.preprocessing and tf.keras.applications, matched as in `tfexplore ops`",
    examples=(
        ("tfexplore keras preprocess_input", "the preprocessing of every application, with its mode"),
        ("tfexplore keras pad_sequences", "signature, declaration, and the line of the package"),
    ),
)
