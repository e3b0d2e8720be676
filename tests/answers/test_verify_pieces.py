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


#: Two files that register in the same way, but for what is last; and a block of both.
FIRST, SECOND = "tensorflow/core/kernels/knit_1.cc", "tensorflow/core/kernels/knit_2.cc"
TEXTS = {
    FIRST: """REGISTER4(KnitOp, CPU, "Knit", functor::knit, float, double);
REGISTER4(KnitOp, CPU, "KnitTwice", functor::knit, float, double);
""",
    SECOND: """REGISTER4(KnitOp, CPU, "Knit", functor::knit, int8, int16);
REGISTER4(KnitOp, CPU, "KnitTwice", functor::knit, int8, int16);
""",
}
OF_BOTH = """REGISTER4(KnitOp, CPU, "KnitTwice", functor::knit, float, double);  // the first
REGISTER4(KnitOp, CPU, "KnitTwice", functor::knit, int8, int16);    // the second"""


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
        (OF_BOTH, ["found"]),
        (OF_BOTH.replace("int16", "int32"), ["differs"]),
        (OF_BOTH.replace("  // the first", "\nint Knit() { return 7; }"), ["differs"]),
    ],
)
def test_registrations_of_several_files(code: str, expected: list[str], index: Path) -> None:
    document = f"They are in `{FIRST}` and `{SECOND}`:\n\n```cpp\n{code}\n```\n"
    assert [one.verdict for one in verdicts(index, document) if one.kind == "quotation"] == expected


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
