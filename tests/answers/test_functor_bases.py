"""Functors whose code is a base class's."""

from __future__ import annotations

from pathlib import Path

import pytest
import woven
from asking import ask

TOW = """\
#include "tensorflow/core/framework/op_kernel.h"
namespace functor {
struct Strand {
  void operator()(int rope) {}
};
struct Marker {};
struct TowBase : Marker {
  void operator()(int rope) { Strand()(rope); }
};
template <typename T>
struct Tow : TowBase, Marker {};
template <typename T>
struct Own : TowBase {
  void operator()(int rope) {}
};
}
class TowOp : public OpKernel {
  void Compute(OpKernelContext* context) override {
    functor::Tow<int>()(1);
    functor::Own<int>()(1);
  }
};
class MoorOp : public TowOp {};
REGISTER_KERNEL_BUILDER(Name("Spin").Device(DEVICE_CPU).Label("tow"), MoorOp);
"""


@pytest.fixture(scope="module")
def towed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tree = woven.plant(tmp_path_factory.mktemp("towed") / "tree")
    (tree / "tensorflow/core/kernels/tow_op.cc").write_text(TOW)
    return woven.make_index(tree, tree.parent / "towed.sqlite")


def test_the_base_of_a_functor_without_an_operator(towed: Path) -> None:
    (found,) = ask(towed, "show", "Spin", "--json").json()["results"]
    (moor,) = [one for one in found["kernel_classes"] if one["name"] == "MoorOp"]
    tow, own = moor["uses"]
    assert (tow["defined"], tow["runs"]["line"], own["runs"]["line"]) == ("Tow", 8, 14)
    (base,) = tow["uses"]
    assert (base["kind"], base["defined"], base["runs"]["line"], base["used"]["line"]) == ("base", "TowBase", 8, 11)
    assert [one["defined"] for one in base["uses"]] == ["Strand"]
    assert own["uses"] == []


@pytest.mark.parametrize(
    ("name", "leads"),
    [("TowBase", True), ("tow_op.cc:8", True), ("Marker", True), ("TowOp", False), ("OpKernel", False)],
)
def test_what_a_base_class_leads_to(towed: Path, name: str, leads: bool) -> None:
    assert ("Spin" in ask(towed, "show", name).out) is leads
