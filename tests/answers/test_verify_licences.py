"""Lines of the licence that a file begins with."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

from tfexplore.answers.verifying.licences import last_line

BLOCK = "/* Copyright 1804 The Looms\n\nYou may weave.\n==*/\n\nvoid Weave();\n"
HASHES = "# Copyright 1804 The Looms\n#\n# You may weave.\n# ====\n\nWEFT = 1\n"
PLAIN = "// Weaves.\nvoid Weave();\n"
TEXTS = {
    "tensorflow/core/looms/weave.h": BLOCK,
    "tensorflow/python/looms/weave.py": HASHES,
    "tensorflow/core/looms/plain.h": PLAIN,
    "tensorflow/core/looms/dobby.h": BLOCK,
    "tensorflow/core/dyes/dobby.h": BLOCK,
    "tensorflow/core/looms/jacquard.h": BLOCK,
    "tensorflow/core/dyes/jacquard.h": PLAIN * 4,
}


@pytest.mark.parametrize(("text", "last"), [(BLOCK, 4), (HASHES, 4), (PLAIN, 0), ("", 0), ("/* Copyright\n" * 50, 0)])
def test_where_it_ends(text: str, last: int) -> None:
    assert last_line(text.encode().split(b"\n")) == last


@pytest.mark.parametrize("file", ["looms/weave.h", "looms/weave.py"])
def test_who_cites_it(file: str, index: Path) -> None:
    assert wrong(index, f"It weaves ({file}:3).\n") == [f"{file}:3"]
    assert wrong(index, f"It weaves ({file}:6).\n") == []
    assert wrong(index, f"The licence allows it ({file}:3).\n") == []
    assert wrong(index, f"See `{file}`. Of our example line 3 is this.\n") == []
    assert wrong(index, f"It weaves ({file}:3).\n", tree=False) == []
    assert wrong(index, "It weaves (looms/plain.h:1).\n") == []


def test_who_cites_one_of_several_files(index: Path) -> None:
    assert wrong(index, "It weaves (dobby.h:3).\n") == ["dobby.h:3"]
    assert wrong(index, "It weaves (jacquard.h:3).\n") == []  # one of the two has none
