"""What a document says that constants are, and what variables of the environment are by default."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

TEXTS = {
    "tensorflow/core/kernels/limits.cc": """// Limits of looms.
const int kKnotBits = 4;
static const size_t kKnotBytes = 1 << kKnotBits;
const std::pair<int, int> kOldestLoom = {7, 0};
#define LOOM_VERSION 134  // of this year
constexpr int kMostWefts = kMostWarps * 3;
static_assert(kKnotBits == 5, "Not here.");
static const uint64 kWefts = 2 * 3 * 4;

Status ReadLimits(bool* slow, int64* most) {
  TF_RETURN_IF_ERROR(ReadBoolFromEnvVar("TF_LOOM_SLOW", /*default_val=*/false, slow));
  TF_RETURN_IF_ERROR(ReadStringFromEnvVar("TF_LOOM_THREADS", "shared", &threads));
  return ReadInt64FromEnvVar("TF_LOOM_MOST_KNOTS",
                             1LL << 16 /*all that there are*/, most);
}

float Slacken(float tension) {
  static constexpr float kSlackening = 0.5;
  return tension * kSlackening;
}

int Deepest() {
  const int deepest = 6;
  return deepest;
}

bool IsLoomKept() {
  const char* kept = std::getenv("TF_LOOM_KEPT");
  if (kept == nullptr) {
    // It is.
    return true;
  }
  if (!ReadBoolFromEnvVar("TF_LOOM_DEEP", false)) return false;
  return strcmp(kept, "false") != 0;
}

bool IsLoomTurned() {
  const char* turned = std::getenv("TF_LOOM_TURNED");
  if (turned == nullptr) {
    return true;
  }
  if (strcmp("false", turned) == 0) {
    return false;
  }
  return true;
}

bool MayLoomStop() {
  const char* endless = std::getenv("TF_LOOM_ENDLESS");
  if (endless == nullptr) {
    return true;
  }
  if (strcmp(endless, "true") == 0) return false;
  return true;
}
""",
    "tensorflow/python/looms/kept.py": """import os

LOOM_PORT = os.environ.get("TF_LOOM_PORT", "8471")
""",
}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The limit is `MOST_STRANDS = 12`.", []),
        ("The limit is `MOST_STRANDS = 21`.", ["MOST_STRANDS"]),
        ("Change it to `MOST_STRANDS = 21`.", []),
        ("The limit is `MOST_STRANDS = strands + 9`.", []),  # no literal
        ("Ours is `MY_STRANDS = 21`.", []),
        ("`MOST_STRANDS` is `12`, and no more.", []),
        ("`MOST_STRANDS` is `21`, and no more.", ["MOST_STRANDS"]),
        ("`MOST_STRANDS` 等于 `21`。", ["MOST_STRANDS"]),
        ("`MOST_STRANDS` is used with `21`.", []),
        ("It says `#define LOOM_VERSION 134  // of this year`.", []),
        ("It says `#define LOOM_VERSION 135  // of this year`.", ["LOOM_VERSION"]),
        ("It says `const int kKnotBits = 4;  // four`.", []),
        ("It says `const int kKnotBits = 8;  // four`.", ["kKnotBits"]),
        ("In `limits.cc` it says `int deepest = 6;`.", []),
        ("In `limits.cc` it says `const int deepest = 8;`.", ["deepest"]),
        ("In `limits.cc` we would rather say `const int deepest = 8;`, a new limit.", []),
        ("In `Weft`, of which much could be said:\n\n- the limit is `kMostStrands = 21`", ["kMostStrands"]),
    ],
)
def test_constants(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It is `kKnotBits = 4`, defined in `kernels/limits.cc`.", []),
        ("It is `kKnotBits = 4`, defined in `kernels/braid_op.cc`.", ["kernels/braid_op.cc"]),
        ("`const int kKnotBits = 4;` is in `kernels/braid_op.cc`.", ["kernels/braid_op.cc"]),
        ("`kKnotBits = 4` 定义在 `kernels/braid_op.cc`。", ["kernels/braid_op.cc"]),
        ("It is `kKnotBits = 4`, which `kernels/braid_op.cc` does not know.", []),
        ("It is `kKnotsOfOurs = 4`, defined in `kernels/braid_op.cc`.", []),
    ],
)
def test_the_file_of_a_constant(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text) == found


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ("| `MOST_SLACK` | 0x1F |", []),
        ("| `MOST_SLACK` | 0x2F |", ["MOST_SLACK"]),
        ("| `MOST_SLACK` | `0.5` | of mine |", ["MOST_SLACK"]),
        ("| `MOST_SLACK` | 63 |", []),  # a line's number
        ("| `MOST_SLACK` | `MOST_STRANDS` | 0x2F |", []),
    ],
)
def test_constants_in_a_table(row: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"| constant | where | more |\n|---|---|---|\n{row}\n") == found


@pytest.mark.parametrize("head", ["value", "默认值"])
@pytest.mark.parametrize(
    ("row", "found"),
    [
        ("| `MOST_SLACK` | 31 |", []),
        ("| `MOST_SLACK` | 63 | `0.5` |", ["MOST_SLACK"]),
        ("| `kKnotBytes` | 16 bytes |", []),
        ("| `kKnotBytes` | 32 字节 |", ["kKnotBytes"]),
        ("| `kWefts` | 2 * 3 * 4 |", []),
        ("| `kWefts` | 2 * 3 * 5 |", ["kWefts"]),
        ("| `kWefts` | 25 |", ["kWefts"]),
        ("| `kMostWefts` | 7 |", []),  # which cannot be told
        ("| `kWefts` | 2 minutes |", []),
        ("| `kWefts` | 25 (24 in 2.x) |", []),  # more than a value
    ],
)
def test_constants_in_a_column_of_values(row: str, found: list[str], head: str, index: Path) -> None:
    text = f"In `limits.cc`:\n\n| constant | {head} | more |\n|---|---|---|\n{row}\n"
    assert [each.split()[0] for each in wrong(index, text)] == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It is multiplied by `kSlackening`（值为 0.5）。", []),
        ("It is multiplied by `kSlackening`（值为 0.55）。", ["kSlackening"]),
        ("It is multiplied by kSlackening (its value is 0.55).", ["kSlackening"]),
        ("It is multiplied by kSlackening (= 0.5f) again.", []),
        ("`kWefts` 的值是 25。", ["kWefts"]),
        ("`kWefts` 固定为 24。", []),
        ("It begins with `kWefts`, which is 25.", ["kWefts"]),
        ("It is rounded up to a multiple of `kKnotBytes`, that is\nto 32 bytes.", ["kKnotBytes"]),
        ("`kWefts` is currently 25.", ["kWefts"]),
        ("If `kWefts` is 25, nothing happens.", []),
        ("`kWefts` is 24 here, in later versions 25.", []),
        ("`kWefts` is 25 in TF 2.x.", []),
        ("`kWefts` is 25 lines below.", []),
        ("`kWefts` 是 3 种之一。", []),
        ("`kWefts` is 2 of the 3 that matter.", []),
        ("`kWefts` is 25% of it.", []),
        ("`myWefts` is 25.", []),
    ],
)
def test_constants_in_prose(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"In `limits.cc`:\n\n{text}") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Rounded up to `kKnotBytes`, i.e. 16 bytes.", []),
        ("Rounded up to `kKnotBytes`, i.e. 32 bytes.", ["kKnotBytes"]),  # worked out of two constants
        ("`kKnotBytes` is `1 << 4`.", []),
        ("`kKnotBytes` 是 `1 << 5`。", ["kKnotBytes"]),
        ("`LOOM_VERSION` is 134.", []),
        ("`LOOM_VERSION` is 124.", ["LOOM_VERSION"]),
        ("`kOldestLoom` 是 `{7, 0}`。", []),
        ("`kOldestLoom` 是 `{7,0}`。", []),
        ("`kOldestLoom` 是 `{7, 5}`。", ["kOldestLoom"]),
        ("`kMostWefts` is `12`.", []),  # of a constant that nobody has
    ],
)
def test_values_that_are_worked_out(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text) == found
    assert wrong(index, text, tree=False) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`TF_LOOM_SLOW` defaults to `false`.", []),
        ("`TF_LOOM_SLOW` defaults to `0`.", []),
        ("`TF_LOOM_SLOW` defaults to `true`.", ["TF_LOOM_SLOW"]),
        ("It is `TF_LOOM_THREADS`, by default `shared`.", []),
        ("It is `TF_LOOM_THREADS`, by default `private`.", ["TF_LOOM_THREADS"]),
        ("上限由 `TF_LOOM_MOST_KNOTS` 控制，默认 `1LL << 16`。", []),
        ("上限由 `TF_LOOM_MOST_KNOTS` 控制，默认 65536。", []),
        ("上限由 `TF_LOOM_MOST_KNOTS` 控制，默认 `1LL << 15`。", ["TF_LOOM_MOST_KNOTS"]),
        ("`TF_LOOM_MOST_KNOTS` is read. The default of ours is `9`.", []),  # of something else
        ("`TF_LOOM_OTHER` defaults to `9`.", []),  # which nobody reads
        ("`TF_LOOM_DEEP` 默认为 true(见 limits.cc:28)。", ["TF_LOOM_DEEP"]),
        ("`TF_LOOM_DEEP` 默认为 false。", []),
        ("`TF_LOOM_DEEP` is on by default.", ["TF_LOOM_DEEP"]),
        ("`TF_LOOM_DEEP` 默认关闭。", []),
        ("`TF_LOOM_DEEP` 默认开启。", ["TF_LOOM_DEEP"]),
        ("`TF_LOOM_MOST_KNOTS` is on by default.", []),  # a number, of which nobody can say that
        ("`TF_LOOM_TURNED` defaults to `true`.", []),
        ("`TF_LOOM_TURNED` defaults to `false`.", ["TF_LOOM_TURNED"]),
        ("`TF_LOOM_TURNED` is off by default.", ["TF_LOOM_TURNED"]),
        ("`TF_LOOM_TURNED` 默认开启。", []),
        ("`TF_LOOM_ENDLESS` defaults to `false`.", []),  # which is what makes it return true
        ("`TF_LOOM_KEPT` defaults to `false`.", []),
        ("`TF_LOOM_PORT` defaults to `8471`.", []),
        ("`TF_LOOM_PORT` defaults to `8470`.", ["TF_LOOM_PORT"]),
    ],
)
def test_variables_of_the_environment(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text) == found
    assert wrong(index, text, tree=False) == []


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ("| variable | default |\n|---|---|\n| `TF_LOOM_SLOW` | false |\n| `TF_LOOM_MOST_KNOTS` | 65536 |\n", []),
        ("| variable | default |\n|---|---|\n| `TF_LOOM_SLOW` | true |\n", ["TF_LOOM_SLOW"]),
        ("| variable | read by | default |\n|---|---|---|\n| `TF_LOOM_TURNED` | `IsLoomTurned` | `true` |\n", []),
        (
            "| 变量 | 读取 | 默认值 |\n|---|---|---|\n| `TF_LOOM_TURNED` | `IsLoomTurned` | `false` |\n",
            ["TF_LOOM_TURNED"],
        ),
        ("| variable | read by | default |\n|---|---|---|\n| `TF_LOOM_ENDLESS` | `MayLoomStop` | `false` |\n", []),
        ("| variable | ours |\n|---|---|\n| `TF_LOOM_SLOW` | true |\n", []),
        ("| variable | ours |\n|---|---|\n| `TF_LOOM_SLOW` (default true) | yes |\n", ["TF_LOOM_SLOW"]),
        ("| variable | ours |\n|---|---|\n| `TF_LOOM_MOST_KNOTS` (default 2) | 3 |\n", ["TF_LOOM_MOST_KNOTS"]),
    ],
)
def test_variables_in_a_table(rows: str, found: list[str], index: Path) -> None:
    assert wrong(index, rows) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`TF_LOOM_KEPT` 没设时返回 `true`。", []),
        ("`TF_LOOM_KEPT` 没设时返回 `false`。", ["TF_LOOM_KEPT"]),
        ("`IsLoomKept` 在没有设置 `TF_LOOM_KEPT` 时也返回 false。", ["TF_LOOM_KEPT"]),
        ("`IsLoomKept` 在没有设置 `TF_LOOM_KEPT` 时也返回 true。", []),
        ("Without `TF_LOOM_KEPT` set it returns `false`.", ["TF_LOOM_KEPT"]),
        ("Without `TF_LOOM_KEPT` set it returns `true`.", []),
        ("It reads `TF_LOOM_KEPT`. With the variable unset it returns `false`.", ["TF_LOOM_KEPT"]),
        ("It reads `TF_LOOM_KEPT`.\nWith the variable unset it returns `false`.", ["TF_LOOM_KEPT"]),
        ("It reads `TF_LOOM_KEPT` and returns false if it is unset.", ["TF_LOOM_KEPT"]),
        ("It reads `TF_LOOM_KEPT` and returns `true` when the variable is not set.", []),
        ("It reads `TF_LOOM_KEPT`. Set to `false`, it returns `false`.", []),
        ("It reads `TF_LOOM_SLOW`. With the variable unset it returns `true`.", []),  # which is read in another way
    ],
)
def test_variables_that_are_not_set(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text) == found


@pytest.mark.parametrize(("state", "found"), [("false", []), ("true", ["TF_LOOM_SLOW"]), ("on", ["TF_LOOM_SLOW"])])
def test_variables_with_a_place_behind(state: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"`TF_LOOM_SLOW` (limits.cc:10) is {state} by default, and kept.\n") == found
    assert wrong(index, f"`TF_LOOM_SLOW` (whatever it is) and more are {state} by default.\n") == []
