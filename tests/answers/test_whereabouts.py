"""Where a block may stand among the lines of a whole index."""

from __future__ import annotations

import random

import pytest

from tfexplore.answers.marked import Stretch, stretches_of
from tfexplore.answers.whereabouts import Whereabouts
from tfexplore.line_marks import line_marks

BODIES = {
    "loom/spin.cc": [f"  spindle->Turn(threads[{n}], wheel_{n * n});" for n in range(30)],
    "loom/wind.cc": [f"  reel->Wind(threads[{n}], drum_{n + 7});" for n in range(30)],
    "loom/warp.cc": [f"  beam->Warp(threads[{n}], heddle_{3 * n});" for n in range(30)],
}
FILES = [(path, line_marks(path, "\n".join(lines).encode())) for path, lines in BODIES.items()]


def found(code: list[str], most: int = 4) -> list[str]:
    return Whereabouts(FILES).of(stretches_of("\n".join(code), False), most)


@pytest.mark.parametrize("path", BODIES)
@pytest.mark.parametrize("first", [0, 11, 22])
def test_a_block_is_found_wherever_it_is_from(path: str, first: int) -> None:
    assert found(BODIES[path][first : first + 8])[:1] == [path]


@pytest.mark.parametrize("way", ["altered", "left out", "put in", "swapped"])
def test_a_block_with_a_line_that_is_another_is_found(way: str) -> None:
    code = BODIES["loom/wind.cc"][5:13]
    changed = {
        "altered": [*code[:4], "  reel->Unwind(everything, at_once);", *code[5:]],
        "left out": [*code[:4], *code[5:]],
        "put in": [*code[:4], "  reel->Unwind(everything, at_once);", *code[4:]],
        "swapped": [*code[:3], code[4], code[3], *code[5:]],
    }[way]
    assert found(changed)[:1] == ["loom/wind.cc"]


def test_what_stands_nowhere_is_in_no_file() -> None:
    assert found([f"  loom->Rest(after_{n});" for n in range(100, 108)]) == []
    assert found(["}", "", "}"]) == []
    assert Whereabouts([]).of([Stretch("abc", (0, 1, 2))], 4) == []


def test_the_fullest_comes_first_and_no_more_than_asked() -> None:
    code = [*BODIES["loom/spin.cc"][2:10], *BODIES["loom/wind.cc"][2:6]]
    assert found(code)[:1] == ["loom/spin.cc"]
    assert len(found(code, 1)) == 1


def test_a_place_before_the_first_line_or_behind_the_last_is_none() -> None:
    for path, lines in BODIES.items():
        for code in (
            ["  before->All(of_it);", "  still->Before(it);", *lines[:5]],
            [*lines[-5:], "  after->All(of_it);"],
        ):
            assert found(code)[:1] == [path]


def test_room_is_what_all_files_have_more_than_one() -> None:
    anywhere = Whereabouts(FILES)
    assert all(1.5 < anywhere.room(path) < 1.7 for path in BODIES)


def test_it_takes_no_longer_for_marks_that_are_everywhere() -> None:
    drawn = random.Random(7)
    files = [("a.cc", "ab" * 200_000), ("b.cc", "".join(drawn.choices("abcdef", k=100_000)))]
    assert Whereabouts(files).of([Stretch("ab" * 30, tuple(range(60)))], 4)[:1] == ["a.cc"]
