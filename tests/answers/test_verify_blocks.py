"""Blocks that are indented rather than fenced, of nothing but comments, or of declarations one behind another."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import verdicts, wrong

from tfexplore.answers.markdown import indented_end

CARDS = "tensorflow/core/lib/cards.h"
COMB = "tensorflow/core/lib/comb.cc"
LOADING = "tensorflow/python/ops/carding.py"
TEXTS = {
    CARDS: """class Cards {
 public:
  Status Comb(int times, const Wool& wool,
              Wool* combed) MUST_USE;
  // One that is told where to put it.
  Status Comb(int times, const Wool& wool, Wool* combed,
              Basket* basket) MUST_USE;
  Status Clean(const Wool& wool);
  Status Grease(const Wool& wool) {
    return Clean(wool);
  }
  int Count() const;
};
#define CARD_VERSION 134  // Of this year.
#define CARD_TEETH 12
""",
    COMB: """// What is combed:
//
// Fleece + ... -> Wool
//   (1) Fleece + Lanolin
//   (2) Fleece + Burrs + Lanolin
//
// Flax + ... -> Linen
//   (1) Flax + Tow
namespace tensorflow {
}
""",
    LOADING: "def load_cards():\n  pass\n",
    "tensorflow/python/ops/carding_impl.py": "def card_wool():\n  pass\n",
    "tensorflow/python/ops/spinning.py": "from tensorflow.python.ops.spinning_impl import *\n",
    "tensorflow/python/ops/spinning_impl.py": "def spin_wool():\n  pass\n",
    "tensorflow/python/ops/woollen_ops.py": "from tensorflow.python.ops.spinning import *\nimport flax\n",
    "tensorflow/python/ops/linen_ops.py": "from flax.spinning import *\n",
}


def of_blocks(index: Path, document: str) -> list[str]:
    return [one.verdict for one in verdicts(index, document) if one.kind == "quotation"]


VERSION = "    #define CARD_VERSION {}  // Of this year.\n    #define CARD_TEETH 12"


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        (f"`lib/cards.h`:\n\n{VERSION.format(134)}\n\nAnd more.", ["found"]),
        (f"`lib/cards.h`:\n\n{VERSION.format(143)}\n\nAnd more.", ["differs"]),
        (f"`lib/cards.h`:\n\n{VERSION.format(143)}".replace("    ", "\t"), ["differs"]),
        (f"`lib/cards.h`:\n{VERSION.format(143)}", []),  # more of the paragraph
        (f"- `lib/cards.h`:\n\n{VERSION.format(143)}", []),  # more of the item
        (f"1. one\n\n   `lib/cards.h`:\n\n{VERSION.format(143)}", []),
        ("`lib/cards.h`:\n\n    what somebody said of it\n    and went away", []),  # no code
    ],
)
def test_blocks_that_are_indented(document: str, expected: list[str], index: Path) -> None:
    assert of_blocks(index, document) == expected


def test_where_an_indented_block_ends() -> None:
    lines = ["a", "", "    b", "", "    c", "", "d"]
    assert [indented_end(lines, at) for at in range(7)] == [0, 1, 5, 3, 5, 5, 6]
    assert indented_end(["    a", ""], 0) == 1
    assert indented_end(["     "], 0) == indented_end(["    ", "\t"], 0) == 0  # a document of blanks alone


REMARKS = """// Fleece + ... -> Wool
//   (1) Fleece + Lanolin
//   (2) Fleece + Burrs + {}
//
// Flax + ... -> Linen
//   (1) Flax + Tow
"""


@pytest.mark.parametrize(
    ("intro", "last", "expected"),
    [
        ("In `lib/comb.cc`:", "Lanolin", ["found"]),
        ("In `lib/comb.cc`:", "Lanolin, Fleece + Straw", ["differs"]),
        ("In `lib/comb.cc` we should write:", "Lanolin, Fleece + Straw", []),
        ("In `lib/reel.cc`:", "Lanolin, Fleece + Straw", []),  # which is another file
    ],
)
def test_blocks_of_comments(intro: str, last: str, expected: list[str], index: Path) -> None:
    assert of_blocks(index, f"{intro}\n\n```cpp\n{REMARKS.format(last)}```\n") == expected


def test_comments_that_are_mostly_others(index: Path) -> None:
    other = "\n".join(["// Fleece + ... -> Wool", "// and that is all", "// of it that I know", "//   (1) Flax + Tow"])
    assert of_blocks(index, f"In `lib/comb.cc`:\n\n```cpp\n{other}\n```\n") == []


DECLARED = """Status Comb(int times, const Wool& wool,
            Wool* combed) MUST_USE;
Status Clean(const Wool& {});
Status Grease(const Wool& wool) {{
"""


def test_declarations_with_others_left_out(index: Path) -> None:
    document = f"In `lib/cards.h`:\n\n```cpp\n{DECLARED}```\n"
    assert of_blocks(index, document.format("wool")) == ["found"]
    assert of_blocks(index, document.format("fleece")) == ["differs"]
    # What follows a declaration is no declaration: a line was left out of a body.
    assert of_blocks(index, document.format("wool").replace("```\n", "  return wool;\n```\n", 1)) != ["found"]


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("`load_cards` is in `python/ops/carding.py`.", True),
        ("`card_wool` is in `python/ops/carding_impl.py`.", True),
        ("`card_wool` is in `python/ops/carding.py`.", False),
        ("`spin_wool` is in `python/ops/spinning.py`.", True),  # which imports it
    ],
)
def test_modules_beside_each_other(text: str, right: bool, index: Path) -> None:
    assert (wrong(index, text) == []) is right
    assert wrong(index, text, tree=False) == []


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("woollen_ops.spin_wool", ["found"]),  # by way of a module that takes all names of a third
        ("woollen_ops.card_wool", ["not found"]),
        ("linen_ops.spin_wool", []),  # of another package, which may have it
    ],
)
def test_names_that_a_module_takes_with_all_others(name: str, expected: list[str], index: Path) -> None:
    assert [one.verdict for one in verdicts(index, f"It calls `{name}` with the fleece.")] == expected
