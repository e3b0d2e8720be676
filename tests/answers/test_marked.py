"""Quotations held against the marks of lines: where a block stands, and which of its lines is altered."""

from __future__ import annotations

import random

import pytest

from tfexplore.answers.alignment import Compared
from tfexplore.answers.marked import MarkedFiles, Within, stretches_of
from tfexplore.line_marks import line_marks

CHOSEN = random.Random(7)
WORDS = ["twist", "braid", "knot", "loop", "weave", "spin", "pleat", "hem", "seam", "yarn"]


def statement() -> str:
    first, second, third = (CHOSEN.choice(WORDS) for _ in range(3))
    return f"  {first}_{CHOSEN.randrange(1000)} = {second}({third}_, {CHOSEN.randrange(1000)});"


BODY = [statement() for _ in range(400)]
FILES = {
    "loom/kernel.cc": "\n".join(BODY[:300]) + "\n",
    "loom/other.cc": "\n".join(BODY[300:]) + "\n",
}
MARKED = MarkedFiles({path: line_marks(path, text.encode()) for path, text in FILES.items()}.__getitem__)
KERNEL, OTHER = Within("loom/kernel.cc"), Within("loom/other.cc")


def held(code: str, *places: Within) -> Compared | None:
    return MARKED.held(stretches_of(code, False), places, 7)[0]


def sure(code: str, *places: Within) -> bool:
    return MARKED.held(stretches_of(code, False), places, 7)[1]


def where(found: Compared | None) -> tuple[str, int, int] | None:
    return None if found is None else (found.path, found.line, found.end_line)


def altered(code: str, *places: Within, bits: float = 7) -> Compared | None:
    return MARKED.altered(stretches_of(code, False), code, places, bits)


def test_a_block_stands_where_it_is_from() -> None:
    assert where(held("\n".join(BODY[40:47]), OTHER, KERNEL)) == ("loom/kernel.cc", 41, 47)
    assert held("\n".join(BODY[40:47]), OTHER) is None


@pytest.mark.parametrize(
    "code",
    [
        "\n".join(f"    {line.strip()}   // {number}" for number, line in enumerate(BODY[40:47])),
        "\n".join(BODY[40:47]).replace("_", "&#95;"),
        "\n".join([*BODY[40:43], "  // ...", *BODY[60:64]]),
        "\n".join([*BODY[40:43], "", *BODY[60:64]]),
        "\n".join([*BODY[40:43], "  ... 省略 ...", *BODY[60:64]]),
        "\n".join([*BODY[40:43], "  return Knots(...", *BODY[44:47]]),
        "\n".join([*BODY[40:43], "# 这里取值", *BODY[43:47]]),
    ],
    ids=["remarks", "entities", "elided", "an empty line", "elided in Chinese", "cut off", "a foreign remark"],
)
def test_what_people_do_to_a_quotation(code: str) -> None:
    found = held(code, KERNEL)
    assert found is not None
    assert found.line == 41
    assert altered(code, KERNEL) is None


@pytest.mark.parametrize("at", [0, 3, 6])
def test_an_altered_line(at: int) -> None:
    """One in 128 has the mark of the line that it stands for."""
    missed = 0
    for start in range(0, 290, 3):
        lines = BODY[start : start + 7]
        lines[at] = lines[at].replace(";", " + 1;")
        found = altered("\n".join(lines), OTHER, KERNEL)
        if found is None:
            missed += 1
            continue
        assert where(found) == ("loom/kernel.cc", start + 1, start + 7)
        assert found.different == f"line {start + 1 + at} is not `{lines[at].strip()}`"
    assert missed <= 3


def test_a_line_that_is_left_out_and_one_that_is_new() -> None:
    without = [*BODY[40:44], *BODY[45:50]]
    found = altered("\n".join(without), KERNEL)
    assert found is not None
    assert (found.line, found.different) == (41, f"before `{BODY[45].strip()}` something is left out, at line 45")
    more = [*BODY[40:44], "  thread(needle_, through_);", *BODY[44:50]]
    found = altered("\n".join(more), KERNEL)
    assert found is not None
    assert found.different == "there is no `thread(needle_, through_);` before line 45"


def test_lines_that_are_wrapped_otherwise_are_not_altered() -> None:
    wrapped = [*BODY[40:44], *BODY[44].replace(" = ", " =\n      ").split("\n"), *BODY[45:50]]
    assert altered("\n".join(wrapped), KERNEL) is None
    joined = [*BODY[40:44], BODY[44] + BODY[45].strip(), *BODY[46:50]]
    assert altered("\n".join(joined), KERNEL) is None


def test_a_line_that_is_cut_off_is_not_altered() -> None:
    assert altered("\n".join([*BODY[40:46], BODY[46][:-8]]), KERNEL) is None


def test_a_short_block_is_altered_only_where_it_is_introduced() -> None:
    lines = [BODY[40], BODY[41].replace(";", " + 1;"), BODY[42]]
    assert altered("\n".join(lines), KERNEL) is None
    found = altered("\n".join(lines), Within("loom/kernel.cc", 35, 50), bits=3)
    assert found is not None
    assert found.different.startswith("line 42 is not")


def test_two_statements_that_follow_each_other_are_altered() -> None:
    """Each on a line of its own they are not wrapped otherwise."""
    lines = BODY[40:48]
    lines[3], lines[4] = (line.replace(";", " + 1;") for line in lines[3:5])
    made = altered("\n".join(lines), KERNEL)
    assert made is not None
    assert made.different.startswith("line 44 is not")
    lines[3] = lines[3].replace(" = ", " =\n      ")
    assert altered("\n".join(lines), KERNEL) is None
    # At an end they may be what was one statement, or two, on another number of lines.
    for at in (0, 6):
        lines = BODY[60:68]
        lines[at], lines[at + 1] = (line.replace(";", " + 1;") for line in lines[at : at + 2])
        assert altered("\n".join(lines), KERNEL) is None


@pytest.mark.parametrize(
    ("end", "whole"), [("(", False), (", ", False), ("  # fixed", True), (" + 1", False), (" {", True)]
)
def test_a_last_line_that_was_not_cut_off(end: str, whole: bool) -> None:
    lines = [*BODY[40:46], BODY[46].replace(";", end)]
    assert (altered("\n".join(lines), KERNEL) is not None) is whole


def test_the_first_places_are_the_likely_ones() -> None:
    lines = "\n".join([BODY[40], BODY[41].replace(";", " + 1;"), BODY[42]])
    near = Within("loom/kernel.cc", 35, 50)
    others = [Within("loom/other.cc", at, at + 15) for at in range(1, 80, 10)]
    assert altered(lines, near, *others, bits=6) is not None
    assert altered(lines, *others, near, bits=6) is None


def test_code_of_ones_own_is_not_altered() -> None:
    """Of a thousand blocks of eight lines that are from nowhere none resembles a place, and none stands in one."""
    chosen = random.Random(3)
    for _ in range(1000):
        code = "\n".join(f"  own_{chosen.randrange(10**6)} = mine({chosen.randrange(10**6)});" for _ in range(8))
        assert altered(code, KERNEL, OTHER) is None
        assert held(code, KERNEL, OTHER) is None


def test_few_lines_are_not_sure() -> None:
    two, six = ("\n".join(BODY[40:end]) for end in (42, 46))
    assert where(held(two, KERNEL)) == ("loom/kernel.cc", 41, 42)
    assert where(held(six, KERNEL, OTHER)) == ("loom/kernel.cc", 41, 46)
    assert not sure(two, KERNEL)
    assert sure(six, KERNEL, OTHER)


def test_an_empty_line_may_stand_for_others() -> None:
    """Where they are that follow it, what stands around it is told by all of them."""
    lines = [*BODY[40:43], "", *BODY[43:46]]
    assert sure("\n".join(lines), KERNEL, OTHER)
    lines[4] = lines[4].replace(";", " + 1;")
    made = altered("\n".join(lines), KERNEL)
    assert made is not None
    assert made.different.startswith("line 44 is not")
    assert altered("\n".join([*BODY[40:43], "", *BODY[45:48]]), KERNEL) is None
    assert altered("\n".join([*BODY[40:44], "", BODY[60]]), KERNEL) is None
    # Between empty lines, with what follows where it was, one line alone is altered.
    between = [*BODY[40:43], "", BODY[43].replace(";", " + 1;"), "", *BODY[44:47]]
    made = altered("\n".join(between), KERNEL)
    assert made is not None
    assert made.different.startswith("line 44 is not")


def test_nothing_is_said_of_nothing() -> None:
    assert stretches_of("", False) == stretches_of("\n// remark\n...\n", False) == []
    assert altered("int own;\nint mine;\n", KERNEL) is None
    assert altered("\n".join(BODY[40:47]), Within("loom/kernel.cc", 5000, 6000)) is None


def test_two_lines_that_an_author_joined() -> None:
    before, (first, second, third) = BODY[36:43], BODY[43:46]
    assert altered("\n".join([*before, f"{first} {second.strip()}", "}"]), KERNEL) is None
    assert altered("\n".join([*before, f"{first} {third.strip()}", "}"]), KERNEL) is not None
