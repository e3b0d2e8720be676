"""Statements by which documents say that a file imports something."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

FILE = "tensorflow/python/looms/skeins.py"
TEXTS = {
    FILE: '''"""Skeins."""
from looms_of_old import winder
from tensorflow.python.looms import reels as wound_reels
from tensorflow.python.looms.more import (
    braids,  # of three
    laces as strings,
)
''',
    "tensorflow/python/looms/more.py": "braids = laces = None\n",
}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`{}` has `from looms_of_old import winder`.", []),
        ("`{}` has `from looms.old import winder`.", ["from looms.old import winder"]),
        ("`{}` 里有 `from looms.old import winder`。", ["from looms.old import winder"]),
        ("`{}`, line 2: `winder` is `from looms.old import winder`.", ["from looms.old import winder"]),
        ("In `{}`:\n\n- `from looms.old import winder`", ["from looms.old import winder"]),
        # Under another name.
        ("`{}` has `from tensorflow.python.looms import reels as wound_reels`.", []),
        ("`{}` has `from old_looms import reels as wound_reels`.", ["from old_looms import reels as wound_reels"]),
        ("`{}` has `from old_looms import reels`.", []),
        # One of several.
        ("`{}` has `from tensorflow.python.looms.more import braids`.", []),
        ("`{}` has `from tensorflow.python.looms.more import laces as strings`.", []),
        ("`{}` has `from old_looms import braids`.", ["from old_looms import braids"]),
        ("`{}` has `from old_looms import (braids)`.", ["from old_looms import (braids)"]),
        # What the file has nothing of, or somebody else writes.
        ("`{}` has `from old_looms import three`.", []),
        ("`{}` does not have `from looms.old import winder`.", []),
        ("With `{}` in place you write `from looms.old import winder`.", []),
        ("`{}` 改为 `from looms.old import winder`。", []),
        ("Our fork's `{}` has `from looms.old import winder`.", []),
        ("`{}` and `tensorflow/python/looms/more.py` have `from looms.old import winder`.", []),
        ("It has `from looms.old import winder`.", []),
    ],
)
def test_statements(text: str, found: list[str], index: Path) -> None:
    said = [one for one in wrong(index, text.format(FILE) + "\n") if one.startswith("from ")]
    assert said == found
    assert [one for one in wrong(index, text.format(FILE) + "\n", tree=False) if one.startswith("from ")] == []
