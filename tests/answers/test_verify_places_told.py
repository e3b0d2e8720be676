"""Places that sentences tell: numbers without a word for them, kinds of things, callers, columns, what is elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import ALL_BRAIDS, HEADER, KERNEL, REEL, STRANDS, line_of, verdicts, wrong, wrong_of

from tfexplore.index.store import Index

TIGHTEN, LOOSEN, COMPUTE, BRAID = (
    line_of(KERNEL, text) for text in ("void Tighten", "void LoosenStrands", "  void Compute", "void BraidStrands")
)
CLASS, MADE = line_of(KERNEL, "class BraidOp"), line_of(KERNEL, "  explicit BraidOp")
UNTANGLE, READER = line_of(STRANDS, "def untangle"), line_of(STRANDS, "class StrandReader")
REELED, UNREELED = line_of(REEL, "Reel::Reel"), line_of(REEL, "void Unreel")

SPINDLE = "tensorflow/python/keras/spindle.py"
SPINDLE_H = "tensorflow/c/spindle.h"
TURNER, SAVING = "tensorflow/core/lib/turner.h", "tensorflow/cc/saving.cc"
TEXTS = {
    SPINDLE: '''"""Spindles."""

from tensorflow.python.ops.strands import SPIN_FLAG as _SPIN_FLAG


class Spindle(object):
  """Turns."""

  def __init__(self,
               width=2,
               depth=1e-6,
               edges='round',
               wet=None):
    self._width = width


  def turn(self):
    pass




  def flags(self):
    return ['-DSPIN=%d' % _SPIN_FLAG, os.environ['TF_REEL_WIDTH']]
''',
    TURNER: """// Turns.
class Turner {
  void Compute(int times) { Turn(times); }
};
""",
    SAVING: """// Saves.
// The file is called saved_model.pb, whatever it has.
void Save() {
  Unsaid();
  Open(kSavedFilenamePb);
  CrossEveryStrand();
}
""",
    "tensorflow/lib/braids/BUILD": """cc_library(
    hdrs = [
        "core/lib/reel.h",
    ],
)
""",
    SPINDLE_H: """// Declares.
void TF_SpindleNew(int width);



void TF_SpindleTurn(int times);



void TF_SpindleStop(int reason);
""",
}


@pytest.mark.parametrize(("line", "found"), [(6, False), (60, True)])
@pytest.mark.parametrize(
    "words",
    [
        "头文件 `c/spindle.h` 里：`TF_SpindleNew` 2 行，`TF_SpindleTurn` {} 行。\n",
        "`braid.h` is another; `c/spindle.h` has them: `TF_SpindleNew` at 2, `TF_SpindleTurn` at {}.\n",
        "`c/spindle.h` declares them: TF_SpindleNew at 2, TF_SpindleTurn at {}.\n",
    ],
)
def test_numbers_behind_names(words: str, line: int, found: bool, index: Path) -> None:
    assert wrong(index, words.format(line)) == ([str(line)] if found else [])


def test_a_number_that_no_other_bears_out(index: Path) -> None:
    assert wrong(index, "`c/spindle.h` 里：`TF_SpindleNew` 3000 行，`TF_SpindleTurn` 60 行。\n") == []


@pytest.mark.parametrize(("line", "found"), [(CLASS, False), (COMPUTE, True)])
@pytest.mark.parametrize("words", ["It takes them. class at {}, and so on.\n", "`BraidOp` takes them (class at {}).\n"])
def test_a_kind_at_a_line(words: str, line: int, found: bool, index: Path) -> None:
    said = f"braid_op.cc:{line}"
    assert wrong(index, words.format(said)) == ([said] if found else [])


@pytest.mark.parametrize(("line", "found"), [(BRAID + 6, False), (COMPUTE, True)])
@pytest.mark.parametrize("words", [", called from", ", invoked at", " and is called in"])
def test_where_a_name_is_called(words: str, line: int, found: bool, index: Path) -> None:
    said = f"braid_op.cc:{line}"
    told = f"`Tighten` (`braid_op.cc:{TIGHTEN}`){words} `{said}` while they are braided.\n"
    assert wrong(index, told) == ([said] if found else [])


@pytest.mark.parametrize(("line", "found"), [(9, False), (4, True)])
def test_a_constructor_of_a_module(line: int, found: bool, index: Path) -> None:
    told = f"类定义在 `keras/spindle.py:6`，构造函数在第 {line} 行（`__init__`）。\n"
    assert wrong(index, told) == ([f"第 {line} 行"] if found else [])


@pytest.mark.parametrize(("line", "found"), [(23, False), (18, True)])
def test_what_a_module_imports_under_another_name(line: int, found: bool, index: Path) -> None:
    said = f"keras/spindle.py:{line}"
    assert wrong(index, f"That is `-DSPIN`, from `SPIN_FLAG` ({said}).\n") == ([said] if found else [])


def test_lines_that_are_files(index: Path) -> None:
    # The second line is of the file that has both, and not of the first that stands on one.
    first, second = line_of(ALL_BRAIDS, '#include "tensorflow/core/lib'), line_of(ALL_BRAIDS, "inline") - 2
    told = f"`all_braids.h`: line {first} is `core/lib/reel.h`, line {second} is `kernels/braid_tips.h`.\n"
    assert wrong(index, told) == []
    told = f"`all_braids.h` 里，第 {first} 行是 `core/lib/reel.h`，第 {second} 行是 `kernels/braid_tips.h`。\n"
    assert wrong(index, told) == []


@pytest.mark.parametrize(
    ("lines", "found"),
    [((BRAID, LOOSEN, UNREELED), []), ((BRAID, LOOSEN, REELED), [f"reel.cc:{REELED}"])],
)
def test_a_column_whose_place_begins_something_else(lines: tuple[int, ...], found: list[str], index: Path) -> None:
    heads = [line_of(HEADER, "void BraidStrands"), line_of(HEADER, "void LoosenStrands"), 13]
    names, files = (
        ("BraidStrands", "LoosenStrands", "Unreel"),
        (("braid.h", "braid_op.cc"),) * 2 + (("reel.h", "reel.cc"),),
    )
    rows = "".join(
        f"| `{name}` | {header}:{head} | {source}:{line} |\n"
        for name, head, line, (header, source) in zip(names, heads, lines, files, strict=True)
    )
    assert wrong(index, f"| function | declared | defined |\n|---|---|---|\n{rows}") == found


@pytest.mark.parametrize(
    ("name", "found"), [("wet", []), ("wetness", ["wetness"])]
)  # fmt: skip
@pytest.mark.parametrize("kind", ["table", "list"])
def test_parameters_of_a_class(kind: str, name: str, found: list[str], index: Path) -> None:
    if kind == "table":
        rows = f"| `width` | `2` |\n| `depth` | `1e-6` |\n| `edges` | `'round'` |\n| `{name}` | `None` |\n"
        assert wrong(index, f"### `Spindle`\n\n| argument | default |\n|---|---|\n{rows}") == found
    else:
        told = f"`Spindle` has among its arguments `width=2`, `depth`, `edges='round'` and\n`{name}`, all kept.\n"
        assert wrong(index, told) == found


@pytest.mark.parametrize(
    ("name", "found"), [("Unreel", []), ("StrandReader", ["StrandReader"])]
)  # fmt: skip
@pytest.mark.parametrize("words", ["is in the same file", "(same file, further down)", "也在同一个文件里"])
def test_the_same_file(words: str, name: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"`Reel` is defined in `core/lib/reel.cc`, and `{name}` {words}.\n") == found


def test_the_same_file_as_one_further_up(index: Path) -> None:
    assert wrong(index, "`core/lib/reel.cc` is one.\n\n`untangle` in the same file; see `core/lib/reel.h`.\n") == []


@pytest.mark.parametrize(
    ("path", "found"),
    [("core/lib/reel.cc", False), ("core/kernels/braid_op.cc", False), ("core/lib/turner.h", True)],
)
def test_a_method_in_a_file(path: str, found: bool, index: Path) -> None:
    owner = "Reel::Reel" if "reel" in path else "BraidOp::Compute"
    assert wrong(index, f"It goes to `{owner}`, declared in `{path}`.\n") == ([path] if found else [])


@pytest.mark.parametrize(("line", "found"), [(6, False), (3, True)])
def test_a_line_of_a_file_that_was_cited_before(line: int, found: bool, index: Path) -> None:
    # The name stands there in a file that the document has cited further up, so that this one is meant.
    told = f"Read `cc/saving.cc`.\n\nThe other is `braid_op.cc`. What does `CrossStrands`, line {line}, do?\n"
    assert wrong(index, told.replace("CrossStrands", "CrossEveryStrand") if not found else told) == (
        [f"line {line}"] if found else []
    )


def test_what_is_shared_by_others(index: Path) -> None:
    assert wrong(index, "What is shared by `Tighten` and `LoosenStrands` is in `lib/reel.cc`.\n") == []
    assert wrong(index, "`LoosenStrands` is in `lib/reel.cc`.\n") == ["lib/reel.cc"]


def test_what_the_next_sentence_introduces(index: Path) -> None:
    block = "```cpp\nvoid Tighten(const Tensor& strands) {\n  strands.end();\n}\n```\n"
    told = f"They are in `braid_op.cc`, that of matrices first (line {COMPUTE + 3}, for both). For all strands there is"
    told += " just one:"
    assert wrong(index, f"{told}\n\n{block}") == []
    assert wrong(index, f"It is in `braid_op.cc`, line {COMPUTE + 3}:\n\n{block}") == [
        f"braid_op.cc`, line {COMPUTE + 3}"
    ]


@pytest.mark.parametrize(("lines", "found"), [((TIGHTEN + 4, TIGHTEN), False), ((COMPUTE, COMPUTE + 1), True)])
def test_one_of_two_lines_is_quoted(lines: tuple[int, int], found: bool, index: Path) -> None:
    block = "```cpp\nvoid Tighten(const Tensor& strands) {\n  strands.end();\n}\n```\n"
    said = f"braid_op.cc`, at lines {lines[0]} and {lines[1]}"
    assert wrong(index, f"Both are in `{said}:\n\n{block}") == ([said] if found else [])


def test_lines_behind_what_is_quoted(index: Path) -> None:
    body = "  for (int i = 0; i < times; ++i) {\n    CrossStrands(strands, i);\n  }\n\n\n  Tighten(strands);\n}"
    block = f"```cpp\nvoid BraidStrands(const Tensor& strands, int times) {{\n{body}\n```\n"
    told = f"It is the class of `braid_op.cc:{CLASS}`. That is why you see the other one, lines {{}}-{{}}."
    last = BRAID + body.count("\n") + 1
    assert wrong(index, f"{told.format(last + 1, last + 4)}\n\n{block}") == []
    assert wrong(index, f"{told.format(last + 3, last + 6)}\n\n{block}") != []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("There is none for others. `core/lib/reeel.cc` takes over.\n", ["core/lib/reeel.cc"]),
        ("`core/lib/reeling.cc` has it. There is no `Spin` in this tree.\n", ["core/lib/reeling.cc"]),
        ("`core/lib/reeling.cc` had it. It is gone, there is no such file.\n", []),
        ("There is no `core/lib/reeling.cc`.\n", []),
        ("See `tensorflow/tools/warp/g3doc/warp.md`.\n", []),
        ("See `tensorflow/tools/warp/g3doc/weft.md`.\n", ["tensorflow/tools/warp/g3doc/weft.md"]),
        ("All of them have their own file, `core/lib/reeling.cc`.\n", ["core/lib/reeling.cc"]),
    ],
)
def test_what_a_sentence_says_of_a_file(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text) == found


def test_folders_of_ones_own(index: Path) -> None:
    # `acme/core/lib/reel.cc` is a letter or two from nothing: it is below a folder that only the document has.
    told = "ACME files are `acme/kernels/wool_op.cc`, `acme/python/wool.py` and `acme/lib/reeel.cc`.\n"
    assert wrong(index, told) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1.14: `core/lib/reeling.cc` with `Spin`.\n", []),
        ("2.0 has already `core/lib/reeling.cc` and more; 1.15 has not.\n", []),
        ("`core/lib/reeling.cc` also is 2.0's only.\n", []),
        ("Removed: `core/lib/reeling.h` and `core/lib/reeling.cc` (both 1.14 only).\n", []),
        ("`core/lib/reeling.cc` is there.\n", ["core/lib/reeling.cc"]),
        ("1.15 has `core/lib/reeling.cc`.\n", ["core/lib/reeling.cc"]),
    ],
)
def test_a_document_that_compares_releases(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"# 1.14 vs 1.15 vs 2.0\n\n{text}") == found


def test_numbers_of_another_thing(index: Path) -> None:
    # No release of TensorFlow is spoken of, and none that the title names.
    assert wrong(index, "It asks for `reels >= 1.0.5`, see `core/lib/reeling.cc`.\n") == ["core/lib/reeling.cc"]
    assert wrong(index, "# Reels\n\n2.0 has already `core/lib/reeling.cc`.\n") != ["core/lib/reel.cc"]


@pytest.mark.parametrize(
    "text",
    [
        "Short names: `K/` is\n`tensorflow/core/kernels/`.\n\nIt is in `K/{}`.\n",
        "my notes. kk = tensorflow/core/kernels, ll = tensorflow/core/lib. Not polished!\n\nIt is in kk/{}.\n",
    ],
)
def test_short_names_of_notes(text: str, index: Path) -> None:
    assert wrong(index, text.format("braid_op.cc:3")) == []
    said = text.rpartition("in ")[2].strip("`.\n{} ").rstrip("{")
    assert wrong(index, text.format("braid_opp.cc:3")) == [f"{said}braid_opp.cc:3"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("我写了个脚本 `tools_zh/run_it.py`，函数 `collect_all_of_it()` 输出。\n", []),
        ("I wrote a script, `scripts/run_it.py`, function `collect_all_of_it()`, for that.\n", []),
        ("The last argument of the call, `3`, is `times` (braid_op.cc:17-17), as BraidStrands has it.\n", []),
        ("We add `core/lib/wool.{h,cc}` and `spin_wool_of()`. None of them is upstream.\n", []),
        ("1. `Save`，`cc/saving.cc`：先找 `saved_model.pb`（第 5 行）。\n", []),
        ("`Spindle`: `width=5` is refused, with an error; see keras/spindle.py.\n", []),
        ("> `Tighten` is at `braid_op.cc:3`\n\nNo, that one is at the top; it is further down.\n", []),
    ],
)
def test_what_is_left_alone(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text) == found


def test_registrations_at_lines(shipped: Index) -> None:
    told = "In core/kernels/unravel_index_op.cc the registrations use `int32` and `int64` (lines {}).\n"
    assert wrong_of(shipped, told.format("117-121")) == []
    assert wrong_of(shipped, told.format("58-61")) == ["lines 58-61"]


def test_a_line_by_which_a_macro_registers(shipped: Index) -> None:
    table = "core/kernels/conv_ops.cc:\n\n| type | line | kernel |\n|---|---|---|\n"
    rows = "| `half` | 569 | `Conv2DOp<CPUDevice, Eigen::half>` |\n| `float` | 570 | `Conv2DOp<CPUDevice, float>` |\n"
    assert wrong_of(shipped, table + rows) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("makes a `cc_library` called `math_ops_op_lib` of it.\n", []),
        ("runs `gen_math_ops_py_wrappers_cc` in `math_ops_pygenrule`; see `mat_mul_eager_fallback`.\n", []),
        ("Never seen: StringNGrams, UnicodeScript, StringReverse, StringFormat.\n", ["StringReverse"]),
        ("Never seen: StringNGrams, UnicodeScript, StringFormat.\n", []),
        ("`NumSchedulableCPUs` and others are declared (cpu_info.h:38 and 69).\n", []),
        ("- `ResizeBilinear` under XLA: `half_pixel_centers=True` is refused.\n", []),
    ],
)
def test_by_the_index(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text) == found


#: A document with so many names of the tree that one which no file has is meant to be one of them.
MANY = "It is on `braid_op.cc`, `braid.h` and `strands.py`.\n\n" + "".join(
    f"- `{name}`\n"
    for name in ("BraidStrands", "LoosenStrands", "CrossStrands", "StrandReader", "KnotRing", "SilkKnotter", "BraidOp")
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It makes a library called `braid_op_op_lib`, see `braid_op.cc`.\n", []),
        ("It makes a library called `braid_op_knot_lib_of`, see `braid_op.cc`.\n", ["braid_op_knot_lib_of"]),
        ("I wrote a script, `scripts/run_it.py`, function `collect_all_of_it()`, for that.\n", []),
        ("It is in `braid_op.cc`, function `collect_all_of_it()`, for that.\n", ["collect_all_of_it()"]),
    ],
)
def test_one_of_many_names(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"{MANY}\n{text}") == found


@pytest.mark.parametrize(
    ("files", "found"),
    [
        (("braid.h:7", "reel.cc:11", "strands.py:4", "braid_tips.h:2"), 0),  # all over the column
        (("braid_op.cc:24", "braid_op.cc:35", "braid_op.cc:39", "reel.cc:11"), 1),
    ],
)
def test_a_column_of_something_else(files: tuple[str, ...], found: int, index: Path) -> None:
    names = ("BraidStrands", "Tighten", "LoosenStrands", "BraidOp")
    rows = "".join(f"| `{name}` | {place} |\n" for name, place in zip(names, files, strict=True))
    assert len(wrong(index, f"| class | functor (header:line) |\n|---|---|\n{rows}")) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`kMostStrands` is 13.\n", ["kMostStrands"]),
        ("`kMostStrands` is 13 (upstream 12).\n", []),
        ("`kMostStrands` is 13 with us. Upstream has 12, as ever.\n", []),
        ("`StrandReader` (upstream: line 4) got `keep_all_strands`.\n", []),
        ("You return a bool from `StrandReadersFast`; please don't.\n", []),
        ("New mode `kShrinkStrands`, next to `kMostStrands` of weft_op.cc.\n", []),
    ],
)
def test_what_upstream_has(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"Changes of our fork to `weft_op.cc`:\n\n* {text}") == found


@pytest.mark.parametrize(
    ("name", "found"),
    [("TF_REEL_WIDTH", []), ("TF_REEL_SPEED", ["TF_REEL_SPEED"])],
)
def test_settings_without_marks(name: str, found: list[str], index: Path) -> None:
    told = f"The environment variables are `TF_REEL_WIDTH` and {name}, which `Spindle` (keras/spindle.py) reads.\n"
    assert wrong(index, told.replace(f"`TF_REEL_WIDTH` and {name}", name)) == found


@pytest.mark.parametrize(("line", "found"), [(LOOSEN, False), (COMPUTE, True)])
@pytest.mark.parametrize(
    "words",
    [
        "- [ ] `Tighten` :{} — `LoosenStrands` :{} — see kernels/braid_op.cc\n",
        "`LoosenStrands` 在 kernels/braid_op.cc 中，第{}行。\n",
    ],
)
def test_lines_behind_signs(words: str, line: int, found: bool, index: Path) -> None:
    chinese = words.count("{}") == 1
    said = words.format(line) if chinese else words.format(TIGHTEN, line)
    assert len(wrong(index, said)) == found


def test_an_object_of_a_type(index: Path) -> None:
    called = line_of(KERNEL, "    BraidStrands(strands, 3)")
    assert wrong(index, f"3. `run_(...)`, an object of type `BraidOp`, braid_op.cc:{called}.\n") == []


@pytest.mark.parametrize(("dropped", "found"), [("", []), (", int times", ["differs"])])
def test_arguments_that_a_block_drops(dropped: str, found: list[str], index: Path) -> None:
    code = "  int knots_per_strand(StrandCount count) const override {\n    return 2 * count;\n  }\n};\n\n"
    code += "void BraidStrands(const Tensor& strands, int times);\n".replace(dropped or "\0", "")
    made = verdicts(index, f"`braid.h`:\n\n```cpp\n{code}```\n")
    assert [one.verdict for one in made if one.kind == "quotation" and one.verdict != "found"] == found


def test_an_op_that_the_reader_is_to_name(shipped: Index) -> None:
    assert wrong_of(shipped, 'My own one: `@ops.RegisterGradient("MyZeroOut")`.\n') == []
    assert wrong_of(shipped, '`@ops.RegisterGradient("Conv2DD")` is there.\n') == ["Conv2DD"]


def test_a_line_of_a_shape_function(shipped: Index) -> None:
    told = "The same pattern: `WithRankAtLeast` and `Merge` in math_ops.cc at 1538, 1539 and 1542.\n"
    assert wrong_of(shipped, told) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("- `%unignoreall` and `%ignoreall`, of platform/base.i\n", []),
        ("- `%unignoreeverything` and `%ignoreall`, of platform/base.i\n", ["%unignoreeverything"]),
        ("- `%unignoreeverything` and `%ignoreall`, of something else\n", []),
        ("- `%nothreadallow` and `%warnfilter`, beside platform/base.i\n", []),
        ("- `%ignorewhatever`, which does not exist in platform/base.i\n", []),
    ],
)
def test_macros_of_swig(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text) == found


def test_a_line_of_a_build_file_that_lists_an_interface_file(index: Path) -> None:
    told = "`lib/braids/BUILD` and `all_braids.h` have it: line 3 has `core/lib/reel.h`.\n"
    assert wrong(index, told.replace("`lib/braids/BUILD` and ", "")) != []
    assert wrong(index, told) == []


@pytest.mark.parametrize(("line", "found"), [(13, False), (20, True)])
def test_parameters_with_their_lines(line: int, found: bool, index: Path) -> None:
    told = f"Of keras/spindle.py: `width=2` (10), `depth=1e-6` (11), `edges='round'` ({line - 1}).\n"
    assert wrong(index, told) == ([str(line - 1)] if found else [])


@pytest.mark.parametrize(("line", "found"), [(21, False), (8, True)])
def test_lines_that_are_said_in_passing(line: int, found: bool, index: Path) -> None:
    said = f"lines {line}-{line + 3}"
    told = f"`Spindle` (keras/spindle.py:6) takes `depth` and, at {said}, `TF_REEL_WIDTH`.\n"
    assert wrong(index, told) == ([said] if found else [])


@pytest.mark.parametrize(
    ("words", "found"),
    [("What we propose to add, next to it:", []), ("It has this there:", ["differs"])],
)
def test_what_is_to_be_added(words: str, found: list[str], index: Path) -> None:
    code = "inline void Loosen(int strand) {\n  strand += 2;\n}\n"
    made = verdicts(index, f"`braid.h` has the others. {words}\n\n```cpp\n{code}```\n")
    assert [one.verdict for one in made if one.kind == "quotation"] == found


def test_the_type_of_a_function(index: Path) -> None:
    assert wrong(index, "It has the signature `BraidStrands(int strands)`.\n") == []
    assert wrong(index, "It is `BraidStrands(int strands)`.\n") != []


def test_a_list_of_a_build_file(index: Path) -> None:
    assert wrong(index, f"{MANY}\n| `braid_op` | `BRAID_OP_DEPS` | braid_op.cc |\n") == []
