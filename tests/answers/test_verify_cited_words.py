"""Sentences that are quoted from docstrings and comments: one word of them is another."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import verdicts

SLEY = "tensorflow/python/ops/sley_ops.py"
REED = "tensorflow/core/kernels/reed_op.cc"
TEXTS = {
    SLEY: '''def beat_sley(weft):
  """Beats the sley.

  If two wefts are equal, the lower-index weft is beaten
  first, and the other is kept.
  """
  return weft
''',
    REED: """// A reed may not be wider than
// the widest of all looms that are known.
class ReedOp {
  void Check() {
    OP_REQUIRES(ctx, dents > 0, errors::InvalidArgument(
        "Reed has fewer dents than ", ends_, " warp "
        "ends. Did you thread a spare_reed?"));
  }
};
""",
}
RIGHT = "If two wefts are equal, the lower-index weft is beaten first, and the other is kept."
WRONG = RIGHT.replace("lower", "higher")


def differing(index: Path, document: str) -> list[int]:
    return [one.line for one in verdicts(index, document) if one.verdict == "differs"]


@pytest.mark.parametrize(
    "said",
    [
        "The docstring of `beat_sley` has it:\n\n> {}\n",
        "### `beat_sley`\n\nThe docstring has it:\n\n> {}\n",
        "The docstring of `beat_sley` says: “{}”\n",
        'The comment in `sley_ops.py` reads "{}"\n',
        "`beat_sley` 的文档写道：“{}”\n",
        "`beat_sley` 的注释如下：\n\n> {}\n",
    ],
)
def test_one_word_is_another(said: str, index: Path) -> None:
    assert differing(index, said.format(RIGHT)) == []
    assert len(differing(index, said.format(WRONG))) == 1
    # Two words are, or one is a form or a spelling of the other; a part is left out.
    assert differing(index, said.format(WRONG.replace("kept", "sold"))) == []
    assert differing(index, said.format(RIGHT.replace("wefts are", "weft are"))) == []
    assert differing(index, said.format(WRONG.replace("beaten first, and", "beaten ... and"))) == []


@pytest.mark.parametrize(
    "said",
    [
        "Roughly, the docstring of `beat_sley` says: “{}”\n",
        "The docstring of our `beat_sley` says: “{}”\n",
        "Of `beat_sley` somebody said: “{}”\n",
        "The docstring of `beat_all` says: “{}”\n",
        "Of `beat_sley` I would say this:\n\n> {}\n",
        "> {}\n",
    ],
)
def test_what_nobody_says_to_be_the_sources(said: str, index: Path) -> None:
    assert differing(index, said.format(WRONG)) == []


def test_comments_of_several_lines(index: Path) -> None:
    said = "The comment above `ReedOp` says:\n\n> A reed may not be {} than the\n> {} of all looms that are known.\n"
    assert differing(index, said.format("wider", "widest")) == []
    assert differing(index, said.format("narrower", "widest")) == [3]
    assert differing(index, said.format("wider", "least")) == [4]


@pytest.mark.parametrize(
    "said",
    [
        "A short `ReedOp` fails with “{}”.\n",
        "The error of `ReedOp` is `{}`, which nobody forgets.\n",
        "Give `ReedOp` too little, and you get\n\n> {}\n\nand nothing else.\n",
        "`ReedOp` doesn't take just any reed. With a short one it raises:\n\n> {}\n",
        "`ReedOp` 报错:“{}”。\n",
    ],
)
def test_messages_need_not_be_said_to_be_some(said: str, index: Path) -> None:
    right = "warp ends. Did you thread a spare_reed?"
    assert differing(index, said.format(right)) == []
    found = [
        one for one in verdicts(index, said.format(right.replace("spare_reed", "new_comb"))) if one.verdict == "differs"
    ]
    assert [one.location and one.location.line for one in found] == [7]
    # What a value is put into is no other word.
    assert differing(index, said.format("Reed has fewer dents than 12 warp ends.")) == []
    assert differing(index, said.format("Reed has fewer dents than twelve and a half warp ends.")) == []


def test_the_middle_of_a_message_is_another(index: Path) -> None:
    said = "A short `ReedOp` fails with `Reed has fewer dents than 12 warp {}. Did you thread a spare_reed?`\n"
    assert differing(index, said.format("ends")) == []
    assert differing(index, said.format("threads there are")) == [1]


@pytest.mark.parametrize(
    "said",
    [
        "A short `ReedOp` should fail with our own “{}”.\n",
        "Unlike “{}”, the error of `ReedOp` helps.\n",
        "A short `ReedOp` doesn't fail with “{}”.\n",
        "`ReedOp` is short: “{}”.\n",
        "In Keras an error of `ReedOp` was formerly “{}”.\n",
    ],
)
def test_messages_that_are_not_said_to_be_there(said: str, index: Path) -> None:
    assert differing(index, said.format("warp ends. Did you thread a new_comb?")) == []
