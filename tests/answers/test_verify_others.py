"""Names that documents have from elsewhere, of which nothing is said; and those that are misspelt all the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong, wrong_of

from tfexplore.index.store import Index

PROPOSAL = "# A knot\n\n| Status | Proposed |\n|:---|:---|\n| **Author(s)** | Somebody |\n| **Sponsor** | X |\n\n"
FACTORY = "common_runtime/gpu/gpu_device_factory.cc"
TENSORFLOW = "https://github.com/tensorflow/tensorflow/blob/v1.15.0"


@pytest.mark.parametrize("head", [PROPOSAL, "# A knot\n\n**Sponsor**: somebody\n\n"])
def test_a_proposal(head: str, index: Path) -> None:
    text = "Then `KnotRegistryOp` is called.\n"
    assert wrong(index, text) == ["KnotRegistryOp"]
    assert wrong(index, head + text) == []


@pytest.mark.parametrize(
    ("fence", "first", "found"),
    [
        ("mermaid", "graph TB", []),
        ("", "graph TB", []),
        ("", "digraph {", []),
        ("", "", ["BraidOpKernel"]),
    ],
)
def test_drawings(fence: str, first: str, found: list[str], index: Path) -> None:
    document = f"`BraidOp` is there.\n\n```{fence}\n{first}\n    BraidOp-->|is a|BraidOpKernel\n```\n"
    assert wrong(index, document) == found


@pytest.mark.parametrize("text", ["between ReaderA and ReaderB", "on Reader_A, Reader_B"])
def test_letters_for_numbers(text: str, shipped: Index) -> None:
    assert wrong_of(shipped, f"Messages go {text} of `ReaderBase`.") == []


@pytest.mark.parametrize("text", ["`tf.nn.*_cross_entropy_with_logit`", "`Optimizer._resource_apply_{dense,sparse}`"])
def test_pieces_of_patterns(text: str, shipped: Index) -> None:
    assert wrong_of(shipped, f"All of {text} do.") == []


@pytest.mark.parametrize("sign", ["*", "**", "***"])
def test_names_in_bold_are_no_pieces(sign: str, shipped: Index) -> None:
    assert wrong_of(shipped, f"The op {sign}BiasAddGradOpp{sign} is like `BiasAdd`.") == ["BiasAddGradOpp"]


def test_another_repository(index: Path) -> None:
    text = "It ends in `KnotCore::Reload`.\n"
    link = "See [here](https://github.com/knots/serving/blob/master/a.cc).\n"
    assert wrong(index, text) == ["KnotCore::Reload"]
    assert wrong(index, link + text) == ["KnotCore::Reload"]
    assert wrong(index, link * 2 + text) == []
    ours = "And [there](https://github.com/tensorflow/tensorflow/blob/v1.15.0/tensorflow/core/kernels/braid_op.cc).\n"
    assert wrong(index, link * 2 + ours + text) == ["KnotCore::Reload"]
    assert wrong(index, link * 3 + ours * 2 + text) == []
    assert wrong(index, link * 3 + ours * 3 + text) == ["KnotCore::Reload"]


def test_what_a_document_is_on(shipped: Index) -> None:
    text = "TensorKnot is fast. "
    assert wrong_of(shipped, text * 3) == ["TensorKnot"] * 3
    assert wrong_of(shipped, text * 8) == []
    assert wrong_of(shipped, "# TensorKnot\n\nIt is fast.") == []


def test_packages_called_after_tensorflow(shipped: Index) -> None:
    assert wrong_of(shipped, "See `tensorflow_addons/layers/normalizations.py`.") == []
    assert wrong_of(shipped, "See `tensorflow/layers/normalizations.py`.") == ["tensorflow/layers/normalizations.py"]


def test_generated_modules_of_others(shipped: Index) -> None:
    assert wrong_of(shipped, "It calls `gen_table_ops.table_pull`.") == []
    assert wrong_of(shipped, "It calls `gen_nn_ops.table_pull`.") == ["gen_nn_ops.table_pull"]


def test_functions_of_ops_that_a_block_registers(shipped: Index) -> None:
    block = '```cpp\nREGISTER_OP("BraidStrands")\n    .Input("strands: int32");\n```\n\n'
    assert wrong_of(shipped, block + "Then `tf.braid_strands(x)` works.") == []
    assert wrong_of(shipped, "Then `tf.braid_strands(x)` works.") == ["tf.braid_strands"]


def test_functions_of_the_releases_ops_are_not_the_documents_own(shipped: Index) -> None:
    block = '```cpp\nREGISTER_OP("BiasAdd")\n    .Input("value: T")\n```\n\n'
    assert wrong_of(shipped, block + "Then `tf.bias_add(x)` works.") == ["tf.bias_add"]
    own = '```cpp\nREGISTER_OP("Braid2DStrands")\n    .Input("strands: int32");\n```\n\n'
    assert wrong_of(shipped, own + "Then `tf.braid2d_strands(x)` works.") == []


@pytest.mark.parametrize(
    "text",
    [
        "so `BiasGeluOp` of this PR has nothing to do with it.",
        "a kernel `BiasGeluOp` of ours.",
        "加一个自己的 `BiasGeluOp`。",
        "`BiasGeluOp`（我新建的）。",
    ],
)
def test_what_is_somebodys_own(text: str, shipped: Index) -> None:
    assert wrong_of(shipped, f"`BiasAdd` is one thing, {text}") == []
    assert wrong_of(shipped, "`BiasAdd` is one thing, `BiasGeluOp` another.") == ["BiasGeluOp"]


@pytest.mark.parametrize("lines", ["(lines 44, 163)", "(lines 44 and 163)"])
def test_lines_of_two_names(lines: str, shipped: Index) -> None:
    text = "`gradients` and `gradients_v2` in `python/ops/gradients_impl.py` "
    assert wrong_of(shipped, text + lines) == []


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("- `class Rendezvous : public core::RefCounted`, core/framework/rendezvous.h:47.", True),
        ("The base (`device_base.h`, L69) has\n`CopyCPUTensorToDevice` and more that a line takes for itself.", True),
        (f"| factory | registered at |\n|---|---|\n| GPUDeviceFactory | {FACTORY}:75 |", True),
        (f"| factory | line |\n|---|---|\n| GPUDeviceFactory | {FACTORY}:75 |", True),
        (f"| factory | line |\n|---|---|\n| GPUDeviceFactory | {FACTORY}:40 |", False),
        ("| op | OpDef (ops/nn_ops.cc) |\n|---|---|\n| Conv2D | 329 |", True),
        ("| ConcatV2 | ConcatBaseOp (by an alias) | kernels/concat_op.cc:46 |\n|---|---|---|\n", True),
        (f"* [`op_def`]({TENSORFLOW}/tensorflow/core/framework/op_def.proto)", True),
    ],
)  # fmt: skip
def test_what_a_place_is_of(text: str, right: bool, shipped: Index) -> None:
    assert (wrong_of(shipped, text) == []) is right


def test_the_file_that_introduces_a_list(shipped: Index) -> None:
    document = (
        "All of it is in `kernels/fake_quant_ops.cc`; the numbers are lines there.\n\n"
        "| class | line |\n|---|---|\n| `FakeQuantWithMinMaxArgsOp` | 57 |\n\n"
        "Now (`tensorflow/core/ops/array_ops.cc`):\n\n"
        "- L3271 `FakeQuantWithMinMaxArgs`\n- L3305: `FakeQuantWithMinMaxVarsGradient`\n"
    )
    assert wrong_of(shipped, document) == []
    assert wrong_of(shipped, document.replace("3305", "3205")) == ["L3205"]


@pytest.mark.parametrize("no", ["no", "*no*", "**no**"])
def test_what_an_op_is_said_not_to_have(no: str, shipped: Index) -> None:
    assert wrong_of(shipped, f"The op `MutableDenseHashTable` has {no} `deleted_key` input.") == []
    assert wrong_of(shipped, "The op `MutableDenseHashTable` has the `deleted_key` input.") == ["deleted_key"]


def test_what_tests_define(shipped: Index) -> None:
    assert wrong_of(shipped, "See `CropAndResizeOpTest` in image_grad_test.py:332, `testGradRandomBoxes`.") == []
    # Those of C++ are in the index.
    assert wrong_of(shipped, "See `CropAndResizeOpTest` in crop_and_resize_op_test.cc:34.") == []
    assert wrong_of(shipped, "`CropAndResizeOpTest` is defined in crop_and_resize_op_test.cc:94.") != []


def test_a_base_beside_its_class(shipped: Index) -> None:
    for text in (
        "`SendOp` is a synchronous `OpKernel` (sendrecv_ops.h:24).",
        "`SendOp` 是同步的 `OpKernel`(sendrecv_ops.h:24)。",
    ):
        assert wrong_of(shipped, text) == []


def test_a_later_release(index: Path) -> None:
    assert wrong(index, "2.x splits it up, and `BraidOp::Prepare()` came with that.") == []
    assert wrong(index, "In releases after 2.3 there is `BraidOp::Prepare()` as well.") == []
    assert wrong(index, "In the code after that there is `BraidOp::Prepare()` as well.") == ["BraidOp::Prepare"]
    assert wrong(index, "It is split up, and `BraidOp::Prepare()` came with that.") == ["BraidOp::Prepare"]


def test_a_document_on_what_was_cloned(index: Path) -> None:
    text = "It ends in `KnotCore::Reload`.\n"
    for cloned in ("git clone https://github.com/knots/serving.git", "git clone git@github.com:knots/serving"):
        assert wrong(index, f"    {cloned}\n\n{text}") == []
        assert wrong(index, f"    {cloned}\n\nIt ends in `BraidOp::Reload`.\n") == ["BraidOp::Reload"]
    ours = "    git clone https://github.com/tensorflow/tensorflow\n\n"
    assert wrong(index, f"    git clone https://github.com/knots/serving\n\n{ours}{text}") == ["KnotCore::Reload"]


@pytest.mark.parametrize("name", ["MobileNetV1", "ResNet50", "InceptionV3", "EfficientNet-B0", "RoCEV2"])
def test_networks(name: str, shipped: Index) -> None:
    assert wrong_of(shipped, f"An example with {name} takes 75 ms.") == []


def test_names_of_files_that_are_elsewhere(shipped: Index) -> None:
    text = "The class `KnotBufferTool` runs first."
    assert wrong_of(shipped, text) == ["KnotBufferTool"]
    assert wrong_of(shipped, f"{text} It is in `ral/knots/KnotBufferTool.cc`.") == []


def test_values_of_flags_and_what_compilers_define(shipped: Index) -> None:
    assert wrong_of(shipped, "Use `tfcompile --cpp_class=BraidGraphMaker --target=x`.") == []
    assert wrong_of(shipped, "The class `BraidGraphMaker` is made.") == ["BraidGraphMaker"]
    assert wrong_of(shipped, "An error with `__atomic_compare_exchange`.") == []


def test_what_another_tool_has(index: Path) -> None:
    assert wrong(index, "## Build Bazel\n\nThis has the function `KnotAllOfThem`.") == []
    assert wrong(index, "## Build Bazel targets\n\nThis has the function `KnotAllOfThem`.") == ["KnotAllOfThem"]
    assert wrong(index, "The `ral` dialect has the function `KnotAllOfThem`.") == []
    assert wrong(index, "The `tf` dialect has the function `KnotAllOfThem`.") == ["KnotAllOfThem"]
    assert wrong(index, "This has the function `KnotAllOfThem`.") == ["KnotAllOfThem"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("PyTorch adds in `KnotCoreOp::Reload`.", []),
        ("*PyTorch*: `torch/csrc/a.cpp`. One for each, `KnotCoreOp::Reload` being what TF has.", []),
        ("We looked at PyTorch. TF adds in `KnotCoreOp::Reload`.", ["KnotCoreOp::Reload"]),
        ("It is unlike PyTorch, as `KnotCoreOp::Reload` is.", ["KnotCoreOp::Reload"]),
        ("PyTorch adds in `BraidOpp::Compute`.", ["BraidOpp::Compute"]),  # which is the tree's but for a letter
    ],
)
def test_a_sentence_on_another_project(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"{text}\n") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("My script braids.py (class `BraidOpp`) makes a table.", []),
        ("My braids are many (class `BraidOpp`).", ["BraidOpp"]),
        ("我的小工具 `braids.py` 里的 `BraidOpp` 要整理。", []),
        ("文件 `braids.py` 里的 `BraidOpp` 要整理。", ["BraidOpp"]),
    ],
)
def test_what_a_script_of_ones_own_has(text: str, found: list[str], index: Path) -> None:
    assert [one for one in wrong(index, f"{text}\n") if "braids" not in one] == found


@pytest.mark.parametrize("cell", ["gone", "*removed*", "已删除"])
def test_what_a_row_says_is_gone(cell: str, index: Path) -> None:
    table = "| old | new |\n|---|---|\n| `BraidOp::is_knotted()` | {} |\n"
    assert wrong(index, table.format("renamed")) == ["BraidOp::is_knotted"]
    assert wrong(index, table.format(cell)) == []
