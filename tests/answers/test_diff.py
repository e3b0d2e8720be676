"""What changed between two indexes, as far as ops and the libraries that register them go."""

from __future__ import annotations

from pathlib import Path

import pytest
from index import facts

from tfexplore.answers.diff import Change, diff, linkage_notes, unread
from tfexplore.index.store import open_index
from tfexplore.index.write import Facts, write_index
from tfexplore.model import CONDITIONAL, Constraint, Endpoint, KernelDef, OpDef, Unresolved
from tfexplore.render.diff import what
from tfexplore.render.report_changes import changes

MAIN, LOOM, REED = "tensorflow", "contrib/loom/_loom_ops.so", "contrib/reed/_reed_ops.so"


def op(library: str | None, **changes: object) -> OpDef:
    return facts.op("Weave", linked_into=library, **changes)


#: Name -> (before, after, the changes).
CASES: dict[str, tuple[tuple[OpDef, ...], tuple[OpDef, ...], tuple[Change, ...]]] = {
    "nothing": ((op(MAIN),), (op(MAIN),), ()),
    "another place in the source": ((op(MAIN, line=3),), (op(MAIN, line=90),), ()),
    "new": ((), (op(MAIN),), (Change("op", "added", "Weave", None, op(MAIN), True),)),
    "gone": ((op(MAIN),), (), (Change("op", "removed", "Weave", op(MAIN), None, False, ("op removed",)),)),
    "no longer shipped": (
        (op(MAIN),),
        (op(None),),
        (Change("op", "removed", "Weave", op(MAIN), None, False, ("op removed",)),),
    ),
    "from a library on demand into the main binary: graphs still load": (
        (op(LOOM),),
        (op(MAIN),),
        (
            Change("op", "removed", "Weave", op(LOOM), None, True),
            Change("op", "added", "Weave", None, op(MAIN), True),
        ),
    ),
    "moved and changed": (
        (op(LOOM),),
        (op(MAIN, output_arg=()),),
        (
            Change("op", "removed", "Weave", op(LOOM), None, False, ("outputs changed",)),
            Change("op", "added", "Weave", None, op(MAIN, output_arg=()), True),
        ),
    ),
    "from the main binary to a library on demand": (
        (op(MAIN),),
        (op(LOOM),),
        (
            Change("op", "added", "Weave", None, op(LOOM), True),
            Change("op", "removed", "Weave", op(MAIN), None, False, (f"op moved to {LOOM}",)),
        ),
    ),
    "in two libraries, of which one goes": (
        (op(LOOM), op(MAIN), op(REED)),
        (op(MAIN), op(REED)),
        (Change("op", "removed", "Weave", op(LOOM), None, True),),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_ops(name: str, tmp_path: Path) -> None:
    before, after, expected = CASES[name]
    for state, ops in (("before", before), ("after", after)):
        write_index(tmp_path / state, facts.STATE, facts.FACTS._replace(ops=ops))
    with open_index(tmp_path / "before") as old, open_index(tmp_path / "after") as new:
        assert diff(old, new, ("op",)).changes == expected


def shaped(name: str | None) -> OpDef:
    return op(MAIN, shape_fn=name)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("shape_inference::UnchangedShape", "shape_inference::ScalarShape",
         "shape_fn shape_inference::UnchangedShape became shape_inference::ScalarShape"),
        ("lambda", "WeaveShape", "shape_fn lambda became WeaveShape"),
        (None, "lambda", "shape_fn none became lambda"),
        ("lambda", "lambda", ""),
        ("shape_inference::UnchangedShape", "::tensorflow::shape_inference::UnchangedShape", ""),
        ("WeaveShape<float, 2>", "WeaveShape<float,2>", ""),
    ],
)  # fmt: skip
def test_shape_functions(before: str | None, after: str | None, said: str, tmp_path: Path) -> None:
    found = between(tmp_path, facts.FACTS._replace(ops=(shaped(before),)), facts.FACTS._replace(ops=(shaped(after),)))
    assert [(one.kind, one.change, one.compatible, what(one)) for one in found] == (
        [("op", "changed", True, said)] if said else []
    )
    assert ("`shape_fn " in page(tmp_path)) == bool(said)


def between(folder: Path, before: Facts, after: Facts) -> tuple[Change, ...]:
    """The changes of ops and kernels between two indexes, which stay in the folder."""
    write_index(folder / "before", facts.STATE, before)
    write_index(folder / "after", facts.STATE, after)
    with open_index(folder / "before") as old, open_index(folder / "after") as new:
        return diff(old, new, ("op", "kernel")).changes


def page(folder: Path) -> str:
    """The report on what changed between the indexes of a folder."""
    with open_index(folder / "before") as old, open_index(folder / "after") as new:
        return changes(diff(old, new), "", "en")


def kernel(kernel_class: str = "AOp<CPUDevice, float>", device: str = "CPU", **changed: object) -> KernelDef:
    return facts.kernel("Weave", device, "float", kernel_class=kernel_class, **changed)


DOUBLE = (Constraint("T", ("DT_DOUBLE",)),)
#: Name -> (before, after, how and what of each change).
KERNELS: dict[str, tuple[tuple[KernelDef, ...], tuple[KernelDef, ...], list[tuple[str, str]]]] = {
    "another class": (
        (kernel(),),
        (kernel("BOp<CPUDevice, float>"),),
        [("changed", "CPU; T: float: class AOp<CPUDevice, float> became BOp<CPUDevice, float>")],
    ),
    "another functor": (
        (kernel("AOp<CPUDevice, functor::add<float>>"),),
        (kernel("AOp<CPUDevice, functor::sub<float>>"),),
        [
            (
                "changed",
                "CPU; T: float: class AOp<CPUDevice, functor::add<float>> became AOp<CPUDevice, functor::sub<float>>",
            )
        ],
    ),
    "arguments spelt otherwise": (
        (kernel("AOp<CPUDevice, float>"), kernel("AOp<CPUDevice, complex64>", constraint=DOUBLE)),
        (
            kernel("tensorflow::AOp< Eigen::ThreadPoolDevice, float >"),
            kernel("AOp<CPUDevice, std::complex<float>>", constraint=DOUBLE),
        ),
        [],
    ),
    "another order of two of one key": (
        (kernel("AOp<CPUDevice, float>"), kernel("BOp<CPUDevice, float>")),
        (kernel("BOp<CPUDevice, float>"), kernel("AOp<CPUDevice, float>")),
        [],
    ),
    "one of two of one key gone": (
        (kernel("AOp<CPUDevice, float>"), kernel("BOp<CPUDevice, float>")),
        (kernel("BOp<CPUDevice, float>"),),
        [("removed", "CPU; T: float")],
    ),
    "another priority": (
        (kernel(priority=1),),
        (kernel(priority=2),),
        [("changed", "CPU; T: float: priority 1 became 2")],
    ),
    "another label and class": (
        (kernel(),),
        (kernel("BOp<float>", label="fast"),),
        [("changed", "CPU; T: float: label none became fast; class AOp<CPUDevice, float> became BOp<float>")],
    ),
    "other host memory": (
        (kernel(host_memory_arg=("b", "a")),),
        (kernel(host_memory_arg=("a",)),),
        [("changed", "CPU; T: float: host memory a, b became a")],
    ),
    "other types": (
        (kernel(),),
        (kernel(constraint=DOUBLE),),
        [("added", "CPU; T: double"), ("removed", "CPU; T: float")],
    ),
    "another device": (
        (kernel(),),
        (kernel(device="GPU", label="fast"),),
        [("removed", "CPU; T: float"), ("added", "GPU; T: float; label fast")],
    ),
    "two for one": (
        (kernel(label="slow"),),
        (kernel(label="fast"), kernel(label="faster")),
        [("added", "CPU; T: float; label fast"), ("added", "CPU; T: float; label faster"),
         ("removed", "CPU; T: float; label slow")],
    ),
    "another library": (
        (kernel(priority=1),),
        (kernel(priority=2, linked_into=LOOM),),
        [("removed", "CPU; T: float; priority 1"), ("added", "CPU; T: float; priority 2")],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", KERNELS)
def test_kernels(name: str, tmp_path: Path) -> None:
    before, after, expected = KERNELS[name]
    found = between(tmp_path, facts.FACTS._replace(kernels=before), facts.FACTS._replace(kernels=after))
    assert [(one.change, what(one)) for one in found] == expected
    assert all((one.before in before) and (one.after in after) for one in found if one.change == "changed")


@pytest.mark.parametrize(
    ("before", "after", "cells"),
    [
        (kernel(priority=1), kernel(priority=2), ("`priority 1`", "`priority 2`")),
        (kernel(), kernel("BOp<CPUDevice, float>"), ("`class AOp<CPUDevice, float>`", "`class BOp<CPUDevice, float>`")),
    ],
)
def test_the_page_on_a_kernel(before: KernelDef, after: KernelDef, cells: tuple[str, str], tmp_path: Path) -> None:
    between(tmp_path, facts.FACTS._replace(kernels=(before,)), facts.FACTS._replace(kernels=(after,)))
    (row,) = [line for line in page(tmp_path).splitlines() if line.startswith("| `Weave`")]
    _, how, old, new, *_ = row.split(" | ")
    assert (how, cells[0] in old, cells[1] in new) == ("changed", True, True)


def test_a_public_name_counts_once(tmp_path: Path) -> None:
    def index(name: str, *endpoints: Endpoint) -> Path:
        write_index(tmp_path / name, facts.STATE, Facts(endpoints=endpoints))
        return tmp_path / name

    here = facts.at(facts.OPS_FILE, 3)
    before = index(
        "a.sqlite", Endpoint("tf.case", ("v1", "v2"), "case", here, ()), Endpoint("tf.knit", ("v1",), "knit", here, ())
    )
    after = index(
        "b.sqlite",
        Endpoint("tf.case", ("v1",), "case", here, ()),
        Endpoint("tf.case", ("v2",), "case_v2", facts.at(facts.OPS_FILE, 9), ()),
        Endpoint("tf.knit", ("v1",), "knit", here, ()),
        Endpoint("tf.knit", ("v2",), "knit", facts.at(facts.OPS_FILE, 7), ()),
    )
    with open_index(before) as old, open_index(after) as new:
        found = diff(old, new)
    endpoints = [one for one in found.changes if one.kind == "endpoint"]
    assert [(one.change, one.name) for one in endpoints] == [("changed", "tf.knit")]


def test_libraries_are_not_compared_where_they_are_known_in_two_ways(tmp_path: Path) -> None:
    state = facts.STATE._replace(tag="v1.4.0", linkage="paths")
    kept = facts.FACTS._replace(kernels=(kernel(),))
    write_index(tmp_path / "before", state, kept._replace(ops=(op("source"), facts.op("Gone", linked_into="source"))))
    write_index(tmp_path / "after", facts.STATE, kept._replace(ops=(op(LOOM), facts.op("Come", linked_into=MAIN))))
    with open_index(tmp_path / "before") as before, open_index(tmp_path / "after") as after:
        found = [(one.change, one.name) for one in diff(before, after, ("op", "kernel")).changes]
        (note,) = linkage_notes(before, after)
        assert linkage_notes(after, after) == ()
    assert found == [("added", "Come"), ("removed", "Gone")]
    assert note.startswith(
        "which library registers something is known of v1.4.0 by paths and of v1.15.0 by build files:"
    )


def test_what_an_index_could_not_read_is_said_of_what_is_told(tmp_path: Path) -> None:
    place = facts.at(facts.OPS_FILE, 3)
    unread_op = Unresolved("REGISTER_OP", '"Weave"', "computed", place, "Weave")
    other = Unresolved("REGISTER_OP", '"Else"', "computed", place, "Else")
    doubtful = Unresolved("REGISTER_OP", "A", CONDITIONAL, place, "Weave")
    write_index(tmp_path / "before", facts.STATE, facts.FACTS._replace(ops=(), unresolved=(unread_op, other, doubtful)))
    write_index(tmp_path / "after", facts.STATE, facts.FACTS._replace(ops=(op(MAIN),), unresolved=(other,)))
    with open_index(tmp_path / "before") as before, open_index(tmp_path / "after") as after:
        sites, notes = unread(before, after, diff(before, after, ("op",)).changes)
        assert unread(before, after, ()) == ((), ())
    assert [one.relates for one in sites] == ["Weave"]
    assert notes == (
        "v1.15.0 has 1 registration that could not be read, of Weave: what is told of these may be that alone",
    )
