"""The parts of a Markdown text."""

from __future__ import annotations

import pytest

from tfexplore.answers.markdown import without_numbers


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
        (["int a = 1;", "int b = 2;"], ["int a = 1;", "int b = 2;"]),
        ([], []),
    ],
)
def test_listings_without_their_numbers(lines: list[str], expected: list[str]) -> None:
    assert without_numbers(lines) == expected
