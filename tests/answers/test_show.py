"""One op, joined, and the names that lead to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tfexplore.answers.show import Shown, Used, endpoint_name, find_shown
from tfexplore.errors import UsageError
from tfexplore.index.store import open_index


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
        ("_SpinGrad", ["Spin"]),
        ("SpinShape", ["Spin"]),
        ("spin_ops.cc:7", ["Spin"]),
        ("spin_op.cc:44", ["Spin"]),
        ("core/kernels/spin_op.cc:30", ["Spin"]),
        ("spin_op.cc:42", ["Spin"]),
        ("spin_grad.py:6", ["Spin"]),
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


def test_near_names_are_of_all_kinds(woven_index: Path) -> None:
    with open_index(woven_index) as opened:
        near = find_shown(opened, "SpinnOp").nearest
    assert ("SpinOp", "kernel class") in [(one.name, one.kind) for one in near]


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
        (0, "LaunchSpin<CPUDevice, T>", 11, 37),
        (1, "Twist", 8, 13),
        (0, "LaunchSpin", 15, 37),
        (0, "LaunchSpin<Eigen::GpuDevice, T>", 20, 37),
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
