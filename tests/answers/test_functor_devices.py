"""Of the code behind a kernel class that is shown which is for the devices of its kernels."""

from __future__ import annotations

from pathlib import Path

import pytest
from index import facts

from tfexplore.answers.kernel_code import Used, kernel_classes
from tfexplore.answers.path import find_path
from tfexplore.index.store import open_index
from tfexplore.index.write import Facts, write_index
from tfexplore.model import KernelDef, Use

OP, FAST, GPU = "kernels/a_op.cc", "kernels/a_fast.cc", "kernels/a.cu.cc"
CLASS = facts.at(OP, 10, 40)


def function(name: str, defined: str, path: str, line: int, kind: str = "function") -> Use:
    return Use(CLASS, "AOp::Compute", name, kind, facts.at(path, line), facts.at(OP, 20), defined, "")


USES = (
    function("Wind", "Wind<CPUDevice>", FAST, 1),
    function("Wind", "Wind<GPUDevice>", GPU, 2),
    function("Twist", "Twist", GPU, 3),  # which the CPU's compiler does not see
    function("Turn<GPUDevice>", "Turn<GPUDevice>", FAST, 4),  # as it is called
    function("Spool", "Spool", FAST, 5),
    function("Reel<T>", "Reel", OP, 20, "missing"),
)


def made_index(folder: Path, devices: tuple[str, ...]) -> tuple[Path, list[KernelDef]]:
    made = [
        facts.kernel("A", device, "float")._replace(kernel_class="AOp", kernel_class_location=CLASS)
        for device in devices
    ]
    path = folder / "a.sqlite"
    ops = (facts.op("A"),)
    write_index(path, facts.STATE, Facts(paths=(OP, FAST, GPU), ops=ops, kernels=tuple(made), uses=USES))
    return path, made


def used(folder: Path, devices: tuple[str, ...]) -> list[Used]:
    path, made = made_index(folder, devices)
    with open_index(path) as index:
        (one,) = kernel_classes(index, made)
    return list(one.uses)


@pytest.mark.parametrize(
    ("devices", "expected"),
    [
        (("CPU", "GPU"), [1, 2, 3, 4, 5, 20]),
        (("CPU",), [1, 4, 5, 20]),
        (("GPU",), [2, 3, 4, 5, 20]),
        (("DEFAULT",), [1, 2, 3, 4, 5, 20]),
    ],
)
def test_functions_for_another_device_are_left_out(
    tmp_path: Path, devices: tuple[str, ...], expected: list[int]
) -> None:
    assert sorted([one.location.line for one in used(tmp_path, devices)]) == expected


def test_what_is_used_says_its_device(tmp_path: Path) -> None:
    found = {one.location.line: (one.kind, one.device) for one in used(tmp_path, ("CPU", "GPU"))}
    assert found == {
        1: ("function", "CPU"),
        2: ("function", "GPU"),
        3: ("function", "GPU"),
        4: ("function", "GPU"),
        5: ("function", ""),
        20: ("missing", ""),
    }


@pytest.mark.parametrize(("goal", "device"), [("Twist", "GPU"), ("Spool", "CPU"), ("Wind", "CPU")])
def test_a_way_to_what_is_for_gpus_goes_over_a_kernel_for_them(tmp_path: Path, goal: str, device: str) -> None:
    path, _ = made_index(tmp_path, ("CPU", "GPU"))
    with open_index(path) as index:
        hops = find_path(index, "A", goal).results
    assert [hop.relation for hop in hops][1:2] == [f"kernel on {device}"]
