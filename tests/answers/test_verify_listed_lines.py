"""Items of a list that are a name and a line of the file above it; lines of files that have not the word."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong, wrong_of

from tfexplore.index.store import Index

ITEMS = (
    "In `core/ops/math_ops.cc`, with lines:\n\n- `Square` - 245\n- `Tanh` - {tanh}\n- `Sigmoid` - 287\n- `Sin` - 291\n"
)
LOOM = "tensorflow/core/kernels/slow_loom.cc"
TEXTS = {
    LOOM: "void TurnSlowly(int turns) {\n  Move(turns);\n}\n",
    "tensorflow/core/kernels/quick_loom.cc": "int wind_up_at_last = 1;\n",
}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (ITEMS.format(tanh=269), []),
        (ITEMS.format(tanh=291), ["291"]),
        (ITEMS.format(tanh=291).replace(" - ", ": "), ["291"]),
        (ITEMS.format(tanh=291).replace("287", "7"), []),  # of four two: they count something else
        (ITEMS.format(tanh=291).replace("In `core/ops/math_ops.cc`, with", "With"), []),
    ],
)
def test_items_with_numbers(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`wind_up_at_last` is on line 2 of `kernels/slow_loom.cc`.", ["kernels/slow_loom.cc"]),
        ("`wind_up_at_last` (`kernels/slow_loom.cc:2`)", ["kernels/slow_loom.cc:2"]),
        ("`wind` (`kernels/slow_loom.cc:2`)", []),  # a word that need not be code
        ("Our own `wind_up_at_last` is called at `kernels/slow_loom.cc:2`.", []),
    ],
)
def test_a_name_of_which_a_file_has_not_the_word(text: str, found: list[str], index: Path) -> None:
    told = wrong(index, text + "\n")
    assert [one for one in told if "slow_loom" in one] == found
