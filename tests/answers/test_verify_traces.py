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


SITE = "/usr/lib/python3/site-packages/tensorflow_core/python/ops/reeling.py"
LONG = "tensorflow/python/ops/long.py"


def _few(*frames: tuple[str, int, str, str]) -> str:
    lines = [f'  File "{path}", line {line}, in {function}\n    {code}' for path, line, function, code in frames]
    return "```\n" + "\n".join(lines) + "\n```\n"


@pytest.mark.parametrize(
    ("frames", "expected"),
    [
        # The line has the code, in another function.
        ([(SITE, 20, "reel", "return Reel().turn(times)")], []),
        ([(SITE, 20, "turn", "return Reel().turn(times)")], [(2, "turn is at line 3")]),
        ([(SITE, 20, "unreel", "return Reel().turn(times)")], [(2, "there is none in this file")]),
        ([(SITE, 21, "turn", "return Reel().turn(times)")], []),
        # Another line, above one that has its code.
        (
            [(SITE, 20, "reel", "return Reel().turn(times)"), (SITE, 11, "turn", "times)")],
            [(4, "the code that it shows is at line 6")],
        ),
        ([(SITE, 10, "once", "raise ValueError(times)"), (SITE, 26, "reel", "return Reel().turn(times)")], []),
        # Code with another token.
        ([(SITE, 10, "once", "raise ValueError(times)")], []),
        ([(SITE, 10, "once", "raise TypeError(times)")], [(3, "line 10 has `ValueError`, the quotation `TypeError`")]),
        ([(SITE, 10, "once", "raise TypeError(pulled)")], []),
        # One alone cites the source where its path is the source's.
        ([(LONG, 13, "long", "early()")], [(2, "the code that it shows is at line 3")]),
        ([("/site-packages/" + LONG, 13, "long", "early()")], []),
    ],
)
def test_few_frames(frames: list[tuple[str, int, str, str]], expected: list[tuple[int, str]], index: Path) -> None:
    def found(text: str) -> list[tuple[int, str]]:
        return [(one.line, one.detail) for one in verdicts(index, text) if one.verdict in ("moved", "differs")]

    assert found(_few(*frames)) == expected
    assert found(_few(*frames) + "\nThis was TF 1.13.\n") == []
