"""What documents say that ops have, held against the release: attrs, inputs and outputs."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tfexplore.answers.verify import verify
from tfexplore.index import ops
from tfexplore.index.store import Index
from tfexplore.spec_text import value_text


def wrong(shipped: Index, document: str) -> list[tuple[str, tuple[str, ...]]]:
    """The texts of the wrong citations of a document, with what is suggested."""
    found = verify(shipped, "notes.md", document).verdicts
    assert len({(one.line, one.column) for one in found}) == len(found)
    return [(one.text, one.suggestions) for one in found if one.verdict == "not found"]


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ("`BatchMatMul` has the attributes `transpose_x` and `adj_y`.", ["transpose_x"]),
        ("`Conv2D` has an attr `dilations: list(int) = [1, 1, 1, 1]` and the attr `dilation`.", ["dilation"]),
        ("BatchMatMulV2 takes the inputs `x` and `z`.", ["z"]),
        ("The `x` and `z` inputs of `BatchMatMulV2`.", ["z"]),
        ("The op `Conv2D`（属性 `dilation`、`data_format`）。", ["dilation"]),
        ("`MaxPoolGrad` 的输入 `orig_input`、`orig_output` 和 `grads`。", ["grads"]),
        ("## Conv2D\n\nIts attrs are `strides` and `explicit_padding`.", ["explicit_padding"]),
        ("`Conv2D` is an op. Its attribute\n`paddings` says how.", ["paddings"]),
        ("| Op | Attrs |\n|---|---|\n| `MatMul` | `transpose_a`, `adj_b` |\n| `Conv2D` | `strides` |", ["adj_b"]),
        ("Its attrs, in `core/ops/resource_variable_ops.cc` line 78: `dtype`, `shape` and `allowed_devices`.",
         ["allowed_devices"]),
        ("It is at resource_variable_ops.cc:79, with the attr `allowed_devices`.", []),  # the line of another thing
        ("`GatherOp` reads the attribute `batch_dim`.", ["batch_dim"]),
        ("`GatherOp` reads the attribute `anything`.", []),  # which a kernel may have of its own
        ("`Conv2DBackpropFilter` 的输入名为 `filter_size`。", ["filter_size"]),
        ("`Conv2D` has one. The attribute for the steps is `stride`.", ["stride"]),
        ("`LogSoftmax` 在 GPU 上有。它多一个 attr `Tlabels`。", ["Tlabels"]),
        ("`LogSoftmax` 在 GPU 上有。稀疏版多一个 attr `Tlabels`。", []),
        ("`LogSoftmax` is one. It has the attr `Tlabels`.", ["Tlabels"]),
        ("`LogSoftmax` is one. The sparse one has the attr `Tlabels`.", []),
        # What is right, or said of something else.
        ("`DenseToDenseSetOperation` 是一种。没有「MatMul」这一种；属性 `set_operation` 是字符串。", []),
        ("`Conv2D` has the inputs `input`, `filter` and the attr `T`; `padding` is `SAME`.", []),
        ("The output `output` has the attr `T` of `Conv2D`, a `half`, `float` or `double`.", []),
        ("`Conv2D` has the input `strides`.", []),  # an attr: which of the three is what a word says, not the op
        ("The Keras layer `Conv2D` has the attribute `kernel_size`.", []),
        ("`tf.nn.conv2d` creates `Conv2D` and has the input `filters`.", []),
        ("Every attr `nothing` that nobody has.", []),
        ("`Conv2D` is called with `filters`, whose attributes are many.", []),
        ("REGISTER_OP(\"Braid\") has the attr `strands`, unlike\n\n```cpp\nattr `nothing` of `Conv2D`\n```\n", []),
        ("## Conv2D and MatMul\n\nThe attr `ply` is nobody's.", []),
        # Of one of two ops before, of what is compared with another, of what there is not.
        ("`Conv2DBackpropInput` 与 `Conv2DBackpropFilter`。和 `Conv2D` 相比，前者的第一个输入是 `input_sizes`。", []),
        ("Two ops. Beside `Conv2D` the former has the input `input_sizes`.", []),
        ("`AssignVariableOp` 后来有的 `validate_shape` 属性，1.15 里没有。", []),
        ("`AssignVariableOp` 的 `validate_shape` 属性。", ["validate_shape"]),
        ("| Op | 说明 |\n|---|---|\n| `ResourceApplyAdam` | 没有输出 `out` |", []),
        ("| Op | 说明 |\n|---|---|\n| `ResourceApplyAdam` | 输出 `out` |", ["out"]),
        ("| Op | 说明 |\n|---|---|\n| `ResourceApplyAdam` | 比它少一个属性 `beta3` |", []),
        ("`StringToHashBucketFast` 有属性 `num_buckets`，与 `hashing_trick` 用途相近。", []),
        ("`Pack`（第 2 行；输入 `values`，属性 `axis`、`N`）和\n`Unpack`（第 3 行；输入 `value`）。", []),
        ("These inputs are known when compiling:\n\n* `filter_size` of `Conv2DBackpropFilter`\n* `axis` of `GatherV2`",
         ["filter_size"]),
        ("下列输入在编译期求值：\n\n* `Conv2DBackpropInput` 的 `input_shape`，`Conv2DBackpropFilter` 的 `filter_sizes`",
         ["input_shape"]),
        ("下列函数在编译期调用：\n\n* `Conv2DBackpropInput` 的 `input_shape`", []),
        ("These inputs are new in ours:\n\n* `filter_size` of `Conv2DBackpropFilter`", []),
        ("These inputs are known when compiling:\n\n* `shuffle` of `Conv2DBackpropFilter`", []),  # like none of its own
        ("`Fact` has one output called `fact`, and `shape_inference::UnknownShape` as its shape function.", []),
    ],
)  # fmt: skip
def test_what_an_op_is_said_to_have(document: str, expected: list[str], shipped: Index) -> None:
    assert [text for text, _ in wrong(shipped, document)] == expected


def test_the_nearest_of_what_it_has_is_suggested(shipped: Index) -> None:
    assert wrong(shipped, "`Conv2D` has the attr `dilation`.") == [("dilation", ("dilations",))]
    assert wrong(shipped, "`BatchMatMul` has the attr `kernel_size`.") == [
        ("kernel_size", ("adj_x", "adj_y", "output"))
    ]


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        # An attr with a cell of its own.
        ("| Op | Attr | Default |\n|---|---|---|\n| `LRN` | `beta` | `float = 0.5` |", []),
        ("| Op | Attr | Default |\n|---|---|---|\n| `LRN` | `beta` | `float = 0.75` |", ["float = 0.75"]),
        ("| Op | Attr | Default |\n|---|---|---|\n| `LRN` | `bias` | `int = 1` |", ["int = 1"]),
        ("| Op | Attr | Default |\n|---|---|---|\n| `LRN` | `mine` | `float = 0.75` |", []),  # no attr of it
        ("| Op | Attr | Default |\n|---|---|---|\n| `LRN` | `beta` | we want `float = 0.75` |", []),
        # An input or output with its type in brackets.
        ("- `TopKV2`: inputs `input`, `k` (int32); outputs `values`, `indices` (`int32`).", []),
        ("- `TopKV2`: inputs `input`, `k` (int64); outputs `values`, `indices` (`int64`).", ["int64", "int64"]),
        ("- `TopKV2` and `Conv2D`: `k` (int64)", []),
        ("- `TopKV2`: `values` (int64)", []),  # of the type that an attr says
        ("- `TopKV2`: we should add `k` (int64)", []),
    ],
)
def test_defaults_and_types(document: str, expected: list[str], shipped: Index) -> None:
    found = verify(shipped, "notes.md", document).verdicts
    assert [one.text for one in found if one.verdict == "differs"] == expected


OPS = "| op | {} |\n|---|---|\n"
RIGHT = "| LeakyRelu | alpha=0.2 |\n| `LRN` | `bias=1`, `beta=0.5` |\n"


@pytest.mark.parametrize(
    ("header", "rows", "expected"),
    [
        ("attrs with defaults", "| LeakyRelu | alpha=0.01 |", ["alpha=0.01"]),
        ("属性（默认值）", "| `LeakyRelu` | `alpha=2e-1`、`T=DT_FLOAT` |", []),
        ("default", "| `LeakyRelu` | `alpha=0.20`; `T=DT_HALF` |", ["T=DT_HALF"]),
        ("default", "| Conv2D | data_format=NHWC, dilations=[1,1,1,1], use_cudnn_on_gpu=True |", []),
        ("default", '| Conv2D | data_format="NHWC", dilations=[1, 1, 2, 1], use_cudnn_on_gpu=0 |',
         ["dilations=[1, 1, 2, 1]"]),
        ("default", "| GatherV2 | batch_dims=0, axis=3 |\n| Cast | Truncate=false |", []),  # an input is none
        ("default", "| LeakyRelu | alpha=the slope, alpha == 3, alpha=f(1) |", []),
        ("default", "| LeakyRelu | alpha=0.01, which we want to change |", []),
        ("default", "| relus | LeakyRelu alpha=0.01 |", []),
        ("default", "| we should have LeakyRelu | alpha=0.01 |", []),
        ("default of the layer", "| LeakyRelu | alpha=0.01 |", []),
        # Where nothing says so, but the other rows.
        ("with", "| LeakyRelu | alpha=0.01 |", []),
        ("with", RIGHT + "| MatMul | transpose_a=true |", ["transpose_a=true"]),
        ("with", RIGHT + "| MatMul | transpose_a=true, transpose_b=true |", []),
    ],
)  # fmt: skip
def test_values_in_the_row_of_an_op(header: str, rows: str, expected: list[str], shipped: Index) -> None:
    found = verify(shipped, "notes.md", OPS.format(header) + rows).verdicts
    assert [one.text for one in found if one.verdict == "differs"] == expected


@pytest.mark.parametrize(
    "written",
    [
        lambda text: text,
        lambda text: text.replace("'", ""),
        lambda text: text.replace("true", "True").replace("false", "False"),
        lambda text: "`" + text.replace("'", '"').replace(", ", ",").replace("=", " = ") + "`",
    ],
)
def test_every_default_as_people_write_it(written: Callable[[str], str], shipped: Index) -> None:
    rows = []
    for op in ops.every(shipped):
        given = [f"{a.name}={value_text(a.default_value, a.type)}" for a in op.attr if a.has_default]
        if op.linked_into and given and "|" not in "".join(given):
            rows.append(f"| {op.name} | {', '.join(map(written, given))} |\n")
    assert len(rows) > 500
    found = verify(shipped, "notes.md", OPS.format("defaults") + "".join(rows)).verdicts
    assert [one for one in found if one.verdict == "differs"] == []
