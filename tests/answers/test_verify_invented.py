"""Blocks of code that define a member which a class of the tree does not have."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import make_index, verdicts, wrong

CODE = "void {name}(const Tensor& strands,\n    int times) {{\n  for (const auto& one : strands) Loosen(one);\n}}\n"


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_index(tmp_path_factory.mktemp("invented") / "braid.sqlite")


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("BraidOp::UntieEverything", False),
        ("tensorflow::BraidOp::UntieEverything", False),
        ("BraidOp::Compute", True),
        ("BraidOp::BraidOp", True),
        ("SilkKnotter::is_tight", True),  # its base's
        ("SilkKnotter::loosen_all", False),  # of which only a remark in the base speaks
        ("MyBraidOp::UntieEverything", True),
        ("WireOp::UntieEverything", True),  # no class of the tree
        ("UntieEverything", True),
    ],
)
def test_a_member_that_there_is_not(name: str, right: bool, index: Path) -> None:
    for intro in ("The handout says it is in braid_op.cc:\n\n", "One that nobody could find:\n\n", ""):
        document = f"{intro}```cpp\n{CODE.format(name=name)}```\n"
        assert [one.verdict for one in verdicts(index, document) if one.kind == "quotation"] == (
            [] if right else ["not found"]
        )  # fmt: skip


@pytest.mark.parametrize(
    "intro",
    [
        "We add a member:",
        "A sketch of what it would do:",
        "Exercise: write `BraidOp::UntieEverything` like this:",
        "In our own fork:",
        "你可以添加一个方法:",
        "新增:",
        "For example:",
    ],
)
def test_code_that_is_proposed(intro: str, index: Path) -> None:
    code = CODE.format(name="BraidOp::UntieEverything")
    assert wrong(index, f"{intro}\n\n```cpp\n{code}```\n") == []


def test_calls_and_declarations_define_nothing(index: Path) -> None:
    code = "void Weave() {\n  BraidOp::UntieEverything(1);\n  if (BraidOp::Tie(2)) {\n  }\n}\nBraidOp::Untie(3);\n"
    assert wrong(index, f"They are called so:\n\n```cpp\n{code}```\n") == []


def test_without_a_tree_what_it_cannot_know_passes(index: Path) -> None:
    code = CODE.format(name="BraidOp::UntieEverything")
    assert wrong(index, f"In braid_op.cc:\n\n```cpp\n{code}```\n", tree=False) == []  # of whose members it knows one


def test_capitals_within_a_name(index: Path) -> None:
    assert wrong(index, "The class `WarmStrandknotter` is there.\n") == ["WarmStrandknotter"]
    assert wrong(index, "The class `warmstrandknotter` is there, as WarmStrandknotter.\n") == []
    assert wrong(index, "The class `WarmStrandknotter` is there.\n", tree=False) == []
