"""Columns on a terminal: none runs into the next, and what a line is for is not cut away."""

from __future__ import annotations

import pytest
from asking import ask, on_terminal, visible

from tfexplore.index.store import Index


def lines(index: Index, *words: str, columns: int) -> list[str]:
    out = visible(on_terminal(index.path, *words, "--no-pager", columns=columns).out)
    found = [line.rstrip() for line in out.splitlines()]
    assert max(len(line) for line in found) <= columns
    return found


@pytest.mark.parametrize("columns", [80, 100, 120])
def test_names_and_versions_stand_apart(shipped: Index, columns: int) -> None:
    found = [line.split() for line in lines(shipped, "api", "tf.config", columns=columns) if line.startswith("tf.")]
    assert len(found) > 20
    assert all(len(one) >= 2 and one[1] in ("v1", "v2", "v1+v2") for one in found)


@pytest.mark.parametrize("columns", [60, 80, 100, 120])
def test_where_the_code_of_keras_is_can_be_read(shipped: Index, columns: int) -> None:
    found = lines(shipped, "keras", columns=columns)
    text = "\n".join(found)
    assert text.count(".py:") == len([line for line in found if line.startswith("tf.")])
    assert not any(line.endswith("…") for line in found)
    assert any(line.endswith("densenet.py:300") for line in found)


@pytest.mark.parametrize("columns", [80, 120])
def test_the_op_that_a_name_is_for_comes_first(shipped: Index, columns: int) -> None:
    found = lines(shipped, "api", "tf.layers.Conv2D", columns=columns)
    through = [line.split()[1] for line in found if line.startswith("  through")]
    assert through[0] == "Conv2D"


def test_a_type_that_there_is_none_of(shipped: Index) -> None:
    for command in ("ops", "kernels"):
        done = ask(shipped.path, command, "--dtype", "flaot")
        assert (done.status, done.out, len(done.err.splitlines())) == (1, "", 1)
        assert "nothing matches 'flaot' among the 23 types of v1.15.0" in done.err
        assert "nearest: float" in done.err
        assert "there are bfloat16, bool" in done.err
        document = ask(shipped.path, command, "Conv2D", "--dtype", "flaot", "--json").json()
        assert (document["answer"], document["nearest"][0]) == ("not found", {"name": "float", "kind": "type"})
    assert ask(shipped.path, "ops", "Conv2D", "--dtype", "tf.float16").status == 0
    assert ask(shipped.path, "ops", "Conv2D", "--dtype", "DT_HALF").status == 0
