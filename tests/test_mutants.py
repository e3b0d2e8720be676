"""The mutants of `mutate.py` are changes of the code that is there, and the page that lists them lists them all."""

from __future__ import annotations

from pathlib import Path

import pytest
from mutate import MUTANTS, Mutant

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.what)
def test_a_mutant_changes_one_place(mutant: Mutant) -> None:
    text = (ROOT / "tfexplore" / mutant.path).read_text(encoding="utf-8")
    assert text.count(mutant.text) == 1
    assert mutant.instead != mutant.text


def test_the_page_lists_the_mutants() -> None:
    page = (ROOT / "docs" / "testing.md").read_text(encoding="utf-8")
    listed = page.partition("## Mutants")[2].partition("\n## ")[0]
    assert [line[2:] for line in listed.splitlines() if line.startswith("* ")] == [mutant.what for mutant in MUTANTS]
