"""What a plain question may import: the list that keeps it at about twice a bare interpreter."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from asking import SCRIPT, environment

#: Slow to import, or no business of a plain question.
HEAVY = {
    "argparse", "asyncio", "ast", "concurrent", "dataclasses", "datetime", "decimal", "enum", "fnmatch",
    "git", "hashlib", "inspect", "json", "libcst", "logging", "multiprocessing", "numpy", "pathlib", "pickle",
    "re", "rich", "shutil", "sqlite3", "starlark", "subprocess", "tempfile", "textwrap", "threading",
    "tokenize", "tree_sitter", "typing", "urllib", "zlib",
}  # fmt: skip

#: What only an indexing run needs.
INDEXING = ("tfexplore.source", "tfexplore.cpp", "tfexplore.extract", "tfexplore.pipeline", "tfexplore.index.write")


def imported(index: Path, *words: str) -> set[str]:
    """The modules that a run imported beyond those of a bare interpreter."""
    program = (
        "import sys; before = set(sys.modules)\n"
        "from tfexplore.cli import main\n"
        "status = main(sys.argv[1:])\n"
        "sys.stderr.write('\\n'.join(['status %d' % status, *sorted(set(sys.modules) - before)]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(SCRIPT.parents[1])!r})\n" + program, *words],
        env=environment(index),
        capture_output=True,
        text=True,
        check=True,
    )
    noted, _, modules = done.stderr.partition("status 0\n")
    assert modules, noted
    assert done.stdout
    return set(modules.splitlines())


@pytest.mark.parametrize(
    "words", [("ops", "conv"), ("kernels", "Conv2D"), ("show", "Conv2D"), ("ops",), ("kernels",), ("--version",)]
)
def test_a_plain_question_imports_nothing_heavy(sample_index: Path, words: tuple[str, ...]) -> None:
    modules = imported(sample_index, *words)
    assert {name.split(".")[0] for name in modules} & HEAVY == set()
    assert [name for name in modules if name.startswith(INDEXING)] == []


def test_how_many_modules_of_its_own_it_needs(sample_index: Path) -> None:
    # Each costs a quarter of a millisecond: a new one has to be worth that.
    own = [name for name in imported(sample_index, "ops", "conv") if name.startswith("tfexplore")]
    assert len(own) <= 26, own


@pytest.mark.parametrize("words", [("ops", "conv", "--json"), ("ops", "/conv/"), ("ops", "*conv*", "--device", "cpu")])
def test_other_questions_import_no_renderer_and_no_reader(sample_index: Path, words: tuple[str, ...]) -> None:
    modules = imported(sample_index, *words)
    assert not {name.split(".")[0] for name in modules} & (
        HEAVY & {"rich", "git", "libcst", "numpy", "starlark", "typing"}
    )
    assert [name for name in modules if name.startswith(INDEXING)] == []
