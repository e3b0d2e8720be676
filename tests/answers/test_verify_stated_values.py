"""Values that sentences state: of class constants, enumerations, parameters, times; and errors that are raised."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

REEL_H = "tensorflow/core/looms/reel_keeper.h"
REELS = "tensorflow/python/looms/reels.py"
TEXTS = {
    REEL_H: """class ReelKeeper {
 public:
  enum ReelTag { EMPTY_REEL = 0, FULL_REEL = 1, LAST_REEL };
  explicit ReelKeeper(int turns, bool tight = false, int most = 12);
  void KeepReel(float tension = 0.5);
};
constexpr int kMaxReelMillis = 10000;
""",
    REELS: """class ReelHolder(object):

  _MOST_REELS = 10

  def __init__(self, width=2, depth=0.999, name="Reel"):
    self._width = width

  def hold_reel(self, path):
    if path is None:
      raise ValueError("no path")
    return path


def turn_reel(reel, speed=0.2, name=None):
  return reel


def wind_reel(reel, speed=0.2, back=False, often=3, name=None, late=True):
  return reel
""",
}


@pytest.mark.parametrize(
    ("said", "right", "other"),
    [
        ("`ReelHolder._MOST_REELS` is {}.", "10", "100"),
        ("`enum ReelTag {{ EMPTY_REEL = 0, FULL_REEL = {} }}`", "1", "2"),
        ("`ReelKeeper`'s constructor has `tight = {}` as default.", "false", "true"),
        ("`most` of `ReelKeeper` is `{}` by default.", "12", "13"),
        ("`tension` of `ReelKeeper::KeepReel` defaults to `{}`.", "0.5", "0.7"),
        ("`kMaxReelMillis` is {} (reel_keeper.h:7).", "10 seconds", "30 seconds"),
        ("`kMaxReelMillis` is {} seconds.", "10", "1"),
        ("`ReelHolder.hold_reel` raises `{}` when `path` is None.", "ValueError", "TypeError"),
        ("`ReelHolder` has `depth={}` as default.", "0.999", "0.99"),
        ("`ReelHolder.__init__` (reels.py:5) sets `depth={}`.", "0.999", "0.99"),
        ("The default is 0.2, the same as in `turn_reel(reel, speed={})`.", "0.2", "0.3"),
        ("`turn_reel` takes `reel` and `{}`, both required.", "reel", "speed"),
        ("`wind_reel(speed=0.2, back={}, often=3, ...)`", "False", "True"),
    ],
)
def test_what_is_so_and_what_is_not(said: str, right: str, other: str, index: Path) -> None:
    assert wrong(index, f"# Notes\n\n{said.format(right)}\n") == []
    assert len(wrong(index, f"# Notes\n\n{said.format(other)}\n")) == 1


@pytest.mark.parametrize(
    "said",
    [
        "`ReelHolder._MOST_REELS` is not 100.",
        "`ReelHolder._MOST_REELS` is 100 in our build.",
        "`ReelHolder.hold_reel` raises `Exception` when `path` is None.",  # which it is
        "`ReelHolder.hold_reel` raises `TypeError` when `path` is a number.",
        "We set `tight` of `ReelKeeper` to `true`.",
        "`turn_reel` does not take `reel` and `speed`, both required.",
        "Call `turn_reel(reel, speed=0.3)`.",
        "`turn_reel(reel, speed=0.3, ...)`",
    ],
)
def test_what_is_left_alone(said: str, index: Path) -> None:
    assert wrong(index, f"# Notes\n\n{said}\n") == []
