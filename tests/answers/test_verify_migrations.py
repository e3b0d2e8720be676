"""What guides, reviews and plans say of other releases and of their authors' own, and what they cite of this one."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong, wrong_of

from tfexplore.index.store import Index

SHUTTLE = "tensorflow/core/kernels/shuttle_ops.cc"
TEXTS = {
    SHUTTLE: """// Shuttles.


Status SetUp(Options* options) {
  options = new Options;
  options->least_threads = 4;
  options->most_threads = 8;


  options->may_throw = false;


  options->may_catch = true;

  other->colour = 3;
  ThrowAll(options);



  return Status::OK();
}
""",
    "tensorflow/core/kernels/shuttle_ops.h": "// Shuttles.\n" * 30 + "Status SetUp(Options* options);\n",
    "tensorflow/core/kernels/sorts.cc": "".join(
        f"using cub::DeviceRadix{kind};\nDeviceRadix{kind} {kind.lower()};\n"
        for kind in ("Sorting", "Merging", "Folding")
    ),
}


@pytest.mark.parametrize(
    "text",
    [
        "`BraidOpp` is gone.",
        "`BraidOpp` and the four others are gone without replacement.",
        "`BraidOpp` was split in three: `BraidOp` and more.",
        "The classes — `KnotterX`, `BraidOpp` and so on — were replaced by `Knotter`.",
        "Don't go looking for `BraidOpp` or `KnotterX`, which 1.14 had.",
        "`braid_opp.cc` was split in three.",
        "- `core/kernels/braid_opp.h` → renamed long ago, it's `braid.h`.",
        "在 `BraidOp` 旁边加了 `WarpFeederOp`。",
        "Write `WarpFeederOp` (float, CPU) in `mine/braid.cc`.",
        "| old (1.14) | new (1.15) |\n|---|---|\n| core/lib/braid.h | core/kernels/braid.h |\n",
        "# Why it differs: compared with OpenCV\n\nThat is `BraidOp` then.",
    ],
)
def test_what_is_no_more_or_not_theirs(text: str, index: Path) -> None:
    assert wrong(index, text + "\n") == []


@pytest.mark.parametrize(
    "text",
    [
        "`BraidOpp` calls `KnotterY`, which is gone.",
        "| old (1.15) | new (1.16) |\n|---|---|\n| core/kernels/braidd.h | core/kernels/b.h |",
        "# Why it differs: compared with OpenCV\n\nThe kernel's class `BraidOpp` does that.",
        "在 `BraidOp` 里调用了 `WarpFeederOp`。",
        "You write to `WarpFeederOp` in `braid_op.cc`.",
    ],
)
def test_what_is_claimed_of_this_one(text: str, index: Path) -> None:
    assert wrong(index, text + "\n")


def test_lines_of_a_file_of_another_ending(index: Path) -> None:
    text = (
        "`SetUp` is declared in shuttle_ops.h:31. The last statement is `ThrowAll(options);`, line %d in the `.cc`.\n"
    )
    assert wrong(index, text % 15) == []
    assert wrong(index, text % 5) == ["line 5"]


def test_a_line_in_an_assignment_to_something_else(index: Path) -> None:
    text = "`least_threads` is 4 by default, see `kernels/shuttle_ops.cc:%d`.\n"
    assert wrong(index, text % 6) == []
    assert wrong(index, text % 13) == ["kernels/shuttle_ops.cc:13"]


def test_a_line_without_the_word_that_its_file_has_once(index: Path) -> None:
    text = "`ThrowAll` does it (kernels/shuttle_ops.cc:%d).\n"
    assert wrong(index, text % 15) == []
    assert wrong(index, text % 5) == ["kernels/shuttle_ops.cc:5"]


def test_lines_that_go_on(index: Path) -> None:
    text = "It is set by `options->may_catch = true;` (kernels/shuttle_ops.cc:%s), among others.\n"
    assert wrong(index, text % "13") == []
    assert wrong(index, text % "6 ff.") == []
    assert wrong(index, text % "6") == ["kernels/shuttle_ops.cc:6"]


def test_a_block_behind_the_line_of_a_name(index: Path) -> None:
    code = "```cpp\nvoid BraidStrands(const Tensor& strands, int times) {\n  for (int i = 0; i < times; ++i) {\n```\n"
    text = "It is looked up by name in `SetUp` (kernels/shuttle_ops.cc, line %d):\n\n"
    assert wrong(index, text % 4 + code) == []
    assert len(wrong(index, "From `kernels/shuttle_ops.cc`:\n\n" + code)) == 1


PLAN = (
    "# RFC: a faster braid\n\n| Status | Proposed |\n|---|---|\n| Author | Ada |\n\n"
    "We propose a new class `FastBraid` in `kernels/fast_braid.cc`.\n\n%s\n"
)


@pytest.mark.parametrize(
    ("right", "other"),
    [
        (
            "`BraidOp` (kernels/braid_op.cc:6) is what there is.",
            "`BraidOp` (kernels/braid_op_impl.cc:6) is what there is.",
        ),
        ("It is like `LoosenStrands` then.", "It is like `LoosenStarnds` then."),
    ],
)
def test_what_a_plan_says_of_what_there_is(right: str, other: str, index: Path) -> None:
    assert wrong(index, PLAN % right) == []
    assert len(wrong(index, PLAN % other)) == 1


def test_a_path_at_the_head_of_a_block(index: Path) -> None:
    code = "```cpp\n// core/kernels/%s:26\nvoid BraidStrands(const Tensor& strands, int times) {\n%s}\n```\n"
    body = "  for (int i = 0; i < times; ++i) {\n    CrossStrands(strands, i);\n  }\n\n\n  Tighten(strands);\n"
    assert wrong(index, PLAN % code % ("braid_op.cc", body)) == []
    assert len(wrong(index, PLAN % code % ("braid_op_util.cc", body))) == 1


def test_words_of_tokens_that_the_tree_has(index: Path) -> None:
    text = "`DeviceRadix%s`, `DeviceRadix%s` and `DeviceRadix%s` are used. The work is hidden in `RadixWinderOp`.\n"
    assert wrong(index, text % ("Sorting", "Merging", "Folding")) == ["RadixWinderOp"]
    assert wrong(index, text % ("Winding", "Weaving", "Feeding")) == []  # an author's own


def test_the_registration_of_another_op(shipped: Index) -> None:
    assert wrong_of(shipped, "`AddN` has the same passage (core/ops/math_ops.cc:129).") == ["core/ops/math_ops.cc:129"]
    assert wrong_of(shipped, "`AddN` has the same passage (core/ops/math_ops.cc:34).") == []
    text = "第二句:`Pack` 的形状函数在这里;`AddN` 有同样的一段(core/ops/math_ops.cc:%d)。"
    assert wrong_of(shipped, text % 129) == ["core/ops/math_ops.cc:129"]
    assert wrong_of(shipped, text % 27) == []


def test_a_row_with_the_statement_that_registers(shipped: Index) -> None:
    statement = '`REGISTER_OP("LeakyRelu")`, `alpha: 0.2`'
    row = f"| file | line | what |\n|---|---|---|\n| `core/ops/nn_ops.cc` | [L%d](nn_ops.cc#L%d) | {statement} |\n"
    assert wrong_of(shipped, row % (1079, 1079)) == []
    assert len(wrong_of(shipped, row % (1094, 1094))) == 1
