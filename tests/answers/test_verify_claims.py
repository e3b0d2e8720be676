"""What a document claims of a name and a line, and what else the line may have to do with the name."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import GO, HEADER, KERNEL, MAKEFILE, STRANDS, line_of, verdicts, wrong

#: What no file has is not in the index that is asked here without a tree.
WORDED = False


@pytest.mark.parametrize(
    ("name", "path", "on", "defined", "alone"),
    [
        # The line has the name or is next to it: is it its definition's, and may it be cited with nothing else said?
        ("BraidOp", KERNEL, "class BraidOp", True, True),
        ("BraidOp", KERNEL, "TF_DISALLOW_COPY", False, True),  # used on this very line
        ("BraidOp", KERNEL, "int tightness_", False, False),
        ("BraidStrands", KERNEL, "void BraidStrands", True, True),
        ("BraidStrands", KERNEL, "BraidStrands(strands, 3)", False, True),
        ("BraidStrands", HEADER, "void BraidStrands", True, True),  # declared there
        ("Tighten", KERNEL, "  Tighten(strands)", False, True),  # three lines above its head
        ("StrandCount", HEADER, "typedef", True, True),
        ("StrandCount", HEADER, "StrandCount count) const = 0", False, True),
        ("StrandCount", HEADER, "virtual bool is_tight", False, False),
        ("SilkKnotter::knots_per_strand", HEADER, "int knots_per_strand(StrandCount count) const override", True, True),
        ("SilkKnotter::knots_per_strand", HEADER, "virtual int knots_per_strand", False, False),  # its base's
        ("Knotter::knots_per_strand", HEADER, "virtual int knots_per_strand", True, True),
        ("StrandReader", STRANDS, "class StrandReader", True, True),
        ("StrandReader", STRANDS, "super(StrandReader", False, True),
        ("StrandReader", STRANDS, "self._path = path", False, False),
        ("untangle", STRANDS, "def untangle", True, True),
        ("untangle", STRANDS, "return untangle", False, True),
        ("untangle", STRANDS, "def retangle", False, False),
        ("untangled", STRANDS, "untangled = ", True, True),
    ],
)
def test_a_use_is_no_definition(name: str, path: str, on: str, defined: bool, alone: bool, index: Path) -> None:
    cited = f"{path}:{line_of(path, on)}"
    assert (wrong(index, f"`{name}` is defined at {cited}.\n") == []) is defined
    assert (wrong(index, f"And so `{name}` itself is `{cited}`, which is good to know.\n") == []) is defined
    assert (wrong(index, f"- `{name}` ({cited})\n") == []) is alone
    of_another = on == "def retangle"  # whatever is said there, it is not of a name that the next definition has
    assert wrong(index, f"- `{name}` ({cited}) is what this is about\n") == ([cited] if of_another else [])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # The head of the function, of which the quotation shows a part.
        ("`BraidStrands` (braid_op.cc:{head}):\n\n{quoted}", 0),
        ("`BraidStrands` (braid_op.cc:{inner}):\n\n{quoted}", 0),
        ("`BraidStrands` (braid_op.cc:{other}):\n\n{quoted}", 1),
        ("See braid_op.cc:{head}:\n\n{quoted}", 1),
        ("First it hides them (`%ignore`, see braid_op.cc:{other}), then it goes on with this:\n\n{quoted}", 0),
        ("First it hides them `%ignore`, see braid_op.cc:{other}, then it goes on with this:\n\n{quoted}", 1),
        # What a line in brackets is said of stands before it.
        ("For silk (braid_op.cc:{other}) this is not done at all, but for\n\n{quoted}", 0),
        ("- Another thing: braid_op.cc:{other}\n\n## Braiding\n\n{quoted}", 0),
        ("- Another thing: braid_op.cc:{other}\n\n{quoted}", 1),
    ],
)
def test_a_line_above_a_quotation(text: str, expected: int, index: Path) -> None:
    quoted = "```cpp\n  Tighten(strands);\n}\n\nvoid Tighten(const Tensor& strands) {\n```\n"
    lines = {
        "head": line_of(KERNEL, "void BraidStrands"),
        "inner": line_of(KERNEL, "  Tighten(strands)"),
        "other": line_of(KERNEL, "class BraidOp"),
    }
    assert len(wrong(index, text.format(quoted=quoted, **lines))) == expected


@pytest.mark.parametrize(
    ("path", "with_tree", "without"),
    [
        (GO, True, True),
        (GO.lower().replace("strands", "Strands"), True, True),
        ("strands.go", True, True),
        ("tensorflow/go/op/knots.go", False, True),  # only a tree says which there are
        ("tensorflow/go/strands.go", False, True),
        ("knots.go", True, True),  # may be anyone's
        (MAKEFILE, True, True),
        ("tensorflow/tools/warp", True, False),  # an index knows no folder without its files
        ("tensorflow/tools/warp/g3doc", True, True),
        ("tensorflow/tools/woof/", False, False),
        ("tensorflow/tools/gen/bin/loom", True, True),  # made by a build
        ("tensorflow/python/ops/strand.py", False, False),
        ("tensorflow/python/ops/foo_strands.py", True, True),
        ("tensorflow/python/opz/nothing", False, False),
    ],
)
def test_files_and_folders_that_the_index_does_not_list(path: str, with_tree: bool, without: bool, index: Path) -> None:
    document = f"The binding (`{path}`) was our model.\n"
    assert (wrong(index, document) == []) is with_tree
    assert (wrong(index, document, tree=False) == []) is without


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("BraidLoader", True),
        ("loadEveryBraid", True),
        ("StrandReader.untangleAll()", True),  # a class of Java may be called as one of Python
        ("StrandReader.__intt__()", False),
        ("tensorflow.braids.BraidProto", True),
        ("saved_strands.pb", True),
        ("strands.pb", True),
    ],
)
def test_names_of_other_languages_and_of_files(name: str, right: bool, index: Path) -> None:
    assert (wrong(index, f"See `{name}` for more.\n") == []) is right


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The strands are crossed one by one by `BraidStrands`\n(`braid_op.cc:{end}`), and then nothing is left.", 1),
        ("The strands are crossed one by one by `BraidStrands`\n(`braid_op.cc:{head}`), and then nothing is left.", 0),
        ("What crosses strands and tightens them is said to be in\n`braid_op.cc:{end}`, `BraidStrands` less so.", 0),
        ("What crosses the strands one by one, you find at `braid_op.cc:{end}`\n`BraidStrands` is defined there.", 1),
        # A sentence says more than the line that a name and its place are on.
        ("Whatever a strand is made of, what counts them all is\n`BraidStrands` (braid_op.cc:{inner})", 0),
        ("- `BraidStrands` (braid_op.cc:{inner})\n  crosses them", 1),  # a short line is not one that was wrapped
        ("- `BraidStrands` (braid_op.cc:{inner}), at last, crosses them,\n  one after the other", 0),
        ("All of the strands are looked at, one after the other, in\n`BraidStrands` (braid_op.cc:{inner}).", 0),
        ("Here is a longer list of what is worth reading of this file:\n- `BraidStrands` (braid_op.cc:{inner})", 1),
    ],
)  # fmt: skip
def test_a_sentence_that_was_wrapped(text: str, expected: int, index: Path) -> None:
    head = line_of(KERNEL, "void BraidStrands")
    document = text.format(head=head, inner=head + 4, end=line_of(KERNEL, "}  // namespace"))
    assert len(wrong(index, document)) == expected


@pytest.mark.parametrize("tree", [True, False], ids=["tree", "index"])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("`rayon::join` and `spindle::Untwister`", []),
        ("`BraidOpp::Compute`", ["BraidOpp::Compute"]),
        ("Our own `Untwister::Compute` does it.", []),
        ("Our own `BraidOpp::Compute` does it.", ["BraidOpp::Compute"]),
        ("| PyTorch | the kernel `braid_all_kernel` |", []),
        ("## Not from TensorFlow\n\nThe helper `UntwistAllStrands()` is ours.", []),
        ("It calls the helper `untwist_all_of_it` that you defined there.", []),
    ],
)
def test_what_is_said_to_be_another_projects(text: str, expected: list[str], tree: bool, index: Path) -> None:
    assert wrong(index, text, tree) == expected


LISTED = "- `BraidOp`: a kernel\n- `BraidStrands`\n- `UntwistAllOfIt`: made up\n- `Tighten`\n"


@pytest.mark.parametrize(
    ("text", "with_tree", "without"),
    [
        (LISTED, 1, 1),
        (LISTED.replace("- `Tighten`\n", ""), 0, 0),  # too few
        (LISTED.replace("`Tighten`", "`Knotter`"), 1, 0),  # of another file
        (LISTED + "- `TwistAgain`\n", 0, 0),  # too many that nobody knows
        (LISTED.replace("- `UntwistAllOfIt`", "- see `UntwistAllOfIt`"), 0, 0),
        (LISTED.replace("made up", "ours"), 0, 0),
        (LISTED.replace("- `Tighten`\n", "\nNow for another list:\n\n- `Tighten`\n"), 0, 0),
        ("| a | `BraidOp` |\n| b | `Tighten` |\n| c | `BraidStrands` |\n| d | `UntwistAllOfIt` |\n", 1, 1),
        ("| a | `BraidOp` |\n| b | `Tighten` |\n| c | `BraidStrands` |\n| `UntwistAllOfIt` | d |\n", 0, 0),
    ],
)
def test_an_unknown_name_in_a_list_of_the_trees_names(text: str, with_tree: int, without: int, index: Path) -> None:
    assert (len(wrong(index, text)), len(wrong(index, text, tree=False))) == (with_tree, without)


def test_a_quotation_is_of_the_file_that_a_section_is_about(index: Path) -> None:
    quoted = "```cpp\nvoid BraidStrands(const Tensor& strands, int times) {\n  for (int i = 0; i < times; ++i) {\n```\n"
    aside = f"`StrandReader` ({STRANDS}:4) is Python's"
    section = f"{KERNEL}\n" + "\n" * 6 + aside
    assert wrong(index, f"{section}.\n\n{quoted}") == []
    assert len(wrong(index, f"{section}:\n\n{quoted}")) == 1
    assert len(wrong(index, f"{aside}.\n\n{quoted}")) == 1


ABOVE = f"This is about `{KERNEL}`, whose code is short.\n\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (ABOVE + "`BraidStrands` 在第{braid}行,`Tighten` 在第{braid}行。", ["第{braid}行"]),
        (ABOVE + "`BraidStrands` (line {braid}) and `Tighten` (line {class_})", ["line {class_}"]),
        (ABOVE + "`StrandReader` (line {reader})", []),  # of another file, which has it there
        (ABOVE + "`StrandReader` (line {braid})", ["line {braid}"]),
        (ABOVE + "the strands (line {braid}), `tightness` (line 99)", []),
        ("`BraidStrands` (line {class_}), no file was named", []),
        (ABOVE + "```cpp\n" + "int loom;\n" * 40 + "```\n\nThe call of `Tighten` (line 33)", []),  # of the listing
        (ABOVE + "| Function | Line |\n|---|---|\n| `BraidOp` | {class_} |\n| `Tighten` | {braid} |\n", ["{braid}"]),
        (ABOVE + "| Function | Lines |\n|---|---|\n| `BraidStrands` | 8 |\n| `Tighten` | 3 |\n", []),  # how many
        ("# A\n\nAll of these are in `{kernel}`.\n\n## B\n\n- `Tighten` (line {braid})", ["line {braid}"]),
        ("# A\n\nAll in `{kernel}`\nunless I say otherwise.\n\n## B\n\n- `Tighten` (line {braid})", ["line {braid}"]),
        # The header was named last, but is too short.
        ("- `{kernel}`\n- `braid.h` declares it\n- `BraidStrands` (line {braid}), `Tighten` (line 200)", ["line 200"]),
    ],
)  # fmt: skip
def test_a_line_without_a_file(text: str, expected: list[str], index: Path) -> None:
    lines = {"braid": line_of(KERNEL, "void BraidStrands"), "class_": line_of(KERNEL, "class BraidOp")}
    lines["reader"] = line_of(STRANDS, "class StrandReader")
    document = text.format(kernel=KERNEL, **lines) if "```" not in text else text
    assert wrong(index, document) == [one.format(**lines) for one in expected]


def test_without_a_tree_a_line_of_a_header_may_declare(index: Path) -> None:
    inline = line_of(HEADER, "inline void Loosen")
    assert wrong(index, f"`Loosen` ({HEADER}:{line_of(HEADER, 'void Loosen')})", tree=False) == []
    assert len(wrong(index, f"`Loosen` ({HEADER}:{line_of(HEADER, 'virtual bool is_tight')})", tree=False)) == 1
    assert wrong(index, f"`Loosen` ({HEADER}:{inline})", tree=False) == []


TIGHTEN = "```cpp\nvoid Tighten(const Tensor& strands) {\n  strands.end();\n}\n```\n"
CROSS = "```cpp\n  for (int i = 0; i < times; ++i) {\n    CrossStrands(strands, i);\n  }\n```\n"


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        # What a name right before it announces is quoted from where that is.
        ("`BraidStrands` (`braid.h`) ends in `Tighten`:\n\n" + TIGHTEN, 0),
        ("It is in `braid.h`:\n\n" + TIGHTEN, 1),
        # The first line of what holds the quotation, or of something else.
        ("Look at the top of it (`braid_op.cc:BRAID`):\n\n" + CROSS, 0),
        ("Look at the top of it (`braid_op.cc:TIGHTEN`):\n\n" + CROSS, 1),
        # The end of a path that two files have.
        ("See `braid/knot.h:20`.", 0),
        ("See `braid/knot.h:40`.", 1),
    ],
)
def test_what_is_quoted_below_what(document: str, expected: int, index: Path) -> None:
    for name, head in (("BRAID", "void BraidStrands"), ("TIGHTEN", "void Tighten")):
        document = document.replace(f":{name}", f":{line_of(KERNEL, head)}")
    assert len(wrong(index, document)) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        # Comments: as they are, wrapped in another way, cut, added, and altered.
        ("// Counts of strands fit into sixteen bits,\n// and nobody has more.\ntypedef unsigned int StrandCount;", 0),
        ("// Counts of strands fit into\n// sixteen bits, and nobody has more.\ntypedef unsigned int StrandCount;", 0),
        ("// and nobody has more.\ntypedef unsigned int StrandCount;", 0),
        ("// This is what a strand is counted with.\ntypedef unsigned int StrandCount;", 0),
        ("// Counts of strands fit into thirty bits,\ntypedef unsigned int StrandCount;", 1),
        ("typedef unsigned int StrandCount;  // counts of strands fit into thirty bits", 0),  # the author's remark
        (
            "// What braidings need.\n\n// Counts of strands fit into sixteen bits,\ntypedef unsigned int StrandCount;",
            1,
        ),
        # Code that names what few files do, and code that anybody may have written.
        (
            "  BraidStrands(strands, 4);\n  }\n\n private:\n  int tightness_;\n  TF_DISALLOW_COPY_AND_ASSIGN(BraidOp)",
            1,
        ),
        ("  int width_;\n\n private:\n  int height_;\n  int depth_;\n  int colour_;\n  void Count() {}\n", 0),
    ],
)
def test_small_changes_to_what_is_quoted(code: str, expected: int, index: Path) -> None:
    assert len(wrong(index, f"As it is:\n\n```cpp\n{code}\n```\n")) == expected


@pytest.mark.parametrize(
    ("line", "expected"), [("MOST_STRANDS = 12", 0), ("MOST_STRANDS = 13", 1), ("LEAST_STRANDS = 12", 0)]
)
def test_a_constant_that_is_quoted(line: str, expected: int, index: Path) -> None:
    assert len(wrong(index, f"It is a constant:\n\n```python\n{line}\n```\n")) == expected


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        # Names that no file has and that end as a family of names does.
        ("`SilkStrandKnotter` is one.", ["SilkStrandKnotter"]),
        ("`SilkStrandWarper` is one.", []),
        ("SilkStrandKnotter is one.", []),
        ("Ours is called `SilkStrandKnotter`, which is not part of TensorFlow.", []),
        ("`read_all_strands` is one, and `untangled_all` is none.", ["read_all_strands"]),
        # A letter more or less than a name has that a file defines.
        ("`loosen_knots` is one.", []),
        ("`loosen_knot` is one.", ["loosen_knot"]),
        ("`is_tights` is one.", []),  # more than one of them
        # Where a function of C++ is defined: not in the source beside the header that declares it.
        ("`LoosenStrands` lives in `tensorflow/core/kernels/braid.cc`.", ["tensorflow/core/kernels/braid.cc"]),
        ("`LoosenStrands` lives in `tensorflow/core/kernels/braid_op.cc`.", []),
        ("`LoosenStrands`, see `tensorflow/core/kernels/braid.cc`.", []),
        # In another style a name is another's only as code.
        ("It takes log(CountAllStrands).", []),
        ("It takes log(`CountAllStrands`).", ["CountAllStrands"]),
        ("Whether count_all_strand().most() is set.", ["count_all_strand"]),
        # A file that everybody may have, with names of the tree in it.
        ("All is in `ops/common.h`.", []),
        ("`StrandReader` is defined in `ops/common.h`.", ["ops/common.h"]),
    ],
)
def test_names_and_files_that_nobody_has(document: str, expected: list[str], index: Path) -> None:
    assert wrong(index, document + "\n") == expected


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        # Without a tree: constants and codes of errors are in no index.
        ("`kBraidSize` and `BRAID_SIZE` and `errors::OutOfRange` and `model::kBraids`.", []),
        ("`BraidOp::Unbraid` and `REGISTER_BRAIDS`.", ["BraidOp::Unbraid", "REGISTER_BRAIDS"]),
        # The words of a name in another style may be those of a quantity, or of what gives a message's field.
        ("It takes log(CountAllStrands).", []),
        ("It takes log(WarmStrandKnoter).", ["WarmStrandKnoter"]),
        ("Whether `warm_strand_knotter()` is set.", []),
        ("Whether `count_all_strand().most()` or `count_all_strand()->most()` is set.", []),
        ("Whether count_all_strand().most() is set.", []),
        ("Whether `count_all_strand()` or count_all_strand() is set.", ["count_all_strand()", "count_all_strand"]),
        # A namespace that is called like a function.
        ("`untangle::Aborted` or `WarmStrandKnotter::Aborted`.", ["WarmStrandKnotter::Aborted"]),
        # A line within a function, which nothing but its name is said of.
        (f"`BraidStrands` (`braid_op.cc:{line_of(KERNEL, '  Tighten(strands);')}`).", ["braid_op.cc:31"]),
        (f"`BraidStrands` (`braid_op.cc:{line_of(KERNEL, '  Tighten(strands);')}`) ends here.", []),
        # One of two things of that name.
        (f"The `knots_per_strand` (`braid.h:{line_of(HEADER, '  int knots_per_strand')}`).", []),
    ],
)
def test_without_a_tree(document: str, expected: list[str], index: Path) -> None:
    assert wrong(index, document + "\n", tree=False) == expected


@pytest.mark.parametrize(
    ("form", "inside"),
    [
        ("The function that braids is `BraidStrands` ({}).", 1),
        ("Its helper is called `BraidStrands` ({}).", 1),
        ("The gradient of Braid is `BraidStrands` in {}", 1),
        ("The function that braids is `BraidStrands` ({}), which then tightens.", 0),
        ("What fails is `BraidStrands` ({}).", 0),
    ],
)
def test_a_sentence_that_says_which_thing_it_is(form: str, inside: int, index: Path) -> None:
    head = line_of(KERNEL, "void BraidStrands")
    assert len(wrong(index, form.format(f"{KERNEL}:{head}"))) == 0
    assert len(wrong(index, form.format(f"{KERNEL}:{head + 5}"))) == inside


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ("Use `SilkStrandKnotter` now.", ["SilkStrandKnotter"]),
        ("Your script's `SilkStrandKnotter` is wrong.", []),
        ("It is a template for our own `SilkStrandKnotter`.", []),
        ("It is a template for `SilkStrandKnotter` (new in this patch).", []),
        ("Loom's `loom::SilkThread` is alike.", []),
        ("TensorFlow's `SilkStrandKnotter` is alike.", ["SilkStrandKnotter"]),
        ("这是你们的 `SilkStrandKnotter`。", []),
        ("```\nA tensorflow/core/kernels/silk_op.cc\n```\n", []),
        ("```\nM tensorflow/core/kernels/silk_op.cc\n```\n", ["tensorflow/core/kernels/silk_op.cc"]),
        ("`tensorflow/contrib/kernels` → `tensorflow/core/kernels`", []),
        ("`tensorflow/contrib/kernels` → `tensorflow/python/ops`", ["tensorflow/contrib/kernels"]),
    ],
)
def test_what_is_somebody_elses_or_not_yet_there(document: str, expected: list[str], index: Path) -> None:
    assert wrong(index, document + "\n") == expected


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ("[`untanqle`](strands.py#L{line})", 1),
        ("`untanqle` (strands.py:{line})", 1),
        ("`untangle` (strands.py:{line})", 0),
        ("`untanqle` (strands.py:{other})", 0),  # nothing like it on that line
        ("the argument `untanqle` (strands.py:{line})", 0),
        ("`wharves` (strands.py:{line})", 0),
        ("`tensorflaw::KnotRing::Loop` and `KnotRong::Loop::Hold`", 2),
        ("`tensorflow::KnotRing::Loop` and `KnotRing::Loop::Hold` and `hooks::KnotRing::Loop`", 0),
    ],
)
def test_a_letter_wrong_beside_a_line_or_inside_of_a_name(document: str, expected: int, index: Path) -> None:
    lines = {"line": line_of(STRANDS, "def untangle"), "other": line_of(STRANDS, "class StrandReader")}
    assert len(wrong(index, document.format(**lines))) == expected


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        # One of an enumeration of the tree's names, with the lines that they stand on or without.
        ("`count_all_strands` (12), `sort_all_strands`, `loosen_knots` and `unravel_it`.", ["unravel_it"]),
        ("`count_all_strands`、`sort_all_strands`（22）、`loosen_knots`、`unravel_it`。", ["unravel_it"]),
        ("`count_all_strands` and `unravel_it`.", []),
        ("`count_all_strands`, `sort_all_strands`, `loosen_knots`; then comes your `unravel_it`.", []),
        # Names that are nothing but code, beside a file of the tree or in no company.
        ("`braid_op.cc` has a `LooseningAggregator`.", ["LooseningAggregator"]),
        ("There is a `LooseningAggregator`.", []),
        ("`braid_op.cc` reads `TF_BRAID_THREADS`.", ["TF_BRAID_THREADS"]),
        ("`braid_op.cc` is unlike Loom's `LooseningAggregator`.", []),
        # A file's name of which one word is another.
        ("It is in `silk_op.cc`, like `braid_op.cc`.", []),
        ("It is in `braod_op.cc`.", ["braod_op.cc"]),
        # What an op is used by is no place of the op.
        ("| Knots | `strands.py` | `BraidStrands` |", ["strands.py"]),
    ],
)
def test_names_in_company(document: str, expected: list[str], index: Path) -> None:
    assert wrong(index, document + "\n") == expected


@pytest.mark.parametrize(
    ("above", "expected"),
    [
        ("`BraidStrands` (`braid.h:1`) → `CrossStrands` → what ends it, by `Tighten`:", 0),
        ("What ends it is in `braid.h`:", 1),
    ],
)
def test_a_quotation_at_the_end_of_a_chain(above: str, expected: int, index: Path) -> None:
    found = [one for one in verdicts(index, f"{above}\n\n{TIGHTEN}") if one.kind == "path"]
    assert sum(one.verdict == "moved" for one in found) == expected


MACROS = "```cpp\nCALL_EVERY_TYPE(REGISTER_BRAID);\nCALL_SOME_TYPES(REGISTER_BRAID);\n```\n"


@pytest.mark.parametrize(
    ("above", "code", "expected"),
    [
        # Lines that another file has as well, where the file that is cited has them otherwise.
        ("In `warp_op.cc` it is registered so:", MACROS, 0),
        ("In `weft_op.cc` it is registered so:", MACROS, 1),
        ("In `weft_op.cc`, unlike `warp_op.cc`, it is registered so:", MACROS, 0),
        # One thing that is another, in a short block below the file that it is from, or of nothing in particular.
        ("`weft_op.cc` has a constant:", "```cpp\nconstexpr int kMostStrands = 13;\n```\n", 1),
        ("`weft_op.cc` has a constant:", "```cpp\nconstexpr int kMostStrands = 12;\n```\n", 0),
        ("`weft_op.cc` has a loop:", "```cpp\nfor (int i = 1; i < strands; ++i) {\n```\n", 1),
        ("One may write a loop:", "```cpp\nfor (int i = 1; i < strands; ++i) {\n```\n", 0),
        # A header that is cited for its source.
        ("`braid.h` has this:", TIGHTEN.replace("Tighten", "BraidStrands"), 0),
    ],
)
def test_short_quotations(above: str, code: str, expected: int, index: Path) -> None:
    found = [one for one in verdicts(index, f"{above}\n\n{code}") if one.kind == "quotation"]
    assert sum(one.verdict == "differs" for one in found) == expected


def test_the_file_of_the_core_is_suggested_first(index: Path) -> None:
    (one,) = [one for one in verdicts(index, "It is in `strand.py:3`.\n") if one.verdict == "not found"]
    assert one.suggestions == (STRANDS,)  # there is one in `lite/` as well
