"""Numbers right behind names, of whichever files: the others tell that they are lines."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import HEADER, KERNEL, line_of, wrong, wrong_of

from tfexplore.index.store import Index

TIGHTEN, LOOSEN, BRAID = (line_of(KERNEL, f"void {name}(") for name in ("Tighten", "LoosenStrands", "BraidStrands"))
KNOTTER, SILK = (line_of(HEADER, f"class {name}") for name in ("Knotter", "SilkKnotter"))
#: Places of three names, in three forms, which no sentence gives a file.
RIGHT = f"- `BraidStrands`, L{BRAID}\n- `Knotter` (line {KNOTTER})\n- LoosenStrands 在第 {LOOSEN} 行\n"
FAR = KNOTTER - 5


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"- `SilkKnotter`, L{SILK}\n", []),
        (f"- `SilkKnotter`, L{FAR}\n", [f"L{FAR}"]),
        (f"- `SilkKnotter` (line {FAR})\n", [f"line {FAR}"]),
        (f"- `SilkKnotter`（第 {FAR} 行）\n", [f"第 {FAR} 行"]),
        (f"- `SilkKnotter` L{FAR}: of silk\n", [f"L{FAR}"]),
        (f"- SilkKnotter 在第 {FAR} 行\n", [f"第 {FAR} 行"]),
        (f"- `SilkKnotter` (lines {FAR}-{FAR + 2})\n", [f"lines {FAR}-{FAR + 2}"]),
        (f"- `SilkKnotter`, L{SILK + 3}\n", []),  # inside of it
        (f"- calls `SilkKnotter` L{FAR}\n", []),  # what has a line, and is not there
        (f"- 调用 `SilkKnotter` L{FAR}\n", []),
        (f"- `SilkKnotter`, L{FAR} and {SILK}\n", []),  # lines of a list
        (f"- L{SILK} `SilkKnotter`, L{FAR} `Weft`\n", []),  # a number that leads to a name
        (f"- our own `SilkKnotter`, L{FAR}\n", []),
        (f"- `SilkKnotter`, definition at l. {FAR}\n", [f"l. {FAR}"]),
        (f"- `SilkKnotter`, on line {FAR}\n", [f"line {FAR}"]),
        (f"- `SilkKnotter`, defined on line {SILK}\n", []),
        ("- `Tighten`, L60\n", ["L60"]),  # its file is shorter, another that is cited is not
    ],
)
def test_lines_that_say_so(text: str, found: list[str], index: Path) -> None:
    notes = f"Read `{KERNEL}` and `{HEADER}`.\n\n{RIGHT}{text}"
    assert wrong(index, notes) == found


def test_a_line_on_which_the_name_stands(index: Path) -> None:
    notes = f"Read `{KERNEL}` and `{HEADER}`.\n\n{RIGHT}- `Tighten`, L{LOOSEN + 1}\n"
    assert wrong(index, notes) == []


def test_without_others(index: Path) -> None:
    notes = f"Read `{KERNEL}` and `{HEADER}`.\n\n- `SilkKnotter`, L{FAR}\n- `Knotter`, L{KNOTTER}\n"
    assert wrong(index, notes) == []


OPS = {"Square": 245, "Tanh": 269, "Sigmoid": 287, "Sin": 291, "Asinh": 271, "Acosh": 273}


@pytest.mark.parametrize(("number", "found"), [(267, []), (287, ["287"]), (245, ["245"])])
@pytest.mark.parametrize("form", ["`{}`（{}）", "`{}` @ {}"])
def test_numbers_that_do_not_say_so_by_the_index(form: str, number: int, found: list[str], shipped: Index) -> None:
    right = "".join(f"* {form.format(name, line)}, one of them\n\n" for name, line in OPS.items())
    assert wrong_of(shipped, f"On `core/ops/math_ops.cc`.\n\n{right}* {form.format('Cosh', number)}, one\n") == found


@pytest.mark.parametrize(("number", "found"), [(287, ["287"]), (267, [])])
def test_cells_of_a_column_that_a_file_heads(number: int, found: list[str], shipped: Index) -> None:
    right = "".join(f"| {name.lower()} | `{name}`, {line} |\n" for name, line in OPS.items())
    table = f"| what | core/ops/math_ops.cc |\n|---|---|\n{right}| of a priority queue | `Cosh`, {number} |\n"
    assert wrong_of(shipped, table) == found
