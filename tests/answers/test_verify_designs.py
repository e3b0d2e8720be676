"""What designs, reviews and notes say of what there is, and of what their authors would have."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import HEADER, KERNEL, REEL, STRANDS, line_of, wrong, wrong_of

from tfexplore.index.store import Index

COMPUTE, TIGHTEN, LOOSEN = (line_of(KERNEL, text) for text in ("  void Compute", "void Tighten", "void LoosenStrands"))
DESIGN = "| Author | the loom group |\n|---|---|\n\n# A loom that is warm\n\n{}\n"

TEXTS = {
    "tensorflow/core/kernels/colours.h": """enum class Shade {
  kPale,
  kDeep,
  kBright,
};
""",
    "tensorflow/core/lib/shades.h": """class Lamp {
  enum class Shade {
    kPale,
    kDeep,
    kOfGlass,
    kOfPaper,
  };
};
""",
    "tensorflow/core/kernels/switched.cc": """// What a switch does.
#ifdef WARM_LOOMS
int Warmth() { return 2; }




#else
int Warmth() { return 1; }
#endif

void TurnLooms(bool fast) {
  if (fast) {
    Prepare();
    Prepare();
    Prepare();
    Prepare();
    SpinLoomsQuickly();
  }
}
void Unrelated1() { A(); }
void Unrelated2() { B(); }
void Unrelated3() { SpinLoomsSlowly(); }
""",
    "tensorflow/core/kernels/lamps.h": "// What lamps are for, told at length:\n"
    + "// they light a loom.\n" * 12
    + "".join(f"class {name}Lamp {{\n  int wick;\n}};\n" for name in ("Table", "Wall", "Floor", "Desk", "Street")),
    "tensorflow/core/lib/BUILD": 'cc_library(\n    name = "reel",\n    srcs = ["reel.cc"],\n)\n',
}


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        (f"The strands are tied by `TightenStrandKnots` (`{KERNEL}:{TIGHTEN}`).", True),
        (f"我们看到 `TightenStrandKnots`，在 `{KERNEL}:{TIGHTEN}`。", False),  # whose it is
        (f"We add `TightenStrandKnots` next to `Tighten` (`{KERNEL}:{TIGHTEN}`).", False),
        ("The strands are tied by `TightenStrandKnots`.", False),
        (f"`TightenStrandKnots` is tied (`{KERNEL}:{TIGHTEN}`); `TightenStrandKnots` spins.", False),  # as it goes on
    ],
)
def test_names_of_a_design(sentence: str, found: bool, index: Path) -> None:
    names = "`LoosenStrands`, `BraidStrands`, `SilkKnotter`, `WarmStrandKnotter`, `KnotRing`, `ColdStrandKnotter`"
    notes = DESIGN.format(f"{names}, in `{HEADER}` and `{KERNEL}` and `{REEL}`.\n\n{sentence}")
    assert wrong(index, notes) == (["TightenStrandKnots"] if found else [])


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("We call a new hook, `TurnStrandKnots()`, first.", False),
        ("You moved the knots into a helper `TurnStrandKnots()`.", False),
        ("It calls the function `TurnStrandKnots()` first.", True),
        ("## Looking at it on your own\n\nIt calls the function `TurnStrandKnots()` first.", True),
        ("## Our own looms\n\nIt calls the function `TurnStrandKnots()` first.", False),
    ],
)
def test_whose_a_name_is(said: str, found: bool, index: Path) -> None:
    assert wrong(index, f"{said}\n") == (["TurnStrandKnots()"] if found else [])


def test_a_title_with_a_fork(index: Path) -> None:
    said = "## Today\n\nIt calls the function `turn_strand_knots()` first.\n"
    assert wrong(index, f"# Knots in our fork\n\n{said}") == ["turn_strand_knots()"]
    assert wrong(index, f"# Knots in PyTorch\n\n{said}") == []


def test_files_that_nobody_may_add(index: Path) -> None:
    assert wrong(index, "So no file may be called `core/kernels/braid_op_extra.cc`.\n") == []
    assert wrong(index, "So a file is called `core/kernels/braid_op_extra.cc`.\n") == ["core/kernels/braid_op_extra.cc"]


@pytest.mark.parametrize(
    ("values", "found"),
    [
        ("kPale, kDeep, kBright", []),
        ("kPale, kDeep, kOfGlass, kOfPaper", []),
        ("kPale, kDeep, kOfGlass, kOfWood", ["kOfWood"]),
    ],
)
def test_enumerations_of_one_name(values: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"- `Shade`: {values}\n") == found


SWITCHED = "core/kernels/switched.cc"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"`Warmth` is one unless the build defines `WARM_LOOMS` (`{SWITCHED}:9`).", []),
        (f"`WARM_LOOMS` (`{SWITCHED}:9`) is for the cold.", [f"{SWITCHED}:9"]),
        (f"Two looms win over `WARM_LOOMS` (`{SWITCHED}:9`).", []),
    ],
)
def test_names_that_are_compared(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text + "\n") == found


def test_a_row_whose_line_begins_a_branch(index: Path) -> None:
    head = f"In `{SWITCHED}`:\n\n| name | line |\n|---|---|\n"
    rows = "| `Unrelated1` | 21 |\n| `Unrelated2` | 22 |\n| `TurnLooms` | 12 |\n"
    assert wrong(index, f"{head}{rows}| `SpinLoomsQuickly` | 13 |\n") == []
    assert wrong(index, f"{head}{rows}| `SpinLoomsSlowly` | 13 |\n") == ["13"]


@pytest.mark.parametrize(
    ("before", "found"), [("The comment in line 2 says so", []), ("It is defined at line 2", ["line 2"])]
)
def test_the_place_of_a_remark(before: str, found: list[str], index: Path) -> None:
    block = "```cpp\nvoid Unreel(Reel* reel) {\n  reel->size = 0;\n}\n```\n"
    assert wrong(index, f"On `{REEL}`. {before}:\n\n{block}") == found


def test_what_stands_above_a_class(index: Path) -> None:
    said = "".join(
        f"- `{name}Lamp` (lamps.h:{line})\n"
        for name, line in (("Wall", 17), ("Floor", 20), ("Desk", 23), ("Street", 26))
    )
    assert wrong(index, f"{said}\nThe remark above `class TableLamp`, lamps.h:4, is long.\n") == []
    assert wrong(index, f"{said}\nLook at `class TableLamp`, lamps.h:4, which is long.\n") == ["lamps.h:4"]


@pytest.mark.parametrize(("remark", "wrongs"), [("// loom: counted   <-- new", 0), ("// loom: counted", 1)])
def test_blocks_with_lines_that_are_new(remark: str, wrongs: int, index: Path) -> None:
    block = f"```cpp\nvoid Unreel(Reel* reel) {{\n  reel->size = 0;\n  {remark}\n  reel->turns = 0;\n}}\n```\n"
    assert len(wrong(index, f"In `{REEL}`:\n\n{block}")) == wrongs


def test_blocks_of_another_release(index: Path) -> None:
    block = "```cpp\nvoid Unreel(Reel* reel) {\n  reel->size = 1;\n}\n```\n"
    compared = "# What changed: 1.14 and 1.15\n\n"
    assert wrong(index, f"{compared}1.14 (`{REEL}`, L20) begins with one:\n\n{block}") == []
    assert len(wrong(index, f"{compared}1.15 (`{REEL}`, L17) begins with one:\n\n{block}")) == 1


def test_targets_of_a_block(index: Path) -> None:
    block = '```python\ncc_library(\n    name = "reels",\n    deps = [":reel_tips"],\n)\n```\n'
    label = "//tensorflow/core/lib:reel_tips"
    assert wrong(index, f"Query `{label}`.\n") == [label]
    assert wrong(index, f"{block}\nQuery `{label}`.\n") == []


@pytest.mark.parametrize("means", ["stands for", "="])
def test_short_names_of_links(means: str, index: Path) -> None:
    link = "`https://github.com/tensorflow/tensorflow/blob/v1.15.0/tensorflow`"
    for line, found in ((TIGHTEN, []), (COMPUTE, [f"B/core/kernels/braid_op.cc#L{COMPUTE}"])):
        assert wrong(index, f"`B` below {means} {link}.\n\n`Tighten` (B/core/kernels/braid_op.cc#L{line}).\n") == found


def test_numbers_that_follow_their_names(index: Path) -> None:
    first, second, third = (line_of(STRANDS, f"def {name}(") for name in ("untangle", "retangle", "loosen_knots"))
    said = (
        f"The file `{STRANDS}` has them (`untangle` at line {first}, `retangle` {second}, `loosen_knots`\n{third}).\n"
    )
    assert wrong(index, said) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`tensorflow/core/kernels/BUILD` has it in `android_extended_ops_group1`.", []),
        ("A glob leaves `math_ops_gpu_*.cc` out.", []),
        ("`math_ops.cc` has kernels of `CPU` (lines 245-247).", []),
    ],
)
def test_what_an_index_does_not_tell(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text + "\n") == found
