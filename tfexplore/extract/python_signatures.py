"""The signatures of a Python file's functions and classes, and the modes of preprocessing that they pass on."""

# ruff: noqa: N802 (the visitors are named after the nodes of libcst)

from __future__ import annotations

import re

import libcst as cst

from tfexplore.extract.python_records import ModeUse, Signature
from tfexplore.extract.python_source import Source, Statement, UnreadableError
from tfexplore.extract.python_syntax import dotted, literal_text, parse, walk


def read(source: Source, tops: list[Statement]) -> tuple[tuple[Signature, ...], tuple[ModeUse, ...]]:
    """The signatures of a file's functions and classes, and the modes that its functions pass on."""
    signatures = []
    modes = []
    for statement in tops:
        found = source.definition(statement)
        if found is None:
            continue
        kind, name, at = found
        if kind == "class":
            signatures.append(Signature(name, _constructor(source, statement, at)))
            continue
        signatures.append(Signature(name, _signature(source, at, statement.end)))
        if source.data.find(b"mode", statement.start, statement.end) >= 0:
            modes += _modes(source, statement, name)
    return tuple(signatures), tuple(modes)


def _signature(source: Source, at: int, end: int) -> str:
    start, stop = source.parameters(at, end)
    pieces = []
    line_start = start
    while line_start < stop:  # comments are blank in `blank`, strings only in `data`
        line_end = source.blank.find(b"\n", line_start, stop)
        line_end = stop if line_end < 0 else line_end
        length = len(source.blank[line_start:line_end].rstrip())
        pieces.append(source.text(line_start, line_start + length))
        line_start = line_end + 1
    text = " ".join(" ".join(pieces).split()).strip().removesuffix(",")
    return f"({text})"


def _constructor(source: Source, statement: Statement, at: int) -> str:
    line = source.blank.rfind(b"\n", 0, at) + 1
    for inner in source.body(Statement(line, statement.end, "class")):
        found = source.definition(inner)
        if found is not None and found[1] == "__init__":
            return re.sub(r"^\(self(?:, )?", "(", _signature(source, found[2], inner.end))
    return ""


def _modes(source: Source, statement: Statement, name: str) -> list[ModeUse]:
    try:
        parsed = parse(source, statement.start, statement.end)
    except UnreadableError:
        return []
    function = parsed[0] if parsed else None
    if not isinstance(function, cst.FunctionDef):
        return []
    default = None
    for parameter in function.params.params:
        if parameter.name.value == "mode":
            default = literal_text(parameter.default) if parameter.default is not None else None
            return [ModeUse(name, "", default or "")]
    finder = _ModeCalls()
    walk(function, finder)
    return [ModeUse(name, callee, mode) for callee, mode in finder.found]


class _ModeCalls:
    def __init__(self) -> None:
        self.found: list[tuple[str, str]] = []

    def visit_Call(self, node: cst.Call) -> None:
        for argument in node.args:
            if argument.keyword is not None and argument.keyword.value == "mode":
                self.found.append((dotted(node.func), literal_text(argument.value) or ""))
