"""Line numbers without a file: which file named before them they are of, and which of them are left alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import ALL_BRAIDS, HEADER, KERNEL, REEL, REEL_HEADER, STRANDS, line_of, verdicts, wrong, wrong_of

from tfexplore.answers import bare_lines
from tfexplore.index.store import Index

TIGHTEN = line_of(KERNEL, "void Tighten")
SILK = line_of(HEADER, "class SilkKnotter")
UNTANGLE = line_of(STRANDS, "def untangle")
BRAID = line_of(KERNEL, "void BraidStrands")
WEFT = "tensorflow/core/kernels/weft_op.cc"


#: Ways to name a file before a number, in all of which `braid_op.cc` is meant.
BEFORE = {
    "heading": f"# Reading {KERNEL}\n\nSome words.\n\n## Tightening\n\n",
    "introduction": f"All of these are in `{KERNEL}`.\n\n",
    "introduction of the document": f"All of these are in `{KERNEL}`.\n\n## Tightening\n\n",
    "earlier section": f"## Braiding\n\nSee `{KERNEL}`.\n\n## Tightening\n\n",
    "among others": f"## Braiding\n\nThere are `{KERNEL}` and `{STRANDS}`.\n\n",
    "others in between": f"## Braiding\n\nIn `{KERNEL}` it is braided.\n\nOf Python is `{STRANDS}`.\n\n",
    "another one in passing": f"# Reading {KERNEL}\n\n* Of Python is `{STRANDS}`.\n",
    "a caption": "Lines of braid_op.cc:\n\n```text\nbraids\n```\n\n",
}
#: Ways to write a number without a file behind or in front of a name.
FORMS = [
    "- `{name}` (line {line}): what it does\n",
    "- `{name}` ({line} 行目)\n",
    "`{name}` 在第{line}行。\n",
    "- `{name}` (Zeile {line})\n",
    "- `{name}` (L{line})\n",
    "- `{name}`, `:{line}`\n",
    "合并函数 `{name}` 在 :{line}，它很短。\n",
    "The function `{name}` is at :{line}, and short.\n",
    "- L{line}: `{name}` does\n",
]  # fmt: skip


@pytest.mark.parametrize("before", BEFORE.values(), ids=BEFORE)
@pytest.mark.parametrize("form", FORMS)
def test_the_number_is_of_the_file_that_has_the_name(before: str, form: str, index: Path) -> None:
    right = before + form.format(name="Tighten", line=TIGHTEN)
    assert wrong(index, right) == []
    (found,) = [one for one in verdicts(index, right) if one.kind == "path:line"]
    assert found.location is not None
    assert (found.location.path, found.location.line) == (KERNEL, TIGHTEN)
    (flagged,) = wrong(index, before + form.format(name="Tighten", line=12))
    assert "12" in flagged


@pytest.mark.parametrize(
    "text",
    [
        "`Tighten` (line 12)",  # no file at all
        f"In `{KERNEL}` and `{HEADER}`.\n\n`InvalidArgument` (line 12)",
        f"See `{KERNEL}`.\n\nMy own `braider.cc`:\n\n`Tighten` (line 12)",  # somebody's file was named last
        f"See `{KERNEL}`.\n\nAnd so on (line 12).",  # nothing that it is said of
        f"See `{KERNEL}`.\n\nThe log has 12 lines, see line 12.",
        f"See `{KERNEL}`.\n\nThe norm is `L12` here.",
    ],
)
def test_a_number_that_may_be_any_file_s_is_left_alone(text: str, index: Path) -> None:
    assert wrong(index, text + "\n") == []


@pytest.mark.parametrize("beside", [REEL, REEL_HEADER])
@pytest.mark.parametrize("between", ["", "\n\n"])
@pytest.mark.parametrize(
    ("name", "path", "on"),
    [
        ("Unreel", REEL, "void Unreel"),
        ("Unreel", REEL_HEADER, "void Unreel"),
        ("Reel", REEL_HEADER, "class Reel"),
        ("Reel", REEL, "Reel::Reel"),  # its constructor
    ],
)
def test_a_header_and_its_source_are_one(
    name: str, path: str, on: str, between: str, beside: str, index: Path
) -> None:  # fmt: skip
    before = f"I read `{beside}`. {between}"
    assert wrong(index, f"{before}`{name}` (line {line_of(path, on)}) is what I need.\n") == []
    assert wrong(index, f"{before}`{name}` is defined at line 2.\n") == ["line 2"]


def test_a_line_that_only_uses_a_name_may_be_of_another_file(index: Path) -> None:
    # `SilkKnotter` is defined in the header, and the line is one of the kernel that has the name.
    used = line_of(KERNEL, "  Tighten(strands)")
    before = f"# {KERNEL}\n\nThe header is `{HEADER}`.\n\n"
    assert wrong(index, f"{before}`Tighten` (line {used}) is what this is about.\n") == []
    assert wrong(index, f"{before}`SilkKnotter` (line {SILK}) is what this is about.\n") == []
    assert wrong(index, f"{before}`SilkKnotter` (line {SILK - 9}) is what this is about.\n") != []


def test_a_number_beyond_the_file_that_is_named_in_passing(index: Path) -> None:
    end = line_of(KERNEL, "}  // namespace tensorflow")
    text = f"`{KERNEL}` is long, `{STRANDS}` short"
    assert end > line_of(STRANDS, "untangled = ")
    assert wrong(index, f"{text}; what ends it (line {end}).\n") == []
    assert wrong(index, f"{text}; what ends it (line {end + 900}).\n") == [f"line {end + 900}"]


def test_a_name_that_no_index_has_is_of_the_file_beside_it(index: Path) -> None:
    uses = line_of(KERNEL, "CrossStrands")
    assert wrong(index, f"In `{KERNEL}` there is `CrossStrands` (line {uses}).\n") == []
    assert wrong(index, f"In `{KERNEL}` there is `CrossStrands` (line {uses - 20}).\n") == [f"line {uses - 20}"]


def test_a_plain_number_in_brackets(index: Path) -> None:
    head = f"In `{KERNEL}` they are `BraidOp` (line {line_of(KERNEL, 'class BraidOp')}), "
    assert wrong(index, f"{head}`BraidStrands` ({BRAID}), `Tighten` ({TIGHTEN}).\n") == []
    assert wrong(index, f"{head}`BraidStrands` ({BRAID}), `Tighten` (12).\n") == ["12"]
    assert wrong(index, f"{head}`BraidStrands` ({BRAID}), `Tighten` (2012).\n") == []  # a year
    # Nothing beside it is a line's.
    assert wrong(index, f"In `{KERNEL}`: `BraidStrands` (64), `Tighten` (12).\n") == []
    assert "64" not in [one.text for one in verdicts(index, f"{head}a matrix of `strands` (64).\n")]


def test_a_variable_may_be_cited_above_a_quotation_of_what_uses_it(index: Path) -> None:
    quoted = "```cpp\nvoid Unreel(Reel* reel) {\n  reel->size = 0;\n}\n```\n"
    for line, right in ((line_of(REEL, "reels_turning"), True), (line_of(REEL, "Reel::Reel"), False)):
        assert (wrong(index, f"In `{REEL}` it is 第{line}行的`reels_turning`:\n\n{quoted}") == []) is right
        assert (wrong(index, f"In `{REEL}` `reels_turning` (line {line}) is it:\n\n{quoted}") == []) is right


def test_the_file_that_is_said_to_be_the_same(index: Path) -> None:
    before = f"- `untangle` is in `{STRANDS}` line {UNTANGLE}.\n\n"
    assert wrong(index, f"{before}- `retangle`: same file, line {UNTANGLE + 8}\n") == []
    assert wrong(index, f"{before}- `retangle`: 同一文件第{UNTANGLE - 9}行\n") != []


def test_a_number_of_a_file_that_there_is_not_has_no_verdict_of_its_own(index: Path) -> None:
    text = "`Tighten` is in `tensorflow/core/kernels/loom_op.cc`, `BraidStrandz` (line 4) too.\n"
    assert "line 4" not in wrong(index, text)


@pytest.mark.parametrize("tree", [True, False])
def test_a_method_may_be_called_as_the_function_beside_it(tree: bool, index: Path) -> None:
    quoted = "```python\n      self.spun.append(strand)\n    return len(self.strands)\n```\n"
    method = line_of(STRANDS, "  def spool(self)")
    for line, right in ((line_of(STRANDS, "def spool(strands)"), True), (method, True), (method - 5, False)):
        assert (wrong(index, f"In `{STRANDS}`, `spool` (line {line}):\n", tree) == []) is right
    assert wrong(index, f"In `{STRANDS}`, `spool` (line {method}):\n\n{quoted}") == []


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("- `BiasAdd` (`core/kernels/bias_op.cc:216`)", True),
        ("- `BiasAdd` (`core/kernels/bias_op.cc:211`)", True),  # of the macro by which it is registered there
        ("- `BiasAdd` (`core/kernels/bias_op.cc:208-214`)", True),
        ("- `BiasAdd` (`core/kernels/bias_op.cc:205-225`)", True),  # with the line among them
        ("- `BiasAdd` (`core/kernels/bias_op.cc:120`)", False),
        ("- `BiasAdd` (`core/kernels/bias_op.cc:230`)", False),
    ],
)
def test_lines_of_what_registers_an_op(text: str, right: bool, shipped: Index) -> None:
    assert (wrong_of(shipped, text) == []) is right


@pytest.mark.parametrize("tree", [True, False])
def test_the_place_of_a_row_is_of_what_the_row_is_of(tree: bool, index: Path) -> None:
    row = "| `{}` | for `BraidOp` | `core/kernels/braid.h:{}` |"
    assert wrong(index, row.format("SilkKnotter", SILK), tree) == []
    assert wrong(index, row.format("StrandReader", SILK), tree) != []


def test_what_is_no_line() -> None:
    assert list(bare_lines.signed("What is `L1` of `Level`, and `L2`?")) == []
    assert [one.start for one in bare_lines.signed("`L12`, `:5`")] == [12, 5]


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        ("`Tighten`（2102 行）", False),
        ("`Tighten` (2102 行)", False),
        ("`Tighten`（30-45 行）", False),
        ("`Tighten`（30 行）", True),  # so many lines it may have
        ("`braid_op.cc`（2102 行）", True),
        ("`core/kernels/braid_op.cc` (2102 行)", True),
    ],
)
def test_numbers_that_may_count_lines(text: str, counted: bool) -> None:
    assert [one.counted for one in bare_lines.signed(text)] == [counted]


def test_a_number_behind_a_comma_is_a_names_and_not_a_files() -> None:
    cell = "| remap | `Remapper::Optimize`，1452 行 |"
    assert [(one.start, one.counted) for one in bare_lines.signed(cell)] == [(1452, False)]
    assert list(bare_lines.signed("`remapper.cc`，1452 行，很长。")) == []
    assert list(bare_lines.signed("`Remapper`，有 1452 行")) == []


DRAWN = """How it goes:

```
BraidStrands          braid_op.cc:{braid}
  -> LoosenStrands    :{loosen}
  -> something else   ({loosen} of them)
```
"""


def test_lines_in_a_column_of_a_drawing(index: Path) -> None:
    right = line_of(KERNEL, "void LoosenStrands")
    assert wrong(index, DRAWN.format(braid=BRAID, loosen=right)) == []
    other = line_of(KERNEL, "void Compute")
    assert wrong(index, DRAWN.format(braid=BRAID, loosen=other)) == [f":{other}"]
    document = DRAWN.format(braid=BRAID, loosen=other).replace(f"braid_op.cc:{BRAID}", "at first")
    assert wrong(index, document) == []  # of no file
    # What stands behind a line is what is done there.
    assert wrong(index, DRAWN.format(braid=BRAID, loosen=right).replace("({", "CrossStrands ({")) == []
    behind = DRAWN.format(braid=BRAID, loosen=f"{other} Tighten").replace("LoosenStrands ", "some ")
    assert wrong(index, behind) == []


def test_places_in_the_next_column_of_a_drawing(index: Path) -> None:
    drawn = "```\nBraidStrands        braid_op.cc:{}\n  -> loosen_knots   python/ops/strands.py:{}\n```\n"
    loosen = line_of(STRANDS, "def loosen_knots")
    assert wrong(index, drawn.format(BRAID, loosen)) == []
    assert wrong(index, drawn.format(BRAID, UNTANGLE)) == [f"python/ops/strands.py:{UNTANGLE}"]


def test_a_number_that_a_file_gives_a_name_is_no_line(index: Path) -> None:
    head = f"In `core/kernels/weft_op.cc` they are `Weft` (line {line_of(WEFT, 'void Weft')}), "
    assert wrong(index, f"{head}`kMostStrands` (12).\n") == []
    assert wrong(index, f"{head}`kMostStrands` (13).\n") == ["13"]


def test_a_word_of_the_row_that_is_at_the_line(index: Path) -> None:
    spool = line_of(STRANDS, "def spool(strands)")
    row = "The functions are in `{}`.\n\n| function | line | for |\n|---|---|---|\n| `{}` | {} | `StrandReader` |\n"
    assert wrong(index, row.format(STRANDS, "spool", spool)) == []
    assert wrong(index, row.format(STRANDS, "spins", spool)) == [str(spool)]


def test_the_line_of_an_include_is_of_the_file_that_includes(index: Path) -> None:
    line = line_of(ALL_BRAIDS, '#include "tensorflow/core/kernels/braid_tips.h')
    said = "See `{}`: the last one there is `braid_tips.h` (line {})."
    assert wrong(index, said.format(ALL_BRAIDS, line)) == []
    assert wrong(index, said.format(ALL_BRAIDS, line - 1)) != []
    assert wrong(index, said.format(KERNEL, line)) != []


def test_a_place_in_a_remark_behind_the_code_that_stands_there(index: Path) -> None:
    first, last = line_of(KERNEL, "BraidStrands(strands, 3);"), line_of(KERNEL, "  strands.end();")
    code = "```cpp\nBraidStrands(strands, 3);  // braid_op.cc:{}\n...\nstrands.end();  // braid_op.cc:{}\n```\n"
    assert wrong(index, code.format(first, last)) == []
    assert wrong(index, code.format(first, last + 9)) != []


def test_a_number_that_only_a_file_named_before_has(index: Path) -> None:
    long = "`core/kernels/braid_op.cc` braids.\n\nSo `core/kernels/weft_op.cc` does, by a loop (line {}).\n"
    assert wrong(index, long.format(30)) == []
    assert wrong(index, long.format(300)) == ["line 300"]
    assert wrong(index, "# Wefts\n\n`core/kernels/weft_op.cc` has a loop (line 30).\n") == ["line 30"]


def test_a_name_on_the_line_before_in_a_block_quote(index: Path) -> None:
    place = line_of(KERNEL, "void LoosenStrands")
    quoted = f"> What undoes it is `LoosenStrands`,\n> defined at `braid_op.cc:{place}`.\n"
    code = "  const Tensor& strands = context->input(0);\n  OP_REQUIRES(context, strands.dims() == 2,"
    block = f"\nHere it is done:\n\n```cpp\n{code}\n```\n"
    assert wrong(index, quoted + block) == []
    assert wrong(index, quoted.replace("LoosenStrands", "something") + block) != []


def test_code_right_behind_its_place(index: Path) -> None:
    place = line_of(KERNEL, "  int tightness_;")
    code = "  const Tensor& strands = context->input(0);\n  OP_REQUIRES(context, strands.dims() == 2,"
    said = f"In `{KERNEL}` the member (line {{}}: `int tightness_;`) stays.\n\n```cpp\n{code}\n```\n"
    assert wrong(index, said.format(place)) == []
    assert wrong(index, said.format(place + 9)) != []


def test_a_file_in_the_header_of_a_table(index: Path) -> None:
    rows = "|---|---|\n| `Knotter` | `SilkKnotter` |\n"
    assert wrong(index, f"| classes (`{HEADER}`) | `StrandReader` |\n{rows}") == []
    assert wrong(index, f"| file | class |\n|---|---|\n| `{HEADER}` | `StrandReader` |\n") != []


def test_a_number_that_the_row_has_stands_at_its_line(index: Path) -> None:
    limit = line_of("tensorflow/core/kernels/shed.cc", "4096")
    row = "| limit (shed_limit) | {} | `shed.cc:{}` |\n"
    head = "| what | value | where |\n|---|---|---|\n"
    assert wrong(index, head + row.format(4096, limit)) == []
    assert wrong(index, head + row.format(4097, limit)) != []


TEXTS = {
    "tensorflow/core/kernels/shed.cc": "int shed_limit(int all);\n"
    + "// A shed.\n" * 9
    + "int Sheds() {\n  return all > 4096;\n}\n"
}


def test_a_line_that_is_the_text_of_a_link(index: Path) -> None:
    link = "https://github.com/tensorflow/tensorflow/blob/v1.15.0/tensorflow/core/kernels/braid_op.cc#L{}"
    said = f"It is in `{REEL}`.\n\nSee [line {TIGHTEN}]({link}).\n"
    assert wrong(index, said.format(TIGHTEN)) == []  # of the file that the link leads to
    assert wrong(index, said.format(TIGHTEN + 3)) != []
    assert wrong(index, f"See [weft_op.cc:{TIGHTEN}]({link.format(TIGHTEN)}).\n") != []


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("- MaxPoolGrad —— 822 行", 822),
        ("3. save_img，234 行", 234),
        ("REGISTER_WEAVE(D, T)，1390 行，CPU 和 GPU 共用", 1390),
        ("- weave_all: 512 行", 512),
        ("weave，512 行", 0),  # a word
        ("它有 weave_all 等 512 行", 0),
    ],
)
def test_numbers_behind_names_without_marks(line: str, number: int) -> None:
    assert [one.start for one in bare_lines.signed(line)] == ([number] if number else [])


def test_a_list_of_names_without_marks(index: Path) -> None:
    """A number of lines, if it stood alone; the other items say that it is none."""
    places = {"BraidStrands": BRAID, "SilkKnotter": SILK}
    said = "".join(f"{at}. {name}，{line} 行\n" for at, (name, line) in enumerate(places.items(), 1))
    text = f"`{KERNEL}`、`{HEADER}`：\n\n{said}3. BraidOp，{{}} 行\n"
    right = line_of(KERNEL, "class BraidOp")
    assert wrong(index, text.format(right)) == []
    assert wrong(index, text.format(right + 30)) == [f"{right + 30} 行"]
    assert wrong(index, f"`{KERNEL}`：\n\n- BraidOp，{right + 30} 行\n") == []
