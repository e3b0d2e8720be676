"""How many parameters functions of C++ are said to take, and templates which; what is returned, without marks."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

BOBBINS = "tensorflow/core/looms/bobbins.cc"
TEXTS = {
    BOBBINS: """template <typename Device, class T>
class BobbinWinder : public OpKernel {
 public:
  bool WindThread(int turns, float tension, bool tight = true) {
    return true;
  }
  void WindAll(const std::map<int, float>& turns) {}
};

Status UnwindThread(int turns) {
  return Status::OK();
}
""",
}


@pytest.mark.parametrize(
    ("said", "right", "other"),
    [
        ("`BobbinWinder::WindThread` takes {} arguments.", "three", "four"),
        ("`BobbinWinder::WindThread` takes {} parameters: `turns` and `tension`.", "two", "five"),
        ("`BobbinWinder::WindAll` has {} parameter.", "1", "2"),
        ("`UnwindThread` 有{}个参数。", "一", "三"),
        ("`BobbinWinder` is a template on `Device` and `{}`.", "T", "Dims"),
        ("`BobbinWinder` is a class template with the parameters `{}` and `T`.", "Device", "Index"),
        ("`BobbinWinder::WindThread` returns {}.", "bool", "void"),
        ("`UnwindThread` returns {} in the end.", "Status", "bool"),
        ("`UnwindThread` 定义于 bobbins.cc 的第 10 行，它返回 {}。", "Status", "bool"),
    ],
)
def test_what_is_so_and_what_is_not(said: str, right: str, other: str, index: Path) -> None:
    assert wrong(index, f"# Notes\n\n{said.format(right)}\n") == []
    assert len(wrong(index, f"# Notes\n\n{said.format(other)}\n")) == 1


@pytest.mark.parametrize(
    "said",
    [
        "`BobbinWinder::WindThread` does not take four arguments.",
        "`BobbinWinder::WindThread` takes four arguments or more.",
        "Our `BobbinWinder::WindThread` takes four arguments.",
        "`BobbinWinder` is a template for `Dims`.",
    ],
)
def test_what_is_left_alone(said: str, index: Path) -> None:
    assert wrong(index, f"# Notes\n\n{said}\n") == []
