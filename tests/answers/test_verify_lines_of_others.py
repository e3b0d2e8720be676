"""Lines that are a sister's: all of another definition, another overload, another class's member."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong, wrong_of

from tfexplore.index.store import Index

SPINDLE = "tensorflow/core/kernels/spindle_op.cc"
HEADER = "tensorflow/core/kernels/spindle.h"
PYTHON = "tensorflow/python/ops/spindles.py"
TEXTS = {
    SPINDLE: """#include "spindle.h"

constexpr int kMaxSpindleTurns = 64;

Status TurnSpindle(const Spindle& spindle, int turns) {
  if (turns > kMaxSpindleTurns) return errors::OutOfRange("too many");
  spindle.Spin(turns);
  return Status::OK();
}

Status TurnSpindle(const Bobbin& bobbin, int turns) {
  bobbin.Spin(turns);
  return Status::OK();
}

void OilBearing(Spindle* spindle) {
  spindle->set_oil(3);
  spindle->dry_turns = 0;
  CountDrops(spindle);
}

void CountDrops(Spindle* spindle) {
  LOG(INFO) << "drops";
  spindle->drops += 1;
  spindle->oil_level = 4;
}

REGISTER_KERNEL_BUILDER(Name("Braid").Device(DEVICE_CPU).TypeConstraint<float>("T"), SpindleOp<float>);
REGISTER_KERNEL_BUILDER(Name("Braid").Device(DEVICE_GPU).TypeConstraint<float>("T"), SpindleOp<float>);
""",
    HEADER: """class Spindle {
 public:
  Status Wind(int turns, int speed);

  Status Unwind(int turns);

  bool IsWound() const;
};
""",
    PYTHON: """def _oil():
  return None


def _grease():
  return None


def spin(turns):
  _oil()
  _grease()
  _brake(turns)


def _brake(turns):
  stop(turns)
  if turns <= 3 and not turns:
    raise ValueError("the brake is too hot")


def _wax():
  return None


class SpindleCounter(object):

  def count_turns(self):
    return self.turns


class BobbinCounter(object):

  def count_turns(self):
    return register_bobbin_counter("turns")

  def reset(self):
    self.turns = self.turns * 2 - 1 + self.base


LoomC_RegisterBrake(_brake)
""",
}


def at(path: str, text: str) -> int:
    """The line of a file on which a text stands first."""
    return TEXTS[path][: TEXTS[path].index(text)].count("\n") + 1


OIL, DROPS = at(SPINDLE, "void OilBearing"), at(SPINDLE, "void CountDrops")
FIRST, SECOND = at(SPINDLE, "Status TurnSpindle"), at(SPINDLE, "Status TurnSpindle(const Bobbin")
SPIN, BRAKE, COUNT = at(PYTHON, "def spin"), at(PYTHON, "def _brake"), at(PYTHON, "  def count_turns")
RESET = at(PYTHON, "    self.turns = self.turns")
BOBBIN = RESET - 4
TURNS = f"`TurnSpindle` is at `kernels/spindle_op.cc:{FIRST}`, the oil at `kernels/spindle_op.cc:{OIL}`"


@pytest.mark.parametrize(
    ("text", "lines", "others"),
    [
        # All of another definition, whose name the text does not have.
        ("`OilBearing` starts with three (spindle_op.cc:{})", f"{OIL}-{OIL + 4}", f"{FIRST}-{FIRST + 4}"),
        ("`CountDrops` starts with one (spindle_op.cc:{})", f"{DROPS}", f"{FIRST}"),
        ("In `OilBearing` it starts (spindle_op.cc:{}).", f"{OIL + 1}-{OIL + 2}", f"{FIRST + 1}-{FIRST + 2}"),
        ("`OilBearing` 里先做这一步（spindle_op.cc:{}）。", f"{OIL + 1}-{OIL + 2}", f"{FIRST + 1}-{FIRST + 2}"),
        (
            "`Wind` takes `int speed` (kernels/spindle.h:{}).",
            str(at(HEADER, "Status Wind")),
            str(at(HEADER, "Status Unw")),
        ),
        # Another overload.
        ("the overload of `TurnSpindle` that takes a `Bobbin`, spindle_op.cc:{}", f"{SECOND}", f"{FIRST}"),
        # Lines that assign nothing.
        ("`oil_level` is set to 4 at spindle_op.cc:{}", str(DROPS + 3), str(OIL + 2)),
        # The member of another class.
        ("`BobbinCounter` does it in its `count_turns` (spindles.py:{})", str(BOBBIN), str(COUNT)),
        ("`BobbinCounter` 的计数在它的 `count_turns` 里（spindles.py:{}）。", str(BOBBIN), str(COUNT)),
        ("`oil_level` = 4，赋值语句在 spindle_op.cc:{}", str(DROPS + 3), str(OIL + 2)),
    ],
)
def test_lines_of_another(text: str, lines: str, others: str, index: Path) -> None:
    assert wrong(index, f"# Notes\n\n{text.format(lines)}\n") == []
    assert len(wrong(index, f"# Notes\n\n{text.format(others)}\n")) == 1


@pytest.mark.parametrize(
    "text",
    [
        # It is told whose lines they are, by the name, a word of it, or another place.
        f"`OilBearing` has a helper that does the rest (spindle_op.cc:{DROPS}-{DROPS + 4})",
        f"`OilBearing` counts each drop (spindle_op.cc:{DROPS}-{DROPS + 4})",
        f"`TurnSpindle` is at spindle_op.cc:{FIRST}, the oil at spindle_op.cc:{OIL}",
        # What it calls itself.
        f"`OilBearing` ends with this (spindle_op.cc:{DROPS}-{DROPS + 4})",
        f"`spin` ends with this (spindles.py:{BRAKE})",
        f"the overload of `TurnSpindle` that takes a `Status`, spindle_op.cc:{FIRST}",
        f"`oil_level` is not set to 4 at spindle_op.cc:{OIL + 2}",
    ],
)
def test_lines_that_may_be(text: str, index: Path) -> None:
    assert wrong(index, f"# Notes\n\n{text}\n") == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"`SpindleCounter.count_turns` (spindles.py:{COUNT}) counts.", []),
        (f"`SpoolCounter.count_turns` (spindles.py:{COUNT}) counts.", ["SpoolCounter.count_turns"]),
        ("Our `SpoolCounter` is new; `SpoolCounter.count_turns` is modelled on it.", []),
        # A list, or a chain, of which the lines have all but one.
        (f"`_oil`, `_grease` and `_brake` are called in turn (spindles.py:{SPIN}-{SPIN + 3})", []),
        (f"`_oil`, `_grease` and `_loosen` are called in turn (spindles.py:{SPIN}-{SPIN + 3})", ["_loosen"]),
        (f"the order is `_oil` → `_grease` → `_brake`, see spindles.py:{SPIN}-{SPIN + 3}", []),
        (f"the order is `_oil` → `_wax` → `_brake`, see spindles.py:{SPIN}-{SPIN + 3}", ["_wax"]),
        (f"`_oil`, `_grease` and `_wax`, of which spin has but two (spindles.py:{SPIN}-{SPIN + 3})", []),
        # What is passed.
        ("`_brake` is registered with `LoomC_RegisterBrake` in spindles.py.", []),
        ("`_grease` is registered with `LoomC_RegisterBrake` in spindles.py.", ["_grease"]),
        ("spindles.py 里 `_grease` 注册给 `LoomC_RegisterBrake`。", ["_grease"]),
        ("`_grease` is not registered with `LoomC_RegisterBrake` in spindles.py.", []),
    ],
)
def test_names(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"# Notes\n\n{text}\n") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"`spindles.py:{BRAKE + 2}`: `if turns <= 3 and not turns:`", []),
        (f"`spindles.py:{BRAKE + 2}`: `if turns < 3 and not turns:`", ["if turns < 3 and not turns:"]),
        (f"`spindles.py:{BRAKE + 2}`: `if turns <= 3 or not turns:`", ["if turns <= 3 or not turns:"]),
        (f"`spindles.py:{BRAKE + 2}`: `if turns <= 3 and turns:`", ["if turns <= 3 and turns:"]),
        (f"`spindles.py:{BRAKE + 2}`: `if thread <= 3 and not thread:`", []),  # renamed all over
        (f"`spindle_op.cc:{FIRST + 1}`: `if (turns >= kMaxSpindleTurns)`", ["if (turns >= kMaxSpindleTurns)"]),
        ("`TurnSpindle` does `if (turns >= kMaxSpindleTurns)` first.", ["if (turns >= kMaxSpindleTurns)"]),
        ("`TurnSpindle` is fine with `turns <= kMaxSpindleTurns` alone.", []),  # told the other way round
        # A term that is left out, another sign, and another text in a call.
        (f"`spindles.py:{RESET}`: `self.turns = self.turns * 2 - 1 + self.base`", []),
        (
            f"`spindles.py:{RESET}`: `self.turns = self.turns * 2 + self.base;`",
            ["self.turns = self.turns * 2 + self.base;"],
        ),
        (f"`spindles.py:{RESET}`: `self.turns += self.turns * 2 - 1`", ["self.turns += self.turns * 2 - 1"]),
        ('spindles.py has `register_bobbin_counter("turns")`.', []),
        ('spindles.py has `register_bobbin_counter("drops")`.', ['register_bobbin_counter("drops")']),
        ("`TurnSpindle` might do `if (turns >= kMaxSpindleTurns)` first.", []),
        (
            f'| Where | Code |\n|---|---|\n| `spindles.py:{BRAKE + 3}` | `raise ValueError("the brake is too hot")` |',
            [],
        ),
        (
            f'| Where | Code |\n|---|---|\n| `spindles.py:{BRAKE + 3}` | `raise ValueError("the brake is too cold")` |',
            ['raise ValueError("the brake is too cold")'],
        ),
        (
            "| File | Line | Code |\n|---|---|---|\n"
            f'| spindles.py | {SPIN} | `raise ValueError("the brake is too hot")` |',
            1,
        ),
    ],
)
def test_fragments(text: str, found: list[str] | int, index: Path) -> None:
    flagged = wrong(index, f"# Notes\n\n{text}\n")
    assert (len(flagged) if isinstance(found, int) else flagged) == (found or [])


@pytest.mark.parametrize("under", ["— `{}`", "This is from `{}`.", "*Listing 1: {}*", "上面的代码来自 `{}`。"])
def test_what_stands_under_a_block(under: str, index: Path) -> None:
    """The file that a short block is of may be named under it."""
    document = "# Notes\n\nThe code:\n\n```cpp\nspindle.Spin(turns);\nreturn {};\n```\n\n{}\n"
    assert wrong(index, document.format("Status::OK()", under.format(SPINDLE))) == []
    assert len(wrong(index, document.format("Status::Fine()", under.format(SPINDLE)))) == 1


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # Short names in bold, norms, scripts that are run, and what a formula of the author's calls its parts.
        ("**KN** = `tensorflow/core/kernels`. See KN/spindle_op.cc.", []),
        ("**KN** = `tensorflow/core/kernels`. See KN/spindel_op.cc.", ["KN/spindel_op.cc"]),
        ("`kernels/spindle_op.cc:5` goes into the loss (L2, say).", []),
        ("`kernels/spindle_op.cc` is short. Run `python check_spindles.py --fast`.", []),
        ("With `warp_eff = (warp - 1) * weft + 1`, spindle_op.cc turns less; `warp_eff` is 3.", []),
        # A file of a folder of which the document has others.
        (f"{TURNS}, and the rest is in `kernels/spool_help.cc`.", ["kernels/spool_help.cc"]),
        (f"{TURNS}, and the rest is in our `kernels/spool_help.cc`.", []),
        ("`shop/spindle_op.cc:5` turns, `shop/spindle_op.cc:11` as well, and the rest is in `shop/spool_help.cc`.", []),
    ],
)
def test_what_is_the_authors(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"# Notes\n\n{text}\n") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`TensorListResize` 的 GPU 注册把 `size` 放在 HostMemory。", []),
        ("`TensorListResize` 的 GPU 注册把 `num_elements` 放在 HostMemory。", ["num_elements"]),
        ("`TensorListResize` 的 GPU 注册没有把 `num_elements` 放在 HostMemory。", []),
    ],
)
def test_host_memory(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, f"# Notes\n\n{text}\n") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The gradient of `Conv2D` is `_Conv2DGrad`.", []),
        ("The gradient of `InitConv2DParameters` is `_Conv2DGrad`.", ["InitConv2DParameters"]),
        ("`Conv2D` 的梯度函数 `_Conv2DGrad`。", []),
        ("`MaxPool` 的梯度函数 `_Conv2DGrad`。", ["_Conv2DGrad"]),
        ("`MaxPool` 没有梯度函数 `_Conv2DGrad`。", []),
        ("`Sin`'s gradient function is `_SinGrad`.", []),
        ("`Sin`'s gradient function is `_CosGrad`.", ["_CosGrad"]),
    ],
)
def test_gradients(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, f"# Notes\n\n{text}\n") == found
