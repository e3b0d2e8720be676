"""What classes are derived from in other languages and in lines without marks, and gradients that stand in brackets."""

from __future__ import annotations

import pytest
from answers.claimed import wrong_of

from tfexplore.index.store import Index


@pytest.mark.parametrize(
    ("said", "right", "other"),
    [
        ("`GPUBFCAllocator` は `{}` を継承している。", "BFCAllocator", "SubAllocator"),
        ("`BiasOp` クラスは `{}` を直接継承しています。", "BinaryOp", "UnaryOp"),
        ("`BiasOp` は `{}` から派生する。", "BinaryOp", "UnaryOp"),
        ("`BiasOp` は `{}` のサブクラスです。", "BinaryOp", "UnaryOp"),
        ("`BFCAllocator` erbt von `{}`.", "Allocator", "SubAllocator"),
        ("`BFCAllocator` ist von `{}` abgeleitet.", "Allocator", "Allocator"),
        ("`BFCAllocator` ist eine Unterklasse von `{}`.", "Allocator", "SubAllocator"),
        ("`BFCAllocator` leitet sich von `{}` ab.", "Allocator", "SubAllocator"),
        ("`BFCAllocator` hérite de `{}`.", "Allocator", "SubAllocator"),
        ("`BFCAllocator` hereda de la clase `{}`.", "Allocator", "SubAllocator"),
        ("class SoftmaxOp : public {}", "OpKernel", "BinaryOp"),
        ("- class SoftmaxOp final : public {} {{", "OpKernel", "BinaryOp"),
    ],
)
def test_bases(said: str, right: str, other: str, shipped: Index) -> None:
    assert wrong_of(shipped, f"# Notes\n\n{said.format(right)}\n") == []
    if other != right:
        assert wrong_of(shipped, f"# Notes\n\n{said.format(other)}\n") == [other]


@pytest.mark.parametrize(
    "said",
    [
        "`BiasOp` は `UnaryOp` を継承していません。",
        "`BFCAllocator` erbt nicht von `SubAllocator`.",
        # Lines of a program, and of a class of the author's own.
        "class SoftmaxOp : public BinaryOp {\n public:",
    ],
)
def test_what_is_denied_or_the_authors(said: str, shipped: Index) -> None:
    assert wrong_of(shipped, f"# Notes\n\n{said}\n") == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The gradient of `Log1p` (`_LogGrad`) divides by 1 + x.", ["_LogGrad"]),
        ("The gradient of `Log1p` (`_Log1pGrad`) divides by 1 + x.", []),
        ("`Log1p`'s gradient (`_LogGrad`) divides.", ["_LogGrad"]),
        ('`@ops.RegisterGradient("Reciprocal")` decorates `_InvGrad`.', ["_InvGrad"]),
        ('`@ops.RegisterGradient("Reciprocal")` decorates `_ReciprocalGrad`.', []),
        ('`@ops.RegisterGradient("Reciprocal")` does not decorate `_InvGrad`.', []),
        # Without a tree nobody can say what else a function calls.
        ("The gradient of `Relu` is computed with the op `ReluGrad`, in `_Relu6Grad`.", []),
    ],
)
def test_gradients(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, f"# Notes\n\n{text}\n") == found
