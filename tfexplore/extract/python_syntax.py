"""Statements and expressions of Python as trees: what libcst may be given, and how its trees are read.

Importing libcst takes as long as much of a run in which one file has changed, so what can do without a tree does not
import this module.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any

import libcst as cst

from tfexplore._record import TYPE_CHECKING
from tfexplore.extract.python_calls import Argument, Call
from tfexplore.extract.python_source import Source, UnreadableError

if TYPE_CHECKING:
    from collections.abc import Callable

#: libcst's parser recurses natively; a deeper text could end the process instead of raising.
MAX_BRACKETS = 60
MAX_CHAIN = 300
MAX_INDENTS = 40
MAX_STATEMENT = 1_000_000

_DEPTH = re.compile(
    rb"(?<!\\)\n[ \t]*(?:elif\b)?|[()\[\]{},]|[-+*/%|&^~@.\"=<>:]|\b(?:not|lambda|if|and|or|await|yield|for|in|is)\b"
)

#: Fields of libcst's nodes that hold no code below them, and those that stand before the others in the text.
_TRIVIA = frozenset((
    *("asynchronous", "colon", "comma", "comment", "dot", "equal", "first_colon", "footer", "header", "indent"),
    *("keyword", "lbrace", "lbracket", "leading_lines", "lines_after_decorators", "lpar", "newline", "operator"),
    *("rbrace", "rbracket", "rpar", "second_colon", "semicolon", "star"),
))  # fmt: skip
_FIRST = {
    "IfExp": ("body", "test"),
    "FunctionDef": ("decorators", "name", "params", "returns"),
    "ClassDef": ("decorators", "name", "bases", "keywords"),
}


def parse(source: Source, start: int, end: int) -> list[cst.BaseStatement | cst.BaseSmallStatement]:
    """The statements of a byte range that starts at a line, as libcst reads them; `UnreadableError` otherwise."""
    guard(source, start, end)
    text = source.text(start, end)
    if text[:1] in (" ", "\t"):
        text = "if 1:\n" + text
    if not text.endswith("\n"):
        text += "\n"
    try:
        body = cst.parse_module(text).body
    except cst.ParserSyntaxError:
        raise UnreadableError("syntax error") from None
    except RecursionError:
        raise UnreadableError("expression too deep") from None
    except Exception as error:  # libcst raises what its parts raise (UnicodeError, ValueError ...)
        raise UnreadableError(f"unreadable: {type(error).__name__}") from None
    if text.startswith("if 1:\n") and body and isinstance(body[0], cst.If):
        return list(body[0].body.body)
    return list(body)


def parse_expression(source: Source, start: int, end: int) -> cst.BaseExpression:
    """One expression, as libcst reads it; `UnreadableError` otherwise."""
    guard(source, start, end)
    return _expression(source.text(start, end).strip())


@lru_cache(maxsize=4096)
def _expression(text: str) -> cst.BaseExpression:
    try:
        return cst.parse_expression(f"({text}\n)" if "\n" in text else text)
    except cst.ParserSyntaxError:
        raise UnreadableError("syntax error") from None
    except RecursionError:
        raise UnreadableError("expression too deep") from None
    except Exception as error:  # as above
        raise UnreadableError(f"unreadable: {type(error).__name__}") from None


def guard(source: Source, start: int, end: int) -> None:
    """Raise `UnreadableError` for what libcst could not be given safely."""
    if end - start > MAX_STATEMENT:
        raise UnreadableError("statement too long")
    if b"\0" in source.data[start:end]:
        raise UnreadableError("NUL byte")
    blank = source.blank[start:end]
    if not blank.isascii() and b"\xff" in blank:
        raise UnreadableError("not text")
    depth = 0  # of the tree along the way to here: brackets, operators, calls one after the other
    bases: list[int] = []  # the depth at which each open bracket stands
    clauses = 0
    for match in _DEPTH.finditer(blank):
        token = match.group()
        if token in (b"(", b"[", b"{"):
            depth += 1
            bases.append(depth)
        elif token in (b")", b"]", b"}"):
            depth = bases.pop() if bases else 0
        elif token == b",":
            depth = bases[-1] if bases else 0
        elif token[:1] == b"\n":
            if not bases:
                depth = 0
                clauses += token.endswith(b"elif")
                if len(token) > 8 * MAX_INDENTS:
                    raise UnreadableError("expression too deep")
        else:
            depth += 1
        if depth > MAX_CHAIN or len(bases) > MAX_BRACKETS or clauses > MAX_CHAIN:
            raise UnreadableError("expression too deep")


def walk(root: cst.CSTNode, visitor: object) -> None:
    """Call `visitor.visit_Call` and its like for each node from `root` down, outer ones first.

    What returns `False` leaves the node's inside out. `CSTNode.visit` builds every node anew, for visitors that replace
    some, and recurses: reading alone takes a tenth.
    """
    kind: Any = visitor.__class__
    stack: list[Any] = [root]
    while stack:
        node = stack.pop()
        enter, inner = _way(kind, node.__class__)
        if enter is not None and enter(visitor, node) is False:
            continue
        for name in inner:
            value = getattr(node, name)
            if isinstance(value, cst.CSTNode):
                stack.append(value)
            elif isinstance(value, (tuple, list)):
                stack.extend(reversed(value))


@cache
def _way(visitor: type[object], node: type[object]) -> tuple[Callable[[Any, Any], Any] | None, tuple[str, ...]]:
    """What a visitor does with a kind of node, and the fields that may hold more of the code, the last first."""
    names = [name for name in getattr(node, "__dataclass_fields__", ()) if name not in _TRIVIA and "white" not in name]
    first = _FIRST.get(node.__name__, ())
    names.sort(key=lambda name: first.index(name) if name in first else len(first))
    return getattr(visitor, f"visit_{node.__name__}", None), tuple(reversed(names))


def dotted(node: cst.CSTNode) -> str:
    """`a.b.c` of names and attributes; empty for anything else."""
    parts: list[str] = []
    while isinstance(node, cst.Attribute):
        parts.append(node.attr.value)
        node = node.value
    if not isinstance(node, cst.Name):
        return ""
    parts.append(node.value)
    return ".".join(reversed(parts))


def literal_text(node: cst.CSTNode) -> str | None:
    """The value of a string literal (also of adjacent ones); None for anything else."""
    if isinstance(node, (cst.SimpleString, cst.ConcatenatedString)):
        try:
            value = node.evaluated_value
        except (ValueError, SyntaxError):
            return None
        if isinstance(value, bytes):
            return value.decode("utf-8", "replace")
        return value
    return None


def as_call(node: cst.Call) -> Call:
    """A call as who needs no tree wants it."""
    arguments = []
    for one in node.args:
        listed = one.value.elements if isinstance(one.value, (cst.List, cst.Tuple)) else None
        items = None if listed is None else tuple([literal_text(element.value) for element in listed])
        word = one.keyword.value if one.keyword is not None else ""
        arguments.append(Argument(word, literal_text(one.value), items, dotted(one.value), bool(one.star)))
    return Call(dotted(node.func), tuple(arguments))


def call_of(source: Source, start: int, end: int) -> Call | None:
    """The call that an expression is; None for any other, `UnreadableError` for one that libcst cannot read."""
    node = parse_expression(source, start, end)
    return as_call(node) if isinstance(node, cst.Call) else None
