"""Facts that people tell in passing: where and for what something is registered, which values and defaults there are.

An index tells these; what only a tree tells is in `fixtures/documents/69-facts.en.md`.
"""

from __future__ import annotations

import pytest
from answers.claimed import wrong_of

from tfexplore.answers.verifying.done import _THEY
from tfexplore.index import gradients, kernels, ops
from tfexplore.index.store import Index


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("`DepthwiseConv2dNative` takes SAME and VALID.", []),
        ("`DepthwiseConv2dNative` takes EXPLICIT too.", ["EXPLICIT"]),
        ("`Conv2D` accepts padding `EXPLICIT`.", []),
        ("`MaxPool` (nn_ops.cc:795) supports `SAME`, `VALID` and `EXPLICIT`.", ["EXPLICIT"]),
        ("`MaxPool` 支持 SAME、EXPLICIT。", ["EXPLICIT"]),
        # What is denied, somebody's own or another release's, and what is no value of any op.
        ("`MaxPool` takes no EXPLICIT, unlike `Conv2D`.", []),
        ("`MaxPool` takes EXPLICIT in our fork.", []),
        ("`MaxPool` takes EXPLICIT in later releases.", []),
        ("`MaxPool` takes NASA.", []),
    ],
)
def test_values_that_an_op_takes(shipped: Index, text: str, expected: list[str]) -> None:
    assert wrong_of(shipped, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("`method` of `CropAndResize` is a string, and may be 'bilinear' or 'nearest'.", []),
        ("`method` of `CropAndResize` is a string, and may be 'bilinear' or 'bicubic'.", ["bicubic"]),
        ("`method` of `CropAndResize` may not be 'bilinear' or 'bicubic'.", []),
        ("`method` of `CropAndResize` should be 'bilinear' or 'bicubic'.", []),
        # An attr that takes any, and an op that is not named.
        ("`shared_name` of `VarHandleOp` may be 'mine' or 'yours'.", []),
        ("`method` may be 'bilinear' or 'bicubic'.", []),
    ],
)
def test_values_that_an_attr_may_have(shipped: Index, text: str, expected: list[str]) -> None:
    assert wrong_of(shipped, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("`ReverseSequence` has `seq_dim`, an int without a default.", []),
        ("`ReverseSequence` has `batch_dim`, an int without a default.", ["without a default"]),
        ("`LeakyReluGrad` gives `backprops`, and its `alpha` has no default.", ["has no default"]),
        ("In Python, the parameter `alpha` of `LeakyRelu` has no default.", []),
        ("We propose that `alpha` of `LeakyRelu` has no default.", []),
        # The op is named without marks, or before; of several attrs that differ nobody knows which is meant.
        ("FusedBatchNorm is old. `epsilon` is there, while is_training is true unless you set it.", []),
        ("FusedBatchNorm is old. `epsilon` is there, while is_training is false unless you set it.", ["false"]),
        ("FusedBatchNorm and FakeQuantWithMinMaxArgs: narrow_range is true unless you set it.", ["true"]),
        ("LRN and LeakyRelu: `alpha` is 3 unless you set it.", []),
    ],
)
def test_attrs_without_a_default(shipped: Index, text: str, expected: list[str]) -> None:
    assert wrong_of(shipped, text) == expected


ASKED = "# Why has `Unique` no GPU kernel?\n\n"
REGISTERED = """
```cpp
REGISTER_OP("Bucketize")
    .Input("input: T")
    .Attr("boundaries: list(float)")
```
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("* `boundaries` is an attr. Its default is the empty list.", ["the empty list"]),
        ("* `boundaries` 是属性，默认值是空列表。", ["空列表"]),
        ("* `boundaries` is an attr. It has no default.", []),
        # Of what nobody says that it is an attr, and of an argument of Python.
        ("* `boundaries` is given. Its default is the empty list.", []),
        ("* `boundaries` is an attr and an argument in Python. Its default is the empty list.", []),
    ],
)
def test_defaults_of_the_attr_of_the_sentence_before(shipped: Index, text: str, expected: list[str]) -> None:
    assert wrong_of(shipped, f"# Buckets\n{REGISTERED}\n{text}\n") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("`exclusive` is an attr of `Cumsum`. Its default is false.", []),
        ("`exclusive` is an attr of `Cumsum`. Its default is true.", ["true"]),
        ("`exclusive` is an attr of `Cumsum`. It defaults to `true`.", ["true"]),
    ],
)
def test_defaults_of_an_op_that_is_named(shipped: Index, text: str, expected: list[str]) -> None:
    assert wrong_of(shipped, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It's registered in python/ops/manip_grad.py, for the op `Roll`.", []),
        ("It's registered in python/ops/array_grad.py, for the op `Roll`.", ["python/ops/array_grad.py"]),
        ("It is registered in core/ops/manip_ops.cc for `Roll`.", []),
        ("It should be registered in python/ops/array_grad.py, for the op `Roll`.", []),
        ("It is not registered in python/ops/array_grad.py, for the op `Roll`.", []),
        # A list, of which most are right.
        ("core/ops/manip_ops.cc registers `Roll`.", []),
        ("core/ops/bitwise_ops.cc registers `BitwiseAnd`, `BitwiseOr`, `Invert` and `LeftShift`.", []),
        ("core/ops/bitwise_ops.cc registers `BitwiseAnd`, `BitwiseOr`, `Invert` and `Roll`.", ["Roll"]),
    ],
)
def test_files_that_register_for_an_op(shipped: Index, text: str, expected: list[str]) -> None:
    assert wrong_of(shipped, text) == expected


def test_lines_at_which_something_is_registered(shipped: Index) -> None:
    (sin,) = ops.named(shipped, ("Roll",))
    kernel = next(one for one in kernels.of_ops(shipped, ("Roll",)) if one.device_type == "CPU")
    path, line = kernel.location.path, kernel.location.line
    assert wrong_of(shipped, f"Its kernels are registered at {path}:{line}, and the op at {sin.location.path}.") == []
    inside = 60  # in the body of the kernel's function, far from all registrations
    assert wrong_of(shipped, f"Its kernels are registered at {path}:{inside}.") == [f"{path}:{inside}"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Which types are taken, by the ops that are registered at the lines.
        ("CPU kernels are registered for half, float and double at `conv_ops.cc:569-571`.", []),
        ("CPU kernels are registered for half, bfloat16 and double at `conv_ops.cc:569-571`.", ["bfloat16"]),
        ("On the GPU Cumsum exists for half and float, as a kernel.", []),
        ("On the GPU Cumsum exists for half and complex64, as a kernel.", ["complex64"]),
        # Headers of columns, and a section on what there is not.
        ("GPU kernels of Softplus are registered for half, float and double.", []),
        ("GPU kernels of Softplus are registered for half, float and complex64.", ["complex64"]),
        (
            ASKED + "| op | CPU `T` | GPU `T` |\n|---|---|---|\n| `Bincount` | int32 | int32, float |",
            [],
        ),
        (
            ASKED + "| op | CPU `T` | GPU `T` |\n|---|---|---|\n| `Bincount` | int32 | int32, half |",
            ["half"],
        ),
        (ASKED + "| op | missing on GPU |\n|---|---|\n| `Bincount` | int64, half |", []),
    ],
)
def test_types_on_a_device(shipped: Index, text: str, expected: list[str]) -> None:
    assert wrong_of(shipped, text) == expected


def test_what_a_gradient_creates(shipped: Index) -> None:
    (gradient,) = [one for one in gradients.of_ops(shipped, ("SparseSoftmaxCrossEntropyWithLogits",)) if one.calls]
    assert "PreventGradient" in gradient.calls
    said = "`SparseSoftmaxCrossEntropyWithLogits` has one. The gradient wraps it in `array_ops.{}`."
    assert wrong_of(shipped, said.format("prevent_gradient")) == []
    assert wrong_of(shipped, said.format("stop_gradient")) == ["array_ops.stop_gradient"]
    assert wrong_of(shipped, said.format("stop_gradient").replace("wraps", "would wrap")) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("`Bincount` takes `weights: T` with `T: {int32, int64, float32, float64}`.", []),
        (
            "`Bincount` takes `weights: T` with `T: {int32, int64, float16, float64}`.",
            ["T: {int32, int64, float16, float64}"],
        ),
        # An exception is no other thing to speak of.
        ("- `Svd`: see there. It raises `NotImplementedError`. The op's attrs: `compute_uv: bool = True`.", []),
        (
            "- `Svd`: see there. It raises `NotImplementedError`. The op's attrs: `compute_uv: bool = False`.",
            ["compute_uv: bool = False"],
        ),
        ("`GetPaddingAttrString()` gives two; the `WithExplicitPaddings` one adds another.", []),
        ('Registered by `@ops.RegisterGradient("Op")`.', []),
    ],
)
def test_other_facts(shipped: Index, text: str, expected: list[str]) -> None:
    assert wrong_of(shipped, text) == expected


def test_pronouns_of_functions() -> None:
    assert _THEY.fullmatch("they return")
    assert _THEY.fullmatch("它们都返回") is None
    assert not _THEY.fullmatch("nobody returns")
