"""What ops and kernels are said to have, or not to have, in plain words; the registry of the release tells."""

from __future__ import annotations

import pytest
from answers.claimed import wrong_of

from tfexplore.index.store import Index


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`component_types` of `PriorityQueueV2` has no default.", ["has no default"]),
        ("`PriorityQueueV2` 的 `component_types` 没有缺省值。", ["没有缺省值"]),
        ("`PriorityQueueV2`: `component_types` 没有默认值而 `shapes` 默认为空表。", ["没有默认值", "默认为空表"]),
        ("`component_types` of `FIFOQueueV2` has no default.", []),
        ("`component_types` of our `PriorityQueueV2` has no default.", []),
        ("`shapes` of `PriorityQueueV2` defaults to the empty list.", ["defaults to the empty list"]),
        ("`shapes` of `FIFOQueueV2` defaults to the empty list.", []),
        ("`container` of `FIFOQueueV2` defaults to the empty string.", []),
        ("`Mfcc` has `dct_coefficient_count` equal to 20.", ["20"]),
        ("`Mfcc` has `dct_coefficient_count` equal to 13.", []),
        # Of two ops it is said of neither for sure.
        ("`PriorityQueueV2` is like `FIFOQueueV2`: `component_types` has no default.", []),
    ],
)
def test_defaults(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, f"# Notes\n\n{text}\n") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`ApplyCenteredRMSProp` has no `mom`.", ["mom"]),
        ("`ApplyCenteredRMSProp` has the slots `mg` and `ms` only, without `mom`.", ["mom"]),
        ("`ApplyCenteredRMSProp` has `mg` and `ms`, but not `mom`.", ["mom"]),
        ("`Conv2D` 没有属性 `padding`。", ["padding"]),
        ("`ApplyRMSProp` has no `mg`.", []),
        ("`ApplyRMSProp` has the slots `ms` and `mom`, but not `mg`.", []),
        ("`Conv2D` has no attr `use_bias`.", []),
        ("`Conv2D` has no `padding` default.", []),  # another denial
        ("`Conv2D` has no input `padding`.", []),  # it is an attr
        ("In Keras `Conv2D` has no `padding`.", []),
    ],
)
def test_denied_parts(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, f"# Notes\n\n{text}\n") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`AddV2` is marked with `SetIsCommutative()` but not with `SetIsAggregate()`.", ["SetIsAggregate"]),
        ("`AddV2` 带 `SetIsCommutative()` 标记而没有 `SetIsAggregate()` 标记。", ["SetIsAggregate"]),
        ("`Mul` is marked with `SetIsCommutative()` but not with `SetIsAggregate()`.", []),
        ("`Ta` and `Tb` of `SparseMatMul` are limited to `{float, double}`.", ["double"]),
        ("`SparseMatMul` 的 `Ta` 和 `Tb` 只许取 `{float, bfloat16}`。", []),
        ("The output of `DynamicStitch` and `ParallelDynamicStitch` is called `output`.", ["output"]),
        ("`DynamicStitch` 和 `ParallelDynamicStitch` 的输出都叫 `output`。", ["output"]),
        ("The outputs of `DynamicStitch` and `ParallelDynamicStitch` are both called `merged`.", []),
        ("`IteratorGetNext` is registered for the CPU with `Priority(3)`.", ["3"]),
        ("`IteratorGetNext` 的 CPU 注册带 `Priority(2)`,GPU 的带 `Priority(3)`。", ["3"]),
        ("`IteratorGetNext` 的 CPU 注册带 `Priority(2)`,GPU 的带 `Priority(1)`。", []),
        ("The CPU class of `LogSoftmax` is `LogSoftmaxOp<CPUDevice, T>`.", ["LogSoftmaxOp<CPUDevice, T>"]),
        ("`LogSoftmax` is implemented by our own `LogSoftmaxOp`.", []),
        ("The CPU class of `LogSoftmax` is `SoftmaxOp<CPUDevice, T>`.", []),
        ("`StringToHashBucket`, the old one, is bound to `StringToHashBucketOp`.", ["StringToHashBucketOp"]),
        ("`StringToHashBucket`, the old one, is bound to `LegacyStringToHashBucketOp`.", []),
        ("| Op | Devices |\n|---|---|\n| `Bitcast` | CPU only |", ["CPU only"]),
        ("| Op | Devices |\n|---|---|\n| `MaxPoolGradGradWithArgmax` | CPU 与 GPU |", ["CPU"]),
        ("| Op | Devices |\n|---|---|\n| `Bitcast` | GPU, CPU |", []),
        # A row is of one registration of several.
        ("| Op | Devices |\n|---|---|\n| `Bitcast` | CPU only |\n| `Bitcast` | GPU only |", []),
    ],
)
def test_registrations(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, f"# Notes\n\n{text}\n") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("- Op: `Conv2D`\n- Gradient: `_MaxPoolGrad`", ["_MaxPoolGrad"]),
        ("- Op: `Conv2D`\n- Kernel class: `MaxPoolingOp`\n- Stateful: yes", ["MaxPoolingOp", "yes"]),
        ("- Op: `Conv2D`\n- Gradient: `_Conv2DGrad`\n- Kernel class: `Conv2DOp`\n- Stateful: no", []),
        ("| Property | Value |\n|---|---|\n| Op | `Conv2D` |\n| Kernel class | `MaxPoolingOp` |", ["MaxPoolingOp"]),
        ("## `Conv2D`\n\n**Gradient:** `_MaxPoolGrad`", ["_MaxPoolGrad"]),
        ("## `Conv2D`\n\n**Kernel:** `Conv2DOp<CPUDevice, float>`", []),
        ("- Op: `Conv2D`\n- Our gradient: `_MaxPoolGrad`", []),
        ("- Op: `Conv2D`\n- Op: `MaxPool`\n- Gradient: `_MaxPoolGrad`", []),  # of two
        ("- Op: `Conv2D` of our device\n- Gradient: `_MaxPoolGrad`", []),
    ],
)
def test_sheets(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, f"# Notes\n\n{text}\n") == found


@pytest.mark.parametrize(
    "text",
    [
        "An op called `CTCLossV2`, with a cuDNN kernel, belongs to later 2.x releases.",
        "### 3. `CTCLossV2`\n\nThe op `CTCLossV2` came with newer releases.",
        '| # | Claim | Finding |\n|---|---|---|\n| 3 | "There is `CTCLossV2` in the op list" | Not in 1.15.0 |',
        '| Claim | Finding |\n|---|---|\n| "There is `CTCLossV2`" | No. There is `CTCLoss` alone. |',
        "`CTCLossV2` 是 2.x 的版本。",
    ],
)
def test_names_of_later_releases(text: str, shipped: Index) -> None:
    assert wrong_of(shipped, f"# Notes\n\n{text}\n") == []


def test_an_unknown_op_beside_its_release(shipped: Index) -> None:
    """A table's cell about another name leaves this one wrong."""
    text = "The op `CTCLossV2` computes the loss.\n"
    assert wrong_of(shipped, f"# Notes\n\n{text}") == ["CTCLossV2"]
