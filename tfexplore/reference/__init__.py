"""Operators of TensorFlow v1.15, reimplemented in NumPy, and the claims that they prove.

`run("Conv2D", {"input": x, "filter": f}, {"strides": [1, 1, 1, 1], "padding": "SAME"})` computes an op by its name in
TensorFlow, with its inputs, attrs and outputs by theirs. The result is what the released CPU kernels compute, to the
order of their sums where it shows; what TensorFlow rejects, or dies on, is a `ReferenceError`, a `ValueError`. No array
of the caller is written to, and none is returned.

Beside the ops there are four composites that are Python in TensorFlow: `SinGrad`, `PreprocessInput`, `PruningSparsity`
and `DynamicLossScale`.
"""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from tfexplore.reference.errors import ReferenceError, UnknownOperatorError
    from tfexplore.reference.operators import OPS, Operator, run

__all__ = ["OPS", "Operator", "ReferenceError", "UnknownOperatorError", "run"]


def __getattr__(name: str) -> Any:
    """The operators, when somebody asks for one: `evidence` is needed where NumPy would take too long to import."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from tfexplore.reference import errors, operators

    return getattr(operators, name, None) or getattr(errors, name)
