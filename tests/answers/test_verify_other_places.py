"""Lines of other releases, of statements, of calls, and names that a design is of."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong, wrong_of

from tfexplore.index.store import Index

OP_KERNEL = "`OpRegistry::LookUp` (`core/framework/op.cc:61`)"


@pytest.mark.parametrize(
    ("said", "right"),
    [
        ("v1.14.0 has `OpRegistry::LookUp` at `core/framework/op.cc:400`.", True),
        ("In TF 1.13 `OpRegistry::LookUp` is at `core/framework/op.cc:400`.", True),
        ("v1.14.0 笔记里 `OpRegistry::LookUp` 在 `core/framework/op.cc` 第 400 行。", True),
        ("v1.15.0 has `OpRegistry::LookUp` at `core/framework/op.cc:400`.", False),
        ("After v1.14.0 came v1.15.0, which has `OpRegistry::LookUp` at `core/framework/op.cc:400`.", False),
        ("It was in v1.14.0. `OpRegistry::LookUp` is at `core/framework/op.cc:400`.", False),
        ("It takes 1.14 s. `OpRegistry::LookUp` is at `core/framework/op.cc:400`.", False),
        ("`OpRegistry::LookUp` is at `core/framework/op.cc:400`.", False),
    ],
)
def test_lines_of_other_releases(said: str, right: bool, shipped: Index) -> None:
    assert (wrong_of(shipped, said) == []) is right


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("The call of `BraidStrands` is at `braid_op.cc:17`.", 0),
        ("The call of `BraidStrands` is at `braid_op.cc:13`.", 1),
        ("`braid_op.cc` 里 `Compute` 在第 14 行检查输入。", 0),
        ("`braid_op.cc` 里 `BraidStrands` 定义在第 14 行。", 1),
        ("`braid_op.cc`：第 11 行是 `Compute`，第 17 行调用别的函数。", 0),
    ],
)
def test_lines_of_statements(said: str, found: int, index: Path) -> None:
    assert len(wrong(index, said)) == found


@pytest.mark.parametrize(
    ("document", "found"),
    [
        ("# Design: a `StrandFolderOp` for looms\n\n`StrandFolderOp` folds. It is not `KnotFolderOp`.\n", 1),
        ("# A `StrandFolderOp` for looms\n\n`StrandFolderOp` folds.\n", 2),
        ("# Homework\n\n`StrandFolderOp` 是助教写的。\n", 0),
        ("# Homework\n\n`StrandFolderOp` 不要去 TF 里找。\n", 0),
        ("# Homework\n\n`StrandFolderOp` 在这里。\n", 1),
    ],
)
def test_names_of_the_authors(document: str, found: int, index: Path) -> None:
    assert len(wrong(index, document)) == found
