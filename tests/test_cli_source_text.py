"""Text that is shown as evidence is the text that the index was made of, whatever tree is named."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from asking import ask, on_terminal, visible

SPIN = "tensorflow/core/kernels/spin_op.cc"


@pytest.fixture
def copied(woven_tree: Path, tmp_path: Path) -> Path:
    """A copy of the woven tree, to alter."""
    return Path(shutil.copytree(woven_tree, tmp_path / "tree"))


def texts(index: Path, tree: Path) -> tuple[list[str], str]:
    """The places whose text `show` prints, and what it complains of."""
    done = ask(index, "show", "Spin", "--source-text", "--source", str(tree))
    assert done.status == 0
    return [row[1] for row in done.rows() if row[0] == "text" and SPIN in row[1]], done.err


def test_the_tree_itself(woven_index: Path, copied: Path) -> None:
    found, said = texts(woven_index, copied)
    assert (found[0], said) == (f"{SPIN}:28", "")


def test_lines_that_moved_are_not_shown(woven_index: Path, copied: Path) -> None:
    source = copied / SPIN
    source.write_text("// one line more\nint spun = 0;\n" + source.read_text())
    found, said = texts(woven_index, copied)
    assert found == []
    assert said.startswith(f"tfexplore show: {copied} is not the tree of this index: {SPIN}:")
    assert len(said.splitlines()) == 1


def test_another_text_on_the_same_lines(woven_index: Path, copied: Path) -> None:
    source = copied / SPIN
    before = source.read_text()
    source.write_text(before.replace("void Compute(OpKernelContext* context)", "void Reckon(OtherKernelContext* it)"))
    found, said = texts(woven_index, copied)
    assert f"{SPIN}:28" not in found
    assert "says something else there" in said


def test_lines_far_below_are_shown_still(woven_index: Path, copied: Path) -> None:
    source = copied / SPIN
    source.write_text(source.read_text() + "\nint something_at_the_very_end = 1;\n")
    found, said = texts(woven_index, copied)
    assert (found[0], said) == (f"{SPIN}:28", "")


def test_a_tree_without_the_file(woven_index: Path, copied: Path) -> None:
    (copied / SPIN).unlink()
    found, said = texts(woven_index, copied)
    assert (found, f"{copied} has no {SPIN}" in said) == ([], True)


def test_an_annotated_file_of_another_tree(woven_index: Path, copied: Path) -> None:
    source = copied / SPIN
    source.write_text("int spun_before_all = 0;\n" + source.read_text())
    text = visible(on_terminal(woven_index, "annotate", SPIN, "--source", str(copied), "--no-pager").out)
    assert "1 kernel of Spin on CPU: float" in " ".join(text.split())
    assert "TF_CALL_float(REGISTER_CPU);" not in text
    assert "is not the tree of this index" in " ".join(text.split())


def test_files_without_marks_of_another_release(shipped: object, tmp_path: Path) -> None:
    path = "tensorflow/contrib/image/ops/image_ops.cc"
    (tmp_path / path).parent.mkdir(parents=True)
    (tmp_path / path).write_text("// nothing of TensorFlow's\n" * 200)
    done = ask(None, "annotate", path, "--index", "v1.15.0", "--source", str(tmp_path))
    assert done.status == 0
    assert "is of another release than this index" in done.err


def test_every_command_finds_the_tree_of_the_environment(woven_index: Path, woven_tree: Path, tmp_path: Path) -> None:
    named = {"TFEXPLORE_SOURCE": str(woven_tree)}
    option = ("--source", str(woven_tree))
    for words in (
        ("show", "Spin", "--source-text"),
        ("annotate", SPIN, "-o", "-"),
        ("doctor", "No gradient defined for operation 'w' (op type: Weave)", "--json"),
    ):
        done = ask(woven_index, *words, **named)
        assert done == ask(woven_index, *words, *option)
        assert done == ask(woven_index, *words, *option, TFEXPLORE_SOURCE="/nowhere")
    assert "TF_CALL_float(REGISTER_CPU);" in ask(woven_index, "annotate", SPIN, "-o", "-", **named).out
    assert "TF_CALL_float(REGISTER_CPU);" not in ask(woven_index, "annotate", SPIN, "-o", "-").out
    assert ask(woven_index, "show", "Spin", "--source-text", **named).status == 0
    drawn = visible(on_terminal(woven_index, "grads", "Spin", "--no-pager", **named).out)
    assert "def _SpinGrad" in drawn
    assert "def _SpinGrad" not in visible(on_terminal(woven_index, "grads", "Spin", "--no-pager").out)
    nowhere = f"{tmp_path}/none"
    assert f"{nowhere}: no such folder" in ask(woven_index, "grads", "Spin", TFEXPLORE_SOURCE=nowhere).err


def test_doctor_reads_templates_of_the_tree_of_the_environment(tmp_path: Path) -> None:
    from tfexplore.commands.declare import Request
    from tfexplore.commands.doctor import COMMAND
    from tfexplore.commands.pasted import template_reader
    from tfexplore.model import SourceState

    state = SourceState(None, None, None, "linux-cuda", "paths")
    request = Request(COMMAND, ("x",), {"--json": ""})
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("TFEXPLORE_SOURCE", raising=False)
        assert template_reader(request, state) is None
        patch.setenv("TFEXPLORE_SOURCE", str(tmp_path))
        assert template_reader(request, state) is not None
