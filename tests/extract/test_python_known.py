"""A Python file that changed here and there is read as if it were read first; functions that are the same are left."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tfexplore.extract import python_files
from tfexplore.extract.python_known import _FEW, KeptFunctions, KnownFunctions
from tfexplore.extract.python_link import read_python_again
from tfexplore.extract.python_source import Statement

PATH = "tensorflow/python/ops/loom_ops.py"
FILE = '''\
"""Looms."""
from tensorflow.python.framework import ops
from tensorflow.python.ops import math_ops

_DEPTH = 3


class Loom(object):

  def weave(self, x):
    return self.cut(math_ops.sin(x))

  def cut(self, x):
    return x + math_ops.cos(x)


def knit(x):
  """Knits."""
  return tie(x) * _DEPTH


@ops.RegisterGradient("Loom")
def _LoomGrad(op, grad):
  return None, math_ops.sin(grad)
'''

#: An edit -> the functions that are read for it.
EDITS: dict[str, tuple[str, str, list[str]]] = {
    "nothing": ("", "", []),
    "a line above": ('"""Looms."""', '"""Looms.\n\nMore."""', []),
    "words of a docstring": ('"""Knits."""', '"""Sews."""', ["knit"]),
    "a comment behind": ("* _DEPTH\n", "* _DEPTH\n# which is deep\n", []),
    "a function": ("x + math", "x - math", ["Loom.cut"]),
    "another function": ("def knit", "def sew(x):\n  return x\n\n\ndef knit", ["sew"]),
    "a function that others call": ("def knit", "def tie(x):\n  return x\n\n\ndef knit", ["tie", "knit"]),
    "a method that others call": ("def cut", "def slice(self", ["Loom.weave", "Loom.slice"]),
    "an import": ("from tensorflow.python.ops", "from tensorflow.python.loom", []),
    "an import's name": ("import math_ops", "import math_ops as m", ["Loom.weave", "Loom.cut", "_LoomGrad"]),
    "a name that is assigned": ("_DEPTH = 3", "_HEIGHT = 3", ["knit"]),
    "everything of a module": ("import math_ops", "import *", ["Loom.weave", "Loom.cut", "knit", "_LoomGrad"]),
    "a decorator": ("def knit", "@ops.knot\ndef knit", ["knit"]),
}


STAR = FILE.replace("import math_ops", "import *")
#: The same for a file that imports everything of a module.
STAR_EDITS: dict[str, tuple[str, str, list[str]]] = {
    "a line above": ('"""Looms."""', '"""Looms.\n\nMore."""', []),
    "a function": ("x + math", "x - math", ["Loom.cut"]),
    "a function that others call": ("def knit", "def tie(x):\n  return x\n\n\ndef knit", ["tie", "knit"]),
    "a name that may be the module's": (
        "import ops",
        "import math_ops",
        ["Loom.weave", "Loom.cut", "_LoomGrad"],
    ),
    "names of a module alone": ("import *", "import math_ops", ["Loom.weave", "Loom.cut", "knit", "_LoomGrad"]),
}


@pytest.mark.parametrize("name", EDITS)
def test_what_an_edit_reads(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new, expected = EDITS[name]
    assert old in FILE
    assert functions_read(FILE, FILE.replace(old, new, 1), monkeypatch) == expected


@pytest.mark.parametrize("name", STAR_EDITS)
def test_what_an_edit_reads_of_a_file_that_imports_everything(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new, expected = STAR_EDITS[name]
    assert old in STAR
    assert functions_read(STAR, STAR.replace(old, new, 1), monkeypatch) == expected


def test_many_names_that_came(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are many, and what names none of them is left."""
    names = "".join(f"_{number} = {number}\n" for number in range(_FEW + 1))
    assert functions_read(FILE, FILE + names, monkeypatch) == []
    assert functions_read(FILE, FILE + names + "def tie(x):\n  return x\n", monkeypatch) == ["knit", "tie"]


def functions_read(before: str, after: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The functions that are read when a file changes, which yields what it does when it is read first."""
    facts, kept = read_python_again(PATH, before.encode(), b"", None)
    read: list[str] = []
    whole = python_files._Reader._function

    def noted(self: python_files._Reader, name: str, statement: Statement, owner: str) -> None:
        look = KnownFunctions.function
        known: list[object] = []
        monkeypatch.setattr(KnownFunctions, "function", lambda *one: known.append(look(*one)) or known[-1])
        whole(self, name, statement, owner)
        monkeypatch.setattr(KnownFunctions, "function", look)
        if known == [None]:
            read.append(name)

    monkeypatch.setattr(python_files._Reader, "_function", noted)
    found, kept_now = read_python_again(PATH, after.encode(), facts, kept)
    monkeypatch.undo()
    cold, kept_cold = read_python_again(PATH, after.encode(), b"", None)
    assert (pickle.loads(found), kept_now) == (pickle.loads(cold), kept_cold)
    return read


PIECES = (
    "import a", "from a import b", "from a import *", "b = 1", "c = a.f(b)", "def f(x):", "def g(x, b):",
    "class C(a.B):", "  def f(self):", "  def g(self, x):", "    return self.f(x)", "  return g(x) + b",
    "    import a.b as b", '  """b', '"""', "  x = f(b)", "  return x * f(x)", "@a.d", "if b:",
    "  from c import f", '    ops.apply_op("B", x)', "# b", "", '@ops.RegisterGradient("F")',
    "def _g(op, grad):", "  return grad, None, f(op)", '    ops.create_op("A")', "  def h():", "  return h",
    'ops.RegisterGradient("G")(f)', "(", ")",
)  # fmt: skip


@st.composite
def edits(draw: st.DrawFn) -> tuple[str, str]:
    """A file, and the same with some lines replaced."""
    lines = draw(st.lists(st.sampled_from(PIECES), max_size=24))
    begin = draw(st.integers(0, len(lines)))
    end = draw(st.integers(begin, min(len(lines), begin + 4)))
    put = draw(st.lists(st.sampled_from(PIECES), max_size=4))
    return "\n".join(lines) + "\n", "\n".join([*lines[:begin], *put, *lines[end:]]) + "\n"


@given(edits())
@example(('def f(x):\n  """b\n  return g(x) + b\n', 'def f(x):\n  """b\n  return g(x) + b\n"""\ndef g(x, b):\n'))
def test_edits_are_read_as_if_they_were_read_first(edit: tuple[str, str]) -> None:
    before, after = (text.encode() for text in edit)
    facts, kept = read_python_again(PATH, before, b"", None)
    again, kept_again = read_python_again(PATH, after, facts, kept)
    cold, kept_cold = read_python_again(PATH, after, b"", None)
    assert again == cold or pickle.loads(again) == pickle.loads(cold)
    assert kept_again == kept_cold
    assert kept_again is None or isinstance(kept_again, KeptFunctions)
