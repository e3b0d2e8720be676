"""Lines next to a definition: which of them belong to its head, and which to what is beside it."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import HEADER, KERNEL, STRANDS, line_of, verdicts

from tfexplore.answers.verifying.heads import head_of
from tfexplore.index.symbols import Place


def judged(index: Path, document: str, tree: bool = True) -> list[str]:
    return [one.verdict for one in verdicts(index, document, tree) if one.kind == "path:line"]


CC = """int looms;

// Weaves all of it.
template <typename Device,
          typename T>
static Status
WeaveAll(int warp,
         int weft) {
  return Weave(warp, weft);
}
class Weaver : public Worker {
 public:
  Weaver(int warp)
      : warp_(warp) {
  }
"""
PY = """LOOMS = 2

# Weaves all of it.
@decorated(None,
           "colour")
def weave_all(warp,
              weft=None):
  '''Weaves.'''
  return warp

class Weaver(object):
  def weave(self):
    pass
"""


@pytest.mark.parametrize(
    ("path", "text", "begins", "head"),
    [
        ("a.cc", CC, "WeaveAll", (3, 8)),
        ("a.cc", CC, "static Status", (3, 8)),
        ("a.cc", CC, "class Weaver", (11, 11)),
        ("a.cc", CC, "  Weaver(int", (13, 14)),
        ("a.py", PY, "def weave_all", (3, 7)),
        ("a.py", PY, "class Weaver", (11, 11)),
        ("a.py", PY, "  def weave", (12, 12)),
    ],
)
def test_the_head_of_a_definition(path: str, text: str, begins: str, head: tuple[int, int]) -> None:
    line = text[: text.index(begins)].count("\n") + 1
    assert head_of(text.encode().split(b"\n"), Place("", "function", path, line, line)) == head


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        # Its head; what is within a few lines of it: the empty line above, inside of it, of the definition before it.
        ("- `untangle` (strands.py:{})", ["found", "found", "moved", "moved"]),
        ("`untangle` is defined at strands.py:{}.", ["found", "found", "moved", "moved"]),
        ("`untangle` (strands.py:{}) is what counts here.", ["found", "found", "found", "moved"]),
        ("The strands are counted in `untangle` (strands.py:{}).", ["found", "found", "found", "moved"]),
    ],
)
def test_lines_near_a_head(form: str, expected: list[str], index: Path) -> None:
    head = line_of(STRANDS, "def untangle")
    lines = [head, head - 1, head + 2, line_of(STRANDS, "super(StrandReader")]
    assert [judged(index, form.format(line)) for line in lines] == [[one] for one in expected]


@pytest.mark.parametrize("tree", [True, False])
def test_the_head_of_another_definition(tree: bool, index: Path) -> None:
    head = line_of(STRANDS, "def sort_all_strands")
    assert judged(index, f"- `count_all_strands` (strands.py:{head - 4})", tree) == ["found"]
    assert judged(index, f"- `count_all_strands` (strands.py:{head})", tree) == ["moved"]
    # A class may be cited by a member of it.
    inside = line_of(HEADER, "explicit SilkKnotter")
    assert judged(index, f"`SilkKnotter` (braid.h:{inside}) is made so", tree) == ["found"]


LINK = "[{}](https://github.com/tensorflow/tensorflow/blob/v1.15.0/{})"


@pytest.mark.parametrize(
    ("text", "address", "expected"),
    [
        ("braid_op.cc:25", f"{KERNEL}#L25", ["found", "found"]),
        ("braid_op.cc:25", f"{KERNEL}#L26", ["found", "differs"]),
        ("braid_op.cc:20-30", f"{KERNEL}#L25", ["found", "found"]),
        ("`braid_op.cc:25`", f"{KERNEL}#L20-L24", ["found", "differs"]),
        ("braid_op.cc:25", KERNEL, ["found"]),
        ("kernels/braid.h", f"{KERNEL}#L25", ["differs"]),
        ("kernels/braid_op.cc", f"{KERNEL}#L25", ["found"]),
        ("knot.h", "tensorflow/lite/braid/knot.h#L3", ["found"]),  # more than one file is called so
    ],
)
def test_the_text_of_a_link_and_its_address(text: str, address: str, expected: list[str], index: Path) -> None:
    assert judged(index, f"See {LINK.format(text, address)}.") == expected


def test_numbers_of_a_list_whose_others_are_lines(index: Path) -> None:
    names = ["loosen_knots", "count_all_strands", "sort_all_strands", "drop_all_strands"]
    lines = [line_of(STRANDS, f" {name}(") for name in names]
    wrong = [*lines[:3], lines[3] + 4]
    for item in ("- `{}` ({})", "- `{}` {}", "* `{}` {}, which is good"):

        def said(numbers: list[int], item: str = item) -> list[str]:
            listed = "\n".join(item.format(name, number) for name, number in zip(names, numbers, strict=True))
            return judged(index, f"All of them are in `{STRANDS}`:\n\n{listed}\n")

        assert said(lines) == ["found"] * 4
        assert said(wrong) == ["found"] * 3 + ["moved"]
        # Where hardly any is a line, none is.
        assert said([lines[0], 77, 78, 79]) == ["found"]


def test_a_column_of_lines_in_german(index: Path) -> None:
    rows = "| Funktion | Zeile |\n|---|---|\n| `loosen_knots` | {} |\n"
    head = line_of(STRANDS, "def loosen_knots")
    assert judged(index, f"In `{STRANDS}`:\n\n{rows.format(head)}") == ["found"]
    assert judged(index, f"In `{STRANDS}`:\n\n{rows.format(head + 40)}") == ["moved"]
