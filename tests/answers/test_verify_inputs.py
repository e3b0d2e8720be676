"""What documents say of ops' inputs and outputs as a whole."""

from __future__ import annotations

import pytest
from answers.claimed import wrong_of

from tfexplore.index.store import Index


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`FusedBatchNormV3` has six outputs.", []),
        ("`FusedBatchNormV3` has five outputs: `y` and others.", ["has five outputs"]),
        ("`ApplyAdam` 有 10 个输入。", []),
        ("`ApplyAdam` 有十一个输入。", []),  # which is no number of one sign
        ("`ApplyAdam` 有九个输入。", ["有九个输入"]),
        ("The op `Roll` takes two inputs.", ["takes two inputs"]),
        ("`AddN` has one input.", []),
        ("`AddN` has three inputs.", []),  # which the one stands for
        ("`Roll` and `Shape` have two inputs.", []),
        ("The gradient of `Roll` has two inputs.", ["has two inputs"]),
        ("`Roll` does not have two inputs.", []),
        ("`Roll` has two inputs more.", ["has two inputs"]),
        ("We will add `Roll`, which has two inputs.", []),
    ],
)
def test_numbers(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text) == found


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("The inputs of `ApplyMomentum` are `var`, `accum`, `lr`, `grad` and `momentum`.", True),
        ("The inputs of `ApplyMomentum` are `var`, `accum`, `lr`, `momentum` and `grad`.", False),
        ("`ApplyMomentum` 的输入顺序是 `var`、`accum`、`lr`、`momentum`、`grad`。", False),
        ("`ApplyMomentum` 的输入顺序是 `var`、`accum`、`lr`、`grad`、`momentum`。", True),
        ("The inputs of `ApplyMomentum` are `accum`, `var` and others.", True),  # which may be in any
        ("The inputs of `ApplyMomentum` are `grad`, `lr` and `accum`, beside others.", True),
    ],
)
def test_orders(text: str, right: bool, shipped: Index) -> None:
    assert (wrong_of(shipped, text) == []) is right
