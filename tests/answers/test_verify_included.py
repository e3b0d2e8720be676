"""What files are said to include."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers import claimed
from answers.claimed import ALL_BRAIDS, HEADER, KERNEL, REEL, REEL_HEADER, line_of, verdicts, wrong

TIPS = "tensorflow/core/kernels/braid_tips.h"


@pytest.mark.parametrize(
    "said",
    [
        "`{}` includes `{}`.",
        "`{}` also includes `{}`, of course.",
        '`{}` has `#include "{}"`.',
        "`{}` pulls in `{}`.",
        "`{}` 包含了 `{}`。",
        '`{}` 里有 `#include "{}"`。',
    ],
)
def test_headers(said: str, index: Path) -> None:
    assert wrong(index, said.format(REEL, REEL_HEADER)) == []
    assert wrong(index, said.format(REEL, HEADER)) == [HEADER]


@pytest.mark.parametrize(
    "said",
    [
        "`{}` is included by `{}`.",
        "`{}` 被 `{}` 包含。",
        "`{}` 由 `{}` 引入。",
        "`{}` 由 `{}:3` 引入。",
        "`{}`。这个文件由 `{}`\n第 3 行引入。",
        "See `{}`. It is included by `{}`.",
    ],
)
def test_who_includes_a_header(said: str, index: Path) -> None:
    assert wrong(index, said.format(REEL_HEADER, REEL)) == []
    assert wrong(index, said.format(HEADER, REEL)) == [HEADER]


def test_lists(index: Path) -> None:
    said = f"`{ALL_BRAIDS}` includes `core/lib/reel.h`, `kernels/braid.h` and `{{}}`."
    assert wrong(index, said.format(TIPS)) == []
    assert wrong(index, said.format("core/protobuf/braid.proto")) == []  # no header
    assert wrong(index, said.format("tensorflow/braid/knot.h")) == ["tensorflow/braid/knot.h"]


def test_a_header_that_there_is_not(index: Path) -> None:
    (found,) = [one for one in verdicts(index, f"`{REEL}` includes `core/lib/reels.h`.") if one.verdict != "found"]
    assert (found.text, found.verdict) == ("core/lib/reels.h", "not found")


def test_by_way_of_another_header(index: Path) -> None:
    lace = "tensorflow/core/kernels/lace.cc"
    assert wrong(index, f"`{lace}` includes `{TIPS}`.") == []
    assert wrong(index, f'`{lace}` has `#include "{TIPS}"`.') == [TIPS]


TEXTS = {"tensorflow/core/kernels/lace.cc": f'#include "{ALL_BRAIDS}"\n'}


@pytest.mark.parametrize(
    "said",
    [
        "`{}` does not include `{}`.",
        '`{}` should have `#include "{}"`.',
        "Does it help that `{}` includes `{}`?",
        'Add to `{}` the line `#include "{}"`.',
        "`{}` and `{}` are headers.",
        "`{}` is changed; `{}` 被修改。",
        "Our `{}` includes `{}`.",
    ],
)
def test_what_is_no_such_claim(said: str, index: Path) -> None:
    assert wrong(index, said.format(KERNEL, REEL_HEADER)) == []


def listed(second: int) -> str:
    """Three lines of directives, and one more."""
    return (
        f"`{ALL_BRAIDS}` includes:\n\n"
        f"- `core/lib/reel.h`（{at(ALL_BRAIDS, 'reel.h')} 行）\n"
        f"- `core/kernels/braid.h`（{second} 行）\n"
        f"- `core/kernels/braid_tips.h`（{at(ALL_BRAIDS, 'braid_tips.h')} 行）\n"
        f"- `core/kernels/braid_more.h`（{at(ALL_BRAIDS, 'braid_more.h')} 行）\n"
    )


def at(path: str, header: str) -> int:
    """The line of a file that includes a header."""
    return line_of(path, f'#include "tensorflow/core/lib/{header}' if header == "reel.h" else f"kernels/{header}")


def test_the_lines_of_directives(index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = claimed.TEXTS[ALL_BRAIDS] + '#include "tensorflow/core/kernels/braid_more.h"\n'
    monkeypatch.setitem(claimed.TEXTS, ALL_BRAIDS, text)
    right = at(ALL_BRAIDS, "braid.h")
    found = wrong(index, listed(right))
    assert [one for one in found if "braid.h" in one] == []
    assert [one for one in wrong(index, listed(right + 1)) if "braid.h" in one] == [
        f"core/kernels/braid.h`（{right + 1} 行"
    ]


@pytest.mark.parametrize(
    "said", ["`{}` 第 {} 行是 `{}`。", "Line {1} of `{0}` includes `{2}`.", "`{}` 第 {} 行 include `{}`。"]
)
def test_the_line_that_is_said_to_include(said: str, index: Path) -> None:
    right = line_of(REEL, "#include")
    assert wrong(index, said.format(REEL, right, REEL_HEADER)) == []
    assert len(wrong(index, said.format(REEL, right + 1, REEL_HEADER))) == 1


@pytest.mark.parametrize("said", ['`{}` 12 行：`#include "{}"`。', '`{}` line 12: `#include "{}"`.'])
def test_the_line_of_another_directive(said: str, index: Path) -> None:
    lace, other = "tensorflow/core/kernels/lace.cc", HEADER
    said = said.replace("12", "1")
    assert wrong(index, said.format(lace, ALL_BRAIDS) + "\n") == []
    assert wrong(index, said.format(lace, other) + "\n") == [other]
    assert wrong(index, said.format(lace, "ours/braids.h") + "\n") != [other]
