"""Forms that documents of authors who had seen nothing of the tool brought up, each right and wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import HEADER, KERNEL, REEL, TEXTS, line_of, wrong, wrong_of

from tfexplore.index.store import Index

TIGHTEN, LOOSEN, COMPUTE = (line_of(KERNEL, text) for text in ("void Tighten", "void LoosenStrands", "  void Compute"))


@pytest.mark.parametrize(
    ("announced", "short"),
    [
        ("`core/kernels/braid_op.cc` (hereafter b.cc)", "b.cc"),
        ("主要看 `core/kernels/braid_op.cc`（下面简称 b.cc）", "b.cc"),
    ],
)
@pytest.mark.parametrize(("line", "found"), [(TIGHTEN, False), (COMPUTE, True)])
def test_short_names_of_files(announced: str, short: str, line: int, found: bool, index: Path) -> None:
    said = f"{short}:{line}"
    assert wrong(index, f"{announced}.\n\n`Tighten` ({said}).\n") == ([said] if found else [])


def test_several_files_in_braces(index: Path) -> None:
    assert wrong(index, "It is in `core/kernels/braid.{h,cc}`.\n") == []
    assert wrong(index, "It is in `core/kernels/braids.{h,cc}`.\n") == ["core/kernels/braids.{h,cc}"]


def test_a_line_that_stands_for_any(index: Path) -> None:
    assert wrong(index, "A bare `file.cc:NNN` in `core/kernels/braid_op.cc` is a line.\n") == []


def test_lines_that_begin_each_with_a_place(index: Path) -> None:
    notes = f"braid_op.cc:{TIGHTEN} Tighten\nbraid_op.cc:{LOOSEN} LoosenStrands\n"
    assert wrong(index, notes) == []


@pytest.mark.parametrize(
    ("behind", "found"),
    [
        ("Wrong: that is `Compute`.", False),
        ("That's not right.", False),
        ("不对，那是 `Compute`。", False),
        ("And so it is.", True),
    ],
)
def test_quotations_that_are_refuted(behind: str, found: bool, index: Path) -> None:
    said = f"braid_op.cc:{COMPUTE}"
    assert wrong(index, f"> `Tighten` is defined at {said}.\n\n{behind}\n") == ([said] if found else [])


def test_names_and_places_of_a_wrapped_block_quote(index: Path) -> None:
    said = f"core/kernels/braid_op.cc:{COMPUTE}"
    assert wrong(index, f"> That is harmless, as who calls it sees; `Tighten` is at\n> {said} and ends.\n") == [said]


#: What each of some files defines.
NAMES = ("BraidOp", "Knotter", "Unreel")


@pytest.mark.parametrize(("length", "found"), [(TEXTS[REEL].count("\n"), False), (5, True)])
def test_how_long_files_are(length: int, found: bool, index: Path) -> None:
    lengths = {path: TEXTS[path].count("\n") for path in (KERNEL, HEADER)} | {REEL: length}
    rows = "".join(
        f"| `{path}` | {lines} | `{name}` |\n" for (path, lines), name in zip(lengths.items(), NAMES, strict=True)
    )
    table = f"| file | lines | what |\n|---|---|---|\n{rows}"
    assert wrong(index, table) == ([REEL] if found else [])


@pytest.mark.parametrize(("line", "found"), [(TIGHTEN, False), (LOOSEN, True)])
def test_lines_behind_what_they_introduce(line: int, found: bool, index: Path) -> None:
    block = "```cpp\nvoid Tighten(const Tensor& strands) {\n  strands.end();\n}\n```\n"
    said = f"core/kernels/braid_op.cc:{line}"
    assert wrong(index, f"It is defined at {said}:\n\n{block}") == ([said] if found else [])


@pytest.mark.parametrize(("line", "found"), [(TIGHTEN + 1, False), (TIGHTEN - 3, True)])
def test_statements_in_brackets_behind_their_line(line: int, found: bool, index: Path) -> None:
    said = f"braid_op.cc:{line}"
    document = f"At last comes `BraidOp`, see {said} (`strands.end();`), which ends it.\n"
    assert wrong(index, document) == ([said] if found else [])


@pytest.mark.parametrize(
    ("line", "found"),
    [(762, False), (795, True)],
)
def test_places_of_the_op_that_an_item_leads_from(line: int, found: bool, shipped: Index) -> None:
    said = f"core/ops/nn_ops.cc:{line}"
    assert wrong_of(shipped, f"- LRN -> op at {said} -> `LRNOp`\n") == ([said] if found else [])


def test_classes_around_a_nested_one(shipped: Index) -> None:
    text = "It is made by `{}::Factory::NewExecutor`.\n"
    assert wrong_of(shipped, text.format("DefaultExecutorRegistrar")) == []
    assert wrong_of(shipped, text.format("LocalExecutorRegistrar")) == ["LocalExecutorRegistrar::Factory::NewExecutor"]


FRAMES = """```
#0  tensorflow::shape_inference::ConcatV2Shape            common_shape_fns.cc:1622
#1  tensorflow::ShapeRefiner::RunShapeFn                  shape_refiner.cc:647
#2  tensorflow::ShapeRefiner::AddNode                     shape_refiner.cc:298
#3  {function}                              c_api.cc:1033
```
"""


def test_frames_of_functions_that_are_nowhere(shipped: Index) -> None:
    assert wrong_of(shipped, FRAMES.format(function="TF_FinishOperationLocked")) == []
    assert wrong_of(shipped, FRAMES.format(function="TF_FinishOperationHelper")) == ["TF_FinishOperationHelper"]


OPTIMIZERS = {
    "ModelPruner": "model_pruner.cc:530",
    "Remapper": "remapper.cc:1502",
    "DebugStripper": "debug_stripper.cc:29",
    "ShapeOptimizer": "shape_optimizer.cc:37",
    "FunctionOptimizer": "function_optimizer.cc:1464",
}


@pytest.mark.parametrize(
    ("line", "found"), [("function_optimizer.cc:1464", False), ("function_optimizer.cc:1418", True)]
)
def test_columns_of_one_member(line: str, found: bool, shipped: Index) -> None:
    rows = [f"| `{name}` | {place} |" for name, place in (OPTIMIZERS | {"FunctionOptimizer": line}).items()]
    table = "\n".join(["| Pass | `Optimize` at |", "|---|---|", *rows, ""])
    assert wrong_of(shipped, table) == ([line] if found else [])


SOFT_CLIP = "The kernel `SoftClipOp` is in `core/kernels/soft_clip_ops.cc`, and `SoftClipKernel` runs it.\n"


def test_names_of_a_project_are_its_own(shipped: Index) -> None:
    assert wrong_of(shipped, f"# tf-softclip\n\n{SOFT_CLIP}") == []
    assert wrong_of(shipped, f"# Kernels that clip\n\n{SOFT_CLIP}") != []


@pytest.mark.parametrize(("line", "found"), [(5112, False), (5171, True)])
def test_keras_backend_by_its_short_name(line: int, found: bool, shipped: Index) -> None:
    said = f"keras/backend.py:{line}"
    assert wrong_of(shipped, f"`K.pool2d` ({said}) is what they call.\n") == ([said] if found else [])


def test_names_that_go_on_the_first_of_their_list(shipped: Index) -> None:
    assert wrong_of(shipped, "- FakeQuantWithMinMaxArgs / Vars / VarsPerChannel: fake_quant_ops.cc\n") == []


def test_a_subclass_behind_a_comma(shipped: Index) -> None:
    assert wrong_of(shipped, "- worker: `Worker` (worker.cc), subclass `GrpcWorker`, `GraphMgr`\n") == []


def test_variants_beside_the_class_of_an_op(shipped: Index) -> None:
    classes = ("ApplyAdadelta", "ApplyAdagrad", "ApplyFtrl", "ApplyMomentum")
    rows = "".join(f"| `{op}` | `{op}Op`, `Sparse{op}Op` |\n" for op in classes)
    assert wrong_of(shipped, f"| op | kernel class |\n|---|---|\n{rows}") == []


def test_what_changed_up_to_another_release(shipped: Index) -> None:
    gone = "there are `core/kernels/segment_reduction_ops_impl.h` and others instead.\n"
    assert wrong_of(shipped, f"1.15 to 2.0: the file is gone; {gone}") == []
    assert wrong_of(shipped, f"So {gone}") == ["core/kernels/segment_reduction_ops_impl.h"]
