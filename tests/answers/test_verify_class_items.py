"""Members of a class in lists and cells, texts that a file has, and a constructor's place."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

HEADER = "tensorflow/core/looms/treadle.h"
SOURCE = "tensorflow/core/looms/treadle.cc"
TEXTS = {
    HEADER: """#ifndef TREADLE_H_
#define TREADLE_H_

struct TreadleParts {
  TreadleParts(int count);
  int count;
  int pedal_width;
  int cord_length;
  int lam_count;
  bool tied_up;
  void Untie();
};

#endif  // TREADLE_H_
""",
    SOURCE: """#include "treadle.h"

TreadleParts::TreadleParts(int count) : count(count) {}

void TreadleParts::Untie() { tied_up = false; }

bool IsWeave(const string& name) {
  return name == "plain" || name == "twill" || name == "satin" || name == "basket" || name == "waffle" ||
         name == "overshot";
}
""",
}
RIGHT = "- `count`, `pedal_width`\n- `cord_length`, and `{}`\n- `tied_up`\n"


@pytest.mark.parametrize(
    ("above", "found"),
    [
        ("The fields of `TreadleParts`:", True),
        ("## TreadleParts\n\nIt has the members", True),
        ("## `TreadleParts`\n\n它填的字段有", True),
        ("`TreadleParts` has no such fields:", False),
        ("The fields of our new `TreadleParts`, to be added:", False),
        ("What it calls:", False),
    ],
)
def test_lists_of_members(above: str, found: bool, index: Path) -> None:
    assert wrong(index, f"{above}\n\n{RIGHT.format('lam_count')}") == []
    assert wrong(index, f"{above}\n\n{RIGHT.format('lam_length')}") == (["lam_length"] if found else [])
    assert wrong(index, f"{above}\n\n{RIGHT.format('lam_length')}", tree=False) == []


def test_short_lists_of_members(index: Path) -> None:
    assert wrong(index, "The fields of `TreadleParts`:\n\n- `count`\n- `lam_length`\n- `tied_up`\n") == []
    texts = '`IsWeave` knows `"plain"`, `"twill"`, `"satin"`, `"basket"` and `"leno"`.\n'
    assert wrong(index, texts) == []


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("fields `count`, `lam_count`, `cord_length`", []),
        ("fields `count`, `lam_width`, `cord_length`", ["lam_width"]),
        ("字段 `count`、`lam_width`、`tied_up`", ["lam_width"]),
        ("`count` is made of `lam_width` and `tied_up`", []),
        ("fields `lam_width`, `lam_length`, `count`", []),
    ],
)
def test_cells_of_members(cell: str, expected: list[str], index: Path) -> None:
    table = f"| struct | what |\n|---|---|\n| `TreadleParts` | {cell} |\n"
    assert wrong(index, table) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- `TreadleParts` (4): `count`, `lam_count`, `tied_up`, `cord_length`", []),
        ("- `TreadleParts` (4): `count`, `lam_count`, `tied_up`, `cord_width`", ["cord_width"]),
        ("- `TreadleParts`: `cord_width`, `count`", []),
        ("`TreadleParts` holds `count`, `lam_count` and `cord_width`.", ["cord_width"]),
    ],
)
def test_members_behind_a_name(text: str, expected: list[str], index: Path) -> None:
    assert wrong(index, text + "\n") == expected


def test_texts_of_a_list(index: Path) -> None:
    names = ("plain", "twill", "satin", "basket", "overshot")
    listed = ", ".join([f'`"{name}"`' for name in names])
    assert wrong(index, f"`IsWeave` knows {listed} and `'waffle'`.\n") == []
    assert wrong(index, f'`IsWeave` knows {listed} and `"leno"`.\n') == ['"leno"']
    assert wrong(index, f'It knows {listed} and `"leno"`.\n') == []
    assert wrong(index, f'`IsWeave` knows {listed}, but there is no `"leno"`.\n') == []
    rows = "".join([f'| `"{name}"` | cloth |\n' for name in (*names, "leno")])
    assert wrong(index, f"The names that `IsWeave` knows:\n\n| name | of |\n|---|---|\n{rows}") == ['"leno"']


@pytest.mark.parametrize("words", ["The constructor is in", "构造函数的实现在"])
def test_the_place_of_a_constructor(words: str, index: Path) -> None:
    assert wrong(index, f"{words} `{SOURCE}:3`.\n") == []
    assert wrong(index, f"{words} `{SOURCE}:5`.\n") == [f"{SOURCE}:5"]
    assert wrong(index, f"{words} `{SOURCE}:9`.\n") == []
