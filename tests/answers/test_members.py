"""What is answered to methods of public classes, and to names in packages that nothing is known of."""

from __future__ import annotations

from pathlib import Path

import pytest
from asking import ask, on_terminal, visible
from index import facts

from tfexplore.index import symbols
from tfexplore.index.write import write_index
from tfexplore.model import Endpoint, Location, MethodOps, OpUse, PythonCall, SwigName, Symbol

LOOM = "tensorflow/python/loom.py"
BEAM = "tensorflow/python/beam.py"
OTHER = "tensorflow/python/other.py"
#: The definitions of each file, and what the heads of its classes say, in the order of the classes.
DEFINED = {
    LOOM: (
        ("Frame", "class", 5),
        ("Frame.hold", "method", 6),
        ("Frame.drape", "method", 9),
        ("Loom", "class", 50),
        ("Loom.weave", "method", 60),
        ("HandLoom", "class", 92),
        ("HandLoom.hold", "method", 93),
        ("loom.knot", "method", 96),
    ),
    BEAM: (("Beam", "class", 1), ("Beam.bear", "method", 2), ("Beam.hold", "method", 3)),
    OTHER: (
        ("Other.hold", "method", 3),
        ("PowerLoom", "class", 5),
        ("PowerLoom.hold", "method", 6),
        ("Odd", "class", 8),
        ("Odd.hold", "method", 9),
        ("Twice", "class", 11),
        ("Twice.ply", "method", 12),
        ("Twice", "class", 21),
        ("Twice.ply", "method", 22),
    ),
}
HEADS = {
    LOOM: "beam.Beam,Twice\nFrame\nLoom",
    BEAM: "",
    OTHER: "HandLoom\nlooms.Loom",
}


@pytest.fixture
def index(tmp_path: Path) -> Path:
    """The class `Loom` has `weave`, and inherits `Base.spin` and `Base.wind`, by which ways begin.

    By its head alone it inherits what `Frame` has, of its own file, and `Beam`, the base of that elsewhere.
    """
    loom = Location(LOOM, 50, 90)
    ops = (
        OpUse("Conv2D", "through", ("Loom.weave",)),
        OpUse("Conv3D", "through", ("Base.spin", "turn")),
        OpUse("MatMul", "through", ("Loom.weave", "turn")),
    )
    # What `Loom.weave` reaches by a shorter way, and a method that begins no way of the class.
    of_methods = (
        MethodOps(LOOM, "Loom", "Base.spin", (OpUse("MatMul", "through", ("turn", "bend")),)),
        MethodOps(LOOM, "Loom", "Loom._tie", (OpUse("MatMul", "through", ("Loom.weave", "turn")),)),
        MethodOps(LOOM, "Other", "Loom.weave", (OpUse("Cos", "direct"),)),
    )
    far = tuple("abcdef")
    endpoints = (
        *facts.ENDPOINTS,
        Endpoint("tf.Loom", ("v1",), "Loom", loom, ops),
        Endpoint("tf.loom", ("v1",), "loom", Location(LOOM, 95, 99)),
        Endpoint("tf.own", ("v1",), "own", Location(LOOM, 103, 103), (OpUse("Conv2D", "direct"),)),
        Endpoint("tf.near", ("v1",), "near", Location(LOOM, 104, 104), (OpUse("Conv2D", "through", far[:4]),)),
        Endpoint("tf.far", ("v1",), "far", Location(LOOM, 105, 105), (OpUse("Conv2D", "through", far[:5]),)),
        Endpoint(
            "tf.Five", ("v1",), "Five", Location(LOOM, 106, 106), (OpUse("Conv2D", "through", ("F.a", *far[:4])),)
        ),
        Endpoint("tf.Six", ("v1",), "Six", Location(LOOM, 107, 107), (OpUse("Conv2D", "through", ("S.a", *far[:5])),)),
        Endpoint("tf.Tensor.__add__", ("v1",), "add", Location(LOOM, 101, 102)),
    )
    calls = (
        PythonCall(loom, "Loom.weave", Location(LOOM, 60, 64)),
        PythonCall(Location(LOOM, 60, 64), "turn", Location("base.py", 2, 3)),
        PythonCall(loom, "Base.spin", Location("base.py", 5, 6)),
        PythonCall(Location("base.py", 5, 6), "turn", Location("base.py", 2, 3)),
        PythonCall(Location("base.py", 2, 3), "bend", Location("base.py", 4, 4)),
        PythonCall(loom, ">Base.wind", Location("base.py", 8, 9)),
        # With a decorator on the line above.
        PythonCall(loom, "Frame.drape", Location(LOOM, 8, 11)),
        PythonCall(loom, ">Base.wind>Base.bind", Location("base.py", 12, 13)),
        PythonCall(Location(LOOM, 1, 9), ">Other.fray", Location("base.py", 20, 21)),
    )
    swig_names = (
        SwigName(
            name=name, kind="function", cname=name, declared=Location("loom.h", line, line), interface="loom.i",
            directive="declaration", directive_location=None, defined=Location("loom.cc", line, line),
            used_by=(Location("base.py", use, use),),
        )
        for name, line, use in (("WindBeam", 3, 9), ("BindBeam", 4, 13))
    )  # fmt: skip
    symbols_of = {
        path: symbols.packed([Symbol(name, kind, "", Location(path, line, line)) for name, kind, line in own])
        for path, own in DEFINED.items()
    }
    path = tmp_path / "members.sqlite"
    made = facts.FACTS._replace(
        paths=tuple(sorted({*facts.FACTS.paths, *DEFINED})),
        endpoints=endpoints,
        calls=calls,
        methods=of_methods,
        swig_names=(*facts.FACTS.swig_names, *swig_names),
        symbols={**facts.FACTS.symbols, **symbols_of},
        bases={**facts.FACTS.bases, **HEADS},
    )
    write_index(path, facts.STATE, made)
    return path


@pytest.mark.parametrize(
    ("name", "function", "place", "ops"),
    [
        ("tf.Loom.weave", "Loom.weave", f"{LOOM}:60", "Conv2D MatMul<turn"),
        ("tf.compat.v1.Loom.weave", "Loom.weave", f"{LOOM}:60", "Conv2D MatMul<turn"),
        ("tf.Loom.spin", "Base.spin", "base.py:5", "Conv3D<turn MatMul<bend<turn"),
        ("tf.Loom.wind", "Base.wind", "base.py:8", "-"),
        ("tf.Loom.bear", "Beam.bear", f"{BEAM}:2", "-"),
        ("tf.Loom.drape", "Frame.drape", f"{LOOM}:9", "-"),
    ],
)
def test_a_method(index: Path, name: str, function: str, place: str, ops: str) -> None:
    method, owner = ask(index, "api", name).rows()
    assert method[1:6] == ["-", function, place, ops, "method of tf.Loom"]
    assert owner[0] == "tf.Loom"
    shown = visible(on_terminal(index, "api", name).out)
    assert "no endpoint of its own; a method of tf.Loom" in shown
    (one, _) = ask(index, "api", name, "--json").json()["results"]
    assert (one["method_of"], one["function"]) == ("tf.Loom", function)


def test_what_overrides_a_method(index: Path) -> None:
    """Those of classes derived from the class; not of one whose base is another `Loom`, perhaps, or none."""
    method, _ = ask(index, "api", "tf.Loom.hold").rows()
    assert method[2:6] == [
        "Frame.hold", f"{LOOM}:6", "-", "method of tf.Loom; overridden by HandLoom.hold, PowerLoom.hold",
    ]  # fmt: skip
    (one, _) = ask(index, "api", "tf.Loom.hold", "--json").json()["results"]
    assert [(other["function"], other["location"]["line"]) for other in one["overridden_by"]] == [
        ("HandLoom.hold", 93), ("PowerLoom.hold", 6),
    ]  # fmt: skip
    shown = visible(on_terminal(index, "api", "tf.Loom.hold").out)
    assert f"overridden by HandLoom.hold  {LOOM}:93" in shown
    assert "no op was read behind it" in shown
    # What a method creates is said instead.
    assert ask(index, "api", "tf.Loom.weave", "--json").json()["results"][0]["overridden_by"] == []


@pytest.mark.parametrize(
    ("name", "op", "first"),
    [
        ("tf.Loom.weave", "Conv2D", ["method", "tf.Loom.weave", "v1 Loom.weave", f"{LOOM}:60"]),
        ("Loom.weave()", "Conv2D", ["method", "tf.Loom.weave", "v1 Loom.weave", f"{LOOM}:60"]),
        ("tf.Loom.spin", "Conv3D", ["method", "tf.Loom.spin", "v1 Base.spin by way of turn", "base.py:5"]),
        ("tf.Loom.hold", "tf.Loom.hold", ["method", "tf.Loom.hold", "v1 Frame.hold", f"{LOOM}:6"]),
    ],
)
def test_show_a_method(index: Path, name: str, op: str, first: list[str]) -> None:
    """The op that it is there for, with the way to it in front; or that there is none."""
    assert ask(index, "show", name).rows()[0][:4] == first
    (shown,) = ask(index, "show", name, "--json").json()["results"]
    assert (shown["name"], [one["name"] for one in shown["methods"]]) == (op, [first[1]])
    screen = visible(on_terminal(index, "show", name).out)
    assert f"python   {first[1]}  {first[2]}" in screen
    assert ("none was read behind this Python name" in screen) == (op == first[1])


def test_show_says_what_overrides(index: Path) -> None:
    assert [row[:2] for row in ask(index, "show", "tf.Loom.hold").rows()] == [
        ["method", "tf.Loom.hold"], ["overridden", "HandLoom.hold"], ["overridden", "PowerLoom.hold"],
    ]  # fmt: skip
    assert "overridden by HandLoom.hold" in visible(on_terminal(index, "show", "tf.Loom.hold").out)


@pytest.mark.parametrize(
    ("start", "goal", "names", "note"),
    [
        ("tf.Loom.weave", "Conv2D", ["tf.Loom.weave", "gen_nn_ops.conv2d", "Conv2D"], ""),
        ("tf.Loom.weave", "MatMul", ["tf.Loom.weave", "turn", "MatMul"], ""),
        ("Conv2D", "tf.Loom.weave", ["tf.Loom.weave", "gen_nn_ops.conv2d", "Conv2D"], ""),
        ("tf.Loom.spin", "Conv3D", ["tf.Loom.spin", "turn", "Conv3D"], ""),
        ("tf.Loom.spin", "MatMul", ["tf.Loom.spin", "turn", "bend", "MatMul"], ""),
        ("tf.Loom.wind", "WindBeam", ["tf.Loom.wind", "WindBeam", "WindBeam"], ""),
        ("tf.Loom.wind", "BindBeam", ["tf.Loom.wind", "Base.bind", "BindBeam", "BindBeam"], ""),
        ("tf.Loom.hold", "WindBeam", ["tf.Loom", "Base.wind", "WindBeam", "WindBeam"],
         "no way is known that tf.Loom.hold itself is on; this is one of tf.Loom"),
    ],
)  # fmt: skip
def test_path_of_a_method(index: Path, start: str, goal: str, names: list[str], note: str) -> None:
    found = ask(index, "path", start, goal, "--json").json()
    assert [one["name"] for one in found["results"]] == names
    assert found.get("notes", []) == ([note] if note else [])
    if not note:
        assert found["results"][0]["kind"] == "method"


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("tf.own",), ""),  # it creates its ops itself
        (("Conv2D",), ""),  # no name of Python was asked for
        (("tf.near",), "functions that are passed in or looked up, and tensors that are made of lists"),
        (("tf.loom",), "tensors that are made of lists"),
        (("tf.Loom.weave",), "tensors that are made of lists"),
        (("tf.far",), "nor is anything behind 6 functions, as many as ways of tf.far lead through"),
        (("tf.Five",), "tensors that are made of lists"),
        (("tf.Five", "tf.far", "tf.Six"), "as many as ways of tf.far, tf.Six lead through"),
    ],
)
def test_where_it_stops(index: Path, names: tuple[str, ...], said: str) -> None:
    """In one note, which a pipe has on standard error and a screen below."""
    notes = ask(index, "api", *names, "--json").json().get("notes", [])
    assert len(notes) == bool(said)
    if said:
        assert notes[0].endswith(said)
        assert notes[0] in ask(index, "api", *names).err
        assert said.split()[-1] in visible(on_terminal(index, "api", *names).out)


def test_show_says_where_it_stops(index: Path) -> None:
    (note,) = ask(index, "show", "tf.Loom.spin", "--json").json()["notes"]
    assert note.startswith("the ops of a Python name are those that calls lead to")
    assert "notes" not in ask(index, "show", "tf.own", "--json").json()


def test_beside_another_name(index: Path) -> None:
    assert [row[0] for row in ask(index, "api", "tf.nn.relu", "tf.Loom.weave").rows()] == [
        "tf.Loom.weave", "tf.nn.relu", "tf.Loom",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "said"),
    [
        # Of nobody in particular, of a step further on, of another class, of a function.
        ("tf.Loom.rest", "nearest: tf.Loom"),
        ("tf.Loom.bind", "nearest: tf.Loom"),
        ("tf.Loom.fray", "nearest: tf.Loom"),
        # Of one of two bases of that name.
        ("tf.Loom.ply", "nearest: tf.Loom"),
        ("tf.loom.knot", "nearest: tf.loom"),
        ("tf.compat.v2.Loom.weave", "nearest: tf.Loom"),
        ("tf.contrib.layers.conv2d", "tf.contrib declares no public names"),
        ("tf.estimator.Estimator", "tensorflow_estimator"),
        ("tf.app.flags.DEFINE_string", "absl"),
    ],
)
@pytest.mark.parametrize("command", ["api", "show", "path"])
def test_no_method(index: Path, command: str, name: str, said: str) -> None:
    if command != "api" and ".v2." in name:
        return  # they look past the version
    done = ask(index, command, *((name, "Conv2D") if command == "path" else (name,)))
    assert (done.status, done.out) == (1, "")
    assert said in done.err
    assert "conv2d," not in done.err


@pytest.mark.parametrize("command", ["show", "path"])
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("x+y", "tfexplore api x+y has tf.Tensor.__add__"),
        ("tf.Loo", "tfexplore api tf.Loo has tf.Loom, tf.loom"),
        ("conv2dx", "nearest: "),
    ],
)
def test_what_api_knows(index: Path, command: str, name: str, said: str) -> None:
    done = ask(index, command, *((name, "Conv2D") if command == "path" else (name,)))
    assert (done.status, done.out) == (1, "")
    assert said in done.err
    if command == "show":
        assert "names of ops, of Python and of kernel classes, and all definitions, of" in done.err
