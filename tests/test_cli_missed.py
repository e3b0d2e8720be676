"""Names that match nothing beside names that match, as a user sees it."""

from __future__ import annotations

from pathlib import Path

import pytest
from asking import ask, on_terminal, visible

from tfexplore.answers.grads import PARTIAL


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("ops", "Conv2D", "Conv2E"), ["nothing matches 'Conv2E' among the 7 ops of", "nearest: Conv2D"]),
        (("ops", "Conv2D", "zzzzzz", "Convv3D"), ["nothing matches 'zzzzzz'", "nothing matches 'Convv3D'"]),
        (("ops", "conv", "--device", "GPU", "MatMul"), ["MatMul: nothing with these filters"]),
        (("kernels", "Conv2D", "Conv2E"), ["nothing matches 'Conv2E'", "nearest: Conv2D (op)"]),
        (("kernels", "Conv2D", "Awkward"), ["Awkward: no kernel is registered"]),
        (("kernels", "--missing", "GPU", "Conv3D", "Convv3D"), ["nothing matches 'Convv3D'", "nearest: Conv3D"]),
        (("grads", "Conv2D", "Conv2E"), ["nothing matches 'Conv2E'", "nearest: Conv2D"]),
        (("grads", "--chain", "Conv2D", "Conv2E"), ["nothing matches 'Conv2E'", "nearest: Conv2D"]),
        (("api", "tf.nn.conv2d", "tf.nn.conv2e"), ["nothing matches 'tf.nn.conv2e'", "nearest: tf.nn.conv2d"]),
        (("check", "conv.len4", "conv.lenn4"), ["nothing matches 'conv.lenn4' among the 92 claims", "conv.len4"]),
    ],
)
def test_a_name_that_matches_nothing_is_said(sample_index: Path, words: tuple[str, ...], said: list[str]) -> None:
    done = ask(sample_index, *words)
    assert done.status == 0, done.err
    assert done.out
    beside = ("could not be read", PARTIAL, "not followed are")
    lines = [line for line in done.err.splitlines() if not any(words in line for words in beside)]
    assert len(lines) == sum("nothing matches" in one or "nothing with" in one or "no kernel" in one for one in said)
    assert all(line.startswith(f"tfexplore {words[0]}: ") for line in lines)
    assert all(one in done.err for one in said)


def test_what_is_near_is_in_the_json(sample_index: Path) -> None:
    done = ask(sample_index, "ops", "Conv2D", "Convv3D", "--json")
    document = done.json()
    assert (done.status, document["answer"], [one["name"] for one in document["results"]]) == (0, "found", ["Conv2D"])
    assert {"name": "Conv3D", "kind": "op"} in document["nearest"]
    assert "nothing matches 'Convv3D'" in done.err
    assert ask(sample_index, "ops", "Conv2D", "MatMul", "--json").json()["nearest"] == []


def test_a_terminal_says_it_below(sample_index: Path) -> None:
    text = " ".join(visible(on_terminal(sample_index, "kernels", "Conv2D", "Convv3D", "--no-pager").out).split())
    assert "Nothing matches 'Convv3D' among the" in text
    assert text.index("registered") < text.index("Nothing matches")


def test_nothing_at_all_is_one_line(sample_index: Path) -> None:
    done = ask(sample_index, "ops", "Convv2D", "Convv3D")
    assert (done.status, done.out, len(done.err.splitlines())) == (1, "", 1)


@pytest.mark.parametrize("words", [("api",), ("api", "--wrappers"), ("grads",), ("keras",), ("swig",), ("ops",)])
def test_an_index_without_anything(tmp_path: Path, words: tuple[str, ...]) -> None:
    from index import facts

    from tfexplore.index.write import Facts, write_index

    write_index(tmp_path / "a.sqlite", facts.STATE, Facts())
    done = ask(tmp_path / "a.sqlite", *words, "--json")
    assert (done.status, done.json()["answer"], done.json()["results"]) == (1, "not found", [])
