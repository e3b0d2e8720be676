"""More ways in which people say that something is not here, is somebody's own, or is believed by mistake."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import KERNEL, wrong, wrong_of

from tfexplore.answers import verify
from tfexplore.index.store import Index

OTHER = "tensorflow/core/lib/reel.cc"


@pytest.mark.parametrize(
    "text",
    [
        "- `tf.nn.gelu` – absent.",
        "- `tf.data.AUTOTUNE` - no, write `tf.data.experimental.AUTOTUNE`.",
        "`core/kernels/eigen_softmax.h` (gone)",
        "## Not in 1.15\n\n- `tf.nn.gelu`, which people try",
        "## What 1.15 does not have\n\n- `tf.nn.gelu`, which people try",
        "- ops of later versions, absent here: `DenseBincount`,\n  `CollectiveReduceV2`, `RngReadAndSkip`.",
        "| 1.12 | 1.15 |\n|---|---|\n| `core/util/cuda_launch_config.h` | `core/util/gpu_launch_config.h` |",
        "2.4 has `tf.nn.gelu`; 1.15 has `tf.nn.elu`.",
        "There is one new dataset op `FilterAndBatchDataset`, and one option.",
        "*Belief: `MatMul` is in `linalg_ops.cc`.* It is in `core/ops/math_ops.cc`.",
        "| people say | so it is |\n|---|---|\n| `MatMul` is registered in `linalg_ops.cc` | in `math_ops.cc` |",
        '```cpp\nREGISTER_OP("HardMish").Input("x: T");\n```\n\nThen come `HardMishOp`, `_HardMishGrad`.',
        "`LoopCond`（连 `T` 也没有，类型固定为 bool）",
        "- `enable_v2_behavior` was in `python/compat/compat.py` in 1.13.1.",
        "`HadoopFileSystem` is registered at the end (`core/platform/hadoop/hadoop_file_system.cc:520`).",
    ],
)
def test_what_is_said_not_to_be_here(text: str, shipped: Index) -> None:
    assert wrong_of(shipped, f"{text}\n") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- `tf.nn.gelu` – a function.", ["tf.nn.gelu"]),
        ("## In 1.15\n\n- `tf.nn.gelu`, which people try", ["tf.nn.gelu"]),
        ("`MatMul` is registered in `linalg_ops.cc`.", ["linalg_ops.cc"]),
        ("| op | so it is |\n|---|---|\n| `MatMul` is registered in `linalg_ops.cc` | yes |", ["linalg_ops.cc"]),
        ("1.15 has `tf.nn.gelu`.", ["tf.nn.gelu"]),
        ("- `enable_v2_behavior` is in `python/compat/compat.py`.", ["python/compat/compat.py"]),
    ],
)
def test_what_is_said_to_be_here(text: str, expected: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, f"{text}\n") == expected


BLOCK = """  void Compute(OpKernelContext* context) override {
    const Tensor& strands = context->input(0);
    OP_REQUIRES(context, strands.dims() == 2,
                errors::InvalidArgument("strands must be a matrix"));
"""


@pytest.mark.parametrize(
    ("head", "block", "right"),
    [
        ("", f"// {KERNEL}\n", True),
        ("", f"// {OTHER}\n", False),
        ("", f"// {OTHER}:12\n", False),
        ("", f"// as {OTHER} has it\n", True),
        (f"And so it goes on (quoted from `{OTHER}`):\n\n", "", False),
        (f"And so it goes on (quoted from `{KERNEL}`):\n\n", "", True),
    ],
)
def test_where_a_block_is_said_to_be_from(head: str, block: str, right: bool, index: Path) -> None:
    text = f"We read `{KERNEL}`, in which `BraidOp` is.\n\n{head}```cpp\n{block}{BLOCK}```\n"
    assert (wrong(index, text) == []) is right


RAISED = "tensorflow/python/looms/loom_errors.py"
WEFT = "tensorflow/core/looms/weft.cc"
TEXTS = {
    RAISED: "class TangledError(ValueError):\n  pass\n\n\nclass KnottedError(TangledError):\n  pass\n",
    WEFT: """struct WeftPass;

class WeftRunner {
 public:
  void Run(WeftPass* pass);
};

class WeftPass {
 public:
  void Cross();
};

REGISTER_WEFT_PASS(10,
                   WeftPass);
""",
}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("`KnottedError` derives from `ValueError`.", []),
        ("`KnottedError` derives from `Exception`.", []),
        ("`KnottedError` derives from `RuntimeError`.", ["RuntimeError"]),
        ("`TangledError` 继承自 `TypeError`。", ["TypeError"]),
    ],
)
def test_exceptions_of_the_language(text: str, expected: list[str], index: Path) -> None:
    assert wrong(index, f"{text}\n") == expected


@pytest.mark.parametrize(
    ("text", "right"),
    [
        (f"- forward declaration of `WeftPass` (`{WEFT}:1`)", True),
        (f"`WeftPass` 在 `{WEFT}:13`。", True),  # where a macro registers it
        (f"`WeftPass` 在 `{WEFT}:5`。", False),
    ],
)
def test_places_of_a_class(text: str, right: bool, index: Path) -> None:
    assert (wrong(index, f"{text}\n") == []) is right


@pytest.mark.parametrize("cores", [2, 5])
def test_any_number_of_processes(cores: int, index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = "- `KnottedError` derives from `RuntimeError`\n- `BraidOp::Loosen` (`braid_op.cc:12`)\n- `Reel`\n"
    alone = wrong(index, "# Notes\n\n" + said * 12)
    monkeypatch.setattr(verify, "WORTH_FORKING", 3)
    monkeypatch.setattr(verify, "cores", lambda: cores)
    assert wrong(index, "# Notes\n\n" + said * 12) == alone
    assert alone.count("RuntimeError") == alone.count("BraidOp::Loosen") == 12
