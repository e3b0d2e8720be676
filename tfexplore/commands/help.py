"""Help texts, made of what the commands declare."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.commands.declare import COMMON, Option

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tfexplore.commands.declare import Command

_EXAMPLES = (
    ("tfexplore ops conv", "every convolution op: signature, kernels, where it is registered"),
    ("tfexplore kernels Conv2D", "which types on which device, by which class, through which macros"),
    ("tfexplore kernels --missing GPU", "ops that run on the CPU only"),
    ("tfexplore ops '/grad$/' --json | jq .results", "anything as JSON"),
)

_VERSION = Option("--version", "the versions of the tool and of the index, and the digest of its facts")

_ABOUT = """\
Without --index the answers are about TensorFlow v1.15.0 as its Linux CUDA wheel
was built, offline. `tfexplore help COMMAND` says what a command takes. Exit
status: 0 found, 1 nothing matched, 2 an error.
"""


def of_everything(commands: Sequence[Command]) -> str:
    """`tfexplore --help`."""
    return "".join(
        [
            "Explore TensorFlow's source: what its binary registers, and where.\n\n",
            _examples(_EXAMPLES),
            "usage: tfexplore COMMAND [options]\n\ncommands:\n",
            _columns([(command.name, command.summary) for command in commands]),
            "\noptions of every command:\n",
            _options((*COMMON, _VERSION)),
            "\n",
            _ABOUT,
        ]
    )


def of_command(command: Command) -> str:
    """`tfexplore COMMAND --help`."""
    from textwrap import fill

    operand = command.operand
    if operand and command.least == 0:
        operand = f"[{operand}]"
    parts = [
        f"{fill(f'{command.summary[:1].upper()}{command.summary[1:]}.', 80)}\n\n",
        _examples(command.examples),
        f"usage: tfexplore {command.name} {operand + ' ' if operand else ''}[options]\n",
    ]
    if command.operand_help:
        parts.append(f"\n{_columns([(command.operand, command.operand_help)])}")
    if command.options:
        parts += ["\noptions:\n", _options(command.options)]
    parts += ["\noptions of every command:\n", _options(COMMON)]
    return "".join(parts)


def _examples(examples: Iterable[tuple[str, str]]) -> str:
    rows = list(examples)
    return f"examples:\n{_columns(rows)}\n" if rows else ""


def _options(options: Iterable[Option]) -> str:
    rows = []
    for option in options:
        names = f"{option.short}, {option.flag}" if option.short else option.flag
        rows.append((f"{names} {option.value}".rstrip(), option.help))
    return _columns(rows)


def _columns(rows: Sequence[tuple[str, str]], width: int = 80) -> str:
    """Two columns: names, and what they mean, wrapped."""
    from textwrap import wrap

    first = min(max(len(name) for name, _ in rows), 26)
    indent = " " * (first + 4)
    lines = []
    for name, meaning in rows:
        wrapped = wrap(meaning, max(30, width - len(indent))) or [""]
        if len(name) > first:
            lines.append(f"  {name}")
            lines += [indent + line for line in wrapped]
        else:
            lines.append(f"  {name.ljust(first)}  {wrapped[0]}".rstrip())
            lines += [indent + line for line in wrapped[1:]]
    return "".join([line + "\n" for line in lines])
