"""How answers are worded: one thing is not many, lines fit a terminal, help is there where it is looked for."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from asking import ask, on_terminal, visible
from index import facts

from tfexplore.answers.annotate import find_annotations
from tfexplore.catalogue import words as wording
from tfexplore.commands import ORDER
from tfexplore.errors import UsageError
from tfexplore.index.store import open_index
from tfexplore.index.write import Facts, write_index
from tfexplore.model import Location, Use
from tfexplore.render.annotate import describe


def test_one_thing_is_not_many(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "a.cc").write_text('REGISTER_OP("A");\nREGISTER_KERNEL_BUILDER(Name("A").Device("CPU"), A);\n')
    index = tmp_path / "a.sqlite"
    done = ask(None, "index", "--source", str(tree), "-o", str(index), XDG_CACHE_HOME=str(tmp_path / "cache"))
    assert "1 file, 1 op, 1 kernel, 0 gradients, 0 unresolved" in done.out
    assert "among the 1 op of" in ask(index, "ops", "Conv").err
    assert "among the 1 op with a kernel of" in ask(index, "kernels", "Conv").err
    assert "1 page in" in ask(index, "report", "schema", "--lang", "en", "-o", str(tmp_path / "out")).out
    assert "\n1 op. A line of kernels" in "".join(
        page.read_text() for page in _written(index, tmp_path / "ops").glob("en/ops-*.md")
    )
    log = tmp_path / "log.txt"
    log.write_text("2019-10-01 12:00:00.000000: I tensorflow/core/a.cc:1] hello\n")
    assert "1 of 1 message has no statement here" in ask(index, "log", str(log)).err
    assert "1 message, 0 with their statement" in visible(on_terminal(index, "log", str(log), "--no-pager").out)
    assert "its one message is not asked for" in ask(index, "log", str(log), "--grep", "zebra").err


def _written(index: Path, folder: Path) -> Path:
    assert ask(index, "report", "ops", "-o", str(folder)).status == 0
    return folder


def test_help_fits_eighty_columns(sample_index: Path) -> None:
    for words in (("--help",), *[(name, "--help") for name in ORDER]):
        for line in ask(sample_index, *words).out.splitlines():
            assert len(line) <= 80, (words, line)


def test_a_long_path_of_the_version_has_its_own_line(sample_index: Path, tmp_path: Path) -> None:
    path = tmp_path / ("folder-" * 10) / "a.sqlite"
    path.parent.mkdir()
    shutil.copy(sample_index, path)
    lines = visible(on_terminal(path, "--version").out).splitlines()
    assert lines[lines.index("index") + 1].startswith("  /")
    assert max(len(line) for line in lines if "/folder-" not in line) <= 80
    assert f"index       {path}" in ask(path, "--version").out.splitlines()


def test_help_is_a_command_as_well(sample_index: Path) -> None:
    assert ask(sample_index, "help") == ask(sample_index, "--help")
    for name in ("show", "index"):
        assert ask(sample_index, "help", name) == ask(sample_index, name, "--help")
    done = ask(sample_index, "help", "shwo")
    assert (done.status, done.err) == (2, "tfexplore: no command 'shwo'; did you mean `tfexplore show`?\n")
    assert "did you mean `tfexplore help`?" in ask(sample_index, "hepl").err


def test_the_likeliest_of_many_paths_are_said(tmp_path: Path) -> None:
    folders = ("compiler/tf2xla/kernels", "contrib/a/kernels", "contrib/a/ops", "contrib/b/c/ops", "core/kernels/a",
               "core/kernels", "core/ops")  # fmt: skip
    paths = tuple([f"tensorflow/{folder}/training_ops.cc" for folder in folders])
    write_index(tmp_path / "a.sqlite", facts.STATE, Facts(paths=paths))
    with open_index(tmp_path / "a.sqlite") as index, pytest.raises(UsageError) as raised:
        find_annotations(index, "training_ops.cc")
    said = str(raised.value)
    assert "7 paths: tensorflow/core/kernels/training_ops.cc, tensorflow/core/ops/training_ops.cc, " in said
    assert said.endswith(" and 1 more")


def test_a_function_is_not_used_by_itself(tmp_path: Path) -> None:
    path = "tensorflow/core/kernels/weave_op.cc"
    first, second, third = (Location(path, line, line + 9) for line in (10, 30, 50))

    def use(user: Location, name: str, target: Location, line: int, defined: str) -> Use:
        return Use(user, name, defined, "function", target, Location(path, line, line), defined)

    uses = (
        use(first, "WeaveOp::Compute", second, 12, "WeaveOp::Compute"),
        use(third, "WeaveOp::Compute", third, 52, "WeaveOp::Compute"),
    )
    write_index(tmp_path / "a.sqlite", facts.STATE, Facts(paths=(path,), uses=uses))
    with open_index(tmp_path / "a.sqlite") as index:
        notes = [(one.location.line, one) for one in find_annotations(index, path).results]  # type: ignore[attr-defined]
    for language, said in (
        ("en", "WeaveOp::Compute, used by another WeaveOp::Compute"),
        ("zh", "WeaveOp::Compute，被 另一个 WeaveOp::Compute 使用"),
    ):
        assert [(line, describe(one, wording(language))) for line, one in notes] == [(30, said)]
