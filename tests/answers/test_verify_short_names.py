"""Short names that a document announces, lists of lines before their file, and what a sentence after another quotes."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

SPOOL = "tensorflow/core/kernels/spool/spool_steps.cc"
TEXTS = {
    SPOOL: "void WindSpool(Spool* spool) {\n  Turn(spool);\n  Stop(spool);\n}\n\n"
    "void UnwindSpool(Spool* spool) {\n  TurnBack(spool);\n  Stop(spool);\n}\n\n"
    "void ChangeSpool(Spool* spool) {\n  Stop(spool);\n  Take(spool);\n  Put(spool + 1);\n}\n"
}


FUNCTIONS = (("WindSpool", 1), ("UnwindSpool", 6), ("ChangeSpool", 11))


@pytest.mark.parametrize(
    "announced",
    [
        "`SP` below stands for `tensorflow/core/kernels/spool`.",
        "Folders: SP = `tensorflow/core/kernels/spool`, TC = `tensorflow/core`.",
        "`SP` = `tensorflow/core/kernels/spool`.",
    ],
)
def test_short_names_of_folders(announced: str, index: Path) -> None:
    rows = "\n\n| step | file | line |\n|---|---|---|\n| `WindSpool` | SP/spool_steps.cc | {} |\n"
    assert wrong(index, announced + rows.format(1)) == []
    assert len(wrong(index, announced + rows.format(9))) == 1


def test_several_lines_before_their_file(index: Path) -> None:
    said = (
        "It begins with `BraidOp` at `braid_op.cc:6`. `WindSpool`, `UnwindSpool` and\n`ChangeSpool` are lines {} of {}."
    )
    assert wrong(index, said.format("1, 6 and 11", "`spool_steps.cc`")) == []


QUOTED = "\n\n```cpp\nvoid ChangeSpool(Spool* spool) {\n  Stop(spool);\n  Take(spool);\n  Put(spool + 1);\n}\n```\n"


def test_the_next_sentence_introduces_the_quotation(index: Path) -> None:
    first = "The first of them is in `spool/spool_steps.cc` (line 1)"
    assert wrong(index, f"{first}.\n`ChangeSpool` is what changes it:{QUOTED}") == []
    assert wrong(index, f"{first}, as one\nsees. Its `ChangeSpool` is what changes it:{QUOTED}") == []
    assert len(wrong(index, f"What changes it is in `spool/spool_steps.cc` (line 1):{QUOTED}")) == 1


@pytest.mark.parametrize("said", ["the pattern for ours", "a model to ours", "more than ours"])
def test_what_ours_is_compared_with_is_a_quotation(said: str, index: Path) -> None:
    altered = QUOTED.replace("spool + 1", "spool - 1")
    block = f"`ChangeSpool` of `spool/spool_steps.cc` is {said}:"
    assert wrong(index, block + QUOTED) == []
    assert len(wrong(index, block + altered)) == 1


def test_a_folder_is_no_file_of_lines(index: Path) -> None:
    places = ("`BraidOp` (`braid_op.cc:6`)", *[f"`{name}` (`spool_steps.cc:{at}`)" for name, at in FUNCTIONS])
    said = f"There are {', '.join(places)}. All is in `tensorflow/core/kernels`.\n\nAgain: `ChangeSpool` (line {{}}).\n"
    assert wrong(index, said.format(11)) == []
    assert len(wrong(index, said.format(14))) == 1
