"""Tables whose rows are statements of a file."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

PATH = "tensorflow/core/looms/loom_registration.cc"
ONE = "tensorflow/core/looms/one_registration.cc"
TEXTS = {
    ONE: "// Fir, Yew, Elm and Oak.\nREGISTER_LOOM(LoomRegistry::LATE, 30, FirLoom);\n",
    PATH: """// Looms by when they run.
REGISTER_LOOM(LoomRegistry::EARLY, 10, OakLoom);
REGISTER_LOOM(LoomRegistry::EARLY, 20,
              ElmLoom);
REGISTER_LOOM(LoomRegistry::LATE, 10, AshLoom);
REGISTER_LOOM(LoomRegistry::LATE, 30, FirLoom);
REGISTER_LOOM(LoomRegistry::LAST, 40, YewLoom);
REGISTER_LOOM(LoomRegistry::LATE, 50, TwinLoom);
REGISTER_LOOM(LoomRegistry::LATE, 60, TwinLoom);
""",
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


def test_rows_of_a_file_each(index: Path) -> None:
    rows = "".join(f"| `LATE` | {number} | `{name}` |\n" for number, name in ((30, "Fir"), (30, "Yew"), (30, "Elm")))
    table = f"| group | phase | loom |\n|---|---|---|\n{rows}| `LATE` | 25 | `Oak` |\n"
    assert wrong(index, f"See `{ONE}`:\n\n{table}") == []  # one statement is all that they have in common


def test_numbers_of_the_document(index: Path) -> None:
    table = f"| group | no. | loom |\n|---|---|---|\n{RIGHT}| `LATE` | 35 | `FirLoom` |\n"
    assert wrong(index, f"See `{PATH}`:\n\n{table}") == []


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ("| `EARLY` | 30 | `FirLoom` |", ["EARLY"]),
        ("| `LAST` | 30 | `FirLoom` |", ["LAST"]),
        ("| `LATE` | 40 | `YewLoom` |", ["LATE"]),
        ("| `NEVER` | 40 | `YewLoom` |", ["NEVER"]),
        ("| `NEVER` | 41 | `YewLoom` |", []),  # of which statement is it?
        ("| `NEVER` (proposed) | 40 | `YewLoom` |", []),
        ("| `NEVER` | 40 | `YewLoom` | planned, to be added |", []),
    ],
)
def test_names_of_statements(row: str, found: list[str], index: Path) -> None:
    table = f"| group | phase | loom |\n|---|---|---|\n{RIGHT}{row}\n"
    assert wrong(index, f"See `{PATH}`:\n\n{table}") == found


@pytest.mark.parametrize("item", ["- `{0}`: {1}\n", "- {1}, `{0}`\n", "- `{0}` — {1}\n"])
def test_items_that_are_statements(item: str, index: Path) -> None:
    right = [("OakLoom", 10), ("ElmLoom", 20), ("AshLoom", 10), ("FirLoom", 30)]
    items = "".join([item.format(*each) for each in right])
    assert wrong(index, f"In `{PATH}`, one after another:\n\n{items}{item.format('YewLoom', 40)}") == []
    assert wrong(index, f"In `{PATH}`, one after another:\n\n{items}{item.format('YewLoom', 45)}") == ["45"]
    assert wrong(index, f"One after another:\n\n{items}{item.format('YewLoom', 45)}") == []
