"""What documents say are the shape functions of ops."""

from __future__ import annotations

import pytest
from answers.claimed import wrong_of

from tfexplore.index.store import Index


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The shape function of `BiasAdd` is `BiasAddShape`.", []),
        ("The shape function of `BiasAdd` is `shape_inference::BiasAddShape()`.", []),
        ("The shape function of `BiasAdd` is `UnchangedShape`.", ["UnchangedShape"]),
        ("`Conv2D` 的形状函数是 `Conv2DShape`。", ["Conv2DShape"]),
        ("`Conv2DShape` is the shape function of `Conv2D`.", ["Conv2DShape"]),
        ("`Conv2D`'s shape fn: `Conv2DShapeWithExplicitPadding`", []),
        ("`Reshape` has the shape function `UnchangedShape`.", []),  # its registration has a lambda
        ("`UnchangedShape` is a shape function, and `Conv2D` an op.", []),
        ("Let us change it: the shape function of `BiasAdd` is `UnchangedShape`.", []),
    ],
)
def test_sentences(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text) == found


@pytest.mark.parametrize(
    ("header", "found"), [("shape function", ["Conv2DShape"]), ("形状函数", ["Conv2DShape"]), ("see", [])]
)
def test_tables(header: str, found: list[str], shipped: Index) -> None:
    rows = (
        "| `BiasAdd` | 304 | `BiasAddShape` |\n| Conv2D | 329 | `Conv2DShape` |\n| `Reshape` | 1 | `UnchangedShape` |\n"
    )
    assert wrong_of(shipped, f"| op | line | {header} |\n|---|---|---|\n{rows}") == found
