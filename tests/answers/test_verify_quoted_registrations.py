"""Registrations in blocks of code, held against the shipped index where there is no tree to read."""

from __future__ import annotations

import pytest
from answers.claimed import wrong_of

from tfexplore.index.store import Index

ONE_HOT = """It is declared so:

```cpp
REGISTER_OP("OneHot")
    .Input("indices: TI")
    .Input("depth: int32")
    .Output("output: T")
    .Attr("axis: int = {}")
    .Attr("{}: type")
    ...
```
"""
CUMSUM = """On the GPU:

```cpp
REGISTER_KERNEL_BUILDER(Name("Cumsum")
                            .Device(DEVICE_GPU)
                            .TypeConstraint<float>("{}")
                            .HostMemory("{}"),
                        {})
```
"""
ITERATOR = """```cpp
REGISTER_KERNEL_BUILDER(
    Name("IteratorV2").Device({}).Priority({}),
    IteratorHandleOp);
```
"""
CONV = """```cpp
REGISTER_KERNEL_BUILDER(Name("DepthwiseConv2dNative")
                            .Device(DEVICE_GPU)
                            .Label("{}"),
                        DepthwiseConv2dGroupedConvOp<GPUDevice, T>);
```
"""


@pytest.mark.parametrize(
    ("default", "attr", "found"),
    [
        ("-1", "T", []),
        ("0", "T", ["axis: int = 0"]),
        ("-1", "dtype", ["dtype: type"]),
        ("0", "dtype", []),  # somebody's own, perhaps, as most of it is not so
    ],
)
def test_specs(default: str, attr: str, found: list[str], shipped: Index) -> None:
    text = ONE_HOT.format(default, attr)
    if default != "-1" and attr != "T":
        text = text.replace("depth: int32", "depth: int64")
    assert wrong_of(shipped, text) == found
    assert wrong_of(shipped, text.replace("It is declared so", "We would rather declare it so")) == []


@pytest.mark.parametrize(
    ("constrained", "argument", "kernel", "found"),
    [
        ("T", "axis", "ScanOp<GPUDevice, float>", []),
        ("Tidx", "axis", "OurScanOp<FooDevice, float>", []),
        # Whoever writes it: TensorFlow would not start.
        ("T", "Tidx", "OurScanOp<FooDevice, float>", ["Tidx"]),
        ("dtype", "axis", "ScanOp<GPUDevice, float>", ["dtype"]),
    ],
)
def test_names_of_the_op(constrained: str, argument: str, kernel: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, CUMSUM.format(constrained, argument, kernel)) == found


def test_an_op_of_the_document_is_its_own(shipped: Index) -> None:
    own = 'REGISTER_OP("Cumsum").Input("start: T").Attr("T: type");\n'
    text = CUMSUM.format("T", "start", "OurScanOp").replace("```cpp\n", f"```cpp\n{own}")
    assert wrong_of(shipped, text) == []


@pytest.mark.parametrize(
    ("device", "priority", "found"),
    [
        ("DEVICE_CPU", "2", []),
        ("DEVICE_GPU", "1", []),
        ("DEVICE_GPU", "0", ["0"]),
        ("DEVICE_CPU", "1", ["1"]),
    ],
)
def test_priorities(device: str, priority: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, ITERATOR.format(device, priority)) == found


@pytest.mark.parametrize("label", ["cudnn_grouped_convolution", "cudnn_depthwise_convolution"])
def test_labels(label: str, shipped: Index) -> None:
    assert wrong_of(shipped, CONV.format(label)) == ([] if "grouped" in label else [label])
