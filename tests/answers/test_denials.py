"""What is said of names to be no such things, in lists and over lines."""

from __future__ import annotations

import pytest

from tfexplore.answers import disclaimers
from tfexplore.answers.denials import denies


@pytest.mark.parametrize(
    "text",
    [
        "There is no {} here.",
        "Things I looked for and which aren't there: a cache, {}; any use of `A`.",
        "Things I looked for and which are not here: a cache; any use of `A`, {}.",
        "So one looks in vain for an op {}: it is a name scope.",
        "不要在 1.15 里找 {} 的对应核。",
        "别去找 {}。",
        "There is no `A` and no {} in this release.",
        "There is no {} and no `B` in this release.",
        "There is no op `A` and no kernel class {}.",
        "There is no `A`, no `B` and no {}.",
        "There's no `A` or {}.",
        "There are no ops called `A` and {}.",
        "There is no such op as {}.",
        "There is nothing called {} here.",
        "There is nothing by the name of {}.",
        "There isn't any {}.",
        "There is not a {} in this release.",
        "The module has no `a_b` and no {}.",
        "It does not define {} or `B`.",
        "You won't find a {} here.",
        "no `A`, no {}",
        "Neither `A` nor {} exists.",
        "Neither {} nor `B` exists in this release.",
        "In this release neither {} nor `B` is defined.",
        "None of `A`, {} and `C` exist.",
        "`A` and {} do not exist.",
        "{} and `B` do not exist.",
        "{}, `B` and `C` don't exist here.",
        "{} and `B` are both missing.",
        "GatherV3 and {} do not exist.",
        "The op {} does not exist.",
        "{} isn't defined anywhere.",
        "{} exists nowhere.",
        "{} is *not* known to 1.15.",
        "The op {} isn't registered in this release.",
        "{} is not yet available here.",
        "{} 和 `B` 都不存在。",
        "`A`、{} 都不存在",
        "{}、`B` 这两个算子在 1.15 里都没有。",
        "{} 这个算子并不存在",
        "没有 `A`,也没有 {}。",
        "没有 {},也没有 `B`。",
        "既没有 `A` 也没有 {}",
        "没有 `A`、{} 和 `C`。",
        "没有名为 {} 的算子",
        "{} 在 1.15 里没有。",
        "这里没有叫 `A` 或者 {} 的类",
        "源码里找不到 {}",
        "并无 {} 这个宏",
        "{} 从来没有过。",
        "{} 那套接口（`A` 等）1.15 还没有，2.4 才换。",
        "{} 等）1.15 还没有，2.4 才换。",
        "不存在 `A` 和 {}",
        "{} is gone.",
        "{} and the four others are gone without replacement.",
        "{} was split in three: `A`, `B` and `C`.",
        "`A`, {} and so on were replaced by `B`.",
        "Don't go looking for `A` or {}, which 1.14 had.",
        "{} → renamed long ago, it's `B`.",
    ],
)
@pytest.mark.parametrize("name", ["`X`", "GatherV3", "**`X`**"])
def test_names_that_are_denied(text: str, name: str) -> None:
    before, _, behind = text.partition("{}")
    assert denies(*_cut(before, behind.replace("{}", name), name))


def _cut(before: str, behind: str, name: str) -> tuple[str, str]:
    """The words around a name, as they stand before and behind its letters."""
    bare = name.strip("`*")
    opened, _, closed = name.partition(bare)
    return before + opened, closed + behind


@pytest.mark.parametrize(
    "text",
    [
        "{} runs it.",
        "There is no need to call {}.",
        "There is no `A`, and {} does what it would.",
        "There is no `A`, {} has it.",
        "There is no `A`. {} has it.",
        "{} calls what does not exist.",
        "{} is the class, and `B` does not exist.",
        "Call {}, `B` does not exist.",
        "Neither `A` nor {} looks at it.",
        "{} has no state.",
        "{} does nothing.",
        "{} is not called there.",
        "{} is not const.",
        "{} 没有状态",
        "`A` 可以直接使用，{} 没有。",  # which need not be that it is not there
        "{} 没有梯度",
        "没有调用 {}",
        "没有 `A`,由 {} 处理",
        "{} 会检查文件,不存在则报错",
        "{} 找不到时返回空",
        "如果没有设备,{} 会失败",
        "Without it {} is slow.",
        "{} calls `A`, which is gone.",
        "{} is where it was replaced by `A`.",
    ],
)
def test_names_that_are_not(text: str) -> None:
    for name in ("`X`", "GatherV3"):
        before, _, behind = text.partition("{}")
        assert not denies(*_cut(before, behind, name))


@pytest.mark.parametrize(
    "piece", ["`a` ", "no `a`, ", "a_b, ", "there is no op called `a` and ", "没有 ", "a" * 7, "`"]
)
def test_long_lines(piece: str) -> None:
    text = piece * 3_000
    denies(text, text)


@pytest.mark.parametrize(
    ("heading", "absent"),
    [
        ("## D. Not in 1.15 (stop looking)", True),
        ("### 1.15 里没有的", True),
        ("## What is in 1.15, and not only there", False),
    ],
)
def test_headings_of_what_there_is_not(heading: str, absent: bool) -> None:
    assert disclaimers.heads_absent(heading) is absent
