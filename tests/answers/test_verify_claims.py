"""What a document claims of a name and a line, and what else the line may have to do with the name."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import GO, HEADER, KERNEL, MAKEFILE, STRANDS, line_of, make_index, wrong


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_index(tmp_path_factory.mktemp("claims") / "braid.sqlite")


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
        ("Tighten", KERNEL, "  Tighten(strands)", True, True),  # three lines above its head
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
    assert (wrong(index, f"- `{name}` ({cited})\n") == []) is alone
    assert wrong(index, f"- `{name}` ({cited}) is what this is about\n") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # The head of the function, of which the quotation shows a part.
        ("`BraidStrands` (braid_op.cc:{head}):\n\n{quoted}", 0),
        ("`BraidStrands` (braid_op.cc:{inner}):\n\n{quoted}", 0),
        ("`BraidStrands` (braid_op.cc:{other}):\n\n{quoted}", 1),
        ("See braid_op.cc:{head}:\n\n{quoted}", 1),
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
