"""Which statements of a function can have a say in what it registers.

A function that registers something may do a lot besides (a test that goes on to run what it registered). A statement
matters when it registers, when it may leave the function, or when it names a local variable that matters; a variable
matters when a statement that matters names it.
"""

from __future__ import annotations

import re

from tfexplore.cpp.evaluator.nodes import Node, declared

_WORDS = re.compile(r"[A-Za-z_]\w*")
_LEAVES = re.compile(r"\b(?:return|break|continue|goto|throw|\w*RETURN\w*)\b")
_CONTROL = frozenset([
    "if_statement", "for_statement", "for_range_loop", "while_statement", "do_statement", "switch_statement",
    "case_statement", "compound_statement", "else_clause", "labeled_statement",
])  # fmt: skip
#: Comparisons of tests, which change nothing where they take no address.
_TESTS = re.compile(r"(?:EXPECT|ASSERT)_(?:EQ|NE|LT|LE|GT|GE|TRUE|FALSE|STREQ|STRNE)\b[^&]*\Z", re.S)


class _Statement:
    """A statement, the words of it that name variables, and whether it matters in any case."""

    __slots__ = ("at", "matters", "said", "words")

    def __init__(self, node: Node, said: str, variables: frozenset[str], wanted: re.Pattern[str]) -> None:
        self.at = node.at
        words = frozenset(_WORDS.findall(node.text))
        self.matters = bool(wanted.search(node.text) or _LEAVES.search(node.text))
        #: What makes it matter, and what matters with it: of an `if`, the condition.
        self.words = frozenset(w for w in words if w in variables or w[-1] == "_")
        self.said = frozenset(w for w in _WORDS.findall(said) if w in variables or w[-1] == "_")
        if not self.matters and _TESTS.match(node.text):
            self.words = frozenset()


def irrelevant(function: Node, wanted: re.Pattern[str]) -> set[int]:
    """The offsets of the statements of a function definition that need not be run; `wanted` finds what registers."""
    body = function.fields.get("body")
    if body is None:
        return set()
    variables = frozenset(_variables(function))
    statements: list[_Statement] = []
    _collect(body, variables, wanted, statements)
    matters: set[str] = set()
    waiting = statements
    while True:
        left = []
        for statement in waiting:
            if statement.matters or statement.words & matters:
                matters |= statement.said
            else:
                left.append(statement)
        if len(left) == len(waiting):
            return {statement.at for statement in left}
        waiting = left


def _variables(function: Node) -> set[str]:
    found: set[str] = set()
    waiting = [function]
    while waiting:
        node = waiting.pop()
        waiting.extend(node.kids)
        if node.kind in ("declaration", "parameter_declaration", "optional_parameter_declaration", "for_range_loop"):
            for kid in node.kids:
                inner = kid.fields.get("declarator", kid) if kid.kind == "init_declarator" else kid
                name = declared(inner)[0] if kid.kind.endswith(("declarator", "identifier")) else None
                if name:
                    found.add(name)
        elif node.kind == "structured_binding_declarator":
            found.update(kid.text for kid in node.kids)
    return found


def _collect(node: Node, variables: frozenset[str], wanted: re.Pattern[str], out: list[_Statement]) -> None:
    for kid in node.kids:
        if kid.kind in _CONTROL:
            inner = [k for k in kid.kids if k.kind in _CONTROL or k.kind.endswith("_statement")]
            said = kid.text if not inner else kid.text[: inner[0].at - kid.at]
            if node.kind == "compound_statement":
                out.append(_Statement(kid, said, variables, wanted))
            _collect(kid, variables, wanted, out)
        elif node.kind in ("compound_statement", "case_statement"):
            out.append(_Statement(kid, kid.text, variables, wanted))
