"""What a table, a list or a sentence says of the op that its section is on, and further forms of such facts."""

from __future__ import annotations

import pytest
from answers.claimed import wrong_of

from tfexplore.index import ops
from tfexplore.index.store import Index

ATTRS = """| Attr | Type / allowed | Default |
|---|---|---|
| `T` | {types} | – |
| `strides` | list(int) | – |
| `{name}` | {values} | {default} |
| `padding` | from `GetPaddingAttrString()` | – |
| `dilations` | list(int) | `[1, 1, 1, 1]` |
"""
TYPES, VALUES = "half, bfloat16, float, double", "NHWC, NCHW"


def attrs(types: str = TYPES, name: str = "data_format", values: str = VALUES, default: str = "NHWC") -> str:
    return ATTRS.format(types=types, name=name, values=values, default=default)


@pytest.mark.parametrize(
    ("table", "found"),
    [
        (attrs(), []),
        (attrs(types="half, bfloat16, float, int32"), ["int32"]),
        (attrs(values="NHWC, NCHW, NDHWC"), ["NDHWC"]),
        (attrs(default="NCHW"), ["NCHW"]),
        (attrs("half, float", "use_cudnn_on_gpu", "bool", "`true`"), ["use_cudnn_on_gpu"]),
        # What no op has as an attr may be anything else, and so may what a row says not to be allowed.
        (attrs(name="kernel_width"), []),
        (attrs(types="half, float (not int32)"), []),
    ],
)
def test_the_attrs_of_a_section(table: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, f"## DepthwiseConv2dNative\n\n### Its attrs\n\n{table}") == found
    (op,) = ops.named(shipped, ["DepthwiseConv2dNative"])
    place = f"**File:** `tensorflow/core/ops/nn_ops.cc`, lines {op.location.line}-{op.location.line + 4}"
    assert wrong_of(shipped, f"## Layer 3\n\n{place}\n\n{table}") == found
    assert wrong_of(shipped, f"## Layer 3\n\n{table}") == []  # of whichever op
    assert wrong_of(shipped, f"## DepthwiseConv2dNative and MaxPool\n\n{table}") == []


KERNELS = """| Device | Types | Lines |
|---|---|---|
| CPU | half, {}float, double | {} |
| GPU | half, float, double | 475–477 |
"""


def test_the_kernels_of_the_class_that_a_section_is_on(shipped: Index) -> None:
    begin = "## Layer 4\n\n`DepthwiseConv2dNativeOp` is registered in the same file:\n\n"
    assert wrong_of(shipped, begin + KERNELS.format("bfloat16, ", "462–466")) == ["bfloat16"]
    assert wrong_of(shipped, begin + KERNELS.format("", "462–466")) == []
    # Of two classes it is the one that is registered at the lines of the table.
    two = "## Layer 4\n\n`DepthwiseConv2dNativeOp`, derived from `BinaryOp<T>`, is registered here:\n\n"
    assert wrong_of(shipped, two + KERNELS.format("bfloat16, ", "462–466")) == ["bfloat16"]
    assert wrong_of(shipped, two + KERNELS.format("bfloat16, ", "12–14").replace("475–477", "3")) == []
    assert wrong_of(shipped, "## What `Softmax` lacks\n\n" + KERNELS.format("int32, ", "")) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("On the CPU the macro is expanded by `TF_CALL_half`, `TF_CALL_bfloat16` and `TF_CALL_float`.",
         ["TF_CALL_bfloat16"]),
        ("On the CPU the macro is expanded by `TF_CALL_half` and `TF_CALL_float`.", []),
        ("So there are two. On GPU there are `float`, `half` and `complex64`, all in one file.", ["complex64"]),
        ("So there are two. On GPU there are `float`, `half` and `double`, all in one file.", []),
        ("We want more: on GPU there should be `float`, `half` and `complex64`.", []),
    ],
)  # fmt: skip
def test_sentences_on_the_op_of_a_section(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, f"# Where does `Softmax` live?\n\n## Kernels\n\n{text}\n") == found
    assert wrong_of(shipped, f"# Where does it live?\n\n## Kernels\n\n{text}\n") == []


def test_sentences_on_the_op_whose_registration_is_quoted(shipped: Index) -> None:
    block = '```cpp\nREGISTER3(UnaryOp, GPU, "Sin", functor::sin, float, Eigen::half, double);\n```\n'
    text = "On GPU there are `float`, `half` and `complex64`.\n"
    assert wrong_of(shipped, f"# Sines\n\n{block}\n{text}") == ["complex64"]
    assert wrong_of(shipped, f"# Sines\n\n{block}\n{text.replace('complex64', 'double')}") == []
    two = block.replace("\n```\n", '\nREGISTER2(UnaryOp, GPU, "Exp", functor::exp, complex64, float);\n```\n')
    assert wrong_of(shipped, f"# Sines\n\n{two}\n{text}") == []


CLASSES = "| op | CPU | GPU |\n|---|---|---|\n"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("- **`AddN`** is registered on GPU for the three float types, int64, `bfloat16` and variant.", ["bfloat16"]),
        ("- **`AddN`** is registered on GPU for the three float types, int64, complex64 and variant.", []),
        ("The op `SparseSegmentMeanGrad` (`math_ops.cc:1330`), whose `T` is limited to `{half, float, double}`.",
         ["half"]),
        ("The op `SparseSegmentMeanGrad` (`math_ops.cc:1330`), whose `T` is limited to `{float, double}`.", []),
        ("- `FIFOQueueV2` adds `min_after_dequeue`; the others have `shapes`.", ["min_after_dequeue"]),
        ("- `RandomShuffleQueueV2` adds `min_after_dequeue`; the others have `shapes`.", []),
        ("- `FIFOQueueV2` has `shared_name`.", []),
        ("- `FIFOQueueV2` has `no_such_thing`, which may be a method.", []),
        ("`ConditionalAccumulator` is one.\n\nAttr: `reduction_type`, one of `MEAN` and `SUM`, default `SUM`.",
         ["SUM"]),
        ("`ConditionalAccumulator` is one.\n\nAttr: `reduction_type`, one of `MEAN` and `SUM`, default `MEAN`.", []),
        ("Nothing is named.\n\nAttr: `reduction_type`, one of `MEAN` and `SUM`, default `SUM`.", []),
        (f"{CLASSES}| `MaxPoolGradGradWithArgmax` | `MaxPoolingGradGradWithArgmaxOp<CPUDevice, T>` | no |",
         ["`MaxPoolingGradGradWithArgmaxOp"]),
        (f"{CLASSES}| `MaxPoolGradGradWithArgmax` | – | `MaxPoolingGradGradWithArgmaxOp<GPUDevice, T>` |", []),
    ],
)  # fmt: skip
def test_facts_in_words(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, f"# Notes\n\n{text}\n") == found


STATEFUL = """| Op | Stateful? |
|---|---|
| `DynamicPartition`, `DynamicStitch` | {} |
| `Print` | {} |
| `QueueEnqueueV2` | no |
"""


def test_stateful_ops(shipped: Index) -> None:
    assert wrong_of(shipped, STATEFUL.format("no (pure functions)", "**yes**, `.SetIsStateful()`")) == []
    assert wrong_of(shipped, STATEFUL.format("no (pure functions)", "no")) == ["no"]
    assert wrong_of(shipped, STATEFUL.format("**yes**", "yes")) == ["**yes**"]


GRADIENTS = """| Op | Gradient function |
|---|---|
| `SegmentSum` | `_SegmentSumGrad` |
| `SegmentMin` / `SegmentMax` | `_SegmentMinGrad` / `_SegmentMaxGrad` → `_SegmentMinOrMaxGrad` |
| `SparseSegmentSum` | `_SparseSegmentSumGrad` |
| `UnsortedSegmentMin` | `_UnsortedSegmentMinGrad` |
| `UnsortedSegmentProd` | `{}` |
"""


def test_helpers_in_the_place_of_gradient_functions(shipped: Index) -> None:
    assert wrong_of(shipped, GRADIENTS.format("_UnsortedSegmentProdGrad")) == []
    assert wrong_of(shipped, GRADIENTS.format("_UnsortedSegmentMinOrMaxGrad")) == ["_UnsortedSegmentMinOrMaxGrad"]
    both = "_UnsortedSegmentProdGrad` calls `_UnsortedSegmentMinOrMaxGrad"
    assert wrong_of(shipped, GRADIENTS.format(both)) == []


def test_a_row_is_of_a_registration_where_an_op_has_several(shipped: Index) -> None:
    rows = "| Op | Device | Class |\n|---|---|---|\n| `Relu` | CPU, GPU | x |\n| `Softmax` | GPU, CPU | x |\n"
    rows += "| `Relu6` | CPU, GPU | x |\n| `GatherNd` | CPU, GPU | x |\n| `IsFinite` | CPU | x |\n"
    once = rows + "| `NonMaxSuppression` | CPU | x |\n"
    assert wrong_of(shipped, once) == ["CPU"]
    assert wrong_of(shipped, rows + "| `NonMaxSuppression` | CPU | x |\n| `Relu` | GPU | y |\n") == []
