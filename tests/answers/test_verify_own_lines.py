"""Lines that are said to be a thing's own definition, and those that are another's."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import KERNEL, line_of, wrong, wrong_of

from tfexplore.index.store import Index

TEXTS = {
    "tensorflow/core/framework/weave.proto": """syntax = "proto3";

message WeaveDef {
  string op = 1;

  message Loom {
    string name = 1;


    int32 allowed_looms = 2;
  }
  repeated Loom loom = 3;
}

message WeaveList {
  repeated WeaveDef weave = 1;
}
""",
    "tensorflow/python/weaving.py": """from tensorflow.python.weaves import looms_util


def weave():
  return 1


Loom = looms_util.Loom
""",
    "tensorflow/python/weaves/looms_util.py": """class Loom(object):
  pass


def enabled():
  return True
""",
}
TIGHTEN = line_of(KERNEL, "void Tighten")
CALLING = line_of(KERNEL, "  BraidStrands(strands, 3)") - 3
USED = line_of(KERNEL, "  Tighten(strands);")


@pytest.mark.parametrize(
    "text",
    [
        "- `braid_op.cc:{}` `Tighten` 的定义：收紧",
        "- `braid_op.cc:{}`：`Tighten` 定义处",
        "- `braid_op.cc:{}` `Tighten` is defined: it tightens",
        "- `braid_op.cc:{}` — `Tighten` definition, short",
        "- `braid_op.cc:{}`: the definition of `Tighten`, which is short",
    ],
)
@pytest.mark.parametrize("tree", [True, False])
def test_definitions_behind_their_line(text: str, tree: bool, index: Path) -> None:
    assert wrong(index, text.format(TIGHTEN), tree) == []
    assert wrong(index, text.format(CALLING), tree) == [f"braid_op.cc:{CALLING}"]
    assert not tree or wrong(index, text.format(USED), tree) == [f"braid_op.cc:{USED}"]


@pytest.mark.parametrize(
    "text",
    [
        "- `braid_op.cc:{}` `Tighten` 定义了松紧",
        "- `braid_op.cc:{}` `Tighten` is used",
        "- `braid_op.cc:{}` `Tighten` 被调用：收紧",
        "- `braid_op.cc:{}`: implementation of what calls `Tighten`",
        "- `braid_op.cc:{}` `Tighten` is defined elsewhere",
    ],
)
def test_what_is_no_definition(text: str, index: Path) -> None:
    assert wrong(index, text.format(USED)) == []


@pytest.mark.parametrize(("line", "right"), [(3, True), (6, True), (7, True), (4, False), (15, False)])
def test_lines_of_messages(line: int, right: bool, index: Path) -> None:
    text = f"`WeaveDef` has a repeated field `loom`, each with a `name` and `allowed_looms` (`weave.proto:{line}`)."
    assert (wrong(index, text) == []) is right
    text = f"`allowed_looms` is defined in `weave.proto:{line}`."
    assert wrong(index, text) == ([] if line == 7 else [f"weave.proto:{line}"])


@pytest.mark.parametrize(
    "text",
    [
        "别名 `Loom` 指向 `looms_util.Loom`（`weaving.py:{}`）。",
        "The alias `weaving.Loom` points to `looms_util.Loom` (`weaving.py:{}`).",
        "`weaving.Loom` is an alias of `looms_util.Loom` (`weaving.py:{}`).",
        "`Loom = looms_util.Loom` (`weaving.py:{}`).",
    ],
)
@pytest.mark.parametrize("tree", [True, False])
def test_places_of_aliases(text: str, tree: bool, index: Path) -> None:
    assert wrong(index, text.format(8), tree) == []


def test_without_a_tree_a_line_may_call_what_another_file_has(index: Path) -> None:
    text = "`weave` (`weaving.py:4`) is there. The default equals `looms_util.enabled()` (line 5){}."
    assert wrong(index, text.format(""), tree=False) == []
    assert wrong(index, "`weave` (`weaving.py:4`). `looms_util.enabled` is defined at line 40.", tree=False) != []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`_SoftmaxCrossEntropyWithLogitsGrad`（`nn_grad.py:{}`）返回两个梯度。", [550, 551]),
        ("`_SoftmaxCrossEntropyWithLogitsGrad` (`nn_grad.py:{}`) returns two gradients.", [550, 551]),
        ("In `_SoftmaxCrossEntropyWithLogitsGrad` (`nn_grad.py:{}`) there are two gradients.", [551]),
        ("`_SparseSoftmaxCrossEntropyWithLogitsGrad`（`nn_grad.py:{}`）返回两个梯度。", [517, 530]),
    ],
)
def test_heads_of_others(text: str, found: list[int], shipped: Index) -> None:
    assert [line for line in (517, 530, 550, 551) if wrong_of(shipped, text.format(line)) != []] == found


def test_lines_of_a_drawing(shipped: Index) -> None:
    text = """```text
Run             (executor.cc:2874)
  -> Process    :1619
     NodeDone   :{}   -> ScheduleReady(ready, &inline_ready)
```
"""
    assert wrong_of(shipped, text.format(2211)) == []
    assert wrong_of(shipped, text.format(2456)) == [":2456"]


COLUMN = """In `core/kernels/maxpooling_op.cc`:

| class | at |
|---|---|
| `MaxPoolingGradOp` | 214, GPU specialisation 349 |
| `MaxPoolingGradGradOp` | {} |
| `MaxPoolingNoMaskOp` | 755；GPU 特化 1119 |
| `MaxPoolingWithArgmaxOp` | {} |
| `MaxPoolingGradWithArgmaxOp` | 1008 |
"""


@pytest.mark.parametrize(
    ("first", "second", "found"),
    [
        ("452, GPU specialisation 655", "901", []),
        ("452, GPU specialisation 620", "901", ["620"]),
        ("452; the specialization for GPU at line 620", "901", []),
        ("452 (GPU specialization at 620)", "901", ["620"]),
        ("460, GPU specialisation 655", "901", ["460"]),
        ("452, used by the GPU at 620", "901", []),
        ("452", "901, GPU specialisation 950", []),  # of which there is one definition
    ],
)
def test_lines_of_specializations(first: str, second: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, COLUMN.format(first, second)) == found
