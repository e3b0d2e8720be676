"""Claims about Keras's preprocess_input."""

from __future__ import annotations

import numpy as np

from tfexplore.reference import run
from tfexplore.reference.arguments import Array
from tfexplore.reference.claim import Claim, at, normal, ramp, refused, rejected, require, same, show
from tfexplore.reference.evidence import Evidence
from tfexplore.reference.preprocess_input import SymbolicPreprocessor, preprocess_input


def keras(within: str, digest: str, lines: int) -> Evidence:
    """Return evidence in the package that preprocess_input comes from."""
    return Evidence("keras_applications/imagenet_utils.py", within, digest, lines, "keras_applications", "1.0.8")


def prepared(x: Array, mode: str, data_format: str = "channels_last") -> Array:
    """Return PreprocessInput."""
    return run("PreprocessInput", {"x": x}, {"mode": mode, "data_format": data_format})["output"]


def _pp_modes() -> str:
    pixel = np.array([255, 127.5, 0])
    image = pixel.reshape(1, 1, 3)
    wanted = {
        "tf": [1, 0, -1],
        "torch": [(1 - 0.485) / 0.229, (0.5 - 0.456) / 0.224, (0 - 0.406) / 0.225],
        "caffe": [0 - 103.939, 127.5 - 116.779, 255 - 123.68],
    }
    texts = []
    for mode, values in wanted.items():
        for shape, data_format in (
            ((1, 1, 3), "channels_last"),
            ((3, 1, 1), "channels_first"),
            ((1, 1, 1, 3), "channels_last"),
            ((1, 3, 1, 1), "channels_first"),
        ):
            out = prepared(image.reshape(shape), mode, data_format)
            require(out.shape == shape, f"{mode} {data_format}: shape {out.shape}")
            same(out.ravel(), values, f"{mode} {data_format} {shape}", 1e-12)
        texts.append(f"{mode} {show(out.ravel())}")
    return f"the pixel {show(pixel)}: {', '.join(texts)}"


def _pp_inplace() -> str:
    for dtype in ("float16", "float32", "float64"):
        for mode in ("caffe", "tf", "torch"):
            image = np.full((2, 2, 3), 100, dtype)
            apart = preprocess_input(image, mode=mode)
            require(not np.shares_memory(apart, image) and float(image.min()) == 100, f"{mode}: the input has changed")
            out = preprocess_input(image, mode=mode, in_place=True)
            require(np.shares_memory(out, image), f"{mode} of {dtype} is not written over the input")
            same(out, apart, f"{mode} of {dtype}")
    reverse = preprocess_input(np.full((2, 2, 3), 100.0), mode="caffe", in_place=True)
    require(reverse.strides[2] < 0, "caffe does not return a reversed view")
    bytes_ = np.full((2, 2, 3), 100, np.uint8)
    out = preprocess_input(bytes_, mode="tf", in_place=True)
    require(out.dtype == np.float32 and int(bytes_.min()) == 100, "uint8 is written over")
    fixed = np.full((2, 2, 3), 100.0)
    fixed.flags.writeable = False
    rejected(preprocess_input, fixed, in_place=True)
    return (
        f"float32 is written over and returned, in mode caffe as a view of strides {reverse.strides}; uint8 is copied"
    )


def _pp_badformat() -> str:
    refused("PreprocessInput", {"x": ramp(4, 4, 3)}, {"data_format": "channels"}, "Unknown data_format")
    return refused("PreprocessInput", {"x": ramp(4, 4, 3)}, {"data_format": "NHWC"}, "Unknown data_format NHWC")


def _pp_badmode() -> str:
    image = ramp(2, 2, 3)
    out = prepared(image, "foo")
    same(out, image[..., ::-1] - np.array([103.939, 116.779, 123.68], np.float32), "mode foo", 1e-5)
    return f'the pixel [1 2 3] in mode "foo": {show(out[0, 0])}, as in mode caffe'


def _pp_symbolic() -> str:
    image = normal(7, 2, 3, 3) * 50 + 100
    for first, then in (("caffe", "torch"), ("torch", "caffe")):
        process = SymbolicPreprocessor()
        same(process(image, first), preprocess_input(image, mode=first), first, 1e-9)
        gap = float(np.abs(process(image, then) - preprocess_input(image, mode=then)).max())
        # Each channel is off by the difference of the means, over the deviation in mode torch.
        means = np.abs(np.array([103.939, 116.779, 123.68]) - [0.485, 0.456, 0.406])
        wanted = float((means / [0.229, 0.224, 0.225]).max() if then == "torch" else means.max())
        require(abs(gap - wanted) < 1e-9, f"{then} after {first} is off by {gap}, expected {wanted}")
        if then == "torch":
            off = gap
    return f"torch alone agrees with the NumPy path; torch after caffe is off by up to {off:.0f}"


CLAIMS = (
    Claim(
        "pp.modes",
        "preprocess_input",
        "caffe turns RGB to BGR and subtracts 103.939, 116.779, 123.68; tf gives x / 127.5 - 1; torch divides by 255 "
        "and normalises each channel",
        (
            keras("_preprocess_numpy_input", "31e7-d604fd244bd7f3fa", 68),
            at("python/keras/applications/imagenet_utils.py", "preprocess_input", "79e7-b7d3dc4d10022566", 4),
        ),
        _pp_modes,
    ),
    Claim(
        "pp.inplace",
        "preprocess_input",
        "the result is written over the input if the types are compatible",
        (keras("preprocess_input, argument x", "ab31-278a8b0a3fed814f", 4),),
        _pp_inplace,
    ),
    Claim(
        "pp.badformat",
        "preprocess_input",
        "an unknown data_format is a ValueError",
        (keras("preprocess_input, data_format", "b0a2-6438242b878d4462", 2),),
        _pp_badformat,
    ),
    Claim(
        "pp.badmode",
        "preprocess_input",
        "the mode is caffe, tf or torch",
        (keras("preprocess_input, argument mode", "ae45-aca372a15399126b", 10),),
        _pp_badmode,
        "nothing checks it: any other string means caffe",
    ),
    Claim(
        "pp.symbolic",
        "preprocess_input",
        "symbolic tensors are scaled as arrays are",
        (keras("_preprocess_symbolic_input", "ce0e-1efb642e1cb27e8e", 52),),
        _pp_symbolic,
        "the first call keeps its mean in a global, which the other mode then uses too",
    ),
)
