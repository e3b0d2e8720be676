"""Lists below a file, of which nearly every name stands in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import HEADER, wrong

RIGHT = ("Knotter", "SilkKnotter", "KnotRing", "WarmStrandKnotter", "ColdStrandKnotter")


def items(*names: str, item: str = "- `{}`", margin: str = "") -> str:
    return "".join(margin + item.format(name) + "\n" for name in names)


@pytest.mark.parametrize(
    "head",
    [
        f"In `{HEADER}`:\n\n",
        f"`{HEADER}` 中的类如下：\n\n",
        f"### `{HEADER}`\n\n",
        f"`{HEADER}` has classes:\n",
    ],
)
@pytest.mark.parametrize("item", ["- `{}`", "* `{}`", "1. **`{}`**: ties knots", "- `{}` — ties knots"])
def test_the_one_that_is_not_in_the_file(head: str, item: str, index: Path) -> None:
    assert wrong(index, "# Notes\n\n" + head + items(*RIGHT, item=item)) == []
    assert wrong(index, "# Notes\n\n" + head + items(*RIGHT[:4], "StrandReader", item=item)) == ["StrandReader"]
    unknown = "LooseStrandKnotter"
    assert wrong(index, "# Notes\n\n" + head + items(*RIGHT[:4], unknown, item=item)) == [unknown]


def test_items_below_an_item(index: Path) -> None:
    head = f"- `{HEADER}`\n"
    assert wrong(index, head + items(*RIGHT[:4], "StrandReader", margin="  ")) == ["StrandReader"]
    # The items beside it are of other files.
    assert wrong(index, head + items(*RIGHT[:4], "StrandReader")) == []


@pytest.mark.parametrize(
    "text",
    [
        f"In `{HEADER}`:\n\n" + items(*RIGHT[:3], "StrandReader"),  # of a few nobody can say
        f"In `{HEADER}`:\n\n" + items(*RIGHT[:4], "StrandReader", "Reel"),  # nor of several that are not there
        f"`{HEADER}` calls:\n\n" + items(*RIGHT[:4], "StrandReader"),
        f"What `{HEADER}` does not have:\n\n" + items(*RIGHT[:4], "StrandReader"),
        f"`{HEADER}` is read.\n\n" + items(*RIGHT[:4], "StrandReader"),  # the list is of something else
        f"In `{HEADER}`:\n\n" + items(*RIGHT[:4]) + "- `StrandReader`, as `strands.py` calls it\n",
        f"In `{HEADER}`:\n\n" + items(*RIGHT[:4]) + "- `StrandReader` is what reads them\n",
        f"In `{HEADER}`:\n\n" + items(*RIGHT[:4]) + "- there is no `StrandReader`\n",
        f"In `{HEADER}`:\n\n" + items(*RIGHT[:4]) + "\nBeside it:\n\n- `StrandReader`\n",
        f"In `{HEADER}` and `strands.py`:\n\n" + items(*RIGHT[:4], "StrandReader"),
    ],
)
def test_what_is_no_such_list(text: str, index: Path) -> None:
    assert wrong(index, text) == []


def test_without_a_tree(index: Path) -> None:
    assert wrong(index, f"In `{HEADER}`:\n\n" + items(*RIGHT[:4], "StrandReader"), tree=False) == []


def test_items_that_name_a_file_of_their_own(index: Path) -> None:
    others = "- `StrandReader` (`strands.py`)\n- `Reel` (reel.h)\n"
    assert wrong(index, f"In `{HEADER}`:\n\n" + items(*RIGHT) + others) == []


def test_rows_of_a_table(index: Path) -> None:
    table = f"In `{HEADER}`:\n\n| class | for |\n|---|---|\n"
    rows = items(*RIGHT[:4], item="| `{}` | knots |")
    assert wrong(index, table + rows) == []
    assert wrong(index, table + rows + "| `StrandReader` | knots |\n") == ["StrandReader"]
    assert wrong(index, table + rows + "| `StrandReader` or another | knots |\n") == []
    assert wrong(index, table.replace("In", "Beside") + "\n" + rows.replace("`", "") + "| `StrandReader` | x |\n") == []
