"""Places and code in the forms in which people write them: wrapped, in tables, between tags, with numbers in front."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import KERNEL, line_of, wrong
from answers.claimed import TEXTS as TREE

SHED = "tensorflow/core/kernels/shed_op.cc"
HEADER = "tensorflow/core/kernels/shed.h"
PYTHON = "tensorflow/python/keras/sheds.py"
TEXTS = {
    SHED: """// Opens sheds.

template <typename Device, typename T>
struct OpenShedFunctor;

template <typename T>
struct OpenShedFunctor<CPUDevice, T> {
  void operator()(int warp) { RaiseHeddles(warp); }
};

void RaiseHeddles(int warp) {
  LOG(INFO) << "The heddles are raised";


  CountWarp(warp);
}

class ShedOpenerOp : public OpKernel {
 public:
  explicit ShedOpenerOp(OpKernelConstruction* context) : OpKernel(context) {}

  void Compute(OpKernelContext* context) override {
    RaiseHeddles(3);
  }
};

void LowerHeddles(int warp) {
  LOG(INFO) << "The heddles are lowered";


  CountWarp(warp);
}

template <typename T>
void OpenShedFunctor<GPUDevice, T>::operator()(int warp) {
  LowerHeddles(warp);
}
""",
    HEADER: """// Sheds.

class ShedBase {
 public:
  virtual ~ShedBase() {}

  virtual int WarpCount() const = 0;  // of all
  virtual bool IsOpen() const { return false; }
  static int64 MaxWarp();
  void Close();
};

class WideShed : public ShedBase {
 public:
  int WarpCount() const override;

 private:
  int width_;
};
""",
    PYTHON: """class ShedCounter(object):

  def __init__(self, initial_shed_count):
    self._initial_shed_count = initial_shed_count

  def as_dict(self):
    return {
        "open_sheds": self._initial_shed_count,
    }


def open_sheds():
  return None
""",
}

OPENER = "class ShedOpenerOp : public OpKernel {\n public:"
AT = TEXTS[SHED][: TEXTS[SHED].index("class ShedOpenerOp")].count("\n") + 1
LOWER = TEXTS[SHED][: TEXTS[SHED].index("void LowerHeddles")].count("\n") + 1
BLOB = "https://github.com/tensorflow/tensorflow/blob/v1.15.0/"
LONG = "This is what is told of it, at some length, so that a line is as wide as those that editors wrap."


def _forms(line: int) -> list[str]:
    """A line that is said of a class, in each form."""
    return [
        f"| Class | File | Line(s) |\n|---|---|---|\n| `ShedOpenerOp` | shed_op.cc | {line} |",
        f"| Class | Where | Line |\n|---|---|---|\n| `ShedOpenerOp` | `core/kernels/shed_op.cc` | L{line} |",
        f"| Class | Where | From | To |\n|---|---|---|---|\n| `ShedOpenerOp` | `kernels/shed_op.cc` | {line} | 99 |",
        f"| Class | File | Start |\n|---|---|---|\n| `ShedOpenerOp` | `core/kernels/shed_op.cc` | {line} |",
        f"`ShedOpenerOp` (shed_op.cc#{line})",
        f"`ShedOpenerOp` (shed_op.cc, starting from line {line})",
        f"`ShedOpenerOp` lives in shed_op.cc. Its definition begins on line {line}.",
        f"{LONG} The class is `ShedOpenerOp` in core/kernels/shed_op.cc,\nline {line}.",
        f"{LONG} The class is `ShedOpenerOp` in core/kernels/shed_op.cc\nat line {line}.",
        f"{LONG} The class is `ShedOpenerOp`,\n[here]({BLOB}{SHED}#L{line}).",
        f"* `ShedOpenerOp`:\n  shed_op.cc:{line}",
        f"`ShedOpenerOp` [1] does it.\n\n[1]: {BLOB}{SHED}#L{line}",
        f"[`ShedOpenerOp`][c] does it.\n\n[c]: {BLOB}{SHED}#L{line}",
        f'<a href="{BLOB}{SHED}#L{line}">ShedOpenerOp</a>',
        f"`ShedOpenerOp`, whose body you will find at `core/kernels/shed_op.cc:{line}`.",
    ]


@pytest.mark.parametrize("form", range(len(_forms(0))))
def test_places(form: int, index: Path) -> None:
    assert wrong(index, f"# Notes\n\n{_forms(AT)[form]}\n") == []
    assert len(wrong(index, f"# Notes\n\n{_forms(LOWER)[form]}\n")) == 1, _forms(LOWER)[form]


def _listings(line: int) -> list[str]:
    """Code behind the number of a line, in each form."""
    first, second = OPENER.split("\n")
    return [
        f"shed_op.cc:\n\n```\n{line}  {first}\n{line + 1}  {second}\n```",
        f"shed_op.cc:\n\n```cpp\n{line}: {first}\n{line + 1}: {second}\n```",
        f"shed_op.cc:\n\n```cpp\n{line} | {first}\n{line + 1} | {second}\n```",
        f"```\n$ grep -n 'class ShedOpener' core/kernels/shed_op.cc\n{line}:{first}\n```",
        f"core/kernels/shed_op.cc:{line}: {first}",
        f'```cpp title="shed_op.cc" linenums="{line}"\n{OPENER}\n```',
    ]


@pytest.mark.parametrize("form", range(len(_listings(0))))
def test_numbers_in_front_of_code(form: int, index: Path) -> None:
    assert wrong(index, f"# Notes\n\n{_listings(AT)[form]}\n") == []
    assert len(wrong(index, f"# Notes\n\n{_listings(AT + 9)[form]}\n")) == 1, _listings(AT + 9)[form]


def test_listings_that_count_for_themselves(index: Path) -> None:
    assert wrong(index, f"# Notes\n\n{_listings(1)[0]}\n") == []
    assert wrong(index, f"# Notes\n\nIn our fork shed_op.cc is longer:\n\n{_listings(AT + 9)[1][12:]}\n") == []


@pytest.mark.parametrize(
    ("base", "found"), [("OpKernel", []), ("AsyncOpKernel", ["class ShedOpenerOp : public AsyncOpKernel {"])]
)
def test_code_between_tags(base: str, found: list[str], index: Path) -> None:
    code = f"class ShedOpenerOp : public {base} {{\n public:\n  explicit ShedOpenerOp(OpKernelConstruction* context)"
    code += f" : {base}(context) {{}}\n\n  void Compute(OpKernelContext* context) override {{\n    RaiseHeddles(3);\n"
    escaped = code.replace("<", "&lt;").replace(">", "&gt;")
    assert wrong(index, f"# Notes\n\nFrom shed_op.cc:\n\n<pre><code>\n{escaped}</code></pre>\n") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The CPU specialization of `OpenShedFunctor` is at shed_op.cc:{gpu}.", 1),
        ("The GPU specialization of `OpenShedFunctor` is at shed_op.cc:{gpu}.", 0),
        ("`OpenShedFunctor<CPUDevice, T>::operator()` is at shed_op.cc:{gpu}.", 1),
        ("`OpenShedFunctor` 的 CPUDevice 特化在 shed_op.cc 第 {gpu} 行。", 1),
        ("`OpenShedFunctor` 的 GPUDevice 特化在 shed_op.cc 第 {gpu} 行。", 0),
        ("Unlike that for the CPU, the specialization of `OpenShedFunctor` at shed_op.cc:{gpu} lowers them.", 0),
    ],
)
def test_specializations(text: str, found: int, index: Path) -> None:
    gpu = TEXTS[SHED][: TEXTS[SHED].index("void OpenShedFunctor<GPU")].count("\n") + 1
    assert len(wrong(index, f"# Notes\n\n{text.format(gpu=gpu)}\n")) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`ShedBase::WarpCount` is pure virtual.", []),
        ("`ShedBase::IsOpen` is pure virtual.", ["pure virtual"]),
        ("`ShedBase::IsOpen` is not pure virtual.", []),
        ("`ShedBase::IsOpen` is virtual and takes nothing.", []),
        ("`ShedBase::Close` is a virtual method.", ["virtual"]),
        ("`ShedBase::Close` is not virtual.", []),
        ("`WideShed::WarpCount` is virtual.", []),
        ("`ShedBase::MaxWarp` is not static.", ["static"]),
        ("`ShedBase::Close` is `const`.", ["const"]),
        ("`ShedBase::IsOpen` is a non-const method.", ["non-const"]),
        ("`ShedBase::Close` 是虚函数。", ["虚"]),
        ("`ShedBase::MaxWarp` 是静态方法。", []),
        ("`ShedBase::Close` should be virtual.", []),
        ("`ShedBase::MaxWarp` returns `size_t`.", ["size_t"]),
        ("`ShedBase::MaxWarp` returns `int64`.", []),
        ("`WideShed::WarpCount` 返回 `bool`。", ["bool"]),
        ("The return type of `ShedBase::IsOpen` is `bool`.", []),
        ("Our `ShedBase::MaxWarp` returns `size_t`.", []),
    ],
)
def test_members(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"# Notes\n\n{text}\n") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("See `keras/sheds/wide_shed.py`.", ["keras/sheds/wide_shed.py"]),  # of a later release
        ("See our `keras/sheds/wide_shed.py`.", []),
        ("See <code>core/kernels/sheds_op.cc</code>.", ["core/kernels/sheds_op.cc"]),
        ('The dict has `"open_sheds"` (keras/sheds.py:7-9).', []),
        ("The count is kept in `initial_shed_count` (keras/sheds.py:3-4).", []),
        ("`ShedOpenerOp` (shed_op.cc, 1200 lines) took a day.", []),
    ],
)
def test_other_forms(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"# Notes\n\n{text}\n") == found


def test_the_trees_differ() -> None:
    """What is told of a line is told of this tree's."""
    assert AT != LOWER
    assert line_of(KERNEL, "class BraidOp") != AT
    assert SHED not in TREE
