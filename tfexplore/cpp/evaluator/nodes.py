"""A light syntax tree: tree-sitter's, without comments and punctuation, made for being walked many times.

Reading a property of a tree-sitter node costs a call into C and new objects; an evaluator looks at the same node again
for each turn of a loop. So the tree of a definition is copied once.
"""

from __future__ import annotations

from tfexplore.cpp import syntax
from tfexplore.cpp.evaluator.limits import MAX_DEPTH, MAX_TEXT

TYPE_CHECKING = False
if TYPE_CHECKING:
    import tree_sitter


class MissingPartError(Exception):
    """A construct lacks a part that it has in correct C++."""


class _Fields(dict[str, "Node"]):
    """The children by field; `get` for what may be missing."""

    def __missing__(self, name: str) -> Node:
        raise MissingPartError(f"a construct without its {name} is not understood")


class Node:
    """A construct: its kind and fields as tree-sitter names them, its text, and where it stands in the file.

    `kids` are the named children; `fields` the last child of each field; `op` the text of the field `operator`.
    """

    __slots__ = ("at", "end", "fields", "kids", "kind", "op", "text")

    def __init__(self, kind: str, text: str, at: int, end: int) -> None:
        self.kind = kind
        self.text = text
        self.at = at
        self.end = end
        self.kids: list[Node] = []
        self.fields = _Fields()
        self.op = ""

    def find(self, kind: str) -> Node | None:
        """The first descendant of a kind, itself included."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            if node.kind == kind:
                return node
            waiting.extend(reversed(node.kids))
        return None

    def child(self, kind: str) -> Node | None:
        """The first child of a kind."""
        for kid in self.kids:
            if kid.kind == kind:
                return kid
        return None


#: Kinds whose children say nothing that their text does not.
_LEAVES = frozenset([
    "string_literal", "raw_string_literal", "char_literal", "number_literal", "identifier", "field_identifier",
    "type_identifier", "primitive_type", "namespace_identifier", "comment",
])  # fmt: skip


def parse(text: str, at: int) -> Node | None:
    """The tree of a stretch of a file (decoded as Latin-1) that starts at an offset; None when it is too big."""
    if len(text) > MAX_TEXT:
        return None
    return _copy(syntax.parse(text.encode("latin-1", "replace")), text, at, 0)


def _copy(found: tree_sitter.Node, text: str, at: int, depth: int) -> Node:
    start, end = found.start_byte, found.end_byte
    node = Node(found.type, text[start:end], at + start, at + end)
    if node.kind in _LEAVES:
        return node
    if depth >= MAX_DEPTH:
        node.kind = "ERROR"
        return node
    for i, child in enumerate(found.children):
        field = found.field_name_for_child(i)
        if child.is_missing:
            node.kind = "ERROR"
            continue
        if not child.is_named:
            if field == "operator":
                node.op = child.type
            continue
        if child.type == "comment":
            continue
        kid = _copy(child, text, at, depth + 1)
        node.kids.append(kid)
        if field is not None:
            node.fields[field] = kid
    return node


def declared(declarator: Node | None) -> tuple[str | None, str]:
    """The name that a declarator declares, and what it is: a value, reference, pointer, array or function."""
    shape = "value"
    while declarator is not None:
        kind = declarator.kind
        if kind in ("identifier", "field_identifier"):
            return declarator.text, shape
        if kind == "qualified_identifier":
            return declarator.text.rpartition("::")[2], shape
        if kind == "structured_binding_declarator":
            return None, shape
        for word in ("reference", "pointer", "array", "function"):
            if kind == f"{word}_declarator" and (shape == "value" or word == "reference"):
                shape = word
        inner = declarator.fields.get("declarator")
        declarator = inner if inner is not None else (declarator.kids[-1] if declarator.kids else None)
    return None, shape


def callee(node: Node) -> tuple[str, str, Node | None]:
    """The last name, the qualifier and the template arguments of what is called."""
    qualifier: list[str] = []
    while node.kind == "qualified_identifier":
        scope = node.fields.get("scope")
        if scope is not None:
            qualifier.append(scope.text)
        inner = node.fields.get("name")
        if inner is None:
            return "", "", None
        node = inner
    if node.kind in ("template_function", "template_type"):
        name = node.fields.get("name")
        return (name.text if name is not None else ""), "::".join(qualifier), node.fields.get("arguments")
    if node.kind in ("identifier", "type_identifier", "primitive_type"):
        return node.text, "::".join(qualifier), None
    return "", "", None
