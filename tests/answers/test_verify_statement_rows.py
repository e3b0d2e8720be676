"""Tables whose rows are statements of a file."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

PATH = "tensorflow/core/looms/loom_registration.cc"
TEXTS = {
    PATH: """// Looms by when they run.
REGISTER_LOOM(LoomRegistry::EARLY, 10, OakLoom);
REGISTER_LOOM(LoomRegistry::EARLY, 20,
              ElmLoom);
REGISTER_LOOM(LoomRegistry::LATE, 10, AshLoom);
REGISTER_LOOM(LoomRegistry::LATE, 30, FirLoom);
REGISTER_LOOM(LoomRegistry::LAST, 40, YewLoom);
REGISTER_LOOM(LoomRegistry::LATE, 50, TwinLoom);
REGISTER_LOOM(LoomRegistry::LATE, 60, TwinLoom);
"""
}
RIGHT = "| `EARLY` | 10 | `OakLoom` |\n| `EARLY` | 20 | `ElmLoom` |\n| `LATE` | 10 | `AshLoom` |\n"


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ("| `LATE` | 30 | `FirLoom` |", []),
        ("| `LATE` | 35 | `FirLoom` |", ["35"]),
        ("| LATE | `35` | looms::FirLoom |", ["35"]),
        ("| `LoomRegistry::LATE` | 35 | `FirLoom` |", ["35"]),
        ("| `LATE` | 35 | `FirLoom` with knots |", []),
        ("| `LATE` | 35 | `TwinLoom` |", []),  # which of the two?
        ("| `LAST` | 35 | `PineLoom` |", []),  # which is registered elsewhere
        ("| `EARLY` | 35 | `FirLoom` |", []),
        ("| `LATE` | about 35 | `FirLoom` |", []),
        ("| `LATE` | 35 | `FirLoom` | (proposed)", []),
        ("| `LATE` | 35 | `FirLoom` |\n| `LAST` | 45 | `YewLoom` |", []),  # too many
    ],
)
@pytest.mark.parametrize("head", ["group | phase | loom", "组 | 阶段 | 类"])
def test_numbers_of_statements(row: str, found: list[str], head: str, index: Path) -> None:
    table = f"| {head} |\n|---|---|---|\n{RIGHT}{row}\n"
    assert wrong(index, f"See `{PATH}`:\n\n{table}") == found
    assert wrong(index, f"The looms:\n\n{table}") == []  # of no file


def test_numbers_of_the_document(index: Path) -> None:
    table = f"| group | no. | loom |\n|---|---|---|\n{RIGHT}| `LATE` | 35 | `FirLoom` |\n"
    assert wrong(index, f"See `{PATH}`:\n\n{table}") == []
