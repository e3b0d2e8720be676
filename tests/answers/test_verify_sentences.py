"""What sentences say of names and places: what is done there, what is planned, what only remarks speak of."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import HEADER, KERNEL, REEL, REEL_HEADER, STRANDS, line_of, wrong, wrong_of

from tfexplore.index.store import Index

BRAIDS = "tensorflow/core/kernels/braid.cc"
TIGHTENED = line_of(KERNEL, "  Tighten(strands);")


@pytest.mark.parametrize("does", ["创建它", "构造它", "检查它", "把它系紧", "会调用 `Tighten`"])
def test_what_is_done_at_a_place_is_not_where_the_thing_is(does: str, index: Path) -> None:
    assert wrong(index, f"`BraidStrands` 在 `{KERNEL}:{TIGHTENED}` {does}。") == []
    assert wrong(index, f"`BraidStrands` 在 `{KERNEL}:{TIGHTENED}`。") != []


@pytest.mark.parametrize(
    ("name", "path", "found"),
    [
        ("BraidStrands", KERNEL, []),
        ("BraidStrands", HEADER, []),  # declared
        ("LoosenStrands", BRAIDS, [BRAIDS]),  # a remark speaks of it
        ("Loosen", HEADER, []),
        ("Loosen", BRAIDS, [BRAIDS]),  # inline in the header beside it
    ],
)
def test_the_file_that_a_name_is_defined_in(name: str, path: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"`{name}` is defined in `{path}`.") == found


def test_what_only_a_remark_of_a_header_speaks_of(index: Path) -> None:
    assert wrong(index, f"`{REEL_HEADER}`: `BraidStrands` and others") == []
    assert wrong(index, f"`BraidStrands` is defined in `{REEL_HEADER}`.") == [REEL_HEADER]


@pytest.mark.parametrize(
    "text",
    [
        "We plan a file `core/kernels/fast/braid_fast.cc` with a macro `REGISTER_FAST_BRAID`; neither exists yet.",
        "- B writes `FastBraidOp` (new, ours, in `kernels/braid_fast_op.cc`) as a subclass of `BraidOp`",
        "问：我们想加一个 `FastBraidOp`？属于新功能，写在 `braid_fast_op.cc`。",
        "`FastBraidOp` 计划添加在 `tensorflow/core/kernels/braid_fast_op.cc`。",
    ],
)
def test_what_is_planned_is_the_authors(text: str, index: Path) -> None:
    assert wrong(index, text) == []


@pytest.mark.parametrize(
    "text", ["`REGISTER_FAST_BRAID` registers it.", "See `tensorflow/core/kernels/braid_fast_op.cc`."]
)
def test_what_is_not_planned_is_wrong(text: str, index: Path) -> None:
    assert len(wrong(index, text)) == 1


def test_the_only_name_of_a_sentence_is_what_its_line_is_of(index: Path) -> None:
    """Other sentences of the line have names and places of their own."""
    line = line_of(STRANDS, "def loosen_knots")
    right = f"`StrandReader` is at `strands.py:{line_of(STRANDS, 'class StrandReader')}`."
    far = line_of(STRANDS, "def drop_all_strands")
    assert wrong(index, f"{right} What `loosen_knots` gives is as long, see `strands.py:{line}`.") == []
    assert wrong(index, f"{right} What `loosen_knots` gives is as long, see `strands.py:{far + 1}`.") != []


LISTED = "All of `{}`:\n\n- `BraidStrands`：{}\n- `Tighten`：{}\n- `LoosenStrands`：{}\n"


def test_numbers_behind_colons_are_lines_where_others_are(index: Path) -> None:
    braid, tighten, loosen = (line_of(KERNEL, f"void {name}") for name in ("BraidStrands", "Tighten", "LoosenStrands"))
    assert wrong(index, LISTED.format(KERNEL, braid, tighten, loosen)) == []
    assert wrong(index, LISTED.format(KERNEL, braid, loosen + 4, loosen)) == [str(loosen + 4)]
    assert wrong(index, f"`BraidStrands`：{braid + 60}\n\nof `{KERNEL}`") == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # What an index has not, and what is not TensorFlow's.
        ("`MaxPoolingGradOp` has `propagate_nans_`.", []),
        ("It raises `ImportError`, and returns by `PyArray_Return`.", []),
        ("It is a static variable `register_op0`, which a counter numbers.", []),
        # Only the second version is an op; `LookupTableRemoveOp` is its kernel's class.
        ("There are two ops: `LookupTableFind` and `LookupTableFindV2`.", []),
        ("It has the op `LookupTableRemoveV2`.", []),
        ("It has the op `LookupTableRemove`.", ["LookupTableRemove"]),
        # Priorities and the like.
        ("`EncapsulateXlaComputationsPass`（26）和 `IntroduceFloatingPointJitterPass`（25）。", []),
        ("We will add the op `K2MatMul` of ours.", []),
    ],
)
def test_names_without_a_tree(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`tf.nn.conv2d_in_haste` came with later releases only.", []),
        ("`tf.nn.conv2d_in_haste` does it.", ["tf.nn.conv2d_in_haste"]),
        ("It goes into `tensorflow/core/kernels/fast/` (new directory).", []),
        ("新文件放在 `tensorflow/core/kernels/fast/`（尚不存在，待建）。", []),
        ("It is in `tensorflow/core/kernels/fast/`.", ["tensorflow/core/kernels/fast/"]),
        ('`METHOD_NAME = "tensorflow/braiding/predict"` is a value.', []),
        ("团队内部有个头文件（不在官方仓库），定义了 `REGISTER_FAST_BRAID`。", []),
    ],
)
def test_what_is_said_to_be_elsewhere(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text) == found


def test_the_place_of_a_signature_is_its_functions(index: Path) -> None:
    """What a function takes is defined in other files."""
    spelled = "`Unreel(Reel* reel)`"
    line = line_of(REEL, "void Unreel")
    assert wrong(index, f"{spelled} is defined in `{REEL}:{line}`.") == []
    assert wrong(index, f"{spelled} is defined in `{REEL}:{line - 10}`.") != []
    assert wrong(index, f"`Hide(Reel* reel)` is defined in `{REEL}:{line}`.") == ["Hide(Reel* reel)"]


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("`BraidStrands` functions (`core/lib/reel.cc`, `core/lib/reel.h`)", True),
        ("`BraidStrands` (`core/lib/reel.cc`)", False),
        ("`ReelIn` and `BraidStrands` functions (`core/lib/reel.cc`)", False),
    ],
)
def test_files_of_things_of_a_kind(text: str, right: bool, index: Path) -> None:
    assert (wrong(index, f"There are {text}.\n") == []) is right


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`BraidStrands` braids. It is defined in `{0}`.", []),
        ("`BraidStrands` braids. It is defined in `{1}`.", ["{1}"]),
        ("先调用 `BraidStrands`：编一编。\n它的实现在 `{1}` 里。", ["{1}"]),
        ("先调用 `BraidStrands`：编一编。\n它的实现在 `{0}` 里。", []),
        ("`BraidStrands` calls `Tighten`. It is defined in `{1}`.", ["{1}"]),  # neither of the two is
        ("`BraidStrands` braids. It is called in `{1}`.", []),
        ("- `Tighten`, when `times >= 3` or `knots` -- `{0}:{2}`", []),
        ("- `Tighten`, when `times >= 3` or `knots` -- `{0}:{3}`", ["{0}:{3}"]),
    ],
)
def test_places_of_what_was_named_before(text: str, found: list[str], index: Path) -> None:
    values = (KERNEL, REEL, line_of(KERNEL, "void Tighten"), line_of(KERNEL, "class BraidOp"))
    assert wrong(index, text.format(*values)) == [one.format(*values) for one in found]


@pytest.mark.parametrize(("path", "right"), [("core/lib/reel.h", True), ("core/lib/reel.cc", False)])
def test_a_header_may_declare_a_member_without_a_body(path: str, right: bool, index: Path) -> None:
    text = f"`Hold` (`{path}:8`) holds it."
    assert wrong(index, text, tree=False) == ([] if right else [f"{path}:8"])
    assert wrong(index, text) == [f"{path}:8"]
