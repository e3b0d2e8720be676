"""One op, joined, and the names that lead to it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from index import facts

from tfexplore.answers.kernel_code import Used
from tfexplore.answers.names import endpoint_name
from tfexplore.answers.show import Shown, find_shown, untaken, untaken_of_any
from tfexplore.errors import UsageError
from tfexplore.index.store import Index, open_index
from tfexplore.index.write import write_index
from tfexplore.model import AttrDef, Endpoint, Location, OpUse
from tfexplore.render.show import untaken_groups


def shown(index: Path, name: str) -> list[str]:
    with open_index(index) as opened:
        return [one.name for one in find_shown(opened, name).results if isinstance(one, Shown)]


def spin(index: Path) -> Shown:
    with open_index(index) as opened:
        (one,) = find_shown(opened, "Spin").results
    assert isinstance(one, Shown)
    return one


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Spin", ["Spin"]),
        ("spin", ["Spin"]),
        ("SpinOp", ["Spin"]),
        ("SpinOp<CPUDevice, float>", ["Spin"]),
        ("IdleSpinOp", ["Spin"]),
        ("LaunchSpin", ["Spin"]),
        ("functor::Twist", ["Spin"]),
        ("Twist", ["Spin"]),
        ("SpinOp::Compute", ["Spin"]),
        ("SpinOp<CPUDevice, T>::Compute", ["Spin"]),
        ("tensorflow::SpinOp::Compute", ["Spin"]),
        ("tensorflow::SpinOp", ["Spin"]),
        ("IdleSpinOp::Compute", ["Spin"]),
        ("IdleSpinOp::Prepare", ["Spin"]),
        ("IdleSpinOp::Unwind", []),
        ("LaunchSpin::operator()", ["Spin"]),
        ("tensorflow::functor::Twist", ["Spin"]),
        ("Nothing::Compute", []),
        ("Nothing::Twist", []),
        ("nothing::SpinOp", []),
        ("nothing::SpinShape", []),
        ("tensorflow::SpinShape", ["Spin"]),
        ("_SpinGrad", ["Spin"]),
        ("SpinShape", ["Spin"]),
        ("spin_ops.cc:7", ["Spin"]),
        ("spin_op.cc:44", ["Spin"]),
        ("core/kernels/spin_op.cc:30", ["Spin"]),
        ("spin_op.cc:42", ["Spin"]),
        ("spin_grad.py:6", ["Spin"]),
        ("spin_op.h:9", ["Spin"]),
        ("spin_op.cc:12", ["Spin"]),
        ("spin_op.cc:17", ["Spin"]),
        ("spin_op.cc:10", []),
        ("spin_op.cc:9-10", []),
        ("spin_op.cc:10-12", ["Spin"]),
        ("spin_op.cc:40-44", ["Spin"]),
        ("weave", ["Weave"]),
        ("*weave", ["Weave", "Unweave"]),
        ("weav", ["Weave", "Unweave"]),
        ("spin_ops.cc:1", []),
        ("Nothing", []),
        ("tf.nothing", []),
    ],
)
def test_what_a_name_leads_to(woven_index: Path, name: str, expected: list[str]) -> None:
    assert sorted(shown(woven_index, name)) == sorted(expected)


def test_sample_names(sample_index: Path) -> None:
    assert shown(sample_index, "tf.nn.conv2d") == ["Conv2D"]
    assert shown(sample_index, "tf.compat.v1.nn.conv2d") == ["Conv2D"]
    assert shown(sample_index, "gen_nn_ops.conv2d") == ["Conv2D"]


#: Ops that are too many for all to be meant.
MANY: dict[str, tuple[str, ...]] = {"Add": (), "Cast": (), "Neg": (), "Sub": ()}


@pytest.mark.parametrize(
    ("endpoint", "uses", "expected"),
    [
        ("tf.keras.layers.Conv2D", {"MatMul": ("Layer.__call__",), "Conv2D": ("Conv.build", "a", "b")}, ["Conv2D"]),
        (
            "tf.keras.layers.Conv1D",
            {"MatMul": ("Layer.__call__",), "Conv2D": ("Conv.build", "a", "b"), "Conv3D": ("Conv.build", "a")},
            ["Conv2D", "Conv3D"],
        ),
        (
            "tf.keras.layers.DepthwiseConv2D",
            {"Conv2D": ("Layer.__call__",), "DepthwiseConv2dNative": ("DepthwiseConv2D.call", "a")},
            ["DepthwiseConv2dNative"],
        ),
        ("tf.keras.layers.Dense", {"Conv2D": ("Layer.__call__",), "MatMul": ("Dense.call", "a")}, ["MatMul"]),
        ("tf.nn.conv2d_transpose", {"Conv2D": ("conv2d",), "Conv2DBackpropInput": ()}, ["Conv2DBackpropInput"]),
        ("tf.nn.conv3d_v1", {"Conv2D": (), "MatMul": (), "Conv3D": ("conv3d",)}, ["Conv2D", "MatMul"]),
        # Too many are equally near; of the words, only `conv` is one that ops are called by.
        (
            "tf.layers.SeparableConvolution2D",
            {**MANY, "Conv3D": ("build",), "Conv2D": ("build", "conv2d"), "MatMul": ("build",)},
            ["Conv2D"],
        ),
        # What is nearest has no word of the name, and what has the words is called by little else.
        ("tf.layers.odd_convolution2d", {"Cast": (), "Add": ("a",), "Sub": ("a",), "Conv2D": ("a", "b")}, ["Conv2D"]),
        ("tf.layers.mat", {"Cast": (), "Add": ("a",), "Sub": ("a",), "SparseTensorDenseMatMul": ("a",)}, ["Cast"]),
        # Half of the words are enough for one that is near.
        ("tf.train.MatConvOptimizer", {**MANY, "MatMul": (), "Conv2D": ("build",)}, ["MatMul"]),
    ],
)
def test_the_op_that_an_endpoint_is_there_for(
    tmp_path: Path, endpoint: str, uses: dict[str, tuple[str, ...]], expected: list[str]
) -> None:
    made = tuple([OpUse(op, "through" if via else "direct", via) for op, via in sorted(uses.items())])
    name = endpoint.rpartition(".")[2]
    one = Endpoint(endpoint, ("v1",), name, Location("tensorflow/python/layers.py", 3, 8), made)
    path = tmp_path / "index.sqlite"
    write_index(path, facts.STATE, facts.FACTS._replace(endpoints=(one,)))
    with open_index(path) as index:
        answer = find_shown(index, endpoint)
    assert [one.name for one in answer.results if isinstance(one, Shown)] == expected
    assert set(answer.context) == set(uses) - set(expected)


@pytest.mark.parametrize(("endpoint", "far"), [("tf.nn.dropout", "MatMul"), ("tf.nn.mat_conv", "MatMul")])
def test_an_endpoint_that_is_there_for_no_op_alone(tmp_path: Path, endpoint: str, far: str) -> None:
    uses = tuple([OpUse(op, "direct", ()) for op in MANY] + [OpUse(far, "through", ("build",))])
    one = Endpoint(endpoint, ("v1",), "f", Location("tensorflow/python/layers.py", 3, 8), uses)
    path = tmp_path / "index.sqlite"
    write_index(path, facts.STATE, facts.FACTS._replace(endpoints=(one,)))
    told = f"{endpoint}' creates 5 ops .* nearest: Add, Cast, Neg, Sub, MatMul; .*: tfexplore api {endpoint}"
    with open_index(path) as index:
        answer = find_shown(index, endpoint)
    (shown,) = answer.results
    assert isinstance(shown, Shown)
    assert (shown.is_python, shown.op_def) == (True, None)
    assert {use.op for use in shown.endpoints[0].ops} == {*MANY, far}
    note = answer.notes[0]
    assert re.search(told, note)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("tf.while_loop", "creates 29 ops and is there for none of them alone; nearest: LogicalAnd, .*While, "),
        ("tf.Session", "creates 4 ops and is there for none of them alone; nearest: DeleteSessionTensor, "),
        ("tf.keras.layers.LSTM", "creates 83 ops and is there for none of them alone; nearest: "),
    ],
)
def test_no_op_alone(shipped: Index, name: str, told: str) -> None:
    answer = find_shown(shipped, name)
    assert [one.name for one in answer.results if isinstance(one, Shown) and one.is_python] == [name]
    note = answer.notes[0]
    assert re.search(told, note)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("tf.layers.max_pooling1d", ["MaxPool"]),
        ("tf.losses.softmax_cross_entropy", ["SoftmaxCrossEntropyWithLogits"]),
        ("tf.keras.layers.BatchNormalization", ["FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3"]),
        ("tf.keras.layers.Dense", ["MatMul"]),
    ],
)
def test_what_helps_is_not_what_a_name_is_there_for(shipped: Index, name: str, expected: list[str]) -> None:
    assert [one.name for one in find_shown(shipped, name).results if isinstance(one, Shown)] == expected


def test_the_endpoint_that_was_asked_for_comes_first(tmp_path: Path) -> None:
    place = Location("tensorflow/python/layers.py", 3, 8)
    near = Endpoint("tf.nn.conv2d", ("v1",), "conv2d", place, (OpUse("Conv2D", "direct"),))
    far = Endpoint("tf.layers.Conv2D", ("v1",), "Conv2D", place, (OpUse("Conv2D", "through", ("Conv.build", "a")),))
    path = tmp_path / "index.sqlite"
    write_index(path, facts.STATE, facts.FACTS._replace(endpoints=(near, far)))
    with open_index(path) as index:
        for asked, expected in (("tf.layers.Conv2D", [far, near]), ("Conv2D", [near, far])):
            (one,) = find_shown(index, asked).results
            assert isinstance(one, Shown)
            assert list(one.endpoints) == expected


LAYERS = "tensorflow/python/layers.py"
#: `Loom` with its method `weave`, which has two public names; two functions of which one creates nothing.
PUBLIC = (
    Endpoint("tf.Loom", ("v1",), "Loom", Location(LAYERS, 3, 30), (OpUse("Conv2D", "direct"),)),
    Endpoint("tf.a.weave", ("v1",), "weave", Location(LAYERS, 10, 14), (OpUse("MatMul", "direct"),)),
    Endpoint("tf.Loom.__matmul__", ("v1",), "weave", Location(LAYERS, 10, 14), (OpUse("MatMul", "direct"),)),
    Endpoint("tf.idle", ("v1",), "idle", Location(LAYERS, 40, 44)),
    Endpoint("tf.idle", ("v1",), "idle", Location("other/twice.py", 1, 4)),
    Endpoint("tf.busy", ("v1",), "busy", Location("more/twice.py", 1, 4)),
)


@pytest.mark.parametrize(
    ("place", "expected", "first"),
    [
        ("layers.py:3", ["Conv2D"], "tf.Loom"),
        ("layers.py:20", ["Conv2D"], "tf.Loom"),
        ("python/layers.py:12", ["MatMul"], "tf.a.weave"),
        (f"{LAYERS}#L10-L14", ["MatMul"], "tf.a.weave"),
        ("layers.py:29-41", ["Conv2D"], "tf.Loom"),
        ("layers.py:31-41", ["tf.idle"], "tf.idle"),
        ("layers.py:31", [], ""),
    ],
)
def test_places_of_public_python(tmp_path: Path, place: str, expected: list[str], first: str) -> None:
    path = tmp_path / "index.sqlite"
    ops = (facts.op("Conv2D"), facts.op("MatMul"))
    write_index(path, facts.STATE, facts.FACTS._replace(ops=ops, endpoints=PUBLIC, gradients=()))
    with open_index(path) as index:
        answer = find_shown(index, place)
        assert [one.name for one in answer.results if isinstance(one, Shown)] == expected
        named = [one.endpoints[0].endpoint for one in answer.results if isinstance(one, Shown)]
        assert named == ([first] if first else [])
        if not expected:
            assert [one.name for one in answer.nearest] == [f"{LAYERS}:3", f"{LAYERS}:40", f"{LAYERS}:10"]
        with pytest.raises(UsageError, match=r"end of 2 paths .*more/twice.py, other/twice.py"):
            find_shown(index, "twice.py:2")


@pytest.mark.parametrize(
    ("place", "expected"),
    [("math_ops.py:2565", "MatMul"), ("nn_ops.py:1916", "Conv2D"), ("array_ops.py:1326", "ConcatV2"),
     ("conv_ops.cc:570-575", "Conv2D")],
)  # fmt: skip
def test_places_that_show_prints(shipped: Index, place: str, expected: str) -> None:
    assert [one.name for one in find_shown(shipped, place).results if isinstance(one, Shown)] == [expected]


def test_near_names_are_of_all_kinds(woven_index: Path) -> None:
    with open_index(woven_index) as opened:
        near = find_shown(opened, "SpinnOp").nearest
    assert ("SpinOp", "kernel class") in [(one.name, one.kind) for one in near]


@pytest.mark.parametrize(
    ("name", "expected"),
    [("Conv2DOp::Compute", ["Conv2D"]), ("MatMulOp::Compute", ["MatMul"]), ("Foo::Compute", [])],
)
def test_a_member_leads_to_its_class_alone(shipped: Index, name: str, expected: list[str]) -> None:
    answer = find_shown(shipped, name)
    assert [one.name for one in answer.results if isinstance(one, Shown)] == expected


def test_a_member_of_a_misspelt_class_has_near_classes(woven_index: Path) -> None:
    with open_index(woven_index) as opened:
        answer = find_shown(opened, "SpinnOp::Compute")
    assert answer.answer == "not found"
    assert ("SpinOp", "kernel class") in [(one.name, one.kind) for one in answer.nearest]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("UnaryOp", "picks 45 ops; list them with: tfexplore ops --class UnaryOp"),
        ("UnaryOp::Compute", "picks 45 ops; show one of them: Abs, "),
    ],
)
def test_code_of_too_many_ops(shipped: Index, name: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        find_shown(shipped, name)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("spin_ops.cc:2", [("tensorflow/core/ops/spin_ops.cc:5", "line")]),
        (
            "ops/spin_opz.cc:7",
            [("tensorflow/core/kernels/spin_op.cc", "file"), ("tensorflow/core/ops/spin_ops.cc", "file")],
        ),
        ("wholly_different.py:7", []),
    ],
)
def test_near_places(woven_index: Path, name: str, expected: list[tuple[str, str]]) -> None:
    with open_index(woven_index) as opened:
        answer = find_shown(opened, name)
    assert answer.answer == "not found"
    assert [(one.name, one.kind) for one in answer.nearest][: len(expected) or 1] == expected


@pytest.mark.parametrize("name", ["tensorflow/core/kernels/spin_op.cc", "spin_op.cc", "kernels/spin_op.cc"])
def test_a_file_is_no_op(woven_index: Path, name: str) -> None:
    with open_index(woven_index) as opened, pytest.raises(UsageError, match=f"is a file.*annotate {name}.*{name}:LINE"):
        find_shown(opened, name)


def test_a_pattern_that_picks_too_much(sample_index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tfexplore.answers.show.MAX_OPS", 1)
    with open_index(sample_index) as opened, pytest.raises(UsageError, match="list them with"):
        find_shown(opened, "conv*")


def rows(found: tuple[Used, ...], depth: int = 0) -> list[tuple[int, str, int, int | None]]:
    made = []
    for one in found:
        made.append((depth, one.defined, one.location.line, one.used.line if one.used else None))
        made += rows(one.uses, depth + 1)
    return made


def test_the_code_behind_a_kernel_class(woven_index: Path) -> None:
    own, idle = spin(woven_index).kernel_classes
    assert (own.name, own.devices) == ("SpinOp", ("CPU",))
    assert own.instances == ("SpinOp<CPUDevice, float>", "SpinOp<CPUDevice, double>")
    assert [(one.name, one.location.line, one.inherited) for one in own.compute] == [("SpinOp::Compute", 28, False)]
    assert [one.defined for one in own.bases] == ["SpinBase"]
    assert rows(own.uses) == [
        (0, "CountStrands", 17, 29),
        (0, "LaunchQuick", 31, 31),  # of which there is no definition
        (0, "LaunchSpin<CPUDevice, T>", 11, 37),
        (1, "Twist", 8, 13),
        (0, "LaunchSpin", 15, 37),
    ]
    assert [(one.name, one.location.line, one.inherited) for one in idle.compute] == [("SpinBase::Compute", 21, True)]
    assert rows(idle.uses) == [(0, "SpinBase::Prepare", 22, 21)]


def test_types_that_no_kernel_takes(woven_index: Path) -> None:
    found = [(one.device_type, one.type, one.taken_by) for one in spin(woven_index).declared_without_kernel]
    assert found == [
        ("CPU", "DT_HALF", ()),
        ("GPU", "DT_HALF", ()),
        ("GPU", "DT_DOUBLE", ("CPU",)),
    ]


def test_types_of_an_attr_that_allows_any() -> None:
    spun = facts.op("Spin", attr=(AttrDef("T", "type"), AttrDef("N", "int")))
    kernels = [facts.kernel("Spin", "CPU", type_) for type_ in ("half", "float", "string")]
    kernels += [facts.kernel("Spin", "GPU", type_) for type_ in ("half", "qint8")]
    kernels.append(facts.kernel("Spin", "XLA_*_JIT", "", constraint=(), registry="xla", type_limit=("DT_FLOAT",)))
    found = untaken_of_any(spun, kernels)
    assert [(one.device_type, one.attr, one.type, one.taken_by) for one in found] == [
        ("CPU", "T", "DT_QINT8", ("GPU",)),
        ("GPU", "T", "DT_FLOAT", ("CPU", "XLA_*_JIT")),
        ("GPU", "T", "DT_STRING", ("CPU",)),
    ]
    assert untaken_groups(found) == [
        ("T=qint8", "no CPU kernel; GPU has one"),
        ("T=float", "no GPU kernel; CPU, XLA_*_JIT have one"),
        ("T=string", "no GPU kernel; CPU has one"),
    ]
    # A kernel that takes any takes these, and a device without a kernel is no question of types.
    free = facts.kernel("Spin", "GPU", "", constraint=())
    assert untaken_of_any(spun, [*kernels[:3], free]) == ()
    assert untaken_of_any(spun, kernels[:3]) == ()


def test_what_xla_compiles_takes_the_types_of_its_devices() -> None:
    xla = facts.kernel("Conv2D", "XLA_*_JIT", "", constraint=(), registry="xla", type_limit=("DT_HALF", "DT_FLOAT"))
    found = [one for one in untaken(facts.op("Conv2D"), (xla,)) if one.device_type == "CPU"]
    assert {one.type: one.taken_by for one in found} == {
        "DT_HALF": ("XLA_*_JIT",), "DT_FLOAT": ("XLA_*_JIT",), "DT_BFLOAT16": (), "DT_DOUBLE": (),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("tf.nn.conv2d", "tf.nn.conv2d"),
        ("tensorflow.nn.conv2d", "tf.nn.conv2d"),
        ("tf.compat.v1.nn.conv2d", "tf.nn.conv2d"),
        ("nn.conv2d", "tf.nn.conv2d"),
        ("Conv2D", ""),
        ("a/b.cc", ""),
        ("x.cc:3", ""),
    ],
)
def test_endpoint_names(name: str, expected: str) -> None:
    assert endpoint_name(name) == expected
