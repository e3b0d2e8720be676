"""BUILD files that nobody would write: whatever they hold, the answer is a linkage or one note."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from tfexplore.source.folder import FolderTree
from tfexplore.source.linkage import BUILD_FILES, PATHS, evaluate
from tfexplore.source.profile import PROFILES

WORDS = [
    *("cc_library(", "cc_binary(", "glob(", "select(", "load(", "rule(", "config_setting(", "filegroup(", "native."),
    *("name = ", "srcs = ", "deps = ", "data = ", "actual = ", "linkshared = 1", "values = ", "define_values = "),
    *('"//a:b"', '":build_pip_package"', '"//conditions:default"', '"**"', '"../x"', '"@r//:x.bzl"', '"\\0"', '""'),
    *(
        "[",
        "]",
        "{",
        "}",
        "(",
        ")",
        ",",
        ":",
        "\n",
        "\n    ",
        "def f(x):",
        "return ",
        "for i in ",
        "if ",
        "lambda: ",
        "x",
    ),
    *(
        "+",
        "*",
        " = ",
        "None",
        "1",
        "-1",
        "10**9",
        "range(9)",
        "#",
        '"""',
        "struct",
        "depset(",
        "Label(",
        "fail(",
        "_record(",
    ),
]
TEXTS = st.lists(st.sampled_from(WORDS), max_size=40).map("".join) | st.text(max_size=60)


@settings(max_examples=max(12, settings.default.max_examples // 4))
@given(before=TEXTS, inside=TEXTS, rules=TEXTS)
def test_any_text_is_a_linkage_or_one_note(before: str, inside: str, rules: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        package = Path(folder, "tensorflow/tools/pip_package")
        package.mkdir(parents=True)
        root = f'\nsh_binary(name = "build_pip_package", data = [":more", {inside}])\n'
        (package / "BUILD").write_bytes((before + root).encode("utf-8", "surrogatepass"))
        (package / "x.bzl").write_bytes(rules.encode("utf-8", "surrogatepass"))
        found = evaluate(FolderTree(folder), PROFILES["linux-cuda"])
    assert found.kind in (BUILD_FILES, PATHS)
    assert len(found.notes) == (found.kind == PATHS)
    assert not any("\n" in note or "Traceback" in note for note in found.notes)
