"""What an index tells of lines without a tree: where a file mentions what it defines, constants, enumerations."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import KERNEL, line_of, wrong, wrong_of

from tfexplore.index.store import Index

#: Where `Tighten` is defined, two calls of it, and a line that has nothing to do with it.
DEFINED, CALLED, AGAIN, APART = (
    line_of(KERNEL, text)
    for text in ("void Tighten", "  Tighten(strands);", "{\n  Tighten", "  BraidStrands(strands, 3)")
)


@pytest.mark.parametrize("words", ["`Tighten` ({})", "from `Tighten`, {}", "`Tighten` in {}"])
@pytest.mark.parametrize(("line", "found"), [(DEFINED, False), (CALLED, False), (AGAIN + 1, False), (APART, True)])
def test_lines_that_mention_a_name_and_lines_that_do_not(words: str, line: int, found: bool, index: Path) -> None:
    said = f"braid_op.cc:{line}"
    assert wrong(index, words.format(said) + " does that.\n", tree=False) == ([said] if found else [])


@pytest.mark.parametrize(("line", "found"), [(137, False), (145, False), (127, True)])
def test_constants_of_headers(line: int, found: bool, shipped: Index) -> None:
    # The constant is on line 137, and used on 145.
    said = f"core/framework/op_kernel.h:{line}"
    assert wrong_of(shipped, f"`kOpIsExpensiveThresholdCycles` ({said}) is 5000.\n") == ([said] if found else [])


@pytest.mark.parametrize(("line", "found"), [(859, False), (680, True)])
def test_macros_of_starlark(line: int, found: bool, shipped: Index) -> None:
    said = f"tensorflow.bzl:{line}"
    assert wrong_of(shipped, f"The wrappers come from `tf_gen_op_wrapper_py` ({said}).\n") == ([said] if found else [])


@pytest.mark.parametrize(("line", "found"), [(18, False), (40, False), (367, True)])
def test_fields_of_messages(line: int, found: bool, shipped: Index) -> None:
    # The message goes from line 18 to 202, and `allow_growth` is on line 40.
    said = f"core/protobuf/config.proto:{line}"
    assert wrong_of(shipped, f"It is a field of `GPUOptions` ({said}).\n") == ([said] if found else [])


GROUPING = "`OptimizationPassRegistry::Grouping` (core/common_runtime/optimization_registry.h:87)"


@pytest.mark.parametrize(
    "said",
    [
        "The enum class `AutotuneAlgorithm` with HILL_CLIMB and `{}`.\n".format,
        "`AutotuneAlgorithm` is `HILL_CLIMB`, `GRADIENT_DESCENT` or `{}`.\n".format,
        "Values of the enum `AutotuneAlgorithm`:\n\n- `HILL_CLIMB`\n- `GRADIENT_DESCENT`\n- `{}`\n".format,
    ],
)
@pytest.mark.parametrize(("value", "found"), [("GRADIENT_DESCENT", False), ("SIMULATED_ANNEALING", True)])
def test_values_of_enumerations(said: object, value: str, found: bool, shipped: Index) -> None:
    assert callable(said)
    assert wrong_of(shipped, said(value)) == ([value] if found else [])


@pytest.mark.parametrize(("value", "found"), [("POST_REWRITE_FOR_EXEC", False), ("PRE_REWRITE_FOR_EXEC", True)])
def test_values_in_the_next_sentence(value: str, found: bool, shipped: Index) -> None:
    told = f"It is {GROUPING}. In order they\nare PRE_PLACEMENT, POST_PLACEMENT, {value}\nand POST_PARTITIONING.\n"
    assert wrong_of(shipped, told) == ([value] if found else [])


SHAPES = {"MatMul": 902, "BatchMatMul": 118, "Cast": 171, "Add": 378, "Sum": 959}


@pytest.mark.parametrize(("line", "found"), [(1072, False), (1136, True)])
def test_columns_of_ops(line: int, found: bool, shipped: Index) -> None:
    rows = "".join(f"| `{op}` | core/ops/math_ops.cc | {at} |\n" for op, at in (SHAPES | {"ArgMax": line}).items())
    said = wrong_of(shipped, f"| op | file | line |\n|---|---|---|\n{rows}")
    assert said == (["core/ops/math_ops.cc"] if found else [])


@pytest.mark.parametrize(("line", "found"), [(1737, False), (1710, True)])
def test_columns_of_calls(line: int, found: bool, shipped: Index) -> None:
    steps = {"PrepareInputs": line, "ProcessOutputs": 1856, "PropagateOutputs": 1882, "NodeDone": 1894}
    rows = "".join(f"| `{name}` | {at} |\n" for name, at in steps.items())
    said = f"`Process` (core/common_runtime/executor.cc:1626) does:\n\n| step | line |\n|---|---|\n{rows}"
    assert wrong_of(shipped, said) == ([str(line)] if found else [])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`tf.TensorArray.nopewarp(0)` reads it.", ["tf.TensorArray.nopewarp"]),
        ("`tf.TensorArray.read(0)` reads it.", []),
        ("`tf.data.Dataset.weaveall` is made of it.", ["tf.data.Dataset.weaveall"]),
        ("`tf.estimator.Estimator.nopewarp` is of a package of its own.", []),
    ],
)
def test_members_of_public_classes(text: str, found: list[str], shipped: Index) -> None:
    """No index has all methods, but every word of the release."""
    assert wrong_of(shipped, f"# Notes\n\n{text}\n") == found
