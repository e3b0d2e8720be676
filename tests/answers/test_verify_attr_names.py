"""Names that are said to be attrs, of whichever op."""

from __future__ import annotations

import pytest
from answers.claimed import wrong_of

from tfexplore.index.store import Index


@pytest.mark.parametrize(
    "said",
    [
        "The constructor also reads the bool attr `{}`.",
        "构造函数还会读 `{}` 这个布尔 attr。",
        "It looks at the `{}` attr before anything else.",
        "Kernels get the attribute `{}` of the node.",
        "| step | reads the attr `{}` |\n|---|---|\n| next | the attr `{}` |\n",
    ],
)
def test_attrs_of_any_op(said: str, shipped: Index) -> None:
    def judged(name: str) -> list[str]:
        return list(dict.fromkeys(wrong_of(shipped, said.replace("{}", name))))

    assert judged("use_cudnn_on_gpu") == []
    assert judged("use_cudnn") == ["use_cudnn"]  # cut short
    assert judged("data_fromat") == ["data_fromat"]  # misspelt
    assert judged("_noinline") == []  # of a node or a function
    assert judged("rainbow_colours") == []  # like none, and perhaps somebody's own


@pytest.mark.parametrize(
    "said",
    [
        "There is no attr `use_cudnn`.",
        "We would add the attr `use_cudnn` to it.",
        "Our layer has a Python attr `use_cudnn`.",
        'The attr `use_cudnn` is ours.\n\n```cpp\nREGISTER_OP("MyOp").Attr("use_cudnn: bool");\n```\n',
        "In PyTorch the attr `use_cudnn` does it.",
        "The attribute `output_shape` has it.",  # of a class of Python, and nearly that of an op
    ],
)
def test_attrs_that_are_not_said_to_be_an_ops(said: str, shipped: Index) -> None:
    assert {"use_cudnn", "output_shape"}.isdisjoint(wrong_of(shipped, said))


@pytest.mark.parametrize(
    "said",
    [
        "前两个算子的属性相同:`T: numbertype`、`use_locking: bool = false`、`{}`。",
        "Both system ops are declared with the attrs `T: type` and `{}`.",
    ],
)
def test_specs_of_attrs(said: str, shipped: Index) -> None:
    assert wrong_of(shipped, said.format("use_nesterov: bool = false")) == []
    assert wrong_of(shipped, said.format("index: int >= 0")) == []
    assert wrong_of(shipped, said.format("nesterov: bool = false")) == ["nesterov: bool = false"]
    assert wrong_of(shipped, said.format("arg_index: int >= 0")) == ["arg_index: int >= 0"]
    assert wrong_of(shipped, said.format("nesterov: bool = False")) == []  # of a function of Python


def test_a_table_of_an_op_that_is_not_named(shipped: Index) -> None:
    """Its rows are parts of one op of the text; the type and the default of each are that op's."""
    table = (
        "`Conv2D` is an op.\n\n## What the op declares\n\n| member | kind | type | default |\n|---|---|---|---|\n"
        "| `input`, `filter` | inputs | `T` | - |\n| `strides` | attr | `list(int)` | - |\n"
        "| `use_cudnn_on_gpu` | attr | `bool` | `{}` |\n| `dilations` | attr | `list(int)` | `[1, 1, 1, 1]` |\n"
    )
    assert wrong_of(shipped, table.format("true")) == []
    assert wrong_of(shipped, table.format("false")) == ["false"]
    assert wrong_of(shipped, table.format("false").replace("Conv2D", "MatMul")) == []  # which has no such parts


def test_columns_of_attrs(shipped: Index) -> None:
    rows = "| `_Send` | `T` | `tensor_name` |\n| `_Recv` | `{}` | `{}` |\n"
    table = f"| 算子 | 张量类型属性 | 其余属性 |\n|---|---|---|\n{rows}"
    assert wrong_of(shipped, table.format("tensor_type", "send_device")) == []
    assert wrong_of(shipped, table.format("T", "send_device")) == ["T"]
    assert wrong_of(shipped, table.format("tensor_type", "source_device")) == ["source_device"]


@pytest.mark.parametrize(
    "said", ["It sets e.g. `{}` on a `MatMul`.", "| f | sets the attr `{}` on the op `MatMul` |\n|---|---|\n"]
)
def test_what_is_set_on_an_op(said: str, shipped: Index) -> None:
    assert wrong_of(shipped, said.format("transpose_a")) == []
    assert wrong_of(shipped, said.format("adj_x")) == ["adj_x"]  # of `BatchMatMul`
    assert wrong_of(shipped, said.replace("`MatMul`", "`Loom`").format("adj_x")) == []
