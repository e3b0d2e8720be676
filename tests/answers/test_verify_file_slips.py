"""Files that are none, called nearly as one is of which the document speaks."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import line_of, verdicts, wrong

LOOM = "tensorflow/core/kernels/loom_op.cc"
TEXTS = {
    LOOM: "class WideLoomOp : public OpKernel {\n};\n",
    "tensorflow/core/ops/loom_ops.cc": 'REGISTER_OP("Loom");\n',
    "tensorflow/core/kernels/carpet_loom.cc": "int carpets;\n",
    "tensorflow/python/ops/warps.py": "def warp_all(threads):\n  return threads\n",
}
SPOKEN = "The kernel is in `core/kernels/loom_op.cc`. "


@pytest.mark.parametrize(
    "said",
    [
        "There is no other kernel in `{}`.",  # which is said of kernels
        "We do not want to touch `{}`, and there is no need to.",
        "It was that way in 1.x, see `{}`.",
        "See {} for more.",
        "Let us put `{}` aside.",
        "Its flags are set to their defaults in `{}`.",
    ],
)
@pytest.mark.parametrize("file", ["lom_op.cc", "looom_op.cc", "lomo_op.cc", "core/kernels/lomo_op.cc"])
def test_a_letter_of_a_file_that_is_cited(said: str, file: str, index: Path) -> None:
    assert wrong(index, SPOKEN + said.format("loom_op.cc")) == []
    assert wrong(index, SPOKEN + said.format(file)) == [file]


@pytest.mark.parametrize(
    "said",
    [
        "There is no `{}`.",
        "Create the file `{}` with this.",
        "We add `{}` (new in this patch).",
        "Our own `{}` has more.",
        "`tensorflow_looms/kernels/{}` has more.",
    ],
)
def test_files_that_are_said_to_be_others(said: str, index: Path) -> None:
    assert wrong(index, SPOKEN + said.format("lomo_op.cc")) == []


@pytest.mark.parametrize("file", ["loom_ops.cc", "loom_op2.cc", "loom_o.cc", "/tmp/loom_op.cc", "wool_op.cc"])
def test_files_that_need_not_be_meant_for_it(file: str, index: Path) -> None:
    """A plural, another number, the beginning of the name, a place on a disk, another word."""
    assert f"{file}" not in wrong(index, f"{SPOKEN}There is no other kernel in `{file}`.")


def test_the_folder_of_a_file_that_is_cited(index: Path) -> None:
    text = "`WideLoomOp` (`{}/loom_op.cc`) has no such clamp. The class is read first."
    assert wrong(index, text.format("core/kernels")) == []
    assert wrong(index, text.format("kernels")) == []
    assert wrong(index, text.format("core/framework")) == ["core/framework/loom_op.cc"]
    assert wrong(index, text.format("framework")) == ["framework/loom_op.cc"]
    (made,) = [one for one in verdicts(index, text.format("framework")) if one.verdict == "moved"]
    assert made.location is not None
    assert made.location.path == LOOM
    assert wrong(index, text.format("K")) == []  # what stands for a folder


@pytest.mark.parametrize("added", ["_v2", "V2", "Impl", "_impl", "_util"])
def test_more_than_a_file_is_called(added: str, index: Path) -> None:
    line = line_of(LOOM, "class WideLoomOp")
    assert wrong(index, f"`WideLoomOp` (loom_op.cc:{line}) is wide.") == []
    assert wrong(index, f"`WideLoomOp` (loom_op{added}.cc:{line}) is wide.") == [f"loom_op{added}.cc:{line}"]
    # Of nothing that stands there nobody can say that it is not the author's.
    assert wrong(index, f"Our file `loom_op{added}.cc` is wide.") == []


@pytest.mark.parametrize("said", ["解析在 core/{}(`WideLoomOp`,第 1 行)。", "{}、warps.py(都在这里)"])
def test_files_before_a_bracket(said: str, index: Path) -> None:
    first = said.startswith("解析")
    right = "kernels/loom_op.cc" if first else "loom_op.cc"
    assert wrong(index, said.format(right)) == []
    assert wrong(index, said.format(right.replace("loom", "looom"))) == (
        ["core/" * first + right.replace("loom", "looom")]
    )


@pytest.mark.parametrize(
    ("file", "found"),
    [
        ("loom_carpet.cc", True),  # its words in another order
        ("core/kernels/loom_carpet.cc", True),
        ("loom_op.py", True),  # another ending
        ("loom_op.proto", True),
        ("core/kernels/carpet_loom.h", True),
        ("carpet_loom.py:1", True),
        ("carpet_loom.py", False),  # which anybody may have
        ("carpet_base_loom.cc:1", True),  # a word more
        ("carpets.cc", False),
        ("warps.cc", False),  # a single word, of a file that is not cited
    ],
)
def test_files_put_otherwise(file: str, found: bool, index: Path) -> None:
    name = file.partition(":")[0]
    told = [text for text in wrong(index, f"{SPOKEN}More of it is done in `{file}`, says the course.") if name in text]
    assert bool(told) is found


@pytest.mark.parametrize(
    "said",
    ["There is no `{}`.", "We add `{}` (new in this patch).", "`{}` was removed.", "Create `{}` beside it."],
)
@pytest.mark.parametrize("file", ["loom_op.py", "loom_op.proto"])
def test_files_with_another_ending_that_there_are_not(said: str, file: str, index: Path) -> None:
    assert wrong(index, SPOKEN + said.format(file)) == []


def test_a_list_of_what_a_change_touches(index: Path) -> None:
    said = "Files:\n\n    M tensorflow/core/kernels/loom_op.cc\n    A tensorflow/core/kernels/loom_policy.h\n"
    assert wrong(index, said) == []
    assert wrong(index, said.replace("A tensorflow", "M tensorflow")) == ["tensorflow/core/kernels/loom_policy.h"]
