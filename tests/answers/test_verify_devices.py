"""Types that sentences say the kernels of ops take on a device."""

from __future__ import annotations

import pytest
from answers.claimed import wrong_of

from tfexplore.index import kernels
from tfexplore.index.store import Index


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`Softmax` has CPU kernels for half, float and double.", []),
        ("`Softmax` has CPU kernels for half, bfloat16, float and double.", ["bfloat16"]),
        ("`Softmax` and `LogSoftmax` share a class. The CPU kernels of both are registered for `half` and `int32`.",
         ["int32"]),
        ("`Softmax` 的 GPU 内核支持 half、bfloat16、double。", ["bfloat16"]),
        ("`SoftmaxOp` is registered on the CPU for half, float and int32.", ["int32"]),
        ("`_FusedBatchNormEx`: the two GPU registrations (float and double, see below)", ["double"]),
        ("`_FusedBatchNormEx`: the two GPU registrations (float and half, see below)", []),
        ("`SoftmaxOp` is a template. The kernel is registered for CPU only, for `half` and `int32`.", ["int32"]),
        ("`Softmax`: the GPU registrations are `half`, `bfloat16` and `float`.", ["bfloat16"]),
        ("`DataFormatVecPermute` is in nn_ops.cc. Both have kernels for int32, int64 and float.", ["float"]),
        ("`DataFormatVecPermute` is in nn_ops.cc. Both have kernels for int32 and int64.", []),
        # The kernel's class stands for its op.
        ("`FakeQueueOp` does the same with a `DT_STRING`, and is registered for `DEVICE_CPU` and `DEVICE_GPU` as well.",
         ["DEVICE_GPU"]),
        ("`FakeQueueOp` does the same with a `DT_STRING`, and is registered for `DEVICE_CPU` as well.", []),
        # Of one type, of some op that has none, or said otherwise.
        ("The CPU kernels are registered for half and int32.", []),
        ("`Softmax` has no CPU kernels for half and int32.", ["half"]),  # it has one for half
        ("We want `Softmax` to have CPU kernels for half and int32.", []),
        ("`Softmax` or `AddV2`, say: the CPU kernels take half and int32.", []),  # which one of them does
    ],
)  # fmt: skip
def test_types_in_sentences(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text) == found


def test_the_op_of_the_heading(shipped: Index) -> None:
    text = "The CPU kernels are registered for half and int32."
    assert wrong_of(shipped, f"## `Softmax`\n\n{text}") == ["int32"]
    assert wrong_of(shipped, f"## `Softmax` and `AddV2`\n\n{text}") == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("CPU 上注册的类型是 half、float、int32 三种(softmax_op.cc:LINES)。", ["int32"]),
        ("CPU 上注册的类型是 half、float、double 三种(softmax_op.cc:LINES)。", []),
        ("The types registered on the CPU are half and int32 (`softmax_op.cc:LINES`).", ["int32"]),
        ("CPU 上注册的类型是 half、float、int32 三种(softmax_op.cc:1-3)。", []),  # where nothing is registered
        ("CPU 上没有注册的类型是 half、int32(softmax_op.cc:LINES)。", []),
    ],
)
def test_the_ops_of_the_cited_lines(text: str, found: list[str], shipped: Index) -> None:
    lines = [one.location.line for one in kernels.of_ops(shipped, ("Softmax",)) if one.device_type == "CPU"]
    assert wrong_of(shipped, text.replace("LINES", f"{min(lines)}-{max(lines)}")) == found


@pytest.mark.parametrize(
    ("head", "cell", "found"),
    [
        ("kernels (SYCL aside)", "CPU, GPU", ["GPU"]),
        ("devices", "`DEVICE_CPU`, `DEVICE_GPU`", ["DEVICE_GPU"]),
        ("设备", "CPU、GPU", ["GPU"]),
        ("devices", "CPU", []),
        ("devices", "CPU, no GPU", []),
        ("what runs", "CPU, GPU", []),
    ],
)
def test_a_column_of_devices(head: str, cell: str, found: list[str], shipped: Index) -> None:
    table = f"| op | class | {head} |\n|---|---|---|\n| `FakeQueue` | `FakeQueueOp` | {cell} |\n"
    assert wrong_of(shipped, table) == found


@pytest.mark.parametrize(
    ("head", "cell", "found"),
    [
        ("`Tparams`", "half、float，以及 bool", ["bool"]),
        ("`Tparams`", "half、float，以及 double", []),
        ("types", "half、float，以及 bool", ["bool"]),  # of the op that the title names
        ("types", "half、float，以及 double", []),
        ("`Tsomething`", "half、float，以及 bool", []),
    ],
)
def test_the_op_that_has_the_attr_of_the_header(head: str, cell: str, found: list[str], shipped: Index) -> None:
    text = f"# `GatherNd`\n\n## 类型\n\n| 设备 | {head} |\n|---|---|\n| GPU | {cell} |\n"
    assert wrong_of(shipped, text) == found
    other = text.replace("# `GatherNd`", "# `GatherNd` and `ScatterNd`, `GatherV2`")
    assert wrong_of(shipped, other) == []  # of which two have it


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("Quantized: `QuantizedConv2D` in `core/kernels/quantized_conv_ops.cc`, registered for `DEVICE_{}`.", True),
        ("`QuantizedConv2D` has a kernel, and registered on the {} it is fast.", True),
        ("`QuantizedConv2D` has a kernel, registered by {} people.", False),
        ("Of the kernels `QuantizedConv2D` is for `DEVICE_{}` with all types.", True),
        ("Nearly all of `QuantizedConv2D` is for {} people.", False),
    ],
)
def test_a_clause_that_goes_on(said: str, found: bool, shipped: Index) -> None:
    assert wrong_of(shipped, said.format("CPU")) == []
    assert bool(wrong_of(shipped, said.format("GPU"))) is found
