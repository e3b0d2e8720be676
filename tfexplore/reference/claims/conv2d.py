"""Claims about what Conv2D computes: sizes and paddings, then values."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from tfexplore.reference import run
from tfexplore.reference.arguments import Array
from tfexplore.reference.claim import NN_OPS, Claim, at, normal, ramp, refused, require, row, same, show

SHAPE_FNS = "core/framework/common_shape_fns.cc"
CONV_OPS = "core/kernels/conv_ops.cc"
API_CONV2D = "core/api_def/base_api/api_def_Conv2D.pbtxt"


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


SIZES = (
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
)


VALUES = (
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
