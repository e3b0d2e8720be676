"""What code is said to use, ask for and override, where it has another of the same kind."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

HECKLE = "tensorflow/core/kernels/heckle_op.cc"
TEASEL = "tensorflow/python/ops/teasel_grad.py"
FUZZ = ("raise_fuzz", "shear_fuzz", "lay_fuzz", "spin_fuzz", "wash")
TEXTS = {
    "tensorflow/python/ops/fuzz_ops.py": "\n\n".join(f"def {name}(nap):\n  return nap\n" for name in FUZZ),
    HECKLE: """class HeckleBase {
  virtual void Comb();
  virtual void Rest();
};
class HeckleOp : public HeckleBase {
 public:
  explicit HeckleOp(OpKernelConstruction* context) {
    OP_REQUIRES_OK(context, context->GetAttr("teeth", &teeth_));
    mode_ = Mode::kCoarseFirst;
  }
  void Comb() override {
    // flax::ParallelTurn is not used here.
    flax::ParallelComb(teeth_);
  }
};
TF_CALL_REAL_FLAX_TYPES(REGISTER_HECKLE);
REGISTER_HECKLE_OP(Name("Heckle").MustBeKnown("fibre"), HeckleOp);
""",
    TEASEL: '''def _TeaselGrad(op, grad):
  """Not of `fuzz_ops.lay_fuzz`."""
  return fuzz_ops.raise_fuzz(grad)


def _ShearGrad(op, grad):
  return fuzz_ops.shear_fuzz(grad)


class TeaselOptimizer(object):

  def _create_slots(self, var_list):
    for var in var_list:
      self.add_slot(var, "nap_height")

  def apply_all(self):
    pass


class WireTeaselOptimizer(TeaselOptimizer):

  def _create_slots(self, var_list):
    pass
''',
}
USED = [
    ("`_TeaselGrad` calls `fuzz_ops.{}` alone.\n", "raise_fuzz", "shear_fuzz"),
    ("`_TeaselGrad` is of the op. It goes through `fuzz_ops.{}` then.\n", "raise_fuzz", "shear_fuzz"),
    ("`_TeaselGrad` 调用 `fuzz_ops.{}`。\n", "raise_fuzz", "lay_fuzz"),
    ("In `teasel_grad.py` all ends in `fuzz_ops.{}`.\n", "shear_fuzz", "spin_fuzz"),
    ("`heckle_op.cc` runs `flax::{}` for it.\n", "ParallelComb", "ParallelTurn"),
    ("`heckle_op.cc` begins with `Mode::{}` there.\n", "kCoarseFirst", "kFineFirst"),
    ("`heckle_op.cc` registers it for all of `TF_CALL_{}`.\n", "REAL_FLAX_TYPES", "ALL_FLAX_TYPES"),
    ('`heckle_op.cc` says `MustBeKnown("{}")` of one input.\n', "fibre", "teeth"),
    ("`HeckleOp` reads the attr `{}` when it is made.\n", "teeth", "tines"),
    ("`HeckleOp` 的构造函数读取的 attr 是 `{}`。\n", "teeth", "tines"),
    ("`teasel_grad.py` has one slot, called `{}`.\n", "nap_height", "nap"),
    ("`HeckleOp` (in the .cc) overrides only `{}`.\n", "Comb", "Rest"),
    ("`WireTeaselOptimizer` 重写了 `{}`。\n", "_create_slots", "apply_all"),
]


@pytest.mark.parametrize(("said", "right", "other"), USED)
def test_what_is_there_and_what_is_not(said: str, right: str, other: str, index: Path) -> None:
    assert wrong(index, said.format(right)) == []
    found = wrong(index, said.format(other))
    assert len(found) == 1
    assert other in found[0]


@pytest.mark.parametrize(
    "said",
    [
        "Unlike `fuzz_ops.lay_fuzz`, `_TeaselGrad` raises it.\n",
        "`_TeaselGrad` does not call `fuzz_ops.shear_fuzz`.\n",
        "`_TeaselGrad` could as well call `fuzz_ops.shear_fuzz`.\n",
        # It has none that is called partly the same, or both are spoken of.
        "`_TeaselGrad` calls `fuzz_ops.wash` alone.\n",
        "`_TeaselGrad` and `fuzz_ops.raise_fuzz` are used by what calls `fuzz_ops.shear_fuzz`.\n",
        "`_TeaselGrad` is as `fuzz_ops.raise_fuzz` and `fuzz_ops.shear_fuzz` are.\n",
        "`heckle_op.cc` has no `flax::ParallelTurn`.\n",
        # Not that it uses it.
        "After `teasel_grad.py` comes `fuzz_ops.spin_fuzz`.\n",
        "`HeckleOp` does not override `Rest`.\n",
        "A subclass of `HeckleOp` overrides `Rest`.\n",
        "Our `HeckleOp` overrides `Rest`.\n",
        'If it had `MustBeKnown("teeth")`, then `heckle_op.cc` would say so.\n',
    ],
)
def test_what_nobody_says(said: str, index: Path) -> None:
    assert wrong(index, said) == []
