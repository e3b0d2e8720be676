"""Statements, and texts of messages, that a document gives a place."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

LOOM = "tensorflow/core/looms/shed.cc"
TEXTS = {
    LOOM: """#include "shed.h"

void OpenShed(Loom* loom) {
  int height = loom->height() * 2;
  if (height > 12) {
    loom->Fail("the shed is higher than "
               "the reed");
  }
  Raise(loom->shaft(0), height);
  loom->set_open(true);
  Lower(loom->shaft(1), height);
}

void CloseShed(Loom* loom) {
  loom->set_open(false);
  Beat(loom, 3);
}

DECLARE_SHED(Rising, 1)
DECLARE_SHED(Sinking, 2)
int Rows() { return warp_count * 24; }
Register("Rows",
         spun(true), 24, false);
while (warps_ < wefts_) Add();
""",
}
PLACE = f"`{LOOM}:{{}}`"


def at(line: int) -> str:
    return PLACE.format(line)


@pytest.mark.parametrize(
    "form",
    [
        "`{code}` ({place})",
        "The statement `{code}` is at {place}.",
        "`{code}` 这句在 {place}。",
        "{place}: `{code}`",
        "It keeps `{code}` 32-bit rows ({place}).",
        "There is `{code}`, on {place}; no more.",
    ],
)
@pytest.mark.parametrize(
    ("code", "line", "right"),
    [
        ("Raise(loom->shaft(0), height);", 9, True),
        ("Raise(loom->shaft(0), height)", 10, True),  # next to it
        ("Raise(loom->shaft(0),  height);", 4, False),
        ("loom->set_open(false);", 15, True),
        ("while (warps_ < wefts_)", 24, True),
        ("while (warps_ < wefts_)", 15, False),
        ("loom->set_open(false);", 13, False),  # two lines off
        ("loom->set_open(true);", 15, False),  # which is like it, and says the opposite
        ("int height = loom->height() * 2;", 15, False),
        ('loom->Fail("the shed is higher than " "the reed");', 6, True),
        ("DECLARE_SHED(Sinking, 2)", 20, True),
        ("DECLARE_SHED(Sinking, 2)", 19, False),  # another of the same kind
        ("Raise(loom->shaft(5), height);", 9, False),  # which has another number
        ("Raise(loom->shaft(5), width);", 9, True),  # which stands nowhere
        ("Raise(loom->shaft(0), ...);", 9, True),
        ("warp_count * 24", 21, True),
        ("warp_count * 24", 4, False),
    ],
)
def test_statements(form: str, code: str, line: int, right: bool, index: Path) -> None:
    text = form.format(code=code.replace('\\"', '"'), place=at(line))
    found = wrong(index, text + "\n")
    assert (found == []) is right, found
    assert wrong(index, text + "\n", tree=False) == []


def test_the_place_may_be_where_something_is_defined(index: Path) -> None:
    assert wrong(index, f"It calls `OpenShed(loom, 12)` ({at(3)}).\n") == []
    assert wrong(index, f"`height=12 + 3` ({at(15)})\n") == []  # a parameter, and no statement


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ('"the shed is higher than the reed"', 6, []),
        ('"the shed is taller than the reed"', 6, ['"the shed is taller than the reed"']),
        ('"the shed is taller ..."', 6, []),
        ('"no tension in the warp"', 6, []),  # another text
        ('"the shed is taller than the reed"', 15, ["the shed is taller than the reed"]),  # which no line has
    ],
)
def test_texts(text: str, line: int, expected: list[str], index: Path) -> None:
    assert wrong(index, f"It fails with `{text}` ({at(line)}).\n") == expected


def test_lines_without_a_file_are_of_the_one_with_the_statement(index: Path) -> None:
    """The file that was named last has nothing of it, and of all that the document cites one has."""
    above = f"See `{LOOM}` and `kernels/braid_op.cc`.\n\nIt decides: "
    said = above + "`int height = loom->height() * 2;` (line {})."
    assert wrong(index, said.format(4)) == []
    assert wrong(index, said.format(16)) == ["line 16"]
    assert wrong(index, above + "`Beat(loom, 3);` (line 3).") == []  # which is too little to tell the file


def test_what_the_next_sentence_denies(index: Path) -> None:
    said = f"It says `Raise(loom->shaft(0), height);` (`{LOOM}:{{}}`). There is no such `Shed`, only a `Loom`."
    assert wrong(index, said.format(9)) == []
    assert wrong(index, said.format(16)) == [f"{LOOM}:16"]


@pytest.mark.parametrize("said", ["{} 用 `{}`。", "{} 先检查 `{}`。", "{} calls `{}` first.", "{} returns `{}`."])
def test_what_a_place_is_said_to_do(said: str, index: Path) -> None:
    code = "loom->shaft(1), height"
    assert wrong(index, said.format(at(11), code) + "\n") == []
    assert wrong(index, said.format(at(3), code) + "\n") == [at(3).strip("`")]


def test_a_part_of_the_statement_that_a_line_begins(index: Path) -> None:
    assert wrong(index, f"It says `the shed is higher than the reed` ({at(6)}).\n") == []
    assert wrong(index, f"{at(22)} has `spun(true), 24, false`.\n") == []
    assert wrong(index, f"{at(9)} has `spun(true), 24, false`.\n") == [at(9).strip("`")]
