"""What authors correct, deny or call otherwise, and facts of heads, branches and registries that documents tell."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong, wrong_of

from tfexplore.index.store import Index

LOOMS = "tensorflow/core/kernels/looms.cc"
TEXTS = {
    LOOMS: """void WeaveCloth(int64 rows, bool wide) {
  if (rows == 1) {
    StartLoom();
  } else if (rows < 8 &&
             wide) {
    // A narrow one.
    PullWeftThread(rows);
  }
}

void Retire() {}
#define REGISTER_LOOM_KERNEL_BUILDER(name) RegisterLoom(name)
REGISTER_LOOM_KERNEL_BUILDER(One)
""",
    "tensorflow/core/kernels/weft_threads.h": """void PullWeftThread(int64 rows);
inline void StartLoom() {}
""",
    "tensorflow/python/looms/looms.py": """class Shuttle(object):
  pass


class WideShuttle(Frame, Shuttle):
  pass


class Frame(object):
  pass


def weave_all_cloth(rows):
  with frame_of_cloth(rows):
    for row in rows:
      throw_shuttle(row)


LOOMS = 1
WEAVERS = 2
FRAMES = 3
WEFTS = 4
WARPS = 5


def frame_of_cloth(rows):
  return rows


def stretch_cloth(cloth, width=2, keep_edges=True, name=None):
  return cloth
""",
    "tensorflow/core/kernels/frames.h": """class FrameBase {
};
class WideFrame : public FrameBase {
};
class NarrowFrame : public WideFrame {
};
""",
}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('The LRN one: `REGISTER_GRADIENT_OP("LRN", LRNGradHelper)`.', []),
        ('The LRN one: `REGISTER_OP_GRADIENT("LRN", LRNGrad)`.', ["LRN"]),
        ('The softmax one: `REGISTER_OP_GRADIENT("Softmax", SoftmaxGrad)`.', []),
        (
            "| function | calls |\n|---|---|\n| `_MaxPoolGrad` | `gen_nn_ops.max_pool_grad` |\n"
            "| `_MaxPoolGradGradGrad` | `gen_nn_ops.max_pool_grad_grad` |",
            ["gen_nn_ops.max_pool_grad_grad"],
        ),
        (
            "| function | not |\n|---|---|\n| `_MaxPoolGradGradGrad` | `gen_nn_ops.max_pool_grad_grad` |",
            [],
        ),
        (
            "The attrs are shared by `Conv2DBackpropInput` and `Conv2DBackpropFilter`:\n\n| attr | type | default |\n"
            "|---|---|---|\n| `T` | `{half, bfloat16, float, double}` | none |\n| `strides` | `list(int)` | none |\n"
            "| `use_cudnn_on_gpu` | `bool` | `false` |\n| `padding` | `{'SAME', 'VALID', 'EXPLICIT'}` | none |\n"
            "| `explicit_paddings` | `list(int)` | `[]` |\n"
            "| `dilations` | `list(int)` | `[1, 1, 1, 1]` |",
            ["false"],
        ),
        ('Add `REGISTER_OP_GRADIENT("LRN", LRNGrad)`.', []),
        # The inputs of nodes are other nodes.
        ("`Conv2DBackpropInput` has the inputs `i_shape` and `filter`.", ["i_shape"]),
        ("Its nodes are `Conv2DBackpropInput` (inputs `i_shape`, `filter`).", []),
        ("In 1.15 neither has an `explicit_padding` attr, unlike `Conv2D`.", []),
        # By the index alone: what a file registers by macros it does not define, and a line that a block begins at.
        ("XLA's `MarkForCompilationPass` sits in `compiler/jit/jit_compilation_pass_registration.cc:53`.", []),
        ("`ExecutorState::PrepareInputs`, `core/common_runtime/executor.cc:1952`:\n\n```cpp\nreturn Weave();\n```", []),
        ("`TF_AllocateOutput` is there, a temp allocator (`TF_AllocateTemp`) is not.", []),
        ("`TF_AllocateOutput` is there, and a temp allocator (`TF_AlocateOutput`), too.", ["TF_AlocateOutput"]),
    ],
)
def test_by_the_shipped_index(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text + "\n") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It is in `kernels/Loomz.cc`.", ["kernels/Loomz.cc"]),
        ("`kernels/Loomz.cc` 其实叫 looms.cc。", []),
        ("`kernels/Loomz.cc` is really called looms.cc.", []),
        # The beginning of a name may be a family's, and is no macro's.
        ("The unconditional twin of the macro is called `REGISTER_LOOM_KERNEL`.", ["REGISTER_LOOM_KERNEL"]),
        ("The unconditional twin of the macro is called `REGISTER_LOOM_KERNEL_BUILDER`.", []),
        ("Say `K/` stands for `tensorflow/core/kernels/`, `F/` for `tensorflow/core/`: F/kernels/looms.cc:1", []),
        (
            "Say `K/` stands for `tensorflow/core/kernels/`, `F/` for `tensorflow/core/`: F/kernels/looms.cc:100",
            ["F/kernels/looms.cc:100"],
        ),
        # Types of numbers are no other names for each other.
        ("`WeaveCloth(int64 rows, bool wide)` does it.", []),
        ("`WeaveCloth(int32 rows, bool wide)` does it.", ["WeaveCloth(int32 rows, bool wide)"]),
        ("That is not a function but a class, `NarrowFrame`, derived from `FrameBase`.", []),
        ("That is not a macro but a class, `WideFrame`, derived from `NarrowFrame`.", ["NarrowFrame"]),
        ("`WideShuttle` likewise derives from both `Frame` and `Shuttle`.", []),
        ("`WideShuttle` likewise derives from both `Frame` and `WideFrame`.", ["WideFrame"]),
        ("`Shuttle` 不是 kernel，只是帮助类，`Shuttle` 继承自 `WideShuttle`。", ["WideShuttle"]),
        ("`Shuttle` 不是继承自 `WideShuttle` 的。", []),
        ("Mixing in `utils.Shuttle` (defined in `tensorflow/python/looms/looms.py`) helps.", []),
        ("Mixing in `utils.Shuttle` (defined in `kernels/frames.h`) helps.", ["kernels/frames.h"]),
        ("It ends at looms.py:15, inside `frame_of_cloth`.", []),
        ("It ends at looms.py:10, inside `frame_of_cloth`.", ["looms.py:10"]),
        ("| function | line | defaults |\n|---|---|---|\n| `stretch_cloth` | 38 | `width=2`, `keep_edges=True` |", []),
        (
            "| function | line | defaults |\n|---|---|---|\n| `stretch_cloth` | 38 | `width=2`, `keep_edges=False` |",
            ["False"],
        ),
        ("| function | line | we set |\n|---|---|---|\n| `stretch_cloth` | 38 | `width=2`, `keep_edges=False` |", []),
        # A branch has what is in it, and no more.
        ("| case | line | call |\n|---|---|---|\n| narrow | `looms.cc:4` | `PullWeftThread` |", []),
        ("| case | line | call |\n|---|---|---|\n| narrow | `looms.cc:11` | `PullWeftThread` |", ["looms.cc:11"]),
    ],
)
def test_by_a_tree(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text + "\n") == found


def test_a_command_ends_a_block_of_code(index: Path) -> None:
    text = """My own file, not in TensorFlow:

    @ops.RegisterGradient("OwnWeft")
    def _own_weft_grad(op, grad):
      return grad

    $ python own_weft.py
    <Tensor 'OwnWeft:0'>

It has `_own_weft_grad` and a registration.
"""
    assert wrong(index, text) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`tf.contrib.lite` is `tf.lite` now.", []),
        ("- Frage: gibts LoomGrad::Cancel? -> nein. WeaveCloth ja.", []),
        ("- [x] `spawn.py`: lower case; unit test `test_env_bool_is_lowercase`", []),
        ("| | TF `Conv2D` | ONNX `Conv` |\n|---|---|---|\n| other | `Conv2DBackpropInput` | `ConvTranspose` |", []),
        ("| | TF `Conv2D` | here |\n|---|---|---|\n| transposed | `Conv2DBackpropInput` | `Conv2DBackpropInptu` |",
         ["Conv2DBackpropInptu"]),
    ],
)  # fmt: skip
def test_what_is_not_the_trees(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text + "\n") == found
