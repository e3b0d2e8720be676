"""More of what sentences and tables say of lines: remarks behind names, constructors, ends, wrapped sentences."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import KERNEL, REEL, REEL_HEADER, line_of, wrong, wrong_of

from tfexplore.index.store import Index

TIGHTEN, LOOSEN, COMPUTE, BRAID = (
    line_of(KERNEL, text) for text in ("void Tighten", "void LoosenStrands", "  void Compute", "void BraidStrands")
)
MADE = line_of(KERNEL, "  explicit BraidOp")
REELED, UNREELED = (line_of(REEL, text) for text in ("Reel::Reel", "void Unreel"))


@pytest.mark.parametrize(("line", "found"), [(TIGHTEN, False), (BRAID, True)])
def test_a_remark_between_a_name_and_its_place(line: int, found: bool, index: Path) -> None:
    said = f"braid_op.cc:{line}"
    assert wrong(index, f"`Tighten` (of strands) is at `{said}`.\n") == ([said] if found else [])


@pytest.mark.parametrize(
    "words",
    [
        "The constructor of `BraidOp` ({}) takes little.\n",
        "The constructor of `BraidOp` begins at `{}`.\n",
        "a trick of `BraidOp` (ctor at {})\n",
        "检查在 `BraidOp` 的构造函数里（{}）。\n",
    ],
)
@pytest.mark.parametrize(("line", "found"), [(MADE, False), (COMPUTE + 4, True)])
def test_constructors(words: str, line: int, found: bool, index: Path) -> None:
    said = f"braid_op.cc:{line}"
    assert wrong(index, words.format(said)) == ([said] if found else [])


def test_the_place_of_a_class_beside_its_constructor(index: Path) -> None:
    place = f"braid_op.cc:{line_of(KERNEL, 'class BraidOp')}"
    assert wrong(index, f"It gives that to the constructor of `BraidOp` ({place}).\n") == []


@pytest.mark.parametrize(("last", "found"), [(31, False), (44, True)])
def test_columns_of_last_lines(last: int, found: bool, index: Path) -> None:
    rows = [("Tighten", TIGHTEN, TIGHTEN + 2), ("LoosenStrands", LOOSEN, LOOSEN + 2), ("BraidStrands", BRAID, last)]
    table = "".join(f"| `{name}` | braid_op.cc | {first} | {end} |\n" for name, first, end in rows)
    said = wrong(index, f"| what | file | starts at | ends at |\n|---|---|---|---|\n{table}")
    assert said == ([str(last)] if found else [])


@pytest.mark.parametrize(("line", "found"), [(TIGHTEN, False), (COMPUTE, True)])
@pytest.mark.parametrize(
    "words",
    [
        "What tightens every strand of them, as callers will see, is the function\n`Tighten`, which is at `{}`.\n",
        "What tightens every strand of them is `Tighten`, and nothing else does so here; it\nis defined in `{}`.\n",
        "You cite `Tighten` without a line; it is {}. More follows.\n",
    ],
)
def test_sentences_that_were_wrapped(words: str, line: int, found: bool, index: Path) -> None:
    said = f"braid_op.cc:{line}"
    assert wrong(index, words.format(said)) == ([said] if found else [])


def test_a_place_of_the_line_before(index: Path) -> None:
    # The line above ends with the name that the place is of; that behind the place has its own.
    told = f"All strands of a braid that was made are tightened by the function `Tighten`\nbraid_op.cc:{TIGHTEN}, and"
    assert wrong(index, f"{told} `BraidStrands` at braid_op.cc:{BRAID} calls it.\n") == []


def test_a_value_and_its_class(index: Path) -> None:
    called = line_of(KERNEL, "    BraidStrands(strands, 3)")
    assert wrong(index, f"It calls `run_`, a `BraidOp` (braid_op.cc:{called}).\n") == []


@pytest.mark.parametrize(("header", "found"), [("who calls it", False), ("defined at", True)])
def test_columns_of_callers(header: str, found: bool, index: Path) -> None:
    called = line_of(KERNEL, "  Tighten(strands);") - 3
    table = f"| what | {header} |\n|---|---|\n| tightening | `BraidStrands` (braid_op.cc:{called}) |\n"
    functions = (
        f"`Tighten` (braid_op.cc:{TIGHTEN}), `LoosenStrands` (braid_op.cc:{LOOSEN}), `Reel` (reel.cc:{REELED}), "
    )
    said = wrong(index, f"{functions}`Unreel` (reel.cc:{UNREELED}).\n\n{table}")
    assert said == ([f"braid_op.cc:{called}"] if found else [])


@pytest.mark.parametrize(("line", "found"), [(BRAID, False), (LOOSEN, True)])
def test_the_head_of_what_uses_a_name(line: int, found: bool, index: Path) -> None:
    # `CrossStrands` is defined nowhere, and `BraidStrands` calls it.
    said = f"braid_op.cc:{line}"
    assert wrong(index, f"The crossing needs `CrossStrands`, see {said}.\n") == ([said] if found else [])


def test_a_block_that_uses_what_is_cited(index: Path) -> None:
    block = "```cpp\nvoid LoosenStrands(const Tensor& strands) {\n  Tighten(strands);\n}\n```\n"
    at = f"core/lib/reel.h:{line_of(REEL_HEADER, 'class Reel')}"
    assert wrong(index, f"Everybody uses `Reel` ({at}):\n\n{block}") != []
    tied = f"Everybody uses `Tighten` (core/kernels/braid_op.cc:{TIGHTEN}):\n\n{block}"
    assert wrong(index, tied) == []


@pytest.mark.parametrize(
    "text",
    [
        "* Your glossary has `Tighten` in `core/lib/reel.h`. It is a function in braid_op.cc.\n",
        "Everything that is ours lives under `tensorflow/core/warping/` in our fork.\n",
        "Suggested layout on your side: `runtime/a.cc`, `runtime/reel.cc` and `runtime/b.h`.\n",
        "| `tensorflow/acme/BUILD` (**new**) | our targets |\n",
        "We have our `fused_braid_op.cc`.\n\n| AP-1 | hold the lock in `fused_braid_op.cc` |\n",
    ],
)
def test_what_is_somebodys(text: str, index: Path) -> None:
    assert wrong(index, text) == []


def test_their_files_need_not_be_anothers(index: Path) -> None:
    said = "tensorflow/core/kernels/braiding_common.cc"
    assert wrong(index, f"Both are kernels (their generator is in `{said}`).\n") == [said]


@pytest.mark.parametrize(("lines", "found"), [("lines 117-121", False), ("lines 98-101", True)])
def test_registered_in_brackets(lines: str, found: bool, shipped: Index) -> None:
    told = f"In core/kernels/unravel_index_op.cc the kernel is registered ({lines}) for int32.\n"
    assert wrong_of(shipped, told) == ([lines] if found else [])


@pytest.mark.parametrize(("line", "found"), [("215-217", False), ("150-158", True)])
def test_a_text_and_its_place_in_chinese(line: str, found: bool, shipped: Index) -> None:
    said = f"core/kernels/data/batch_dataset_op.cc:{line}"
    told = f'形状不同就报 "Cannot batch tensors with different shapes in component",见 {said}。\n'
    assert wrong_of(shipped, told) == ([said] if found else [])


def test_the_gradient_of_the_first_op(shipped: Index) -> None:
    assert wrong_of(shipped, "`MaxPoolGradGrad` 的梯度又回到 `MaxPoolGrad`：见 `_MaxPoolGradGradGrad`。\n") == []


def test_short_names_of_folders_without_a_stroke(shipped: Index) -> None:
    told = "路径在 tensorflow/core/ 下面，kernels/data 简写成 kd。\n\n声明在 kd/{}。\n"
    assert wrong_of(shipped, told.format("captured_function.h")) == []
    assert wrong_of(shipped, told.format("captured_function_utils.h")) == ["kd/captured_function_utils.h"]
