"""The order of the dimensions: NHWC and NCHW.

The CPU kernels of v1.15 mostly take NHWC alone; the GPU kernels take both. The operators here compute in NHWC, and an
NCHW tensor is the same numbers seen through a transpose.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from tfexplore.reference.arguments import Array

T = TypeVar("T")

#: The values of the attr `data_format` (core/util/tensor_format.h, `GetConvnetDataFormatAttrString`).
FORMATS = ("NHWC", "NCHW")


def rows_and_columns(values: Sequence[T], data_format: str) -> tuple[T, T]:
    """Return the two items that speak of height and width."""
    return (values[1], values[2]) if data_format == "NHWC" else (values[2], values[3])


def batch_and_depth(values: Sequence[T], data_format: str) -> tuple[T, T]:
    """Return the two items that speak of batch and channels."""
    return (values[0], values[3]) if data_format == "NHWC" else (values[0], values[1])


def nhwc_shape(shape: Sequence[int], data_format: str) -> tuple[int, int, int, int]:
    """Return a 4-D shape in NHWC order."""
    (batch, depth), (rows, columns) = batch_and_depth(shape, data_format), rows_and_columns(shape, data_format)
    return batch, rows, columns, depth


def to_nhwc(array: Array, data_format: str) -> Array:
    """Return a view of a 4-D array in NHWC order."""
    return array if data_format == "NHWC" else array.transpose(0, 2, 3, 1)


def from_nhwc(array: Array, data_format: str) -> Array:
    """Return a 4-D NHWC array in the order of `data_format`, contiguous."""
    return array if data_format == "NHWC" else np.ascontiguousarray(array.transpose(0, 3, 1, 2))
