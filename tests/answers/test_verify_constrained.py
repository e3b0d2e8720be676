"""Types that a kernel class or an op is said to be registered for, on whichever device."""

from __future__ import annotations

import pytest
from answers.claimed import wrong_of

from tfexplore.index.store import Index


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`SoftmaxOp` is registered for `T` in {`DT_HALF`, `DT_FLOAT`}.", []),
        ("`SoftmaxOp` takes one input and is registered for\n`T` in {half, int32}.", ["int32"]),
        ("`SoftmaxOp : OpKernel` is registered for `T` = `DT_FLOAT` and `DT_INT32`.", ["DT_INT32"]),
        ("`SoftmaxOp` 注册的类型为 half、float，以及 int32。", ["int32"]),
        ("`SoftmaxOp` 注册的类型为 half、float，以及 double。", []),
        ("`Softmax` is registered for half and int32.", ["int32"]),
        # Of nobody that is known, said otherwise, or of a device, which is read by another check.
        ("`BiasOp`, as said, takes more: half and int32.", []),
        ("`SoftmaxOp` is known. It is registered for half and int32.", []),
        ("`SoftmaxOp` is not registered for half and int32.", []),
        ("We want `SoftmaxOp` to be registered for half and int32.", []),
        ("`SoftmaxOp` is registered for int32.", []),  # no list
    ],
)
def test_types_of_a_class(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text) == found
