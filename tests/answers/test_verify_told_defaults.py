"""Defaults that a paragraph tells in its words."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

PY = "tensorflow/python/ops/felting.py"
TEXTS = {
    PY: """class FeltMaker(object):

  def __init__(self, wool, width=2, depth=0.5, edge='round', wet=None, keep_dry=True):
    pass


def felt_all(wool, width=4, hot_water=False):
  pass


def felt_some(wool, hot_water=True):
  pass


class Felter(object):

  def __init__(self, wool, width=2, depth=0.5, edge='round', wet=None, keep_dry=True):
    pass
"""
}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("FeltMaker 的默认值: width 是 2,depth 是 0.5,edge 是 'square',wet 是 None。", ["'square'"]),
        ("FeltMaker 的默认值: width 是 2,depth 是 .5,edge 是 'round',wet 是 None。", []),
        ("The defaults of `FeltMaker`: `width` is 2, `depth` is 0.5, `keep_dry` is False.", ["False"]),
        ("The defaults of `FeltMaker`: width is 2.0, depth is 0.5, height is 3.", []),
        # Too few, or most of them others.
        ("The defaults of `FeltMaker`: width is 3, depth is 0.5.", []),
        ("The defaults of `FeltMaker`: width is 3, depth is 0.6, edge is 'round'.", []),
        # Not said to be defaults.
        ("`FeltMaker` has width = 2, depth = 0.5 and edge = 'square'.", []),
        ("The defaults of `FeltMaker`: width is 2, depth is 0.5; we set edge = 'square', and wet is None.", []),
        ("Width is 2, depth is 0.5, wet is None by default, edge is 'square'.", []),
        ("def FeltMaker(wool,\n  width=2,\n  depth=0.5,\n  edge='square'):  # the defaults", []),
        # Of the parameter that the paragraph is of.
        ("`hot_water` 要不要热水，`felt_all`里默认是True，felt_some里默认是True。", ["True"]),
        ("`hot_water` 要不要热水，`felt_all`里默认是False，felt_some里默认是True。", []),
        ("`hot_water` is a choice: in `felt_all` it defaults to True.", ["True"]),
        ("`hot_water` and `width` are choices: in `felt_all` it defaults to True.", []),
        ("`cold_water` is a choice: in `felt_all` it defaults to True.", []),
    ],
)
def test_told(text: str, expected: list[str], index: Path) -> None:
    assert wrong(index, text + "\n") == expected


@pytest.mark.parametrize(
    ("before", "depth", "found"),
    [
        ("`FeltMaker` (`ops/felting.py`)", "0.5", []),
        ("`FeltMaker` (`ops/felting.py`)", "0.7", ["0.7"]),
        ("We make a `FeltMaker` with", "0.7", []),
        ("The `FeltMaker` of another project", "0.7", []),
    ],
)
def test_a_run_of_parameters(before: str, depth: str, found: list[str], index: Path) -> None:
    text = f"{before}: `width=2`, `depth={depth}`, `edge='round'`, `wet=None` and `keep_dry=True`.\n"
    assert wrong(index, text) == found
    assert wrong(index, text.replace("`width=2`, ", "").replace("`wet=None` and ", "")) == found


@pytest.mark.parametrize(
    ("before", "depth", "found"),
    [
        ("FeltMaker, ops/felting.py:1", "0.5", []),
        ("FeltMaker, ops/felting.py:1", "0.7", ["0.7"]),
        ("Felter, ops/felting.py:15", "0.7", ["0.7"]),  # a word that the cited line makes a name
        ("Felter, ops/felting.py:17", "0.7", ["0.7"]),  # its constructor
        ("Felter, ops/felting.py:18", "0.7", ["0.7"]),  # of either class of the file
        ("We make a FeltMaker with", "0.7", []),
    ],
)
def test_a_run_without_marks(before: str, depth: str, found: list[str], index: Path) -> None:
    text = f"{before}: width=2, depth={depth}, edge='round', wet=None, keep_dry=True. That is dense.\n"
    assert wrong(index, text) == found
