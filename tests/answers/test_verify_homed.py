"""Files that things are said to belong to: by words of belonging, as one of their kind, at the end of an item."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import KERNEL, line_of, wrong

HERE, ELSEWHERE = "`kernels/braid_op.cc`", "`kernels/weft_op.cc`"
SAID = [
    "`BraidOp` is private to {}.",
    "The kernel `BraidOp` is local to {} and is short.",
    "`BraidOp` belongs to {}.",
    "`BraidOp` comes from {}.",
    "`BraidOp` is a stage in {}.",
    "`BraidOp` is a small helper in {}, nothing else.",
    "`BraidOp` is one of the classes in {}.",
    "`BraidOp` is one of {}'s classes.",
    "`BraidOp` is tucked away in {}.",
    "{} is home to `BraidOp`.",
    "{} is the home of the class `BraidOp`.",
    "`BraidOp` 是 {} 中的一个阶段类",
    "`BraidOp` 是 {} 中的一个类。",
    "`BraidOp` 是 {} 里的私有类。",
    "`BraidOp` 属于 {}。",
    "`BraidOp` 出自 {}。",
    "`BraidOp` 就在 {} 里。",
    "在 {} 里有一个类 `BraidOp`。",
    "It makes a `BraidOp`, a plain class declared in {}, of them.",
    "It makes a `BraidOp` (the class is defined in {}) and a knot.",
    "It makes a `BraidOp`, a class of {}.",
    "Strands are wound by `BraidOp`, an internal class in {}; the rest is `x`.",
    "It has `BraidOp` and `BraidOp`, both in {}, and more.",
    "先建一个 `BraidOp`，一个普通的类，定义在 {}。",
    "- **`BraidOp`** -- winds (`return strands.end();`). Found in {}.",
    "- **`BraidOp`**: winds. File: {}.",
    "**`BraidOp`** — winds what there is, and then some more of it, all of it. Found in\n{}.",
    "Die Klasse `BraidOp` ist in {} definiert.",
    "Die Klasse `BraidOp` ist in\n{} definiert.",
    "`BraidOp`，很短，这个类定义在 {}。",
    "- `BraidOp`：编织。位于 {}。",
    "- `BraidOp`：编织，定义在 {}。",
    "`BraidOp`\n: Winds strands. Defined in {}.",
    "### `BraidOp`\n\nFile: {}\n\nIt winds.",
    "### `BraidOp`\n\nIt lives in {}.",
]


@pytest.mark.parametrize("said", SAID)
def test_the_file_that_something_is_said_to_be_in(said: str, index: Path) -> None:
    assert wrong(index, said.format(HERE) + "\n") == []
    assert wrong(index, said.format(ELSEWHERE) + "\n") == [ELSEWHERE.strip("`")]


@pytest.mark.parametrize(
    "said",
    [
        "`BraidOp` is not private to {}.",
        "`BraidOp` is a replacement in {}.",
        "It makes a `BraidOp`, a near copy of the class declared in {}, of them.",
        "`BraidOp` is a kernel; the ops are {}'s.",
        "`BraidOp` 是 {} 中的 `Weft` 的调用者。",
        "`BraidOp` 不属于 {}。",
        # What is found there is another thing than the item's.
        "- **`BraidOp`** -- calls `Weft`. Found in {}.",
        "- **`BraidOp`** -- winds. See {}.",
        "- **`BraidOp`** -- winds. The example is found in {}.",
        "- Of `BraidOp` there is more to say. Found in {}.",
        "### `BraidOp`\n\nSee {}.",
        "### `BraidOp`\n\nFiles: {} and `kernels/braid_op.cc`.",
        "### `BraidOp`\n\nFile: {}, `kernels/braid_op.cc`",
    ],
)
def test_what_is_said_of_another_thing(said: str, index: Path) -> None:
    assert wrong(index, said.format(ELSEWHERE) + "\n") == []


def test_what_stands_in_the_source_beside_is_not_defined_in_a_header_without_a_word_of_it(index: Path) -> None:
    assert wrong(index, "`Braids` (`kernels/braid.h`) counts.\n") == []
    assert wrong(index, "`Braids` is defined in `kernels/braid.cc`.\n") == []
    assert wrong(index, "`Braids` is defined in `kernels/braid.h`.\n") == ["kernels/braid.h"]
    assert wrong(index, "- `Braids`, defined in `kernels/braid.h`: counts\n") == ["kernels/braid.h"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # "It" is any of the names before, and none of them is there.
        ("`BraidOp` calls `BraidStrands`. It's declared in `kernels/weft_op.cc`.", ["kernels/weft_op.cc"]),
        ("`BraidOp` calls `BraidStrands`. It's declared in `kernels/braid_op.cc`.", []),
        ("`WarmStrandKnotter` calls `BraidStrands`. It's declared in `kernels/braid.h`.", []),
        (
            "`BraidOp` calls `BraidStrands`. That function, defined in `kernels/weft_op.cc`, is short.",
            ["kernels/weft_op.cc"],
        ),
        ("`BraidOp` 调用 `BraidStrands`。该函数定义在 `kernels/weft_op.cc`。", ["kernels/weft_op.cc"]),
        ("`BraidOp` 调用 `BraidStrands`。该函数定义在 `kernels/braid_op.cc`。", []),
        # The first of two is what the second says of it.
        ("`BraidOp` is a `Braiding`, and it's declared in `kernels/weft_op.cc`.", ["kernels/weft_op.cc"]),
        ("`SilkKnotter` is a `Knotter`, and it's declared in `kernels/braid.h`.", []),
    ],
)
def test_what_it_is_that_is_defined_there(text: str, expected: list[str], index: Path) -> None:
    assert wrong(index, text + "\n") == expected


def test_the_line_of_a_members_class(index: Path) -> None:
    head, inside = line_of(KERNEL, "class BraidOp"), line_of(KERNEL, "BraidStrands(strands, 3)") + 4
    for said in (
        "`BraidOp::Compute` (the class is at braid_op.cc:{})",
        "`BraidOp::Compute` (class at `braid_op.cc:{}`)",
    ):
        assert wrong(index, f"See {said}.".format(head)) == []
        assert len(wrong(index, f"See {said}.".format(inside))) == 1


def test_a_row_with_a_file_of_the_next_cell(index: Path) -> None:
    row = "| op | shape function | file | class |\n|---|---|---|---|\n| Braid | `SilkKnotter` | {} | {} |\n"
    assert wrong(index, row.format("kernels/braid_op.cc", "`BraidOp`")) == []
    assert wrong(index, row.format("kernels/braid_op.cc", "-")) == ["kernels/braid_op.cc"]
    assert wrong(index, row.format("kernels/weft_op.cc", "`BraidOp`")) == ["kernels/weft_op.cc"]


def test_what_no_other_file_can_be_meant_for(index: Path) -> None:
    for said, file, other in (
        ("It is `WarmStrandKnotter`, declared in `{}`.", "kernels/braid.h", "lib/reel.h"),
        ("| braid | `_fold_away` | `{}` |", "braid/folding.py", "braid/unfolding.py"),
    ):
        for tree in (True, False):
            assert wrong(index, said.format(file), tree) == []
            assert wrong(index, said.format(other), tree) == [other]
    assert wrong(index, "It calls `fold_up`, `braid/unfolding.py`.", tree=False) == []  # which it may import


TEXTS = {
    "tensorflow/python/braid/folding.py": "def _fold_away(strand):\n  return strand\n\n\ndef fold_up():\n  pass\n",
    "tensorflow/python/braid/unfolding.py": "def unfold(strand):\n  return strand\n",
}


@pytest.mark.parametrize(
    ("said", "definition"),
    [
        ("`BraidOp` ({}) derives from `OpKernel`.", True),
        ("`BraidOp`（{}）直接继承 `OpKernel`。", True),
        ("`BraidOp` ({}) is a plain kernel class.", True),
        ("`BraidOp` ({}) 是一个模板。", True),
        ("`BraidOp` ({}) checks what it is given.", False),  # which may be done there
        ("`BraidOp` ({}) is one of several.", False),
    ],
)
def test_lines_of_what_is_told_to_be_something(said: str, definition: bool, index: Path) -> None:
    head = line_of(KERNEL, "class BraidOp")
    assert wrong(index, said.format(f"`{KERNEL}:{head}`") + "\n") == []
    inside = f"{KERNEL}:{head + 9}"
    assert wrong(index, said.format(f"`{inside}`") + "\n") == ([inside] if definition else [])
