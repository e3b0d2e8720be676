"""Claims about the Python in front of the convolutions."""

from __future__ import annotations

import numpy as np

from tfexplore.reference import nn
from tfexplore.reference.claim import Claim, at, ramp, rejected, require, row, same, show
from tfexplore.reference.claims.conv2d import taps


def _py_padlist() -> str:
    out = nn.conv2d(row(1, 2, 3), taps(1, 1), 1, [[0, 0], [0, 0], [2, 1], [0, 0]])
    same(out.ravel(), [0, 1, 3, 5, 3], "four pairs")
    three = rejected(nn.conv2d, row(1, 2, 3), taps(1, 1), 1, [[0, 0], [0, 0], [2, 1]])
    require("must be of size 4" in three, three)
    rejected(nn.conv2d, row(1, 2, 3), taps(1, 1), 1, [[0, 0], [0, 0], [2, 1, 0], [0, 0]])
    rejected(nn.conv2d, row(1, 2, 3), taps(1, 1), 1, [0, 0, 1, 0])
    message = rejected(nn.conv2d, row(1, 2, 3), taps(1, 1), 1, "EXPLICIT")
    require('"EXPLICIT" is not a valid value' in message, message)
    return f"[1 2 3] by [1 1], padding [[0 0] [0 0] [2 1] [0 0]]: {show(out)}; {message}"


def _py_strides() -> str:
    image, kernel = ramp(1, 4, 4, 1), np.ones((1, 1, 1, 1), np.float32)
    for strides in (2, [2], [2, 2], [1, 2, 2, 1]):
        same(nn.conv2d(image, kernel, strides, "VALID").ravel(), [1, 3, 9, 11], f"strides {strides}")
    nchw = nn.conv2d(image.reshape(1, 1, 4, 4), kernel, [2, 1], "VALID", "NCHW")
    require(nchw.shape == (1, 1, 2, 4), f"NCHW: {nchw.shape}")
    message = rejected(nn.conv2d, image, kernel, [1, 2, 2], "VALID")
    require("should be of length 1, 2 or 4 but was 3" in message, message)
    return f"2, [2], [2 2] and [1 2 2 1] take the same pixels of a 4x4 image, [1 3 9 11]; {message}"


def _py_conv_dil() -> str:
    image, kernel = row(1, 2, 3, 4, 5), taps(10, 1)
    same(nn.convolution(image, kernel, "VALID", None, [1, 2]).ravel(), [13, 24, 35], "dilation alone")
    same(nn.convolution(image, kernel, "VALID", [1, 2]).ravel(), [12, 34], "stride alone")
    message = rejected(nn.convolution, image, kernel, "VALID", [2, 1], [1, 2])
    require("not supported in conjunction" in message, message)
    return message


CLAIMS = (
    Claim(
        "py.padlist",
        "tf.nn.conv2d",
        'a padding that is a list of four pairs means EXPLICIT; the string "EXPLICIT" is refused',
        (at("python/ops/nn_ops.py", "_convert_padding", "1b1d-3a9696f1f1658994", 25),),
        _py_padlist,
    ),
    Claim(
        "py.strides",
        "tf.nn.conv2d",
        "strides are an integer, or 1, 2 or 4 of them",
        (at("python/ops/nn_ops.py", "_get_sequence", "9628-279d9ea92dfe7f62", 18),),
        _py_strides,
    ),
    Claim(
        "py.conv_dil",
        "tf.nn.convolution",
        "strides above 1 and dilations above 1 exclude each other",
        (at("python/ops/nn_ops.py", "_get_strides_and_dilation_rate", "530d-69e6cd484f5c0a7d", 3),),
        _py_conv_dil,
    ),
)
