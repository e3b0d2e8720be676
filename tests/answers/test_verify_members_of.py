"""Members said to be of a class that has none of them, in words and in `A::B`; and files on the next line."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import verdicts, wrong

TEXTS = {
    "tensorflow/braid/tightness.h": """class Tightness {
 public:
  virtual int pull() = 0;
};
class TightKnot : public Tightness {
 public:
  bool is_tight() { return true; }
};
""",
    "tensorflow/braid/winder.cc": "class Winder {\n public:\n  void Tighten() {}\n};\n",
    "tensorflow/braid/turners.cc": "".join(
        f"class Turner{name} {{\n public:\n  void turn_all() {{}}\n}};\n" for name in ("Left", "Right", "Up", "Down")
    ),
}


@pytest.mark.parametrize(
    "said",
    [
        "It calls the static `is_tight` of `{}`.",
        "It calls `is_tight()` of `struct {}`.",
        "It calls the\nvirtual method `is_tight` of the class `{}`.",
        "It calls `is_tight` on `class {}<T>`.",
        "The `is_tight` method of `{}` is what runs.",
        "`is_tight` of `{}` is called first.",
        "`{}`'s `is_tight` is called.",
        "`{}` has the method `is_tight`.",
        "`{}` 的 `is_tight` 会被调用。",
        "调用 `struct {}` 的 `is_tight`。",
        "调用类 `{}` 的静态函数 `is_tight`。",
    ],
)
def test_a_member_of_a_class(said: str, index: Path) -> None:
    assert wrong(index, said.format("Knotter") + "\n") == []
    assert wrong(index, said.format("SilkKnotter") + "\n") == []  # inherited
    assert wrong(index, said.format("KnotRing") + "\n") in (["is_tight"], ["is_tight()"])
    assert wrong(index, said.format("KnotRing") + "\n", tree=False) == []  # only its text has all members


@pytest.mark.parametrize(
    "said",
    [
        "There is no static `is_tight` of `KnotRing`.",
        "In 2.4 it calls the static `is_tight` of `KnotRing`.",
        "The `is_tight` of `KnotRing` is whatever is passed to it.",  # a value that it holds, perhaps
        "`BraidStrands` of `KnotRing` is called first.",  # no class has it
        "The static `knots` of `class KnotRing`.",
        "The static `BraidStrands` of `class KnotRing`.",  # which may be called there
        "The virtual `knots_per_strand` of `class Knotter`.",
    ],
)
def test_what_is_no_such_claim(said: str, index: Path) -> None:
    assert wrong(index, said + "\n") == []


@pytest.mark.parametrize("said", ["The `is_tight` method of `{}` runs.", "`is_tight` of `{}` is called."])
def test_what_may_be_a_member_all_the_same(said: str, index: Path) -> None:
    assert wrong(index, said.format("BobbinOf")) == []  # of a specialisation
    assert wrong(index, said.format("Tightness")) == []  # of those that are derived from it
    assert wrong(index, said.format("KnotRing")) == ["is_tight"]


def test_what_stands_in_the_file_of_a_class_may_be_called_there(index: Path) -> None:
    assert wrong(index, "`Tighten` of `BraidOp` is called.") == []  # a function of its file
    assert wrong(index, "`Tighten` of `Reel` is called.") == ["Tighten"]


def test_whose_a_member_is_that_few_have(index: Path) -> None:
    (found,) = [one for one in verdicts(index, "`KnotRing` has the method `is_tight`.") if one.verdict == "not found"]
    assert found.detail in ("KnotRing has no is_tight, Knotter does", "KnotRing has no is_tight, TightKnot does")
    (found,) = [one for one in verdicts(index, "`KnotRing` has the method `turn_all`.") if one.verdict == "not found"]
    assert found.detail == "KnotRing has no member turn_all"


def test_a_class_that_is_nested_in_another(index: Path) -> None:
    assert wrong(index, "It is a `KnotRing::Loop`.\n") == []
    assert wrong(index, "It is a `Knotter::Loop`.\n") == ["Knotter::Loop"]
    assert wrong(index, "There is no `Knotter::Loop`.\n") == []


def test_members_of_specialisations_are_the_classes_own(index: Path) -> None:
    assert wrong(index, "It is `BobbinOf<T>::is_tight()`, or `BobbinOf::is_tight`.\n") == []
    assert wrong(index, "It calls the static `is_tight` of `BobbinOf`.\n") == []


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("`BraidOp`, defined in\n`{}`, braids.\n", True),
        ("`BraidOp` 定义在\n`{}`。\n", True),
        ("- `BraidOp` is defined in\n  `{}`\n", True),
        ("`BraidOp`这个kernel定义在`{}`。\n", True),
        ("`BraidOp` 这个op的注册在`{}`。\n", True),
        ("`BraidOp`这个op的注释写在了另一处，见`{}`。\n", False),
        ("We use `BraidOp`.\n`{}` is another file.\n", False),
    ],
)
def test_a_file_on_the_next_line(said: str, found: bool, index: Path) -> None:
    assert wrong(index, said.format("core/kernels/braid_op.cc")) == []
    assert wrong(index, said.format("core/kernels/weft_op.cc")) == (["core/kernels/weft_op.cc"] if found else [])
