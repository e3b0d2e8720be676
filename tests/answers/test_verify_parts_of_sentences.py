"""What sentences, rows and items say, in whatever words: types on devices, devices, defaults; signs of what is not."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong_of

from tfexplore.answers.verify import verify_all
from tfexplore.index.store import Index


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`AvgPool` sits in avgpooling_op.cc; its CPU kernels: `double`, `float`, `Eigen::half` and `bfloat16`.",
         ["bfloat16"]),
        ("`VarHandleOp` is registered on `DEVICE_GPU` for `TF_CALL_GPU_ALL_TYPES`, `int64`, `variant` and `int32`.",
         ["int32"]),
        ("`VarHandleOp` is registered on `DEVICE_GPU` for `TF_CALL_GPU_ALL_TYPES`, `int64` and `variant`.", []),
        ("- **GPU types** of `ResizeBilinear`: half, float and double.", ["half"]),
        ("GPU 上 `StridedSlice` 注册的类型是 half、float、double、bfloat16，再加放在 host 内存的 int32。",
         ["bfloat16"]),
        ("GPU 上 `StridedSlice` 注册的类型是 half、float、double，再加放在 host 内存的 int32。", []),
        # The op that the cited file is of.
        ("The GPU side (`bincount_op_gpu.cu.cc`): the kernel exists for `int32`, `float` and `double`.", ["double"]),
        ("The GPU side (`bincount_op_gpu.cu.cc`): the kernel exists for `int32` and `float`.", []),
        ("In `relu_op.cc` there are GPU kernels for `float` and `string`.", []),  # of several
        # The device right behind, and two of which the same is said.
        ("`MatMul` has kernels for int32 and int64 on CPU and for half and int32 on GPU.", ["int32"]),
        ("`LSTMBlockCell` is registered for `half` and `double`, on the CPU and the GPU.", ["double"]),
        ("`MatMul` has kernels on CPU and GPU for float and bool.", ["bool"]),
        # What the clause behind says, or a sentence that supposes, wants or denies it, is another thing.
        ("On the CPU `Softmax` takes half and int32 if you cast them.", []),
        ("Once `Softmax` is registered on the GPU for half and bfloat16, we are done.", []),
        ("The GPU half of `PopulationCount` is wrong for uint64.", []),
        ("CPU 注册只有 half / float，虽然 `Softmax` 的 `T` 允许 `int32`。", []),
        # Arguments of a template are no list of types, nor is what types are multiplied with.
        ("`Sum` has a CPU kernel, class `ReductionOp<CPUDevice, string, bool, SumReducer>`.", []),
        ("| op | CPU | GPU |\n|---|---|---|\n| `SparseApplyAdagrad` | half, float × int32/int64 | none |", []),
        ("| op | CPU | GPU |\n|---|---|---|\n| `Min` | real number types | half, float, int64; int32 h |", ["int64"]),
        ("| op | CPU | GPU |\n|---|---|---|\n| `Min` | real number types | half, float; int32 h |", []),
        ("`Min` has kernels on both. On GPU, the following is registered:\n\n- `half` and `float`\n- `int64`, too",
         ["int64"]),
    ],
)  # fmt: skip
def test_types_on_devices(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`SaveV2`, line 91, a plain `OpKernel`, is registered for CPU and GPU.", ["GPU"]),
        ("Of `FakeQueue` the kernel is registered on the GPU.", ["GPU"]),
        ("`AddSparseToTensorsMap` has a kernel on CPU and GPU.", ["GPU"]),
        ("`MatMul` is on both, and `FakeQueue` has a CPU kernel.", []),
        ("`FakeQueue` has a kernel, whose output lies in GPU memory.", []),
        ("If `FakeQueue` had a kernel for GPU, one could.", []),
    ],
)
def test_devices(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("# `MapDataset`\n\n- attrs\n  - `preserve_cardinality`, default `true`",
         ["preserve_cardinality"]),
        ("# `MapDataset`\n\n- attrs\n  - `preserve_cardinality`, default `false`", []),
        ("## EditDistance\n\nThe attr `normalize` (default `false`) changes what is written.", ["normalize"]),
        ("`PrefetchDataset`:\n\n| | |\n|---|---|\n| attrs | `slack_period` (0), `legacy_autotune` (`false`) |",
         ["legacy_autotune"]),
        ("`SparseTensorDenseMatMul`:\n\n| attr | |\n|---|---|\n| `Tindices` | `{int32,int64}`, default `DT_INT32` |",
         ["Tindices"]),
        # Of some op that is named, of a function of Python's, and of what somebody gives.
        ("`MapDataset` and `Enter`: `is_constant`, default `false`, `preserve_cardinality`, default `false`.", []),
        ("In Python the argument `preserve_cardinality` of `MapDataset` has the default `true`.", []),
        ("If `preserve_cardinality` of `MapDataset` had the default `true`, all would be well.", []),
        ("`normalize`, default `false`, is an attr of no op here.", []),
    ],
)  # fmt: skip
def test_defaults_of_attrs(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Names of 2.x are marked ²; they aren't in 1.15.\n\n`TF_KNOT_COUNT`² and `_KnotCountGrad`² are.", []),
        ("† = in our fork only\n\n`TF_KNOT_COUNT`† is read once.", []),
        ("带 ※ 的名字是我们新增的。\n\n`_KnotCountGrad`※ 在最后。", []),
        ("What is slow is marked ².\n\n`_KnotCountGrad`² is.", ["_KnotCountGrad"]),
        ("Grepping for `_KnotCountGrad` finds nothing.", []),
        ("Many believe that it is called `_KnotCountGrad`. There is no such function.", []),
        ("有人写「梯度函数叫 `_KnotCountGrad`」。没有这个函数。", []),
        ("We removed the paragraph on `core/kernels/knot_count_op.cc`, which isn't in the tree any more.", []),
        ("It is in `tensorflow/cc/ops/knot_count_internal.h`, which is generated by Bazel.", []),
        ("The watchdog (`tools/knot_count.py`, ours) ends it.", []),
        ("`core/kernels/knot_count_op.cc` counts them.", ["core/kernels/knot_count_op.cc"]),
    ],
)
def test_what_is_said_not_to_be_there(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text) == found


def test_names_that_go_on_a_projects_word(shipped: Index) -> None:
    names = "`TgxDevice`, `TgxArena` and `TgxDeviceContext` are ours. "
    assert wrong_of(shipped, f"{names}Ask whether `tgxblasGemmEx` takes strides.") == []


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("The derived classes are `SparseSegmentMeanGradOp`, `SparseSegmentSqrtNGradOp` and `SparseSegmentSumGradOp`.",
         ["SparseSegmentSumGradOp"]),
        ("You add `SparseSegmentMeanGradOp`, `SparseSegmentSqrtNGradOp` and `SparseSegmentSumGradOp`.", []),
        ("`SparseSegmentSumGradOp` is fine.", []),
    ],
)  # fmt: skip
def test_names_of_a_review_that_stand_among_others(said: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, f"# Review of patch 3\n\n{said}") == found


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("- `StridedSliceGrad` → `_StridedSliceGrad`, which returns four `None` first", ["_StridedSliceGrad"]),
        ("- `StridedSliceGrad` → `_StridedSliceGradGrad`, which returns four `None` first", []),
    ],
)
def test_an_arrow_with_words_behind_it(said: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, f"## Gradients\n\n{said}\n") == found


@pytest.mark.parametrize("short", ["P", "`P`"])
def test_letters_for_a_folder(short: str, shipped: Index) -> None:
    text = f"I write {short} for `python/training`.\n\n`create_zeros_slot` is in P/{{}}."
    assert wrong_of(shipped, text.format("slot_creator.py")) == []
    assert wrong_of(shipped, text.format("slots_creator.py")) == ["P/slots_creator.py"]


def test_the_row_names_what_is_registered_and_its_class(shipped: Index) -> None:
    table = "| op | kernel class | op registered at |\n|---|---|---|\n"
    row = "| `Switch` | `SwitchOp` | `core/ops/control_flow_ops.cc:66` |\n"
    assert wrong_of(shipped, table + row) == []


@pytest.mark.parametrize(
    ("call", "found"),
    [
        ("index_table_from_tensor(words, num_oov_buckets=100)", []),
        ("index_table_from_tensor(words, oov_buckets=100)", ["oov_buckets=100"]),
        ("tf.lookup.index_table(words, oov_buckets=100)", ["tf.lookup.index_table"]),
    ],
)
def test_keywords_of_a_call(call: str, found: list[str], shipped: Index, source_tree: Path) -> None:
    (verified,) = verify_all(shipped, [("a.md", f"Call it as `{call}`.\n")], lambda path: _text(source_tree / path))
    assert [one.text for one in verified.verdicts if one.verdict not in ("found", "external")] == found


def _text(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None
