"""The way from one thing to another."""

from __future__ import annotations

from pathlib import Path

import pytest
from index import facts

from tfexplore.answers.path import Hop, find_path
from tfexplore.index.store import open_index
from tfexplore.index.write import write_index
from tfexplore.model import Location, PythonCall


def way(index: Path, start: str, goal: str) -> tuple[list[tuple[str, str, str]], tuple[object, ...]]:
    with open_index(index) as opened:
        answer = find_path(opened, start, goal)
    hops = [one for one in answer.results if isinstance(one, Hop)]
    return [(hop.relation, hop.to.kind, hop.to.name) for hop in hops], answer.context


SPIN = [
    ("", "op", "Spin"),
    ("kernel on CPU", "class", "SpinOp"),
    ("uses", "code", "LaunchSpin<CPUDevice, T>"),
    ("uses", "code", "Twist"),
]


@pytest.mark.parametrize(
    ("start", "goal", "expected"),
    [
        ("Spin", "functor::Twist", SPIN),
        ("spin", "Twist", SPIN),
        ("spin_ops.cc:8", "spin_op.h:9", [*SPIN, ("method", "code", "Twist::operator()")]),
        ("Spin", "Spin", SPIN[:1]),
        ("SpinOp", "LaunchSpin<CPUDevice, T>", [("", "class", "SpinOp"), SPIN[2]]),
        ("IdleSpinOp", "SpinBase", [("", "class", "IdleSpinOp"), ("base class", "code", "SpinBase")]),
        ("Spin", "_SpinGrad", [("", "op", "Spin"), ("python gradient", "gradient", "_SpinGrad")]),
        ("Spin", "SpinShape", [("", "op", "Spin"), ("shape function", "shape function", "SpinShape")]),
        ("Spin", "spin_op.cc:44", [("", "op", "Spin"), ("kernel", "kernel", "Spin on CPU")]),
        ("kernels/spin_op.cc:45", "Twist", [("", "kernel", "Spin on CPU"), ("class", "class", "SpinOp"), *SPIN[2:]]),
        ("Spin", "spin_op.cc:42", SPIN[:1]),
        ("Spin", "Weave", []),
        ("Nothing", "Spin", []),
    ],
)
def test_ways(woven_index: Path, start: str, goal: str, expected: list[tuple[str, str, str]]) -> None:
    assert way(woven_index, start, goal)[0] == expected


def test_the_way_back_says_so(woven_index: Path) -> None:
    assert way(woven_index, "Twist", "Spin") == (SPIN, ("reversed",))


def test_from_python(sample_index: Path) -> None:
    assert [name for _, _, name in way(sample_index, "tf.nn.conv2d", "Conv2D")[0]] == [
        "tf.nn.conv2d", "a.b", "c", "gen_nn_ops.conv2d", "Conv2D",
    ]  # fmt: skip


def functions(index: Path) -> list[tuple[str, str]]:
    with open_index(index) as opened:
        hops = [one for one in find_path(opened, "tf.nn.conv2d", "Conv2D").results if isinstance(one, Hop)]
    places = [(hop.to.name, hop.to.location) for hop in hops if hop.to.kind == "function"]
    return [(name, f"{place.path}:{place.line}" if place else "") for name, place in places]


def test_functions_between_have_places(sample_index: Path, tmp_path: Path) -> None:
    assert functions(sample_index) == [("a.b", "tensorflow/python/ops/nn_grad.py:30"), ("c", "c.py:5")]
    # Of two of one name that a function calls nobody can tell which is meant; of what they call, neither.
    other = PythonCall(facts.CALLS[0].caller, "a.b", Location("WORKSPACE", 3, 4))
    again = PythonCall(facts.CALLS[0].caller, "a.b", Location("WORKSPACE", 7, 8))
    path = tmp_path / "index.sqlite"
    write_index(path, facts.STATE, facts.FACTS._replace(calls=(*facts.CALLS, other, again)))
    assert functions(path) == [("a.b", ""), ("c", "")]


def test_unknown_names_have_near_ones(woven_index: Path) -> None:
    with open_index(woven_index) as opened:
        answer = find_path(opened, "Spin", "LaunchSpim")
    assert (answer.answer, answer.query) == ("not found", ("LaunchSpim",))
    assert ("LaunchSpin", "code") in [(one.name, one.kind) for one in answer.nearest]
