"""Names that no file has, of which a document speaks as of the tree's own; and what only looks like one."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

LACE = "tensorflow/core/kernels/lace.h"
TEXTS = {
    LACE: """#define REGISTER_LACE(name) REGISTER_LACE_UNIQ_HELPER(__COUNTER__, name)
#define REGISTER_LACE_UNIQ_HELPER(ctr, name) REGISTER_LACE_UNIQ(ctr, name)
#define REGISTER_LACE_UNIQ(ctr, name) static Lace lace##ctr(name)
""",
    "tensorflow/core/kernels/lace_width.h": """extern const char* const kLaceWidth;
constexpr int kLaceDepth = 1;
""",
    "tensorflow/core/kernels/lace_op.cc": """#include "tensorflow/core/kernels/lace_width.h"
#include "tensorflow/core/kernels/lace.h"
static const int kLaceDepth = 2;  // kLaceWidth is another matter
const char* Lace() { return Laced(kLaceWidth, "kLaceWidth"); }
constexpr int
    kLaceOwn = 3;
enum Kind {
  kLaceKind,
};
""",
    "tensorflow/python/training/lace_strands.py": "def unlace(strands):\n  return strands\n",
}


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("`REGISTER_LACE` is a `_UNIQ_HELPER` and a macro `_UNIQ`.", []),
        ("`REGISTER_LACE` 先展开成宏 `_UNIQ_HELPER`。", []),
        ("`REGISTER_LACE` is a macro `_UNIQUE_HELPER` by way of another.", ["_UNIQUE_HELPER"]),
    ],
)
def test_endings_of_the_trees_names(said: str, found: list[str], index: Path) -> None:
    assert wrong(index, said + "\n") == found


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("先用 `lace_strands.count_by_prefix` 检查前缀;不存在则抛出异常。", ["lace_strands.count_by_prefix"]),
        ("`lace_strands.count_by_prefix` fails if the prefix does not exist.", ["lace_strands.count_by_prefix"]),
        ("`lace_strands.count_by_prefix` 检查文件，文件不存在时返回。", ["lace_strands.count_by_prefix"]),
        ("先用 `lace_strands.count_by_prefix`,它并不存在。", []),
        ("`lace_strands.count_by_prefix` 不存在则跳过。", []),
        ("Call `lace_strands.count_by_prefix`, and if it does not exist, do without.", []),
        ("`lace_strands.count_by_prefix` does not exist here.", []),
        ("先用 `lace_strands.unlace` 检查前缀;不存在则抛出异常。", []),
    ],
)
def test_what_happens_where_something_is_missing(said: str, found: list[str], index: Path) -> None:
    assert wrong(index, said + "\n") == found


@pytest.mark.parametrize(
    ("said", "found"),
    [
        (
            "Nobody changes what it is while it runs: the constant `kLaceWidth` is defined in\n`lace_op.cc`. It is 3.",
            ["lace_op.cc"],
        ),
        ("常量 `kLaceWidth` 定义在 `lace_op.cc`。", ["lace_op.cc"]),
        ("The constant `kLaceWidth` is used in `lace_op.cc`.", []),
        ("The constant `kLaceWidth` is defined in `lace_width.h`.", []),
        ("The constant `kLaceDepth` is defined in `lace_op.cc`.", []),
        ("The constant `kLaceOwn` is defined in `lace_op.cc`.", []),
        ("The constant `kLaceKind` is defined in `lace_op.cc`.", []),
    ],
)
def test_constants_that_a_file_only_uses(said: str, found: list[str], index: Path) -> None:
    assert wrong(index, said + "\n") == found


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("`Knotter` 的则是 `lace_strands.py` 里的 `loosen_knots`。", ["lace_strands.py"]),
        ("`Knotter` 对应 `strands.py` 中的函数 `loosen_knots`。", []),
        ("The one of `Knotter` is in `lace_strands.py`'s `loosen_knots`.", ["lace_strands.py"]),
        ("`loosen_knots` 的实现位于 `lace_strands.py`。", ["lace_strands.py"]),
        ("`unlace` 由 `lace_strands.py` 里的 `unlace` 实现。", []),
    ],
)
def test_what_a_file_is_said_to_have(said: str, found: list[str], index: Path) -> None:
    assert wrong(index, said + "\n") == found
