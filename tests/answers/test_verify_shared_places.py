"""Places in a table that stand beside several names."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

FILE = "tensorflow/core/looms/macros.h"
TEXTS = {
    FILE: "#define WIND_ONE(m) m(one)\n#define WIND_ALL(m) m(all)\n"
    + "int turns;\n" * 40
    + "void Unwind(int turns) {\n  if (turns > 2) {\n"
    + "    Turn();\n" * 10
    + "  }\n}\n"
}


@pytest.mark.parametrize(
    ("names", "lines", "right"),
    [
        ("`WIND_ONE`, `WIND_ALL`", "1-2", True),
        ("`WIND_ONE`, `WIND_ALL`", "4", True),  # next to them
        ("`WIND_ONE`, `WIND_ALL`", "30-31", False),
        ("`WIND_ONE` / `WIND_ALL`", "30", False),
        ("`WIND_ONE`、`WIND_ALL`", "30", False),
        ("`WIND_ONE`<br>`WIND_ALL`", "30", False),
        ("`WIND_ONE` and `Unwind`", "43", True),
        ("`WIND_ONE` and `Unwind`", "50", True),  # in the body of one of them
        ("`WIND_FEW`, `WIND_NONE`", "30", True),  # which are not there
        ("new `WIND_ONE`, `WIND_ALL`", "30", True),
    ],
)
def test_places(names: str, lines: str, right: bool, index: Path) -> None:
    table = f"| names | where |\n|---|---|\n| {names} | `{FILE}:{lines}` |\n"
    found = [one for one in wrong(index, table) if one.startswith(FILE)]
    assert found == ([] if right else [f"{FILE}:{lines}"])
    assert wrong(index, table, tree=False) == [] or "WIND_FEW" in names
