"""tree-sitter: what a rendered statement is made of. The only module that knows tree-sitter's Python API.

On raw source tree-sitter-cpp breaks at a third of TensorFlow's registrations (a builtin type as a macro's argument
swallows what follows); on an expanded statement it does not. A statement is looked at by its tokens' *kinds*, so the
ten thousand kernels are some hundred parses: two statements with the same kinds of tokens have the same parts.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cache
from typing import Any

import tree_sitter
import tree_sitter_cpp

from tfexplore._record import Record
from tfexplore.cpp import lexer
from tfexplore.cpp.queries import query_text


class Call(Record):
    """One call of a chain: `TypeConstraint<float>("T")` is `("TypeConstraint", ("float",), (('"T"',),))`.

    Arguments and the template's argument are token lists; `template` is empty where there is none.
    """

    name: str
    template: tuple[str, ...]
    arguments: tuple[tuple[str, ...], ...]


@cache
def language() -> tree_sitter.Language:
    """The C++ grammar."""
    return tree_sitter.Language(tree_sitter_cpp.language())


@cache
def _query(name: str) -> Any:
    return tree_sitter.Query(language(), query_text(name))


def matches(name: str, node: tree_sitter.Node) -> list[dict[str, list[tree_sitter.Node]]]:
    """Every match of `queries/NAME.scm` below a node: capture name -> nodes."""
    query = _query(name)
    # tree-sitter 0.25 moved the search from the query to a cursor.
    cursor = tree_sitter.QueryCursor(query) if hasattr(tree_sitter, "QueryCursor") else query
    return [captures for _, captures in cursor.matches(node)]


def parse(data: bytes) -> tree_sitter.Node:
    """The root node of some C++."""
    return tree_sitter.Parser(language()).parse(data).root_node


#: A call by token indices: name, template (start, end), arguments (start, end).
_Parts = tuple[tuple[int, int, int, int, int], ...]
_known: dict[tuple[str, ...], _Parts | None] = {}


def _kind(token: str) -> str:
    if lexer.is_identifier(token):
        return "n"
    if token[-1] in "\"'":
        return '""'
    return "0" if token[0].isdigit() else token


def _parts(tokens: tuple[str, ...]) -> _Parts | None:
    """The calls of the chain that a statement is, outermost last; None when it is no such chain."""
    offsets, length = [], 0
    pieces = []
    for token in tokens:
        piece = token.encode("latin-1", "replace")
        offsets.append(length)
        pieces.append(piece)
        length += len(piece) + 1
    root = parse(b" ".join(pieces) + b" ;")
    if root.has_error:
        return None
    calls: dict[int, dict[str, list[tree_sitter.Node]]] = {}
    for match in matches("call_chain", root):
        node = match["call"][0]
        if node.start_byte == 0:  # a chain's calls all start where it starts and are told apart by their ends
            calls[node.end_byte] = match
    end = length - 1
    found = []
    while end in calls:
        match = calls[end]
        name = match["name"][0]
        arguments = match["arguments"][0]
        template = match.get("template")
        found.append(
            (
                bisect_left(offsets, name.end_byte) - 1,
                bisect_left(offsets, template[0].start_byte) if template else 0,
                bisect_left(offsets, template[0].end_byte) if template else 0,
                bisect_left(offsets, arguments.start_byte),
                bisect_left(offsets, arguments.end_byte),
            )
        )
        receiver = match.get("receiver")
        if not receiver:
            return tuple(reversed(found))
        end = receiver[0].end_byte
    return None


def split_arguments(tokens: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The arguments between two brackets: split at commas outside of brackets and of template arguments."""
    out: list[tuple[str, ...]] = []
    level = angle = start = 0
    for i, token in enumerate(tokens):
        if token in ("(", "[", "{"):
            level += 1
        elif token in (")", "]", "}"):
            level -= 1
        elif token == "<" and not level and i and lexer.is_identifier(tokens[i - 1]):
            angle += 1
        elif token == ">" and angle and not level:
            angle -= 1
        elif token == "," and not level and not angle:
            out.append(tokens[start:i])
            start = i + 1
    if tokens:
        out.append(tokens[start:])
    return tuple(out)


def call_chain(tokens: tuple[str, ...]) -> tuple[Call, ...] | None:
    """`Name("X").Device(D)` as its calls, first to last; None when the tokens are not a chain of calls."""
    kinds = tuple(map(_kind, tokens))
    if kinds in _known:
        parts = _known[kinds]
    else:
        parts = _known[kinds] = _parts(tokens)
    if parts is None:
        return None
    return tuple(
        Call(
            tokens[name],
            tokens[template + 1 : template_end - 1] if template_end else (),
            split_arguments(tokens[start + 1 : end - 1]),
        )
        for name, template, template_end, start, end in parts
    )
