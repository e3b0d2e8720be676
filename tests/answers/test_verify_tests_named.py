"""Tests that documents name by their suites."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import verdicts, wrong

TEXTS = {
    "tensorflow/core/kernels/warper_test.cc": """namespace tensorflow {
TEST(WarperTest, WarpsStrands) { Warp(2); }
TEST_F(WarperTest, WarpsNothing) { Warp(0); }
void CutsAll() { Warp(4); }
}  // namespace tensorflow
""",
    "tensorflow/core/kernels/pasted_test.cc": """#define WARPS(type) TEST(PastedTest, Warps##type) { Warp<type>(); }
TEST(PastedTest, Loosens) {}
""",
    "tensorflow/python/kernel_tests/wefts_test.py": """class WeftsTest(test.TestCase):

  def testWeavesStrands(self):
    pass
""",
}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("See `WarperTest.WarpsStrands`.", []),
        ("See `WarperTest.WarpsStrandTwice`.", ["WarperTest.WarpsStrandTwice"]),
        ("See `WarperTest.LoosensAll`.", ["WarperTest.LoosensAll"]),
        ("见 `WeftsTest.testWeavesString`。", ["WeftsTest.testWeavesString"]),
        ("See `WeftsTest.testWeavesStrands_float`, of which there are many.", []),
        ("See `WeftsTest.WarpsStrands`.", []),  # of a suite that it is derived from, perhaps
        ("There is no `WarperTest.LoosensAll`.", []),
        ("We add `WarperTest.LoosensAll`.", []),
        ("See our `ReelerTest.LoosensAll`.", []),
        ("See `ReelerTest.LoosensAll`.", []),  # a suite that is nowhere
        ("See `TEST(WarperTest, WarpsStrands)` and `TEST(WarperTest, WarpsNothing)`.", []),
        ("See `TEST(WarperTest, CutsAll)`.", ["CutsAll"]),  # that is a function
        ("See `TEST(WarperTest, WarpsStrandTwice) {`.", ["WarpsStrandTwice"]),
        ("There is no `TEST(WarperTest, CutsAll)`.", []),
        ("We add `TEST(WarperTest, CutsAll)`.", []),
        ("See `TEST(ReelerTest, CutsAll)`.", []),
    ],
)
def test_cases(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text + "\n") == found


def test_what_is_meant(index: Path) -> None:
    (one,) = [one for one in verdicts(index, "See `WarperTest.WarpsStrandss`.\n") if one.verdict == "not found"]
    assert one.suggestions == ("WarpsStrands",)
    assert one.location is not None
    assert (one.location.path, one.location.line) == ("tensorflow/core/kernels/warper_test.cc", 2)
