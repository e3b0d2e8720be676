"""Lines inside of what no index knows, and what makes lines right of which a name is said that is elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

from tfexplore.answers.verifying.classes import is_inside_of

TEST = """\
class WeaveTest(object):

  def testWeaving(self):
    loom = make_loom()
    for shaft in loom.shafts:
      lift(shaft)
    self.assertTrue(loom.is_warm)

  def testUnravelling(self):
    loom = make_loom()
    loom.unravel()
    self.assertFalse(loom.is_warm)
    self.assertEmpty(loom)


def make_loom():
  return Loom()
"""
SHUTTLE = """\
class HeavyWeaveShuttle {
 public:
  void Throw(HeavyWeaveShuttle* other);
  int threads_;
  int colours_;
};




void Wind(int threads) {
  threads += 1;
}




void Throw(HeavyWeaveShuttle* other) {
  other->threads_ = 1;
  other->colours_ = 2;
}
"""
TEXTS = {"tensorflow/python/kernel_tests/weave_test.py": TEST, "tensorflow/core/looms/weave_shuttle.cc": SHUTTLE}
LINES = TEST.encode().splitlines()


@pytest.mark.parametrize(("line", "inside"), [(2, False), (3, True), (7, True), (8, False), (12, False)])
def test_the_body_of_a_test(line: int, inside: bool) -> None:
    assert is_inside_of(LINES, "weave_test.py", 3, line) is inside
    assert not is_inside_of(LINES, "weave_test.cc", 3, line)
    assert not is_inside_of(LINES, "weave_test.py", 4, line)  # which begins nothing


@pytest.mark.parametrize(
    "form",
    [
        "`testUnravelling` (weave_test.py:{}) is short.",
        "`testUnravelling` cannot notice, as its loom has one shaft alone (`kernel_tests/weave_test.py`, l. {}).",
    ],
)
def test_lines_of_a_test(form: str, index: Path) -> None:
    assert wrong(index, form.format(13)) == []
    assert len(wrong(index, form.format(4))) == 1


def test_no_text_goes_over_spans_of_code(index: Path) -> None:
    said = "In weave_shuttle.cc `HeavyWeaveShuttle` has, and `Wind` (lines 1-3) winds, what `Throw` (lines 18-21) does."
    assert wrong(index, said) == ["lines 1-3"]
    assert wrong(index, said.replace("1-3", "11-13")) == []


def test_the_words_of_a_files_name_say_nothing_of_its_lines(index: Path) -> None:
    said = "The threads are counted, as who looks into weave_shuttle.cc sees, by `Wind` (line {})."
    assert wrong(index, said.format(3)) == ["line 3"]
    assert wrong(index, said.format(11)) == []
    assert wrong(index, "They make a weave shuttle with `Wind` (weave_shuttle.cc:3).") == []
