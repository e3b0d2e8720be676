"""What the registry has, told in plain words: files of gradients, ops of public names, marks, folders, interfaces."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import KERNEL as BRAID
from answers.claimed import TEXTS, wrong, wrong_of

from tfexplore.answers.verify import verify_all
from tfexplore.index.store import Index

MATH, NN, ARRAY = "python/ops/math_grad.py", "python/ops/nn_grad.py", "python/ops/array_grad.py"
KERNEL = '`REGISTER_KERNEL_BUILDER(Name("Conv2D").Device(DEVICE_GPU).{}, Conv2DOp<GPUDevice, T>)`'


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # Files of gradients.
        (f"Sin's gradient is registered in `{NN}`.", [NN]),
        (f"Sin's gradient is registered in `{MATH}`.", []),
        (f"The gradients of `Sin` and `Conv2D` are registered in `{MATH}`.", [MATH]),
        (f"`Sin` is differentiated in `{NN}`.", [NN]),
        (f"`Sin`, whose gradient is a cosine, is registered in `{NN}`.", [NN]),
        ("The gradient of `Sin` is in `python/ops/math_ops.py`.", ["python/ops/math_ops.py"]),
        (f"The second-order gradient of `Sin` is in `{NN}`.", []),
        (f"The gradient of `Sin` is not in `{NN}`.", []),
        (f"The gradient of `Sin` should be in `{NN}`.", []),
        ("The gradient of `Sin` calls `cos` of `python/ops/math_ops.py`.", []),
        ("The gradient of `MaxPool` is computed in `core/kernels/maxpooling_op.cc`.", []),
        (f"| op | gradient |\n|---|---|\n| `Sin` | `{NN}` |", [NN]),
        (f"| op | tests of it |\n|---|---|\n| `Sin` | `{NN}` |", []),
        # Ops of public names, and generated functions.
        ("`tf.nn.conv2d` creates the op `Conv3D`.", ["Conv3D"]),
        ("`tf.matmul` creates `BatchMatMulV2` for more than two dimensions.", []),
        ("`tf.gather` does not create `Gather`.", []),
        ("In 2.x `tf.sin` maps to `Cos`, later.", []),
        ("`tf.sin` is `gen_math_ops.cos`.", ["gen_math_ops.cos"]),
        ("`tf.sin` is `gen_math_ops.sin`.", []),
        # Marks in words.
        ("`Add` is an aggregate op.", ["aggregate"]),
        ("`AddV2` is an aggregate op.", []),
        ("`RandomUniform` 是无状态的算子。", ["无状态"]),
        ("`Conv2D` 是无状态的。", []),
        ("`Conv2D` is deprecated.", ["deprecated"]),
        ("`BatchNormWithGlobalNormalization` is deprecated since graph version 12.", ["12"]),
        ("`BatchNormWithGlobalNormalization` is deprecated since graph version 9.", []),
        ("If `Conv2D` is stateful, it is not folded.", []),
        ("`QueueEnqueueV2` is stateless.", []),  # by its resource it is not, whatever is registered
        # Kernels that there are.
        ("`MaxPool` has no GPU kernel.", ["GPU"]),
        ("`MaxPool` has no GPU kernel for strings.", []),
        ("Why is it said that `MaxPool` has no GPU kernel?", []),
        ("`Abort` has no GPU kernel.", []),
        ("`Softmax` has only a CPU kernel.", ["CPU"]),
        ("`Softmax` is CPU-only.", ["CPU"]),
        ("`Softmax` runs on the CPU only.", ["CPU"]),
        ("`Softmax` 只有 CPU 实现。", ["CPU"]),
        ("`Softmax` is not CPU-only.", []),
        ("`Softmax` has only a CPU kernel for double.", []),
        ("In the mobile build `Softmax` has only a CPU kernel.", []),
        ("`Abort` is CPU-only.", []),
        ("`Conv2D` 的 shape 函数是 `shape_inference::Conv3DShape`。", ["shape_inference::Conv3DShape"]),
        ("`Conv2D` has a kernel for `DT_STRING`.", ["DT_STRING"]),
        ("`Conv2D` supports int64 on CPU.", ["int64"]),
        ("`Conv2D` supports half on CPU.", []),
        # Registrations in code.
        (KERNEL.format('TypeConstraint<int8>("T")'), ["int8"]),
        (KERNEL.format('TypeConstraint<Eigen::half>("T")'), []),
        (KERNEL.format('TypeConstraint<T>("T")'), []),
        (KERNEL.format('TypeConstraint<float>("dtype")'), ["dtype"]),
        (KERNEL.format('HostMemory("sizes")'), ["sizes"]),
        ('`Name("Abort").Device(DEVICE_GPU)` is there.', ["Abort", "GPU"]),
        ('We would add `Name("Abort").Device(DEVICE_GPU)`.', []),
        ('`REGISTER_OP("Conv2D").Input("x: T")`', ["x: T"]),
        ('`REGISTER_OP("Conv2D").Input("input: T").Attr("padding: int")`', ["padding: int"]),
        ('`REGISTER_OP("Conv2D").Attr("use_cudnn_on_gpu: bool = true")`', []),
        ('`Conv2DBackpropFilter` 的三条注册都带 `.HostMemory("input_sizes")`，因为要在主机上读。', ["input_sizes"]),
        ('The kernels of `Conv2DBackpropFilter` have `.HostMemory("filter_sizes")`.', []),
        ('Unlike `Conv2D`, `Conv2DBackpropFilter` has `.HostMemory("filter_sizes")`.', []),
        ('`Conv2D` has `.TypeConstraint<float>("dtype")`.', ["dtype"]),
        ('`Conv2D` has `.TypeConstraint<float>("T")`.', []),
        ('It has `.Input("flush_millis: int64")` in `core/ops/summary_ops.cc`.', ["flush_millis: int64"]),
        ('It has `.Input("flush_millis: int32")` in `core/ops/summary_ops.cc`.', []),
        # Inputs and outputs by their places, and defaults.
        ("The second input of `Conv2D` is called `kernel`.", ["kernel"]),
        ("The last input of `ApplyAdam` is called `grad`.", []),
        ("The input of `Conv2D` is called `images`.", []),  # there are two
        ("`dilations` of `Conv2D` defaults to `[1, 1]`.", ["dilations"]),
        ("`dilations` of `Conv2D` defaults to `[1, 1, 1, 1]`.", []),
        ('The default of `padding` in `Conv2D` is `"SAME"`.', ["padding"]),
        # What SWIG exposes.
        ("`TF_NewSession` is wrapped by `events_writer.i`.", ["events_writer.i"]),
        ("`TF_NewSession` is exposed to Python by `tensorflow.i`.", []),  # which brings in the one that does
        ("`events_writer.i` wraps `EventsWriter`.", []),
        ("`events_writer.i` does not wrap it, nor is `TF_NewSession` exposed by `events_writer.i`.", []),
    ],
)
def test_what_is_registered(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, f"# Notes\n\n{text}\n") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`conv_ops.cc` lives in `tensorflow/core/ops`.", ["conv_ops.cc"]),
        ("`conv_ops.cc` lives in `tensorflow/core/kernels`.", []),
        ("`direct_session.cc` is under `tensorflow/core/`.", []),
        ("In `tensorflow/core/ops` there is `conv_ops.cc`.", ["conv_ops.cc"]),
        ("`tf_session.i` 在 `tensorflow/python/util` 目录下。", ["tf_session.i"]),
        ("`tf_session.i` 不在 `tensorflow/python/util` 目录下。", []),
        ("`conv_ops.cc` was in `tensorflow/core/ops` before.", []),
        ("Our `conv_ops.cc` lives in `tensorflow/core/ops`.", []),
        ("`conv_ops.cc` lives in `our/kernels`.", []),  # which is no folder of the tree
        ("`DirectSession` is defined under `tensorflow/core/distributed_runtime/`.", ["DirectSession"]),
        ("`DirectSession` is defined under `tensorflow/core/`.", []),
        ("`DirectSession` 定义在 `core/common_runtime` 目录下。", []),
    ],
)
def test_folders(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, f"# Notes\n\n{text}\n") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # A name at the end of a line, and its place on the next.
        ("- Receives are posted by `RingAlg::DispatchRecv`,\n  `core/common_runtime/ring_alg.cc:380`;\n", True),
        ("- Receives are posted by `RingAlg::DispatchRecv`,\n  `core/common_runtime/ring_alg.cc:398`;\n", False),
        # "Lines 1 to 9 of" belong to the file behind them.
        ("The place is `InternalFlush`, lines 158 to 167 of `core/summary/summary_file_writer.cc`.", False),
        ("`DetermineOpState` liefert `READER`; Definition in `snapshot_dataset_op.cc:199`.", True),
        ("`DetermineOpState` liefert `READER`; Definition in `snapshot_dataset_op.cc:235`.", False),
        ("`_call_tf_sessionrun` 的 `def` 在 session.py 第 1439 行。", False),
        # What is done at a place is not where the name before it is.
        ("反方向是 `tf.py_func`：`script_ops.py` 第 262 行把 `_py_funcs` 交出去。", False),
    ],
)
def test_where_names_stand(text: str, found: bool, shipped: Index) -> None:
    assert bool(wrong_of(shipped, f"# Notes\n\n{text}\n")) is found


def lines_of(path: str, begins: str) -> int:
    """The line of a file that begins so."""
    return next(number for number, line in enumerate(TEXTS[path].split("\n"), 1) if line.startswith(begins))


def test_lines_of_a_caller(index: Path) -> None:
    own, caller = lines_of(BRAID, "void Tighten"), lines_of(BRAID, "void BraidStrands")
    said = f"The place is `Tighten`, lines {{}} to {{}} of `{BRAID}`."
    assert wrong(index, said.format(own, own + 2)) == []
    assert wrong(index, said.format(caller, caller + 7)) == [BRAID]


def test_one_clause_does_not_deny_another(shipped: Index) -> None:
    text = "# Notes\n\n`Sub` is commutative, and `MaxPool` has no GPU kernel; `Mul` is commutative.\n"
    assert wrong_of(shipped, text) == ["commutative", "GPU"]


def test_the_nearest_file_of_a_name(shipped: Index) -> None:
    text = "`conv_ops.cc` lives in `core/ops`."
    (verified,) = verify_all(shipped, [("d.md", text)], None)
    (verdict,) = [one for one in verified.verdicts if one.verdict == "moved"]
    assert verdict.location is not None
    assert verdict.location.path == "tensorflow/core/kernels/conv_ops.cc"
