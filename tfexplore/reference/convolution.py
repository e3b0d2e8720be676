"""What the convolution ops share: their attrs, their dimensions, and patches of the input as matrices.

The rules are those of `InitConv2DParameters` and `ComputeConv2DDimension` (core/kernels/conv_ops.cc), which Conv2D and
_FusedConv2D call and the backprops repeat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from tfexplore.reference import arguments, layout, padding
from tfexplore.reference.arguments import Array, Shape
from tfexplore.reference.errors import ReferenceError
from tfexplore.reference.padding import Window

#: A block of patches fills at least this many bytes where there are so many: small enough to stay in a core's cache.
PATCH_BYTES = 1 << 19

#: A block may grow to this many bytes for the sake of a large filter, which BLAS packs anew for every block.
PATCH_BYTES_LARGE = 8 << 20

#: The largest padded copy of a block's input; beyond it (absurd paddings or strides) patches are filled tap by tap.
STAGE_BYTES = 8 << 20


class ConvAttrs(NamedTuple):
    """The checked attrs of a convolution; pairs are (rows, columns)."""

    data_format: str
    padding: str
    strides: tuple[int, int]
    dilations: tuple[int, int]
    explicit: tuple[tuple[int, int], tuple[int, int]]


class ConvDims(NamedTuple):
    """The dimensions of a convolution; `filter_depth` is `in_depth / groups`."""

    batch: int
    rows: Window
    columns: Window
    in_depth: int
    filter_depth: int
    out_depth: int
    groups: int

    @property
    def output(self) -> Shape:
        """The shape of the output, NHWC."""
        return self.batch, self.rows.output, self.columns.output, self.out_depth


def conv_attrs(
    op: str, strides: object, pad: object, explicit_paddings: object, data_format: object, dilations: object
) -> ConvAttrs:
    """Check the attrs of a convolution (`InitConv2DParameters`)."""
    fmt = arguments.choice(op, "data_format", data_format, layout.FORMATS)
    kind = arguments.choice(op, "padding", pad, padding.PADDINGS_WITH_EXPLICIT)
    spatial = []
    for name, value in (("strides", strides), ("dilations", dilations)):
        values = arguments.integers(op, name, value)
        if layout.batch_and_depth(values, fmt) != (1, 1):
            rule = f"{name} in the batch and depth dimensions are not supported, got {list(values)}"
            raise ReferenceError(op, f"attr '{name}'", rule)
        spatial.append(layout.rows_and_columns(values, fmt))
    explicit = padding.explicit_pairs(op, kind, explicit_paddings, fmt)
    return ConvAttrs(fmt, kind, spatial[0], spatial[1], explicit)


def conv_dims(op: str, attrs: ConvAttrs, input_shape: Sequence[int], filter_shape: Sequence[int]) -> ConvDims:
    """Check and return the dimensions of a convolution of an input (in `attrs.data_format`) by a filter (HWIO).

    Groups are `in_depth / filter_depth`. That `out_depth` must be a multiple of the groups is a rule of the shape
    function alone (`Conv2DShapeImpl`); a filter depth of 0 divides by zero in TensorFlow and raises here.
    """
    batch, in_rows, in_columns, in_depth = layout.nhwc_shape(input_shape, attrs.data_format)
    filter_rows, filter_columns, filter_depth, out_depth = filter_shape
    for what, size in (
        ("filter", max(filter_rows, filter_columns, filter_depth)),
        ("input depth", in_depth),
        ("input rows", in_rows),
        ("input columns", in_columns),
        ("batch", batch),
    ):
        if size >= arguments.INT32_MAX:
            raise ReferenceError(op, what, f"too large: {size} must be < {arguments.INT32_MAX}")
    if filter_depth == 0:
        raise ReferenceError(op, "input 'filter'", "the filter depth must not be 0 (TensorFlow divides by it)")
    if in_depth % filter_depth:
        rule = f"input depth must be evenly divisible by filter depth (a multiple of it): {in_depth} vs {filter_depth}"
        raise ReferenceError(op, "input 'filter'", rule)
    groups = in_depth // filter_depth
    if groups and out_depth % groups:
        rule = f"depth of output ({out_depth}) is not a multiple of the number of groups ({groups})"
        raise ReferenceError(op, "input 'filter'", rule)
    rows, columns = padding.windows(
        op,
        (in_rows, in_columns),
        (filter_rows, filter_columns),
        attrs.strides,
        attrs.padding,
        attrs.dilations,
        attrs.explicit,
    )
    return ConvDims(batch, rows, columns, in_depth, filter_depth, out_depth, groups)


def require_depth(op: str, dims: ConvDims) -> None:
    """Raise for an input without channels: the number of groups is 0 and TensorFlow divides by it."""
    if dims.groups == 0:
        raise ReferenceError(op, "input depth", "must not be 0: the number of groups would be 0")


def require_taps(op: str, dims: ConvDims) -> None:
    """Raise for a filter or an image without rows or columns where there is something to compute.

    TensorFlow divides by them, or (in Conv2DBackpropInput) asks for a matrix product that its library refuses.
    """
    for what, empty in (
        ("filter", dims.rows.window == 0 or dims.columns.window == 0),
        ("input", dims.rows.size == 0 or dims.columns.size == 0),
    ):
        if empty:
            raise ReferenceError(op, f"input '{what}'", "rows and columns must not be 0")


def compute_dtype(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Return the dtype that products are summed in: float32 for float16, as BLAS has no half."""
    return np.dtype(np.float32) if dtype == np.float16 else dtype


class Block(NamedTuple):
    """Consecutive outputs: images [n0, n1), rows [r0, r1), columns [c0, c1)."""

    n0: int
    n1: int
    r0: int
    r1: int
    c0: int
    c1: int

    @property
    def outputs(self) -> int:
        """How many output positions the block holds."""
        return (self.n1 - self.n0) * (self.r1 - self.r0) * (self.c1 - self.c0)


def blocks(dims: ConvDims, row_bytes: int, budget: int) -> Iterator[Block]:
    """Cut the outputs into blocks whose patches take about `budget` bytes, `row_bytes` for one output position.

    A block is whole images, whole rows of one image, or a part of one row, so it is contiguous in an NHWC output.
    """
    height, width = dims.rows.output, dims.columns.output
    fit = max(1, budget // max(1, row_bytes))
    # Equal parts, so that the last block is not a sliver.
    if fit >= height * width:
        parts = -(-dims.batch // max(1, fit // max(1, height * width)))
        images = max(1, -(-dims.batch // max(1, parts)))
        for n in range(0, dims.batch, images):
            yield Block(n, min(n + images, dims.batch), 0, height, 0, width)
    elif fit >= width:
        parts = -(-height // (fit // width))
        rows = -(-height // parts)
        for n in range(dims.batch):
            for r in range(0, height, rows):
                yield Block(n, n + 1, r, min(r + rows, height), 0, width)
    else:
        for n in range(dims.batch):
            for r in range(height):
                for c in range(0, width, fit):
                    yield Block(n, n + 1, r, r + 1, c, min(c + fit, width))


class Patches:
    """The patches of an input as rows of a matrix, block by block, in memory that is used again.

    `image` is `[batch, rows, columns, depth]`, any strides; the matrix of a block has a row for each output position
    and a column for each (tap row, tap column, channel), in `dtype`. Padding is zeros, which take part in the product:
    an infinite filter value over the padding gives NaN, as in TensorFlow. Positions are ordered by image, row, column,
    or with `rows_first` by row, image, column.
    """

    def __init__(
        self, image: Array, rows: Window, columns: Window, dtype: np.dtype[Any], rows_first: bool = False
    ) -> None:
        self.image = image
        self.rows = rows
        self.columns = columns
        self.dtype = dtype
        self.rows_first = rows_first
        self.depth = image.shape[3]
        self.taps = rows.window * columns.window
        self.width = self.taps * self.depth
        self._plain = image.flags.c_contiguous and image.dtype == dtype
        self._matrix = np.empty(0, dtype)
        self._stage = np.empty(0, dtype)

    def matrix(self, block: Block) -> Array:
        """Return the patches of a block, `[outputs, taps * depth]`; valid until the next call."""
        size = block.outputs * self.width
        if self._matrix.size < size:
            self._matrix = np.empty(size, self.dtype)
        matrix = self._matrix[:size].reshape(block.outputs, self.width)
        if size == 0:
            return matrix
        top = block.r0 * self.rows.stride - self.rows.before
        left = block.c0 * self.columns.stride - self.columns.before
        high = (block.r1 - block.r0 - 1) * self.rows.stride + self.rows.span
        wide = (block.c1 - block.c0 - 1) * self.columns.stride + self.columns.span
        inside = top >= 0 and left >= 0 and top + high <= self.rows.size and left + wide <= self.columns.size
        if self._plain and inside:
            source, offset = self.image, ((block.n0 * self.rows.size + top) * self.columns.size + left) * self.depth
        elif (block.n1 - block.n0) * high * wide * self.depth * self.dtype.itemsize <= STAGE_BYTES:
            source, offset = self._staged(block, top, left, high, wide), 0
        else:
            self._fill_by_taps(matrix, block)
            return matrix
        self._fill(matrix, block, source, offset * self.dtype.itemsize)
        return matrix

    def _staged(self, block: Block, top: int, left: int, high: int, wide: int) -> Array:
        """Return a padded copy of the part of the input that the block reads."""
        images = block.n1 - block.n0
        size = images * high * wide * self.depth
        if self._stage.size < size:
            self._stage = np.empty(size, self.dtype)
        stage = self._stage[:size].reshape(images, high, wide, self.depth)
        r0, r1 = min(high, max(0, -top)), max(0, min(high, self.rows.size - top))
        c0, c1 = min(wide, max(0, -left)), max(0, min(wide, self.columns.size - left))
        stage[:, :r0] = 0
        stage[:, r1:] = 0
        stage[:, :, :c0] = 0
        stage[:, :, c1:] = 0
        if r0 < r1 and c0 < c1:
            part = self.image[block.n0 : block.n1, top + r0 : top + r1, left + c0 : left + c1]
            stage[:, r0:r1, c0:c1] = part
        return stage

    def _fill(self, matrix: Array, block: Block, source: Array, offset: int) -> None:
        """Copy patches out of a C-contiguous array; a run of neighbouring numbers moves as one item of raw bytes."""
        step = source.strides
        item = self.dtype.itemsize
        joined = self.columns.dilation == 1
        run = (self.columns.window if joined else 1) * self.depth
        shape = (
            block.n1 - block.n0,
            block.r1 - block.r0,
            block.c1 - block.c0,
            self.rows.window,
            1 if joined else self.columns.window,
        )
        strides = (
            step[0],
            step[1] * self.rows.stride,
            step[2] * self.columns.stride,
            step[1] * self.rows.dilation,
            step[2] * self.columns.dilation,
        )
        raw = np.dtype((np.void, run * item))
        patches: Array = np.ndarray(shape, raw, source, offset, strides)
        self._ordered(np.ndarray((block.outputs, *shape[3:]), raw, matrix), block)[...] = patches

    def _fill_by_taps(self, matrix: Array, block: Block) -> None:
        """Copy patches tap by tap, clipped to the input: slower, and without a padded copy."""
        matrix[...] = 0
        target = matrix.reshape(block.outputs, self.rows.window, self.columns.window, self.depth)
        target = self._ordered(target, block)
        for i, j, (to_r, from_r), (to_c, from_c) in self.reach(block):
            target[:, to_r, to_c, i, j] = self.image[block.n0 : block.n1, from_r, from_c]

    def _ordered(self, target: Array, block: Block) -> Array:
        """Return an array whose first dimension is the outputs of a block as one of image, row, column."""
        images, rows, columns = block.n1 - block.n0, block.r1 - block.r0, block.c1 - block.c0
        if self.rows_first:
            turned: Array = target.reshape(rows, images, columns, *target.shape[1:]).swapaxes(0, 1)
            return turned
        plain: Array = target.reshape(images, rows, columns, *target.shape[1:])
        return plain

    def reach(self, block: Block) -> Iterator[tuple[int, int, tuple[slice, slice], tuple[slice, slice]]]:
        """Yield (tap row, tap column, (block rows, input rows), (block columns, input columns)) that meet the input."""
        columns = [(j, clip(self.columns, j, block.c0, block.c1)) for j in range(self.columns.window)]
        for i in range(self.rows.window):
            rows = clip(self.rows, i, block.r0, block.r1)
            for j, places in columns:
                if rows is not None and places is not None:
                    yield i, j, rows, places


def clip(window: Window, tap: int, start: int, stop: int) -> tuple[slice, slice] | None:
    """Return the part of `window.reach(tap)` whose outputs lie in [start, stop): (outputs - start, inputs)."""
    outputs, inputs = window.reach(tap)
    first, last = max(outputs.start, start), min(outputs.stop, stop)
    if first >= last:
        return None
    begin = inputs.start + (first - outputs.start) * window.stride
    return slice(first - start, last - start), slice(
        begin, begin + (last - first - 1) * window.stride + 1, window.stride
    )


def patch_budget(width: int, out_depth: int, itemsize: int) -> int:
    """Return how many bytes of patches to make at once for a filter of `width * out_depth` values."""
    return min(PATCH_BYTES_LARGE, max(PATCH_BYTES, 5 * width * out_depth * itemsize // 2))
