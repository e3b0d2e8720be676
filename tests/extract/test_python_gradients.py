"""Python gradients: source text in, what the registry would answer out."""

# ruff: noqa: E501 (a row of a table stays on its line)

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from extract.python_trees import OPS, link
from hypothesis import given
from hypothesis import strategies as st

from tfexplore.extract.python_files import candidate, read_file
from tfexplore.model import GradientFunction, Location, Unresolved

X = "tensorflow/python/ops/x.py"
WHEN = "on import of the registering module"
IMPORTS = (
    "from tensorflow.python.framework import ops\n"
    "from tensorflow.python.ops import gen_math_ops\n"
    "from tensorflow.python.ops import math_ops\n"
)


def registered(text: str | bytes, path: str = X) -> tuple[GradientFunction, ...]:
    return link({path: text}).gradients


def unresolved(text: str | bytes, path: str = X) -> tuple[Unresolved, ...]:
    return link({path: text}).unresolved


def at(first: int, last: int, path: str = X) -> Location:
    return Location(path, first, last)


def gradient(
    op: str,
    function: str | None,
    place: Location,
    def_line: int | None = None,
    by: Location | None = None,
    idiom: str = "decorator",
    calls: tuple[str, ...] = (),
    inputs: tuple[str, ...] = (),
) -> GradientFunction:
    return GradientFunction(op, "python", function, place, def_line, by or place, idiom, WHEN, None, calls, inputs)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            '@ops.RegisterGradient("Sin")\ndef _SinGrad(op, grad):\n  return grad\n',
            (gradient("Sin", "_SinGrad", at(1, 3), 2, at(1, 1), inputs=("tensor",)),),
        ),
        (  # the runtime's first line is the first decorator's, whichever of them registers
            '@ops.RegisterGradient("Sin")\n@ops.RegisterGradient("Cos")\n@other\ndef _G(op, grad):\n  return None\n',
            (
                gradient("Cos", "_G", at(1, 5), 4, at(2, 2), inputs=("none",)),
                gradient("Sin", "_G", at(1, 5), 4, at(1, 1), inputs=("none",)),
            ),
        ),
        (
            "def _g(op, grad):\n  return grad\n\n\nops.RegisterGradient('Sin')(_g)\n",
            (gradient("Sin", "_g", at(1, 2), 1, at(5, 5), "call", inputs=("tensor",)),),
        ),
        (  # a factory's result is known by the name of the inner function
            "def _make(rank):\n  @wrapped\n  def _grad(op, grad):\n    return grad, None\n  return _grad\n\n"
            'ops.RegisterGradient("Pad")(_make(1))\n',
            (gradient("Pad", "_grad", at(2, 4), 3, at(7, 7), "call", inputs=("tensor", "none")),),
        ),
        (
            "class GDN(object):\n  @staticmethod\n  def _g(op, grad):\n    return grad\n"
            'ops.RegisterGradient("Sin")(GDN._g)\n',
            (gradient("Sin", "_g", at(2, 4), 3, at(5, 5), "call", inputs=("tensor",)),),
        ),
        ('ops.NotDifferentiable("Sin")\n', (gradient("Sin", None, at(1, 1), idiom="not_differentiable"),)),
        ("tf.no_gradient('A>B')\n", (gradient("A>B", None, at(1, 1), idiom="not_differentiable"),)),
        (
            'ops.NoGradient(\n    "Sin")\n',
            (gradient("Sin", None, at(1, 2), idiom="not_differentiable"),),
        ),
        (
            'for name in ["Sin", "Cos"]:\n  ops.NotDifferentiable(name)\n',
            (
                gradient("Cos", None, at(2, 2), idiom="not_differentiable"),
                gradient("Sin", None, at(2, 2), idiom="not_differentiable"),
            ),
        ),
        (
            'NAME = "Sin"\nif True:\n  @ops.RegisterGradient(NAME)\n  def _g(op, grad):\n    return grad\n',
            (gradient("Sin", "_g", at(3, 5), 4, at(3, 3), inputs=("tensor",)),),
        ),
        (
            'ops.RegisterGradient("Sin")(lambda op, grad: grad)\n',
            (gradient("Sin", "<lambda>", at(1, 1), 1, at(1, 1), "call", inputs=("unknown",))._replace(partial=True),),
        ),
        ('"""\n@ops.RegisterGradient("Sin")\ndef f(op, grad): pass\n"""\n# ops.NoGradient("Cos")\n', ()),
        ("class RegisterGradient(object):\n  pass\nNoGradient = no_gradient\nfrom a import RegisterGradient\n", ()),
        (  # Python 2 beside a registration does not hide it
            'def old():\n  print "x"\n\n\n@ops.RegisterGradient("Sin")\ndef _g(op, grad):\n  return grad\n',
            (gradient("Sin", "_g", at(5, 7), 6, at(5, 5), inputs=("tensor",)),),
        ),
    ],
)
def test_idioms(text: str, expected: tuple[GradientFunction, ...]) -> None:
    assert registered(text) == expected
    assert unresolved(text) == ()


IMPORTED = "from tensorflow.python.framework.ops import RegisterGradient as RG, NotDifferentiable as ND\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('for name in ["Sin", "Cos"]: ops.NotDifferentiable(name)\n', ["Cos 1", "Sin 1"]),
        ('if x: ops.NotDifferentiable("Sin")\nelse: ops.NotDifferentiable("Cos")\n', ["Cos 2", "Sin 1"]),
        ('with f(x[1:]): a = {1: 2}; ops.NotDifferentiable("Sin")\n', ["Sin 1"]),
        ('try:\n  pass\nexcept E: ops.NotDifferentiable(\n    "Sin")\nfinally:\n  pass\n', ["Sin 3"]),
        ('class C(object): ops.NotDifferentiable("Sin")\n', ["Sin 1"]),
        ('def f(a=lambda: 1): ops.NotDifferentiable("Sin")\n', ["Sin 1 later"]),
        (IMPORTED + '@RG("Sin")\ndef _g(op, grad): return grad\nND("Cos")\n', ["Cos 4", "Sin 2"]),
        ('R = ops.RegisterGradient\n@R("Sin")\ndef _g(op, grad): return grad\nR("Cos")(_g)\n', ["Cos 4", "Sin 2"]),
        ('if False:\n  ops.NotDifferentiable("Sin")\nelse:\n  ops.NotDifferentiable("Cos")\n', ["Cos 4"]),
        ('if (0):\n  ops.NotDifferentiable("Sin")\nelif True:\n  x\nelse:\n  ops.NotDifferentiable("Cos")\n', []),
        ('while False: ops.NotDifferentiable("Sin")\n', []),
        ('if False:\n  @ops.RegisterGradient("Sin")\n  def _g(op, grad): return grad\n', []),
        ('if x:\n  if 0:\n    pass\n  ops.NotDifferentiable("Sin")\n', ["Sin 4"]),
        ('if __name__ == "__main__":\n  ops.NotDifferentiable("Sin")\n', ["Sin 2 later"]),
        ('f(no_gradient=1)\ngetattr(ops, name)("NoGradient")\n# getattr(ops, "NoGradient")\n', []),
    ],
)  # fmt: skip
def test_where_registrations_stand_and_what_they_are_called(text: str, expected: list[str]) -> None:
    found = [f"{one.op} {one.registered.line}{'' if one.availability else ' later'}" for one in registered(text)]
    assert sorted(found) == expected
    assert unresolved(text) == ()


BY_HAND = "the registry is used by hand and not by a registrar, so what it registers is not read"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('ops._gradient_registry.register(_g, "Sin")\n', [('_gradient_registry.register(_g, "Sin")', "Sin")]),
        ("if x:\n  gradient_registry.register(_g, name)\n", [("gradient_registry.register(_g, name)", "")]),
        # Who makes the registry is who registers.
        ('_gradient_registry = Registry("gradient")\ndef f(name, g):\n  _gradient_registry.register(g, name)\n', []),
        ('# ops._gradient_registry.register(_g, "Sin")\nx = "ops._gradient_registry.register(_g, 1)"\n', []),
        ("ops._gradient_registry.lookup(name)\n", []),
    ],
)
def test_what_no_registrar_registers_is_said(text: str, expected: list[tuple[str, str]]) -> None:
    found = unresolved(text)
    assert [(one.text, one.relates) for one in found] == expected
    assert all(one.reason == BY_HAND and one.macro == "RegisterGradient" for one in found)
    assert registered(text) == ()


def problem(text: str, reason: str, line: int, relates: str = "", macro: str = "RegisterGradient") -> Unresolved:
    return Unresolved(macro, text, reason, at(line, line), relates)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@ops.RegisterGradient(name)\ndef g(op, grad): pass\n", problem("name", "the op's name is computed", 1)),
        (
            'ops.NotDifferentiable("A" + suffix)\n',
            problem('"A" + suffix', "the op's name is computed", 1, macro="NotDifferentiable"),
        ),
        (
            'ops.RegisterGradient("Sin")(table["Sin"])\n',
            problem('table["Sin"]', "the function is computed", 1, "Sin"),
        ),
        (
            'ops.RegisterGradient("Sin")(elsewhere)\n',
            problem("elsewhere", "the function is not in the files that were read", 1, "Sin"),
        ),
        ('register = ops.RegisterGradient("Sin")\n', problem('RegisterGradient("Sin")', "the registrar is kept for later", 1)),
        ("R = functools.partial(ops.RegisterGradient)\n", problem("RegisterGradient)", "the registrar is kept for later", 1)),
        ("@wrapped(ops.NoGradient)\ndef f(): pass\n", problem("NoGradient)", "the registrar is kept for later", 1, macro="NoGradient")),
        (
            'getattr(ops, "RegisterGradient")("Sin")(f)\n',
            problem('getattr(ops, "RegisterGradient")("Sin")(f)', "the registrar is looked up by its name", 1),
        ),
        ('ops.RegisterGradient("Sin")(f) )\n', problem('RegisterGradient("Sin")(f) )', "syntax error", 1)),
        (
            'x = [\nops.RegisterGradient("Sin")(' + "(" * 500 + ")" * 500 + ")]\n",
            problem(('RegisterGradient("Sin")(' + "(" * 500)[:80], "expression too deep", 2),
        ),
        (
            b'x = 1\0\nops.NoGradient("Sin")\n'.decode(),
            Unresolved("RegisterGradient", "", "NUL bytes in the file", at(1, 1)),
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_said(text: str, expected: Unresolved) -> None:
    assert registered(text) == ()
    assert unresolved(text) == (expected,)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_encodings(encoding: str) -> None:
    text = f'# -*- coding: {encoding} -*-\nNOTE = "\u00e9"\nops.NotDifferentiable("Sin")  # \u00e4\n'
    assert [one.op for one in registered(text.encode(encoding))] == ["Sin"]


@pytest.mark.parametrize(
    ("op", "body", "expected"),
    [
        ("Pad", "return grad, None", ("tensor", "none")),
        ("Pad", "return (grad, None)", ("tensor", "none")),
        ("Pad", "return [math_ops.cos(grad), op.inputs[1]]", ("tensor", "tensor")),
        ("Pad", "x = None\n  if a:\n    x = grad\n  return x, None", ("tensor", "none")),
        ("Pad", "if a:\n    return None, None\n  return grad, None", ("tensor", "none")),
        ("Pad", "return [grad] + [None]", ("tensor", "none")),
        ("Pad", "return [None] * 2", ("none", "none")),
        ("Pad", "return helper(grad)", ("none", "tensor")),
        ("Pad", "return gen_math_ops.pair(grad, grad)", ("tensor", "tensor")),
        ("Pad", "return gen_math_ops.cos(grad)", ("unknown", "unknown")),
        ("Pad", "return grad if a else None, None", ("tensor", "none")),
        ("Pad", "return mystery, None", ("unknown", "none")),
        ("Pad", "raise LookupError()", ("unknown", "unknown")),
        ("Pad", "return grad, None, None", ("unknown", "unknown")),
        ("Sin", "return None", ("none",)),
        ("Sin", "def inner():\n    return None\n  return grad", ("tensor",)),
        ("Stack", "return [f(g) for g in grad] + [None]", ("tensor", "none")),
        ("Stack", "out = []\n  for g in grad:\n    out.append(g)\n  return out + [None]", ("tensor", "none")),
    ],
)
def test_input_gradients(op: str, body: str, expected: tuple[str, ...]) -> None:
    helper = "def helper(g):\n  return None, g\n\n\n"
    text = f'{IMPORTS}{helper}@ops.RegisterGradient("{op}")\ndef _g(op, grad):\n  {body}\n'
    (found,) = registered(text)
    assert found.input_gradients == expected


MATH = {
    "tensorflow/python/ops/math_ops.py": """
from tensorflow.python.framework import ops
from tensorflow.python.ops import gen_math_ops
from tensorflow.python.ops.gen_math_ops import *

def reduce_sum(x):
  return _sum_with_dims(x)

def _sum_with_dims(x):
  return gen_math_ops._sum(x)

def _Override(func, op_name, clazz_object=ops.Tensor):
  def wrapper(x, y):
    return func(x, y)
  clazz_object._override_operator("__%s__" % op_name, wrapper)
  clazz_object._override_operator("__r%s__" % op_name, wrapper)

def _mul_dispatch(x, y):
  return gen_math_ops.mul(x, y)

def multiply(x, y, scale=1):
  return x * y * scale

def either(x):
  if x.is_ref:
    return gen_math_ops.cos(x)
  return wound(x)

def more(x):
  return wound(gen_math_ops.cos(x))

def wound(x):
  return gen_math_ops.sin(x)

def scaled(x, n=2):
  return n * 2 + len(x)

def _slice_helper(tensor, slice_spec):
  begin = gen_math_ops.stack(slice_spec, 0)
  return _slice(tensor, begin, gen_math_ops.stack(slice_spec, 1))

def _slice(x, begin, end):
  return gen_math_ops.slice(x, begin, end)

_Override(_mul_dispatch, "mul")
ops.Tensor._override_operator("__neg__", gen_math_ops.neg)
ops.Tensor._override_operator("__getitem__", _slice_helper)
"""
}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return gen_math_ops.cos(grad)", ("Cos",)),
        ("return math_ops.cos(grad)", ("Cos",)),
        ("return -grad", ("Neg",)),
        ("return grad * math_ops.cos(op.inputs[0])", ("Cos", "Mul")),
        ("n = 2 * 3\n  return grad", ()),
        ("y = math_ops.cos(x)\n  return 2 * y", ("Cos", "Mul")),
        ("return math_ops.sum(grad)", ("Sum",)),
        ("return math_ops.reduce_sum(grad)", ()),
        ("return helper(grad)", ("Sin",)),
        ("gen_math_ops = 3\n  return gen_math_ops.cos(grad)", ()),
        ("from tensorflow.python.ops import gen_math_ops as g\n  return g.sin(grad)", ("Sin",)),
        ('return "gen_math_ops.cos(x)"  # gen_math_ops.sin(x)', ()),
        # a helper that applies operators to what it is given, where that is a tensor
        ("return math_ops.multiply(grad, 2)", ("Mul",)),
        ("return math_ops.multiply(2, y=grad)", ("Mul",)),
        ("return math_ops.multiply(2, 3) or math_ops.scaled(grad)", ()),
        ("return negated(grad)", ("Neg",)),
        ("return negated(2)", ()),
        ("y = op.inputs[0]\n  return math_ops.multiply(3, y)", ("Mul",)),
        # a subscript takes a slice of a tensor, and an item of a list
        ("return math_ops.cos(grad)[0]", ("Cos", "Slice")),
        ("return math_ops.pair(grad, grad)[0]", ("Pair",)),
        ("return op.inputs[0]", ()),
        ("return first(grad)", ("Cos", "Slice")),
        # a helper that hands on one or the other, and one that does more than that
        ("return math_ops.either(grad)", ("Cos", "Sin")),
        ("return math_ops.more(grad)", ("Cos",)),
    ],
)
def test_calls(body: str, expected: tuple[str, ...]) -> None:
    helper = (
        "def helper(g):\n  return gen_math_ops.sin(g)\n\n\n"
        "def negated(g):\n  return -g\n\n\n"
        "def first(g):\n  return math_ops.cos(g)[0]\n\n\n"
    )
    text = f'{IMPORTS}{helper}@ops.RegisterGradient("Sin")\ndef _g(op, grad):\n  {body}\n'
    found = {one.op: one for one in link({**MATH, X: text}).gradients}
    assert found["Sin"].calls == expected


def test_what_a_factory_is_given_is_no_tensor() -> None:
    text = (
        f"{IMPORTS}def negated(n):\n  return -n\n\n"
        "def _make(rank):\n  def _grad(op, grad):\n    return grad * negated(rank)\n  return _grad\n\n"
        'ops.RegisterGradient("Sin")(_make(1))\n'
    )
    found = {one.op: one for one in link({**MATH, X: text}).gradients}
    assert found["Sin"].calls == ("Mul",)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [("1, wind", ("Cos", "Sin")), ("fn=gen_math_ops.neg", ("Cos", "Neg")), ("1, ops", ("Cos",)), ("1", ("Cos",))],
)
def test_functions_that_a_factory_is_given(arguments: str, expected: tuple[str, ...]) -> None:
    text = (
        f"{IMPORTS}def make(rank, fn=None):\n  def _grad(op, grad):\n    return gen_math_ops.cos(fn(grad))\n"
        f"  return _grad\nwind = made(gen_math_ops.sin, 1)\nops.RegisterGradient('Sin')(make({arguments}))\n"
    )
    (found,) = registered(text)
    assert found.calls == expected


def test_a_star_import_takes_the_name_of_a_builtin() -> None:
    text = (
        f"{IMPORTS}from tensorflow.python.ops.twine import *\n@ops.RegisterGradient('Sin')\ndef _g(op, grad):\n  %s\n"
    )
    twine = {"tensorflow/python/ops/twine.py": f"{IMPORTS}def exit(x):\n  return gen_math_ops.cos(x)\n"}
    calls = [
        link({X: text % body, **twine}).gradients[0].calls
        for body in ("return exit(grad)", "return len(grad)", "exit = 1")
    ]
    assert calls == [("Cos",), (), ()]


def test_the_nearest_ops_of_a_helper() -> None:
    hidden = {"tensorflow/core/api_def/python_api/api_def_Sum.pbtxt": 'op { graph_op_name: "Sum" visibility: HIDDEN }'}
    generator = {"tensorflow/python/framework/python_op_gen.cc": 'bool IsOpWithUnderscorePrefix() { {"sum"}\n}'}
    text = IMPORTS + '@ops.RegisterGradient("Sin")\ndef _g(op, grad):\n  return math_ops.reduce_sum(grad)\n'
    (found,) = link({**MATH, **hidden, **generator, X: text}).gradients
    assert found.calls == ("Sum",)


def test_a_registration_inside_a_function_takes_no_effect_on_import() -> None:
    text = 'def test():\n  with g:\n    def _g(op, grad):\n      return grad\n    ops.RegisterGradient("Sin")(_g)\n'
    (found,) = registered(text)
    assert (found.function, found.location, found.availability) == ("_g", at(3, 4), None)


@given(st.text(alphabet="@()[]{}\"'\\#:,. \n\tabdefopsRegistrGn=*", max_size=200), st.integers(0, 60))
def test_no_text_is_too_odd(text: str, cut: int) -> None:
    whole = '@ops.RegisterGradient("Sin")\ndef _g(op, grad):\n  return grad, None\n'
    data = (whole[:cut] + text + whole[cut:]).encode()
    facts = read_file(X, data)
    assert facts.path == X
    for site in facts.gradients:
        assert 1 <= site.line <= site.end_line <= data.count(b"\n") + 1


@pytest.mark.source
def test_every_gradient_of_the_release(source_tree: Path) -> None:
    """All registered functions of TensorFlow v1.15.0, by op, function, file and line."""
    folder = Path(__file__).resolve().parents[2] / "fixtures" / "registry"
    with gzip.open(folder / "python_gradients.json.gz", "rt") as stream:
        truth = json.load(stream)
    files = {
        str(path.relative_to(source_tree)): path.read_bytes()
        for path in sorted((source_tree / "tensorflow").rglob("*.py"))
        if candidate(path.read_bytes())
    }
    found = {(one.op, one.function, one.location.path, one.location.line) for one in link(files, OPS).gradients}
    expected = {
        (one["op"], one["function"], "tensorflow/" + one["where"][0], one["where"][1]) for one in truth if one["where"]
    }
    assert expected - found == set()
    assert {one["op"] for one in truth} - {one[0] for one in found} == set()


@pytest.mark.parametrize(
    ("body", "partial"),
    [
        ("grad", False),
        ("gen_math_ops.sin(grad)", False),
        ("_own(grad)", False),
        ("_far(grad)", True),
        ("knots.tie(grad)", True),
        ("knots.Knot(grad).untie()", True),
    ],
)
def test_what_is_known_in_part_calls_functions_of_other_files(body: str, partial: bool) -> None:
    imports = f"{IMPORTS}from tensorflow.python.ops import knots\n"
    own = "def _own(x):\n  return gen_math_ops.sin(x)\ndef _far(x):\n  return knots.tie(x)\n"
    text = f'{imports}{own}@ops.RegisterGradient("Sin")\ndef _g(op, grad):\n  return {body}\n'
    other = "def tie(x):\n  return x\nclass Knot(object):\n  def __init__(self, x):\n    pass\n  def untie(self):\n    pass\n"
    (found,) = link({X: text, "tensorflow/python/ops/knots.py": other}).gradients
    assert found.partial == partial
