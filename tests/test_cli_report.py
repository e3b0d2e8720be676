"""show, path, annotate and report as a user runs them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from asking import SCRIPT, ask, environment, on_terminal, visible
from render import markdown_rules as rules


def test_show_on_a_pipe(woven_index: Path) -> None:
    done = ask(woven_index, "show", "Spin")
    assert (done.status, done.err) == (0, "")
    parts = [(row[0], row[1], row[3].rpartition("/")[2]) for row in done.rows()]
    assert parts == [
        ("op", "Spin", "spin_ops.cc:7"),
        ("attr", "T", "spin_ops.cc:7"),
        ("attr", "twist", "spin_ops.cc:7"),
        ("shape_fn", "SpinShape", "spin_ops.cc:5"),
        ("kernel", "CPU", "spin_op.cc:44"),
        ("kernel", "CPU", "spin_op.cc:45"),
        ("kernel", "GPU", "spin_op.cc:47"),
        ("class", "SpinOp", "spin_op.cc:26"),
        ("compute", "SpinOp::Compute", "spin_op.cc:28"),
        ("uses", "CountStrands", "spin_op.cc:17"),
        ("uses", "LaunchQuick", "spin_op.cc:31"),
        ("uses", "LaunchSpin<CPUDevice, T>", "spin_op.cc:11"),
        ("uses 2", "Twist", "spin_op.h:8"),
        ("uses", "LaunchSpin", "spin_op.h:15"),
        ("class", "IdleSpinOp", "spin_op.cc:40"),
        ("compute", "SpinBase::Compute", "spin_op.cc:21"),
        ("uses", "SpinBase::Prepare", "spin_op.cc:22"),
        ("gradient", "_SpinGrad", "spin_grad.py:5"),
        ("types", "T=half", "spin_ops.cc:7"),
        ("types", "T=double", "spin_ops.cc:7"),
    ]


def test_show_as_json(woven_index: Path) -> None:
    (found,) = ask(woven_index, "show", "SpinOp", "--json").json()["results"]
    assert list(found) == [
        "name", "endpoints", "wrapper", "op_def", "shape_fn", "kernels", "kernel_classes", "gradients", "claims",
        "declared_without_kernel",
    ]  # fmt: skip
    assert found["declared_without_kernel"][2] == {
        "device_type": "GPU", "attr": "T", "type": "DT_DOUBLE", "taken_by": ["CPU"],
    }  # fmt: skip
    _, missing, launched, *_ = found["kernel_classes"][0]["uses"]
    assert (missing["name"], missing["kind"], missing["runs"]) == ("LaunchQuick<Device>", "missing", None)
    assert (launched["defined"], launched["used"]["line"], launched["runs"]["line"]) == (
        "LaunchSpin<CPUDevice, T>",
        37,
        12,
    )
    assert found["gradients"][0]["function"] == "_SpinGrad"
    assert found["shape_fn"]["name"] == "SpinShape"


@pytest.mark.parametrize("columns", [40, 80, 160])
def test_show_fits_the_terminal(woven_index: Path, columns: int) -> None:
    done = on_terminal(woven_index, "show", "Spin", columns=columns, lines=200)
    text = visible(done.out)
    assert done.status == 0
    assert "SpinOp::Compute" in text
    assert "spin_op.cc:28" in text
    assert max(len(line.rstrip()) for line in text.splitlines()) <= columns


def test_show_of_an_unknown_name(woven_index: Path) -> None:
    done = ask(woven_index, "show", "LaunchSpim")
    assert (done.status, done.out) == (1, "")
    assert len(done.err.splitlines()) == 1


def test_the_source_text(woven_index: Path, woven_tree: Path) -> None:
    done = ask(woven_index, "show", "Spin", "--source-text", "--source", str(woven_tree))
    texts = [row for row in done.rows() if row[0] == "text"]
    assert [
        "text",
        "tensorflow/core/kernels/spin_op.cc:28",
        "  void Compute(OpKernelContext* context) override {",
    ] in texts
    assert "launcher_(context, nullptr);" in visible(
        on_terminal(woven_index, "show", "Spin", "--source-text", "--source", str(woven_tree), lines=400).out
    )
    done = ask(woven_index, "show", "Spin", "--source-text", "--source", "/nowhere/at/all")
    assert (done.status, len(done.err.splitlines())) == (2, 1)


def test_path(woven_index: Path) -> None:
    done = ask(woven_index, "path", "Spin", "functor::Twist")
    assert [row[:3] for row in done.rows()] == [
        ["-", "op", "Spin"],
        ["kernel on CPU", "class", "SpinOp"],
        ["uses", "code", "LaunchSpin<CPUDevice, T>"],
        ["uses", "code", "Twist"],
    ]
    done = ask(woven_index, "path", "Spin", "Weave")
    first, *more = done.err.splitlines()
    assert (done.status, done.out, first) == (1, "", "tfexplore path: no way leads from Spin to Weave, nor back")
    assert [line.partition(": ")[0] for line in more] == ["followed", "not followed"]
    assert "up to 6 functions" in more[0]
    assert ask(woven_index, "path", "Spin", "Twist", "Weave").status == 2
    text = visible(on_terminal(woven_index, "path", "Twist", "Spin").out)
    assert "this is the way back" in text
    assert "└ kernel on CPU" in text


def test_annotate(woven_index: Path, woven_tree: Path, tmp_path: Path) -> None:
    done = ask(woven_index, "annotate", "spin_op.cc", "--json")
    assert {one["kind"] for one in done.json()["results"]} == {"class", "code", "kernels", "macro"}
    for columns in (80, 160):
        done = on_terminal(
            woven_index, "annotate", "spin_op.cc", "--source", str(woven_tree), columns=columns, lines=400
        )
        text = visible(done.out)
        assert "TF_CALL_float(REGISTER_CPU);" in text
        assert "1 kernel of Spin on CPU: float" in text
        assert max(len(line.rstrip()) for line in text.splitlines()) <= columns
    page = tmp_path / "spin.md"
    done = ask(woven_index, "annotate", "spin_op.cc", "--source", str(woven_tree), "-o", str(page), "--lang", "zh")
    assert done.status == 0
    assert "Spin 在 CPU 上的 1 个内核" in page.read_text(encoding="utf-8")
    assert "   44 TF_CALL_float(REGISTER_CPU);" in page.read_text(encoding="utf-8")
    assert rules.problems(page.read_text(encoding="utf-8")) == []
    assert ask(woven_index, "annotate", "nowhere.cc").status == 1


def test_a_gradient_is_at_its_own_line_in_every_answer(woven_index: Path, woven_tree: Path) -> None:
    lines = (woven_tree / "tensorflow/python/ops/spin_grad.py").read_text().splitlines()
    at = f"spin_grad.py:{lines.index(next(line for line in lines if line.startswith('def _SpinGrad'))) + 1}"
    (row,) = [row for row in ask(woven_index, "grads", "Spin").rows() if row[2] == "_SpinGrad"]
    assert row[3].endswith(at)
    (row,) = [row for row in ask(woven_index, "show", "Spin").rows() if row[1] == "_SpinGrad"]
    assert row[3].endswith(at)
    found = [row for row in ask(woven_index, "path", "Spin", "_SpinGrad").rows() if row[2] == "_SpinGrad"]
    assert [row[3].rpartition("/")[2] for row in found] == [at]
    (row,) = ask(woven_index, "annotate", "spin_grad.py").rows()
    assert (f"spin_grad.py:{row[0]}", row[3]) == (at, "Spin")
    assert at in visible(on_terminal(woven_index, "show", "Spin", lines=400).out)


# -- where reports go --------------------------------------------------------------------------------------------------


def failed(index: Path, *words: str) -> str:
    done = ask(index, *words)
    assert (done.status, done.out) == (2, "")
    assert len(done.err.splitlines()) == 1, done.err
    return done.err


def test_one_report_on_standard_output(woven_index: Path) -> None:
    assert ask(woven_index, "report", "schema").out.splitlines()[2] == "# OpDefs against kernels"
    assert ask(woven_index, "report", "schema", "--lang", "zh").out.splitlines()[2] == "# OpDef 与内核的对照"


def test_reports_in_a_folder(woven_index: Path, tmp_path: Path) -> None:
    target = tmp_path / "out"
    done = ask(woven_index, "report", "-o", str(target))
    assert done.status == 0, done.err
    names = sorted(path.name for path in (target / "en").iterdir())
    assert names == sorted(path.name for path in (target / "zh").iterdir())
    assert {"README.md", "conv2d.md", "unresolved.md"} <= set(names)
    assert [path.name for path in target.iterdir() if path.name not in ("en", "zh")] == []


def test_pages_of_an_earlier_run_go_and_those_of_a_person_stay(woven_index: Path, tmp_path: Path) -> None:
    target = tmp_path / "out"
    assert ask(woven_index, "report", "-o", str(target)).status == 0
    (target / "en" / "ops-gone.md").write_text((target / "en" / "ops.md").read_text())
    (target / "en" / "mine.md").write_text("# Mine\n")
    assert ask(woven_index, "report", "schema", "-o", str(target)).status == 0
    assert (target / "en" / "ops-gone.md").exists()
    assert ask(woven_index, "report", "-o", str(target)).status == 0
    assert not (target / "en" / "ops-gone.md").exists()
    assert (target / "en" / "mine.md").exists()


def test_changes(woven_index: Path, sample_index: Path) -> None:
    done = ask(woven_index, "report", "changes", "--before", str(sample_index))
    assert "| `Spin` | added |" in done.out
    assert rules.problems(done.out) == []
    assert "Nothing changed." in ask(woven_index, "report", "changes", "--before", str(woven_index)).out
    assert "--before" in failed(woven_index, "report", "changes")
    assert "alone" in failed(woven_index, "report", "changes", "ops")


def test_bad_requests(woven_index: Path, tmp_path: Path) -> None:
    assert "did you mean schema" in failed(woven_index, "report", "schem")
    assert "-o DIR" in failed(woven_index, "report")
    file = tmp_path / "file"
    file.write_text("mine")
    assert "not a folder" in failed(woven_index, "report", "-o", str(file))
    assert file.read_text() == "mine"
    assert "a folder" in failed(woven_index, "annotate", "spin_op.cc", "-o", str(tmp_path))
    assert "a folder" in failed(woven_index, "annotate", "spin_op.cc", "-o", f"{tmp_path}/none/")
    assert "cannot be written" in failed(woven_index, "annotate", "spin_op.cc", "-o", str(file / "no" / "x.md"))
    assert "an index is one file" in failed(woven_index, "index", "--source", str(tmp_path), "-o", "-")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_full_disk(woven_index: Path) -> None:
    before = set(os.listdir("/dev"))
    assert failed(woven_index, "report", "-o", "/dev/full")
    assert set(os.listdir("/dev")) == before


def test_a_disk_that_fills_up(woven_index: Path, tmp_path: Path) -> None:
    target = tmp_path / "out"
    assert ask(woven_index, "report", "-o", str(target)).status == 0
    before = {path: path.read_bytes() for path in target.rglob("*") if path.is_file()}
    (target / "en" / "conv2d.md").write_text("old")
    before[target / "en" / "conv2d.md"] = b"old"
    # No file may grow beyond a kilobyte, which is what a full disk looks like to a writer.
    command = f'ulimit -f 1; exec "{sys.executable}" "{SCRIPT}" report -o "{target}"'
    done = subprocess.run(
        ["bash", "-c", command], env=environment(woven_index), capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done.stderr
    assert {path: path.read_bytes() for path in target.rglob("*") if path.is_file()} == before


def test_a_device_stays_what_it_is(woven_index: Path, tmp_path: Path) -> None:
    """Whoever may write to `/dev` must not find a page where a device was."""
    os.mkfifo(pipe := tmp_path / "pipe")
    asked = ("annotate", "spin_op.cc", "-o", str(pipe))
    reader = subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE, text=True)
    done = ask(woven_index, *asked)
    assert done.status == 0, done.err
    assert "# " in reader.communicate(timeout=60)[0]
    assert pipe.is_fifo()


def test_a_full_disk_leaves_no_folder(tmp_path: Path) -> None:
    from tfexplore.commands.writing import WritingError, write_folder

    with pytest.raises(WritingError):
        write_folder(str(tmp_path / "a" / "b"), [("en/a.md", "one"), ("en/\0.md", "two")])
    assert list(tmp_path.iterdir()) == []


def test_what_was_there_stays_when_writing_fails(tmp_path: Path) -> None:
    from tfexplore.commands.writing import WritingError, write_file, write_folder

    target = tmp_path / "out"
    write_folder(str(target), [("en/a.md", "old")])
    with pytest.raises(WritingError):
        write_folder(str(target), [("en/a.md", "new"), ("en/\0.md", "bad")])
    assert (target / "en" / "a.md").read_text() == "old"
    assert sorted(path.name for path in target.iterdir()) == ["en"]
    page = tmp_path / "page.md"
    write_file(str(page), "one")
    write_file(str(page), "two")
    assert page.read_text() == "two"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "page.md"]


def test_a_printed_page_as_json(woven_index: Path) -> None:
    (page,) = ask(woven_index, "report", "swig", "--json").json()["results"]
    assert page["path"] == "en/swig.md"
    assert page["text"] == ask(woven_index, "report", "swig").out


def test_json_says_what_it_is_about_wherever_pages_go(woven_index: Path, tmp_path: Path) -> None:
    head = {
        name: ask(woven_index, "annotate", "spin_op.cc", "--json").json()[name]
        for name in ("schema", "source", "build", "linkage")
    }
    target, page = str(tmp_path / "out"), str(tmp_path / "spin.md")
    for words, results in (
        (("report", "swig"), None),
        (("report", "swig", "--lang", "en", "-o", target), ["en/swig.md"]),
        (("report", "changes", "--before", str(woven_index)), None),
        (("annotate", "spin_op.cc", "-o", page), [page]),
    ):
        document = ask(woven_index, *words, "--json").json()
        assert {name: document.get(name) for name in head} == head, words
        assert document["command"] == words[0]
        assert results is None or document["results"] == results
    assert document["count"] > 1


def dead_links(folder: Path) -> list[str]:
    pages = {page.relative_to(folder): page.read_text(encoding="utf-8") for page in folder.rglob("*.md")}
    return [
        f"{path}: {target}"
        for path, text in pages.items()
        for target in re.findall(r"\]\(([\w-]+\.md)", text)
        if not (folder / path.parent / target).exists()
    ]


@pytest.mark.parametrize("topics", [("conv2d",), ("ops",), ("overview",), ("overview", "conv2d"), ("swig", "schema")])
def test_no_link_leads_to_a_page_that_is_not_written(
    woven_index: Path, sample_index: Path, tmp_path: Path, topics: tuple[str, ...]
) -> None:
    for number, index in enumerate((woven_index, sample_index)):
        target = tmp_path / str(number)
        assert ask(index, "report", *topics, "-o", str(target)).status == 0
        assert dead_links(target) == []
        for page in target.rglob("*.md"):
            assert rules.problems(page.read_text(encoding="utf-8")) == []
    assert "README.md" not in ask(woven_index, "report", "schema").out


def test_a_page_that_is_written_anew_among_others_keeps_its_links(woven_index: Path, tmp_path: Path) -> None:
    target = tmp_path / "out"
    assert ask(woven_index, "report", "-o", str(target)).status == 0
    before = {path: path.read_bytes() for path in target.rglob("*.md")}
    assert ask(woven_index, "report", "schema", "ops", "-o", str(target)).status == 0
    assert {path: path.read_bytes() for path in target.rglob("*.md")} == before


def test_changes_of_a_tree_without_a_tag(woven_index: Path, tmp_path: Path) -> None:
    from tfexplore.index.write import Facts, write_index
    from tfexplore.model import SourceState

    write_index(tmp_path / "a.sqlite", SourceState(None, None, None, "linux-cuda", "paths"), Facts())
    out = ask(woven_index, "report", "changes", "--before", str(tmp_path / "a.sqlite")).out
    assert "# What changed from a tree without a tag to v9\n" in out


def test_a_page_on_standard_output_and_in_folders_that_are_made_for_it(
    woven_index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    page = tmp_path / "new" / "folder" / "spin.md"
    assert ask(woven_index, "annotate", "spin_op.cc", "-o", str(page)).status == 0
    done = ask(woven_index, "annotate", "spin_op.cc", "-o", "-")
    assert (done.status, done.out) == (0, page.read_text(encoding="utf-8"))
    assert ask(woven_index, "annotate", "spin_op.cc", "-o", "-", "--json") == ask(
        woven_index, "annotate", "spin_op.cc", "--json"
    )
    assert ask(woven_index, "report", "schema", "-o", "-") == ask(woven_index, "report", "schema")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new"]


def test_no_folder_is_left_of_a_page_that_cannot_be_written(tmp_path: Path) -> None:
    from tfexplore.commands.writing import WritingError, write_file

    with pytest.raises(WritingError):
        write_file(str(tmp_path / "a" / "b" / "\0.md"), "page")
    with pytest.raises(WritingError):
        write_file(str(tmp_path / "a" / ("x" * 300) / "b.md"), "page")
    assert list(tmp_path.iterdir()) == []
