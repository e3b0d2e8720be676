"""Words of code that a document has once, and no file at all, beside words that are a letter away."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

from tfexplore.answers.verifying.typos import is_a_slip

SPINDLE = "tensorflow/core/kernels/spindle_steps.cc"
TEXTS = {
    SPINDLE: "void TurnSpindle(Spindle* spindle) {\n  spindle->deferred_turns_ = 3;\n"
    "  spindle->remember_direction(kForward);\n  Whirl(spindle, wind_backwards);\n}\n"
}
SAID = "`TurnSpindle` (`spindle_steps.cc:1`) is what turns it. "


@pytest.mark.parametrize(
    ("word", "name", "slip"),
    [
        ("defered_turns", "deferred_turns", True),
        ("Cnov2D", "Conv2D", True),
        ("TurnSpinndle", "TurnSpindle", True),
        ("TurnSpimdle", "TurnSpindle", True),
        ("TurnSpindle", "TurnSpindle", False),
        ("TurnSpindles", "TurnSpindle", False),  # several of them
        ("TurnSpindl", "TurnSpindle", False),  # the beginning of some
        ("_TurnSpindle", "TurnSpindle", False),
        ("turnSpindle", "TurnSpindle", False),
        ("Conv3D", "Conv2D", False),
        ("ApplyAdamV2", "ApplyAdamV1", False),
        ("kNpuTypes", "kCpuTypes", False),  # the author's device
        ("TurnTheSpindle", "TurnSpindle", False),
    ],
)
def test_what_is_a_slip(word: str, name: str, slip: bool) -> None:
    assert is_a_slip(word, name) is slip


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("spindle->defered_turns_ = 3", "defered_turns_"),
        ("deferred_tunrs_", "deferred_tunrs_"),
        ("Whirl(spindle, wind_bakwards)", "wind_bakwards"),
        ("remember_directoin", "remember_directoin"),
    ],
)
def test_a_word_of_a_cited_file_with_a_slip(code: str, found: str, index: Path) -> None:
    assert wrong(index, f"{SAID}It sets `{code}` at first.\n") == [found]
    # A word that stands more than once is the author's own.
    assert wrong(index, f"{SAID}It sets `{code}`. Then `{code}` again.\n") == []
    # Without the file nobody can say what is meant.
    assert wrong(index, f"It sets `{code}` at first.\n") == []


@pytest.mark.parametrize(
    "said",
    [
        "It sets `deferred_turns_`, then `remember_direction` and `wind_backwards`.",
        "There is no `defered_turns_` here.",
        "Is there a `defered_turns_`?",
        "We will add `defered_turns_` to it.",
        "Our `defered_turns_` is another one.",
        "It sets `np.wind_bakwards` and `torch.wind_bakwards`.",
        "A flag `--defered_turns_` is set.",
        "In 2.4 there is `defered_turns_` as well.",
        "It sets `deferred_turn` and `wind_backwards2`.",
        "It sets `test_deferred_trns_`.",
    ],
)
def test_what_is_left_alone(said: str, index: Path) -> None:
    assert wrong(index, f"{SAID}{said}\n") == []


def test_a_name_of_the_index_needs_no_file(index: Path) -> None:
    assert wrong(index, "It calls `spindle(TurnSpnidle)` at last.\n", tree=False) == ["TurnSpnidle"]
    assert wrong(index, "It calls `spindle(TurnSpindle)` at last.\n", tree=False) == []


@pytest.mark.parametrize("word", ["SpindleTurn", "direction_remember", "backwards_wind"])
def test_the_parts_of_a_name_in_another_order(word: str, index: Path) -> None:
    assert wrong(index, f"{SAID}It sets `turns = {word}` at first.\n") == [word]
    assert wrong(index, f"It sets `turns = {word}` at first.\n") == []  # without the file it may be anybody's
    assert wrong(index, f"{SAID}We will add `turns = {word}` to it.\n") == []
    assert wrong(index, f"{SAID}There is no `{word}` in it.\n") == []


@pytest.mark.parametrize("word", ["direction", "wind_remember", "remember_direction", "TurnSpindle"])
def test_names_of_other_parts(word: str, index: Path) -> None:
    assert wrong(index, f"{SAID}It sets `turns = {word}` at first.\n") == []


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("We will put `remember_diretion` before it.", True),  # a letter is left out
        ("We will put `remember_direcition` before it.", False),  # one more may be meant
        ("There is no `remember_diretion`.", False),
    ],
)
def test_a_letter_left_out_of_a_long_name(said: str, found: bool, index: Path) -> None:
    assert bool(wrong(index, f"{SAID}{said}\n")) is found
