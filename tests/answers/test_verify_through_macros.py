"""Macros that kernels of the shipped index come through, and what documents say that they are called for, or by."""

from __future__ import annotations

import pytest
from answers.claimed import wrong_of

from tfexplore.index.store import Index


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`REGISTER_CPU` (conv_ops.cc:561) is called for `half`, `float` and `double`.", []),
        ("`REGISTER_CPU` (conv_ops.cc:561) is called for `half`, `float`, `double` and `bfloat16`.", ["bfloat16"]),
        ("`conv_ops.cc`: `REGISTER_CPU` 对 half、float、int8 调用。", ["int8"]),
        # The file next to it is meant, whatever else the paragraph cites.
        (
            "`REGISTER_CPU` (conv_ops.cc:561) is called for `half` and `bfloat16`. Then `conv_ops_using_gemm.cc` "
            "takes over.",
            ["bfloat16"],
        ),
        ("`REGISTER_CPU` is called for `half` and `bfloat16`.", []),  # of a hundred files
        ("Our patched `REGISTER_CPU` (conv_ops.cc:561) is called for `bfloat16`, too, in our fork.", []),
        ("`REGISTER_CPU` (conv_ops.cc:561) should be called for `bfloat16`.", []),
        ("`REGISTER_CPU` (conv_ops.cc:561) is not called for `bfloat16`.", []),
    ],
)
def test_types(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("- GPU：`REGISTER_GPU_KERNEL`（cross_op.cc），用 `TF_CALL_REAL_NUMBER_TYPES`", []),
        ("- GPU：`REGISTER_GPU_KERNEL`（cross_op.cc），用 `TF_CALL_GPU_NUMBER_TYPES`", ["TF_CALL_GPU_NUMBER_TYPES"]),
        ("In cross_op.cc `REGISTER_GPU_KERNEL` is driven by `TF_CALL_FLOAT_TYPES`.", []),  # which that one calls
        ("In cross_op.cc `REGISTER_GPU_KERNEL` is driven by `TF_CALL_GPU_NUMBER_TYPES`.", ["TF_CALL_GPU_NUMBER_TYPES"]),
        # Its header is cited, and it is defined in the source beside that.
        ("The functor is in `cross_op.h`.\n\n`REGISTER_GPU_KERNEL` uses `TF_CALL_GPU_NUMBER_TYPES`.",
         ["TF_CALL_GPU_NUMBER_TYPES"]),
        # Of types by name there is no other of its kind to be meant.
        ("`REGISTER_CPU` (conv_ops.cc:561) is called by `TF_CALL_GPU_NUMBER_TYPES`.", []),
    ],
)  # fmt: skip
def test_macros_of_types(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text) == found


TABLE = "| op | CPU types | GPU types |\n|---|---|---|\n| `Elu`, `Selu` | `{}` | `TF_CALL_GPU_NUMBER_TYPES` |\n"


@pytest.mark.parametrize(
    ("cell", "found"),
    [
        ("TF_CALL_GPU_NUMBER_TYPES", []),
        ("TF_CALL_REAL_NUMBER_TYPES", ["TF_CALL_REAL_NUMBER_TYPES"]),
        ("TF_CALL_half", []),  # which that one calls in turn
    ],
)
def test_columns_of_devices(cell: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, TABLE.format(cell)) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`REGISTER_CPU` (conv_ops.cc:561) registers `Conv2D`.", []),
        ("`REGISTER_CPU` (conv_ops.cc:561) registers `Conv2D` and `Conv3D`.", ["Conv3D"]),
        ("`conv_ops.cc`: `REGISTER_CPU` 注册 `Conv3D`。", ["Conv3D"]),
        ("`REGISTER_CPU` (conv_ops.cc:561) registers `Conv3D`'s sibling.", []),
        ("`REGISTER_CPU` (conv_ops.cc:561) never registers `Conv3D`.", []),
        ("`REGISTER_CPU` registers `Conv3D`.", []),  # in another of a hundred files
    ],
)
def test_ops(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text) == found
