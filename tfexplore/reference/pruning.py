"""The sparsity schedule of model pruning (contrib/model_pruning/python/pruning.py, class `Pruning`)."""

from __future__ import annotations

import numpy as np

from tfexplore.reference import arguments
from tfexplore.reference.arguments import Array
from tfexplore.reference.errors import ReferenceError

OP = "PruningSparsity"

INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")


@np.errstate(all="ignore")
def pruning_sparsity(
    step: Array,
    *,
    initial_sparsity: object = 0.0,
    target_sparsity: object = 0.5,
    sparsity_function_begin_step: object = 0,
    sparsity_function_end_step: object = 100,
    sparsity_function_exponent: object = 3.0,
    begin_pruning_step: object = 0,
    end_pruning_step: object = -1,
    threshold_decay: object = 0.0,
    pruning_frequency: object = 10,
    nbins: object = 256,
    block_height: object = 1,
    block_width: object = 1,
    block_pooling_function: object = "AVG",
    weight_sparsity_map: object = ("",),
    block_dims_map: object = ("",),
    use_tpu: object = False,
    name: object = "model_pruning",
) -> Array:
    """Return the sparsity (float32) that is aimed at in each global step (any shape, an integer dtype).

    `(initial - target) * (1 - p) ** exponent + target`, where `p` goes from 0 at the begin step to 1 at the end step
    and stays there; steps count as int32. The hparams are those of `get_pruning_hparams`; those that do not enter the
    schedule are checked as `_validate_spec` does. The docstring there divides by `pruning_frequency`, the code
    does not.
    """
    steps = arguments.tensor(OP, "step", step, INTEGERS)
    first = _step("begin_pruning_step", begin_pruning_step)
    last = _step("end_pruning_step", end_pruning_step)
    begin = _step("sparsity_function_begin_step", sparsity_function_begin_step)
    end = _step("sparsity_function_end_step", sparsity_function_end_step)
    for hparam, value in (("begin_pruning_step", first), ("sparsity_function_begin_step", begin)):
        if value < 0:
            raise ReferenceError(OP, f"attr '{hparam}'", f"illegal value {value}, must be >= 0")
    if first >= last != -1:
        rule = f"pruning must begin before it can end: begin_step={first}, end_step={last}"
        raise ReferenceError(OP, "attr 'end_pruning_step'", rule)
    if begin >= end:
        rule = f"sparsity function requires begin_step < end_step, got {begin} and {end}"
        raise ReferenceError(OP, "attr 'sparsity_function_end_step'", rule)
    _fraction("threshold_decay", threshold_decay)
    initial = _fraction("initial_sparsity", initial_sparsity)
    target = _fraction("target_sparsity", target_sparsity)
    exponent = np.float32(arguments.number(OP, "sparsity_function_exponent", sparsity_function_exponent))
    for hparam, number in (
        ("pruning_frequency", pruning_frequency),
        ("nbins", nbins),
        ("block_height", block_height),
        ("block_width", block_width),
    ):
        _step(hparam, number)
    for hparam, text in (("block_pooling_function", block_pooling_function), ("name", name)):
        if not isinstance(text, str):
            raise ReferenceError(OP, f"attr '{hparam}'", "must be a string")
    arguments.flag(OP, "use_tpu", use_tpu)
    _check_map("weight_sparsity_map", weight_sparsity_map)
    _check_map("block_dims_map", block_dims_map)
    since = steps.astype(np.int32) - np.int32(begin)
    progress = np.clip(since.astype(np.float32) / np.float32(end - begin), np.float32(0), np.float32(1))
    return np.asarray(schedule(progress, initial, target, exponent))


def schedule(progress: Array, initial: float, target: float, exponent: np.float32) -> Array:
    """Return the sparsity at `progress` in [0, 1] (float32)."""
    left = np.power(np.float32(1) - progress, exponent)
    sparsity: Array = np.float32(initial - target) * left + np.float32(target)
    return sparsity


def _step(name: str, value: object) -> int:
    """Return an integer hparam."""
    return arguments.integer(OP, name, value)


def _fraction(name: str, value: object) -> float:
    """Return a hparam in [0, 1)."""
    number = arguments.number(OP, name, value)
    if not 0.0 <= number < 1.0:
        raise ReferenceError(OP, f"attr '{name}'", f"must be in range [0,1), got {number}")
    return number


def _check_map(name: str, value: object) -> None:
    """Check a list of `regex:sparsity`, or of `regex:HEIGHTxWIDTH`; empty strings are skipped."""
    if not isinstance(value, (list, tuple)) or not all(isinstance(item, str) for item in value):
        raise ReferenceError(OP, f"attr '{name}'", "must be a list of strings")
    for item in value:
        if not item:
            continue
        parts = item.split(":")
        try:
            if len(parts) != 2:
                raise ValueError
            if name == "weight_sparsity_map":
                if float(parts[1]) >= 1.0:
                    raise ReferenceError(OP, f"attr '{name}'", "weight sparsity can not exceed 1.0")
            else:
                height, width = parts[1].split("x")
                int(height), int(width)
        except ReferenceError:
            raise
        except ValueError:
            raise ReferenceError(OP, f"attr '{name}'", f"cannot read {item!r}") from None
