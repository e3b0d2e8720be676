"""Types and classes as filters take them."""

from __future__ import annotations

import pytest
from index import facts

from tfexplore.answers.filters import kernel_takes, matching_classes, op_takes, type_name
from tfexplore.errors import UsageError
from tfexplore.model import ArgDef, AttrDef, Constraint


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("float", "DT_FLOAT"),
        ("float32", "DT_FLOAT"),
        ("tf.float32", "DT_FLOAT"),
        ("DT_FLOAT", "DT_FLOAT"),
        ("half", "DT_HALF"),
        ("float16", "DT_HALF"),
        ("Float64", "DT_DOUBLE"),
        ("bfloat16", "DT_BFLOAT16"),
        ("str", "DT_STRING"),
        ("qint8", "DT_QINT8"),
    ],
)
def test_type_names(text: str, expected: str) -> None:
    assert type_name(text) == expected


@pytest.mark.parametrize("text", ["", "float 32", "a,b", "*"])
def test_what_is_no_type(text: str) -> None:
    with pytest.raises(UsageError, match="is no type"):
        type_name(text)


def test_types_that_an_op_takes() -> None:
    conv = facts.op("Conv2D")
    assert op_takes(conv, "DT_HALF")
    assert not op_takes(conv, "DT_INT32")
    assert op_takes(facts.op("A", input_arg=(ArgDef("x", type="DT_INT32"),)), "DT_INT32")
    assert op_takes(facts.op("A", attr=(AttrDef("T", "type"),)), "DT_STRING")
    assert not op_takes(facts.op("A", attr=(AttrDef("N", "int"),)), "DT_STRING")


def test_types_that_a_kernel_takes() -> None:
    conv = facts.op("Conv2D")
    half = facts.kernel("Conv2D", "CPU", "half")
    assert kernel_takes(half, conv, "DT_HALF")
    assert not kernel_takes(half, conv, "DT_FLOAT")
    free = half._replace(constraint=())
    assert kernel_takes(free, conv, "DT_FLOAT")
    assert not kernel_takes(free, conv, "DT_INT32")
    assert not kernel_takes(free, None, "DT_FLOAT")
    limited = free._replace(type_limit=("DT_HALF", "DT_INT32"))
    assert kernel_takes(limited, conv, "DT_HALF")
    assert not kernel_takes(limited, conv, "DT_FLOAT")
    assert not kernel_takes(limited, conv, "DT_INT32")
    assert not kernel_takes(half._replace(type_limit=("DT_FLOAT",)), conv, "DT_HALF")
    assert kernel_takes(limited, facts.op("A", input_arg=(ArgDef("x", type="DT_INT16"),)), "DT_INT16")
    other = half._replace(constraint=(Constraint("Tidx", ("DT_INT32",)),))
    assert kernel_takes(other, conv, "DT_FLOAT")
    assert kernel_takes(other, conv, "DT_INT32")


def test_classes() -> None:
    classes = ["Conv2DOp<CPUDevice, float>", "Conv2DOp<GPUDevice, float>", "Conv2DOpX", "PadOp"]
    assert matching_classes("conv2dop", classes) == set(classes[:2])
    assert matching_classes("conv2dop<GPUDevice", classes) == {classes[1]}
    assert matching_classes("*op", classes) == {classes[0], classes[1], classes[3]}
    assert matching_classes("nothing", classes) == set()
