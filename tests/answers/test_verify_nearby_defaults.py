"""Defaults of parameters that stand nearby, in whatever words."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong, wrong_of

from tfexplore.index.store import Index

TEXTS = {
    "tensorflow/python/training/tenter.py": """class TenterFrame(object):

  def __init__(self, cloth, hook_count=5, dry_secs=30, on_end=None):
    pass

  def stretch(self, cloth):
    pass


class OtherFrame(object):

  def __init__(self, cloth, hook_count=7):
    pass
""",
}
SAID = [
    "`TenterFrame.stretch` dries it. It waits `dry_secs` between two looks, {} by default.\n",
    "### `TenterFrame`\n\nIt hooks on. `dry_secs` is {} by default.\n",
    "`TenterFrame` dries; its `dry_secs` (default {}) tells how long.\n",
    "`TenterFrame` 里 `dry_secs` 默认是 {}。\n",
    "`TenterFrame.stretch` hooks on. Its default dry_secs is `{}`.\n",
    "- `TenterFrame`：夹住布；参数默认 `dry_secs={}`、`hook_count=5`；松开为止。\n",
    "`tenter.py`: its frame is told `on_end=None`. The default for `dry_secs` in `TenterFrame` is {}.\n",
    "In `tenter.py:1` it begins. There `dry_secs` defaults to `{}`.\n",
]


@pytest.mark.parametrize("said", SAID)
def test_defaults_nearby(said: str, index: Path) -> None:
    assert wrong(index, said.format(30)) == []
    assert len(wrong(index, said.format(60))) == 1


@pytest.mark.parametrize(
    "said",
    [
        # Either has it, one of them so.
        "`TenterFrame` and `OtherFrame` have `hook_count`, 7 by default.\n",
        "`TenterFrame` is ours. We set `dry_secs` to 60 by default.\n",
        "`TenterFrame` is one. In older ones `dry_secs` is 60 by default.\n",
        # Nobody here has such a parameter.
        "`TenterFrame` turns. Its `turn_secs` is 60 by default.\n",
        "The flag `dry_secs` is 60 by default.\n",
    ],
)
def test_what_need_not_be_its_default(said: str, index: Path) -> None:
    assert wrong(index, said) == []


def test_an_attr_is_no_parameter(shipped: Index, source_tree: Path) -> None:
    said = "`TextFileInitializer` makes `InitializeTableFromTextFileV2`. Of the op, `vocab_size` defaults to -1.\n"
    assert wrong_of(shipped, said, source_tree) == []
