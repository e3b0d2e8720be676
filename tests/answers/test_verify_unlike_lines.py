"""Cited lines near which next to nothing stands of what their sentence says."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import verdicts, wrong

RUG = "tensorflow/core/kernels/rug_op.cc"
_FILLER = "\n".join(f"int filler_{number}() {{ return {number * 7}; }}" for number in range(60))
_BODY = "\n".join(f"  pile->Clip({number});" for number in range(40))
DYE = "tensorflow/core/kernels/dye.h"
TEXTS = {
    DYE: "// Dyes.\n" * 9
    + "int madder_vats_ = kMostMadder;  // of a dyer\n"
    + "// Dyes.\nint yard = 48000;\n"
    + "// Dyes.\n" * 47
    + "// Of the work of a dyer.\n"
    + "// Dyes.\n" * 19
    + "constexpr Colours kEach =\n"
    + "    Of(kGrey) |\n" * 6
    + "    Of(kWoadBlue) | Of(kWeldYellow);\n"
    + "// Dyes.\n" * 90
    + "constexpr Colours kMost = Of(kWoadBlue) | Of(kWeldYellow);  // With reds it may be mixed.\n"
    + "// Dyes.\n" * 40,
    RUG: f"""// Knots rugs.

class RugOp : public OpKernel {{
 public:
  void Compute(OpKernelContext* context) override {{
    const Tensor& pile = context->input(0);
    knots_per_inch_ = CountKnots(pile);
  }}

 private:
  int knots_per_inch_;
}};

{_FILLER}

void ShearRug(Tensor* pile, int shear_height) {{
{_BODY}
  pile->Cut(shear_height);
}}

Status FringeOf(const Tensor& pile) {{
  if (fringe_length_ > kLongestFringe) {{
    return errors::InvalidArgument("The fringe of a rug is too long: ", fringe_length_);
  }}
  // Rugs without a fringe are trimmed.
  return Status::OK();
}}
""",
}
_LINES = TEXTS[RUG].split("\n")
KNOTS, TRIMMED = (next(at for at, line in enumerate(_LINES, 1) if word in line) for word in ("CountKnots", "kLongest"))
FAR = KNOTS + 30


@pytest.mark.parametrize(
    "said",
    [
        "Whether `fringe_length_` is too long is asked in the second part ({}), and nowhere else.",
        "Whether `fringe_length_` is more than `kLongestFringe`\nis asked in the second part\n(that is {}).",
        "* whether the `fringe_length_` is more than `kLongestFringe` is asked far below (that is {})",
        "| what is too long | `fringe_length_ > kLongestFringe` | nothing else | {} |",
        '"The fringe of a rug is too long" is told where the length is known ({}).',
        "`fringe_length_` 是否太长，在后面检查（{}）。",
    ],
)
def test_what_stands_elsewhere(said: str, index: Path) -> None:
    assert wrong(index, said.format(f"`rug_op.cc:{TRIMMED}`")) == []
    assert wrong(index, said.format(f"`rug_op.cc:{FAR}`")) == [f"rug_op.cc:{FAR}"]


@pytest.mark.parametrize("lines", ["{}", "{}-{}"])
def test_a_long_number_right_before_its_lines(lines: str, index: Path) -> None:
    said = "The price of 48000 a yard (dye.h:{}) is that of a dyer's work."
    there, off = ("12", "60") if lines == "{}" else ("12-13", "60-61")
    assert wrong(index, said.format(there)) == []
    assert wrong(index, said.format(off)) == [f"dye.h:{off}"]
    assert wrong(index, said.format(off).replace("48000", "480")) == []
    assert wrong(index, said.format(off).replace("(dye", "is known to all who ever went there (dye")) == []


def test_a_statement_over_several_lines(index: Path) -> None:
    said = "| what may be mixed | `core/kernels/dye.h:{}` | with `kWoadBlue` and `kWeldYellow`; reds are not in it |"
    table = "| what | where | remark |\n|---|---|---|\n"
    assert wrong(index, table + said.format(80)) == []
    assert wrong(index, table + said.format(50)) == ["core/kernels/dye.h:50"]


@pytest.mark.parametrize(("between", "found"), [("的数目", 2), ("里的数目一样一样地复制给下一家", 0)])
def test_how_far_a_name_is_told_in_chinese(between: str, found: int, index: Path) -> None:
    assert len(wrong(index, f"`BraidOp` 会把 `madder_vats_` {between}（dye.h 第 60–61 行和第 65 行）。")) == found


def test_where_it_is_instead(index: Path) -> None:
    said = "Whether the `fringe_length_` is more than `kLongestFringe` is asked far below (that is rug_op.cc:{})."
    (made,) = [one for one in verdicts(index, said.format(FAR)) if one.verdict != "found"]
    assert made.verdict == "moved"
    assert made.location is not None
    assert (made.location.path, abs(made.location.line - TRIMMED) <= 3) == (RUG, True)
    assert made.detail == f"next to nothing of what is said is at line {FAR}"
    assert wrong(index, said.format(TRIMMED - 8)) == []  # counted wrongly, if at all


@pytest.mark.parametrize(
    "said",
    [
        "`FringeOf` begins there, and `filler_30` asks for nothing (`rug_op.cc:{}`).",  # the last name is there
        "It is like `kLongestFringe` and `fringe_length_`, a comment says (`rug_op.cc:{}`).",
        "For `kLongestFringe` and `fringe_length_` the same is done at the end (`rug_op.cc:{}`).",
        "`fringe_length_` should become longer than `kLongestFringe` there, I propose (`rug_op.cc:{}`).",
        "Numbers are returned by `rug_op.cc:{}` ff., and what `fringe_length_` and `kLongestFringe` are comes last.",
        "(`rug_op.cc:{}`) This is before `fringe_length_` and `kLongestFringe`.",
        "Numbers are returned (as in `rug_op.cc:{}`.) `fringe_length_` and `kLongestFringe` come last.",
        "Numbers are returned by `rug_op.cc:{}`, whereas `dye.h` has neither `fringe_length_` nor `kLongestFringe`.",
        "2019-10-02 11:40:12 W rug_op.cc:{}] fringe_length_ kLongestFringe",
        "From `rug_op.cc:{}` on things lead to `fringe_length_` and `kLongestFringe`.",
        "They are `fringe_length_` and `kLongestFringe`.\n\n(`rug_op.cc:{}`.) That is all.",
        "`fringe_length_` and `kLongestFringe` come at the end (`rug_op.cc:TRIMMED`), numbers before (`rug_op.cc:{}`).",
        "Numbers are returned (`rug_op.cc:{}`); then `fringe_length_` is held against `kLongestFringe`.",
        "`fringe_length_`: https://github.com/tensorflow/tensorflow/blob/master/tensorflow/core/kernels/rug_op.cc#L{}",
    ],
)
def test_what_tells_nothing_of_the_lines(said: str, index: Path) -> None:
    at = next(at for at, line in enumerate(_LINES, 1) if "filler_30" in line)
    assert wrong(index, said.format(at).replace("TRIMMED", str(TRIMMED))) == []


@pytest.mark.parametrize(
    "said",
    [
        "`fringe_length_`, `kLongestFringe`, `FringeOf` and `InvalidArgument` are out of the sight of `ShearRug`, whose"
        " numbers are at rug_op.cc:{}.",
        "`fringe_length_` and `kLongestFringe` are of no use to `Clip` (rug_op.cc:{}).",
        "`fringe_length_` and `kLongestFringe` are of no use, they say, rug_op.cc:{}:\n\n```cpp\n"
        "  pile->Clip(18);\n  pile->Clip(19);\n  pile->Clip(20);\n```",
    ],
)
def test_what_the_lines_are_of(said: str, index: Path) -> None:
    at = next(at for at, line in enumerate(_LINES, 1) if "Clip(18)" in line)
    assert wrong(index, said.format(at)) == []


def test_lines_without_their_file_may_be_of_another(index: Path) -> None:
    said = "Dyes are in `dye.h`, rugs in `rug_op.cc`.\n\nSee line 10, where `madder_vats_` is `kMostMadder`{}.\n"
    assert wrong(index, said.format("")) == []
    assert wrong(index, said.format(", a `fringe_length_`")) == []


def test_a_tree_tells(index: Path) -> None:
    said = f"Whether `fringe_length_` is too long is asked in the second part (`rug_op.cc:{FAR}`)."
    assert wrong(index, said, tree=False) == []


@pytest.mark.parametrize(
    ("said", "flagged"),
    [
        ("It is as long as `kLongestFringe` says ({}).", True),
        ("It does not reach `kLongestFringe` by far ({}).", False),  # which need not be there
        ("As long as `kLongestFringe` says, which is what everybody would say who sees it ({}).", False),
        ("Where `kLongestFringe` is known, `{}` returns a number.", False),  # what is there does something
        ("It is as high as `pile` says ({}).", False),  # which many lines have
        ("It is as many as `Tufts` says ({}).", False),  # which none has
    ],
)
def test_a_single_name_next_to_the_place(said: str, flagged: bool, index: Path) -> None:
    at = next(at for at, line in enumerate(_LINES, 1) if "filler_30" in line)
    place = f"rug_op.cc:{at}-{at + 1}"
    flags = [text for text in wrong(index, said.format(place)) if text != "Tufts"]
    assert flags == ([place] if flagged else [])
