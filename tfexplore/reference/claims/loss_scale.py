"""Claims about the loss scales."""

from __future__ import annotations

import numpy as np

from tfexplore.reference import loss_scale, run
from tfexplore.reference.claim import INF, NAN, Claim, at, rejected, require, same, show

LOSS_SCALE = "python/training/experimental/loss_scale.py"


def _ls_fixed() -> str:
    for value, kept in ((1, 1.0), (2.5, 2.5), (True, 1.0)):
        require(float(loss_scale.FixedLossScale(value).loss_scale) == kept, f"{value} is kept otherwise")
    scale = loss_scale.FixedLossScale(8)
    require(scale.update([np.array([NAN])]) and float(scale.loss_scale) == 8, "a fixed scale has changed")
    for wrong in ("2", None, np.float32(2)):
        rejected(loss_scale.FixedLossScale, wrong)
    return rejected(loss_scale.FixedLossScale, 0.5)


def _ls_dynamic() -> str:
    rows = np.array([[1, 1], [2, 0], [1, INF], [1, 1], [NAN, 1], [0, 0], [0, 0]], np.float32)
    result = run("DynamicLossScale", {"grads": rows}, {"initial_loss_scale": 4.0, "increment_period": 2})
    same(result["loss_scale"], [4, 8, 4, 4, 2, 2, 4], "loss_scale")
    same(result["num_good_steps"], [0 + 1, 0, 0, 1, 0, 1, 0], "num_good_steps")
    same(result["should_apply"], [True, True, False, True, False, True, True], "should_apply")
    floor = run("DynamicLossScale", {"grads": rows[2:3].repeat(3, 0)}, {"initial_loss_scale": 3.0})["loss_scale"]
    same(floor, [1.5, 1, 1], "never below 1")
    top = loss_scale.DynamicLossScale(3e38, 1, 2.0)
    require(top.update([rows[0], None]) and float(top.loss_scale) == float(np.float32(3e38)), "the scale overflows")
    odd = loss_scale.DynamicLossScale(0.25, -1, 0.5)
    require(odd.update([]) and float(odd.loss_scale) == 0.125, "a period of -1 and a multiplier of 0.5")
    return f"period 2 from 4, steps good good inf good nan good good: {show(result['loss_scale'])}"


def _ls_get() -> str:
    require(loss_scale.get(None) is None, "None")
    fixed, dynamic = loss_scale.get(16), loss_scale.get("dynamic")
    require(isinstance(fixed, loss_scale.FixedLossScale) and float(fixed.loss_scale) == 16, "a number")
    require(isinstance(dynamic, loss_scale.DynamicLossScale) and float(dynamic.loss_scale) == 2**15, '"dynamic"')
    require(loss_scale.get(fixed) is fixed, "a loss scale")
    for wrong in ("fixed", [1], np.array([1, 2])):
        message = rejected(loss_scale.get, wrong)
    return message


CLAIMS = (
    Claim(
        "ls.fixed",
        "FixedLossScale",
        "the value is a Python int or float of at least 1",
        (at(LOSS_SCALE, "FixedLossScale.__init__", "1b1d-76232f55eb901c57", 8),),
        _ls_fixed,
    ),
    Claim(
        "ls.dynamic",
        "DynamicLossScale",
        "the scale is multiplied after increment_period finite steps unless that is not finite, divided after any "
        "other step, and never divided below 1; gradients that are None do not count; the constructor checks nothing",
        (
            at(LOSS_SCALE, "DynamicLossScale.__init__", "6193-1b1202c9d94e1af2", 6),
            at(LOSS_SCALE, "DynamicLossScale.update", "1332-85e1c4099bca0812", 40),
        ),
        _ls_dynamic,
    ),
    Claim(
        "ls.get",
        "loss_scale.get",
        'a number, "dynamic", a loss scale or None stands for a loss scale; anything else is a ValueError',
        (at(LOSS_SCALE, "get", "4f6c-8e2092142e005fb5", 13),),
        _ls_get,
    ),
)
