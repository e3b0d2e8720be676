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
        ("Call `lace_strands.count_by_prefix`; if it does not exist, do without.", []),
        ("`lace_strands.count_by_prefix` does not exist here.", []),
        ("先用 `lace_strands.unlace` 检查前缀;不存在则抛出异常。", []),
    ],
)
def test_what_happens_where_something_is_missing(said: str, found: list[str], index: Path) -> None:
    assert wrong(index, said + "\n") == found
