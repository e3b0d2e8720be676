"""Edits of ops: their rows are edited, and what Python makes of them."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from extract import python_trees
from workshop import ANEW, EDITED, KERNEL, KNOTS, MACROS, OPS, Workshop, at_the_end, instead, on_top, woven

from tfexplore.index import api, kernels, uses
from tfexplore.index.store import open_index

OTHERS = "tensorflow/core/ops/untidy_ops.cc"
SHAPES = "tensorflow/core/framework/common_shapes.cc"


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    """A tree in which ops have wrappers and names in Python."""
    made = woven(tmp_path, monkeypatch)
    (made.tree / "tensorflow/python/framework/python_op_gen.cc").write_bytes(python_trees.GENERATOR)
    for path in ("tensorflow/core/BUILD", "tensorflow/python/BUILD"):
        made.edit(path, at_the_end(python_trees.BUILD.replace("math_ops", "weave_ops")))
    assert made.again() == ANEW
    with open_index(made.folder / "again.sqlite") as index:
        names = {one.endpoint for one in api.endpoints(index)}
        assert {"tf.raw_ops.Weave", "tf.raw_ops.Unweave"} <= names
    return made


EDITS = [
    ("an attr more", OPS, instead(".Attr(", '.Attr("knots: int = 3")\n    .Attr('), EDITED),
    ("an attr less", OPS, instead("    .Attr(kKnotAttr)\n", ""), EDITED),
    ("another default", OPS, instead("0.1", "0.2"), EDITED),
    ("another name of an input", OPS, instead("warp: T", "woof: T"), EDITED),
    ("an input more", OPS, instead('    .Input("weft', '    .Input("woof: T")\n    .Input("weft'), EDITED),
    ("an output that is a list", OPS, instead('.Output("cloth: T")', '.Output("cloth: N * T")'), EDITED),
    ("a flag", OPS, instead('.Attr("N: int")', '.Attr("N: int").SetIsStateful()'), EDITED),
    ("another shape function", OPS, instead("WeaveShape", "SameShape"), EDITED),
    ("no shape function", OPS, instead("    .SetShapeFn(shape_inference::WeaveShape)\n", ""), EDITED),
    ("a lambda over more lines", OPS, instead("      return Status", "\n\n      return Status"), EDITED),
    ("an op more", OPS, at_the_end('\nREGISTER_OP("Spin").Input("wool: float").Output("yarn: float");\n'), EDITED),
    ("an op more where nobody wraps any", OTHERS, at_the_end('\nREGISTER_OP("Spin").Output("yarn: float");\n'), EDITED),
    ("an op twice", OTHERS, at_the_end('\nREGISTER_OP("Weave").Input("warp: float");\n'), EDITED),
    ("an op over more lines", OPS, instead('REGISTER_FELT_OP(Dry, "").', 'REGISTER_FELT_OP(Dry, "")\n    .'), EDITED),
    ("an op less", OPS, instead('REGISTER_FELT_OP(Wet, "V2");', ""), ANEW),
    ("an op by another name", OPS, instead('"LoomHandle"', '"LoomGrip"'), ANEW),
    ("an op that cannot be read", OPS, instead('"N: int"', '"N: knots"'), ANEW),
    ("a macro that registers ops", OPS, instead(".SetAllowsUninitializedInput() ", ".SetIsCommutative() "), EDITED),
    ("deprecated otherwise", OPS, instead("Deprecated(12", "Deprecated(13"), EDITED),
    ("ops and what they are called with", OPS, lambda data: data.replace(b"knot: {'reef'", b"tie: {'reef'"), EDITED),
    ("an op under a condition", OPS, instead("#ifdef LOOM_HAS_NAMES", "#if 1"), EDITED),
]  # fmt: skip


@pytest.mark.parametrize(("path", "change", "way"), [one[1:] for one in EDITS], ids=[one[0] for one in EDITS])
def test_one_edit(path: str, change: Callable[[bytes], bytes], way: str, workshop: Workshop) -> None:
    assert workshop.one_edit(path, change) == way


def test_what_an_edit_counts(workshop: Workshop) -> None:
    from tfexplore.pipeline import IndexOptions, run_index

    def counted() -> dict[str, int]:
        output = workshop.folder / "again.sqlite"
        return dict(run_index(IndexOptions(source=str(workshop.tree), output=str(output), jobs=1)).counts)

    workshop.again()
    before = counted()
    workshop.edit(OPS, at_the_end('\nREGISTER_OP("Spin").Input("wool: float");\n'))
    assert workshop.again() == EDITED
    assert counted() == {**before, "ops": before["ops"] + 1}


def test_an_op_that_takes_more_lines_and_says_what_it_said(workshop: Workshop) -> None:
    for change in (at_the_end('\nREGISTER_OP("Spin");\n'), instead('("Spin")', '("Spin")\n    .Doc("Spins.")')):
        workshop.edit(OPS, change)
        assert workshop.again() == EDITED
        workshop.check()


def test_a_kernel_under_a_condition_of_an_op_that_had_none(workshop: Workshop) -> None:
    kernel = 'REGISTER_KERNEL_BUILDER(Name("LoomHandle").Device(DEVICE_CPU), WeaveOp<int, int>);'
    workshop.edit(KERNEL, at_the_end(f"\n#ifndef BOATS\n{kernel}\n#endif\n"))
    assert workshop.again() == EDITED
    workshop.check()


#: A kernel that the C API registers, whose work a function does.
BEND = """
typedef struct BendOp {
  int times;
} BendOp;
static void BendOp_Turn(int times) {}
static void BendOp_Run(void* kernel, TF_OpKernelContext* ctx) { BendOp_Turn(3); }
static void BendOp_Walk(void* kernel, TF_OpKernelContext* ctx) { }
static bool registered = []() {
  auto* builder = TF_NewKernelBuilder("Weave", "CPU", nullptr, &BendOp_Run, nullptr);
  TF_RegisterKernelBuilder("BendOp", builder, nullptr);
  return true;
}();
"""


def test_a_function_that_the_c_api_runs(workshop: Workshop) -> None:
    assert workshop.one_edit(KNOTS, at_the_end(BEND)) in (ANEW, EDITED)
    for change, name in (
        (on_top("// Bent.\n"), "BendOp_Run"),
        (instead("&BendOp_Run,", "&BendOp_Walk,"), "BendOp_Walk"),
        (instead("TF_NewKernelBuilder", "\n      TF_NewKernelBuilder"), "BendOp_Walk"),
        (instead("&BendOp_Walk,", "&BendOp_Run,"), "BendOp_Run"),
    ):
        assert workshop.one_edit(KNOTS, change) == EDITED
        with open_index(workshop.folder / "again.sqlite") as index:
            (bend,) = [one for one in kernels.every(index) if one.kernel_class == "BendOp"]
            assert bend.kernel_class_location is not None
            found = uses.of_owner(index, bend.kernel_class_location)
        assert [(one.name, one.kind) for one in found] == [(name, "compute")]


def test_an_op_that_another_file_registers_now(workshop: Workshop) -> None:
    data = (workshop.tree / OPS).read_bytes()
    start = data.index(b'REGISTER_OP("LoomHandle")')
    end = data.index(b"#define REGISTER_FELT_OP")
    op = data[start:end].decode()
    workshop.edit(OPS, instead(op, ""))
    workshop.edit(OTHERS, at_the_end("\n" + op))
    assert workshop.again() == EDITED
    workshop.check()


def test_a_kernel_of_an_op_that_came_with_it(workshop: Workshop) -> None:
    workshop.edit(OPS, at_the_end('\nREGISTER_OP("Spin").Input("wool: float");\n'))
    workshop.edit(
        KERNEL, at_the_end('\nREGISTER_KERNEL_BUILDER(Name("Spin").Device(DEVICE_CPU), WeaveOp<int, int>);\n')
    )
    assert workshop.again() == EDITED
    workshop.check()


@pytest.mark.parametrize("seed", range(3))
def test_ops_that_change_again_and_again(seed: int, workshop: Workshop) -> None:
    chosen = random.Random(seed)
    steps: list[tuple[str, Callable[[bytes], bytes]]] = [
        *[(path, one[2]) for one in EDITS for path in [one[1]] if one[3] == EDITED],
        *[(path, on_top("// woven\n")) for path in (OPS, MACROS, SHAPES)],
        (SHAPES, at_the_end("\nStatus Twine(InferenceContext* c) { return Status::OK(); }\n")),
    ]
    ways = []
    for _ in range(8):
        path, change = chosen.choice(steps)
        try:
            workshop.edit(path, change)
        except AssertionError:  # what it replaces is gone already
            continue
        ways.append(workshop.again())
        workshop.check()
    assert EDITED in ways
