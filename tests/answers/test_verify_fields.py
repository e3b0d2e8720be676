"""What a document says that the fields of C++ structs are by default."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

TEXTS = {
    "tensorflow/core/looms/loom_options.h": """// What looms are given.
struct LoomOptions {
  // How many turn at once.
  int num_threads = 8;
  std::vector<int> warps;
  bool is_fast = false;
  double tension{0.5};
  int64 most_knots = 1 << 10;
  string name = DefaultName();
};
""",
}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`LoomOptions::num_threads` defaults to 8.", []),
        ("`LoomOptions::num_threads` defaults to `4`.", ["LoomOptions::num_threads"]),
        ("`LoomOptions::num_threads` 默认 4；每个线程一个队列。", ["LoomOptions::num_threads"]),
        ("`LoomOptions::num_threads`（默认 8）", []),
        ("`LoomOptions.is_fast` (default true) is for tests.", ["LoomOptions::is_fast"]),
        ("`LoomOptions` 的 `tension` 默认为 0.25。", ["tension"]),
        ("`LoomOptions`'s `tension` defaults to 0.5.", []),
        ("`LoomOptions::most_knots` 默认为 `1024`。", []),
        ("`LoomOptions::most_knots` 默认为 `2048`。", ["LoomOptions::most_knots"]),
        ("`LoomOptions::name` defaults to `'loom'`.", []),  # which cannot be told
        ("`LoomOptions::warps` defaults to 4.", []),
        ("`LoomOptions::num_threads` is set to 4.", []),
        ("`LoomOptions::num_threads` defaults to 4 in TF 2.x.", []),
    ],
)
def test_fields(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text) == found


@pytest.mark.parametrize(
    ("above", "rows", "found"),
    [
        ("`LoomOptions`:", "| `num_threads` | 8 |\n| `is_fast` | `false` |\n", []),
        ("`LoomOptions`:", "| `num_threads` | 8 |\n| `is_fast` | `true` |\n", ["true"]),
        ("## LoomOptions", "| `num_threads` | 4 |\n| `warps` | 3 |\n", ["4"]),
        ("The looms:", "| `LoomOptions::num_threads` | 4 |\n", ["4"]),
        ("The looms:", "| `num_threads` | 4 |\n", []),
        ("`LoomOptions`:", "| `num_threads` | 4 per core |\n", []),
    ],
)
def test_tables(above: str, rows: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"{above}\n\n| field | default |\n|---|---|\n{rows}") == found
    assert wrong(index, f"{above}\n\n| field | ours |\n|---|---|\n{rows}") == []
