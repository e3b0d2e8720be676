"""Questions with several options, of which an answer says that they are not so."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

QUESTION = (
    "# Quiz\n\n{asked}\n\n- A. `BraidOp` is derived from `Knotter`.\n- B. `SilkKnotter` is derived from `Knotter`.\n"
    "- C. `SilkKnotter` is derived from `KnotRing`.\n\n{answer}\n"
)


@pytest.mark.parametrize(
    ("asked", "answer", "found"),
    [
        ("Which is right?", "**Answer: B.** The others are of other classes.", 0),
        ("Which are right?", "Correct: A and B", 1),
        ("哪一项正确？", "**答案：B。** 解析见下。", 0),
        ("哪一项正确？", "答案：A、C", 2),
        ("下面错误的是：", "答案：A、C", 0),
        ("Which of these are NOT so?", "The answer is A, C.", 0),
        ("Which of these are NOT so?", "The answer is B.", 2),
        ("Three facts:", "So much for them.", 2),
    ],
)
def test_options(asked: str, answer: str, found: int, index: Path) -> None:
    assert len(wrong(index, QUESTION.format(asked=asked, answer=answer))) == found


def test_the_answer_of_another_question(index: Path) -> None:
    two = QUESTION.format(asked="Which?", answer="") + QUESTION.format(asked="Which?", answer="Answer: B").replace(
        "# Quiz", "## Two"
    )
    assert len(wrong(index, two)) == 2


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Tick all that `Knotter` is derived from: ☐ `BraidOpp` ☐ `Reeel`\n", 0),
        ("(a) `BraidOpp` is one (b) `BraidOp` is one\n> **b.** It is.\n", 0),
        ("(a) `BraidOpp` is one (b) `BraidOp` is one\n> **a.** It is.\n", 1),
        ('## True or false?\n\n| C1 | "`SilkKnotter` is derived from `KnotRing`." |\n|---|---|\n', 0),
        ('## Facts\n\n| C1 | "`SilkKnotter` is derived from `KnotRing`." |\n|---|---|\n', 1),
        ("It is in `braid_op.cc` (not `braid_opp.cc`).\n", 0),
        ("It is in `braid_opp.cc`.\n", 1),
        ("Abbreviations: **BOpp** `BraidOp`, **SK** `SilkKnotter`.\n\nThe op `BOpp` is one.\n", 0),
    ],
)
def test_other_layouts(text: str, found: int, index: Path) -> None:
    assert len(wrong(index, "# Quiz\n\n" + text)) == found
