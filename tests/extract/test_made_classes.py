"""Classes of kernels that macros of a file write: their bases, their methods, and what these say."""

from __future__ import annotations

import pytest
from reading import read

from tfexplore.cpp.definitions import definitions
from tfexplore.extract.uses import read_uses
from tfexplore.extract.uses_link import link_uses
from tfexplore.model import Location, Use

PATH = "tensorflow/compiler/tf2xla/kernels/spin.cc"
LIBRARY = "tensorflow/compiler/xla/client/spin.h"

MACRO = """#include "tensorflow/compiler/xla/client/spin.h"
namespace tensorflow {
namespace {
class SpinBase : public XlaOpKernel {
 public:
  void Compile(XlaOpKernelContext* ctx) override { out = Turned(ctx); }
  virtual xla::XlaOp Turned(XlaOpKernelContext* ctx) = 0;
};
#define MAKE_SPIN(NAME, TURN)                              \\
  class NAME##SpinOp : public SpinBase {                   \\
   public:                                                 \\
    xla::XlaOp Turned(XlaOpKernelContext* ctx) override {  \\
      return TURN;                                         \\
    }                                                      \\
  };                                                       \\
  REGISTER_XLA_OP(Name(#NAME), NAME##SpinOp)
"""
INVOKED = """
MAKE_SPIN(Slow, xla::Turn(x, 1));  // MAKE_SPIN(No, xla::Turn(x))
MAKE_SPIN(Fast,
          xla::Turn(x, xla::Quick(y)));
}
}
"""
TURN = "namespace xla {\ninline XlaOp Turn(XlaOp x) { return x; }\ninline XlaOp Quick(XlaOp x) { return x; }\n}\n"


def uses(text: str) -> list[Use]:
    """What the classes of a file's kernels lead to."""
    files = {PATH: text.encode(), LIBRARY: TURN.encode()}
    symbols = [one for path, data in files.items() for one in definitions(path, data)]
    said = {path: read_uses(path, data, definitions(path, data)) for path, data in files.items()}
    return list(link_uses(read({**files}, PATH).kernels, symbols, said))


def test_a_class_that_a_macro_writes() -> None:
    """Its place is that of the kernels' class, which the expansion tells."""
    found = uses(MACRO + INVOKED)
    slow, fast = Location(PATH, 18, 18), Location(PATH, 19, 20)
    kernels = read(MACRO + INVOKED, PATH).kernels
    assert [(one.kernel_class, one.kernel_class_location) for one in kernels] == [
        ("SlowSpinOp", slow),
        ("FastSpinOp", fast),
    ]
    own = [one for one in found if one.owner in (slow, fast)]
    assert [(one.owner.line, one.user, one.kind, one.name, one.target.line) for one in own] == [
        (18, "SlowSpinOp", "base", "SpinBase", 4),
        (18, "SlowSpinOp::Turned", "function", "xla::Turn", 2),
        (19, "FastSpinOp", "base", "SpinBase", 4),
        (19, "FastSpinOp::Turned", "function", "xla::Turn", 2),
        (19, "FastSpinOp::Turned", "function", "xla::Quick", 3),
    ]
    base = [(one.kind, one.defined) for one in found if one.owner == Location(PATH, 4, 8) and one.kind == "compute"]
    assert base == [("compute", "SpinBase::Compile")]


def test_one_with_a_compile_of_its_own() -> None:
    turned, compile_ = (
        "xla::XlaOp Turned(XlaOpKernelContext* ctx) override {",
        "void Compile(XlaOpKernelContext* ctx) {",
    )
    own = MACRO.replace(turned, compile_)
    place = Location(PATH, 18, 18)
    found = [(one.kind, one.defined, one.target) for one in uses(own + INVOKED) if one.owner == place]
    assert ("compute", "SlowSpinOp::Compile", place) in found


@pytest.mark.parametrize(
    "text",
    [
        MACRO,  # nobody invokes it
        MACRO + "MAKE_SPIN(Slow);\n",
        MACRO + "MAKE_SPIN(Slow<int>, xla::Turn(x));\n",
        MACRO.replace(": public SpinBase", "") + INVOKED,
        MACRO.replace(": public SpinBase", ": public SpinBase<float>") + INVOKED,
        MACRO + "// MAKE_SPIN(Slow, xla::Turn(x));\n#if 0\n#endif\n",
        MACRO + "MAKE_SPIN(Slow, xla::Turn(x\n",
    ],
)
def test_what_is_none(text: str) -> None:
    said = read_uses(PATH, text.encode(), definitions(PATH, text.encode()))
    assert [one.user.name for one in said if one.kind == "macro"] == []


def test_what_a_macro_and_its_arguments_say_is_said_on_their_lines() -> None:
    """A base in the macro's definition, a call where the argument has it."""
    found = [
        (one.owner.line, one.name, one.location.line)
        for one in uses(MACRO + INVOKED)
        if one.location and one.owner.line > 10
    ]
    assert found == [
        (18, "SpinBase", 10),
        (18, "xla::Turn", 18),
        (19, "SpinBase", 10),
        (19, "xla::Turn", 20),
        (19, "xla::Quick", 20),
    ]
