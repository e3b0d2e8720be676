"""Sentences, tables and records that say where a name is, in the right form and with another line."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from answers.claimed import wrong

from tfexplore.answers.verifying.place_forms import skeleton

CRANK = "tensorflow/core/kernels/crank_op.cc"
CRANKS = "tensorflow/python/ops/cranks.py"
TEXTS = {
    CRANK: """#include "crank.h"
// A crank turns a shaft.
namespace tensorflow {

constexpr int kMaxTurns = 64;

// Turns it.
// Once, or more often.
Status TurnCrank(const Crank& crank, int turns) {
  if (turns > kMaxTurns) {
    return errors::OutOfRange("too many turns");
  }
  crank.Turn(turns);
  return Status::OK();
}

void OilShaft(Crank* crank) {
  crank->set_oil(3);
  crank->set_dry(false);
  crank->set_clean(true);
  crank->wipe();
}

template <typename T>
class CrankOp : public OpKernel {
 public:
  explicit CrankOp(OpKernelConstruction* context) : OpKernel(context) {}

  void Compute(OpKernelContext* context) override {
    Crank crank(context->input(0));
    crank.set_speed(1);
    crank.set_load(2);
    OP_REQUIRES_OK(context, TurnCrank(crank, 3));
    crank.stop();
    crank.lock();
  }
};

template <typename T>
class ShaftOp : public OpKernel {
 public:
  explicit ShaftOp(OpKernelConstruction* context) : OpKernel(context) {}

  void Compute(OpKernelContext* context) override {
    Crank crank(context->input(1));
    crank.set_speed(4);
    crank.set_load(5);
    OilShaft(&crank);
    crank.stop();
  }
};

#define REGISTER_CRANKS(type)                                  \\
  REGISTER_KERNEL_BUILDER(                                     \\
      Name("Crank").Device(DEVICE_CPU).TypeConstraint<type>("T"), \\
      CrankOp<type>);

REGISTER_CRANKS(float);

}  // namespace tensorflow
""",
    CRANKS: """def turn(crank):
  crank.ready()
  crank.start()
  return _turns(crank)


def _turns(crank):
  crank.count()
  crank.check()
  crank.mark()
  return crank.turns


def oil(crank):
  crank.clean()
  crank.dry()
  return crank.oiled
""",
}


def at(path: str, text: str) -> int:
    """The line of a file on which a text stands first."""
    return TEXTS[path][: TEXTS[path].index(text)].count("\n") + 1


TURN, OIL = at(CRANK, "Status TurnCrank"), at(CRANK, "void OilShaft")
OP, SHAFT = at(CRANK, "class CrankOp"), at(CRANK, "class ShaftOp")
USE, REGISTERS = at(CRANK, "OP_REQUIRES_OK"), at(CRANK, "      CrankOp<type>")
TABLE = f"| name | file | line |\n|---|---|---|\n| `TurnCrank` | crank_op.cc | {TURN} |\n"
CALL, COUNTED = at(CRANKS, "  return _turns"), at(CRANKS, "def _turns")


@pytest.mark.parametrize(
    ("text", "line", "other"),
    [
        # Defined: a line that only uses the name is none.
        ("`TurnCrank` is defined at crank_op.cc:{}.", TURN, USE),
        ("`TurnCrank` is defined on line {} of `crank_op.cc`.", TURN, USE),
        ("The definition of `CrankOp` starts on line {} of `core/kernels/crank_op.cc`.", OP, REGISTERS),
        ("The class `CrankOp` begins at crank_op.cc:{}", OP, REGISTERS),
        ("crank_op.cc:{} defines the class `CrankOp`", OP, REGISTERS),
        ("`TurnCrank` ist in Zeile {} von `crank_op.cc` definiert.", TURN, USE),
        ("In Zeile {} von `crank_op.cc` ist `TurnCrank` definiert.", TURN, USE),
        ("Die Klasse `CrankOp` beginnt in Zeile {} von `crank_op.cc`.", OP, REGISTERS),
        ("`TurnCrank` は `crank_op.cc` の {} 行目で定義されている。", TURN, USE),
        ("`crank_op.cc` の {} 行目で `TurnCrank` が定義されている。", TURN, USE),
        ("`TurnCrank` 定义在 `crank_op.cc` 第 {} 行。", TURN, USE),
        ("第{}行（crank_op.cc）定义了 `TurnCrank`。", TURN, USE),
        ("`TurnCrank` est définie à la ligne {} du fichier `crank_op.cc`.", TURN, USE),
        ("`TurnCrank` está definida en la línea {} de `crank_op.cc`.", TURN, USE),
        # At: a body, or a line that mentions it, may be meant, but no other function.
        ("`TurnCrank` is at {} in `crank_op.cc`.", TURN, OIL + 3),
        ("`TurnCrank` is at {} in `crank_op.cc`.", USE, OIL + 3),
        ("`OilShaft` (crank_op.cc, Z. {}) macht das.", OIL, OP + 3),
        ("`OilShaft`（crank_op.cc の {} 行目）", OIL, OP + 3),
        ("La fonction `OilShaft` se trouve à la ligne {} du fichier `crank_op.cc`.", OIL, OP + 3),
        ("La función `OilShaft` está en la línea {} de `crank_op.cc`.", OIL, OP + 3),
        ("`crank_op.cc:{}` `OilShaft` oils it.", OIL, OP + 3),
        ("CrankOp::Compute@crank_op.cc:{}", OP + 4, OIL + 2),
        ("`OilShaft`\n:   crank_op.cc, line {}. Oils it.", OIL, OP + 3),
        ("`OilShaft` ({}) in `crank_op.cc` oils it.", OIL, OP + 3),
        ("`TurnCrank` (9) and `OilShaft` ({}) in `crank_op.cc`.", OIL, OP + 3),
        ("## crank_op.cc\n\n`OilShaft` ({}) oils it.", OIL, OP + 3),
        ("`TurnCrank` is in crank_op.cc:9; in the same file, at {}, is `OilShaft`.", OIL, OP + 3),
        ("Look at `crank_op.cc`. `TurnCrank` is on line 9 and `OilShaft` on line {} of that file.", OIL, OP + 3),
        # In turn.
        ("`crank_op.cc` has `TurnCrank`, `OilShaft` and `ShaftOp` at 9, {} and 39.", OIL, OIL + 12),
        # Within.
        ("It is turned on line {} of `crank_op.cc`, in `TurnCrank`.", TURN + 4, SHAFT + 10),
        ("OutOfRange comes from crank_op.cc({}) by `TurnCrank`.", TURN + 2, OIL + 2),
        # Uses.
        ("`turn` calls `_turns` on line {} of `cranks.py`.", CALL, COUNTED + 10),
        ("`_turns` is called on line {} of `cranks.py`.", CALL, COUNTED + 10),
        # Tables and records.
        (f"{TABLE}| `OilShaft` | crank_op.cc | {{}} |", OIL, OP + 3),
        (f"{TABLE}| `ShaftOp` | crank_op.cc | {SHAFT} |\n| `CrankOp` | crank_op.cc | {{}} |", OP, REGISTERS),
        ("```yaml\n- symbol: OilShaft\n  file: core/kernels/crank_op.cc\n  line: {}\n```", OIL, OP + 3),
        ('```json\n{{"symbol": "OilShaft", "file": "core/kernels/crank_op.cc", "line": {}}}\n```', OIL, OP + 3),
        ("```csv\nsymbol,file,line\nTurnCrank,crank_op.cc,9\nOilShaft,crank_op.cc,{}\n```", OIL, OP + 3),
        ("- `OilShaft`\n  - file: `core/kernels/crank_op.cc`\n  - line: {}", OIL, OP + 3),
        # "This class", "the same file", that call, lines right above what is meant, another class's member.
        ("Look at `crank_op.cc`. It has a `ShaftOp`. This class begins at line {}.", SHAFT, OP),
        ("In `crank_op.cc` gibt es `ShaftOp`. Diese Klasse beginnt in Zeile {} derselben Datei.", SHAFT, OP),
        ("- `ShaftOp`：从 `crank_op.cc` 第 {} 行开始", SHAFT, OP),
        ("`turn` ends with `_turns` - that call is at `cranks.py:{}`.", CALL, COUNTED + 10),
        ("`CrankOp::Compute`（crank_op.cc 第 {} 行）", OP + 4, SHAFT + 4),
        ("In `crank_op.cc`:\n\n| what | where |\n|---|---|\n| `OilShaft` | L{} |\n", OIL, OP + 3),
        # A number alone, or in a list.
        ("## crank_op.cc\n\n**{}** `OilShaft`\n", OIL, OP + 3),
        ("In `crank_op.cc` `TurnCrank` 9, `OilShaft` {} and `ShaftOp` 39.", OIL, OP + 3),
        ("`TurnCrank` — `core/kernels/crank_op.cc:9`\n- `OilShaft` — ^ :{}", OIL, OP + 3),
        # The place of what was said, in brackets.
        ("`TurnCrank` returns at once for too many (see crank_op.cc:{}).", TURN + 2, OIL),
        ("`TurnCrank` returns at once for too many (cf. crank_op.cc:{}).", TURN + 2, OIL),
    ],
)  # fmt: skip
def test_places(index: Path, text: str, line: int, other: int) -> None:
    assert wrong(index, text.format(line)) == []
    assert wrong(index, text.format(other)) != []


@pytest.mark.parametrize(
    "text",
    [
        f"Registrations of `CrankOp` are at crank_op.cc:{REGISTERS}",
        f"`TurnCrank` is not defined at crank_op.cc:{USE}",
        f"`TurnCrank` ({USE}) is used by the kernel",  # of no file
        "`TurnCrank` (12 turns) in `crank_op.cc`",
        # Places of calls, whatever the other places are.
        f"- `TurnCrank` (crank_op.cc:{TURN})\n- `OilShaft` (crank_op.cc:{OIL})\n- `CrankOp` (crank_op.cc:{OP})\n"
        f"- `ShaftOp` (crank_op.cc:{SHAFT})\n\n`ShaftOp` (crank_op.cc:{SHAFT + 9}) → `OilShaft` (crank_op.cc:{OIL})",
        f"- `TurnCrank` (crank_op.cc:{TURN})\n- `OilShaft` (crank_op.cc:{OIL})\n- `CrankOp` (crank_op.cc:{OP})\n"
        f"- `ShaftOp` (crank_op.cc:{SHAFT})\n\n`OilShaft` wird von `ShaftOp` in Zeile {SHAFT + 9} aufgerufen.",
        "I copied `CrankOp` and called it mine; we copied it as `LoomCrankOp`.",
        "The `LoomCrank` macro you posted is not needed.",
        "`OilShaft` (3) in `crank_op.cc`",
        "`OilShaft` (2016) in `crank_op.cc`",  # which has no such line
        "`TurnCrank` is 45 lines long in `crank_op.cc`",
        f"`OilShaft` is called at crank_op.cc:{at(CRANK, '    OilShaft')}",
        f"`TurnCrank`, `OilShaft` are at crank_op.cc:{TURN}",
        '{"symbol": "OilShaft", "file": "kernels", "line": 40}',
        "symbol,file,line\nOilShaft,crank_op.cc\n",
        "- name: OilShaft\n- file: crank_op.cc\n- size: 40",
    ],
)
def test_what_is_no_place(index: Path, text: str) -> None:
    assert wrong(index, text) == []


@pytest.mark.parametrize(
    ("lines", "right"),
    [
        (f"{OIL}-{OIL + 5}", True),
        (f"{OIL}-{OIL + 3}", True),
        (f"{OIL}-{SHAFT + 14}", False),  # and two classes more
        (f"{TURN}-{OIL + 5}", False),  # and the function above it
        (f"{TURN - 2}-{OIL + 5}", True),  # with what is written above, of both perhaps
    ],
)
def test_lines_of_more_than_a_name(index: Path, lines: str, right: bool) -> None:
    assert (wrong(index, f"`OilShaft` (crank_op.cc:{lines}) oils it.") == []) is right


@pytest.mark.parametrize("sign", "\ue000\ue001\ue002\ue003\ue004")
def test_signs_of_a_skeleton_in_a_text(index: Path, sign: str) -> None:
    text = f"`TurnCrank` {sign} is at {sign} in crank_op.cc:{TURN} {sign}({sign}), and `OilShaft` is at {sign}."
    assert wrong(index, text) == []
    read = skeleton(text)
    assert all(at in read.tokens for at, letter in enumerate(read.text) if "\ue000" <= letter <= "\ue004")


def test_a_skeleton() -> None:
    """Names, files and lines are signs; everything else stays."""
    text = "In `loom.cc` `Weave` (line 12, 14) and loom.cc:3-5, L7: 2016"
    made, tokens = skeleton(text)
    assert "".join(letter for letter in made if letter < "\ue000") == "In   () and : "
    assert [(one.said, one.lines) for one in tokens.values()] == [
        ("loom.cc", ()),
        ("Weave", ()),
        ("", ((12, 12), (14, 14))),
        ("loom.cc", ((3, 5), (7, 7))),
        ("", ((2016, 2016),)),
    ]


@pytest.mark.parametrize(
    "text", ["`a` (1) " * 700, "`a.cc` line 1, " * 400, "1, " * 2900, "`A`, " * 1100, "的 " * 2900]
)
def test_long_paragraphs(index: Path, text: str) -> None:
    started = time.process_time()
    wrong(index, text)
    assert time.process_time() - started < 10
