"""Claims about Sin, Keras's preprocess_input, model pruning and the loss scales."""

from __future__ import annotations

from typing import Any

import numpy as np

from tfexplore.reference import loss_scale, run
from tfexplore.reference.arguments import Array
from tfexplore.reference.claim import Claim, normal, ramp, refused, rejected, require, same, show
from tfexplore.reference.claims_conv import at
from tfexplore.reference.evidence import Evidence
from tfexplore.reference.preprocess_input import SymbolicPreprocessor, preprocess_input
from tfexplore.reference.sin_grad import sin

LOSS_SCALE = "python/training/experimental/loss_scale.py"
PRUNING = "contrib/model_pruning/python/pruning.py"
INF, NAN = float("inf"), float("nan")


def keras(within: str, digest: str, lines: int) -> Evidence:
    """Return evidence in the package that preprocess_input comes from."""
    return Evidence("keras_applications/imagenet_utils.py", within, digest, lines, "keras_applications", "1.0.8")


def _sin_range() -> str:
    x = np.array([-INF, -9, -0.5, 1, 1.2, 200, 10, INF], np.float32)
    out = sin(x)
    wanted = [NAN, -0.41211849, -0.47942555, 0.84147098, 0.93203908, -0.87329729, -0.54402111, NAN]
    same(out, np.array(wanted, np.float32), "the documented example", 1e-6)
    many = sin(np.linspace(-1000, 1000, 4001))
    require(float(np.abs(many).max()) <= 1, "a sine beyond 1")
    return f"sin({show(x)}) = {show(out)}"


def sin_grad(x: Array, dy: Array) -> Array:
    """Return SinGrad."""
    return run("SinGrad", {"x": x, "dy": dy}, {})["output"]


def _sin_grad() -> str:
    x, dy = normal(1, 50), normal(2, 50)
    step = 1e-6
    same(sin_grad(x, dy), dy * (np.sin(x + step) - np.sin(x - step)) / (2 * step), "central difference", 1e-8)
    z = np.array([1 + 1j])
    out = sin_grad(z, np.array([1 + 0j]))
    # cos(1 - 1j) = cos 1 cosh 1 + 1j sin 1 sinh 1
    wanted = np.cos(1) * np.cosh(1) + 1j * np.sin(1) * np.sinh(1)
    same(out, np.array([wanted]), "at 1+1j", 1e-14)
    many = normal(3, 20) + 1j * normal(4, 20)
    grad = normal(5, 20) + 1j * normal(6, 20)
    same(sin_grad(many, grad), grad * np.conj(np.cos(many)), "complex", 1e-12)
    single = sin_grad(many.astype(np.complex64), grad.astype(np.complex64))
    require(single.dtype == np.complex64, f"complex64 gives {single.dtype}")
    return f"x = 1+1j, dy = 1: {out[0]:.6g}, that is cos(1-1j); without the conjugate {np.cos(z)[0]:.6g}"


def _sin_dtype() -> str:
    for dtype in ("int32", "int64", "uint8", "bool"):
        message = refused("SinGrad", {"x": ramp(3, dtype=dtype), "dy": ramp(3, dtype=dtype)}, {}, "dtype")
    return message


SIN = (
    Claim(
        "sin.range",
        "Sin",
        "the sine of a real number lies in [-1, 1], and that of an infinity is NaN",
        (at("core/api_def/base_api/api_def_Sin.pbtxt", "description of Sin", "d2e8-b155e9fa6dcca8a2", 9),),
        _sin_range,
    ),
    Claim(
        "sin.grad",
        "Sin",
        "the gradient is grad * cos(conj(x))",
        (at("python/ops/math_grad.py", "_SinGrad", "a658-b433e75ed83754f7", 7),),
        _sin_grad,
    ),
    Claim(
        "sin.dtype",
        "Sin",
        "Sin takes floating point and complex numbers, and no integers",
        (
            at("core/ops/math_ops.cc", "REGISTER_OP Sin", "3e65-9659ca89c4e255b4", 1),
            at("core/ops/math_ops.cc", "UNARY_COMPLEX, attr T", "9fad-fed371087826dc73", 5),
        ),
        _sin_dtype,
    ),
)


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


PREPROCESS = (
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


def sparsity(*steps: int, **hparams: Any) -> Array:
    """Return PruningSparsity."""
    return run("PruningSparsity", {"step": np.array(steps, np.int64)}, hparams)["sparsity"]


def _pr_formula() -> str:
    out = sparsity(0, 50, 100, 200)
    same(out, np.array([0, 0.5 - 0.5 * 0.5**3, 0.5, 0.5], np.float32), "defaults", 1e-6)
    named = {"initial_sparsity": 0.2, "target_sparsity": 0.8, "sparsity_function_exponent": 1.0}
    named |= {"sparsity_function_begin_step": 10, "sparsity_function_end_step": 20}
    line = sparsity(0, 10, 15, 20, 30, **named)
    same(line, np.array([0.2, 0.2, 0.5, 0.8, 0.8], np.float32), "a straight line", 1e-6)
    same(sparsity(50, pruning_frequency=1), out[1:2], "pruning_frequency")
    steps = (100 - 0) / 10
    documented = (0.0 - 0.5) * (1 - 50 / (steps - 1)) ** 3 + 0.5
    return f"steps 0, 50, 100, 200 of 100: {show(out)}; the documented formula gives {documented:.1f} at step 50"


def _pr_validate() -> str:
    messages = [
        refused("PruningSparsity", {"step": ramp(3, dtype="int64")}, hparams, next(iter(hparams)))
        for hparams in (
            {"begin_pruning_step": -1},
            {"end_pruning_step": 5, "begin_pruning_step": 5},
            {"sparsity_function_begin_step": -1},
            {"sparsity_function_end_step": 100, "sparsity_function_begin_step": 100},
            {"threshold_decay": 1.0},
            {"initial_sparsity": -0.1},
            {"target_sparsity": 1.0},
        )
    ]
    same(sparsity(0, end_pruning_step=-1, begin_pruning_step=7), [0], "-1 means no end")
    return f"{len(messages)} refusals, e.g. {messages[-1]}"


PRUNING_CLAIMS = (
    Claim(
        "pr.formula",
        "model_pruning",
        "the sparsity follows (initial - target) * (1 - step / (num_steps - 1)) ** exponent + target, with num_steps = "
        "(end - begin) / pruning_frequency",
        (
            at(PRUNING, "get_pruning_hparams, sparsity function", "3aec-2e1c4d69f1419001", 5),
            at(PRUNING, "Pruning._setup_sparsity", "8a45-ef380a0b863c3d85", 15),
        ),
        _pr_formula,
        "the code uses (step - begin) / (end - begin), cut to [0, 1], and no pruning_frequency",
    ),
    Claim(
        "pr.validate",
        "model_pruning",
        "steps must not be negative, begin must come before end, and decay and sparsities lie in [0, 1)",
        (at(PRUNING, "Pruning._validate_spec", "a1a1-526ea78f8055a342", 21),),
        _pr_validate,
    ),
)


def _ls_fixed() -> str:
    for value, kept in ((1, 1.0), (2.5, 2.5), (True, 1.0)):
        require(float(loss_scale.FixedLossScale(value).loss_scale) == kept, f"{value} is kept otherwise")
    scale = loss_scale.FixedLossScale(8)
    require(scale.update([np.array([NAN])]) and float(scale.loss_scale) == 8, "a fixed scale has changed")
    for wrong in ("2", None, np.float32(2)):
        rejected(loss_scale.FixedLossScale, wrong)
    return rejected(loss_scale.FixedLossScale, 0.5)


def _ls_dynamic() -> str:
    rows = np.array([[1, 1], [2, 0], [1, INF], [1, 1], [NAN, 1], [0, 0], [0, 0]], np.float32)
    result = run("DynamicLossScale", {"grads": rows}, {"initial_loss_scale": 4.0, "increment_period": 2})
    same(result["loss_scale"], [4, 8, 4, 4, 2, 2, 4], "loss_scale")
    same(result["num_good_steps"], [0 + 1, 0, 0, 1, 0, 1, 0], "num_good_steps")
    same(result["should_apply"], [True, True, False, True, False, True, True], "should_apply")
    floor = run("DynamicLossScale", {"grads": rows[2:3].repeat(3, 0)}, {"initial_loss_scale": 3.0})["loss_scale"]
    same(floor, [1.5, 1, 1], "never below 1")
    top = loss_scale.DynamicLossScale(3e38, 1, 2.0)
    require(top.update([rows[0], None]) and float(top.loss_scale) == float(np.float32(3e38)), "the scale overflows")
    odd = loss_scale.DynamicLossScale(0.25, -1, 0.5)
    require(odd.update([]) and float(odd.loss_scale) == 0.125, "a period of -1 and a multiplier of 0.5")
    return f"period 2 from 4, steps good good inf good nan good good: {show(result['loss_scale'])}"


def _ls_get() -> str:
    require(loss_scale.get(None) is None, "None")
    fixed, dynamic = loss_scale.get(16), loss_scale.get("dynamic")
    require(isinstance(fixed, loss_scale.FixedLossScale) and float(fixed.loss_scale) == 16, "a number")
    require(isinstance(dynamic, loss_scale.DynamicLossScale) and float(dynamic.loss_scale) == 2**15, '"dynamic"')
    require(loss_scale.get(fixed) is fixed, "a loss scale")
    for wrong in ("fixed", [1], np.array([1, 2])):
        message = rejected(loss_scale.get, wrong)
    return message


LOSS_SCALES = (
    Claim(
        "ls.fixed",
        "FixedLossScale",
        "the value is a Python int or float of at least 1",
        (at(LOSS_SCALE, "FixedLossScale.__init__", "1b1d-76232f55eb901c57", 8),),
        _ls_fixed,
    ),
    Claim(
        "ls.dynamic",
        "DynamicLossScale",
        "the scale is multiplied after increment_period finite steps unless that is not finite, divided after any "
        "other step, and never divided below 1; gradients that are None do not count; the constructor checks nothing",
        (
            at(LOSS_SCALE, "DynamicLossScale.__init__", "6193-1b1202c9d94e1af2", 6),
            at(LOSS_SCALE, "DynamicLossScale.update", "1332-85e1c4099bca0812", 40),
        ),
        _ls_dynamic,
    ),
    Claim(
        "ls.get",
        "loss_scale.get",
        'a number, "dynamic", a loss scale or None stands for a loss scale; anything else is a ValueError',
        (at(LOSS_SCALE, "get", "4f6c-8e2092142e005fb5", 13),),
        _ls_get,
    ),
)

CLAIMS = (*SIN, *PREPROCESS, *PRUNING_CLAIMS, *LOSS_SCALES)
