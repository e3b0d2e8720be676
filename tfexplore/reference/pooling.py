"""What the pooling ops share: their attrs, the geometry of a pool, and the search for the first maximum.

The rules are those of `PoolParameters` (core/kernels/pooling_ops_common.cc), of the kernels' constructors
(core/kernels/maxpooling_op.cc, pooling_ops_common.h), and of `MaxPoolShape` (core/framework/common_shape_fns.cc)
where a kernel would read out of bounds without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from tfexplore.reference import arguments, convolution, layout, padding
from tfexplore.reference.arguments import Array, Shape
from tfexplore.reference.errors import ReferenceError
from tfexplore.reference.padding import Window

#: The position of a maximum that no element was found for (`kInvalidMaxPoolingIndex`): the window is empty.
NONE = -1


class PoolAttrs(NamedTuple):
    """The checked attrs of a pool: pairs are (rows, columns), `depth` is (window, stride)."""

    data_format: str
    padding: str
    ksize: tuple[int, int]
    strides: tuple[int, int]
    depth: tuple[int, int]


class Pool(NamedTuple):
    """The geometry of a pool over `[batch, rows, columns, depth]`; `depth_window` is 1 but for a pool across depth."""

    batch: int
    rows: Window
    columns: Window
    depth: int
    depth_window: int

    @property
    def output(self) -> Shape:
        """The shape of the output, NHWC."""
        return self.batch, self.rows.output, self.columns.output, self.depth // self.depth_window

    @property
    def input(self) -> Shape:
        """The shape of the input, NHWC."""
        return self.batch, self.rows.size, self.columns.size, self.depth


def pool_attrs(op: str, ksize: Sequence[int], strides: Sequence[int], pad: object, data_format: object) -> PoolAttrs:
    """Check what every pool asks of its attrs; `ksize` and `strides` have four values in the order of `data_format`."""
    if data_format == "NCHW_VECT_C":
        raise ReferenceError(op, "attr 'data_format'", "NCHW_VECT_C is for qint8 on a GPU")
    fmt = arguments.choice(op, "data_format", data_format, layout.FORMATS)
    kind = arguments.choice(op, "padding", pad, padding.PADDINGS)
    batch_ksize, depth_ksize = layout.batch_and_depth(ksize, fmt)
    batch_stride, depth_stride = layout.batch_and_depth(strides, fmt)
    for name, value in (("ksize", batch_ksize), ("strides", batch_stride)):
        if value != 1:
            raise ReferenceError(op, f"attr '{name}'", "pooling is not yet supported on the batch dimension")
    spatial = layout.rows_and_columns(ksize, fmt), layout.rows_and_columns(strides, fmt)
    return PoolAttrs(fmt, kind, *spatial, (depth_ksize, depth_stride))


def no_depth_window(op: str, attrs: PoolAttrs, stride: bool = True) -> None:
    """Raise for a pool across depth, and for a depth stride if `stride`."""
    if attrs.depth[0] != 1 or (stride and attrs.depth[1] != 1):
        rule = f"{op} is not yet supported on the depth dimension (non-spatial pooling)"
        raise ReferenceError(op, "attr 'ksize'", rule)


def positive_depth_stride(op: str, attrs: PoolAttrs) -> None:
    """Raise for a depth stride below 1: the shape function refuses it, although the kernel would not look at it."""
    if attrs.depth[1] <= 0:
        raise ReferenceError(op, "attr 'strides' (depth)", f"Stride must be > 0, but got {attrs.depth[1]}")


def pool(op: str, attrs: PoolAttrs, shape: Sequence[int]) -> Pool:
    """Return the geometry of a pool over an input of `shape` (in `attrs.data_format`), as `PoolParameters` does.

    A pool across depth has no padding, and its spatial strides are not looked at.
    """
    batch, height, width, depth = layout.nhwc_shape(shape, attrs.data_format)
    depth_window, depth_stride = attrs.depth
    if depth_window == 1:
        rows, columns = padding.windows(op, (height, width), attrs.ksize, attrs.strides, attrs.padding)
        return Pool(batch, rows, columns, depth, 1)
    if attrs.ksize != (1, 1):
        rule = "MaxPooling supports exactly one of pooling across depth or pooling across width/height"
        raise ReferenceError(op, "attr 'ksize'", rule)
    if depth_window <= 0:
        raise ReferenceError(op, "attr 'ksize' (depth)", f"must be > 0, but got {depth_window}")
    if depth % depth_window:
        rule = f"depthwise max pooling requires the depth window ({depth_window}) to evenly divide the depth ({depth})"
        raise ReferenceError(op, "attr 'ksize'", rule)
    if depth_stride != depth_window:
        rule = f"depthwise max pooling requires the depth window to equal the depth stride ({depth_stride})"
        raise ReferenceError(op, "attr 'strides'", rule)
    if min(attrs.strides) <= 0:
        raise ReferenceError(op, "attr 'strides'", f"Stride must be > 0, but got {min(attrs.strides)}")
    rows, columns = (Window(size, 1, 1, 1, 0, 0, size) for size in (height, width))
    return Pool(batch, rows, columns, depth, depth_window)


def same_shape(op: str, name: str, array: Array, expected: Shape, data_format: str) -> None:
    """Raise unless an array has the shape (NHWC) that the geometry gives it; kernels read or write out of bounds."""
    actual = layout.nhwc_shape(array.shape, data_format)
    if actual != expected:
        rule = f"has shape {list(actual)} (NHWC), the window gives {list(expected)}"
        raise ReferenceError(op, f"input '{name}'", rule)


def taps(rows: Window, columns: Window) -> Iterator[tuple[int, int]]:
    """Yield the taps of a window in row-major order, without those that never meet the input."""
    for i in rows.taps():
        for j in columns.taps():
            yield i, j


def lowest(dtype: np.dtype[Any]) -> Any:
    """Return the lowest finite value of a dtype (`Eigen::NumTraits<T>::lowest`)."""
    return np.finfo(dtype).min if dtype.kind == "f" else np.iinfo(dtype).min


def first_maximum(image: Array, rows: Window, columns: Window, start: int = 0, stop: int | None = None) -> Array:
    """Return where each window has its first maximum: `row * width + column` in the input, or `NONE`.

    `image` is NHWC; the result is int64 for output rows [start, stop). An element replaces the one before it if it is
    greater, so the first of equals stays, and NaN counts only if it is the first of its window.
    """
    stop = rows.output if stop is None else stop
    shape = (image.shape[0], stop - start, columns.output, image.shape[3])
    best = np.full(shape, lowest(image.dtype), image.dtype)
    where = np.full(shape, NONE, np.int64)
    if not where.size:
        return where
    for i, j in taps(rows, columns):
        row, column = convolution.clip(rows, i, start, stop), convolution.clip(columns, j, 0, columns.output)
        if row is None or column is None:
            continue
        value = image[:, row[1], column[1]]
        position = _range(row[1])[:, None] * columns.size + _range(column[1])
        best_part, where_part = best[:, row[0], column[0]], where[:, row[0], column[0]]
        replace = greater(value, best_part) | (where_part == NONE)
        np.copyto(best_part, value, where=replace)
        np.copyto(where_part, position[None, :, :, None], where=replace)
    return where


def greater(value: Array, best: Array) -> Array:
    """Say where a later element replaces the best so far: only if strictly greater."""
    return np.greater(value, best)


def take(image: Array, where: Array) -> Array:
    """Return the elements of an NHWC array at the positions of `first_maximum`; `NONE` gives the lowest value."""
    batch, rows, columns, depth = image.shape
    if not image.size or not where.size:
        return np.full(where.shape, lowest(image.dtype), image.dtype)
    flat = image.reshape(batch, rows * columns, depth)
    index = np.maximum(where, 0).reshape(batch, -1, depth)
    found = np.take_along_axis(flat, index, axis=1).reshape(where.shape)
    return np.where(where == NONE, np.asarray(lowest(image.dtype), image.dtype), found)


def _range(indices: slice) -> Array:
    """Return the indices of a slice as an array."""
    return np.arange(indices.start, indices.stop, indices.step)
