"""Headings that are underlined: what stands below them, and where what is wrong in them stands."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import verdicts, wrong, wrong_of

from tfexplore.answers.markdown import with_headings
from tfexplore.index.store import Index


@pytest.mark.parametrize(
    ("text", "headings"),
    [
        ("Looms\n=====\n\nWefts\n-----\n", {1: "# Looms", 2: "", 4: "## Wefts", 5: ""}),
        ("Looms\n=====\nWefts\n-----\n", {1: "# Looms", 2: "", 3: "## Wefts", 4: ""}),
        # A rule, what goes on a paragraph, a list, a table, a quotation, other headings, the head of a page.
        ("Looms.\n\n-----\n", {}),
        ("Looms are\nold.\n---\n", {}),
        ("- Looms\n---\n", {}),
        ("| a | b |\n|---|---|\n", {}),
        ("a | b\n--- | ---\n", {}),
        ("> Looms\n---\n", {}),
        ("# Looms\n---\n", {}),
        ("---\ntitle: Looms\n---\n", {}),
        ("```\nLooms\n=====\n```\n", {}),
        ("    Looms\n=====\n", {}),
    ],
)
def test_what_a_heading_is(text: str, headings: dict[int, str]) -> None:
    assert with_headings(text.split("\n")) == headings


def test_where_a_name_of_a_heading_stands(index: Path) -> None:
    for title in ("See braid_opz.cc, all of it\n{}\n\nText.\n", "Text.\n\nSee braid_opz.cc, all of it\n{}\n"):
        for line in ("=====", "-----"):
            (made,) = [one for one in verdicts(index, title.format(line)) if one.verdict == "not found"]
            assert (made.text, made.column) == ("braid_opz.cc", 5)


def test_the_section_below(index: Path) -> None:
    text = "Notes\n===\n\n{}\n---\n\n- `kernels/braid_more.cc`\n"
    assert wrong(index, text.format("Other files")) == ["kernels/braid_more.cc"]
    assert wrong(index, text.format("New files")) == []


def test_the_op_of_a_section(shipped: Index) -> None:
    text = "The CPU kernels are registered for half and int32."
    assert wrong_of(shipped, f"`Softmax`\n---------\n\n{text}") == ["int32"]
