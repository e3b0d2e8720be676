"""Checks that every operator makes on its arguments, before any arithmetic.

They do what `python/framework/op_def_library.py` and the attr readers of a kernel do together: types, ranks, lengths
and names. A value that passes is returned in the one form the operators work with, and the caller's array is never
written to.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tfexplore.reference.errors import ReferenceError

Array = NDArray[Any]
Shape = tuple[int, ...]

#: The dtypes a CPU kernel of the convolutions and average pools exists for (`half`, `float`, `double`).
FLOATS = ("float16", "float32", "float64")

#: The dtypes of `TF_CALL_REAL_NUMBER_TYPES` (core/framework/register_types.h) that NumPy has; bfloat16 it has not.
REALS = ("float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8", "uint16")

INT32_MIN, INT32_MAX = -(2**31), 2**31 - 1

#: A kernel indexes with `int`, so no tensor of it has more elements.
MAX_ELEMENTS = INT32_MAX

#: The largest result that is computed, in bytes. TensorFlow asks its allocator and may take the machine down.
MAX_BYTES = 4 << 30


def tensor(op: str, name: str, value: object, dtypes: Sequence[str], rank: int | None = None) -> Array:
    """Return `value` as a plain array in the machine's byte order, or raise.

    Accepts a `numpy.ndarray` of one of `dtypes`, of `rank` dimensions unless that is None. The result may share memory
    with `value`, and operators only read it.
    """
    if not isinstance(value, np.ndarray) or hasattr(value, "mask"):
        raise ReferenceError(op, f"input '{name}'", f"must be a numpy.ndarray, not {type(value).__name__}")
    array = np.asarray(value)
    if array.dtype.newbyteorder("=").name not in dtypes:
        raise ReferenceError(op, f"input '{name}'", f"has dtype {array.dtype}, not one of {', '.join(dtypes)}")
    if rank is not None and array.ndim != rank:
        rule = f"must be {rank}-dimensional (rank {rank}), has shape {list(array.shape)}"
        raise ReferenceError(op, f"input '{name}'", rule)
    return array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))


def same_dtype(op: str, first: tuple[str, Array], *others: tuple[str, Array]) -> None:
    """Raise unless every array has the dtype of the first: they share the attr `T`."""
    for name, array in others:
        if array.dtype != first[1].dtype:
            rule = f"has type {array.dtype} that does not match type {first[1].dtype} of '{first[0]}'"
            raise ReferenceError(op, f"input '{name}'", rule)


def int32_vector(op: str, name: str, value: object, length: int) -> tuple[int, ...]:
    """Return an int32 tensor of shape `[length]` as Python integers (sizes are given as tensors by some ops)."""
    array = tensor(op, name, value, ("int32",))
    if array.ndim != 1:
        raise ReferenceError(op, f"input '{name}'", f"must be 1-dimensional (rank 1), has shape {list(array.shape)}")
    if array.size != length:
        raise ReferenceError(op, f"input '{name}'", f"must specify {length} dimensions, has {array.size} values")
    return tuple(int(value) for value in array)


def shape_vector(op: str, name: str, value: object) -> Shape:
    """Return a 4-D shape that is given as an int32 tensor; every dimension must be at least 0."""
    shape = int32_vector(op, name, value, 4)
    if min(shape) < 0:
        raise ReferenceError(op, f"input '{name}'", f"dimensions must be >= 0, got {list(shape)}")
    return shape


def integer(op: str, name: str, value: object, low: int = INT32_MIN, high: int = INT32_MAX) -> int:
    """Return an integer attr in `[low, high]`; bool, float and string are not integers."""
    try:
        if isinstance(value, (bool, np.bool_)):
            raise TypeError
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise ReferenceError(op, f"attr '{name}'", f"must be an integer, got {_show(value)}") from None
    if not low <= number <= high:
        raise ReferenceError(op, f"attr '{name}'", f"{number} is out of range, must lie in [{low}, {high}]")
    return number


def integers(op: str, name: str, value: object, length: int | None = 4) -> tuple[int, ...]:
    """Return a list(int) attr of `length` values that a kernel reads as int32."""
    if isinstance(value, np.ndarray) and value.ndim == 1:
        value = value.tolist()
    if not isinstance(value, (list, tuple)):
        raise ReferenceError(op, f"attr '{name}'", f"must be a list of integers, got {_show(value)}")
    if length is not None and len(value) != length:
        raise ReferenceError(op, f"attr '{name}'", f"must contain {length} values, but got: {len(value)}")
    return tuple(integer(op, name, item) for item in value)


def choice(op: str, name: str, value: object, allowed: Sequence[str]) -> str:
    """Return a string attr that is one of `allowed`."""
    if not isinstance(value, str) or value not in allowed:
        quoted = ", ".join(f'"{item}"' for item in allowed)
        raise ReferenceError(op, f"attr '{name}'", f"passed {_show(value)} not in: {quoted}")
    return value


def flag(op: str, name: str, value: object) -> bool:
    """Return a bool attr."""
    if not isinstance(value, (bool, np.bool_)):
        raise ReferenceError(op, f"attr '{name}'", f"must be a bool, got {_show(value)}")
    return bool(value)


def number(op: str, name: str, value: object) -> float:
    """Return a float attr; integers count, bool and string do not."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, float, np.integer, np.floating)):
        raise ReferenceError(op, f"attr '{name}'", f"must be a number, got {_show(value)}")
    try:
        return float(value)
    except OverflowError:
        raise ReferenceError(op, f"attr '{name}'", "is too large for a float") from None


def names(op: str, kind: str, given: Iterable[object], allowed: Sequence[str], required: Sequence[str]) -> None:
    """Raise for a name that the op has not, and for one that it needs and did not get."""
    seen = set(given)
    unknown = sorted(str(name) for name in seen if name not in allowed)
    if unknown:
        rule = f"unknown name, the op has {', '.join(allowed) or 'none'}"
        raise ReferenceError(op, f"{kind} '{unknown[0]}'", rule)
    for name in required:
        if name not in seen:
            raise ReferenceError(op, f"{kind} '{name}'", "is required")


def output_shape(op: str, shape: Sequence[int], dtype: np.dtype[Any]) -> Shape:
    """Return `shape` if a result of it can be held; raise before anything is allocated otherwise."""
    elements = math.prod(shape)
    if elements > MAX_ELEMENTS or elements * dtype.itemsize > MAX_BYTES:
        rule = f"the result of shape {list(shape)} would be too large ({elements} elements of {dtype})"
        raise ReferenceError(op, "output", rule)
    # NumPy refuses a shape whose other dimensions overflow even if one of them is 0.
    if math.prod(size for size in shape if size) * dtype.itemsize >= 2**63:
        raise ReferenceError(op, "output", f"the shape {list(shape)} is too large")
    return tuple(shape)


def _show(value: object) -> str:
    """Return a short text for a value in a message."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
