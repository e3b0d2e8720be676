"""Claims about Sin and its gradient."""

from __future__ import annotations

import numpy as np

from tfexplore.reference import run
from tfexplore.reference.arguments import Array
from tfexplore.reference.claim import INF, NAN, Claim, at, normal, ramp, refused, require, same, show
from tfexplore.reference.sin_grad import sin


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


CLAIMS = (
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
