"""What documents say is an op's: the class of its kernels, its gradient function, its attrs."""

from __future__ import annotations

import pytest
from answers.claimed import wrong_of

from tfexplore.answers.verify import verify
from tfexplore.index.store import Index


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The kernel of `Conv2D` is `Conv2DOp`.", []),
        ("The kernel of `Conv2D` is `MatMulOp<CPUDevice, T>`.", ["MatMulOp<CPUDevice, T>"]),
        ("The kernel of `Conv2D` is `LaunchConv2DOp`.", []),  # a helper, which no kernel is registered with
        ("The kernel of `Conv2D` is not `MatMulOp`.", []),
        ("The kernel of `Conv2D`, unlike that of `MatMul`, is `Conv2DOp`.", []),
        ("The kernel of `Conv2D` calls `MatMulOp`.", []),
        ("We should change it: the kernel of `Conv2D` is `MatMulOp`.", []),
        ("`Conv2D` and `MatMulOp` are two names.", []),
        ("`Save` is registered there as well, with `SaveV2`.", ["SaveV2"]),
        ("The kernel of `Conv2DBackpropFilter` on the GPU is `Conv2DCustomBackpropFilterOp`.",
         ["Conv2DCustomBackpropFilterOp"]),
        ("The kernel of `Conv2DBackpropFilter` is `Conv2DCustomBackpropFilterOp<GPUDevice, T>`.",
         ["Conv2DCustomBackpropFilterOp<GPUDevice, T>"]),
        ("The kernel of `Conv2DBackpropFilter` on the CPU is `Conv2DCustomBackpropFilterOp`.", []),
        ("`Conv2D` 的 kernel 是 `MatMulOp`。", ["MatMulOp"]),
        ("其 kernel 类：RefSwitch 用的是 RefSelectOp。", ["RefSelectOp"]),
        ("The gradient of `Sin` is `_SinGrad`.", []),
        ("The gradient of `Sin` is `_CosGrad`.", ["_CosGrad"]),
        ("`_ReluGrad` is the gradient of `Relu6`.", ["_ReluGrad"]),
        ("`_ReluGrad` is the gradient of `Relu`.", []),
        ("`_ReluGrad` 是 `Relu6` 的梯度函数。", ["_ReluGrad"]),
        ("`_ReluGrad` 是 `Relu6` 旁边的一个函数，梯度也在那里。", []),
    ],
)  # fmt: skip
def test_sentences(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text) == found


def test_what_there_is_instead(shipped: Index) -> None:
    found = verify(shipped, "notes.md", "The gradient of `Sin` is `_CosGrad`.").verdicts
    (wrong,) = [one for one in found if one.verdict == "differs"]
    assert "_SinGrad" in wrong.suggestions
    assert wrong.detail == "_CosGrad is not registered as the gradient of Sin"
    found = verify(shipped, "notes.md", "The kernel of `Save` is `SaveV2`.").verdicts
    (wrong,) = [one for one in found if one.verdict == "differs"]
    assert (wrong.suggestions, wrong.location is not None) == (("SaveOp",), True)


@pytest.mark.parametrize("arrow", ["→", "->", "=>"])
@pytest.mark.parametrize("code", ["`", ""])
def test_series(arrow: str, code: str, shipped: Index) -> None:
    def pair(op: str, name: str) -> str:
        return f"{code}{op}{code} {arrow} {code}{name}{code}"

    right = [pair("MapDataset", "MapDatasetOp"), pair("PrefetchDataset", "PrefetchDatasetOp")]
    wrong = pair("ShuffleAndRepeatDataset", "ShuffleDatasetOp")
    for apart in (", ", "\n- "):
        assert wrong_of(shipped, f"- {apart.join([*right, wrong])}") == ["ShuffleDatasetOp"]
    assert wrong_of(shipped, f"- {wrong}") == []  # alone it may be anything
    assert wrong_of(shipped, f"- {right[0]}\n- {wrong}") == []


def _table(header: str, *rows: str) -> str:
    return f"| {header} |\n|---|---|---|\n" + "".join([f"| {row} |\n" for row in rows])


@pytest.mark.parametrize("header", ["op | gradient | line", "算子 | 梯度函数 | 行", "a | b | c"])
def test_columns_of_gradients(header: str, shipped: Index) -> None:
    rows = ("`Relu` | `_ReluGrad` | 414", "`Relu6` | `_Relu6Grad` | 2", "`Inv` | `_ReciprocalGrad` | 3")
    assert wrong_of(shipped, _table(header, *rows)) == ["_ReciprocalGrad"]
    # One of two is no majority, and needs none under a header that says what the column has.
    assert wrong_of(shipped, _table(header, *rows[1:])) == ([] if header == "a | b | c" else ["_ReciprocalGrad"])


def test_columns_of_classes(shipped: Index) -> None:
    rows = ("Pack | PackOp | x", "OneHot | OneHotOp | x", "While | XlaIfOp | x")
    assert wrong_of(shipped, _table("op | class | note", *rows)) == ["XlaIfOp"]
    assert wrong_of(shipped, _table("op | class | note", *rows[:2], "While | XlaWhileOp | x")) == []


@pytest.mark.parametrize(
    ("header", "found"),
    [("attr | note", ["cache_mode"]), ("attrs besides `output_types` | note", ["cache_mode"]), ("see | note", [])],
)
def test_columns_of_attrs(header: str, found: list[str], shipped: Index) -> None:
    rows = ("`PrefetchDataset` | `slack_period`, `legacy_autotune` | x", "`ShuffleDataset` | `seed` | x",
            "`CacheDataset` | `cache_mode` | x")  # fmt: skip
    assert wrong_of(shipped, _table(f"op | {header}", *rows)) == found


@pytest.mark.parametrize("code", ["`", ""])
@pytest.mark.parametrize("cell", ["same", "Same", "ditto", "同上", "—", "as above", "the same", "″", "**same**"])
def test_cells_that_name_no_attr(cell: str, code: str, shipped: Index) -> None:
    rows = ("PrefetchDataset | {}slack_period{} | x", "ShuffleDataset | {}seed{} | x", "Enter | {}frame_name{} | x")
    right = [row.format(code, code) for row in rows]
    assert wrong_of(shipped, _table("op | attr | note", *right, f"CacheDataset | {cell} | x")) == []
    assert wrong_of(shipped, _table("op | attr | note", *right, f"CacheDataset | {code}mode{code} | x")) == ["mode"]


def test_words_in_a_column_of_code(shipped: Index) -> None:
    rows = ("`PrefetchDataset` | `slack_period` | x", "`ShuffleDataset` | `seed` | x", "`CacheDataset` | ignored | x")
    assert wrong_of(shipped, _table("op | attr | note", *rows)) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Attrs of `Enter`: `T`, `frame_name`, `is_constant` (false), `back_prop` (true).", ["back_prop"]),
        ("For `GatherV2` the attrs are `batch_dims` (default 0), `validate_indices` (true).", ["validate_indices"]),
        (
            "`AssignVariableOp` has two attrs, `dtype` and `validate_shape`, while `Assign` has more.",
            ["two attrs", "validate_shape"],
        ),
        ("`Assign` has two attrs, `use_locking` and `validate_shape`, and `AssignVariableOp` one.", []),
        ("Of `Assign`, unlike of `AssignVariableOp`, the attrs are `T` and `validate_shape`.", []),
        ("`Enter` is there. `SoftmaxGrad` reads the attrs `frame_name` and `padding`.", []),
        ("`Enter` 与 `Exit` 在此。C++ 的 `SoftmaxGrad` 读取两个属性：`padding`、`strides`。", []),
        ("`Enter` is there. `_SoftmaxGrad` gets `padding`. It also reads the attr `strides`.", []),
        ("`Enter` is there, and `SoftmaxGrad` has two attrs, `padding` and `strides`.", []),
        ("`Enter` is there. It has the attrs `frame_name` and `padding`.", ["padding"]),
        ("`Enter` 在此。它有两个属性：`frame_name`、`padding`。", ["padding"]),
        ("`Enter` 读取两个属性：`frame_name`、`padding`，与 `Exit` 不同。", ["padding"]),
    ],
)
def test_whose_attrs_a_sentence_lists(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text) == found
