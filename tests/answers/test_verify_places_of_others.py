"""Places that are said of another name than the one before them, and steps that lead from one to the next."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong, wrong_of

from tfexplore.index.store import Index

SHED = "tensorflow/core/looms/throw.cc"
PYTHON = "tensorflow/python/looms/throw.py"
TEXTS = {
    SHED: """// Throws.
void ThrowLeft(int pick) {
}


void ThrowRight(int pick) {
  ThrowLeft(pick);
  BeatUp(pick);


  TakeUp(pick);
}
""",
    PYTHON: """def throw_pick(self, pick):
  if pick is None:
    pick = K.learning_pick()
  return pick


def _throw_long_seq(pick):
  return pick


def beat_up(pick):
  throw_pick(pick)


  return K.beating_phase(pick)
""",
}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # What stands behind a place may be what it is of.
        (f"`ThrowLeft` is at `{SHED}:2`, line 6 for `ThrowRight`.", []),
        (f"`ThrowLeft` is at `{SHED}:2`; line 6 does so for `ThrowRight`.", []),
        (f"`ThrowLeft` is at `{SHED}:9`, and that is all.", [f"{SHED}:9"]),
        (f"`ThrowLeft` is at `{SHED}:12` for `ThrowRight`.", [f"{SHED}:12"]),
        # A definition that begins at a place, and a call from one.
        (f"`ThrowRight`，从 `{SHED}:6` 开始。", []),
        (f"`ThrowRight`，从 `{SHED}:2` 开始。", [f"{SHED}:2"]),
        (f"`ThrowRight` 从 `{SHED}:2` 调用。", []),
        # A clause without a verb of its own.
        (f"`ThrowLeft` does not beat; `ThrowRight` does (`{SHED}:8`).", []),
        (f"`ThrowLeft` is not beaten; `ThrowRight` is (`{SHED}:8`).", []),
        (f"`ThrowLeft` is not beaten; `ThrowRight` is (`{SHED}:2`).", [f"{SHED}:2"]),
        # A place in brackets is that of the name before it, whatever code the sentence goes on with.
        (f"`throw_pick` (`{PYTHON}:1`) uses `K.learning_pick()` if there is none.", []),
        (f"`K.beating_phase(pick)` is returned (`{PYTHON}:2`).", [f"{PYTHON}:2"]),
        # Names that write a word longer than the tree does.
        (f"`{PYTHON}` has `_throw_long_sequences`.", ["_throw_long_sequences"]),
        (f"`{PYTHON}` has `_throw_long_seq`.", []),
    ],
)
def test_places(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"# Notes\n\n{text}\n") == found


@pytest.mark.parametrize(
    "text",
    [
        "`session.py` → module `pywrap_tensorflow_internal` → `tf_session_helper.cc` → the C API (`c_api.cc`).",
        "# keras_applications\n\n包里还有 `resnext.py`，但 TensorFlow 没有对应文件。",
        "## What is to be added\n\n| kind | name |\n|---|---|\n| attr | `right: bool = false` on `Bucketize` |",
    ],
)
def test_what_is_no_such_claim(text: str, shipped: Index) -> None:
    assert wrong_of(shipped, f"# Notes\n\n{text}\n") == []
