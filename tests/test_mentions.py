"""On which lines a file is said to mention what it defines."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tfexplore.index import marks, symbols
from tfexplore.index.store import open_index
from tfexplore.index.write import Facts, write_index
from tfexplore.mentions import mentions, unpacked
from tfexplore.model import Location, SourceState, Symbol

STATE = SourceState("https://example.org/braids", "v1", None, "linux-cpu", "build files")
CODE = b"""// Twist is not called here.
int Twist(int a) {
  /* Twist
     Twist */
  return a;
}
int Untwist(int a) { return Twist(a); }
REGISTER("Twist", Untwist);
int TwistMore = 0;  // Twist
"""
PYTHON = b'def twist(a):\n  """twist and\n  twist."""\n  # twist\n  return a\n\nb = untwist(twist(1)) + twist_more\n'


def lines_of(path: str, data: bytes, **names: int) -> dict[str, list[int]]:
    own = {name: [line] for name, line in names.items()}
    return unpacked(mentions(path, data, own), own)


def test_code_and_strings_count_and_remarks_do_not() -> None:
    # A sign of a remark behind code may stand in a string.
    assert lines_of("a.cc", CODE, Twist=2, Untwist=7) == {"Twist": [2, 7, 8, 9], "Untwist": [7, 8]}
    assert lines_of("a.py", PYTHON, twist=1) == {"twist": [1, 7]}
    assert lines_of("a.bzl", PYTHON, twist=1) == {"twist": [1, 7]}


def test_nothing_is_kept_where_nothing_is_mentioned() -> None:
    assert mentions("a.cc", b"int Twist();\n", {"Twist": [1]}) == ""
    assert mentions("a.cc", CODE, {}) == ""


@given(st.lists(st.integers(1, 60_000), min_size=1, max_size=30), st.integers(1, 60_000))
def test_lines_are_read_as_they_were_written(found: list[int], defined: int) -> None:
    last = max(*found, defined)
    data = b"\n".join(b"Twist();" if line in set(found) else b"" for line in range(1, last + 1))
    assert lines_of("a.cc", data, Twist=defined)["Twist"] == sorted({*found, defined})


@pytest.mark.parametrize("text", ["!", "!!", '!"', "~~~~ ~~", "é"])
def test_what_is_damaged_is_read_as_something(text: str) -> None:
    assert set(unpacked(text, {"Twist": [1], "Untwist": [2]})) <= {"Twist", "Untwist"}


def test_an_index_tells_the_lines_of_the_last_parts_of_names(tmp_path: Path) -> None:
    defined = (
        Symbol("Reel<Silk>::Twist", "method", "", Location("a.cc", 2, 6)),
        Symbol("Untwist", "function", "", Location("a.cc", 7, 7)),
    )
    row = marks.packed("a.cc", CODE, "ab\n", defined).replace("ab\n\n", "ab\n")
    facts = Facts(paths=("a.cc",), symbols={"a.cc": symbols.packed(defined)}, marks={"a.cc": row})
    write_index(tmp_path / "index", STATE, facts)
    with open_index(tmp_path / "index") as index:
        assert marks.of_file(index, "a.cc") == "ab"
        assert dict(marks.of_all(index)) == {"a.cc": "ab"}
        assert marks.mentioned(index, "a.cc") == {"Twist": [2, 7, 8, 9], "Untwist": [7, 8]}
        assert marks.mentioned(index, "b.cc") == {}
