"""How many fields a named tuple, or values an enumeration, is said to have."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

TEXTS = {
    "tensorflow/python/looms/keys.py": """import collections

LoomKey = collections.namedtuple("LoomKey", ["warp", "weft", "edge"])


class LoomPair(collections.namedtuple("LoomPair", [
    "first",  # the first
    "second"
])):
  pass
""",
    "tensorflow/core/looms/toggle.proto": """enum LoomToggle {
  DEFAULT = 0;
  // Or not, as it may be.
  ON = 1;
  OFF = 2 [deprecated = true];
}
""",
    "tensorflow/core/looms/mode.h": """// Modes.
enum class LoomMode {
  kSlow,  // not fast
  kFast = 3,
  kAsleep,
};
""",
}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`LoomKey` is a namedtuple with three fields: `warp`, ...", []),
        ("`LoomKey` is a namedtuple with four fields: `warp`, ...", ["LoomKey"]),
        ("`LoomKey` (keys.py:3) is a namedtuple with 4 fields.", ["LoomKey"]),
        ("`LoomKey` 是一个 namedtuple，有四个字段。", ["LoomKey"]),
        ("`LoomKey` 有三个字段。", []),
        ("`LoomPair` has two fields.", []),
        ("`LoomPair` has three fields.", ["LoomPair"]),
        ("`LoomMode` has three values, `kSlow` and so on.", []),
        ("`LoomMode` has two values, `kSlow` and `kFast`.", ["LoomMode"]),
        ("`LoomMode` 是枚举，有两个取值。", ["LoomMode"]),
        ("`LoomToggle` has three values.", []),
        ("`LoomToggle` has four values.", ["LoomToggle"]),
        ("`LoomKey` has four fields of more than one letter.", []),
        ("`LoomKey` should have four fields.", []),
        ("`StrandReader` has four fields.", []),  # which are not listed
    ],
)
def test_counts(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text) == found
