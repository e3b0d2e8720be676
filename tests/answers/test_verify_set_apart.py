"""Code in diffs and in block quotes: what is of the file there is held against it."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import HEADER, KERNEL, verdicts

DIFF = """{indent}```diff
{indent} void BraidStrands(const Tensor& strands, int times) {{
{indent}   for (int i = {first}; i < times; ++i) {{
{indent}+    Ours(strands, 7);
{indent}     CrossStrands(strands, i);
{indent}   }}
{indent}```
"""


def differing(index: Path, document: str) -> list[tuple[int, str]]:
    return [(one.line, one.detail) for one in verdicts(index, document) if one.verdict == "differs"]


@pytest.mark.parametrize("indent", ["", "  ", "     "])
def test_the_lines_of_a_diff_that_nobody_changed(indent: str, index: Path) -> None:
    intro = f"- In `{KERNEL}` we add a line:\n\n"
    assert differing(index, intro + DIFF.format(indent=indent, first=0)) == []
    ((line, detail),) = differing(index, intro + DIFF.format(indent=indent, first=1))
    assert line == 4
    assert "`0`, the quotation `1`" in detail


def test_lines_that_a_diff_takes_away_or_adds_are_the_authors(index: Path) -> None:
    changed = DIFF.format(indent="", first=1).replace("   for", "-  for")
    assert differing(index, f"In `{KERNEL}`:\n\n{changed}") == []
    assert differing(index, "In our kernel:\n\n" + DIFF.format(indent="", first=1)) == []


QUOTE = "> {head}\n> OP_REQUIRES(context, strands.dims() == {dims}, errors::InvalidArgument({text}));\n"
HEAD = "const Tensor& strands = context->input(0);"


@pytest.mark.parametrize(
    ("intro", "dims", "text", "wrong"),
    [
        ("`BraidOp` checks first:", "2", '"strands must be a matrix"', False),
        ("`BraidOp` checks first:", "3", '"strands must be a matrix"', True),
        ("`BraidOp` checks first:", "2", '"strands must be a vector"', True),
        (f"In `{KERNEL}`:", "3", '"strands must be a matrix"', True),
        # Two things are others: it is the author's own.
        ("`BraidOp` checks first:", "3", '"strands must be a vector"', False),
        ("A simplified sketch of `BraidOp`:", "3", '"strands must be a matrix"', False),
    ],
)
def test_code_in_a_block_quote(intro: str, dims: str, text: str, wrong: bool, index: Path) -> None:
    found = differing(index, f"{intro}\n\n{QUOTE.format(head=HEAD, dims=dims, text=text)}")
    assert [line for line, _ in found] == ([4] if wrong else [])


def test_words_in_a_block_quote_are_no_code(index: Path) -> None:
    assert differing(index, "Of `BraidOp`:\n\n> It checks (`strands.dims() == 2`), and winds;\n> then it ends.\n") == []


@pytest.mark.parametrize(("strands", "right"), [(3, True), (4, False)])
def test_lines_that_are_each_of_a_file(strands: int, right: bool, index: Path) -> None:
    """A remark behind each line names its file: the lines stand there, and need not in one file."""
    block = f"BraidStrands(strands, {strands});  // {KERNEL}\ntypedef unsigned int StrandCount;  // {HEADER}"
    made = [one for one in verdicts(index, f"In two files:\n\n```cpp\n{block}\n```\n") if one.kind == "quotation"]
    assert ([one.detail for one in made] == ["its lines are of several files"]) is right
