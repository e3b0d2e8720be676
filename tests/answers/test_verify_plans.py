"""Names and files that a document announces as its author's, or as another release's."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers import claimed
from answers.claimed import KERNEL, line_of, make_index, verdicts, wrong, wrong_of

from tfexplore.index.store import Index

PATH = "tensorflow/core/kernels/twist_op.cc"
FILES = """{announced}

* `{path}`
* `tensorflow/core/kernels/braid.h`

{between}The build rule of `{path}` is in `kernels/twist_op.cc`.
"""


@pytest.mark.parametrize(
    "announced",
    ["## Planned files", "Proposed layout:", "The following are all new:", "## 拟新增的文件", "Files to add:"],
)
def test_files_that_are_announced(announced: str, index: Path) -> None:
    assert wrong(index, FILES.format(announced=announced, path=PATH, between="")) == []


@pytest.mark.parametrize(
    "said",
    [
        "## Files",
        "The files:",
        "## New kernels in 1.15",  # which are in this release
        "What follows is new in 1.15, and worth reading:",
    ],
)
def test_files_that_are_said_to_be_there(said: str, index: Path) -> None:
    assert wrong(index, FILES.format(announced=said, path=PATH, between="")) == [PATH, PATH, "kernels/twist_op.cc"]


def test_what_is_announced_of_one_section_is_not_said_of_another(index: Path) -> None:
    document = "## Planned files\n\n* `{}`\n\n## What there is\n\n* `tensorflow/core/kernels/loom_op.cc`\n"
    assert wrong(index, document.format(PATH)) == ["tensorflow/core/kernels/loom_op.cc"]
    assert wrong(index, document.format(PATH).replace("loom_op", "twist_op")) == []


def test_a_paragraph_that_announces_ends_with_it(index: Path) -> None:
    document = "The new files are these:\n\n* `{}`\n\nRead `kernels/loom_op.cc` first.\n"
    assert wrong(index, document.format(PATH)) == ["kernels/loom_op.cc"]


@pytest.mark.parametrize("words", ["Do not add a third helper", "I would introduce a small class", "Our own helper"])
def test_a_name_that_is_its_authors_wherever_it_stands(words: str, index: Path) -> None:
    use = "The function `TwistStrands` in `core/kernels/braid_op.cc` returns nothing."
    assert "TwistStrands" in wrong(index, use)
    assert "TwistStrands" not in wrong(index, f"{words} `TwistStrands`.\n\n{use}")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The function `TwistStrands` is called.", ["TwistStrands"]),
        ("v2.0.0 adds the function `TwistStrands`.", []),
        ("The function `TwistStrands` is not in 1.15.", []),
        ("The functions `TwistStrands` are not yet part of this release.", []),
        ("The function `TwistStrands` is not in any header of 1.15 but a source.", ["TwistStrands"]),
    ],
)
def test_other_releases(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text) == found


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("tensorflow.python.ops.array_ops.batch_gather", True),
        ("tensorflow.python.ops.array_ops.batched_gather", False),
        ("tensorflow.tools.api.lib.python_object_to_proto_visitor.PythonObjectToProtoVisitor", True),
        ("tensorflow.tools.api.lib.python_object_to_proto_visitor.PythonObjectToProtoVisiter", False),
    ],
)
def test_names_in_modules(name: str, right: bool, shipped: Index) -> None:
    assert wrong_of(shipped, f"It is `{name}`.") == ([] if right else [name])


DEVICE = """# Kernels for the {word}

The {word} has 32 GB. The class `{name}` holds them, the function `CopyHostTo{name}` copies.
"""


@pytest.mark.parametrize(("word", "name", "own"), [("XPU", "XpuKnotter", True), ("XPU", "DpuKnotter", False)])
def test_names_that_are_called_after_the_authors_device(word: str, name: str, own: bool, index: Path) -> None:
    found = wrong(index, DEVICE.format(word=word, name=name))
    assert (found == []) is own, found


def test_an_abbreviation_that_the_tree_has_is_nobodys(index: Path) -> None:
    texts = {**claimed.TEXTS, "tensorflow/core/kernels/xpu.cc": "class XpuLoom {\n};\n"}
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(claimed, "TEXTS", texts)
        other = make_index(index.parent / "xpu.sqlite")
        assert wrong(other, DEVICE.format(word="XPU", name="XpuKnotter")) == ["XpuKnotter", "CopyHostToXpuKnotter"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The class `TwistKnotter` is called.", ["TwistKnotter"]),
        ("Classes such as `TwistKnotter`, `TwistReader`\nare from our fork.", []),
        ("The class `TwistKnotter` is not upstream.", []),
        ("我们 fork 里加了类 `TwistKnotter`。", []),
        ("The class `TwistKnotter` is called.\n\nOthers are from our fork.", ["TwistKnotter"]),
    ],
)
def test_names_of_a_fork(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text) == found


@pytest.mark.parametrize(
    ("announced", "found"),
    [
        ("Names that begin with `Yz` are ours.", []),
        ("以 `Yz` 开头的类都是我们新增的。", []),
        ("Symbols with `yz`/`Yz` exist only in our fork.", []),
        ("Everything with the prefix `Yz` is ours.", []),
        ("We build a class called `YzKnotter`.", []),
        ("笔者拟实现一个名为 `YzKnotter` 的类。", []),
        ("Names that begin with `Yz` are old.", ["YzKnotter"]),
        ("Names that begin with `Zy` are ours.", ["YzKnotter"]),
    ],
)
def test_names_that_begin_as_is_announced(announced: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"{announced}\n\nThe class `YzKnotter` holds them.") == found


@pytest.mark.parametrize(
    "announced",
    [
        "`kn/` is `tensorflow/core/kernels/`.",
        "Here `kn/` means tensorflow/core/kernels.",
        "The kernels are in `tensorflow/core/kernels/`, below abbreviated `kn/`.",
        "目录 `tensorflow/core/kernels/`，下文简称 `kn/`。",
        "`kn/...` = `core/kernels/`",
        "Notes on 1.15. `kn/` below = `tensorflow/core/kernels/`.",
        "`kn/` 以下指 `tensorflow/core/kernels/`。",
    ],
)
def test_short_names_of_folders(announced: str, index: Path) -> None:
    line = line_of(KERNEL, "class BraidOp")
    document = f"{announced}\n\n`BraidOp` is at `kn/braid_op.cc:{line}`, and not in `kn/braid_opp.cc`.\n"
    assert wrong(index, document) == ["kn/braid_opp.cc"]
    assert wrong(index, document.replace(f":{line}", ":12")) == ["kn/braid_op.cc:12", "kn/braid_opp.cc"]
    (found,) = [one for one in verdicts(index, document) if one.kind == "path:line"]
    assert found.verdict == "found"
    assert found.location is not None
    assert (found.location.path, found.location.line) == (KERNEL, line)


def test_short_names_of_classes_and_folders_without_a_slash(index: Path) -> None:
    announced = "- `KN` = `tensorflow/core/kernels`, `KR` = `KnotRing`\n\n"
    assert wrong(index, f"{announced}`KR::Loop` is in `KN/braid.h`.") == []
    assert wrong(index, f"{announced}`KR::Loop` is in `KN/braids.h`.") == ["KN/braids.h"]
    assert wrong(index, f"{announced}`KR::Loopy` is a member.") == ["KR::Loopy"]
