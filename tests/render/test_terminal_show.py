"""One op on one screen: what the lines of `tfexplore show` make of long names, many types and little room."""

from __future__ import annotations

from pathlib import Path

import pytest
from asking import ROOT, on_terminal, visible

from tfexplore.model import Location
from tfexplore.render.terminal_show import short_place
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
    types = "bool, complex128, complex64, double, int16, int32, int64, int8, resource, string, uint16, variant"
    assert f"types T=bfloat16, {types} no GPU kernel; CPU has one" in text


@pytest.mark.parametrize("columns", [48, 80, 160])
def test_what_is_used_and_defined_nowhere(columns: int, woven_index: Path) -> None:
    """`LaunchQuick` is called by the code of the small tree, which has no more of it."""
    (line,) = [line.strip() for line in card("Spin", columns=columns, index=woven_index) if "LaunchQuick" in line]
    assert line.startswith("LaunchQuick  definition not found")
    assert (line.endswith("spin_op.cc:31"), "used :31" in line) == (columns > 48, columns > 48)
