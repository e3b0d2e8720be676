"""Values that a document says functions use, and calls on fields."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

VAT = "tensorflow/core/kernels/vat_op.cc"
TEXTS = {
    VAT: """class VatOp {
 public:
  void Fill() {
    // No errors::Aborted is needed here.
    if (full_) Report(errors::Internal("full"));
    Stir(VatMode::SLOWLY);
  }
  void Stir(int mode);
};

Status DrainVat(Vat* vat) {
  return errors::Internal("empty");
}

Status EmptyVat(Vat* vat) {
  return DrainVat(vat);
}
""",
}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`DrainVat` returns `errors::Internal`.", []),
        ("`DrainVat` returns `errors::Aborted`.", ["errors::Aborted"]),
        ("`DrainVat` fails\nwith `errors::Aborted`.", ["errors::Aborted"]),
        ("`DrainVat` 返回 `errors::Aborted`。", ["errors::Aborted"]),
        ("`VatOp::Fill` calls `Stir` with `VatMode::SLOWLY`.", []),
        ("`VatOp::Fill` reports `errors::Aborted`.", ["errors::Aborted"]),  # of which only a remark speaks
        # What another function may do, or what is not said.
        ("`EmptyVat` returns `errors::Aborted`.", []),
        ("`DrainVat` never returns `errors::Aborted`.", []),
        ("`DrainVat` should return `errors::Aborted`.", []),
        ("`DrainVat` returns. `errors::Aborted` is another matter.", []),
        ("`DrainVat` and `errors::Aborted`", []),
        ("`DrainVat` returns `status::Aborted`.", []),
    ],
)
def test_values_of_functions(text: str, found: list[str], index: Path) -> None:
    assert [one for one in wrong(index, text) if one.startswith("errors")] == found
    assert [one for one in wrong(index, text, tree=False) if one.startswith("errors")] == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It calls `vat_.Fill()` first.", []),
        ("It calls `vat_.Refill()` first.", ["vat_.Refill()"]),
        ("Our `vat_.Refill()` comes first.", []),
        ("It calls `vat.Refill()` first.", []),  # a variable may be anything's
    ],
)
def test_calls_on_fields(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text) == found
