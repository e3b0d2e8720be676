"""Places in tables: whose they are, the rows tell."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import KERNEL, line_of, wrong, wrong_of

from tfexplore.index.store import Index

ROWS = """| {heads} |
|---|---|---|
| `BraidStrands` | `class Knotter` | kernels/braid.h:7 |
| `Tighten` | `class SilkKnotter` | kernels/braid.h:18 |
| `BraidOp` | `class KnotRing` | kernels/braid.h:30 |
| `LoosenStrands` | `class ColdStrandKnotter` | kernels/braid.h:{line} |
"""


@pytest.mark.parametrize("heads", ["called by | class | defined at", "谁用 | 类 | 定义处", "a | b | c"])
@pytest.mark.parametrize("tree", [True, False])
def test_places_of_another_column(heads: str, tree: bool, index: Path) -> None:
    assert wrong(index, ROWS.format(heads=heads, line=53), tree) == []
    assert wrong(index, ROWS.format(heads=heads, line=12), tree) == ["kernels/braid.h:12"]


def test_the_cell_before_a_place(index: Path) -> None:
    row = "| a | b | c |\n|---|---|---|\n| `BraidStrands` | `class Knotter` | kernels/braid.h:{} |\n"
    assert wrong(index, row.format(7)) == []
    assert wrong(index, row.format(53)) == ["kernels/braid.h:53"]


PLACES = """| name | what | made at | used at |
|---|---|---|---|
| `Knotter` | it knots | kernels/braid.h:7 | kernels/braid_op.cc:12 |
| `SilkKnotter` | of silk | kernels/braid.h:18 | kernels/braid_op.cc:13 |
| `KnotRing` | a ring | kernels/braid.h:30 | kernels/braid_op.cc:14 |
| `ColdStrandKnotter` | of cold ones | kernels/braid.h:{line} | kernels/braid_op.cc:17 |
"""


def test_rows_with_two_places(index: Path) -> None:
    assert wrong(index, PLACES.format(line=53)) == []
    assert wrong(index, PLACES.format(line=12)) == ["kernels/braid.h:12"]
    # Of three rows two are too few to tell, and in the row itself another name may be there.
    three = "\n".join(line for line in PLACES.format(line=12).split("\n") if "`Knotter`" not in line)
    assert wrong(index, three) == []
    assert wrong(index, PLACES.format(line=18).replace("of cold ones", "beside `SilkKnotter`")) == []


def test_tables_without_outer_pipes(index: Path) -> None:
    rows = [line.strip("| ") for line in ROWS.format(heads="a | b | c", line=12).split("\n")]
    rows[1] = "--- | --- | ---"
    assert wrong(index, "\n".join(rows)) == ["kernels/braid.h:12"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("**SilkKnotter** —— 丝的结，派生自 Knotter（kernels/braid.h:{}）。", []),
        ("- `SilkKnotter`: of silk, derived from `Knotter` (`kernels/braid.h:{}`)", []),
        ("`SilkKnotter` 的基类 `Knotter`（kernels/braid.h:{}）", []),
        ("- `SilkKnotter`: of silk, and `Knotter` (`kernels/braid.h:{}`)", ["kernels/braid.h:18"]),
    ],
)
def test_places_behind_a_base(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text.format(18), tree=False) == found
    assert wrong(index, text.format(7), tree=False) == []


def test_macros_of_a_class(shipped: Index) -> None:
    text = "`Conv2DCustomBackpropFilterOp` (`conv_grad_filter_ops.cc:{}`)"
    assert wrong_of(shipped, text.format(613)) == []
    assert wrong_of(shipped, text.format(300)) == ["conv_grad_filter_ops.cc:300"]


def test_a_cell_with_an_example(index: Path) -> None:
    line = line_of(KERNEL, "class BraidOp")
    row = "| {cell} | `StrandReader` inside functions |\n"
    for cell in (f"e.g. `braid_op.cc:{line}`", f"例如 `braid_op.cc:{line}`", f"for example, `braid_op.cc:{line}`"):
        document = "| macro | place | used by |\n|---|---|---|\n| `LOOM_MACRO` " + row.format(cell=cell)
        assert not [text for text in wrong(index, document) if "braid_op.cc" in text]
    document = "| place | what |\n|---|---|\n" + row.format(cell=f"`braid_op.cc:{line}`")
    assert wrong(index, document) == [f"braid_op.cc:{line}"]
