"""Names that nothing has and that the text takes for the source's, and names of which it makes no claim."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

SPINDLE = "tensorflow/core/kernels/spindle.h"
TEXTS = {
    SPINDLE: """class WarmSilkSpindleStore {
};
class SpindleBase {
};
class Spindle
    : public ::tensorflow::spindles::SpindleBase {
};
void TF_SpindleTurn_GetAttrFloat();
void TF_SpindleTurn_GetAttrShape();
void TF_SpindleTurn_RegisterBackClass() {
}
#define TF_CALL_BRAIDS_NO_SILK(m) m(1)
""",
}


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("`BraidStrands` reads `TF_BRAID_MOST_LOOPS` once.", ["TF_BRAID_MOST_LOOPS"]),
        ("The variable of `BraidStrands`:\nthe environment variable `TF_BRAID_MOST_LOOPS`.", ["TF_BRAID_MOST_LOOPS"]),
        ("`BraidStrands` 读取环境变量 `TF_BRAID_MOST_LOOPS`。", ["TF_BRAID_MOST_LOOPS"]),
        ("It obeys the environment variable `TF_BRAID_MOST_LOOPS` (read\nby `BraidStrands`).", ["TF_BRAID_MOST_LOOPS"]),
        ("It obeys the environment variable `TF_BRAID_MOST_LOOPS`.\n\n`BraidStrands` is apart.", []),
        ("`BraidStrands` and `TF_BRAID_MOST_LOOPS` have nothing in common.", []),
        ("Our script reads `TF_BRAID_MOST_LOOPS` once.", []),  # and nothing of the tree does
    ],
)
def test_settings_that_something_reads(said: str, found: list[str], index: Path) -> None:
    assert wrong(index, said + "\n") == found


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("1. `braid_op.cc` begins it.\n2. Then the `WarmSilkSpindleRegistry` is asked.\n", ["WarmSilkSpindleRegistry"]),
        ("1. Something begins it.\n2. Then the `WarmSilkSpindleRegistry` is asked.\n", []),
        ("- `braid_op.cc` has\n- `TF_SpindleTurn_Registered` too\n", ["TF_SpindleTurn_Registered"]),
        (
            "- nothing has\n- `TF_SpindleTurn_Registered` too\n",
            ["TF_SpindleTurn_Registered"],
        ),  # of a family of the C API
        ("- nothing has\n- `TF_Unspun_Registered` too\n", []),
        ("1. `braid_op.cc` begins it.\n2. Then `WarmStrandKnotterRing` is asked.\n", []),  # the whole name and a word
        ("1. `braid_op.cc` begins it.\n2. Then the ring goes into `WarmStrandKnotRing`.\n", []),
        ("Nobody asks the `WarmStrandSilkRing`.\n", []),
    ],
)
def test_names_next_to_items_of_the_tree(said: str, found: list[str], index: Path) -> None:
    assert wrong(index, said) == found


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("`TF_SpindleTurn_GetAttrFloat`, `TF_SpindleTurn_GetAttrShape`, `TF_SpindleTurn_GetAttrDepth`", ["Depth"]),
        ("`TF_SpindleTurn_GetAttrFloat`, `TF_SpindleTurn_GetAttrShape`", []),
        ("`TF_SpindleTurn_GetAttrDepth` and `TF_SpindleTurn_GetAttrWidth`, both in our patch", []),
        ("`BraidStrands` and `LoosenStrands` call `TF_SpindleTurn_RegisterBack`.", ["RegisterBack"]),
    ],
)
def test_functions_of_the_c_interface(said: str, found: list[str], index: Path) -> None:
    assert [one.rpartition("_")[2].removeprefix("GetAttr") for one in wrong(index, said + "\n")] == found


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("`Spindle` is derived from `spindles::SpindleBase`.", []),
        ("And `Spindle`, derived from\n`knots::Knotter`, turns.", ["Knotter"]),
    ],
)
def test_a_base_that_is_written_from_the_root_on(said: str, found: list[str], index: Path) -> None:
    assert [one.rpartition("::")[2] for one in wrong(index, said + "\n")] == found


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("The list uses REGISTER_EVERY_BRAID for it.", ["REGISTER_EVERY_BRAID"]),
        ("这里用 REGISTER_EVERY_BRAID 注册。", ["REGISTER_EVERY_BRAID"]),
        ("There is no REGISTER_EVERY_BRAID.", []),
        ("The list uses REGISTER_BRAID for it.", []),
        ("The list uses EVERY_BRAID for it.", []),
    ],
)
def test_macros_without_a_sign_of_code(said: str, found: list[str], index: Path) -> None:
    assert wrong(index, said + "\n") == found


@pytest.mark.parametrize(
    ("said", "right"),
    [
        ("The class `SilkKnoter` ties.", False),
        ("**Q3. Is there a `SilkKnoter` class in C++?**", True),
        ("Does it have a `SilkKnoter`?", True),
        ("Does `SilkKnoter` exist in this release?", True),
        ("I do not know whether there is a `SilkKnoter`.", True),
        ("有没有 `SilkKnoter` 这个类？", True),
        ("先看看是否有 `SilkKnoter`。", True),
        ("`SilkKnoter` 存在吗？", True),
        ("Is it slow? The class `SilkKnoter` ties.", False),
        ("There is a class `SilkKnoter`.", False),
        ("我们的 `ZSilkKnotter`（自研）能否只覆盖一个函数？", True),
        ("我们自研的 `ZSilkKnotter` 只覆盖一个函数。", True),
        ("The `ZSilkKnotter` (in-house) overrides one.", True),
        ("The class `ZSilkKnotter` (in `braid.h`) overrides one.", False),
        ("All of these are `SilkKnotters`.", True),
        ("The class `SilkKnotters` ties.", False),
    ],
)
def test_questions_and_what_is_the_authors(said: str, right: bool, index: Path) -> None:
    assert (wrong(index, said + "\n") == []) is right


RFC = "# RFC: knots\n\n| Author | somebody |\n|---|---|\n\n## {heading}\n\n### Files\n\n"
FILES = "1. `tensorflow/core/kernels/braid_op.cc`, first;\n2. `tensorflow/core/kernels/braid.h`, second;\n"


@pytest.mark.parametrize(
    ("heading", "found"),
    [
        ("Background", ["tensorflow/core/kernels/knot_rings.cc", "SilkKnoter"]),
        ("2. Current state", ["tensorflow/core/kernels/knot_rings.cc", "SilkKnoter"]),
        ("现状", ["tensorflow/core/kernels/knot_rings.cc", "SilkKnoter"]),
        ("Design", ["SilkKnoter"]),  # a letter off a name that there is, which no new one would be
    ],
)
def test_what_a_proposal_says_of_today(heading: str, found: list[str], index: Path) -> None:
    last = "3. `tensorflow/core/kernels/knot_rings.cc`, last, with the class `SilkKnoter`.\n"
    assert wrong(index, RFC.format(heading=heading) + FILES + last) == found
    new = [one for one in found if "/" in one]
    assert wrong(index, RFC.format(heading=heading) + FILES + last.replace("SilkKnoter", "RingFeeder")) == new


def test_a_proposals_file_by_itself(index: Path) -> None:
    alone = "`tensorflow/core/kernels/knot_rings.cc` is where they go.\n"
    assert wrong(index, RFC.format(heading="Background") + alone) == []
    later = f"## Design\n\n{alone}"
    assert wrong(index, RFC.format(heading="Background") + FILES + "\n" + later) == []
    below = f"### Detailed design\n\n#### Knots\n\n{FILES}3. {alone}"
    assert wrong(index, RFC.format(heading="Background") + "\n" + below) == []


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("文字由 `LoosenStrands` 拼出来,它定义在 `lib/reel.cc`。", ["lib/reel.cc"]),
        ("文字由 `LoosenStrands` 拼出来，该函数位于 `lib/reel.cc`。", ["lib/reel.cc"]),
        ("The text is made by `LoosenStrands` in two steps, and it is defined in `lib/reel.cc`.", ["lib/reel.cc"]),
        ("文字由 `LoosenStrands` 拼出来，这个函数定义在 `lib/reel.cc`。", ["lib/reel.cc"]),
        ("函数 `LoosenStrands` 没有返回值，定义在 `lib/reel.cc`。", ["lib/reel.cc"]),
        ("函数 `LoosenStrands` 没有返回值，实现于 `braid_op.cc`。", []),
        ("文字由 `LoosenStrands` 拼出来,它定义在 `braid_op.cc`。", []),
        ("`LoosenStrands` 用到 `Reel`,它定义在 `lib/reel.h`。", []),  # either of them may be meant
        ("文字由 `LoosenStrands` 拼出来,其余在 `lib/reel.cc`。", []),
    ],
)
def test_clauses_that_go_on_with_it(said: str, found: list[str], index: Path) -> None:
    assert wrong(index, said + "\n") == found


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("`SilkKnotter`, declared in `lib/reel.h`, ties.", ["lib/reel.h"]),
        ("`SilkKnotter`, declared in `braid.h`, ties.", []),
        ("`Reel` is declared in `lib/reel.h`.", []),
    ],
)
def test_classes_that_are_declared_somewhere(said: str, found: list[str], index: Path) -> None:
    assert wrong(index, said + "\n") == found


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("类名是 `SilkKnotter`；不存在 `SilkKnoter`。", []),
        ("类名是 `SilkKnoter`。", ["SilkKnoter"]),
        ("`core/kernels/` 下没有名为 `braid_rope_op.cc` 的文件。", []),
        ("看 `core/kernels/braid_rope_op.cc` 这个文件。", ["core/kernels/braid_rope_op.cc"]),
        ("设备类暂定为 `SilkKnoter`（假想名，仓库里没有）。", []),
        ("The class `SilkKnoter` (hypothetical) ties.", []),
        ("The class `SilkKnoter` (which ties) is slow.", ["SilkKnoter"]),
        ("| our class | base |\n|---|---|\n| `SilkKnoter` | `BraidOp` |", []),
        ("| 我们的类（假想） | 基类 |\n|---|---|\n| `SilkKnoter` | `BraidOp` |", []),
        ("| class | what |\n|---|---|\n| `SilkKnoter` | ties |", ["SilkKnoter"]),
    ],
)
def test_what_a_document_says_there_is_not(said: str, found: list[str], index: Path) -> None:
    assert wrong(index, said + "\n") == found


@pytest.mark.parametrize(
    ("said", "right"),
    [
        ("It raises `SilkKnotters`.", False),
        ("`SilkKnotters` is a typo.", False),
        ("Two of the `SilkKnotters` wait.", True),
    ],
)
def test_several_of_a_class(said: str, right: bool, index: Path) -> None:
    assert (wrong(index, said + "\n") == []) is right


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("It is the `BRAIDS_NO_SILK` one.", []),  # a part of a macro's name
        ("It is the `NO_SILK` one.", []),
        ("It is the `TF_CALL_BRAIDS_NO_SILKS` one.", ["TF_CALL_BRAIDS_NO_SILKS"]),
        ("There is no op\ncalled `WarmStrandKnottre`.", ["WarmStrandKnottre"]),  # of another paragraph's length
        (
            "There are many words in this line, and it is wrapped; there is no\nclass called `WarmStrandKnottre`.",
            [],
        ),
        ("There is no `WarmSrandKnotter` and no `WarmStrandKnottre` in this release.", []),
        ("`WarmSrandKnotter` 和 `WarmStrandKnottre` 都不存在。", []),
        ("There is no `WarmSrandKnotter`, and `WarmStrandKnottre` does it.", ["WarmStrandKnottre"]),
    ],
)
def test_parts_of_macros_and_what_there_is_not(said: str, found: list[str], index: Path) -> None:
    assert wrong(index, said + "\n") == found
