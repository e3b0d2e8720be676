"""What homework, reviews and wikis tell: short names, files of a folder, items on gradients, calls in rows."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong, wrong_of

from tfexplore.answers.verify import verify_all
from tfexplore.index.store import Index

LOOMS = "tensorflow/core/kernels/looms/long_loom_op.cc"
TEXTS = {
    LOOMS: """void WeaveCloth(int64 rows) {
  CountOf(rows);
}
""",
    "tensorflow/core/kernels/looms/loom_base.h": """class LoomBase {
};
class WideLoom : public LoomBase {
};
class NarrowLoomBase : public LoomBase {
};
""",
    "tensorflow/core/kernels/looms/counts.h": "inline int CountOf(int64 rows) {\n  return 1;\n}\n",
    "tensorflow/python/looms/shuttles.i": "int ThrowShuttle(int n) {\n  return n;\n}\n",
    "tensorflow/python/looms/looms.i": "int Loom(int n) {\n  return ThrowShuttle(n);\n}\n",
    "tensorflow/python/warps/warps.i": "int Warp(int n) {\n  return n;\n}\n",
    "tensorflow/python/looms/macros.i": """// Brackets.
%define %throwall %ignore ""; %enddef
%define %throw %rename("%s") %enddef
%define %throwagain %rename("%s") ""; %enddef
""",
    "tensorflow/python/looms/cloths.py": """from tensorflow.python.looms import warps as warp_lib

try:
  import dyes
except ImportError:
  dyes = None


class Cloth(object):

  def __init__(self, width):
    self.width = width


class Ribbon(Cloth):

  def cut_in_two(self):
    return self.width


class Silk(object):

  def __init__(self, width, folds=4, colour='red', hems=2, edged=True):
    self.width = width
""",
    "tensorflow/python/looms/cloths_test.py": """class ClothsTest(object):

  def test_cloth_of_no_width(self):
    with self.assertRaises(ValueError):
      cloths.Cloth(0)

  def test_cloth_of_any_width(self):
    cloths.Cloth(1)

  def test_cloth_of_no_colour(self):
    self.assertRaises(KeyError, cloths.Cloth, colour=None)
""",
}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # Short names of files.
        (f'Below, "LL.cc" means `{LOOMS}`. `WeaveCloth` is at LL.cc:1.', []),
        (f'Below, "LL.cc" means `{LOOMS}`. `WeaveCloth` is at LL.cc:100.', ["LL.cc:100"]),
        (f'Maintainers read on. "LL.cc" below means\n`{LOOMS}`. `WeaveCloth` is at LL.cc:1.', []),
        (f"`WeaveCloth` is at LL.cc:1, not in `{LOOMS}`.", ["LL.cc:1"]),
        # An item that begins as the head of a class does.
        ("* `WideLoom` : `LoomBase`; there is one more", []),
        ("* `WideLoom` : `NarrowLoomBase`; there is one more", ["NarrowLoomBase"]),
        ("* `WideLoom`: `NarrowLoomBase` needs it", []),
        # What another's mail says, and the answer to it.
        ("> Since `LoomBase` derives from `WideLoom` I need no more.\n\nNo. It is the other way round.", []),
        ("> Since `LoomBase` derives from `WideLoom` I need no more.\n\nFine with me.", ["WideLoom"]),
        ("> Call it `WeaveClothsFast` in `long_loom_op.cc`.\n\nWhy? No function of that name exists there.", []),
        ("> I call `WeaveClothsFast` of `long_loom_op.cc`.\n\nGood.", ["WeaveClothsFast"]),
        ("> I call `WeaveClothsFast` of `long_loom_op.cc`.\n\nNotable, thanks.", ["WeaveClothsFast"]),
        # What stands in brackets is said of what stands there, too.
        ("It uses `WeaveCloth` (with `CountOf(rows)`; that helper is declared\nin `looms/counts.h`).", []),
        (
            "It uses `WeaveCloth` (with `CountOf(rows)`; that helper is declared\nin `looms/loom_base.h`).",
            ["looms/loom_base.h"],
        ),
        # Interface files define, too.
        ("列表用 `ThrowShuttle` 转换，此函数在 `shuttles.i` 中定义。", []),
        ("列表用 `ThrowShuttle` 转换，此函数在 `looms.i` 中定义。", ["looms.i"]),
        ("列表用 `ThrowShuttle` 转换，它在 `looms.i` 中调用。", []),
        ("`utils.Ribbon` is the class in `looms/cloths.py`.", []),
        ("`utils.Ribbon` is the class in `looms/loom_base.h`.", ["looms/loom_base.h"]),
        # Classes of lines.
        ("It is set there (`cloths.py:12`, in the `__init__` of class `Cloth`).", []),
        ("It is set there (`cloths.py:12`, in the `__init__` of class `Silk`).", ["Silk"]),
        ("（`cloths.py:12` 起，在类 `Silk` 的 `__init__` 里）", ["Silk"]),
        ("（`cloths.py:24` 起，在类 `Silk` 的 `__init__` 里）", []),
        # By which name something is imported.
        ("`looms/cloths.py:1` imports it as `warp_lib`.", []),
        ("`looms/cloths.py:1` imports it as `warps_lib`.", ["warps_lib"]),
        ("`looms/cloths.py:1` 则起名为 `warps_lib`。", ["warps_lib"]),
        # What is caught, and what tests expect.
        ("In `looms/cloths.py` there is a `try` with `except ImportError`.", []),
        ("In `looms/cloths.py` there is a `try` with `except ModuleNotFoundError`.", ["except ModuleNotFoundError"]),
        (
            "## `looms/cloths.py`\n### Imports\n\n`dyes` is imported in a `try` with `except KeyError`.",
            ["except KeyError"],
        ),
        ("- `test_cloth_of_no_width`: `Cloth(0)` → `ValueError` expected.", []),
        ("- `test_cloth_of_no_width`: `Cloth(0)` → `AssertionError` expected.", ["AssertionError"]),
        ("- `test_cloth_of_no_width` raises `KeyError`.", ["KeyError"]),
        ("- A `KeyError` is what `test_cloth_of_no_width` raises.", []),
        ("- `test_cloth_of_no_width` knows nothing of an `AssertionError`.", []),
        ("- `test_cloth_of_any_width`: `Cloth(1)` → `AssertionError` expected.", []),
        # A row whose first cell is empty goes on the one above it.
        (
            "| class | argument | default |\n|---|---|---|\n| `Silk` | `folds` | `4` |\n| | `colour` | `'red'` |\n"
            "| | `hems` | `2` |\n| | `edged` | `False` |",
            ["False"],
        ),
        (
            "| class | argument | we set |\n|---|---|---|\n| `Silk` | `folds` | `4` |\n| | `colour` | `'red'` |\n"
            "| | `hems` | `2` |\n| | `edged` | `False` |",
            [],
        ),
    ],
)
def test_by_a_tree(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text + "\n") == found


FOLDERS = "| folder | files |\n|---|---|\n"


@pytest.mark.parametrize("tree", [True, False], ids=["tree", "index"])
@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"{FOLDERS}| `python/looms/` | `looms.i`, `shuttles.i` |\n| `python/warps/` | `warps.i` |", []),
        (f"{FOLDERS}| `python/looms/` | `looms.i`, `shuttles.i`, `warps.i` |", ["warps.i"]),
        ("- `python/looms/`: `looms.i`, `shuttles.i`\n- `python/warps/` - `warps.i`, `loom_base.h`", ["loom_base.h"]),
        ("目录 `python/looms/` 下有 `looms.i`、`shuttles.i`、`warps.i`。", ["warps.i"]),
        # Of which most are elsewhere, the list is of something else.
        ("- `python/looms/`: needs `warps.i`, `loom_base.h` and `looms.i`", []),
        ("- `own/looms/`: `looms.i`, `shuttles.i`, `warps.i`", []),
        ("- `python/looms/`: `looms.i`, `shuttles.i`\n- `own/warps/`: `loom_base.h`", []),
        ("- `python/looms/`: `looms.i`, `shuttles.i` and, I propose, `warps.i`", []),
        ("- `python/looms/`: `looms.i`, `shuttles.i`, as in `warps/warps.i`", []),
        ("- `python/looms/`: looms.i, shuttles.i, `warps.i`", []),
    ],
)  # fmt: skip
def test_files_of_a_folder(text: str, found: list[str], tree: bool, index: Path) -> None:
    assert wrong(index, text + "\n", tree) == found


TWO = "| op | C++ function |\n|---|---|\n| `Min`, `Max` | `MinOrMaxGrad` |\n| `Add` | `AddGrad` |\n"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Not differentiable there: `Const`, `Shape`, `Rank` and `EditDistance`.", []),
        ("Not differentiable there: `Const`, `Shape`, `Fill`, `EditDistance`.", ["Fill"]),
        ("不可导的有：`Const`、`Fill`。", ["Fill"]),
        ("I would make some not differentiable: `Const`, `Fill`.", []),
        ("`MaxPoolWithArgmax` has *no* `data_format` attr. It has `Targmax: {int32, int64}`, default `DT_INT64`.", []),
        (
            "`MaxPoolWithArgmax` has *no* `data_format` attr. It has `Targmax: {int32, int64}`, default `DT_INT32`.",
            ["DT_INT32"],
        ),
        ("`Conv2D` has `use_cudnn_on_gpu: bool` (default `false`).", ["false"]),
        ("In our fork `Conv2D` would have `use_cudnn_on_gpu: bool` (default `false`).", []),
        ("# Reading `Conv2DOp`\n\nGPU kernels: `Eigen::half`, `float` and `double`, registered last.", []),
        ("# Reading `Conv2DOp`\n\nGPU kernels: `Eigen::half`, `float` and `bfloat16`, registered last.", ["bfloat16"]),
        # Several ops of one cell.
        (
            f"{TWO}| `Sum`, `Mean` | `SumGrad`, `MeanGrad` |",
            [],
        ),
        (
            f"{TWO}| `Sum`, `Mean` | `SumGrad`, `AddNGrad` |",
            ["AddNGrad"],
        ),
        ("There is no `p=` argument as in `RandomHorizontalFlip(p=0.5)`.", []),
        ("| 6.0 | `__memmove_avx_unaligned_erms` | executor.cc |", []),
    ],
)  # fmt: skip
def test_by_the_shipped_index(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text + "\n") == found


#: Files of v1.15.0 with what is asked of them where the index has it, in our words otherwise.
NN_GRAD = {
    472: "def _SoftplusGrad(op, grad):",
    473: "  return grad * math_ops.sigmoid(op.inputs[0])",
    754: "def _MaxPoolGradGradGrad(op, grad):",
    759: "          gen_nn_ops.max_pool_grad(",
}
MATH_GRAD = {
    845: 'REGISTER_GRADIENT_OP("Min", MinOrMaxGrad);',
    804: "Status MinOrMaxGrad(",
    829: "  return Fill(scope);",
}
NN_OPS = {
    870: 'REGISTER_OP("MaxPoolGradGradV2")',
    881: "      TF_RETURN_IF_ERROR(shape_inference::MaxPoolV2Shape(c, 5));",
}


def _file(lines: dict[int, str]) -> bytes:
    return "\n".join([lines.get(number, "") for number in range(1, 1_200)]).encode()


FILES = {
    "tensorflow/python/ops/nn_grad.py": _file(NN_GRAD),
    "tensorflow/cc/gradients/math_grad.cc": _file(MATH_GRAD),
    "tensorflow/core/ops/nn_ops.cc": _file(NN_OPS),
}
ROWS = "| op | line | shape fn |\n|---|---|---|\n"
GRADIENTS = "| op | C++ function |\n|---|---|\n| `Add` | `AddGrad` |\n| `AddN` | `AddNGrad` |\n| `Pow` | `PowGrad` |\n"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("- `Softplus` → `_SoftplusGrad` (472): `math_ops.sigmoid(op.inputs[0])`", []),
        ("- `Softplus` → `_SoftplusGrad` (472): `gen_nn_ops.softplus_grad(grad, op.inputs[0])`",
         ["gen_nn_ops.softplus_grad"]),
        ("- `MaxPoolGradGrad` → `_MaxPoolGradGradGrad` (754), which goes back to `gen_nn_ops.max_pool_grad`", []),
        ("- `MaxPoolGradGrad` → `_MaxPoolGradGradGrad` (754), which goes back to `gen_nn_ops.max_pool_grad_grad`",
         ["gen_nn_ops.max_pool_grad_grad"]),
        ("- `MaxPoolGradGrad` → `_MaxPoolGradGradGrad` (754), unlike `gen_nn_ops.max_pool_grad_grad`", []),
        (f"{ROWS}| `MaxPoolGradGradV2` | 870 | `MaxPoolV2Shape(c, 5)` + two `Merge` |", []),
        (f"{ROWS}| `MaxPoolGradGradV2` | 870 | `MaxPoolV2Shape(c, 3)` + two `Merge` |", ["MaxPoolV2Shape(c, 3)"]),
        (f"{ROWS}| `MaxPoolGradGradV2` | 870 | `MaxPoolV2Shape(...)` + two `Merge` |", []),
        # A function that no op has as its gradient, in a column of such.
        (f"{GRADIENTS}| `Min`, `Max` | `MinOrMaxGrad` |", []),
        (f"{GRADIENTS}| `Min`, `Max` | `MaximumMinimumGradCommon` |", ["MaximumMinimumGradCommon"]),
    ],
)  # fmt: skip
def test_by_the_lines_of_files(text: str, found: list[str], shipped: Index) -> None:
    (made,) = verify_all(shipped, [("notes.md", text + "\n")], FILES.get, lambda: ())
    assert [one.text for one in made.verdicts if one.verdict in ("moved", "not found", "differs")] == found


@pytest.mark.parametrize(("sign", "found"), [("%s", 0), ("%n", 1)])
def test_interface_files_are_quoted_without_a_language(sign: str, found: int, index: Path) -> None:
    lines = TEXTS["tensorflow/python/looms/macros.i"].split("\n")[1:4]
    quoted = "\n".join(lines).replace('throwagain %rename("%s")', f'throwagain %rename("{sign}")')
    assert len(wrong(index, f"`python/looms/macros.i` has\n```\n{quoted}\n```\n")) == found
