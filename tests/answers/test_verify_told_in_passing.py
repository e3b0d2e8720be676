"""What documents tell in passing of code and lines: conditions the other way round, short forms, places of helpers."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

SPOOL = "tensorflow/core/kernels/spool_op.cc"
PYTHON = "tensorflow/python/ops/spools.py"
TEXTS = {
    SPOOL: """#include "spool.h"

class SpoolOp : public OpKernel {
 public:
  explicit SpoolOp(OpKernelConstruction* context) : OpKernel(context) {
    CheckRim(context);
  }

  int Cardinality() const override {
    return rims_ + 3;
  }
};

class ReelOp : public OpKernel {
 public:
  void Compute(OpKernelContext* context) override {
    int offset = Random() % (rim_end - rim_start);
    TurnReel(offset);
  }
};

void CheckRim(OpKernelConstruction* context) {
  if (spool.rim() != kWidestRim && spool.turns() > 2) Refuse(context, "rim");
  context->SetFlagOf(spool.rim(), kWidestRim);
}

void TurnReel(int offset) {
  LOG(INFO) << "turned";
  reel_turned_by_hand = offset;
}

void StopReel() {
  LOG(INFO) << "stopped";
  TurnReel(0);
}

ReadBoolFromEnvVar("TF_SPOOL_IS_WET", true, &wet);
REGISTER_OP("Spool")
    .Attr("parallel_rims: int = 10")
    .Attr("keep_rims: bool = true");
REGISTER_OP("Reel").Attr("turns: int");
FOR_EACH_RIM(TURN_SPOOL_RIM);
int z;
FOR_EACH_RIM(TURN_REEL_RIM);
""",
    PYTHON: """def wind_spool(spool_width, spool_rim, spool_mass):
  spool_core = spool_width + spool_rim
  spool_coat = spool_mass
  return spool_core, spool_coat, spool_turn, spool_edge, spool_gear, spool_base
""",
}


def at(text: str, path: str = SPOOL) -> int:
    """The line of a file on which a text stands first."""
    return TEXTS[path][: TEXTS[path].index(text)].count("\n") + 1


RIM, REEL, STOP = at("  if (spool.rim()"), at("void TurnReel"), at("void StopReel")
ATTR, OP = at('.Attr("parallel_rims'), at('REGISTER_OP("Spool")')


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # A condition the other way round; another one.
        (f"It is fine when `spool.rim() == kWidestRim` (spool_op.cc:{RIM}).", []),
        (f"It is refused when `spool.rim() < kWidestRim` (spool_op.cc:{RIM}).", ["spool.rim() < kWidestRim"]),
        (f"Line {RIM} of spool_op.cc reads `spool.rim() == kWidestRim`.", ["spool.rim() == kWidestRim"]),
        (
            f"It asks for `spool.rim() != kWidestRim || spool.turns() > 2` (spool_op.cc:{RIM}).",
            ["spool.rim() != kWidestRim || spool.turns() > 2"],
        ),
        # A name for short, another one, and what the function that is named does not have.
        (f"It calls `ctx->SetFlagOf(spool.rim(), kWidestRim)` (spool_op.cc:{RIM + 1}).", []),
        (
            f"It calls `context->SetFlagOf(spindle.rim(), kWidestRim)` (spool_op.cc:{RIM + 1}).",
            ["context->SetFlagOf(spindle.rim(), kWidestRim)"],
        ),
        ("`CheckRim` calls `context->SetFlagOf(bobbin.rim(), kWidestRim)`.", []),
        # A formula whose names stand there, of which one stands elsewhere as well.
        (f"`offset = (rim_start + Random) % rims_` (spool_op.cc:{at('int offset')})", []),
    ],
)
def test_code(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"# Notes\n\n{text}\n") == found


@pytest.mark.parametrize(
    ("text", "lines", "others"),
    [
        ("`CheckRim` asks twice (spool_op.cc:{})", f"{RIM - 1}-{RIM + 2}", f"{REEL}-{REEL + 3}"),
        (
            "Behind it stands `reel_turned_by_hand`; this is spool_op.cc:{}.",
            f"{REEL}-{REEL + 3}",
            f"{RIM - 1}-{RIM + 2}",
        ),
        ("`FOR_EACH_RIM(TURN_REEL_RIM);` is at spool_op.cc:{}", str(at("FOR_EACH_RIM(TURN_REEL")), str(OP)),
        ("`TurnReel` stops it (defined at spool_op.cc:{})", str(REEL), str(STOP)),
        ("The reel is\nturned by `TurnReel`\ndefined in spool_op.cc:{}.", str(REEL), str(STOP)),
        ("| What | `Cardinality()` |\n|---|---|\n| SpoolOp | spool_op.cc:{} |", str(at("  int Card")), str(RIM + 1)),
        ("The constructor of `SpoolOp` refuses others (spool_op.cc:{}).", str(RIM - 1), str(REEL)),
    ],
)
def test_lines(text: str, lines: str, others: str, index: Path) -> None:
    assert wrong(index, f"# Notes\n\n{text.format(lines)}\n") == []
    assert len(wrong(index, f"# Notes\n\n{text.format(others)}\n")) == 1


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # What calls the named function, and does the rest.
        (f"`TurnReel` is done at the end (spool_op.cc:{STOP}).", []),
        # The attr that stands there.
        (f"`Reel` is done. `keep_rims` is true (registered at spool_op.cc:{ATTR + 1}).", []),
        (f'`Spool` is at spool_op.cc:{OP}, `.Attr("parallel_rims: int = 10")` at :{ATTR}.', []),
        ("`TF_SPOOL_IS_WET` is `true` by default (spool_op.cc).", []),
        ("`TF_SPOOL_IS_WET` is `false` by default (spool_op.cc).", ["TF_SPOOL_IS_WET"]),
    ],
)
def test_what_stands_there(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"# Notes\n\n{text}\n") == found


@pytest.mark.parametrize(("name", "found"), [("spool_base", []), ("spool_wool", ["spool_wool"])])
def test_names_of_two_words(name: str, found: list[str], index: Path) -> None:
    """One that no file has, in a document on files whose others they have."""
    names = (
        "spool_width",
        "spool_rim",
        "spool_mass",
        "spool_core",
        "spool_coat",
        "spool_turn",
        "spool_edge",
        "spool_gear",
    )
    said = "".join([f"- `{each}` is in `spools.py`.\n" for each in names])
    assert (
        wrong(index, f"See spool_op.cc, spools.py and braid_op.cc.\n\n{said}- `{name}` is what spools.py ends with.\n")
        == found
    )


def test_what_a_sentence_under_a_block_says(index: Path) -> None:
    block = '```cpp\nLOG(INFO) << "turned";\nreel_turned_by_hand = {};\n```\n\nThis is the core of `TurnReel`.\n'
    assert wrong(index, f"# Notes\n\n{block.format('offset')}") == []
    assert len(wrong(index, f"# Notes\n\n{block.format('offsets')}")) == 1
