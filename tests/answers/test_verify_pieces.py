"""Blocks put together of whole classes and functions, and of a file's includes."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import KERNEL, STRANDS, verdicts

TWO = """def count_all_strands(strands):
  return strands


def retangle(strands):
  return untangle(strands) + untangle(strands)"""
INCLUDED = """#include "tensorflow/core/kernels/braid.h"

void BraidStrands(const Tensor& strands, int times) {
  for (int i = 0; i < times; ++i) {
    CrossStrands(strands, i);
  }


  Tighten(strands);
}"""


def judged(index: Path, path: str, code: str, language: str) -> list[str]:
    document = f"`{path}`:\n\n```{language}\n{code}\n```\n"
    return [one.verdict for one in verdicts(index, document) if one.kind == "quotation"]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (TWO, ["found"]),  # in another order
        (TWO.replace("+", "-"), ["differs"]),
        (TWO.replace("  return strands\n", "  return strands\n\ncount = 3\n"), ["differs"]),
    ],
)
def test_functions_in_another_order(code: str, expected: list[str], index: Path) -> None:
    assert judged(index, STRANDS, code, "python") == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (INCLUDED, ["found"]),  # what is between is left out
        (INCLUDED.replace("braid.h", "knot.h"), ["differs"]),  # which it does not include
        (INCLUDED.replace("Tighten", "Loosen"), ["differs"]),
    ],
)
def test_a_function_below_its_includes(code: str, expected: list[str], index: Path) -> None:
    assert judged(index, KERNEL, code, "cpp") == expected
