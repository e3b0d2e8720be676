"""Severities with which code is said to log, and what a function is said to assign."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong, wrong_of

from tfexplore.index.store import Index

TEXTS = {
    "tensorflow/core/kernels/quill_op.cc": """void WindQuill(int turns) {
  if (turns > kMost) {
    LOG(WARNING) << "Too many turns: " << turns;
  }
  VLOG(2) << "Winding";
  turns_left = kMostTurns;
}
void DropQuill() {
  LOG(ERROR) << "Dropped";
  turns_left = 0;
}
""",
    "tensorflow/python/ops/quill_grad.py": """def _QuillGrad(op, grad):
  allowed_types = [dtypes.float32, dtypes.half]
  return grad


def _DropGrad(op, grad):
  allowed_types = [dtypes.float32]
  kinds = [
      dtypes.half]
  return grad
""",
}


@pytest.mark.parametrize(
    ("said", "right", "other"),
    [
        ("`WindQuill` says so with `{}`.\n", "LOG(WARNING)", "LOG(ERROR)"),
        ("`WindQuill`。转得太多时只打 `{}`。\n", "LOG(WARNING)", "LOG(FATAL)"),
        ("In `quill_op.cc` there is a `{}` as well.\n", "VLOG(2)", "VLOG(1)"),
        ("`_QuillGrad` begins with `allowed_types = [{}]`.\n", "dtypes.float32, dtypes.half", "dtypes.float32"),
        ("`DropQuill` has `turns_left = {};` at its end.\n", "0", "kMostTurns"),
    ],
)
def test_what_a_function_has(said: str, right: str, other: str, index: Path) -> None:
    assert wrong(index, said.format(right)) == []
    assert len(wrong(index, said.format(other))) == 1


@pytest.mark.parametrize(
    "said",
    [
        "`WindQuill` has no `LOG(ERROR)`.\n",
        "Our `WindQuill` says so with `LOG(ERROR)`.\n",
        "`WindQuill` should say so with `LOG(ERROR)`.\n",
        "If `allowed_types = [dtypes.half]` stood in `_QuillGrad`, it would be another.\n",
        "Unlike `_QuillGrad`, ours has `allowed_types = [dtypes.half]`.\n",
        "`_QuillGrad` has `allowed_types = [dtypes.float32, ...]`.\n",
        # What goes on in the next line, and a text that may be anybody's.
        "`_DropGrad` has `kinds = [dtypes.half]`.\n",
        '`WindQuill` prints "The quill was wound by somebody else" with `LOG(ERROR)`.\n',
    ],
)
def test_what_nobody_says(said: str, index: Path) -> None:
    assert wrong(index, said) == []


@pytest.mark.parametrize(
    ("said", "right", "other"),
    [
        # By the index alone: statements that log, and the registry.
        (
            '"Constructing a CustomOptimizationPass registration object for " is written by `{}`.\n',
            "VLOG(1)",
            "LOG(WARNING)",
        ),
        ("* `StringToHashBucketFast` is `StringToHashBucketOp<{}>`\n", "Fingerprint64", "Hash64"),
    ],
)
def test_by_the_index(said: str, right: str, other: str, shipped: Index) -> None:
    assert wrong_of(shipped, said.format(right)) == []
    assert len(wrong_of(shipped, said.format(other))) == 1


def test_arguments_that_may_be_any(shipped: Index) -> None:
    assert (
        wrong_of(shipped, "* `Bincount` is `BincountOp<Device, T>`\n* `Bincount` is `BincountOp<CPUDevice, float>`\n")
        == []
    )
