"""Places behind names in a document whose author always gives the first line of a thing."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

LOOM = "tensorflow/core/kernels/loom_steps.cc"
NAMES = ("RaiseHeddle", "ThrowShuttle", "BeatWeft", "LowerHeddle", "AdvanceCloth", "CutWarpEnds", "WindBobbin")
TEXTS = {
    LOOM: "".join(
        f"void {name}(Loom* loom) {{\n  Prepare(loom);\n  Check{name}(loom);\n  Wait(loom);\n  Count(loom);\n"
        f"  Tighten(loom);\n  Finish(loom);\n}}\n\n\n"
        for name in NAMES
    )
    + "void SetUpEveryPart(Loom* loom,\n                    int heddles,\n                    int shuttles,\n"
    "                    int treadles,\n                    int bobbins) {\n  Prepare(loom);\n  Finish(loom);\n}\n"
}
#: How far from its head the second last line of each function is.
INSIDE = 6


def line(name: str) -> int:
    return TEXTS[LOOM][: TEXTS[LOOM].index(f"void {name}(")].count("\n") + 1


def document(last: str, heads: int = 5) -> str:
    """So many places at heads, and one more."""
    said = [f"- `{name}` (`loom_steps.cc:{line(name)}`)\n" for name in NAMES[:heads]]
    return "# Loom\n\n" + "".join(said) + "\n" + last.format(name=NAMES[-1], line=line(NAMES[-1]) + INSIDE)


@pytest.mark.parametrize(
    "last",
    [
        "The last one is `{name}` (`loom_steps.cc:{line}`).",
        "Bobbins are wound by `{name}` (`kernels/loom_steps.cc:{line}`), again and again.",
        "Before any of the other things that happen in a loom, bobbins are wound by `{name}`\n"
        "(`loom_steps.cc:{line}`) and put away.",
        "最后是 `{name}`（`loom_steps.cc:{line}`）。",
    ],
)
@pytest.mark.parametrize("tree", [True, False])
def test_the_only_place_inside_of_a_thing(last: str, tree: bool, index: Path) -> None:
    assert len(wrong(index, document(last), tree)) == 1
    right = last.replace("{line}", str(line(NAMES[-1])))
    assert wrong(index, document(right), tree) == []
    # Of a few places nobody can say that it is a habit.
    assert wrong(index, document(last, heads=3), tree) == []


@pytest.mark.parametrize(
    "last",
    [
        "It is checked in `{name}` (`loom_steps.cc:{line}`).",  # a statement's place
        "在 `{name}`（`loom_steps.cc:{line}`）里检查。",
        "It calls `loom->{name}` (`loom_steps.cc:{line}`).",
        "What `{name}` does at the end (`loom_steps.cc:{line}`) is the same.",
        "`{name}` 在 `loom_steps.cc:{line}` 调用它。",
        "It is called so, and not `{name}` (`loom_steps.cc:{line}`).",
        "它不是 `{name}`（`loom_steps.cc:{line}`）。",
    ],
)
def test_a_place_that_is_meant_to_be_inside(last: str, index: Path) -> None:
    assert wrong(index, document(last)) == []


def test_a_place_of_another_thing_that_is_named(index: Path) -> None:
    last = f"`Finish` comes from `{NAMES[-1]}` (`loom_steps.cc:{line(NAMES[-1]) + INSIDE}`)."
    assert wrong(index, document(last)) == []
    assert wrong(index, document(last), tree=False) == []


def test_words_say_that_the_thing_is_there(index: Path) -> None:
    last = "`{name}`, declared at `loom_steps.cc:{line}`, with the steps `Finish` and `Tighten`."
    assert len(wrong(index, document(last))) == 1


def test_a_line_of_the_parameters_is_off(index: Path) -> None:
    head = line(NAMES[-1]) + 10
    said = "It is `SetUpEveryPart` (`loom_steps.cc:{}`)."
    assert wrong(index, document(said.format(head))) == []
    assert len(wrong(index, document(said.format(head + 2)))) == 1
    assert wrong(index, document(said.format(head + 2), heads=3)) == []


@pytest.mark.parametrize(("off", "found"), [(-3, 1), (-2, 1), (-1, 0), (1, 0), (2, 1), (3, 1)])
def test_a_line_next_to_a_head(off: int, found: int, index: Path) -> None:
    said = f"It is `{NAMES[-1]}` (`loom_steps.cc:{line(NAMES[-1]) + off}`)."
    assert len(wrong(index, document(said))) == found  # one line more or less people miscount
    assert wrong(index, document(said), tree=False) == []  # an index has not all of the lines of a head


STEPS = "tensorflow/core/kernels/loom_parts.h"
PARTS = """#define STEP_OF_LOOM(name) Step(name)

// What turns.
// It has no end.
template <typename T>
class TreadlePart : public LoomPart {
 public:
  explicit TreadlePart(int number) : number_(number) {}

  int number() const { return number_; }
};

const int kMostTreadles = 12;

class TreadlePartWithBrake : public TreadlePart<float> {
 public:
  void Brake();
};
"""
TEXTS[STEPS] = PARTS


def part(text: str) -> int:
    return PARTS[: PARTS.index(text)].count("\n") + 1


@pytest.mark.parametrize(
    ("said", "text", "off"),
    [
        ("`TreadlePart` (`loom_parts.h:{}`) turns.", "class TreadlePart :", 4),
        ("`TreadlePart` (`loom_parts.h:{}`) turns.", "template <typename T>", -2),  # a remark above it
        ("`TreadlePart` (`loom_parts.h:{}`) turns.", "class TreadlePart :", 9),  # the head of what derives from it
        ("`loom_parts.h` 第 {} 行的 `TreadlePart` 会转动。", "class TreadlePart :", 3),
        ("`class TreadlePart : public LoomPart` 在 `loom_parts.h` 第 {} 行。", "class TreadlePart :", 3),
        ("`loom_parts.h:{}`, `class TreadlePart : public LoomPart`.", "class TreadlePart :", 4),
        ("`STEP_OF_LOOM` (`loom_parts.h:{}`) makes a step.", "#define STEP_OF_LOOM", 2),
        ("`loom_parts.h:{}` 用 `LoomPart` 作基类。", "class TreadlePart :", 4),
        ("`loom_parts.h:{}` uses `LoomPart`.", "class TreadlePart :", 4),
        ("`const int kMostTreadles = 12;` (`loom_parts.h:{}`).", "const int kMostTreadles", -5),
        ("The definition of `TreadlePart`:\n`loom_parts.h:{}`\n", "class TreadlePart :", 4),
        ("| part | place |\n|---|---|\n| `TreadlePart` | `loom_parts.h:{}` |\n", "class TreadlePart :", 4),
    ],
)  # fmt: skip
def test_places_of_all_kinds_of_things(said: str, text: str, off: int, index: Path) -> None:
    assert wrong(index, document(said.format(part(text)))) == []
    assert len(wrong(index, document(said.format(part(text) + off)))) == 1


def test_lines_in_turn(index: Path) -> None:
    one, other = line("CutWarpEnds"), line("WindBobbin")
    for said in (
        "`CutWarpEnds` and `WindBobbin` are at `loom_steps.cc:{}` and `:{}`.",
        "`CutWarpEnds` and `WindBobbin` (`loom_steps.cc`, lines {} and {}).",
        "`CutWarpEnds` 与 `WindBobbin` 都在 `loom_steps.cc`（第 {} 行和第 {} 行）。",
    ):
        assert wrong(index, document(said.format(one, other))) == [], said
        assert len(wrong(index, document(said.format(one + INSIDE, other)))) == 1, said
        assert len(wrong(index, document(said.format(one, other + INSIDE)))) == 1, said
    # The other way round nobody says that they are in turn.
    assert wrong(index, document(f"`CutWarpEnds`, `WindBobbin` (`loom_steps.cc`, lines {other}, {one}).")) == []


def test_three_lines_of_a_file_that_follows(index: Path) -> None:
    numbers = [line(name) for name in NAMES[4:]]
    said = "`{}`, `{}` and `{}` are lines {}, {} and {} of `loom_steps.cc`, not of `braid_op.cc`.\n"
    before = "It begins at `braid_op.cc:6`, where `BraidOp` is. "
    assert wrong(index, document(before + said.format(*NAMES[4:], *numbers))) == []


def test_a_chain_of_calls_without_its_file(index: Path) -> None:
    chain = "All of it is in `kernels/loom_steps.cc`:\n\n```\n{}        line {}\n  -> {}    line {}\n```\n"
    right = (NAMES[0], line(NAMES[0]), NAMES[-1], line(NAMES[-1]))
    assert wrong(index, document(chain.format(*right))) == []
    assert len(wrong(index, document(chain.format(*right[:3], right[3] + INSIDE)))) == 1


def test_three_of_seven_are_no_habit(index: Path) -> None:
    places = [(name, line(name) + INSIDE) for name in NAMES[-3:-1]]
    inside = "".join(f"Work is done by `{name}` (`loom_steps.cc:{place}`).\n\n" for name, place in places)
    last = "Bobbins are wound by `{name}` (`loom_steps.cc:{line}`)."
    assert wrong(index, document(inside + last, heads=4)) == []
    assert len(wrong(index, document(last))) == 1


@pytest.mark.parametrize("behind", [" of the new version", " of your patch", " in the modified file"])
def test_a_line_of_a_file_of_somebodys(behind: str, index: Path) -> None:
    said = f"# Review of `{LOOM}`\n\n`CutWarpEnds` is defined in line {{}}{{}}.\n"
    assert wrong(index, said.format(line("CutWarpEnds"), "")) == []
    assert len(wrong(index, said.format(3, ""))) == 1
    assert wrong(index, said.format(3, behind)) == []


@pytest.mark.parametrize(
    "last",
    [
        "- `{name}` → `loom_steps.cc:{line}`",
        "- `{name}`: `loom_steps.cc:{line}`",
        "`{name}`，`loom_steps.cc` 第 {line} 行",
        "`{name}` 见 `loom_steps.cc:{line}`。",
        "`{name}` is at `loom_steps.cc:{line}`.",
    ],
)
def test_other_words_between_a_name_and_its_place(last: str, index: Path) -> None:
    assert len(wrong(index, document(last))) == 1
    assert wrong(index, document(last.replace("{line}", str(line(NAMES[-1]))))) == []


@pytest.mark.parametrize(
    "last",
    [
        "Compare `{name}` (`loom_steps.cc:{line}`).",
        "The end of `{name}` (`loom_steps.cc:{line}`) is the same.",
        "`{name}` (`loom_steps.cc:{line}` has the call).",
        "So does `{name}` (`loom_steps.cc:{line}`).",
        "Callers in the loom are `LowerHeddle` (`loom_steps.cc:37`) and `{name}` (`loom_steps.cc:{line}`).",
        "| What | Where | Line |\n|---|---|---|\n| loom is made ready | `LowerHeddle` | 37 |\n"
        "| waiting for weft | `{name}` | {line} |\n\nAll of `loom_steps.cc`.",
        "| 做什么 | 在哪里 | 行号 |\n|---|---|---|\n| 准备织布 | `{name}` | {line} |\n\n(`loom_steps.cc`)",
    ],
)
def test_other_words_for_a_place_inside(last: str, index: Path) -> None:
    assert wrong(index, document(last)) == []


@pytest.mark.parametrize("first", ["bobbins", "`loom->Wait()` is called", "WindBobbin"])
def test_a_row_of_what_is_no_step(first: str, index: Path) -> None:
    row = f"| {first} | `{{name}}` | {{line}} |\n\nAll of `loom_steps.cc`."
    assert len(wrong(index, document("| What | Where | Line |\n|---|---|---|\n" + row))) == 1


KEEPER = "tensorflow/python/loom/keeper.py"
TEXTS[KEEPER] = (
    "_spools_of_yarn = {}\n\n\n\n\n\n\n\ndef put_spool_away(spool):\n  if spool.name:\n"
    "    _spools_of_yarn[spool.name] = spool\n\n\ndef count_the_spools(shelf):\n  return len(shelf)\n"
)


RULES = "tensorflow/loom/BUILD"
TEXTS[RULES] = "# All rules.\n" + "".join(
    f'loom_library(\n    name = "{name}",\n    srcs = ["{name}.cc"],\n    deps = [":loom"],\n)\n\n' for name in NAMES
)


def test_the_line_of_the_name_of_a_rule(index: Path) -> None:
    first = TEXTS[RULES].index('"CutWarpEnds"')
    line = TEXTS[RULES][:first].count("\n") + 1
    said = 'It is `loom_library(name = "CutWarpEnds", ...)` in tensorflow/loom/BUILD:{}.'
    assert wrong(index, document(said.replace("{}", str(line)))) == []
    assert len(wrong(index, document(said.replace("{}", str(line + 8))))) == 1


LABELS = "tensorflow/python/loom/labels.py"
TEXTS[LABELS] = "class _BobbinLabel(object):\n  pass\n" + "\n" * 18 + 'labels["_BobbinLabel"] = 1\n'


def test_a_key_that_is_called_as_a_class_is(index: Path) -> None:
    assert wrong(index, "It sets `_BobbinLabel` (`loom/labels.py:21`).") == []
    assert len(wrong(index, "It sets `_BobbinLabel` (`loom/labels.py:12`).")) == 1


def test_the_function_that_has_it(index: Path) -> None:
    said = "`put_spool_away` keeps each of them in a dict `_spools_of_yarn`\n(`loom/keeper.py:{}`)."
    assert wrong(index, document(said.replace("{}", "9"))) == []
    assert len(wrong(index, document(said.replace("{}", "14")))) == 1  # of one that has it not
    assert len(wrong(index, document(said.replace("{}", "9").replace("put_spool_away", "The shop")))) == 1


def test_no_more_inside_than_the_others_allow(index: Path) -> None:
    inside = [f"Then follows `{name}` (`loom_steps.cc:{line(name) + INSIDE}`), again.\n" for name in NAMES[4:]]
    assert len(wrong(index, document(inside[0]))) == 1
    assert wrong(index, document("".join(inside), heads=4)) == []  # three, beside four


REGISTERED = "tensorflow/core/kernels/loom_registered.cc"
TEXTS[REGISTERED] = """class PeddleOfLoomOp : public OpKernel {
 public:
  void Turn() {
    Prepare();
    other_->Turn();
    Finish();
  }
};

void PeddleOfLoom::TurnAround(Loom* loom) {
  Prepare(loom);
  Check(loom);
  other_->TurnAround(loom);
  TurnAround(loom);
}

REGISTER_KERNEL_BUILDER(Name("PeddleLoom")
                            .Device(DEVICE_CPU)
                            .HostMemory("ksize")
                            .HostMemory("strides")
                            .TypeConstraint<float>("T"),
                        PeddleOfLoomOp);
"""


def test_a_long_registration_is_of_its_class(index: Path) -> None:
    at = TEXTS[REGISTERED].split("\n").index('REGISTER_KERNEL_BUILDER(Name("PeddleLoom")') + 1
    said = "The class is `PeddleOfLoomOp` (`loom_registered.cc:{}`)."
    assert wrong(index, document(said.format(1))) == []
    assert wrong(index, document(said.format(at))) == []
    assert len(wrong(index, document(said.format(at + 2)))) == 1  # the middle of it


def test_a_call_of_what_another_thing_has_is_not_where_a_method_is(index: Path) -> None:
    lines = TEXTS[REGISTERED].split("\n")
    head = lines.index("void PeddleOfLoom::TurnAround(Loom* loom) {") + 1
    said = "It is `{}` (`loom_registered.cc:{}`)."
    assert wrong(index, document(said.format("PeddleOfLoom::TurnAround", head))) == []
    assert len(wrong(index, document(said.format("PeddleOfLoom::TurnAround", head + 3)))) == 1
    assert wrong(index, document(said.format("PeddleOfLoom::TurnAround", head + 4))) == []  # a call of itself
    assert wrong(index, document(said.format("other_->TurnAround", head + 3))) == []


def test_a_line_tells_that_the_name_is_another(index: Path) -> None:
    """The line is right, and what begins there is called nearly so."""
    said = f"- `{{}}` (`loom_steps.cc:{line('RaiseHeddle')}`)\n"
    assert wrong(index, said.format("RaiseHeddle")) == []
    assert wrong(index, said.format("RaisesHeddle")) == ["RaisesHeddle"]
    assert wrong(index, said.format("_RaiseHeddle")) == ["_RaiseHeddle"]


@pytest.mark.parametrize("verb", ["uses", "calls"])
def test_a_place_that_does_something_with_a_name(verb: str, index: Path) -> None:
    used = f"`{KEEPER}:{{line}}` {verb} `_spools_of_yarn` instead."
    assert wrong(index, document(used.replace("{line}", "11"))) == []
    assert len(wrong(index, document(used.replace("{line}", "15")))) == 1


def test_the_place_of_a_question(index: Path) -> None:
    said = "| CutWarpEnds {} (loom_steps.cc:3) | Tomas | 21 Nov |"
    assert wrong(index, document(said.replace("{}", "question"))) == []
    assert len(wrong(index, document(said.replace("{}", "")))) == 1


def test_the_place_of_what_serves_others(index: Path) -> None:
    said = "- `RaiseHeddle` {} `CutWarpEnds` and `WindBobbin`, `loom_steps.cc:{line}`"
    assert wrong(index, said.replace("{}", "serves").replace("{line}", str(line("RaiseHeddle")))) == []
    assert len(wrong(index, said.replace("{}", "serves").replace("{line}", str(line("BeatWeft"))))) == 1


def test_a_remark_in_a_block_is_no_heading(index: Path) -> None:
    block = "```{}\n# our own helper, not in TensorFlow\nspin()\n```\n\n"
    said = "Then `RaiseLoomHeddle` is called, after `BeatWeft`.\n"
    heading = "# our own helper, not in TensorFlow\n\n"
    for language in ("python", "yaml", "sh"):
        assert wrong(index, document(block.format(language) + said)) == ["RaiseLoomHeddle"]
    assert wrong(index, document(heading + said)) == []


def test_files_that_have_each_their_own_in_brackets(index: Path) -> None:
    said = "They are in `loom_steps.cc` (`BeatWeft`, `CutWarpEnds`) and `loom/keeper.py` (`_spools_of_yarn`).\n"
    assert wrong(index, said) == []
    assert wrong(index, said.replace(" (`_spools_of_yarn`)", "")) == []
    assert wrong(index, said.replace("(`BeatWeft`, `CutWarpEnds`)", "").replace("_spools_of_yarn", "BeatWeft")) != []


def test_a_text_that_is_printed_somewhere(index: Path) -> None:
    said = "Look for `no more yarn in the shop` — it's printed from `loom/shop.cc:{}`.\n"
    assert wrong(index, said.format(3)) == []
    assert wrong(index, said.format(40)) == ["loom/shop.cc:40"]
    assert wrong(index, said.format(40).replace("it's printed from", "see also")) == []
    assert wrong(index, said.format(40).replace("no more", "some")) == ["some yarn in the shop"]


SHOP = "tensorflow/loom/shop.cc"
TEXTS[SHOP] = (
    'void Shop() {\n  if (!yarn)\n    LOG(INFO) << "no more yarn in the shop";\n}\n' + "\n" * 40 + "void Closed() {}\n"
)
TEXTS["tensorflow/core/kernels/put_spool_away.cc"] = "void PutSpoolAway() {}\n"


def test_a_line_in_a_column_of_another_file_than_the_rows(index: Path) -> None:
    row = (
        "| op | file | Python (`loom/keeper.py`) |\n|---|---|---|\n| Spool | put_spool_away.cc | `put_spool_away` :{} |"
    )
    assert wrong(index, row.format(9)) == []
    assert wrong(index, row.format(2)) == [":2"]


@pytest.mark.parametrize(
    ("said", "line", "right"),
    [
        # What an item shows below another, and lines within those of the item above.
        ("- Looms are wound\n  - see `CutWarpEnds` (loom_steps.cc, line {})", 57, True),
        ("- see `CutWarpEnds` (loom_steps.cc, line {})", 57, False),
        ("- `BeatWeft` (loom_steps.cc, lines 21-28)\n  - else `BeatWeft` (loom_steps.cc, line {})", 27, True),
        ("- `BeatWeft` (loom_steps.cc, lines 41-48)\n  - else `BeatWeft` (loom_steps.cc, line {})", 27, False),
        # The name behind a place in its brackets.
        ("- use `CutWarpEnds` (loom_steps.cc, line {} is its beginning, `BeatWeft`)", 21, True),
        ("- use `CutWarpEnds` (loom_steps.cc, line {} is its beginning, `WindBobbin`)", 21, False),
        # A place that does something.
        ("- who ends with `CutWarpEnds`: `loom_steps.cc:{}` calls for scissors, and stops", 23, True),
        ("- who ends with `CutWarpEnds`: `loom_steps.cc:{}`, and stops", 23, False),
    ],
)
def test_other_places_inside(said: str, line: int, right: bool, index: Path) -> None:
    assert (wrong(index, document(said.replace("{}", str(line)))) == []) is right


def test_a_column_of_what_is_only_declared(index: Path) -> None:
    names = ("RaiseAll", "LowerAll", "BeatAll", "CutAll", "WindAll")
    lines = {name: TEXTS[DECLARED][: TEXTS[DECLARED].index(f"{name}(")].count("\n") + 1 for name in names}
    rows = "".join(f"| `{name}` | {lines[name]} |\n" for name in names[:4])
    table = "| function | declared in `lib/loom_all.h` |\n|---|---|\n" + rows + "| `WindAll` | {} |\n"
    assert wrong(index, table.format(lines["WindAll"])) == []
    assert wrong(index, table.format(lines["WindAll"] + 12)) == [str(lines["WindAll"] + 12)]


DECLARED = "tensorflow/core/lib/loom_all.h"
TEXTS[DECLARED] = (
    "struct LoomAll {\n"
    + "".join(
        f"  // {name}.\n  static void {name}(Loom* loom);\n\n\n\n\n\n"
        for name in ("RaiseAll", "LowerAll", "BeatAll", "CutAll", "WindAll", "WaitAll", "StopAll")
    )
    + "};\n"
)


def test_names_that_a_diff_brings_in(index: Path) -> None:
    diff = "```diff\n   BeatWeft(loom);\n{} RaiseLoomHeddle(loom);\n```\n\nWhere is `RaiseLoomHeddle`?\n"
    assert wrong(index, document(diff.format("+"))) == []
    assert wrong(index, document("`RaiseLoomHeddle` and `LowerHeddle` are new in this patch.\n")) == []
    assert wrong(index, document("Then `RaiseLoomHeddle` is called, after `BeatWeft`.\n")) == ["RaiseLoomHeddle"]


def test_the_frames_of_a_trace_are_inside(index: Path) -> None:
    last = "(Frames left out: `{name}`, `loom_steps.cc:{line}`.)"
    assert wrong(index, document(last)) == []
    assert len(wrong(index, document(last.replace("Frames left out", "Things that wind bobbins")))) == 1
