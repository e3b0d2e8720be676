"""What documents say that an op has, in the words and forms in which people say it, right and with another op's."""

from __future__ import annotations

import pytest
from answers.claimed import wrong_of

from tfexplore.answers.verify import verify_all
from tfexplore.index.store import Index

#: What each form is filled with, and another op's.
FORMS = {
    ("_SinGrad", "_CosGrad"): [
        "- `Sin` → `{}`",
        '`{}` is registered with `@ops.RegisterGradient("Sin")`.',
        '`@ops.RegisterGradient("Sin")` 注册了 `{}`。',
        "| op | gradient function |\n|---|---|\n| `Sin` | `{}` |",
    ],
    ("BitcastOp", "MatMulOp"): [
        "The kernel of `Bitcast` is `{}::Compute`.",
        "`Bitcast` 由 `{}` 实现。",
        "| op | kernel class |\n|---|---|\n| `Bitcast` | `{}` |",
    ],
    ("shape_inference::MatMulShape", "shape_inference::UnchangedShape"): [
        "- `MatMul`: shape function `{}`",
        "`MatMul` uses `{}` for shape inference.",
        '`REGISTER_OP("MatMul")` calls `.SetShapeFn({})`.',
        "The shape function of `MatMul` is `{}`.",
    ],
    ("false", "true"): [
        "The attr `align_corners` of `ResizeBilinear` defaults to `{}`.",
        "`align_corners` of `ResizeBilinear` is `{}` by default.",
        "| op | attr | default |\n|---|---|---|\n| `ResizeBilinear` | `align_corners` | `{}` |",
    ],
    ("CPU", "GPU"): [
        "The {} kernel of `StringJoin` is what runs here.",
        "- `StringJoin`: {} kernel",
        '- `Name("StringJoin")` 注册的设备是 `DEVICE_{}`',
        '* StringJoin：Name("StringJoin").Device(DEVICE_{})',
        "`StringJoin` ({}) joins them.",
    ],
    ("string_ops.cc", "math_ops.cc"): [
        "`StringJoin` is registered in `core/ops/{}`.",
        '`REGISTER_OP("StringJoin")` is in `core/ops/{}`.',
        "`StringJoin` 注册于 `core/ops/{}`。",
        "- `StringJoin`: `core/ops/{}`",
        "The OpDef of `StringJoin` is declared in `core/ops/{}`.",
        "| op | registered in |\n|---|---|\n| `StringJoin` | `core/ops/{}` |",
    ],
}
CASES = [(form, right, wrong) for (right, wrong), forms in FORMS.items() for form in forms]


@pytest.mark.parametrize(("form", "right", "wrong"), CASES, ids=[form[:40] for form, *_ in CASES])
def test_what_an_op_has(form: str, right: str, wrong: str, shipped: Index) -> None:
    assert wrong_of(shipped, form.format(right)) == []
    assert len(wrong_of(shipped, form.format(wrong))) == 1


@pytest.mark.parametrize(
    "said",
    [
        "We add the GPU kernel of `StringJoin`.",
        "The GPU kernel of `StringJoin` is missing.",
        "缺 `StringJoin` 的 GPU 内核。",
        "Ours: `StringJoin` (CPU) and `NpuJoin` (GPU)",
        "`Sin` → `SinGrad` → `_CosGrad`",
        "`StringJoin` (`core/ops/math_ops.cc` has other ops)",
    ],
)
def test_what_is_no_such_claim(said: str, shipped: Index) -> None:
    assert wrong_of(shipped, said) == []


COLUMN = "| functor | ref op | resource op |\n|---|---|---|\n" + "".join(
    f"| `{name}` | `{name}` | `Resource{name}` |\n"
    for name in ("ApplyAdam", "ApplyAdagrad", "ApplyMomentum", "ApplyRMSProp", "{}")
)


def test_a_column_of_ops(shipped: Index) -> None:
    assert wrong_of(shipped, COLUMN.format(*["ApplyAdaMax"] * 3)) == []
    # A struct is called so, and no op.
    wrong = wrong_of(shipped, COLUMN.format(*["ApplyAdamWithAmsgrad"] * 3))
    assert wrong == ["ApplyAdamWithAmsgrad"]


def test_what_one_row_of_an_op_leaves_out_another_has(shipped: Index) -> None:
    rows = [("Pad", "CPU, GPU"), ("OneHot", "CPU, GPU"), ("InTopK", "CPU"), ("BiasAdd", "CPU, GPU")]
    table = "| op | devices |\n|---|---|\n" + "".join(f"| `{op}` | {devices} |\n" for op, devices in rows)
    assert len(wrong_of(shipped, table + "| `Where` | GPU |\n")) == 1
    assert wrong_of(shipped, table + "| `Where` | CPU |\n| `Where` | GPU |\n") == []


def test_a_list_that_goes_on_in_the_next_line(shipped: Index) -> None:
    """A margin of the lines that go on an item is none of its text."""
    text = (
        "- `ResourceApplyRMSProp` has the inputs `var`, `ms`, `mom`, `lr`, `rho`, `momentum`; its attrs are `T`,\n"
        "    `use_locking` and\n      `{}`\n"
    )
    assert wrong_of(shipped, text.format("T")) == []
    assert wrong_of(shipped, text.format("use_nesterov")) == ["use_nesterov"]


def test_a_part_is_where_its_op_is(shipped: Index) -> None:
    # `batch_dim` is defined once, in a header of TensorFlow Lite, and an attr of several ops.
    (found,) = verify_all(shipped, [("notes.md", "`batch_dim`, and `ReverseSequence` with `batch_dim`.\n")], None, None)
    first, op, second = found.verdicts
    assert first.location == second.location == op.location
    assert op.location is not None
    assert op.location.path == "tensorflow/core/ops/array_ops.cc"
    (found,) = verify_all(shipped, [("notes.md", "`batch_dim` alone.\n")], None, None)
    assert found.verdicts[0].location is not None
    assert found.verdicts[0].location.path == "tensorflow/lite/schema/schema_generated.h"
