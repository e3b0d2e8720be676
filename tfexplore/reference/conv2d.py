"""Conv2D: the cross-correlation of images with a filter (core/kernels/conv_ops.cc).

Three forms give the same numbers: `loops` is the definition, to be read; `im2col` is one matrix product over all
patches; `gemm`, the default, makes patches block by block, so that they stay in the cache and the scratch memory small.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tfexplore.reference import arguments, convolution, layout
from tfexplore.reference.arguments import Array
from tfexplore.reference.convolution import Block, ConvDims
from tfexplore.reference.errors import ReferenceError


def conv2d(
    input: Array,
    filter: Array,
    *,
    strides: object,
    padding: object,
    explicit_paddings: object = (),
    data_format: object = "NHWC",
    dilations: object = (1, 1, 1, 1),
    form: str = "gemm",
) -> Array:
    """Return `out[b, i, j, k] = sum over di, dj, q of in[b, s*i + d*di, s*j + d*dj, q] * filter[di, dj, q, k]`.

    `input` is `[batch, rows, columns, depth]` (or NCHW), `filter` is `[rows, columns, depth / groups, out_depth]`;
    both float16, float32 or float64. float16 is summed in float32 and rounded once, where TensorFlow rounds every step.
    Raises `ReferenceError` for everything TensorFlow refuses, and for a filter of depth 0, on which it dies.
    NCHW and groups have a GPU kernel only; here they are computed.
    """
    return convolve("Conv2D", input, filter, strides, padding, explicit_paddings, data_format, dilations, form)


@np.errstate(all="ignore")
def convolve(
    op: str,
    input: Array,
    filter: Array,
    strides: object,
    padding: object,
    explicit_paddings: object,
    data_format: object,
    dilations: object,
    form: str = "gemm",
) -> Array:
    """Check the arguments under the name of `op` and convolve; see `conv2d`."""
    attrs = convolution.conv_attrs(op, strides, padding, explicit_paddings, data_format, dilations)
    if form not in FORMS:
        raise ReferenceError(op, "form", f"must be one of {', '.join(FORMS)}")
    image = arguments.tensor(op, "input", input, arguments.FLOATS, 4)
    kernel = arguments.tensor(op, "filter", filter, arguments.FLOATS, 4)
    arguments.same_dtype(op, ("input", image), ("filter", kernel))
    dims = convolution.conv_dims(op, attrs, image.shape, kernel.shape)
    convolution.require_depth(op, dims)
    output = np.empty(arguments.output_shape(op, dims.output, image.dtype), image.dtype)
    if output.size:
        convolution.require_taps(op, dims)
        image = layout.to_nhwc(image, attrs.data_format)
        per_group = dims.out_depth // dims.groups
        for group in range(dims.groups):
            channels = slice(group * dims.filter_depth, (group + 1) * dims.filter_depth)
            outputs = slice(group * per_group, (group + 1) * per_group)
            FORMS[form](image[..., channels], kernel[..., outputs], dims, output[..., outputs])
    return layout.from_nhwc(output, attrs.data_format)


def loops(image: Array, kernel: Array, dims: ConvDims, output: Array) -> None:
    """Convolve as the definition says, one product at a time; the padding is zeros."""
    rows, columns = dims.rows, dims.columns
    for b, i, j, k in np.ndindex(output.shape):
        total = 0.0
        for di, dj, q in np.ndindex(kernel.shape[:3]):
            row = i * rows.stride + di * rows.dilation - rows.before
            column = j * columns.stride + dj * columns.dilation - columns.before
            inside = 0 <= row < rows.size and 0 <= column < columns.size
            total += (float(image[b, row, column, q]) if inside else 0.0) * float(kernel[di, dj, q, k])
        output[b, i, j, k] = total


def im2col(image: Array, kernel: Array, dims: ConvDims, output: Array) -> None:
    """Convolve by one product of all patches with the filter; takes as much memory as the patches."""
    dtype = convolution.compute_dtype(image.dtype)
    patches = np.zeros((*dims.output[:3], *kernel.shape[:3]), dtype)
    for di, dj in np.ndindex(kernel.shape[:2]):
        (to_r, from_r), (to_c, from_c) = dims.rows.reach(di), dims.columns.reach(dj)
        patches[:, to_r, to_c, di, dj] = image[:, from_r, from_c]
    width = kernel.shape[0] * kernel.shape[1] * kernel.shape[2]
    product = patches.reshape(-1, width) @ kernel.astype(dtype).reshape(width, -1)
    output[...] = product.reshape(output.shape)


def gemm(image: Array, kernel: Array, dims: ConvDims, output: Array) -> None:
    """Convolve by products of blocks of patches with the filter; see `convolution.Patches`."""
    dtype = convolution.compute_dtype(image.dtype)
    width = kernel.shape[0] * kernel.shape[1] * kernel.shape[2]
    depth = kernel.shape[3]
    matrix = np.ascontiguousarray(kernel, dtype).reshape(width, depth)
    direct = output.flags.c_contiguous and output.dtype == dtype
    if _is_product(dims) and direct and image.flags.c_contiguous:
        # A 1x1 filter, or one as large as the image, needs no patches: the input is the matrix already.
        np.matmul(image.reshape(-1, width), matrix, out=output.reshape(-1, depth))
        return
    budget = convolution.patch_budget(width, depth, dtype.itemsize)
    if _rows_pay(kernel, dims, budget, dtype.itemsize):
        _by_rows(image, matrix, dims, output, budget // 2)
        return
    patches = convolution.Patches(image, dims.rows, dims.columns, dtype)
    for block in convolution.blocks(dims, width * dtype.itemsize, budget):
        part = _part(output, block)
        left = patches.matrix(block)
        if direct:
            np.matmul(left, matrix, out=part.reshape(-1, depth))
        else:
            part[...] = (left @ matrix).reshape(part.shape)


def _rows_pay(kernel: Array, dims: ConvDims, budget: int, itemsize: int) -> bool:
    """Say whether `_by_rows` is the faster way: for a large filter that moves row by row."""
    line = dims.columns.output * kernel.shape[1] * kernel.shape[2] * itemsize
    return (
        budget > convolution.PATCH_BYTES
        and dims.rows.stride == 1 < dims.rows.window
        and kernel.shape[1] * kernel.shape[2] >= 2 * kernel.shape[3]
        and (dims.rows.output + dims.rows.span) * line <= budget
    )


def _by_rows(image: Array, matrix: Array, dims: ConvDims, output: Array, budget: int) -> None:
    """Convolve by a product for each row of taps, and add them up.

    Patches of one row of taps are made for every row of the padded image. Row `i` of the filter meets those of rows `i`
    and below, which lie next to each other once rows come before images: each patch is made once, not once a tap row.
    """
    tall = dims.rows.output - 1 + dims.rows.span
    lines = dims.rows._replace(window=1, stride=1, dilation=1, output=tall)
    patches = convolution.Patches(image, lines, dims.columns, matrix.dtype, rows_first=True)
    line = dims.columns.output * patches.width * matrix.itemsize
    total = product = np.empty((0, matrix.shape[1]), matrix.dtype)
    for block in convolution.blocks(
        dims._replace(rows=lines), patches.width * matrix.itemsize, max(budget, tall * line)
    ):
        images = block.n1 - block.n0
        step = images * dims.columns.output
        count = dims.rows.output * step
        if len(total) != count:
            total, product = (np.empty((count, matrix.shape[1]), matrix.dtype) for _ in range(2))
        left = patches.matrix(block)
        for i in range(dims.rows.window):
            start = i * dims.rows.dilation * step
            right = matrix[i * patches.width : (i + 1) * patches.width]
            np.matmul(left[start : start + count], right, out=product if i else total)
            if i:
                np.add(total, product, out=total)
        shape = (dims.rows.output, images, dims.columns.output, matrix.shape[1])
        output[block.n0 : block.n1] = total.reshape(shape).swapaxes(0, 1)


def _is_product(dims: ConvDims) -> bool:
    """Say whether the patches, in order, are the input itself: 1x1 with stride 1, or VALID at full size."""
    pair = (dims.rows, dims.columns)
    if any(w.before or w.after for w in pair):
        return False
    return all(w.window == 1 and w.stride == 1 for w in pair) or all(
        w.output == 1 and w.window == w.size and w.dilation == 1 for w in pair
    )


def _part(output: Array, block: Block) -> Array:
    """Return the outputs of a block, a view."""
    return output[block.n0 : block.n1, block.r0 : block.r1, block.c0 : block.c1]


#: The forms of the convolution by name: each takes (image, kernel, dims, output) of one group and fills `output`.
FORMS: dict[str, Callable[[Array, Array, ConvDims, Array], None]] = {"loops": loops, "im2col": im2col, "gemm": gemm}
