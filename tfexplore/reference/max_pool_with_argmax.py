"""MaxPoolWithArgmax, MaxPoolGradWithArgmax and MaxPoolGradGradWithArgmax (core/kernels/maxpooling_op.cc).

The index of a maximum is flat: `(row * width + column) * depth + channel`, plus the offset of the image in the batch if
`include_batch_in_index`. It always names an element of the input, never of the padding. The ops have no `data_format`.
"""

from __future__ import annotations

import numpy as np

from tfexplore.reference import arguments, pooling
from tfexplore.reference.arguments import Array
from tfexplore.reference.errors import ReferenceError
from tfexplore.reference.pooling import Pool


@np.errstate(all="ignore")
def max_pool_with_argmax(
    input: Array,
    *,
    ksize: object,
    strides: object,
    padding: object,
    include_batch_in_index: object = False,
    Targmax: object = "int64",  # noqa: N803 - the attr's name in the op
) -> tuple[Array, Array]:
    """Return the first maximum of each window and its flat index (int64).

    The search takes the first element whatever it is: a window of `-inf` gives `-inf`, and NaN stays if it is first.
    `Targmax` int32 is in the op's registration, but no device has a kernel for it. A window across depth ends the
    process in TensorFlow; both raise `ReferenceError`.
    """
    op = "MaxPoolWithArgmax"
    with_batch = arguments.flag(op, "include_batch_in_index", include_batch_in_index)
    _argmax_type(op, Targmax)
    image, geometry = _pool(op, input, ksize, strides, padding)
    arguments.output_shape(op, geometry.output, np.dtype(np.int64))
    where = pooling.first_maximum(image, geometry.rows, geometry.columns)
    return pooling.take(image, where), flat_index(where, geometry, with_batch)


def flat_index(where: Array, geometry: Pool, with_batch: bool) -> Array:
    """Turn positions in an image into flat indices of the tensor, or of its image."""
    if not where.size:
        return where
    index = where * geometry.depth + np.arange(geometry.depth)
    if with_batch:
        index += image_offsets(geometry)
    return np.where(where == pooling.NONE, pooling.NONE, index)


def image_offsets(geometry: Pool) -> Array:
    """Return the flat index of the first element of each image, `[batch, 1, 1, 1]`."""
    size = geometry.rows.size * geometry.columns.size * geometry.depth
    return (np.arange(geometry.batch) * size).reshape(-1, 1, 1, 1)


@np.errstate(all="ignore")
def max_pool_grad_with_argmax(
    input: Array,
    grad: Array,
    argmax: Array,
    *,
    ksize: object,
    strides: object,
    padding: object,
    include_batch_in_index: object = False,
    Targmax: object = "int64",  # noqa: N803
) -> Array:
    """Return zeros of the shape of `input` with each element of `grad` added at its index in `argmax`.

    `grad` and `argmax` have the shape of the pool's output. Raises `ReferenceError` for an index outside the image of
    its batch, and for an empty batch: TensorFlow ends the process on both.
    """
    op = "MaxPoolGradWithArgmax"
    with_batch = arguments.flag(op, "include_batch_in_index", include_batch_in_index)
    _argmax_type(op, Targmax)
    image, geometry = _pool(op, input, ksize, strides, padding, depth=True)
    gradient = arguments.tensor(op, "grad", grad, arguments.REALS, 4)
    arguments.same_dtype(op, ("input", image), ("grad", gradient))
    index = arguments.tensor(op, "argmax", argmax, ("int64",), 4)
    for name, array in (("grad", gradient), ("argmax", index)):
        pooling.same_shape(op, name, array, geometry.output, "NHWC")
    if geometry.batch == 0:
        raise ReferenceError(op, "input 'input'", "the batch must not be empty (TensorFlow divides by it)")
    output = np.zeros(image.shape, image.dtype)
    np.add.at(output.reshape(-1), _absolute(op, index, geometry, with_batch).reshape(-1), gradient.reshape(-1))
    return output


def max_pool_grad_grad_with_argmax(
    input: Array,
    grad: Array,
    argmax: Array,
    *,
    ksize: object,
    strides: object,
    padding: object,
    include_batch_in_index: object = False,
    Targmax: object = "int64",  # noqa: N803
) -> Array:
    """Return the elements of `grad` (of the shape of `input`) at the indices in `argmax` (of the output's shape).

    TensorFlow has a GPU kernel only. Raises `ReferenceError` for an index outside the image of its batch.
    """
    op = "MaxPoolGradGradWithArgmax"
    with_batch = arguments.flag(op, "include_batch_in_index", include_batch_in_index)
    _argmax_type(op, Targmax)
    image, geometry = _pool(op, input, ksize, strides, padding)
    gradient = arguments.tensor(op, "grad", grad, arguments.REALS, 4)
    arguments.same_dtype(op, ("input", image), ("grad", gradient))
    index = arguments.tensor(op, "argmax", argmax, ("int64",), 4)
    pooling.same_shape(op, "grad", gradient, geometry.input, "NHWC")
    pooling.same_shape(op, "argmax", index, geometry.output, "NHWC")
    flat: Array = gradient.reshape(-1)[_absolute(op, index, geometry, with_batch)]
    return flat


def _absolute(op: str, index: Array, geometry: Pool, with_batch: bool) -> Array:
    """Return indices into the whole tensor, each checked to lie in the image of its batch."""
    if not index.size:
        return index
    offsets = image_offsets(geometry)
    inner = index - offsets if with_batch else index
    size = geometry.rows.size * geometry.columns.size * geometry.depth
    if index.size and (int(inner.min()) < 0 or int(inner.max()) >= size):
        wrong = index[(inner < 0) | (inner >= size)][0]
        rule = f"index {int(wrong)} lies outside the image of its batch ({size} elements)"
        raise ReferenceError(op, "input 'argmax'", rule)
    absolute: Array = inner + offsets
    return absolute


def _argmax_type(op: str, targmax: object) -> None:
    """Raise unless the index type is int64, the only one with a kernel."""
    if targmax in ("int32", "DT_INT32"):
        raise ReferenceError(op, "attr 'Targmax'", "no OpKernel was registered for int32, only for int64")
    arguments.choice(op, "Targmax", targmax, ("int64", "DT_INT64"))


def _pool(
    op: str, input: Array, ksize: object, strides: object, padding: object, depth: bool = False
) -> tuple[Array, Pool]:
    """Check the input and the window."""
    sizes, steps = arguments.integers(op, "ksize", ksize), arguments.integers(op, "strides", strides)
    attrs = pooling.pool_attrs(op, sizes, steps, padding, "NHWC")
    if not depth:
        pooling.no_depth_window(op, attrs, stride=False)
        pooling.positive_depth_stride(op, attrs)
    image = arguments.tensor(op, "input", input, arguments.REALS, 4)
    return image, pooling.pool(op, attrs, image.shape)
