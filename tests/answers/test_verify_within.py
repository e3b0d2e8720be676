"""The functions that blocks are said to be in, and places under blocks."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import KERNEL, line_of, wrong

WEIR = "tensorflow/core/kernels/weir.cc"
TEXTS = {
    WEIR: """Status OpenWeir(Weir* weir, int height) {
  weir->Lift(height);
  weir->Wait();
  return Status::OK();
}






void CloseWeir(Weir* weir) {
  weir->Lower(weir->height());
  weir->Settle();
  weir->Report();
}
""",
}
QUOTED = "```cpp\n  weir->Lower(weir->height());\n  weir->Settle();\n  weir->Report();\n```\n"


@pytest.mark.parametrize(
    ("intro", "found"),
    [
        ("In `weir.cc`, function `CloseWeir`:", []),
        ("In `weir.cc`, function `OpenWeir`:", ["OpenWeir"]),
        ("It happens in `OpenWeir()` (`kernels/weir.cc`):", ["OpenWeir()"]),
        ("It happens in `OpenWeir`\n(`kernels/weir.cc`):", ["OpenWeir"]),
        ("`weir.cc` 的函数 `OpenWeir` 中：", ["OpenWeir"]),
        ("`weir.cc`: in `CloseWeir` (and not in `OpenWeir`):", []),  # the line names it as well
        ("In `weir.cc`, unlike `OpenWeir`:", []),
        ("A sketch of what is in `weir.cc` in `OpenWeir`:", []),
        ("`weir.cc`, in `BraidStrands`:", []),  # of another file, which may call it
    ],
)
def test_functions_of_blocks(intro: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"{intro}\n\n{QUOTED}") == found


def test_a_place_under_a_block_is_its_whatever_comes_next(index: Path) -> None:
    braid = line_of(KERNEL, "void BraidStrands")
    first = "```cpp\nvoid BraidStrands(const Tensor& strands, int times) {\n  for (int i = 0; i < times; ++i) {\n```\n"
    document = f"It begins:\n\n{first}\n`braid_op.cc:LINE`.\n\n{QUOTED}\nThat is `weir.cc`, line 14.\n"
    assert wrong(index, document.replace("LINE", str(braid))) == []
    assert wrong(index, document.replace("LINE", str(braid + 9))) == [f"braid_op.cc:{braid + 9}"]


def test_a_place_that_introduces_the_next_block(index: Path) -> None:
    braid, tighten = line_of(KERNEL, "void BraidStrands"), line_of(KERNEL, "void Tighten")
    first = "```cpp\nvoid BraidStrands(const Tensor& strands, int times) {\n  for (int i = 0; i < times; ++i) {\n```\n"
    second = "```cpp\nvoid Tighten(const Tensor& strands) {\n  strands.end();\n}\n```\n"
    document = f"`braid_op.cc:{braid}`:\n\n{first}\n`braid_op.cc:{tighten}`:\n\n{second}"
    assert wrong(index, document) == []


CHANGED = "```cpp\n  weir->Lower(weir->height());\n  weir->Settle{};{}\n  weir->Report();\n```\n"


@pytest.mark.parametrize(
    ("argument", "remark", "found"),
    [
        ("(2)", "", 1),
        ("(2)", "  // upstream: ()", 0),
        ("(2)", "  // was: '()'", 0),
        ("(2)", "  // 上游没有参数", 0),
        ("(2)", "  // twice", 1),
        ("(ZPU_DEPTH)", "", 0),  # called after the author's device
        ("(APU_DEPTH)", "", 1),
    ],
)
def test_lines_that_an_author_changed(argument: str, remark: str, found: int, index: Path) -> None:
    block = CHANGED.replace("{}", argument, 1).replace("{}", remark, 1)
    assert len(wrong(index, f"On the ZPU. The ZPU has this in `weir.cc`:\n\n{block}")) == found


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("It is done in `kernels/weir.cc:2`, inside `OpenWeir`.", []),
        ("It is done in `kernels/weir.cc:16`, inside `OpenWeir`.", ["kernels/weir.cc:16"]),
        ("It is done in `kernels/weir.cc:16`, within the function `OpenWeir()`.", ["kernels/weir.cc:16"]),
        ("It is done in `kernels/weir.cc:16`, inside `CloseWeir`.", []),
        ("It is done in `kernels/weir.cc:16`, inside `Weir`.", []),
        ("In our fork it is in `kernels/weir.cc:16`, inside `OpenWeir`.", []),
    ],
)
def test_the_function_that_a_line_is_in(said: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"{said}\n") == found
