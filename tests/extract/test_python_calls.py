"""Calls that are read without a parser: the same as with one, or left to it."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from tfexplore.extract.python_calls import plain_call
from tfexplore.extract.python_source import Source, UnreadableError
from tfexplore.extract.python_syntax import call_of

PLAIN = [
    'tf_export("a")',
    "tf_export('a.b', 'c')",
    'tf_export("a", v1=["a", "b",])',
    "tf_export(\n    'a',\n    v1=[],\n)",
    "x.tf_export(v1=[\n 'a'])",
    'ops.Tensor._override_operator("__neg__", gen_math_ops.neg)',
    'f(None, x=True, y="")',
    "f()",
    'f("it\'s", \'a "b"\')',
]
LEFT = [
    "f(a + b)",
    'f("a" "b")',
    'f(["a" "b"])',
    'f("""a""")',
    "f('''a''')",
    'f(u"a")',
    'f("\\n")',
    'f("a"  # b\n)',
    'f(["a", b])',
    'f(("a",))',
    "f(*a)",
    "f(**a)",
    "f(x=1, y)",
    "f(x=a, x=b)",
    "f(x=a, 'b')",
    "f(lambda)",
    "in(a)",
    "f(a.in)",
    "f(,)",
    "f(a,,b)",
    "f(a",
    "f(é)",
    "f(a)[0",
    "f\n(a)",
    "f.()",
    "a" + ".b" * 30 + "()",
]


def parsed(text: str) -> object:
    data = text.encode()
    try:
        return call_of(Source("a.py", data), 0, len(data))
    except UnreadableError:
        return None


@pytest.mark.parametrize("text", PLAIN)
def test_a_plain_call_is_what_the_parser_says(text: str) -> None:
    found = plain_call(text)
    assert found == (parsed(text), "")


@pytest.mark.parametrize("text", LEFT)
def test_whatever_is_not_plain_is_left_to_the_parser(text: str) -> None:
    found = plain_call(text)
    assert found is None or found[1]


def test_what_stands_behind_a_call() -> None:
    for rest in ("(f)", ' .export_constant(__name__, "A")', "\nx"):
        found = plain_call('tf_export("a")' + rest)
        assert found is not None
        assert found[1] == rest


@pytest.mark.parametrize("seed", range(3))
def test_calls_at_random(seed: int) -> None:
    chosen = random.Random(seed)
    pieces = ["f", "(", ")", "[", "]", '"a"', "'b'", ",", "=", "v1", " ", "\n", ".", "x", "None", "#", "*", "not", "+"]
    seen = 0
    for _ in range(6000):
        text = f"f({''.join(chosen.choices(pieces, k=chosen.randrange(9)))})"
        found = plain_call(text)
        if found is not None and not found[1]:
            seen += 1
            assert found[0] == parsed(text), text
    assert seen > 20


def test_a_file_with_plain_exports_needs_no_parser() -> None:
    script = """
import sys
from tfexplore.extract.python_files import read_file
text = b'''
@tf_export("a", v1=["a", "b"])  # the first
@deprecation.deprecated_endpoints("b")
def f(x):
  return x
tf_export("c").export_constant(__name__, "C")  # a constant

# Another one.
tf_export("d")(f)
ops.Tensor._override_operator("__neg__", f)
'''
facts = read_file("a.py", text)
assert [one.target for one in facts.exports] == ["f", "C", "f"], facts
assert facts.exports[0].deprecated == ("b",)
assert len(facts.operators) == 1
assert "libcst" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", script], check=True)
