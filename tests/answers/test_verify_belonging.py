"""Names that no file has, of which a document speaks as of the tree's own; and what only looks like one."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import HEADER, line_of, wrong
from answers.claimed import TEXTS as CLAIMED

from tfexplore.answers.verify import verify
from tfexplore.index.store import Index

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
// For the Knotter.
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


@pytest.mark.parametrize(
    ("said", "found"),
    [
        (
            "Of `BraidStrands` and `LoosenStrands` this is compiled in only with `ENABLE_WIDE_LACE`.",
            ["ENABLE_WIDE_LACE"],
        ),
        ("`BraidStrands` 与 `LoosenStrands` 编译时需要定义宏 `ENABLE_WIDE_LACE`。", ["ENABLE_WIDE_LACE"]),
        ("Our plugin is compiled in only with `ENABLE_WIDE_LACE`.", []),
        ("`BraidStrands` and `LoosenStrands` are not what `ENABLE_WIDE_LACE` is for.", []),
        ("Of `BraidStrands` and `LoosenStrands` this is compiled in only with `REGISTER_LACE`.", []),
    ],
)
def test_macros_that_something_is_compiled_with(said: str, found: list[str], index: Path) -> None:
    assert wrong(index, said + "\n") == found


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("- `kLaceUnbounded` 为 -1，`kLaceWidth` 为 -2；`KnotRing` 用后者。", ["kLaceUnbounded"]),
        ("- `kLaceUnbounded` is -1, `kLaceWidth` is -2, and `KnotRing` takes that.", ["kLaceUnbounded"]),
        ("- `kLaceUnbounded` is -1.", []),
        ("- `kLaceUnbounded` is -1, and in our fork `kLaceWidth` is -2, as `KnotRing` has it.", []),
        ("- `kLaceOwn` is 3, `kLaceWidth` is -2, and `KnotRing` takes that.", []),
    ],
)
def test_constants_beside_the_trees(said: str, found: list[str], index: Path) -> None:
    assert wrong(index, said + "\n") == found


BODY = (
    "```cpp\n" + CLAIMED["tensorflow/core/kernels/braid_op.cc"].partition("void BraidStrands")[2].partition("\n\n\n")[0]
)
BODY = BODY.replace("(const", "void BraidStrands(const", 1) + "\n```\n"


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("`WindStrandsAround` decides how often. Its body is\n\n", ["WindStrandsAround"]),
        ("`WindStrandsAround` 决定次数，函数体如下：\n\n", ["WindStrandsAround"]),
        ("`WindStrandsAround` is what others have. Here there is\n\n", []),
        ("Unlike `WindStrandsAround` this is short. Its body is\n\n", []),
        ("`BraidStrands` decides how often. Its body is\n\n", []),
    ],
)
def test_names_whose_body_is_quoted(said: str, found: list[str], index: Path) -> None:
    assert wrong(index, said + BODY) == found
    assert wrong(index, said + "```cpp\nvoid Wind(Around* it) {\n  it->Turn(12);\n  it->Stop();\n}\n```\n") == []


def test_families_of_ops(shipped: Index) -> None:
    def said(text: str) -> list[str]:
        found = verify(shipped, "notes.md", text, lambda path: b"").verdicts
        return [one.text for one in found if one.verdict == "not found"]

    wrong_one = "For resource variables `ResourceSparseApplyAdam` does the job.\n"
    others = "`ApplyAdam`, `ApplyMomentum` and `ResourceApplyAdam` take `T`.\n\n"
    assert said(others + wrong_one) == ["ResourceSparseApplyAdam"]
    assert said(wrong_one) == []
    assert said(others + "There is no `ResourceSparseApplyAdam`.\n") == []
    assert said(others + "In our fork `ResourceSparseApplyAdam` does the job.\n") == []
    assert said(others + "`ResourceSparseApplyMomentum` does the job.\n") == []


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("**Q5. What does `LoosenStrands` do?**\n\nIt is in `lib/reel.cc`, some lines long.", ["lib/reel.cc"]),
        ("**Q5. What does `LoosenStrands` do?**\n\nIt is in `braid_op.cc`, some lines long.", []),
        ("### Where is `LoosenStrands` defined?\n\nIt is defined in `lib/reel.cc`.", ["lib/reel.cc"]),
        ("## `LoosenStrands`\n\nIt is in `lib/reel.cc`.", ["lib/reel.cc"]),
        ("**问题 3：`LoosenStrands` 是做什么的？**\n\n它在 `lib/reel.cc` 里。", ["lib/reel.cc"]),
        ("**问题 3：`LoosenStrands` 是做什么的？**\n\n它在 `braid_op.cc` 里。", []),
        ("**Q5. Who calls `LoosenStrands`?**\n\nIt is in `lib/reel.cc`.", []),
        ("**Q5. What do `Spooler` and `LoosenStrands` do?**\n\nIt is in `lib/reel.cc`.", []),
        ("**Q5. What does `LoosenStrands` do?**\n\nIt is in `lib/reel.cc` that reels are made.", []),
        ("**Q5. What does `LoosenStrands` do?**\n\nIt loosens.\n\nIt is in `lib/reel.cc`.", []),
    ],
)
def test_what_a_question_is_about(said: str, found: list[str], index: Path) -> None:
    assert wrong(index, said + "\n") == found


ROWS = """| class | {header} |
|---|---|
| `{first}` | `{path}` |
| `SilkKnotter` | `braid.h:{silk}` |
| `KnotRing` | `braid.h:{ring}` |
"""


@pytest.mark.parametrize(
    ("header", "first", "path", "found"),
    [
        ("line", "Knotter", "lace_op.cc", ["lace_op.cc"]),  # which speaks of it in a remark
        ("行号", "Knotter", "lace_op.cc", ["lace_op.cc"]),
        ("line", "Knotter", "braid.h", []),
        ("line", "Lace", "lace.h", []),
        ("example", "Knotter", "lace_op.cc", []),
    ],
)
def test_files_in_a_column_of_lines(header: str, first: str, path: str, found: list[str], index: Path) -> None:
    silk, ring = line_of(HEADER, "class SilkKnotter"), line_of(HEADER, "class KnotRing")
    assert wrong(index, ROWS.format(header=header, first=first, path=path, silk=silk, ring=ring)) == found
    astray = ROWS.format(header=header, first=first, path=path, silk=2, ring=3)
    assert path not in wrong(index, astray)
