"""AvgPool and AvgPoolGrad: the mean of each window (core/kernels/avgpooling_op.cc, pooling_ops_common.h).

The mean is over the elements of the input that the window holds; padding does not count.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tfexplore.reference import arguments, layout, pooling
from tfexplore.reference.arguments import Array
from tfexplore.reference.errors import ReferenceError
from tfexplore.reference.padding import Window


@np.errstate(all="ignore")
def avg_pool(value: Array, *, ksize: object, strides: object, padding: object, data_format: object = "NHWC") -> Array:
    """Return the mean of each window of `value` (4-D; float16, float32 or float64), summed and rounded in its dtype.

    A window of 0 rows or columns is accepted, as in TensorFlow, and gives NaN; the depth stride is not looked at.
    Raises `ReferenceError` for a window across depth or batch.
    """
    op = "AvgPool"
    sizes, steps = arguments.integers(op, "ksize", ksize), arguments.integers(op, "strides", strides)
    attrs = pooling.pool_attrs(op, sizes, steps, padding, data_format)
    pooling.no_depth_window(op, attrs, stride=False)
    image = arguments.tensor(op, "value", value, arguments.FLOATS, 4)
    geometry = pooling.pool(op, attrs, image.shape)
    total = np.zeros(arguments.output_shape(op, geometry.output, image.dtype), image.dtype)
    if not total.size:
        return layout.from_nhwc(total, attrs.data_format)
    image = layout.to_nhwc(image, attrs.data_format)
    for i, j in pooling.taps(geometry.rows, geometry.columns):
        (to_r, from_r), (to_c, from_c) = geometry.rows.reach(i), geometry.columns.reach(j)
        part = total[:, to_r, to_c]
        part += image[:, from_r, from_c]
    total /= counted(held(geometry.rows)[:, None] * held(geometry.columns), image.dtype)[:, :, None]
    return layout.from_nhwc(total, attrs.data_format)


@np.errstate(all="ignore")
def avg_pool_grad(
    orig_input_shape: Array,
    grad: Array,
    *,
    ksize: object,
    strides: object,
    padding: object,
    data_format: object = "NHWC",
) -> Array:
    """Return the gradient of AvgPool for its input, of shape `orig_input_shape` (an int32 vector of four sizes).

    Each gradient, times one over the number of elements in its window, is added to all of them. A window that is larger
    than the input counts as the whole input even where it reaches over a part of it only (see `spread_over`), so there
    the op is not the adjoint of AvgPool. `grad` is 4-D; float16, float32 or float64. Raises `ReferenceError` if `grad`
    has not the shape that the window gives: TensorFlow does not check, and leaves elements out or reads out of bounds.
    """
    op = "AvgPoolGrad"
    sizes, steps = arguments.integers(op, "ksize", ksize), arguments.integers(op, "strides", strides)
    attrs = pooling.pool_attrs(op, sizes, steps, padding, data_format)
    pooling.no_depth_window(op, attrs, stride=False)
    gradient = arguments.tensor(op, "grad", grad, arguments.FLOATS, 4)
    shape = arguments.shape_vector(op, "orig_input_shape", orig_input_shape)
    geometry = pooling.pool(op, attrs, shape)
    pooling.same_shape(op, "grad", gradient, geometry.output, attrs.data_format)
    arguments.output_shape(op, shape, gradient.dtype)
    result = np.zeros(geometry.input, gradient.dtype)
    if not gradient.size:
        return layout.from_nhwc(result, attrs.data_format)
    gradient = layout.to_nhwc(gradient, attrs.data_format)
    for i, j in np.ndindex(geometry.output[1:3]):
        rows, columns = spread_over(op, geometry.rows, i), spread_over(op, geometry.columns, j)
        count = (rows.stop - rows.start) * (columns.stop - columns.start)
        if rows.start < rows.stop and columns.start < columns.stop:
            share = gradient[:, i, j] * gradient.dtype.type(1.0 / count)
            result[:, rows, columns] += share[:, None, None]
    return layout.from_nhwc(result, attrs.data_format)


def spread_over(op: str, window: Window, output: int) -> slice:
    """Return the input elements that an output's gradient is spread over (`GetBroadcastSize`, framework/ops_util.cc).

    Once it is cut at the end of the input, the size no longer knows of the part in front of the input.
    """
    start, size = output * window.stride, window.window
    if start > window.size:
        raise ReferenceError(op, "attr 'strides'", "index * stride must be less than or equal to input size")
    if start < window.before:
        size += start - window.before
        start = 0
    else:
        start -= window.before
    if start + window.window > window.size:
        size = min(window.size - start, window.window)
    return slice(start, start + size)


def held(window: Window) -> Array:
    """Return how many input elements each window along one dimension holds, `[outputs]`."""
    start = np.arange(window.output) * window.stride - window.before
    count: Array = np.minimum(start + window.window, window.size) - np.maximum(start, 0)
    return np.maximum(count, 0)


def counted(count: Array, dtype: np.dtype[Any]) -> Array:
    """Return a count as the kernel reaches it, by adding 1 in the dtype: it stops where 1 is below half a step."""
    return np.asarray(np.minimum(count, 2 ** (np.finfo(dtype).nmant + 1)), dtype)
