"""Documents that say the same again and again: what is asked of each place must not grow with how many there are."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import verdicts

from tfexplore.answers import disclaimers

MANY = 200


def test_a_name_that_is_nowhere_many_times(index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0
    somebodys = disclaimers.somebodys

    def counted(before: str, behind: str) -> bool:
        nonlocal asked
        asked += 1
        return somebodys(before, behind)

    monkeypatch.setattr(disclaimers, "somebodys", counted)
    document = "# Notes\n\n" + "`BraidOp` calls `BraidStrandsTwiceOver` then.\n\n" * MANY
    found = [one for one in verdicts(index, document) if one.verdict == "not found"]
    assert len(found) == MANY
    assert asked < 20 * MANY
