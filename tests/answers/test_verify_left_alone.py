"""Names that are nowhere in the release, and of which the document says so, or whose they are."""

from __future__ import annotations

import pytest
from answers.claimed import wrong_of

from tfexplore.index.store import Index

#: What a later release has.
NAME = "MlirXlaOpKernel"


@pytest.mark.parametrize("said", ["It calls `{}`.", "| name | where |\n|---|---|\n| `{}` | it |\n", "调用 `{}`。"])
def test_the_name_by_itself(said: str, shipped: Index) -> None:
    assert wrong_of(shipped, said.replace("{}", NAME)) == [NAME]


@pytest.mark.parametrize(
    "said",
    [
        # Columns of other releases and projects.
        "| 1.15.0 | newer TF |\n|---|---|\n| `TF_NewStatus` | also `{}` |\n",
        "| 2.x | in 1.15.0 |\n|---|---|\n| `{}` | `TF_NewStatus` |\n",
        "| 1.14 | 1.15 |\n|---|---|\n| `{}` | `TF_NewStatus` |\n",
        "`{}` is 2.1+. The trick is another.",
        "2.x(2.2 起)给它加了类 `{}`,后来又改了。",
        "| what | PyTorch `{}` |\n|---|---|\n| a | 1 |\n",
        # A cell that says that there is none; other languages.
        "| name | in 1.15 |\n|---|---|\n| `{}` | nicht vorhanden |\n",
        "| name | state |\n|---|---|\n| `{}` | removed; there is `TF_NewStatus` |\n",
        "Die Funktionen wie `{}` sind viel jünger und fehlen hier.",
        "Hier gibt es keine Funktion `{}`.",
        "Newer headers also list `TF_NewStatus`, `{}`; those are missing in 1.15.0.",
        "注意 `{}` 这个名字已经没有了,老博客里的是旧版本。",
        # Whose it is, wherever the document says that first.
        "The second failure has another message; the wrapper calls its `{}`.\n\nUntil `{}` ran, all was well.\n",
        "It should be read like the others. Name the class in the header\n`{}` or so; there is none.",
        "脚本 `a/b.py` 和函数 `{}` 是我们自己写的教学代码,不属于 TensorFlow。\n\n1. 用 `{}` 统计。\n",
        "`{}`、`Rover` 是我们自己的工具,不在 TF 里。\n\n但 `{}` 没有重启。\n",
        "`Rover` and `{}` are our own tools.\n\n## Next\n\nSo `{}` says nothing.\n",
        "`Rover`, `{}`, `rover.cc` are the names from the MR; all the others are upstream.",
        "Our loader is `vision/a.py` with the class `{}`; don't look for it upstream.",
        "No patch but a subclass `{}`, registered next to it; our protocol is another.",
        "In our code base we have a wrapper `{}`.",
        "长期方案是写一个 `{}`。",
        "`{}` as a separate function (you propose it) is not acceptable.",
        # What people believe.
        '## 常见误会\n\n- "有 `{}`":没有,也是后来的。\n',
        '## Common misconceptions\n\n- "It calls `{}`": it does not.\n',
        # Said of the next sentence, or of the rest of this one.
        "Users ask for `{}`. Not in this tree (it is 2.1). What exists is another.",
        "It used `{}` from Keras 2.4, which this tree does not have.",
        "`{}` is likewise unknown here; another can be set.",
        "Same story for `{}`: in\nthis release the constant is exported as another.",
        "（§4.6 的 `{}`、`rover.cc`）不在 TensorFlow 源码中。\n\n## `{}`\n\n外包了一层 `{}`。\n",
        "外包了一层 `{}`（自编，约 120 行）。",
        # What is made when a program runs, and another framework's.
        "The edge is called `{}_12_w`.",
        "The key looks like `/job:ps/device:CPU:0;{}_a;0:0`.",
        # The end of a name.
        "There are `TF_OperationGetAttrInt` and `…{}`.",
    ],
)
def test_what_is_said_of_it(said: str, shipped: Index) -> None:
    assert NAME not in " ".join(wrong_of(shipped, said.replace("{}", NAME)))


@pytest.mark.parametrize(
    "said",
    [
        "| 1.15.0 | what |\n|---|---|\n| `{}` | it |\n",
        "| TF 1.14 and 1.15 | what |\n|---|---|\n| `{}` | it |\n",
        "| name | gradient |\n|---|---|\n| `{}` | none |\n",
        "| Master | next |\n|---|---|\n| it | `{}` |\n",
        "| Master | next |\n|---|---|\n| `{}` | it |\n",
        '## Notes\n\n- "It calls `{}`": it does.\n',
        "`{}` is our entry point.",
    ],
)
def test_what_says_nothing_of_the_kind(said: str, shipped: Index) -> None:
    assert wrong_of(shipped, said.replace("{}", NAME)) == [NAME]


def test_names_with_a_prefix_of_the_authors(shipped: Index) -> None:
    text = "It is for our binding (prefix `rf_`).\n\nSo `rf_{}()` has to stay.\n"
    assert wrong_of(shipped, text.replace("{}", NAME)) == []


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("### `OP_REQUIRES` in `core/framework/op_kernel_required.h`?\n\nNo.\n", 0),
        ("`OP_REQUIRES` is in `core/framework/op_kernel_required.h`.", 1),
        ("The lists are in `auto_mixed_precision_lists.cc`.", 1),  # there is a header of this name alone
        ("The lists are in `auto_mixed_precision_lists.h`.", 0),
        ("It is in `bounds_check.cc`.", 0),  # which anybody may have
        ("Folder: `tensorflow/core/distributed_runtime`, short `dr/`.\n\nSee `dr/graph_mgr.cc` and `dr/no_mgr.cc`.", 1),
        ("Add a test next to `FuseMatMulWithBiasAndActivation` (`remapper_test.cc:532`).", 0),
    ],
)
def test_places(said: str, found: int, shipped: Index) -> None:
    assert len(wrong_of(shipped, said)) == found


def test_names_of_tests(shipped: Index) -> None:
    """Of which an index has none."""
    for said in (
        "- Tests: `{}` and another.",
        "Tests:\n\n- `{}`",
        "| test | what |\n|---|---|\n| `{}` | it |",
        "测试：`{}`。",
    ):
        assert NAME not in " ".join(wrong_of(shipped, said.format(NAME)))
    assert wrong_of(shipped, f"`{NAME}` is attested.\n") == [NAME]


def test_targets_and_functions_of_files_without_words(shipped: Index) -> None:
    name = "rule_of_weaving_ops_gen"
    assert wrong_of(shipped, f"It is made by `{name}` (`tensorflow/python/BUILD:2173`).") == []
    assert wrong_of(shipped, f"`build_pip_package.sh` has it inside `{name}`.") == []
