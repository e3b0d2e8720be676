"""The types of attrs, said in words."""

from __future__ import annotations

import pytest
from answers.claimed import wrong_of

from tfexplore.index.store import Index


@pytest.mark.parametrize(
    "said",
    [
        "The attr `strides` of `Conv2D` is `{}`.",
        "The attr `strides` of the op `Conv2D` is of type `{}`.",
        "The type of the attr `strides` of `Conv2D` is `{}`.",
        "`Conv2D` has the attr `strides` of type `{}`.",
        "`Conv2D` has a `{}` attr `strides`.",
        "`Conv2D` 的属性 `strides` 的类型是 `{}`。",
        "- `Conv2D` 的 `strides` 属性类型为 `{}`",
    ],
)
def test_types(said: str, shipped: Index) -> None:
    assert wrong_of(shipped, said.format("list(int)")) == []
    assert wrong_of(shipped, said.format("int")) == ["int"]
    assert wrong_of(shipped, said.format("list(float)")) == ["list(float)"]


@pytest.mark.parametrize(
    "said",
    [
        "The attr `strides` of `Conv2D` is `2`.",
        "The attr `strides` of `Conv2D` is not `int`.",
        "The attr `strides` of our `Conv2D` is `int`.",
        "Change the attr `strides` of `Conv2D`: it should be `int`.",
        "The attr `threads` of `Conv2D` is `int`, if it had one.",
    ],
)
def test_what_is_no_such_claim(said: str, shipped: Index) -> None:
    assert "int" not in wrong_of(shipped, said)
