"""Methods that only return a member are nothing that code leads to: classes in, the functions that are named out."""

from __future__ import annotations

import pytest

from tfexplore.cpp.definitions import definitions
from tfexplore.extract.uses import read_uses

PATH = "kernels/bend.cc"
OP = b"class BendOp : public OpKernel {\n public:\n  void Compute(OpKernelContext* c) { Use(%s); }\n%s\n};\n"


def functions(call: bytes, method: bytes, after: bytes = b"") -> list[str]:
    text = OP % (call, method) + after
    return [one.name for one in read_uses(PATH, text, definitions(PATH, text)) if one.kind == "function"]


@pytest.mark.parametrize(
    "method",
    [
        b"  int bend() const { return bend_; }",
        b"  int bend()\n  {\n    return this->bend_;\n  }",
        b"  Mode bend() const { return types_.mode; }  // bent",
        b"  Mode bend() { return types_->all.mode; }",
        b"  int bend() const { return bend_; } int more() { return Other(); }",
    ],
)
def test_what_only_returns_a_member(method: bytes) -> None:
    assert functions(b"bend()", method) == []


@pytest.mark.parametrize(
    "method",
    [
        b"  int bend() { return bend_ + 1; }",
        b"  int bend() { return bend_->Angle(); }",
        b"  int bend() { return bend_[0]; }",
        b"  int bend() { return Angle(bend_); }",
        b"  int bend() { ++times_; return bend_; }",
        b"  int bend() { if (bent_) return bend_; return 0; }",
        b"  int bend() { return kBend; }",
        b"  bool bend() { return false; }",
        b"  int bend(int angle) { return angle; }",
        # What a derived class has for it may do anything.
        b"  virtual int bend() { return bend_; }",
        b"  int bend() { return Other(); } int other() const { return bend_; }",
    ],
)
def test_what_does_more(method: bytes) -> None:
    assert set(functions(b"bend()", method)) == {"BendOp::bend"}


def test_a_body_outside_of_its_class_may_be_that_of_a_virtual_method() -> None:
    assert functions(b"bend()", b"  int bend();", b"int BendOp::bend() { return bend_; }\n") == ["BendOp::bend"]


def test_of_several_the_one_that_is_called_counts() -> None:
    methods = b"  int bend() { return bend_; }\n  int bend(int angle) { return angle + 1; }"
    assert functions(b"bend()", methods) == []
    assert functions(b"bend(1)", methods) == ["BendOp::bend"]
