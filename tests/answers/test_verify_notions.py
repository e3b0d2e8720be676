"""Names that look like the tree's and are something else: notions, gradients, what is said not to be."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong, wrong_of

from tfexplore.index.store import Index


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The gradient of it is SqrtGradGrad.", []),
        ("The FullGraph is walked.", []),  # words of other names: nobody misspells `FuncGraph` so
        ("The FumcGraph is walked.", ["FumcGraph"]),
        ("The SqrtGrda is walked.", ["SqrtGrda"]),
    ],
)
def test_notions_of_prose(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("There is no `MissingKnotterOp` in this source.", []),
        ('There is no `REGISTER_OP("MissingKnotter")` in `braid_op.cc`.', []),
        ("There is no `Knotter` in `braid_op.cc`; `MissingKnotterOp` has it.", ["MissingKnotterOp"]),
        ("`utils.py` calls `Knotter`.", []),  # anybody has such a file
        ("`Knotter` calls into the new `knots/made_here.cc`.", []),
    ],
)
def test_what_is_said_not_to_be_there(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text) == found
