"""Types that sentences say the kernels of ops take on a device."""

from __future__ import annotations

import pytest
from answers.claimed import wrong_of

from tfexplore.index.store import Index


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`Softmax` has CPU kernels for half, float and double.", []),
        ("`Softmax` has CPU kernels for half, bfloat16, float and double.", ["bfloat16"]),
        ("`Softmax` and `LogSoftmax` share a class. The CPU kernels of both are registered for `half` and `int32`.",
         ["int32"]),
        ("`Softmax` 的 GPU 内核支持 half、bfloat16、double。", ["bfloat16"]),
        ("`SoftmaxOp` is registered on the CPU for half, float and int32.", ["int32"]),
        ("`_FusedBatchNormEx`: the two GPU registrations (float and double, see below)", ["double"]),
        ("`_FusedBatchNormEx`: the two GPU registrations (float and half, see below)", []),
        # Of one type, of some op that has none, or said otherwise.
        ("The CPU kernels are registered for half and int32.", []),
        ("`Softmax` has no CPU kernels for half and int32.", []),
        ("We want `Softmax` to have CPU kernels for half and int32.", []),
        ("`Softmax` or `AddV2`, say: the CPU kernels take half and int32.", []),  # which one of them does
    ],
)  # fmt: skip
def test_types_in_sentences(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text) == found


def test_the_op_of_the_heading(shipped: Index) -> None:
    text = "The CPU kernels are registered for half and int32."
    assert wrong_of(shipped, f"## `Softmax`\n\n{text}") == ["int32"]
    assert wrong_of(shipped, f"## `Softmax` and `AddV2`\n\n{text}") == []
