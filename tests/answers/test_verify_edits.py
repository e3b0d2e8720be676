"""Blocks that show a file after an edit, of which it is not said that the file differs."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import HEADER, KERNEL, verdicts

from tfexplore.answers import disclaimers

EDITED = """void BraidStrands(const Tensor& strands, int times) {
  for (int i = 0; i < times; ++i) {
    CrossStrands(strands, i);
  }


  CountStrands(strands);
  Tighten(strands);
}"""


def judged(index: Path, intro: str, code: str = EDITED) -> list[str]:
    document = f"{intro}\n\n```cpp\n{code}\n```\n"
    return [one.verdict for one in verdicts(index, document) if one.kind == "quotation"]


@pytest.mark.parametrize(
    ("intro", "expected"),
    [
        ("`{}` has this:", ["differs"]),
        ("In `{}`, the strands are braided as follows:", ["differs"]),
        ("`{}` adds the strands up:", ["differs"]),
        ("The update of the strands is in `{}`:", ["differs"]),
        ("Add a line to `{}`:", []),
        ("Modify the function in `{}` as follows:", []),
        ("2. Then change `{}` to", []),
        ("I added some logs to `{}`.", []),
        ("We insert the following line into `{}`:", []),
        ("将 `{}` 修改如下：", []),
        ("把 `{}` 里的函数改成下面这样", []),
    ],
)
def test_words_before_a_block(intro: str, expected: list[str], index: Path) -> None:
    assert judged(index, intro.format(KERNEL)) == expected


@pytest.mark.parametrize(
    ("remark", "expected"),
    [
        ("// Changed as follows: strands are counted.", []),
        ("// 修改如下", []),
        ("// Add the strands.", ["differs"]),  # as the source's own remarks begin
        ("// Braids strands.", ["differs"]),
    ],
)
def test_a_remark_at_the_head_of_a_block(remark: str, expected: list[str], index: Path) -> None:
    assert judged(index, f"`{KERNEL}`:", f"{remark}\n{EDITED}") == expected


def test_a_member_that_is_added(index: Path) -> None:
    code = "void KnotRing::Loosen() {\n  held_ = false;\n  Count(held_);\n}"
    assert judged(index, f"`{HEADER}` has:", code) == ["not found"]
    assert judged(index, f"Add this to `{HEADER}`:", code) == []


def test_without_a_tree(index: Path) -> None:
    def marked(intro: str) -> list[str]:
        document = f"{intro.format(KERNEL)}\n\n```cpp\n{EDITED}\n```\n"
        return [one.verdict for one in verdicts(index, document, tree=False) if one.kind == "quotation"]

    assert marked("`{}` has this:") == ["differs"]
    assert marked("Add a line to `{}`:") == []


def test_what_is_quoted_as_it_is_stands_there(index: Path) -> None:
    code = EDITED.replace("  CountStrands(strands);\n", "")
    assert judged(index, f"Change this in `{KERNEL}`:", code) == ["found"]


@pytest.mark.parametrize(
    ("between", "expected"),
    [
        (f"**`{KERNEL}`**", []),
        (f"2. `{KERNEL}`", []),
        (f"`{KERNEL}` has this:", ["differs"]),  # a sentence of its own begins anew
    ],
)
def test_a_series_of_blocks(between: str, expected: list[str], index: Path) -> None:
    first = f"Add the line below to `{HEADER}`:\n\n```cpp\nvoid CountStrands(const Tensor& strands);\n```\n\n"
    assert judged(index, first + between)[-1:] == expected


def test_few_words_are_of_a_file_that_is_named(index: Path) -> None:
    code = "int Count(int i) {\n  Tighten(i);\n}"
    far = f"`{KERNEL}` is the kernel.\n\n## On\n\nWords of mine.\n\n"
    assert judged(index, f"{far}It goes on:", code) == []
    assert judged(index, f"`{KERNEL}` has:", code.replace("Count(int i)", "Tighten(const Tensor& i)")) == ["differs"]


@pytest.mark.parametrize(
    "text", ["x" * 20_000, "add " * 5_000 + ".", ": add " * 3_000 + ".x", "." + " " * 20_000 + "x"]
)
def test_no_line_takes_long(text: str) -> None:
    disclaimers.edited(text)
    disclaimers.corrected(text)
    disclaimers.created(text, text)


def test_includes_alone_are_of_any_file(index: Path) -> None:
    code = '#include "tensorflow/core/kernels/braid.h"\n#include "tensorflow/core/lib/reel.h"\n'
    far = f"`{KERNEL}` is the kernel.\n\n## On\n\nWords of mine.\n\n"
    assert judged(index, f"{far}It needs:", code) == []
