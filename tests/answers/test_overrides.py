"""What runs of a kernel's class whose `Compute` is inherited."""

from __future__ import annotations

from pathlib import Path

import pytest
import woven
from asking import ask

HAUL_H = """\
class HaulBase : public OpKernel {
 public:
  void Compute(OpKernelContext* context) override { Pull(context); Slack(); }
  virtual void Pull(OpKernelContext* context) = 0;
  virtual int Slack() { return 0; }
};
class LongHaul : public HaulBase {
  void Pull(OpKernelContext* context) override;
};
namespace boats {
class TugOp : public LongHaul {
  int Slack() override;
  void Compute(OpKernelContext* context, int rope) {}
};
}
class OwnOp : public HaulBase {
  void Compute(OpKernelContext* context) override {}
  void Pull(OpKernelContext* context) override {}
};
"""
HAUL = """\
#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/kernels/haul.h"
void LongHaul::Pull(OpKernelContext* context) {}
namespace boats { int TugOp::Slack() { return 3; } }
REGISTER_KERNEL_BUILDER(Name("Spin").Device(DEVICE_CPU).Label("tug"), boats::TugOp);
REGISTER_KERNEL_BUILDER(Name("Spin").Device(DEVICE_CPU).Label("own"), OwnOp);
template <typename T>
class LiftOp : public HaulBase {
  void Pull(OpKernelContext* context) override {}
};
template <>
class LiftOp<int> : public HaulBase {
  void Pull(OpKernelContext* context) override {}
};
REGISTER_KERNEL_BUILDER(Name("Spin").Device(DEVICE_CPU).Label("lift"), LiftOp<int>);
"""


@pytest.fixture(scope="module")
def hauled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tree = woven.plant(tmp_path_factory.mktemp("hauled") / "tree")
    (tree / "tensorflow/core/kernels/haul.h").write_text(HAUL_H)
    (tree / "tensorflow/core/kernels/haul_op.cc").write_text(HAUL)
    return woven.make_index(tree, tree.parent / "hauled.sqlite")


def test_methods_that_an_inherited_compute_calls(hauled: Path) -> None:
    (found,) = ask(hauled, "show", "Spin", "--json").json()["results"]
    classes = {one["name"]: one for one in found["kernel_classes"]}
    tug = classes["boats::TugOp"]
    assert [(one["name"], one["inherited"]) for one in tug["compute"]] == [("HaulBase::Compute", True)]
    assert [(one["name"], one["location"]["line"], one["called_by"]) for one in tug["overrides"]] == [
        ("TugOp::Slack", 4, "HaulBase::Compute"),
        ("LongHaul::Pull", 3, "HaulBase::Compute"),
    ]
    lift = classes["LiftOp"]["overrides"]
    assert [(one["name"], one["location"]["line"]) for one in lift] == [("LiftOp<int>::Pull", 13)]
    assert classes["OwnOp"]["overrides"] == []


def test_overrides_in_rows(hauled: Path) -> None:
    rows = [line.split("\t") for line in ask(hauled, "show", "Spin").out.splitlines()]
    assert ["override", "LongHaul::Pull", "called by the inherited HaulBase::Compute"] in [one[:3] for one in rows]
