"""Lines of registrations and of rules: of another device, of other clauses, of another target."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

OP = "tensorflow/core/kernels/heddle_op.cc"
BUILD = "tensorflow/core/kernels/heddles/BUILD"
TEXTS = {
    OP: """// Heddles.
#define REGISTER_CPU(type)                               \\
  REGISTER_KERNEL_BUILDER(Name("Heddle")                 \\
                              .Device(DEVICE_CPU)        \\
                              .TypeConstraint<type>("T"), \\
                          HeddleOp<CPUDevice, type>)

TF_CALL_ALL_TYPES(REGISTER_CPU);
#undef REGISTER_CPU




REGISTER_KERNEL_BUILDER(Name("Heddle")
                            .Device(DEVICE_GPU)
                            .HostMemory("shafts")
                            .TypeConstraint<float>("T"),
                        HeddleOp<GPUDevice, float>);



REGISTER_KERNEL_BUILDER(
    Name("Treadle").Device(DEVICE_CPU).Priority(2), TreadleOp);
""",
    BUILD: """cc_library(
    name = "heddle",
    srcs = ["heddle.cc"],
)




cc_library(
    name = "treadle",
    srcs = ["treadle.cc"],
)




cc_test(
    name = "treadle_test",
    deps = [":treadle"],
)
""",
}


@pytest.mark.parametrize(
    ("said", "right", "off"),
    [
        ("| Heddle | GPU | float only | `heddle_op.cc:{}` |", 14, 3),
        ("`Heddle` is registered for `DEVICE_GPU` at heddle_op.cc:{}.", 14, 4),
        ("`Heddle` 的 GPU 注册在 heddle_op.cc:{}。", 15, 3),
        ("The CPU kernels of Heddle come from the macro (heddle_op.cc:{}).", 3, 14),
        # Of several places each is said what stands right before it.
        ("Heddle: GPU registration heddle_op.cc:14, CPU registration macro heddle_op.cc:{}.", 3, 15),
        ("Heddle（heddle_op.cc:1）：GPU 注册在 heddle_op.cc:{}。", 15, 3),
    ],
)
def test_the_registration_of_another_device(said: str, right: int, off: int, index: Path) -> None:
    table = "| op | device | types | where |\n|---|---|---|---|\n" if said.startswith("|") else ""
    assert wrong(index, table + said.format(right)) == []
    assert wrong(index, table + said.format(off)) == [f"heddle_op.cc:{off}"]
    assert wrong(index, table + said.format(off), tree=False) == []


@pytest.mark.parametrize(
    "said",
    [
        "The GPU kernel of `Heddle` is declared like this one (heddle_op.cc:3).",
        "`Heddle` has kernels on CPU and GPU (heddle_op.cc:3).",
        "`Treadle` has no kernel on GPU (heddle_op.cc:23).",  # and no statement that could be meant
        "For the GPU we would register `Heddle` as well (heddle_op.cc:3).",
    ],
)
def test_a_registration_that_is_meant(said: str, index: Path) -> None:
    assert wrong(index, said) == []


@pytest.mark.parametrize(
    ("said", "clause", "other"),
    [
        ("`Heddle` is registered at heddle_op.cc:14 and has `{}`.", '.HostMemory("shafts")', '.HostMemory("heddles")'),
        ("在 heddle_op.cc:15 注册，\n它用 `{}` 声明主存输入。", 'HostMemory("shafts")', 'HostMemory("shaft")'),
        ("The kernel (heddle_op.cc:23) is put first by `{}`.", ".Priority(2)", ".Priority(2)"),
    ],
)
def test_clauses_of_a_registration(said: str, clause: str, other: str, index: Path) -> None:
    assert wrong(index, said.format(clause)) == []
    assert wrong(index, said.format(other)) == ([other] if other != clause else [])
    assert wrong(index, f"在 heddle_op.cc:15 处没有 `{other}`。") == []


@pytest.mark.parametrize(
    ("said", "right", "off"),
    [
        ("`treadle` gets one more dependency; the target is at `kernels/heddles/BUILD:{}`.", 9, 2),
        ("Of it there is a test: `treadle_test`, which is a target of its own, see kernels/heddles/BUILD:{}.", 18, 9),
        ("目标 `heddle` 多一个依赖，见 `kernels/heddles/BUILD:{}`。", 1, 16),
    ],
)
def test_lines_of_targets(said: str, right: int, off: int, index: Path) -> None:
    assert wrong(index, said.format(right)) == []
    assert wrong(index, said.format(off)) == [f"kernels/heddles/BUILD:{off}"]


def test_lines_that_name_a_target(index: Path) -> None:
    assert wrong(index, "What depends on the target `treadle` is the test (kernels/heddles/BUILD:18).") == []
    assert wrong(index, "The target `shuttle` would stand at kernels/heddles/BUILD:9.") == []


def test_labels_without_a_package(index: Path) -> None:
    said = "- `:heddle` (kernels/heddles/BUILD:1)\n- `:treadle`, 第 9 行\n- `:treadle_test`\n- `:heddle.cc`\n- `:{}`\n"
    assert wrong(index, said.format("treadle")) == []
    assert wrong(index, said.format("treadles")) == [":treadles"]
    assert wrong(index, said.format("treadles") + "- `:shuttles`\n") == []  # too many are not
    assert wrong(index, said.format("treadles").replace("heddles/BUILD", "heddles")) == []  # of which file?


def test_a_label_says_that_a_target_is_meant(index: Path) -> None:
    assert wrong(index, "- `:treadle`, kernels/heddles/BUILD:9, needs nothing\n") == []
    assert wrong(index, "- `:treadle`, kernels/heddles/BUILD:1, needs nothing\n") == ["kernels/heddles/BUILD:1"]
