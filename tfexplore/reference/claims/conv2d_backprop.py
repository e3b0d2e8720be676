"""Claims about the two backprops of Conv2D."""

from __future__ import annotations

from typing import Any

import numpy as np

from tfexplore.reference import run
from tfexplore.reference.arguments import Array
from tfexplore.reference.claim import NN_OPS, Claim, at, normal, ramp, refused, require, row, same, show, vector
from tfexplore.reference.claims.conv2d import by_loops, conv, taps

GRAD_OPS = "core/kernels/conv_grad_ops.cc"
GRAD_INPUT = "core/kernels/conv_grad_input_ops.cc"
GRAD_FILTER = "core/kernels/conv_grad_filter_ops.cc"


def backprops(
    image_shape: tuple[int, ...], kernel: Array, image: Array, gradient: Array, **attrs: Any
) -> tuple[Array, Array]:
    """Return (gradient for the input, gradient for the filter)."""
    attrs = {"strides": [1, 1, 1, 1], "padding": "VALID"} | attrs
    into = {"input_sizes": vector(*image_shape), "filter": kernel, "out_backprop": gradient}
    of = {"input": image, "filter_sizes": vector(*kernel.shape), "out_backprop": gradient}
    return run("Conv2DBackpropInput", into, attrs)["output"], run("Conv2DBackpropFilter", of, attrs)["output"]


def bp_refused(*words: str, sizes: Any = (1, 5, 6, 2), grad: Any = (1, 3, 4, 4), **attrs: Any) -> str:
    """Return the message of both backprops, which must refuse sizes, a gradient of this shape or attrs."""
    attrs = {"strides": [1, 1, 1, 1], "padding": "VALID"} | attrs
    kernel = ramp(3, 3, 2, 4)
    into = {"input_sizes": vector(*sizes), "filter": kernel, "out_backprop": ramp(*grad)}
    message = refused("Conv2DBackpropInput", into, attrs, *words)
    if min(sizes) >= 0 and len(sizes) == 4:
        of = {"input": ramp(*sizes), "filter_sizes": vector(3, 3, 2, 4), "out_backprop": ramp(*grad)}
        refused("Conv2DBackpropFilter", of, attrs, *words)
    return message


def _as_conv() -> str:
    image, kernel, gradient = normal(21, 2, 7, 6, 2), normal(22, 3, 2, 2, 3), normal(23, 2, 3, 3, 3)
    got_input, got_filter = backprops(image.shape, kernel, image, gradient, strides=[1, 2, 2, 1])
    # Holes between the gradients, a border of taps - 1, and the filter turned round with its depths exchanged.
    holes = np.zeros((2, 5, 5, 3))
    holes[:, ::2, ::2] = gradient
    turned = kernel[::-1, ::-1].transpose(0, 1, 3, 2)
    same(got_input, by_loops(holes, turned, (1, 1), (2, 1), (7, 6)), "input", 1e-12)
    # Images become channels, and the gradients with their holes become the filter.
    swapped = by_loops(image.transpose(3, 1, 2, 0), holes.transpose(1, 2, 0, 3), (1, 1), (0, 0), (3, 2))
    same(got_filter, swapped.transpose(1, 2, 0, 3), "filter", 1e-12)
    small, of_filter = backprops((1, 1, 3, 1), taps(10, 1), row(1, 2, 3), row(1, 100))
    same(small.ravel(), [10, 1001, 100], "input of [1 100] by [10 1]")
    same(of_filter.ravel(), [201, 302], "filter of [1 2 3] and [1 100]")
    return f"gradients [1 100], filter [10 1]: input {show(small)}; with the image [1 2 3]: filter {show(of_filter)}"


def _adjoint() -> str:
    worst = 0.0
    for seed, attrs in enumerate(
        (
            {"strides": [1, 1, 1, 1], "padding": "SAME"},
            {"strides": [1, 2, 3, 1], "padding": "SAME"},
            {"strides": [1, 3, 2, 1], "padding": "VALID"},
            {"strides": [1, 1, 1, 1], "padding": "VALID", "dilations": [1, 2, 3, 1]},
            {"strides": [1, 2, 1, 1], "padding": "EXPLICIT", "explicit_paddings": [0, 0, 1, 2, 0, 3, 0, 0]},
        )
    ):
        image, kernel = normal(30 + seed, 2, 9, 8, 3), normal(40 + seed, 3, 2, 3, 4)
        out = run("Conv2D", {"input": image, "filter": kernel}, attrs)["output"]
        gradient = normal(50 + seed, *out.shape)
        into, of = backprops(image.shape, kernel, image, gradient, **attrs)
        products = [float((a * b).sum()) for a, b in ((out, gradient), (image, into), (kernel, of))]
        spread = max(products) - min(products)
        require(spread < 1e-9, f"{attrs}: the three products are {products}")
        worst = max(worst, spread)
    # Enough channels and pixels for the sums over channels, and over blocks of patches.
    image, kernel = normal(46, 2, 40, 38, 17), normal(47, 3, 3, 17, 5)
    out = conv(image, kernel, padding="SAME")
    gradient = normal(48, *out.shape)
    into, of = backprops(image.shape, kernel, image, gradient, padding="SAME")
    products = [float((a * b).sum()) for a, b in ((out, gradient), (image, into), (kernel, of))]
    require(max(products) - min(products) < 1e-7, f"17 channels: the three products are {products}")
    return f"<conv(x,f), g> = <x, input'> = <f, filter'> = {products[0]:.10g}, to {worst:.1e} over five sets of attrs"


def _size_match() -> str:
    bp_refused("doesn't match computed", grad=(1, 3, 5, 4))
    return bp_refused("doesn't match computed: actual = 4, computed = 3", grad=(1, 4, 4, 4))


def _bp_batch() -> str:
    return bp_refused("same batch size", grad=(2, 3, 4, 4))


def _bp_outdepth() -> str:
    return bp_refused("same out_depth", grad=(1, 3, 4, 3))


def _bp_depth() -> str:
    return bp_refused("evenly divisible by filter depth", sizes=(1, 5, 6, 3))


def _sizes_1d() -> str:
    bp_refused("4 dimensions", sizes=(1, 5, 6))
    bp_refused(">= 0", sizes=(-1, 5, 6, 2))
    bp_refused("4 dimensions", sizes=(5, 6))
    attrs = {"strides": [1, 1, 1, 1], "padding": "VALID"}
    inputs = {"input_sizes": vector(1, 5, 6, 2)[None], "filter": ramp(3, 3, 2, 4), "out_backprop": ramp(1, 3, 4, 4)}
    message = refused("Conv2DBackpropInput", inputs, attrs, "1-dimensional")
    inputs = {"input": ramp(1, 5, 6, 2), "filter_sizes": vector(3, 3, 2), "out_backprop": ramp(1, 3, 4, 4)}
    refused("Conv2DBackpropFilter", inputs, attrs, "4 dimensions")
    return message


def _bp_nchw() -> str:
    image, kernel, gradient = normal(60, 2, 5, 4, 2), normal(61, 3, 2, 2, 3), normal(62, 2, 3, 3, 3)
    into, of = backprops(image.shape, kernel, image, gradient)
    turned = [np.ascontiguousarray(array.transpose(0, 3, 1, 2)) for array in (image, gradient)]
    into_nchw, of_nchw = backprops(turned[0].shape, kernel, *turned, data_format="NCHW")
    same(into_nchw.transpose(0, 2, 3, 1), into, "input", 1e-12)
    same(of_nchw, of, "filter", 1e-12)
    require(into_nchw.shape == turned[0].shape, f"shape {into_nchw.shape}")
    return f"input_sizes {list(turned[0].shape)} (NCHW): the NHWC gradient, transposed; the filter's is the same"


def _bp_dil() -> str:
    image, kernel, gradient = normal(63, 1, 7, 6, 2), normal(64, 3, 2, 2, 3), normal(65, 1, 3, 3, 3)
    into, of = backprops(image.shape, kernel, image, gradient, dilations=[1, 2, 3, 1])
    wide = np.zeros((5, 4, 2, 3))
    wide[::2, ::3] = kernel
    turned = wide[::-1, ::-1].transpose(0, 1, 3, 2)
    same(into, by_loops(gradient, turned, (1, 1), (4, 3), (7, 6)), "input", 1e-12)
    expected = np.einsum("bijq,bijk->qk", image[:, 2:5, 3:6], gradient)
    same(of[1, 1], expected, "tap (1, 1) of the filter", 1e-12)
    small, _ = backprops((1, 1, 3, 1), taps(10, 1), row(1, 2, 3), row(5), dilations=[1, 1, 2, 1])
    same(small.ravel(), [50, 0, 5], "gradient 5, filter [10 1] two apart")
    return f"gradient 5, filter [10 1] two apart: input {show(small)}"


def _strides_len() -> str:
    return bp_refused("must contain 4 values", strides=[1, 1, 1])


def _bp_empty() -> str:
    kernel = ramp(3, 3, 2, 4)
    into, of = backprops((0, 5, 6, 2), kernel, ramp(0, 5, 6, 2), ramp(0, 3, 4, 4))
    require(into.shape == (0, 5, 6, 2), f"input of shape {into.shape}")
    same(of, np.zeros((3, 3, 2, 4)), "filter")
    return f"batch 0: input' of shape {list(into.shape)}, filter' zeros of shape {list(of.shape)}"


BACKPROPS = "Conv2DBackprop*"
CLAIMS = (
    Claim(
        "bp.as_conv",
        BACKPROPS,
        "both gradients are convolutions: the input's, of the gradients with holes for the strides by the filter "
        "turned round; the filter's, of the images by the gradients",
        (at("core/kernels/conv_grad_ops.h", "how to compute the backprops of Conv2D", "ca4d-ae20c5f8f4e07f4b", 81),),
        _as_conv,
    ),
    Claim(
        "bp.adjoint",
        BACKPROPS,
        "the backprops are the adjoints of Conv2D",
        (at("python/ops/nn_grad.py", "_Conv2DGrad", "8a8e-a173efefb6e95be9", 38),),
        _adjoint,
    ),
    Claim(
        "bp.size_match",
        BACKPROPS,
        "out_backprop must have the rows and columns that the convolution would give",
        (at(GRAD_OPS, "ConvBackpropExtractAndVerifyDimension", "eda2-148ba87a998021c1", 8),),
        _size_match,
    ),
    Claim(
        "bp.batch",
        BACKPROPS,
        "input and out_backprop must have the same batch size",
        (at(GRAD_OPS, "ConvBackpropComputeDimensionsV2, batch", "4adf-16a7cfe953f929ff", 7),),
        _bp_batch,
    ),
    Claim(
        "bp.outdepth",
        BACKPROPS,
        "filter and out_backprop must have the same output depth",
        (at(GRAD_OPS, "ConvBackpropComputeDimensionsV2, out_depth", "f70a-fda9698bbbfb2471", 4),),
        _bp_outdepth,
    ),
    Claim(
        "bp.depth",
        BACKPROPS,
        "the depth of the input must be a multiple of the depth of the filter",
        (at(GRAD_OPS, "ConvBackpropComputeDimensionsV2, in_depth", "213d-14c29a0bec42b05f", 4),),
        _bp_depth,
        "where shapes are known, Grappler's cost estimator ends the process before the kernel can refuse",
    ),
    Claim(
        "bp.sizes_1d",
        BACKPROPS,
        "input_sizes and filter_sizes are vectors of four sizes, none of them negative",
        (
            at(GRAD_INPUT, "Conv2DCustomBackpropInputOp::Compute, input_sizes", "2466-39e9ec09610c6cec", 8),
            at(GRAD_FILTER, "Conv2DCustomBackpropFilterOp::Compute, filter_sizes", "2466-62128b581e109850", 9),
        ),
        _sizes_1d,
    ),
    Claim(
        "bp.nchw_cpu",
        BACKPROPS,
        "data_format may be NCHW",
        (
            at(NN_OPS, "attr data_format of REGISTER_OP Conv2DBackpropInput", "fbb8-9eabcdf89d6e2efe", 1),
            at(GRAD_INPUT, "Conv2DCustomBackpropInputOp, NHWC", "01f6-01ce3d0ccf523caa", 3),
            at(GRAD_FILTER, "Conv2DCustomBackpropFilterOp, NHWC", "01f6-92223d87df6707cc", 3),
        ),
        _bp_nchw,
        "the CPU kernels refuse NCHW as an invalid argument, where the forward op calls it unimplemented",
    ),
    Claim(
        "bp.dil_cpu",
        BACKPROPS,
        "dilations work as in Conv2D",
        (
            at("core/api_def/base_api/api_def_Conv2DBackpropInput.pbtxt", "attr dilations", "a36a-5017a8e13b56ba4e", 8),
            at(GRAD_INPUT, "Conv2DCustomBackpropInputOp, dilation rates", "b60d-4800195a1462fb06", 5),
            at(GRAD_FILTER, "Conv2DCustomBackpropFilterOp, dilation rates", "b60d-4800195a1462fb06", 5),
        ),
        _bp_dil,
        "the CPU kernels refuse rates above 1; the forward op takes them, so tf.gradients builds and then fails to run",
    ),
    Claim(
        "bp.strides_len",
        BACKPROPS,
        "strides have exactly four values",
        (at(GRAD_INPUT, "Conv2DCustomBackpropInputOp, strides", "67f6-8b301b736a2d7171", 3),),
        _strides_len,
        "Grappler's cost estimator ends the process before the kernel can refuse",
    ),
    Claim(
        "bp.empty",
        BACKPROPS,
        "an empty batch gives an empty gradient for the input, and zeros for the filter",
        (
            at(GRAD_FILTER, "Conv2DCustomBackpropFilterOp, C.setZero", "0901-379c759ba91dfef3", 2),
            at(GRAD_INPUT, "Conv2DCustomBackpropInputOp, nothing to compute", "1a03-cba29e8d8f721782", 4),
        ),
        _bp_empty,
    ),
)
