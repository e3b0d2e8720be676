"""Ops that gradient functions and kernel classes are said to be registered for, held against the release."""

from __future__ import annotations

import pytest
from answers.claimed import wrong_of

from tfexplore.index.store import Index


@pytest.mark.parametrize(
    ("document", "found"),
    [
        ("`_AddGrad` (line 1093) is registered for `Add` and `AddV2`.", []),
        ("`_AddGrad` (line 1093) is registered for `Add` and `AddN`.", ["AddN"]),
        ('`_TopKGrad` is registered for `"TopK"`, `"TopKV2"` and `"TopKV3"`.', ["TopKV3"]),
        ("`_AddGrad` 分别登记给 `Add` 和 `BiasAdd`。", ["BiasAdd"]),
        ("`_TopKGrad` 则登记给 `TopK` 和 `TopKV2`。", []),
        ("`BiasOp` is registered for `BiasAdd` and `BiasAddV1`.", []),
        ("`BiasOp<Device, T>` is registered for `BiasAdd` and `BiasAddGrad`.", ["BiasAddGrad"]),
        # What says something else, or of something else.
        ("`_AddGrad` is not registered for `AddN`.", []),
        ("Our `_AddGrad` is registered for `AddN`.", []),
        ("`_AddGrad` would be registered for `AddN`.", []),
        ("`BiasOp` is registered for `DEVICE_CPU` and `DEVICE_GPU`.", []),
        ("`OpKernel` is registered for `AddN`.", []),
        ("`_AddGrad` is registered for `Add` with `AddN` beside it.", []),
    ],
)
def test_what_they_are_registered_for(document: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, document) == found
