"""Repositories that register ops and are not TensorFlow: laid out as such projects are, indexed, and asked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from asking import ask

from tfexplore.model import CONDITIONAL

_BY_PATHS = "linkage by paths: no BUILD file for //tensorflow/tools/pip_package:build_pip_package"

#: One binding for all, no macros, the GPU a setting of its own build.
COLLECTIVE = {
    "setup.py": 'from setuptools import setup\n\nsetup(name="shuttle", version="0.3")\n',
    "shuttle/tensorflow/shuttle_ops.cc": """\
#include "tensorflow/core/framework/op.h"
#include "tensorflow/core/framework/op_kernel.h"

using namespace tensorflow;

namespace shuttle {

class ShuttleThrowOp : public AsyncOpKernel {
 public:
  explicit ShuttleThrowOp(OpKernelConstruction* context) : AsyncOpKernel(context) {}
};

REGISTER_KERNEL_BUILDER(Name("ShuttleThrow").Device(DEVICE_CPU),
                        ShuttleThrowOp);
#if SHUTTLE_ON_GPU
REGISTER_KERNEL_BUILDER(Name("ShuttleThrow").Device(DEVICE_GPU),
                        ShuttleThrowOp);
#endif

REGISTER_OP("ShuttleThrow")
    .Attr("T: {int32, int64, float32}")
    .Attr("across: int = 0")
    .Input("thread: T")
    .Output("caught: T")
    .SetShapeFn([](shape_inference::InferenceContext* c) {
      c->set_output(0, c->input(0));
      return Status::OK();
    });

template <typename T, T Count()>
class ShuttleCountOp : public OpKernel {};

REGISTER_KERNEL_BUILDER(
    Name("ShuttleCount").Device(DEVICE_CPU).HostMemory("count"),
    ShuttleCountOp<int, shuttle_count>);

REGISTER_OP("ShuttleCount").Output("count: int32").SetIsStateful();

}  // namespace shuttle
""",
    "shuttle/tensorflow/mpi.py": """\
from tensorflow.python.framework import load_library
from tensorflow.python.framework import ops

LIB = load_library.load_op_library("shuttle.so")


@ops.RegisterGradient('ShuttleThrow')
def _throw_grad(op, grad):
    return LIB.shuttle_throw(grad)


ops.NotDifferentiable('ShuttleCount')
""",
    "test/test_shuttle.py": """\
import tensorflow as tf

tf.RegisterGradient("OnlyATest")(lambda op, grad: grad)
""",
}

#: A macro a device, types fanned out by hand and by TensorFlow's lists; device code beside.
FANNED_OUT = {
    "source/op/felt.cc": """\
#include "custom_op.h"

REGISTER_OP("FeltPress")
    .Attr("T: {float, double} = DT_DOUBLE")
    .Input("wool: T")
    .Output("felt: T");

template <typename Device, typename FPTYPE>
class FeltPressOp : public OpKernel {};

#define REGISTER_CPU(T)                                              \\
  REGISTER_KERNEL_BUILDER(                                           \\
      Name("FeltPress").Device(DEVICE_CPU).TypeConstraint<T>("T"),   \\
      FeltPressOp<CPUDevice, T>);
REGISTER_CPU(float);
REGISTER_CPU(double);

#define REGISTER_LISTED(T)                                           \\
  REGISTER_KERNEL_BUILDER(                                           \\
      Name("FeltDye").Device(DEVICE_CPU).TypeConstraint<T>("T"),     \\
      FeltDyeOp<T>);
TF_CALL_float(REGISTER_LISTED);
TF_CALL_half(REGISTER_LISTED);

REGISTER_OP("FeltDye").Attr("T: type").Input("felt: T").Output("dyed: T");
REGISTER_OP(pick_name()).Input("felt: float");
""",
    "source/op/_felt_grad.py": """\
import tensorflow as tf


@tf.RegisterGradient("FeltPress")
def _felt_press_grad(op, grad):
    return [grad]
""",
}

#: BUILD files that load rules which are not there.
FOREIGN_RULES = {
    "BUILD": "# nothing here\n",
    "spindle/BUILD": """\
load("@rules_of_another_house//tools:ops.bzl", "spun_op_library")

spun_op_library(name = "ops", srcs = ["spin_ops.cc"], deps = ["//no/such:target"])
""",
    "spindle/spin_ops.cc": 'REGISTER_OP("SpinYarn").Input("wool: float").Output("yarn: float");\n',
    "spindle/spin_ops.py": 'ops.NoGradient("SpinYarn")\nfor name in names():\n  ops.NoGradient(name)\n',
}

Rows = list[list[str]]


class Repository(NamedTuple):
    """A repository's files, and what is to be found in them."""

    files: Mapping[str, str]
    ops: list[tuple[str, str]]
    kernels: list[tuple[str, str, str, str, str]]
    grads: list[tuple[str, str | None, str]]
    unresolved: list[tuple[str, str, str]]


REPOSITORIES = {
    "one binding for all": Repository(
        COLLECTIVE,
        [
            ("ShuttleCount", "shuttle/tensorflow/shuttle_ops.cc:37"),
            ("ShuttleThrow", "shuttle/tensorflow/shuttle_ops.cc:20"),
        ],
        [
            ("ShuttleCount", "CPU", "", "ShuttleCountOp<int, shuttle_count>", "shuttle/tensorflow/shuttle_ops.cc:33"),
            ("ShuttleThrow", "CPU", "", "ShuttleThrowOp", "shuttle/tensorflow/shuttle_ops.cc:13"),
            ("ShuttleThrow", "GPU", "", "ShuttleThrowOp", "shuttle/tensorflow/shuttle_ops.cc:16"),
        ],
        [
            ("ShuttleCount", None, "shuttle/tensorflow/mpi.py:12"),
            ("ShuttleThrow", "_throw_grad", "shuttle/tensorflow/mpi.py:7"),
        ],
        [("REGISTER_KERNEL_BUILDER", "shuttle/tensorflow/shuttle_ops.cc:16", CONDITIONAL)],
    ),
    "types fanned out": Repository(
        FANNED_OUT,
        [("FeltDye", "source/op/felt.cc:25"), ("FeltPress", "source/op/felt.cc:3")],
        [
            ("FeltDye", "CPU", "DT_FLOAT", "FeltDyeOp<float>", "source/op/felt.cc:22"),
            ("FeltDye", "CPU", "DT_HALF", "FeltDyeOp<Eigen::half>", "source/op/felt.cc:23"),
            ("FeltPress", "CPU", "DT_DOUBLE", "FeltPressOp<CPUDevice, double>", "source/op/felt.cc:16"),
            ("FeltPress", "CPU", "DT_FLOAT", "FeltPressOp<CPUDevice, float>", "source/op/felt.cc:15"),
        ],
        [("FeltPress", "_felt_press_grad", "source/op/_felt_grad.py:4")],
        [("REGISTER_OP", "source/op/felt.cc:26", "the op's name is computed at run time")],
    ),
    "rules of another house": Repository(
        FOREIGN_RULES,
        [("SpinYarn", "spindle/spin_ops.cc:1")],
        [],
        [("SpinYarn", None, "spindle/spin_ops.py:1")],
        [("NoGradient", "spindle/spin_ops.py:3", "the op's name is computed")],
    ),
}


@pytest.mark.parametrize("name", REPOSITORIES)
def test_indexed_against_the_release_that_ships_and_asked(name: str, tmp_path: Path) -> None:
    repository = REPOSITORIES[name]
    tree, index = tmp_path / "tree", tmp_path / "other.sqlite"
    for path, text in repository.files.items():
        (tree / path).parent.mkdir(parents=True, exist_ok=True)
        (tree / path).write_text(text, encoding="utf-8")
    made = ask(
        None, "index", "--source", str(tree), "--against", "v1.15.0", "-o", str(index),
        XDG_CACHE_HOME=str(tmp_path / "cache"),
    )  # fmt: skip
    assert (made.status, made.err.splitlines()[0]) == (0, f"tfexplore index: {_BY_PATHS}"), made.err

    ops, kernels, grads = (ask(index, words, "--json").json() for words in ("ops", "kernels", "grads"))
    assert {answer["linkage"] for answer in (ops, kernels, grads)} == {"paths"}
    assert {one["linked_into"] for answer in (ops, kernels) for one in answer["results"]} <= {"source"}
    assert sorted((op["name"], _start(op["location"])) for op in ops["results"]) == repository.ops
    assert (
        sorted(
            (k["op"], k["device_type"], " ".join(_types(k)), k["kernel_class"], _start(k["location"]))
            for k in kernels["results"]
        )
        == repository.kernels
    )
    assert (
        sorted((g["op"], g["function"], _start(g["location"] or g["registered"])) for g in grads["results"])
        == repository.grads
    )
    assert {
        (one["macro"], _start(one["location"]), one["reason"])
        for answer in (ops, kernels, grads)
        for one in answer["unresolved"]
    } == set(repository.unresolved)


def _start(location: Mapping[str, object]) -> str:
    return f"{location['path']}:{location['line']}"


def _types(kernel: Mapping[str, list[Mapping[str, list[str]]]]) -> list[str]:
    return [value for constraint in kernel["constraint"] for value in constraint["allowed_values"]]


def test_sources_of_rocm_and_wrappers_of_the_c_api_in_headers(tmp_path: Path) -> None:
    files = {
        "loom/ops.hip": 'REGISTER_OP("LoomOnRocm").Input("x: float");\n',
        "loom/register.h": """\
inline void RegisterLoom() {
  TF_KernelBuilder* builder = TF_NewKernelBuilder("Loom", "CPU", &Create, &Compute, &Delete);
  TF_RegisterKernelBuilder("Loom", builder, status);
}
template <class Op>
struct Kernel {
  static void Register() {
    TF_KernelBuilder* builder = TF_NewKernelBuilder(Op::name, "CPU", &Create, &Compute, &Delete);
    TF_RegisterKernelBuilder(Op::name, builder, status);
  }
};
""",
        "loom/use.cc": '#include "register.h"\nvoid Init() { RegisterLoom(); Kernel<Weave>::Register(); }\n',
    }
    tree, index = tmp_path / "tree", tmp_path / "other.sqlite"
    for path, text in files.items():
        (tree / path).parent.mkdir(parents=True, exist_ok=True)
        (tree / path).write_text(text, encoding="utf-8")
    cache = str(tmp_path / "cache")
    made = ask(None, "index", "--source", str(tree), "--against", "v1.15.0", "-o", str(index), XDG_CACHE_HOME=cache)
    assert made.status == 0, made.err
    ops, kernels = (ask(index, words, "--json").json() for words in ("ops", "kernels"))
    assert [(op["name"], _start(op["location"])) for op in ops["results"]] == [("LoomOnRocm", "loom/ops.hip:1")]
    assert [(k["op"], _start(k["location"])) for k in kernels["results"]] == [("Loom", "loom/register.h:2")]
    assert [(one["macro"], _start(one["location"])) for one in kernels["unresolved"]] == [
        ("TF_NewKernelBuilder", "loom/register.h:8")
    ]
