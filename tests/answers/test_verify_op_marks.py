"""Marks of registrations, lists of ops that are not differentiable, and what rows and lists say of ops' attrs."""

from __future__ import annotations

import pytest
from answers.claimed import wrong_of

from tfexplore.index import ops
from tfexplore.index.store import Index

SUPPRESSION = "| `CombinedNonMaxSuppression` | `pad_per_class` (false), `clip_boxes` (false) |"
LISTED = "`Const` (319), `ZerosLike` (444), `OnesLike` (445), `StopGradient` (665), `Shape` (716) and `{}`."


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Note that `ScatterAdd` is the only one of them registered with `.SetIsCommutative()`.", ["SetIsCommutative"]),
        ("Note that `AddV2` is registered with `.SetIsCommutative()`.", []),
        ("Like another, `MapDataset` is marked with `.SetIsStateful()` for folding.", ["SetIsStateful"]),
        ("Like another, `RandomUniform` is marked with `.SetIsStateful()` for folding.", []),
        ("`QueueEnqueueV2` is marked with `.SetIsStateful()`.", []),  # it is so by its resource
        ("If `MapDataset` is marked with `.SetIsStateful()`, it is not folded.", []),
        ("We mark it: `MapDataset` should be, and is marked with `.SetIsStateful()`.", []),
        ("`MapDataset` 注册时调用了 `SetIsStateful()`。", ["SetIsStateful"]),
        # What is declared not differentiable.
        ("There is `ops.NotDifferentiable('NonMaxSuppressionV3')`.", ["NonMaxSuppressionV3"]),
        ("There is `ops.NotDifferentiable('NonMaxSuppressionV2')`.", []),
        ("There is no `ops.NotDifferentiable('NonMaxSuppressionV3')`.", []),
        (f"## Ops declared not differentiable\n\n{LISTED.format('Unique')}", ["Unique"]),
        (f"## Ops declared not differentiable\n\n{LISTED.format('Rank')}", []),
        (f"## Ops of shapes\n\n{LISTED.format('Unique')}", []),
        ("## Ops declared not differentiable\n\n`Unique`, `Where`, `Const` and `Reshape`.", []),
        # Attrs.
        ("`use_locking` defaults: `ScatterNdAdd` and `ScatterNdSub` false, `ScatterNdUpdate` false.",
         ["ScatterNdUpdate"]),
        ("`use_locking` defaults: `ScatterNdAdd` and `ScatterNdSub` false, `ScatterNdUpdate` true.", []),
        ("`GatherV2` (array_ops.cc:1385) keeps `validate_indices`.", ["validate_indices"]),
        ("`Gather` (array_ops.cc:1365) keeps `validate_indices`.", []),
        (f"| op | attrs (default) |\n|---|---|\n{SUPPRESSION}", ["clip_boxes"]),
        (f"| op | what we pass |\n|---|---|\n{SUPPRESSION}", []),
        ("| op | attr | allowed | default |\n|---|---|---|---|\n"
         "| `CropAndResizeGradBoxes` | `method` | `{'bilinear', 'nearest'}` | `'bilinear'` |", ["nearest"]),
        ("| op | attr | allowed | default |\n|---|---|---|---|\n"
         "| `CropAndResizeGradImage` | `method` | `{'bilinear', 'nearest'}` | `'bilinear'` |", []),
        # Devices and types.
        ("`ParallelMapDataset` is registered twice in that file, for `DEVICE_CPU` and for `DEVICE_GPU`.",
         ["DEVICE_GPU"]),
        ("`Relu` is registered twice in relu_op.cc, for `DEVICE_CPU` and for `DEVICE_GPU`.", []),
        ("`ParallelMapDataset` is in a file of its own, for `DEVICE_CPU` and for `DEVICE_GPU`.", []),
        ("One op, `GatherNd`:\n\n- **GPU**: bool, int32, half and float (lines 118–122);", ["bool"]),
        ("One op, `GatherNd`:\n\n- **GPU**: int32, half and float (lines 118–122);", []),
        ("## ResizeBilinear\n\n- **GPU types**: half, float and double.", ["half"]),
        ("## ResizeBilinear\n\n- **GPU types**: float and double.", []),
        ("| op | CPU | GPU |\n|---|---|---|\n| `ScatterNd` | number types, tstring | int32, int64, half |", ["int64"]),
        ("| op | CPU | GPU |\n|---|---|---|\n| `ScatterNd` | number types, tstring | int32, half |", []),
        ("| op | CPU | GPU, `Tindices` |\n|---|---|---|\n| `ScatterNd` | number types | int32, int64 (Tindices) |", []),
        ("A shape function is any callable `Status(shape_inference::InferenceContext*)`.", []),
    ],
)  # fmt: skip
def test_what_registrations_say(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, f"# Notes\n\n{text}\n") == found


def test_the_shape_function_of_the_op_at_a_line(shipped: Index) -> None:
    (op,) = ops.named(shipped, ["Conv2D"])
    text = f"It is in `{op.location.path}`, line {op.location.line}, and is registered with `.SetShapeFn({{}})`."
    assert wrong_of(shipped, text.format("shape_inference::Conv2DShape")) == ["shape_inference::Conv2DShape"]
    assert wrong_of(shipped, text.format("shape_inference::Conv2DShapeWithExplicitPadding")) == []
    elsewhere = text.replace(f"line {op.location.line}", f"line {op.location.line + 5}")
    assert wrong_of(shipped, elsewhere.format("shape_inference::Conv2DShape")) == []
