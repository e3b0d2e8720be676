"""Lists of ops that are said to have no kernels on a GPU."""

from __future__ import annotations

import pytest
from answers.claimed import wrong_of

from tfexplore.index.store import Index

TABLE = "{announced}\n\n| op | registered in |\n|---|---|\n| `{op}` | {file} |\n"
LIST = "{announced}\n\n- `{op}`: {file}\n"


@pytest.mark.parametrize("form", [TABLE, LIST])
@pytest.mark.parametrize(
    "announced",
    ["## CPU only, confirmed", "These have no GPU kernel:", "## 没有 GPU 内核的算子", "Ops without a GPU kernel:"],
)
def test_ops_on_one_device(form: str, announced: str, shipped: Index) -> None:
    assert wrong_of(shipped, form.format(announced=announced, op="EditDistance", file="seen")) == []
    assert wrong_of(shipped, form.format(announced=announced, op="NonMaxSuppressionV3", file="seen")) == [
        "NonMaxSuppressionV3"
    ]


@pytest.mark.parametrize(
    ("announced", "file"),
    [
        ("## Kernels", "seen"),
        ("## No GPU kernel for these types", "half"),
        ("## Not CPU only", "seen"),
        ("## CPU only in our fork", "seen"),
        ("## CPU only", "has one on GPU, for floats"),
    ],
)
def test_what_is_said_otherwise(announced: str, file: str, shipped: Index) -> None:
    for form in (TABLE, LIST):
        assert wrong_of(shipped, form.format(announced=announced, op="NonMaxSuppressionV3", file=file)) == []


def test_a_paragraph_in_between_announces_something_else(shipped: Index) -> None:
    document = LIST.format(announced="## CPU only\n\nFor comparison:", op="NonMaxSuppressionV3", file="seen")
    assert wrong_of(shipped, document) == []


def test_what_is_said_of_a_class_among_others(shipped: Index) -> None:
    """The kernels of the first of two classes are on one device; the ops of the table have others as well."""
    said = "The first of them is {}a plain kernel, registered on CPU only."
    row = "\n\n| op | gaps |\n|---|---|\n| `NonMaxSuppressionV3` | 0 |\n"
    assert wrong_of(shipped, said.format("`NonMaxSuppressionV3Op`, ") + row) == []
    assert wrong_of(shipped, said.format("") + row) == ["NonMaxSuppressionV3"]
