"""What a document says of other releases, of what is planned, and of what is its author's, beside what is here."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import KERNEL, wrong, wrong_of

from tfexplore.index.store import Index

TABLE = "| file | 1.13.1 | 1.14.0 | 1.15.0 |\n|---|---|---|---|\n"


@pytest.mark.parametrize("cell", ["–", "no", "✗", "没有"])
def test_a_column_of_this_release(cell: str, index: Path) -> None:
    row = "| `kernels/braids_op.cc` | yes | yes | {} |\n"
    assert wrong(index, TABLE + row.format("yes")) == ["kernels/braids_op.cc"]
    assert wrong(index, TABLE + row.format(cell)) == []
    assert wrong(index, TABLE.replace("1.15.0", "2.0.0") + row.format(cell)) == ["kernels/braids_op.cc"]


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("`BraidOp` was at `braid_op.cc:29` in 1.13.1.", True),
        ("`BraidOp` is at `braid_op.cc:29` in 1.15.0.", False),
        ("`BraidOp` is at `braid_op.cc:29` in 1.13.", True),
        ("`BraidOp` is at `braid_op.cc:29` in 12 builds.", False),
    ],
)
def test_a_line_of_another_release(text: str, right: bool, index: Path) -> None:
    assert (wrong(index, f"{text}\n") == []) is right


@pytest.mark.parametrize(("head", "right"), [("was (1.14)", True), ("was", False), ("1.15", False), ("in 1.14", True)])
def test_what_was_in_a_file_of_another_release(head: str, right: bool, index: Path) -> None:
    rows = f"| {head} | is (1.15) |\n|---|---|\n| `BraidOp` in `kernels/weft_op.cc` | `kernels/braid_op.cc` |\n"
    assert wrong(index, rows) == ([] if right else ["kernels/weft_op.cc"])
    rows = rows.replace("in `kernels/weft_op.cc`", "in `kernels/braid_op.cc` (:3)")
    assert wrong(index, rows) == ([] if right else [":3"])


def test_what_breaks_from_a_release_on(index: Path) -> None:
    text = "`from tensorflow.python.ops import strandz` {}.\n"
    assert wrong(index, text.format("is needed")) == ["strandz"]
    assert wrong(index, text.format("breaks from 1.14 on")) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It has `BraidOpKernel`.", ["BraidOpKernel"]),
        ("Later TF (2.5+) has `BraidOpKernel`.", []),
        ("Later TF (2.5+) has `Tighten` and `BraidOpKernel`.", []),
        ("We'd add `lib/knot_pool.cc` next to it, with a class `BraidOpKernel`.", []),
        ("It has a class `BraidOpKernel` (name not final).", []),
        ("Ann's idea: a `BraidOpKernel`, derived from `BraidOp`.", []),
        ("She wants to replace `BraidOp` (braid_op.cc) by a `BraidOpKernel`.", []),
        ("`BraidOp` is replaced by `BraidOpKernel`.", ["BraidOpKernel"]),
        ("**题**：设计一个 `BraidOpKernel`。", []),
        ("It uses one `BraidOpKernel`.", ["BraidOpKernel"]),
    ],
)
def test_what_is_yet_to_be(text: str, found: list[str], index: Path) -> None:
    assert [one for one in wrong(index, f"{text}\n") if "/" not in one] == found


def test_a_prefix_of_ones_own(index: Path) -> None:
    text = "So `lib/hx_braid.cc` has `tensorflow::HxBraidOp`, and `{}`.\n"
    assert wrong(index, text.format("HxKnotKernelOp")) == []
    assert "tensorflow::HxBraidOp" in wrong(index, text.format("Tighten"))


def test_a_file_of_another_repository(index: Path) -> None:
    text = "- Knots: `tensorflow/core/kernels/knot_device.cc`{}\n"
    assert wrong(index, text.format("")) == ["tensorflow/core/kernels/knot_device.cc"]
    assert wrong(index, text.format(" (only in knots/tensorflow-knots)")) == []


def test_words_to_look_for(shipped: Index) -> None:
    assert wrong_of(shipped, "Then grep for `GpuDevice::ComputeHelper` in it.") == []
    assert wrong_of(shipped, "Then see `GpuDevice::ComputeHelper` in it.") == ["GpuDevice::ComputeHelper"]


def test_the_name_of_a_message(index: Path) -> None:
    """A message of the tree may call a member otherwise than its class is called: its text has it."""
    assert wrong(index, "It logs `Braid::Wound`.\n") == ["Braid::Wound"]
    assert wrong(index, "It logs `Braid::Winding`.\n") == []


TEXTS = {
    "tensorflow/core/lib/winding.cc": """void Wind(int times) {
  VLOG(1) << "Braid::Winding " << times;
}
""",
    "tensorflow/core/lib/config.cc": """bool IsOn(const Options& cfg_) {
  return cfg_.tight_braids() && cfg_.loose_ends();
}
""",
}


def test_what_is_called_on_a_field(index: Path) -> None:
    assert wrong(index, "It asks `cfg_.tight_braids()` first.\n") == []
    assert wrong(index, "It asks `cfg_.set_tight_braids()` first.\n") == []  # generated for the field
    assert wrong(index, "It asks `cfg_.tight_threads()` first.\n") == ["cfg_.tight_threads()"]


def test_the_second_hunk_of_a_diff(index: Path) -> None:
    head = f"```diff\n--- a/{KERNEL}\n+++ b/{KERNEL}\n@@ -1 +1 @@\n+// ours\n```\n\nAnd then, further down:\n\n"
    hunk = (
        "```diff\n@@ -25,9 +25,10 @@ class BraidOp\n void BraidStrands(const Tensor& strands, int times) {\n"
        "   for (int i = 0; i < times; ++i) {\n     CrossStrands(strands, i);\n   }\n"
        "+  Ours(strands);\n \n \n   Tighten(%s);\n }\n```\n"
    )
    assert wrong(index, head + hunk % "strands") == []
    assert len(wrong(index, head + hunk % "times")) == 1


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("The trace ends\n\nfrom `BraidOp`, braid_op.cc:14.", True),
        ("The trace ends\n\nbehind `BraidOp`, braid_op.cc:14.", False),
    ],
)
def test_where_something_comes_from(text: str, right: bool, index: Path) -> None:
    others = (
        "`BraidStrands` (braid_op.cc:25), `Tighten` (braid_op.cc:34), `LoosenStrands` (braid_op.cc:38),"
        " `BraidOp` (braid_op.cc:6).\n\n"
    )
    assert ("braid_op.cc:14" not in wrong(index, f"{others}{text}\n")) is right


def test_several_that_do_something_at_a_place(index: Path) -> None:
    text = "It is done in `kernels/braid_op.cc:26`, where `LoosenStrands` {} it.\n"
    assert wrong(index, text.format("and `Tighten` do")) == []


def test_what_a_macro_stands_for(shipped: Index) -> None:
    text = "`{}` is `Conv2DCustomBackpropInputOp`, see conv_grad_input_ops.cc:744."
    assert wrong_of(shipped, text.format("DEFAULT_CPU_OP")) == []


def test_a_call_may_be_anywhere(shipped: Index) -> None:
    # The function is called on line 1569, and nowhere near line 1500.
    text = "It returns `{}` (array_ops.cc:{})."
    assert wrong_of(shipped, text.format("SetOutputShapeForReshape(c)", 1500)) == []
    assert wrong_of(shipped, text.format("SetOutputShapeForReshape", 1569)) == []
    assert wrong_of(shipped, text.format("SetOutputShapeForReshape", 1500)) == ["array_ops.cc:1500"]


def test_lines_that_end_before_they_begin(index: Path) -> None:
    assert wrong(index, "See `BraidOp` (braid_op.cc:9-6).\n") == ["braid_op.cc:9-6"]
    assert wrong(index, "See `BraidOp` (braid_op.cc:6-19).\n") == []


def test_folders_that_are_said_to_be_ours(index: Path) -> None:
    text = "Everything under `tensorflow/knots/` and every `Knot` {}.\n"
    assert wrong(index, text.format("is ours")) == []
    assert wrong(index, text.format("is fast")) == ["tensorflow/knots/"]


def test_an_escaped_underscore_in_a_file(index: Path) -> None:
    assert wrong(index, "See `BraidOp`, kernels/braid\\_op.cc:6.\n") == []
    assert wrong(index, "See `BraidOp`, kernels/briad\\_op.cc:6.\n") == ["kernels/briad\\_op.cc:6"]
    assert wrong(index, "See tensorflow\\core\\kernels\\briad\\_op.cc.\n") == []
