"""What a line of text writes as code, what tables and lists are said of, and quotations without a tree."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import KERNEL, STRANDS, TEXTS, line_of, verdicts, wrong, wrong_of

from tfexplore.index.store import Index


@pytest.mark.parametrize(
    ("op", "device", "made_of", "right"),
    [
        ("StringJoin", "CPU", "StringJoinOp", True),
        ("StringJoin", "GPU", "StringJoinOp", False),
        ("MatMul", "GPU", "MatMulOp<GPUDevice, T, true>", True),
        ("RestoreV2", "GPU", "RestoreV2", False),
        ("MatMul", "GPU", "StringJoinOp", False),  # another op's class
        ("MatMul", "GPU", "MyMatMulOp", True),  # nobody's, and perhaps somebody's own
    ],
)
def test_registrations_for_a_device(op: str, device: str, made_of: str, right: bool, shipped: Index) -> None:
    code = f'`REGISTER_KERNEL_BUILDER(Name("{op}").Device(DEVICE_{device}), {made_of});`'
    assert (wrong_of(shipped, f"It has {code} as well.") == []) is right
    assert (wrong_of(shipped, f"It has {code.strip('`')} as well.") == []) is right
    assert wrong_of(shipped, f"There is no {code} in this release.") == []
    assert wrong_of(shipped, f"We should add {code}.") == []


@pytest.mark.parametrize(
    ("said", "right"),
    [
        ("在 {} 里，`Softmax` 还用 {} 注册了显卡版本。", True),
        ("In `{}`, there is {} for the GPU.", True),
        ("- In `{}` it says {}.", True),
        ("Unlike in `{}`, here is {}.", False),  # not at the head of a sentence
        ("In `{}` and `core/kernels/relu_op.cc` there is no {}.", False),
    ],
)
def test_registrations_in_a_file(said: str, right: bool, shipped: Index) -> None:
    code = '`Name("Softmax").Device(DEVICE_GPU)`'
    assert wrong_of(shipped, said.format("softmax_op_gpu.cu.cc", code)) == []
    assert wrong_of(shipped, said.format("softmax_op.cc", code)) == (["Softmax"] if right else [])


@pytest.mark.parametrize("said", ["{}", "- see {}", "Its gradient is registered with {}.", "梯度由 {} 注册。"])
def test_registrations_of_gradients(said: str, shipped: Index) -> None:
    def judged(op: str) -> list[str]:
        return wrong_of(shipped, said.format(f'`@ops.RegisterGradient("{op}")`'))

    assert judged("Sin") == []
    assert judged("EncodeBase64") == ["EncodeBase64"]  # nobody registers one
    assert judged("Floor") == []
    assert judged("Shape") == ["Shape"]  # declared to have none
    assert judged("_FusedConv2D") == ["_FusedConv2D"]
    assert judged("MyOp") == []


@pytest.mark.parametrize(
    "said",
    [
        'There is no `@ops.RegisterGradient("EncodeBase64")`.',
        'We add `@ops.RegisterGradient("EncodeBase64")` for that.',
        '缺 `@ops.RegisterGradient("EncodeBase64")`。',
        'Its `@ops.RegisterGradient("EncodeBase64")` is commented out.',
    ],
)
def test_a_gradient_that_is_not_said_to_be_there(said: str, shipped: Index) -> None:
    assert wrong_of(shipped, said) == []


TABLE = """The ops are registered in `tensorflow/core/ops/logging_ops.cc`:

| op | line | file of the kernel |
|---|---|---|
| `ScalarSummary` | {} | `core/kernels/summary_op.cc` |
| `AudioSummaryV2` | {} | `core/kernels/summary_audio_op.cc` |
"""


def test_lines_of_a_table_may_be_of_the_file_above_it(shipped: Index) -> None:
    assert wrong_of(shipped, TABLE.format(88, 114)) == []
    assert wrong_of(shipped, TABLE.format(88, 514)) == ["core/kernels/summary_audio_op.cc"]


def test_what_is_registered_in_a_file_need_not_be_defined_there(shipped: Index) -> None:
    table = "| pass | at |\n|---|---|\n| `PartiallyDeclusterPass` | jit_compilation_pass_registration.cc:60 |\n"
    assert wrong_of(shipped, f"Registered in `jit_compilation_pass_registration.cc`, in order:\n\n{table}") == []
    assert wrong_of(shipped, f"Defined in `jit_compilation_pass_registration.cc`, in order:\n\n{table}") != []


@pytest.mark.parametrize(
    "text",
    [
        "The ops `PartitionedCall` and `StatefulPartitionedCall` (core/ops/functional_ops.cc:256 and "
        "core/ops/functional_ops.cc:267), kernel `PartitionedCallOp`.",
        "`BiasOp` derives from `BinaryOp<T>`, tensorflow/core/kernels/bias_op.cc:90.",
        "To read one: `tf.train.NewCheckpointReader`.",  # exported by an interface file
    ],
)
def test_what_a_place_is_not_said_of(text: str, shipped: Index) -> None:
    assert wrong_of(shipped, text) == []


def test_an_endpoint_that_nobody_exports(shipped: Index) -> None:
    assert wrong_of(shipped, "To write one: `tf.train.NewCheckpointWriter`.") == ["tf.train.NewCheckpointWriter"]


@pytest.mark.parametrize(
    ("cell", "found"),
    [("attrs `a_is_sparse`, `b_is_sparse`", []), ("attrs `a_is_sparse`, `out_is_sparse`", ["out_is_sparse"])],
)
def test_attrs_in_a_cell(cell: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, f"| op | more |\n|---|---|\n| `SparseMatMul` | {cell} |\n") == found


def test_attrs_in_chinese(shipped: Index) -> None:
    assert wrong_of(shipped, "`DecodeCompressed`有属性`compression_type`。") == []
    assert wrong_of(shipped, "`DecodeCompressed`有属性`compression_level`。") == ["compression_level"]


def test_a_list_does_not_introduce_what_a_paragraph_does(index: Path) -> None:
    quoted = "```cpp\nvoid BraidStrands(const Tensor& strands, int times) {\n  for (int i = 0; i < times; ++i) {\n```\n"
    item = f"- the class: {KERNEL}:{line_of(KERNEL, 'class BraidOp')}\n"
    assert wrong(index, f"{item}\nAnd this:\n\n{quoted}") == []
    assert wrong(index, f"{item}\n{quoted}") != []


def test_what_is_said_behind_a_semicolon_is_of_another_file(index: Path) -> None:
    quoted = (
        "```cpp\n  explicit SilkKnotter(int wanted);\n  int knots_per_strand(StrandCount count) const override {\n```\n"
    )
    assert wrong(index, f"`BraidOp` is in `{KERNEL}`; the class that knots:\n\n{quoted}") == []
    assert wrong(index, f"`BraidOp` is in `{KERNEL}`:\n\n{quoted}") != []


def test_the_end_of_a_body_may_be_left_out(index: Path) -> None:
    quoted = "```cpp\n    CrossStrands(strands, i);\n  Tighten(strands);\n}\n```\n"
    assert wrong(index, f"`{KERNEL}`:\n\n{quoted}") == []


KERNEL_LINES = TEXTS[KERNEL].split("\n")
COMPUTE = next(at for at, line in enumerate(KERNEL_LINES) if "void Compute" in line)


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("", "", "found"),
        ("dims() == 2", "dims() == 3", "differs"),
        ("context->input(0)", "context->input(1)", "differs"),
        ("&strands", "&strands  // both", "found"),
        ("    const Tensor& strands = context->input(0);\n", "", "differs"),
    ],
)
def test_quotations_without_a_tree(old: str, new: str, found: str, index: Path) -> None:
    code = "\n".join(KERNEL_LINES[COMPUTE : COMPUTE + 7]).replace(old, new)
    document = f"`BraidOp::Compute` (`{KERNEL}:{COMPUTE + 1}`):\n\n```cpp\n{code}\n```\n"
    made = [one for one in verdicts(index, document, tree=False) if one.kind == "quotation"]
    assert [one.verdict for one in made] == [found]
    assert made[0].location is not None
    assert made[0].location.path == KERNEL


def test_a_line_behind_the_end_of_a_file_without_a_tree(index: Path) -> None:
    last = TEXTS[STRANDS].count("\n")
    assert wrong(index, f"`{STRANDS}:{last}` ends it.", tree=False) == []
    assert wrong(index, f"`{STRANDS}:{last + 1}` ends it.", tree=False) != []


@pytest.mark.parametrize(
    "altered",
    [
        "void OpRegistry::Register(int factories) {\n  lock();\n  deferred_.pop_back(1);\n}",
        "void OpRegistry::Register(\n    int factories);",
    ],
)
def test_a_member_that_a_block_defines_is_no_class_of_the_authors(altered: str, shipped: Index) -> None:
    text = f"```cpp\n{altered}\n```\n\nThe version that crashes is `OpRegistry::LookUpOrDie`.\n"
    assert "OpRegistry::LookUpOrDie" in wrong_of(shipped, text)
    own = text.replace("void OpRegistry::Register", "class OpRegistry")
    assert "OpRegistry::LookUpOrDie" not in wrong_of(shipped, own)


def test_a_name_that_stands_for_any_op_is_not_said_to_be_in_a_file(shipped: Index) -> None:
    where = "`tensorflow/python/framework/ops.py:2445`"
    assert wrong_of(shipped, f'用 `@ops.RegisterGradient("OpName")`，类定义在 {where}。') == []
    assert wrong_of(shipped, f"类 `Conv2DOp` 定义在 {where}。") != []
