"""SinGrad: the gradient of Sin (python/ops/math_grad.py, `_SinGrad`)."""

from __future__ import annotations

import numpy as np

from tfexplore.reference import arguments
from tfexplore.reference.arguments import Array
from tfexplore.reference.errors import ReferenceError

#: The dtypes of Sin that NumPy has.
DTYPES = ("float16", "float32", "float64", "complex64", "complex128")


@np.errstate(all="ignore")
def sin(x: Array) -> Array:
    """Return the sine (core/ops/math_ops.cc, `Sin`): in [-1, 1] for real numbers, NaN at an infinity."""
    return np.asarray(np.sin(arguments.tensor("Sin", "x", x, DTYPES)))


@np.errstate(all="ignore")
def sin_grad(x: Array, dy: Array) -> Array:
    """Return `dy * cos(conj(x))`, elementwise; TensorFlow's gradients of complex functions carry the conjugate.

    `x` and `dy` have one shape and one dtype, floating point or complex. Raises `ReferenceError` for integers, and for
    shapes that differ, which are not broadcast.
    """
    op = "SinGrad"
    value = arguments.tensor(op, "x", x, DTYPES)
    gradient = arguments.tensor(op, "dy", dy, DTYPES)
    arguments.same_dtype(op, ("x", value), ("dy", gradient))
    if value.shape != gradient.shape:
        rule = f"has shape {list(gradient.shape)}, 'x' has {list(value.shape)}"
        raise ReferenceError(op, "input 'dy'", rule)
    return np.asarray(gradient * np.cos(np.conjugate(value)))
