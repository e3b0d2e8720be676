"""Tracebacks of Python in documents."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import verdicts

PY = "tensorflow/python/ops/reeling.py"
TEXTS = {
    PY: """class Reel(object):

  def turn(self, times):
    if times:
      self.pull(
          times)

  def pull(self, times):
    def once(self):
      raise ValueError(times)
    return once(
        self)


def reel(times):
  '''Reels.

Often.
  '''
  return Reel().turn(times)
"""
}


def _trace(*frames: tuple[int, str]) -> str:
    start = "/usr/lib/python3/site-packages/tensorflow_core/python/ops/reeling.py"
    lines = [f'  File "{start}", line {line}, in {function}\n    work()' for line, function in frames]
    return "```text\nTraceback (most recent call last):\n" + "\n".join(lines) + "\nValueError: 3\n```\n"


RIGHT = [(20, "reel"), (6, "turn"), (11, "pull"), (10, "once")]


@pytest.mark.parametrize(
    ("frames", "expected"),
    [
        (RIGHT, []),
        ([*RIGHT, (8, "turn")], [(11, "turn is at line 3")]),
        ([(2, "reel"), *RIGHT], [(3, "reel is at line 15")]),
        ([*RIGHT, (4, "unreel")], [(11, "there is none in this file")]),
        ([*RIGHT, (40, "reel")], [(11, "reel is at line 15")]),
        # Of another release.
        ([*RIGHT[:2], (2, "reel")], []),
        ([*RIGHT, (2, "reel"), (3, "reel")], []),
    ],
)
def test_frames(frames: list[tuple[int, str]], expected: list[tuple[int, str]], index: Path) -> None:
    found = [one for one in verdicts(index, _trace(*frames)) if one.verdict == "moved"]
    assert [(one.line, one.detail) for one in found] == expected
