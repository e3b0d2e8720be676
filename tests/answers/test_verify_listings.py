"""What documents list as being in a file."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import verdicts, wrong

#: What no file has is not in the index that is asked here without a tree.
WORDED = False

PY = "tensorflow/python/ops/dyes.py"
HEADER = "tensorflow/core/lib/dyes.h"
OTHER = "tensorflow/python/ops/mordants.py"
TEXTS = {
    PY: """KERMES_RED = 1


def dye_red(yarn):
  return madder(yarn)


def dye_blue(yarn):
  return woad(yarn)


class DyeBath(object):
  def steep_yarn(self):
    pass


def rinse_yarn(yarn):
  pass
""",
    HEADER: """// How yarn is dyed.
enum class DyePolicy {
  // The default.
  kOnceOnly,
  kEachSeason,
  kAlwaysRed,
};

class kNeverDyed {};
""",
    "tensorflow/core/protobuf/dyes.proto": """syntax = "proto3";
message DyeLog {
  enum DyeState {
    STATE_UNKNOWN = 0;
    STEEPED = 1;
    RINSED = 2;
  }
  DyeState state = 3;
}
enum Later {
  DRIED = 0;
}
""",
    OTHER: """def apply_alum(yarn):
  pass
""",
}
ITS = "`dye_red`, `dye_blue`, `DyeBath`, `rinse_yarn`"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"- `{PY}`: {ITS}", []),
        (f"- `{PY}`: {ITS} and `DyeBath.steep_yarn()`", []),
        (f"- `{PY}`: {ITS} and `apply_alum`", ["apply_alum"]),
        (f"- `{PY}`: `KERMES_RED`, `apply_alum()`, {ITS}", ["apply_alum()"]),
        (f"`{PY}` has {ITS}, `apply_alum` and much more.", ["apply_alum"]),
        (f"The file `{PY}` (for colours) defines the functions {ITS} and `apply_alum`.", ["apply_alum"]),
        (f"`{PY}` 中有 `dye_red`、`dye_blue`、`KERMES_RED`、`apply_alum` 和 `rinse_yarn`。", ["apply_alum"]),
        (f"{PY}：`dye_red`、`dye_blue`、`DyeBath`、`rinse_yarn`、`apply_alum`。", ["apply_alum"]),
        # Too few of them are there, or it is said otherwise.
        (f"`{PY}` has `dye_red`, `dye_blue`, `DyeBath` and `apply_alum`.", []),
        (f"`{PY}` has {ITS}, `apply_alum`, `BraidStrands` and `Tighten`.", []),
        (f"`{PY}` 没有 {ITS}、`apply_alum`。", []),
        (f"`{PY}` has {ITS}, but not `apply_alum`.", []),
        (f"`{PY}` is included by: {ITS}, `apply_alum`.", []),
        (f"With `{OTHER}`, `{PY}` has {ITS} and `apply_alum`.", []),
        (f"We add to `{PY}`: {ITS}, `apply_alum`.", []),
        (f"Let us fix `{PY}`: {ITS}, `apply_alum`.", []),
        (f"`{PY}:3` has {ITS} and `apply_alum`.", []),
    ],
)
def test_lists(text: str, expected: list[str], index: Path) -> None:
    assert wrong(index, text + "\n") == expected
    assert wrong(index, text + "\n", tree=False) == []


def test_where_the_thing_is(index: Path) -> None:
    moved, lost = [
        one
        for one in verdicts(index, f"- `{PY}`: {ITS}, `steep_yarn`, `KERMES_RED`, `apply_alum`, `cook_up`\n")
        if one.verdict != "found"
    ]
    assert (moved.verdict, moved.detail) == ("moved", f"{PY} does not have it")
    assert moved.location is not None
    assert moved.location.path == OTHER
    assert (lost.text, lost.verdict) == ("cook_up", "not found")


@pytest.mark.parametrize(
    ("said", "wrong_ones"),
    [
        ("`DyePolicy` with `kOnceOnly`, `kEachSeason` and `kAlwaysRed`", []),
        ("`DyePolicy` with `kOnceOnly`, `kEachSeason`,\n`kAlwaysRed` and `kNeverDyed`", ["kNeverDyed"]),
        ("`DyePolicy` has the values `DyePolicy::kOnceOnly`, `kEachSeason` and `kNeverDyed`", ["kNeverDyed"]),
        ("`DyePolicy` (`lib/dyes.h:2`) 有三个值:`kOnceOnly`、`kEachSeason` 和 `kNeverDyed`", ["kNeverDyed"]),
        ("`DyeLog.DyeState` has the values `STATE_UNKNOWN`, `STEEPED` and `RINSED`", []),
        ("`DyeLog.DyeState` has the values `STATE_UNKNOWN`, `STEEPED`, `RINSED` and `DRIED`", ["DRIED"]),
        (
            "枚举 `DyePolicy` 定义在 `lib/dyes.h:2`，一共四个值：`kOnceOnly`、`kEachSeason`、"
            "`kAlwaysRed`、`kNeverDyed`。",
            ["kNeverDyed"],
        ),
        ("`DyePolicy` is defined in `lib/dyes.h` and has `kOnceOnly`, `kEachSeason`, `kNeverDyed`", ["kNeverDyed"]),
        # The items below a line that says whose they are.
        ("Its `DyePolicy` enum has:\n\n* `kOnceOnly`\n* `kEachSeason`\n* `kNeverDyed`\n", ["kNeverDyed"]),
        ("Its `DyePolicy` enum has:\n\n* `kOnceOnly`\n* `kEachSeason`\n* `kAlwaysRed`\n", []),
        (
            "- values of `DyePolicy` (`lib/dyes.h:2`):\n  1. `kOnceOnly`: once\n  2. `DyePolicy::kEachSeason` - often\n"
            "  3. `kNeverDyed`, never\n",
            ["kNeverDyed"],
        ),
        ("We would add to the `DyePolicy` enum:\n\n* `kOnceOnly`\n* `kEachSeason`\n* `kNeverDyed`\n", []),
        ("`DyePolicy` decides:\n\n* `kOnceOnly`\n* `kEachSeason`\n* `kNeverDyed`\n", []),  # who says that these are all
        ("The `DyePolicy` enum has:\n\n* `kOnceOnly`\n* `kNeverDyed`\n", []),  # which may be another's
        ("`DyePolicy` with `kOnceOnly` and `kNeverDyed`", []),  # which may be of another
        ("`DyeBath` with `kOnceOnly`, `kEachSeason` and `kNeverDyed`", []),
        ("`DyePolicy` with `kOnceOnly`, `kEachSeason` and `rinse_yarn`", []),
        ("`DyePolicy` with `kOnceOnly`, `kEachSeason`; there is no `kNeverDyed`", []),
    ],
)
def test_values_of_an_enumeration(said: str, wrong_ones: list[str], index: Path) -> None:
    assert wrong(index, f"The policy is {said}.\n") == wrong_ones
    assert wrong(index, f"The policy is {said}.\n", tree=False) == wrong_ones


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`Knotter` has `knots_per_strand` and `is_tight`.", []),
        ("`Knotter` has `knots_per_strand`, `is_tight` and `untie_knots`.", ["untie_knots"]),
        ("The class (`Knotter`) declares the virtual methods `knots_per_strand()`,\n`is_tight()` and `untie_knots()`.",
         ["untie_knots()"]),
        ("`SilkKnotter` has `knots_per_strand`, `is_tight` and `SilkKnotter`.", []),  # one is the base's
        ("`Knotter` 有 `knots_per_strand`、`is_tight` 和 `untie_knots`。", ["untie_knots"]),
        ("`Knotter` has `untie_knots`, `cut_knots` and `is_tight`.", []),  # another class is meant
        ("`Knotter` has `knots_per_strand`, `is_tight`, `untie_knots`, `cut_knots` and `tie_knots`.", []),
        ("`Knotter` has `knots_per_strand`, `is_tight` and no `untie_knots`.", []),
        ("`Knotter` has no `knots_per_strand`, `is_tight` and `untie_knots`.", []),
        ("`Knotter` has `knots_per_strand`, `is_tight`. With `untie_knots` it is another matter.", []),
        ("Our `Knotter` would have `knots_per_strand`, `is_tight`, `untie_knots`.", []),
    ],
)  # fmt: skip
def test_members_of_a_class(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text) == found
    assert wrong(index, text, tree=False) == []


def test_a_line_behind_a_list_is_of_the_same_file(index: Path) -> None:
    assert wrong(index, f"`{PY}` has {ITS} and `apply_alum`. The first is short (line 4).") == ["apply_alum"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`is_tight` is a method of `Knotter`.", []),
        ("`untie_knots` is a method of `Knotter`.", ["untie_knots"]),
        ("`untie_knots` exists as a virtual method of the class `Knotter`.", ["untie_knots"]),
        ("`untie_knots` is not a method of `Knotter`.", []),
        ("`untie_knots` is a method of `Spinner`.", []),  # of which nothing is known
        ("In our fork `untie_knots` is a method of `Knotter`.", []),
    ],
)
def test_what_is_said_to_be_a_member(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text) == found
