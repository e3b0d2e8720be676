"""Blocks of pasted output of any length are read in their time."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from answers.claimed import KERNEL, verdicts

from tfexplore.answers.pasted_code import with_directives, with_plain_numbers, without_prompts
from tfexplore.answers.verifying.one_token import one_token_apart
from tfexplore.answers.verifying.own_files import _IN_OUR_REPO, _OURS
from tfexplore.answers.verifying.releases_named import _RELEASE
from tfexplore.answers.verifying.said_in_code import _NAMED_AT, _TEST
from tfexplore.answers.verifying.written_lines import _CAT, _CUE, _GREP, _SED

#: Seconds of the processor, of which a fraction is used.
MOST = 4

PIECES = [
    "a",
    "a.",
    "a::",
    "a/",
    " ",
    "'",
    '"',
    "a ",
    "[",
    "(",
    "1",
    "1:",
    "our ",
    "$ ",
    "tf",
    "v1.",
    "a-",
    "a,",
    "x.cc:1",
    ">>> ",
]


@pytest.mark.parametrize("piece", PIECES)
def test_patterns(piece: str) -> None:
    began = time.process_time()
    line = piece * (20_000 // len(piece))
    for pattern in (_OURS, _IN_OUR_REPO, _RELEASE, _NAMED_AT, _TEST, _CUE):
        for start in ("", "our ", "// See ", "grep "):
            pattern.search(start + line[:2_000])
        pattern.search(line)
    for command in ("$ grep ", "$ sed -n ", "$ cat "):
        for pattern in (_GREP, _SED, _CAT):
            pattern.match(command + line[:400])
    for begun in (">>> ", "In [1]: ", "L1: ", "[1] ", "abcdef0 (", "1 -> ", ".. code:: "):
        lines = [begun + line, line]
        without_prompts(lines)
        with_plain_numbers(lines)
        with_directives([begun + line] * 20)
    one_token_apart(line[:400], line[:399])
    assert time.process_time() - began < MOST


@pytest.mark.parametrize(
    "block",
    [
        f"$ grep -n x {KERNEL}\n" + "12:int a = b(c, d);\n" * 90,
        f"$ cat {KERNEL}\n" + "  const Tensor& strands = context->input(0);\n" * 90,
        f"// See BraidOp, {KERNEL}:1.\n" * 80,
        f"#1  tensorflow::BraidOp::Compute (this=0x1)\n    at {KERNEL}:1\n" * 60,
        '  File "tensorflow/python/ops/strands.py", line 1, in untangle\n    return 1\n' * 60,
        ".. code-block:: cpp\n\n  int a;\n\n" * 60,
        "Our `train.py:12` and `main.py:5`.\n" * 60,
    ],
)
def test_documents(block: str, index: Path) -> None:
    began = time.process_time()
    verdicts(index, f"```\n{block}```\n\n{block}")
    assert time.process_time() - began < 10 * MOST
