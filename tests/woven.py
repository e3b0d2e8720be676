"""A small tree whose kernels compute by way of launchers and functors, and its index."""

from __future__ import annotations

import shutil
from pathlib import Path

TREE = Path(__file__).resolve().parent.parent / "fixtures" / "tree"

SPIN_OPS = """\
#include "tensorflow/core/framework/op.h"

namespace tensorflow {

Status SpinShape(InferenceContext* c) { return Status::OK(); }

REGISTER_OP("Spin")
    .Input("wool: T")
    .Output("yarn: T")
    .Attr("T: {half, float, double}")
    .Attr("twist: int >= 1 = 2")
    .SetShapeFn(SpinShape);

}  // namespace tensorflow
"""

SPIN_H = """\
#ifndef TENSORFLOW_CORE_KERNELS_SPIN_OP_H_
#define TENSORFLOW_CORE_KERNELS_SPIN_OP_H_

namespace tensorflow {
namespace functor {

template <typename Device, typename T>
struct Twist {
  void operator()(const Device& d, T* yarn) {}
};

}  // namespace functor

template <typename Device, typename T>
struct LaunchSpin {
  void operator()(OpKernelContext* context, T* yarn);
};

template <typename T>
struct LaunchSpin<Eigen::GpuDevice, T> {
  void operator()(OpKernelContext* context, T* yarn);
};

}  // namespace tensorflow

#endif
"""

SPIN_CC = """\
#include "tensorflow/core/kernels/spin_op.h"
#include "tensorflow/core/framework/op_kernel.h"

namespace tensorflow {

typedef Eigen::ThreadPoolDevice CPUDevice;
typedef Eigen::GpuDevice GPUDevice;

// LaunchNothing<T>() in a comment is no use, and neither is "LaunchNothing".
template <typename T>
struct LaunchSpin<CPUDevice, T> {
  void operator()(OpKernelContext* context, T* yarn) {
    functor::Twist<CPUDevice, T>()(context->device(), yarn);
  }
};

int CountStrands(int twist) { return twist + 1; }

class SpinBase : public OpKernel {
 public:
  void Compute(OpKernelContext* context) override { Prepare(context); }
  void Prepare(OpKernelContext* context) {}
};

template <typename Device, typename T>
class SpinOp : public SpinBase {
 public:
  void Compute(OpKernelContext* context) override {
    const int strands = CountStrands(2);
#if GOOGLE_CUDA
    LaunchQuick<Device>()(context);
#endif
    launcher_(context, nullptr);
  }

 private:
  LaunchSpin<Device, T> launcher_;
};

class IdleSpinOp : public SpinBase {};

#define REGISTER_CPU(T) \\
  REGISTER_KERNEL_BUILDER(Name("Spin").Device(DEVICE_CPU).TypeConstraint<T>("T"), SpinOp<CPUDevice, T>);
TF_CALL_float(REGISTER_CPU);
TF_CALL_double(REGISTER_CPU);

REGISTER_KERNEL_BUILDER(Name("Spin").Device(DEVICE_GPU).TypeConstraint<float>("T").Label("idle"), IdleSpinOp);

}  // namespace tensorflow
"""

SPIN_GRAD = """\
from tensorflow.python.framework import ops


@ops.RegisterGradient("Spin")
def _SpinGrad(op, grad):
  return grad
"""

FILES = {
    "tensorflow/core/ops/spin_ops.cc": SPIN_OPS,
    "tensorflow/core/kernels/spin_op.h": SPIN_H,
    "tensorflow/core/kernels/spin_op.cc": SPIN_CC,
    "tensorflow/python/ops/spin_grad.py": SPIN_GRAD,
}


def plant(folder: Path) -> Path:
    """The fixture's tree and the files above, in a folder; without BUILD files, so that everything counts."""
    tree = folder / "tree"
    shutil.copytree(TREE, tree)
    for path, text in FILES.items():
        target = tree / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
    for build in tree.rglob("BUILD"):
        build.unlink()
    return tree


def make_index(tree: Path, output: Path) -> Path:
    """The index of a tree, as if it were a release."""
    from tfexplore.pipeline import IndexOptions, run_index

    commit = "0123456789abcdef0123456789abcdef01234567"
    run_index(IndexOptions(source=str(tree), output=str(output), tag="v9", commit=commit, jobs=1))
    return output
