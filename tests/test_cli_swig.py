"""`tfexplore swig` as a user runs it, on an index of the small tree of interface files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from asking import ask, on_terminal, visible

from tfexplore.cpp.definitions import definitions
from tfexplore.extract.swig import read_swig
from tfexplore.extract.swig_link import link_swig
from tfexplore.extract.swig_pybind import pybind_modules
from tfexplore.extract.swig_python import python_uses
from tfexplore.index import swig, symbols
from tfexplore.index.store import open_index
from tfexplore.index.write import Facts, write_index
from tfexplore.model import Location, SourceState, SwigEffect, SwigFile, SwigName, Symbol

TREE = Path(__file__).resolve().parents[1] / "fixtures" / "swig"
PYTHON = "tensorflow/python/"


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    files = {str(p.relative_to(TREE)): p.read_bytes() for p in sorted(TREE.rglob("*")) if p.is_file()}
    found = read_swig(files.__getitem__, frozenset(files))
    defined = [s for path, data in files.items() if path.endswith((".cc", ".h")) for s in definitions(path, data)]
    uses = [use for path, data in files.items() if path.endswith(".py") for use in python_uses(path, data)]
    facts = Facts(
        paths=tuple(files),
        swig_files=found.files,
        swig_names=link_swig(found, defined, uses),
        swig_effects=found.effects,
        swig_unreachable=found.unreachable,
        pybind=pybind_modules("tensorflow/python/x.cc", b'PYBIND11_MODULE(_x, m) {\n  m.def("f", &f);\n}\n'),
        unresolved=found.unresolved,
    )
    path = tmp_path_factory.mktemp("swig") / "swig.sqlite"
    write_index(
        path, SourceState("https://github.com/tensorflow/tensorflow", "v1.15.0", "a" * 40, "linux-cuda", "paths"), facts
    )
    return path


def results(index: Path, *words: str) -> list[dict[str, Any]]:
    done = ask(index, "swig", *words, "--json")
    assert done.status == 0, done.err
    found: list[dict[str, Any]] = done.json()["results"]
    return found


def test_the_whole_layer_as_json(index: Path) -> None:
    (layer,) = results(index)
    assert list(layer) == ["include_tree", "files", "library_files", "exposed"]
    assert (len(layer["files"]), layer["library_files"], len(layer["exposed"])) == (9, ["std_string.i"], 25)
    root = layer["include_tree"]
    assert (root["path"], root["line"]) == (PYTHON + "tensorflow.i", None)
    assert [(child["path"], child["line"]) for child in root["children"]] == [
        (PYTHON + "client/loom.i", 2), (PYTHON + "util/reader.i", 3),
    ]  # fmt: skip
    assert root["children"][1]["children"][0] == {"path": "std_string.i", "line": 1, "children": [], "library": True}
    (shallow,) = results(index, "--depth", "1")
    assert [child["children"] for child in shallow["include_tree"]["children"]] == [[], []]


def test_one_name_as_json(index: Path) -> None:
    def at(path: str, line: int) -> dict[str, Any]:
        return {"path": PYTHON + path, "line": line, "end_line": line}

    assert results(index, "Loom_Run") == [
        {
            "name": "Loom_Run",
            "kind": "function",
            "cname": "tensorflow::Loom_Run_wrapper",
            "declared": at("client/loom_helper.h", 6),
            "signature": "void Loom_Run_wrapper(Loom_Buffer* threads, bool trace = false)",
            "interface": PYTHON + "client/loom.i",
            "directive": "%rename",
            "directive_location": at("client/loom.i", 22),
            "defined": at("client/loom_helper.cc", 5),
            "members": [],
            "used_by": [at("client/loom.i", 38), at("weave.py", 13)],
        }
    ]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("loom_run",), ["Loom_Run"]),
        (("Loom_Run_wrapper",), ["Loom_Run"]),
        (("tensorflow::Loom_Run_wrapper",), ["Loom_Run"]),
        (("Loom_NewOptions",), ["Loom_NewOptions", "_Loom_NewOptions"]),
        (("Loom_A*",), ["Loom_AttrInt", "Loom_AttrIntList"]),
        (("/^LOOM_(OK|WIDTH)$/",), ["LOOM_OK", "LOOM_WIDTH"]),
        (
            ("Thread",),
            ["ThreadReader", "ThreadReader_New", "ThreadReader_swigregister", "JoinThreads", "Loom_ListThreads"],
        ),
        # A member finds its class, by either of its names.
        (("ThreadReader.debug_string",), ["ThreadReader"]),
        (("DebugString",), ["ThreadReader"]),
        (("Loom_Reset", "--unused"), ["Loom_Reset"]),
        (("Loom_Run", "Loom_Take", "--unused"), ["Loom_Take"]),
        (
            ("--unused",),
            [
                "FastWeave",
                "Knot",
                "Loom_AttrInt",
                "Loom_AttrIntList",
                "Loom_Buffer",
                "Loom_ListThreads",
                "Loom_NewOptions",
                "Loom_NewStatus",
                "Loom_Reset",
                "Loom_SetStatus",
                "Loom_Take",
                "__lshift__",
            ],
        ),
    ],
)
def test_which_names(index: Path, words: tuple[str, ...], expected: list[str]) -> None:
    assert [one["name"] for one in results(index, *words)] == expected
    assert [row[0] for row in ask(index, "swig", *words).rows()] == expected


@pytest.fixture
def hiding(tmp_path: Path) -> Path:
    """`spin` is hidden, and so is a `turn`, which another interface file exposes; `spin_all` is exposed."""
    here = Location("loom.i", 3, 3)
    names = tuple(
        [
            SwigName(word, "function", f"tf::{word}", here, "loom.i", "%unignore", here, None)
            for word in ("spin_all", "turn")
        ]
    )
    hidden = ("tf::spin", "turn", "wind(int)", "lone")
    effects = tuple([SwigEffect("%ignore", word, here._replace(line=line)) for line, word in enumerate(hidden, 1)])
    files = (SwigFile("loom.i", None, None, "interface"),)
    state = SourceState("", "v1.15.0", "a" * 40, "linux-cuda", "paths")
    path = tmp_path / "hiding.sqlite"
    effects = (*effects, SwigEffect("%unignore", "spin", here))
    write_index(path, state, Facts(("loom.i",), swig_files=files, swig_names=names, swig_effects=effects))
    return path


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("spin", [("tf::spin", "hidden"), ("spin_all", "function")]),
        ("tf::spin", [("tf::spin", "hidden"), ("spin_all", "function")]),
        ("turn", [("turn", "function")]),
        ("spin_a", [("spin_all", "function")]),
        ("lone", [("lone", "hidden")]),
    ],
)
def test_what_is_hidden_comes_first(hiding: Path, word: str, expected: list[tuple[str, str]]) -> None:
    assert [(one["name"], one["kind"]) for one in results(hiding, word)] == expected
    rows = ask(hiding, "swig", word).rows()
    assert [(row[0], row[1]) for row in rows] == expected
    text = visible(on_terminal(hiding, "swig", word).out)
    assert ("hidden by %ignore at loom.i" in text) == (expected[0][1] == "hidden")


def test_an_overload_that_is_hidden_hides_no_other(hiding: Path) -> None:
    assert ask(hiding, "swig", "wind").status == 1


def test_one_interface_file(index: Path) -> None:
    (file,) = results(index, "reader.i")
    assert (file["path"], file["kind"], file["included_by"]["line"]) == (PYTHON + "util/reader.i", "interface", 3)
    assert file["effects"][5]["directive"] == "%unignore"
    assert [one["path"] for one in file["includes"]] == [
        "std_string.i", "tensorflow/core/reader.h", "tensorflow/core/status_ops.h",
    ]  # fmt: skip
    assert [one["name"] for one in file["exposed"]][:3] == ["FastWeave", "JoinThreads", "Knot"]
    assert ask(index, "swig", "base.i").rows()[0] == [PYTHON + "platform/base.i:2", "#include", "string"]
    (header,) = results(index, "c_loom.h")
    assert (header["kind"], [one["name"] for one in header["exposed"]][:2]) == (
        "header",
        ["Loom_AttrInt", "Loom_AttrIntList"],
    )


def test_what_the_root_does_not_reach(index: Path) -> None:
    assert ask(index, "swig", "--unreachable").rows() == [
        [
            "tensorflow/lite/apart.i",
            "tf_py_wrap_cc",
            "//tensorflow/lite:tensorflow_wrap_apart",
            "tensorflow/lite/BUILD:3",
        ],
        [PYTHON + "lost.i", "-", "-", "-"],
        ["_x", "pybind11", "f", PYTHON + "x.cc:1"],
    ]
    assert [one["kind"] for one in results(index, "--unreachable")] == ["interface", "interface", "pybind11"]


def test_the_example_is_a_whole_chain(index: Path) -> None:
    (one,) = results(index, "--example")
    assert (one["name"], [(step["step"], step["location"]["path"].rpartition("/")[2]) for step in one["chain"]]) == (
        "Loom_Run",
        [("called", "weave.py"), ("exposed", "loom.i"), ("declared", "loom_helper.h"), ("defined", "loom_helper.cc")],
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("Loom_Rum",),
            "nothing matches 'Loom_Rum' among the 25 exposed names of v1.15.0 (linux-cuda); nearest: Loom_Run",
        ),
        (("gone.i",), "nothing matches 'gone.i'"),
    ],
)
def test_nothing_matches(index: Path, words: tuple[str, ...], said: str) -> None:
    done = ask(index, "swig", *words)
    assert (done.status, done.out) == (1, "")
    assert said in done.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--depth", "x"), "--depth takes a number, not 'x'"),
        (("--unused", "--example"), "--unused and --example are different questions; ask one"),
        (("x", "--example"), "--example takes no name"),
    ],
)
def test_usage(index: Path, words: tuple[str, ...], said: str) -> None:
    done = ask(index, "swig", *words)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"tfexplore swig: {said}")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            (),
            [
                "tensorflow/python/tensorflow.i",
                "│ ├ tensorflow/c/c_loom.h  5 names",
                "  ├ <std_string.i>",
                "4 interface files, 5 headers, 25 names",
            ],
        ),
        (
            ("Loom_Run",),
            [
                "Loom_Run  function",
                "exposed   %rename  tensorflow/python/client/loom.i:22",
                "tensorflow/python/weave.py:13",
            ],
        ),
        (("ThreadReader",), ["members   read_all  python", "debug_string  method  from DebugString"]),
        (("Loom",), ["Loom_Run                    2 tensorflow/python/client/loom_helper.cc:5", "16 exposed names"]),
        (("reader.i",), ["exposes", '12  %rename("debug_string") tensorflow::io::ThreadReader::DebugString']),
        (("--example",), ["Python calls it", "C++ defines tensorflow::Loom_Run_wrapper"]),
        (
            ("--unreachable",),
            ["tf_py_wrap_cc //tensorflow/lite:tensorflow_wrap_apart", "no BUILD file names it", "_x  pybind11"],
        ),
    ],
)
def test_on_a_terminal(index: Path, words: tuple[str, ...], expected: list[str]) -> None:
    done = on_terminal(index, "swig", *words, "--no-pager", columns=110)
    shown = visible(done.out)
    for part in expected:
        assert part in shown, shown
    assert "tensorflow v1.15.0" in shown
    assert max(len(line) for line in shown.splitlines()) <= 110


def test_a_tree_without_interface_files(tmp_path: Path) -> None:
    path = tmp_path / "none.sqlite"
    write_index(path, SourceState(None, None, None, "linux-cpu", "paths"), Facts())
    for words in ((), ("--unused",), ("--unreachable",), ("--example",), ("x",)):
        done = ask(path, "swig", *words)
        assert (done.status, done.out) == (1, ""), words


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """An index with a name that generated functions call, one that a test alone calls, and the generator's methods."""
    gen = PYTHON + "framework/loom_gen.cc"
    names = [
        SwigName(
            name=name, kind="function", cname=name, declared=Location(f"{PYTHON}loom.i", line, line),
            interface=f"{PYTHON}loom.i", directive="%native",
            directive_location=Location(f"{PYTHON}loom.i", line, line), defined=None, used_by=used,
        )
        for name, line, used in (
            ("TFE_Py_FastPathExecute", 3, (Location(f"{PYTHON}loom_test.py", 5, 5),)),
            ("TFE_Py_Execute", 4, ()),
        )
    ]  # fmt: skip
    methods = [
        Symbol(f"GenEagerPythonOp::{name}", "method", "tensorflow", Location(gen, line, line + 9))
        for name, line in (("AddEagerFastPathExecute", 70), ("AddEagerExecute", 90))
    ]
    facts = Facts(paths=(gen,), swig_names=tuple(names), symbols={gen: symbols.packed(methods)})
    path = tmp_path / "written.sqlite"
    write_index(path, SourceState(None, None, None, "linux-cuda", "paths"), facts)
    return path


def test_a_name_that_generated_functions_call(written: Path) -> None:
    name = "TFE_Py_FastPathExecute"
    (one,) = results(written, name)
    assert one["generated_by"] == {"path": f"{PYTHON}framework/loom_gen.cc", "line": 70, "end_line": 79}
    assert [use["line"] for use in one["used_by"]] == [5]
    assert ask(written, "swig", name).rows()[0][7] == f"gen_*_ops.py {PYTHON}loom_test.py:5"
    shown = " ".join(visible(on_terminal(written, "swig", name).out).split())
    assert "used by generated wrappers (gen_*_ops.py), but for ops with references written at" in shown
    assert f"{PYTHON}framework/loom_gen.cc:70 {PYTHON}loom_test.py:5" in shown
    assert "1 exposed name" in shown


def test_a_name_that_no_generated_function_calls(written: Path) -> None:
    (one,) = results(written, "TFE_Py_Execute")
    assert "generated_by" not in one
    assert ask(written, "swig", "TFE_Py_Execute").rows()[0][7] == "-"
    # Used by generated functions is used.
    assert [one["name"] for one in results(written, "--unused")] == ["TFE_Py_Execute"]


def test_an_index_without_the_generator(written: Path, tmp_path: Path) -> None:
    with open_index(written) as opened:
        facts = Facts(swig_names=swig.names(opened))
    write_index(tmp_path / "other.sqlite", SourceState(None, None, None, "linux-cuda", "paths"), facts)
    (one,) = results(tmp_path / "other.sqlite", "TFE_Py_FastPathExecute")
    assert "generated_by" not in one
