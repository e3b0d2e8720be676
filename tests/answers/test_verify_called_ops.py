"""Names that a document calls ops, in sentences and in columns, held against the release."""

from __future__ import annotations

import pytest
from answers.claimed import wrong_of

from tfexplore.answers.known import Known
from tfexplore.index.store import Index


@pytest.mark.parametrize(
    "said",
    [
        "`tf.nn.conv2d_transpose` 落到的是 `{}` 这个 op（同一个 nn_ops.cc 里注册）。",
        "MaxPooling2D 层最后走的是 {} 这个 op。",
        "In the end it is the op `{}`.",
        "It makes a node of the `{}` op.",
        "算子 `{}` 在图里。",
        "| op | kernel |\n|---|---|\n| `Relu` | CPU |\n| `Elu` | CPU |\n| `Selu` | CPU |\n| `{}` | CPU |\n",
        "| TF op | what |\n|---|---|\n| BiasAdd | a |\n| MatMul、Conv2D | b |\n| {} | c |\n",
    ],
)
def test_what_is_no_op(said: str, shipped: Index) -> None:
    assert wrong_of(shipped, said.format("Conv2DBackpropInput")) == []
    assert wrong_of(shipped, said.format("Conv2DTranspose")) == ["Conv2DTranspose"]  # a layer of Keras


@pytest.mark.parametrize(
    "said",
    [
        "There is no `{}` op.",
        "没有 `{}` 这个 op。",
        "The layer `{}` makes ops.",
        "`{}` op kernels are somewhere else.",
        "Our own `{}` op does the same.",
        "In PyTorch the `{}` op does it.",
        "名字里有 `Save`、`Restore`、`{}` 的 op 都不折叠，还有 `Conv2D`、`MatMul`。",
        "Those whose name contains `Save` or `{}` op by op are left, and `Conv2D`, `MatMul`.",
        "| op | kernel |\n|---|---|\n| `Relu` | CPU |\n| `{}` | CPU |\n",  # of two cells one is an op
        "| layer | kernel |\n|---|---|\n| `Relu` | CPU |\n| `Elu` | CPU |\n| `Selu` | CPU |\n| `{}` | CPU |\n",
    ],
)
def test_what_is_not_called_one(said: str, shipped: Index) -> None:
    assert wrong_of(shipped, said.format("Conv2DTranspose")) == []


def test_nothing_else_is_held_against_such_a_name(shipped: Index) -> None:
    """The file is right: what it does not have is something else of that name."""
    assert wrong_of(shipped, "它是 `Conv2DTranspose` 这个 op（`nn_ops.cc`）。") == ["Conv2DTranspose"]


def test_a_kernel_of_an_op_does_not_make_it_the_authors(shipped: Index) -> None:
    own = '```cpp\n// my_ops.cc\nREGISTER_KERNEL_BUILDER(Name("SaveV2").Device(DEVICE_CPU), MySave);\n```\n'
    said = "`SaveV2` takes four inputs: `prefix`, `tensor_names`, `{}`, `tensors`.\n\n"
    assert wrong_of(shipped, said.format("shape_and_slices") + own) == []
    assert wrong_of(shipped, said.format("tensor_slices") + own) == ["tensor_slices"]
    registered = own.replace("REGISTER_KERNEL_BUILDER(Name(", "REGISTER_OP(").replace(
        ").Device(DEVICE_CPU), MySave", ")"
    )
    assert wrong_of(shipped, said.format("tensor_slices") + registered) == []


def test_the_head_of_the_class_of_an_ops_kernel(shipped: Index) -> None:
    path = "tensorflow/core/kernels/data/iterator_ops.cc"
    known = Known(shipped, "", None)
    heads = [
        place.line
        for name in ("SerializeIteratorOp", "DeserializeIteratorOp")
        for place in known.class_places(name)
        if place.path == path
    ]
    said = f"There are `SerializeIterator` / `DeserializeIterator`\n(classes at `{path}:{{}}` and `:{{}}`).\n"
    assert wrong_of(shipped, said.format(*heads)) == []


ITEMS = """- Relu -> relu_op.cc -> `_ReluGrad`
- `Elu` -> relu_op.cc -> `_EluGrad`
- Sigmoid → math_ops.sigmoid → `_SigmoidGrad`
- Softplus -> softplus_op.cc
- Softsign -> softsign_op.cc
- {} -> tf.nn only -> by composition
"""


@pytest.mark.parametrize(
    ("last", "found"), [("Selu", []), ("Gelu", ["Gelu"]), ("`Mish`", ["Mish"]), ("Our `Mish`", []), ("Tensor", [])]
)
def test_items_that_lead_from_ops(last: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, ITEMS.format(last)) == found
    # Of three ops nobody can say that all of the list are.
    assert wrong_of(shipped, "\n".join(ITEMS.split("\n")[3:]).format(last)) == []


@pytest.mark.parametrize(
    ("chain", "found"),
    [
        ("LogSoftmax -> nn_ops.py:2990 -> SoftmaxOp", []),
        ("`Relu` -> `ReluOp` -> nn_grad.py", []),
        ("`_ReluGrad` -> relu_op.cc", []),
        ("| `Relu` | relu_op.cc | `_ReluGrad` 404 |", []),
        ("`_ReluGrad` is defined in core/kernels/relu_op.cc.", ["core/kernels/relu_op.cc"]),
    ],
)
def test_chains_through_two_languages(chain: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, chain + "\n") == found


def test_a_class_that_is_called_for_short(shipped: Index) -> None:
    said = "Where is the {} of strings? See `core/kernels/fill_functor.cc` and `core/kernels/fill_functor.h`.\n"
    assert wrong_of(shipped, said.format("SetOne")) == []
    assert wrong_of(shipped, said.format("FillFuncter")) == ["FillFuncter"]


def test_names_of_tests_beside_a_file_of_tests(shipped: Index) -> None:
    said = "For tests look in placer_test.cc: `TestNoAllowSoftPlacement` (1595),\n`TestGraphOfTwoBigRings` (699).\n"
    assert wrong_of(shipped, said) == []
