"""What a class leaves to those derived from it: texts in, facts out."""

from __future__ import annotations

import pytest

from tfexplore.cpp.definitions import definitions
from tfexplore.extract.hooks import KINDS, hooks
from tfexplore.extract.uses import read_uses
from tfexplore.extract.uses_link import Linker
from tfexplore.model import Use

HEADER = b"""class HaulBase : public OpKernel {
 public:
  virtual ~HaulBase() {}
  void Compute(OpKernelContext* c) override;
 protected:
  virtual void Pull(OpKernelContext* c) = 0;
  virtual std::vector<std::pair<int, int>> Knots(
      OpKernelContext* c) const { return {}; }
  virtual string Name() const;
  virtual void Idle();
  virtual void Compute(OpKernelContext* c, Rope* rope) = 0;
  void Haul(OpKernelContext* c);
};
"""
SOURCE = b"""void HaulBase::Compute(OpKernelContext* c) {
  // Idle(c); says nothing.
  Haul(c);
}
void HaulBase::Haul(OpKernelContext* c) {
  this->Pull(c);
  if (!Knots(c).empty()) return;
}
void HaulBase::Name() { Idle(); }
template <class CHILD>
class Reel : public OpKernel {
  void Compute(OpKernelContext* c) override {
    static_cast<CHILD*>(this)->Turn(c);
    static_cast<CHILD*>(this)->template Wind<2>(c);
    (*this)->Other(c);
  }
};
"""


def linked(files: dict[str, bytes], name: str) -> list[Use]:
    symbols = {path: definitions(path, text) for path, text in files.items()}
    linker = Linker([one for found in symbols.values() for one in found])
    owned = linker.owned({path: read_uses(path, text, symbols[path]) for path, text in files.items()})
    place = next(one.location for found in symbols.values() for one in found if one.name == name)
    return hooks(place, owned.get(place, ()))


def test_the_virtual_methods_that_compute_comes_to() -> None:
    files = {"kernels/haul.h": HEADER, "kernels/haul.cc": SOURCE}
    found = {one.name: (one.user, one.location and one.location.line, one.target.line)
             for one in linked(files, "HaulBase")}  # fmt: skip
    assert found == {
        "Pull": ("HaulBase::Haul", 6, 6),
        "Knots": ("HaulBase::Haul", 7, 7),
        "Compute": ("HaulBase::Compute", 3, 11),
    }
    assert {one.name: one.target.line for one in linked(files, "Reel")} == {"Turn": 13, "Wind": 14}


@pytest.mark.parametrize(
    ("head", "apart"),
    [
        (b"void Compute(OpKernelContext* c)", False),
        (b"void Compute(OpKernelContext* c, std::map<int, int> rope)", True),
        (b"void Compute()", True),
        (b"void Compile(XlaOpKernelContext* c)", False),
        (b"void ComputeAsync(OpKernelContext* c, DoneCallback done)", False),
        (b"void ComputeAsync(OpKernelContext* c, std::function<void(int, int)> done)", False),
        (b"void ComputeAsync(OpKernelContext* c, Queue* q, DoneCallback done)", True),
        (b"void operator()(OpKernelContext* c, int a, int b)", False),
    ],
)
def test_methods_that_are_called_like_an_entry(head: bytes, apart: bool) -> None:
    text = b"class XOp : public OpKernel {\n  " + head + b" {\n    Work(c);\n  }\n};\n"
    symbols = definitions("kernels/x.cc", text)
    said = read_uses("kernels/x.cc", text, symbols)
    assert [one.kind for one in said if one.kind in KINDS] == (["work"] if apart else [])
    (work,) = Linker(symbols).works(symbols[0].location, said)
    assert work.kind == ("work" if apart else "compute")
