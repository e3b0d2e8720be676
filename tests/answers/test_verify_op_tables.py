"""Tables of ops: a row, or a column, for each, or all of a table for one."""

from __future__ import annotations

import pytest
from answers.claimed import wrong_of

from tfexplore.index.store import Index


def _table(heads: str, *rows: str) -> str:
    columns = heads.count("|") + 1
    return f"| {heads} |\n{'|---' * columns}|\n" + "".join([f"| {row} |\n" for row in rows])


@pytest.mark.parametrize(
    ("heads", "between", "code", "alone"),
    [
        # A list of types under a device is held to each op by itself; what else is in cells to the rest of the table.
        ("Op | CPU types | GPU types", ", ", "", ["bfloat16"]),
        ("算子 | CPU 类型 | GPU 上的类型", "、", "`", []),
        ("op | types on CPU | GPU kernels", "<br>", "", []),
        ("op | CPU dtypes | GPU dtypes", "/", "`", ["bfloat16"]),
        ("op | CPU | GPU", " ", "`", ["bfloat16"]),
    ],
)
def test_types_on_devices(heads: str, between: str, code: str, alone: list[str], shipped: Index) -> None:
    def row(op: str, *types: str) -> str:
        cells = [between.join([f"{code}{each}{code}" for each in one.split()]) or "none" for one in types]
        return f"{code}{op}{code} | {' | '.join(cells)}"

    rows = [
        row("ResourceApplyGradientDescent", "half bfloat16 float double", "half float double"),
        row("ResourceApplyProximalGradientDescent", "float double", ""),
        row("ResourceApplyAdadelta", "half bfloat16 float double", "half float double"),
    ]
    above = "The table of yours does not match the code. This is what there is:\n\n"
    right = row("ResourceApplyAdam", "half bfloat16 float double", "half float double")
    wrong = row("ResourceApplyAdam", "half bfloat16 float double", "half float double bfloat16")
    assert wrong_of(shipped, above + _table(heads, *rows, right)) == []
    assert wrong_of(shipped, above + _table(heads, *rows, wrong)) == ["bfloat16"]
    assert wrong_of(shipped, above + _table(heads, *rows[:1], wrong)) == alone  # one of two is no majority


def test_cells_that_say_there_is_none(shipped: Index) -> None:
    rows = ["ResizeBicubic | float | none", "ResizeArea | float | none", "ResizeBilinear | float | {}"]
    document = _table("op | CPU types | GPU types", *rows)
    assert wrong_of(shipped, document.format("float, double")) == []
    assert wrong_of(shipped, document.format("—")) == []
    # Crosses alone may say that it is not tested there.
    crosses = _table("op | CPU | GPU", "Conv2D | ✓ | ✓", "MatMul | ✓ | ✓", "Relu | ✓ | ✓", "BiasAdd | ✓ | ✗")
    assert wrong_of(shipped, crosses) == []
    known = ["ResizeBicubic | ✓ | ✗", "ResizeArea | ✓ | ✗"]
    assert wrong_of(shipped, crosses + "".join([f"| {row} |\n" for row in known])) == ["✗"]


@pytest.mark.parametrize(
    ("header", "both"),
    [("设备", "`CPU`、`GPU`"), ("devices", "CPU, GPU"), ("Registered on", "CPU/GPU"), ("Device", "CPU<br>GPU")],
)
def test_devices(header: str, both: str, shipped: Index) -> None:
    document = _table(
        f"op | {header}", "ResizeArea | CPU", "ResizeBicubic | {}", f"ResizeBilinear | {both}",
        f"ResizeNearestNeighbor | {both}", "Conv2D | {}",
    )  # fmt: skip
    assert wrong_of(shipped, document.format("CPU", both)) == []
    assert wrong_of(shipped, document.format(both, both)) == ["GPU"]
    assert wrong_of(shipped, document.format("CPU", "CPU")) == ["CPU"]


def test_devices_that_a_column_names_only_one_of(shipped: Index) -> None:
    rows = ["ResizeArea | CPU", "ResizeBicubic | CPU", "ResizeBilinear | CPU", "Conv2D | CPU"]
    assert wrong_of(shipped, _table("op | devices", *rows)) == []  # of which this may be all that is spoken of


@pytest.mark.parametrize("header", ["输出类型", "output type", "Output dtype"])
def test_types_of_outputs(header: str, shipped: Index) -> None:
    rows = ["ResizeArea | float", "ResizeBicubic | float", "ResizeBilinear | float", "Shape | int32"]
    assert wrong_of(shipped, _table(f"op | {header}", *rows, "ResizeNearestNeighbor | T")) == []
    assert wrong_of(shipped, _table(f"op | {header}", *rows, "ResizeNearestNeighbor | float")) == ["float"]
    assert wrong_of(shipped, _table(f"op | {header}", "Relu | float", "Conv2D | float", "Rank | int32")) == []


@pytest.mark.parametrize(
    ("cell", "found"),
    [
        ("transpose_a: bool = false, T: {bfloat16, half, float, double, int32, int64, complex64, complex128}", []),
        ("transpose_a: bool = true", ["transpose_a: bool = true"]),
        ("adj_x: bool = false", ["adj_x: bool = false"]),
        ("transpose_a: of the first", []),
        ("name: string", []),
        ("set by hand", []),
    ],
)
def test_attrs_without_code(cell: str, found: list[str], shipped: Index) -> None:
    rows = [
        "Softmax | T: {half, bfloat16, float, double}",
        "Rank | T: type",
        "ExpandDims | Tdim: {int32, int64} = DT_INT32",
    ]
    assert wrong_of(shipped, _table("op | attrs", *rows, f"MatMul | {cell}")) == found


@pytest.mark.parametrize(
    ("cell", "found"), [("_AddGrad", ["_AddGrad"]), ("_MulGrad", []), ("none", ["none"]), ("—", [])]
)
def test_gradients(cell: str, found: list[str], shipped: Index) -> None:
    rows = ["ResizeArea | none", "ResizeBicubic | _ResizeBicubicGrad", "ResizeBilinear | _ResizeBilinearGrad"]
    assert wrong_of(shipped, _table("op | 梯度 (image_grad.py)", *rows, f"Mul | {cell}")) == found


FACTS = """| 项 | 值 |
|---|---|
| 定义 | `core/ops/sparse_ops.cc:85` |
| 输入 | a_indices: Tindices, a_values: T, a_shape: int64, b: T |
| 属性 | T: type, Tindices: {int32,int64} = DT_INT64, adjoint_a: bool = false, adjoint_b: bool = false |
| CPU 类型 | float, double, int32, complex64, complex128, bfloat16 |
| GPU 类型 | float |
| 梯度 | `_SparseTensorDenseMatMulGrad`，python/ops/sparse_grad.py |
"""


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("| float |", "| float |", []),
        ("| float |", "| float, double |", ["double"]),
        ("a_shape: int64", "a_shape: int32", ["a_shape: int32"]),
        ("adjoint_b: bool", "adjoint_c: bool", ["adjoint_c: bool = false"]),
        ("adjoint_a: bool = false", "adjoint_a: bool = true", ["adjoint_a: bool = true"]),
    ],
)
@pytest.mark.parametrize("above", ["## `SparseTensorDenseMatMul`", "`MatMul` failed.\n\n## 这个 op"])
def test_a_table_of_one_op(old: str, new: str, found: list[str], above: str, shipped: Index) -> None:
    assert wrong_of(shipped, f"{above}\n\n{FACTS.replace(old, new)}") == found


def test_a_table_of_an_op_that_is_not_known(shipped: Index) -> None:
    rows = ["CPU types | float, double", "GPU types | float, int8", "devices | CPU, GPU", "attrs | mine: bool = true"]
    assert wrong_of(shipped, "We have it besides `MatMul`.\n\n## Ours\n\n" + _table("what | is", *rows)) == []


@pytest.mark.parametrize("code", ["", "`"])
def test_a_column_for_each_op(code: str, shipped: Index) -> None:
    document = _table(
        f" | {code}ResizeBicubic{code} | {code}ResizeBilinear{code}",
        "inputs | images: T, size: int32 | images: T, size: int32",
        "outputs | resized_images: float | resized_images: float",
        "attrs | align_corners: bool = false | align_corners: bool = false",
        "gradient | `_ResizeBicubicGrad` | {}",
        "devices | {} | CPU, GPU",
    )
    assert wrong_of(shipped, document.format("`_ResizeBilinearGrad`", "CPU")) == []
    assert wrong_of(shipped, document.format("`_ResizeBilinearGrad`", "CPU, GPU")) == ["GPU"]
    assert wrong_of(shipped, document.format("`_ResizeBicubicGrad`", "CPU")) == ["_ResizeBicubicGrad"]


def test_the_op_of_the_heading_beside_its_gradient(shipped: Index) -> None:
    page = (
        "## MaxPool\n\nIts gradient is `MaxPoolGrad`.\n\n| device | types | class |\n|---|---|---|\n"
        "| `CPU` | `{}` | `MaxPoolingOp` |\n| `GPU` | `double float half` | `MaxPoolingOp` |\n"
        "| `GPU` | `double float half` | `MaxPoolingNoMaskOp` |\n| `GPU` | `qint8` | `MaxPoolingNoMaskOp` |\n"
    )
    types = "bfloat16 double float half int16 int32 int64 int8 uint16 uint8"
    assert wrong_of(shipped, page.format(types)) == []
    assert wrong_of(shipped, page.format(types + " complex64")) == ["complex64"]


@pytest.mark.parametrize(
    ("cell", "found"), [("`ResizeArea`", ["CropAndResizeOp"]), ("as `ResizeArea`", []), ("同 `ResizeArea`", [])]
)
def test_a_cell_that_refers_to_another_row(cell: str, found: list[str], shipped: Index) -> None:
    rows = [
        "ResizeBilinear | - | `ResizeBilinearOp`",
        "ResizeBicubic | - | `ResizeBicubicOp`",
        "ResizeArea | - | `ResizeAreaOp`",
    ]
    assert (
        wrong_of(
            shipped, _table("op | types | kernel class", *rows, f"the one that crops | {cell} | `CropAndResizeOp`")
        )
        == found
    )
