"""Claims about the pools: MaxPool and its gradients, the ops with an argmax, AvgPool."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tfexplore.reference import nn, run
from tfexplore.reference.arguments import Array
from tfexplore.reference.claim import Claim, normal, ramp, refused, rejected, require, row, same, show, vector
from tfexplore.reference.claims_conv import NN_OPS, at

MAX = "core/kernels/maxpooling_op.cc"
COMMON_H = "core/kernels/pooling_ops_common.h"
COMMON_CC = "core/kernels/pooling_ops_common.cc"
AVG = "core/kernels/avgpooling_op.cc"
API_ARGMAX = "core/api_def/base_api/api_def_MaxPoolWithArgmax.pbtxt"
NAN, INF = float("nan"), float("inf")
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


MAX_POOL = (
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
            at(COMMON_H, "MaxPoolingOp::DepthwiseMaxPool", "7cd3-fdc403f9330b2f96", 14),
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
            at(MAX, "REGISTER_CPU_ONLY_POOL_KERNELS", "88f4-93a49c9e343dd4fd", 4),
            at("core/framework/register_types.h", "TF_CALL_REAL_NUMBER_TYPES", "d573-e6112063aeac071f", 17),
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


def _ignores_out() -> str:
    image = np.array([1, 2, 4, 3], np.float32).reshape(1, 2, 2, 1)
    grad = np.full((1, 1, 1, 1), 7, np.float32)
    for junk in (4.0, -99.0, NAN):
        out = gradient(image, grad, window(2, 2), np.full((1, 1, 1, 1), junk, np.float32))
        same(out.ravel(), [0, 0, 7, 0], f"orig_output {junk}")
    return f"[[1 2] [4 3]], gradient 7: {show(out.ravel())}, with orig_output 4, -99 or nan"


def _accumulate() -> str:
    image = np.zeros((1, 3, 3, 1), np.float32)
    image[0, 1, 1] = 9
    out = gradient(image, ramp(1, 2, 2, 1), window(2, 2, 1))
    same(out.ravel(), [0, 0, 0, 0, 10, 0, 0, 0, 0], "four windows over one maximum")
    bytes_ = gradient(row(1, 5, 1, dtype="int8"), row(100, 100, dtype="int8"), window(1, 2, 1))
    same(bytes_.ravel(), [0, -56, 0], "int8")
    infinite = gradient(row(1, 2, 9), row(INF, 3), window(1, 2, 1))
    same(infinite.ravel(), [0, INF, 3], "an infinite gradient stays where it belongs")
    return f"gradients 1+2+3+4 meet at the middle: {show(out.ravel())}; int8 100+100 = {bytes_.ravel()[1]}"


def _mpg_depth() -> str:
    inputs = {"orig_input": ramp(1, 5, 6, 4), "orig_output": ramp(1, 5, 6, 2), "grad": ramp(1, 5, 6, 2)}
    attrs = {"ksize": [1, 1, 1, 2], "strides": [1, 1, 1, 2], "padding": "VALID"}
    refused("MaxPoolGradGrad", inputs | {"grad": ramp(1, 5, 6, 4)}, attrs, "depth dimension")
    return refused("MaxPoolGrad", inputs, attrs, "depth dimension")


def _mpg_rank() -> str:
    fine = {"orig_input": ramp(1, 5, 6, 2), "orig_output": ramp(1, 2, 3, 2), "grad": ramp(1, 2, 3, 2)}
    run("MaxPoolGrad", fine, window(2, 2))
    messages = [
        refused("MaxPoolGrad", fine | {name: array[0]}, window(2, 2), name, "4-dimensional")
        for name, array in fine.items()
    ]
    return "; ".join(messages)


def _shape_unchecked() -> str:
    fine = {"orig_input": ramp(1, 4, 4, 1), "orig_output": ramp(1, 2, 2, 1), "grad": ramp(1, 2, 2, 1)}
    refused("MaxPoolGrad", fine | {"orig_output": ramp(1, 1, 2, 1)}, window(2, 2), "orig_output")
    refused("MaxPoolGrad", fine | {"grad": ramp(1, 3, 3, 1)}, window(2, 2), "grad")
    return refused("MaxPoolGrad", fine | {"grad": ramp(1, 1, 1, 1)}, window(2, 2), "grad")


def second(image: Array, output: Array, grad: Array, attrs: Mapping[str, Any]) -> Array:
    """Return MaxPoolGradGrad."""
    return run("MaxPoolGradGrad", {"orig_input": image, "orig_output": output, "grad": grad}, attrs)["output"]


def _mpgg_equal() -> str:
    image, grad = row(5, 7, 7, 1), row(10, 20, 30, 40)
    out = second(image, row(7), grad, window(1, 4))
    same(out.ravel(), [20], "the first 7")
    same(second(image, row(1), grad, window(1, 4)).ravel(), [40], "an output of 1")
    same(second(image, row(99), grad, window(1, 4)).ravel(), [0], "an output that is nowhere")
    low = row(-INF, -INF)
    same(second(low, pool(low, window(1, 2)), row(1, 2), window(1, 2)).ravel(), [0], "a window of -inf")
    same(second(row(NAN, 1), row(NAN), row(1, 2), window(1, 2)).ravel(), [0], "NaN")
    return f"[5 7 7 1] with gradients [10 20 30 40]: output 7 takes {show(out.ravel())}, 1 takes 40, 99 takes 0"


def _mpgg_shapes() -> str:
    fine = {"orig_input": ramp(1, 4, 4, 1), "orig_output": ramp(1, 2, 2, 1), "grad": ramp(1, 4, 4, 1)}
    run("MaxPoolGradGrad", fine, window(2, 2))
    refused("MaxPoolGradGrad", fine | {"orig_output": ramp(1, 4, 4, 1)}, window(2, 2), "orig_output")
    return refused("MaxPoolGradGrad", fine | {"grad": ramp(1, 2, 2, 1)}, window(2, 2), "grad")


def _mpga_range() -> str:
    attrs = window(2, 2, include_batch_in_index=True)
    image, grad = ramp(2, 2, 2, 1), ramp(2, 1, 1, 1)
    place = np.array([3, 4], np.int64).reshape(2, 1, 1, 1)
    out = run("MaxPoolGradWithArgmax", {"input": image, "grad": grad, "argmax": place}, attrs)["output"]
    same(out.ravel(), [0, 0, 0, 1, 2, 0, 0, 0], "indices 3 and 4 of two images of 4")
    inner = window(2, 2)
    local = run("MaxPoolGradWithArgmax", {"input": image, "grad": grad, "argmax": place - [[[[0]]], [[[4]]]]}, inner)
    same(local["output"].ravel(), [0, 0, 0, 1, 2, 0, 0, 0], "indices within the image")
    for wrong, named in (([3, 3], attrs), ([4, 4], attrs), ([3, 8], attrs), ([-1, 4], attrs), ([0, 4], inner)):
        index = np.array(wrong, np.int64).reshape(2, 1, 1, 1)
        inputs = {"input": image, "grad": grad, "argmax": index}
        message = refused("MaxPoolGradWithArgmax", inputs, named, "outside the image")
    none = {"input": ramp(0, 2, 2, 1), "grad": ramp(0, 1, 1, 1), "argmax": ramp(0, 1, 1, 1, dtype="int64")}
    refused("MaxPoolGradWithArgmax", none, attrs, "batch must not be empty")
    return message


def _mpgga_gpu() -> str:
    image, grad = ramp(2, 2, 2, 1), ramp(2, 2, 2, 1, start=10)
    inner = np.array([3, 1], np.int64).reshape(2, 1, 1, 1)
    results = []
    for flag, place in ((False, inner), (True, inner + np.array([0, 4]).reshape(2, 1, 1, 1))):
        inputs = {"input": image, "grad": grad, "argmax": place}
        results.append(run("MaxPoolGradGradWithArgmax", inputs, window(2, 2, include_batch_in_index=flag))["output"])
        same(results[-1].ravel(), [13, 15], f"include_batch_in_index {flag}")
    inputs = {"input": image, "grad": grad, "argmax": inner + 4}
    refused("MaxPoolGradGradWithArgmax", inputs, window(2, 2), "outside the image")
    return f"gradients 10..17 of two images 2x2 at the indices [3 1]: {show(results[0].ravel())}"


def _mpga_nograd() -> str:
    require(nn.gradient_ops("MaxPoolWithArgmax") == ("MaxPoolGradWithArgmax",), "the gradient of MaxPoolWithArgmax")
    require(nn.gradient_ops("MaxPoolGrad") == ("MaxPoolGradGrad",), "the gradient of MaxPoolGrad")
    rejected(nn.gradient_ops, "MaxPoolGradGradWithArgmax")
    return rejected(nn.gradient_ops, "MaxPoolGradWithArgmax")


MAX_POOL_GRADS = (
    Claim(
        "mpg.ignores_out",
        "MaxPoolGrad",
        "the op takes orig_output as an input",
        (
            at(MAX, "MaxPoolingGradOp, its inputs", "1122-cd753e125465f903", 6),
            at(MAX, "MaxPoolingGradOp::Compute", "c697-d168cdcd968dd142", 46),
            at("core/api_def/base_api/api_def_MaxPoolGrad.pbtxt", "in_arg orig_output", "8e3a-353594d4de749a85", 6),
        ),
        _ignores_out,
        "its values are ignored: the maxima are looked for again in orig_input, and only the size is used",
    ),
    Claim(
        "mpg.accumulate",
        "MaxPoolGrad",
        "where windows overlap, gradients add up; integers wrap around",
        (at(MAX, "SpatialMaxPoolWithArgMaxHelper, backpropagate", "e6f9-fa4e3bd3c461fe1e", 10),),
        _accumulate,
    ),
    Claim(
        "mpg.depth",
        "MaxPoolGrad",
        "a window across depth has no gradient",
        (
            at(MAX, "MaxPoolingGradOp, depth dimension", "2466-d0283681fc5c882d", 4),
            at(MAX, "MaxPoolingGradOp::Compute, depth dimension", "2466-ca6c8b527fb801eb", 4),
        ),
        _mpg_depth,
    ),
    Claim(
        "mpg.rank",
        "MaxPoolGrad",
        "orig_input, orig_output and grad must have four dimensions",
        (at(MAX, "MaxPoolingGradOp::Compute, ranks", "bd56-23f152404d3a399e", 7),),
        _mpg_rank,
    ),
    Claim(
        "mpg.shape_unchecked",
        "MaxPoolGrad",
        "nothing compares the shapes of orig_output and grad with those that the window gives",
        (
            at(MAX, "MaxPoolingGradOp::Compute, output_shape and tensor_out_dup", "c697-198077f7e4c377d1", 9),
            at(MAX, "SpatialMaxPoolWithArgMaxHelper, out_backprop by index", "e6f9-ae056beba0d8a429", 9),
        ),
        _shape_unchecked,
        "TensorFlow reads beyond a gradient that is too small; here it is a ReferenceError",
    ),
    Claim(
        "mpgg.equal",
        "MaxPoolGradGrad",
        "each output takes the gradient at the first input that equals orig_output, row-major, and 0 where none does",
        (at(MAX, "MaxPoolingGradGradOp::SpatialMaxPoolGradGrad", "4f9c-503d4e06a565407e", 15),),
        _mpgg_equal,
    ),
    Claim(
        "mpgg.shapes",
        "MaxPoolGradGrad",
        "grad has the shape of orig_input, and orig_output that of the output",
        (
            at(NN_OPS, "REGISTER_OP MaxPoolGradGrad, shape function", "4b65-88f408983e03eeb8", 5),
            at(NN_OPS, "REGISTER_OP MaxPoolGradGradV2, shape function", "4b65-88f408983e03eeb8", 5),
        ),
        _mpgg_shapes,
        "only the shape function says so; the kernel reads whatever follows",
    ),
    Claim(
        "mpga.range",
        "MaxPoolGradWithArgmax",
        "every index must lie in the image of its batch",
        (at(MAX, "LaunchMaxPoolingGradWithArgmax, CHECK", "64bc-d6ac61fea5827479", 3),),
        _mpga_range,
        "a failed CHECK ends the process, and an empty batch is divided by; here both are a ReferenceError",
    ),
    Claim(
        "mpgga.gpu",
        "MaxPoolGradGradWithArgmax",
        "each output takes the gradient at its index",
        (
            at(MAX, "MaxPoolingGradGradWithArgmaxOp", "194a-55447fa51fdcded3", 45),
            at(MAX, "REGISTER_GPU_ONLY_POOL_KERNELS, MaxPoolGradGradWithArgmax", "082a-c5e783c77796a8bf", 5),
        ),
        _mpgga_gpu,
        "there is a kernel for the GPU only",
    ),
    Claim(
        "mpga.nograd",
        "MaxPoolWithArgmax",
        "MaxPoolWithArgmax has a gradient, and that gradient has none",
        (at("python/ops/nn_grad.py", "_MaxPoolGradWithArgmax", "7e39-4d1fa97605dacd82", 11),),
        _mpga_nograd,
    ),
)


def _ap_mean() -> str:
    out = pool(np.full((1, 3, 3, 1), 4, np.float32), window(2, 2, 1, "SAME"), "AvgPool")
    same(out.ravel(), [4] * 9, "fours")
    mean = pool(row(1, 2, 3, 4, 5), window(1, 3, 2, "SAME"), "AvgPool")
    same(mean.ravel(), [1.5, 3, 4.5], "[1 2 3 4 5] by three, stride 2")
    same(pool(row(1, 2, 3, 6), window(1, 2), "AvgPool").ravel(), [1.5, 4.5], "VALID")
    half = pool(np.ones((1, 50, 50, 1), np.float16), window(50, 50), "AvgPool")
    same(half.ravel(), [1], "2500 ones in half: sum and count both stop at 2048")
    return f"[1 2 3 4 5] by three, stride 2, SAME: {show(mean)} = (1+2)/2, (2+3+4)/3, (4+5)/2"


def spread(shape: tuple[int, ...], grad: Array, attrs: Mapping[str, Any]) -> Array:
    """Return AvgPoolGrad."""
    return run("AvgPoolGrad", {"orig_input_shape": vector(*shape), "grad": grad}, attrs)["output"]


def _ap_grad() -> str:
    for attrs in (window(2, 3, 1, "SAME"), window(3, 2, 2, "SAME"), window(2, 2, 3), window(3, 3, 1)):
        image = normal(90, 2, 6, 7, 3)
        out = pool(image, attrs, "AvgPool")
        grad = normal(91, *out.shape)
        back = spread(image.shape, grad, attrs)
        left, right = float((out * grad).sum()), float((image * back).sum())
        require(abs(left - right) < 1e-10, f"{attrs}: <AvgPool(x), g> = {left}, <x, AvgPoolGrad(g)> = {right}")
    out = spread((1, 1, 5, 1), row(6, 9, 8), window(1, 3, 2, "SAME"))
    same(out.ravel(), [3, 6, 3, 7, 4], "[6 9 8] over five", 1e-6)
    # The first window of five holds three of the four elements, and is counted as four.
    wide = spread((1, 1, 4, 1), row(8, 0, 0, 0), window(1, 5, 1, "SAME"))
    same(wide.ravel(), [2, 2, 2, 2], "a window larger than the input")
    return f"[6 9 8] over five elements, windows of three, stride 2, SAME: {show(out)}"


def _ap_depth() -> str:
    attrs = {"ksize": [1, 1, 1, 2], "strides": [1, 1, 1, 2], "padding": "VALID"}
    inputs = {"orig_input_shape": vector(1, 5, 6, 4), "grad": ramp(1, 5, 6, 2)}
    refused("AvgPoolGrad", inputs, attrs, "non-spatial pooling")
    return refused("AvgPool", {"value": ramp(1, 5, 6, 4)}, attrs, "non-spatial pooling")


def _ap_ksize0() -> str:
    out = pool(row(1, 2, 3), window(1, 0, 1), "AvgPool")
    same(out, np.full((1, 1, 4, 1), NAN), "a window of 0 columns")
    return f"a window of 0 columns over [1 2 3]: {show(out)}"


AVG_POOL = (
    Claim(
        "ap.mean",
        "AvgPool",
        "each output is the mean of its window",
        (at("core/api_def/base_api/api_def_AvgPool.pbtxt", "description", "5381-48fa4337fbcd23f7", 2),),
        _ap_mean,
        "at the border it is the mean of the elements of the input alone: padding does not count",
    ),
    Claim(
        "ap.grad",
        "AvgPoolGrad",
        "each gradient is divided by the number of elements of its window and added to all of them",
        (at(AVG, "AvgPoolingGradOp::Compute, shard", "b9b1-6d322b526eee1b2a", 40),),
        _ap_grad,
        "a window larger than the input counts as the whole input, even where it holds only a part of it",
    ),
    Claim(
        "ap.depth",
        "AvgPool",
        "there is no average across depth",
        (at(AVG, "AvgPoolingOp::Compute, depth_window", "d5ce-de02bba59ca91931", 3),),
        _ap_depth,
    ),
    Claim(
        "ap.ksize0",
        "AvgPool",
        "nothing asks for a ksize above 0: a window of no elements gives NaN",
        (at(AVG, "AvgPoolingOp, constructor", "9b3b-beff094334b98020", 12),),
        _ap_ksize0,
    ),
)

CLAIMS = (*MAX_POOL, *MAX_POOL_GRADS, *AVG_POOL)
