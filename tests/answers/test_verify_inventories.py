"""What a document lists as its author's, and what is called after that."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

LOOM = "tensorflow/core/kernels/hank_op.cc"
TEXTS = {
    LOOM: "class WindHankOp : public OpKernel {\n};\n\nvoid UnwindHank(int turns) {\n}\n",
    "tensorflow/core/kernels/hank_op.h": "void UnwindHank(int turns);\n",
}
KERNELS = "tensorflow/core/kernels"
LISTS = {
    "a table": "Everything in this list is ours:\n\n| file | what |\n|---|---|\n"
    f"| `{KERNELS}/hank_op_brisk.cc` | `WindHankOpEx` |\n",
    "a list": f"New files:\n\n- `{KERNELS}/hank_op_brisk.cc`, with `WindHankOpEx`\n",
    "a drawing": f"## 新增文件\n\n```text\n{KERNELS}/\n├── hank_op_brisk.cc   // WindHankOpEx\n```\n",
    "an answer": f"**Which files are ours?**\n`{KERNELS}/hank_op_brisk.cc`, where `WindHankOpEx` is.\n",
    "a summary": f"> Adds `{KERNELS}/hank_op_brisk.cc` with the class\n> `WindHankOpEx`, no more.\n",
}
SAID = "\n\nUpstream has `WindHankOp` (`hank_op.cc:1`) and `UnwindHank` (`hank_op.cc:4`). {}\n"


@pytest.mark.parametrize("listed", LISTS.values(), ids=LISTS)
@pytest.mark.parametrize(
    "said",
    [
        "Then `WindHankOpEx` (`hank_op_brisk.cc:31`) takes over.",
        f"It is tested in `{KERNELS}/hank_op_brisk_test.cc`.",
        "`UnwindHankEx` calls `UnwindHank`.",
        "There `WIND_HANK_EX` is set, and `BriskHankOp` is registered.",
        "```cpp\nclass WindHankOpEx : public OpKernel {\n};\n```",
    ],
)
def test_what_is_listed_and_what_is_called_after_it(listed: str, said: str, index: Path) -> None:
    assert wrong(index, listed + SAID.format(said)) == []


@pytest.mark.parametrize("listed", LISTS.values(), ids=LISTS)
@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("`WindHnakOp` (`hank_op.cc:1`) is all.", "WindHnakOp"),
        ("`WindHankOp` is in `hnak_op.cc`.", "hnak_op.cc"),
        ("`WindHankOp` (`hank_op.cc:4`) is all.", "hank_op.cc:4"),
    ],
)
def test_what_is_wrong_all_the_same(listed: str, said: str, found: str, index: Path) -> None:
    assert wrong(index, listed + SAID.format(said)) == [found]


def test_what_the_source_has_is_no_inventory(index: Path) -> None:
    text = f"These files are there:\n\n- `{KERNELS}/hank_op.cc`\n- `{KERNELS}/hank_opp.cc`\n"
    assert wrong(index, text + SAID.format("")) == [f"{KERNELS}/hank_opp.cc"]
