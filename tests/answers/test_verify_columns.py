"""Values in tables whose rows cite the lines where they stand."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import verdicts, wrong

WARPS = "tensorflow/core/kernels/warps.cc"
TEXTS = {
    WARPS: "// Written for these tests.\n"
    + "".join(
        f'REGISTER_WARP("{name}", {priority}, Phase::{phase});\n' + "\n" * 8
        for name, priority, phase in (
            ("linen", 10, "BEFORE"), ("hemp", 20, "BEFORE"), ("wool", 35, "BEHIND"), ("silk", 50, "BEHIND"),
            ("jute", 65, "BEHIND"),
        )
    )
}  # fmt: skip
ROWS = """| at | {header} | phase |
|---|---|---|
| `warps.cc:2` | 10 | `BEFORE` |
| `warps.cc:11` | 20 | `Phase::BEFORE` |
| `warps.cc:20` | 35 | `BEHIND` |
| `warps.cc:29` | {priority} | {phase} |
"""


@pytest.mark.parametrize(
    ("header", "priority", "phase", "found"),
    [
        ("priority", "50", "`BEHIND`", []),
        ("priority", "60", "`BEHIND`", ["60"]),
        ("priority", "5", "`BEHIND`", ["5"]),  # which is a part of what is there
        ("priority", "50", "`BEFORE`", ["BEFORE"]),
        ("priority", "60 or so", "-", []),
        ("line", "60", "`BEHIND`", []),
        ("#", "60", "`BEHIND`", []),
    ],
)
def test_columns(header: str, priority: str, phase: str, found: list[str], index: Path) -> None:
    document = ROWS.format(header=header, priority=priority, phase=phase)
    assert wrong(index, document) == found
    assert wrong(index, document, tree=False) == []


def test_what_is_told_of_it(index: Path) -> None:
    document = ROWS.format(header="priority", priority="60", phase="`BEFORE`")
    number, phase = [one for one in verdicts(index, document) if one.verdict == "differs"]
    assert number.detail == "line 29 has `50`; the values of the other rows stand at their lines"
    assert phase.detail == "line 29 does not have it; the values of the other rows stand at their lines"


def test_a_column_of_something_else(index: Path) -> None:
    document = ROWS.format(header="rank", priority="50", phase="-").replace("| 20 |", "| 2 |")
    assert wrong(index, document.replace("| 35 |", "| 3 |")) == []


def test_rows_with_two_places(index: Path) -> None:
    document = ROWS.format(header="priority", priority="60", phase="`warps.cc:38`")
    assert wrong(index, document) == []


def test_a_table_without_outer_pipes(index: Path) -> None:
    rows = [line.strip("| ") for line in ROWS.format(header="priority", priority="60", phase="-").split("\n")]
    rows[1] = "--- | --- | ---"
    (found,) = [one for one in verdicts(index, "\n".join(rows)) if one.verdict == "differs"]
    assert (found.line, found.column, found.text) == (6, 17, "60")
