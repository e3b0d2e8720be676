"""Names that are said to be attrs, of whichever op."""

from __future__ import annotations

import pytest
from answers.claimed import wrong_of

from tfexplore.index.store import Index


@pytest.mark.parametrize(
    "said",
    [
        "The constructor also reads the bool attr `{}`.",
        "构造函数还会读 `{}` 这个布尔 attr。",
        "It looks at the `{}` attr before anything else.",
        "Kernels get the attribute `{}` of the node.",
        "| step | reads the attr `{}` |\n|---|---|\n| next | the attr `{}` |\n",
    ],
)
def test_attrs_of_any_op(said: str, shipped: Index) -> None:
    def judged(name: str) -> list[str]:
        return list(dict.fromkeys(wrong_of(shipped, said.replace("{}", name))))

    assert judged("use_cudnn_on_gpu") == []
    assert judged("use_cudnn") == ["use_cudnn"]  # cut short
    assert judged("data_fromat") == ["data_fromat"]  # misspelt
    assert judged("_noinline") == []  # of a node or a function
    assert judged("rainbow_colours") == []  # like none, and perhaps somebody's own


@pytest.mark.parametrize(
    "said",
    [
        "There is no attr `use_cudnn`.",
        "We would add the attr `use_cudnn` to it.",
        "Our layer has a Python attr `use_cudnn`.",
        'The attr `use_cudnn` is ours.\n\n```cpp\nREGISTER_OP("MyOp").Attr("use_cudnn: bool");\n```\n',
        "In PyTorch the attr `use_cudnn` does it.",
        "The attribute `output_shape` has it.",  # of a class of Python, and nearly that of an op
    ],
)
def test_attrs_that_are_not_said_to_be_an_ops(said: str, shipped: Index) -> None:
    assert {"use_cudnn", "output_shape"}.isdisjoint(wrong_of(shipped, said))
