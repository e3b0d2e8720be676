"""The Python side of the SWIG layer, and what went to pybind11: tables of source text with what is found."""

from __future__ import annotations

import pytest
from extract.swig_reading import at
from hypothesis import given
from hypothesis import strategies as st

from tfexplore.extract import swig_python
from tfexplore.extract.swig_macros import macro_definitions
from tfexplore.extract.swig_pybind import pybind_modules
from tfexplore.extract.swig_python import block_uses, definitions, follows_convention, python_uses
from tfexplore.model import PybindModule

PATH = "tensorflow/python/ops/x.py"
WRAP = "tensorflow.python.pywrap_tensorflow"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("from tensorflow.python import pywrap_tensorflow\npywrap_tensorflow.TF_f(1)\n", "TF_f:2"),
        (
            "from tensorflow.python import pywrap_tensorflow as c_api\nx = c_api.TF_A\nc_api.TF_f(c_api.TF_B)\n",
            "TF_A:2 TF_B:3 TF_f:3",
        ),
        ("import tensorflow.python.pywrap_tensorflow\ntensorflow.python.pywrap_tensorflow.f()\n", "f:2"),
        ("import tensorflow.python.pywrap_tensorflow as p, os\np.f()\nos.path\n", "f:2"),
        ("from tensorflow.python.pywrap_tensorflow import f, g as h\nf()\nh()\n", "f:1 g:1"),
        ("from tensorflow.python.pywrap_tensorflow import (\n    f,\n    g as h,  # why\n)\n", "f:2 g:3"),
        ("from tensorflow.python.pywrap_tensorflow import f, \\\n    g\n", "f:1 g:2"),
        ("from ..pywrap_tensorflow import f\nfrom .. import pywrap_tensorflow as p\np.g\n", "f:1 g:3"),
        ("def f():\n  from tensorflow.python import pywrap_tensorflow as p\n  return p.g()\n", "g:3"),
        ("from tensorflow.python import pywrap_tensorflow as p\np.\\\n  f()\nq = (p\n  .g())\n", "f:3 g:5"),
        # Not uses: attributes of something else, longer names, strings, comments, star imports, other modules.
        ("from tensorflow.python import pywrap_tensorflow as p\nself.p.f()\nmap.p.f\npp.f()\n", ""),
        (
            'from tensorflow.python import pywrap_tensorflow as p\n\'p.f()\'\n"""p.g()\np.h()\n"""\n# p.i()\np.j\n',
            "j:7",
        ),
        (
            "from tensorflow.python import pywrap_tensorflow as p\nx = 'it\\'s p.f'  # don't\np.g\nr'\\'\np.h\n",
            "g:3 h:5",
        ),
        ("from tensorflow.python.pywrap_tensorflow import *\n", ""),
        ("from tensorflow.python.layers import wrappers\nwrappers.f()\n", ""),
        ("# pywrap_tensorflow\nfrom tensorflow.python import ops\nops.f()\n", ""),
        ("p = LazyLoader('p', globals(), 'tensorflow.python.pywrap_tensorflow')\np.f()\n", "f:2"),
        (
            'p = lazy_loader.LazyLoader(\n    "p", globals(),\n    "tensorflow.python.pywrap_tensorflow")\np.f()\n',
            "f:4",
        ),
        ("", ""),
    ],
)
def test_uses(text: str, expected: str) -> None:
    for modules in (None, {WRAP}):
        found = python_uses(PATH, text.encode(), modules)
        assert " ".join(f"{one.name}:{one.location.line}" for one in found) == expected
        assert {one.module for one in found} <= {WRAP}
        assert all(one.location == at(PATH, one.location.line) for one in found)


def test_a_module_of_another_name_has_to_be_told() -> None:
    text = b"from a import loom\nloom.f()\n"
    assert python_uses(PATH, text) == ()
    assert [one.name for one in python_uses(PATH, text, {"a.loom"})] == ["f"]
    assert follows_convention({WRAP, "x.tensorflow_wrap_toco", "x._pywrap_tf"})
    assert not follows_convention({"a.loom"})


@given(st.binary(max_size=200), st.text("'\"\\#\n pf.()=wrap", max_size=80))
def test_no_text_stops_the_reader(data: bytes, text: str) -> None:
    head = b"from tensorflow.python import pywrap_tensorflow as p\n"
    python_uses(PATH, head + data)
    python_uses(PATH, head + text.encode())


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        ("%{\ndef f(a):\n  return 1\n\nx = 1\n%}", [("f", 1, 2), ("x", 4, 4)]),
        ("%{\n  class C:\n    def m(self): pass\n\n  y = z = 2\n%}", [("C", 1, 2), ("y", 4, 4)]),
        ("%{\n@export\ndef f(\n    a,\n    b):\n  pass\n%}", [("f", 2, 5)]),
        ("%{ async def f(): pass %}", [("f", 0, 0)]),
        ('%{\ndef f():\n  """\ndef g(): pass\n"""\nf.x = 1\nx == 1\nfrom a import b\n%}', [("f", 1, 4)]),
        ('"x = 1"', [("x", 0, 0)]),
        ("%{ %}", []),
    ],
)
def test_what_inserted_python_defines(block: str, expected: list[tuple[str, int, int]]) -> None:
    assert definitions(block) == expected


def test_what_inserted_python_uses() -> None:
    block = "%{\ndef f(a):\n  g(a, key=h)\n  self.i()\n  j.k = 1\n%}"
    found = [(one.name, one.location.line) for one in block_uses("a.i", 10, block)]
    assert found == [("def", 11), ("a", 11), ("g", 12), ("a", 12), ("h", 12), ("self", 13)]


def test_star_imports() -> None:
    text = b"from a.b import *\nfrom .c import *\nfrom d import e\n'''\nfrom f import *\n'''\n"
    assert swig_python.star_imports("p/q.py", text) == {"a.b", "p.c"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            'namespace py = pybind11;\nPYBIND11_MODULE(_stack, m) {\n  py::class_<F>(m, "Frame")\n'
            '      .def("line", &F::line);\n'
            '  m.def("extract", [](py::object o) {\n    other.def("no");\n  });\n  m.attr("LIMIT") = 3;\n}\n',
            [PybindModule("_stack", ("Frame", "extract", "LIMIT"), at("a.cc", 2, 9))],
        ),
        ("PYBIND11_PLUGIN(_old) {\n}\n", [PybindModule("_old", (), at("a.cc", 1, 2))]),
        ("// PYBIND11_MODULE(x, m) {}\n#define PYBIND11_MODULE(x, m) y\n", []),
        ('PYBIND11_MODULE(_open, m) {\n  m.def("f");\n', [PybindModule("_open", ("f",), at("a.cc", 1, 2))]),
        ("int main() {}", []),
    ],
)
def test_pybind_modules(text: str, expected: list[PybindModule]) -> None:
    assert list(pybind_modules("a.cc", text.encode())) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "#define D(f, t) t f(int a) { return 0; } t f##List() { }\nD(A, int)\nnamespace n {\nD(B,\n  float);\n}\n",
            "A:2: AList:2: B:4:n BList:4:n",
        ),
        ("#define D(f) int f();\nD(A)\n", ""),
        ("#define D(f) int f() { }\n// D(A)\nvoid g() {}\n", "g:3:"),
        ("#define D(f) int f() { }\nD(A", ""),
        ("int f() {}", ""),
    ],
)
def test_functions_that_macros_write(text: str, expected: str) -> None:
    found = macro_definitions("a.cc", text.encode())
    assert " ".join(f"{one.name}:{one.location.line}:{one.scope}" for one in found) == expected
