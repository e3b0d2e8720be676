"""Attrs of one op in rows, the types that it allows, what its kernels have in host memory, and types of its parts."""

from __future__ import annotations

import pytest
from answers.claimed import wrong_of

from tfexplore.index.store import Index

ROWS = (
    "| attr | type | default |\n|---|---|---|\n| {tick}bias{tick} | float | 1.0 |\n| {tick}alpha{tick} | float | {} |\n"
    + ("| {tick}beta{tick} | float | {} |\n")
)
TABLE = (
    "| op | line | T |\n|---|---|---|\n| MatrixDeterminant | 291 | double, float, half, c64, c128 |\n"
    "| MatrixInverse | 332 | {{double, float, half, complex64, complex128}} |\n"
    "| CholeskyGrad | 359 | half, float, double |\n"
    "| MatrixLogarithm | 347 | {} |\n"
)


@pytest.mark.parametrize("tick", ["", "`"])
@pytest.mark.parametrize("above", ["The attrs of `LRN`:", "### `LRN`", "*Give the attrs of `LRN` with defaults.*"])
def test_rows_of_attrs(above: str, tick: str, shipped: Index) -> None:
    assert wrong_of(shipped, f"{above}\n\n{ROWS.format('1.0', '0.5', tick=tick)}") == []
    assert wrong_of(shipped, f"{above}\n\n{ROWS.format('1.0', '0.75', tick=tick)}") == ["0.75"]
    ours = ROWS.replace("default |", "our default |")
    assert wrong_of(shipped, f"{above}\n\n{ours.format('1.0', '0.75', tick=tick)}") == []


def test_types_of_t_in_a_column(shipped: Index) -> None:
    assert wrong_of(shipped, TABLE.format("c64, c128")) == []
    assert wrong_of(shipped, TABLE.format("{double, c64, c128}")) == ["double"]
    assert wrong_of(shipped, TABLE.format("any")) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The default of `epsilon` is 0.0001 in `FusedBatchNorm`.", []),
        ("`FusedBatchNorm` has some. The default of `epsilon` is 0.001 in all of them.", ["epsilon"]),
        ("The op `StringToNumber` is there, and its attr defaults to `DT_FLOAT`.", []),
        ("The op `StringToNumber` is there, and its attr defaults to `DT_DOUBLE`.", ["DT_DOUBLE"]),
        ("`CTCLoss` takes four inputs; `labels_indices` is `int64`, `labels_values` is `int32`.", []),
        ("`CTCLoss` takes four inputs; `labels_indices` is `int64`, `labels_values` is `int64`.", ["int64"]),
        ("`MergeOp` waits. 第二个输出 `value_index` 是 int32 标量。", []),
        ("`MergeOp` waits. 第二个输出 `value_index` 是 int64 标量。", ["int64"]),
        ("`SparseSparseMinimum` declares `T: numbertype`.", []),
        ("`SparseSparseMinimum` declares `T: realnumbertype`.", ["T: realnumbertype"]),
        ("`SparseSparseMaximum` declares `T: realnumbertype`.", []),
        ("`SparseSparseMaximum` declares `T: numbertype`.", ["T: numbertype"]),
        ("`Betainc` declares `T: realnumbertype`.", ["T: realnumbertype"]),
        ("| op | host memory |\n|---|---|\n| `AvgPool3DGrad` | `orig_input_shape` |", []),
        ("| op | host memory |\n|---|---|\n| `AvgPool3DGrad` | `orig_input` |", ["orig_input"]),
        ("## `Bincount`\n\nFor the GPU the registration keeps `size` in host memory.", []),
        ("**Bincount.** CPU for float and double; GPU for int32 and float.", []),
        ("**Bincount.** CPU for float and double; GPU for int32 and double.", ["double"]),
        ("- `Bincount`: GPU for int32 and double, CPU for all.", ["double"]),
        ("**Bincount.** We want GPU for int32 and double.", []),
        ("## `Bincount`\n\nFor the GPU the registration keeps `arr` in host memory.", ["arr"]),
        (
            'It is refused with an `AlreadyExists` status ("Cannot over-write a valid watcher with another.").',
            [],
        ),
        (
            'It is refused with a `FailedPrecondition` status ("Cannot over-write a valid watcher with another.").',
            ["FailedPrecondition"],
        ),
    ],
)
def test_what_an_index_tells(text: str, expected: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text + "\n") == expected
