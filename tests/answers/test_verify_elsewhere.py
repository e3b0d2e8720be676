"""Paths that the tree does not have and need not have, and those like them that it should."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong, wrong_of

from tfexplore.index.store import Index

MISSING = "tensorflow/core/kernels/braid_op.cc"
NEARLY = "tensorflow/core/kernels/bias_opp.cc"
ROOT = "See `itex/core/kernels/braid.h`, `itex/core/kernels/braid_op.cc`"


@pytest.mark.parametrize(
    ("text", "right"),
    [
        (f"{ROOT} and `itex/python/ops/braids.py`.", True),
        (f"{ROOT}.", False),  # two, that may be mistakes
        ("See `cores/kernels/braid.h`, `cores/kernels/braid_op.cc`, `cores/lib/reel.h`.", False),  # `core` is meant
    ],
)
def test_folders_of_another_repository(text: str, right: bool, index: Path) -> None:
    assert (wrong(index, text) == []) is right


def test_repositories_beside_tensorflows(shipped: Index) -> None:
    assert wrong_of(shipped, "It is set to `tensorflow/serving/predict`.") == []
    assert wrong_of(shipped, "It is set to `tensorflow/surfing/predict`.") == ["tensorflow/surfing/predict"]
    link = "https://github.com/tensorflow/tensorflow/blob/v1.15.0/tensorflow/models/braid.cc"
    assert wrong_of(shipped, f"See {link}.") == [link]


@pytest.mark.parametrize(
    ("link", "right"),
    [
        ("https://github.com/tensorflow/hub/blob/master/tensorflow_hub/braid_lib.py#L278", True),
        ("https://github.com/tensorflow/tensorflow/blob/v1.15.0/tensorflow/python/braid_lib.py", False),
    ],
)
def test_texts_of_links(link: str, right: bool, shipped: Index) -> None:
    assert (wrong_of(shipped, f"As [`braid_lib_v2.py`]({link}) does.") == []) is right


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("See [the kernel](../kernels/braid_op.cc).", []),
        ("See [braid_op.cc](../kernels/braid_op.cc).", []),
        ("See `../kernels/braid_op.cc`.", ["../kernels/braid_op.cc"]),  # which leads nowhere
        ("See [the kernel](../kernels/bias_opp.cc).", ["../kernels/bias_opp.cc"]),
        (  # one of the tree's own documents, whose links do lead to files
            "[a](../kernels/bias_op.cc), [b](../kernels/relu_op.cc), [c](../kernels/braid_op.cc)",
            ["../kernels/braid_op.cc"],
        ),
    ],
)
def test_links_beside_the_document(text: str, wrong: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text) == wrong


@pytest.mark.parametrize(
    "text",
    [
        "Create the file `{}`.",
        "Save this code as `{}`.",
        "Copy the kernel of yours to `{}`.",
        "The kernel will be placed in `{}`.",
        "Write `{}` with the following contents.",
        "创建 `{}`。",
        "把下面的代码保存为 `{}`。",
        "| Source | Destination |\n|---|---|\n| yours.cc | {} |",
    ],
)
def test_files_that_are_to_be_made(text: str, shipped: Index) -> None:
    assert wrong_of(shipped, text.format(MISSING)) == []
    assert wrong_of(shipped, f"The kernel is `{MISSING}`.") == [MISSING]
    assert wrong_of(shipped, text.format(NEARLY)) == [NEARLY]  # which is meant to be there


def test_a_file_that_is_made_elsewhere_in_the_document(shipped: Index) -> None:
    text = f"It is built from `{MISSING}`."
    assert wrong_of(shipped, f"{text}\n\nFirst create the file `{MISSING}`.") == []
    assert wrong_of(shipped, f"{text}\n\nFirst create the file `tensorflow/core/kernels/knot_op.cc`.") == [MISSING]


def test_the_remark_at_the_head_of_a_program(shipped: Index) -> None:
    code = f"```cpp\n// {MISSING}\nint {{}}(int argc, char** argv) {{{{\n  return 0;\n}}}}\n```\n"
    assert wrong_of(shipped, code.format("main")) == []
    assert wrong_of(shipped, code.format("Braid")) == [MISSING]


@pytest.mark.parametrize("path", ["tensorflow/lite/kernels/NEW_OP.cc", "tensorflow/core/user_ops/zero_out.cc"])
def test_names_to_fill_in(path: str, shipped: Index) -> None:
    assert wrong_of(shipped, f"It is in `{path}`.") == []


def test_a_proposal(shipped: Index) -> None:
    head = "# A knot\n\n| Status | Proposed |\n|:---|:---|\n| **Author(s)** | Somebody |\n| **Sponsor** | X |\n\n"
    assert wrong_of(shipped, f"{head}It is in `{MISSING}`.") == []
    assert wrong_of(shipped, f"{head}It is in `{NEARLY}`.") == [NEARLY]
    assert wrong_of(shipped, f"{head}It is in `loss_impl.py`.") == ["loss_impl.py"]  # as `losses_impl.py` is
    moved = "tensorflow/core/ops/bias_op.cc"  # which another folder has
    assert wrong_of(shipped, f"{head}It is in `{moved}`.") == [moved]


def test_modules_that_swig_makes(shipped: Index) -> None:
    assert wrong_of(shipped, "See `python/pywrap_tensorflow_internal.py`.") == []
    assert wrong_of(shipped, "See `python/wrap_tensorflow_internal.py`.") == ["python/wrap_tensorflow_internal.py"]


@pytest.mark.parametrize(
    ("folder", "right"),
    [
        ("third_party/fastknots/", True),
        ("fastknots/cc/", True),
        ("core/fastknots/", False),
        ("tensorflow/fastknots/", False),
    ],
)
def test_folders_of_ones_own(folder: str, right: bool, index: Path) -> None:
    text = f"The code of `{folder}` is for us.\n\nFor us that means `{folder}braid_op.cc`.\n"
    assert (f"{folder}braid_op.cc" not in wrong(index, text)) is right


def test_folders_that_are_nearly_the_trees(index: Path) -> None:
    text = "The code of `cores/kernels/` is short.\n\nIt begins in `cores/kernels/braid.h`.\n"
    assert "cores/kernels/braid.h" in wrong(index, text)
