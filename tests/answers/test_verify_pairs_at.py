"""Lines that are cited for what is done with several names."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import verdicts

FILE = "tensorflow/core/looms/skein_op.cc"
TEXTS = {
    FILE: """void SkeinOp::Compute(OpKernelContext* ctx) {
  const int64 longest = Longest(ctx);
"""
    + "  Rinse(ctx);\n" * 30
    + """  OP_REQUIRES(ctx, skein_length <= longest_skein,
              errors::InvalidArgument("too long"));
"""
    + "  Dry(ctx);\n" * 30
    + """  Wind(ctx, reel_count, skein_length);
}
"""
}
CHECKED = 33


def together(index: Path, text: str) -> list[str]:
    """The lines of which the names are said to be elsewhere: what is said of one of them other checks tell."""
    found = verdicts(index, text + "\n")
    return [one.text for one in found if one.verdict == "moved" and " are at line " in one.detail]


@pytest.mark.parametrize(
    ("said", "right"),
    [
        ("`Compute` checks that no `skein_length` exceeds `longest_skein` ({}).", False),
        ("`Compute` rinses it, and no `skein_length` may be over the `longest_skein` ({}).", False),
        ("检查 `skein_length` 不超过 `longest_skein`（{}）。", False),
        # One name may be called otherwise at the lines, and what is used there need not be named.
        ("`Compute` checks `skein_length` ({}).", True),
        ("It checks that no `skein_length` is below `spool_width` ({}).", True),
        ("It calls `skein_length` and `longest_skein` ({}).", True),
        ("It should check that no `skein_length` exceeds `longest_skein` ({}).", True),
        ("No `skein_length` exceeds `longest_skein` ({}, 44).", True),  # of several lines one is each name's
        ("No `skein_length` exceeds `longest_skein`: {}", True),
        ("| no `skein_length` exceeds `longest_skein` ({}) |", True),
    ],
)
def test_lines_without_the_names(said: str, right: bool, index: Path) -> None:
    for lines in (f"{FILE}:50-52", f"{FILE}:50"):
        assert together(index, said.format(lines)) == ([] if right else [lines])
    for line in (CHECKED, CHECKED - 8):
        assert together(index, said.format(f"{FILE}:{line}")) == []


@pytest.mark.parametrize(
    ("names", "line", "right"),
    [
        (("skein_length", "reel_count"), 20, False),
        (("skein_length", "reels_count"), 20, True),  # which the file has not
        (("skein_length", "longest"), 50, True),  # far from each other
        (("skein_length", "OP_REQUIRES"), 60, True),  # a part of a name is near
    ],
)
def test_where_names_stand(names: tuple[str, str], line: int, right: bool, index: Path) -> None:
    lines = f"{FILE}:{line}"
    found = together(index, f"No `{names[0]}` meets `{names[1]}` ({lines}).")
    assert found == ([] if right else [lines])
