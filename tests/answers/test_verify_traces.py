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
""",
    "tensorflow/python/ops/long.py": "\ndef long():\n  early()\n" + "  work(1)\n" * 12,
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


def _shown(*frames: tuple[int, str, str]) -> str:
    text = _trace(*[(line, function) for line, function, _ in frames])
    for _, _, code in frames:
        text = text.replace("work()", code, 1)
    return text


CODE = [(20, "reel", "return Reel().turn(times)"), (6, "turn", "times)"), (12, "pull", "self)"), (10, "once", "x()")]


@pytest.mark.parametrize(
    ("frames", "expected"),
    [
        (CODE, []),
        # What is shown of a statement over lines differs between versions of Python.
        ([*CODE, (5, "turn", "times)")], []),
        ([*CODE, (17, "reel", "return Reel().turn(times)")], []),
        ([*CODE, (12, "long", "early()")], [(11, "the code that it shows is at line 3")]),
        # Nothing like it is there.
        ([*CODE, (12, "long", "later()")], []),
    ],
)
def test_code_below_a_frame(frames: list[tuple[int, str, str]], expected: list[tuple[int, str]], index: Path) -> None:
    text = _shown(*frames).replace('reeling.py", line 12, in long', 'long.py", line 12, in long')
    found = [one for one in verdicts(index, text) if one.verdict == "moved"]
    assert [(one.line, one.detail) for one in found] == expected
