"""Files of the author's that are called as one of the tree's is."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

LICENCE = "# Copyright 2019 The Weavers. All Rights Reserved.\n#\n# Licensed.\n\n"
EXAMPLE = "tensorflow/examples/looms/train.py"
TEXTS = {
    EXAMPLE: LICENCE + "def main():\n  weave_cloth()\n",
    "tensorflow/python/client/session.py": LICENCE + "class LoomSession(object):\n  pass\n",
}


@pytest.mark.parametrize(
    "text",
    [
        "Our script `train.py:2` builds it.",
        "The helper in your `train.py:2` builds it.",
        "Our training script `train.py` (line 2) builds it.",
        "In our repo, `session.py:2` opens it.",
        "It fails. In my own project `session.py:2` opens it.",
        "My `session.py:2` opens it.",
        "我们的脚本 `session.py:2` 会打开它。",
        "在我们的仓库里，`session.py:2` 会打开它。",
        # A common name of which the tree has an example's file alone.
        "The loop is in `train.py:2`.",
    ],
)
def test_own(text: str, index: Path) -> None:
    assert wrong(index, f"{text}\n") == []


@pytest.mark.parametrize(
    "text",
    [
        "The loop is in `session.py:2`.",
        "Our reading is that `session.py:2` opens it.",
        "In our view `session.py:2` opens it.",
        "Your model runs through `session.py:2`.",
        f"See `{EXAMPLE}`. The loop is in `train.py:2`.",
        "Our copy of `tensorflow/python/client/session.py:2` opens it.",
    ],
)
def test_of_the_tree(text: str, index: Path) -> None:
    assert any("session.py:2" in one or "train.py:2" in one for one in wrong(index, f"{text}\n"))


def test_what_stands_beside_is_judged(index: Path) -> None:
    assert wrong(index, "Our `train.py:2` opens `LoomSession` (session.py:2).\n") == ["session.py:2"]
