"""Public Python names and places, given where names of ops are asked for."""

from __future__ import annotations

from pathlib import Path

import pytest
from asking import ask, on_terminal, visible

from tfexplore.answers import show
from tfexplore.answers.names import as_named, lines_named, place_named
from tfexplore.answers.taken import as_ops_of_code
from tfexplore.index.store import Index, open_index


@pytest.mark.parametrize("command", ["ops", "kernels", "grads"])
def test_a_public_name_is_taken_as_what_it_reaches(sample_index: Path, command: str) -> None:
    done = ask(sample_index, command, "tf.nn.conv2d")
    assert done.status == 0
    assert {row[0] for row in done.rows()} == {"Conv2D"}
    assert f"tfexplore {command}: tf.nn.conv2d is taken as what it creates: Conv2D" in done.err.splitlines()
    document = ask(sample_index, command, "tensorflow.nn.conv2d", "--json").json()
    assert (document["query"], document["answer"]) == (["tensorflow.nn.conv2d"], "found")
    text = " ".join(visible(on_terminal(sample_index, command, "tf.nn.conv2d", "--no-pager").out).split())
    assert "tf.nn.conv2d is taken as what it creates: Conv2D" in text


def test_what_a_name_creates_besides_is_counted(shipped: object) -> None:
    done = ask(None, "kernels", "tf.nn.max_pool", "--index", "v1.15.0")
    assert {row[0] for row in done.rows()} == {"MaxPool"}
    assert "is there for: MaxPool; tfexplore api tf.nn.max_pool has the" in done.err
    done = ask(None, "ops", "tf.nn.dropout", "--index", "v1.15.0")  # it is there for no op alone
    assert {"Mul", "RandomUniform"} < {row[0] for row in done.rows()}


@pytest.mark.parametrize("command", ["ops", "kernels", "grads"])
def test_a_public_name_without_an_op(sample_index: Path, command: str) -> None:
    done = ask(sample_index, command, "tf.nn.relu")
    assert (done.status, done.out) == (1, "")
    assert "but a Python name behind which no op was read; ask: tfexplore api tf.nn.relu" in done.err
    assert "nearest" not in done.err


def test_show_says_what_is_known_of_it(sample_index: Path) -> None:
    done = ask(sample_index, "show", "tf.nn.relu")
    assert done.status == 0
    assert [row[:2] for row in done.rows()] == [["endpoint", "tf.nn.relu"]]
    (shown,) = ask(sample_index, "show", "tf.nn.relu", "--json").json()["results"]
    assert (shown["name"], shown["op_def"], shown["kernels"]) == ("tf.nn.relu", None, [])
    assert shown["endpoints"][0]["function"] == "relu"
    for columns in (80, 120):
        text = visible(on_terminal(sample_index, "show", "tf.nn.relu", "--no-pager", columns=columns).out)
        assert "none was read behind this Python name" in text
        assert "1 Python name" in text
        assert "none in this build" not in text


def test_a_name_that_swig_exposes(sample_index: Path, shipped: object) -> None:
    done = ask(None, "ops", "TF_Run", "--index", "v1.15.0")
    assert done.status == 1
    assert "but a name that SWIG exposes; ask: tfexplore swig TF_Run" in done.err
    done = ask(None, "show", "TF_Run", "--index", "v1.15.0")
    assert (done.status, done.rows()[0][:2]) == (0, ["function", "TF_Run"])
    assert "SWIG exposes it to Python: tfexplore swig TF_Run" in done.err


COMMIT = "590d6eef7e91a6a7392c8ffffb7b58f2e0c8bc6b"


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("nn_ops.cc:329", ("nn_ops.cc", 329)),
        ("nn_ops.cc:329:5", ("nn_ops.cc", 329)),
        ("nn_ops.cc#L329", ("nn_ops.cc", 329)),
        ("nn_ops.cc#L329-L340", ("nn_ops.cc", 329)),
        ("nn_ops.cc#L329C3-L340C1", ("nn_ops.cc", 329)),
        ("nn_ops.cc:329-340", ("nn_ops.cc", 329)),
        ("nn_ops.cc:329-x", ("", 0)),
        ("nn_ops.cc:-340", ("", 0)),
        ("https://x.org/a/b/blob/v1/c/d.cc?raw=1#L7", ("https://x.org/a/b/blob/v1/c/d.cc", 7)),
        ("a:b:3", ("a:b", 3)),
        ("nn_ops.cc", ("", 0)),
        ("nn_ops.cc:x", ("", 0)),
        ("nn_ops.cc:329:x", ("", 0)),
        ("nn_ops.cc#Lx", ("", 0)),
        (":329", ("", 0)),
        ("#L329", ("", 0)),
        ("a.cc:12345678901", ("", 0)),
    ],
)
def test_places(name: str, place: tuple[str, int]) -> None:
    assert place_named(name) == place


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("a.cc:3", (3, 3)),
        ("a.cc:3-9", (3, 9)),
        ("a.cc#L3-L9", (3, 9)),
        ("a.cc#L3C1-L9C4", (3, 9)),
        ("a.cc:9-3", (9, 9)),
    ],
)
def test_ranges(name: str, lines: tuple[int, int]) -> None:
    assert lines_named(name) == ("a.cc", *lines)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Conv2D", "Conv2D"),
        (" Conv2D\t", "Conv2D"),
        ("Conv2D()", "Conv2D"),
        ("tf.nn.conv2d(x, f(y))", "tf.nn.conv2d"),
        ("Pad::operator()", "Pad::operator()"),
        ("/conv(2d)/", "/conv(2d)/"),
        ("/(conv)", "/(conv)"),
        ("()", "()"),
        ("conv)", "conv)"),
    ],
)
def test_names_as_people_type_them(typed: str, name: str) -> None:
    assert as_named(typed) == name


@pytest.mark.parametrize("typed", ["Spin ", "Spin()", "SpinOp<CPUDevice, T>::Compute(context)"])
def test_a_call_is_what_it_calls(woven_index: Path, typed: str) -> None:
    assert ["op", "Spin"] in [row[:2] for row in ask(woven_index, "show", typed).rows()]
    assert ask(woven_index, "path", "Spin", typed).status == 0


@pytest.mark.parametrize(
    ("revision", "other"),
    [
        ("v1.15.0", False),
        (COMMIT, False),
        (COMMIT[:10], False),
        ("v1.14.0", True),
        ("master", True),
        (COMMIT[:4], True),
    ],
)
def test_an_address_of_another_revision(shipped: Index, revision: str, other: bool) -> None:
    address = f"https://github.com/tensorflow/tensorflow/blob/{revision}/tensorflow/core/ops/nn_ops.cc#L329"
    done = ask(shipped.path, "show", address)
    said = f"tfexplore show: the address is of {revision}, and what is said is of that line in v1.15.0\n"
    assert (done.status, done.err) == (0, said if other else "")


@pytest.mark.parametrize(
    "place",
    [
        "spin_op.cc:44:1",
        "spin_op.cc:44-45",
        "spin_op.cc#L44",
        f"https://github.com/tensorflow/tensorflow/blob/{COMMIT}/tensorflow/core/kernels/spin_op.cc#L44-L45",
        "/home/me/src/tensorflow/tensorflow/core/kernels/spin_op.cc:44",
    ],
)
def test_places_as_others_write_them(woven_index: Path, place: str) -> None:
    assert ["op", "Spin"] in [row[:2] for row in ask(woven_index, "show", place).rows()]
    assert ask(woven_index, "path", "Spin", place).rows()[-1][2] == "Spin on CPU"
    done = ask(woven_index, "annotate", place)
    assert (done.status, "Spin" in done.out) == (0, True)


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("kernels", "Conv2DOp"),
        ("ops", "Conv2DOp"),
        ("grads", "Conv2DOp"),
        ("grads", "_Conv2DGrad"),
        ("ops", "gen_nn_ops.conv2d"),
        ("kernels", "shape_inference::Conv2DShape"),
    ],
)
def test_a_name_of_code_is_taken_as_the_op_that_it_belongs_to(sample_index: Path, command: str, name: str) -> None:
    """As `show` understands it; beside other names as well."""
    shown = {one["name"] for one in ask(sample_index, "show", name, "--json").json()["results"]}
    for words in ((name,), (name, "Conv3D"), (name, "Nothing")):
        done = ask(sample_index, command, *words)
        assert {row[0] for row in done.rows()} >= {"Conv2D"} & shown
        assert f"tfexplore {command}: {name} is taken as the op" in done.err
        assert ("nothing matches 'Nothing'" in done.err) == ("Nothing" in words)
    assert ask(sample_index, command, name, "--json").json()["query"] == [name]


def test_a_name_of_code_that_many_ops_share_is_not_taken(sample_index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_index(sample_index) as index:
        assert as_ops_of_code(index, ("Conv2DOp", "Conv3D"))[0] == ("Conv2D", "Conv3D")
        monkeypatch.setattr(show, "MAX_OPS", 0)
        assert as_ops_of_code(index, ("Conv2DOp", "Conv3D")) == (("Conv2DOp", "Conv3D"), ())


def test_a_public_name_is_taken_for_its_generated_function(sample_index: Path) -> None:
    done = ask(sample_index, "api", "--wrappers", "tf.nn.conv2d")
    assert [row[:2] for row in done.rows()] == [["Conv2D", "gen_nn_ops.conv2d"]]
    assert "tf.nn.conv2d is taken as what it creates: Conv2D" in done.err
