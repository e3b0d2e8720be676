"""Signatures of Python functions, short ones and those of items, tables and blocks of text."""

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


MOST = 7  # rows
LEAST = pick()


def felt_rows(wool, rows=MOST, start=LEAST, wet=None):
  pass


def card_wool(wool, teeth=None, keep=True):
  pass


class Carder(object):

  def __init__(self, drum, speed=3, width=2, name=None):
    pass

  def comb_all(self, wool, times=2):
    pass


class HandCarder(Carder):

  def comb_all(self, wool, times=4):
    pass

  def comb_once(self, wool, wet=True):
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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # All parameters, and some of the defaults.
        ("Use `card_wool(wool, teeth=None, keep=False)`.", ["keep=False"]),
        ("Use `card_wool(wool, teeth=None, keep=True)`.", []),
        ("Use `card_wool(wool, teeth=2, keep=False)`.", []),
        ("Use `card_wool(wool, teeth=None)`.", []),
        ("Use `card_wool(wool, keep=False, teeth=None)`.", []),
        ("Use `card_wool(fleece, teeth=None, keep=False)`.", []),
        ("For example `card_wool(wool, teeth=None, keep=False)`.", []),
        ("Call our `card_wool(wool, teeth=None, keep=False)`.", []),
        # What is said to be a signature, or is one.
        ("Its signature is `card_wool(wool, teeth=2, keep=False)`.", ["teeth=2", "keep=False"]),
        ("`card_wool` 的签名是 `card_wool(wool, teeth, keep=False)`。", ["keep=False"]),
        ("`def card_wool(wool=None, teeth=None, keep=True)` cards.", ["wool=None"]),
        ("`def card_wool(wool, teeth=None, keep=True) -> None:` cards.", []),
        ("`def card_wool(wool, teeth=2):` is mine.", []),
        # A method, whichever class it is of.
        ("`comb_once(self, wool, wet=False)` combs.", ["wet=False"]),
        ("`comb_all(self, wool, times=4)` combs.", []),
        ("`comb_all(self, wool, times=3)` combs.", ["times=3"]),
        ("`comb_all(self, fleece, times=3)` combs.", []),
        ("`__init__(self, drum, speed=4, width=2, name=None)` begins.", []),
        ("`Carder` has `__init__(self, drum, speed=4, width=2, name=None)`.", ["speed=4"]),
        # Constants of a module.
        ("See `felt_rows(wool, rows=MOST, start=LEAST, wet=None)`.", []),
        ("See `felt_rows(wool, rows=7, start=LEAST, wet=None)`.", []),
        ("See `felt_rows(wool, rows=8, start=3, wet=None)`.", ["rows=8"]),
        ("See `felt_rows(wool, rows=weaving.MOST, start=3, wet=None)`.", []),
        # A table.
        ("| Name | Signature |\n|---|---|\n| `card_wool` | `card_wool(wool, teeth=2, keep=True)` |", ["teeth=2"]),
        ("| Name | Call |\n|---|---|\n| `card_wool` | `card_wool(wool, teeth=2, keep=False)` |", []),
        # An item that begins with what its list is of.
        ("- Carder (class at 25): `drum, speed=4,\n  width=2, name=None`", ["speed=4"]),
        ("- **Carder**: `drum, speed=3, width=2, name=None`", []),
        ("- Carder takes, say: `drum, speed=4, width=2, name=None`", []),
        # A block of text.
        ("```text\ncard_wool   (wool, teeth=None,\n             keep=False)\n```", ["keep=False"]),
        ("```text\ncard_wool   (wool, teeth=None,\n             keep=True)\n```", []),
        ("```text\ndef card_wool(wool, teeth=None, keep=False):\n  work\n```", []),
        ("```\n## More\n```python\ncard_wool(wool, teeth=None, keep=False)\n```", []),
        ("```text\nwork\n  -> card_wool(wool, teeth=None, keep=False) for all\n```", []),
    ],
)
def test_signatures_of_few_names(text: str, expected: list[str], index: Path) -> None:
    assert wrong(index, f"# Functions\n\n{text}\n") == expected


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("comb_once(self, wool, wet=True)", []),
        ("comb_once(self, wool, wax=1, wet=True)", ["wax=1"]),
        ("comb_once(self, wool, wax, wet=True)", ["wax"]),
        ("comb_once(self, wool)", []),  # which leaves something out
        ("comb_once(self, wax=1)", []),
        ("comb_all(self, wool, wet, times=2)", ["wet"]),  # that another method has
        ("comb_never(self, wool, wax=1)", ["comb_never"]),
    ],
)
def test_a_method_with_one_parameter_more(written: str, found: list[str], index: Path) -> None:
    told = wrong(index, f"The method is `{written}` and passes nothing down.\n")
    assert [one.partition("(")[0] for one in told] == found
    assert wrong(index, f"We add the method `{written}` of our own.\n") == []
