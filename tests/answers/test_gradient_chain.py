"""How far gradients of gradients lead: what a gradient creates, what of it is followed, what is left out and why."""

from __future__ import annotations

from pathlib import Path

import pytest
from asking import ask, on_terminal, visible
from index import facts

from tfexplore.answers.grads import PARTIAL
from tfexplore.index.write import Facts, write_index
from tfexplore.model import GradientFunction, Location

FILE = "tensorflow/python/ops/weave_grad.py"


def gradient(op: str, *calls: str, registry: str = "python") -> GradientFunction:
    place = Location(FILE, 10, 14)
    shipped = "import tensorflow" if registry == "python" else None
    linked = None if registry == "python" else "tensorflow"
    return GradientFunction(op, registry, f"_{op}Grad", place, 11, place, "decorator", shipped, linked, calls)


@pytest.fixture
def index(tmp_path: Path) -> Path:
    path = tmp_path / "a.sqlite"
    names = ("Weave", "WeaveGrad", "Twine", "Mul", "Shape", "Knot", "Splice", "Fray")
    gradients = (
        gradient("Weave", "Mul", "Shape", "Twine", "WeaveGrad")._replace(partial=True),
        gradient("WeaveGrad", "Mul", "Weave", "WeaveGrad"),
        gradient("Mul", "Mul"),
        gradient("Knot", registry="cc")._replace(unread=("Made(...)",), partial=True),
        gradient("Splice", "Mul", "WeaveGrad", registry="cc")._replace(unread=("op",), partial=True),
        gradient("Splice", registry="core"),
        gradient("Fray")._replace(partial=True),
        gradient("Shape")._replace(function=None),
    )
    write_index(path, facts.STATE, Facts(ops=tuple(map(facts.op, names)), gradients=gradients))
    return path


def test_every_op_that_a_gradient_creates_is_said(index: Path) -> None:
    again = ["found", "_WeaveGradGrad"], ["Mul,Weave,WeaveGrad", "Weave,WeaveGrad", "Mul: found"]
    left_out = "Mul: found,Shape: not differentiable,Twine: no gradient registered"
    assert ask(index, "grads", "--chain", "Weave").rows() == [
        ["0", "Weave", "found", "_WeaveGrad", "-", "Mul,Shape,Twine,WeaveGrad", "WeaveGrad", left_out],
        ["1", "WeaveGrad", *again[0], "Weave", *again[1]],
        ["2", "WeaveGrad", *again[0], "WeaveGrad", *again[1]],
    ]
    assert ask(index, "grads", "--chain", "Knot").rows() == [["0", "Knot", "found", "-", "-", "not read", "-", "-"]]
    first = ask(index, "grads", "--chain", "Weave", "--json").json()["results"][0]
    assert first["calls"] == ["Mul", "Shape", "Twine", "WeaveGrad"]
    assert first["followed"] == ["WeaveGrad"]
    assert first["left_out"][1] == {"op": "Shape", "answer": "not differentiable"}
    (knot,) = ask(index, "grads", "--chain", "Knot", "--json").json()["results"]
    assert (knot["calls"], knot["followed"], knot["left_out"]) == (None, [], [])
    assert ask(index, "grads", "--chain", "Splice").rows()[:2] == [
        ["0", "Splice", "found", "_SpliceGrad", "-", "Mul,WeaveGrad", "WeaveGrad", "Mul: found"],
        ["1", "WeaveGrad", *again[0], "Splice", "Mul,Weave,WeaveGrad", "WeaveGrad", "Mul: found,Weave: found"],
    ]


def test_what_a_gradient_in_cpp_creates(index: Path) -> None:
    """Nothing is an empty list that was not read."""
    knot, cc, core, fray, woven = (
        (one["calls"], one["input_gradients"], one["partial"], one["unread"])
        for op in ("Knot", "Splice", "Fray", "WeaveGrad")
        for one in ask(index, "grads", op, "--json").json()["results"]
    )
    assert knot == (None, None, True, ["Made(...)"])
    assert cc == (["Mul", "WeaveGrad"], None, True, ["op"])
    assert core == ([], None, False, [])
    assert fray == (None, [], True, [])
    assert woven == (["Mul", "Weave", "WeaveGrad"], [], False, [])
    assert [row[6] for row in ask(index, "grads", "Splice").rows()] == ["Mul,WeaveGrad; not read: op", "-"]
    shown = visible(on_terminal(index, "show", "Splice", "--no-pager", columns=120).out)
    assert "_SpliceGrad  creates Mul, WeaveGrad; not read: op" in shown
    assert "creates not read" in visible(on_terminal(index, "grads", "Fray", "--no-pager").out)
    assert [row[0] for row in ask(index, "path", "Splice", "WeaveGrad").rows()] == ["-", "cc gradient", "creates"]


def test_a_terminal_says_it_below_each_step(index: Path) -> None:
    text = visible(on_terminal(index, "grads", "--chain", "Weave", "--no-pager", columns=120).out)
    lines = [line.strip() for line in text.splitlines()]
    assert lines[:2] == ["Weave  differentiable  _WeaveGrad", "creates Mul, Shape, Twine, WeaveGrad"]
    assert lines[2].startswith("left out: Mul (differentiable), Shape (not differentiable), Twine (no gradient")
    assert "└ WeaveGrad  differentiable  (above)" in lines
    assert any(line.startswith("2 ops · ") for line in lines), text
    text = visible(on_terminal(index, "grads", "--chain", "Knot", "--no-pager").out)
    assert "which ops its gradient creates is not read" in text
    assert "\n1 op · " in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("Weave",), True),
        (("--chain", "Weave"), True),
        ((), True),
        # Of what calls no helper, in C++, and of nothing that creates an op.
        (("WeaveGrad",), False),
        (("Splice",), False),
        (("Fray",), False),
        (("Knot",), False),
        (("Shape",), False),
        (("Nothing",), False),
    ],
)
def test_how_far_what_a_gradient_creates_is_known(index: Path, words: tuple[str, ...], said: bool) -> None:
    """Of helpers in other files the nearest ops alone: that is said with every such list."""
    done = ask(index, "grads", *words)
    assert (PARTIAL in done.err, PARTIAL in done.out) == (said, False)
    assert ask(index, "grads", *words, "--json").json().get("notes", []) == ([PARTIAL] if said else [])
    shown = " ".join(visible(on_terminal(index, "grads", *words, "--no-pager").out).split())
    assert (PARTIAL[1:] in shown) == said
