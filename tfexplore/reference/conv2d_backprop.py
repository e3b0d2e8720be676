"""Conv2DBackpropInput and Conv2DBackpropFilter: the adjoints of Conv2D.

The kernels are `Conv2DCustomBackpropInputOp` (core/kernels/conv_grad_input_ops.cc) and `Conv2DCustomBackpropFilterOp`
(core/kernels/conv_grad_filter_ops.cc); the checks they share are in core/kernels/conv_grad_ops.cc. On the CPU they take
NHWC without dilation; here NCHW, dilations and groups are computed as well.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tfexplore.reference import arguments, convolution, layout
from tfexplore.reference.arguments import Array, Shape
from tfexplore.reference.convolution import Block, ConvAttrs, ConvDims
from tfexplore.reference.errors import ReferenceError

#: With fewer channels than this, sums over the channels one by one are slower than over a row of pixels.
FEW_CHANNELS = 16


@np.errstate(all="ignore")
def conv2d_backprop_input(
    input_sizes: Array,
    filter: Array,
    out_backprop: Array,
    *,
    strides: object,
    padding: object,
    explicit_paddings: object = (),
    data_format: object = "NHWC",
    dilations: object = (1, 1, 1, 1),
) -> Array:
    """Return the gradient of Conv2D for its input, of shape `input_sizes`.

    `input_sizes` is an int32 vector of four sizes in the order of `data_format`; `filter` and `out_backprop` are 4-D
    and float16, float32 or float64. Raises `ReferenceError` where the shapes do not fit each other.
    """
    op = "Conv2DBackpropInput"
    attrs = convolution.conv_attrs(op, strides, padding, explicit_paddings, data_format, dilations)
    kernel = arguments.tensor(op, "filter", filter, arguments.FLOATS, 4)
    gradient = arguments.tensor(op, "out_backprop", out_backprop, arguments.FLOATS, 4)
    arguments.same_dtype(op, ("filter", kernel), ("out_backprop", gradient))
    shape = arguments.shape_vector(op, "input_sizes", input_sizes)
    dims = _backprop_dims(op, attrs, shape, kernel.shape, gradient.shape)
    arguments.output_shape(op, shape, kernel.dtype)
    image_shape = layout.nhwc_shape(shape, attrs.data_format)
    if not all(shape):
        return np.zeros(shape, kernel.dtype)
    convolution.require_taps(op, dims)
    gradient = layout.to_nhwc(gradient, attrs.data_format)
    result = np.zeros(image_shape, convolution.compute_dtype(kernel.dtype))
    per_group = dims.out_depth // dims.groups
    for group in range(dims.groups):
        channels = slice(group * dims.filter_depth, (group + 1) * dims.filter_depth)
        outputs = slice(group * per_group, (group + 1) * per_group)
        spread(gradient[..., outputs], kernel[..., outputs], dims, result[..., channels])
    return layout.from_nhwc(result.astype(kernel.dtype, copy=False), attrs.data_format)


@np.errstate(all="ignore")
def conv2d_backprop_filter(
    input: Array,
    filter_sizes: Array,
    out_backprop: Array,
    *,
    strides: object,
    padding: object,
    explicit_paddings: object = (),
    data_format: object = "NHWC",
    dilations: object = (1, 1, 1, 1),
) -> Array:
    """Return the gradient of Conv2D for its filter, of shape `filter_sizes`.

    `filter_sizes` is an int32 vector of four sizes (HWIO); `input` and `out_backprop` are 4-D and float16, float32 or
    float64. An empty batch gives zeros. Raises `ReferenceError` where the shapes do not fit each other.
    """
    op = "Conv2DBackpropFilter"
    attrs = convolution.conv_attrs(op, strides, padding, explicit_paddings, data_format, dilations)
    image = arguments.tensor(op, "input", input, arguments.FLOATS, 4)
    gradient = arguments.tensor(op, "out_backprop", out_backprop, arguments.FLOATS, 4)
    arguments.same_dtype(op, ("input", image), ("out_backprop", gradient))
    shape = arguments.shape_vector(op, "filter_sizes", filter_sizes)
    dims = _backprop_dims(op, attrs, image.shape, shape, gradient.shape)
    arguments.output_shape(op, shape, image.dtype)
    if not all(shape):
        return np.zeros(shape, image.dtype)
    convolution.require_depth(op, dims)
    image = layout.to_nhwc(image, attrs.data_format)
    gradient = layout.to_nhwc(gradient, attrs.data_format)
    result = np.zeros(shape, convolution.compute_dtype(image.dtype))
    per_group = dims.out_depth // dims.groups
    for group in range(dims.groups):
        channels = slice(group * dims.filter_depth, (group + 1) * dims.filter_depth)
        outputs = slice(group * per_group, (group + 1) * per_group)
        correlate(image[..., channels], gradient[..., outputs], dims, result[..., outputs])
    return result.astype(image.dtype, copy=False)


def _backprop_dims(
    op: str, attrs: ConvAttrs, input_shape: Sequence[int], filter_shape: Sequence[int], out_shape: Shape
) -> ConvDims:
    """Return the dimensions of the convolution, checked against `out_backprop` (`ConvBackpropComputeDimensionsV2`)."""
    dims = convolution.conv_dims(op, attrs, input_shape, filter_shape)
    batch, rows, columns, depth = layout.nhwc_shape(out_shape, attrs.data_format)
    if batch != dims.batch:
        rule = f"input and out_backprop must have the same batch size: {dims.batch} vs {batch}"
        raise ReferenceError(op, "input 'out_backprop'", rule)
    if depth != dims.out_depth:
        rule = f"filter and out_backprop must have the same out_depth: {dims.out_depth} vs {depth}"
        raise ReferenceError(op, "input 'out_backprop'", rule)
    for name, actual, computed in (
        ("rows", rows, dims.rows.output),
        ("columns", columns, dims.columns.output),
    ):
        if actual != computed:
            rule = f"Size of out_backprop doesn't match computed: actual = {actual}, computed = {computed} ({name})"
            raise ReferenceError(op, "input 'out_backprop'", rule)
    return dims


def spread(gradient: Array, kernel: Array, dims: ConvDims, result: Array) -> None:
    """Add each gradient times the filter to the inputs it came from, for one group.

    `gradient @ filter^T` gives the patches' gradients, which are added where the patches were taken (col2im).
    """
    if not gradient.size or not kernel.size:
        return
    if kernel.shape[2] < FEW_CHANNELS:
        _spread_by_rows(gradient, kernel, dims, result)
    else:
        _spread_by_pixels(gradient, kernel, dims, result)


def _spread_by_pixels(gradient: Array, kernel: Array, dims: ConvDims, result: Array) -> None:
    """Spread with sums over the channels of a pixel."""
    dtype = result.dtype
    taps_depth, out_depth = kernel.shape[0] * kernel.shape[1] * kernel.shape[2], kernel.shape[3]
    transposed = np.ascontiguousarray(kernel, dtype).reshape(taps_depth, out_depth).T
    patches = convolution.Patches(result, dims.rows, dims.columns, dtype)
    budget = convolution.patch_budget(taps_depth, out_depth, dtype.itemsize)
    product = np.empty((0, taps_depth), dtype)  # kept from block to block: fresh pages cost more than the product
    for block in convolution.blocks(dims, taps_depth * dtype.itemsize, budget):
        part = np.ascontiguousarray(_part(gradient, block), dtype)
        if len(product) != block.outputs:
            product = np.empty((block.outputs, taps_depth), dtype)
        np.matmul(part.reshape(-1, out_depth), transposed, out=product)
        columns = product.reshape(*part.shape[:3], *kernel.shape[:3])
        for i, j, (from_r, to_r), (from_c, to_c) in patches.reach(block):
            result[block.n0 : block.n1, to_r, to_c] += columns[:, from_r, from_c, i, j]


def _spread_by_rows(gradient: Array, kernel: Array, dims: ConvDims, result: Array) -> None:
    """Spread with sums over the pixels of a row, channel by channel; the images are turned to NCHW and back."""
    dtype = result.dtype
    taps_depth, out_depth = kernel.shape[0] * kernel.shape[1] * kernel.shape[2], kernel.shape[3]
    matrix = np.ascontiguousarray(kernel, dtype).reshape(taps_depth, out_depth)
    patches = convolution.Patches(result, dims.rows, dims.columns, dtype)
    # The columns are kept apart by their place in the stride, so that the ones a tap reaches lie next to each other.
    stride = dims.columns.stride
    phases, length = min(stride, result.shape[2]), -(-result.shape[2] // stride)
    planes = np.zeros((phases, kernel.shape[2], result.shape[1], length), dtype)
    product = np.empty((taps_depth, 0), dtype)
    for n in range(dims.batch):
        planes[...] = 0
        one = dims._replace(batch=1)
        for block in convolution.blocks(one, taps_depth * dtype.itemsize, 4 * convolution.PATCH_BYTES):
            part = np.ascontiguousarray(_part(gradient[n : n + 1], block), dtype)
            if product.shape[1] != block.outputs:
                product = np.empty((taps_depth, block.outputs), dtype)
            np.matmul(matrix, part.reshape(-1, out_depth).T, out=product)
            columns = product.reshape(*kernel.shape[:3], *part.shape[1:3])
            for i, j, (from_r, to_r), (from_c, to_c) in patches.reach(block):
                first = to_c.start // stride
                part = planes[to_c.start % stride, :, to_r, first : first + from_c.stop - from_c.start]
                np.add(part, columns[i, j, :, from_r, from_c], out=part)
        for phase, plane in enumerate(planes):
            target = result[n, :, phase::stride]
            target[...] = plane.transpose(1, 2, 0)[:, : target.shape[1]]


def correlate(image: Array, gradient: Array, dims: ConvDims, result: Array) -> None:
    """Add `patches^T @ gradient` to the filter's gradient, for one group."""
    if not image.size or not gradient.size:
        return
    dtype = result.dtype
    depth = gradient.shape[3]
    patches = convolution.Patches(image, dims.rows, dims.columns, dtype)
    total = np.zeros((patches.width, depth), dtype)
    budget = convolution.patch_budget(patches.width, depth, dtype.itemsize)
    for block in convolution.blocks(dims, patches.width * dtype.itemsize, budget):
        part = np.ascontiguousarray(_part(gradient, block), dtype).reshape(-1, depth)
        total += patches.matrix(block).T @ part
    result[...] = total.reshape(result.shape)


def _part(gradient: Array, block: Block) -> Array:
    """Return the gradients of a block's outputs, a view."""
    return gradient[block.n0 : block.n1, block.r0 : block.r1, block.c0 : block.c1]
