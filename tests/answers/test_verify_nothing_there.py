"""Cited lines on which nothing stands that a sentence could be about."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from answers.claimed import wrong

WEAVE = """\
/* Copyright 1804 The Looms
==*/

#include "looms/thread.h"

namespace looms {

// Ties the ends.
void Weave(int width) {
  if (width < 1) {
    Unravel(width);
  }
}

class Shed {
 public:
  int height() const { return 1; }
};
}  // namespace looms
"""
WARP = "\n".join(f"int warp_{number}();" for number in range(40)) + "\n"
TEXTS = {
    "tensorflow/core/looms/weave.cc": WEAVE,
    "tensorflow/core/looms/warp.h": WARP,
    "tensorflow/core/looms/short.cc": "int one;\n",
}
FILE = "looms/weave.cc"


@pytest.mark.parametrize("line", [2, 4, 5, 6, 12, 14, 16])
def test_nobody_cites_it(line: int, index: Path) -> None:
    assert wrong(index, f"The width is looked at there ({FILE}:{line}).\n") == [f"{FILE}:{line}"]
    assert wrong(index, f"| who | where |\n|---|---|\n| the width | `{FILE}:{line}` |\n") == [f"{FILE}:{line}"]
    assert wrong(index, f"The width is looked at there ({FILE}:{line}).\n", tree=False) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "The width is looked at there (looms/weave.cc:10).",
        "Who ties the ends says so (looms/weave.cc:8).",
        "It is looked at on lines 10 to 12 of looms/weave.cc.",
        "Behind the closing brace (looms/weave.cc:12) nothing follows.",
        "A blank line (looms/weave.cc:14) parts the two.",
        "Put your check behind looms/weave.cc:12.",
        "We add the knots at looms/weave.cc:14.",
        "The body ends at looms/weave.cc:13.",
        "The includes (looms/weave.cc:4) are few.",
        "What is needed is loaded there (looms/weave.cc:4).",
        "The same sentence with looms/weave.cc:14:",
        "The namespace begins there (looms/weave.cc:6).",
        "The licence is short (looms/weave.cc:2).",
        "It was https://github.com/tensorflow/tensorflow/blob/v1.4.0/tensorflow/core/looms/weave.cc#L14 once.",
        "See also looms/weave.cc:14.",
        "What `Weave` says first, one line too far (looms/weave.cc:12).",  # next to it, or inside of it
        'It says "// Ties the ends" there (looms/weave.cc:14).',
        "It takes `looms/thread.h` (looms/weave.cc:4).",
        "- `looms/weave.cc:14`",
        "So many lines has looms/weave.cc:19.",
        "In 1.4.0 the width was looked at there (looms/weave.cc:14).",
    ],
)
def test_who_speaks_of_such_lines(sentence: str, index: Path) -> None:
    assert wrong(index, f"{sentence}\n") == []


def test_a_range_begins_with_something(index: Path) -> None:
    assert wrong(index, "The width is looked at there (looms/weave.cc:5-12).\n") == ["looms/weave.cc:5-12"]
    assert wrong(index, "The width is looked at there (looms/weave.cc:9-14).\n") == []


def test_a_line_without_its_file(index: Path) -> None:
    """All files that the section names, and that define what the line names, have nothing there."""
    assert wrong(index, "# `looms/weave.cc`\n\nThe width is looked at on line 14.\n") == ["line 14"]
    assert wrong(index, "# `looms/weave.cc`\n\nUnlike `looms/warp.h`.\n\nIt is looked at on line 14.\n") == []
    assert wrong(index, "`looms/weave.cc` is short.\n\nThe first has `many` (14), the second `few` (10).\n") == ["14"]
    assert wrong(index, "`looms/weave.cc` is short.\n\nThere are `many` 14 of them.\n") == []
    shorter = "`looms/weave.cc` weaves.\n\nSo does `looms/short.cc`, by a loop (line 14).\n"
    assert wrong(index, shorter) == []  # which is the other's


def test_many_of_them_do_not_take_long(index: Path) -> None:
    rows = "".join(f"| width {number} | `{FILE}:14` |\n" for number in range(1500))
    start = time.process_time()
    assert len(wrong(index, f"| who | where |\n|---|---|\n{rows}")) == 1500
    assert time.process_time() - start < 30
