"""Values that a document gives to the members of what it names before them."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

HEADER = "tensorflow/core/looms/heddle.h"
PROTO = "tensorflow/core/looms/heddle.proto"
PYTHON = "tensorflow/python/looms/heddling.py"
TEXTS = {
    HEADER: """#ifndef HEDDLE_H_
#define HEDDLE_H_

enum HeddleKind {
  kTexsolv = 0,
  kWire,  // of steel
  kFlat = 4,
  kInserted,
};

struct HeddleOptions {
  int shafts = 4;
  bool rising = true;
  double gap{0.5};
  string name;
};

class HeddleBar {
 public:
  HeddleBar(int length, bool bent = false, int holes = 12);
  HeddleBar(int length, int turns = 3);
  HeddleBar(double length, int turns = 5);
};

#endif  // HEDDLE_H_
""",
    PROTO: """syntax = "proto3";

message HeddleFrame {
  int32 shafts = 1;
  string wood = 2;
  repeated int32 counts = 5;
  enum Finish {
    RAW = 0;
    OILED = 3;
    UNKNOWN = -1;
  }
}
""",
    PYTHON: '''"""Heddles."""
import enum


class HeddleHook(object):
  """Pulls threads."""

  def __init__(self, length, width=2, tip='round', steel=True, name=None):
    self.length = length


class HookShape(enum.Enum):
  STRAIGHT = 0
  BENT = 1
''',
}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # The numbers of fields, and of values.
        (f"`HeddleFrame` (`{PROTO}`): `shafts = 1`, `wood = 2`, `counts = 5`.", []),
        (f"`HeddleFrame` (`{PROTO}`): `shafts = 1`, `wood = 3`, `counts = 5`.", ["wood = 3"]),
        ("- `HeddleFrame`：`shafts` 1、`wood` 2、`counts` 6", ["counts` 6"]),
        ("- `HeddleFrame`: `shafts` 1, `wood` 2, `counts` 5, and the string `knot` 7", []),
        ("- `HeddleFrame`: `shafts` 1, `wood` 2, `counts` 5, and the `knot` 7", ["knot` 7"]),
        ("`Finish` has `RAW = 0`, `OILED = 3` and `UNKNOWN = -1`.", []),
        ("`Finish` has `RAW = 0`, `OILED = 3` and `UNKNOWN = -2`.", ["UNKNOWN"]),
        ("`HeddleFrame` with `shafts = 8`, `wood = 'oak'` is what we build.", []),
        # Enumerators: their numbers can be nothing else.
        ("`HeddleKind`: `kTexsolv = 0`, `kWire = 1`, `kInserted = 5`", []),
        ("`HeddleKind` (`kFlat = 3`)", ["kFlat = 3"]),
        ("`HeddleKind` (`kWire = 1`)", []),
        ("`HeddleKind` (`kWire = 2`)", ["kWire = 2"]),
        ("`HeddleKind` has `kTexsolv = 0`, `kRound = 2` and `kOval = 3`.", []),  # of several nobody can say
        ("`HeddleFrame` has `shafts` 3 and `wood` 4.", []),
        ("`HeddleFrame` with `shafts = 8`, `wood = 2` is what we build.", []),
        ("`HeddleHook` has `width=3`, `steel=True` and `name=None`, and no `tip`.", []),  # of few values nobody can say
        ("`HeddleBar`: `holes=12`, `turns=4`", []),  # it has two constructors, with a default each
        ("`HeddleOptions` has `kRound = 2`, `shafts = 4`.", []),  # no enumeration
        ("`HeddleKind`: `kTexsolv = 0`, `kInserted = 3`", ["kInserted = 3"]),
        ("`HeddleKind` has `kTexsolv = 0` and `kRound = 2`.", ["kRound = 2"]),
        ("`HeddleKind` has `kTexsolv = 0`. Elsewhere there is `kRound = 2`.", []),
        ("`HookShape` has `STRAIGHT = 0` and `BENT = 1`.", []),
        ("`HookShape` has `STRAIGHT = 0` and `BENT = 2`.", ["BENT = 2"]),
        # Fields and parameters that have a default.
        ("`HeddleOptions` defaults: `shafts = 4`, `rising = true`, `gap = 0.5`.", []),
        ("`HeddleOptions` 默认 `rising = false`、`shafts = 4`。", ["false"]),
        ("`HeddleOptions` defaults: `gap = 0.7`.", ["0.7"]),
        ("`HeddleBar` (`heddle.h:18`): `bent=true`, `holes=12`", ["true"]),
        ("`HeddleBar` 的构造函数参数为 `length`、默认值为 `true` 的 `bent`。", ["bent"]),
        ("`HeddleBar` 的构造函数参数为 `length`、默认值为 `false` 的 `bent`。", []),
        (f"`HeddleHook` (`{PYTHON}:5`): `width=2`, `tip='flat'`.", ["'flat'"]),
        (f"`HeddleHook` → `{PYTHON}:5`，`width=2`，`steel=False`。", ["False"]),
        ("`HeddleHook` has `width=3`, `tip='round'`, `steel=True` and `name=None`.", ["width=3"]),
        ("The default values of `HeddleHook`:\n\n- `width=3`, `tip='round'`\n- `steel=True`", ["3"]),
        ("`HeddleHook` has, among others, `width=3` and `name=None`.", ["3"]),
        (f"| `HeddleHook` | `{PYTHON}` | `width=3`, `name=None` |", ["3"]),
        (f"| `HeddleHook` | `{PYTHON}` | `width=2`, `name=None` |\n| `MyHook` | `my.py` | `width=3` |", []),
        ("| what we make of `HeddleHook` | `width=3`, `name=None` |", []),
        (f"`HeddleHook.__init__` (`{PYTHON}:8`) has `width=3`.", ["3"]),
        (f"`HeddleHook.__init__` (`{PYTHON}:8`) has `width=2` as well.", []),
        ("`HeddleHook.__init__` has `width=3` when it is called there.", []),
        # Somebody gives them, or would.
        ("`HeddleHook` has `width=3` and `name=None`.", []),
        ("We call `HeddleHook` with `width=3`, `tip='round'`, `steel=True` and `name=None`.", []),
        ("We make a `HeddleHook`: `width=3`, `tip='round'`, `steel=True` and `name=None`.", []),
        ("`HeddleOptions` when `shafts = 8`, `rising = true`", []),
        ("`HeddleOptions` 设为 `shafts = 8`、`rising = true`。", []),
        ("Our fork's `HeddleOptions`: `shafts = 8`, `rising = true`", []),
        ("`HeddleOptions`: `shafts = 8`, `rising = false`", []),  # neither is, so that they may be anything
        ("`HeddleOptions`: `name = 'oak'`, `rising = true`", []),
        ("`width` of `HeddleHook`, which defaults to `3` in `MyHook`", []),
    ],
)
def test_values_of_members(text: str, expected: list[str], index: Path) -> None:
    assert wrong(index, text + "\n") == expected
    assert wrong(index, text + "\n", tree=False) == []
