"""Lines that are cited for a loop, an enumeration, a comment or a struct."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

REED = "tensorflow/core/looms/reed.cc"
REEDS = "tensorflow/python/looms/reeds.py"
TEXTS = {
    REED: """enum class ReedKind {
  kFine,
  kCoarse,
};
struct ReedOptions {
  int dents;
};





void Beat(Reed* reed) {
  reed->Lift();
  reed->Wait();
  reed->Wait();
  reed->Wait();
  for (Dent& dent : reed->dents()) {
    dent.Fill();
  }
  reed->Wait();
  reed->Wait();
  reed->Wait();
  reed->Wait();
  // Once is enough.
  reed->Drop();
}
""",
    REEDS: '"""Reeds.\n\nThey beat.\n\n\n\nTwice, or not.\n"""\nREEDS = 1\nDENTS = 2\nBARS = 3\nENDS = 4\nTIES = 5\n',
}


@pytest.mark.parametrize(
    ("said", "right", "off"),
    [
        ("The loop (looms/reed.cc:{}) fills each dent.", "17-19", "22-23"),
        ("填满它的循环（looms/reed.cc:{}）很短。", 17, 23),
        ("A comment at line {} of `looms/reed.cc` says why.", 24, 15),
        ("`looms/reed.cc` 第 {} 行的注释说明了原因。", 24, 15),
        ("The enum is at looms/reed.cc:{}.", 1, 22),
        ("The struct itself (looms/reed.cc:{}) is small.", 5, 22),
        ("The remark on line {} of looms/reeds.py tells how often.", 7, 13),  # a docstring
    ],
)
def test_constructs(said: str, right: str, off: str, index: Path) -> None:
    assert wrong(index, said.format(right)) == []
    assert len(wrong(index, said.format(off))) == 1
    assert wrong(index, said.format(off), tree=False) == []


@pytest.mark.parametrize(
    "said",
    [
        "It waits in the loop at looms/reed.cc:22.",
        "There is no comment at looms/reed.cc:15.",
        "Behind the loop (looms/reed.cc:22) it waits.",
        "We would add a comment at looms/reed.cc:15.",
        "The comment is long, and what it waits for (looms/reed.cc:15) is another matter.",
    ],
)
def test_lines_of_something_else(said: str, index: Path) -> None:
    assert wrong(index, said) == []
