"""Public names that `keras` and `check` are given; what `diff` says of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from asking import ask, on_terminal, visible
from index import facts

from tfexplore.answers.diff import endpoint_notes, tf_version
from tfexplore.index.store import Index, open_index
from tfexplore.index.write import Facts, write_index
from tfexplore.model import Endpoint, KerasEndpoint, Location

HERE = facts.at(facts.OPS_FILE, 3)


@pytest.fixture(scope="module")
def keras_index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("keras") / "keras.sqlite"
    code = Location("keras_preprocessing/text_and_more/of_a_long_name.py", 29, 90, "keras_preprocessing", "1.1.0")
    reader = KerasEndpoint("tf.keras.preprocessing.text.Reader", "class", HERE, code, None, "(words)")
    padding = reader._replace(endpoint="tf.keras.preprocessing.text.pad_words", kind="function")
    endpoints = [Endpoint(name, ("v1",), "f", HERE, ()) for name in (reader.endpoint, "tf.keras.layers.Loom")]
    write_index(path, facts.STATE, Facts(keras=(reader, padding), endpoints=tuple(endpoints)))
    return path


@pytest.mark.parametrize("name", ["tf.keras.layers.Loom", "tensorflow.keras.layers.Loom", "tf.keras.layers.loom"])
def test_a_name_that_is_no_preprocessing(keras_index: Path, name: str) -> None:
    done = ask(keras_index, "keras", name)
    assert (done.status, done.out) == (1, "")
    assert "tf.keras.layers.Loom is none of the endpoints of Keras preprocessing" in done.err
    assert "but a Python name; ask: tfexplore api tf.keras.layers.Loom" in done.err
    assert "nearest" not in done.err


def test_near_names_are_those_that_keras_can_answer(keras_index: Path) -> None:
    done = ask(keras_index, "keras", "tf.keras.layers.Loon", "--json").json()
    assert all(one["kind"] == "keras" for one in done["nearest"])
    done = ask(keras_index, "keras", "padd_words")
    assert done.err.rstrip().endswith("nearest: tf.keras.preprocessing.text.pad_words")


@pytest.mark.parametrize("name", ["Reader.read", "tf.keras.preprocessing.text.Reader.read", "text.Reader.read"])
def test_methods_of_a_class(keras_index: Path, name: str) -> None:
    done = ask(keras_index, "keras", name)
    assert done.status == 1
    assert "methods are not listed, so whether tf.keras.preprocessing.text.Reader has a read is not known" in done.err
    assert "tfexplore keras tf.keras.preprocessing.text.Reader" in done.err
    assert "methods" not in ask(keras_index, "keras", "pad_words.read").err


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_a_place_is_in_one_piece(keras_index: Path, columns: int) -> None:
    text = visible(on_terminal(keras_index, "keras", "Reader", "--no-pager", columns=columns).out)
    lines = [line.rstrip() for line in text.splitlines()]
    assert any(line.endswith("of_a_long_name.py:29") for line in lines)
    assert max(map(len, lines)) <= columns


def test_check_takes_a_public_name(shipped: Index) -> None:
    own = ask(shipped.path, "check", "Conv2D").rows()
    done = ask(shipped.path, "check", "tf.nn.conv2d")
    found = {row[1] for row in done.rows()}
    assert found == {"tf.nn.conv2d", "Conv2D"}
    assert {row[0] for row in own} < {row[0] for row in done.rows()}
    assert "tf.nn.conv2d is taken as what it creates: Conv2D" in done.err
    assert {row[1] for row in ask(shipped.path, "check", "tf.nn.max_pool2d").rows()} == {"MaxPool", "MaxPool*"}
    done = ask(shipped.path, "check", "tf.nn.relu")
    assert (done.status, done.out) == (1, "")
    assert "it creates Relu, and no claim speaks of that" in done.err
    done = ask(shipped.path, "check", "conv.len4", "tf.nn.relu", "--json")
    assert [one["id"] for one in done.json()["results"]] == ["conv.len4"]
    assert "no claim speaks of that" in done.err


def index(path: Path, tag: str | None, *endpoints: Endpoint) -> Path:
    ops = tuple([facts.op(f"Weave{at:02}", line=at) for at in range(70)]) if tag == "v1.15.0" else ()
    state = facts.STATE._replace(tag=tag)
    changed = facts.op("Knit", is_stateful=tag == "v1.15.0")
    write_index(path, state, Facts(ops=(*ops, changed), endpoints=endpoints))
    return path


def test_what_diff_says_of_public_names(tmp_path: Path) -> None:
    both = Endpoint("tf.knit", ("v1", "v2"), "knit", HERE, ())
    only = Endpoint("tf.weave", ("v1",), "weave", HERE, ())
    one, two = index(tmp_path / "1.sqlite", "v1.15.0", both, only), index(tmp_path / "2.sqlite", "v2.0.0", both, only)
    nameless = index(tmp_path / "n.sqlite", None, both)
    done = ask(None, "diff", str(one), str(two), "--kind", "endpoint")
    assert done.out == ""
    assert "endpoints are counted by their declarations" in done.err
    assert "1 name of both `tf.` has in v1.15.0 and not in v2.0.0, and no change is shown (tf.weave)" in done.err
    with open_index(one) as old, open_index(two) as new, open_index(nameless) as other:
        assert endpoint_notes(old, old) == ()
        assert len(endpoint_notes(old, new)) == 1
        assert endpoint_notes(old, other)[0].endswith("which of these the two trees are is not known")
    assert ask(None, "diff", str(one), str(two), "--kind", "op").err == ""
    assert tf_version(facts.STATE) == "v1"
    assert tf_version(facts.STATE._replace(tag="v2.0.0-rc1")) == "v2"
    assert tf_version(facts.STATE._replace(tag="nightly")) == ""


def test_what_changed_is_told_among_many(tmp_path: Path) -> None:
    one, two = index(tmp_path / "1.sqlite", "v1.15.0"), index(tmp_path / "2.sqlite", "v2.0.0")
    text = visible(on_terminal(one, "diff", str(one), str(two), "--no-pager", lines=200).out)
    assert "is_stateful became false" in text
    assert "Weave07  -1" in text
