"""Public names: declarations in, endpoints and the ops behind them out; and the generated wrappers."""

# ruff: noqa: E501 (a row of a table stays on its line)

from __future__ import annotations

import pytest
from extract.python_trees import OPS, link, op

from tfexplore.extract import api_def
from tfexplore.extract.wrappers import read_build
from tfexplore.model import Endpoint, GeneratedWrapper, Location, MethodOps, OpUse, Unresolved
from tfexplore.spec_text import lower_case

X = "tensorflow/python/ops/x.py"
ROOT = {"tensorflow/__init__.py": "from tensorflow.python.ops import x\n"}
HEAD = "from tensorflow.python.ops import gen_math_ops\n"
LOOM = "class Loom(object):\n  def weave(self, x): return gen_math_ops.cos(x)\n"
JENNY = "class Jenny(object):\n  def __init__(self): gen_math_ops.neg(1)\n"
WHEEL = "class Wheel(object):\n  def weave(self, x): return gen_math_ops.sin(x)\n"
#: A class whose objects stand for tensors, and one that is derived from it.
YARN = (
    "class Yarn(Top):\n  def spin_up(self, x): return gen_math_ops.cos(x)\n"
    "class Dyed(Yarn):\n  def spin_up(self, x): return self.more(gen_math_ops, x)\n"
    "ops.register_tensor_conversion_function(\n    Yarn, g)\n"
)


def endpoints(text: str, **files: str) -> tuple[Endpoint, ...]:
    found = link({**ROOT, X: text, **files}).endpoints
    return tuple(one for one in found if one.location.path.endswith(".py"))


def shown(text: str) -> list[tuple[str, str, str, bool]]:
    return [(one.endpoint, "+".join(one.api_versions), one.function, one.deprecated) for one in endpoints(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            '@tf_export("math.f", "f")\ndef f(x):\n  pass\n',
            [("tf.f", "v1+v2", "f", False), ("tf.math.f", "v1+v2", "f", False)],
        ),
        (
            '@tf_export("a", v1=["a", "b"])\ndef f(x):\n  pass\n',
            [("tf.a", "v1+v2", "f", False), ("tf.b", "v1", "f", False)],
        ),
        ('@tf_export("a", v1=[])\ndef f(x):\n  pass\n', [("tf.a", "v2", "f", False)]),
        ('@tf_export(v1=["a"])\nclass C(object):\n  pass\n', [("tf.a", "v1", "C", False)]),
        ("def f(x): pass\ntf_export('a')(f)\n", [("tf.a", "v1+v2", "f", False)]),
        (
            "def f(x): pass\ng = tf_export(v1=['a'])(deprecation.deprecated(None, 'x')(f))\n",
            [("tf.a", "v1", "f", True)],
        ),
        ('B = 1\ntf_export("a.B").export_constant(__name__, "B")\n', [("tf.a.B", "v1+v2", "B", False)]),
        ("@_tf_export('a')\ndef f(): pass\n", [("tf.a", "v1+v2", "f", False)]),
        ("@keras_export('keras.a')\ndef f(): pass\n", [("tf.keras.a", "v1+v2", "f", False)]),
        (
            "@deprecation.deprecated_endpoints('b')\n@tf_export('a', v1=['a', 'b'])\ndef f(): pass\n",
            [("tf.a", "v1+v2", "f", False), ("tf.b", "v1", "f", True)],
        ),
        (
            "@tf_export('a')\n@deprecation.deprecated(None, 'x')\ndef f(): pass\n",
            [("tf.a", "v1+v2", "f", True)],
        ),
        ("@tf_export(\n    'a'  # why\n)\ndef f(): pass\n", [("tf.a", "v1+v2", "f", False)]),
        ("if x:\n  @tf_export('a')\n  def f(): pass\n", [("tf.a", "v1+v2", "f", False)]),
        ('"""\n@tf_export("a")\ndef f(): pass\n"""\n', []),
        ("def tf_export(x): pass\nexported = tf_export\n", []),
    ],
)
def test_declarations(text: str, expected: list[tuple[str, str, str, bool]]) -> None:
    assert shown(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@tf_export(NAME)\ndef f(): pass\n", Unresolved("tf_export", "tf_export(NAME)", "an exported name is computed", Location(X, 1, 1))),
        ("tf_export('a')(f if x else g)\n", Unresolved("tf_export", "tf_export('a')(f if x else g)", "what is exported is computed", Location(X, 1, 1))),
        ("tf_export('a').export_constant(__name__, n)\n", Unresolved("tf_export", "tf_export('a').export_constant(__name__, n)", "the constant's name is computed", Location(X, 1, 1))),
        ("tf_export('a'(f)]\n", Unresolved("tf_export", "tf_export('a'(f)]", "syntax error", Location(X, 1, 1))),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_said(text: str, expected: Unresolved) -> None:
    assert link({**ROOT, X: text}).unresolved == (expected,)


def test_a_decorated_function_is_where_its_decorators_begin() -> None:
    (found,) = endpoints('@tf_export("a")\n@other\ndef f(x):\n  pass\n\n')
    assert found.location == Location(X, 1, 4)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def f(x): return gen_math_ops.cos(x)\n", (OpUse("Cos", "direct"),)),
        (
            "def f(x): return g(x)\ndef g(x): return h(x)\ndef h(x): return gen_math_ops.sin(x)\n",
            (OpUse("Sin", "through", ("g", "h")),),
        ),
        ("def f(x): return g(gen_math_ops.cos, x)\ndef g(a, b): pass\n", (OpUse("Cos", "direct"),)),
        ("def f(x): return f(gen_math_ops.cos(x))\n", (OpUse("Cos", "direct"),)),
        ("f = gen_math_ops.cos\n", (OpUse("Cos", "direct"),)),
        ("def g(x): return gen_math_ops.cos(x)\nf = g\n", (OpUse("Cos", "direct"),)),
        ("def g(x): return gen_math_ops.cos(x)\nf = decorated(g)\n", (OpUse("Cos", "through", ("g",)),)),
        (
            "class f(Base):\n  def call(self, x):\n    return self.more(x)\nclass Base(object):\n"
            "  def more(self, x): return gen_math_ops.cos(x)\n",
            (OpUse("Cos", "through", ("Base.more",)),),
        ),
        (
            "def f(x):\n  c = C(x)\n  return c.apply(x)\nclass C(object):\n  def apply(self, x):\n"
            "    return gen_math_ops.cos(x)\n",
            (OpUse("Cos", "through", ("C.apply",)),),
        ),
        (
            "def f(x): return C(x)\nclass C(object):\n  def __init__(self, x): run(self._build)\n"
            "  def _build(self, x): return gen_math_ops.cos(x)\ndef run(build): return build(1)\n",
            (OpUse("Cos", "through", ("C.__init__", "C._build")),),
        ),
        (
            "def f(x): return C(x)\nclass C(object):\n  def __init__(self, x): self.x = self.rate\n"
            "  @property\n  def rate(self): return gen_math_ops.cos(1)\n",
            (),
        ),
        (  # an object in an attribute
            "class f(object):\n  def __init__(self): self._loom = Loom()\n  def call(self, x): return self._loom.weave(x)\n"
            + LOOM,
            (OpUse("Cos", "through", ("f.call", "Loom.weave")),),
        ),
        (  # of one class or the other, by a name of its own
            "class f(object):\n  def __init__(self, fast):\n    if fast:\n      impl = Loom\n    else:\n      impl = Wheel\n"
            "    self._impl = impl(\n        fast)\n  def call(self, x):\n    return self._impl.weave(x)\n"
            + LOOM
            + WHEEL,
            (OpUse("Cos", "through", ("f.call", "Loom.weave")), OpUse("Sin", "through", ("f.call", "Wheel.weave"))),
        ),
        (  # whose constructors are said of the class that chooses
            "class f(object):\n  def __init__(self, fast):\n    impl = Jenny if fast else Loom\n    self._impl = impl()\n"
            + LOOM
            + JENNY,
            (OpUse("Neg", "through", ("Jenny.__init__",)),),
        ),
        (  # and of nobody else
            "def f(x): return Shed(x)\nclass Shed(object):\n  def __init__(self, fast):\n"
            "    impl = Jenny if fast else Loom\n    self._impl = impl()\n" + LOOM + JENNY,
            (),
        ),
        (
            "class f(object):\n  def __init__(self, a, b):\n    self.a = a or Loom()\n    self.b = b.c if b else Wheel(b)\n"
            "  def call(self, x): return self.a.weave(self.b.weave(x))\n" + LOOM + WHEEL,
            (OpUse("Cos", "through", ("f.call", "Loom.weave")), OpUse("Sin", "through", ("f.call", "Wheel.weave"))),
        ),
        (  # by a base class, which imports for itself
            "class f(Base):\n  def call(self, x): return self._loom.weave(x)\nclass Base(object):\n  def __init__(self):\n"
            "    from tensorflow.python.ops import x\n    self._loom = x.Loom()\n" + LOOM,
            (OpUse("Cos", "through", ("f.call", "Loom.weave")),),
        ),
        (  # whatever a class's own method makes is nearer
            "class f(Base):\n  def __init__(self):\n    super(f, self).__init__()\n    self._loom = Wheel()\n"
            "class Base(object):\n  def __init__(self): self._loom = Loom()\n"
            "  def call(self, x): return self._loom.weave(x)\n" + LOOM + WHEEL,
            (OpUse("Sin", "through", ("Base.call", "Wheel.weave")),),
        ),
        (  # a method that is replaced makes nothing
            "class f(Base):\n  def __init__(self): pass\nclass Base(object):\n  def __init__(self): self._loom = Loom()\n"
            "  def call(self, x): return self._loom.weave(x)\n" + LOOM,
            (),
        ),
        (  # what a method of the object returns is another
            "class f(object):\n  def __init__(self): self._loom = Loom().more()\n"
            "  def call(self, x): return self._loom.weave(x)\n" + LOOM,
            (),
        ),
        (
            "class f(object):\n  def __init__(self, Loom): self._loom = Loom()\n  def call(self, x): return self._loom.weave(x)\n"
            + LOOM,
            (),
        ),
        (
            "class f(object):\n  def __init__(self): self._looms = [Loom()]\n  def call(self, x): return self._looms.weave(x)\n"
            + LOOM,
            (),
        ),
        (  # the name says nothing
            "class f(object):\n  def __init__(self, loom): self._loom = loom\n  def call(self, x): return self._loom.weave(x)\n"
            + LOOM,
            (),
        ),
        (  # an object of one class or the other in a local name
            "def f(x):\n  if x:\n    loom = Loom()\n  else:\n    loom = Wheel()\n  return loom.weave(x)\n"
            + LOOM
            + WHEEL,
            (OpUse("Cos", "through", ("Loom.weave",)), OpUse("Sin", "through", ("Wheel.weave",))),
        ),
        (
            "def f(x):\n  loom = Loom().more()\n  return loom.weave(x)\n" + LOOM,
            (),
        ),
        (  # what a function returns
            "def f(x):\n  loom = make(x)\n  return loom.weave(x)\ndef make(x): return other(x)\n"
            "def other(x): return Loom() if x else Wheel()\n" + LOOM + WHEEL,
            (OpUse("Cos", "through", ("Loom.weave",)), OpUse("Sin", "through", ("Wheel.weave",))),
        ),
        (  # what a static method of a class returns, by another name of the class
            "def f(x): return Mill.make(x).weave(x)\nclass Old(object):\n  @staticmethod\n  def make(x): return Loom()\n"
            "Mill = Old\n" + LOOM,
            (OpUse("Cos", "through", ("Loom.weave",)),),
        ),
        (  # what a method of an object returns, itself for one
            "class f(object):\n  def call(self, x): return self.make(x).weave(x)\n  def make(self, x): return Loom()\n"
            + LOOM,
            (OpUse("Cos", "through", ("f.call", "Loom.weave")),),
        ),
        (  # an object that is called, at once and later
            "def f(x):\n  loom = Loom()\n  loom = loom(x)\n  return Wheel()(x)\n"
            "class Loom(object):\n  def __call__(self, x): return gen_math_ops.cos(x)\n"
            "class Wheel(Base): pass\nclass Base(object):\n  def __call__(self, x): return gen_math_ops.sin(x)\n",
            (OpUse("Cos", "through", ("Loom.__call__",)), OpUse("Sin", "through", ("Base.__call__",))),
        ),
        (  # what a function inside returns is none of what the outer one does
            "def f(x): return make(x).weave(x)\ndef make(x):\n  def inner():\n    return Loom()\n  return inner\n"
            + LOOM,
            (),
        ),
        ("def f(x): return f(x).weave(x).weave(x)\n" + LOOM, ()),
        (  # only classes that stand for tensors have it, and one creates an op itself
            "def f(x): return x.spin_up(1)\nclass Top(object):\n  def spin_up(self, x): raise Error()\n" + YARN,
            (OpUse("Cos", "through", ("Yarn.spin_up",)),),
        ),
        (  # an attribute of which nothing is known
            "class f(object):\n  def call(self): self.yarn.spin_up(1)\nclass Top(object): pass\n" + YARN,
            (OpUse("Cos", "through", ("f.call", "Yarn.spin_up")),),
        ),
        (  # another class has it as well
            "def f(x): return x.spin_up(1)\nclass Top(object): pass\nclass Other(object):\n  def spin_up(self, x): pass\n"
            + YARN,
            (),
        ),
        ("def f(x): return x.spin_up(1)\nclass Top(object): pass\n" + YARN.replace("register", "unregister"), ()),
        ("def f(x): return x._up(1)\nclass Top(object): pass\n" + YARN.replace("spin_up", "_up"), ()),
        ("def f(g): return g.create_op('Sin', g)\n", (OpUse("Sin", "direct"),)),
        (
            "def f(x): return gen_math_ops.cos(x) * 2\ndef _mul(x, y): return gen_math_ops.mul(x, y)\n"
            'ops.Tensor._override_operator("__mul__", _mul)\n',
            (OpUse("Cos", "direct"), OpUse("Mul", "through", ("Tensor.__mul__",))),
        ),
        (  # an operator that a class has itself
            "def f(x, y): return Loom(x) * y\nclass Loom(object):\n  def __mul__(self, y): return gen_math_ops.cos(y)\n"
            "def _mul(x, y): return gen_math_ops.mul(x, y)\n"
            'ops.Tensor._override_operator("__mul__", _mul)\n',
            (OpUse("Cos", "through", ("Loom.__mul__",)),),
        ),
        ("def f(gen_math_ops): return gen_math_ops.cos(1)\n", ()),
        ("def f(x): return x.cos(1)\n", ()),
        ('def f(x):\n  "gen_math_ops.cos(x)"\n', ()),
    ],
)
def test_ops_behind_a_name(text: str, expected: tuple[OpUse, ...]) -> None:
    found = {one.endpoint: one for one in endpoints(f"{HEAD}{text}tf_export('f')(f)\n")}
    assert found["tf.f"].ops == expected


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        ('loom = LazyLoader("loom", globals(), "tensorflow.python.ops.loom")', ("Cos", "Sin")),
        ('loom = lazy_loader.LazyLoader(\n    "loom", globals(),\n    "tensorflow.python."\n    "ops.loom")  # why', ("Cos", "Sin")),
        ('loom = LazyLoader("loom", globals(), "tensorflow.python.ops.gone")', ()),
        ('loom = LazyLoader("loom", globals(), NAME)', ()),
        ('loom = LazyLoader("loom", globals(), "tensorflow.python.ops.loom").more', ()),
        ('loom = EagerLoader("loom", globals(), "tensorflow.python.ops.loom")', ()),
    ],
)  # fmt: skip
def test_a_module_that_is_imported_when_it_is_used(made: str, expected: tuple[str, ...]) -> None:
    text = f"{made}\nweave = loom.weave\n@tf_export('f')\ndef f(x): return loom.knit(x) or weave(x)\n"
    loom = f"{HEAD}def knit(x): return gen_math_ops.cos(x)\ndef weave(x): return gen_math_ops.sin(x)\n"
    (found,) = endpoints(text, **{"tensorflow/python/ops/loom.py": loom})
    assert tuple(use.op for use in found.ops) == expected


@pytest.mark.parametrize(
    ("body", "negates"),
    [
        ("return -m.g(x)", True),
        ("return h(1, -m.g(x))", True),
        ("y = m.g(x)\n  return -y * 2", True),
        ("y = m.g(x)\n  return [-y]", True),
        ("return -m.g(x).size", False),
        ("return -x", False),
        ("return -1 * x", False),
        ("y = m.g(x)\n  return x -y.n", False),
    ],
)
def test_a_sign_in_front_of_a_tensor(body: str, negates: bool) -> None:
    # No generated function is imported here, so that the file is read less closely.
    files = {
        "tensorflow/python/ops/m.py": f"{HEAD}def g(x): return gen_math_ops.cos(x)\n"
        'ops.Tensor._override_operator("__neg__", gen_math_ops.neg)\n'
    }
    text = f"from tensorflow.python.ops import m\ndef f(x):\n  {body}\ntf_export('f')(f)\n"
    found = {one.endpoint: {use.op for use in one.ops} for one in endpoints(text, **files)}
    assert ("Neg" in found["tf.f"]) == negates


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("class C(object):\n  @deprecation.deprecated(None, 'x')\n  def __init__(self): pass\n", True),
        ("class C(B): pass\nclass B(object):\n  @deprecated('2019', 'x')\n  def __init__(self): pass\n", True),
        ("class C(object):\n  @deprecation.deprecated_args(None, 'x', 'y')\n  def __init__(self): pass\n", False),
        ("class C(object):\n  @deprecation.deprecated(None, 'x')\n  def close(self): pass\n", False),
    ],
)
def test_a_class_whose_constructor_is_deprecated(text: str, expected: bool) -> None:
    assert shown(f"{text}tf_export(v1=['a'])(C)\n") == [("tf.a", "v1", "C", expected)]


def test_what_methods_lead_to_themselves() -> None:
    text = (
        f"{HEAD}class C(Base):\n  def spin(self, x): return self.wind(x)\n  def wind(self, x): return gen_math_ops.cos(x)\n"
        "  def _own(self, x): return self.spin(x)\nclass Base(object):\n  def turn(self, x): return self.spin(x)\n"
        "  def rest(self, x): return gen_math_ops.sin(x)\ntf_export('C')(C)\n"
    )
    linked = link({**ROOT, X: text})
    (one,) = [one for one in linked.endpoints if one.endpoint == "tf.C"]
    assert [(use.op, use.via) for use in one.ops] == [("Cos", ("C.wind",)), ("Sin", ("Base.rest",))]
    assert linked.methods == (
        MethodOps(X, "C", "C.spin", (OpUse("Cos", "through", ("C.wind",)),)),
        MethodOps(X, "C", "Base.turn", (OpUse("Cos", "through", ("C.spin", "C.wind")),)),
    )
    # Where each step is, is known as well.
    places = {(call.caller.line, call.name): call.target.line for call in linked.calls}
    assert places == {
        (2, "C.wind"): 4,
        (2, "C.spin"): 3,
        (3, "C.wind"): 4,
        (2, "Base.turn"): 7,
        (7, "C.spin"): 3,
        (2, "Base.rest"): 8,
    }


def test_operators() -> None:
    text = HEAD + (
        "def _Override(func, op_name, clazz_object=ops.Tensor):\n"
        '  clazz_object._override_operator("__%s__" % op_name, func)\n'
        '  clazz_object._override_operator("__r%s__" % op_name, func)\n'
        "def _add(x, y):\n  return gen_math_ops.add(x, y)\n"
        '_Override(_add, "add")\n'
        '_Override(gen_math_ops.mul, "mul", sparse_tensor.SparseTensor)\n'
        'ops.Tensor._override_operator("__neg__", gen_math_ops.neg)\n'
    )
    assert {one.endpoint: one.ops for one in endpoints(text)} == {
        "tf.Tensor.__add__": (OpUse("Add", "direct"),),
        "tf.Tensor.__radd__": (OpUse("Add", "direct"),),
        "tf.SparseTensor.__mul__": (OpUse("Mul", "direct"),),
        "tf.SparseTensor.__rmul__": (OpUse("Mul", "direct"),),
        "tf.Tensor.__neg__": (OpUse("Neg", "direct"),),
    }


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("  if cls is ops.Tensor:\n    {}\n    {r}\n  else:\n    {}\n", ["mul", "Tensor mul", "Tensor rmul"]),
        ("  if cls is not ops.Tensor:\n    {}\n  else:\n    {r}\n", ["mul", "Tensor rmul"]),
        ("  if func:\n    {r}\n  {}\n", ["mul", "rmul", "Tensor mul", "Tensor rmul"]),
        ("  if cls is ops.Tensor:\n    pass\n  {}\n", ["mul", "Tensor mul"]),
        ("  if cls is ops.Tensor:\n    if func:\n      {}\n    else:\n      {r}\n", ["Tensor mul", "Tensor rmul"]),
        # Who else there is nobody knows behind an `elif`.
        ("  if cls is A:\n    pass\n  elif cls is B:\n    pass\n  else:\n    {}\n", ["mul", "Tensor mul"]),
        ("  for cls in func:\n    {}\n  else:\n    {r}\n", ["mul", "rmul", "Tensor mul", "Tensor rmul"]),
    ],
)
def test_operators_of_some_classes(body: str, expected: list[str]) -> None:
    given = {form: f'cls._override_operator("__{form}%s__" % op_name,\n                  func)' for form in ("", "r")}
    text = HEAD + (
        f"def _Override(func, op_name, cls=ops.Tensor):\n{body.replace('{r}', given['r']).replace('{}', given[''])}"
        '_Override(gen_math_ops.mul, "mul")\n'
        '_Override(gen_math_ops.mul, "mul", sparse_tensor.SparseTensor)\n'
    )
    names = [one.endpoint.removeprefix("tf.").replace(".", " ").replace("_", "") for one in endpoints(text)]
    assert sorted(name.removeprefix("SparseTensor ") for name in names) == sorted(expected)


def test_what_is_not_shipped_has_no_endpoint() -> None:
    assert link({**ROOT, X: "@tf_export('a')\ndef f(): pass\n"}, shipped=["tensorflow/__init__.py"]).endpoints[:1] != (
        "tf.a",
    )
    names = {one.endpoint for one in link({X: "@tf_export('a')\ndef f(): pass\n"}, shipped=[]).endpoints}
    assert "tf.a" not in names


API = "tensorflow/core/api_def/python_api/api_def_X.pbtxt"
BASE = "tensorflow/core/api_def/base_api/api_def_X.pbtxt"
JAVA = "tensorflow/core/api_def/java_api/api_def_X.pbtxt"


def wrapper(name: str, files: dict[str, str] | None = None) -> GeneratedWrapper | None:
    found = link(files or {}, (*OPS, op("And", "xy"), op("_Arg"))).wrappers
    return next((one for one in found if one.op == name), None)


MODULE = "tensorflow.python.ops.gen_math_ops"


@pytest.mark.parametrize(
    ("name", "files", "expected"),
    [
        ("Cos", {}, GeneratedWrapper("Cos", MODULE, "cos", ("x", "name"), ("cos",))),
        ("Sum", {}, GeneratedWrapper("Sum", MODULE, "sum", ("x", "axis", "keep_dims", "name"), ("sum",))),
        ("AddV2", {}, GeneratedWrapper("AddV2", MODULE, "add_v2", ("x", "y", "name"), ("add_v2",))),
        (  # a hidden op keeps its name unless it would hide a builtin
            "Abs",
            {API: 'op { graph_op_name: "Abs" visibility: HIDDEN }'},
            GeneratedWrapper("Abs", MODULE, "_abs", ("x", "name"), ()),
        ),
        ("Cos", {API: 'op: < graph_op_name: "Cos", visibility: HIDDEN >'}, GeneratedWrapper("Cos", MODULE, "cos", ("x", "name"), ())),
        ("Cos", {API: 'op { graph_op_name: "Cos" visibility: SKIP }'}, None),
        ("Cos", {BASE: 'op { graph_op_name: "Cos" visibility: SKIP }', API: 'op { graph_op_name: "Cos" visibility: VISIBLE }'}, GeneratedWrapper("Cos", MODULE, "cos", ("x", "name"), ("cos",))),
        ("Cos", {JAVA: 'op { graph_op_name: "Cos" visibility: SKIP }'}, GeneratedWrapper("Cos", MODULE, "cos", ("x", "name"), ("cos",))),
        (
            "Cos",
            {API: 'op {\n graph_op_name: "Cos"\n endpoint { name: "math.cos" }\n endpoint { name: "Cos" deprecation_version: 2 }\n'
                  ' description: <<END\nendpoint { name: "no" }\nEND\n}'},
            GeneratedWrapper("Cos", MODULE, "cos", ("x", "name"), ("math.cos",)),
        ),
        (
            "Cos",
            {API: 'op { graph_op_name: "Cos" endpoint { name: "c" deprecation_version: 2 } }'},
            GeneratedWrapper("Cos", MODULE, "cos", ("x", "name"), (), True),
        ),
        (
            "Sum",
            {API: 'op { graph_op_name: "Sum" in_arg { name: "x" rename_to: "input" } attr { name: "keep_dims" rename_to: "keep" }'
                  ' arg_order: "axis" arg_order: "x" }'},
            GeneratedWrapper("Sum", MODULE, "sum", ("axis", "input", "keep", "name"), ("sum",)),
        ),
        ("And", {}, None),  # a reserved word
        ("_Arg", {}, None),
    ],
)  # fmt: skip
def test_wrappers(name: str, files: dict[str, str], expected: GeneratedWrapper | None) -> None:
    assert wrapper(name, files) == expected


def test_exports_of_wrappers_are_endpoints() -> None:
    files = {
        API: 'op {\n graph_op_name: "Cos"\n endpoint { name: "math.cos" }\n endpoint { name: "cos" deprecation_version: 2 }\n}'
    }
    use = (OpUse("Cos", "direct"),)
    registered = next(one for one in OPS if one.name == "Cos").location
    assert [one for one in link(files).endpoints if one.function == "cos"] == [
        Endpoint("tf.cos", ("v1",), "cos", Location(API, 4, 4), use, True),
        Endpoint("tf.math.cos", ("v1", "v2"), "cos", Location(API, 3, 3), use),
        Endpoint("tf.raw_ops.Cos", ("v1", "v2"), "cos", registered, use),
    ]


@pytest.mark.parametrize(
    ("files", "exported"),
    [
        ({X: HEAD}, True),
        ({X: "import tensorflow.python.ops.gen_math_ops\n"}, True),
        ({X: "from tensorflow.python.ops.gen_math_ops import *\n"}, True),
        ({X: "from tensorflow.python.ops import y\n", "tensorflow/python/ops/y.py": HEAD}, True),
        ({X: ""}, False),
        ({X: "def f():\n  from tensorflow.python.ops import gen_math_ops\n"}, False),
        ({X: "", "tensorflow/python/ops/x_test.py": HEAD}, False),
        ({X: "", "tensorflow/contrib/x.py": HEAD}, False),
    ],
)  # fmt: skip
def test_the_generator_exports_what_it_has_imported(files: dict[str, str], exported: bool) -> None:
    """`test_ops` exports names, and nobody but tests imports it: there is no `tf.simple`."""
    whole = {"tensorflow/python/__init__.py": "from tensorflow.python.ops import x\n", **files}
    found = link(whole)
    assert [one.endpoint for one in found.endpoints if one.function == "cos"] == (
        ["tf.cos", "tf.raw_ops.Cos"] if exported else []
    )
    assert any(one.function == "cos" for one in found.wrappers)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Conv2D", "conv2d"), ("MaxPoolV2", "max_pool_v2"), ("FFT2D", "fft2d"), ("MatMul", "mat_mul"),
        ("AccumulateNV2", "accumulate_nv2"), ("CTCLoss", "ctc_loss"), ("Addons>Gelu", "addons_gelu"),
        ("math.acos", "math.acos"), ("LRN", "lrn"), ("SparseTensorDenseMatMul", "sparse_tensor_dense_mat_mul"),
    ],
)  # fmt: skip
def test_lower_case(name: str, expected: str) -> None:
    assert lower_case(name) == expected


def test_build_files() -> None:
    text = b"""
tf_gen_op_libs(["a_ops", "b_ops"], deps = ["//x:y"])
cc_library(name = "more", srcs = glob(["user_ops/**/*.cc"]), deps = [":a_ops_op_lib", "//z"])
tf_gen_op_wrapper_py(
    name = "gen_a_ops_py",  # name = "no"
    out = "python/ops/gen_a_ops.py",
    op_whitelist = ["A"],
    deps = [":a_ops_op_lib"],
)
"""
    facts = read_build("p/q/BUILD", text)
    assert [(one.label, one.sources, one.deps) for one in facts.libraries] == [
        ("//p/q:a_ops_op_lib", ("p/q/ops/a_ops.cc",), ("//x:y",)),
        ("//p/q:b_ops_op_lib", ("p/q/ops/b_ops.cc",), ("//x:y",)),
        ("//p/q:more", ("p/q/user_ops/**/*.cc",), ("//p/q:a_ops_op_lib", "//z:z")),
    ]
    assert [(one.module, one.deps, one.whitelist, one.api_defs, one.location) for one in facts.rules] == [
        ("p.q.python.ops.gen_a_ops", ("//p/q:a_ops_op_lib",), ("A",), False, Location("p/q/BUILD", 4, 9))
    ]


@pytest.mark.parametrize("text", [b"", b"op {", b"}}}}", b"op {" * 5000, b"op: <<END\n", b"\xff\0op{}"])
def test_odd_definitions(text: bytes) -> None:
    assert api_def.read_file("x.pbtxt", text) == ()


def test_the_calls_on_the_way_to_an_op() -> None:
    text = HEAD + (
        "class f(Base):\n"  # line 2
        "  def call(self, x): return run(self.more)\n"
        "class Base(object):\n"
        "  def more(self, x): return h(x) * 2\n"
        "def g(x): return gen_math_ops.cos(x)\n"  # line 6
        "h = decorated(g)\n"
        "def _mul(x, y): return gen_math_ops.mul(x, y)\n"
        'ops.Tensor._override_operator("__mul__", _mul)\n'
        'ops.Tensor._override_operator("__neg__", gen_math_ops.neg)\n'  # line 10
        "def idle(x): return f(x)\n"
        "@tf_export('m')\ndef m(x): return -n(x)\n"
        "@other\ndef n(x): return gen_math_ops.cos(x)\n"  # line 14
        "tf_export('f')(f)\n"
    )
    linked = link({**ROOT, X: text})
    via = {(one.endpoint, use.op): use.via for one in linked.endpoints for use in one.ops if use.how == "through"}
    assert via == {
        ("tf.f", "Cos"): ("Base.more", "h", "g"),
        ("tf.f", "Mul"): ("Base.more", "Tensor.__mul__"),
        ("tf.m", "Cos"): ("n",),
        ("tf.m", "Neg"): ("Tensor.__neg__",),
    }
    assert [(one.caller[1:3], one.name, one.target[:3]) for one in linked.calls] == [
        ((2, 3), "Base.more", (X, 5, 5)),
        ((5, 5), "Tensor.__mul__", (X, 8, 8)),
        ((5, 5), "h", (X, 7, 7)),
        ((7, 7), "g", (X, 6, 6)),
        ((12, 13), "Tensor.__neg__", (X, 10, 10)),
        ((12, 13), "n", (X, 14, 15)),
    ]


def test_the_ways_to_what_swig_makes() -> None:
    text = HEAD + (
        "class Base(object):\n"  # line 2
        "  def run(self): return tf_session.Run()\n"
        "  def stop(self): return tf_session.Stop()\n"
        "  def idle(self): return session.Stop()\n"  # line 5
        "@tf_export('S')\n"
        "class S(Base):\n"
        "  def stop(self): return helper(1)\n"
        "def helper(x): return last(x)\n"
        "def last(x): return tf_session.Last() + further(x)\n"  # line 10
        "def further(x): return tf_session.Further()\n"
        "@tf_export('f')\ndef f(x): return helper(x) + tf_session.Here()\n"
        "constant = tf_session.Constant()\n"
        "@tf_export('g')\ndef g(x): return constant\n"
        "from tensorflow.python import pywrap_tensorflow as tf_session\n"
        "from tensorflow.python import session\n"
    )
    linked = link({**ROOT, X: text})
    assert [(one.caller[1:3], one.name, one.target[1:3]) for one in linked.calls] == [
        # Through two functions at most; what overrides a method hides it; `f` itself is where the way begins.
        ((6, 8), ">Base.run", (3, 3)),
        ((12, 13), ">helper", (9, 9)),
        ((12, 13), ">helper>last", (10, 10)),
    ]


API_GEN = 'def gen(packages = ["tensorflow.python", "tensorflow.lite.python.lite"]):\n  pass\n'
PUBLIC = "from tensorflow.python.util.tf_export import tf_export\n@tf_export('train.spin')\ndef spin(x):\n  pass\n"


@pytest.mark.parametrize(
    ("path", "lite", "collected"),
    [
        ("tensorflow/python/y.py", "from tensorflow.python import y\n", True),
        ("tensorflow/python/y.py", "", False),
        ("tensorflow/contrib/y.py", "from tensorflow.contrib.y import spin\n", True),  # by the name that lite gives it
        ("tensorflow/contrib/y.py", "from tensorflow.contrib.y import *\n", True),
        ("tensorflow/contrib/y.py", "from tensorflow.contrib import y\n", False),
        ("tensorflow/contrib/y.py", "", False),
        ("tensorflow/lite/toys/y.py", "import tensorflow.lite.toys.y\n", False),
        ("tensorflow/lite/toys/y.py", "from tensorflow.lite.toys.y import turn\n", False),
        ("tensorflow/lite/toys/y.py", "from tensorflow.lite.toys.y import spin as turn\n", True),
    ],
)
def test_the_generator_collects_from_its_packages(path: str, lite: str, collected: bool) -> None:
    files = {
        "tensorflow/python/tools/api/generator/api_gen.bzl": API_GEN,
        "tensorflow/python/__init__.py": "import os\n",
        "tensorflow/lite/python/lite.py": "import os\n" + lite,
        path: PUBLIC,
    }
    assert [one.endpoint for one in link(files).endpoints if one.function == "spin"] == ["tf.train.spin"] * collected


def test_other_names_of_modules() -> None:
    files = {
        "tensorflow/compat_template.__init__.py": "try:\n"
        "  from tensorflow.python.keras.api._v2 import keras\nexcept ImportError:\n  pass\n"
        "if hasattr(here, 'keras'):\n  losses = keras.losses\n  _hidden = keras.losses\n  deep = keras.losses.deep\n",
        "tensorflow/python/keras/y.py": "@keras_export('keras.losses.Hinge', v1=['keras.losses.Hinge', 'keras.Hinge'])\n"
        "class Hinge(object):\n  pass\n"
        "@keras_export(v1=['keras.losses.Old'])\ndef old():\n  pass\n"
        "@keras_export('keras.losses.deep.Well')\ndef well():\n  pass\n",
    }
    assert [(one.endpoint, one.api_versions, one.location.line) for one in link(files).endpoints if one.location.path.endswith("y.py")] == [
        ("tf.deep.Well", ("v2",), 7),
        ("tf.keras.Hinge", ("v1",), 1),
        ("tf.keras.losses.Hinge", ("v1", "v2"), 1),
        ("tf.keras.losses.Old", ("v1",), 4),
        ("tf.keras.losses.deep.Well", ("v1", "v2"), 7),
        ("tf.losses.Hinge", ("v2",), 1),
        ("tf.losses.deep.Well", ("v2",), 7),
    ]  # fmt: skip


def test_words_of_python_that_are_names_of_arguments() -> None:
    (found,) = link(ROOT, (op("Weave", ("x", "and"), "print= width"),)).wrappers
    assert found.args == ("x", "and_", "width", "print_", "name")
