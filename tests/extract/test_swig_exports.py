"""Public names that inserted Python gives to what it defines: interface files in, endpoints out."""

from __future__ import annotations

import pytest
from extract.swig_reading import BASE, at, facts

from tfexplore.model import Endpoint

ROOT = "tensorflow/python/weave.i"
RULE = 'tf_py_wrap_cc(\n    name = "pywrap_weave",\n    srcs = ["weave.i"],\n)\n'


def endpoints(python: str, build: str = RULE, head: str = "") -> tuple[Endpoint, ...]:
    """What is public of the Python inserted by an interface file, whose block begins on line 4."""
    text = f'{BASE}{head}%insert("python") %{{\n{python}%}}\n'
    return facts({ROOT: text, "tensorflow/python/BUILD": build}).endpoints


def named(name: str, versions: str, function: str, line: int, end: int, deprecated: bool = False) -> Endpoint:
    return Endpoint(f"tf.{name}", tuple(versions.split()), function, at(ROOT, line, end), (), deprecated)


PLAIN = "def Weave(loom):\n  return Loom(loom)\n\n"


@pytest.mark.parametrize(
    ("python", "expected"),
    [
        (PLAIN + 'Weave._tf_api_names_v1 = ["a.Weave"]\n', [named("a.Weave", "v1", "Weave", 5, 6)]),
        (PLAIN + "Weave._tf_api_names = ['Weave']\n", [named("Weave", "v2", "Weave", 5, 6)]),
        (
            f"{PLAIN}Weave._tf_api_names = (\n    'a.Weave',)\nWeave._tf_api_names_v1 = [\n    'Weave', 'a.Weave']\n",
            [named("a.Weave", "v1 v2", "Weave", 5, 6), named("Weave", "v1", "Weave", 5, 6)],
        ),
        # Indented as a whole.
        ("  def f():\n    pass\n  f._tf_api_names_v1 = ['f']\n", [named("f", "v1", "f", 5, 6)]),
        ("class Loom(object):\n  pass\nLoom._tf_api_names_v1 = ['Loom']\n", [named("Loom", "v1", "Loom", 5, 6)]),
        # The decorator, as in any file; what the function is called by is where it is.
        (
            '@deprecated(\n    None, "")\n@tf_export("b", v1=["a.f"])\ndef f():\n  pass\n',
            [named("b", "v2", "f", 8, 9, True), named("a.f", "v1", "f", 8, 9, True)],
        ),
        ('@tf_export("b")\ndef f():\n  pass\n', [named("b", "v1 v2", "f", 6, 7)]),
        ('def f():\n  pass\ntf_export(v1=["f"])(f)\n', [named("f", "v1", "f", 5, 6)]),
        # An attribute of what a decorator has made is none of the function below it.
        ('@deprecated(None, "")\ndef f():\n  pass\nf._tf_api_names = ["f"]\n', []),
        (
            '@deprecated(None, "")\n@tf_export(v1=["f"])\ndef f():\n  pass\nf._tf_api_names = ["f"]\n',
            [named("f", "v1", "f", 7, 8, True)],
        ),
        # `tf_export` gives back what it is given.
        ('@tf_export(v1=["f"])\ndef f():\n  pass\nf._tf_api_names = ["f"]\n', [named("f", "v1 v2", "f", 6, 7)]),
        # Not of the generator that makes `tf`, of nothing that is inserted, and no assignment.
        ("@keras_export('f')\ndef f():\n  pass\nf._keras_api_names = ['f']\n", []),
        ("def f():\n  pass\ng._tf_api_names = ['f']\n", []),
        ("def f():\n  pass\n# f._tf_api_names = ['f']\nassert f._tf_api_names == ['f']\n", []),
        ("def f():\n  f._tf_api_names = ['f']\n", []),
        ("def f():\n  pass\nf._tf_api_names_v1 = []\n", []),
    ],
)  # fmt: skip
def test_public_names(python: str, expected: list[Endpoint]) -> None:
    assert list(endpoints(python)) == expected


def test_a_method_is_no_public_name() -> None:
    python = "def f():\n  pass\nf._tf_api_names = ['f']\n"
    text = f"class Loom {{}};\n%extend Loom {{\n%pythoncode %{{\n{python}%}}\n}}\n"
    assert facts({ROOT: text, "tensorflow/python/BUILD": RULE}).endpoints == ()


@pytest.mark.parametrize(("build", "count"), [(RULE, 1), ("", 0)])
def test_the_generator_of_the_api_has_to_know_the_module(build: str, count: int) -> None:
    assert len(endpoints("def f():\n  pass\nf._tf_api_names_v1 = ['f']\n", build)) == count


def test_a_computed_name_is_said() -> None:
    python = "def f():\n  pass\nf._tf_api_names_v1 = names('f',\n  'g')\n"
    found = facts({ROOT: f'{BASE}%insert("python") %{{\n{python}%}}\n', "tensorflow/python/BUILD": RULE})
    assert found.endpoints == ()
    (missed,) = found.unresolved
    assert (missed.macro, missed.text) == ("tf_export", "f._tf_api_names_v1 = names('f',")
    assert (missed.reason, missed.location) == ("an exported name is computed", at(ROOT, 7))
