"""Lists of line numbers beside lists of names, lines of whom a sentence is about, and words that stand for files."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import KERNEL, REEL, STRANDS, line_of, wrong

BRAID, TIGHTEN, LOOSEN = (
    line_of(KERNEL, f"void {name}(const") for name in ("BraidStrands", "Tighten", "LoosenStrands")
)
UNTANGLE, COUNT, SORT, DROP = (
    line_of(STRANDS, f"def {name}(")
    for name in ("untangle", "count_all_strands", "sort_all_strands", "drop_all_strands")
)


@pytest.mark.parametrize(
    ("text", "lines", "found"),
    [
        ("`BraidStrands`, `Tighten` and `LoosenStrands` are at lines {}, {}, {} of `braid_op.cc`.", (), []),
        ("`BraidStrands`, `Tighten` and `LoosenStrands`: `kernels/braid_op.cc:{}`, `:{}`, `:{}`.", (), []),
        ("`BraidStrands`、`Tighten`、`LoosenStrands` 在 braid_op.cc 第 {}、{}、{} 行。", (), []),
        ("BraidStrands, `Tighten` and LoosenStrands are in braid_op.cc (L{}, L{}, L{}).", (), []),
        # One that is of another name, and one that is nobody's.
        ("`BraidStrands`, `Tighten` and `BraidOp` are at lines {}, {}, {} of `braid_op.cc`.", (), [str(LOOSEN)]),
        ("`LoosenStrands`, `Tighten` and `LoosenStrands`: `kernels/braid_op.cc:{}`, `:{}`, `:{}`.", (), 1),
        ("`BraidStrands`、`Tighten`、`BraidOp` 在 braid_op.cc 第 {}、{}、{} 行。", (), [str(LOOSEN)]),
        ("BraidStrands, `Tighten` and BraidOp are in braid_op.cc (L{}, L{}, L{}).", (), [str(LOOSEN)]),
        # As many are wrong as are right, or more; fewer numbers than names; what somebody's own is.
        ("`BraidOp`, `BraidOp` and `LoosenStrands` are at lines {}, {}, {} of `braid_op.cc`.", (), 0),
        ("We plan to put `BraidStrands`, `Tighten` and `BraidOp` at lines {}, {}, {} of `braid_op.cc`.", (), []),
    ],
)
def test_numbers_in_turn(text: str, lines: tuple[int, ...], found: list[str] | int, index: Path) -> None:
    flagged = wrong(index, f"# Notes\n\n{text.format(*(lines or (BRAID, TIGHTEN, LOOSEN)))}\n")
    assert (len(flagged) if isinstance(found, int) else flagged) == found


@pytest.mark.parametrize(
    ("text", "line", "other"),
    [
        ("`count_all_strands` gives them back unaltered (strands.py:{}).", COUNT + 1, SORT + 1),
        ("The function `sort_all_strands` gives them back unaltered (strands.py:{}).", SORT + 1, DROP + 1),
        ("`drop_all_strands`：原样返回（strands.py 第 {} 行）。", DROP + 1, COUNT + 1),
    ],
)
def test_lines_of_the_subject(text: str, line: int, other: int, index: Path) -> None:
    assert wrong(index, f"# Notes\n\n{text.format(line)}\n") == []
    assert len(wrong(index, f"# Notes\n\n{text.format(other)}\n")) == 1


@pytest.mark.parametrize(
    "text",
    [
        # What it comes to, its caller with its name near, another that is told, and what the sentence says more of.
        f"`retangle` sorts them all (strands.py:{UNTANGLE + 5}).",
        f"`untangle` gets both parts (strands.py:{line_of(STRANDS, '  return untangle(strands) +')}).",
        f"`count_all_strands` counts what is to drop (strands.py:{DROP + 1}).",
        f"`count_all_strands` and its sister give them back (strands.py:{DROP + 1}).",
        f"We plan to let `count_all_strands` give them back (strands.py:{DROP + 1}).",
    ],
)
def test_lines_that_may_be_of_the_subject(text: str, index: Path) -> None:
    assert wrong(index, f"# Notes\n\n{text}\n") == []


@pytest.mark.parametrize(
    "announced",
    ["`rl` stands for lib/reel.cc.", "`rl` = `core/lib/reel.cc`.", "Here `rl` stands\nfor reel.cc.",
     "`core/lib/reel.cc` (hereafter `rl`)."],
)  # fmt: skip
def test_words_for_files(announced: str, index: Path) -> None:
    document = f"# Notes\n\n{announced}\n\n`Unreel` (rl:{{}}) empties it.\n"
    line = line_of(REEL, "void Unreel")
    assert wrong(index, document.format(line)) == []
    assert wrong(index, document.format(line - 6)) == [f"rl:{line - 6}"]
    assert wrong(index, document.replace(announced, "").format(line - 6)) == []  # which nothing announces


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The `StrandReader` is put together at strands.py:{}.", []),
        ("`Tighten(strands)` is then called at `braid_op.cc:{}`.", 1),
        ("Extend `kernels/braid_check.cc`. No new file please.", ["kernels/braid_check.cc"]),
        ("New files: `kernels/braid_check.cc`.", []),
        # A range in brackets behind words is of the file that was named last.
        ("See strands.py. `drop_all_strands` gives them back (38-39).", ["38-39"]),
        ("See strands.py. `drop_all_strands` gives them back (46-47).", []),
        ("See strands.py. `drop_all_strands` came with it (1998-2004).", []),
    ],
)
def test_where_it_is_done(text: str, found: list[str] | int, index: Path) -> None:
    line = 7 if "StrandReader" in text else BRAID + 30
    flagged = wrong(index, f"# Notes\n\n{text.format(line, line + 1)}\n")
    assert (len(flagged) if isinstance(found, int) else flagged) == found
