"""What is said of an op's kernels as a whole, of names of SWIG, and of what kind of thing a name is."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong, wrong_of

from tfexplore.index.store import Index

PROTO, HEADER = "tensorflow/core/protobuf/pick.proto", "tensorflow/core/kernels/pick.h"
TEXTS = {
    PROTO: """syntax = "proto3";
message PickOptions {
  string pick_colour = 1;
  oneof kind {
    int32 pick_count = 2;
  }
  map<string, int32> pick_widths = 3;
}
enum PickMode {
  PICK_EVERY = 0;
}
""",
    HEADER: """class PickCounter {
 public:
  int CountPicks() const;
};
class ThrownPick : public PickCounter {
 public:
  void Throw();
};
""",
}
OPS, KERNELS = "tensorflow/core/ops/", "tensorflow/core/kernels/"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`ZerosLike` kernels have priority 2.", ["2"]),
        ("`ZerosLike` kernels have priority 0.", []),
        ("`ZerosLike` kernels have no priority 2.", []),
        ("The GPU kernel of `MatMul` has priority 1.", ["1"]),
        ("`MatMul` 的 GPU kernel 优先级为 2。", ["2"]),
        ("The GPU kernel of `MatMul` has the label `cudnn`.", ["cudnn"]),
        ("The GPU kernel of `MatMul` has the label `cublas`.", []),
        ("The CPU kernel of `MatMul` has the label `cublas`.", ["cublas"]),
        ("`MatMul`'s CPU kernel is labelled `eigen`.", []),
        ("The label of `MatMul`'s cuBLAS kernel is `cublaslt`.", ["cublaslt"]),
        ("`MatMul` 的 GPU kernel 带标签 `cudnn`。", ["cudnn"]),
        (f"The kernels of `BiasAdd` live in `{OPS}`.", [OPS]),
        (f"The kernels of `BiasAdd` live in `{KERNELS}`.", []),
        ("The kernel of `BiasAdd` is in `our/kernels`.", []),
        (f"`BiasAdd` 的 kernel 放在 `{OPS}` 下。", [OPS]),
        ("If `ZerosLike` kernels have priority 2, they win.", []),
    ],
)
def test_kernels(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, f"# Notes\n\n{text}\n") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`DebugString` is renamed to `debugstring`.", ["debugstring"]),
        ("`DebugString` is renamed to `debug_string`.", []),
        ("`DebugString` is not renamed to `debugstring`.", []),
        ("`py_checkpoint_reader.i` renames `HasTensor` to `contains_tensor`.", ["contains_tensor"]),
        ("`py_checkpoint_reader.i` renames `HasTensor` to `_HasTensor`.", []),
        ("`HasTensor` 在 Python 中叫 `contains_tensor`。", ["contains_tensor"]),
        ("`HasTensor` 在 Python 中叫 `has_tensor`。", []),  # which the interface file writes around it
        # What directives speak of.
        ("`tf_session.i` has `%unignore TF_SessionMakeCallable_wrapper`.", ["TF_SessionMakeCallable_wrapper"]),
        ("`tf_session.i` has `%unignore TF_SessionMakeCallable`.", []),
        ('`tf_session.i` has `%rename("TF_Run") tensorflow::TF_Run_wrapper`.', []),
        ("`tf_session.i` has no `%unignore TF_SessionMakeCallable_wrapper`.", []),
        ("Add `%unignore TF_SessionMakeAll_wrapper` to `tf_session.i`.", []),
    ],
)
def test_names_of_swig(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, f"# Notes\n\n{text}\n") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`OP_REQUIRES_OK` is a function.", ["function"]),
        ("`OP_REQUIRES_OK` is a C++ macro.", []),
        ("`OP_REQUIRES_OK` is not a function.", []),
        ("`OP_REQUIRES_OK` is like a function.", []),
        ("`DirectSession` is a macro.", ["macro"]),
        ("`DirectSession` is a class.", []),
        ("`TF_RETURN_IF_ERROR` 是一个函数。", ["函数"]),
        ("`TF_RETURN_IF_ERROR` 是一个宏。", []),
        ("`tf.concat` is a function.", []),
        # Marks that are denied.
        ("`AddN` does not call `SetIsAggregate()`.", ["SetIsAggregate"]),
        ("`Conv2D` does not call `SetIsAggregate()`.", []),
        ("`AddN` 没有 `SetIsAggregate()`。", ["SetIsAggregate"]),
        # Folders that no file lies in.
        ("See `tensorflow/core/kernels/nn/` for it.", ["tensorflow/core/kernels/nn/"]),
        ("See `tensorflow/core/kernels/data/` for it.", []),
        ("`GraphExecutionState` lives in `tensorflow/core/graph`.", ["GraphExecutionState"]),
        ("`GraphExecutionState` lives in `tensorflow/core/common_runtime`.", []),
    ],
)
def test_kinds_marks_and_folders(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, f"# Notes\n\n{text}\n") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`PickOptions` has the field `pick_colors`.", ["pick_colors"]),
        ("`PickOptions` has the fields `pick_colour`.", []),
        ("`PickOptions` has a field called `pick_count`.", []),
        ("`PickOptions` has the field `pick_widths`.", []),
        ("`PickOptions` has no field `pick_colors`.", []),
        ("`PickOptions` has the method `pick_colour`.", []),  # which is generated
        ("The field `pick_colors` of the message `PickOptions` is old.", ["pick_colors"]),
        ("`PickOptions` 的字段 `pick_colors` 没有用。", []),
        ("`PickOptions` 的字段 `pick_colors` 是字符串。", ["pick_colors"]),
        ("`PickMode` has the value `PICK_ALL`.", ["PICK_ALL"]),
        ("`PickMode` has the value `PICK_EVERY`.", []),
        ("`PickCounter` has the method `CountsPicks`.", ["CountsPicks"]),
        ("`PickCounter` has the method `CountPicks`.", []),
        ("`ThrownPick` has the method `CountPicks`.", []),
        ("`ThrownPick` 有方法 `ThrowAll`。", ["ThrowAll"]),
        ("Our `PickCounter` has the method `Throw`.", []),
        ("We would add to it: `PickCounter` has the method `ThrowAll`.", []),
    ],
)
def test_parts_that_nothing_has(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"# Notes\n\n{text}\n") == found
