"""Blocks of code of which the document does not say the file, or says another; and what they leave out at their end."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import verdicts, wrong

LOCK = "tensorflow/core/lib/lock.cc"
OTHER = "tensorflow/core/lib/other_lock.cc"
OPS = "tensorflow/core/ops/lock_ops.cc"
#: What tutorials and many files have alike.
ALIKE = """  explicit {name}(OpKernelConstruction* context) : OpKernel(context) {{
    OP_REQUIRES_OK(context, context->GetAttr("keys", &keys_));
    OP_REQUIRES_OK(context, context->GetAttr("doors", &doors_));
    OP_REQUIRES_OK(context, context->GetAttr("chains", &chains_));
  }}
"""
TEXTS = {
    LOCK: """// Locks.
Status OpenLock(Lock* lock, const Key& key) {
  if (!key.Fits(lock->cylinder())) {
    return errors::InvalidArgument("the key does not fit");
  }
  lock->TurnCylinder(key.direction());
  lock->DrawBolt(lock->bolt_length());
  lock->ReleaseLatch(key.direction());
  return Status::OK();
}

void CloseLock(Lock* lock) {
  lock->PushBolt(lock->bolt_length());
  lock->TurnCylinder(kBackwards);
  lock->ReleaseKey(lock->owner());
}
"""
    + ALIKE.format(name="LockOp"),
    OTHER: "// Others.\n" + ALIKE.format(name="ChainOp"),
}
BODY = TEXTS[LOCK].split("\n")[1:10]
ASIDE = "See `kernels/braid_op.cc` and `core/lib/reel.cc`.\n\nThis is how it is done:\n\n"


def block(lines: list[str], language: str = "cpp") -> str:
    return "\n".join([f"```{language}", *lines, "```", ""])


@pytest.mark.parametrize("tree", [True, False])
def test_a_block_of_no_file_in_sight_is_found(tree: bool, index: Path) -> None:
    (made,) = [one for one in verdicts(index, ASIDE + block(BODY), tree) if one.kind == "quotation"]
    assert (made.verdict, made.location and made.location.path) == ("found", LOCK)


@pytest.mark.parametrize(
    "altered",
    [
        [*BODY[:5], BODY[5].replace("bolt_length", "bolt_width"), *BODY[6:]],
        [*BODY[:4], BODY[5], BODY[4], *BODY[6:]],
        [*BODY[:6], *BODY[7:]],
        [*BODY[:5], "  lock->Oil(kSparingly, lock->owner());", *BODY[5:]],
    ],
)
def test_an_altered_block_of_no_file_in_sight(altered: list[str], index: Path) -> None:
    assert wrong(index, ASIDE + block(altered)) == [BODY[0]]


def test_what_many_files_have_alike_is_nobodys(index: Path) -> None:
    mine = ALIKE.format(name="DoorOp").replace("chains", "hinges").split("\n")
    assert wrong(index, "An op may look like this:\n\n" + block(mine)) == []


def test_a_file_that_is_named_and_has_it_not(index: Path) -> None:
    said = "In `core/lib/reel.cc`:\n\n"
    (made,) = [one for one in verdicts(index, said + block(BODY)) if one.kind == "path"]
    assert (made.verdict, made.location and made.location.path) == ("moved", LOCK)


@pytest.mark.parametrize(
    ("lines", "right"),
    [
        (BODY, True),
        ([*BODY[:-2], "}"], False),  # all but the last statement
        ([*BODY[:-2], "  // ...", "}"], True),
        ([*BODY[:5], "}"], True),  # cut where more is left out, and closed
        ([*BODY[:5]], True),
        ([*BODY[1:-2], "}"], True),  # without its head nobody says where it ends
    ],
)
def test_the_last_statement_of_a_function(lines: list[str], right: bool, index: Path) -> None:
    assert wrong(index, "In `core/lib/lock.cc`:\n\n" + block(lines)) == ([] if right else [lines[0]])
