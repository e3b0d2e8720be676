"""Columns of places, each the first line of what its row is of."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

from tfexplore.model import Endpoint, Location

LOOM = "tensorflow/core/kernels/loom_parts.cc"
TEXTS = {
    LOOM: "".join(
        f"class {name} : public OpKernel {{\n public:\n  void Compute(OpKernelContext* context) override {{\n"
        f"    Prepare(context);\n    Weave{name}(context);\n  }}\n  int threads_;\n}};\n\n\n\n"
        for name in ("Beam", "Heddle", "Treadle", "Shuttle", "Spindle", "Bobbin")
    )
}
THREADS = "tensorflow/python/ops/threads.py"
TEXTS[THREADS] = "".join(
    f"def {name}(length):\n" + "  pull(length)\n" * 6 + "\n\n"
    for name in ("weft", "warp", "reed", "comb", "braid", "ply", "ply_v1")
)
PUBLIC = [
    *[
        Endpoint(f"tf.threads.{name}", ("v1", "v2"), name, Location(THREADS, 9 * at + 1, 9 * at + 1))
        for at, name in enumerate(("weft", "warp", "reed", "comb", "braid"))
    ],
    Endpoint("tf.threads.ply", ("v1",), "ply_v1", Location(THREADS, 55, 55)),
]
NAMES = ("Beam", "Heddle", "Treadle", "Shuttle", "Spindle", "Bobbin")


def line(name: str) -> int:
    return TEXTS[LOOM][: TEXTS[LOOM].index(f"class {name} ")].count("\n") + 1


def test_the_name_beside_a_place_is_what_it_is_of(index: Path) -> None:
    rows = table().split("\n")
    linked = [
        row.replace("`kernels", "`Bobbin`: `kernels").replace(f":{line('Shuttle')}", f":{line('Bobbin')}")
        for row in rows
    ]
    assert wrong(index, "\n".join([*rows[:5], linked[5], *rows[6:]])) == []


def table(**moved: int) -> str:
    rows = [f"| `{name}` | `kernels/loom_parts.cc:{line(name) + moved.get(name, 0)}` | CPU |\n" for name in NAMES]
    return "| class | place | device |\n|---|---|---|\n" + "".join(rows)


@pytest.mark.parametrize(
    ("moved", "found"),
    [
        ({}, []),
        ({"Shuttle": 5}, ["Shuttle"]),  # in its body
        ({"Shuttle": -10}, ["Shuttle"]),  # another's body
        ({"Shuttle": 5, "Beam": 5, "Heddle": 5}, []),  # of six three: some may cite statements
    ],
)
def test_places_that_are_not_their_rows(moved: dict[str, int], found: list[str], index: Path) -> None:
    expected = [f"kernels/loom_parts.cc:{line(name) + moved[name]}" for name in found]
    assert wrong(index, table(**moved)) == expected


def test_a_public_name_of_what_is_called_otherwise(index: Path) -> None:
    """The file defines a function of the public name's last word as well, which is not exported so."""
    names = ("weft", "warp", "reed", "comb", "braid")
    rows = [f"| `tf.threads.{name}` | `threads.py:{9 * at + 1}` |\n" for at, name in enumerate(names)]
    head = "| name | defined in |\n|---|---|\n"
    assert wrong(index, head + "".join(rows)) == []
    assert wrong(index, head + "".join(rows) + "| `tf.threads.ply` | `threads.py:55` |\n") == []
    assert wrong(index, head + "".join(rows) + "| `tf.threads.ply` | `threads.py:68` |\n") == ["threads.py:68"]


@pytest.mark.parametrize("file", ["| `kernels/loom_parts.cc` ", "| loom_parts.cc "])
def test_lines_beside_a_column_of_files(file: str, index: Path) -> None:
    def rows(last: int) -> str:
        said = [(name, line(name)) for name in NAMES[:5]] + [(NAMES[5], last)]
        return "| class | file | threads | its line |\n|---|---|---|---|\n" + "".join(
            [f"| `{name}` {file}| 8 | {number} |\n" for name, number in said]
        )

    assert wrong(index, rows(line(NAMES[5]))) == []
    assert wrong(index, rows(line(NAMES[5]) + 5)) == [str(line(NAMES[5]) + 5)]
    # Of files that are not the rows' own, or of which nobody can say which, nothing is known.
    assert wrong(index, rows(line(NAMES[5]) + 5).replace(file, "| `kernels/braid_op.cc` ")) != [str(line(NAMES[5]) + 5)]
    assert wrong(index, rows(line(NAMES[5]) + 5).replace(file, f"{file}, `kernels/braid_op.cc` ")) == []


def test_a_name_beside_another_in_its_cell(index: Path) -> None:
    rows = table().replace("| `Spindle` |", "| Treadle |").replace("| `Treadle` |", "| Treadle |")
    place = f"kernels/loom_parts.cc:{line('Spindle')}"
    assert wrong(index, rows) == [place]
    assert wrong(index, rows.replace("| Treadle | `" + place, "| Treadle (alias Spindle) | `" + place)) == []


def test_a_place_of_what_stands_before_it_in_its_cell(index: Path) -> None:
    rows = "".join(f"| `{name}` | `kernels/loom_parts.cc` | line {line(name)} |\n" for name in NAMES[:5])
    head = "| class | file | place |\n|---|---|---|\n"
    last = "| `Bobbin` | `kernels/loom_parts.cc` | {} |\n"
    assert wrong(index, head + rows + last.format(f"line {line('Bobbin')}")) == []
    assert len(wrong(index, head + rows + last.format(f"line {line('Bobbin') + 5}"))) == 1
    # Of a macro, perhaps, which is somewhere else.
    assert wrong(index, head + rows + last.format(f"`WIND_BOBBIN` (line {line('Bobbin') + 5})")) == []
