"""What people write in notes, homework and guides: places behind code, listings, lists of attrs, marks of their own."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import KERNEL, line_of, wrong, wrong_of

from tfexplore.answers import disclaimers
from tfexplore.index.store import Index

LINKS = "https://github.com/tensorflow/tensorflow/blob/v1.15.0/tensorflow/core/kernels"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("the most, `constexpr int kMostStrands = 12`, which sits in `core/kernels/weft_op.cc`", []),
        ("the most, `constexpr int kMostStrands = 12`, which sits in `core/kernels/braid.h`", ["core/kernels/braid.h"]),
        ("`class SilkKnotter : public Knotter` (kernels/braid.h)", []),
        ("`class SilkKnotter : public Knotter` 在 kernels/braid_op.cc 里", ["kernels/braid_op.cc"]),
        ("`Reel`, a class in `core/lib/reel.h`", []),
        ("`Reel`, a class in `core/kernels/braid.h`", ["core/kernels/braid.h"]),
        ("`BraidOp` functor (braid_op.cc:6), unlike `KnotRing`", []),
        ("`BraidOp` functor (braid_op.cc:38), unlike `KnotRing`", ["braid_op.cc:38"]),
    ],
)
def test_places_behind_what_code_says_more_of(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text + "\n") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"[Knotter]({LINKS}/braid.h#L7)", []),
        (f"[KnotterOfGold]({LINKS}/braid.h#L7)", ["KnotterOfGold"]),
        (f"<code>[MOST_OF_THEM_ALL]({LINKS}/braid.h#L7)</code>", ["MOST_OF_THEM_ALL"]),
        (f"[The Braids]({LINKS}/braid.h#L7)", []),
        (f"[braid]({LINKS}/braid.h)", []),
        ("[KnotterOfGold](https://github.com/someone/knots/blob/master/knots.h)", []),
    ],
)
def test_names_that_are_a_links_text(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text + "\n") == found


LISTING = """```
#3  BraidOp::Compute(context)        braid_op.cc:12
#2  BraidStrands(strands, 3)         braid_op.cc:26
#1  Unreel(reel)                     {other}
#0  Tighten(strands)                 braid_op.cc:35
```
"""


@pytest.mark.parametrize(("other", "found"), [("reel.cc:14", []), ("lib/reel_turner.cc:14", ["lib/reel_turner.cc:14"])])
def test_places_at_the_ends_of_lines(other: str, found: list[str], index: Path) -> None:
    assert wrong(index, LISTING.format(other=other)) == found
    # Of two others that are the tree's too few say whose the listing is.
    few = "\n".join(line for line in LISTING.format(other=other).split("\n") if "Tighten" not in line)
    assert wrong(index, few) == []


@pytest.mark.parametrize(("line", "found"), [(0, []), (12, ["12 行"])])
def test_lines_that_might_be_counts(line: int, found: list[str], index: Path) -> None:
    loosen, op = line_of(KERNEL, "void LoosenStrands"), line_of(KERNEL, "class BraidOp")
    strands = line or line_of(KERNEL, "void BraidStrands")
    text = "braid_op.cc 里有 BraidOp({} 行)、LoosenStrands({} 行)、BraidStrands({} 行)。"
    assert wrong(index, text.format(op, loosen, strands)) == found
    assert wrong(index, text.format(9, 4, 3)) == []  # how many each has


@pytest.mark.parametrize(
    ("intro", "item", "found"),
    [
        ("The attrs of `Conv2D`:", "`use_cudnn_on_gpu: bool = true`", 0),
        ("The attrs of `Conv2D`:", "`use_cudnn_on_gpu: bool = false`", 1),
        ('`REGISTER_OP("Conv2D")`. Attributes:', "`use_cudnn_on_gpu: bool = false`", 1),
        ("`Conv2D` 的属性：", "`use_cudnn_on_gpu: bool = false`", 1),
        # Of whichever op: none has it so.
        ("`Conv2D` and `Conv3D`, their attributes:", "`use_cudnn_on_gpu: bool = false`", 1),
        ("Our kernel instead of `Conv2D` has the attributes:", "`use_cudnn_on_gpu: bool = false`", 0),
        ("`Conv2D` is fast:", "`use_cudnn_on_gpu: bool = false`", 1),
        ("`Conv2D` is fast:", "`use_cudnn_on_gpu: bool = true`", 0),
    ],
)
def test_attrs_listed_below_their_op(intro: str, item: str, found: int, shipped: Index) -> None:
    assert len(wrong_of(shipped, f"{intro}\n\n* `strides: list(int)`\n* {item}\n")) == found


def test_attrs_of_the_op_of_a_row(shipped: Index) -> None:
    row = "| op | class | remarks |\n|---|---|---|\n| Switch | SwitchOp | `pred` |\n| Enter | EnterOp | {} |\n"
    assert wrong_of(shipped, row.format("attrs: `frame_name`, `parallel_iterations = 10`")) == []
    assert wrong_of(shipped, row.format("attrs: `frame_name`, `parallel_iterations = 32`")) == [
        "parallel_iterations = 32"
    ]
    assert wrong_of(shipped, row.format("called with `parallel_iterations = 32`")) == []


BODY = """`braid_op.cc`:

```cpp
void BraidStrands(const Tensor& strands, int times) {{
{middle}
  Tighten(strands);
{more}}}

void Tighten(const Tensor& strands) {{
  strands.end();
}}
```
"""


@pytest.mark.parametrize(
    "middle",
    ["  ...", "  [...]", "  [... 三行注释 ...]", "  ……（中间略）", "  （略）", "  ... (the loop over the times)"],
)
def test_elisions_in_words(middle: str, index: Path) -> None:
    assert wrong(index, BODY.format(middle=middle, more="")) == []


@pytest.mark.parametrize(
    ("remark", "found"), [("  // NEW", 0), ("  // 新增", 0), ("  // added: see below", 0), ("", 1)]
)
def test_a_line_that_is_the_authors(remark: str, found: int, index: Path) -> None:
    loop = "  for (int i = 0; i < times; ++i) {\n    CrossStrands(strands, i);\n  }"
    block = BODY.format(middle=loop, more=f"  strands.Watch(2);{remark}\n")
    assert len(wrong(index, block)) == found


def test_a_name_of_the_code_announces_no_sketch() -> None:
    assert not disclaimers.sketch("Two are compared by `Equivalent`:")
    assert disclaimers.sketch("This is equivalent:")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("(`SE_KnotPlugin` and tensorflow/core/knots/made/ came with 2.5)", []),
        ("## Proposal\n\n1. `BraidWatcher::Observe(const Tensor& one)` looks at each.", []),
        ("## Proposal\n\nAs `core/kernels/braid_opp.cc` has it.", ["core/kernels/braid_opp.cc"]),
        ("Write `Braider` in `my_braider.cc`, with `_MyBraiderGrad`.", []),
    ],
)
def test_what_is_of_another_release_or_yet_to_be(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text + "\n") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`Switch` keeps its `pred` in host memory.", []),
        ("`GatherV2` has its `axis` in host memory.", []),
        ("`GatherV2` keeps only its `indices` input in host memory, so nothing is copied.", ["indices"]),
        ("`GatherV2` 的输入 `indices` 在主存（HostMemory）", ["indices"]),
        ("`GatherV2` does not have its `indices` in host memory.", []),
        ("`GatherV2` has `axis` in host memory, and reads `indices` on the device.", []),
        ("`Conv2D` has its `filter` in host memory.", []),  # of what has nothing there the index may not know all
    ],
)
def test_what_is_in_host_memory(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text + "\n") == found


TABLE = """- Op: `PrefetchDataset`. {intro}

| attr | {head} | default |
|---|---|---|
| `output_types` | list(type) >= 1 | – |
| `slack_period` | {kind} | {default} |
| `legacy_autotune` | bool | true |
"""


@pytest.mark.parametrize(
    ("intro", "head", "kind", "default", "found"),
    [
        ("Its attrs:", "type", "int", "0", []),
        ("Its attrs:", "type", "int", "1", ["1"]),
        ("Its attrs:", "type", "float", "0", ["float"]),
        ("Its attrs:", "remark", "slack", "0", []),
        ("Our attributes:", "type", "int", "1", []),
    ],
)
def test_a_table_of_the_attrs_of_one_op(
    intro: str, head: str, kind: str, default: str, found: list[str], shipped: Index
) -> None:
    assert wrong_of(shipped, TABLE.format(intro=intro, head=head, kind=kind, default=default)) == found


def test_defaults_told_in_rows(shipped: Index) -> None:
    row = "| what | op | remarks |\n|---|---|---|\n| 反量化 | `Dequantize` | `mode` 默认 '{}' |\n"
    assert wrong_of(shipped, row.format("MIN_COMBINED")) == []
    assert wrong_of(shipped, row.format("MIN_FIRST")) == ["mode"]


@pytest.mark.parametrize(
    ("address", "found"),
    [
        (f"{LINKS}/braid.h#L41", [f"{LINKS}/braid.h#L41"]),
        (f"{LINKS}/braid.h#L7", []),
        ("https://github.com/someone/knots/blob/main/braid.h", []),
    ],
)
def test_a_link_in_brackets_behind_a_name(address: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"* `SilkKnotter` and its base `Knotter` ([braid.h]({address})) hold the strands.\n") == found
    assert (
        wrong(index, "* `BraidOp` ([braid.h](https://github.com/someone/knots/blob/main/braid.h)) is theirs.\n") == []
    )
