"""How patterns pick names."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tfexplore.answers.answer import NearName
from tfexplore.answers.names import MAX_CHOICES, compile_regex, is_plain, match, match_paths, nearest
from tfexplore.errors import UsageError

NAMES = [
    "Conv",
    "Conv2D",
    "Conv2DBackpropInput",
    "Conv3D",
    "DepthwiseConv2dNative",
    "MatMul",
    "SparseMatMul",
    "_MklConv2D",
]


@pytest.mark.parametrize(
    ("patterns", "expected"),
    [
        (("Conv2D",), ["Conv2D"]),
        (("CONV2D",), ["Conv2D"]),
        (("conv",), ["Conv"]),
        (("conv2",), ["Conv2D", "Conv2DBackpropInput", "DepthwiseConv2dNative", "_MklConv2D"]),
        (("mat",), ["MatMul", "SparseMatMul"]),
        (("matmul",), ["MatMul"]),
        (("native",), ["DepthwiseConv2dNative"]),
        (("matmul", "mat"), ["MatMul", "SparseMatMul"]),
        (("*conv2d",), ["Conv2D", "_MklConv2D"]),
        (("conv?d",), ["Conv2D", "Conv3D"]),
        (("conv[3-9]d",), ["Conv3D"]),
        (("[!c]*mul",), ["MatMul", "SparseMatMul"]),
        (("/mul$/",), ["MatMul", "SparseMatMul"]),
        (("/^(mat|conv3)/",), ["Conv3D", "MatMul"]),
        (("/",), []),
        (("//",), NAMES),
        (("",), []),
        (("nothing",), []),
        ((), []),
    ],
)
def test_match(patterns: tuple[str, ...], expected: list[str]) -> None:
    assert match(patterns, NAMES) == expected


def test_letters_that_grow_when_lowered() -> None:
    assert match(("i̇x",), ["İx", "Ix"]) == ["İx"]
    assert match(("ix",), ["İx", "Ix"]) == ["Ix"]


PATHS = ["WORKSPACE", "a/conv_ops.cc", "a/conv_ops.h", "b/conv_ops.cc", "b/fused_conv_ops.cc"]


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("conv_ops.cc", ["a/conv_ops.cc", "b/conv_ops.cc"]),
        ("a/conv_ops.cc", ["a/conv_ops.cc"]),
        ("/conv_ops.cc", ["a/conv_ops.cc", "b/conv_ops.cc"]),
        ("conv_ops", ["a/conv_ops.cc", "a/conv_ops.h", "b/conv_ops.cc", "b/fused_conv_ops.cc"]),
        ("a/", ["a/conv_ops.cc", "a/conv_ops.h"]),
        ("*.h", ["a/conv_ops.h"]),
        ("/fused/", ["b/fused_conv_ops.cc"]),
        ("workspace", ["WORKSPACE"]),
        ("/", PATHS[1:]),
    ],
)
def test_match_paths(pattern: str, expected: list[str]) -> None:
    assert match_paths((pattern,), PATHS) == expected


@pytest.mark.parametrize(
    "text",
    [
        "(a+)+$", "(a*)*", "(a|aa)+", "(a|b|ab)*c", "(a?){30}a{30}", "a*a*a*a*a*", "(a?a?)*b",
        "((a{1,20}){1,20}){1,20}",
        "(?:(?:a+)b?)+", "(?=(a+)+)b", "a?" * 40, "(x+x+)+y",
    ],
)  # fmt: skip
def test_regular_expressions_that_could_run_away_are_refused(text: str) -> None:
    with pytest.raises(UsageError, match="could take forever"):
        compile_regex(text)


@pytest.mark.parametrize(
    "text",
    [
        "conv.*back.*input",
        "^conv[0-9]d$",
        "(conv|matmul)v2$",
        "a+",
        "^_?[a-z]+$",
        "(ab){3}",
        "x{2,4}",
        "(?i)conv",
        "^(?!_)",
        "grad$",
    ],
)
def test_ordinary_regular_expressions_are_taken(text: str) -> None:
    compile_regex(text)("conv2d")


@pytest.mark.parametrize("text", ["(", "[", "*a", "(?P<x>", "a{2,1}", "\\", "(?<=a+)b", "[[:alpha:]"])
def test_what_is_no_regular_expression(text: str) -> None:
    with pytest.raises(UsageError, match="no regular expression"):
        compile_regex(text)


@given(st.text(alphabet="ab()|*+?{}1,^$[].\\", max_size=14))
def test_no_pattern_takes_long(text: str) -> None:
    names = ["a" * 30 + "b", "ab" * 20, "b" * 40]
    started = time.process_time()
    try:
        match((f"/{text}/", text), names)
    except UsageError:
        return
    assert time.process_time() - started < 2.0


def test_the_worst_that_is_taken_is_bounded() -> None:
    assert MAX_CHOICES <= 65**3
    search = compile_regex("a*a*a*b")
    started = time.process_time()
    assert search("a" * 60) is None
    assert time.process_time() - started < 1.0


def test_too_long_a_pattern() -> None:
    with pytest.raises(UsageError, match="201 characters"):
        match(("x" * 201,), NAMES)


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (("Covn2D",), "Conv2D"),
        (("conv2dbackpropinptu",), "Conv2DBackpropInput"),
        (("matmull",), "MatMul"),
        (("*Conv4D*",), "Conv2D"),
    ],
)
def test_nearest(wanted: tuple[str, ...], expected: str) -> None:
    assert nearest(wanted, [("op", NAMES)])[0] == NearName(expected, "op")


def test_nearest_knows_kinds_and_says_nothing_of_what_is_far() -> None:
    kinds = [("op", NAMES), ("endpoint", ["tf.conv2d", "conv2d"])]
    assert nearest(("tf.conv2",), kinds)[0] == NearName("tf.conv2d", "endpoint")
    assert [one.kind for one in nearest(("conv2",), kinds) if one.name.lower() == "conv2d"] == ["op"]
    assert nearest(("qqqqqqqq",), kinds) == ()
    assert nearest(("x",), kinds) == ()
    assert nearest((), kinds) == ()


@pytest.mark.parametrize(("pattern", "plain"), [("conv", True), ("/conv/", False), ("con*", False), ("a/b", True)])
def test_is_plain(pattern: str, plain: bool) -> None:
    assert is_plain(pattern) is plain
