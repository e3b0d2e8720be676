"""`tfexplore verify` as a user runs it, on the index of the sample facts and a small tree beside it."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from asking import ask

from tfexplore.answers.citations import read_document
from tfexplore.answers.verify import verify, verify_all
from tfexplore.answers.verifying import quoted
from tfexplore.answers.verifying.ties import tie
from tfexplore.index.store import open_index
from tfexplore.index.write import Facts, write_index
from tfexplore.model import Location, SourceState, Symbol
from tfexplore.source.folder import FolderTree

KERNEL = "tensorflow/core/kernels/weave_op.cc"
HEADER = "tensorflow/core/kernels/weave_op.h"
OTHER = "tensorflow/compiler/tf2xla/kernels/weave_op.cc"
LOOM = "tensorflow/python/training/loom.py"
TEXTS = {
    KERNEL: "// License\n\nclass WeaveOp : public OpKernel {\n public:\n"
    "  void Compute(OpKernelContext* context) override {\n    LaunchWeave(context->input(0));\n  }\n};\n"
    + "\n" * 60
    + "int colours;\n"
    + "\n" * 10
    + "void WeaveAll(int colour) {\n"
    + "\n" * 4
    + "  LaunchWeave(colour);\n"
    + "\n" * 10
    + "}\n"
    + "\n" * 20,
    HEADER: "// License\nvoid WeaveAll(int colour);\n\nclass WeaveOp : public OpKernel {\n public:\n  int Threads(int most);\n"
    "};\n\ninline int WeaveOp::Threads(int most) {\n  return most;\n}\n",
    OTHER: "class XlaWeaveOp : public XlaOpKernel {\n};\n",
    LOOM: "class LoomKeeper(object):\n  def __init__(self):\n    pass\n\n  def open_shed(self):\n    pass\n\n\n"
    "def splice(yarn):\n  return yarn\n" + "\n" * 20 + "KNOT = 3\n\n"
    "class Heddle(object):\n  def lift_up(self):\n    pass\n",
}


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    def packed(*found: Symbol) -> str:
        from tfexplore.index.symbols import packed

        return packed(found)

    facts = Facts(
        paths=tuple(sorted(TEXTS)),
        symbols={
            KERNEL: packed(
                Symbol("WeaveOp", "class", "tensorflow", Location(KERNEL, 3, 8)),
                Symbol("WeaveOp::Compute", "method", "tensorflow", Location(KERNEL, 5, 7)),
                Symbol("WeaveAll", "function", "tensorflow", Location(KERNEL, 80, 96)),
            ),
            HEADER: packed(
                Symbol("WeaveOp", "class", "tensorflow", Location(HEADER, 4, 7)),
                Symbol("WeaveOp::Threads", "method", "tensorflow", Location(HEADER, 9, 11)),
            ),
            OTHER: packed(Symbol("XlaWeaveOp", "class", "tensorflow", Location(OTHER, 1, 2))),
            LOOM: packed(
                Symbol("LoomKeeper", "class", "", Location(LOOM, 1, 1)),
                Symbol("LoomKeeper.__init__", "method", "", Location(LOOM, 2, 2)),
                Symbol("LoomKeeper.open_shed", "method", "", Location(LOOM, 5, 5)),
                Symbol("splice", "function", "", Location(LOOM, 9, 9)),
                Symbol("Heddle", "class", "", Location(LOOM, 33, 33)),
                Symbol("Heddle.lift_up", "method", "", Location(LOOM, 34, 34)),
            ),
        },
    )
    path = tmp_path_factory.mktemp("verify") / "weave.sqlite"
    state = SourceState("https://github.com/tensorflow/tensorflow", "v1.15.0", "a" * 40, "linux-cuda", "paths")
    write_index(path, state, facts)
    return path


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tree")
    for name, text in TEXTS.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def results(index: Path, tree: Path | None, text: str) -> list[dict[str, Any]]:
    """What a user gets for a document, without a process for each."""

    def read(path: str) -> bytes | None:
        file = (tree or Path()) / path
        return file.read_bytes() if file.is_file() else None

    given = (read, FolderTree(str(tree)).others) if tree is not None else (None, None)
    with open_index(index) as opened:
        (found,) = verify_all(opened, [("notes.md", text)], *given)
    return [one._asdict() for one in found.verdicts]


def asked(index: Path, tree: Path | None, text: str, folder: Path) -> list[dict[str, Any]]:
    """The same as the command gives it."""
    document = folder / "notes.md"
    document.write_text(text, encoding="utf-8")
    source = ("--source", str(tree)) if tree else ()
    done = ask(index, "verify", str(document), "--json", *source)
    assert done.status in (0, 1), done.err
    found: list[dict[str, Any]] = done.json()["results"]
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("`WeaveOp` (`weave_op.cc:3`)", [("WeaveOp", "found"), ("weave_op.cc:3", "found")]),
        ("`WeaveOp` (`weave_op.cc:43`)", [("WeaveOp", "found"), ("weave_op.cc:43", "moved")]),
        ("WeaveOp位于weave_op.cc第43行", [("WeaveOp", "found"), ("weave_op.cc第43行", "moved")]),
        ("`weave_op.cc:900`", [("weave_op.cc:900", "not found")]),
        ("`core/kernels/weave_opp.cc`", [("core/kernels/weave_opp.cc", "not found")]),
        ("`compiler/kernels/weave_op.cc`", [("compiler/kernels/weave_op.cc", "not found")]),
        ("`WeaveOp::Compute` and `WeaveOp::Computes`", [("WeaveOp::Compute", "found"), ("WeaveOp::Computes", "not found")]),
        ("`XlaWeaveOp` 定义在 `core/kernels/weave_op.cc`", [("XlaWeaveOp", "found"), ("core/kernels/weave_op.cc", "moved")]),
        ("```cpp\nclass WeaveOp : public OpKernel {\n public:  // 公有\n```", [("class WeaveOp : public OpKernel {", "found")]),
        ("`core/kernels/weave_op.cc`:\n\n```cpp\nclass WeaveOp : public BinaryOp {\n public:\n  void Compute(\n```",
         [("core/kernels/weave_op.cc", "found"), ("class WeaveOp : public BinaryOp {", "differs")]),
        ("NumPy, PyTorch and GitHub; `--config=cuda`, `DT_FLOAT`, `strides`", []),
    ],
)  # fmt: skip
def test_verdicts(text: str, expected: list[tuple[str, str]], index: Path, tree: Path) -> None:
    assert [(one["text"], one["verdict"]) for one in results(index, tree, text)] == expected


QUOTED = "```cpp\nvoid WeaveAll(int colour) {\n```\n"
CLASS = (
    "```cpp\nclass WeaveOp : public OpKernel {\n public:\n  void Compute(OpKernelContext* context) override {\n```\n"
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{QUOTED}*kernels/weave_op.cc:80*\n", ["found", "found"]),
        (f"{QUOTED}*kernels/weave_op.cc:8*\n", ["found", "moved"]),
        (f"{QUOTED}\nSource: `kernels/weave_op.cc:8`\n", ["found", "moved"]),
        (f"{QUOTED}*kernels/weave_op.cc:80*\n\n{CLASS}*kernels/weave_op.cc:3*\n", ["found"] * 4),
        (f"{QUOTED}*kernels/weave_op.cc:80*\n\n{CLASS}*kernels/weave_op.cc:33*\n", ["found", "found", "found", "moved"]),
        (f"`kernels/weave_op.cc:80`\n\n{QUOTED}\n`kernels/weave_op.cc:3`\n\n{CLASS}", ["found"] * 4),
        (f"`kernels/weave_op.cc:80`:\n{QUOTED}`kernels/weave_op.cc:3`:\n{CLASS}", ["found"] * 4),
        (f"`kernels/weave_op.cc:80`:\n{QUOTED}`kernels/weave_op.cc:33`:\n{CLASS}", ["found", "found", "moved", "found"]),
    ],
)  # fmt: skip
def test_a_place_above_or_under_a_quotation(text: str, expected: list[str], index: Path, tree: Path) -> None:
    assert [one["verdict"] for one in results(index, tree, text)] == expected


@pytest.mark.parametrize(
    "home",
    [
        "~/src/", "/home/me/tensorflow/", "~li/code/tensorflow-1.15/", "C:/src/", "$TF_ROOT/", "${TF}/", "%TF%/", "//", "@org_tensorflow//",
        "site-packages/", "/usr/lib/python3/dist-packages/", "bazel-tensorflow/", "file:///home/me/", "../../",
        "/root/.cache/bazel/_bazel_root/0a1b/execroot/org_tensorflow/",
        "https://github.com/tensorflow/tensorflow/blob/v1.15.0/", "https://github1s.com/tensorflow/tensorflow/blob/v1.15.0/",
        "https://gitlab.com/some/group/tensorflow/-/blob/v1.15.0/", "https://gitee.com/me/tensorflow/blame/v1.15.0/",
        "https://raw.githubusercontent.com/tensorflow/tensorflow/v1.15.0/",
        "https://cs.opensource.google/tensorflow/tensorflow/+/v1.15.0:",
        "https://sourcegraph.com/github.com/tensorflow/tensorflow@v1.15.0/-/blob/",
    ],
)  # fmt: skip
def test_a_path_in_somebodys_folder_or_on_a_site(home: str, index: Path, tree: Path) -> None:
    def said(path: str, line: int) -> list[str]:
        link = home.startswith("http")
        behind = f";l={line}" if "/+/" in home else f"#L{line}" if link else f":{line}"
        cited = f"[`WeaveOp`]({home}{path}{behind})" if link else f"`WeaveOp` ({home}{path}{behind})"
        found = results(index, tree, cited)
        assert [one["text"] for one in found[1:]] == [f"{home}{path}{behind}"]
        return [one["verdict"] for one in found[1:]]

    assert said(KERNEL, 3) == ["found"]
    if "raw." not in home:
        assert said(KERNEL, 43) == ["moved"]
    assert said(KERNEL.replace("weave_op", "weeve_op"), 3) == ["not found"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"`C:\src\tensorflow\core\kernels\weave_op.cc`", ["found"]),
        (r"`tensorflow\core\kernels\weave_op.cc:3` has `WeaveOp`", ["found", "found"]),
        (r"`C:\src\tensorflow\core\kernels\weeve_op.cc`", ["not found"]),
        ("line 43 of ~/src/tensorflow/core/kernels/weave_op.cc defines `WeaveOp`", ["moved", "found"]),
        ("`tensorfkow/core/kernels/weave_op.cc:3`, tensorflows/python/training/loom.py", ["not found", "not found"]),
        ("`tensorboard/core/kernels/weave_op.cc`, `my_tensorflow/loom.py`", []),
        ("`~/src/tensorflow/core/user_ops/frobnicate.cc` is new", []),
        ("`~/tensorflow/models/slim/weave_op.cc`, `/opt/tensorflow/serving/weeve_op.cc`", []),
        ("`bazel-genfiles/tensorflow/core/kernels/weave_ops.cc`, `bazel-out/k8/bin/tensorflow/core/kernels/weave_opp.cc`", []),
        ("`/x/site-packages/tensorflow_core/python/training/api/_v1/looms.py`", []),
        ("`/x/site-packages/tensorflow_core/python/training/looms.py`", ["not found"]),
        ("github.com/tensorflow/tensorflow/blob/master/tensorflow/core/kernels/weeve_op.cc", []),
        ("https://github.com/tensorflow/models/blob/v1.15.0/tensorflow/core/kernels/weeve_op.cc", []),
        ("https://cs.opensource.google/tensorflow/tensorflow/+/master:tensorflow/core/kernels/weave_op.cc;l=4300", ["found"]),
        ('```\n  File "/x/site-packages/tensorflow_core/python/training/loom.py", line 300, in open_shed\n```', ["found", "found"]),
    ],
)  # fmt: skip
def test_what_of_a_path_is_the_trees(text: str, expected: list[str], index: Path, tree: Path) -> None:
    assert [one["verdict"] for one in results(index, tree, text)] == expected


@pytest.mark.parametrize("with_tree", [True, False], ids=["tree", "index"])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("`WeeveOp::Compute`", [("WeeveOp::Compute", "not found")]),
        ("`weaveop::compute`", [("weaveop::compute", "found")]),
        ("`WeaveOp::compute`", [("WeaveOp::compute", "found")]),
        ("`MyWeaveOp::Compute`", []),
        ("`LoomKeper.open_shed`", [("LoomKeper.open_shed", "not found")]),
        ("`LoomKeper.__init__`", [("LoomKeper.__init__", "not found")]),
        ("`LoomKeeper.open_shed`", [("LoomKeeper.open_shed", "found")]),
        ("`Heddle.lift_up`", [("Heddle.lift_up", "found")]),
        ("`Hedqle.lift_up`", [("Hedqle.lift_up", "not found")]),
        ("`Hedqle.lift_down`", []),
        ("`LoomKeper.close_shed`", []),  # one of the author's own, for all one knows
        ("`TrainKeeper.open_shed`", []),
        ("A new class, for example `LoomKeper.open_shed`", []),
        ("LoomKeeper.__init__ 定义在 training/loom.py", [("LoomKeeper.__init__", "found"), ("training/loom.py", "found")]),
        ("LoomKeper.__init__ is defined in `training/loom.py`",
         [("LoomKeper.__init__", "not found"), ("training/loom.py", "found")]),
        ("which is defined in `training/loom.py`", [("training/loom.py", "found")]),
    ],
)  # fmt: skip
def test_a_member_with_a_misspelt_owner(
    text: str, expected: list[tuple[str, str]], with_tree: bool, index: Path, tree: Path
) -> None:
    found = results(index, tree if with_tree else None, text)
    assert [(one["text"], one["verdict"]) for one in found] == expected


@pytest.mark.parametrize(
    "form",
    [
        "`{n}` ({p}:{l})", "`{n}` ({p}@{l})", "`{n}` ({p}({l}))", "`{n}`, {p}:{l}", "`{n}` → `{p}:{l}`",
        "`{n}` at line {l} of `{p}`", "At line {l} of `{p}`, `{n}` is defined.", "Line {l} in `{p}` defines `{n}`.",
        "In `{p}` at line {l} you find `{n}`.", "See `{p}` ({l}) for `{n}`.", "{p}:{l} `{n}`", "[`{n}`]({p}#L{l})",
        "<code>{n}</code> (<code>{p}:{l}</code>)", "### `{n}` — `{p}:{l}`", "| 1 | `{n}` | what it does | `{p}:{l}` |",
        "The definition of `{n}` can be found at `{p}:{l}`.", "`{n}`（{p}：{l}）", "{n}定义在《{p}》第{l}行",
        "在`{p}`的第{l}行，可以看到`{n}`", "源码：{p}#L{l}，即{n}", "核心类是`{n}`，它的源码在`{p}`第{l}行",
        "`{n}` covers lines {l}–{l} of {p}.", "Lines {l}–{l} of {p} hold `{n}`.", "<code>{n}</code> in <code>{p}</code>, line {l}",
        '<a href="https://github.com/tensorflow/tensorflow/blob/v1.15.0/tensorflow/{p}#L{l}"><code>{n}</code></a>',
        "关键函数：`{n}`，文件：`{p}`，行号：{l}", "At {p}:{l} you will find `{n}`.", "`{n}`, defined in **{p}**, line **{l}**",
        "Where? {p}, line {l} — that is `{n}`.", "File: `{p}`\nClass: `{n}`\nLine: {l}", "- **文件**：{p}\n- **类**：`{n}`\n- **行号**：{l}",
        "`{n}`「{p}:{l}」", "Look at `{p}:{l}`: `{n}` starts there.", '"{n}" ({p}:{l})', "### {n} (`{p}:{l}`)", "{n} → `{p}:{l}`",
        "{n}（{p}，{l}行）", "`{p}`第{l}行定义了`{n}`", r"Weave\_grad is not meant; `{n}` (`{p}:{l}`)",
    ],
)  # fmt: skip
def test_how_a_name_and_a_place_are_put_together(form: str, index: Path, tree: Path) -> None:
    right = form.format(n="WeaveOp", p="core/kernels/weave_op.cc", l=3)
    wrong = form.format(n="WeaveOp", p="core/kernels/weave_op.cc", l=43)
    assert {one["verdict"] for one in results(index, tree, right)} == {"found"}
    assert [one["verdict"] for one in results(index, tree, wrong)].count("moved") == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- `WeaveAll` (weave_op.cc:80)", "found"),
        ("- `WeaveAll` (weave_op.cc:90)", "moved"),
        ("See `WeaveAll` at weave_op.cc#L90 for the details.", "moved"),
        ("[`WeaveAll`](../kernels/weave_op.cc#L90)", "moved"),
        ("| `WeaveAll` | weave_op.cc:90 |", "moved"),
        ("| `WeaveAll` | sets the colour | weave_op.cc:90 |", "found"),
        ("`WeaveAll` starts at weave_op.cc:90.", "moved"),
        ("`WeaveAll` (weave_op.cc:98).", "moved"),  # behind its end
        ("- `WeaveAll` (weave_op.cc:90): sets the colour", "found"),
        ("The colour is set in `WeaveAll` (weave_op.cc:90).", "found"),
        ("The colour is set in [`WeaveAll`](weave_op.cc#L90).", "found"),
        ("`WeaveAll` (weave_op.cc:90) calls it.", "found"),
        ("[`WeaveAll`](weave_op.cc#L90) calls it.", "found"),
        ("1. `WeaveAll` (weave_op.cc:85)\n2. `LaunchWeave`", "found"),  # where the one calls the other
        ("1. `WeaveAll` (weave_op.cc:85)\n2. `WeaveOp`", "moved"),
        ("```text\nWeaveAll   weave_op.cc:90\n```", "found"),
        ("`WeaveOp` (weave_op.cc:3), `WeaveAll` (:90)", "found"),
        ("`WeaveOp` (weave_op.cc:3), `WeaveAll` (:60)", "moved"),
        ("`WeaveOp`（weave_op.cc 3行）→`WeaveAll`（60行）", "moved"),
        ("`WeaveOp`（weave_op.cc 3行）→`WeaveAll`（80行）", "found"),
        ("| `WeaveOp` | weave_op.cc:3 |\n| `WeaveAll` | :60 |", "moved"),
        ("| `WeaveOp` | weave_op.cc:3 |\n| `WeaveAll` | L80 |", "found"),
    ],
)  # fmt: skip
def test_a_line_inside_of_a_body(text: str, expected: str, index: Path, tree: Path) -> None:
    lines = [one for one in results(index, tree, text) if one["kind"] == "path:line"]
    assert lines[-1]["verdict"] == expected


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('`a.cc:3` has `REGISTER_OP("Braid")`.', "Braid"),
        ('a.cc:3 has REGISTER_KERNEL_BUILDER(Name("Braid").Device(DEVICE_CPU), BraidOp)', "Braid"),
        ("`a.cc:3` has `REGISTER_OP`, which takes `BraidOp`.", "REGISTER_OP"),
    ],
)
def test_what_a_line_with_a_registration_is_said_of(text: str, name: str) -> None:
    said = read_document(text)
    assert [one.target for one, _ in tie(said.citations, said.lines).tied.values()] == [name]


def test_a_number_of_lines_is_no_line(index: Path, tree: Path) -> None:
    found = results(index, tree, "`weave_op.h` and `core/kernels/weave_op.cc`: `WeaveAll`（60行）")
    assert [one["kind"] for one in found] == ["path", "path", "symbol"]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("`core/kernels/weave_op.cc`; the header beside it declares `WeaveAll` at line 2.", 0),
        ("`core/kernels/weave_op.cc`; the header beside it declares `WeaveAll` at line 4.", 1),
        ("`WeaveOp::Compute` is a method, and `WeaveOp::Computes` does not exist.", 0),
        ("There is no `WeaveOp::Computes`.", 0),
        ("https://github.com/tensorflow/tensorflow/blob/master/tensorflow/core/kernels/weave_ops.cc", 1),
        ("On master see https://github.com/tensorflow/tensorflow/blob/master/tensorflow/core/kernels/weave_ops.cc", 0),
        ("New files: `tensorflow/core/kernels/weave_ops.cc`.", 0),
        ("我们先看gpu/kernels/elsewhere_launcher.cc中的`WeaveAll`。", 1),
        ("我们先看gpu/kernels/elsewhere_launcher.cc中的`my_loom`。", 0),
        (
            "> `core/kernels/weave_op.cc`, line 80\n\nNow `WeaveOp`:\n\n```cpp\nclass WeaveOp : public OpKernel {\n```",
            0,
        ),
        (
            "`WeaveAll` is defined at weave_op.cc:84:\n\n```cpp\nvoid WeaveAll(int colour) {\n  LaunchWeave(colour);\n}\n```",
            0,
        ),
        (
            "`WeaveAll` is defined at weave_op.cc:90:\n\n```cpp\nvoid WeaveAll(int colour) {\n  LaunchWeave(colour);\n}\n```",
            1,
        ),
        (
            "Look into `WeaveAll` (weave_op.cc:90):\n\n```cpp\nvoid WeaveAll(int colour) {\n  LaunchWeave(colour);\n```",
            0,
        ),
        ("`core/kernels/weave_op.cc`, line 80:\n\n```cpp\nclass WeaveOp : public OpKernel {\n```", 1),
        ("core/kernels/weave_op.cc:\n\n```\n 3  class WeaveOp : public OpKernel {\n 4   public:\n```", 0),
        ("core/kernels/weave_op.cc:\n\n```\n 3  class WeaveOp : public BinaryOp {\n 4   public:\n```", 1),
        # A word of small letters is no citation, but the lines next to it are those of the function so called.
        ("`splice` (loom.py:9)", 0),
        ("`splice` (loom.py:25)", 1),
        ("`splice()` is defined at `loom.py:25`.", 1),
        ("`loom.py:25`: `splice` is there.", 1),
        ("| Python | loom.py:9 | `splice` |\n| Python | loom.py:26 | `splice` |", 1),
        ("The argument `splice` (loom.py:25) and `knot` (loom.py:9); `splice` calls what is at loom.py:25.", 0),
        ("`loom.LoomKeeper` and `loom.LoomKeepers`", 1),
        ("`loom.splices` and `loom.random`", 0),
    ],
)
def test_how_many_are_wrong(text: str, wrong: int, index: Path, tree: Path) -> None:
    found = [one["verdict"] for one in results(index, tree, text)]
    assert sum(verdict in ("moved", "not found", "differs") for verdict in found) == wrong, found


@pytest.mark.parametrize(
    "text",
    [
        "- `WeaveOp::Threads` (weave_op.h:6)",  # declared in the class, defined in the same file below it
        "`WeaveOp` is in weave_op.cc; `Compute` is at weave_op.cc:5.",
        "`Threads(2)` is asked for, see `weave_op.cc:30`.",
        "`kWeaveMost` (`weave_op.cc:30`)",
        "`WeaveOp::MOST` and `WeaveOp::kThreads`",
    ],
)
def test_without_a_tree_what_it_cannot_know_passes(text: str, index: Path) -> None:
    found = results(index, None, text)
    assert [one for one in found if one["verdict"] in ("moved", "not found")] == []


def test_all_fields_of_a_verdict(index: Path, tree: Path, tmp_path: Path) -> None:
    _, moved = asked(index, tree, "`WeaveOp` (`core/kernels/weave_op.cc:43`)", tmp_path)
    location = moved.pop("location")
    assert (location["path"], location["line"]) == (KERNEL, 3)
    assert moved == {
        "document": str(tmp_path / "notes.md"), "line": 1, "column": 13, "text": "core/kernels/weave_op.cc:43",
        "kind": "path:line", "verdict": "moved", "suggestions": [f"{KERNEL}:3"], "detail": "WeaveOp is at line 3",
    }  # fmt: skip


def test_without_a_tree_quotations_are_left_out(index: Path) -> None:
    assert results(index, None, "```cpp\nclass WeaveOp : public BinaryOp {\n```") == []


@pytest.mark.parametrize(("text", "status"), [("`WeaveOp`", 0), ("`WeaveOp::Computes`", 1), ("", 0)])
def test_exit_status(text: str, status: int, index: Path, tree: Path, tmp_path: Path) -> None:
    document = tmp_path / "notes.md"
    document.write_text(text)
    assert ask(index, "verify", str(document), "--source", str(tree)).status == status


@pytest.mark.parametrize(
    ("data", "status", "says"),
    [
        (b"", 0, ""),
        (b"\x7fELF\0\0\0", 2, "binary"),
        (b"x" * (9 * 1024 * 1024), 2, "larger than 8 MB"),
        ("`WeaveOp`，见文档".encode("gb18030"), 0, ""),
        ("`WeaveOp`".encode("utf-16"), 0, ""),
        (b"`WeaveOp` \xff\xfe\x81", 0, ""),
        (b"```cpp\nint a;\n" * 500, 0, ""),
        (b"`" * 100_000, 1, "80,000 characters of the line were not read"),
    ],
)
def test_what_is_no_document(data: bytes, status: int, says: str, index: Path, tree: Path, tmp_path: Path) -> None:
    document = tmp_path / "notes.md"
    document.write_bytes(data)
    done = ask(index, "verify", str(document), "--source", str(tree))
    assert done.status == status, done.err
    assert says in done.err
    assert done.err.count("\n") == bool(says)


@pytest.mark.parametrize("name", ["missing.md", "."])
def test_what_cannot_be_read(name: str, index: Path, tmp_path: Path) -> None:
    done = ask(index, "verify", str(tmp_path / name))
    assert (done.status, done.err.count("\n")) == (2, 1)


def test_fix_writes_a_copy_with_permalinks(index: Path, tree: Path, tmp_path: Path) -> None:
    document = tmp_path / "notes.md"
    document.write_text("`WeaveOp` is a class.\n")
    assert ask(index, "verify", str(document), "--source", str(tree), "--fix").status == 0
    link = f"https://github.com/tensorflow/tensorflow/blob/{'a' * 40}/{KERNEL}#L3"
    assert (
        tmp_path / "notes.verified.md"
    ).read_text() == f'`WeaveOp` ([weave_op.cc:3]({link} "tfexplore")) is a class.\n'
    assert document.read_text() == "`WeaveOp` is a class.\n"


def test_fix_keeps_the_mark_of_an_encoding(index: Path, tree: Path, tmp_path: Path) -> None:
    document = tmp_path / "notes.md"
    document.write_bytes(b"\xef\xbb\xbf`WeaveOp` is a class.\r\n")
    assert ask(index, "verify", str(document), "--source", str(tree), "--fix").status == 0
    copy = (tmp_path / "notes.verified.md").read_bytes()
    assert copy.startswith(b"\xef\xbb\xbf`WeaveOp` ([weave_op.cc:3](")
    assert copy.endswith(b"is a class.\r\n")


def test_what_fix_has_added_bears_nothing_out(index: Path, tree: Path, tmp_path: Path) -> None:
    document, copy, again = tmp_path / "notes.md", tmp_path / "copy.md", tmp_path / "again.md"
    document.write_text(f"`WeaveOp` is defined at `{KERNEL}:30`, and `WeaveOp` stands at line 31 of `{KERNEL}`.\n")
    asked = ("--source", str(tree))
    said = [one["verdict"] for one in ask(index, "verify", str(document), *asked, "--json").json()["results"]]
    assert "moved" in said
    assert ask(index, "verify", str(document), *asked, "--fix", "-o", str(copy)).status == 1
    assert copy.read_text().count('"tfexplore"') == len(said)
    assert [one["verdict"] for one in ask(index, "verify", str(copy), *asked, "--json").json()["results"]] == said
    assert ask(index, "verify", str(copy), *asked, "--fix", "-o", str(again)).status == 1
    assert again.read_text() == copy.read_text()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("a/notes.md", "b/notes.md", "--fix", "-o", "out"), "would both be written to out"),
        (("a/notes.md", "b/other.md", "--fix", "-o", "a/notes.md"), "not a folder, as -o must be"),
        (("a/notes.md", "b/other.md", "--fix", "-o", "copies.md"), "copies.md: called as a document"),
        (("-", "--fix"), "name one for the copy with -o FILE"),
        (("a/notes.md", "-o", "copy.md"), "name --fix as well"),
        (("a/notes.md", "--sarif", "--json"), "two forms of one answer"),
    ],
)
def test_where_nothing_can_be_written(
    words: tuple[str, ...], says: str, index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    for name in ("a/notes.md", "b/notes.md", "b/other.md"):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text("`WeaveOp`\n")
    before = sorted(tmp_path.rglob("*"))
    done = ask(index, "verify", *words)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert says in done.err
    assert sorted(tmp_path.rglob("*")) == before


def test_several_copies_are_written_into_a_new_folder(index: Path, tree: Path, tmp_path: Path) -> None:
    for name in ("one.md", "other.md"):
        (tmp_path / name).write_text("`WeaveOp`\n")
    names = (str(tmp_path / "one.md"), str(tmp_path / "other.md"))
    assert ask(index, "verify", *names, "--source", str(tree), "--fix", "-o", str(tmp_path / "out")).status == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["one.md", "other.md"]


def test_fix_leaves_code_as_it_is(index: Path, tree: Path, tmp_path: Path) -> None:
    document = tmp_path / "notes.md"
    blocks = f'```cpp\n// {KERNEL}\n#include "{KERNEL}"\n```\n\n```text\n{KERNEL}:3 WeaveOp\n```\n'
    document.write_text(f"{blocks}\n`WeaveOp`\n")
    assert ask(index, "verify", str(document), "--source", str(tree), "--fix").status == 0
    made = (tmp_path / "notes.verified.md").read_text()
    assert made.startswith(f"{blocks}\n`WeaveOp` ([weave_op.cc:3](")


def test_sarif_has_an_error_for_all_that_makes_the_status_1(index: Path, tree: Path, tmp_path: Path) -> None:
    document = tmp_path / "notes.md"
    document.write_text(f"`WeaveOp` is defined at `{KERNEL}:30`.\n")
    done = ask(index, "verify", str(document), "--source", str(tree), "--sarif")
    (result,) = done.json()["runs"][0]["results"]
    assert (done.status, result["ruleId"], result["level"]) == (1, "moved", "error")


def test_sarif(index: Path, tree: Path, tmp_path: Path) -> None:
    document = tmp_path / "notes.md"
    document.write_text("`WeaveOp::Computes`\n")
    done = ask(index, "verify", str(document), "--source", str(tree), "--sarif")
    (run,) = done.json()["runs"]
    (result,) = run["results"]
    assert (done.status, result["ruleId"]) == (1, "not-found")
    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": 1, "startColumn": 2}


LONG_LINE = "`WeaveOp` " + "x" * 20_000 + " `WeaveOp::Computes`\n"
LONG_QUOTATION = "`core/kernels/weave_op.cc`:\n\n```cpp\n" + "int a;\n" * 2_001 + "```\n"
SAID = [
    (LONG_LINE, 1, 1, "30 characters of the line were not read: it is longer than 20,000"),
    (LONG_QUOTATION, 4, 2004, "only the first 6,000 tokens of the quotation were compared"),
    (
        "`WeaveOp`\n" * 20_010,
        20_001,
        20_011,
        "lines 20,001 to 20,011 were not read: 20,000 citations stand before them",
    ),
]


@pytest.mark.parametrize(("text", "line", "end_line", "reason"), SAID, ids=["line", "quotation", "citations"])
def test_what_is_not_read_is_said(
    text: str, line: int, end_line: int, reason: str, index: Path, tree: Path, tmp_path: Path
) -> None:
    document = tmp_path / "notes.md"
    document.write_text(text, encoding="utf-8")
    done = ask(index, "verify", str(document), "--json", "--source", str(tree))
    (one,) = done.json()["unresolved"]
    assert {each["verdict"] for each in done.json()["results"]} == {"found"}
    assert (done.status, one["macro"], one["reason"]) == (1, "", reason)
    assert one["location"] == {"path": str(document), "line": line, "end_line": end_line}
    plain = ask(index, "verify", str(document), "--plain", "--source", str(tree))
    assert (plain.status, plain.err) == (1, f"tfexplore verify: {document}:{line}: {reason}\n")
    (run,) = ask(index, "verify", str(document), "--sarif", "--source", str(tree)).json()["runs"]
    (note,) = run["invocations"][0]["toolExecutionNotifications"]
    assert reason in note["message"]["text"]


def test_names_that_are_not_searched_for_are_said(index: Path, tree: Path, tmp_path: Path) -> None:
    document = tmp_path / "notes.md"
    names = [f"Weft{number}Op" for number in range(10_000, 15_004)]
    document.write_text("".join(f"The class `{name}` is gone.\n" for name in names))
    done = ask(index, "verify", str(document), "--json", "--source", str(tree))
    left = done.json()["unresolved"]
    assert len(left) == len(names) - 5_000
    assert [one["reason"] for one in left] == [
        f"{one['text']} was not looked for in all files: more than 5,000 names are unknown" for one in left
    ]
    assert [names[one["location"]["line"] - 1] for one in left] == [one["text"] for one in left]
    document.write_text("".join(f"The class `{name}` is gone.\n" for name in names[:5_000]))
    assert ask(index, "verify", str(document), "--json", "--source", str(tree)).json()["unresolved"] == []


def test_all_files_are_searched_once(index: Path) -> None:
    """What may have to be looked for is known before: names, modules that SWIG makes, constants said of a file."""
    text = (
        "The class `WeftBeamOp` is in `core/kernels/weave_op.cc`, and so is `kShuttleLimits`.\n\n"
        "| constant | file |\n|---|---|\n| `kHeddleOptimizations` | `core/kernels/weave_op.h` |\n\n"
        "`kReedOptimizations` is defined in `tensorflow/core/kernels/weave_op.cc`.\n\n"
        "Python comes by `python/pywrap_loom_internal.py`.\n"
    )
    opened: Counter[str] = Counter()

    def read(path: str) -> bytes | None:
        opened[path] += 1
        return TEXTS[path].encode()

    with open_index(index) as opened_index:
        verify(opened_index, "notes.md", text, read)
    assert opened == dict.fromkeys(TEXTS, 1)


@pytest.mark.parametrize("dies", [False, True])
def test_quotations_are_compared_by_any_number_of_processes(
    dies: bool, index: Path, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocks = [
        "class WeaveOp : public OpKernel {\n public:",
        "class WeaveOp : public BinaryOp {\n public:\n  void Compute(",
        "void MyOwnLoom(int thread) {\n  Begin(thread, colours);\n}",
        "void WeaveAll(int colour) {\n" + "\n" * 4 + "  LaunchWeave(colour);",
        LONG_QUOTATION.partition("```cpp\n")[2].partition("```")[0] or "int a;",
    ]
    text = "".join(f"From `core/kernels/weave_op.cc`:\n\n```cpp\n{block}\n```\n\n`MyOwnLoom`\n\n" for block in blocks)
    here = os.getpid()

    def read(path: str) -> bytes | None:
        if dies and os.getpid() != here:
            os._exit(9)
        file = tree / path
        return file.read_bytes() if file.is_file() else None

    made = []
    for cores in (1, 2, 5):
        monkeypatch.setattr(quoted, "cores", lambda cores=cores: cores)
        monkeypatch.setattr(quoted, "WORTH_FORKING", 1)
        with open_index(index) as opened:
            made.append(verify(opened, "notes.md", text, read))
        with pytest.raises(ChildProcessError):
            os.waitpid(-1, os.WNOHANG)
    assert made[0] == made[1] == made[2]
    verdicts = [one.verdict for one in made[0].verdicts if one.kind == "quotation"]
    assert verdicts.count("found") >= 2
    assert verdicts.count("differs") == 1
    assert len(made[0].unread) == 1
