"""What the parts of an op are said to be, and of which type; and whether it has a gradient."""

from __future__ import annotations

import pytest
from answers.claimed import wrong_of

from tfexplore.index.store import Index


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("`MaxPoolV2` has the attrs `padding` and `data_format`.", []),
        ("`MaxPoolV2` has the attrs `ksize` and `padding`.", ["ksize"]),
        ("`MaxPoolV2` 的属性里有 `padding`、`ksize`。", ["ksize"]),
        ("The input `ksize` of `MaxPoolV2` is a tensor.", []),
        ("The input `padding` of `MaxPoolV2` is a tensor.", ["padding"]),
        ("`OneHot` has the input `depth`, and the attr `axis`.", []),
        ("`OneHot` has a compile-time constant input `axis`.", ["axis"]),
        ("`TopKV2` has the output `values` and the input `k`.", []),
        ("`TopKV2` has the input `values`.", ["values"]),
        ("| op | what |\n|---|---|\n| `TopKV2` | the input `k` of type `int64` |", ["int64"]),
        ("`ParallelMapDataset`: `num_parallel_calls` 是 `int64`，属性 `sloppy`。", ["int64"]),
        ("`ParallelMapDataset`: `num_parallel_calls` 是 `int32`，属性 `sloppy`。", []),
        ("`EagerPyFunc` has `is_async`, and `PyFunc` has `token`.", []),
        ("`EagerPyFunc` has `token`; only `PyFunc` has `is_async`.", ["is_async"]),
        ("`EagerPyFunc` has `token`; `PyFunc` has `rows`.", []),  # which no other op has
        ("`TopKV2`: `values` 是 `float`。", []),  # of the type that an attr says
        # It is another kind elsewhere, or was; or nobody says that it is one of the op's.
        ("`MaxPoolV2` has no attr `ksize`.", []),
        ("In `MaxPoolV2` the attr `ksize` became an input.", []),
        ("The layer's input `padding` and `MaxPoolV2`'s are not the same.", []),
        ("`TopKV2` is called with `k`, which is cast: `k` 是 `int64`.", []),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\n\nThat is all.\n"])
def test_parts(text: str, expected: list[str], end: str, shipped: Index) -> None:
    assert wrong_of(shipped, text + end) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A gradient is registered for `Sin`.", []),
        ("A gradient is registered for the op `MaxPoolGradGradV2`.", ["MaxPoolGradGradV2"]),
        ("`MaxPoolGradGradV2` has a registered gradient.", ["MaxPoolGradGradV2"]),
        ("`MaxPoolGradGradV2` 注册了梯度函数。", ["MaxPoolGradGradV2"]),
        ("`MaxPoolGradGradV2` has no gradient.", []),
        ("`Conv2D` has no gradient.", ["Conv2D"]),
        ("No gradient is registered for `Conv2D`.", ["Conv2D"]),
        ("`Sin` is not differentiable.", ["Sin"]),
        ("`Sin` 不可导。", ["Sin"]),
        ("`Relu` is marked as `NotDifferentiable`.", ["Relu"]),
        ("`StopGradient` is registered with `RegisterGradient`, and returns zeros.", ["StopGradient"]),
        ("- `StopGradient`：用 `RegisterGradient` 登记了一个返回零的函数。", ["StopGradient"]),
        ("- `Relu`：用 `RegisterGradient` 登记。", []),
        ("`ArgMax` is not differentiable.", []),  # its function gives nothing but None
        ("`Conv2D` has no gradient with respect to its strides.", []),
        ("If `Conv2D` has no gradient, training stops.", []),
        ("`MaxPoolGradGradV2` has a gradient in our fork.", []),
        ("* `Sin` (CPU and GPU). Gradient: `_SinGrad`, in Python.", []),
        ("* `Sin` (CPU and GPU). Gradient: `_CosGrad`, in Python.", ["_CosGrad"]),
        ("* `Sin` 有两个设备。梯度：`_CosGrad`。", ["_CosGrad"]),
        ("* `Sin` and `Cos`. Gradient: `_SinGrad`; gradient: `_CosGrad`.", []),
        ("- `Sin`: `_SinGrad`, a product.", []),
        ("- `Sin`: `_CosGrad`, a product.", ["_CosGrad"]),
        ("- `Sin` (unary) -> `_CosGrad`", ["_CosGrad"]),
        ("- `Sin`：`_CosGrad`，乘积。", ["_CosGrad"]),
        ("- `Sin`: `_SegmentMinGrad` and others", ["_SegmentMinGrad"]),
        ("`Conv2D` does not have a gradient of second order: `Conv2D` has no gradient.", []),
    ],
)
def test_gradients(text: str, expected: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text + "\n") == expected
