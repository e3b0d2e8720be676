"""Quotations held against a file: what counts as the same, and what is said of a difference."""

from __future__ import annotations

import pytest

from tfexplore.answers.alignment import Compared
from tfexplore.answers.quotations import Quotations
from tfexplore.answers.tokens import entities_resolved, quoted_tokens, tokens_of

CC = """\
// The license.
#include "weave.h"

namespace loom {

/* A kernel
   of ours. */
template <typename Device, typename T>
class WeaveOp : public OpKernel {
 public:
  explicit WeaveOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("threads", &threads_));  // at least one
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& warp = context->input(0);
    const Tensor& weft = context->input(1);
    OP_REQUIRES(context, warp.dims() == 2,
                errors::InvalidArgument("warp must be a matrix"));
    functor::Weave<Device, T>()(context->eigen_device<Device>(), warp, weft);
  }
};

#define REGISTER_WEAVE(T) \\
  REGISTER_KERNEL_BUILDER(Name("Weave").Device(DEVICE_CPU).TypeConstraint<T>("T"), WeaveOp<CPUDevice, T>)

}  // namespace loom
"""
PY = '''\
@ops.RegisterGradient("Weave")
def _WeaveGrad(op, grad):
  """The gradient of Weave goes to both threads.

  Args:
    op: the op
  """
  warp = op.inputs[0]  # the long ones
  return [grad * warp, grad // 2]
'''
FILES = {"loom/weave.cc": CC.encode(), "loom/weave.py": PY.encode()}


def exact(code: str, path: str = "loom/weave.cc") -> Compared | None:
    quoted = quoted_tokens(code, path.endswith(".py"))
    return Quotations(FILES.get).exact(quoted, [path])


def aligned(code: str, path: str = "loom/weave.cc") -> Compared:
    found = Quotations(FILES.get).aligned(quoted_tokens(code, path.endswith(".py")), [path])
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("&lt;T&gt;", "<T>"),
        ("&amp;lt;T&amp;gt;", "<T>"),
        ("const Graph& copy, Tensor &input", "const Graph& copy, Tensor &input"),
        ("a && b", "a && b"),
        ("return &empty; f(&times;, &part;)", "return &empty; f(&times;, &part;)"),
    ],
)
def test_entities(text: str, expected: str) -> None:
    assert entities_resolved(text) == expected


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("const Tensor& warp = context->input(0);", (16, 16)),
        ("const Tensor& warp = context->input(0);  // 输入\n\n  # 说明\nconst Tensor& weft = context->input(1);", (16, 17)),
        ("const Tensor& warp = context-&gt;input(0);", (16, 16)),
        ("const Tensor&amp;amp; warp = context-&amp;gt;input(0);", (16, 16)),
        ("OP_REQUIRES(context, warp.dims() == 2, errors::InvalidArgument(\n    \"warp must be a matrix\"));", (18, 19)),
        ("class WeaveOp : public OpKernel {\n  // ...\n  void Compute(OpKernelContext* context) override {", (9, 15)),
        ("class WeaveOp : public OpKernel {\n ...\n};", (9, 22)),
        ("void Compute(OpKernelContext* context) override;", (15, 15)),
        ("void Compute(OpKernelContext* context) override { ... }", (15, 21)),
        ("explicit WeaveOp(OpKernelConstruction* context) : OpKernel(context) {\n}", (11, 11)),
        ("#define REGISTER_WEAVE(T) REGISTER_KERNEL_BUILDER(Name(\"Weave\")", (24, 25)),
        ("#define REGISTER_WEAVE(T) \\  // 每个类型\n  REGISTER_KERNEL_BUILDER(Name(\"Weave\")", (24, 25)),
        ("#define REGISTER_WEAVE(T) \\ /* each */ \n  REGISTER_KERNEL_BUILDER(Name(\"Weave\")", (24, 25)),
        ("template <typename Device, typename T>\nclass WeaveOp : public OpKernel {", (8, 9)),
    ],
)  # fmt: skip
def test_the_same(code: str, lines: tuple[int, int]) -> None:
    found = exact(code)
    assert found is not None
    assert ((found.line, found.end_line), found.different) == (lines, "")


@pytest.mark.parametrize(
    "code",
    [
        "const Tensor& warp = context->input(1);",
        "class WeaveOp : public BinaryOp {",
        'OP_REQUIRES(context, warp.dims() == 2, errors::InvalidArgument("weft must be a matrix"));',
        "const Tensor& weft = context->input(1);\nconst Tensor& warp = context->input(0);",
    ],
)
def test_not_the_same(code: str) -> None:
    assert exact(code) is None


def test_a_changed_token_is_named_with_its_line() -> None:
    found = aligned("const Tensor& warp = context->input(0);\nconst Tensor& weft = context->input(7);")
    assert (found.line, found.end_line, found.changes) == (16, 17, 1)
    assert found.different == "line 17 has `1`, the quotation `7`"


def test_lost_angle_brackets_are_no_difference() -> None:
    found = aligned("functor::Weave()(context->eigen_device(), warp, weft);")
    assert (found.line, found.different) == (20, "")


def test_python_without_remarks_and_docstring() -> None:
    code = "def _WeaveGrad(op, grad):\n  warp = op.inputs[0]  # 长的\n  return [grad * warp, grad // 2]"
    found = exact(code, "loom/weave.py")
    assert found is not None
    assert (found.line, found.end_line) == (2, 9)


def test_a_docstring_in_other_words() -> None:
    quotations = Quotations(FILES.get)
    assert quotations.documented('"""The gradient of Weave goes to both threads."""', "loom/weave.py") == ""
    said = quotations.documented('"""The gradient of Weave goes to three threads.\n\n"""', "loom/weave.py")
    assert said == "the docstring has no `to three`"


def test_lines_of_a_comment() -> None:
    found = Quotations(FILES.get).remark("/* A kernel\n   of ours. */", ["loom/weave.cc"])
    assert found is not None
    assert found.line == 6


def test_the_lines_of_words_in_any_order() -> None:
    text = 'int a;  // one\n/* two\nthree */ int b = "4\\n";\n\n#define C \\\n  d\n'
    file = tokens_of(text, python=False)
    expected = {"a": 1, "b": 3, "C": 5, "d": 6}
    for names in ("abCd", "dCba", "bdaC"):
        assert {name: file.line(file.words.index(name)) for name in names} == expected


def test_a_comment_put_together_in_another_way() -> None:
    """Every pair of its words is there, and nothing is lost: that is no difference."""
    text = b"// one two three\n// three four one\n// four one two four\nint x = 1;\nint y = 2;\n"
    compared = Compared("a.cc", 4, 5, 1.0, "")
    assert Quotations(lambda _: text).commented("// one two four one two three four\nint x = 1;", compared) == ""
