"""Defaults that a sentence gives to the attrs of an op."""

from __future__ import annotations

import pytest
from answers.claimed import wrong_of

from tfexplore.index.store import Index


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The defaults of `LRN` are `depth_radius=5`, `bias=1.0` and `beta=0.5`.", []),
        ("The defaults of `LRN` are `depth_radius=5`, `bias=1.0` and `beta=0.75`.", ["beta=0.75"]),
        ("`LRN` 默认值：`bias=1`、`beta=0.75`。", ["beta=0.75"]),
        ("`LeakyRelu` 的 `alpha` 默认 0.2。", []),
        ("`LeakyRelu` 的 `alpha` 默认为 `0.3`。", ["alpha"]),
        ("In `LeakyRelu`, `alpha` defaults to 0.3.", ["alpha"]),
        ("Of `ApplyAdam`, the default of the attr `use_nesterov` is `true`.", ["use_nesterov"]),
        ("Of `ApplyAdam`, the default of the attr `use_nesterov` is `false`.", []),
        # Of what is passed, of Python, of another thing, or of no default at all.
        ("By default the layer calls `LeakyRelu` with `alpha=0.3`.", []),
        ("`tf.nn.leaky_relu` (`LeakyRelu`) has the default `alpha=0.3`.", []),
        ("The default of `LeakyRelu` is not `alpha=0.3`.", []),
        ("`LeakyRelu` with `alpha=0.3` is another matter.", []),
        ("The defaults of `LeakyRelu` and `LRN` are `alpha=0.3` and others.", []),
        ("The default of `LeakyRelu` is `alpha=ALPHA`.", ["alpha=ALPHA"]),
        ("In our fork the default of `LeakyRelu` will be `alpha=0.3`.", []),
    ],
)
def test_defaults(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`LeakyRelu` has the attr `alpha` (default 0.2).", []),
        # One that has no default at all; what its type is when nobody says is another matter.
        ("`_XlaCompile` has the attr `must_compile` (default `false`).", ["must_compile"]),
        ("`LeakyRelu` has the attr `T` (default `float`).", []),
        ("`LeakyRelu` has the attr `alpha` (default 0.3).", ["alpha"]),
        ("`LeakyRelu` has the attribute `alpha` with the default `0.3`; that is all.", ["alpha"]),
        ("`LeakyRelu` has the attribute `alpha` with the default `0.2`; that is all.", []),
        ("`LeakyRelu` has the attr `alpha`, whose default value is 0.3.", ["alpha"]),
        ("`LeakyRelu` has the attr `alpha` with its default of 0.3 in Python.", []),
        ("`LeakyRelu` has an attr, `alpha` (default `0.3`), and another.", ["alpha"]),
        ("`LeakyRelu` has the attr `alpha`, 0.3 by default.", ["alpha"]),
        ("`LeakyRelu` has the attr `alpha`, which is 0.2 by default.", []),
        ("The op is `ApplyAdam`. Its attr `use_nesterov` is `true` by default.", ["use_nesterov"]),
        ("`ApplyAdam` 的 attr 有 `use_locking`（默认 `false`）和\n`use_nesterov`（默认 `true`）。", ["use_nesterov"]),
        ("`ApplyAdam` 有十个输入。\nattr 有 `use_locking`（默认 `false`）和 `use_nesterov`（默认 false）。", []),
        ("The op is `ApplyAdam`. That op's attr `use_nesterov`\ndefaults to `true`, and set to `false` it is slow.", [
            "true"]),  # which is on the line that is wrong
        ("The op is `ApplyAdam`. That op's attr `use_nesterov` defaults to `false`, and set to `true` it is slow.", []),
        ("`ApplyAdam` has the attribute `use_nesterov` with the default `true`.", ["use_nesterov"]),
        ("`ApplyAdam` has the attribute `use_nesterov` with the default `false`.", []),
        ("`ApplyAdam` has an attr `use_nesterov`, whose default is `true`.", ["use_nesterov"]),
        ("`ApplyAdam` has an attr `use_nesterov` with default value false.", []),
        # Of what another has, or what is passed.
        ("The op is `ApplyAdam`. `AdamOptimizer` has `use_nesterov` (default `true`).", []),
        ("The op is `ApplyAdam`. `apply_adam` has `use_nesterov` (default `true`).", []),
        ("The op is `ApplyAdam`; in Python `use_nesterov` is `true` by default.", []),
        ("The op is `ApplyAdam`, whose `use_nesterov` is `true` by default in Python.", []),
        ("The op `ApplyAdam` is called with `use_nesterov` (default `true`).", []),
        ("The ops are `ApplyAdam` and `LRN`. `use_nesterov` is `true` by default.", []),
        ("We plan to give `ApplyAdam` the attr `use_nesterov` (default `true`).", []),
    ],
)  # fmt: skip
def test_defaults_right_behind(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text) == found


@pytest.mark.parametrize(
    ("cell", "found"),
    [
        ("alpha: float = 0.3", ["alpha: float = 0.3"]),
        ("alpha: float = 0.2", []),
        ("alpha: float = 0.2, T: type = DT_DOUBLE", ["T: type = DT_DOUBLE"]),
        ("alpha: float", []),
        ("beta: float = 0.3", []),  # whose that may be
        ("we set alpha: float = 0.3", []),
        ("in our fork alpha: float = 0.3", []),
    ],
)
def test_specs_in_rows(cell: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, f"| op | CPU | note |\n|---|---|---|\n| LeakyRelu | yes | {cell} |\n") == found


TABLE = (
    "| Attr | Default |\n|---|---|\n| `T` | – |\n| `epsilon` | `{}` |\n"
    "| `data_format` | `NHWC` |\n| `is_training` | `true` |\n"
)


@pytest.mark.parametrize(
    ("head", "found"),
    [
        ("## `FusedBatchNormV3`\n\nIt normalises.\n\n", True),
        ("## The batch norm\n\n`FusedBatchNormV3` has the attrs:\n\n", True),
        ("## `FusedBatchNormV3` and `LRN`\n\n", False),
        ("## Normalisation\n\n", False),
    ],
)
def test_a_table_of_the_attrs_of_the_headings_op(head: str, found: bool, shipped: Index) -> None:
    assert wrong_of(shipped, head + TABLE.format("0.0001")) == []
    assert wrong_of(shipped, head + TABLE.format("0.001")) == (["0.001"] if found else [])


def test_items_with_remarks(shipped: Index) -> None:
    items = "- `f` – the function\n- `Targuments` – types\n- `output_types`, `output_shapes`\n- `sloppy` – `false`\n"
    wrong = "- `deterministic` – default `true`\n"
    head = "The op is `ParallelMapDataset`. Its attrs:\n\n"
    assert wrong_of(shipped, head + items) == []
    assert wrong_of(shipped, head + items + wrong) == ["deterministic"]


@pytest.mark.parametrize(
    "said", ["Registered at `{}`.", "It is registered at `{}`. Inputs `input` and `filter`.", "注册在 `{}`。"]
)
def test_where_the_op_of_the_heading_is_registered(said: str, shipped: Index) -> None:
    def judged(line: int) -> list[str]:
        text = "## `DepthwiseConv2dNative`\n\n" + said.format(f"core/ops/nn_ops.cc:{line}")
        return wrong_of(shipped, text)

    assert judged(549) == []
    assert judged(700) == ["core/ops/nn_ops.cc:700"]
    assert "input" not in judged(560)  # of the op that is registered there, whose inputs are others


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The node's attr is off. In the op definition it reads `incompatible_shape_error: bool = {}`.", "false"),
        ("**The op.** `_FusedMatMul`.\n\n- `num_args: int >= 0`, `fused_ops: list(string) = []`\n"
         "- `epsilon: float = {}`, for a fusion that the kernel does not implement", "0.001"),
        ("And you don't need it: the two attrs that are there, `batch_dims: int = 0` and "
         "`validate_indices: bool = {}`, suffice.", "false"),
    ],
)  # fmt: skip
def test_specs_without_an_op(text: str, found: str, shipped: Index) -> None:
    """A default that no op has for any attr of the name."""
    (said,) = wrong_of(shipped, text.format(found))
    assert said.endswith(f"= {found}")
    right = {"false": "true", "0.001": "0.0001"}[found]
    assert wrong_of(shipped, text.format(right)) == []


@pytest.mark.parametrize(
    "text",
    [
        "It has a field `epsilon: float = 0.003` of its own.",  # as Python annotates one
        "It is a dataclass with `validate_indices: bool = False`.",
        "We need an attr `validate_indices: bool = false`.",
        'Ours:\n\n```cpp\nREGISTER_OP("Weave").Attr("validate_indices: bool = false");\n```\n\n'
        "So `validate_indices: bool = false` is kept.",
    ],
)
def test_specs_that_need_be_no_attrs(text: str, shipped: Index) -> None:
    assert wrong_of(shipped, text) == []


def test_the_op_that_a_row_begins_with(shipped: Index) -> None:
    row = "| op | attrs |\n|---|---|\n| {} | `bias: float = 1.0`, `beta: float = {}` |\n"
    assert wrong_of(shipped, row.format("LRN", "0.5")) == []
    assert wrong_of(shipped, row.format("LRN", "0.75")) == ["beta: float = 0.75"]
    other = (
        "| op | attrs |\n|---|---|\n| Assign | `use_locking: bool = true`; ApplyAdam: `use_locking: bool = false` |\n"
    )
    assert wrong_of(shipped, other) == []  # of two
