"""One op on one screen: what the lines of `tfexplore show` make of long names, many types and little room."""

from __future__ import annotations

from pathlib import Path

import pytest
from asking import ROOT, on_terminal, visible
from index import facts

from tfexplore.answers.kernel_code import KernelClass, Method, Used
from tfexplore.model import Constraint, Location
from tfexplore.render.terminal import short_place, telling_parts
from tfexplore.render.terminal_kernels import constraint_words
from tfexplore.render.terminal_show import _LABEL, _by_method
from tfexplore.spec_text import types_text

SHIPPED = ROOT / "tfexplore" / "data" / "v1.15.0.sqlite"


@pytest.mark.parametrize(
    ("room", "shown"),
    [
        (80, "tensorflow/core/kernels/conv_ops.cc:470"),
        (39, "tensorflow/core/kernels/conv_ops.cc:470"),
        (38, "…/core/kernels/conv_ops.cc:470"),
        (29, "…/kernels/conv_ops.cc:470"),
        (24, "…/conv_ops.cc:470"),
        (16, "conv_ops.cc:470"),
        (3, "conv_ops.cc:470"),
    ],
)
def test_a_place_with_little_room(room: int, shown: str) -> None:
    assert short_place(Location("tensorflow/core/kernels/conv_ops.cc", 470, 570), room) == shown


@pytest.mark.parametrize(
    ("types", "shown"),
    [
        ("half float", "half float"),
        ("a/x b/x", "a/x b/x"),
        ("a/x a/y a/z b/x b/y b/z c/x c/y c/z", "{a, b, c}/{x, y, z}"),
        ("a/x a/y a/z a/w b/x b/y b/z c/x c/y c/z", "{a, b, c}/{x, y, z} a/w"),
        ("a/x a/y b/z a/z b/x b/y b/w b/v b/u", "{a, b}/{x, y, z} b/{w, v, u}"),
        ("a b c d e f g h i", "a b c d e f g h i"),
        ("a,b/x a/y a/z b/x b/y b/z c/x c/y c/z", "a,b/x a/y a/z b/x b/y b/z c/x c/y c/z"),
        ("a/x/p a/x/q a/y/p a/y/q b/x b/y b/z c/x c/y", "a/x/p a/x/q a/y/p a/y/q b/x b/y b/z c/x c/y"),
    ],
)  # fmt: skip
def test_pairs_of_types_are_products(types: str, shown: str) -> None:
    assert types_text(types.split()) == shown


@pytest.mark.parametrize(
    ("room", "least", "shown"),
    [
        (29, 2, "…/kernels/conv_ops.cc:470"),
        (3, 2, "…/kernels/conv_ops.cc:470"),
        (3, 3, "…/core/kernels/conv_ops.cc:470"),
        (3, 4, "tensorflow/core/kernels/conv_ops.cc:470"),
        (3, 9, "tensorflow/core/kernels/conv_ops.cc:470"),
        (80, 2, "tensorflow/core/kernels/conv_ops.cc:470"),
    ],
)
def test_a_place_that_has_to_be_told_from_another(room: int, least: int, shown: str) -> None:
    assert short_place(Location("tensorflow/core/kernels/conv_ops.cc", 470, 570), room, least) == shown


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        ("a/x/loom.cc a/y/loom.cc a/y/reed.cc", {"a/x/loom.cc": 2, "a/y/loom.cc": 2}),
        ("a/k/loom.cc b/k/loom.cc b/l/loom.cc", {"a/k/loom.cc": 3, "b/k/loom.cc": 3, "b/l/loom.cc": 2}),
        ("loom.cc k/loom.cc", {"loom.cc": 1, "k/loom.cc": 2}),
        ("a/loom.cc a/loom.cc", {}),
    ],
)
def test_how_much_of_a_path_tells_it_apart(paths: str, expected: dict[str, int]) -> None:
    assert telling_parts(paths.split()) == expected


def card(*words: str, columns: int = 80, index: Path = SHIPPED) -> list[str]:
    done = on_terminal(index, "show", *words, "--no-pager", columns=columns, lines=24)
    found = [line.rstrip() for line in visible(done.out).splitlines()]
    assert max(len(line) for line in found) <= columns
    return found


@pytest.mark.parametrize(("columns", "most"), [(80, 46), (160, 42)])
def test_one_op_on_one_screen(columns: int, most: int) -> None:
    """Every part of the chain is there, and every way in which Conv2D is computed."""
    found = card("Conv2D", columns=columns)
    assert len(found) <= most
    labels = [line[:9].strip() for line in found if line[:9].strip()]
    assert labels == [
        "Conv2D", "python", "wrapper", "op", "attrs", "shape", "kernels", "types", "class", "class", "gradient",
        "claims", "1 op · te",
    ]  # fmt: skip
    text = "\n".join(found)
    for name in ("tf.nn.conv2d", "gen_nn_ops.conv2d(", "CPU half float double", "Conv2DOp::Compute", "_Conv2DGrad"):
        assert name in text
    for name in ("LaunchXsmmConvOp", "LaunchDeepConvOp", "LaunchConv2DOp", "LaunchConv2DOp<Eigen::GpuDevice, T>"):
        assert name in text
    assert "T=bfloat16  declared, no CPU or GPU kernel; XLA_*_JIT has one" in text


@pytest.mark.parametrize("columns", [40, 80, 160])
@pytest.mark.parametrize("name", ["Cast", "MaxPool", "MatMul", "While", "Const", "CudnnRNNV3", "_FusedConv2D"])
def test_every_card_fits(name: str, columns: int) -> None:
    found = card(name, columns=columns)
    assert len(found) <= {40: 170, 80: 75, 160: 65}[columns]


def test_what_is_said_of_a_function_is_said_of_the_op_it_is_for() -> None:
    """`tf.nn.depthwise_conv2d` casts as well, and no claim about it is one about Cast."""
    assert not [line for line in card("Cast") if line.startswith("claims")]
    assert [line for line in card("DepthwiseConv2dNative") if "dw." in line]


def test_two_classes_of_one_name_are_told_apart_by_their_devices() -> None:
    """The GPU's is a specialisation: the same name, another `Compute`."""
    classes = [line for line in card("MaxPoolGrad", columns=100) if line.startswith("class ")]
    assert "MaxPoolingGradOp  on CPU " in classes[0]
    assert "MaxPoolingGradOp  on GPU " in classes[1]
    assert all(" on " not in line for line in classes[2:])


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("RandomUniformInt", "CPU Tout: int32 int64  RandomUniformIntOp<...>"),
        ("RandomUniformInt", "GPU T/Tout: int32/int32 int32/int64  RandomUniformIntOp<...>"),
        ("GatherV2", "CPU Tparams/Tindices: {bfloat16, bool, "),
        ("SpaceToDepth", "GPU float half qint8 uint8  SpaceToDepthOp<...>"),
        ("Conv2D", "CPU half float double  Conv2DOp<...>"),
    ],
)
def test_which_attr_types_are_of(name: str, words: str) -> None:
    """Where an op has several attrs that are types, it is said which of them kernels are constrained in."""
    assert any(words in line for line in card(name, columns=120))


def test_types_without_a_kernel_where_any_is_allowed() -> None:
    text = " ".join(" ".join(card("SpaceToDepth", columns=120)).split())
    types = "complex128, complex64, double, int32, int64, int8"
    assert f"types T=bfloat16, bool, {types} no GPU kernel; CPU, XLA_*_JIT have one" in text
    assert "T=int16, resource, string, uint16, variant no GPU kernel; CPU has one" in text


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        # Files of one name, with as much of their paths as tells them apart.
        ("ResourceApplyRMSProp", ("…/python/training/rmsprop.py:53", "…/keras/optimizer_v2/rmsprop.py:33")),
        # Only where the last file of that name is another.
        ("Conv2D", ("…/compiler/tf2xla/kernels/conv_ops.cc:72", " …/conv_ops.cc:607", "…/core/kernels/conv_ops.cc:87")),
        # Nothing is cut: names, functions on the way, ops that a gradient creates.
        ("Conv3DBackpropFilterV2", ("tf.nn.conv3d_backprop_filter_v2  v1", "creates Cast, Conv3D,")),
        ("EagerPyFunc", ("v1,v2 by way of py_func_common, _internal_py_func",)),
        # Types are broken behind commas.
        ("EagerPyFunc", ("complex128, half, uint32, uint64}/{float, double, uint8, int16, int8,",)),
    ],
)
def test_nothing_is_cut_or_ambiguous_at_80_columns(name: str, lines: tuple[str, ...]) -> None:
    found = card(name)
    for words in lines:
        assert any(words in line for line in found), words
    assert not [line for line in found if line.startswith(("python", "gradient")) and "… " in line]


@pytest.mark.parametrize(
    ("constraints", "said"),
    [
        ((("T", "FLOAT"), ("Tidx", "INT32")), "float/int32"),
        ((("T", "FLOAT HALF"), ("Tidx", "INT32")), "{float, half}/int32"),
        ((("T", "FLOAT HALF"), ("Tidx", "INT32 INT64")), "{float, half}/{int32, int64}"),
        ((("T", "FLOAT HALF"),), "float,half"),
    ],
)
def test_types_of_several_attrs(constraints: tuple[tuple[str, str], ...], said: str) -> None:
    made = tuple([Constraint(name, tuple([f"DT_{one}" for one in types.split()])) for name, types in constraints])
    assert constraint_words(facts.kernel("Weave", "CPU", "float", constraint=made)) == said


@pytest.mark.parametrize("columns", [48, 80, 160])
def test_what_is_used_and_defined_nowhere(columns: int, woven_index: Path) -> None:
    """`LaunchQuick` is called by the code of the small tree, which has no more of it."""
    (line,) = [line.strip() for line in card("Spin", columns=columns, index=woven_index) if "LaunchQuick" in line]
    assert line.startswith("LaunchQuick  definition not found")
    assert (line.endswith("spin_op.cc:31"), "used :31" in line) == (columns > 48, columns > 48)


@pytest.mark.parametrize("columns", [80, 160])
def test_what_is_used_stands_below_the_method_that_uses_it(columns: int) -> None:
    """Lines are those of the method above, also of one that another file has."""
    found = [line[_LABEL:].strip() for line in card("Svd", columns=columns)]
    inherited = next(i for i, line in enumerate(found) if line.startswith("LinearAlgebraOp::Compute  inherited"))
    used = [line.partition("  ")[0] for line in found[inherited + 1 : inherited + 4]]
    assert used == [f"LinearAlgebraOp::{name}" for name in ("AnalyzeInputs", "PrepareOutputs", "ComputeTensorSlice")]
    last = next(i for i, line in enumerate(found) if line.startswith("SvdOp::ComputeMatrix"))
    assert last > inherited + 4
    assert "used" not in found[last + 1]


def test_what_a_method_uses_is_told_by_its_lines() -> None:
    place = Location("a.h", 5, 9)
    assert _by_method(KernelClass("Op", place, (), (), (Method("Op::Compute", place, True),), (), ())) == {}
    inside, outside = (
        Used("f", "function", place, Location("a.h", line, line), "Op::Compute", "f") for line in (7, 70)
    )
    made = KernelClass("Op", place, (), (), (Method("Op::Compute", place, True),), (), (outside, inside))
    assert _by_method(made) == {None: [outside], place: [inside]}
