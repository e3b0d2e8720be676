"""Claims about the convolutions: Conv2D, its backprops, the depthwise and the fused op, and the Python in front."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from tfexplore.reference import nn, run
from tfexplore.reference.arguments import Array
from tfexplore.reference.claim import Claim, normal, ramp, refused, rejected, require, row, same, show, vector
from tfexplore.reference.evidence import Evidence

SHAPE_FNS = "core/framework/common_shape_fns.cc"
CONV_OPS = "core/kernels/conv_ops.cc"
API_CONV2D = "core/api_def/base_api/api_def_Conv2D.pbtxt"
PADDING = "core/util/padding.cc"
NN_OPS = "core/ops/nn_ops.cc"
GRAD_OPS = "core/kernels/conv_grad_ops.cc"
GRAD_INPUT = "core/kernels/conv_grad_input_ops.cc"
GRAD_FILTER = "core/kernels/conv_grad_filter_ops.cc"
DEPTHWISE = "core/kernels/depthwise_conv_op.cc"


def at(path: str, within: str, digest: str, lines: int) -> Evidence:
    """Return evidence in TensorFlow's own tree."""
    return Evidence(f"tensorflow/{path}", within, digest, lines)


def conv(image: Array, kernel: Array, strides: Any = (1, 1, 1, 1), padding: Any = "VALID", **attrs: Any) -> Array:
    """Return Conv2D."""
    attrs |= {"strides": list(strides), "padding": padding}
    return run("Conv2D", {"input": image, "filter": kernel}, attrs)["output"]


def taps(*values: float, dtype: str = "float32") -> Array:
    """Return a filter of one row, one channel in and one out."""
    return np.array(values, dtype).reshape(1, -1, 1, 1)


def refuses(*words: str, image: Array | None = None, kernel: Array | None = None, **attrs: Any) -> str:
    """Return the message with which Conv2D refuses a call that would be fine but for `attrs`, or the arrays."""
    inputs = {
        "input": ramp(1, 5, 6, 2) if image is None else image,
        "filter": ramp(3, 3, 2, 4) if kernel is None else kernel,
    }
    fine = {"strides": [1, 1, 1, 1], "padding": "VALID"}
    if image is None and kernel is None:
        run("Conv2D", inputs, fine)
    return refused("Conv2D", inputs, fine | attrs, *words)


def by_loops(image: Array, kernel: Array, stride: tuple[int, int], before: tuple[int, int], out: Any) -> Array:
    """Return a convolution by the definition, reading zeros outside the image; written for the checks alone."""
    result = np.zeros((image.shape[0], *out, kernel.shape[3]))
    for b, i, j, k in np.ndindex(result.shape):
        for di, dj, q in np.ndindex(kernel.shape[:3]):
            r, c = stride[0] * i + di - before[0], stride[1] * j + dj - before[1]
            if 0 <= r < image.shape[1] and 0 <= c < image.shape[2]:
                result[b, i, j, k] += image[b, r, c, q] * kernel[di, dj, q, k]
    return result


def _formula() -> str:
    image, kernel = normal(1, 2, 6, 5, 3), normal(2, 2, 3, 3, 4)
    same(conv(image, kernel, (1, 2, 1, 1)), by_loops(image, kernel, (2, 1), (0, 0), (3, 3)), "random", 1e-12)
    out = conv(row(1, 2, 3), taps(10, 1))
    same(out.ravel(), [12, 23], "[1 2 3] by [10 1]")
    return f"[1 2 3] by [10 1] gives {show(out)} = 1*10+2*1, 2*10+3*1; a flipped filter would give [21 32]"


def _out_valid() -> str:
    count = 0
    for size, window, stride, rate in itertools.product(range(1, 9), range(1, 5), range(1, 4), range(1, 4)):
        reach = (window - 1) * rate
        if reach < size:
            expected = sum(start + reach < size for start in range(0, size, stride))
            attrs = {"dilations": [1, 1, rate, 1]}
            shape = conv(row(*range(size)), taps(*[1] * window), (1, 1, stride, 1), **attrs).shape
            require(shape == (1, 1, expected, 1), f"{size=} {window=} {stride=} {rate=}: {shape}, not {expected}")
            count += 1
    return f"{count} combinations; e.g. 8 columns, 3 taps 2 apart, stride 3: (8 - 5 + 3) / 3 = 2 outputs"


def _out_same() -> str:
    for size, window, stride, rate in itertools.product(range(1, 9), range(1, 6), range(1, 5), (1, 2)):
        starts = range(0, size, stride)
        span = (window - 1) * rate + 1
        total = max(0, starts[-1] + span - size)
        inside = [sum(0 <= start + tap * rate - total // 2 < size for tap in range(window)) for start in starts]
        attrs = {"dilations": [1, 1, rate, 1]}
        out = conv(row(*[1] * size), taps(*[1] * window), (1, 1, stride, 1), "SAME", **attrs)
        same(out.ravel(), inside, f"ones, {size=} {window=} {stride=} {rate=}")
    out = conv(row(1, 1, 1, 1, 1), taps(1, 1, 1), padding="SAME")
    return f"five ones by three ones: {show(out)}, 5 outputs, total padding (5-1)*1+3-5 = 2, one on either side"


def _same_odd_right() -> str:
    out = conv(row(1, 2, 3, 4), taps(1, 1), padding="SAME")
    same(out.ravel(), [3, 5, 7, 4], "columns")
    column = conv(row(1, 2, 3, 4).reshape(1, 4, 1, 1), taps(1, 1).reshape(2, 1, 1, 1), padding="SAME")
    same(column.ravel(), [3, 5, 7, 4], "rows")
    strided = conv(row(1, 2, 3, 4), taps(1, 1, 1), (1, 1, 2, 1), "SAME")
    same(strided.ravel(), [6, 7], "stride 2")
    return f"[1 2 3 4] by [1 1], SAME: {show(out)}; the one zero stands behind the 4 (in front it would be [1 3 5 7])"


def _out_explicit() -> str:
    attrs = {"padding": "EXPLICIT", "explicit_paddings": [0, 0, 0, 0, 2, 1, 0, 0]}
    out = conv(row(1, 2, 3), taps(1, 1), **attrs)
    same(out.ravel(), [0, 1, 3, 5, 3], "columns padded by (2, 1)")
    nchw = {"data_format": "NCHW", "padding": "EXPLICIT", "explicit_paddings": [0, 0, 0, 0, 0, 0, 2, 1]}
    same(conv(row(1, 2, 3).reshape(1, 1, 1, 3), taps(1, 1), **nchw).ravel(), [0, 1, 3, 5, 3], "NCHW")
    rows = {"padding": "EXPLICIT", "explicit_paddings": [0, 0, 1, 0, 0, 0, 0, 0]}
    same(conv(row(1, 2, 3), taps(1, 1), **rows).ravel(), [0, 0, 3, 5], "rows padded by (1, 0)")
    one = conv(row(1, 2), taps(3), padding="EXPLICIT", explicit_paddings=[0, 0, 0, 0, 1, 0, 0, 0])
    same(one.ravel(), [0, 3, 6], "a 1x1 filter and columns padded by (1, 0)")
    return f"[1 2 3] with 2 zeros in front and 1 behind, by [1 1]: {show(out)}, (3+2+1-2+1)/1 = 5 outputs"


def _negative_size() -> str:
    message = refuses("Computed output size would be negative: -2", kernel=ramp(8, 3, 2, 4))
    return f"5 rows, 8 taps: 5-8+1 = -2 -> {message}"


def _trunc_zero() -> str:
    shapes = []
    for size, window, stride in ((2, 3, 1), (3, 5, 2), (2, 8, 5)):
        out = conv(row(*range(size)), taps(*[1] * window), (1, 1, stride, 1))
        require(out.shape == (1, 1, 0, 1), f"{size} columns by {window} taps, stride {stride}: {out.shape}")
        shapes.append(f"({size}-{window}+{stride})/{stride} = 0")
    refuses("negative", image=row(1, 2), kernel=taps(*[1] * 4))
    square = conv(ramp(1, 2, 2, 1), ramp(3, 3, 1, 1))
    require(square.shape == (1, 0, 0, 1), f"2x2 by 3x3: {square.shape}")
    return f"2x2 by 3x3 gives an empty output of shape {list(square.shape)}; {', '.join(shapes)}"


def _stride_nc() -> str:
    message = refuses("strides", "batch and depth", strides=[2, 1, 1, 1])
    refuses("strides", "batch and depth", strides=[1, 1, 1, 2])
    nchw = ramp(1, 2, 5, 6)
    refuses("batch and depth", image=nchw, kernel=ramp(3, 3, 2, 4), data_format="NCHW", strides=[1, 2, 1, 1])
    return message


def _stride_pos() -> str:
    messages = [refuses("Stride must be > 0", strides=strides) for strides in ([1, 0, 1, 1], [1, 1, -2, 1])]
    return "; ".join(messages)


def _dil_nc() -> str:
    refuses("dilations", "batch and depth", dilations=[1, 1, 1, 2])
    return refuses("dilations", "batch and depth", dilations=[2, 1, 1, 1])


def _dil_pos() -> str:
    refuses("Dilation rate must be >= 1", dilations=[1, 1, -1, 1])
    return refuses("Dilation rate must be >= 1", dilations=[1, 0, 1, 1])


def _len4() -> str:
    refuses("dilations", "4 values", dilations=[1, 2, 2])
    refuses("strides", "4 values", strides=[1, 1, 1, 1, 1])
    return refuses("strides", "must contain 4 values", strides=[1, 1, 1])


def _explicit(values: list[int], *words: str) -> str:
    return refuses(*words, padding="EXPLICIT", explicit_paddings=values)


def _ep_len() -> str:
    _explicit([], "must contain 8 values")
    return _explicit([1, 1, 1, 1], "must contain 8 values, but got: 4")


def _ep_nonneg() -> str:
    return _explicit([0, 0, -1, 1, 1, 1, 0, 0], "nonnegative")


def _ep_nc() -> str:
    for index in (0, 1, 6, 7):
        values = [0] * 8
        values[index] = 1
        message = _explicit(values, "batch or depth dimensions")
    nchw = {"data_format": "NCHW", "padding": "EXPLICIT", "explicit_paddings": [0, 0, 1, 0, 0, 0, 0, 0]}
    refuses("batch or depth", image=ramp(1, 2, 5, 6), kernel=ramp(3, 3, 2, 4), **nchw)
    return message


def _ep_empty() -> str:
    refuses("must be empty", padding="VALID", explicit_paddings=[0] * 8)
    return refuses("must be empty", padding="SAME", explicit_paddings=[0, 0, 1, 1, 1, 1, 0, 0])


def _ep_int() -> str:
    return _explicit([0, 0, 2**31, 0, 0, 0, 0, 0], "filter too large")


def _depth_div() -> str:
    return refuses("evenly divisible by filter depth", "4 vs 3", image=ramp(1, 5, 6, 4), kernel=ramp(3, 3, 3, 4))


def _group_out() -> str:
    run("Conv2D", {"input": ramp(1, 5, 6, 4), "filter": ramp(3, 3, 2, 4)}, {"strides": [1] * 4, "padding": "SAME"})
    return refuses("number of groups (2)", image=ramp(1, 5, 6, 4), kernel=ramp(3, 3, 2, 3))


def _group_cpu() -> str:
    image, kernel = normal(3, 1, 5, 4, 6), normal(4, 2, 2, 2, 9)
    out = conv(image, kernel)
    for group in range(3):
        channels, outputs = slice(2 * group, 2 * group + 2), slice(3 * group, 3 * group + 3)
        expected = by_loops(image[..., channels], kernel[..., outputs], (1, 1), (0, 0), (4, 3))
        same(out[..., outputs], expected, f"group {group}", 1e-12)
    small = conv(np.array([1, 2, 3, 4], np.float32).reshape(1, 1, 1, 4), np.ones((1, 1, 2, 2), np.float32))
    same(small.ravel(), [3, 7], "two groups")
    return f"channels [1 2 3 4] by a filter of depth 2, all ones: {show(small)}, one output of each pair"


def _nchw_cpu() -> str:
    image, kernel = normal(5, 2, 6, 5, 3), normal(6, 3, 2, 3, 4)
    expected = by_loops(image, kernel, (2, 1), (0, 0), (2, 4)).transpose(0, 3, 1, 2)
    nchw = np.ascontiguousarray(image.transpose(0, 3, 1, 2))
    out = conv(nchw, kernel, (1, 1, 2, 1), data_format="NCHW")
    same(out, expected, "NCHW", 1e-12)
    return f"shape {list(nchw.shape)} gives shape {list(out.shape)}: the NHWC numbers, transposed"


def _conv_dtypes() -> str:
    for dtype in ("float16", "float32", "float64"):
        out = conv(row(1, 2, dtype=dtype), taps(3, dtype=dtype))
        require(out.dtype == dtype, f"{dtype} gives {out.dtype}")
        same(out.ravel(), [3, 6], dtype)
    for dtype in ("int32", "uint8", "complex64", "bool"):
        refuses("dtype", image=row(1, 2).astype(dtype), kernel=taps(3).astype(dtype))
    refuses("does not match", image=row(1, 2), kernel=taps(3, dtype="float64"))
    return "float16, float32 and float64 give their own dtype; " + refuses(
        "int32", image=row(1, 2).astype(np.int32), kernel=taps(3).astype(np.int32)
    )


def _conv_empty() -> str:
    shapes = {}
    for name, image, kernel in (
        ("batch 0", ramp(0, 3, 3, 1), ramp(2, 2, 1, 1)),
        ("rows 0", ramp(1, 0, 3, 1), ramp(2, 2, 1, 1)),
        ("out_depth 0", ramp(1, 3, 3, 1), ramp(2, 2, 1, 0)),
    ):
        shapes[name] = list(conv(image, kernel, padding="SAME").shape)
    wanted = {"batch 0": [0, 3, 3, 1], "rows 0": [1, 0, 3, 1], "out_depth 0": [1, 3, 3, 0]}
    require(shapes == wanted, f"shapes {shapes}, expected {wanted}")
    return f"SAME: {shapes}"


def _conv_rank() -> str:
    refuses("4-dimensional", kernel=ramp(3, 3, 2))
    return refuses("4-dimensional", image=ramp(5, 6, 2))


def _dil_semantics() -> str:
    out = conv(row(1, 2, 3, 4, 5), taps(10, 1), dilations=[1, 1, 2, 1])
    same(out.ravel(), [13, 24, 35], "[1 2 3 4 5] by [10 1], dilation 2")
    image, kernel = normal(7, 1, 9, 8, 2), normal(8, 3, 2, 2, 3)
    wide = np.zeros((5, 4, 2, 3))
    wide[::2, ::3] = kernel
    got = conv(image, kernel, dilations=[1, 2, 3, 1])
    same(got, by_loops(image, wide, (1, 1), (0, 0), (5, 5)), "zeros between the taps", 1e-12)
    return f"[1 2 3 4 5] by [10 1] two apart: {show(out)} = 1*10+3, 2*10+4, 3*10+5"


def _one_by_one() -> str:
    image, kernel = normal(9, 2, 3, 4, 5), normal(10, 1, 1, 5, 6)
    expected = np.einsum("bijq,qk->bijk", image, kernel[0, 0])
    for padding in ("SAME", "VALID"):
        same(conv(image, kernel, padding=padding), expected, padding, 1e-12)
    small = conv(np.array([1, 2], np.float32).reshape(1, 1, 1, 2), ramp(1, 1, 2, 2))
    same(small.ravel(), [7, 10], "[1 2] by [[1 2] [3 4]]")
    return f"pixel [1 2] by the matrix [[1 2] [3 4]]: {show(small)}"


def _full() -> str:
    image, kernel = normal(11, 3, 4, 3, 2), normal(12, 4, 3, 2, 5)
    expected = image.reshape(3, -1) @ kernel.reshape(-1, 5)
    for stride in (1, 2, 5):
        out = conv(image, kernel, (1, stride, stride, 1))
        same(out.reshape(3, 5), expected, f"stride {stride}", 1e-12)
    return f"{list(image.shape)} by {list(kernel.shape)}: shape {list(out.shape)}, a [3 24] by [24 5] product"


def _depth0() -> str:
    refuses("depth", image=ramp(1, 5, 6, 0), kernel=ramp(3, 3, 2, 4))
    refuses("depth", image=ramp(1, 5, 6, 0), kernel=ramp(3, 3, 0, 4))
    refuses("rows and columns", kernel=ramp(0, 3, 2, 4))
    return refuses("filter depth must not be 0", kernel=ramp(3, 3, 0, 4))


CONV2D = (
    Claim(
        "conv.formula",
        "Conv2D",
        "out[b,i,j,k] is the sum over di, dj, q of in[b, s1*i+di, s2*j+dj, q] * filter[di,dj,q,k]: a cross-correlation "
        "(the filter is not flipped)",
        (at(API_CONV2D, "description of Conv2D", "2abf-0ecca3e42db81071", 4),),
        _formula,
    ),
    Claim(
        "conv.out_valid",
        "Conv2D",
        "VALID adds no padding and gives (in - span + stride) / stride outputs, where span = (taps - 1) * dilation + 1",
        (at(SHAPE_FNS, "GetWindowedOutputSizeVerboseV2, case VALID", "17db-d233070163eb3ed9", 6),),
        _out_valid,
    ),
    Claim(
        "conv.out_same",
        "Conv2D",
        "SAME gives ceil(in / stride) outputs and pads by max(0, (out - 1) * stride + span - in) in all",
        (at(SHAPE_FNS, "GetWindowedOutputSizeVerboseV2, case SAME", "dee3-5e92a129659c2c74", 5),),
        _out_same,
    ),
    Claim(
        "conv.same_odd_right",
        "Conv2D",
        "the odd element of a SAME padding goes behind: to the bottom, and to the right",
        (
            at(
                SHAPE_FNS,
                "GetWindowedOutputSizeVerboseV2, the odd element",
                "8121-d77614146c27dc6b",
                4,
            ),
        ),
        _same_odd_right,
    ),
    Claim(
        "conv.out_explicit",
        "Conv2D",
        "EXPLICIT gives (in + before + after - span + stride) / stride outputs; the pairs stand in the order of "
        "data_format",
        (
            at(SHAPE_FNS, "GetWindowedOutputSizeVerboseV2, case EXPLICIT", "b724-bafbe021c9eb7818", 5),
            at(API_CONV2D, "attr explicit_paddings of Conv2D", "3cb0-e9f7661b45d69f9b", 9),
        ),
        _out_explicit,
    ),
    Claim(
        "conv.negative_size",
        "Conv2D",
        "an output size below 0 is refused",
        (at(SHAPE_FNS, "GetWindowedOutputSizeVerboseV2, negative output size", "fc63-49961fb3cfe7cbcb", 6),),
        _negative_size,
    ),
    Claim(
        "conv.trunc_zero",
        "Conv2D",
        "C++ cuts a quotient towards 0, so a filter that is larger than the input, by less than twice the stride, "
        "leaves an empty output",
        (
            at(SHAPE_FNS, "GetWindowedOutputSizeVerboseV2, a parallel implementation", "ddc8-e72ee93ab5ea8f13", 5),
            at(SHAPE_FNS, "GetWindowedOutputSizeFromDimsV2", "6109-47cd330f53bca039", 23),
        ),
        _trunc_zero,
        "the kernel does so; the shape function, where sizes are known, refuses the negative difference first",
    ),
    Claim(
        "conv.stride_nc",
        "Conv2D",
        "the strides of batch and depth must be 1",
        (
            at(CONV_OPS, "InitConv2DParameters, strides in batch and depth", "631c-92233ad29d0fe8bc", 4),
            at(API_CONV2D, "description of Conv2D, strides", "1ae4-cec806ae8a3790e5", 2),
        ),
        _stride_nc,
    ),
    Claim(
        "conv.stride_pos",
        "Conv2D",
        "the strides of rows and columns must be above 0",
        (
            at(CONV_OPS, "InitConv2DParameters, row and column strides", "3bf0-645675ae610d9253", 3),
            at(SHAPE_FNS, "GetWindowedOutputSizeVerboseV2, stride", "bef6-ac3e53c68eaa75d6", 3),
            at(SHAPE_FNS, "GetWindowedOutputSizeFromDimsV2, stride", "bef6-ac3e53c68eaa75d6", 3),
        ),
        _stride_pos,
        "the refusal comes from the shape function; the message of the kernel cannot be reached",
    ),
    Claim(
        "conv.dil_nc",
        "Conv2D",
        "the dilations of batch and depth must be 1",
        (
            at(CONV_OPS, "InitConv2DParameters, dilations in batch and depth", "631c-95ef1a8b7dbb85da", 4),
            at(API_CONV2D, "attr dilations of Conv2D, batch and depth", "1843-147b4aed6ab843ab", 5),
        ),
        _dil_nc,
    ),
    Claim(
        "conv.dil_pos",
        "Conv2D",
        "dilation rates must be at least 1",
        (
            at(CONV_OPS, "InitConv2DParameters, dilated rates", "631c-a337e020ee95ceb9", 3),
            at(SHAPE_FNS, "GetWindowedOutputSizeVerboseV2, dilation_rate", "fdac-7b64cbc9d14922a6", 4),
        ),
        _dil_pos,
        "the refusal comes from the shape function; the message of the kernel cannot be reached",
    ),
    Claim(
        "conv.len4",
        "Conv2D",
        "strides and dilations have exactly four values",
        (
            at(CONV_OPS, "InitConv2DParameters, four dimensions", "b1cb-d6596cde9ef1a2c9", 6),
            at(SHAPE_FNS, "Conv2DShapeImpl, four values", "409a-e7386a713c9e6b49", 14),
        ),
        _len4,
    ),
    Claim(
        "conv.ep_len",
        "Conv2D",
        "EXPLICIT needs eight values in explicit_paddings",
        (at(PADDING, "CheckValidPadding, eight values", "4123-f2da23b29fd98a55", 6),),
        _ep_len,
    ),
    Claim(
        "conv.ep_nonneg",
        "Conv2D",
        "explicit paddings must not be negative",
        (at(PADDING, "CheckValidPadding, nonnegative", "7be9-ff66c951e89d51a0", 6),),
        _ep_nonneg,
    ),
    Claim(
        "conv.ep_nc",
        "Conv2D",
        "explicit paddings of batch and depth must be 0",
        (at(PADDING, "CheckValidPadding, batch and depth", "5513-4988cd1e001afcb4", 10),),
        _ep_nc,
    ),
    Claim(
        "conv.ep_empty",
        "Conv2D",
        "explicit_paddings must be empty unless the padding is EXPLICIT",
        (
            at(PADDING, "CheckValidPadding, empty unless EXPLICIT", "0b2e-80ab5439b55892e2", 5),
            at(API_CONV2D, "attr explicit_paddings of Conv2D, when to give it", "5170-e08543ccd5bc001b", 2),
        ),
        _ep_empty,
    ),
    Claim(
        "conv.ep_int",
        "Conv2D",
        "an explicit padding must fit into an int; the message speaks of the filter",
        (at(CONV_OPS, "LaunchConv2DOp, explicit padding", "8dc5-4fe60f0a2910d75e", 6),),
        _ep_int,
    ),
    Claim(
        "conv.depth_div",
        "Conv2D",
        "the depth of the input must be a multiple of the depth of the filter",
        (
            at(CONV_OPS, "ComputeConv2DDimension, input and filter depth", "59d4-4c1fad222a7a4b71", 4),
            at(SHAPE_FNS, "Conv2DShapeImpl, depth of input", "783b-cf16c76a09371e87", 5),
        ),
        _depth_div,
    ),
    Claim(
        "conv.group_out",
        "Conv2D",
        "the depth of the output must be a multiple of the number of groups",
        (at(SHAPE_FNS, "Conv2DShapeImpl, depth of output", "fc3e-631625ebb305fbfb", 9),),
        _group_out,
        "only the shape function says so; the kernel never checks it",
    ),
    Claim(
        "conv.group_cpu",
        "Conv2D",
        "a filter of a lower depth than the input makes a grouped convolution, each group with outputs of its own",
        (
            at(CONV_OPS, "LaunchConv2DOp, grouped convolutions on the CPU", "d93c-862aab6d9495b4ae", 8),
            at(CONV_OPS, "ComputeConv2DDimension, in_depth", "4403-51ab2ebc06b58f70", 2),
        ),
        _group_cpu,
        "the CPU kernel is unimplemented for groups, unless the output is empty",
    ),
    Claim(
        "conv.nchw_cpu",
        "Conv2D",
        "data_format may be NCHW",
        (
            at(NN_OPS, "attr data_format of REGISTER_OP Conv2D", "fbb8-9eabcdf89d6e2efe", 1),
            at(API_CONV2D, "attr data_format of Conv2D", "8e98-679bdf73b4d74b91", 8),
            at(CONV_OPS, "LaunchConv2DOp, NHWC on the CPU", "d02d-368a8a03f7cfd97e", 7),
        ),
        _nchw_cpu,
        "the CPU kernel is unimplemented for NCHW, unless the output is empty",
    ),
    Claim(
        "conv.dtypes",
        "Conv2D",
        "T is half, bfloat16, float or double",
        (
            at(NN_OPS, "attr T of REGISTER_OP Conv2D", "6b07-c311c8deaa7c91d2", 1),
            at(CONV_OPS, "REGISTER_CPU of Conv2D", "4eee-d2a79fa5d8c8a824", 10),
        ),
        _conv_dtypes,
        "there is no CPU kernel for bfloat16, and yet it runs unpinned: XLA_CPU takes it; NumPy has no such type",
    ),
    Claim(
        "conv.empty",
        "Conv2D",
        "where there is nothing to compute the output is empty",
        (at(CONV_OPS, "Conv2DOp::Compute, nothing to compute", "1a03-42d4a045949ef895", 4),),
        _conv_empty,
    ),
    Claim(
        "conv.rank",
        "Conv2D",
        "input and filter must have four dimensions",
        (at(CONV_OPS, "ComputeConv2DDimension, ranks", "0106-c3a6851a88199b57", 7),),
        _conv_rank,
    ),
    Claim(
        "conv.dil_semantics",
        "Conv2D",
        "a dilation of k skips k - 1 elements between the taps of the filter",
        (at(API_CONV2D, "attr dilations of Conv2D", "1843-5b3532116fd64f60", 3),),
        _dil_semantics,
    ),
    Claim(
        "conv.1x1",
        "Conv2D",
        "a 1x1 filter with stride 1 is a matrix product of the pixels",
        (at(CONV_OPS, "LaunchGeneric, 1x1 filter", "11a1-42540e137308eebe", 20),),
        _one_by_one,
    ),
    Claim(
        "conv.full",
        "Conv2D",
        "a filter as large as the image, VALID, is one matrix product, whatever the stride",
        (at(CONV_OPS, "LaunchGeneric, filter as large as the image", "78d2-6d68ab2ff8d53096", 17),),
        _full,
    ),
    Claim(
        "conv.depth0",
        "Conv2D",
        "nothing checks for a depth of 0 before it is divided by: a filter of depth 0, an input of depth 0, a filter "
        "without rows",
        (
            at(CONV_OPS, "ComputeConv2DDimension, modulo", "59d4-dedeead5d93468fa", 1),
            at(SHAPE_FNS, "Conv2DShapeImpl, num_groups", "783b-9bfed21e36d7b9ef", 8),
        ),
        _depth0,
        "TensorFlow dies of a division by zero (SIGFPE); here it is a ReferenceError",
    ),
)


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
CONV2D_BACKPROP = (
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


def depthwise(image: Array, kernel: Array, **attrs: Any) -> Array:
    """Return DepthwiseConv2dNative."""
    attrs = {"strides": [1, 1, 1, 1], "padding": "VALID"} | attrs
    return run("DepthwiseConv2dNative", {"input": image, "filter": kernel}, attrs)["output"]


def _dw_order() -> str:
    pixel = np.array([1, 10], np.float32).reshape(1, 1, 1, 2)
    out = depthwise(pixel, ramp(1, 1, 2, 2))
    same(out.ravel(), [1, 2, 30, 40], "channels [1 10] by [[1 2] [3 4]]")
    image, kernel = normal(70, 2, 5, 6, 3), normal(71, 2, 3, 3, 2)
    got = depthwise(image, kernel, padding="SAME")
    for k, q in itertools.product(range(3), range(2)):
        one = by_loops(image[..., k : k + 1], kernel[:, :, k : k + 1, q : q + 1], (1, 1), (0, 1), (5, 6))
        same(got[..., k * 2 + q], one[..., 0], f"channel {k}, filter {q}", 1e-12)
    return f"channels [1 10] by the filters [[1 2] [3 4]]: {show(out)}"


def _dw_stride() -> str:
    inputs = {"input": ramp(1, 5, 6, 2), "filter": ramp(3, 3, 2, 1)}
    return refused("DepthwiseConv2dNative", inputs, {"strides": [1, 1, 2, 1], "padding": "VALID"}, "equal length")


def _dw_dil() -> str:
    image, kernel = normal(72, 1, 6, 6, 2), normal(73, 3, 3, 2, 2)
    plain, dilated = depthwise(image, kernel), depthwise(image, kernel, dilations=[1, 2, 2, 1])
    same(dilated, plain, "dilations")
    first = by_loops(image[..., :1], kernel[:, :, :1, :1], (1, 1), (0, 0), (4, 4))[..., 0]
    same(dilated[..., 0], first, "neighbouring taps", 1e-12)
    return f"6x6 by 3x3 with dilations 2: shape {list(dilated.shape)}, as with 1 (a dilated one would be 2x2)"


def _dw_rate() -> str:
    image, kernel = ramp(1, 5, 5, 1), np.ones((2, 2, 1, 1), np.float32)
    out = nn.depthwise_conv2d(image, kernel, [1, 2, 2, 1], "SAME", [2, 2])
    # Every second pixel is an image of its own: pad to 7x7 (1 in front), then to 8x8, and step by 2 in each 4x4.
    padded = np.zeros((8, 8))
    padded[1:6, 1:6] = image[0, :, :, 0]
    parts = {(r, c): padded[r::2, c::2] for r in (0, 1) for c in (0, 1)}
    woven = np.zeros((4, 4))
    for (r, c), part in parts.items():
        woven[r::2, c::2] = [[part[i : i + 2, j : j + 2].sum() for j in (0, 2)] for i in (0, 2)]
    same(out[0, :, :, 0], woven[:3, :3], "strides 2 and rate 2")
    require(out.shape == (1, 3, 3, 1), f"shape {out.shape}")
    return f"1..25 as 5x5 by ones 2x2, strides 2, rate 2, SAME: {show(out)} (rows of three), not refused"


DEPTHWISE_CLAIMS = (
    Claim(
        "dw.order",
        "DepthwiseConv2dNative",
        "output channel k * M + q is channel k by its filter q of M",
        (at("core/api_def/base_api/api_def_DepthwiseConv2dNative.pbtxt", "description", "18cd-449da4047ce98216", 6),),
        _dw_order,
    ),
    Claim(
        "dw.stride",
        "DepthwiseConv2dNative",
        "the strides of rows and columns must be equal",
        (at(DEPTHWISE, "DepthwiseConv2dNativeOp, equal strides", "b629-1fa90b0852226b49", 4),),
        _dw_stride,
    ),
    Claim(
        "dw.dil",
        "DepthwiseConv2dNative",
        "the op has a dilations attr",
        (
            at(NN_OPS, "REGISTER_OP DepthwiseConv2dNative", "c27f-0bce5424ce4374c7", 10),
            at(DEPTHWISE, "DepthwiseConv2dNativeOp, constructor", "ebb6-458c1a598f7499b9", 21),
        ),
        _dw_dil,
        "the kernel and the shape function ignore it: values and shape are those of dilation 1",
    ),
    Claim(
        "dw.rate",
        "tf.nn.depthwise_conv2d",
        "if a rate is above 1, all strides must be 1",
        (at("python/ops/nn_impl.py", "depthwise_conv2d, arg rate", "1846-8838439351ef9612", 2),),
        _dw_rate,
        "nothing enforces it: the strides are applied to the interleaved images of space_to_batch",
    ),
)

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


FUSED = (
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
                "b6b7-9e4583dd8ed621ca",
                19,
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


def _py_padlist() -> str:
    out = nn.conv2d(row(1, 2, 3), taps(1, 1), 1, [[0, 0], [0, 0], [2, 1], [0, 0]])
    same(out.ravel(), [0, 1, 3, 5, 3], "four pairs")
    three = rejected(nn.conv2d, row(1, 2, 3), taps(1, 1), 1, [[0, 0], [0, 0], [2, 1]])
    require("must be of size 4" in three, three)
    rejected(nn.conv2d, row(1, 2, 3), taps(1, 1), 1, [[0, 0], [0, 0], [2, 1, 0], [0, 0]])
    rejected(nn.conv2d, row(1, 2, 3), taps(1, 1), 1, [0, 0, 1, 0])
    message = rejected(nn.conv2d, row(1, 2, 3), taps(1, 1), 1, "EXPLICIT")
    require('"EXPLICIT" is not a valid value' in message, message)
    return f"[1 2 3] by [1 1], padding [[0 0] [0 0] [2 1] [0 0]]: {show(out)}; {message}"


def _py_strides() -> str:
    image, kernel = ramp(1, 4, 4, 1), np.ones((1, 1, 1, 1), np.float32)
    for strides in (2, [2], [2, 2], [1, 2, 2, 1]):
        same(nn.conv2d(image, kernel, strides, "VALID").ravel(), [1, 3, 9, 11], f"strides {strides}")
    nchw = nn.conv2d(image.reshape(1, 1, 4, 4), kernel, [2, 1], "VALID", "NCHW")
    require(nchw.shape == (1, 1, 2, 4), f"NCHW: {nchw.shape}")
    message = rejected(nn.conv2d, image, kernel, [1, 2, 2], "VALID")
    require("should be of length 1, 2 or 4 but was 3" in message, message)
    return f"2, [2], [2 2] and [1 2 2 1] take the same pixels of a 4x4 image, [1 3 9 11]; {message}"


def _py_conv_dil() -> str:
    image, kernel = row(1, 2, 3, 4, 5), taps(10, 1)
    same(nn.convolution(image, kernel, "VALID", None, [1, 2]).ravel(), [13, 24, 35], "dilation alone")
    same(nn.convolution(image, kernel, "VALID", [1, 2]).ravel(), [12, 34], "stride alone")
    message = rejected(nn.convolution, image, kernel, "VALID", [2, 1], [1, 2])
    require("not supported in conjunction" in message, message)
    return message


PYTHON = (
    Claim(
        "py.padlist",
        "tf.nn.conv2d",
        'a padding that is a list of four pairs means EXPLICIT; the string "EXPLICIT" is refused',
        (at("python/ops/nn_ops.py", "_convert_padding", "1b1d-3a9696f1f1658994", 25),),
        _py_padlist,
    ),
    Claim(
        "py.strides",
        "tf.nn.conv2d",
        "strides are an integer, or 1, 2 or 4 of them",
        (at("python/ops/nn_ops.py", "_get_sequence", "9628-279d9ea92dfe7f62", 18),),
        _py_strides,
    ),
    Claim(
        "py.conv_dil",
        "tf.nn.convolution",
        "strides above 1 and dilations above 1 exclude each other",
        (at("python/ops/nn_ops.py", "strides and dilation_rate of convolution", "530d-69e6cd484f5c0a7d", 3),),
        _py_conv_dil,
    ),
)

CLAIMS = (*CONV2D, *CONV2D_BACKPROP, *DEPTHWISE_CLAIMS, *FUSED, *PYTHON)
