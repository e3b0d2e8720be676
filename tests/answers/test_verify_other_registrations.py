"""Lines of the registration of an op that the text does not name."""

from __future__ import annotations

import pytest
from answers.claimed import wrong_of

from tfexplore.index.store import Index

OPS = "core/ops/parsing_ops.cc"
#: Lines of release 1.15.0: of the op that is named, and of another.
HERE, OTHER = 390, 312
#: Of no registration, before the first of them.
NOBODYS = 20


@pytest.mark.parametrize(
    "said",
    [
        "`StringToNumber` is one. The op is declared at {}.",
        "`StringToNumber` is one; see {}.",
        "`StringToNumber` is not in that file but in {}, for what it is worth.",
        "你要的是 `StringToNumber`，声明就在 {}。",
        "| `StringToNumber` | it is declared (`{}`) |",
    ],
)
def test_another_op(said: str, shipped: Index) -> None:
    assert wrong_of(shipped, said.format(f"{OPS}:{HERE}") + "\n") == []
    assert wrong_of(shipped, said.format(f"{OPS}:{OTHER}") + "\n") == [f"{OPS}:{OTHER}"]


@pytest.mark.parametrize(
    "said",
    [
        "`StringToNumber` is one, `ParseSingleSequenceExample` is another: see {}.",
        "`StringToNumber` and what `parse_single_sequence_example` makes; see {}.",
        "## `ParseSingleSequenceExample`\n\nIt reads as `StringToNumber` does; see {}.",
        "`StringToNumber` is one. A similar one is there; see {}.",
        "`StringToNumber` is one. We should add what is at {}.",
        "`Conv2D` is one; see {}.",  # which another file registers
        "See {} for what there is.",
    ],
)
def test_what_may_be_meant(said: str, shipped: Index) -> None:
    assert wrong_of(shipped, said.format(f"{OPS}:{OTHER}") + "\n") == []


def test_no_registration(shipped: Index) -> None:
    for said in ("`StringToNumber` is one. The op is declared ({})", "`StringToNumber` 的声明在 {}。"):
        assert wrong_of(shipped, said.format(f"{OPS}:{NOBODYS}") + "\n") == [f"{OPS}:{NOBODYS}"]
        assert wrong_of(shipped, said.format(f"{OPS}:{HERE}") + "\n") == []
    for said in (
        "`StringToNumber` has a shape function, which is declared ({}).",
        "`StringToNumber` needs `FooBarred`, which is declared ({}).",
    ):
        assert wrong_of(shipped, said.format(f"{OPS}:{NOBODYS}") + "\n") == []
