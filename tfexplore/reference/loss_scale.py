"""The loss scales of mixed precision training (python/training/experimental/loss_scale.py)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from tfexplore.reference import arguments
from tfexplore.reference.arguments import Array
from tfexplore.reference.errors import ReferenceError


class FixedLossScale:
    """A loss scale that stays as it is: a Python int or float of at least 1."""

    def __init__(self, loss_scale_value: object) -> None:
        op = "FixedLossScale"
        if not isinstance(loss_scale_value, (int, float)):
            raise ReferenceError(op, "loss_scale_value", "must be a Python int or float")
        if loss_scale_value < 1:
            raise ReferenceError(op, "loss_scale_value", f"must be at least 1, got {loss_scale_value}")
        # As float32, the tensor's dtype; True counts as 1, and NaN is not below 1.
        with np.errstate(over="ignore"):
            self.loss_scale = np.float32(arguments.number(op, "loss_scale_value", loss_scale_value * 1))

    def update(self, grads: Iterable[Array | None]) -> bool:
        """Return True: the gradients are always applied."""
        return True


class DynamicLossScale:
    """A loss scale that grows while the gradients are finite, and shrinks when they are not.

    The constructor only converts its arguments, as TensorFlow's does: a negative period or a multiplier below 1 passes.
    `loss_scale` is float32, `num_good_steps` counts the finite steps since the last change.
    """

    def __init__(
        self, initial_loss_scale: object = 2**15, increment_period: object = 2000, multiplier: object = 2.0
    ) -> None:
        op = "DynamicLossScale"
        with np.errstate(over="ignore"):
            self.loss_scale = np.float32(arguments.number(op, "initial_loss_scale", initial_loss_scale))
            self.multiplier = np.float32(arguments.number(op, "multiplier", multiplier))
        period = arguments.number(op, "increment_period", increment_period)
        if not abs(period) < 2**63:
            raise ReferenceError(op, "attr 'increment_period'", f"{period} is not an int64")
        self.increment_period = int(period)
        self.num_good_steps = 0

    @np.errstate(all="ignore")
    def update(self, grads: Iterable[Array | None]) -> bool:
        """Take one step with these gradients (None is skipped) and say whether they may be applied."""
        finite = all(bool(np.isfinite(grad).all()) for grad in grads if grad is not None)
        if finite:
            self._after_finite()
        else:
            self.loss_scale = np.maximum(self.loss_scale / self.multiplier, np.float32(1))
            self.num_good_steps = 0
        return finite

    def _after_finite(self) -> None:
        """Count a finite step; the last of a period raises the scale, unless that would not be finite."""
        if self.num_good_steps + 1 < self.increment_period:
            self.num_good_steps += 1
            return
        raised = self.loss_scale * self.multiplier
        if np.isfinite(raised):
            self.loss_scale = raised
        self.num_good_steps = 0


LossScale = FixedLossScale | DynamicLossScale


def get(identifier: object) -> LossScale | None:
    """Return the loss scale that a number, "dynamic", a loss scale or None stands for."""
    if isinstance(identifier, (int, float)):
        return FixedLossScale(identifier)
    if isinstance(identifier, str) and identifier == "dynamic":
        return DynamicLossScale()
    if identifier is None or isinstance(identifier, (FixedLossScale, DynamicLossScale)):
        return identifier
    raise ReferenceError("loss_scale.get", "identifier", f"could not interpret loss scale identifier: {identifier!r}")


def dynamic_loss_scale(
    grads: Array,
    *,
    initial_loss_scale: object = 2**15,
    increment_period: object = 2000,
    multiplier: object = 2.0,
) -> tuple[Array, Array, Array]:
    """Return (loss_scale float32, num_good_steps int64, should_apply bool) after each step.

    `grads` is 2-D and floating point, one row of gradients for each step.
    """
    rows = arguments.tensor("DynamicLossScale", "grads", grads, arguments.FLOATS, 2)
    arguments.output_shape("DynamicLossScale", (len(rows),), np.dtype(np.int64))
    state = DynamicLossScale(initial_loss_scale, increment_period, multiplier)
    scales, steps, applied = (np.empty(len(rows), dtype) for dtype in (np.float32, np.int64, np.bool_))
    for index, row in enumerate(rows):
        applied[index] = state.update([row])
        scales[index], steps[index] = state.loss_scale, state.num_good_steps
    return scales, steps, applied
