"""Labels of targets of the build."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from answers.claimed import KERNEL, verdicts, wrong
from answers.drawn import reader

from tfexplore.answers.verify import verify_all
from tfexplore.answers.verifying.targets import MAX_LABELS
from tfexplore.index.store import Index

BUILD = "tensorflow/core/kernels/BUILD"
TEXTS = {
    BUILD: """load("//tensorflow:looms.bzl", "loom_library", "loom_test")

loom_library(
    name = "braid_op",
    srcs = ["braid_op.cc"],
    deps = [":braid_lib", "//tensorflow/core:lib"],
)

cc_library(name = "braid_lib", hdrs = ["braid.h"])

loom_test(size = "small", srcs = ["tests/warp_test.cc"])

loom_tests(
    name = "all_of_them",
    srcs = ["weft_test.cc"],
)
""",
    "tensorflow/core/BUILD": 'cc_library(name = "core")\n',
    "tensorflow/looms.bzl": """load("//tensorflow:more_looms.bzl", "wound")

def loom_library(name, srcs):
    cc_library(name = name + "_gpu", srcs = srcs)
    cc_shared(name = "_" + name + ".so")
    native.alias(name = "%s_for_looms" % name)
    native.alias(name = "any_loom_{}".format(name))
""",
    "tensorflow/more_looms.bzl": 'def wound(name):\n    native.alias(name = name + "_wound")\n',
}


@pytest.mark.parametrize(
    "label",
    [
        "//tensorflow/core/kernels:braid_op",
        "//tensorflow/core/kernels:braid_op_gpu",  # what macros make
        "//tensorflow/core/kernels:braid_op_wound",
        "//tensorflow/core/kernels:braid_op_gpu_wound",
        "//tensorflow/core/kernels:braid_op_for_looms",
        "//tensorflow/core/kernels:any_loom_braid_op",
        "//tensorflow/core/kernels:_braid_op.so",
        "//tensorflow/core/kernels:tests_warp_test",
        "//tensorflow/core/kernels:weft_test",
        "//tensorflow/core/kernels:braid.h",  # a file
        "//tensorflow/core/kernels:weft_op.cc",
        "//tensorflow/core",  # the target that is called like its package
    ],
)
def test_what_there_is(label: str, index: Path) -> None:
    text = f"Build `{label}` first.\n"
    assert wrong(index, text) == []
    assert [one.verdict for one in verdicts(index, text) if one.text == label] == ["found"]


@pytest.mark.parametrize(
    ("label", "detail"),
    [
        ("//tensorflow/core/kernels:braid_ops", f"{BUILD} makes no such target"),
        ("//tensorflow/core/kernels:braid", f"{BUILD} makes no such target"),  # a file of one that has a name
        ("//tensorflow/core/kernels:braid_op_cpu", f"{BUILD} makes no such target"),
        ("//tensorflow/core/kernels:_braid_op_gpu", f"{BUILD} makes no such target"),
        ("//tensorflow/core/kernel:braid_op", "no folder is called tensorflow/core/kernel"),
        ("//tensorflow/core/lib:reel", "tensorflow/core/lib has no BUILD file"),
    ],
)
@pytest.mark.parametrize("form", ["Build `{}` first.", "目标是 `{}`。", "```\nbazel build {}\n```", "| target | {} |"])
def test_what_there_is_not(label: str, detail: str, form: str, index: Path) -> None:
    found = [one for one in verdicts(index, form.format(label) + "\n") if one.verdict == "not found"]
    assert [(one.text, one.detail) for one in found] == [(label, detail)]


def test_a_line_of_the_rule(index: Path) -> None:
    (found,) = verdicts(index, "`//tensorflow/core/kernels:braid_lib`\n")
    assert found.location is not None
    assert (found.location.path, found.location.line) == (BUILD, 9)
    (near,) = verdicts(index, "`//tensorflow/core/kernels:braid_libs`\n")
    assert "//tensorflow/core/kernels:braid_lib" in near.suggestions


@pytest.mark.parametrize(
    "text",
    [
        f"See `//{KERNEL}`.",  # a path
        "All of `//tensorflow/core/kernels/...` and `//tensorflow/core/kernels:*`.",
        "Visible to `//tensorflow/core/kernels:__subpackages__` and `//tensorflow/core/lib:__pkg__`.",
        "Visible to `//tensorflow/core/lib`.",  # a folder
        "See `@org_tensorflow//tensorflow/core/kernels:braids` and `https://tensorflow/core/kernels:braids`.",
        "There is no `//tensorflow/core/kernels:braids`.",
        "Add a target `//tensorflow/core/kernels:braids`.",
        "Our `//tensorflow/core/kernels:braids` is another.",
        "Build `//tensorflow/core/kernels:libbraids.so`.",  # a name that may be put together anywhere
        "Build `//tensorflow/core/kernels:${{BRAIDS}}` and `//tensorflow/core/kernels:braids_%s`.",
    ],
)
def test_what_is_no_such_label(text: str, index: Path) -> None:
    assert wrong(index, text + "\n") == []


def test_without_a_tree_packages_are_known_and_targets_are_not(index: Path) -> None:
    assert wrong(index, "`//tensorflow/core/kernels:braid_ops`\n", tree=False) == []
    assert wrong(index, "`//tensorflow/core/kernel:braid_op`\n", tree=False) == ["//tensorflow/core/kernel:braid_op"]


@pytest.mark.source
def test_labels_of_the_releases_own_files(shipped: Index, source_tree: Path) -> None:
    """What BUILD files name there is, but for the few targets that the public source has lost."""
    labels: set[str] = set()
    for path in sorted((source_tree / "tensorflow").rglob("BUILD")):
        labels.update(re.findall(r'"(//tensorflow(?:/[\w+-]+)*:[\w.+/-]+)"', path.read_text("utf-8")))

    read = reader(source_tree)
    every = sorted(labels)
    text = "# Notes\n\n" + "".join(f"- `{label}`\n" for label in every[:MAX_LABELS])
    (found,) = verify_all(shipped, [("notes.md", text)], read)
    lost = [one.text for one in found.verdicts if one.verdict == "not found"]
    assert len(every) > MAX_LABELS
    assert len(lost) * 200 < MAX_LABELS, lost
    # The same names, each in the package of the next.
    moved = [f"{one.partition(':')[0]}:{other.partition(':')[2]}" for one, other in pairwise(every[::7])]
    moved = [one for one in moved if one not in labels and "__" not in one and "." not in one]
    (found,) = verify_all(shipped, [("notes.md", "".join(f"- `{label}`\n" for label in moved))], read)
    assert sum(one.verdict == "not found" for one in found.verdicts) > 0.9 * len(moved)
