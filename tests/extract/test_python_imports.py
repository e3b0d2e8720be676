"""Which files `import tensorflow` runs, and what a name means in another file."""

# ruff: noqa: E501 (a row of a table stays on its line)

from __future__ import annotations

import pytest
from extract.python_trees import link

from tfexplore.extract.python_files import read_file, read_imports
from tfexplore.extract.python_imports import Availability, absolute, api_packages, module_name
from tfexplore.extract.python_program import Program
from tfexplore.extract.python_records import Class, Function, Import

P = "tensorflow/python/"
REGISTERS = 'from tensorflow.python.framework import ops\nops.NotDifferentiable("Sin")\n'
LAZY = (
    "from tensorflow.python.util.lazy_loader import LazyLoader\n"
    "contrib = LazyLoader('contrib', globals(), 'tensorflow.contrib')\n"
)


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({P + "__init__.py": "from tensorflow.python.a import *\n", P + "a.py": REGISTERS}, "import tensorflow"),
        ({P + "__init__.py": "from tensorflow.python import a\n", P + "a.py": REGISTERS}, "import tensorflow"),
        ({P + "__init__.py": "import tensorflow.python.a as b\n", P + "a.py": REGISTERS}, "import tensorflow"),
        ({P + "__init__.py": "from . import a\n", P + "a.py": REGISTERS}, "import tensorflow"),
        (
            {P + "__init__.py": "try:\n  from tensorflow.python import a\nexcept E:\n  pass\n", P + "a.py": REGISTERS},
            "import tensorflow",
        ),
        (  # a package on the way runs as well
            {P + "__init__.py": "import tensorflow.python.p.m\n", P + "p/__init__.py": REGISTERS, P + "p/m.py": ""},
            "import tensorflow",
        ),
        (  # the packages that the API generator is told to import
            {
                P
                + "tools/api/generator/api_gen.bzl": 'packages = ["tensorflow.python", "tensorflow.lite.python.lite"],',
                "tensorflow/lite/python/lite.py": REGISTERS,
            },
            "import tensorflow",
        ),
        (
            {P + "__init__.py": "def f():\n  from tensorflow.python import a\n", P + "a.py": REGISTERS},
            "on import of the registering module",
        ),
        (
            {P + "__init__.py": '"""\nfrom tensorflow.python import a\n"""\n', P + "a.py": REGISTERS},
            "on import of the registering module",
        ),
        (
            {P + "__init__.py": "if __name__ == '__main__':\n  import tensorflow.python.a\n", P + "a.py": REGISTERS},
            "on import of the registering module",
        ),
        (
            {
                P + "__init__.py": LAZY,
                "tensorflow/contrib/__init__.py": "from tensorflow.contrib import nn\n",
                "tensorflow/contrib/nn/__init__.py": "from tensorflow.contrib.nn.ops import *\n",
                "tensorflow/contrib/nn/ops.py": REGISTERS,
            },
            "tensorflow.contrib",
        ),
    ],
)
def test_availability(files: dict[str, str], expected: str) -> None:
    whole = {
        "tensorflow/__init__.py": "from tensorflow.python import pywrap_tensorflow\n",
        P + "__init__.py": "",
        **files,
    }
    (found,) = link(whole).gradients
    assert found.availability == expected


def test_what_is_not_shipped_has_no_availability() -> None:
    files = {"tensorflow/__init__.py": "from tensorflow.python import a\n", P + "a.py": REGISTERS}
    assert [one.availability for one in link(files, shipped=["tensorflow/__init__.py"]).gradients] == [None]


def test_another_repository() -> None:
    (found,) = link({"horovod/tensorflow/mpi_ops.py": REGISTERS}).gradients
    assert found.availability == "on import of the registering module"


def test_a_template_is_a_root() -> None:
    files = {
        "tensorflow/api_template_v1.__init__.py": "from tensorflow.python.tools import a\n",
        "tensorflow/examples/__init__.py": "from tensorflow.python.tools import b\n",
        P + "tools/a.py": "",
        P + "tools/b.py": "",
    }
    facts = {path: read_imports(path, text.encode()) for path, text in files.items()}
    assert Availability(facts, None).eager == {"tensorflow/api_template_v1.__init__.py", P + "tools/a.py"}


def resolved(files: dict[str, str], name: str, path: str = "main.py") -> object:
    program = Program({at: read_file(at, text.encode()) for at, text in files.items()}, ())
    found = program.resolve(path, name)
    return (found.path, found.fact.name) if found and isinstance(found.fact, (Function, Class)) else found


@pytest.mark.parametrize(
    ("main", "name", "expected"),
    [
        ("import lib.m\n", "lib.m.f", ("lib/m.py", "f")),
        ("import lib.m as k\n", "k.f", ("lib/m.py", "f")),
        ("from lib import m\n", "m.f", ("lib/m.py", "f")),
        ("from lib.m import f as g\n", "g", ("lib/m.py", "f")),
        ("from lib.m import (f,\n  C)\n", "C.method", ("lib/m.py", "C.method")),
        ("from lib.m import *\n", "f", ("lib/m.py", "f")),
        ("from lib.m import *\n", "_hidden", None),
        ("from lib.m import *\ndef f(): pass\n", "f", ("main.py", "f")),
        ("def f(): pass\nfrom lib.m import *\n", "f", ("lib/m.py", "f")),
        ("from lib import m\ng = m.f\n", "g", ("lib/m.py", "f")),
        ("from lib.m import D\n", "D.method", ("lib/m.py", "C.method")),
        ("def f(): pass\nf = decorated(f)\n", "f", ("main.py", "f")),
        ("from lib.again import f\n", "f", ("lib/m.py", "f")),
        ("from lib.loop import f\n", "f", None),
        ("def g():\n  from lib.m import f\n", "f", None),
        ("import os\n", "os.path", None),
    ],
)
def test_resolve(main: str, name: str, expected: object) -> None:
    library = {
        "lib/__init__.py": "",
        "lib/m.py": "def f(): pass\ndef _hidden(): pass\nclass C(object):\n  def method(self): pass\nclass D(C): pass\n",
        "lib/again.py": "from lib.m import *\n",
        "lib/loop.py": "from lib.back import *\n",
        "lib/back.py": "from lib.loop import *\n",
    }
    assert resolved({**library, "main.py": main}, name) == expected


def test_imports() -> None:
    text = (
        b"import a.b, c as d\n"
        b"from e import (f as g,  # why\n  h)\n"
        b"from . import i; import j\n"
        b"from k import \\\n  l\n"
        b"from m import *\n"
        b"'''\nimport n\n'''\n"
    )
    assert read_imports("x.py", text).imports == (
        Import("a", "a.b", "", 1, True),
        Import("d", "c", "", 1, True),
        Import("g", "e", "f", 2, True),
        Import("h", "e", "h", 2, True),
        Import("i", ".", "i", 4, True),
        Import("j", "j", "", 4, True),
        Import("l", "k", "l", 5, True),
        Import("*", "m", "", 7, True),
    )


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return m.f(x)", ("m.f(", ">m.f")),
        ("return apply(m.f, x)", ("m.f",)),
        ("return m.f(axis=g)", ("m.f(", "g", ">m.f")),
        ("return h(g=1)", ()),
        ("g = 1\n  return g", ()),
        ("return h(\n      g=1)", ()),
        ("for g in x:\n    g(x)", ()),
        ("with x as m:\n    m.f()", ("?f(",)),
        ("return [m.f(m) for m in x]", ("?f(",)),
        ("def g(): pass\n  return g(x)", ()),
        ("c = C(x)\n  return c.call(x)", ("C(", "C().call(", ">C().call")),
        ("from p import q\n  return q.r(x)", ("=p.q.r(", ">=p.q.r")),
        ('return graph.create_op("Const", x)', ("#Const",)),
        ('return "m.f(x)"  # g(x)', ()),
        ("return a.m.f(x)", ()),
        ("x = ops.convert_to_tensor(x)\n  return x * 2", ("~__mul__",)),
        ("y = m.f(x)\n  z = 1 - y\n  return z / 2", ("m.f(", "~__sub__:m.f", "~__truediv__:m.f")),
        ("y = m.f(x)\n  return y.turn(x)", ("m.f(", "m.f().turn(")),
        ("y = m.f(x)[0]\n  return y.turn(x)", ("m.f(", "?turn(")),
        ("return m.f(x).turn(y)(x)", ("m.f(", "m.f().turn(", "m.f().turn().__call__(")),
        ("y = C(x)\n  return y(x)", ("C(", "C().__call__(", ">C().__call__")),
        ("y = C(x)\n  return y if x else None", ("C(", ">C")),
        ("return x.turn(y)", ("?turn(",)),
        ("return x.append(y)", ()),
        ("def h(x):\n    return m.f(x)\n  return h", ("m.f(",)),
        ("return m.f(x) + 1", ("m.f(", "~__add__:m.f")),
        ("return 1 <= m.f(x, (2, 3))", ("m.f(", "~__le__:m.f")),
        ("return x * y + 1", ()),
        ("return unknown(x) * 2", ()),
        ("n = x.shape - m.n\n  return h(*x, **y)", ("m.n",)),
    ],
)
def test_references(body: str, expected: tuple[str, ...]) -> None:
    text = f"import m\ndef g(): pass\nclass C(object): pass\ndef function(x, y=1):\n  {body}\n"
    (found,) = [one for one in read_file("x.py", text.encode()).functions if one.name == "function"]
    assert found.refs == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return x * y", ("~__mul__:@x,@y", "$@x,@y")),
        ("return -m.f(x) / 2", ("!m.f|0=@x", "~__neg__:m.f", "~__truediv__:m.f", "$m.f")),
        ("x = ops.convert_to_tensor(x)\n  return ~x", ("~__invert__", "$")),
        ("n = 2 * 3 - len(x)\n  return n", ()),
        ("a = m.f(x, k=y)\n  a += 1\n  return [a]", ("!m.f|0=@x|k=@y", "~__add__:m.f", "$[")),
        ("a, b = m.f(1)\n  return a - b", ("~__sub__:^m.f", "$^m.f")),
        ("return 'with %s' % m.f(1)", ("$[",)),  # that is a text
        ("return m.f(1)[0]", ("~__getitem__:m.f", "$m.f")),
        ("return x[0]", ("$@x",)),  # which may be one of a list
        ("return x[0, 1]", ("~__getitem__:@x", "$@x")),
        ("return x.inputs[0] + x.shape[0]", ("~__add__:@x", "$@x")),
        ("return m.f(1).shape[0] - x.name * 2", ()),
        ("return m.f(1) if y else 3 * x", ("~__mul__:@x", "$@x")),
        ("return 1 if x > y and m.n else 2", ("~__gt__:@x,@y",)),
        ("return [a * 2 for a in x]", ("$[",)),
        ("return m.map(lambda a, b=1: -a, x)", ("!m.map|1=@x", "$m.map")),
        ("x = 1\n  return x + 1", ()),
        ("if y:\n    x = m.f(1)\n  return x ** 2", ("~__pow__:@x,m.f", "$@x,m.f")),
        ("return m.f(*y, x)", ("$m.f",)),
        ("return 2 - x * \\\n      y @ x", ("~__mul__:@x,@y", "~__matmul__:@x,@y", "~__sub__:@x,@y", "$@x,@y")),
    ],
)
def test_tensors(body: str, expected: tuple[str, ...]) -> None:
    """A file that calls generated functions is read closely."""
    text = f"import m, gen_m\ndef function(x, y=1):\n  {body}\nclass C(object):\n  def f(self, x): return x * m.f(x)\n"
    found = {one.name: one.refs for one in read_file("x.py", text.encode()).functions}
    assert tuple([ref for ref in found["function"] if ref[0] in "~!$"]) == expected
    assert found["C.f"] == ("m.f(", "~__mul__:m.f")


def test_methods() -> None:
    text = b"class A(B):\n  def one(self, x):\n    self.two(x)\n    super(A, self).one(x)\n    self.x.three()\n"
    (found,) = read_file("x.py", text).functions
    assert (found.name, found.refs) == ("A.one", ("self.two(", "super.one(", ".x.three("))


@pytest.mark.parametrize(
    ("path", "module", "expected"),
    [
        ("a/b/c.py", ".d", "a.b.d"),
        ("a/b/c.py", "..d.e", "a.d.e"),
        ("a/b/__init__.py", ".", "a.b"),
        ("c.py", "x.y", "x.y"),
    ],
)
def test_relative_modules(path: str, module: str, expected: str) -> None:
    assert absolute(path, module) == expected


def test_names_of_modules() -> None:
    assert module_name("a/b/__init__.py") == "a.b"
    assert module_name("a/b/c.py") == "a.b.c"
    assert api_packages(b'  package = "tensorflow.python",\n packages = ["x"],') == ("tensorflow.python",)


@pytest.mark.parametrize(
    ("more", "same"),
    [
        ("import os\n", True),
        ("from tensorflow.python import a\n", True),
        ("from tensorflow.lite.toys.b import spin\n", False),
        ("from tensorflow.lite.toys import b\n", False),
    ],
)
def test_what_else_is_imported_may_be_collected(more: str, same: bool) -> None:
    texts = {
        P + "__init__.py": "from tensorflow.python import a\n",
        P + "a.py": "",
        "tensorflow/lite/python/lite.py": "import tensorflow.lite.toys.b\n",
        "tensorflow/lite/toys/b.py": "def spin(): pass\n",
    }
    files = {path: read_imports(path, text.encode()) for path, text in texts.items()}
    availability = Availability(files, None, ("tensorflow.python", "tensorflow.lite.python.lite"))
    names = {f"{one.module}.{one.attribute}" for one in read_imports("x.py", more.encode()).imports}
    assert availability.same_with("tensorflow/lite/python/lite.py", names, ()) is same
