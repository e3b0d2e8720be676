"""Statements without a parser, and what libcst is never given."""

# ruff: noqa: E501, N802 (a row of a table stays on its line; visitors are named as libcst names them)

from __future__ import annotations

import ast
from pathlib import Path

import libcst as cst
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tfexplore.extract.python_link import read_packages
from tfexplore.extract.python_source import Source, UnreadableError
from tfexplore.extract.python_syntax import dotted, parse, parse_expression, walk


def cut(text: str) -> list[tuple[str, int, int]]:
    """`(first word, first line, last line)` of each statement."""
    source = Source("x.py", text.encode())
    return [(s.kind, source.line(s.start), source.end_line(s.start, s.end)) for s in source.statements()]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a = 1\nb = 2\n", [("a", 1, 1), ("b", 2, 2)]),
        ("f(\n1,\n2)\ng()\n", [("f", 1, 3), ("g", 4, 4)]),
        ('"""\ndef f(): pass\n"""\nx = 1\n', [('"', 1, 3), ("x", 4, 4)]),
        ("x = '''a\n#b\n'''  # c\ny = 1", [("x", 1, 3), ("y", 4, 4)]),
        ("if a:\n  b\nelif c:\n  d\nelse:\n  e\nf\n", [("if", 1, 6), ("f", 7, 7)]),
        ("try:\n  a\nexcept E:\n  b\nfinally:\n  c\n", [("try", 1, 6)]),
        ("@a\n@b(\n1)\ndef f():\n  pass\n\n# tail\n\ng()\n", [("@", 1, 5), ("g", 9, 9)]),
        ("x = 1 + \\\n2\ny\n", [("x", 1, 2), ("y", 3, 3)]),
        ("x = 1\r\ny = 2\r\n", [("x", 1, 1), ("y", 2, 2)]),
        ("\ufeffx = 1\n", [("x", 1, 1)]),
        ("r'\\'\nx = 1", [("r", 1, 1), ("x", 2, 2)]),
        # A bracket that is never closed hides nothing that is surely a statement.
        ("f((\n\ndef g():\n  pass\n", [("f", 1, 1), ("def", 3, 4)]),
        ("print 'x'\nexec 'y'\n", [("print", 1, 1), ("exec", 2, 2)]),
        ("", []),
    ],
)
def test_statements(text: str, expected: list[tuple[str, int, int]]) -> None:
    assert cut(text) == expected


_LINES = st.sampled_from(
    ["x = 1", "def f(a, b=(1,)):\n  return a", "@d\nclass C(object):\n  '''doc'''\n  y = 2", "if x:\n  y = [1,\n2]", "# c",
     "s = '''a\nb'''", "for i in r:\n  pass\nelse:\n  pass", "", "t = 'it\\'s' \"\\\"\"", "z = {\n'a': 1,\n}", "w = 1 + \\\n  2"]
)  # fmt: skip


@given(st.lists(_LINES, max_size=8))
def test_cuts_where_python_does(lines: list[str]) -> None:
    text = "\n".join(lines)
    expected = [
        (min([node.lineno, *[d.lineno for d in getattr(node, "decorator_list", [])]]), node.end_lineno)
        for node in ast.parse(text).body
    ]
    assert [(first, last) for _, first, last in cut(text)] == expected


def test_a_string_that_ends_at_the_margin_starts_nothing() -> None:
    source = Source("x.py", b"class C(object):\n  def f(self):\n    g('''\na\n''')\n    h = '''\n'''\n    i()\n")
    (statement,) = source.statements()
    (method,) = source.body(statement)
    assert [(source.line(s.start), source.end_line(s.start, s.end)) for s in source.body(method)] == [
        (3, 5),
        (6, 7),
        (8, 8),
    ]


def test_body_and_decorators() -> None:
    text = b"@a.b(1)\n@c\ndef f(x, y=g(1, 2)):\n  if x:\n    one()\n  else:\n    two()\n"
    source = Source("x.py", text)
    (statement,) = source.statements()
    assert [source.text(*place).strip() for place in source.decorators(statement)] == ["a.b(1)", "c"]
    assert source.definition(statement) == ("def", "f", text.index(b"def"))
    assert source.text(*source.parameters(text.index(b"def"), len(text))) == "x, y=g(1, 2)"
    (inner,) = source.body(statement)
    assert inner.kind == "if"
    assert [source.text(s.start, s.end).strip() for s in source.body(inner)] == ["one()", "two()"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x = " + "(" * 5000 + ")" * 5000, "expression too deep"),
        ("x = " + "+".join(["a"] * 50_000), "expression too deep"),
        ("x = " + "not " * 50_000 + "a", "expression too deep"),
        ("x = " + "\\\n-" * 50_000 + "a", "expression too deep"),
        ("x = " + "a if b else " * 5000 + "a", "expression too deep"),
        ("x = " + "lambda: " * 5000 + "a", "expression too deep"),
        ("x = f" + "()" * 50_000, "expression too deep"),
        ("x = " + "a[" * 5000 + "0" + "]" * 5000, "expression too deep"),
        ("if a:\n  pass\n" + "elif b:\n  pass\n" * 5000, "expression too deep"),
        ("\n".join(" " * i + "if a:" for i in range(400)), "expression too deep"),
        ("x = '" + "a" * 2_000_000 + "'", "statement too long"),
        ("x = (", "syntax error"),
        ("print 'x'", "syntax error"),
        ("x = 1\0", "NUL byte"),
    ],
)
def test_what_libcst_is_not_given(text: str, reason: str) -> None:
    source = Source("x.py", text.encode())
    with pytest.raises(UnreadableError, match=f"^{reason}$"):
        parse(source, 0, len(source.data))


def test_a_long_list_is_not_deep() -> None:
    text = b"x = [" + b"a.b(c)[d],\n" * 4000 + b"]\n"
    assert len(parse(Source("x.py", text), 0, len(text))) == 1


def test_an_expression_over_lines() -> None:
    source = Source("x.py", b"tf_export(\n  'a')\n")
    assert type(parse_expression(source, 0, len(source.data))).__name__ == "Call"


def test_walking_meets_nodes_in_the_order_of_the_text() -> None:
    """As `CSTNode.visit` does, which is libcst's own."""
    text = """
@decorated(first())
def f(a=second(), *rest: third()) -> fourth():
    x = fifth() if sixth() else seventh()
    for y in eighth(ninth()):
        with tenth() as z:
            return [w + eleventh(k=twelfth()) for w in thirteenth() if fourteenth()]
    class C(fifteenth()):
        n = {sixteenth(): seventeenth(), **eighteenth()}
    assert not nineteenth()[twentieth() : 1] < f"{last()}"
"""

    class Theirs(cst.CSTVisitor):
        def __init__(self) -> None:
            self.met: list[str] = []

        def visit_Call(self, node: cst.Call) -> None:
            self.met.append(dotted(node.func))

    class Ours:
        def __init__(self) -> None:
            self.met: list[str] = []

        def visit_Call(self, node: cst.Call) -> None:
            self.met.append(dotted(node.func))

        def visit_Lambda(self, node: cst.Lambda) -> bool:
            return False

    module = cst.parse_module(text)
    theirs, ours = Theirs(), Ours()
    module.visit(theirs)
    walk(module, ours)
    assert ours.met == theirs.met
    assert len(ours.met) == 22
    inside = Ours()
    walk(cst.parse_module("a(lambda: b())\n"), inside)
    assert inside.met == ["a"]  # False leaves the inside out


def test_packages_beside_a_tree_are_read_again_when_they_change(tmp_path: Path) -> None:
    package = tmp_path / "keras_applications"
    package.mkdir()
    about = tmp_path / "keras_applications-1.0.8.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Name: keras_applications\nVersion: 1.0.8\n")
    (package / "__init__.py").write_text("def first():\n    pass\n")
    for name in ("first", "second_name"):
        (package / "__init__.py").write_text(f"def {name}():\n    pass\n")
        (found,) = read_packages([str(tmp_path)], ["keras_applications"])
        assert found.version == "1.0.8"
        assert [one.name for one in found.files["keras_applications/__init__.py"].functions] == [name]
