"""Files and lines that are told by what else a sentence has: several names, or the text of a message."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong, wrong_of

from tfexplore.index.store import Index

TEXTS = {
    "tensorflow/core/lib/treadle.cc": """// Treadles.
Status Press(Treadle* treadle) {
  if (treadle == nullptr) {
    return errors::InvalidArgument("There is no treadle that could be pressed");
  }



  if (treadle->broken()) {
    return errors::Internal("The broken treadle of this loom was pressed");
  }










  LOG(ERROR) << "Twice ";
  return Status::OK();
}
void LiftHeddles(Treadle* treadle) { Press(treadle); }
void DropHeddles(Treadle* treadle) { Press(treadle); }
""",
    "tensorflow/core/lib/pedal.cc": """// Pedals.
void MovePedal() {
}
""",
    "tensorflow/core/lib/pedal.h": "// Pedals.\nvoid MovePedal();\nclass PedalBoard {\n};\n",
    "tensorflow/core/lib/pedal_user.h": "class Shed {\n};\n",
    "tensorflow/core/lib/pedal_user.cc": "Shed* shed;\nstatic void OpenShed() {\n}\n",
    "tensorflow/python/ops/warps.py": "def push_new_warp(warp):\n  return warp\n\n\ndef other():\n  return 1\n",
}

LONG = '"The broken treadle of this loom was pressed"'


@pytest.mark.parametrize("tree", [True, False])
@pytest.mark.parametrize(
    ("text", "right", "far"),
    [
        (f"It fails with {LONG} (lib/treadle.cc:%d).", 10, 22),
        ("It fails with “The broken treadle of this loom was pressed” (`lib/treadle.cc:%d`).", 8, 23),
    ],
)
def test_a_line_behind_a_message(text: str, right: int, far: int, tree: bool, index: Path) -> None:
    assert wrong(index, text % right + "\n", tree) == []
    if tree:  # the index of this tree has no messages
        assert wrong(index, text % far + "\n") == [f"lib/treadle.cc:{far}"]


@pytest.mark.parametrize(
    ("text", "right", "other", "found"),
    [
        # Lines behind a text that is wrapped, and behind a part of one.
        ('It says "The broken treadle\nof this loom was pressed" (treadle.cc:%s).', "10", "22", "treadle.cc:22"),
        ('It is said twice ("broken treadle of", lib/treadle.cc:%s).', "9", "22", "lib/treadle.cc:22"),
        # Files that have none of the names.
        (
            "What follows is `LiftHeddles`, which `DropHeddles` undoes in\n%s, as one sees.",
            "core/lib/treadle.cc", "core/lib/pedal.cc", "core/lib/pedal.cc",
        ),
        (
            "函数是 `LiftHeddles`，它和 `DropHeddles` 一起定义在\n%s 里。",
            "core/lib/treadle.cc", "core/lib/pedal.cc", "core/lib/pedal.cc",
        ),
        # A header that has no such word, and a source that only uses a class.
        ("That is\n`%s` in core/lib/pedal_user.h; nothing else is.", "Shed", "OpenShed", "core/lib/pedal_user.h"),
        ("The class `Shed`, defined in core/lib/pedal_user.%s, is small.", "h", "cc", "core/lib/pedal_user.cc"),
        # A name that begins and ends as the module's does.
        ("It hands it to `warps.%s` then.", "push_new_warp", "push_lasting_warp", "warps.push_lasting_warp"),
    ],
)  # fmt: skip
def test_what_is_right_and_what_is_nearly(text: str, right: str, other: str, found: str, index: Path) -> None:
    assert wrong(index, f"{text}\n" % right) == []
    assert wrong(index, f"{text}\n" % other) == [found]


def test_a_module_of_somebodys_own(index: Path) -> None:
    assert wrong(index, "It hands it to `warps.pull_lasting_warp` then.\n") == []


def test_a_message_of_the_shipped_release(shipped: Index) -> None:
    text = '"Failed to detect the fetch node(s), skipping this input" (grappler_item_builder.cc:%d)'
    assert wrong_of(shipped, text % 423) == []
    assert wrong_of(shipped, text % 404) == ["grappler_item_builder.cc:404"]


def test_a_text_of_no_message(index: Path) -> None:
    assert wrong(index, 'They call it "the treadle of the loom" (lib/treadle.cc:22).\n') == []


@pytest.mark.parametrize(
    "text",
    [
        "`LiftHeddles` and `DropHeddles` are not in core/lib/pedal.cc.",
        "`LiftHeddles` and `MovePedal` meet in core/lib/pedal.cc.",
        "`LiftHeddles` and `DropHeddles` do it, and core/lib/pedal.cc is older.",
    ],
)
def test_names_that_need_not_be_there(text: str, index: Path) -> None:
    assert wrong(index, text + "\n") == []


def test_a_list_of_ops_over_two_lines(shipped: Index) -> None:
    text = "`core/ops/control_flow_ops.cc` 里还注册了：`RefSwitch`、`RefMerge`、`RefEnter`、`RefExit`，以及\n`%s`。\n"
    assert wrong_of(shipped, text % "RefNextIteration") == []
    assert wrong_of(shipped, text % "RefLoopCond") == ["RefLoopCond"]


def test_a_block_that_is_said_to_be_new(index: Path) -> None:
    body = "  CrossStrands(strands, 1);\n  Tighten(strands);\n"
    block = f"```cpp\nvoid BraidStrands(const Tensor& strands, int times) {{\n{body}}}\n```\n"
    assert wrong(index, f"In `kernels/braid_op.cc`:\n\n{block}")
    assert wrong(index, f"Code (new function; the like is in `kernels/braid_op.cc`):\n\n{block}") == []
