"""Short quotations: which place is meant, and what is said of one that has no file right before it."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import HEADER, KERNEL, REEL, STRANDS, line_of, verdicts, wrong

SPOOLS = "tensorflow/core/lib/spools.cc"
TEXTS = {
    "tensorflow/core/platform/spools.h": "void WindSpool(int spool);\n",
    SPOOLS: "void WindSpool(int spool) {}\n\n#define SPOOLS(wind)  \\\n"
    + "".join(f"  wind({number});  \\\n" for number in range(24))
    + "  wind(24)\n\nSPOOLS(WindSpool);\n",
    "tensorflow/core/lib/bobbin.h": "class Bobbin {\n public:\n  void Wind(int slack);\n private:\n  int turns_;\n};\n",
    "tensorflow/core/lib/bobbin.cc": """#include "tensorflow/core/lib/bobbin.h"

void Bobbin::Wind(int slack) {
  switch (slack) {
    case 0:
      if (turns_ >= most_turns) {
        turns_ += most_turns;
      } else {
        turns_ *= 2;
      }
      return;
  }
}
""",
    "tensorflow/python/reels/reeling.py": """class NarrowReel(Reel):

  def wind(self, thread, turns):
    loose, tight = split_by_tension(self, thread)
    if tight:
      wound = self.wind_tightly(tight, turns)
    else:
      wound = []
    return wound


class WideReel(Reel):

  def wind(self, thread, turns):
    loose, tight = split_by_tension(self, thread)
    if tight:
      wound = self.wind_in_rows(tight, turns)
    else:
      wound = []
    return wound


ReelState = collections.namedtuple("ReelState", ("thread", "turns"))
""",
}


def judged(index: Path, intro: str, code: str, language: str = "cpp") -> list[str]:
    document = f"{intro}\n\n```{language}\n{code}\n```\n"
    return [one.verdict for one in verdicts(index, document) if one.kind == "quotation"]


FAR = f"`{KERNEL}` is the kernel.\n\n" + "Words of mine.\n\n" * 30 + "## On\n\nIt goes on:"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("  for (int i = 0; i < times; ++i) {\n    CrossStrands(strands, i);", ["found"]),
        ("  for (int i = 0; i <= times; ++i) {\n    CrossStrands(strands, i);", ["differs"]),
        # Two lines changed places, and a line is left out.
        ("    CrossStrands(strands, i);\n  for (int i = 0; i < times; ++i) {", ["differs"]),
        ("void BraidStrands(const Tensor& strands, int times) {\n    CrossStrands(strands, i);\n  }", ["differs"]),
        # Of the author's own: one line is like one there.
        ("  for (int i = 0; i < times; ++i) {\n    Comb(hair, i);\n    Wash(hair);\n    Dry(hair);", []),
    ],
)
def test_of_a_file_that_is_cited_far_above(code: str, expected: list[str], index: Path) -> None:
    assert judged(index, FAR, code) == expected


@pytest.mark.parametrize(
    ("intro", "expected"),
    [
        ("It is `BraidStrands` that crosses them:", ["differs"]),
        ("在 `BraidStrands` 里：", ["differs"]),
        ("It is like `Tighten`:", []),  # the place is in another body
    ],
)
def test_of_the_body_that_is_named_before_it(intro: str, expected: list[str], index: Path) -> None:
    code = "  for (int i = 0; i < times; ++i) {\n    CrossStrands(strands, {});"
    assert judged(index, intro, code.replace("{}", "i")) == ["found"]
    assert judged(index, intro, code.replace("{}", "0")) == expected


def test_what_is_to_be_written_is_no_quotation(index: Path) -> None:
    code = "    CrossStrands(strands, i);\n  for (int i = 0; i < times; ++i) {"
    assert judged(index, FAR.replace("It goes on", "Change it to"), code) == []


def test_lines_that_stand_in_a_file_of_which_nothing_is_said(index: Path) -> None:
    code = "CALL_EVERY_TYPE(REGISTER_BRAID);\nCALL_SOME_TYPES(REGISTER_BRAID);"
    assert judged(index, "`warp_op.cc` is the kernel.\n\nIt begins so:", code) == ["found"]
    # It is in that of which nothing is said, and another that is cited has one line of it.
    assert judged(index, "`weft_op.cc` is the kernel.\n\nIt begins so:", code) == ["differs"]


def test_the_place_nearest_to_the_cited_line_is_meant(index: Path) -> None:
    first, second = line_of(KERNEL, "  Tighten(strands);"), line_of(KERNEL, "void LoosenStrands") + 1

    def place(line: int) -> int:
        made = verdicts(index, f"`{KERNEL}:{line}`:\n\n```cpp\n  Tighten(strands);\n```\n")
        return next(one.location.line for one in made if one.kind == "quotation" and one.location)

    assert [place(line) for line in (1, first, first + 2)] == [first, first, first]
    # What is quoted stands behind the line that is cited, rather than above it.
    assert [place(line) for line in (first + 4, second, second + 1)] == [second, second, second]


@pytest.mark.parametrize("mark", ["# strands.py:{}", "# line {}", "# 第 {} 行"])
def test_lines_each_with_its_number_need_not_follow_each_other(mark: str, index: Path) -> None:
    lines = ["def count_all_strands(strands):", "MOST_STRANDS = 12", "def spool(strands):"]
    code = "\n".join(f"{line}  {mark.format(line_of(STRANDS, line))}" for line in lines)
    assert judged(index, f"`{STRANDS}`:", code, "python") == ["found"]
    assert judged(index, f"`{STRANDS}`:", "\n".join(lines), "python") == ["differs"]
    assert judged(index, f"`{STRANDS}`:", code.replace("12", "13", 1), "python") == ["differs"]


def test_where_the_rarest_words_were_altered_another_run_of_words_tells(index: Path) -> None:
    code = "  int knots_per_strand(StrandCount wanted) const override {\n    return 2 * wanted;\n  }\n};"
    made = verdicts(index, f"`{HEADER}`:\n\n```cpp\n{code}\n```\n")
    assert [one.verdict for one in made if one.kind == "quotation"] == ["differs"]


def test_a_member_may_be_cited_by_the_head_of_its_class(index: Path) -> None:
    head, other = line_of(KERNEL, "class BraidOp"), line_of(KERNEL, "int tightness_")
    for said, expected in (("In `BraidOp::Compute` (braid_op.cc:{}) look at this.", "found"),):
        text = said.format(head)
        assert [one.verdict for one in verdicts(index, text) if one.kind == "path:line"] == [expected]
        text = said.format(other)
        assert [one.verdict for one in verdicts(index, text) if one.kind == "path:line"] == ["moved"]


def test_a_block_that_differs_is_laid_along_the_lines_that_are_cited(index: Path) -> None:
    # The other function of the file has more of it.
    line = line_of(KERNEL, "void LoosenStrands")
    loop = "  for (int i = 0; i < times; ++i) {\n    CrossStrands(strands, i);\n  }\n"
    code = f"{loop}  Tighten(strands);\n  Loosen(strands);"
    made = verdicts(index, f"`{KERNEL}` (lines {line - 2}-{line + 2}):\n\n```cpp\n{code}\n```\n")
    assert [one.verdict for one in made if one.kind == "quotation"] == ["differs"]


@pytest.mark.parametrize(
    ("last", "expected"),
    [
        ("    return 2 * count;", "found"),
        ("    return 2 * count", "found"),  # without what ends it
        ("    return 2", "differs"),
        ("    return 2 * // and more", "found"),
    ],
)
def test_the_last_line_of_a_block_is_a_whole_one(last: str, expected: str, index: Path) -> None:
    code = f"  explicit SilkKnotter(int wanted);\n\n  int knots_per_strand(StrandCount count) const override {{\n{last}"
    code = f"class SilkKnotter : public Knotter {{\n public:\n{code}"
    assert judged(index, f"`{HEADER}`:", code) == [expected]


@pytest.mark.parametrize(
    ("behind", "expected"),
    [
        ("  Tighten(strands);\n}", "found"),
        ("  Slacken(strands);\n}", "differs"),
    ],
)
def test_what_is_altered_right_behind_an_elision(behind: str, expected: str, index: Path) -> None:
    head = "void BraidStrands(const Tensor& strands, int times) {\n  for (int i = 0; i < times; ++i) {"
    code = f"{head}\n    ...\n{behind}"
    document = f"`BraidStrands` in `{KERNEL}`:\n\n```cpp\n{code}\n```\n"
    made = [one for one in verdicts(index, document) if one.kind == "quotation"]
    assert [one.verdict for one in made] == [expected]


def test_an_error_is_told_once(index: Path) -> None:
    """The line is of another file; what is quoted below it is right."""
    code = "```cpp\nvoid Unreel(Reel* reel) {\n  reel->size = 0;\n}\n```\n"
    assert wrong(index, f"`Unreel` is defined in `{KERNEL}`:\n\n{code}") == [KERNEL]
    assert wrong(index, f"`Unreel` is defined in `{REEL}`:\n\n{code}") == []


@pytest.mark.parametrize(
    ("under", "right"),
    [("位于 `{}:{}`。", True), ("Located at `{}:{}`.", True), ("这是 {}:{} 的用法，另见下文。", False)],
)
def test_a_place_under_a_block_is_the_blocks(under: str, right: bool, index: Path) -> None:
    line = line_of(KERNEL, "void LoosenStrands")
    block = "```cpp\nvoid LoosenStrands(const Tensor& strands) {\n  Tighten(strands);\n```\n\n"
    assert wrong(index, block + under.format(KERNEL, line)) == []
    assert (wrong(index, block + under.format(KERNEL, 11)) != []) is right


def test_a_function_on_one_line(index: Path) -> None:
    """What few lines define is where it is defined, whatever is altered in them."""
    assert judged(index, "It loosens:", "void LoosenStrands(const Tensor& strands) { Tighten(strands); }") == ["found"]
    assert judged(index, "It loosens:", "void LoosenStrands(const Tensor& all) { Tighten(all); }") == ["differs"]
    assert judged(index, "It loosens:", "void UnwindStrands(const Tensor& all) { Tighten(all); }") == []


def test_a_file_of_another_language_in_the_sentence_before(index: Path) -> None:
    code = "```cpp\nvoid LoosenStrands(const Tensor& strands) {\n  Tighten(strands);\n}\n```\n"
    assert wrong(index, f"It is called in `{STRANDS}:4`, as ever. The function:\n\n{code}") == []
    assert wrong(index, f"It is in `{STRANDS}:4`:\n\n{code}") != []


UNKNOWN = "for (Knot knot : all_knots) {{\n  knot.Undo(hands, teeth);\n  Count(knot, 3, false);\n  Rest();\n}}\n"
HEADED = "```cpp\n// {}\n" + UNKNOWN + "```\n"


@pytest.mark.parametrize(
    ("intro", "head", "expected"),
    [
        ("", KERNEL, ["differs"]),
        (f"File: {KERNEL} (lines 10-14)", "of hands", ["differs"]),
        # What is of nobody's file, announced as something else, or under a file that is only spoken of.
        ("", "kernels/of_mine.cc", []),
        ("Roughly:", KERNEL, []),
        ("Add this:", KERNEL, []),
        (f"`{KERNEL}` is where knots are. Mine:", "of hands", []),
        ("", f"simplified from {KERNEL}", []),
        ("", f"如果要改 {KERNEL}，大概会这样写", []),
    ],
)
def test_a_block_that_is_headed_by_a_file_and_like_nothing_in_it(
    intro: str, head: str, expected: list[str], index: Path
) -> None:
    made = verdicts(index, f"{intro}\n\n{HEADED.format(head)}")
    assert [one.verdict for one in made if one.kind == "quotation"] == expected


@pytest.mark.parametrize(("sign", "expected"), [(">=", ["found"]), (">", ["differs"])])
@pytest.mark.parametrize("intro", ["## Bobbin\n\nThe `Bobbin` (bobbin.h) has three states.", "`Bobbin` winds so:"])
def test_of_the_source_beside_the_header_that_is_spoken_of(
    intro: str, sign: str, expected: list[str], index: Path
) -> None:
    code = f"    case 0:\n      if (turns_ {sign} most_turns) {{\n        turns_ += most_turns;\n"
    code += "      } else {\n        turns_ *= 2;\n      }\n      return;"
    assert judged(index, intro, code) == expected
    assert judged(index, intro, "    case 0:\n      Comb(hair_);\n      Wash(hair_);\n      return;") == []


def test_a_line_with_which_a_block_goes_on_behind_an_elision(index: Path) -> None:
    first, last = line_of(SPOOLS, "#define SPOOLS"), line_of(SPOOLS, "SPOOLS(WindSpool)")

    def wrong_lines(line: int) -> list[str]:
        code = "#define SPOOLS(wind)  \\\n  wind(0);  \\\n  wind(1);  \\\n  ...\nSPOOLS(WindSpool);\n"
        made = verdicts(index, f"Look where spools come from, {SPOOLS}:{line}:\n\n```cpp\n{code}```\n")
        return [one.text for one in made if one.kind == "path:line" and one.verdict != "found"]

    assert [wrong_lines(line) for line in (first, last)] == [[], []]
    assert wrong_lines(last - 12) == [f"{SPOOLS}:{last - 12}"]


def test_of_the_function_that_the_sentence_ends_with(index: Path) -> None:
    code = "    const Tensor& strands = context->input(0);\n    OP_REQUIRES(context, strands.dims() == 2,\n"
    code += '                errors::InvalidArgument("strands must be a matrix"));\n'

    def quoted(name: str) -> list[str]:
        said = f"`Bobbin` (`lib/bobbin.h`) asks for it, and the check in `{name}` does it:\n\n```cpp\n{code}```\n"
        return wrong(index, said)

    assert quoted("BraidOp::Compute") == []
    assert quoted("Knotter") == ["lib/bobbin.h"]  # the quotation is right, and not its file


def test_an_include_that_others_have_otherwise(index: Path) -> None:
    code = '```cpp\n#include "tensorflow/core/platform/spools.h"\n```\n'
    rows = f"| `{SPOOLS}` | now |\n|---|---|\n| `lib/bobbin.cc` | `lib/bobbin.h` |\n"
    assert wrong(index, f"{rows}\nThe header that forwards, complete but for its licence:\n\n{code}") == []
    assert wrong(index, f"{rows}\n`lib/bobbin.cc` begins so:\n\n{code}") != []


@pytest.mark.parametrize(
    ("intro", "way", "expected"),
    [
        ("`NarrowReel` winds so:", "wind_tightly", "found"),
        ("`NarrowReel` winds so:", "wind_in_rows", "differs"),
        ("`WideReel` winds so:", "wind_in_rows", "found"),
        ("`WideReel` winds so:", "wind_tightly", "differs"),
        ("`NarrowReel.wind`:", "wind_in_rows", "differs"),
        ("`NarrowReel` winds otherwise than `WideReel`:", "wind_in_rows", "found"),
        ("A reel winds so:", "wind_in_rows", "found"),
    ],
)
def test_of_the_class_that_is_named_and_not_of_its_sister(intro: str, way: str, expected: str, index: Path) -> None:
    code = f"""    loose, tight = split_by_tension(self, thread)
    if tight:
      wound = self.{way}(tight, turns)
    else:
      wound = []
"""
    assert judged(index, f"See `reels/reeling.py`.\n\n{intro}", code, "python") == [expected]


def test_two_things_in_each_others_place(index: Path) -> None:
    above = FAR.replace(KERNEL, "reels/reeling.py")
    code = 'ReelState = collections.namedtuple("ReelState", ("{}", "{}"))'
    assert judged(index, above, code.format("thread", "turns"), "python") == ["found"]
    assert judged(index, above, code.format("turns", "thread"), "python") == ["differs"]
    assert judged(index, above, code.format("knots", "colour"), "python") == []


def test_entities_in_the_head_of_what_is_quoted(index: Path) -> None:
    code = "void BraidStrands(const Tensor&amp; strands, int times) {\n  Comb(strands);\n  Wash(strands-&gt;hair());\n"
    code += "  for (int i = 0; i &lt; times; ++i) {\n    CrossStrands(strands, i);\n"
    assert judged(index, "It begins so:", code) == ["differs"]


def test_a_text_that_is_in_the_block_and_not_in_the_file_of_the_name(index: Path) -> None:
    code = "    const Tensor& strands = context->input(0);\n    OP_REQUIRES(context, strands.dims() == 2,\n"
    code += '                errors::InvalidArgument("strands must be a matrix"));\n'
    said = f"`Bobbin` (`lib/bobbin.h:1`) is what asks {{}}:\n\n```cpp\n{code}```\n"
    assert wrong(index, said.format('for "strands must be a matrix"')) == []
    assert wrong(index, said.format("so")) == ["lib/bobbin.h:1"]


@pytest.mark.parametrize(
    ("intro", "changed", "expected"),
    [
        ("`wind` of `NarrowReel` (`reels/reeling.py`):", 1, ["differs"]),
        # What earlier sentences say of something else, and words that may only tell what it does.
        ("We simplified the other one. `wind` of `NarrowReel` (`reels/reeling.py`):", 1, ["differs"]),
        ("It asks for new thread (`reels/reeling.py`):", 1, ["differs"]),
        ("It asks for new thread (`reels/reeling.py`):", 2, []),
        ("Simplified from `reels/reeling.py`:", 1, []),
        ("Change it to (`reels/reeling.py`):", 1, []),
    ],
)
def test_by_the_marks_of_an_index(intro: str, changed: int, expected: list[str], index: Path) -> None:
    code = """  def wind(self, thread, turns):
    loose, tight = split_by_tension(self, thread)
    if tight:
      wound = self.wind_tightly(tight, turns)
    else:
      wound = []
    return wound
"""
    altered = code.replace("split_by_tension(self", "split_by_weight(self")
    altered = altered.replace("return wound", "return wound.turned()") if changed > 1 else altered
    said = [f"{intro}\n\n```python\n{one}```\n" for one in (code, altered)]
    found = [[one.verdict for one in verdicts(index, text, tree=False) if one.kind == "quotation"] for text in said]
    assert found == [["found"], expected]
