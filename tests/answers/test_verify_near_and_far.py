"""Places of members, of branches and of blocks, in the ways that documents have them."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

_REST = "\n".join(f"  cloth.fold({number})" for number in range(12))
FINISH = f'''\
"""Finishes cloths."""

from looms import ops

_EVERY = 7


class Finish(object):
  """How a cloth is finished."""

  def finish_all(self, cloths):
    for cloth in cloths:
      cloth.finish_once()


class Dyeing(Finish):
  """Dyes a cloth.

  In as many vats as there are colours.
  """

  def __init__(self, vat_count=3, vat_heat=60.0, name="dyeing"):
    super(Dyeing, self).__init__()
    self.vat_count = vat_count

  def call(self, cloth):
    return self.stir_vat(cloth, self.vat_count, True)

  def stir_vat(self, cloth, count, hot):
    return cloth


class Fulling(Finish):
  """Fulls a cloth."""

  def __init__(self, hammers=2):
    super(Fulling, self).__init__()
    self.hammers = hammers

  def call(self, cloth):
    return cloth

  def _beat_with_hammers(self, cloth):
    return cloth


@ops.Registered("Shrink")
def shrink_cloth(cloth):
{_REST}
  return cloth


@ops.Registered("Stretch")
def stretch_cloth(cloth):
{_REST}
  return stretch_more(cloth)


class _ClothPress(object):
  """Presses."""
'''
FELT = """\
// Felt.

enum class FeltMode { kLoose, kDense, kHard };

namespace felt {

void LogFeltWidthWrong(int width) {
  LOG(ERROR) << width;
}

class Felter {
 public:
  enum FeltState {
    FELT_WET,
    FELT_DRY,
    FELT_PRESSED,
  };
  void Felt();
  void Press();
};

void Felter::Press() {
  PressOnce(kHard);
  PressOnce(kHard);
  PressOnce(kHard);
  PressOnce(kHard);
  PressOnce(kHard);
  PressOnce(kHard);
  PressOnce(kHard);
}

void Felter::Felt() {
  Press();
  LayWool(wool_, width_, &status);
}

}  // namespace felt
"""
FINISH_PATH, FELT_PATH = "tensorflow/python/looms/finish.py", "tensorflow/core/looms/felt.cc"
TEXTS = {FINISH_PATH: FINISH, FELT_PATH: FELT}


def line_of(text: str, what: str) -> int:
    """The number of the first line of a text that has something."""
    return next(at for at, line in enumerate(text.split("\n"), 1) if what in line)


DYEING, FULLING = line_of(FINISH, "class Dyeing"), line_of(FINISH, "class Fulling")


def test_what_another_class_calls_so(index: Path) -> None:
    """A range with another class's method of the name is not the named one's, whatever it calls by that name."""
    said = "`Fulling.__init__` (looms/finish.py:{}-{}) has one parameter."
    own, other = line_of(FINISH, "hammers=2"), line_of(FINISH, "vat_count=3")
    assert wrong(index, said.format(own, own + 2)) == []
    assert wrong(index, said.format(other, other + 2)) == [f"looms/finish.py:{other}-{other + 2}"]


def test_the_head_of_a_class_is_not_a_range_of_its_member(index: Path) -> None:
    said = "- `Dyeing.call`: looms/finish.py:{}-{}"
    call = line_of(FINISH, "def call")
    assert wrong(index, said.format(call, call + 1)) == []
    assert wrong(index, said.format(DYEING, call)) == []
    assert wrong(index, said.format(DYEING, DYEING + 4)) == [f"looms/finish.py:{DYEING}-{DYEING + 4}"]


def test_all_of_a_sister(index: Path) -> None:
    """Also where the next definition has a decorator, and a call of the named one stands in the other."""
    shrink, stretch = line_of(FINISH, "def shrink"), line_of(FINISH, "def stretch")
    said = "It goes through `stretch_cloth` (looms/finish.py:{}-{})."
    assert wrong(index, said.format(stretch, stretch + 13)) == []
    assert wrong(index, said.format(shrink, shrink + 13)) == [f"looms/finish.py:{shrink}-{shrink + 13}"]


def test_the_range_of_who_calls(index: Path) -> None:
    """Lines behind what is called may be those of the call, though they are all of a function."""
    press, felt = line_of(FELT, "void Felter::Press"), line_of(FELT, "void Felter::Felt")
    assert wrong(index, f"Who calls `PressOnce` (looms/felt.cc:{press}-{press + 8}) presses.") == []
    assert wrong(index, f"`Felter::Felt` calls `Felter::Press` (looms/felt.cc:{felt}-{felt + 3}).") == []


@pytest.mark.parametrize(
    ("said", "right"),
    [
        ("`Dyeing._beat_with_hammers` beats it.", False),  # which another class of the file has
        ("`Fulling._beat_with_hammers` beats it.", True),
        ("`Dyeing.stir_vat` stirs.", True),
    ],
)
def test_a_method_of_another_class_of_the_file(said: str, right: bool, index: Path) -> None:
    assert (wrong(index, f"See `looms/finish.py`. {said}") == []) is right


@pytest.mark.parametrize(
    ("said", "right"),
    [
        ("(looms/finish.py:{}) has `vat_heat=60.0` by default.", True),
        ("(looms/finish.py:{}) has `vat_heat=90.0` by default.", False),
        ("(looms/finish.py:{}) has `vat_heat=90.0` as its default.", False),
        ("(looms/finish.py:{}) has `vat_heat=90.0` if you like it hot.", True),
    ],
)
def test_a_default_with_its_value(said: str, right: bool, index: Path) -> None:
    at = line_of(FINISH, "vat_count=3")
    found = wrong(index, "The dyer, whose signature " + said.format(f"{at}-{at + 2}"))
    assert (found == []) is right


@pytest.mark.parametrize(
    ("call", "right"),
    [
        ("LayWool(wool_, width_, &status)", True),
        ("LayFleece(wool_, width_, &status)", False),
    ],
)
def test_a_call_with_the_arguments_of_another(call: str, right: bool, index: Path) -> None:
    assert (wrong(index, f"`Felter::Felt` calls `{call}` at last.") == []) is right


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("`Felter::FeltState` has three states, FELT_WET, FELT_DRY and\n`FELT_PRESSED`.", []),
        ("`Felter::FeltState` has three states, FELT_WET, FELT_DRY and\n`FELT_ROLLED`.", ["FELT_ROLLED"]),
        ("`Felter::FeltState` 有三个状态,FELT_WET、FELT_DRY、\n`FELT_ROLLED`。", ["FELT_ROLLED"]),
        ("Modes (looms/felt.cc:3):\n\n- `kLoose`,\n- `kDense`, as usual,\n- `kHard`.", []),
        ("Modes (looms/felt.cc:3):\n\n- `kLoose`,\n- `kDense`, as usual,\n- `kSofter`.", ["kSofter"]),
        (
            "Modes (looms/felt.cc:3):\n\n- `kLoose`,\n- `kDense`,\n- `kHarder`,\n- `kSofter`.",
            [],
        ),  # two may be somebody's
    ],
)
def test_values_of_an_enumeration(said: str, found: list[str], index: Path) -> None:
    assert wrong(index, said) == found


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("It is logged by `LogFeltWidthWrong`\n(looms/felt.cc:7).", []),
        ("It is logged by `LogFeltWidthWrongError`\n(looms/felt.cc:7).", ["LogFeltWidthWrongError"]),
        ("It is logged by `LogFeltWidthWrongError`.", []),  # no file is cited
        ("It is logged by our `LogFeltWidthWrongError`\n(looms/felt.cc:7).", []),
        ("### 1.1 ClothPress\n\nThe press of `looms/finish.py` is slow.", []),  # `_ClothPress`
    ],
)
def test_a_name_with_a_word_more_or_a_sign_less(said: str, found: list[str], index: Path) -> None:
    assert wrong(index, said) == found


@pytest.mark.parametrize(
    "head",
    [
        "tensorflow/core/looms/felt.cc:{}-{}",
        "tensorflow/core/looms/felt.cc, {} ff.",
        "tensorflow/core/looms/felt.cc, lines {}-{}:",
        "looms/felt.cc (lines {}-{})",
        "tensorflow/core/looms/felt.cc",
        "felt.cc:{}-{}",
    ],
)
def test_a_block_that_begins_with_its_place(head: str, index: Path) -> None:
    begin = line_of(FELT, "void Felter::Felt")
    code = "void Felter::Felt() {\n  Press();\n  LayWool(wool_, width_, &status);\n}\n"
    block = f"```cpp\n{head.format(begin, begin + 3)}\n\n{code}```\n"
    assert wrong(index, block) == []
    assert len(wrong(index, block.replace("width_", "height_"))) == 1


def test_a_table_of_short_names(index: Path) -> None:
    table = "| abbr. | stands for |\n|---|---|\n| P/ | {} |\n| FC | {} |\n\n"
    said = table.format("tensorflow/python/", FELT_PATH) + "See `P/looms/finish.py` and `P/looms/other.py`.\n"
    assert wrong(index, said) == ["P/looms/other.py"]


def test_what_an_op_has(index: Path) -> None:
    """The place of "`Braid` 的 OpDef" is the op's, and not where `OpDef` is defined."""
    op = "tensorflow/core/ops/braid_ops.cc"
    assert wrong(index, f"`Shrink` 的 OpDef 在 `{FINISH_PATH}`。") == wrong(index, f"`Shrink` 在 `{FINISH_PATH}`。")
    assert "OpDef" not in wrong(index, f"`Braid`'s OpDef is at {op}:3.")


def test_a_place_behind_which_is(index: Path) -> None:
    said = "The cloth is stirred in `stir_vat`, which is looms/finish.py:{}, and dyed."
    assert wrong(index, said.format(line_of(FINISH, "def stir_vat"))) == []
    assert wrong(index, said.format(FULLING + 12)) == [f"looms/finish.py:{FULLING + 12}"]


def test_numbers_before_their_names(index: Path) -> None:
    felt, press = line_of(FELT, "void Felter::Felt"), line_of(FELT, "void Felter::Press")
    names = [("Felter::Felt", felt), ("Felter::Press", press), ("LogFeltWidthWrong", 7)]
    pairs = "".join(f"`{name}` (line {line}) is fine.\n\n" for name, line in names)
    chain = f"(line {press}) `Felter::Press`, (line {felt}) `Felter::Felt`.\n"
    assert wrong(index, f"In `looms/felt.cc`:\n\n{pairs}{chain}") == []


def test_a_line_that_registers_what_stands_behind_it(index: Path) -> None:
    said = "- Wool: [felt.cc L{0}-L{1}]({2}#L{0}-L{1}) calls `LayWool`, once"
    at = line_of(FELT, "LayWool(")
    url = f"https://github.com/tensorflow/tensorflow/blob/v1.15.0/{FELT_PATH}"
    assert wrong(index, said.format(at, at, url)) == []
    assert wrong(index, said.format(7, 8, url))[:1] == ["felt.cc L7-L8"]
