"""A folder that holds source and says nothing of what an index is about is refused; the smallest that does is not."""

from __future__ import annotations

from pathlib import Path

import pytest
from asking import ask


def made(folder: Path, files: dict[str, str]) -> tuple[Path, tuple[int, str, str]]:
    for path, text in files.items():
        (folder / "tree" / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "tree" / path).write_text(text)
    output = folder / "made.sqlite"
    cache = {"XDG_CACHE_HOME": str(folder / "cache")}
    return output, ask(None, "index", "--source", str(folder / "tree"), "-o", str(output), **cache)


@pytest.mark.parametrize(
    ("files", "number"),
    [
        ({"a.cc": "int main() { return 0; }\n"}, "1 source file;"),
        ({"a/BUILD": "", "a/b.py": "x = 1\n", "a/b.h": "int x;\n"}, "3 source files;"),
    ],
)
def test_a_folder_without_a_registration_is_refused(tmp_path: Path, files: dict[str, str], number: str) -> None:
    output, (status, out, err) = made(tmp_path, files)
    assert (status, out) == (2, "")
    assert not output.exists()
    (line,) = [one for one in err.splitlines() if "linkage by paths" not in one]
    assert line.startswith(f"tfexplore index: {tmp_path / 'tree'}: no source tree")
    assert number in line
    assert "name the root of such a tree" in line


@pytest.mark.parametrize(
    "files",
    [
        {"a.cc": 'REGISTER_OP("A");\n'},
        {"a.cc": 'REGISTER_KERNEL_BUILDER(Name("A").Device("CPU"), A);\n'},
        {"a.cc": "REGISTER_OP(name());\n"},
        {
            "BUILD": "",
            "a.py": "from tensorflow.python.framework import ops\n\n\n"
            '@ops.RegisterGradient("A")\ndef _a(op, grad):\n    return grad\n',
        },
        {"BUILD": "", "tensorflow/python/a.i": "%module a\nint f(int x);\n"},
    ],
)
def test_one_registration_is_enough(tmp_path: Path, files: dict[str, str]) -> None:
    output, (status, _, err) = made(tmp_path, files)
    assert (status, output.exists()) == (0, True), err
