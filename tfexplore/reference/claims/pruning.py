"""Claims about the schedule of model pruning."""

from __future__ import annotations

from typing import Any

import numpy as np

from tfexplore.reference import run
from tfexplore.reference.arguments import Array
from tfexplore.reference.claim import Claim, at, ramp, refused, same, show

PRUNING = "contrib/model_pruning/python/pruning.py"


def sparsity(*steps: int, **hparams: Any) -> Array:
    """Return PruningSparsity."""
    return run("PruningSparsity", {"step": np.array(steps, np.int64)}, hparams)["sparsity"]


def _pr_formula() -> str:
    out = sparsity(0, 50, 100, 200)
    same(out, np.array([0, 0.5 - 0.5 * 0.5**3, 0.5, 0.5], np.float32), "defaults", 1e-6)
    named = {"initial_sparsity": 0.2, "target_sparsity": 0.8, "sparsity_function_exponent": 1.0}
    named |= {"sparsity_function_begin_step": 10, "sparsity_function_end_step": 20}
    line = sparsity(0, 10, 15, 20, 30, **named)
    same(line, np.array([0.2, 0.2, 0.5, 0.8, 0.8], np.float32), "a straight line", 1e-6)
    same(sparsity(50, pruning_frequency=1), out[1:2], "pruning_frequency")
    steps = (100 - 0) / 10
    documented = (0.0 - 0.5) * (1 - 50 / (steps - 1)) ** 3 + 0.5
    return f"steps 0, 50, 100, 200 of 100: {show(out)}; the documented formula gives {documented:.1f} at step 50"


def _pr_validate() -> str:
    messages = [
        refused("PruningSparsity", {"step": ramp(3, dtype="int64")}, hparams, next(iter(hparams)))
        for hparams in (
            {"begin_pruning_step": -1},
            {"end_pruning_step": 5, "begin_pruning_step": 5},
            {"sparsity_function_begin_step": -1},
            {"sparsity_function_end_step": 100, "sparsity_function_begin_step": 100},
            {"threshold_decay": 1.0},
            {"initial_sparsity": -0.1},
            {"target_sparsity": 1.0},
        )
    ]
    same(sparsity(0, end_pruning_step=-1, begin_pruning_step=7), [0], "-1 means no end")
    return f"{len(messages)} refusals, e.g. {messages[-1]}"


CLAIMS = (
    Claim(
        "pr.formula",
        "model_pruning",
        "the sparsity follows (initial - target) * (1 - step / (num_steps - 1)) ** exponent + target, with num_steps = "
        "(end - begin) / pruning_frequency",
        (
            at(PRUNING, "get_pruning_hparams, sparsity function", "3aec-2e1c4d69f1419001", 5),
            at(PRUNING, "Pruning._setup_sparsity", "8a45-ef380a0b863c3d85", 15),
        ),
        _pr_formula,
        "the code uses (step - begin) / (end - begin), cut to [0, 1], and no pruning_frequency",
    ),
    Claim(
        "pr.validate",
        "model_pruning",
        "steps must not be negative, begin must come before end, and decay and sparsities lie in [0, 1)",
        (at(PRUNING, "Pruning._validate_spec", "a1a1-526ea78f8055a342", 21),),
        _pr_validate,
    ),
)
