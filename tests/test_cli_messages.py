"""`tfexplore doctor` and `tfexplore log` as a user runs them, on a tiny source."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers import spoken
from asking import ask, on_terminal, visible

WOVEN = "threads of more than four dimensions are not woven"
LINE = f"2019-10-14 17:00:00.1: I {spoken.WEAVE}:7] Weaving 12 threads\n"


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return spoken.make_index(tmp_path_factory.mktemp("spoken") / "a.sqlite")


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "stderr.txt"
    path.write_text(LINE * 2 + LINE.replace(":7]", ":99]").replace("Weaving", "Other"))
    return path


def test_doctor_of_a_message_and_of_a_file(index: Path, tmp_path: Path) -> None:
    done = ask(index, "doctor", WOVEN, "--json")
    (one,) = done.json()["results"]
    assert (done.status, one["reason"], one["raised_by"]["kind"]) == (0, "kernel_restriction", "OP_REQUIRES")
    path = tmp_path / "error.txt"
    path.write_text(f"Error: {WOVEN}")
    assert ask(index, "doctor", str(path)).out.split("\t")[0] == "kernel_restriction"


def test_doctor_with_a_tree_shows_the_template(index: Path, tmp_path: Path) -> None:
    for name, text in spoken.SOURCES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    done = ask(
        index, "doctor", "No gradient defined for operation 'w' (op type: Weave)", "--json", "--source", str(tmp_path)
    )
    (one,) = done.json()["results"]
    assert one["raised_by"]["template"] == "No gradient defined for operation '{}' (op type: {})"
    assert one["values"] == ["w", "Weave"]


def test_doctor_of_what_nobody_raises(index: Path) -> None:
    done = ask(index, "doctor", "hello world")
    assert (done.status, done.out) == (1, "")
    assert done.err.count("\n") == 1
    assert ask(index, "doctor", "hello world", "--json").json()["answer"] == "not found"


def test_log(index: Path, log: Path) -> None:
    done = ask(index, "log", str(log))
    assert done.status == 0
    rows = [line.split("\t") for line in done.out.splitlines()]
    assert [row[:6] for row in rows] == [
        [f"{spoken.WEAVE}:7", "VLOG 1", "WeaveOp::Compute", "2", "1", "-"],
        ["-", "INFO", f"(no logging statement there: {spoken.WEAVE}:99)", "1", "3", "-"],
    ]
    assert "1 of 3 messages" in done.err
    first, second = ask(index, "log", str(log), "--json").json()["results"]
    assert (first["vlog_level"], first["values"], first["count"], first["lines"]) == (1, ["12"], 2, [1, 2])
    assert (second["location"], second["why"]) == (None, "no logging statement there")


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("--sites", "--level", "1"), 0),
        (("--by", "file", "LOG"), 0),
        (("--explain", "pruning", "LOG"), 1),
        (("--explain", "weather", "LOG"), 2),
        (("--grep", "nothing of the kind", "LOG"), 1),
        (("--level", "loud", "LOG"), 2),
        (("--near", "X", "LOG"), 2),
        (("--sites", "--by", "file"), 2),
        (("missing.txt",), 2),
    ],
)
def test_log_in_other_ways(index: Path, log: Path, words: tuple[str, ...], status: int) -> None:
    done = ask(index, "log", *[str(log) if word == "LOG" else word for word in words])
    assert done.status == status, done.err
    assert done.err.count("\n") <= 1
    assert "Traceback" not in done.err


@pytest.mark.parametrize("words", [("doctor", WOVEN), ("log", "LOG"), ("log", "--sites")])
def test_on_a_terminal(index: Path, log: Path, words: tuple[str, ...]) -> None:
    shown = visible(on_terminal(index, *[str(log) if word == "LOG" else word for word in words]).out)
    assert spoken.WEAVE.rpartition("/")[2] in shown.replace("\n", "")
