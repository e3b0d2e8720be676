"""Bases of classes that a document has in spans of their own, as heads have them."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

TEXTS = {
    "tensorflow/core/looms/shuttles.h": """class Thrown {
};

class Held {
};

class Shuttle : public Thrown {
};

class LongShuttle : public Shuttle {
};
"""
}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`Shuttle` is `public Thrown`.", []),
        ("`Shuttle` is `public Held`.", ["Held"]),
        ("`Shuttle` 在 `looms/shuttles.h` 里，`public Held`，很短。", ["Held"]),
        ("`Shuttle` is `public tensorflow::Held`.", ["Held"]),
        ("`LongShuttle` is `public Thrown`.", ["Thrown"]),  # it is, by way of another
        ("`LongShuttle` is `public Shuttle`, and that is all.", []),
        ("`Shuttle` should be `public Held`.", []),
        ("We make `Shuttle` `public Held`.", []),
        ("`Shuttle` and `LongShuttle`: `public Held`.", []),  # of which nobody can say
        ("`Shuttle`. Others have `public Held`.", []),
        ("Our `MyShuttle` is `public Held`.", []),
    ],
)
def test_a_base_alone(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text + "\n") == found
