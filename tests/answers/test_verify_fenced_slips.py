"""Lines of blocks that stand in a file but for a word that no file has."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

STEPS = "tensorflow/core/kernels/shed_steps.cc"
TEXTS = {
    STEPS: "void OpenShedWidely(Loom* loom) {\n  loom->heddles_.Raise(kEveryOther);  // first\n"
    "  return MakeShedRegistered(loom, treadle_count);\n}\n",
    "tensorflow/python/ops/shed.py": "def open_shed(loom):\n"
    "  opened_sheds = loom.raise_heddles('every_other')\n  return opened_sheds\n",
}
CITED = "Sheds are opened in `shed_steps.cc` and `shed.py`.\n\nIn my notes:\n\n```{}\n{}\n```\n"


@pytest.mark.parametrize(
    ("language", "line", "wrong_line"),
    [
        ("cpp", "return MakeShedRegistered(loom, treadle_count);", "return MakeShedRegistred(loom, treadle_count);"),
        ("cpp", "loom->heddles_.Raise(kEveryOther);", "loom->heddles_.Raise(kEveryOhter);"),
        ("cpp", "loom->heddles_.Raise(kEveryOther);  // 先做这个", "loom->heddles_.Raise(kEveryOtherV2);  // 先做这个"),
        ("cpp", "return MakeShedRegistered(loom, treadle_count);", "retrun MakeShedRegistered(loom, treadle_count);"),
        (
            "python",
            "opened_sheds = loom.raise_heddles('every_other')",
            "opened_sheds = loom.raise_hedles('every_other')",
        ),
    ],
)
def test_a_word_of_a_line(language: str, line: str, wrong_line: str, index: Path) -> None:
    assert wrong(index, CITED.format(language, line)) == []
    assert wrong(index, CITED.format(language, wrong_line)) == [wrong_line.strip()]


@pytest.mark.parametrize(
    "code",
    [
        "auto sheds = CountAll(MakeShedRegistred(3), loom);",  # no line of the file
        "loom->heddles_.Raise(kEveryOhter);\nint n = Of(kEveryOhter);\nOf(kEveryOhter);",  # the author's
        "int shed = 3;",
    ],
)
def test_lines_that_are_the_authors(code: str, index: Path) -> None:
    assert wrong(index, CITED.format("cpp", code).replace("shed_steps.cc", "braid.h")) == []


def test_what_the_reader_is_to_change(index: Path) -> None:
    said = "Change the line in `shed_steps.cc` to:\n\n```cpp\nreturn MakeShedRegistred(loom, treadle_count);\n```\n"
    assert wrong(index, said) == []
