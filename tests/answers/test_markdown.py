"""The parts of a Markdown text."""

from __future__ import annotations

import pytest

from tfexplore.answers.markdown import with_pipes, without_numbers


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["12  a", "13    b", "14"], ["a", "b", ""]),
        (["   9 | a", "  10 |   b"], ["a", "  b"]),
        (["9: a", "10:   b"], ["a", "  b"]),
        (["k/weave_op.cc:9:  a", "k/weave_op.cc-10-  b"], [" a", " b"]),
        (["9  a", "...", "20  b"], ["a", "...", "...", "b"]),
        (["9  a", "12  b"], ["a", "...", "b"]),
        (["9  a", "8  b"], ["9  a", "8  b"]),
        (["9  a"], ["9  a"]),
        (["9  a", "b"], ["9  a", "b"]),
        (["// weave_op.cc", "9  a", "10  b"], ["// weave_op.cc", "a", "b"]),
        (["# weave.py", "", "9  a", "10  b"], ["# weave.py", "", "a", "b"]),
        (["9  a", "// weave_op.cc", "10  b"], ["9  a", "// weave_op.cc", "10  b"]),
        (["int a;", "9  a", "10  b"], ["int a;", "9  a", "10  b"]),
        (["#include <a>", "9  a", "10  b"], ["#include <a>", "9  a", "10  b"]),
        (["int a = 1;", "int b = 2;"], ["int a = 1;", "int b = 2;"]),
        ([], []),
    ],
)
def test_listings_without_their_numbers(lines: list[str], expected: list[str]) -> None:
    assert without_numbers(lines) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a | b\n--- | ---\n1 | 2\n\nx | y", {1: "|a | b|", 2: "|--- | ---|", 3: "|1 | 2|"}),
        ("a | b |\n:-- | --: |\n1 | 2", {1: "|a | b |", 2: "|:-- | --: |", 3: "|1 | 2|"}),
        ("| a | b |\n|---|---|\n| 1 | 2 |", {}),
        ("```\na | b\n--- | ---\n```", {}),
        ("- a | b\n--- | ---", {}),
        ("a | b\n\n--- | ---", {}),
        ("a\n---", {}),
    ],
)
def test_tables_without_outer_pipes(text: str, expected: dict[int, str]) -> None:
    assert with_pipes(text.split("\n")) == expected
