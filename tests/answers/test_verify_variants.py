"""Names that have all words but one of a name of the tree, and what a section on what there is quotes."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

TEXTS = {
    "tensorflow/core/kernels/plying.cc": """// Plying.

int spin_loom_once(const Strands& strands, int times) {
  return count_plies_of(strands, times);
}

void spin_from_temp(const Strands& strands) {
  loom_on_read_mode = true;
}

// How much slower strands are laid down than they are spun.
constexpr double kLayingFactor = 0.2;

void NewLoom(const Device* device) {
  auto* loom = new PlyingLoom(device, 64);
}

void Warn(Loom* loom) {
  Notify(loom);

  if (loom->broken()) {
    loom->log("The loom is broken.");
    loom->wait();
    loom->RegisterCallback(&Notify);
  }
}

class PlyOp : public OpKernel {
  void Compute(OpKernelContext* context) override {}
};

class AsyncOpKernel : public OpKernel {
};
""",
    "tensorflow/python/ops/plying.py": '''"""Plying."""


class Spindle(object):
  def __init__(self, turns=3, speed=1.5, name="spindle"):
    pass


class Bobbin(object):
  def __init__(self, turns=4, width=2.5):
    pass


def ply_strands(strands, times=2, tightness=0.5):
  return strands
''',
}
CITED = "It is in `tensorflow/core/kernels/plying.cc`. "


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (CITED + "The loop calls `spin_shed_once`.", ["spin_shed_once"]),
        (CITED + "The loop calls `spin_loom_once`.", []),
        (CITED + "The flag is `loom_on_write_mode`.", ["loom_on_write_mode"]),
        (CITED + "The flag is `loom_on_read_mode`.", []),
        (CITED + "Scratch comes from `spin_from_temporary`.", ["spin_from_temporary"]),
        # A name of two words, one that shares none but short ones, and one that the text has again are the author's.
        (CITED + "The flag is `loom_mode`.", []),
        (CITED + "The flag is `keep_it_once`.", []),
        (CITED + "The flag is `loom_on_write_mode`. We set `loom_on_write_mode` at the start.", []),
        (CITED + "There is no `spin_shed_once`.", []),
        (CITED + "We have our own `spin_shed_once`.", []),
        ("The flag of our device is `warp_on_write_mode`.", []),
    ],
)
def test_all_words_but_one(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"# Notes\n\n{text}\n") == found


DESIGN = "# RFC: looms\n\n| Author(s) | Weaver |\n|---|---|\n\n## {heading}\n\n"
DESIGN += "Laying is slowed down by a constant:\n\n```cpp\n{code}```\n\n## Proposal\n\nAnother loom.\n"
BLOCK = "// How much slower strands are laid down than they are spun.\nconstexpr double kLayingFactor = {count};\n"


@pytest.mark.parametrize(
    ("heading", "count", "found"),
    [
        ("What exists today", 0.2, 0),
        ("What exists today", 0.5, 1),
        ("What we would build", 0.5, 0),  # is the author's
    ],
)
def test_a_remark_of_the_place(heading: str, count: float, found: int, index: Path) -> None:
    document = DESIGN.format(heading=heading, code=BLOCK.format(count=count))
    assert len(wrong(index, document)) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`ply_strands` (`ops/plying.py`), whose tightness defaults to `tightness=0.6`.", ["0.6"]),
        ("`ply_strands` (`ops/plying.py`), whose tightness defaults to `tightness=0.5`.", []),
        ("Use `ply_strands` (`ops/plying.py`), whose tightness defaults to `tightness=0.6`.", ["0.6"]),
        ("Use `ply_strands` (`ops/plying.py`) with `tightness=0.6`.", []),
        ("`Bobbin` (`ops/plying.py`) then has `turns=5` and `width=2.5`.", []),  # as one of them may have
    ],
)
def test_defaults_that_are_told(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"# Notes\n\n{text}\n") == found


def test_several_in_a_column_of_defaults(index: Path) -> None:
    rows = [
        ("Spindle", "turns", 3),
        ("Spindle", "speed", 1.5),
        ("Spindle", "name", "'spindle'"),
        ("Bobbin", "width", 2.5),
    ]
    table = "# Notes\n\n| Class | Argument | {} |\n|---|---|---|\n"
    table += "".join(f"| `{of}` | `{name}` | `{value}` |\n" for of, name, value in rows)
    table += "| `Bobbin` | `turns` | `{}` |\n| `ply_strands` | `times` | `{}` |\n"
    assert wrong(index, table.format("Default", 4, 2)) == []
    assert wrong(index, table.format("Default", 5, 3)) == ["5", "3"]
    assert wrong(index, table.format("We take", 5, 3)) == []


@pytest.mark.parametrize(
    ("line", "code", "found"),
    [
        (15, "new PlyingLoom(device, 64)", []),  # whatever of the loom the line is said of
        (9, "new PlyingLoom(device, 64)", ["plying.cc:9"]),
    ],
)
def test_code_behind_a_line(line: int, code: str, found: list[str], index: Path) -> None:
    document = f"# Notes\n\n`spin_loom_once` at `plying.cc:{line}` makes `{code}`.\n"
    assert wrong(index, document) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`PlyOp` is an `AsyncOpKernel` in 1.15, so mind what it returns.", ["AsyncOpKernel"]),
        ("`PlyOp` is an ordinary `AsyncOpKernel` over a `Spindle`.", ["AsyncOpKernel"]),
        ("`PlyOp` is an ordinary `OpKernel` over a `Spindle`.", []),
    ],
)
def test_what_a_class_is(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"# Notes\n\n{text}\n") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Both register a callback with `NewLoom` (`plying.cc:24`).", []),
        ("Both call `spin_loom_once` (`plying.cc:24`).", ["plying.cc:24"]),
        ("Both register themselves with `spin_loom_once` (`plying.cc:24`).", ["plying.cc:24"]),
    ],
)
def test_words_that_are_a_name_at_the_line(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"# Notes\n\n{text}\n") == found
