"""Calls with one value that are said to be a function's."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

PY, CC = "tensorflow/python/looms/pausing.py", "tensorflow/core/looms/pausing.cc"
TEXTS = {
    PY: """import time


class PauseHook(object):

  def before_weave(self, context):
    while not context.ready:
      # Not time.sleep(2.0).
      time.sleep(0.50)

  def after_weave(self, context):
    context.shut('reed')
    context.lift(1)
    context.lift(2)
    context.turn(self.times)
""",
    CC: """namespace tensorflow {

void PauseLoom(Env* env) {
  env->SleepForMicroseconds(5000);
}

}  // namespace tensorflow
""",
}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("`PauseHook.before_weave` polls with `time.sleep({})`.", {"0.5": True, "1.0": False, "2.0": False}),
        ("`PauseHook.before_weave` 用 `time.sleep({})` 轮询。", {"0.5": True, "1.0": False}),
        ("`PauseHook.after_weave` calls `context.shut({})`.", {"'reed'": True, '"reed"': True, "'heddle'": False}),
        ("`PauseLoom` waits by `env->SleepForMicroseconds({})`.", {"5000": True, "500": False}),
        # Several calls, a value that is none, another function, what is not said of it.
        ("`PauseHook.after_weave` calls `context.lift({})`.", {"1": True, "3": True}),
        ("`PauseHook.after_weave` calls `context.turn({})`.", {"3": True}),
        ("`PauseHook.after_weave` calls `time.sleep({})`.", {"3": True}),
        ("In `PauseHook.before_weave` use `time.sleep({})` instead.", {"3": True}),
        ("We would add `time.sleep({})` to `PauseHook.before_weave`.", {"3": True}),
    ],
)
def test_calls(text: str, expected: dict[str, bool], index: Path) -> None:
    for value, right in expected.items():
        assert (wrong(index, text.format(value) + "\n") == []) is right
        assert wrong(index, text.format(value) + "\n", tree=False) == []
