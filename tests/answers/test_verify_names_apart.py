"""Names that nothing has in a document whose others the tree has; and places and values that are no contradiction."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

#: What no file has is not in the index that is asked here without a tree.
WORDED = False

CONSTANTS = "tensorflow/core/kernels/carding.h"
FLAGS = "tensorflow/compiler/looms/carding_flags.cc"
TEXTS = {
    CONSTANTS: """// Constants of carding.
static const int kMostCards = 12;
static const size_t kCardBits = 8;
static const size_t kCardBytes = 1 << kCardBits;
static const int kLeastTeeth = 21;
static const int kTeethInRow = 5;
static const int kRowsOfCards = 7;
class CardingFrame {
};
class CardingDrum {
};
""",
    FLAGS: """// Flags of carding.
Flag("tf_xla_card_early", &early);
Flag("tf_xla_card_level", &level);
""",
}
THREE = "`kMostCards` is 12, `kLeastTeeth` 21 and `kTeethInRow` 5.\n\n"


@pytest.mark.parametrize(
    ("said", "found"),
    [
        (THREE + "The period is at most `kBrushIntervalHours`.\n", ["kBrushIntervalHours"]),
        (THREE + "周期上限是 `kBrushIntervalHours`。\n", ["kBrushIntervalHours"]),
        ("The period is at most `kBrushIntervalHours`, the cards `kMostCards`.\n", []),
        (THREE + "`kBrushIntervalHours` and `kBrushDelayHours` bound it.\n", []),  # two of them are somebody's
        (THREE + "Our patch adds a new `kBrushIntervalHours`.\n", []),
        (THREE + "There is no `kBrushIntervalHours`.\n", []),
        (THREE + "TF 2.x's `kBrushIntervalHours` is another.\n", []),
        (THREE + "TF 2.x 的 `kBrushIntervalHours` 是另一个。\n", []),
        (THREE + "The header of Eigen has `kBrush` instead.\n", []),
        (f"- `{CONSTANTS}` has `kMostCards`\n- it is capped by `kBrushIntervalHours`\n", ["kBrushIntervalHours"]),
        ("- We card wool\n- it is capped by `kBrushIntervalHours`\n- and `kMostCards`\n", []),
    ],
)
def test_constants_of_a_document(said: str, found: list[str], index: Path) -> None:
    assert wrong(index, said) == found
    assert wrong(index, said, tree=False) == []


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("Set `tf_xla_card_early`, and `--tf_xla_card_late=false` by hand.", ["tf_xla_card_late"]),
        ("Set `tf_xla_card_early` and `--tf_xla_card_level=2` by hand.", []),
        ("Set `--tf_xla_card_late=false` by hand.", []),  # of which nothing else speaks
        ("Set `tf_xla_card_early`; TF 2.4 has `--tf_xla_card_late=false`.", []),
        ("Set `tf_xla_card_early`; there is no `--tf_xla_card_late`.", []),
        ("Set `tf_xla_card_early`; our fork adds `--tf_xla_card_late=false`.", []),
    ],
)
def test_flags_as_they_are_given(said: str, found: list[str], index: Path) -> None:
    document = said.replace("`tf_xla_card_early`", "`tf_xla_card_early`, `tf_xla_card_level`") + "\n"
    assert wrong(index, document if "card_early" in said else said + "\n") == found
    assert wrong(index, document, tree=False) == []


ROWS = """| name | size | place |
|---|---|---|
| most | 12 | carding.h:2 |
| bits | 8 | carding.h:3 |
| bytes | 256 | carding.h:4 |
| teeth | {teeth} | carding.h:5 |
| in a row | 5 | carding.h:6 |
| rows | 7 | carding.h:7 |
"""


def test_an_expression_contradicts_no_value(index: Path) -> None:
    assert wrong(index, ROWS.format(teeth=21)) == []
    assert wrong(index, ROWS.format(teeth=22)) == ["22"]


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("- `carding.h:5` – `kLeastTeeth` is 21, `carding.h:2` – `kMostCards` is 12", []),
        ("- carding.h:5 - `kLeastTeeth` is 21, carding.h:2 - `kMostCards` is 12", []),
        ("- `braid_op.cc:6` – `BraidOp` braids, `braid_op.cc:25` – `BraidStrands` runs", []),
        ("- `BraidStrands` (`braid_op.cc:6`) – it runs, `braid_op.cc:25` – `BraidStrands`", ["braid_op.cc:6"]),
    ],
)
def test_places_that_a_dash_joins_to_names(said: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"{said}\n") == found


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("It takes `LoomDrum` from `BraidOp` (`carding.h` only declares `CardingDrum`).", []),
        ("It is derived from `BraidOp`\n(`carding.h` only declares `CardingDrum`).", []),
        ("The class `BraidOp` (`carding.h`) is declared there.", ["carding.h"]),
        ("The class `BraidOp` (`carding.h`) declares `Compute`.", ["carding.h"]),
        ("Then there is the class `BraidOp`\n(`carding.h`) declares `Compute` there.", ["carding.h"]),
    ],
)
def test_brackets_that_say_what_else_a_file_has(said: str, found: list[str], index: Path) -> None:
    assert [one for one in wrong(index, f"{said}\n") if one.endswith(".h")] == found


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("`untangle`: is there a default `knots=True`?\nNot here.", []),
        ("`untangle`: is there really no default? It has the default `knots=True`.", ["knots=True"]),
        ("`untangle` has the default `knots=True`.", ["knots=True"]),
    ],
)
def test_questions_about_parameters(said: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"{said}\n") == found
