"""Claims about what Conv2D refuses: strides, dilations, explicit paddings and groups that cannot be."""

from __future__ import annotations

from tfexplore.reference import run
from tfexplore.reference.claim import Claim, at, ramp
from tfexplore.reference.claims.conv2d import API_CONV2D, CONV_OPS, SHAPE_FNS, refuses

PADDING = "core/util/padding.cc"


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


CLAIMS = (
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
)
