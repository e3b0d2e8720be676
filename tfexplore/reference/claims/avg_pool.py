"""Claims about AvgPool and its gradient."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tfexplore.reference import run
from tfexplore.reference.arguments import Array
from tfexplore.reference.claim import NAN, Claim, at, normal, ramp, refused, require, row, same, show, vector
from tfexplore.reference.claims.max_pool import pool, window

AVG = "core/kernels/avgpooling_op.cc"


def _ap_mean() -> str:
    out = pool(np.full((1, 3, 3, 1), 4, np.float32), window(2, 2, 1, "SAME"), "AvgPool")
    same(out.ravel(), [4] * 9, "fours")
    mean = pool(row(1, 2, 3, 4, 5), window(1, 3, 2, "SAME"), "AvgPool")
    same(mean.ravel(), [1.5, 3, 4.5], "[1 2 3 4 5] by three, stride 2")
    same(pool(row(1, 2, 3, 6), window(1, 2), "AvgPool").ravel(), [1.5, 4.5], "VALID")
    half = pool(np.ones((1, 50, 50, 1), np.float16), window(50, 50), "AvgPool")
    same(half.ravel(), [1], "2500 ones in half: sum and count both stop at 2048")
    return f"[1 2 3 4 5] by three, stride 2, SAME: {show(mean)} = (1+2)/2, (2+3+4)/3, (4+5)/2"


def spread(shape: tuple[int, ...], grad: Array, attrs: Mapping[str, Any]) -> Array:
    """Return AvgPoolGrad."""
    return run("AvgPoolGrad", {"orig_input_shape": vector(*shape), "grad": grad}, attrs)["output"]


def _ap_grad() -> str:
    for attrs in (window(2, 3, 1, "SAME"), window(3, 2, 2, "SAME"), window(2, 2, 3), window(3, 3, 1)):
        image = normal(90, 2, 6, 7, 3)
        out = pool(image, attrs, "AvgPool")
        grad = normal(91, *out.shape)
        back = spread(image.shape, grad, attrs)
        left, right = float((out * grad).sum()), float((image * back).sum())
        require(abs(left - right) < 1e-10, f"{attrs}: <AvgPool(x), g> = {left}, <x, AvgPoolGrad(g)> = {right}")
    out = spread((1, 1, 5, 1), row(6, 9, 8), window(1, 3, 2, "SAME"))
    same(out.ravel(), [3, 6, 3, 7, 4], "[6 9 8] over five", 1e-6)
    # The first window of five holds three of the four elements, and is counted as four.
    wide = spread((1, 1, 4, 1), row(8, 0, 0, 0), window(1, 5, 1, "SAME"))
    same(wide.ravel(), [2, 2, 2, 2], "a window larger than the input")
    return f"[6 9 8] over five elements, windows of three, stride 2, SAME: {show(out)}"


def _ap_depth() -> str:
    attrs = {"ksize": [1, 1, 1, 2], "strides": [1, 1, 1, 2], "padding": "VALID"}
    inputs = {"orig_input_shape": vector(1, 5, 6, 4), "grad": ramp(1, 5, 6, 2)}
    refused("AvgPoolGrad", inputs, attrs, "non-spatial pooling")
    return refused("AvgPool", {"value": ramp(1, 5, 6, 4)}, attrs, "non-spatial pooling")


def _ap_ksize0() -> str:
    out = pool(row(1, 2, 3), window(1, 0, 1), "AvgPool")
    same(out, np.full((1, 1, 4, 1), NAN), "a window of 0 columns")
    return f"a window of 0 columns over [1 2 3]: {show(out)}"


CLAIMS = (
    Claim(
        "ap.mean",
        "AvgPool",
        "each output is the mean of its window",
        (at("core/api_def/base_api/api_def_AvgPool.pbtxt", "description", "5381-48fa4337fbcd23f7", 2),),
        _ap_mean,
        "at the border it is the mean of the elements of the input alone: padding does not count",
    ),
    Claim(
        "ap.grad",
        "AvgPoolGrad",
        "each gradient is divided by the number of elements of its window and added to all of them",
        (at(AVG, "AvgPoolingGradOp::Compute, shard", "b9b1-6d322b526eee1b2a", 40),),
        _ap_grad,
        "a window larger than the input counts as the whole input, even where it holds only a part of it",
    ),
    Claim(
        "ap.depth",
        "AvgPool",
        "there is no average across depth",
        (at(AVG, "AvgPoolingOp::Compute, depth_window", "d5ce-de02bba59ca91931", 3),),
        _ap_depth,
    ),
    Claim(
        "ap.ksize0",
        "AvgPool",
        "nothing asks for a ksize above 0: a window of no elements gives NaN",
        (at(AVG, "AvgPoolingOp, constructor", "9b3b-beff094334b98020", 12),),
        _ap_ksize0,
    ),
)
