"""`tfexplore api` of methods of public classes, and of packages that nothing is known of."""

from __future__ import annotations

from pathlib import Path

import pytest
from asking import ask, on_terminal, visible
from index import facts

from tfexplore.index import symbols
from tfexplore.index.write import write_index
from tfexplore.model import Endpoint, Location, OpUse, PythonCall, Symbol

LOOM = "tensorflow/python/loom.py"


@pytest.fixture
def index(tmp_path: Path) -> Path:
    """The class `Loom` has `weave`, and inherits `Base.spin` and `Base.wind`, by which ways begin."""
    loom = Location(LOOM, 50, 90)
    ops = (OpUse("Conv2D", "through", ("Loom.weave",)), OpUse("Conv3D", "through", ("Base.spin", "turn")))
    endpoints = (
        *facts.ENDPOINTS,
        Endpoint("tf.Loom", ("v1",), "Loom", loom, ops),
        Endpoint("tf.loom", ("v1",), "loom", Location(LOOM, 95, 99)),
    )
    calls = (
        PythonCall(loom, "Loom.weave", Location(LOOM, 60, 64)),
        PythonCall(loom, "Base.spin", Location("base.py", 5, 6)),
        PythonCall(loom, ">Base.wind", Location("base.py", 8, 9)),
        PythonCall(loom, ">Base.wind>Base.bind", Location("base.py", 12, 13)),
        PythonCall(Location(LOOM, 1, 9), ">Other.fray", Location("base.py", 20, 21)),
    )
    own = (("Loom", "class", 50), ("Loom.weave", "method", 60), ("loom.knot", "method", 96))
    found = tuple([Symbol(name, kind, "", Location(LOOM, line, line)) for name, kind, line in own])
    path = tmp_path / "members.sqlite"
    made = facts.FACTS._replace(
        endpoints=endpoints, calls=calls, symbols={**facts.FACTS.symbols, LOOM: symbols.packed(found)}
    )
    write_index(path, facts.STATE, made)
    return path


@pytest.mark.parametrize(
    ("name", "function", "place", "ops"),
    [
        ("tf.Loom.weave", "Loom.weave", f"{LOOM}:60", "Conv2D"),
        ("tf.compat.v1.Loom.weave", "Loom.weave", f"{LOOM}:60", "Conv2D"),
        ("tf.Loom.spin", "Base.spin", "base.py:5", "Conv3D<turn"),
        ("tf.Loom.wind", "Base.wind", "base.py:8", "-"),
    ],
)
def test_a_method(index: Path, name: str, function: str, place: str, ops: str) -> None:
    method, owner = ask(index, "api", name).rows()
    assert method[1:6] == ["-", function, place, ops, "method of tf.Loom"]
    assert owner[0] == "tf.Loom"
    shown = visible(on_terminal(index, "api", name).out)
    assert "no endpoint of its own; a method of tf.Loom" in shown
    (one, _) = ask(index, "api", name, "--json").json()["results"]
    assert (one["method_of"], one["function"]) == ("tf.Loom", function)


def test_beside_another_name(index: Path) -> None:
    assert [row[0] for row in ask(index, "api", "tf.nn.relu", "tf.Loom.weave").rows()] == [
        "tf.Loom.weave", "tf.nn.relu", "tf.Loom",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "said"),
    [
        # Of nobody in particular, of a step further on, of another class, of a function.
        ("tf.Loom.rest", "nearest: tf.Loom"),
        ("tf.Loom.bind", "nearest: tf.Loom"),
        ("tf.Loom.fray", "nearest: tf.Loom"),
        ("tf.loom.knot", "nearest: tf.loom"),
        ("tf.compat.v2.Loom.weave", "nearest: tf.Loom"),
        ("tf.contrib.layers.conv2d", "tf.contrib declares no public names"),
        ("tf.estimator.Estimator", "tensorflow_estimator"),
        ("tf.app.flags.DEFINE_string", "absl"),
    ],
)
def test_no_method(index: Path, name: str, said: str) -> None:
    done = ask(index, "api", name)
    assert (done.status, done.out) == (1, "")
    assert said in done.err
    assert "conv2d," not in done.err
