"""The way from one thing to another."""

from __future__ import annotations

from pathlib import Path

import pytest
from asking import ask
from hypothesis import given
from hypothesis import strategies as st
from index import facts

from tfexplore.answers import python_classes
from tfexplore.answers.names import nearest
from tfexplore.answers.path import Hop, find_path
from tfexplore.index.store import Index, open_index
from tfexplore.index.write import write_index
from tfexplore.model import Endpoint, Location, OpUse, PythonCall, SwigName


def way(index: Path, start: str, goal: str) -> tuple[list[tuple[str, str, str]], tuple[object, ...]]:
    with open_index(index) as opened:
        answer = find_path(opened, start, goal)
    hops = [one for one in answer.results if isinstance(one, Hop)]
    return [(hop.relation, hop.to.kind, hop.to.name) for hop in hops], answer.context


SPIN = [
    ("", "op", "Spin"),
    ("kernel on CPU", "class", "SpinOp"),
    ("uses", "code", "LaunchSpin<CPUDevice, T>"),
    ("uses", "code", "Twist"),
]


@pytest.mark.parametrize(
    ("start", "goal", "expected"),
    [
        ("Spin", "functor::Twist", SPIN),
        ("spin", "Twist", SPIN),
        ("spin_ops.cc:8", "spin_op.h:9", [*SPIN, ("method", "code", "Twist::operator()")]),
        ("Spin", "Spin", SPIN[:1]),
        ("SpinOp", "LaunchSpin<CPUDevice, T>", [("", "class", "SpinOp"), SPIN[2]]),
        ("IdleSpinOp", "SpinBase", [("", "class", "IdleSpinOp"), ("base class", "code", "SpinBase")]),
        ("Spin", "_SpinGrad", [("", "op", "Spin"), ("python gradient", "gradient", "_SpinGrad")]),
        ("Spin", "SpinShape", [("", "op", "Spin"), ("shape function", "shape function", "SpinShape")]),
        ("Spin", "spin_op.cc:44", [("", "op", "Spin"), ("kernel", "kernel", "Spin on CPU")]),
        ("kernels/spin_op.cc:45", "Twist", [("", "kernel", "Spin on CPU"), ("class", "class", "SpinOp"), *SPIN[2:]]),
        ("Spin", "spin_op.cc:42", SPIN[:1]),
        ("Spin", "SpinOp::Compute", [*SPIN[:2], ("method", "code", "SpinOp::Compute")]),
        ("Spin", "tensorflow::SpinOp::Compute", [*SPIN[:2], ("method", "code", "SpinOp::Compute")]),
        ("Spin", "Nothing::Compute", []),
        ("Spin", "Nothing::Twist", []),
        ("Spin", "Weave", []),
        ("Nothing", "Spin", []),
    ],
)
def test_ways(woven_index: Path, start: str, goal: str, expected: list[tuple[str, str, str]]) -> None:
    assert way(woven_index, start, goal)[0] == expected


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        ("LaunchSpin<CPUDevice, float>", SPIN[:3]),
        ("LaunchSpin<Eigen::ThreadPoolDevice, T>", SPIN[:3]),
        # No kernel of SpinOp is for a GPU.
        ("LaunchSpin<GPUDevice, T>", []),
        ("SpinOp<CPUDevice, double>", SPIN[:2]),
        ("SpinOp<GPUDevice, double>", []),
        ("IdleSpinOp", [SPIN[0], ("kernel on GPU", "class", "IdleSpinOp")]),
    ],
)
def test_template_arguments_are_what_is_asked_for(
    woven_index: Path, goal: str, expected: list[tuple[str, str, str]]
) -> None:
    assert way(woven_index, "Spin", goal)[0] == expected


def test_another_specialisation_is_said(woven_index: Path) -> None:
    with open_index(woven_index) as opened:
        answer = find_path(opened, "Spin", "SpinOp<GPUDevice, double>")
    assert answer.answer == "not found"
    near = [(one.name, one.kind) for one in answer.nearest]
    assert near == [("SpinOp<CPUDevice, float>", "class"), ("SpinOp<CPUDevice, double>", "class")]


@pytest.mark.parametrize(
    ("start", "goal", "expected"),
    [
        (
            "Conv2D",
            "LaunchConv2DOp<GPUDevice, T>",
            ["kernel on GPU Conv2DOp", "uses LaunchConv2DOp<Eigen::GpuDevice, T>"],
        ),
        (
            "Conv2D",
            "LaunchConv2DOp<Eigen::GpuDevice, T>",
            ["kernel on GPU Conv2DOp", "uses LaunchConv2DOp<Eigen::GpuDevice, T>"],
        ),
        ("Conv2D", "LaunchConv2DOp<CPUDevice, T>", ["kernel on CPU Conv2DOp", "uses LaunchConv2DOp<CPUDevice, T>"]),
        ("Conv2D", "LaunchConv2DOp<SYCLDevice, T>", []),
        (
            "MatMul",
            "LaunchMatMul<GPUDevice, T, true>",
            ["kernel on GPU MatMulOp", "uses LaunchMatMul<GPUDevice, T, true>"],
        ),
        (
            "SoftmaxCrossEntropyWithLogits",
            "XentEigenImpl",
            ["kernel on GPU SoftmaxXentWithLogitsOp", "uses XentFunctor<GPUDevice, T>", "uses XentEigenImpl"],
        ),
        (
            "SoftmaxCrossEntropyWithLogits",
            "XentEigenImpl<CPUDevice, T>",
            ["kernel on CPU SoftmaxXentWithLogitsOp", "uses XentFunctor<CPUDevice, T>", "base class XentFunctorBase",
             "uses XentEigenImpl"],
        ),
        ("bias_op.cc:381", "GetBiasValueDims", ["class BiasOp<GPUDevice, T>", "uses GetBiasValueDims"]),
    ],
)  # fmt: skip
def test_a_way_stays_on_its_device(shipped: Index, start: str, goal: str, expected: list[str]) -> None:
    hops = [one for one in find_path(shipped, start, goal).results if isinstance(one, Hop)]
    assert [f"{hop.relation} {hop.to.name}" for hop in hops[1:]] == expected


@pytest.mark.parametrize(
    ("op", "goal", "registered", "line"),
    [
        ("BiasAdd", "BiasOp<GPUDevice, float>", 381, 325),
        ("BiasAdd", "BiasOp<CPUDevice, float>", 216, 90),
        ("Conv2D", "Conv2DOp<GPUDevice, float>", 1100, 470),
    ],
)
def test_a_class_is_the_instance_that_was_asked_for(
    shipped: Index, op: str, goal: str, registered: int, line: int
) -> None:
    last = find_path(shipped, op, goal).results[-1]
    assert isinstance(last, Hop)
    assert last.at is not None
    assert last.to.location is not None
    assert (last.at.line, last.to.location.line) == (registered, line)


def test_the_way_back_says_so(woven_index: Path) -> None:
    assert way(woven_index, "Twist", "Spin") == (SPIN, ("reversed",))


def test_from_python(sample_index: Path) -> None:
    assert [name for _, _, name in way(sample_index, "tf.nn.conv2d", "Conv2D")[0]] == [
        "tf.nn.conv2d", "a.b", "c", "gen_nn_ops.conv2d", "Conv2D",
    ]  # fmt: skip


def functions(index: Path) -> list[tuple[str, str]]:
    with open_index(index) as opened:
        hops = [one for one in find_path(opened, "tf.nn.conv2d", "Conv2D").results if isinstance(one, Hop)]
    places = [(hop.to.name, hop.to.location) for hop in hops if hop.to.kind == "function"]
    return [(name, f"{place.path}:{place.line}" if place else "") for name, place in places]


def test_functions_between_have_places(sample_index: Path, tmp_path: Path) -> None:
    assert functions(sample_index) == [("a.b", "tensorflow/python/ops/nn_grad.py:30"), ("c", "c.py:5")]
    # Of two of one name that a function calls, that is meant which leads on as the way does.
    other = PythonCall(facts.CALLS[0].caller, "a.b", Location("WORKSPACE", 3, 4))
    again = PythonCall(facts.CALLS[0].caller, "a.b", Location("WORKSPACE", 7, 8))
    assert functions(written(tmp_path / "one", other, again)) == functions(sample_index)
    # Where both do nobody can tell.
    more = PythonCall(other.target, "c", Location("WORKSPACE", 9, 9))
    assert functions(written(tmp_path / "two", other, more)) == [("a.b", ""), ("c", "")]
    # The last creates the op: what is public and gets there by way of others does not.
    public = facts.ENDPOINTS[0]._replace(endpoint="tf.spun", location=Location("WORKSPACE", 3, 4))
    last = PythonCall(facts.CALLS[1].caller, "c", public.location)
    made = written(tmp_path / "three", last, endpoints=(*facts.ENDPOINTS, public))
    assert functions(made) == functions(sample_index)


def written(path: Path, *calls: PythonCall, endpoints: tuple[Endpoint, ...] = facts.ENDPOINTS) -> Path:
    """The sample with more calls."""
    write_index(path, facts.STATE, facts.FACTS._replace(calls=(*facts.CALLS, *calls), endpoints=endpoints))
    return path


SESSION = "tensorflow/python/client/session.py"
OTHER = "tensorflow/python/client/other.py"


@pytest.fixture
def to_swig(tmp_path: Path) -> Path:
    """`Loom` inherits `Base.spin`, whose second line uses `Spin`; `weave` calls `knot`, which calls `tie`."""
    loom, weave = Location(SESSION, 50, 60), Location(OTHER, 1, 9)
    calls = (
        PythonCall(loom, ">Base.spin", Location(SESSION, 20, 29)),
        PythonCall(loom, ">Loom.turn", Location(SESSION, 55, 58)),
        PythonCall(weave, ">knot", Location(OTHER, 20, 29)),
        PythonCall(weave, ">knot>tie", Location(OTHER, 30, 39)),
    )
    endpoints = (
        Endpoint("tf.Loom", ("v1",), "Loom", loom),
        Endpoint("tf.weave", ("v1",), "weave", weave),
        Endpoint("tf.Twine", ("v1",), "Twine", Location("loom.i", 20, 23)),  # of inserted Python
    )
    directive = Location("loom.i", 7, 7)

    def name(word: str, *used_by: Location) -> SwigName:
        defined = Location("loom.cc", 70, 79)
        return SwigName(word, "function", f"tf::{word}", None, "loom.i", "%unignore", directive, defined, (), used_by)

    names = (
        name("Spin", Location(SESSION, 21, 21), Location("loom.i", 21, 21)),
        name("Turn", Location(SESSION, 56, 56)),
        name("Tie", Location(OTHER, 31, 31), Location(OTHER, 5, 5)),
        name("Pull", Location(OTHER, 32, 32), Location(OTHER, 90, 90)),
    )
    path = tmp_path / "swig.sqlite"
    write_index(path, facts.STATE, facts.FACTS._replace(calls=calls, endpoints=endpoints, swig_names=names))
    return path


@pytest.mark.parametrize(
    ("start", "goal", "expected"),
    [
        ("tf.Loom", "Spin", ["tf.Loom", "Base.spin", "Spin", "tf::Spin"]),
        ("tf.Loom", "tf::Spin", ["tf.Loom", "Base.spin", "Spin", "tf::Spin"]),
        # Inside a class it is the method that uses a name.
        ("tf.Loom", "Turn", ["tf.Loom", "Loom.turn", "Turn", "tf::Turn"]),
        ("Base.spin", "Spin", ["Base.spin", "Spin", "tf::Spin"]),
        ("tf.weave", "Tie", ["tf.weave", "Tie", "tf::Tie"]),
        ("tf.weave", "Pull", ["tf.weave", "knot", "tie", "Pull", "tf::Pull"]),
        ("Pull", "tf.weave", ["tf.weave", "knot", "tie", "Pull", "tf::Pull"]),
        ("tf.Twine", "tf::Spin", ["tf.Twine", "Spin", "tf::Spin"]),
        ("tf.weave", "Spin", []),
        ("tf.Loom", "Pull", []),
    ],
)
def test_from_python_to_swig(to_swig: Path, start: str, goal: str, expected: list[str]) -> None:
    assert [name for _, _, name in way(to_swig, start, goal)[0]] == expected


def test_a_use_of_swig_has_its_line(to_swig: Path) -> None:
    with open_index(to_swig) as opened:
        hops = [one for one in find_path(opened, "tf.Loom", "Spin").results if isinstance(one, Hop)]
    assert [(hop.relation, hop.at.line if hop.at else 0) for hop in hops] == [
        ("", 0), ("calls", 0), ("uses", 21), ("wraps", 7),
    ]  # fmt: skip


def test_unknown_names_have_near_ones(woven_index: Path) -> None:
    with open_index(woven_index) as opened:
        answer = find_path(opened, "Spin", "LaunchSpim")
    assert (answer.answer, answer.query) == ("not found", ("LaunchSpim",))
    assert ("LaunchSpin", "code") in [(one.name, one.kind) for one in answer.nearest]


VERSIONS = (
    Endpoint("tf.knit", ("v1",), "knit", Location(OTHER, 1, 9), (OpUse("Conv2D", "through", ("purl", "cast_on")),)),
    Endpoint(
        "tf.knit", ("v2",), "knit_v2", Location(OTHER, 11, 19), (OpUse("Conv2D", "direct"), OpUse("MatMul", "direct"))
    ),
    Endpoint("tf.felt", ("v1", "v2"), "felt", Location(OTHER, 21, 29), (OpUse("Conv2D", "direct"),)),
)


@pytest.mark.parametrize(
    ("tag", "start", "goal", "versions", "said"),
    [
        # What `tf.` is in the release comes first, however far that way is.
        ("v1.15.0", "tf.knit", "Conv2D", ["v1"], "v1 of the API; in v2 tf.knit"),
        ("v2.0.0", "tf.knit", "Conv2D", ["v2"], "v2 of the API; in v1 tf.knit"),
        ("v1.15.0", "tf.knit", "MatMul", ["v2"], "v2 of the API; in v1 tf.knit"),
        ("v1.15.0", "Conv2D", "tf.knit", ["v1"], "v1 of the API; in v2 tf.knit"),
        ("v1.15.0", "tf.compat.v2.knit", "Conv2D", ["v2"], "v2 of the API; in v1 tf.knit"),
        ("v1.15.0", "tf.compat.v1.knit", "MatMul", None, ""),
        ("v1.15.0", "tf.felt", "Conv2D", ["v1", "v2"], ""),
    ],
)
def test_a_public_name_that_is_two_functions(
    tmp_path: Path, tag: str, start: str, goal: str, versions: list[str] | None, said: str
) -> None:
    made = facts.FACTS._replace(endpoints=VERSIONS)
    write_index(tmp_path / "a.sqlite", facts.STATE._replace(tag=tag), made)
    done = ask(tmp_path / "a.sqlite", "path", start, goal, "--json").json()
    assert done["answer"] == ("not found" if versions is None else "found")
    assert [one["api_versions"] for one in done["results"] if "api_versions" in one] == ([versions] if versions else [])
    assert "".join(done.get("notes", [])) == (f"this way is of {said} is something else" if said else "")
    assert said in ask(tmp_path / "a.sqlite", "path", start, goal).err


def test_a_function_that_swig_hides_is_near_the_one_that_it_wraps(to_swig: Path) -> None:
    with open_index(to_swig) as opened:
        near = find_path(opened, "Spin", "Spi").nearest
    assert "Spin_wrapper" not in [one.name for one in near]
    names = [SwigName("TF_Spin_wrapper", "function", "TF_Spin_wrapper", None, "a.i", "%unignore", None, None)]
    names += [
        SwigName(f"TF_Spin{i}", "function", f"TF_Spin{i}", None, "a.i", "%unignore", None, None) for i in range(9)
    ]
    write_index(to_swig, facts.STATE, facts.FACTS._replace(swig_names=tuple(names)))
    with open_index(to_swig) as opened:
        near = find_path(opened, "Conv2D", "TF_Spin").nearest
    assert [(one.name, one.kind) for one in near][:2] == [("TF_Spin_wrapper", "swig name"), ("TF_Spin0", "swig name")]


def test_a_way_that_is_none_asks_for_no_class_that_overrides(to_swig: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That took longer than everything else."""

    def never(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(python_classes.Hierarchy, "overriding", never)
    with open_index(to_swig) as opened:
        assert find_path(opened, "tf.Loom.turn", "Nothing").answer == "not found"


@given(st.lists(st.text("abc_", min_size=2, max_size=7), max_size=30), st.text("abc_", min_size=2, max_size=7))
def test_the_nearest_names_are_those_whatever_is_given_up_early(names: list[str], word: str) -> None:
    distinct = sorted(set(names))
    every = nearest((word,), [("op", distinct)], limit=len(distinct) + 1)
    assert nearest((word,), [("op", distinct)], limit=3) == every[:3]
