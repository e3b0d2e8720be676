"""Ops that are written with all of their parts, and what several attrs or kernels of an op are said to have."""

from __future__ import annotations

import pytest
from answers.claimed import wrong_of

from tfexplore.index.store import Index

SHOWN = (
    "```\nOp<name=LeakyRelu; signature=features:T -> {}:T; attr=alpha:float,default={}; "
    "attr=T:type,default=DT_FLOAT,allowed=[DT_HALF, DT_BFLOAT16, {}]>\n```"
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`MatMul(a: T, b: T) -> (product: T)`", []),
        ("`MatMul(a: T, b: T) -> (output: T)`", ["output"]),
        ("`MatMul(a: T, c: T) -> product: T`", ["c"]),
        ("`MatMul(a: T, b: int32) -> product: T`", []),  # of this type it may be
        ("`Shape(input: T) -> (output: T)`", ["T"]),
        ("`Shape(input: T) -> (output: out_type)`", []),
        ("`AddN(inputs: N*T) -> (sum: T)`", []),
        ("We would write `MatMul(a: T, b: T) -> (output: T)`", []),
        ("`Loom(a: T, b: T) -> (output: T)`", []),
        (SHOWN.format("activations", "0.2", "DT_FLOAT, DT_DOUBLE"), []),
        (SHOWN.format("activations", "0.3", "DT_FLOAT, DT_DOUBLE"), ["0.3"]),
        (SHOWN.format("outputs", "0.2", "DT_FLOAT, DT_DOUBLE"), ["outputs"]),
        (SHOWN.format("activations", "0.2", "DT_FLOAT, DT_INT8"), ["DT_HALF, DT_BFLOAT16, DT_FLOAT, DT_INT8"]),
        # Several of an op's.
        ("`RandomUniform` has `seed` and `seed2`, both 0 by default.", []),
        ("`RandomUniform` has `seed` and `seed2`, both 1 by default.", ["1"]),
        ("`seed` and `seed2` of `RandomUniform` are both 1 by default.", ["1"]),
        ("`seed` and `seed2` of `RandomUniform` default to 0.", []),
        ("`RandomUniform` 的 `seed` 和 `seed2` 默认都是 1。", ["1"]),
        ("`ArgMax`'s output type is int64 by default.", []),
        ("`ArgMax`'s output type is int32 by default.", ["int32"]),
        ("The output type of `ArgMax` defaults to int32.", ["int32"]),
        ("`LRN`'s depth radius is 4 by default.", ["4"]),
        ("`LRN`'s depth radius is 5 by default.", []),
        ("`MatMul` has kernels with the labels `eigen` and `cublas`.", []),
        ("`MatMul` has kernels with the labels `mkl` and `cublas`.", ["mkl"]),
        ("The labels of `MatMul` are `mkl` and `cublas`.", ["mkl"]),
        ("`OneHot` accepts indices of type uint8, int32 and int64.", []),
        ("`OneHot` accepts indices of type int8, int32 and int64.", ["int8"]),
        ("`OneHot` does not accept `indices` of type int8.", []),
        ("`Relu6Grad` has the same shape function as `ReluGrad`, `MergeBothInputsShapeFn`.", []),
        ("`Relu6Grad` has the same shape function as `ReluGrad`, `UnchangedShape`.", ["UnchangedShape"]),
        ("`Relu6Grad` has the same shape function as `Relu6`.", ["Relu6"]),
        ("`Relu6Grad` has the same shape function as `ReluGrad`.", []),
    ],
)
def test_signatures(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, f"# Notes\n\n{text}\n") == found
