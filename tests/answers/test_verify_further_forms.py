"""Forms of documents by authors who had not seen the tool: what is wrong in them, and what only looks so."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong, wrong_of

from tfexplore.index.store import Index

RET = "tensorflow/core/kernels/retting.h"
SOURCE = "tensorflow/core/kernels/retting.cc"
CARD = "tensorflow/core/kernels/flax_card.cc"
PROTO = "tensorflow/core/protobuf/flax.proto"
PY = "tensorflow/python/ops/scutching.py"
TABLES = "tensorflow/core/kernels/tables.h"
TEXTS = {
    RET: """// How flax is retted.
enum class RetKind {
  kDewRetting = 0,
  kTankRetting = 1,
  kStreamRetting = 2,
};

typedef gtl::FlatMap<uint64, RettedStalk> StalkTable;

class RettingTank {
 public:
  RettingTank(int stalks, float warmth_limit);

  void SoakStalks(int stalks);

  // Turns them.
  void TurnStalks(int stalks) {
    stalks += 1;
    warmth_ = device.heatPerStalk() / 2;


    turned_ += stalks;
  }

 private:
  int turned_;
};

class StalkHolder {
};

inline void DrainTank(RettingTank* tank) {
}
""",
    SOURCE: """#include "tensorflow/core/kernels/retting.h"

void EmptyAll(RettingTank* tank) {
  DrainTank(tank);
  tank->SoakStalks(0);
}

const char* Flags() { return getenv("TF_RETTING_KIND"); }



int Speeds() {


  return fast ? 2 : 1;
}
""",
    CARD: """int card_all() { return 1; }

void CardAndEmpty(RettingTank* tank) {
  DrainTank(tank);
  tank->TurnStalks(0);
}
""",
    "tensorflow/core/kernels/flax_card_test.cc": "int main() { return 0; }\n",
    "tensorflow/core/kernels/flax_comb.cc": "int comb_all() { return 1; }\n",
    "tensorflow/core/kernels/flax_spin.cc": "int spin_all() { return 1; }\n",
    TABLES: """DEFINE_STALK(short, 1)
DEFINE_STALK(long, 2)
DEFINE_STALK(broken, 2)
""",
    PROTO: """message FlaxConfig {
  int32 stalk_count = 1;



  bool allow_soft_water = 2;



  // How long.
  int64 soaking_days = 3;
}
""",
    PY: """class FlaxKind(object):
  NONE = "none"



  # Of nothing.





  ZERO = "zero"


def scutch_all(flax):
  return flax


def _scutch_once(flax):
  return flax
""",
}
#: The line on which `TurnStalks` begins, and that of the table.
TURN = TEXTS[RET][: TEXTS[RET].index("  void TurnStalks")].count("\n") + 1
SCUTCH = TEXTS[PY][: TEXTS[PY].index("def scutch_all")].count("\n") + 1
SPEEDS = TEXTS[SOURCE][: TEXTS[SOURCE].index("int Speeds")].count("\n") + 1
TABLE = TEXTS[RET][: TEXTS[RET].index("typedef")].count("\n") + 1


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # A value with its enumeration before it.
        ("The default is `RetKind::kTankRetting`.", []),
        ("The default is `RetKind::kTankRet`.", ["RetKind::kTankRet"]),
        ("There is no `RetKind::kTankRet`.", []),
        ("Our fork has a `RetKind::kTankRet` of its own.", []),
        # One of a list whose others are all of one enumeration.
        ("In `retting.h` it has the modes `kDewRetting`, `kTankRetting` and `kRiverRetting`.", ["kRiverRetting"]),
        ("In `retting.h` it has the modes `kDewRetting`, `kTankRetting` and `kStreamRetting`.", []),
        # Code with another token, where its line or what it is in is named.
        ("`DEFINE_STALK(broken, 3)` (tables.h:3) comes last.", ["DEFINE_STALK(broken, 3)"]),
        ("`DEFINE_STALK(broken, 2)` (tables.h:3) comes last.", []),
        (f"The map is `typedef gtl::FlatMap<string, RettedStalk> StalkTable;` (retting.h:{TABLE}).",
         ["typedef gtl::FlatMap<string, RettedStalk> StalkTable;"]),
        ("| `TurnStalks` | `warmth_ = device.heatPerStalk() / 4;` |", ["warmth_ = device.heatPerStalk() / 4;"]),
        ("| `TurnStalks` | `warmth_ = device.heatPerStalk() / 2;` |", []),
        # A line of a message's field, as another is spoken of.
        ("`allow_soft_water`; the comment tells more. → `core/protobuf/flax.proto:2`", ["core/protobuf/flax.proto:2"]),
        ("`allow_soft_water`; the comment tells more. → `core/protobuf/flax.proto:6`", []),
        ("`allow_soft_water` and the `stalk_count` → `core/protobuf/flax.proto:2`", []),
        # A file that is called like its neighbour with a word more.
        ("Tests: `flax_card_test.cc`, and of some cases `slow_flax_card_test.cc`.", ["slow_flax_card_test.cc"]),
        ("Tests: `flax_card_test.cc`; we would write `slow_flax_card_test.cc`.", []),
        ("I found:\\n\\n- `flax_card.cc`\\n- `flax_comb.cc`\\n- `flax_spin.cc`\\n- `flax_roll.cc`", ["flax_roll.cc"]),
        ("What I made:\\n\\n- `flax_card.cc`\\n- `flax_roll.cc`", []),
    ],
)  # fmt: skip
def test_what_is_wrong(text: str, found: list[str], index: Path) -> None:
    text = text.replace("\\n", "\n")
    table = f"| name | statement |\n|---|---|\n{text}\n"
    assert wrong(index, table if text.startswith("|") else f"{text}\n") == found


@pytest.mark.parametrize(
    "text",
    [
        # The place of something else that the sentence names.
        'Kinds: `FlaxKind.NONE` = "none", `ZERO` = "zero" (`ops/scutching.py:1`).',
        "Set `TF_RETTING_KIND` to `slow` / `fast` (`retting.cc:8`).",
        # A message that is set as code says nothing of what it names.
        "| message | where |\n|---|---|\n| `(RettingTank was found, but no stalk was in it)` | `retting.h`, line 2 |",
        # What is quoted is a second thing.
        "`core/kernels/retting.h:10`. With fewer stalks you get its sibling:\n\n```cpp\n"
        "  void TurnStalks(int stalks) {\n    stalks += 1;\n```",
        # What uses all that a file has.
        "They use `DrainTank` and `TurnStalks`, both in `retting.h`:\n\n```cpp\n"
        "void CardAndEmpty(RettingTank* tank) {\n  DrainTank(tank);\n  tank->TurnStalks(0);\n}\n```",
        # The author's own.
        "Our collector is `oncall/collect.sh`, the parser `oncall/parse.py` (class `FlaxDumpOfOurs`).",
        "It sits in `tensorflow/core/kernels/hx/` and `tensorflow/core/common/hx/` of the fork.",
        "| 2 | our patch `RettingTank::SkipStalks` + flag | in review |",
        "For it (`DEVICE_ACC` and `scutch_own()` are yours):",
        # What a patch adds.
        "# Review of PR 12\n\n[nit] rename `test_scutching_of_nothing()`.",
        "# Review of PR 12\n\nI like `RettingStalkCounter()`, I do not like where it is called.",
        "Review of **change 12: \"soak less\"**\n\nI like `RettingStalkCounter()`, I do not like where it is called.",
        "```\n tensorflow/core/kernels/retting.h | 14 ++\n tensorflow/core/kernels/soaking.h | 48 +++++++   (new)\n```",
        "You copy that into `RetTankTwo()`.",
        # What there is not.
        "There is none; nor a `scutch_none()`.",
        "很多老文章里提到的 `_scutch_lock` 已经没有关系了。",
        "Undefined: `_ZN10tensorflow11RettingTank4SoakE`.",  # as a linker has it
        'Our 2018 ops said `#include "tensorflow/core/kernels/soaking.h"`; that header is gone, it is `retting.h` now.',
        "own op RettingTankEx in mover_ops.cc?",
        "我给的脚手架里有 `best_tank_of_all()`。",
        "`RettingTank::Options` 也是后来的版本才有的。",
        "# From 1.12 to 1.15\n\n| r1.12 | v1.15.0 |\n|---|---|\n| `kernels/soaking.h` | `kernels/retting.h` |",
        "# From 1.12 to 1.15\n\n`tensorflow/contrib/retting` (*1.12*) → `tensorflow/core/kernels`.",
        # Priorities are no lines.
        f"`TurnStalks` (`retting.h:{TURN}`) has a priority: `RettingTank` (170) beats `StalkHolder` (160).",
    ],
)  # fmt: skip
def test_what_only_looks_wrong(text: str, index: Path) -> None:
    assert wrong(index, text + "\n") == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # What a review says of the tree is held against it, where the words or the name tell.
        ("In base there is `StalkCounterOfTank()`, a function.", ["StalkCounterOfTank()"]),
        ("`RettingTank::SoakStalkz` runs first.", ["RettingTank::SoakStalkz"]),
        ("`RettingTank::SoakEverything` runs first.", ["RettingTank::SoakEverything"]),
    ],
)
def test_what_a_review_says_of_the_tree(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"# Review of PR 12\n\n{text}\n") == found


@pytest.mark.parametrize(
    ("announced", "said", "found"),
    [
        ("`T.h` = `tensorflow/core/kernels/retting.h`", "T.h:10", False),
        ("约定：`T.h` = `core/kernels/retting.h`，`s.py` = `tensorflow/python/ops/scutching.py`。", "s.py:15", False),
        ("`ker/X` = `tensorflow/core/kernels/X`, \"req\" = required.", "ker/retting.h:10", False),
        ("`ker/X` = `tensorflow/core/kernels/X`, \"req\" = required.", "ker/netting.h:10", True),
        ("`T.h` = what I wrote", "T.h:10", True),
    ],
)  # fmt: skip
def test_short_names(announced: str, said: str, found: bool, index: Path) -> None:
    name = "scutch_all" if said.startswith("s.py") else "RettingTank"
    assert wrong(index, f"{announced}\n\n`{name}` (`{said}`).\n") == ([said] if found else [])


def test_items_beside_each_other_may_be_on_statements(index: Path) -> None:
    """The lines of most places are where things begin, and those of two items of one list are not."""
    begin = "".join(
        f"`{name}` ({path}:{line}). "
        for name, path, line in (
            ("RettingTank", "retting.h", 10), ("StalkHolder", "retting.h", TURN + 11), ("EmptyAll", "retting.cc", 3),
            ("scutch_all", "scutching.py", SCUTCH), ("FlaxKind", "scutching.py", 1), ("RetKind", "retting.h", 2),
        )
    )  # fmt: skip
    first, second = "- `EmptyAll`, retting.cc:5\n", "- third: `Speeds`, retting.cc:{}\n"
    assert wrong(index, f"{begin}\n\n{first}") == ["retting.cc:5"]
    assert wrong(index, f"{begin}\n\n{first}{second.format(SPEEDS)}") == ["retting.cc:5"]
    assert wrong(index, f"{begin}\n\n{first}{second.format(SPEEDS + 3)}") == []


@pytest.mark.parametrize(
    ("row", "found"),
    [
        (f"| `TurnStalks` | `heatPerStalk` | retting.h:{TURN + 2} |", False),
        (f"| `TurnStalks` | 3 | retting.h:{TURN + 2} |", True),
    ],
)
def test_a_row_may_have_the_line_of_what_is_beside_its_name(row: str, found: bool, index: Path) -> None:
    rows = "".join(
        f"| `{name}` | | {path}:{line} |\n"
        for name, path, line in (
            ("StalkHolder", "retting.h", TURN + 11), ("EmptyAll", "retting.cc", 3),
            ("scutch_all", "scutching.py", SCUTCH), ("FlaxKind", "scutching.py", 1), ("RetKind", "retting.h", 2),
        )
    )  # fmt: skip
    told = wrong(index, f"| what | values | line |\n|---|---|---|\n{rows}{row}\n")
    assert told == ([f"retting.h:{TURN + 2}"] if found else [])


def test_misspelt_files_of_other_kinds(index: Path) -> None:
    assert wrong(index, "Java: `tensorflow/java/src/main/java/org/braids/BraidLoader.java`.\n") == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("For GPU there are two, `NonMaxSuppressionV2` and `NonMaxSuppressionV5`, for float.", ["NonMaxSuppressionV5"]),
        ("For GPU there are two, `NonMaxSuppressionV2` and `NonMaxSuppressionV3`, for float.", []),
        ("`ScatterAdd`/`ScatterDiv` are on GPU for half, float and double.", ["half"]),
        ("`ScatterAdd`/`ScatterDiv` are on GPU for float and double.", []),
        ("`SaveV2` has kernels on CPU and GPU but does not list files.", ["GPU"]),
        ("For `ScatterUpdate` the default of `use_locking` is `false`, as it is for `ScatterAdd`.", ["use_locking"]),
        ("For `ScatterUpdate` the default of `use_locking` is `true`, unlike that of `ScatterAdd`.", []),
        # `Tidx` takes it, which nobody speaks of.
        ("| op | GPU |\n|---|---|\n| `Min` | half, float, int64 |", ["int64"]),
        ("| op | GPU |\n|---|---|\n| `Min` | half, float, int32 |", []),
        ("| op | CPU |\n|---|---|\n| `All` | bool |", []),  # which has no other attr
        ("| op | GPU, `Tidx` |\n|---|---|\n| `Min` | int32, int64 (Tidx) |", []),
        ("| op | CPU |\n|---|---|\n| `RandomUniformInt` | int32, int64 |", []),
        # What is said of others than the op that is named.
        ("`min_after_dequeue: int = 0` for `RandomShuffleQueueV2`, `timeout_ms: int = -1` for enqueueing.", []),
        ("`RandomShuffleQueueV2` has an attr `timeout_ms: int = -1`.", ["timeout_ms: int = -1"]),
        ("Of `CropAndResizeOp` the attr `extrapolation_value` defaults to `0` (`ops/image_ops.cc:755`).", []),
        ("| op | remark |\n|---|---|\n| `LeakyRelu` | reads `alpha`, whose default is 0.3 |", ["alpha"]),
        ("| op | remark |\n|---|---|\n| `LeakyRelu` | reads `alpha`, whose default is 0.2 |", []),
        ("`LeakyRelu` reads `alpha`, whose default in `core/ops/nn_ops.cc` is 0.3.", ["alpha"]),
        # One that is yet to be.
        ('`REGISTER_OP("SegmentWarp")` next to `SegmentMax`, with `.Attr("T: {half, float}")`.', []),
        # Of two in a cell either may be the one.
        ("| op | where |\n|---|---|\n| `If`, `StatelessIf` | `functional_ops.cc:125` |", []),
    ],
)
def test_registrations(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text + "\n") == found
