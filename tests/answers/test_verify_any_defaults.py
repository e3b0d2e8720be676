"""Defaults of attrs of whichever op of the document has such an attr."""

from __future__ import annotations

import pytest
from answers.claimed import wrong_of

from tfexplore.index.store import Index


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It makes a `FIFOQueue`, and `capacity` defaults to 32.", ["capacity"]),
        ("It makes a `FIFOQueue`, and `capacity` defaults to -1.", []),
        # Of the function that the sentence is about, which has one of that name.
        ("`input_producer` makes a `FIFOQueue`, and `capacity` defaults to 32.", []),
        ("`input_producer` 建一个 `FIFOQueue`，`capacity` 默认 32。", []),
        ("`Queue` makes a `FIFOQueue`, and `capacity` defaults to 32.", ["capacity"]),
    ],
)
def test_defaults(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text + "\n") == found
