"""Defaults of Python functions' parameters in tables and lists."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

TEXTS = {
    "tensorflow/python/ops/felting.py": """class FeltMaker(object):

  def __init__(self, wool, width=2, depth=1e-6, edge='round', wet=None, keep_dry=True):
    pass


class FeltPresser(object):

  def __init__(self, wool, width=3, depth=0.5):
    pass


class FeltCutter(object):

  def __init__(self, wool, width=4, depth=0.25):
    pass


class FeltCutterOptimizer(object):

  def __init__(self, wool, depth=0.75):
    pass
""",
}
RIGHT = {"width": "2", "depth": "0.000001", "edge": "'round'", "wet": "None", "`keep_dry`": "`True`"}


def table(head: str, **altered: str) -> str:
    """A table of defaults, most of them those of `FeltMaker`."""
    rows = {**RIGHT, **altered}
    return f"| parameter | {head} |\n|---|---|\n" + "".join(f"| {name} | {each} |\n" for name, each in rows.items())


@pytest.mark.parametrize(
    ("above", "altered", "found"),
    [
        ("The constructor of `FeltMaker`:", {}, []),
        ("The constructor of `FeltMaker`:", {"depth": "1e-5"}, ["1e-5"]),
        ("`FeltMaker.__init__` 的参数：", {"wet": "False"}, ["False"]),
        ("## `FeltMaker`", {"edge": "'square'"}, ["'square'"]),
        ("The constructor of `FeltPresser`:", {"depth": "1e-5"}, []),  # of which most are others
        ("The constructor:", {"depth": "1e-5"}, []),
        ("The constructor of `FeltMaker`:", {"depth": "1e-5", "width": "3"}, []),  # too many
        ("The constructor of `FeltMaker`:", {"depth": "1e-5 (1e-6)"}, []),  # more than a value
        ("The constructor of `FeltMaker`:", {"edge": "round"}, []),
    ],
)
@pytest.mark.parametrize("head", ["default", "默认值"])
def test_a_table_of_defaults(head: str, above: str, altered: dict[str, str], found: list[str], index: Path) -> None:
    assert wrong(index, f"{above}\n\n{table(head, **altered)}") == found


@pytest.mark.parametrize("head", ["our default", "recommended", "type", "value in 2.x"])
def test_other_columns(head: str, index: Path) -> None:
    assert wrong(index, f"The constructor of `FeltMaker`:\n\n{table(head, depth='1e-5')}") == []


def test_a_column_of_a_class(index: Path) -> None:
    assert wrong(index, table("`FeltMaker`", depth="1e-5")) == ["1e-5"]
    assert wrong(index, table("`FeltMaker`")) == []


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ("| FeltCutter `width` | 4 |", []),
        ("| FeltCutter `width` | 5 |", ["5"]),
        ("| `FeltCutter` `width` | `5` | | |", ["5"]),
        ("| FeltCutter `depth` | 0.75 |", []),  # the optimizer's of that name
        ("| FeltCutter `height` | 5 |", []),
        ("| FeltCutter | 5 |", []),
        ("| Cutter `width` | 5 |", []),
    ],
)
def test_rows_of_a_class_each(row: str, found: list[str], index: Path) -> None:
    others = (
        "| FeltMaker `width` | 2 |\n| FeltMaker `edge` | `'round'` |\n| FeltPresser `width` | 3 |\n"
        "| FeltPresser `depth` | 0.5 |\n"
    )
    assert wrong(index, f"| what | value |\n|---|---|\n{others}{row}\n") == found
    if found:  # too few of the others are right
        assert wrong(index, f"| what | value |\n|---|---|\n{others.replace('3', '7')}{row}\n") == []


@pytest.mark.parametrize(
    ("above", "depth", "found"),
    [
        ("The defaults of `FeltMaker`:", "1e-6", []),
        ("The defaults of `FeltMaker`:", "1e-5", ["1e-5"]),
        ("`FeltMaker` 的默认值：", "1e-5", ["1e-5"]),
        ("We make a `FeltMaker` of:", "1e-5", []),
        ("Our defaults for `FeltMaker`:", "1e-5", []),
    ],
)
def test_a_list_of_defaults(above: str, depth: str, found: list[str], index: Path) -> None:
    items = f"- `width`: 2\n- `depth`: {depth}\n- `edge` = 'round'\n- `wet` (default None), not wet\n"
    assert wrong(index, f"{above}\n\n{items}") == found


@pytest.mark.parametrize(
    ("width", "depth", "found"),
    [
        ("4", "`depth=0.25`", []),
        ("5", "`depth=0.25`", ["5"]),
        ("4", "`depth=0.5`", ["0.5"]),
        ("4", "wool, `depth = 0.5`", ["0.5"]),
        ("4", "`depth=0.75`", []),  # the optimizer's of that name
        ("4", "`depth=0.5 * scale`", []),
        ("4 or 5", "`height=7`", []),
        ("5", "`depth=0.5`", []),  # too many
    ],
)
def test_parameters_as_headers(width: str, depth: str, found: list[str], index: Path) -> None:
    rows = (
        "| `FeltMaker` | 2 | `depth=1e-6`, `edge='round'`, `keep_dry=True` |\n| `FeltPresser` | 3 | `depth=0.5` |\n"
        f"| `FeltCutter` | {width} | {depth} |\n"
    )
    assert wrong(index, f"| class | `width` | other defaults |\n|---|---|---|\n{rows}") == found
    assert wrong(index, f"默认值：\n\n| 类 | `width` | 其他 |\n|---|---|---|\n{rows}") == found
    # Nobody says that they are the defaults, or somebody that they are not.
    assert wrong(index, f"| class | `width` | others |\n|---|---|---|\n{rows}") == []
    assert (
        wrong(index, f"We set, instead of the defaults:\n\n| class | `width` | others |\n|---|---|---|\n{rows}") == []
    )
    assert wrong(index, f"| class | `width` | our defaults |\n|---|---|---|\n{rows}") == []


@pytest.mark.parametrize(
    ("above", "found"),
    [
        ("Signature of `FeltMaker`:", True),
        ("## `felting.py`\n\nThe arguments:", True),  # of one of its classes
        ("## `python/ops/felting.py`\n\n构造函数的参数：", True),
        ("We make a `FeltMaker` of:", False),
        ("## `felting.py`\n\nWe use:", False),
    ],
)
def test_a_list_of_what_a_signature_has(above: str, found: bool, index: Path) -> None:
    items = "- `width=2`\n- `depth={}`\n- `edge='round'`\n- `wet=None`\n- `keep_dry=True`\n"
    assert wrong(index, f"{above}\n\n" + items.format("1e-6")) == []
    assert wrong(index, f"{above}\n\n" + items.format("1e-5")) == (["1e-5"] if found else [])
    # Where values are said otherwise they need not be the defaults, unless the class is named.
    said = f"{above}\n\n" + items.format("1e-5").replace("`width=2`", "`width`: 2")
    assert wrong(index, said) == (["1e-5"] if above.startswith("Signature") else [])


@pytest.mark.parametrize(
    ("head", "cell", "found"),
    [
        ("defaults", "width 3, depth 0.5", []),
        ("defaults", "width 3, depth 0.25", ["0.25"]),
        ("默认值", "`width` 2、`depth` 0.5", ["2"]),
        ("our defaults", "width 3, depth 0.25", []),
        ("remarks", "width 3, depth 0.25", []),
        ("defaults", "width 3 to 5, depth 0.25 and more", []),  # no values alone
    ],
)
def test_values_with_a_name_and_no_sign(head: str, cell: str, found: list[str], index: Path) -> None:
    rows = "| `FeltMaker` | width 2, depth 1e-6 |\n| `FeltPresser` | {} |\n| `FeltCutter` | width 4, depth 0.25 |\n"
    assert wrong(index, f"| class | {head} |\n|---|---|\n{rows.format(cell)}") == found
