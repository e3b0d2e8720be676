"""Blocks of code that define a member which a class of the tree does not have."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import HEADER, line_of, verdicts, wrong

from tfexplore.answers.verify import verify
from tfexplore.index.store import Index

CODE = "void {name}(const Tensor& strands,\n    int times) {{\n  for (const auto& one : strands) Loosen(one);\n}}\n"


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


def test_the_wrong_case_of_a_name(index: Path) -> None:
    for name in ("WarmStrandknotter", "Warmstrandknotter"):
        (one,) = verdicts(index, f"The class `{name}` is there.\n")
        assert (one.verdict, one.detail) == ("found", "written WarmStrandKnotter")
        assert one.location is not None
        assert (one.location.path, one.location.line) == (HEADER, line_of(HEADER, "class WarmStrandKnotter"))


def test_names_of_a_package_beside_the_tree(shipped: Index) -> None:
    """Its private names are in no file of the tree, and in no index."""

    def said(text: str) -> list[str]:
        found = verify(shipped, "notes.md", text, lambda path: b"").verdicts
        return [one.text for one in found if one.verdict == "not found"]

    told = "The helper is a function (`_make_evenly_divisible_by`):\n"
    assert said(told) == ["_make_evenly_divisible_by"]
    assert said(f"From keras_applications 1.0.8 comes `MobileNetV2`.\n\n{told}") == []
    assert said(f"# keras-applications\n\n{told}") == []
    assert said(f"# keras-applications\n\n# Others\n\n{told}") == ["_make_evenly_divisible_by"]


@pytest.mark.parametrize(
    ("beside", "wrong_ones"),
    [("`lib/reel.h`", []), ("`lib/reel.h` and `lib/reel.cc`", ["lib/warp_weaving.cc"])],
)
def test_a_file_of_a_folder_of_which_others_are_cited(beside: str, wrong_ones: list[str], index: Path) -> None:
    said = f"See {beside}.\nThe rest is in `lib/warp_weaving.cc`, but it is not fused.\n"
    assert wrong(index, said) == wrong_ones
