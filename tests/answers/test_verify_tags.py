"""What documents say of the numbers of fields."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from answers.claimed import verdicts, wrong

from tfexplore.answers.verify import verify_all
from tfexplore.index.store import Index

DYES = "tensorflow/core/protobuf/dyes.proto"
TEXTS = {
    DYES: """syntax = "proto3";

// A bath, `colour = 9;`
message DyeBath {
  string colour = 1;  /* red = 8; */
  enum State {
    COLD = 0;
    WARM = 1;
    BOILING = 0x2;
    DRAINED = 3;
  }
  repeated State states = 2 [deprecated = true];
  map<string, int32> yarns = 3;
  oneof kind {
    Vat vat = 5;
    string jar = 6;
  }
  reserved 4;
  int64 weight = 7;
}

message Vat {
  string colour = 4;
  string depth = 2;
}
""",
    "tensorflow/core/protobuf/shades.proto": "message Shade {\n  string tint_of_dye = 1;\n}\n",
    "tensorflow/python/ops/shades.py": "class Shade(object):\n\n  def tinted_by(self):\n    pass\n",
    "tensorflow/core/protobuf/looms.proto": "message Loom {\n  string weight = 12;\n}\n",
}
SAID = f"`{DYES}` has them.\n\n"
ROWS = "| `colour` | 1 |\n| `jar` | 6 |\n| `yarns` | 3 |\n"


@pytest.mark.parametrize(
    "header", ["tag", "Number", "field number", "field no.", "#", "编号", "字段号", "序号", "**Tag**"]
)
def test_a_column_of_numbers(header: str, index: Path) -> None:
    table = f"{SAID}| field | {header} |\n|---|---|\n{ROWS}" + "| `weight` | {} |\n"
    assert wrong(index, table.format(7)) == []
    assert wrong(index, table.format(8)) == ["weight = 8"]
    assert wrong(index, table.format(8), tree=False) == []


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("| `colour` | 1 |\n| `weight` | 8 |\n| `yarns` | 4 |\n", []),  # not many of them are right
        ("| `colour` | 1 |\n| `jar` | 6 |\n| `weight` | 8 |\n| `yarns` | 4 |\n", []),
        (ROWS + "| `weight` | 12 |\n", ["weight = 12"]),  # another message's, of which the document does not speak
        (ROWS + "| `depth` | 3 |\n", []),  # that of a message of which nothing else is told
        (ROWS + "| `colour` | 4 |\n", []),
        (ROWS + "| `DyeBath.weight` | `8` |\n", ["weight = 8"]),
        (ROWS + "| `wool` | 8 |\n", []),
        (ROWS + "| weight | 8 |\n", []),
        (ROWS + "| `weight` | 8.5 |\n", []),
        (ROWS + "| `weight` should become | 8 |\n", []),
        ("| `COLD` | 0 |\n| `WARM` | 1 |\n| `DRAINED` | 4 |\n", ["DRAINED = 4"]),
    ],
)
def test_rows(rows: str, expected: list[str], index: Path) -> None:
    assert wrong(index, f"{SAID}| field | tag |\n|---|---|\n{rows}") == expected


def test_a_column_that_counts_the_rows(index: Path) -> None:
    rows = "|---|---|\n| 1 | `colour` |\n| 2 | `states` |\n| 3 | `yarns` |\n| 4 | `vat` |\n"
    assert wrong(index, f"{SAID}| # | field |\n{rows}") == []
    assert wrong(index, f"{SAID}| tag | field |\n{rows}") == ["vat = 4"]
    assert wrong(index, f"{SAID}| # | field |\n{rows}| 6 | `jar` |\n") == ["vat = 4"]


def test_a_column_of_something_else(index: Path) -> None:
    rows = ROWS + "| `weight` | 8 |\n"
    assert wrong(index, f"{SAID}| field | in use |\n|---|---|\n{rows}") == []
    assert wrong(index, f"{SAID}| field | tag |\n|---|---|\n{rows}") == ["weight = 8"]
    assert wrong(index, f"Some.\n\n| field | tag |\n|---|---|\n{rows}") == []
    assert wrong(index, f"Of `Vat` and `DyeBath`:\n\n| field | tag |\n|---|---|\n{rows}") == ["weight = 8"]


@pytest.mark.parametrize(
    "of", ["`{}` (tag {})", "`{}`, field number `{}`", "`{}`（编号 {}）", "`DyeBath.{}` (field {})"]
)
def test_sentences(of: str, index: Path) -> None:
    right = "".join(f"* {of.format(name, number)}\n" for name, number in (("colour", 1), ("jar", 6)))
    assert wrong(index, f"{SAID}{right}* {of.format('weight', 7)}\n") == []
    assert wrong(index, f"{SAID}{right}* {of.format('weight', 8)}\n") == ["weight = 8"]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("it is `int64 weight = 7;`", []),
        ("it is `int64 weight = 8;`", ["weight = 8"]),
        ("the field `weight = 8` of it", ["weight = 8"]),
        ("字段 `weight = 8`", ["weight = 8"]),
        ("it sets `weight = 8`", []),  # which is a value
    ],
)
def test_as_they_are_declared(said: str, expected: list[str], index: Path) -> None:
    assert wrong(index, f"{SAID}And {said}.\n") == expected


def test_what_is_said_of_it(index: Path) -> None:
    text = f"{SAID}| tag | field |\n|---|---|\n| 1 | `colour` |\n| 6 | `jar` |\n| 8 | `weight` |\n"
    (one,) = [one for one in verdicts(index, text) if one.verdict == "differs"]
    assert (one.line, one.column, one.detail) == (7, 3, "it is 7 in DyeBath")
    assert one.location is not None
    assert (one.location.path, one.location.line) == (DYES, 19)


@pytest.mark.source
def test_the_fields_of_all_messages(shipped: Index, source_tree: Path) -> None:
    documents = []
    for file in sorted((source_tree / "tensorflow").rglob("*.proto")):
        path = str(file.relative_to(source_tree))
        fields = re.findall(r"^\s+(?:repeated |optional )?[\w.]+ (\w+) = (\d+)", file.read_text(), re.M)
        tagged = "".join([f"| {number} | `{name}` |\n" for name, number in fields])
        counted = "".join([f"| {at} | `{name}` |\n" for at, (name, _) in enumerate(fields)])
        documents.append((path, f"`{path}`:\n\n| tag | field |\n|---|---|\n{tagged}"))
        documents.append((path, f"`{path}`:\n\n| # | field |\n|---|---|\n{counted}"))
    assert len(documents) > 200

    def read(path: str) -> bytes | None:
        file = source_tree / path
        return file.read_bytes() if file.is_file() else None

    for found in verify_all(shipped, documents, read, lambda: ()):
        assert [one for one in found.verdicts if one.verdict == "differs"] == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("`DyeBath.colour` 的字段号是 1。", []),
        ("`DyeBath.colour` 的字段号是 4。", ["colour = 4"]),  # that of another message's
        ("`Vat.colour` 的字段号是 4。", []),
        ("`colour` has the field number 4.", []),  # which it has in one of them
        ("`colour` has the field number 9.", ["colour = 9"]),
        ("`weight`'s tag is 8.", ["weight = 8"]),
        ("`weight` is field 8.", ["weight = 8"]),
        ("`weight` is field 7.", []),
        ("`DyeBath.weight` (field 8)", ["weight = 8"]),
        ("`DyeBath.weight`（字段号 8）", ["weight = 8"]),
        ("`weight` (`dyes.proto`, field 8)", ["weight = 8"]),
        ("`weight` (dyes.proto:18, field 7)", []),
        ("It is field 8 (`weight`).", ["weight = 8"]),
        ("It is field 7 (`weight`).", []),
        ("There are 8 fields (`weight`).", []),
        ("`cloth`'s tag is 8.", []),
        ("We will add `weight`; `weight`'s tag is 8.", []),
    ],
)
def test_a_number_that_is_said_to_be_a_fields(text: str, expected: list[str], index: Path) -> None:
    assert wrong(index, SAID + text) == expected
    assert wrong(index, SAID + text, tree=False) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`DyeBath.weight`", []),
        ("`DyeBath.depth_of_dye`", ["DyeBath.depth_of_dye"]),
        ("`Vat.colour_of_yarn`", ["Vat.colour_of_yarn"]),
        ("`DyeBath.set_weight`", []),  # accessors, and what every message has
        ("`DyeBath.set_height`", []),
        ("`DyeBath.SerializeToString()`", []),
        ("`DyeBath.depth`", []),  # a word, which a message in it may have
        ("There is no `DyeBath.depth_of_dye`.", []),
        ("Our `DyeBath.depth_of_dye` is another.", []),
        ("`Shade.tint_of_dye` and `Shade.tinted_by`", []),  # of a message and of a class that is called so
        ("`Shade.tint_of_dyes`", ["Shade.tint_of_dyes"]),
    ],
)
def test_fields_behind_their_messages(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text + "\n") == found
    assert wrong(index, text + "\n", tree=False) in ([], found)
