"""Functions that a macro writes: `DEFINE_GETATTR(TF_OperationGetAttrInt, int64_t, ...)` defines two.

The scanner of definitions expands nothing, and for most files that is right. The C API's own sources are read once
more when something that its header declares was not found: there, calls of the file's own macros whose bodies hold a
brace are replaced by those bodies, each on the line of its call, and the scanner reads the result.
"""

from __future__ import annotations

import re

from tfexplore.cpp import lexer
from tfexplore.cpp.definitions import definitions
from tfexplore.model import Symbol

MAX_CALLS = 2000
MAX_BODY = 20_000

_HEAD = re.compile(r"\s*([A-Za-z_]\w*)\(([^()]*)\)")
_GROUP = re.compile(r"[()\[\]{},]")


def macro_definitions(path: str, data: bytes) -> tuple[Symbol, ...]:
    """The definitions of a C++ file with those that its own macros write."""
    source = lexer.split(data)
    bodies: dict[str, tuple[tuple[str, ...], list[str]]] = {}
    for directive in source.directives:
        head = _HEAD.match(directive.text) if directive.name == "define" and "{" in directive.text else None
        if head and len(directive.text) <= MAX_BODY:
            params = tuple(name.strip() for name in head.group(2).split(","))
            bodies[head.group(1)] = params, [token for token, _ in lexer.spans(directive.text[head.end() :])]
    if not bodies:
        return ()
    out: list[str] = []
    done = 0
    calls = re.compile(rf"^[ \t]*({'|'.join(sorted(bodies))})[ \t]*\(", re.M)
    for number, match in enumerate(calls.finditer(source.shape)):
        if number == MAX_CALLS or match.start() < done:
            continue
        call = _arguments(source, match.end())
        if call is None:
            break
        arguments, end = call
        params, body = bodies[match.group(1)]
        given = dict(zip(params, arguments, strict=False))
        out += [
            source.code[done : match.start()],
            _written(body, given),
            source.code[match.start() : end].count("\n") * "\n",
        ]
        done = end
    out.append(source.code[done:])
    return definitions(path, "".join(out).encode("latin-1", "replace"))


def _arguments(source: lexer.Source, start: int) -> tuple[list[str], int] | None:
    """The arguments behind an opening bracket, and the offset behind the closing one; None where there is none."""
    level = 1
    found = []
    at = start
    for match in _GROUP.finditer(source.shape, start):
        text = match.group()
        level += (text in "([{") - (text in ")]}")
        if level == 0 or (text == "," and level == 1):
            found.append(source.code[at : match.start()].strip())
            at = match.end()
        if level == 0:
            return found, at
    return None


def _written(body: list[str], given: dict[str, str]) -> str:
    out: list[str] = []
    paste = False
    for token in body:
        if token == "##":
            paste = True
            continue
        text = given.get(token, token).replace("\n", " ")
        out.append(text if paste or not out else " " + text)
        paste = False
    return "".join(out)
