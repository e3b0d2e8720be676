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


MOMENTUM, WRONG = "var, accum, lr, grad, momentum", "var, accum, lr, momentum, grad"
OTHERS = "- `ApplyGradientDescent`: `var, alpha, delta`\n- `ApplyAdagradV2`: `var, accum, lr, epsilon, grad`\n"


def spans(names: str) -> str:
    return ", ".join(f"`{name}`" for name in names.split(", "))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"The inputs:\n\n{OTHERS}- `ApplyMomentum`: `{MOMENTUM}`\n", []),
        (f"The inputs:\n\n{OTHERS}- `ApplyMomentum`: `{WRONG}` - so it is\n", [f"`{WRONG}`"]),
        (f"The inputs:\n\n{OTHERS}- **`ApplyMomentum`** — {spans(WRONG)}\n", [spans(WRONG)]),
        (f"输入：\n\n{OTHERS}1. `ApplyMomentum`：{spans(WRONG).replace(', ', '、')}\n", [
            spans(WRONG).replace(', ', '、')]),
        # Nothing says that they are in any order, or something says that they are not.
        (f"The inputs:\n\n- `ApplyMomentum`: `{WRONG}`\n", []),
        (f"The inputs, in alphabetical order:\n\n{OTHERS}- `ApplyMomentum`: `{WRONG}`\n", []),
        (f"The inputs:\n\n{OTHERS}- `ApplyMomentum`: `{WRONG}`, in no particular order\n", []),
        (f"The inputs:\n\n{OTHERS}- `ApplyMomentum`: `var, lr, momentum`, and what else it needs\n", []),
        (f"The inputs:\n\n{OTHERS}- `ApplyMomentum` will have `{WRONG}`\n", []),
        # What is in a table.
        (f"| op | inputs |\n|---|---|\n| `ApplyMomentum` | {spans(MOMENTUM)} |\n| `LRN` | `input` |\n", []),
        (
            "| op | line | inputs |\n|---|---|---|\n| `ApplyGradientDescent` | 1 | `var, alpha, delta` |\n"
            f"| `ApplyAdagradV2` | 2 | `var`, `accum`, `lr`, `epsilon`, `grad` |\n"
            f"| `ApplyMomentum` | 3 | {spans(WRONG)} |\n",
            [spans(WRONG)],
        ),
        (
            "| op | 输入顺序 |\n|---|---|\n| `ApplyGradientDescent` | `var, alpha, delta` |\n"
            f"| `ApplyMomentum` | {spans(WRONG)} |\n",
            [],  # a header that is none of the words
        ),
        (f"| op | inputs |\n|---|---|\n| `ApplyMomentum` | {spans(WRONG)} |\n", []),
    ],
)  # fmt: skip
def test_lists_of_all(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The op `TopKV2` has the outputs `values` and `indices`, where `indices` is int64.", ["int64"]),
        ("The op `TopKV2` has the outputs `values` and `indices`, where `indices` is always `int32`.", []),
        ("## `TopKV2`\n\nThe output `indices` is of type `int64`.", ["int64"]),
        ("`TopKV2` 的输出 `indices` 为 `int64`。", ["int64"]),
        ("`TopKV2` 的输入 `k` 是 int32。", []),
        ("The output `values` of `TopKV2` is float.", []),  # as its attr says
        ("In `TopKV2` we cast so that `indices` is int64.", []),
        ("The output `indices` of `TopKV2` should be changed: `indices` is int64.", []),
    ],
)
def test_types_in_words(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text) == found
