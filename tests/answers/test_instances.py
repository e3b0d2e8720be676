"""Specialisations behind a class that several ops share: those that an op's own kernels can instantiate."""

from __future__ import annotations

from pathlib import Path

import pytest
import woven
from asking import ask

KNOT = """\
#include "tensorflow/core/framework/op_kernel.h"
namespace functor {
template <int mode>
struct Pull {
  void operator()() {}
};
template <>
struct Pull<TIGHT> {
  void operator()() {}
};
template <>
struct Pull<LOOSE> {
  void operator()() {}
};
template <typename Device, typename T, int mode>
struct KnotBase {
  void operator()() { Pull<mode>()(); }
};
template <typename Device, typename Strand, int mode>
struct Knot : KnotBase<Device, Strand, mode> {};
template <typename T>
struct Knot<CPUDevice, T, TIGHT> : KnotBase<CPUDevice, T, TIGHT> {};
template <typename T>
struct Knot<CPUDevice, T, LOOSE> {
  void operator()() {}
};
template <typename T, int mode>
struct Knot<GPUDevice, T, mode> {
  void operator()() {}
};
template <typename Device, typename Reducer>
struct Fold {
  void operator()() {}
};
template <typename Device, typename T>
struct Fold<Device, Sum<T>> {
  void operator()() {}
};
template <typename Device>
struct Fold<Device, Sum<int64>> {
  void operator()() {}
};
template <typename Device>
struct Fold<Device, Other> {
  void operator()() {}
};
}
template <typename Device, typename T, int mode, typename Reducer>
class KnotOp : public OpKernel {
  void Compute(OpKernelContext* context) override {
    functor::Knot<Device, T, mode>()();
    functor::Fold<Device, Reducer>()();
  }
};
REGISTER_KERNEL_BUILDER(Name("Spin").Device(DEVICE_CPU).Label("tight"), KnotOp<CPUDevice, float, TIGHT, n::Sum<int>>);
REGISTER_KERNEL_BUILDER(Name("Spin").Device(DEVICE_GPU).Label("host"), KnotOp<CPUDevice, int, TIGHT, n::Sum<int>>);
REGISTER_KERNEL_BUILDER(Name("Twirl").Device(DEVICE_CPU), KnotOp<CPUDevice, float, LOOSE, Other>);
REGISTER_KERNEL_BUILDER(Name("Twist").Device(DEVICE_GPU), KnotOp<GPUDevice, float, LOOSE, Other>);
template <typename Device, int mode>
class HitchOp : public OpKernel {
  void Compute(OpKernelContext* context) override;
};
template <typename D, int how>
void HitchOp<D, how>::Compute(OpKernelContext* context) {
  functor::Knot<D, float, how>()();
}
REGISTER_KERNEL_BUILDER(Name("Hitch").Device(DEVICE_CPU), HitchOp<CPUDevice, TIGHT>);
REGISTER_KERNEL_BUILDER(Name("Hitch").Device(DEVICE_GPU), HitchOp<GPUDevice, LOOSE>);
"""
OPS = "".join(
    [f'REGISTER_OP("{name}").Input("x: float").Output("y: float");\n' for name in ("Twirl", "Twist", "Hitch")]
)


@pytest.fixture(scope="module")
def knotted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tree = woven.plant(tmp_path_factory.mktemp("knotted") / "tree")
    (tree / "tensorflow/core/kernels/knot_op.cc").write_text(KNOT + OPS)
    return woven.make_index(tree, tree.parent / "knotted.sqlite")


@pytest.mark.parametrize(
    ("op", "cls", "expected"),
    [
        # on the GPU as well its kernels are CPUDevice's, which compute in host memory
        ("Spin", "KnotOp", {"Knot", "Knot<CPUDevice, T, TIGHT>", "Fold", "Fold<Device, Sum<T>>"}),
        ("Twirl", "KnotOp", {"Knot", "Knot<CPUDevice, T, LOOSE>", "Fold", "Fold<Device, Other>"}),
        ("Twist", "KnotOp", {"Knot", "Knot<GPUDevice, T, mode>", "Fold", "Fold<Device, Other>"}),
        # where a method calls its parameters otherwise, nothing is known of them
        (
            "Hitch",
            "HitchOp",
            {"Knot", "Knot<CPUDevice, T, TIGHT>", "Knot<CPUDevice, T, LOOSE>", "Knot<GPUDevice, T, mode>"},
        ),
    ],
)
def test_what_kernels_of_an_op_instantiate(knotted: Path, op: str, cls: str, expected: set[str]) -> None:
    (found,) = ask(knotted, "show", op, "--json").json()["results"]
    (shown,) = [one for one in found["kernel_classes"] if one["name"] == cls]
    assert {one["defined"] for one in shown["uses"]} == expected


@pytest.mark.parametrize(("op", "expected"), [("Spin", {"Pull", "Pull<TIGHT>"}), ("Twist", {"Pull", "Pull<LOOSE>"})])
def test_parameters_are_followed_through_base_classes(knotted: Path, op: str, expected: set[str]) -> None:
    (found,) = ask(knotted, "show", op, "--json").json()["results"]
    (shown,) = [one for one in found["kernel_classes"] if one["name"] == "KnotOp"]
    bases = [base for one in shown["uses"] for base in one["uses"] if base["defined"] == "KnotBase"]
    assert {one["defined"] for base in bases for one in base["uses"]} == expected
