"""Errors that are said to be made at lines, or a little behind them."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

PY = "tensorflow/python/looms/checking.py"
TEXTS = {
    PY: """def check(loom):
  kinds = ['wool', 'silk']
  for thread in loom.threads:
    if thread.kind not in kinds:
      raise ValueError('of another kind')
  return loom


def shut(loom):
  raise RuntimeError('it is shut')
"""
}


@pytest.mark.parametrize(
    ("text", "right"),
    [
        (f"It raises `ValueError` ({PY}:2).", True),
        (f"It raises `RuntimeError` ({PY}:2).", False),
        (f"The check ({PY}:2) raises a `RuntimeError`.", False),
        # Under another condition, somewhere else.
        (f"The list has two ({PY}:2), and when shut it raises `RuntimeError`.", True),
        (f"列表有两项（{PY}:2），在关闭时会引发 `RuntimeError`。", True),
    ],
)
def test_errors(text: str, right: bool, index: Path) -> None:
    assert (wrong(index, text + "\n") == []) is right
