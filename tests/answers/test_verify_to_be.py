"""Parts of designs on what is to be, what people believe, and what rows, remarks and statements are of."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import HEADER, KERNEL, REEL, line_of, wrong, wrong_of

from tfexplore.index.store import Index

COMPUTE, TIGHTEN, LOOSEN, BRAID = (
    line_of(KERNEL, text) for text in ("  void Compute", "void Tighten", "void LoosenStrands", "void BraidStrands")
)

TEXTS = {
    "tensorflow/core/kernels/spools.cc": """// Spools.
Status SpoolAll(int most) {
  const int spools_at_most = 12;
  switch (most) {
    case 1:
      break;
    default:
      LOG(FATAL) << "Unsupported spool of that size";
  }
  Spool* spool = SpoolFactory_MakeLargest(most, strands);
  options_->strands_of_each_spool = 4;
  return Register("spool", new WarmSpoolRegistry());
}



void MutateSpools(Spools* all) {
  MaybeMutateEach(&spools);
  bool turned = flags->turn_every_spool;


  if (turned) Turn();
}
""",
    "tensorflow/python/ops/spooled.py": """class Spooled(object):

  def __init__(self, spools):
    self.spools = spools

  # The threshold of all spools.
  _DEAD_SPOOLS_THRESHOLD = 10

  def _extend_spools(self):
    autotuned = True
    return autotuned

  def _register_dead_spool(self, handle):
    pass
""",
}
SPOOLS = "core/kernels/spools.cc"
TOLD = "The function `TurnStrandKnots()` is called."


@pytest.mark.parametrize(
    ("headings", "found"),
    [
        (("# Design: warm looms", "## Today", "## What we propose"), False),
        (("# Design: warm looms", "## What we propose", "## Tests"), False),  # of what is proposed
        (("# Design: warm looms", "## What we propose", "## The existing looms"), True),
        (("# Design: warm looms", "## Today", "## Knots"), True),
        (("# Design: warm looms", "## Today", "## WarmLoomPlanner"), False),  # which the tree does not have
        (("# Warm looms", "## Today", "## WarmLoomPlanner"), True),
        (("# Warm looms", "## Proposed change", "### Code"), False),
        (("# Warm looms", "## Proposed change", "## Code"), True),
        (("# 设计文档：温暖的织机", "## 现状", "## 三、方案"), False),
        (("# 设计文档：温暖的织机", "## 三、方案", "## 现有实现"), True),
        (("# Design: warm looms", "## What we want", "## The looms"), True),
    ],
)
def test_where_a_design_goes_over_to_what_is_to_be(headings: tuple[str, str, str], found: bool, index: Path) -> None:
    title, first, second = headings
    notes = f"{title}\n\n{first}\n\n`LoosenStrands` is in `{KERNEL}`.\n\n{second}\n\n{TOLD}\n"
    assert wrong(index, notes) == (["TurnStrandKnots()"] if found else [])


def test_names_of_a_design_wherever_they_stand(index: Path) -> None:
    notes = f"# Design: looms\n\n{TOLD}\n\n## What we propose\n\nA `TurnStrandKnots()`.\n"
    assert wrong(index, notes) == []


def test_folders_of_a_design(index: Path) -> None:
    block = "```\ntensorflow/core/warm_looms/\n```\n"
    assert wrong(index, f"# Design: looms\n\n## What we propose\n\n{block}") == []
    assert wrong(index, f"# Looms\n\n## Folders\n\n{block}") == ["tensorflow/core/warm_looms/"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`Weave` gets a third attr, `slack_of_all: int = 0`, of ours.", []),
        ("The change has `TurnStrandKnots()`.", []),
        ("Follow the pattern `Tighten` has, so `TurnStrandKnots()`.", []),
        ("We move it to a header of its own, `core/kernels/knot_tests.h`.", []),
        ("It does not call `Unreel`: `core/kernels/braid_op.cc` has its own.", []),
        ("1.10 had it, in `core/kernels/warm_looms.h`.", []),
        ("It is in `core/kernels/warm_looms.h`.", ["core/kernels/warm_looms.h"]),
        ("我在作业里写了 `hw/looms.py`，其中 `class TurnedStrandKnots` 很短。", []),
    ],
)
def test_whose_things_are(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text + "\n") == found


@pytest.mark.parametrize(
    ("title", "answers", "found"),
    [
        ("# Looms", ("No. It is not.", "Neither.", "It isn't."), False),
        ("# Looms", ("Indeed.", "So it is.", "No."), True),
        ("# Things about looms that aren't so", ("Indeed.", "So it is.", "Yes."), False),
    ],
)
def test_beliefs_in_italics(title: str, answers: tuple[str, str, str], found: bool, index: Path) -> None:
    said = ("It turns.", "It calls `TurnStrandKnots()`, a function.", "It stands.")
    notes = "".join(f'*"{one}"* {answer}\n\n' for one, answer in zip(said, answers, strict=True))
    assert wrong(index, f"{title}\n\n{notes}") == (["TurnStrandKnots()"] if found else [])


def test_rows_with_several_lines_of_a_file(index: Path) -> None:
    said = "".join(
        f"- `{name}` (braid_op.cc:{line})\n"
        for name, line in (
            ("Tighten", TIGHTEN),
            ("LoosenStrands", LOOSEN),
            ("BraidOp::Compute", COMPUTE),
            ("BraidOp", 6),
        )
    )
    table = "| function | begins to | ends to |\n|---|---|---|\n| `BraidStrands` | braid_op.cc:{} |{}\n"
    one, other = BRAID + 2, BRAID + 5
    assert wrong(index, f"{said}\n{table.format(one, f' braid_op.cc:{other} |')}") == []
    assert wrong(index, f"{said}\n{table.format(one, ' – |')}") == [f"braid_op.cc:{one}"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f'The switch at line 4 of `{SPOOLS}` has `LOG(FATAL) << "Unsupported spool of that size"`.', []),
        (f"`MaybeMutateEach(&spools)` is called at `{SPOOLS}:18`.", []),
        (f"`MaybeMutateEach(&spools)` is called at `{SPOOLS}:6`.", [f"{SPOOLS}:6"]),
        (f'`"Unsupported spool of that size"` ({SPOOLS}:8)', []),
        (f'`"Unsupported spool of that size"` ({SPOOLS}:17)', [f"{SPOOLS}:17"]),
        (f"It depends on `flags->turn_every_spool`, see {SPOOLS}:22.", []),
        (f"In `{SPOOLS}` it is `Spool* spool = SpoolFactory_MakeLargest(most, strands);`.", []),
        (
            f"In `{SPOOLS}` it is `Spool* spool = SpoolFactory_MakeSmallest(most, strands);`.",
            ["Spool* spool = SpoolFactory_MakeSmallest(most, strands);"],
        ),
        (f"In `{SPOOLS}` it is `options_->strands_of_each_spool = 4;`.", []),
        (
            f"In `{SPOOLS}` it is `options_->strands_of_each_spool = 2;`.",
            ["options_->strands_of_each_spool = 2;"],
        ),
        (f"In `{SPOOLS}` one sets `options_->strands_of_each_spool = 2`.", []),  # as one would
        (
            f'In `{SPOOLS}` it is `Register("spool", new SpoolRegistry())`.',
            ['Register("spool", new SpoolRegistry())'],
        ),
        ("In `spooled.py` they are deleted in batches, `_DEAD_SPOOLS_THRESHOLD = 100`.", ["_DEAD_SPOOLS_THRESHOLD"]),
        ("`_extend_spools` (`spooled.py`) has the default `autotuned = True`.", []),
    ],
)
def test_statements(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text + "\n") == found


def test_methods_of_self(index: Path) -> None:
    begin = (("Tighten", TIGHTEN), ("LoosenStrands", LOOSEN), ("BraidOp::Compute", COMPUTE), ("BraidStrands", BRAID))
    said = "".join(f"- `{name}` (braid_op.cc:{line})\n" for name, line in begin)
    for line, found in ((9, []), (13, ["spooled.py:13"])):
        assert wrong(index, f"{said}\nIt calls `self._extend_spools()` (defined at spooled.py:{line}).\n") == found


def test_what_is_told_before_a_place(shipped: Index) -> None:
    told = "`Relu6Grad`, which the backward pass needs, is registered in `core/ops/{}_ops.cc`.\n"
    assert wrong_of(shipped, told.format("nn")) == []
    assert wrong_of(shipped, told.format("math")) == ["core/ops/math_ops.cc"]


def test_numbers_in_cells_in_brackets(index: Path) -> None:
    rows = f"| `Tighten` | ({TIGHTEN}) |\n| `LoosenStrands` | ({LOOSEN}) |\n| `BraidOp` | (6) |\n"
    table = f"In `{KERNEL}`:\n\n| name | line |\n|---|---|\n{rows}"
    assert wrong(index, f"{table}| `BraidStrands` | ({BRAID}) |\n") == []
    assert wrong(index, f"{table}| `BraidStrands` | ({COMPUTE}) |\n") == [f"({COMPUTE})"]


def test_what_a_file_is_about(index: Path) -> None:
    assert wrong(index, f"The `spools` rewrite does that (`{SPOOLS}:5`).\n") == []
    assert wrong(index, f"`{HEADER}` and `{REEL}`.\n") == []


@pytest.mark.parametrize(
    ("times", "short", "found"),
    [
        (2, "bo.cc", []),  # the first letters of its words
        (2, "braid.cc", ["braid.cc:34"]),  # which is a file by itself, and short
        (1, "bo.cc", ["bo.cc:34"]),  # as nobody would that has a short name for it
        (2, "bx.cc", ["bx.cc:34"]),
    ],
)
def test_short_names_that_nothing_announces(times: int, short: str, found: list[str], index: Path) -> None:
    notes = f"Read `{KERNEL}`.\n\n`Tighten` ({short}:{TIGHTEN}) is short.\n"
    if times > 1:
        notes += f"\n`LoosenStrands` ({short}:{LOOSEN}) is as well.\n"
    told = wrong(index, notes)
    assert told[:1] == found


def test_headings_that_people_say(index: Path) -> None:
    said = "`BraidOp` is in `core/lib/reel.cc`"
    assert wrong(index, f'### "{said}."\n\nIt is not.\n') == []
    assert wrong(index, f"### {said}\n\nIt is not.\n") == ["core/lib/reel.cc"]


@pytest.mark.parametrize(
    ("above", "found"),
    [("They are used by:", False), ("凡是用到它的地方：", False), ("They are defined as follows:", True)],
)
def test_lists_of_uses(above: str, found: bool, index: Path) -> None:
    begin = (("Tighten", TIGHTEN), ("LoosenStrands", LOOSEN), ("BraidOp::Compute", COMPUTE), ("BraidOp", 6))
    said = "".join(f"- `{name}` (braid_op.cc:{line})\n" for name, line in begin)
    off = f"braid_op.cc:{BRAID + 5}"
    assert wrong(index, f"{said}\n{above}\n\n- `BraidStrands` ({off})\n") == ([off] if found else [])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("# Review of a series (2 patches)\n\n## 1/2 core: TurnStrandKnots\n\n" + TOLD, False),
        ("# Review of a series (2 patches)\n\n## The base\n\n" + TOLD, True),
        ("The patch invents a fourth state `TurnStrandKnots()`, a function.", False),
        ("它改成 `TurnStrandKnots()`（新函数）。", False),
        ("仿照 `Tighten` 加 `TurnStrandKnots()`，这是函数。", False),
    ],
)
def test_reviews(text: str, found: bool, index: Path) -> None:
    assert wrong(index, text + "\n") == (["TurnStrandKnots()"] if found else [])


def test_numbers_behind_short_names(index: Path) -> None:
    h, cc = HEADER.rpartition("/")[2], KERNEL.rpartition("/")[2]
    ring = line_of(HEADER, "class KnotRing")
    right = f"- `Tighten` cc:{TIGHTEN}: short\n- `LoosenStrands` cc:{LOOSEN}: short\n- `KnotRing` h:{ring}: short\n"
    for line, found in ((line_of(HEADER, "class SilkKnotter"), []), (12, ["12"])):
        assert wrong(index, f"On `{cc}` and `{h}`.\n\n{right}- `SilkKnotter` h:{line}: of silk\n") == found
