"""Claims about the depthwise convolution, the op and the Python in front of it."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from tfexplore.reference import nn, run
from tfexplore.reference.arguments import Array
from tfexplore.reference.claim import NN_OPS, Claim, at, normal, ramp, refused, require, same, show
from tfexplore.reference.claims.conv2d import by_loops

DEPTHWISE = "core/kernels/depthwise_conv_op.cc"


def depthwise(image: Array, kernel: Array, **attrs: Any) -> Array:
    """Return DepthwiseConv2dNative."""
    attrs = {"strides": [1, 1, 1, 1], "padding": "VALID"} | attrs
    return run("DepthwiseConv2dNative", {"input": image, "filter": kernel}, attrs)["output"]


def _dw_order() -> str:
    pixel = np.array([1, 10], np.float32).reshape(1, 1, 1, 2)
    out = depthwise(pixel, ramp(1, 1, 2, 2))
    same(out.ravel(), [1, 2, 30, 40], "channels [1 10] by [[1 2] [3 4]]")
    image, kernel = normal(70, 2, 5, 6, 3), normal(71, 2, 3, 3, 2)
    got = depthwise(image, kernel, padding="SAME")
    for k, q in itertools.product(range(3), range(2)):
        one = by_loops(image[..., k : k + 1], kernel[:, :, k : k + 1, q : q + 1], (1, 1), (0, 1), (5, 6))
        same(got[..., k * 2 + q], one[..., 0], f"channel {k}, filter {q}", 1e-12)
    return f"channels [1 10] by the filters [[1 2] [3 4]]: {show(out)}"


def _dw_stride() -> str:
    inputs = {"input": ramp(1, 5, 6, 2), "filter": ramp(3, 3, 2, 1)}
    return refused("DepthwiseConv2dNative", inputs, {"strides": [1, 1, 2, 1], "padding": "VALID"}, "equal length")


def _dw_dil() -> str:
    image, kernel = normal(72, 1, 6, 6, 2), normal(73, 3, 3, 2, 2)
    plain, dilated = depthwise(image, kernel), depthwise(image, kernel, dilations=[1, 2, 2, 1])
    same(dilated, plain, "dilations")
    first = by_loops(image[..., :1], kernel[:, :, :1, :1], (1, 1), (0, 0), (4, 4))[..., 0]
    same(dilated[..., 0], first, "neighbouring taps", 1e-12)
    return f"6x6 by 3x3 with dilations 2: shape {list(dilated.shape)}, as with 1 (a dilated one would be 2x2)"


def _dw_rate() -> str:
    image, kernel = ramp(1, 5, 5, 1), np.ones((2, 2, 1, 1), np.float32)
    out = nn.depthwise_conv2d(image, kernel, [1, 2, 2, 1], "SAME", [2, 2])
    # Every second pixel is an image of its own: pad to 7x7 (1 in front), then to 8x8, and step by 2 in each 4x4.
    padded = np.zeros((8, 8))
    padded[1:6, 1:6] = image[0, :, :, 0]
    parts = {(r, c): padded[r::2, c::2] for r in (0, 1) for c in (0, 1)}
    woven = np.zeros((4, 4))
    for (r, c), part in parts.items():
        woven[r::2, c::2] = [[part[i : i + 2, j : j + 2].sum() for j in (0, 2)] for i in (0, 2)]
    same(out[0, :, :, 0], woven[:3, :3], "strides 2 and rate 2")
    require(out.shape == (1, 3, 3, 1), f"shape {out.shape}")
    return f"1..25 as 5x5 by ones 2x2, strides 2, rate 2, SAME: {show(out)} (rows of three), not refused"


CLAIMS = (
    Claim(
        "dw.order",
        "DepthwiseConv2dNative",
        "output channel k * M + q is channel k by its filter q of M",
        (at("core/api_def/base_api/api_def_DepthwiseConv2dNative.pbtxt", "description", "18cd-449da4047ce98216", 6),),
        _dw_order,
    ),
    Claim(
        "dw.stride",
        "DepthwiseConv2dNative",
        "the strides of rows and columns must be equal",
        (at(DEPTHWISE, "DepthwiseConv2dNativeOp, equal strides", "b629-1fa90b0852226b49", 4),),
        _dw_stride,
    ),
    Claim(
        "dw.dil",
        "DepthwiseConv2dNative",
        "the op has a dilations attr",
        (
            at(NN_OPS, "REGISTER_OP DepthwiseConv2dNative", "c27f-0bce5424ce4374c7", 10),
            at(DEPTHWISE, "DepthwiseConv2dNativeOp, constructor", "ebb6-458c1a598f7499b9", 21),
        ),
        _dw_dil,
        "the kernel and the shape function ignore it: values and shape are those of dilation 1",
    ),
    Claim(
        "dw.rate",
        "tf.nn.depthwise_conv2d",
        "if a rate is above 1, all strides must be 1",
        (at("python/ops/nn_impl.py", "depthwise_conv2d, arg rate", "1846-8838439351ef9612", 2),),
        _dw_rate,
        "nothing enforces it: the strides are applied to the interleaved images of space_to_batch",
    ),
)
