"""_FusedConv2D: Conv2D, then a bias or a batch norm, then an activation (core/kernels/conv_ops_fused_impl.h).

Grappler makes this op; the patterns it may name are those of the CPU kernel, and the arguments are checked by
core/kernels/fused_eigen_output_kernels.{h,cc}.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from tfexplore.reference import arguments, conv2d
from tfexplore.reference.arguments import Array
from tfexplore.reference.errors import ReferenceError

#: The dtypes of the attr `T`.
DTYPES = ("float32", "float64")


def relu(values: Array) -> Array:
    """Return `max(values, 0)`; NaN stays."""
    return np.asarray(np.maximum(values, values.dtype.type(0)))


def relu6(values: Array) -> Array:
    """Return `min(max(values, 0), 6)`; NaN stays."""
    return np.asarray(np.minimum(relu(values), values.dtype.type(6)))


def elu(values: Array) -> Array:
    """Return `exp(values) - 1` below 0, and the values elsewhere."""
    return np.where(values < 0, np.exp(np.minimum(values, 0)) - values.dtype.type(1), values)


#: What may follow the first fused op.
ACTIVATIONS: dict[str, Callable[[Array], Array]] = {"Relu": relu, "Relu6": relu6, "Elu": elu}

#: The first fused op, and the extra arguments it takes.
EPILOGUES = {"BiasAdd": ("bias",), "FusedBatchNorm": ("scale", "offset", "mean", "variance")}


@np.errstate(all="ignore")
def fused_conv2d(
    input: Array,
    filter: Array,
    *args: Array,
    strides: object,
    padding: object,
    explicit_paddings: object = (),
    data_format: object = "NHWC",
    dilations: object = (1, 1, 1, 1),
    fused_ops: object = (),
    epsilon: object = 0.0001,
    num_args: object = None,
) -> Array:
    """Return the convolution of `input` and `filter` (see `conv2d.conv2d`; float32 or float64) after `fused_ops`.

    `fused_ops` is `["BiasAdd"]` or `["FusedBatchNorm"]`, with "Relu", "Relu6" or "Elu" after it. `args` are 1-D and of
    the same dtype: the bias, or scale, offset, mean and variance. Elements beyond the output depth are ignored, as in
    TensorFlow; with fewer it reads out of bounds, which raises here. `epsilon` is kept as float32.
    """
    op = "_FusedConv2D"
    fused = _pattern(op, fused_ops)
    names = EPILOGUES[fused[0]]
    count = len(args) if num_args is None else arguments.integer(op, "num_args", num_args)
    if count != len(args):
        raise ReferenceError(op, "attr 'num_args'", f"is {count}, but {len(args)} arguments were given")
    if len(args) != len(names):
        wanted = "one extra argument" if len(names) == 1 else "four extra arguments"
        rule = f"Fused Conv2D with {fused[0]} must have {wanted}: {', '.join(names)}; got {len(args)}"
        raise ReferenceError(op, "inputs 'args'", rule)
    small = np.float32(arguments.number(op, "epsilon", epsilon))
    image = arguments.tensor(op, "input", input, DTYPES)
    extra = [arguments.tensor(op, f"args{i}", value, DTYPES) for i, value in enumerate(args)]
    arguments.same_dtype(op, ("input", image), *((f"args{i}", value) for i, value in enumerate(extra)))
    nhwc = data_format == "NHWC"
    output = conv2d.convolve(op, image, filter, strides, padding, explicit_paddings, data_format, dilations)
    if not output.size:
        return output
    depth = output.shape[3 if nhwc else 1]
    vectors = [_vector(op, name, value, depth) for name, value in zip(names, extra, strict=True)]
    if not nhwc:
        vectors = [vector[:, None, None] for vector in vectors]
    if fused[0] == "BiasAdd":
        output += vectors[0]
    else:
        output = batch_norm(output, vectors, small)
    return ACTIVATIONS[fused[1]](output) if len(fused) == 2 else output


def batch_norm(values: Array, vectors: Sequence[Array], epsilon: np.float32) -> Array:
    """Return `(values - mean) * (scale / sqrt(variance + epsilon)) + offset`, the vectors in the op's order."""
    scale, offset, mean, variance = vectors
    factor = (1 / np.sqrt(variance + variance.dtype.type(epsilon))) * scale
    return np.asarray((values - mean) * factor + offset)


def _pattern(op: str, fused_ops: object) -> tuple[str, ...]:
    """Check the attr `fused_ops` against the patterns that have a kernel (`InitializeFusedComputation`)."""
    if not isinstance(fused_ops, (list, tuple)) or not all(isinstance(name, str) for name in fused_ops):
        raise ReferenceError(op, "attr 'fused_ops'", "must be a list of strings")
    if not fused_ops:
        raise ReferenceError(op, "attr 'fused_ops'", "must have at least one fused op")
    names = tuple(fused_ops)
    if names[0] not in EPILOGUES or len(names) > 2 or (len(names) == 2 and names[1] not in ACTIVATIONS):
        raise ReferenceError(op, "attr 'fused_ops'", f"Fusion is not implemented: [{','.join(names)}]")
    return names


def _vector(op: str, name: str, value: Array, depth: int) -> Array:
    """Return the first `depth` elements of a 1-D argument."""
    if value.ndim != 1:
        raise ReferenceError(op, f"argument '{name}'", f"must be 1-dimensional, has shape {list(value.shape)}")
    if value.size < depth:
        rule = f"has {value.size} elements for an output depth of {depth} (TensorFlow reads beyond its end)"
        raise ReferenceError(op, f"argument '{name}'", rule)
    return value[:depth]
