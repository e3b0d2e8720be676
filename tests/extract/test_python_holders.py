"""Methods of nobody knows what: whose they are, and what makes them somebody else's after an edit."""

from __future__ import annotations

import pytest
from extract.python_trees import link_and_asked

from tfexplore.extract.python_asked import other_names, unasked
from tfexplore.extract.python_files import read_file

X = "tensorflow/python/ops/x.py"
Y = "tensorflow/python/ops/y.py"
ROOT = {"tensorflow/__init__.py": "from tensorflow.python.ops import x\nfrom tensorflow.python.ops import y\n"}
TEXT = """\
from tensorflow.python.ops import gen_math_ops
class Yarn(object):
  def spin_up(self, x): return gen_math_ops.cos(x)
ops.register_tensor_conversion_function(Yarn, g)
def f(x): return x.spin_up(1)
tf_export('f')(f)
"""
OTHER = "class Other(object):\n  def turn(self): pass\n"


@pytest.mark.parametrize(
    ("after", "apart"),
    [
        (OTHER + "class More(object):\n  def wind(self): pass\n", True),
        (OTHER.replace("pass", "return 1"), True),
        (OTHER + "class More(object):\n  def spin_up(self): pass\n", False),
        (OTHER + "  def spin_up(self): pass\n", False),
        (OTHER + "ops.register_tensor_conversion_function(Other, g)\n", False),
    ],
)
def test_an_edit_elsewhere(after: str, apart: bool) -> None:
    """Whether what was linked does not depend on it; where it does, the whole is linked anew."""
    linked, asked = link_and_asked({**ROOT, X: TEXT, Y: OTHER})
    assert [use.op for one in linked.endpoints if one.endpoint == "tf.f" for use in one.ops] == ["Cos"]
    assert asked.holders == {"spin_up": ((X, "Yarn"),)}
    found = other_names(read_file(Y, OTHER.encode()), read_file(Y, after.encode()))
    assert (found is not None and unasked(asked.names, {Y: found[0]})) == apart
    again = link_and_asked({**ROOT, X: TEXT, Y: after})[0]
    assert not apart or (again.endpoints, again.calls) == (linked.endpoints, linked.calls)


def test_another_class_of_that_method() -> None:
    more = "class More(object):\n  def spin_up(self): pass\n"
    linked, asked = link_and_asked({**ROOT, X: TEXT, Y: more})
    assert [one.ops for one in linked.endpoints if one.endpoint == "tf.f"] == [()]
    assert asked.holders == {}
