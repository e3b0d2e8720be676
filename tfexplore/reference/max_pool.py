"""MaxPool and MaxPoolV2: the greatest element of each window (core/kernels/pooling_ops_common.h).

The two differ in where the window comes from, attrs or int32 tensors, and in that only the first insists on a window of
at least one element.
"""

from __future__ import annotations

import numpy as np

from tfexplore.reference import arguments, layout, pooling
from tfexplore.reference.arguments import Array
from tfexplore.reference.errors import ReferenceError
from tfexplore.reference.pooling import PoolAttrs


def max_pool(input: Array, *, ksize: object, strides: object, padding: object, data_format: object = "NHWC") -> Array:
    """Return the maximum of each window of `input` (4-D, floating point or integer).

    The search starts from the lowest *finite* value, so a window of nothing but `-inf` gives that value, and NaN is
    passed over wherever it stands; a pool across depth starts from the first element. Raises `ReferenceError` for a
    window or stride below 1, for a window that spans depth and space at once, and for one over the batch.
    """
    op = "MaxPool"
    sizes = arguments.integers(op, "ksize", ksize)
    for dimension, size in enumerate(sizes):
        if size <= 0:
            raise ReferenceError(op, "attr 'ksize'", f"sliding window ksize for dimension {dimension} was zero or less")
    attrs = pooling.pool_attrs(op, sizes, arguments.integers(op, "strides", strides), padding, data_format)
    pooling.positive_depth_stride(op, attrs)
    return _max_pool(op, input, attrs)


def max_pool_v2(input: Array, ksize: Array, strides: Array, *, padding: object, data_format: object = "NHWC") -> Array:
    """Return the maximum of each window of `input`; `ksize` and `strides` are int32 vectors of four values.

    A window of 0 rows or columns is accepted, as in TensorFlow: every output is the lowest value of the dtype.
    """
    op = "MaxPoolV2"
    attrs = pooling.pool_attrs(
        op,
        arguments.int32_vector(op, "ksize", ksize, 4),
        arguments.int32_vector(op, "strides", strides, 4),
        padding,
        data_format,
    )
    return _max_pool(op, input, attrs)


@np.errstate(all="ignore")
def _max_pool(op: str, input: Array, attrs: PoolAttrs) -> Array:
    """Pool under the name of `op`."""
    image = arguments.tensor(op, "input", input, arguments.REALS, 4)
    geometry = pooling.pool(op, attrs, image.shape)
    shape = arguments.output_shape(op, geometry.output, image.dtype)
    image = layout.to_nhwc(image, attrs.data_format)
    if 0 in shape:
        return layout.from_nhwc(np.empty(shape, image.dtype), attrs.data_format)
    if geometry.depth_window > 1:
        return layout.from_nhwc(across_depth(image, geometry.depth_window), attrs.data_format)
    output = np.full(shape, pooling.lowest(image.dtype), image.dtype)
    for i, j in pooling.taps(geometry.rows, geometry.columns):
        (to_r, from_r), (to_c, from_c) = geometry.rows.reach(i), geometry.columns.reach(j)
        part = output[:, to_r, to_c]
        greatest(part, image[:, from_r, from_c])
    return layout.from_nhwc(output, attrs.data_format)


def greatest(best: Array, value: Array) -> None:
    """Replace what is smaller; NaN in `value` replaces nothing (Eigen's `cwiseMax` keeps its first argument)."""
    (np.fmax if best.dtype.kind == "f" else np.maximum)(best, value, out=best)


def across_depth(image: Array, window: int) -> Array:
    """Return the maximum of every `window` channels; NaN stays only as the first of its window (Eigen's `maxCoeff`)."""
    groups = image.reshape(*image.shape[:3], image.shape[3] // window, window)
    best: Array = groups[..., 0].copy()
    for index in range(1, window):
        value = groups[..., index]
        np.copyto(best, value, where=pooling.greater(value, best))
    return best
