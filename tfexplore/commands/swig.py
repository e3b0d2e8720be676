"""`tfexplore swig`."""

from __future__ import annotations

from tfexplore.answers import swig as answers
from tfexplore.commands.declare import Command, Option, Request
from tfexplore.errors import UsageError
from tfexplore.render import swig as rendered


def run(request: Request) -> int:
    """Ask and show."""
    asked = [flag for flag in ("--unused", "--unreachable", "--example") if request.switch(flag)]
    if len(asked) > 1:
        raise UsageError(f"{' and '.join(asked)} are different questions; ask one")
    if request.words and request.switch("--example"):
        raise UsageError("--example takes no name: the tool chooses one")
    with request.index() as index:
        if request.switch("--unreachable"):
            answer = request.ask(lambda words: answers.find_unreachable(index, words))
        elif request.switch("--example"):
            answer = answers.find_example(index)
        else:
            depth, unused = _depth(request), request.switch("--unused")
            answer = request.ask(lambda words: answers.find_swig(index, words, depth, unused))
        return request.show(answer, rendered)


def _depth(request: Request) -> int | None:
    text = request.value("--depth")
    if text is None:
        return None
    if not text.isdecimal() or len(text) > 4:
        raise UsageError(f"--depth takes a number, not {text!r}")
    return int(text)


COMMAND = Command(
    name="swig",
    summary="what Python can call by way of SWIG: declared, exposed, defined and used where",
    run=run,
    operand="NAME...",
    operand_help="a name in Python or C++, Class.method, or an interface file (base.i); matched as in `tfexplore ops`",
    options=(
        Option("--depth", "levels of the include tree to show", "N"),
        Option("--unused", "functions and classes that no Python of the tree calls"),
        Option(
            "--unreachable", "interface files that the root does not include, what builds them, and pybind11 modules"
        ),
        Option("--example", "one function's whole way, from the call to the C++ definition"),
    ),
    examples=(
        ("tfexplore swig", "the include tree, and what each file brings in"),
        ("tfexplore swig TF_Run", "Python name, C++ declaration, directive, definition, every call"),
        ("tfexplore swig base.i", "what one interface file ignores, exposes, maps and inserts"),
        ("tfexplore swig --unused 'TF_*'", "what could be exposed no longer"),
    ),
)
