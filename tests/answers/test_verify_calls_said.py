"""Which functions another is said to call."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

SHED = "tensorflow/core/looms/shed.cc"
PYTHON = "tensorflow/python/looms/shed.py"
TEXTS = {
    SHED: """void OpenShed(int warp) {
  RaiseHeddles(warp);
  // LowerHeddles(warp) comes later.
}

void RaiseHeddles(int warp) {
  CountWarp(warp);
}

void LowerHeddles(int warp) {
  CountWarp(warp);
}

void CountWarp(int warp) {
  CutTheWarp(warp);
}

void CutTheWarp(int warp) {
}
""",
    PYTHON: """class ShedOpener(object):

  def open_shed(self, warp):
    self.raise_heddles(warp)

  def raise_heddles(self, warp):
    return count_warp(warp)

  def lower_heddles(self, warp):
    return warp


class Another(object):

  def open_shed(self, warp):
    return lower_heddles(warp)


def count_warp(warp):
  return len(warp)
""",
}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`OpenShed` calls `RaiseHeddles`.", []),
        ("`OpenShed` calls `CountWarp`.", []),  # by way of another
        ("`OpenShed` calls `LowerHeddles`.", ["LowerHeddles"]),  # of which a remark speaks
        ("`OpenShed` calls `CutTheWarp`.", ["CutTheWarp"]),  # by way of two
        ("`OpenShed` eventually calls `CutTheWarp`.", []),
        ("`OpenShed` does not call `LowerHeddles`.", []),
        ("`OpenShed` (`looms/shed.cc`) calls `RaiseHeddles`, `LowerHeddles` and `CountWarp`.", ["LowerHeddles"]),
        ("`OpenShed` 先调用 `LowerHeddles`。", ["LowerHeddles"]),
        ("`RaiseHeddles` and `LowerHeddles` both call `CountWarp`.", []),
        ("`RaiseHeddles` and `CutTheWarp` both call `CountWarp`.", ["CountWarp"]),
        ("`RaiseHeddles` 和 `CutTheWarp` 都调用 `CountWarp`。", ["CountWarp"]),
        ("`RaiseHeddles` 和 `LowerHeddles` 都调用 `CountWarp`。", []),
        ("`OpenShed` は `LowerHeddles` を呼び出す。", ["LowerHeddles"]),
        ("`OpenShed` は `RaiseHeddles` を呼び出します。", []),
        ("`OpenShed` は `LowerHeddles` を呼び出しません。", []),
        ("`OpenShed` ruft `LowerHeddles` auf.", ["LowerHeddles"]),
        ("`OpenShed` ruft `RaiseHeddles` auf.", []),
        ("`OpenShed` ruft `LowerHeddles` nicht auf.", []),
        ("`OpenShed` appelle `LowerHeddles`.", ["LowerHeddles"]),
        ("`OpenShed` llama a `LowerHeddles`.", ["LowerHeddles"]),
        ("`OpenShed` llama a `RaiseHeddles`.", []),
        # What is denied.
        ("`OpenShed` does not call `RaiseHeddles`.", ["RaiseHeddles"]),
        ("`OpenShed` does not call `CountWarp`.", []),
        ("`OpenShed` does not call `RaiseHeddles` when it is open.", []),
        ("`OpenShed` 不会调用 `RaiseHeddles`。", ["RaiseHeddles"]),
        ("`OpenShed` ruft `RaiseHeddles` nicht auf.", ["RaiseHeddles"]),
        ("`OpenShed` は `RaiseHeddles` を呼び出さない。", ["RaiseHeddles"]),
        # What uses something has it somewhere in its file.
        ("`OpenShed` uses `RaiseHeddles`.", []),
        ("`OpenShed` uses `LowerHeddles`.", []),
        ("`OpenShed` uses `open_shed`.", ["open_shed"]),
        # Drawings.
        ("Path: `OpenShed` → `RaiseHeddles` → `CountWarp` → `CutTheWarp`", []),
        ("Path: `OpenShed` → `RaiseHeddles` → `CutTheWarp` → `CountWarp`", ["CountWarp"]),
        ("Steps: `CutTheWarp` → `CountWarp` → `RaiseHeddles` → `OpenShed`", []),  # each is called by the next
        ("```mermaid\ngraph LR\n  OpenShed --> RaiseHeddles\n  LowerHeddles --> CountWarp\n```", []),
        ("```mermaid\ngraph LR\n  OpenShed --> RaiseHeddles\n  OpenShed --> CutTheWarp\n```", ["CutTheWarp"]),
        ("```mermaid\ngraph LR\n  OpenShed --> LowerHeddles\n  OpenShed --> CutTheWarp\n```", []),  # may be anything
        ("```mermaid\ngraph LR\n  OpenShed --> RaiseHeddles\n  OpenShed --> Another_Node\n```", []),
        ("`OpenShed` 先调用 `RaiseHeddles`。", []),
        ("`OpenShed` 不会调用 `LowerHeddles`。", []),
        ("Our `OpenShed` calls `LowerHeddles`.", []),
        ("`OpenShed` would call `LowerHeddles`, if it were for us.", []),
        ("`ShedOpener.open_shed` calls `self.raise_heddles`.", []),
        ("`ShedOpener.open_shed` calls `lower_heddles`.", ["lower_heddles"]),
        ("`ShedOpener.open_shed` calls `count_warp`.", []),
        # A method without its class may be that of any.
        ("`open_shed` calls `lower_heddles`.", []),
        ("`raise_heddles` calls `open_shed`.", ["open_shed"]),
        ("`ShedOpener.lower_heddles` delegates to `count_warp`.", ["count_warp"]),
    ],
)
def test_calls(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"# Notes\n\n{text}\n") == found
