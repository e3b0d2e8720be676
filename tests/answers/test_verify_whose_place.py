"""Whose line a place is: behind a link's text, a clause or a glossary's term; in the rows of a table in HTML."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import KERNEL, line_of, wrong

TIGHTEN = line_of(KERNEL, "void Tighten")
LOOSEN = line_of(KERNEL, "void LoosenStrands")
CALLED = line_of(KERNEL, "  Tighten(strands);")
LINK = f"https://github.com/tensorflow/tensorflow/blob/v1.15.0/{KERNEL}#L"


@pytest.mark.parametrize(
    "text",
    [
        "- Entry point: `Tighten`, [braid_op.cc#L{0}](" + LINK + "{0}).",
        "The loop ends; `Tighten` 在 [L{0}](" + LINK + "{0})。",
        "The loop ends; `Tighten` is at [line {0}](" + LINK + "{0}).",
        "- what ends it is `Tighten`, which sits in an anonymous namespace at `braid_op.cc:{0}`.",
        "- On the GPU it is `Tighten`, whose specialization starts at `braid_op.cc:{0}`.",
        "它是 `Tighten`，`Tighten` 的 GPU 特化位于 `braid_op.cc:{0}`。",
        "次序由 `Tighten` 决定,见 `braid_op.cc:{0}`:",
        "次序由 `Tighten` 完成（`braid_op.cc:{0}`）。",
        "**`Tighten`** — ends the strands of a braid. See\n[braid_op.cc#L{0}](" + LINK + "{0}).",
        "- **`Tighten`**: ends them. Defined at `braid_op.cc:{0}`.",
        "- `Tighten` — 收紧。见 braid_op.cc:{0}。",
    ],
)
def test_lines_of_a_name(text: str, index: Path) -> None:
    assert wrong(index, text.format(TIGHTEN)) == []
    assert wrong(index, text.format(12)) != []


@pytest.mark.parametrize(
    "text",
    [
        "The strands are taken before `Tighten`, at `braid_op.cc:12`.",
        "All that is done after the call to `Tighten`, see braid_op.cc:12.",
        "**`Tighten`** — ends the strands. The input is taken at `braid_op.cc:12`.",
        "**`Tighten`** — ends the strands of `BraidOp`. See `braid_op.cc:12`.",
        "**`Knotter`** — has strands. See `braid_op.cc:12`.",
        "**`Tighten`** and others end the strands. See `braid_op.cc:12`.",
        "**`Tighten`** — ends the strands.\n\nSee `braid_op.cc:12`.",
        f"`Tighten` on `BraidOp` is at `braid_op.cc:{TIGHTEN}`.",
    ],
)
def test_lines_of_something_else(text: str, index: Path) -> None:
    assert wrong(index, text) == []


def test_a_member_is_meant_and_not_its_class(index: Path) -> None:
    assert wrong(index, "`Compute` on `BraidOp` is at `braid_op.cc:11`.") == []
    assert wrong(index, f"`Compute` of `BraidOp` is at `braid_op.cc:{LOOSEN}`.") == [f"braid_op.cc:{LOOSEN}"]


ROW = "  <tr><td><code>{}</code></td><td>{}</td><td><code>braid_op.cc:{}</code></td></tr>"


@pytest.mark.parametrize("between", ["", "</thead><tbody>\n"])
@pytest.mark.parametrize("tree", [True, False])
def test_rows_of_a_table_in_html(between: str, tree: bool, index: Path) -> None:
    def table(line: int) -> str:
        rows = ROW.format("LoosenStrands", "8", line), ROW.format("Tighten", "", TIGHTEN), ROW.format("BraidOp", "", 6)
        return (
            "<table>\n<tr><th>Name</th><th>Value</th><th>Where</th></tr>\n" + between + "\n".join(rows) + "\n</table>"
        )

    assert wrong(index, table(LOOSEN), tree) == []
    assert wrong(index, table(12), tree) == ["braid_op.cc:12"]


@pytest.mark.parametrize(
    "text",
    [
        "```html\n" + ROW.format("Tighten", "", 12) + "\n```",
        "<tr><td>`Tighten` a|b</td><td>takes</td></tr>\n<tr><td>what is at braid_op.cc:12</td></tr>",
        "<table>\n<tr>\n<td>The input is taken at braid_op.cc:12, which is early on</td>\n</tr>\n"
        "<tr><td>`Tighten`</td></tr>\n</table>",
    ],
)
def test_what_is_no_row(text: str, index: Path) -> None:
    assert wrong(index, text) == []


def test_the_place_of_a_number_is_not_that_of_the_quotation_below(index: Path) -> None:
    quoted = "\n\n```cpp\nvoid Tighten(const Tensor& strands) {\n  strands.end();\n}\n```\n"
    braided = line_of(KERNEL, "BraidStrands(strands, 3)")
    assert wrong(index, f"It braids 3 times (`{KERNEL}:{braided}`):{quoted}") == []
    assert wrong(index, f"阈值是 3 个（`{KERNEL}:{braided}`）：{quoted}") == []
    assert wrong(index, f"It braids 4 times (`{KERNEL}:{braided}`):{quoted}") == [f"{KERNEL}:{braided}"]
    assert wrong(index, f"It braids 3 times (`{KERNEL}:12`):{quoted}") == [f"{KERNEL}:12"]
    assert wrong(index, f"Done by `BraidStrands(strands, 3)` (`{KERNEL}:{braided}`).{quoted}") == []


def test_where_something_uses_a_name(index: Path) -> None:
    """A sentence that says of something that it calls a name may cite where it does."""
    compute = line_of(KERNEL, "BraidStrands(strands, 3)") - 1
    for text in ("It, too, calls `BraidStrands` (`{}:{}`).", "它也走 `BraidStrands`(`{}:{}` 的特化)。"):
        assert wrong(index, text.format(KERNEL, compute)) == []
        assert wrong(index, text.format(KERNEL, TIGHTEN + 1)) == [f"{KERNEL}:{TIGHTEN + 1}"]


def test_lines_in_brackets_of_an_author_who_writes_so(index: Path) -> None:
    """Of "(12 行)" nobody knows whether it is a length, unless others of the document are first lines."""
    braid = line_of(KERNEL, "class BraidOp")
    said = f"都在 `{KERNEL}`：`BraidOp`（{braid} 行）和 `Tighten`（{{}} 行）。"
    assert wrong(index, said.format(TIGHTEN)) == []
    assert wrong(index, said.format(12)) == ["12 行"]
    assert wrong(index, f"都在 `{KERNEL}`：`BraidOp`（300 行）和 `Tighten`（12 行）。") == []


def test_a_column_of_bases_is_not_what_the_places_are_of(index: Path) -> None:
    header = "tensorflow/core/kernels/braid.h"
    knotter, silk = line_of(header, "class Knotter"), line_of(header, "class SilkKnotter")
    rows = [
        ("Knotter", knotter, "-"),
        ("SilkKnotter", silk, "Knotter"),
        ("KnotRing", line_of(header, "class KnotRing"), "-"),
    ]
    table = "| class | where | base |\n|---|---|---|\n"
    table += "".join([f"| `{name}` | `{header}:{line}` | `{base}` |\n" for name, line, base in rows])
    assert wrong(index, table) == []
    row = "| `WarmStrandKnotter` | `{}:{}` | `Knotter` |\n"
    assert wrong(index, table + row.format(header, line_of(header, "class WarmStrandKnotter")))[:1] != [
        f"{header}:{silk}"
    ]
    assert f"{header}:{silk}" in wrong(index, table + row.format(header, silk))
