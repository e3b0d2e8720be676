"""Registrations under a condition."""

from __future__ import annotations

from tfexplore.extract.guarded import GuardedName, guarded_names

SOURCE = b"""
#ifndef WEAVE_H_
#define WEAVE_H_
REGISTER_OP("Plain");
#if defined(A) && B  // why
REGISTER_OP(
    "Inner").Input("x: T");
#ifdef INTEL_MKL
REGISTER_KERNEL_BUILDER(Name("Mkl").Device(DEVICE_CPU), X);
#else
REGISTER_KERNEL_BUILDER(Name("Eigen"), X);
#endif
#elif C
REGISTER_OP("Other");
#endif
REGISTER_OP("After");
#endif
#endif
"""


def test_guarded_names() -> None:
    assert guarded_names("a.h", SOURCE) == (
        GuardedName("Inner", "op", "defined(A) && B", 6),
        GuardedName("Mkl", "kernel", "INTEL_MKL", 9),
        GuardedName("Eigen", "kernel", "!INTEL_MKL", 11),
        GuardedName("Other", "op", "C", 14),
    )


def test_what_has_none() -> None:
    assert guarded_names("a.cc", b'#if A\nint x;\n#endif\nREGISTER_OP("X")') == ()
    assert guarded_names("a.cc", b"#if\n" * 5000 + b'REGISTER_OP("X")') == ()
