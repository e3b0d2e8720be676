"""The two gradient registries of C++: source text and whole facts."""

from __future__ import annotations

import pytest
from reading import at, gradient, read, unresolved

from tfexplore.extract.known import Registrations
from tfexplore.model import GradientFunction, Unresolved

CASES: dict[str, tuple[str, tuple[GradientFunction, ...]]] = {
    "for the C++ API": (
        'REGISTER_GRADIENT_OP("Pad", PadGrad);\nREGISTER_NO_GRADIENT_OP("Shape");\n',
        (gradient("Pad", "cc", "PadGrad", at(1)), gradient("Shape", "cc", None, at(2))),
    ),
    "for functions": (
        'REGISTER_OP_GRADIENT("Sin", SinGrad);\nREGISTER_OP_NO_GRADIENT("Less");\n',
        (gradient("Sin", "core", "SinGrad", at(1)), gradient("Less", "core", None, at(2))),
    ),
    "template arguments, with commas; an address; a null pointer": (
        """\
REGISTER_GRADIENT_OP("PadV2", PadGrad<true>);
REGISTER_GRADIENT_OP("Pool", internal::PoolGrad<2, float>);
REGISTER_GRADIENT_OP("Neg", &NegGrad);
REGISTER_OP_GRADIENT("Rank", nullptr);
""",
        (
            gradient("PadV2", "cc", "PadGrad<true>", at(1)),
            gradient("Pool", "cc", "internal::PoolGrad<2, float>", at(2)),
            gradient("Neg", "cc", "NegGrad", at(3)),
            gradient("Rank", "core", None, at(4)),
        ),
    ),
    "commented out, as one that is no more": (
        '// REGISTER_OP_GRADIENT("Cross", CrossGrad);\n/* REGISTER_NO_GRADIENT_OP("Old"); */\n',
        (),
    ),
    "through a macro": (
        """\
#define REGISTER_UNARY(name) REGISTER_GRADIENT_OP(#name, name##Grad)
REGISTER_UNARY(Tan);
""",
        (gradient("Tan", "cc", "TanGrad", at(2)),),
    ),
    "the registry's own header defines one by the other": (
        """\
#define REGISTER_GRADIENT_OP(name, fn) static bool unused_##__COUNTER__ = Register(name, fn)
#define REGISTER_NO_GRADIENT_OP(name) REGISTER_GRADIENT_OP(name, nullptr)
REGISTER_NO_GRADIENT_OP("Shape");
""",
        (gradient("Shape", "cc", None, at(3)),),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_idioms(name: str) -> None:
    text, expected = CASES[name]
    assert read(text) == Registrations(gradients=expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "REGISTER_GRADIENT_OP(Name(), Grad);",
            unresolved("REGISTER_GRADIENT_OP", "Name()", "the op's name is computed at run time", at(1)),
        ),
        (
            'REGISTER_OP_GRADIENT("Sin");',
            unresolved("REGISTER_OP_GRADIENT", "Sin", "a function is expected", at(1), "Sin"),
        ),
        (
            "REGISTER_NO_GRADIENT_OP();",
            unresolved("REGISTER_NO_GRADIENT_OP", "", "the op's name is computed at run time", at(1)),
        ),
    ],
)
def test_unresolved_with_a_reason(text: str, expected: Unresolved) -> None:
    assert read(text) == Registrations(unresolved=(expected,))
