"""What a document says that flags are by default."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

PATH = "tensorflow/compiler/looms/loom_flags.cc"
TEXTS = {
    PATH: """// Flags of looms.
void AppendFlags(std::vector<Flag>* flags) {
  flags->push_back(Flag("tf_xla_most_knots", &loom->tf_xla_most_knots, "Knots."));
  flags->push_back(Flag("tf_xla_loom_debug", &loom->tf_xla_loom_debug, "Debug."));
  flags->push_back(Flag("xla_loom_level", level_setter, "Level."));
  flags->push_back(Flag("tf_xla_two_ways", &loom->tf_xla_two_ways, "Two."));
  flags->push_back(Flag("tf_xla_worked_out", &loom->tf_xla_worked_out, "Out."));
}
void SetDefaults() {
  loom->tf_xla_most_knots = 4;
  loom->tf_xla_loom_debug = false;
  options.set_xla_loom_level(3);
  loom->tf_xla_two_ways = 1;
  if (IsTight()) loom->tf_xla_two_ways = 2;
  loom->tf_xla_worked_out = std::numeric_limits<int32>::max();
}
"""
}


@pytest.mark.parametrize(
    ("flag", "value", "right"),
    [
        ("tf_xla_most_knots", "4", True),
        ("tf_xla_most_knots", "2", False),
        ("--tf_xla_most_knots", "2", False),
        ("tf_xla_loom_debug", "false", True),
        ("tf_xla_loom_debug", "true", False),
        ("xla_loom_level", "3", True),
        ("xla_loom_level", "2", False),
        ("tf_xla_two_ways", "3", True),  # which is one or the other
        ("tf_xla_worked_out", "3", True),
    ],
)
def test_flags(flag: str, value: str, right: bool, index: Path) -> None:
    found = [] if right else [flag.lstrip("-")]
    assert wrong(index, f"See `{PATH}`. `{flag}` defaults to `{value}`.") == found
    assert wrong(index, f"见 `{PATH}`：`{flag}` 默认为 {value}。") == found
    assert wrong(index, f"See `{PATH}`.\n\n| flag | default |\n|---|---|\n| `{flag}` | {value} |\n") == found
    assert wrong(index, f"See `{PATH}`.\n\n| flag | ours |\n|---|---|\n| `{flag}` | {value} |\n") == []
    assert wrong(index, f"See `{PATH}`. We set `{flag}` to `{value}`.") == []
