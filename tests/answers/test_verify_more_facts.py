"""Attrs, devices and files of ops in words that assistants' answers and porting notes have for them."""

from __future__ import annotations

import pytest
from answers.claimed import wrong_of

from tfexplore.index.store import Index

LRN = (
    "- LRN: `LRNOp` -> `LaunchLRN`. Attrs: `depth_radius` 5, `bias` 1.0, `alpha` 1.0, `beta` {}. Registered for float."
)
REVERSE = "## 1. `ReverseSequence`\n\nIt reverses slices.\n\n"
PREFETCH = (
    "`PrefetchDataset` has more attrs:\n\n| attr | as declared |\n|---|---|\n"
    "| `slack_period` | `slack_period: int = {}` |"
)
STEPS = "| step | code |\n|---|---|\n| kernel | {} |"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # Defaults of attrs.
        ("- `LeakyRelu` attr `alpha`, float, default `0.1`.", ["alpha"]),
        ("- `LeakyRelu` attr `alpha`, float, default `0.2`.", []),
        ("`FusedBatchNormV3` is fused; epsilon default `0.001`, is_training true.", ["epsilon"]),
        ("`FusedBatchNormV3` is fused; epsilon default `0.0001`, is_training true.", []),
        ("`FusedBatchNormV3` is fused; our epsilon default `0.001`.", []),
        ("The op is declared with `ignore_lookup_error: bool = false`, as the message should say.",
         ["ignore_lookup_error: bool = false"]),
        ("The op is declared with `ignore_lookup_error: bool = true`, as the message should say.", []),
        ("The op should have `ignore_lookup_error: bool = false`.", []),
        (PREFETCH.format(1), ["slack_period: int = 1"]),
        (PREFETCH.format(0), []),
        (LRN.format(0.75), ["0.75"]),
        (LRN.format(0.5), []),
        (REVERSE + "`seq_dim` has no default, and `batch_dim` defaults to `1`.", ["batch_dim"]),
        (REVERSE + "`seq_dim` has no default, and `batch_dim` defaults to `0`.", []),
        (REVERSE + "`Tlen` is `{int32, int64}` with default `DT_INT32`.", ["Tlen"]),
        (REVERSE + "`Tlen` is `{int32, int64}` with default `DT_INT64`.", []),
        # Devices.
        ("| kernel | `RestoreV2` in `save_restore_v2_ops.cc`, registered for `DEVICE_CPU` and `DEVICE_GPU` |",
         ["DEVICE_GPU"]),
        (STEPS.format("`RestoreV2` in `save_restore_v2_ops.cc`, registered for `DEVICE_CPU` and `DEVICE_GPU`"),
         ["DEVICE_GPU"]),
        (STEPS.format("`RestoreV2` in `save_restore_v2_ops.cc`, registered for `DEVICE_CPU`"), []),
        (STEPS.format("`Relu`, registered for `DEVICE_CPU` and `DEVICE_GPU`"), []),
        # Files.
        ("## `DynamicStitch`\n\n**Declaration.** In `tensorflow/core/ops/array_ops.cc`, beside another.",
         ["tensorflow/core/ops/array_ops.cc"]),
        ("## `DynamicStitch`\n\n**Declaration.** In `tensorflow/core/ops/data_flow_ops.cc`, beside another.", []),
        ("## `DynamicStitch`\n\nOthers are in `tensorflow/core/ops/array_ops.cc`.", []),
        # Macros.
        ("In `core/kernels/one_hot_op.cc` `REGISTER_ONE_HOT` does so for every type in `TF_CALL_QUANTIZED_TYPES`.",
         ["TF_CALL_QUANTIZED_TYPES"]),
        ("In `core/kernels/one_hot_op.cc` `REGISTER_ONE_HOT` does so for every type in `TF_CALL_ALL_TYPES`.", []),
        # What is another release's, or somebody's own.
        ("What 2.5 calls `jit_compile_anew` is that argument renamed, as `ConvertToEagerTensor` is.", []),
        ("- `MatrixDiagV3`, `BandedTriangularSolve`: not in the base, too many callers.", []),
        ("- `TF_DETERMINISTIC_OPS`: a variable of 2.1. Here it is `TF_CUDNN_DETERMINISTIC`.", []),
        ("The later `TF_DETERMINISTIC_OPS` (2.1) is not read anywhere in the wrapper.", []),
        ("The sender was stuck in *our* op `RankerTopK`, and `MatMulOp` waited.", []),
    ],
)  # fmt: skip
def test_what_is_said_of_ops(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, f"# Notes\n\n{text}\n") == found
