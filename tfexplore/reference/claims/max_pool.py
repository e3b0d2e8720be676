"""Claims about MaxPool, and the op that tells where the maxima stood."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tfexplore.reference import run
from tfexplore.reference.arguments import Array
from tfexplore.reference.claim import (
    INF,
    NAN,
    NN_OPS,
    Claim,
    at,
    normal,
    ramp,
    refused,
    require,
    row,
    same,
    show,
    vector,
)

MAX = "core/kernels/maxpooling_op.cc"
COMMON_H = "core/kernels/pooling_ops_common.h"
COMMON_CC = "core/kernels/pooling_ops_common.cc"
LOWEST = float(np.finfo(np.float32).min)


def window(rows: int, columns: int, stride: int | None = None, padding: str = "VALID", **attrs: Any) -> dict[str, Any]:
    """Return the attrs of a pool, NHWC; the stride is the window's size unless it is given."""
    steps = [1, rows, columns, 1] if stride is None else [1, stride, stride, 1]
    return {"ksize": [1, rows, columns, 1], "strides": steps, "padding": padding} | attrs


def pool(image: Array, attrs: Mapping[str, Any], op: str = "MaxPool") -> Array:
    """Return the output of a pool."""
    return run(op, {"value" if op == "AvgPool" else "input": image}, attrs)["output"]


def argmax(image: Array, attrs: Mapping[str, Any]) -> tuple[Array, Array]:
    """Return (output, argmax) of MaxPoolWithArgmax."""
    result = run("MaxPoolWithArgmax", {"input": image}, attrs)
    return result["output"], result["argmax"]


def gradient(image: Array, grad: Array, attrs: Mapping[str, Any], output: Array | None = None) -> Array:
    """Return MaxPoolGrad; `orig_output` is zeros unless it is given, for its values do not count."""
    inputs = {"orig_input": image, "orig_output": np.zeros_like(grad) if output is None else output, "grad": grad}
    return run("MaxPoolGrad", inputs, attrs)["output"]


def _ksize4() -> str:
    image = ramp(1, 5, 6, 2)
    fine = window(2, 2)
    messages = [
        refused("MaxPool", {"input": image}, fine | {"ksize": [2, 2, 2, 1]}, "batch dimension"),
        refused("MaxPool", {"input": image}, fine | {"strides": [2, 2, 2, 1]}, "batch dimension"),
        refused("MaxPool", {"input": image}, fine | {"ksize": [1, 2, 2]}, "4 values"),
    ]
    grads = {"orig_input": image, "orig_output": ramp(1, 2, 3, 2), "grad": ramp(1, 2, 3, 2)}
    refused("MaxPoolGrad", grads, fine | {"ksize": [3, 2, 2, 1]}, "batch dimension")
    refused("MaxPoolWithArgmax", {"input": image}, fine | {"strides": [2, 2, 2, 1]}, "batch dimension")
    v2 = {"input": image, "ksize": vector(1, 2, 2), "strides": vector(1, 2, 2, 1)}
    refused("MaxPoolV2", v2, {"padding": "VALID"}, "must specify 4 dimensions")
    return "; ".join(messages)


def _ksize0() -> str:
    for index, size in ((1, 0), (2, 0), (3, 0), (1, -1)):
        ksize = [1, 2, 2, 1]
        ksize[index] = size
        attrs = window(2, 2) | {"ksize": ksize}
        message = refused("MaxPool", {"input": ramp(1, 5, 6, 2)}, attrs, f"dimension {index} was zero")
    return message


def _v2_ksize0() -> str:
    inputs = {"input": ramp(1, 2, 3, 1), "ksize": vector(1, 0, 1, 1), "strides": vector(1, 1, 1, 1)}
    out = run("MaxPoolV2", inputs, {"padding": "VALID"})["output"]
    same(out, np.full((1, 3, 3, 1), LOWEST, np.float32), "a window of 0 rows over 2x3")
    whole = run("MaxPoolV2", inputs | {"input": ramp(1, 2, 3, 1, dtype="int8")}, {"padding": "VALID"})["output"]
    same(whole, np.full((1, 3, 3, 1), -128, np.int8), "int8")
    return f"a window of 0 rows over 2 rows: (2 - 0 + 1) / 1 = {out.shape[1]} rows, every element {out.min():.8g}"


def _depth_or_space() -> str:
    attrs = {"ksize": [1, 2, 2, 2], "strides": [1, 2, 2, 2], "padding": "VALID"}
    return refused("MaxPool", {"input": ramp(1, 4, 4, 4)}, attrs, "exactly one of pooling across depth")


def _depth_rules() -> str:
    image = np.array([3, 1, 2, -5, -4, -6], np.float32).reshape(1, 1, 1, 6)
    attrs = {"ksize": [1, 1, 1, 3], "strides": [1, 1, 1, 3], "padding": "VALID"}
    out = pool(image, attrs)
    same(out.ravel(), [3, -4], "windows of three channels")
    low = pool(np.full((1, 1, 1, 3), -INF, np.float32), attrs)
    same(low.ravel(), [-INF], "a window of -inf across depth")
    refused("MaxPool", {"input": ramp(1, 1, 1, 5)}, attrs, "evenly divide")
    refused("MaxPool", {"input": image}, attrs | {"strides": [1, 1, 1, 1]}, "equal the depth stride")
    return f"channels [3 1 2 -5 -4 -6] by three: {show(out)}; -inf alone stays -inf here"


def _depth_ignores_spatial() -> str:
    image = ramp(1, 2, 2, 4)
    out = pool(image, {"ksize": [1, 1, 1, 2], "strides": [1, 2, 2, 2], "padding": "VALID"})
    same(out, image.reshape(1, 2, 2, 2, 2).max(axis=4), "strides of 2 under a window across depth")
    plain = pool(image, {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 3], "padding": "VALID"})
    same(plain.ravel(), [13, 14, 15, 16], "a depth stride of 3 under a spatial window")
    return f"(1,2,2,4), ksize [1 1 1 2], strides [1 2 2 2]: shape {list(out.shape)}, {show(out.ravel())}"


def _lowest() -> str:
    image = np.full((1, 2, 2, 1), -INF, np.float32)
    out, (first, place) = pool(image, window(2, 2)), argmax(image, window(2, 2))
    same(out.ravel(), [LOWEST], "MaxPool of -inf")
    same(first.ravel(), [-INF], "MaxPoolWithArgmax of -inf")
    same(place.ravel(), [0], "its index")
    for dtype, value in (("float16", -65504.0), ("float64", np.finfo(np.float64).min)):
        same(pool(image.astype(dtype), window(2, 2)).ravel(), [value], dtype)
    return f"a window of -inf: MaxPool gives {out.item():.8g}, MaxPoolWithArgmax {first.item()}"


def _mp_nan() -> str:
    for depth in (1, 3, 4, 8, 9, 16):
        for place in range(4):
            image = np.repeat(ramp(4, 1, start=-1), depth, axis=1)
            image[place] = NAN
            image = image.reshape(1, 2, 2, depth)
            rest = max(value for index, value in enumerate((-1, 0, 1, 2)) if index != place)
            same(pool(image, window(2, 2)).ravel(), [rest] * depth, f"MaxPool, NaN at {place}, depth {depth}")
            kept = NAN if place == 0 else rest
            same(argmax(image, window(2, 2))[0].ravel(), [kept] * depth, f"with argmax, NaN at {place}")
            target = 0 if place == 0 else [-1, 0, 1, 2].index(rest)
            grad = gradient(image, np.ones((1, 1, 1, depth), np.float32), window(2, 2))
            expected = np.zeros((4, depth))
            expected[target] = 1
            same(grad.reshape(4, depth), expected, f"MaxPoolGrad, NaN at {place}")
    out = pool(np.full((1, 2, 2, 1), NAN, np.float32), window(2, 2))
    same(out.ravel(), [LOWEST], "NaN alone")
    return f"[nan 0 1 2]: MaxPool 2, with argmax nan; [-1 nan 1 2]: both 2; NaN alone: MaxPool {out.item():.8g}"


def _ties() -> str:
    image = np.ones((1, 3, 3, 1), np.float32)
    _, place = argmax(image, window(2, 2, 1))
    same(place.ravel(), [0, 1, 3, 4], "equal elements")
    grad = gradient(image, ramp(1, 2, 2, 1), window(2, 2, 1))
    same(grad.ravel(), [1, 2, 0, 3, 4, 0, 0, 0, 0], "gradients [1 2 3 4]")
    second = row(1, 5, 5, 2)
    same(argmax(second, window(1, 4))[1].ravel(), [1], "[1 5 5 2]")
    return f"3x3 of ones, windows 2x2: indices {show(place.ravel())}; gradients [1 2 3 4] go to {show(grad.ravel())}"


def _fmt_cpu() -> str:
    image = normal(80, 2, 5, 4, 3, dtype="float32")
    turned = np.ascontiguousarray(image.transpose(0, 3, 1, 2))
    attrs = window(2, 3, 2, "SAME")
    nchw = {"ksize": [1, 1, 2, 3], "strides": [1, 1, 2, 2], "padding": "SAME", "data_format": "NCHW"}
    out = pool(turned, nchw)
    same(out.transpose(0, 2, 3, 1), pool(image, attrs), "MaxPool")
    grad = normal(81, *out.shape, dtype="float32")
    inputs = {"orig_input": turned, "orig_output": out, "grad": grad}
    expected = gradient(image, np.ascontiguousarray(grad.transpose(0, 2, 3, 1)), attrs)
    same(run("MaxPoolGrad", inputs, nchw)["output"].transpose(0, 2, 3, 1), expected, "MaxPoolGrad")
    message = refused("MaxPool", {"input": image}, attrs | {"data_format": "NCHW_VECT_C"}, "qint8")
    return f"shape {list(turned.shape)} gives {list(out.shape)}: the NHWC numbers, transposed; {message}"


def _mp_dtypes() -> str:
    for dtype in ("float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8", "uint16"):
        kind = np.dtype(dtype).kind
        low, high = (-3, 7) if kind != "u" else (3, 7)
        image = np.array([low, high, low, low], dtype).reshape(1, 2, 2, 1)
        out = pool(image, window(2, 2))
        require(out.dtype == dtype and out.item() == high, f"{dtype}: {out.item()} of {out.dtype}")
        grad = gradient(image, np.array(high, dtype).reshape(1, 1, 1, 1), window(2, 2))
        require(grad.dtype == dtype and grad.ravel().tolist() == [0, high, 0, 0], f"{dtype}: gradient {grad.ravel()}")
    for dtype in ("uint32", "uint64", "complex64", "bool"):
        refused("MaxPool", {"input": np.ones((1, 2, 2, 1), dtype)}, window(2, 2), "dtype")
    low_int = pool(np.full((1, 2, 2, 1), -128, np.int8), window(2, 2))
    same(low_int.ravel(), [-128], "int8 -128")
    return "nine dtypes keep theirs; " + refused(
        "MaxPool", {"input": np.ones((1, 2, 2, 1), np.uint32)}, window(2, 2), "uint32"
    )


def _argmax_flat() -> str:
    image = normal(82, 2, 4, 5, 3)
    for with_batch in (False, True):
        out, place = argmax(image, window(2, 2, 2, include_batch_in_index=with_batch))
        for b, i, j, c in np.ndindex(out.shape):
            part = image[b, 2 * i : 2 * i + 2, 2 * j : 2 * j + 2, c]
            y, x = np.unravel_index(int(part.argmax()), part.shape)
            row_, column = 2 * i + int(y), 2 * j + int(x)
            wanted = ((b * 4 if with_batch else 0) + row_) * 5 * 3 + column * 3 + c
            require(int(place[b, i, j, c]) == wanted, f"{(b, i, j, c)}: {place[b, i, j, c]}, expected {wanted}")
    two = np.zeros((2, 2, 2, 1), np.float32)
    two[:, 1, 0] = 1
    inner, whole = (argmax(two, window(2, 2, include_batch_in_index=flag))[1].ravel() for flag in (False, True))
    same(inner, [2, 2], "within the image")
    same(whole, [2, 6], "within the batch")
    same(argmax(two, window(2, 2))[1].ravel(), [2, 2], "by default")
    return f"two images 2x2 with the maximum at (1, 0): {show(inner)}, with include_batch_in_index {show(whole)}"


def _argmax_bug() -> str:
    image: Array = np.full((1, 2, 2, 1), -5, np.float32)
    out, place = argmax(image, window(3, 3, 1, "SAME"))
    same(out.ravel(), [-5] * 4, "maxima of -5")
    same(place.ravel(), [0] * 4, "indices")
    image = normal(83, 1, 5, 5, 2) - 10
    out, place = argmax(image, window(3, 3, 2, "SAME"))
    require(int(place.min()) >= 0 and int(place.max()) < image.size, f"indices {place.ravel()}")
    same(image.ravel()[place], out, "the elements at the indices")
    return "2x2 of -5, windows 3x3, SAME: the maximum is -5, never a padding zero, and every index is 0"


def _targmax() -> str:
    out = argmax(ramp(1, 2, 2, 1), window(2, 2, Targmax="int64"))[1]
    require(out.dtype == np.int64, f"int64 gives {out.dtype}")
    return refused("MaxPoolWithArgmax", {"input": ramp(1, 2, 2, 1)}, window(2, 2, Targmax="int32"), "int32")


def _argmax_depth() -> str:
    attrs = {"ksize": [1, 1, 1, 2], "strides": [1, 1, 1, 2], "padding": "VALID"}
    return refused("MaxPoolWithArgmax", {"input": ramp(1, 2, 2, 4)}, attrs, "depth dimension")


CLAIMS = (
    Claim(
        "mp.ksize4",
        "MaxPool*",
        "ksize and strides have four values, and those of the batch are 1",
        (
            at(COMMON_H, "MaxPoolingOp, constructor", "1539-8ba629df8e7da57f", 16),
            at(MAX, "MaxPoolingGradOp, batch dimension", "269c-8d555a65ea0c9f8a", 3),
        ),
        _ksize4,
    ),
    Claim(
        "mp.ksize0",
        "MaxPool",
        "every element of ksize must be above 0",
        (at(COMMON_H, "MaxPoolingOp, ksize of each dimension", "9d8a-840aa5844e80e211", 5),),
        _ksize0,
    ),
    Claim(
        "mp2.ksize0",
        "MaxPoolV2",
        "MaxPoolV2 does not ask for a ksize above 0: a window of no elements leaves the lowest value",
        (at(COMMON_H, "MaxPoolingV2Op::Compute", "8b3f-cca86ce3448fd346", 9),),
        _v2_ksize0,
    ),
    Claim(
        "mp.depth_or_space",
        "MaxPool",
        "a window spans depth, or rows and columns, but not both",
        (at(COMMON_CC, "PoolParameters, depth or space", "4177-087796a80712142b", 7),),
        _depth_or_space,
    ),
    Claim(
        "mp.depth_rules",
        "MaxPool",
        "a window across depth divides the depth, equals its stride, and has no padding",
        (at(COMMON_CC, "PoolParameters, depth_window", "8e07-4171971be883164d", 11),),
        _depth_rules,
    ),
    Claim(
        "mp.depth_ignores_spatial",
        "MaxPool",
        "a pool across depth does not look at the spatial strides, nor a spatial one at the stride of depth",
        (
            at(COMMON_CC, "PoolParameters::forward_output_shape", "bd70-54e6f3adacc31cb2", 10),
            at(COMMON_H, "MaxPoolingOp::DepthwiseMaxPool", "075f-de3917a1e54348d1", 9),
        ),
        _depth_ignores_spatial,
        "the kernel does so; the shape function counts the strides and infers another shape",
    ),
    Claim(
        "mp.lowest",
        "MaxPool",
        "the search starts from the lowest finite value of the type",
        (at(COMMON_H, "MaxPoolingOp::SpatialMaxPool, MIN<T>", "a8e1-eae5358ec7adb608", 6),),
        _lowest,
        "the maximum of a window of -inf is therefore not -inf, while MaxPoolWithArgmax gives -inf",
    ),
    Claim(
        "mp.nan",
        "MaxPool",
        "NaN is passed over wherever it stands; MaxPoolWithArgmax and MaxPoolGrad keep it where it is the first of its "
        "window",
        (
            at(COMMON_H, "MaxPoolingOp::SpatialMaxPool, cwiseMax", "0ef4-2e70d426389b4d24", 2),
            at(MAX, "MaxPoolingWithArgmaxOp, TF_ENABLE_MAXPOOL_NANPROP", "001d-38205a772c6b4609", 2),
            at(MAX, "LaunchMaxPoolingWithArgmax, propagate_nans", "431e-5abc809f8b958543", 9),
        ),
        _mp_nan,
        "TF_ENABLE_MAXPOOL_NANPROP is read by the CPU kernel and then not used",
    ),
    Claim(
        "mp.ties",
        "MaxPoolGrad/WithArgmax",
        "of equal maxima the first in row-major order is taken",
        (at(MAX, "SpatialMaxPoolWithArgMaxHelper, update of the maximum", "7ab6-aa3eb2b3f224b95d", 9),),
        _ties,
    ),
    Claim(
        "mp.fmt_cpu",
        "MaxPool*",
        "data_format is NHWC, NCHW, or for MaxPool NCHW_VECT_C",
        (
            at(NN_OPS, "attr data_format of REGISTER_OP MaxPool", "d72c-9571f4c54c951c1b", 1),
            at(COMMON_H, "MaxPoolingOp, NHWC on the CPU", "2466-b5cb21a4a29ae3e7", 5),
            at(MAX, "MaxPoolingGradOp, NHWC on the CPU", "2466-71f2a1a796b84506", 5),
            at(COMMON_H, "MaxPoolingV2Op, formats", "2466-ada01d3037fb5e34", 6),
        ),
        _fmt_cpu,
        "the CPU kernels take NHWC alone; NCHW_VECT_C is for qint8 on a GPU",
    ),
    Claim(
        "mp.dtypes",
        "MaxPool*",
        "T is a floating point type, int8 to int64, uint8, uint16 or qint8; the gradients take every real number type",
        (
            at(NN_OPS, "attr T of REGISTER_OP MaxPool", "f0d5-a8ef41f2376620da", 3),
            at(NN_OPS, "attr T of REGISTER_OP MaxPoolGrad", "ee31-0da5b464a5c43210", 1),
            at(MAX, "REGISTER_CPU_ONLY_POOL_KERNELS", "aba8-c0c9877c150a99eb", 11),
            at(
                "core/framework/register_types.h",
                "TF_CALL_INTEGRAL_TYPES to TF_CALL_REAL_NUMBER_TYPES",
                "3a78-28711c3a8e4e5192",
                8,
            ),
        ),
        _mp_dtypes,
        "qint8 has a GPU kernel only; uint32 and uint64 have no CPU kernel, and MaxPoolGrad of uint32 runs on XLA_CPU",
    ),
    Claim(
        "mp.argmax_flat",
        "MaxPoolWithArgmax",
        "the index is (y * width + x) * depth + c, or with include_batch_in_index ((b * height + y) * width + x) * "
        "depth + c; the default is without",
        (
            at(
                "core/api_def/base_api/api_def_MaxPoolWithArgmax.pbtxt",
                "description, flattening",
                "e343-150a9e5125619591",
                4,
            ),
            at(NN_OPS, "attr include_batch_in_index of REGISTER_OP MaxPoolWithArgmax", "5a4e-eb9e9a38f7e09939", 1),
            at(MAX, "SpatialMaxPoolWithArgMaxHelper, include_batch_in_index", "670d-4b7950f7ca0ec08f", 5),
        ),
        _argmax_flat,
    ),
    Claim(
        "mp.argmax_bug",
        "MaxPoolWithArgmax",
        "the index always lies in the image, also where the mathematical answer lies in the padding; the documentation "
        "calls that a bug",
        (
            at(
                "core/api_def/base_api/api_def_MaxPoolWithArgmax.pbtxt",
                "description, padding",
                "f366-d7b78b37efbc84a4",
                4,
            ),
        ),
        _argmax_bug,
    ),
    Claim(
        "mp.targmax",
        "MaxPoolWithArgmax",
        "Targmax is int32 or int64",
        (
            at(NN_OPS, "attr Targmax of REGISTER_OP MaxPoolWithArgmax", "9e63-35c96d2c9f9cb664", 1),
            at(MAX, "REGISTER_MAX_POOL_KERNELS, MaxPoolWithArgmax", "c222-e45f405bf4996ec5", 5),
        ),
        _targmax,
        "kernels exist for int64 alone",
    ),
    Claim(
        "mp.argmax_depth",
        "MaxPoolWithArgmax",
        "nothing refuses a window across depth, for which the output has no size",
        (at(MAX, "MaxPoolingWithArgmaxOp", "4596-414346604bd5d041", 38),),
        _argmax_depth,
        "a failed CHECK ends the process; here it is a ReferenceError",
    ),
)
