"""What a document says of classes: which members they have, and what they are derived from."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong, wrong_of

from tfexplore.index.store import Index

CC = "tensorflow/core/kernels/looms.h"
PY = "tensorflow/python/ops/looms.py"
CONTRIB = "tensorflow/contrib/looms/python/looms.py"
TEXTS = {
    CC: """class Loom {
 public:
  virtual void WeaveCloth(int warp);
};

class HandLoom : public Loom {
 public:
  void PullShuttle() {}
};

template <typename T>
class WideLoom : public Holder<HandLoom, T>, public HandLoom {
 public:
  void StretchCloth() {}
};

class Holder {
 public:
  void HoldCloth() {}
};

class RentedLoom : public std::vector<int> {
 public:
  void ReturnLoom() {}
};

class Bobbin : public HandLoom {
};
""",
    PY: """class Spindle(object):
  def spin_yarn(self):
    self.yarn_length = 1


class DropSpindle(Spindle):
  def drop_spindle(self):
    pass


class MadeSpindle(collections.namedtuple("Made", ["yarn"])):
  def show_yarn(self):
    pass


class ProxySpindle(object):
  def __getattr__(self, name):
    return getattr(self.inner, name)

  def close_proxy(self):
    pass


class TwinSpindle(spindles.TwinSpindle, DropSpindle):
  pass


class WoolSpindle(DropSpindle):
  pass


class _Peg(object):
  pass


class Peg(_Peg):
  pass


class PegHolder(_Peg):
  pass


class MyPegHolder(_Peg):
  pass


class LentSpindle(rented.Spinner):
  pass
""",
    CONTRIB: """class WoolSpindle(Spindle):
  pass
""",
}


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("Spindle.spin_yarn", True),
        ("DropSpindle.spin_yarn", True),  # its base's
        ("DropSpindle.yarn_length", True),
        ("Spindle.drop_spindle", False),  # that of a class that is derived from it
        ("DropSpindle.close_proxy", False),
        ("MadeSpindle.close_proxy", True),  # what it is derived from is made by a call
        ("ProxySpindle.spin_yarn", True),  # made when the program runs
        ("LentSpindle.close_proxy", False),  # which another class of its file has, and nothing else
        ("LentSpindle.close_lid", True),  # which that package's may have
        ("HandLoom.WeaveCloth()", True),
        ("HandLoom.StretchCloth()", False),
        ("WideLoom.WeaveCloth()", True),
        ("WideLoom.HoldCloth()", True),
        ("WideLoom.ReturnLoom()", False),
        ("RentedLoom.StretchCloth()", True),  # perhaps
    ],
)
def test_members(name: str, right: bool, index: Path) -> None:
    assert (wrong(index, f"- `{name}` is called.\n") == []) is right
    assert wrong(index, f"- Our own `{name}` is called.\n") == []


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("`HandLoom` derives from `Loom`.", True),
        ("`WideLoom` (a wide one) is derived from `Loom`.", True),
        ("`Loom` derives from `HandLoom`.", False),
        ("Of all that is said here of the looms, and of the `Bobbin`\nderives straight from `HandLoom`.", True),
        ("Of all that is said here of the looms, and of the `Bobbin`\nderives straight from `Loom`.", False),
        ("Of all that is said here of the looms, and of the `Bobbin`\n\nderives straight from `Loom`.", True),
        ("It is the `Bobbin`\nderives straight from `Loom`.", True),  # a line that was not wrapped
        ("`DropSpindle` is a subclass of `Spindle`.", True),
        ("`Spindle` is a subclass of `DropSpindle`.", False),
        ("`ProxySpindle` inherits from `Spindle`.", False),
        ("`ProxySpindle`继承自`Spindle`。", False),
        ("`DropSpindle` 直接继承自 `Spindle`。", True),
        ("`MadeSpindle` inherits from `Spindle`.", True),  # nobody can say
        ("`class HandLoom : public WideLoom`", False),
        ("`class HandLoom : public Loom`", True),
        ("`WideLoom<T>` extends `RentedLoom`", False),
        ("It is `class DropSpindle(Spindle)`.", True),
        ("It is `class Spindle(looms.DropSpindle)`.", False),
        ("It is `class MadeSpindle(Spindle)`.", True),  # nobody can say
        # A class that was named before.
        ("`WideLoom` is in `tensorflow/core/kernels/looms.h`, and its base class is `RentedLoom`.", False),
        ("`WideLoom` is in `tensorflow/core/kernels/looms.h`, its base class is `HandLoom`.", True),
        ("`WideLoom` is in `tensorflow/core/kernels/looms.h`. Its base class is `RentedLoom`.", False),
        ("`WideLoom`, whose base class is `RentedLoom`", False),
        ("`WideLoom` (`tensorflow/core/kernels/looms.h`, base `RentedLoom`)", False),
        ("`WideLoom<T>` 定义在 `tensorflow/core/kernels/looms.h:12`,它的基类是 `RentedLoom<T>`。", False),
        ("`WideLoom` 定义在 `tensorflow/core/kernels/looms.h:12`，基类为 `Loom`。", True),
        ("`Bobbin` calls `Holder`, its base class is `Loom`.", True),  # that of one of them
        # Directly.
        ("`WideLoom` derives from `Loom`.", True),
        ("`WideLoom` derives directly from `Loom`.", False),
        ("`WideLoom` 直接继承自 `Loom`。", False),
        ("`HandLoom` derives from `Loom`, and `WideLoom` directly from `Loom`.", False),
        ("`HandLoom` itself derives from `Loom`, and `WideLoom` from `Loom`.", True),
        ("`HandLoom` itself derives from `Loom`, and `Loom` from `Holder`.", False),
        ("`HandLoom` itself derives from `Loom`. And `Loom` from `Holder` is told.", True),
        ("`WideLoom` is a subclass of `Loom`, `Bobbin` of `Loom`, and `HandLoom` of `Loom`.", True),
        ("`WideLoom` is a subclass of `Loom`, `Bobbin` of `Holder`, and `HandLoom` of `Loom`.", False),
        ("`WideLoom` is a subclass of `Loom`, `Bobbin` of `Loom`, and `HandLoom` of `Holder`.", False),
        ("`WideLoom` is a subclass of `Loom`, and `Bobbin` of `Holder` is told.", True),
        ("`WideLoom` is a subclass of `Loom` that holds the `Bobbin` of `Holder`.", True),
        ("`WideLoom` is a subclass of `Loom`. And `Bobbin` of `Holder`.", True),
        ("`WideLoom` 是 `Loom` 的子类，`Bobbin` 则是 `HandLoom` 的。", True),
        ("`WideLoom` 是 `Holder` 的直接子类。", True),
        ("`WideLoom` 是 `RentedLoom` 的子类。", False),
        ("`WideLoom` 是 `Loom` 的子类，`Bobbin` 则是 `Holder` 的。", False),
        ("`WideLoom` 是 `Loom` 的子类，`Bobbin` 是 `Holder` 的梭子。", True),
        ("`class WideLoom : public Loom`", False),
        ("`class WideLoom final : public Holder<HandLoom, T>, public HandLoom`", True),
        ("`class WideLoom : public Holder<HandLoom, T>, public Loom`", False),
        ("We change it to `class WideLoom : public Loom`.", True),
        ("`class TwinSpindle(spindles.TwinSpindle, looms.DropSpindle)`", True),
        ("`class TwinSpindle(spindles.TwinSpindle, Spindle)`", False),
        ("`class Bobbin(Spindle)`", True),  # another: that one is of C++
        ("`class PegHolder(_Peg)`", True),
        ("`class PegHolder(Peg)`", False),
        ("`class MyPegHolder(Peg)`", True),  # the reader's
        ("`WoolSpindle` derives directly from `Spindle`.", False),
        ("`WoolSpindle` of contrib derives directly from `Spindle`.", True),
        ("Unlike `WideLoom`, which `RentedLoom` replaces", True),
    ],
)
def test_bases(text: str, right: bool, index: Path) -> None:
    assert (wrong(index, text + "\n") == []) is right


TREE = "Some classes:\n\n```\nLoom\n├── HandLoom\n│   ├── WideLoom\n│   └── {}\n└── {}\n```\n"


@pytest.mark.parametrize(
    ("entries", "found"),
    [
        (("WideLoom", "HandLoom"), []),
        (("Spindle", "HandLoom"), ["Spindle"]),
        (("WideLoom", "RUGMaker"), ["RUGMaker"]),
        (("MadeSpindle", "HandLoom"), []),  # nobody can say
        (("Spindle", "Holder"), ["Spindle", "Holder"]),
    ],
)
def test_a_drawing_of_classes(entries: tuple[str, str], found: list[str], index: Path) -> None:
    assert wrong(index, TREE.format(*entries)) == found


def test_a_drawing_of_calls_is_none_of_classes(index: Path) -> None:
    drawn = "```\nLoom\n├── Holder\n│   └── Spindle\n├── HandLoom\n└── ProxySpindle\n```\n"
    assert wrong(index, f"Who calls whom:\n\n{drawn}") == []


@pytest.mark.parametrize(
    "said",
    [
        "`NanLossDuringTrainingError` is a `{}`.",
        "It raises `NanLossDuringTrainingError`, which is a `{}` (line 730).",
        "It raises `NanLossDuringTrainingError` (a `{}`).",
    ],
)
def test_an_error_is_another(said: str, shipped: Index) -> None:
    assert wrong_of(shipped, said.format("ValueError")) == ["ValueError"]
    assert wrong_of(shipped, said.format("RuntimeError")) == []


def test_what_is_an_error_to_do_is_no_class(shipped: Index) -> None:
    assert wrong_of(shipped, "Passing a `SparseTensor` is a `TypeError`.") == []


@pytest.mark.parametrize("header", ["base", "Base class", "基类", "父类", "inherits from"])
def test_a_column_of_bases(header: str, index: Path) -> None:
    table = f"| class | {header} |\n|---|---|\n" + "| `{}` | `{}` |\n"
    assert wrong(index, table.format("HandLoom", "Loom")) == []
    assert wrong(index, table.format("Bobbin", "tensorflow::HandLoom")) == []
    assert wrong(index, table.format("Bobbin", "Loom")) == ["Loom"]  # there is one between
    assert wrong(index, table.format("DropSpindle", "PegHolder")) == ["PegHolder"]


def test_a_column_of_something_else(index: Path) -> None:
    assert wrong(index, "| class | used by |\n|---|---|\n| `Bobbin` | `Holder` |\n") == []
    assert wrong(index, "| class | base | base |\n|---|---|---|\n| `Bobbin` | `Holder` | `Holder` |\n") == []
    assert wrong(index, "| base | class |\n|---|---|\n| `Holder` | `Bobbin` |\n") == []
