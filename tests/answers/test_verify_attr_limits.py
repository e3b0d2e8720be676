"""What attrs allow, in words."""

from __future__ import annotations

import pytest
from answers.claimed import wrong_of

from tfexplore.index.store import Index


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`padding` of `Conv2D` accepts `SAME`, `VALID` and `FULL`.", ["FULL"]),
        ("`padding` of `Conv2D` accepts `SAME`, `VALID` and `EXPLICIT`.", []),
        ("`Conv2D`'s `padding` is one of \"SAME\", 'CAUSAL'.", ["CAUSAL"]),
        ("`data_format` of `MaxPool` may be `NHWC` or `NCWH`.", ["NCWH"]),
        ("`T` of `MatMul` is restricted to `float`, `half` and `uint8`.", ["uint8"]),
        ("`T` of `MatMul` is restricted to `tf.float32`, `Eigen::half` and `DT_INT32`.", []),
        ("`MatMul` restricts `T` to `half`, `float` and `uint8`.", ["uint8"]),
        ("`MatMul` 的 `T` 可以是 `half`、`float` 或 `uint8`。", ["uint8"]),
        ("`T` of `MatMul` does not allow `uint8`.", []),
        ("If `T` of `MatMul` is one of `uint8` and `int8`, it fails.", []),
        ("On the GPU `T` of `MatMul` is limited to `uint8`.", []),  # of kernels, which others read
        ("`T` of our `MatMul` accepts `uint8`.", []),
        ("`ksize` of `AvgPool` has at least 3 elements.", ["at least 3"]),
        ("`AvgPool` requires `ksize` to have at least two elements.", ["at least two"]),
        ("`ksize` of `AvgPool` has at least four elements.", []),
        ("`AddN` 的 `N` 至少为 2。", ["至少为 2"]),
        ("`AddN` 的 `N` 至少为 1。", []),
        ("`strides` of `Conv2D` must have at least 4 elements.", []),  # of which the registration says nothing
    ],
)
def test_limits(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, f"# Notes\n\n{text}\n") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`strides` of `Conv2D` is of type `list(float)`.", ["list(float)"]),
        ("`Conv2D`'s `strides` is a list of integers.", []),
        ("`Conv2D`'s `strides` is a list of strings.", ["list of strings"]),
        ("`use_cudnn_on_gpu` of `Conv2D` is an int attr.", ["int"]),
        ("`use_cudnn_on_gpu` of `Conv2D` is a boolean.", []),
        ("`Conv2D` 的 `strides` 是整数列表。", []),
        ("`Conv2D` 的 `padding` 是整数。", ["整数"]),
        ("`T` of `MatMul` is `float`.", []),  # a value, as it is a type
        ("`T` of `MatMul` is a type.", []),
        ("If `padding` of `Conv2D` is an int, an error is raised.", []),
        ("The input `padding` of `Conv2D` is a tensor.", ["padding"]),
    ],
)
def test_types(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, f"# Notes\n\n{text}\n") == found
