"""Questions to an index about gradients, the Python API and Keras."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from extract.python_trees import OPS, link

from tfexplore.answers.api import find_api, find_wrappers
from tfexplore.answers.grads import (
    NO_GRADIENT,
    NO_SUCH_OP,
    NOT_DIFFERENTIABLE,
    find_chain,
    find_gradients,
    find_missing,
)
from tfexplore.answers.keras import find_keras
from tfexplore.cli import main
from tfexplore.index.store import Index, open_index
from tfexplore.index.write import Facts, write_index
from tfexplore.model import SourceState

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "python"
P = "tensorflow/python/"
HEAD = "from tensorflow.python.framework import ops\nfrom tensorflow.python.ops import gen_math_ops\n"
FILES = {
    "tensorflow/__init__.py": "from tensorflow.python.ops import math_grad, math_ops\n",
    P + "ops/math_grad.py": HEAD
    + '@ops.RegisterGradient("Sin")\ndef _SinGrad(op, grad):\n  return grad * gen_math_ops.cos(op.inputs[0])\n\n'
    'ops.NotDifferentiable("Range")\n'
    "@ops.RegisterGradient(name)\ndef f(op, grad): pass\n",
    P + "ops/extra_grad.py": HEAD + 'ops.NotDifferentiable("Stack")\n',
    P + "ops/extra_test.py": HEAD + 'ops.NotDifferentiable("Pair")\n',
    P + "ops/math_ops.py": HEAD
    + '@tf_export("math.cosine", v1=["math.cosine", "cosine"])\ndef cosine(x):\n  return _cos(x)\n\n'
    "def _cos(x):\n  return gen_math_ops.cos(x)\n\n"
    'ops.Tensor._override_operator("__add__", gen_math_ops.add)\n',
    P + "keras/applications/torchnet.py": "from keras_applications import torchnet\n"
    "@keras_export('keras.applications.torchnet.preprocess_input')\n@injected\n"
    "def preprocess_input(*args):\n  return torchnet.preprocess_input(*args)\n",
}


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> str:
    linked = link(FILES, shipped=[one for one in FILES if not one.endswith("_test.py")], folders=[str(FOLDER)])
    facts = Facts(
        paths=tuple(sorted(FILES)),
        ops=OPS,
        gradients=linked.gradients,
        endpoints=linked.endpoints,
        wrappers=linked.wrappers,
        keras=linked.keras,
        unresolved=linked.unresolved,
    )
    file = str(tmp_path_factory.mktemp("index") / "x.sqlite")
    write_index(file, SourceState(None, None, None, "linux-cuda", "build files"), facts)
    return file


@pytest.fixture
def index(path: str) -> Iterator[Index]:
    with open_index(path) as opened:
        yield opened


@pytest.mark.parametrize(
    ("patterns", "answer", "functions"),
    [
        (("Sin",), "found", ["_SinGrad"]),
        (("sin",), "found", ["_SinGrad"]),
        (("Range",), NOT_DIFFERENTIABLE, [None]),
        (("Cos",), NO_GRADIENT, []),
        (("Pair",), NO_GRADIENT, []),
        (("Sin", "Cos"), "found", ["_SinGrad"]),
        (("Nothing",), NO_SUCH_OP, []),
        ((), "found", [None, "_SinGrad", None]),
    ],
)
def test_three_different_answers(
    index: Index, patterns: tuple[str, ...], answer: str, functions: list[str | None]
) -> None:
    found = find_gradients(index, patterns)
    assert (found.answer, [one.function for one in found.results]) == (answer, functions)  # type: ignore[attr-defined]


def test_gradients_of_a_file_and_what_is_missing(index: Index) -> None:
    found = find_gradients(index, (), "math_grad.py")
    assert [one.op for one in found.results] == ["Range", "Sin"]  # type: ignore[attr-defined]
    assert [one.text for one in found.unresolved] == ["name"]
    missing = [one.op for one in find_missing(index).results]  # type: ignore[attr-defined]
    assert "Cos" in missing
    assert not {"Sin", "Range", "Stack"} & set(missing)
    assert "Pair" not in [one.op for one in find_missing(index, (), unlinked=True).results]  # type: ignore[attr-defined]


def test_what_is_not_shipped_needs_all(index: Index) -> None:
    assert [one.op for one in find_gradients(index, ("Pair",), None, True).results] == ["Pair"]  # type: ignore[attr-defined]


def test_a_chain_of_gradients(index: Index) -> None:
    (step,) = find_chain(index, ("Sin",)).results
    assert (step.op, step.answer, step.function) == ("Sin", "found", "_SinGrad")  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("tf.math.cosine", ["tf.math.cosine"]),
        ("math.cosine", ["tf.math.cosine"]),
        ("tf.compat.v1.cosine", ["tf.cosine"]),
        ("tf.compat.v2.cosine", []),
        ("Cos", ["tf.cos", "tf.raw_ops.Cos", "tf.cosine", "tf.math.cosine"]),
        ("gen_math_ops.cos", ["tf.cos", "tf.raw_ops.Cos", "tf.cosine", "tf.math.cosine"]),
        ("x + y", ["tf.Tensor.__add__"]),
        ("cosi", ["tf.cosine", "tf.math.cosine"]),
        ("nothing.at.all", []),
    ],
)
def test_names_and_ops(index: Index, pattern: str, expected: list[str]) -> None:
    assert [one.endpoint for one in find_api(index, (pattern,)).results] == expected  # type: ignore[attr-defined]


def test_wrappers_by_any_name(index: Index) -> None:
    for pattern in ("Sum", "gen_math_ops.sum", "tensorflow.python.ops.gen_math_ops.sum"):
        (one,) = find_wrappers(index, (pattern,)).results
        assert (one.op, one.function) == ("Sum", "sum")  # type: ignore[attr-defined]


def test_keras(index: Index) -> None:
    (one,) = find_keras(index, ("preprocess",)).results
    assert (one.mode, one.implemented.version) == ("torch", "9.8")  # type: ignore[attr-defined]
    assert find_keras(index, ("nothing",)).answer == "not found"


@pytest.mark.parametrize(
    ("words", "status", "answer"),
    [
        (["grads", "Sin"], 0, "found"),
        (["grads", "Range"], 0, NOT_DIFFERENTIABLE),
        (["grads", "Cos"], 0, NO_GRADIENT),
        (["grads", "Nothing"], 1, NO_SUCH_OP),
        (["grads", "--missing", "Sin"], 1, "not found"),
        (["api", "Cos"], 0, "found"),
        (["api", "nothing.at.all"], 1, "not found"),
        (["keras", "preprocess"], 0, "found"),
        (["keras", "nothing"], 1, "not found"),
    ],
)
def test_exit_status_and_json(
    path: str, capsys: pytest.CaptureFixture[str], words: list[str], status: int, answer: str
) -> None:
    assert main([*words, "--json", "--index", path]) == status
    assert json.loads(capsys.readouterr().out)["answer"] == answer


def test_the_json_of_a_gradient(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["grads", "Sin", "--json", "--index", path])
    place = {"path": P + "ops/math_grad.py", "line": 3, "end_line": 5}
    assert json.loads(capsys.readouterr().out)["results"] == [
        {
            "op": "Sin",
            "registry": "python",
            "function": "_SinGrad",
            "location": place,
            "def_line": 4,
            "registered": {**place, "end_line": 3},
            "idiom": "decorator",
            "availability": "import tensorflow",
            "linked_into": None,
            "calls": ["Cos"],
            "input_gradients": ["tensor"],
            "partial": True,
            "unread": [],
        }
    ]


def test_what_a_gradient_in_cpp_creates(sample_index: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["grads", "Conv2D", "--plain", "--index", str(sample_index)])
    rows = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert {(row[1], row[3].rpartition(":")[2], row[6]) for row in rows} == {
        ("python", "11", "Conv2DBackpropInput,ShapeN"), ("cc", "5", "-"),
    }  # fmt: skip


def test_rows_for_a_pipe(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["grads", "Sin", "Cos", "--plain", "--index", path])
    rows = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert [row[:4] for row in rows] == [
        ["Sin", "python", "_SinGrad", P + "ops/math_grad.py:4"],
        ["Cos", NO_GRADIENT, "tensorflow/core/ops/math_ops.cc:1", "-"],
    ]


def test_two_questions_at_once(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grads", "--missing", "--chain", "Sin", "--index", path]) == 2
    assert main(["grads", "--chain", "--index", path]) == 2
    assert main(["grads", "Sin", "--source", "/no/such/folder", "--index", path]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 3


def test_the_text_of_a_function(path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from tfexplore.commands.tree_text import TreeText, tree_at_hand

    file = tmp_path / P / "ops/math_grad.py"
    file.parent.mkdir(parents=True)
    file.write_text(FILES[P + "ops/math_grad.py"])
    with open_index(path) as opened:
        (one,) = find_gradients(opened, ("Sin",)).results
        tree = tree_at_hand(str(tmp_path), opened.state)
        assert tree is not None
        text = TreeText(opened, tree).lines(one.location)  # type: ignore[attr-defined]
    assert text.splitlines()[1] == "def _SinGrad(op, grad):"
