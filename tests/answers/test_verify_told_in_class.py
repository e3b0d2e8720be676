"""What model solutions, lectures and chats tell: tests of a file, blocks and their places, other frameworks."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong, wrong_of

from tfexplore.answers.verify import verify_all
from tfexplore.index.store import Index

TEXTS = {
    "tensorflow/core/kernels/looms/looms.h": """struct WeftParameters {
  int width;
};

void WindTheWarp(int width) {


  if (width > 1) {
    FoldTheCloth(width);
  }
}
template <typename T, typename Output = const Eigen::NoWeft>
struct WarpOf {
};
void FoldTheCloth(int width) {
}
""",
    "tensorflow/core/kernels/looms/looms_common.h": "struct Other {\n};\n",
    "tensorflow/python/looms/winding.py": """from tensorflow.python.util import thread_lib

VERSIONS = ['yarn_lib >= 1.0.5']


def wind_all(strands):
  first = thread_lib.take_all(strands, limit=3)
  return first
""",
    "tensorflow/python/looms/winding_test.py": """class WindingTest(object):

  def test_wind_one(self):
    winding.WindingFrame(turns=10)

  def test_wind_two(self):
    pass

  def test_wind_three(self):
    pass
""",
}
TESTS = "Tests, `winding_test.py`, class `WindingTest`: "
LIST = "What the tests in `winding_test.py` show:\n\n- `test_wind_one` (line 3) winds\n- `test_wind_two` (line 6) too\n"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # Tests of a file, and their lines.
        (f"{TESTS}`test_wind_one` (3), `test_wind_two` (6), `test_wind_three` (9).", []),
        (f"{TESTS}`test_wind_one` (3), `test_wind_two` (6), `test_wind_four` (9).", ["test_wind_four"]),
        (f"{TESTS}`test_wind_one` (3), `test_wind_two` (6); there is no `test_wind_four`.", []),
        (f"{TESTS}`test_wind_one`, `test_wind_four`.", ["test_wind_four"]),
        ("Tests in `winding_test.py`: `test_wind_one`, `test_wind_four` and `test_wind_five`, my own ones.", []),
        (f"{LIST}- `test_wind_three` (line 9) as well", []),
        (f"{LIST}- `test_wind_three` (line 96) as well", ["line 96"]),
        ("Tests in `winding_test.py`, class `WindTests`: `test_wind_one`, `test_wind_two`.", ["WindTests"]),
        ("## `winding_test.py`\n\n`test_wind_one`, `test_wind_two`, `test_wind_too`", ["test_wind_too"]),
        # What modules are called with, and what tests give.
        ("In `winding.py` a walk, `thread_lib.take_all(strands, limit=3)`, picks it.", []),
        (
            "In `winding.py` a walk, `thread_lib.take_all(strands, limit=4)`, picks it.",
            ["thread_lib.take_all(strands, limit=4)"],
        ),
        ("In `winding.py`, if you wrote `thread_lib.take_all(strands, limit=4)`, it would be one more.", []),
        ("1. `winding_test.py`: `test_wind_one` makes `winding.WindingFrame(turns=10)`", []),
        (
            "1. `winding_test.py`: `test_wind_one` makes `winding.WindingFrame(turns=20)`",
            ["winding.WindingFrame(turns=20)"],
        ),
        ("1. `winding_test.py`: make a `winding.WindingFrame(turns=20)`", []),
        ("It needs `'yarn_lib >= 1.0.5'`, see `looms/winding.py`.", []),
        ("It needs `'yarn_lib >= 1.1.0'`, see `looms/winding.py`.", ["'yarn_lib >= 1.1.0'"]),
        # The struct of what stands before a bracket.
        ("构造 `WeftParameters`（1 行；结构体定义在 `looms/looms.h`），然后结束。", []),
        ("构造 `WeftParameters`（1 行；结构体定义在 `looms/looms_common.h`），然后结束。", ["looms/looms_common.h"]),
        # Another name of a namespace, right before its place.
        ("The default is `const Eigen::NoWeft` (`looms.h:12`).", []),
        ("The default is `const Eigen::AnyWeft` (`looms.h:12`).", ["Eigen::AnyWeft"]),
        ("It is there for `Eigen::AnyWeft`, at `looms.h:11-13`.", []),
        # A branch of the file that a bare number is of.
        ("`looms/looms.h:5` has two cases:\n\n1. **All the rest** (line 8): `FoldTheCloth`, twice", []),
        # Places of their own.
        ("`looms/looms.h`: the branch at line 8, `FoldTheCloth` at 15.", []),
        # Tests of one's own file, and what is yet to be written.
        ("Put it into your `python/looms/wind_more.py`. And `python/looms/test_wind_more.py` passes.", []),
        ("And `python/looms/test_wind_more.py` passes.", ["python/looms/test_wind_more.py"]),
        ("**7.5** Write `kernels/looms/looms_4.h` for TensorFlow.", []),
        ("**7.5** See `kernels/looms/looms_4.h` of TensorFlow.", ["kernels/looms/looms_4.h"]),
        ("In the notation of `kernels/looms/looms_5.h` (pseudo-code, not TensorFlow) it is short.", []),
        ("In the notation of `kernels/looms/looms_5.h` (in C++) it is short.", ["kernels/looms/looms_5.h"]),
        ("That is all. So no `kernels/looms/looms_6.h` from me.", []),
        ("That is all. So a `kernels/looms/looms_6.h` from me.", ["kernels/looms/looms_6.h"]),
        ("I could not find a `WindTheWarpTwice` in `looms.h`.", []),
        ("I could also find a `WindTheWarpTwice` in `looms.h`.", ["WindTheWarpTwice"]),
        ("A name in `looms.h` such as `WindTheWarpTwice` would be my invention.", []),
        ("A name in `looms.h` such as `WindTheWarpTwice` would be too long.", ["WindTheWarpTwice"]),
    ],
)
def test_by_a_tree(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text + "\n") == found


QUOTED = "```cpp\n  if (width > 1) {\n    FoldTheCloth(width);\n  }\n```\n"


@pytest.mark.parametrize(
    ("behind", "found"),
    [
        ("That is all (the snippet is at looms.h:8).", []),
        ("That is all (the snippet is at looms.h:88).", ["looms.h:88"]),
        ("这段代码在 `looms.h:88`。", ["looms.h:88"]),
        ("It is called at looms.h:8.", []),
    ],
)
def test_where_the_block_above_stands(behind: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"In `looms/looms.h`:\n\n{QUOTED}\n{behind}\n") == found


CALLED = "| op | 梯度函数 | 调用的 gen 函数 |\n|---|---|---|\n"
CHAT = "**User:** hi, what of Sin?\n\n**Assistant:** It is an op.\n\n**User:** {}\n\n**Assistant:** No.\n"
MINI = """| MiniFlow | TensorFlow 1.15 | where |
|---|---|---|
| `OpSpecBuilder` | `OpDefBuilder` | `op_def_builder.h:53` |
| `KernelSpecBuilder` | `KernelDefBuilder` | `kernel_def_builder.h:30` |
"""


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (CHAT.format("and MatMul, `_MatMulGradHelper`?"), []),
        (CHAT.format("and MatMul has `_MatMulGradHelper` in `math_grad.py`."), ["_MatMulGradHelper"]),
        ("**User:** and MatMul, `_MatMulGradHelper` in `math_grad.py`?", ["_MatMulGradHelper"]),
        (f"We have built MiniFlow. It is small.\n\nIn MiniFlow all is simple.\n\n{MINI}", []),
        (MINI, ["OpSpecBuilder", "KernelSpecBuilder"]),
        # The default of an attr in the op that is named behind it.
        ("`Targmax` allows `{int32, int64}` (default of `MaxPoolWithArgmax`: `DT_INT64`).", []),
        ("`Targmax` allows `{int32, int64}` (default of `MaxPoolWithArgmax`: `DT_INT32`).", ["DT_INT32"]),
        # Generated functions by their names alone.
        (f"{CALLED}| `MaxPoolGrad` | `_MaxPoolGradGrad` | `max_pool_grad_grad` |", []),
        (f"{CALLED}| `MaxPoolGrad` | `_MaxPoolGradGrad` | `max_pool_grad` |", ["max_pool_grad"]),
        # In whichever file an interface takes what others define.
        ("| `%typemap(in) (TF_Status*)` | `tf_session.i:352` | 接受 `ScopedTFStatus` |", []),
    ],
)  # fmt: skip
def test_by_the_shipped_index(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text + "\n") == found


MACRO = """```cpp
#define REGISTER_CPU(T) REGISTER_KERNEL_BUILDER(Name("Conv2D").Device(DEVICE_CPU).TypeConstraint<T>("T"), Conv2DOp<T>);
```

"""
TYPES = """#define TF_CALL_GPU_NUMBER_TYPES(m) \\
  TF_CALL_half(m) TF_CALL_float(m) TF_CALL_double(m)
#define TF_CALL_half(m) m(Eigen::half)
#define TF_CALL_float(m) m(float)
#define TF_CALL_double(m) m(double)
"""


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"{MACRO}It is applied for `half`, `float` and `double`, unless that is off.", []),
        (f"{MACRO}It is applied for `half`, `bfloat16` and `double`, unless that is off.", ["bfloat16"]),
        (f"{MACRO}It is not applied for `bfloat16`.", []),
        ("It is applied for `bfloat16`.", []),
        ("| macro | expands to |\n|---|---|\n| `TF_CALL_GPU_NUMBER_TYPES` | half float double |", []),
        ("| macro | expands to |\n|---|---|\n| `TF_CALL_GPU_NUMBER_TYPES` | half bfloat16 double |",
         ["TF_CALL_GPU_NUMBER_TYPES"]),
    ],
)  # fmt: skip
def test_macros_of_types(text: str, found: list[str], shipped: Index) -> None:
    files = {"tensorflow/core/framework/register_types.h": TYPES.encode()}
    (made,) = verify_all(shipped, [("notes.md", text + "\n")], files.get, lambda: ())
    said = [one for one in made.verdicts if one.kind != "quotation"]
    assert [one.text for one in said if one.verdict in ("moved", "not found", "differs")] == found


TRUE_FALSE = (
    '| statement | | why |\n|---|---|---|\n| "{}" | **{}** | `TF_CALL_GPU_NUMBER_TYPES` (`register_types.h:200`) |'
)
SHEET = """*PT* = PyTorch, *MX* = MXNet.

| op | TF | {} |
|---|---|---|
| `Conv2D` | `Conv2DOp` | `_backward_Convolution` |"""
REGISTRATIONS = "- Registrations: CPU by macros (`conv_ops.cc:569-571`);"
BAD = (
    '{}\n```python\n@ops.RegisterGradient("Conv2DGated")\ndef _Conv2DGrad(op, grad):\n  return _Conv2DGradOf(op)\n```\n'
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (TRUE_FALSE.format("`MaxPool` has an attr `explicit_paddings` as well.", "F"), []),
        (TRUE_FALSE.format("`MaxPool` has an attr `explicit_paddings` as well.", "T"), ["explicit_paddings"]),
        (TRUE_FALSE.format("`MaxPoolingOp` derives from `BinaryOp<T>`.", "False"), []),
        (TRUE_FALSE.format("`MaxPoolingOp` derives from `BinaryOp<T>`.", "True"), ["BinaryOp<T>"]),
        ("| `MaxPool` has an attr `explicit_paddings`. | **F** |\n|---|---|\n| a | b |", ["explicit_paddings"]),
        (SHEET.format("MX"), []),
        (SHEET.format("class"), ["_backward_Convolution"]),
        (SHEET.replace("*MX* = MXNet", "*MX* is short").format("MX"), ["_backward_Convolution"]),
        ("I said \"`MaxPoolShapeV2`\". It is `MaxPoolV2Shape`.", []),
        ("The shape function of `MaxPoolV2` is `MaxPoolShapeV2`.", ["MaxPoolShapeV2"]),
        ("By this rule of `nn_grad.py` it would be `_MaxPoolV2Grad`.", []),
        ("By this rule of `nn_grad.py` it is `_MaxPoolV2Grad`.", ["_MaxPoolV2Grad"]),
        ("The name `TF_CALL_ALL_REAL_TYPES` in rev. 5 of this was a mistake of ours.", []),
        ("The name `TF_CALL_ALL_REAL_TYPES` of `register_types.h` is short.", ["TF_CALL_ALL_REAL_TYPES"]),
        ("❌ BAD: `TF_CALL_EVERY_TYPE(REGISTER_MAXPOOLCEIL)`", []),
        ("✅ GOOD: `TF_CALL_EVERY_TYPE(REGISTER_MAXPOOLCEIL)`", ["TF_CALL_EVERY_TYPE(REGISTER_MAXPOOLCEIL)"]),
        ("`Qn` / `QN` 开头的类名和宏都是**我们自己的**，上游没有。`QnConvolutionOp` 继承 `OpKernel`。", []),
        ("`QnConvolutionOp` 继承 `OpKernel`。", ["QnConvolutionOp"]),
        ("I have no `TF_Status` as in `op_kernel.h`; mine is called `LeafingStatusOp`.", []),
        ("`op_kernel.h` has a class which is called `LeafingStatusOp`.", ["LeafingStatusOp"]),
        ("See `python/kernel_tests/<family>_ops_test.py` for the family.", []),
        ("```\n$ python -m pytest tests\ntests/image_test.py::TestLeafImage::test_leaf PASSED\n```", []),
        # Another op's defaults, with an underscore; types behind a head.
        ("| op | default |\n|---|---|\n| `_FusedConv2D` | `epsilon` = `0.0001` |", []),
        ("| op | default |\n|---|---|\n| `_FusedConv2D` | `epsilon` = `0.001` |", ["epsilon`  =  `0.001"]),
        (f"{REGISTRATIONS} GPU for `half`, `float` (from `conv_ops.cc:1097`).", []),
        (f"{REGISTRATIONS} GPU for `half`, `bfloat16` (from `conv_ops.cc:1097`).", ["bfloat16"]),
        # Of the tree's file in that folder, or of the reader's own.
        ("Put it into `tensorflow/core/user_ops/knots.cc`.", []),
        ("A user op compiled into TensorFlow: `tensorflow/core/user_ops/fact_op.cc`.",
         ["tensorflow/core/user_ops/fact_op.cc"]),
        ("It is generated; the rule is `nn_ops_gen` in `tensorflow/python/BUILD:2173`.", []),
        ("`BackwardsCompatibilityTest.IsCompatible`, `core/ops/compat/backwards_compatibility_test.cc:27`.", []),
    ],
)  # fmt: skip
def test_what_is_said_to_be_false_or_another_s(text: str, found: list[str], shipped: Index) -> None:
    assert [one.replace("  ", " ") for one in wrong_of(shipped, text + "\n")] == [
        one.replace("`", "").replace("  ", " ") for one in found
    ]


@pytest.mark.parametrize(("said", "found"), [("✗ BAD:", False), ("It has:", True)])
def test_a_block_of_a_bad_example(said: str, found: bool, shipped: Index) -> None:
    files = {
        "tensorflow/python/ops/nn_grad.py": "\n" * 568
        + '@ops.RegisterGradient("Conv2D")\ndef _Conv2DGrad(op, grad):\n  return _Conv2DGradOf(op)\n'
    }
    text = f"See `nn_grad.py`.\n\n{BAD.format(said)}"
    (made,) = verify_all(
        shipped, [("notes.md", text)], lambda path: files[path].encode() if path in files else None, lambda: ()
    )
    assert any(one.verdict in ("differs", "moved") for one in made.verdicts) is found


NN_GRAD_570 = "\n" * 569 + "def _Conv2DGrad(op, grad):\n  return gen_nn_ops.conv2d_backprop_input(grad)\n"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("- `_Conv2DGrad` reads it and forwards it to `gen_nn_ops.conv2d_backprop_input`.", []),
        ("- `_Conv2DGrad` reads it and forwards it to `nn_ops.conv2d_backprop_input`.",
         ["nn_ops.conv2d_backprop_input"]),
        ("- `_Conv2DGrad` never forwards it to `nn_ops.conv2d_backprop_input`.", []),
    ],
)  # fmt: skip
def test_the_module_of_what_a_gradient_calls(text: str, found: list[str], shipped: Index) -> None:
    files = {"tensorflow/python/ops/nn_grad.py": NN_GRAD_570.encode()}
    (made,) = verify_all(shipped, [("notes.md", text + "\n")], files.get, lambda: ())
    assert [one.text for one in made.verdicts if one.verdict in ("moved", "not found", "differs")] == found
