"""Cited lines that have nothing at all to do with their sentence."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from answers.claimed import wrong

_FILLER = "\n".join(f"int Shuttle{number}() {{\n  return {number * 7};\n}}\n" for number in range(30))
WARP = f"""// Warps.

Status CheckTension(const Beam& beam) {{
  if (beam.tension_ < kLeastTension) {{
    return errors::InvalidArgument("The warp is slack");
  }}
  return Status::OK();
}}

{_FILLER}
void RollBeam(Beam* beam) {{
  beam->turns_ += 1;
}}
"""
SHED = "\n".join(f"void Treadle{number}();" for number in range(80)) + "\n"
TEXTS = {"tensorflow/core/looms/warp.cc": WARP, "tensorflow/core/looms/shed.h": SHED}
LINES = WARP.split("\n")
SLACK = next(at for at, line in enumerate(LINES, 1) if "slack" in line)
FAR = next(at for at, line in enumerate(LINES, 1) if "Shuttle15" in line)


@pytest.mark.parametrize(
    "said",
    [
        "A beam below `kLeastTension` is refused as its tension is too low ({}).",
        "| a slack beam | `kLeastTension` and `tension_` | refused | {} |",
        "`tension_` 小于 `kLeastTension` 时拒绝（{}）。",
        "The warp must not be slack, says `CheckTension`, and this is why `tension_` is read there ({}).",
    ],
)
def test_nothing_of_it_is_near(said: str, index: Path) -> None:
    assert wrong(index, said.format(f"looms/warp.cc:{SLACK}") + "\n") == []
    assert wrong(index, said.format(f"looms/warp.cc:{FAR}") + "\n") == [f"looms/warp.cc:{FAR}"]
    assert wrong(index, said.format(f"looms/warp.cc:{FAR}") + "\n", tree=False) == []


@pytest.mark.parametrize(
    "said",
    [
        "A beam below `kLeastTension` is refused as its tension is too low, unlike a shuttle's (looms/warp.cc:{}).",
        "The shuttle returns before anything of `kLeastTension` and of its tension (looms/warp.cc:{}).",
        "Nothing like `OurTension` or `MostThread` is there (looms/warp.cc:{}).",  # not of the file
        "Something small is given back (looms/warp.cc:{}).",  # no name
        "What follows is given back (looms/warp.cc:{}), whereas `kLeastTension` is what the tension is held against.",
        "We shall refuse beams by `kLeastTension` and the tension, I propose (looms/warp.cc:{}).",
        "From looms/warp.cc:{} on the tension and `kLeastTension` come no more.",
    ],
)
def test_what_says_nothing_of_the_lines(said: str, index: Path) -> None:
    assert wrong(index, said.format(FAR) + "\n") == []


def test_lines_in_a_function_that_is_named(index: Path) -> None:
    said = f"What `Shuttle15` gives back is the tension of no beam (looms/warp.cc:{FAR + 1}).\n"
    assert wrong(index, said) == []


def test_lines_without_their_file_may_be_of_another(index: Path) -> None:
    said = "`looms/warp.cc` checks beams: it holds the tension against `kLeastTension` on line 40.\n"
    assert wrong(index, said) == ["line 40"]
    treadles = "`looms/warp.cc` and `looms/shed.h`: the treadle of `kLeastTension` and of much tension is on line 40.\n"
    assert wrong(index, treadles) == []


def test_many_places_do_not_take_long(index: Path) -> None:
    said = f"- A beam below `kLeastTension` is refused as its tension is low (looms/warp.cc:{FAR}).\n" * 800
    start = time.process_time()
    assert len(wrong(index, said)) == 800
    assert time.process_time() - start < 30
