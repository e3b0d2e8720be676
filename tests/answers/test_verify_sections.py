"""Lines that a section begins with, those of a sentence's things in turn, and whose line a place can be."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import KERNEL, line_of, wrong

TIGHTEN = line_of(KERNEL, "void Tighten")
BRAID = line_of(KERNEL, "void BraidStrands")
LOOSEN = line_of(KERNEL, "void LoosenStrands")


@pytest.mark.parametrize("heading", ["## 1.2 `Tighten`", "### 四、`Tighten()`：收紧", "## `Tighten` - knots"])
@pytest.mark.parametrize(
    "below",
    [
        "定义在 braid_op.cc:{}。它收紧",
        "Defined at `braid_op.cc:{}`. It tightens",
        "It is defined in braid_op.cc:{}.",
        "**Source:** `braid_op.cc:{}`",
        "- Location: `braid_op.cc:{}`",
        "> `braid_op.cc:{}`",
        "位置：braid_op.cc:{}",
        "位于 `braid_op.cc:{}`，",
        "See braid_op.cc:{}.",
    ],
)
def test_a_section_begins_with_its_place(heading: str, below: str, index: Path) -> None:
    assert wrong(index, f"{heading}\n\n{below.format(TIGHTEN)}\n") == []
    assert wrong(index, f"{heading}\n{below.format(11)}\n") == ["braid_op.cc:11"]


@pytest.mark.parametrize(
    "text",
    [
        "## Who calls `Tighten`\n\nSource: braid_op.cc:11",
        "## `Tighten` and `LoosenStrands`\n\nDefined at braid_op.cc:11.",
        "## `Tighten` 的参数\n\n位置: braid_op.cc:11",
        "## `Tighten`\n\nAt braid_op.cc:11 the input is taken.",
        "## `Tighten`\n\nSee braid_op.cc:11 for what braids them.",
        "## `Tighten`\n\nBefore it there is more.\n\nSource: braid_op.cc:11",
        "## `Tighten`\n\n`Compute` is defined at braid_op.cc:11.",
    ],
)
def test_what_a_section_may_begin_with(text: str, index: Path) -> None:
    assert wrong(index, text) == []


def test_a_heading_has_nothing_but_a_name_and_its_place(index: Path) -> None:
    heading = "See `" + KERNEL + "`.\n\n## 五、`Tighten` (:{})\n\nIt tightens.\n"
    assert wrong(index, heading.format(TIGHTEN)) == []
    called = line_of(KERNEL, "  Tighten(strands);\n}\n\nvoid Tighten")
    assert wrong(index, heading.format(called)) == []  # the line itself calls it
    assert wrong(index, heading.format(called - 1)) == [f":{called - 1}"]


def test_lines_of_several_things_in_turn(index: Path) -> None:
    text = "`BraidStrands` crosses, `Tighten` ends them (braid_op.cc:{} {} :{})."
    for sign in ("and", "与", "/", ","):
        assert wrong(index, text.format(BRAID, sign, TIGHTEN)) == []
    assert wrong(index, "`Tighten` ends them (braid_op.cc:11).") == ["braid_op.cc:11"]


def test_a_row_is_of_its_own_name(index: Path) -> None:
    rows = f"See `{KERNEL}`.\n\n| name | line |\n|---|---|\n| `BraidOp` | 6 |\n| `Tighten` | {{}} |\n"
    assert wrong(index, rows.format(TIGHTEN)) == []
    assert wrong(index, rows.format(11)) == ["11"]


def test_the_nearest_function_before_a_name_may_be_cited_behind_it(index: Path) -> None:
    text = "`BraidStrands` crosses them first. Then `{}` leads to `LoosenStrands` (braid_op.cc:{})."
    assert wrong(index, text.format("BraidStrands", BRAID + 1)) == []
    assert wrong(index, text.format("Tighten", BRAID + 1)) == [f"braid_op.cc:{BRAID + 1}"]


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("1. `Tighten` (braid_op.cc:{}) ends them and looks at", False),
        ("* It ends -> `Tighten` (braid_op.cc:{})", False),
        ("`Tighten` (braid_op.cc:{}) is called here", False),  # which it is not, on that line
        ("Then it calls `Tighten` (braid_op.cc:{}) and so on", False),
        ("`Compute` goes on. `CrossStrands` (braid_op.cc:{}) crosses them and looks at", True),  # of which nobody knows
    ],
)
def test_without_a_tree_a_sentence_begins_with_its_own_place(text: str, right: bool, index: Path) -> None:
    assert (wrong(index, text.format(14), tree=False) == []) is right
    assert wrong(index, text.format(TIGHTEN + 1), tree=False) == []
