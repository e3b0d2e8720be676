"""Claims about _FusedConv2D."""

from __future__ import annotations

from typing import Any

import numpy as np

from tfexplore.reference import run
from tfexplore.reference.arguments import Array
from tfexplore.reference.claim import NN_OPS, Claim, at, ramp, refused, row, same, show
from tfexplore.reference.claims.conv2d import taps

EPSILON = np.float32(1e-4)


def fused(*args: Any, ops: list[str], kernel: Array | None = None, **attrs: Any) -> Array:
    """Return _FusedConv2D of the pixel [1 2] by the identity, or by `kernel`."""
    pixel = np.array([1, 2], np.float32).reshape(1, 1, 1, 2)
    inputs = {"input": pixel, "filter": np.eye(2, dtype=np.float32).reshape(1, 1, 2, 2) if kernel is None else kernel}
    inputs |= {f"args{i}": np.asarray(value, np.float32) for i, value in enumerate(args)}
    return run("_FusedConv2D", inputs, {"strides": [1] * 4, "padding": "VALID", "fused_ops": ops} | attrs)["output"]


def fused_refused(*words: str, count: int, ops: list[str], dtype: str = "float32", shape: Any = (4,)) -> str:
    """Return the message with which _FusedConv2D refuses fused ops, or a number of arguments."""
    inputs = {"input": ramp(1, 5, 6, 2, dtype=dtype), "filter": ramp(3, 3, 2, 4, dtype=dtype)}
    inputs |= {f"args{i}": np.ones(shape, dtype) for i in range(count)}
    return refused("_FusedConv2D", inputs, {"strides": [1] * 4, "padding": "VALID", "fused_ops": ops}, *words)


def _fu_patterns() -> str:
    bias = np.array([-4, 7], np.float32)
    expected = {
        (): [-3, 9],
        ("Relu",): [0, 9],
        ("Relu6",): [0, 6],
        ("Elu",): [np.exp(np.float32(-3)) - 1, 9],
    }
    for after, values in expected.items():
        out = fused(bias, ops=["BiasAdd", *after])
        same(out.ravel(), np.array(values, np.float32), f"BiasAdd {after}", 1e-6)
        # variance + epsilon = 4, so (x - mean) / 2 * scale + offset is [1 2] + [-4 7] again.
        vectors = ([2, 2], [-4, 7], [0, 0], np.array([4, 4], np.float32) - EPSILON)
        out = fused(*vectors, ops=["FusedBatchNorm", *after])
        same(out.ravel(), np.array(values, np.float32), f"FusedBatchNorm {after}", 1e-5)
    fused_refused("at least one fused op", count=1, ops=[])
    fused_refused("Fusion is not implemented", count=1, ops=["Relu"])
    fused_refused("Fusion is not implemented", count=1, ops=["BiasAdd", "Relu", "Elu"])
    message = fused_refused("Fusion is not implemented: [BiasAdd,Tanh]", count=1, ops=["BiasAdd", "Tanh"])
    elu = fused(bias, ops=["BiasAdd", "Elu"])
    return f"[1 2] + [-4 7]: as it is [-3 9], Relu [0 9], Relu6 [0 6], Elu {show(elu)}; {message}"


def _fu_args() -> str:
    fused_refused("one extra argument", count=0, ops=["BiasAdd"])
    fused_refused("one extra argument", count=2, ops=["BiasAdd", "Relu"])
    fused_refused("1-dimensional", count=1, ops=["BiasAdd"], shape=(4, 1))
    message = fused_refused("four extra arguments", count=1, ops=["FusedBatchNorm"])
    vectors = ([3, 3], [10, 20], [1, 1], [0, 0])
    out = fused(*vectors, ops=["FusedBatchNorm"])
    same(out.ravel(), [10, 20 + 3 / np.sqrt(EPSILON)], "epsilon 1e-4", 1e-3)
    wide = fused(*vectors, ops=["FusedBatchNorm"], epsilon=0.25)
    same(wide.ravel(), [10, 26], "epsilon 0.25", 1e-6)
    return f"([1 2] - 1) * 3 / sqrt(0 + epsilon) + [10 20]: {show(out)} for 1e-4, {show(wide)} for 0.25; {message}"


def _fu_bias_len() -> str:
    out = fused(np.array([10, 20, 99], np.float32), ops=["BiasAdd"])
    same(out.ravel(), [11, 22], "a bias of three for two channels")
    message = fused_refused("reads beyond its end", count=1, ops=["BiasAdd"], shape=(3,))
    return f"[1 2] + [10 20 99] = {show(out)}; a bias that is too short: {message}"


def _fu_dtype() -> str:
    run_double = {"input": row(1, 2, dtype="float64"), "filter": taps(3, dtype="float64"), "args0": np.ones(1)}
    out = run("_FusedConv2D", run_double, {"strides": [1] * 4, "padding": "VALID", "fused_ops": ["BiasAdd"]})["output"]
    same(out.ravel(), [4, 7], "double")
    return fused_refused("float16", count=1, ops=["BiasAdd"], dtype="float16")


CLAIMS = (
    Claim(
        "fu.patterns",
        "_FusedConv2D",
        "on the CPU the fused ops are BiasAdd or FusedBatchNorm, then nothing, Relu, Relu6 or Elu",
        (at("core/kernels/conv_ops_fused_impl.h", "FusedConv2DOp, patterns on the CPU", "8638-745fd60310adf1a1", 12),),
        _fu_patterns,
    ),
    Claim(
        "fu.args",
        "_FusedConv2D",
        "BiasAdd takes one more argument; FusedBatchNorm four, scale, offset, mean and variance, and epsilon 0.0001",
        (
            at(
                "core/kernels/fused_eigen_output_kernels.cc",
                "InitializeFusedComputation",
                "f4ae-a189d442063c3b1d",
                22,
            ),
            at(NN_OPS, "attr epsilon of REGISTER_OP _FusedConv2D", "e20e-ceb3d29237fa5ceb", 1),
        ),
        _fu_args,
    ),
    Claim(
        "fu.bias_len",
        "_FusedConv2D",
        "nothing compares the length of the bias with the depth of the output: more elements are ignored",
        (at("core/kernels/fused_eigen_output_kernels.h", "InitBiasAddArgs", "bf94-757343e93baede8e", 12),),
        _fu_bias_len,
        "a bias that is too short is read beyond its end; here it is a ReferenceError",
    ),
    Claim(
        "fu.dtype",
        "_FusedConv2D",
        "T is float or double",
        (at(NN_OPS, "attr T of REGISTER_OP _FusedConv2D", "08b4-1c35eb20a71a18a9", 1),),
        _fu_dtype,
    ),
)
