"""What a claim is, and the few helpers its checks are written with.

A check computes numbers, compares them with an expectation of its own (loops, hand-made numbers, identities, what the
released binary was seen to do), and returns them as a short worked example. It raises `ClaimFailedError` otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from tfexplore.reference import run
from tfexplore.reference.arguments import Array
from tfexplore.reference.errors import ReferenceError
from tfexplore.reference.evidence import Evidence

#: The file that registers the ops of neural networks, where many claims have evidence.
NN_OPS = "core/ops/nn_ops.cc"
INF, NAN = float("inf"), float("nan")


class Claim(NamedTuple):
    """A documented behaviour: what is said, where the source says it, and the check that runs it.

    `op` is the op, a family (`MaxPool*`) or the Python function that the claim speaks of. `differs` is empty, or says
    what the released binary does otherwise. `check` returns a worked example, or raises.
    """

    id: str
    op: str
    statement: str
    evidence: tuple[Evidence, ...]
    check: Callable[[], str]
    differs: str = ""

    def worked_example(self) -> str:
        """Return a small example whose numbers are computed now."""
        return self.check()


def at(path: str, within: str, digest: str, lines: int) -> Evidence:
    """Return evidence in TensorFlow's own tree."""
    return Evidence(f"tensorflow/{path}", within, digest, lines)


class ClaimFailedError(AssertionError):
    """The reference implementation does not do what a claim says."""


def require(condition: bool, message: str) -> None:
    """Raise unless a condition holds."""
    if not condition:
        raise ClaimFailedError(message)


def same(actual: Array, expected: Any, what: str, tolerance: float = 0.0) -> None:
    """Raise unless two arrays agree in shape and value; NaN equals NaN."""
    wanted = np.asarray(expected)
    if actual.shape != wanted.shape:
        raise ClaimFailedError(f"{what}: shape {list(actual.shape)}, expected {list(wanted.shape)}")
    if not np.allclose(actual, wanted, rtol=tolerance, atol=tolerance, equal_nan=True):
        raise ClaimFailedError(f"{what}: {show(actual)}, expected {show(wanted)}")


def refused(op: str, inputs: Mapping[str, Array], attrs: Mapping[str, Any], *words: str) -> str:
    """Return the message with which an op refuses a call; raise if it does not, or for another reason."""
    try:
        run(op, inputs, attrs)
    except ReferenceError as error:
        message = str(error)
        for word in words:
            require(word in message, f"refused for another reason: {message}")
        return message
    raise ClaimFailedError(f"{op} accepts {dict(attrs)}")


def rejected(function: Callable[..., object], *arguments: Any, **named: Any) -> str:
    """Return the message with which a Python function refuses its arguments."""
    try:
        function(*arguments, **named)
    except ReferenceError as error:
        return str(error)
    raise ClaimFailedError(f"{getattr(function, '__name__', function)} accepts {arguments} {named}")


def show(value: Any) -> str:
    """Return an array, or a number, in one short line."""
    array = np.asarray(value)
    if array.size > 24:
        return f"an array of shape {list(array.shape)}"
    return np.array2string(
        array.squeeze() if array.ndim > 1 else array,
        separator=" ",
        max_line_width=10_000,
        formatter={"float_kind": lambda number: f"{number:.6g}", "complex_kind": lambda number: f"{number:.6g}"},
    ).replace("\n", "")


def ramp(*shape: int, dtype: str = "float32", start: int = 1) -> Array:
    """Return an array that counts up from `start`."""
    return np.arange(start, start + int(np.prod(shape))).reshape(shape).astype(dtype)


def normal(seed: int, *shape: int, dtype: str = "float64") -> Array:
    """Return random numbers."""
    return np.random.default_rng(seed).normal(size=shape).astype(dtype)


def row(*values: float, dtype: str = "float32") -> Array:
    """Return an image of one row and one channel, NHWC."""
    return np.array(values, dtype).reshape(1, 1, -1, 1)


def vector(*values: int) -> Array:
    """Return an int32 vector, as sizes are given."""
    return np.array(values, np.int32)
