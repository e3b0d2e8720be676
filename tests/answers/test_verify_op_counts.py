"""How many attrs, inputs, outputs and kernels an op is said to have."""

from __future__ import annotations

import pytest
from answers.claimed import wrong_of

from tfexplore.index.store import Index


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`Roll` has three attrs.", []),
        ("`Roll` has four attrs.", ["four attrs"]),
        ("`LRN` has 5 attrs.", []),
        ("The `LRN` op has 6 attrs.", ["6 attrs"]),
        ("`MatMul` has two attrs: `transpose_a` and `transpose_b`.", []),  # and a type, which is told by its inputs
        ("`MatMul` has two attributes.", []),
        ("`MatMul` has two attrs.", []),
        ("`MatMul` has four attrs: `transpose_a`, `transpose_b` and `T`.", ["four attrs"]),
        ("`MatMul` has two attrs that transpose.", []),
        ("`MatMul` has two attrs, not counting `T`.", []),
        ("`MatMul` does not have two attrs.", []),
        ("If `MatMul` has two attrs, it is ours.", []),
        ("`Softmax`: 1 input, 1 output, 1 attr.", []),
        ("`Softmax`: 1 input, 1 output, 2 attrs.", ["2 attrs"]),
        ("- `Softmax`: 2 inputs, 1 output", ["2 inputs"]),
        ("- `MatMul`: 2 inputs (`a`, `b`), 2 outputs (`product`), 3 attrs", ["2 outputs"]),
        ("`GatherV2` has three inputs, `Gather` two.", []),
        ("`GatherV2` has three inputs, `Gather` three.", ["three"]),
        ("`GatherV2` 有 3 个输入，`Gather` 有 3 个。", ["3"]),
        ("`MatMul` 有 4 个 attr。", ["4 个 attr"]),
        ("`AddN`: 3 inputs.", []),  # which the one stands for
        ("| op | inputs | attrs |\n|---|---|---|\n| `MatMul` | 2 | 3 |", []),
        ("| op | # inputs | number of attrs |\n|---|---|---|\n| `MatMul` | 3 | 4 |", ["3", "4"]),
        # Kernels, by whatever they are counted.
        ("`Softmax` has three CPU kernels.", []),
        ("`Softmax` has one CPU kernel.", []),  # a class
        ("`Softmax` has four CPU kernels.", ["four CPU kernels"]),
        ("`LRN` has three CPU kernels and one GPU kernel.", ["three CPU kernels"]),
        ("There are three CPU kernels for `Conv2D`.", []),
        ("There are five CPU kernels for `Conv2D`.", ["five CPU kernels"]),
        ("The five CPU kernels of `Conv2D` are alike.", ["five CPU kernels"]),
        ("The five kernels of `Conv2D` in our build.", []),
        ("There would be five CPU kernels for `Conv2D`.", []),
        ("`Conv2D` has 20 kernels.", ["20 kernels"]),
        ("`Conv2D` has 20 kernels in MKL builds.", []),
    ],
)
def test_numbers(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, f"# Notes\n\n{text}\n") == found
