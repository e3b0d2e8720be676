"""Settings, flags and constants that stand nowhere, called nearly as one of the files spoken of."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

PATH = "tensorflow/core/looms/loom_settings.cc"
TEXTS = {
    PATH: """// Settings of looms.
static const uint64 kLoomIsSlowThresholdKnots = 5;
bool IsWet() {
  return Read("TF_ENABLE_LOOM_WATER_SUPPLY") || Read("TF_LOOM_KNOTS_SMALL_WARP_KEPT") || Read("TF_LOOM_WARP_MODE");
}
Flag("tf_xla_cpu_loom_turned", "Turned.");
""",
    "tensorflow/tools/warp/run.sh": "export TF_LOOM_ENABLE_WATER_PIPES=1 TF_LOOM_WATER_ENABLE_SUPPLY=1\n",
}


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("It reads `TF_ENABLE_LOOM_WATER_SUPPLY`.", []),
        ("It reads `TF_LOOM_ENABLE_WATER_SUPPLY`.", ["TF_LOOM_ENABLE_WATER_SUPPLY"]),
        ("环境变量 `TF_LOOM_ENABLE_WATER_SUPPLY` 默认开启。", ["TF_LOOM_ENABLE_WATER_SUPPLY"]),
        ("- set TF_LOOM_ENABLE_WATER_SUPPLY=1 for that", ["TF_LOOM_ENABLE_WATER_SUPPLY"]),
        ("| variable | what |\n|---|---|\n| `TF_LOOM_KNOTS_WARP_KEPT` | knots |\n", ["TF_LOOM_KNOTS_WARP_KEPT"]),
        ("It needs `--tf_xla_loom_cpu_turned`.", ["tf_xla_loom_cpu_turned"]),
        ("必须加 `tf_xla_loom_cpu_turned=1`。", ["tf_xla_loom_cpu_turned"]),
        ("It needs `tf_xla_cpu_loom_autoturned`.", ["tf_xla_cpu_loom_autoturned"]),
        ("It needs `tf_xla_cpu_loom_wet`.", []),
        ("The threshold is `kLoomIsSlowThresholdMicros`, 5.", ["kLoomIsSlowThresholdMicros"]),
        ("阈值是静态常量 `kLoomIsSlowThresholdMicros`。", ["kLoomIsSlowThresholdMicros"]),
        ("The threshold is `kLoomIsSlowThresholdKnots`.", []),
        # Somewhere else, too far, the name of a family, a pattern, or of another kind.
        ("It reads `TF_LOOM_WATER_ENABLE_SUPPLY`.", []),
        ("It reads `TF_LOOM_WARP_COLOR`.", []),
        ("It reads `TF_LOOM_KNOTS_SMALL_WARP`.", []),
        ("They are called `TF_LOOM_ENABLE_WATER_SUPPLY_*`.", []),
        ("They are called `TF_LOOM_ENABLE_WATER_SUPPLY.txt`.", []),
        ("The threshold is `kKnots`.", []),
        # Of another release, denied, or somebody's own.
        ("In 2.x it reads `TF_LOOM_ENABLE_WATER_SUPPLY`.", []),
        ("There is no `TF_LOOM_ENABLE_WATER_SUPPLY`.", []),
        ("It does not read `TF_LOOM_ENABLE_WATER_SUPPLY`.", []),
        ("没有 `TF_LOOM_ENABLE_WATER_SUPPLY` 这个变量。", []),
        ("Our launcher reads `TF_LOOM_ENABLE_WATER_SUPPLY`.", []),
        ("It was renamed to `TF_LOOM_ENABLE_WATER_SUPPLY`.", []),
    ],
)
def test_names(said: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"See `{PATH}` for all.\n\n{said}\n") == found


def test_names_of_files_that_are_not_spoken_of(index: Path) -> None:
    assert wrong(index, "It reads `TF_LOOM_ENABLE_WATER_SUPPLY`.\n") == []


def test_long_lines_take_no_time(index: Path) -> None:
    text = "TF_" + "A_" * 9_000
    assert wrong(index, f"See `{PATH}`.\n\n{text}\n\n{'k' + 'Aa' * 9_000}\n\n{'xla_a' * 4_000}\n") == []
