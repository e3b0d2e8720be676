"""DepthwiseConv2dNative: every channel convolved with filters of its own (core/kernels/depthwise_conv_op.cc)."""

from __future__ import annotations

import numpy as np

from tfexplore.reference import arguments, layout
from tfexplore.reference import padding as geometry
from tfexplore.reference.arguments import Array
from tfexplore.reference.errors import ReferenceError


@np.errstate(all="ignore")
def depthwise_conv2d_native(
    input: Array,
    filter: Array,
    *,
    strides: object,
    padding: object,
    data_format: object = "NHWC",
    dilations: object = (1, 1, 1, 1),
) -> Array:
    """Return `out[b, i, j, k * M + q] = sum over di, dj of in[b, s*i + di, s*j + dj, k] * filter[di, dj, k, q]`.

    `input` is `[batch, rows, columns, depth]` (or NCHW), `filter` `[rows, columns, depth, M]`; float16, float32 or
    float64, summed in that dtype tap by tap. `dilations` may be any list of integers: the kernel and the shape function
    ignore it. Raises `ReferenceError` for row and column strides that differ.
    """
    op = "DepthwiseConv2dNative"
    fmt = arguments.choice(op, "data_format", data_format, layout.FORMATS)
    kind = arguments.choice(op, "padding", padding, geometry.PADDINGS)
    steps = arguments.integers(op, "strides", strides)
    _ignored(op, dilations)
    spatial = layout.rows_and_columns(steps, fmt)
    if spatial[0] != spatial[1]:
        rule = f"only equal length strides in the row and column dimensions are supported, got {list(spatial)}"
        raise ReferenceError(op, "attr 'strides'", rule)
    if layout.batch_and_depth(steps, fmt) != (1, 1):
        rule = f"strides in the batch and depth dimensions are not supported, got {list(steps)}"
        raise ReferenceError(op, "attr 'strides'", rule)
    image = arguments.tensor(op, "input", input, arguments.FLOATS, 4)
    kernel = arguments.tensor(op, "filter", filter, arguments.FLOATS, 4)
    arguments.same_dtype(op, ("input", image), ("filter", kernel))
    image = layout.to_nhwc(image, fmt)
    batch, height, width, depth = image.shape
    if depth != kernel.shape[2]:
        rule = f"input and filter must have the same depth: {depth} vs {kernel.shape[2]}"
        raise ReferenceError(op, "input 'filter'", rule)
    rows, columns = geometry.windows(op, (height, width), kernel.shape[:2], spatial, kind)
    multiplier = kernel.shape[3]
    shape = arguments.output_shape(op, (batch, rows.output, columns.output, depth * multiplier), image.dtype)
    output = np.zeros((*shape[:3], depth, multiplier), image.dtype)
    for i, j in np.ndindex(kernel.shape[:2] if output.size else (0, 0)):
        (to_r, from_r), (to_c, from_c) = rows.reach(i), columns.reach(j)
        part = output[:, to_r, to_c]
        part += image[:, from_r, from_c, :, None] * kernel[i, j]
        _over_padding(output, kernel[i, j], to_r, to_c)
    return layout.from_nhwc(output.reshape(shape), fmt)


def _over_padding(output: Array, taps: Array, rows: slice, columns: slice) -> None:
    """Add a tap times the zeros of the padding, which only shows where the tap is infinite or NaN."""
    product = taps * np.zeros((), taps.dtype)
    if not product.any():
        return
    outside = np.ones(output.shape[1:3], np.bool_)
    outside[rows, columns] = False
    output[:, outside] += product


def _ignored(op: str, dilations: object) -> None:
    """Check the type of an attr that nobody reads."""
    if not isinstance(dilations, (list, tuple)):
        raise ReferenceError(op, "attr 'dilations'", "must be a list of integers")
    for value in dilations:
        arguments.integer(op, "dilations", value, -(2**63), 2**63 - 1)
