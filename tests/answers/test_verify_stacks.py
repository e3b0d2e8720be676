"""Stacks of C++, namespaces and tuples that a document tells of."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import TEXTS as TREE
from answers.claimed import verdicts, wrong

LOOM = "tensorflow/core/looms/loom.cc"
HEADER = "tensorflow/core/looms/shuttle.h"
PY = "tensorflow/python/looms/losses.py"
TEXTS = {
    LOOM: """// Looms.
namespace tensorflow {
namespace looms {

void Loom::Weave(int threads) {
  Turn();
  Turn();
}

void Loom::Turn() {
  Pull();
  Pull();
}

void Loom::Pull() {
  Cut();
  Cut();
}

}  // namespace looms
}  // namespace tensorflow
""",
    HEADER: """// Shuttles.
namespace tensorflow {
class Bobbin {
 public:
  int size_;
};
namespace looms {
namespace {
class HiddenShuttle {
  int size_;
};
}  // namespace
class FastShuttle {
 public:
  int size_;
};
class LentShuttle {
 public:
  int size_;
};
}  // namespace looms
}  // namespace tensorflow
""",
    "tensorflow/core/looms/spools.h": """namespace tensorflow {
namespace spools {
class Spool {
  int size_;
};
using looms::LentShuttle;
}  // namespace spools
}  // namespace tensorflow
""",
    PY: """from tensorflow.python.framework import errors

_LOST_ERRORS = (errors.AbortedError, errors.UnavailableError)
""",
}
assert not TEXTS.keys() & TREE.keys()


def _stack(*frames: tuple[str, int], anonymous: str = "") -> str:
    lines = [f"#{at}  tensorflow::{anonymous}Loom::{name}  loom.cc:{line}" for at, (name, line) in enumerate(frames)]
    return "```\n" + "\n".join(["#9  futex_wait", *lines]) + "\n```\n"


@pytest.mark.parametrize(
    ("frames", "expected"),
    [
        ([("Pull", 16), ("Turn", 11), ("Weave", 6)], []),
        ([("Pull", 16), ("Turn", 6), ("Weave", 7)], [(4, "Loom::Turn is at line 10")]),
        ([("Pull", 16), ("Turn", 16), ("Weave", 6), ("Unknown", 3)], [(4, "Loom::Turn is at line 10")]),
        # Of another release, or nothing that would tell.
        ([("Pull", 11), ("Turn", 6), ("Weave", 7)], []),
        ([("Turn", 6), ("Weave", 6), ("Weave", 16)], []),
        ([("Turn", 6), ("Weave", 16)], []),
        # Who picks out one or two cites them.
        ([("Turn", 6), ("Weave", 7)], [(3, "Loom::Turn is at line 10")]),
        ([("Turn", 6)], [(3, "Loom::Turn is at line 10")]),
        ([("Turn", 11)], []),
    ],
)
def test_frames(frames: list[tuple[str, int]], expected: list[tuple[int, str]], index: Path) -> None:
    for anonymous in ("", "(anonymous namespace)::"):
        found = [one for one in verdicts(index, _stack(*frames, anonymous=anonymous)) if one.verdict == "moved"]
        assert [(one.line, one.detail) for one in found] == expected


def test_two_frames_of_another_release(index: Path) -> None:
    for said in ("TF 1.13", "tensorflow==1.14.0", "v2.0", "r1.12", "a nightly build"):
        text = f"With {said}:\n\n" + _stack(("Turn", 6), ("Weave", 7))
        assert [one for one in verdicts(index, text) if one.verdict == "moved"] == []


def test_a_frame_on_two_lines(index: Path) -> None:
    frame = "#1  0x00007f3a in tensorflow::looms::Loom::Turn (this=0x1)\n    at tensorflow/core/looms/loom.cc:{}\n"
    for line, expected in ((11, []), (6, [3])):
        text = f"```\n{frame.format(line)}```\n"
        assert [one.line for one in verdicts(index, text) if one.verdict == "moved"] == expected


def test_frames_of_a_debugger(index: Path) -> None:
    frame = "#{}  0x00007f3a in tensorflow::looms::Loom::{} (this=0x1, threads=2) at tensorflow/core/looms/loom.cc:{}\n"
    text = frame.format(3, "Pull", 16) + frame.format(4, "Turn", 6) + frame.format(5, "Weave", 6)
    assert [one.line for one in verdicts(index, f"```\n{text}```\n") if one.verdict == "moved"] == [3]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`FastShuttle` is in namespace `tensorflow::looms`.", []),
        ("`FastShuttle` is in namespace `tensorflow::spools`.", ["tensorflow::spools"]),
        (
            "We had ours; `FastShuttle` (shuttle.h) sits in namespace tensorflow::spools beside others.",
            ["tensorflow::spools"],
        ),
        ("`FastShuttle` lives in the `tensorflow::spools` namespace.", ["tensorflow::spools"]),
        ("`FastShuttle` 位于命名空间 `tensorflow::spools`。", ["tensorflow::spools"]),
        ("`FastShuttle` 定义在 `tensorflow::looms` 命名空间。", []),
        ("`Bobbin` and `FastShuttle` are in namespace `tensorflow::looms`.", []),  # one of them is
        ("`Bobbin` is in namespace `tensorflow::looms`.", ["tensorflow::looms"]),
        ("`HiddenShuttle` is in namespace `tensorflow::looms`.", []),
        ("`FastShuttle` is not in namespace `tensorflow::spools`.", []),
        ("Our `FastShuttle` is in namespace `tensorflow::spools`.", []),
        ("`FastShuttle` is used by namespace `tensorflow::spools`.", []),
        ("Put all this in namespace `tensorflow::spools`.", []),
        ("It is a `tensorflow::looms::FastShuttle`.", []),
        ("It is a `tensorflow::looms::HiddenShuttle`.", []),
        ("It is a `tensorflow::spools::FastShuttle`.", ["tensorflow::spools::FastShuttle"]),
        ("It is a `tensorflow::spools::Bobbin`.", ["tensorflow::spools::Bobbin"]),
        ("There is no `tensorflow::spools::Bobbin`.", []),
        ("Our `tensorflow::spools::Bobbin` is another.", []),
        ("It is a `tensorflow::spools::LentShuttle`.", []),  # which that takes over
    ],
)
def test_namespaces(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"{text}\n") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`_LOST_ERRORS` is a tuple of errors.AbortedError and errors.UnavailableError.", []),
        ("`_LOST_ERRORS` is a tuple of errors.AbortedError and errors.InternalError.", ["InternalError"]),
        ("`_LOST_ERRORS` is the tuple of `AbortedError` and `InternalError`.", ["InternalError"]),
        ("`_LOST_ERRORS` 是一个元组，包含 `errors.AbortedError` 和 `errors.InternalError`。", ["InternalError"]),
        ("`_LOST_ERRORS` 是由 `errors.AbortedError`、`errors.InternalError` 组成的元组。", ["InternalError"]),
        # Neither is there, or another number; somebody's own.
        ("`_LOST_ERRORS` is a tuple of errors.OneError and errors.InternalError.", []),
        ("`_LOST_ERRORS` is a tuple of errors.AbortedError, errors.OneError and errors.InternalError.", []),
        ("In our fork `_LOST_ERRORS` is a tuple of errors.AbortedError and errors.InternalError.", []),
    ],
)
def test_tuples(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"See `{PY}`.\n\n{text}\n") == found


def test_long_lines_take_no_time(index: Path) -> None:
    for piece in (
        "#1  a::",
        "A_LOST is a tuple of a.",
        "AbC and ",
        "is in namespace tensorflow::",
        "tensorflow::a",
        "<unnamed>::",
    ):
        verdicts(index, f"```\n{piece * 700}\n```\n\n{piece * 160}\n")
