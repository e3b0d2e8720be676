"""What passes over graphs are registered for: groupings and phases beside the class, or in a file for that."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

TEXTS = {
    "tensorflow/core/graph/spin.h": """class SpinPass : public GraphPass {
};
""",
    "tensorflow/core/graph/spin.cc": """#include "tensorflow/core/graph/spin.h"

REGISTER_OPTIMIZATION(PassRegistry::PRE_SPINNING, 3,
                      SpinPass);
""",
    "tensorflow/core/graph/pass_registration.cc": """REGISTER_OPTIMIZATION(PassRegistry::POST_SPINNING, 10,
                      loom::WeavePass);
REGISTER_OPTIMIZATION(PassRegistry::PRE_SPINNING, 7, WarpPass);
REGISTER_OPTIMIZATION(kKeptGrouping, 1, KeptPass);
""",
    "tensorflow/core/graph/weave.h": """namespace loom {
class WeavePass : public GraphPass {
};
}
class WarpPass : public GraphPass {
};
class GraphPass {
};
class KeptPass {
};
""",
    "tensorflow/core/graph/groupings.h": """enum Grouping {
  PRE_SPINNING,
  POST_SPINNING,
};
""",
}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`SpinPass` is registered for `PRE_SPINNING`, phase 3.", []),
        ("`SpinPass` (`spin.h:1`, a `GraphPass`) is registered for `POST_SPINNING`, phase 3.", ["POST_SPINNING"]),
        ("`SpinPass` is registered for `PRE_SPINNING`, phase 4.", ["4"]),
        ("`WeavePass` 注册在 `POST_SPINNING`，阶段 20。", ["20"]),
        ("SpinPass runs in POST_SPINNING, SpinPass, that is.", ["POST_SPINNING"]),
        ("`SpinPass` is not registered for `POST_SPINNING`.", []),
        ("`SpinPass` runs before those of `POST_SPINNING`.", []),
        ("`SpinPass` and `WeavePass` show what `PRE_SPINNING` is.", []),  # one of them may only be compared
        ("`SpinPass`: `PRE_SPINNING`, unlike `POST_SPINNING`.", []),
        ("`WeavePass`, which weaves, is in `PRE_SPINNING`,\nand `SpinPass` goes on.", ["PRE_SPINNING"]),
        ("`SpinPass`, which spins, is in `PRE_SPINNING`,\nand `WeavePass` goes on.", []),
        ("`KeptPass` is registered for `PRE_SPINNING`.", []),  # a constant, which may be that
        ("`CardPass` of ours is registered for `POST_SPINNING`.", []),
    ],
)
def test_sentences(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text + "\n") == found


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ("| `PRE_SPINNING` | `SpinPass` (3), `WarpPass` (7) |", []),
        ("| `PRE_SPINNING` | `SpinPass` (7), `WarpPass` (7) |", ["7"]),
        ("| `PRE_SPINNING` | `SpinPass` (3), `WeavePass` (10) |", ["PRE_SPINNING"]),
    ],
)
def test_rows(row: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"| grouping | passes |\n|---|---|\n{row}\n") == found
