"""A tree as small as one can be, and the types of the fixtures that plant trees and repositories."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

Plant = Callable[[Path, Mapping[str, str]], Path]
RunGit = Callable[..., str]

#: A tree as small as one can be, with what a clone takes and what it leaves.
FILES = {
    "BUILD": "",
    "WORKSPACE": "",
    "README.md": "not source\n",
    "op/bloom.cc": "// ops\n",
    "op/bloom.h": "// header\n",
    "op/bloom.cu.cc": "// device\n",
    "op/defs.bzl": "",
    "op/bloom.py": "pass\n",
    "op/graph.pbtxt.html": "<b>a page</b>\n",
}

WANTED = sorted(set(FILES) - {"README.md", "op/graph.pbtxt.html"})
