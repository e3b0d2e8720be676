"""The Python functions in front of the ops: what they accept, and what they turn it into.

tf.nn.conv2d and tf.nn.convolution (python/ops/nn_ops.py), tf.nn.depthwise_conv2d (python/ops/nn_impl.py); and which op
is the gradient of which (python/ops/nn_grad.py).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tfexplore.reference import arguments, depthwise
from tfexplore.reference import conv2d as conv
from tfexplore.reference import padding as geometry
from tfexplore.reference.arguments import Array
from tfexplore.reference.errors import ReferenceError

#: The ops that the registered gradient of each op creates for its inputs.
GRADIENTS: dict[str, tuple[str, ...]] = {
    "AvgPool": ("AvgPoolGrad",),
    "AvgPoolGrad": ("AvgPool",),
    "Conv2D": ("Conv2DBackpropInput", "Conv2DBackpropFilter"),
    "Conv2DBackpropFilter": ("Conv2DBackpropInput", "Conv2D"),
    "Conv2DBackpropInput": ("Conv2DBackpropFilter", "Conv2D"),
    "DepthwiseConv2dNative": ("DepthwiseConv2dNativeBackpropInput", "DepthwiseConv2dNativeBackpropFilter"),
    "MaxPool": ("MaxPoolGrad",),
    "MaxPoolGrad": ("MaxPoolGradGrad",),
    "MaxPoolGradGrad": ("MaxPoolGrad",),
    "MaxPoolGradV2": ("MaxPoolGradGradV2",),
    "MaxPoolV2": ("MaxPoolGradV2",),
    "MaxPoolWithArgmax": ("MaxPoolGradWithArgmax",),
    "Sin": ("Cos",),
}


def gradient_ops(op: str) -> tuple[str, ...]:
    """Return the ops that the gradient of `op` is made of; raise where no gradient is registered."""
    if op not in GRADIENTS:
        raise ReferenceError(op, "gradient", "no gradient defined for this operation")
    return GRADIENTS[op]


def sequence(name: str, value: object, channel_index: int) -> list[int]:
    """Return strides or dilations given as an integer, or as 1, 2 or 4 of them, as four (`_get_sequence`)."""
    values: list[int] = [1] if value is None else list(value) if isinstance(value, (list, tuple)) else [value]  # type: ignore[list-item]
    if len(values) == 4:
        return values
    if len(values) == 1:
        values = values * 2
    if len(values) != 2:
        raise ReferenceError("tf.nn.conv2d", name, f"should be of length 1, 2 or 4 but was {len(values)}")
    return [1, 1, *values] if channel_index == 1 else [1, *values, 1]


def conv2d(
    input: Array,
    filter: Array,
    strides: object,
    padding: object,
    data_format: str = "NHWC",
    dilations: object = None,
) -> Array:
    """Return tf.nn.conv2d: `padding` is "SAME", "VALID" or a list of four pairs, `strides` has 1, 2 or 4 values."""
    kind, explicit = geometry.convert_padding("tf.nn.conv2d", padding)
    channel = 1 if data_format == "NCHW" else 3
    return conv.conv2d(
        input,
        filter,
        strides=sequence("strides", strides, channel),
        padding=kind,
        explicit_paddings=explicit,
        data_format=data_format,
        dilations=sequence("dilations", dilations, channel),
    )


def convolution(
    input: Array,
    filter: Array,
    padding: str,
    strides: Sequence[int] | None = None,
    dilation_rate: Sequence[int] | None = None,
    data_format: str = "NHWC",
) -> Array:
    """Return tf.nn.convolution in two dimensions; strides and dilations above 1 exclude each other."""
    op = "tf.nn.convolution"
    rates, steps = _pair(op, "dilation_rate", dilation_rate), _pair(op, "strides", strides)
    if max(steps) > 1 and max(rates) > 1:
        raise ReferenceError(op, "strides", "strides > 1 not supported in conjunction with dilation_rate > 1")
    return conv2d(input, filter, steps, padding, data_format, rates)


def _pair(op: str, name: str, values: Sequence[int] | None) -> list[int]:
    """Return two positive integers, 1 by default."""
    pair = [1, 1] if values is None else list(values)
    if len(pair) != 2:
        raise ReferenceError(op, name, f"len({name})={len(pair)} but should be 2")
    if min(pair) < 1:
        raise ReferenceError(op, name, f"all values of {name} must be positive")
    return pair


def depthwise_conv2d(
    input: Array, filter: Array, strides: Sequence[int], padding: str, rate: Sequence[int] | None = None
) -> Array:
    """Return tf.nn.depthwise_conv2d of NHWC images.

    A rate above 1 cuts each image into `rate[0] * rate[1]` interleaved ones, convolves them without padding, and weaves
    the results together. The documentation asks for strides of 1 then; nothing checks it, and the strides are applied
    to the interleaved images.
    """
    op = "tf.nn.depthwise_conv2d"
    rates = _pair(op, "rate", rate)
    steps = list(strides)
    if rates == [1, 1]:
        return depthwise.depthwise_conv2d_native(input, filter, strides=steps, padding=padding)
    image = arguments.tensor(op, "input", input, arguments.FLOATS, 4)
    kernel = arguments.tensor(op, "filter", filter, arguments.FLOATS, 4)
    arguments.choice(op, "padding", padding, geometry.PADDINGS)
    pads, crops = [], []
    for size, window, each in zip(image.shape[1:3], kernel.shape[:2], rates, strict=True):
        before, after = geometry.split_same((window - 1) * each) if padding == "SAME" else (0, 0)
        extra = -(size + before + after) % each
        pads.append((before, after + extra))
        crops.append(extra)
    parts = _space_to_batch(np.pad(image, ((0, 0), *pads, (0, 0))), rates)
    woven = _batch_to_space(depthwise.depthwise_conv2d_native(parts, kernel, strides=steps, padding="VALID"), rates)
    return np.ascontiguousarray(woven[:, : woven.shape[1] - crops[0], : woven.shape[2] - crops[1]])


def _space_to_batch(image: Array, rates: Sequence[int]) -> Array:
    """Cut each image into interleaved ones, which become more batch."""
    batch, rows, columns, depth = image.shape
    parts: Array = image.reshape(batch, rows // rates[0], rates[0], columns // rates[1], rates[1], depth)
    return np.asarray(parts.transpose(2, 4, 0, 1, 3, 5).reshape(-1, rows // rates[0], columns // rates[1], depth))


def _batch_to_space(parts: Array, rates: Sequence[int]) -> Array:
    """Undo `_space_to_batch`."""
    batch, rows, columns, depth = parts.shape[0] // (rates[0] * rates[1]), *parts.shape[1:]
    woven: Array = parts.reshape(rates[0], rates[1], batch, rows, columns, depth).transpose(2, 3, 0, 4, 1, 5)
    return np.asarray(woven.reshape(batch, rows * rates[0], columns * rates[1], depth))
