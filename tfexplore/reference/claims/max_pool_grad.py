"""Claims about the gradients of MaxPool, and theirs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tfexplore.reference import nn, run
from tfexplore.reference.arguments import Array
from tfexplore.reference.claim import INF, NAN, NN_OPS, Claim, at, ramp, refused, rejected, require, row, same, show
from tfexplore.reference.claims.max_pool import MAX, gradient, pool, window


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


CLAIMS = (
    Claim(
        "mpg.ignores_out",
        "MaxPoolGrad",
        "the op takes orig_output as an input",
        (
            at(MAX, "MaxPoolingGradOp::Compute, its inputs", "1533-67501f401ad189de", 4),
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
            at(MAX, "MaxPoolingGradGradWithArgmaxOp", "6ff7-40ec142f9d7b39d2", 42),
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
