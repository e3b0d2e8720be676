"""What documents say of the parameters of Python functions: their names, their order and their defaults."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import verdicts, wrong

from tfexplore.answers.verify import verify
from tfexplore.answers.verifying.listed_items import items
from tfexplore.answers.verifying.values import differ
from tfexplore.index.store import Index

PY = "tensorflow/python/ops/shuttles.py"
OTHER = "tensorflow/python/ops/hand_shuttles.py"
TEXTS = {
    PY: '''class Shuttle(object):
  def __init__(self,
               yarn,  # a spool, ("of yarn")
               length=40,
               color='undyed, plain',
               ratio=0.5,
               shape=(2, 2),
               wax=None):
    self.yarn = yarn

  def throw_left(self, force=1, **kwargs):
    self.force = force

  @property
  def yarn_left(self):
    return 1


class FlyShuttle(Shuttle):
  def throw_right(self, force, spin=False):
    pass


@tf_export("shuttles.wind",
           v1=["wind"])
def wind_bobbin(bobbin, yarn, turns=20, tight: bool = True, name=None):
  """Winds."""


@renames_all_arguments
def wind_again(bobbin, turns=20):
  pass


def pull_weft(warp, weft, beat, times=1):
  pass


class Fulling(object):
  def beat_cloth(self, cloth, water):
    pass


def beat_cloth(cloth):
  pass


def hem_cloth(cloth):
  def fold(cloth, width):
    pass

  def knot(cloth, width):
    pass

  return fold(cloth, 1)


def fold(cloth):
  pass


def card_wool(wool, teeth=4, times=2, **others):
  pass


def mend_reed(dent, splits=dtypes.int32, count=DENTS, wire=find_wire(1)):
  pass
''',
    OTHER: """def knot(cloth):
  pass


def pull_weft(warp, weft, pick, times=3):
  pass
""",
}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("`Shuttle.__init__` has the defaults `length=40` and `ratio=0.5`.", []),
        ("`Shuttle.__init__` has the defaults `length=40` and `ratio=0.25`.", ["ratio=0.25"]),
        ("`Shuttle.__init__` has the defaults `length=40, ratio=.50, wax=0`.", ["wax=0"]),
        ('The defaults of `Shuttle` are `color="undyed, plain"`, `shape=(2,2)`.', []),
        ("The defaults of `Shuttle` are `color='dyed'`, `shape=(2, 3)`.", ["color='dyed'", "shape=(2, 3)"]),
        ("`FlyShuttle` has the default values `length=40`, also `wax=True`.", ["wax=True"]),  # those of its base
        ("`Shuttle.__init__` 的默认值：`length=41`，`ratio=0.5`。", ["length=41"]),
        ("`Shuttle` 的默认值是 `length=40`。`wind_bobbin` 里则是 `turns=21`、`tight=True`。", ["turns=21"]),
        ("`Shuttle` has the defaults `length=40`, `wind_bobbin` has `turns=21`.", ["turns=21"]),
        ("`Shuttle` is wide. Its defaults are `length=41`.", ["length=41"]),
        ("`wind_bobbin` takes `turns=21` (the default).", ["turns=21"]),
        ("`wind_bobbin` has the default `turn=20`.", ["turn=20"]),
        ("`wind_bobbin`, whose `turns` defaults to `20`, `name` to `'wound'`", ["name='wound'"]),
        ("`wind_bobbin` 的参数 `turns` 默认为 `21`。", ["turns=21"]),
        ("`throw_right` has `force` and by default `spin=True`.", ["spin=True"]),
        # Announced by the sentence before.
        ("We keep the defaults. For `wind_bobbin` they are `turns=21`, `tight=True`.", ["turns=21"]),
        ("We keep the rest. For `wind_bobbin` they are `turns=21`, `tight=True`.", []),
        # The function that is named behind, or between.
        ("`turns` defaults to `21` in `wind_bobbin`.", ["turns=21"]),
        ("The default of `turns` in `wind_bobbin` is `21`.", ["turns=21"]),
        ("The default of `turns` in `wind_bobbin` is `20`.", []),
        ("The number of `turns` in `wind_bobbin` is `21`.", []),
        ("`turns` defaults to `20` in `wind_bobbin`, and not in `Shuttle`.", []),
        ("`Shuttle` is wide; `turns` defaults to `21` in the function `wind_bobbin`.", ["turns=21"]),
        ("For `Shuttle`, `length` defaults to `41` in `MyShuttle`.", []),
        ("`turns` 默认为 `21`（在 `wind_bobbin` 里）。", ["turns=21"]),
        ("`turns` in `wind_bobbin` defaults to `21`.", ["turns=21"]),
        ("`turns` 在 `wind_bobbin` 里默认是 `20`。", []),
        ("`turns` 在 `wind_bobbin` 里默认是 `21`。", ["turns=21"]),
        ("`times` in `pull_weft` defaults to `2`.", ["times=2"]),
        # Several values, most of which are the defaults.
        ("`Shuttle.__init__` has `length=40`, `ratio=0.25` and `wax=None`.", ["ratio=0.25"]),
        ("`Shuttle.__init__` has `length=40`, `ratio=0.5` and `wax=None`.", []),
        ("`Shuttle.__init__` 有 `length=40`、`rate=0.5` 和 `wax=None`。", ["rate=0.5"]),
        ("`Shuttle` takes `length=40, ratio=0.25`, `wax=None`.", ["ratio=0.25"]),
        ("`Shuttle` has `length=41` and `ratio=0.5`.", []),  # somebody's
        ("`Shuttle` has `yarn=3`, `length=41`, `ratio=0.5` and `wax=None`.", []),  # a call
        ("`Shuttle` does not have `length=41`, `ratio=0.5` and `wax=None`.", []),
        ("`card_wool` has `teeth=4`, `times=2` and `oil=1`.", []),  # there may be any
        ("`card_wool` has `teeth=4`, `times=2` and `wool=1`.", []),
        # What a function of several has, unless the line says which file's.
        ("`pull_weft` has the default `times=3`.", []),
        ("`pull_weft` has the default `times=2`.", ["times=2"]),
        (f"`pull_weft` (`{PY}`) has the default `times=3`.", ["times=3"]),
        # What cannot be told, or is not said.
        ("`mend_reed` has the defaults `splits=tf.int32`, `count=16` and `wire=None`.", []),
        ("`mend_reed` has the default `splits=tf.int64`.", ["splits=tf.int64"]),
        ("`throw_left` has the default `force=1` and `spin=2`.", []),  # there may be any
        ("`wind_bobbin` is called with `turns=5`, the default of `Shuttle` is another.", []),
        ("`wind_bobbin` overrides the default `turns=5`.", []),
        ("`wind_bobbin` with `turns=5` (default `20`)", []),
        ("`CrossStrands` and `wind_bobbin`; the `Loom` has the default `turns=5`.", []),
        ("`Shuttle` and `wide` have the default `length=41`.", []),
        ("`Shuttle` calls BraidStrands(), which has the default `length=41`.", []),
        ("Our own `wind_bobbin` has the default `turns=5`.", []),
        ("On master `wind_bobbin` has the default `turns=5`.", []),
    ],
)
def test_defaults(text: str, expected: list[str], index: Path) -> None:
    assert wrong(index, text + "\n") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("`wind_bobbin` also accepts `loose` to save wax.", ["loose"]),
        ("`wind_bobbin` also accepts `tight` to save yarn.", []),
        ("`wind_bobbin` accepts `loose` yarn.", []),
        ("`wind_bobbin` takes the arguments `yarn`, `turn` and `name`.", ["turn"]),
        ("`Shuttle.__init__` has a keyword argument `wax_it`.", ["wax_it"]),
        ("The argument `wax_it` of `Shuttle.__init__` is new to many.", []),  # perhaps to be
        ("The argument `wax_it` of `Shuttle.__init__` is for summer.", ["wax_it"]),
        ("`throw_right`'s `spinning` argument", ["spinning"]),
        ("`throw_right` 的参数 `spinning`", ["spinning"]),
        ("`throw_right` 的参数 `spin`", []),
        ("`FlyShuttle.throw_right` 还接受参数 `force` 和 `spinning`。", ["spinning"]),
        ("`FlyShuttle` takes the argument `spin`.", []),  # a method of it does
        ("`FlyShuttle` takes the argument `spinning`.", ["spinning"]),
        ("`throw_left` accepts `spinning` to go on.", []),
        ("`wind_again` has the argument `spinning`.", []),  # the decorator's, perhaps
        ("`wind_bobbin` has no argument `loose`.", []),
        ("`wind_bobbin` accepts `tight`, and `wind_again` takes `bobbin`.", []),
        ("`wind_bobbin` accepts `tight`, `loose` and `name`.", ["loose"]),
        ("`wind_bobbin` accepts `None` and `int32`.", []),
        ("`pull_weft` takes the argument `pick`.", []),
        (f"`pull_weft` of `{PY}` takes the argument `beat`.", []),
        ("`fold` has an argument `width`.", []),  # one of them has, which the index does not list
        ("`hem_cloth` has an argument `width`.", ["width"]),
        ("`knot` has an argument `width`.", ["width"]),
        (f"`hem_cloth` (`{PY}`) has an argument `width`.", ["width"]),
        (f"`knot` (`{PY}`) has an argument `width`.", []),  # the one within another function
        ("`beat_cloth` has an argument `water`.", []),  # one of them has
        ("`beat_cloth` has an argument `soap`.", ["soap"]),
        ("Your `wind_bobbin` takes the argument `loose`.", []),
    ],
)
def test_parameters(text: str, expected: list[str], index: Path) -> None:
    assert wrong(index, text + "\n") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- `wind_bobbin(bobbin, yarn, turns=20, tight=True, name=None)`", []),
        ("- `wind_bobbin(bobbin, yarn, turns=20, tight=False, name=None)`", ["tight=False"]),
        ("- `wind_bobbin(bobbin, yarn, turn=20, tight=True, name=None)`", ["turn=20"]),
        ("- `wind_bobbin(yarn, bobbin, turns=20, tight=True, name=None)`", ["bobbin"]),
        ("- `wind_bobbin(bobbin, yarn, turns=20, tight=False, ...)`", ["tight=False"]),
        ("- `wind_bobbin(bobbin, yarn, turns=5, tight=False, name='b')`", []),  # a call
        ("- For example `wind_bobbin(bobbin, yarn, turns=20, tight=False, name=None)`", []),
        ("- `Shuttle(yarn, length=40, color='red', ratio=0.5)`", []),  # some of six
        ("- `wind_bobbin(bobbin=b, yarn=y, turns=20, tight=False, name=None)`", []),
        ("- `Shuttle.__init__(self, yarn, length=40, color='undyed, plain', ratio=1, shape=(2, 2), wax=None)`",
         ["ratio=1"]),
        # A method as it is defined, of the class that the sentence or the heading speaks of.
        ("`FlyShuttle.throw_right(self, force, spin=True)`", ["spin=True"]),
        ("`FlyShuttle.throw_right(force, spin=True)`", []),  # a call
        ("`FlyShuttle` has `throw_right(self, force, spin=True)`.", ["spin=True"]),
        ("## `FlyShuttle`\n\nA method: `throw_right(self, force, spin=True)`.", ["spin=True"]),
        ("## `FlyShuttle`\n\nA method: `throw_right(self, force, spin=False)`.", []),
        ("## `FlyShuttle`\n\nA method: `throw_right(self, force, times=2)`.", []),  # another function's
        # In brackets, and in a row of which the cells between tell something else.
        ("| a | b | c |\n|---|---|---|\n| `wind_bobbin` | `Fulling` | `(bobbin, yarn, turns=20, tight=False)` |",
         ["tight=False"]),
        ("| a | b | c |\n|---|---|---|\n| `wind_bobbin` | `Fulling` | `(bobbin, yarn, turns=20, tight=True)` |", []),
        ("| a | `wind_bobbin(bobbin, yarn, turns=20, tight=True, name='')` |\n|---|---|\n| b | `c` |", ["name=''"]),
        ("`wind_bobbin` 的参数依次为 `bobbin, yarn, turns=20, tied=True, name=None`。", ["tied=True"]),
        ("`wind_bobbin`; arguments `bobbin, yarn, turns=20, tight=True, name=None`", []),
        ("`wind_bobbin` returns `bobbin, yarn, shed, heddle, reed`.", []),  # a list of something else
        ("`pull_weft(warp, weft, pick, times=3)`", []),
        ("`pull_weft(warp, weft, pick, times=1)`", []),  # a call, perhaps
    ],
)  # fmt: skip
def test_signatures(text: str, expected: list[str], index: Path) -> None:
    assert wrong(index, text + "\n") == expected


def test_the_authors_own_functions(index: Path) -> None:
    mine = "class Mine:\n  def __init__(self, a):\n    self.a = a\n"
    own = f"```python\ndef wind_bobbin(a, loose=1):\n  return a\n\n{mine}```\n"
    said = "`wind_bobbin` has the default `turns=21`.\n\n`Shuttle.__init__` has the default `length=41`.\n"
    assert wrong(index, said) == ["turns=21", "length=41"]
    assert wrong(index, own + said) == ["length=41"]


def test_what_is_said_of_it(index: Path) -> None:
    (one,) = [v for v in verdicts(index, "`Shuttle` has the default `length=4`.\n") if v.verdict != "found"]
    assert (one.verdict, one.detail, one.column) == ("differs", "`length` is 40 there", 28)
    assert one.location is not None
    assert (one.location.path, one.location.line) == (PY, 2)
    (one,) = [v for v in verdicts(index, "`wind_bobbin` has the argument\n`turn`.\n") if v.verdict != "found"]
    assert (one.verdict, one.suggestions, one.detail) == ("not found", ("turns",), "no parameter of wind_bobbin")
    assert (one.line, one.column) == (2, 2)


def test_without_a_tree_only_what_the_index_has(index: Path, shipped: Index) -> None:
    assert wrong(index, "`Shuttle` has the default `length=4`.\n", tree=False) == []
    name = "`tf.keras.preprocessing.sequence.pad_sequences`"
    said = f"{name} has the defaults `maxlen=None` and `padding='behind'`.\n\n`conv2d` has the default `padding=1`.\n"
    found = verify(shipped, "notes.md", said).verdicts
    assert [one.text for one in found if one.verdict == "differs"] == ["padding='behind'"]


@pytest.mark.parametrize(
    ("call", "right"),
    [
        ("tf.nn.relu(x, name=None)", True),
        ("tf.keras.preprocessing.sequence.pad_sequences(x, maxlen=3)", True),
        ("tf.keras.preprocessing.sequence.pad_sequences(x, max_len=3)", False),
        ("tf.keras.preprocessing.sequence.pad_sequences(x, f(max_len=3))", True),
        ("my.pad_sequences(x, max_len=3)", True),
    ],
)
def test_calls_of_public_functions(call: str, right: bool, shipped: Index) -> None:
    found = verify(shipped, "notes.md", f"Then call `{call}`.\n").verdicts
    assert all(one.verdict == "found" for one in found) is right


@pytest.mark.parametrize(
    ("one", "other", "different"),
    [
        ("'a'", '"a"', False),
        ("u'a'", "'a'", False),
        ("1e-3", "0.001", False),
        ("0x10", "16", False),
        ("1", "2", True),
        ("'1'", "1", True),
        ("None", "False", True),
        ("(1, 'a')", "[1,'a']", False),
        ("(1, 1)", "(1, 1, 1)", True),
        ("(1, f())", "(1, 2)", False),
        ("dtypes.float32", "tf.float32", False),
        ("dtypes.float32", "tf.int32", True),
        ("float32", "'float32'", False),
        ("f(1)", "None", False),
        ("()", "(1,)", True),
    ],
)
def test_values(one: str, other: str, different: bool) -> None:
    assert differ(one, other) is different
    assert differ(other, one) is different


@pytest.mark.parametrize("text", ["a, (b", "'", '"""', "a)", "(]", "#", "\\", "'\\"])
def test_items_of_anything(text: str) -> None:
    items(text)


def test_items_and_remarks() -> None:
    assert [text for _, text in items("a, # b, )\n c='#,')")[0]] == ["a", "c='#,'"]
