"""Values that a document says functions use, and calls on fields."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

MORDANT = "tensorflow/core/kernels/mordant.cc"
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

int VatDepth(const Vat& vat) {
  if (vat.empty()) {
    return -1;
  }
  return vat.depth();
}

Status KeepVat(Vat* vat) {
  return Status::OK();
}

Status SealVat(Vat* vat) {
  vat->seal();
  return Status::OK();
}

Status FindVat(const string& name) {
  if (name.empty()) return errors::NotFound("none");
  return Status::OK();
}

Status AskForVat(const string& name) {
  TF_RETURN_IF_ERROR(FindVat(name));
  if (name == "lid") return errors::NotFound("none");
  return Status::OK();
}

class VatRack {
 public:
  Status Pour(int vat) {
    if (vat < 0) return errors::OutOfRange("no such vat");
    return Status::OK();
  }
};
class PotRack { Status Pour(int pot) { return errors::Aborted("never"); } };
class TubRack { Status Pour(int tub) { return errors::Aborted("never"); } };
class BarrelRack { Status Pour(int it) { return errors::Aborted("never"); } };
class BucketRack { Status Pour(int it) { return errors::Aborted("never"); } };

bool IsVatFull(const Vat& vat) {
  return vat.depth() > 3;
}
""",
    MORDANT: """class Mordant {
 public:
  explicit Mordant(int strength) : is_strong_(true), strength_(strength) {
    mode_ = MordantMode::ALUM;
  }
};

static const char* kBaths[] = {"one", "two"};


void Rest() {
  Use(MordantMode::IRON);
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


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("You get `errors::Internal` from `DrainVat`.", []),
        ("You get `errors::Aborted` from `DrainVat`.", ["errors::Aborted"]),
        ("You get an `AbortedError` from `DrainVat`.", ["AbortedError"]),
        ("You get an `InternalError` from `DrainVat`.", []),
        ("You never get `errors::Aborted` from `DrainVat`.", []),
        ("You get `errors::Aborted` from what `DrainVat` calls.", []),
        ("`KeepVat`：默认返回 `errors::Aborted`。", ["errors::Aborted"]),  # which does nothing else
        ("`SealVat` returns `errors::Aborted`.", []),
        # Literals.
        ("For none `VatDepth()` returns -1.", []),
        ("For none `VatDepth()` returns 0.", ["0"]),
        ("`VatDepth` 返回 `0`。", ["0"]),
        ("For none `VatDepth()` does not return 0, it returns -1.", []),
        ("`IsVatFull` returns `true`.", []),  # of a function that returns what it works out
        ("`VatDepth` returns `false`.", []),  # which may be said of a number
        ("`VatDepth` would return 0.", []),
    ],
)
def test_what_comes_of_functions(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text) == found
    assert wrong(index, text, tree=False) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It makes `MordantMode::ALUM` the mode at first (`kernels/mordant.cc:4`).", []),
        ("It makes `MordantMode::IRON` the mode at first (`kernels/mordant.cc:4`).", ["MordantMode::IRON"]),
        ("It makes `MordantMode::IRON`, or perhaps `MordantMode::ALUM`, the mode (`kernels/mordant.cc:4`).", []),
        ("It makes `MordantMode::ALUM` the mode at first (`kernels/mordant.cc:2-12`).", []),  # where both are
        ("It makes `MordantMode::IRON` the mode at first (`kernels/mordant.cc:8`).", []),  # where there is none at all
        ("It never makes `MordantMode::IRON` the mode at first (`kernels/mordant.cc:4`).", []),
        ("It makes `MordantMode::IRON` the mode of the first (`kernels/mordant.cc:4`, `kernels/vat_op.cc:6`).", []),
        ("`Mordant` sets `is_strong_` to `true` (`kernels/mordant.cc:3`).", []),
        ("`Mordant` sets `is_strong_` to `false` (`kernels/mordant.cc:3`).", ["false"]),
        ("构造函数把 `is_strong_` 初始化为 `false`（`kernels/mordant.cc:3`）。", ["false"]),
        ("`Mordant` sets `strength_` to `0` (`kernels/mordant.cc:3`).", []),  # no literal there
    ],
)
def test_values_at_lines(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text) == found
    assert wrong(index, text, tree=False) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`FindVat` 找不到时返回 `errors::NotFound`。", []),
        ("`FindVat` 找不到时返回 `errors::Unimplemented`。", ["errors::Unimplemented"]),
        ("`FindVat` 在没有名字的时,直接返回 `errors::Unimplemented`。", ["errors::Unimplemented"]),
        ("`FindVat`, when there is no name, returns `errors::Unimplemented`.", ["errors::Unimplemented"]),
        ("`FindVat` returns `errors::Unimplemented` when there is no name.", ["errors::Unimplemented"]),
        ("`FindVat` returns `errors::NotFound` when there is no name.", []),
        ("`FindVat` 找不到时不返回 `errors::Unimplemented`。", []),
        ("`FindVat`, when there is no name, should return `errors::Unimplemented`.", []),
        ("`AskForVat` 找不到时返回 `errors::Unimplemented`。", []),  # which may be what it passes on
        # A method by its own name is of the class that is named before it.
        ("`VatRack::Pour` is careful.\n`Pour` 为负时返回 `errors::Aborted`。", ["errors::Aborted"]),
        ("`VatRack` is careful. `Pour` returns `errors::Aborted` if it is below.", ["errors::Aborted"]),
        ("`VatRack` is careful. `Pour` returns `errors::OutOfRange` if it is below.", []),
        ("`PotRack` is careful. `Pour` returns `errors::Aborted` if it is below.", []),
        ("`Pour` returns `errors::Unimplemented` if it is below.", []),  # whose?
    ],
)
def test_errors_in_some_case(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text) == found
