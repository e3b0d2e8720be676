"""Blocks of code and the words around them: which file a block is said to be of, and what it leaves out unsaid."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import verdicts, wrong

SPINDLE = "tensorflow/core/lib/spindle.cc"
FLYWHEEL = "tensorflow/core/lib/flywheel.cc"
SKEIN = "tensorflow/core/kernels/skein_op.cc"
BOUND = "tensorflow/python/client/spindle.i"
CARDER = "tensorflow/core/lib/carder.cc"
TEXTS = {
    CARDER: """void CombAll(int wool) {
  Carder* carder = NewCarder();

  if (wool > 0) carder->Comb(wool);
}
""",
    SPINDLE: """Spindle* NewSpindle(const Options& options) {
  return FlywheelFactory::Get(options)->Make(options);
}
""",
    FLYWHEEL: """class FlywheelFactory : public SpindleFactory {
 public:
  bool AcceptsOptions(const Options& options) override {
    return options.wheel.empty();
  }
};
""",
    SKEIN: """class SkeinOp : public OpKernel {
 public:
  void Compute(OpKernelContext* context) override {
    Skein skein(context->input(0));
    skein.Untwist();

    skein.Wash(kLukewarm);
    skein.Dry();

    LOG(INFO) << "The skein is dry.";
    Wind(skein);
    Fold(skein);

    Pack(skein);

    Send(skein);
    Forget(skein);
    Rest();
  }

  int Count() const;

  int Length() const;
  int Weight() const;
};
""",
    BOUND: """// Python calls SpinThread_wrapper instead of SpinThread.
%ignore SpinThread;
%unignore SpinThread_wrapper;
%noexception SpinThread_wrapper;
""",
}


def judged(index: Path, intro: str, code: str) -> list[str]:
    """The verdicts on a block, with what is said of it."""
    made = verdicts(index, f"{intro}\n\n```cpp\n{code}```\n")
    return [f"{one.verdict} {one.detail}".strip() for one in made if one.kind == "quotation"]


@pytest.mark.parametrize(
    ("intro", "expected"),
    [
        (f"`NewSpindle` (`{SPINDLE}`) asks all of them. What `FlywheelFactory` accepts is simple:", []),
        (f"`NewSpindle`（`{SPINDLE}`）会逐个询问。`FlywheelFactory` 的条件很简单:", []),
        (f"Behind `NewSpindle` (`{SPINDLE}`) is what `FlywheelFactory` accepts, which is simple:", []),
        # The path is of nothing else, or the sentence names nothing behind it, or something else.
        (f"See `{SPINDLE}`. What `FlywheelFactory` accepts is simple:", [SPINDLE]),
        (f"`FlywheelFactory` and `NewSpindle` are in `{SPINDLE}`:", [SPINDLE]),
        (f"`NewSpindle` (`{SPINDLE}`) asks all of them. What `SkeinOp` does:", [SPINDLE]),
        (f"`NewSpindle` (`{SPINDLE}`) asks all of them. What it accepts is simple:", [SPINDLE]),
    ],
)
def test_a_block_of_what_another_sentence_names(intro: str, expected: list[str], index: Path) -> None:
    assert wrong(index, f"{intro}\n\n```cpp\n{TEXTS[FLYWHEEL]}```\n") == expected


def test_a_remark_of_the_file_announces_nothing(index: Path) -> None:
    altered = TEXTS[BOUND].replace("noexception", "exception")
    assert judged(index, f"`{BOUND}`:", TEXTS[BOUND]) == ["found"]
    assert judged(index, f"`{BOUND}`:", altered) == ["differs line 4 has `noexception`, the quotation `exception`"]
    # One of the author's does.
    assert judged(index, f"`{BOUND}`:", altered.replace("Python calls", "We call")) == []


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("  Carder* carder = NewCarder();\n\n  // Only then.\n  if (wool > 0) carder->Comb(wool);\n", "found"),
        (
            "  Carder* carder = NewCarder();\n\n  // Only then.\n  carder->Comb(wool);\n",
            "differs line 4 begins with `if ( wool > 0 )`, which is left out",
        ),
        ("  Carder* carder = NewCarder();\n  ...\n  carder->Comb(wool);\n", "found"),  # says so
    ],
)
def test_the_end_of_a_line(code: str, expected: str, index: Path) -> None:
    assert judged(index, f"`{CARDER}`:", code) == [expected]


BODY = TEXTS[SKEIN].split("\n")


def without(*lines: int) -> str:
    """The kernel without some of its lines, counted from 1."""
    return "\n".join([line for number, line in enumerate(BODY, 1) if number not in lines])


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (without(), "found"),
        (without(7), "differs line 7 is left out: `skein.Wash(kLukewarm);`"),
        (without(12), "differs line 12 is left out: `Fold(skein);`"),
        # Without the empty line it is no excerpt in any way.
        (without(5, 6, 7), "differs line 5 has `Untwist`, the quotation `Dry`"),
        (without(10), "found"),  # what is logged
        (without(7, 8), "found"),  # more than one line
        (without(11, 12), "found"),
        (without(7, 16), "found"),  # at more than one place
        (without(14), "found"),  # all that stands between two empty lines
        (without(17).replace("    Rest();", "\n    Rest();"), "found"),  # an empty line that is the author's
        (without(23), "found"),  # of no body
        (without(7).replace("    Send(skein);", "    ..."), "found"),  # with a mark elsewhere
        (without().replace("    skein.Wash(kLukewarm);", "    ..."), "found"),
    ],
)
def test_a_line_that_is_left_out_beside_an_empty_one(code: str, expected: str, index: Path) -> None:
    assert judged(index, f"`{SKEIN}`:", code) == [expected]
