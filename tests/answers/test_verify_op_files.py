"""Files that are said to register ops or their kernels, lines of such statements, and kernels that are denied."""

from __future__ import annotations

import pytest
from answers.claimed import wrong_of

from tfexplore.index import ops
from tfexplore.index.store import Index


@pytest.mark.parametrize(
    ("said", "right", "other"),
    [
        ("The op `MatMul` is registered in `{}`.", "core/ops/math_ops.cc", "core/ops/nn_ops.cc"),
        ("The registration of `MatMul` is in `{}`.", "math_ops.cc", "core/ops/array_ops.cc"),
        ("`MatMul` is registered in `{}`.", "core/kernels/matmul_op.cc", "core/ops/nn_ops.cc"),
        ("算子 `MatMul` 注册在 `{}`。", "core/ops/math_ops.cc", "core/ops/nn_ops.cc"),
        ("The kernels of `LRN` are in `{}`.", "lrn_op.cc", "core/kernels/softmax_op.cc"),
        ("`MatMul` is implemented in `{}`.", "core/kernels/matmul_op.cc", "core/kernels/conv_ops.cc"),
        ("`LRN`'s CPU kernels are registered in `{}` for two types.", "lrn_op.cc", "core/kernels/conv_ops.cc"),
        ("`LRN` 的内核在 `{}`。", "lrn_op.cc", "core/kernels/softmax_op.cc"),
        ("`{}` has the kernels of `LRN`.", "core/kernels/lrn_op.cc", "core/kernels/softmax_op.cc"),
        ("`{}` registers the op `MatMul`.", "core/ops/math_ops.cc", "core/ops/nn_ops.cc"),
    ],
)
def test_files(said: str, right: str, other: str, shipped: Index) -> None:
    assert wrong_of(shipped, f"# Notes\n\n{said.format(right)}\n") == []
    assert wrong_of(shipped, f"# Notes\n\n{said.format(other)}\n") == [other]


@pytest.mark.parametrize(
    "said",
    [
        "The op `MatMul` is not registered in `core/ops/nn_ops.cc`.",
        "The op `MatMul` would be registered in `core/ops/nn_ops.cc`.",
        "`LRN` is implemented in `core/kernels/ops_util.h`.",  # which registers nothing
        "The shape function of the op `MatMul` is defined in `core/framework/common_shape_fns.cc`.",
        "The op `MatMul` is registered in `loom_ops.cc` of ours.",
        "The XLA kernel of `MatMul` is in `tensorflow/compiler/tf2xla/kernels/matmul_op.cc`.",
    ],
)
def test_files_of_which_nothing_is_said(said: str, shipped: Index) -> None:
    assert "core/ops/nn_ops.cc" not in wrong_of(shipped, f"# Notes\n\n{said}\n")


def test_a_name_of_a_list_that_is_no_op(shipped: Index) -> None:
    text = "`core/kernels/concat_op.cc` registers the ops `Concat`, `ConcatV2` and `{}`.\n"
    assert wrong_of(shipped, text.format("ConcatOffset")) == []
    assert wrong_of(shipped, text.format("ConcatGrad")) == ["ConcatGrad"]


@pytest.mark.parametrize(
    "said",
    [
        '`REGISTER_OP("Elu")` on line {} of `nn_ops.cc`.',
        '`REGISTER_OP("Elu")`, line {} of `nn_ops.cc`.',
        '`REGISTER_OP("Elu")` stands at `nn_ops.cc:{}`.',
    ],
)
def test_lines_of_statements(said: str, shipped: Index) -> None:
    (elu, other) = ops.named(shipped, ["Elu", "Selu"])
    assert wrong_of(shipped, f"# Notes\n\n{said.format(elu.location.line)}\n") == []
    assert len(wrong_of(shipped, f"# Notes\n\n{said.format(other.location.line)}\n")) == 1


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`Softmax` has no CPU kernel in `tensorflow/core/kernels/softmax_op.cc`.", ["CPU"]),
        ("`Softmax` has no GPU kernel in `tensorflow/core/kernels/softmax_op.cc`.", []),
        ("`Softmax` has no CPU kernel in `tensorflow/core/kernels/relu_op.cc`.", []),
        ("There's no kernel for `Softmax` with half.", ["half"]),
        ("There is no kernel for `Softmax` with int32.", []),
        ("`Softmax` has no GPU kernel for `double`.", ["double"]),
        ("`Softmax` 没有 half 类型的 CPU 内核。", ["half"]),
        ("`Softmax` 没有 int32 类型的 CPU 内核。", []),
        ("There is no kernel for `Softmax` with half in mobile builds.", []),
        ("`RandomUniform` has no kernel for int32.", []),  # of which its shape may be
        ("`Mul` is marked commutative, `Sub` is not.", []),
        ("`Div` is marked commutative, `Sub` is not.", ["commutative"]),
        ("`Div` is marked commutative, which it is not.", []),
    ],
)
def test_what_is_denied(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, f"# Notes\n\n{text}\n") == found
