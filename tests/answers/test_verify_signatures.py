"""Items of a section that write functions with their defaults."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

from tfexplore.model import Endpoint, Location

PY = "tensorflow/python/ops/weaving.py"
TEXTS = {
    PY: """def wind(bobbin, yarn, turns=20, tight=True, name=None):
  pass


def spin(wool, wax=None):
  pass


def hem(width=2, depth=1, name=None):
  pass
"""
}
PUBLIC = [
    Endpoint(f"tf.{name}", ("v1", "v2"), name, Location(PY, line, line))
    for name, line in (("wind", 1), ("spin", 5), ("hem", 9))
]

RIGHT = "- `tf.wind(bobbin, yarn, turns=20)`\n- see `tf.wind(bobbin, ..., tight=True)`; `tf.spin(wool, wax=None)`\n"


@pytest.mark.parametrize(
    ("items", "expected"),
    [
        (RIGHT + "- `tf.hem(width=2, depth=1)`", []),
        (RIGHT + "- `tf.hem(width=2, depth=3)`", ["depth=3"]),
        (RIGHT + "- `tf.hem(width=3, depth=1, name=None)`", ["width=3"]),
        # Calls.
        (RIGHT + "- `tf.hem(width=3, depth=3)`", []),
        (RIGHT + "- `tf.hem(depth=3, width=2)`", []),
        (RIGHT + "- `tf.hem(width=2, name='hem')`", []),
        (RIGHT + "- `tf.hem(w, depth=3)`", []),
        (RIGHT + "- `tf.hem(width, depth=3)`", []),
        (RIGHT + "- For example `tf.hem(width=2, depth=3)`", []),
        # Where too few items say that it is a signature.
        (RIGHT + "- `tf.hem(width=2, depth=3)`\n- `tf.hem(width=2, depth=4)`", []),
        (RIGHT.partition("\n")[2] + "- `tf.hem(width=2, depth=3)`", []),
        (RIGHT + "\n## More\n\n- `tf.hem(width=2, depth=3)`", []),
        (RIGHT + "\nThen call `tf.hem(width=2, depth=3)`.", []),
        (RIGHT.replace("- ", "Or: ") + "\n- `tf.hem(width=2, depth=3)`", []),
    ],
)
def test_items_that_write_functions_with_their_defaults(items: str, expected: list[str], index: Path) -> None:
    assert wrong(index, f"# Functions\n\n{items}\n") == expected
