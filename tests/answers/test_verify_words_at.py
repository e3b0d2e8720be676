"""Lines that are cited for words which no definition explains, and other places that are another thing's."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong, wrong_of

from tfexplore.index.store import Index

SPOOL = "tensorflow/core/lib/spool.h"
SPUN = "tensorflow/python/ops/spun.py"
TEXTS = {
    SPOOL: """// Spools.
class Spool {
 public:
  virtual Status UnwindAll(int times) = 0;

  int length() const;



 private:
  std::vector<Yarn> yarns_;



  int width_;
};
""",
    SPUN: """import six

MOST_THREADS = 8



def spin(x):
  y = x
  y += 1
  y += 2
  return y



def spin_all(xs):
  most = MOST_THREADS
  return [spin(x) for x in xs][:most]



def last():
  return 1
  # That is all.
  # That is all.
""",
    "tensorflow/core/lib/bobbin.h": "Status WindAll();\n",
    "tensorflow/core/lib/bobbin.cc": """class BobbinWinder {
 public:
  void Wind() {}
};
""",
    "tensorflow/core/lib/spin.cc": """Status Spin(Spool* spool) {
  spool->strands(2).reverse(dims).scan(1, reducer, exclusive).reverse(dims);
  return Status::OK();
}

void Twist(Spool* spool) {
  Spin(spool);
  spool->Wash();
  spool->Dry();
  spool->Fold();
  spool->Pack();
  spool->Label();
  spool->Store();
  spool->Forget();
  spool->Remember();
}
""",
}


@pytest.mark.parametrize(
    ("said", "right", "far"),
    [
        ("That is `MOST_THREADS`, spun.py:{}, and more.", 3, 10),
        ("That is `MOST_THREADS` (spun.py:{}).", 3, 25),
        ("They are in `std::vector<Yarn> yarns_` (spool.h:{}).", 12, 4),
        ("`UnwindAll` is pure virtual (lib/spool.h:{}).", 4, 12),
    ],
)
def test_a_line_that_has_nothing_to_do_with_the_word(said: str, right: int, far: int, index: Path) -> None:
    assert wrong(index, said.format(right) + "\n") == []
    assert len(wrong(index, said.format(far) + "\n")) == 1


@pytest.mark.parametrize(
    "said",
    [
        "That is `MOST_THREADS`, spun.py:17.",  # in a function that has it
        "The `MOST_THREADS` parameter is read, see spun.py:10 for how.",
    ],
)
def test_a_line_that_may_have(said: str, index: Path) -> None:
    assert wrong(index, said + "\n") == []


def test_the_line_behind_the_file_that_has_a_name(index: Path) -> None:
    text = "The function `Spin` is in spin.cc (core/lib/spin.cc:{}).\n"
    assert wrong(index, text.format(1)) == []
    assert wrong(index, text.format(14)) == ["core/lib/spin.cc:14"]


def test_lines_that_are_all_of_another_definition(index: Path) -> None:
    assert wrong(index, "`Spin` (lib/spin.cc:1-4) is short.\n") == []
    assert wrong(index, "`Spin` (lib/spin.cc:6-15) is short.\n") == ["lib/spin.cc:6-15"]
    assert wrong(index, "`Spin` (lib/spin.cc:7-9) is called.\n") == []


def test_a_statement_that_goes_on(index: Path) -> None:
    block = (
        "In `lib/spin.cc`:\n\n```cpp\nStatus Spin(Spool* spool) {\n"
        "  spool->strands(2).reverse(dims).scan(1, reducer, exclusive)%s\n%s}\n```\n"
    )
    assert wrong(index, block % (".reverse(dims);", "  return Status::OK();\n")) == []
    assert len(wrong(index, block % (";", ""))) == 1
    cut = "In `lib/spin.cc`:\n\n```cpp\nStatus Spin(Spool* spool);\n```\n"
    assert wrong(index, cut) == []


def test_a_file_that_it_is_not_in(index: Path) -> None:
    block = "```cpp\nvoid Twist(Spool* spool) {\n  Spin(spool);\n  spool->Wash();\n  spool->Dry();\n}\n```\n"
    assert len(wrong(index, f"From `kernels/braid_op.cc`:\n\n{block}")) == 1
    assert wrong(index, f"It is in `lib/spin.cc`, not in `kernels/braid_op.cc`:\n\n{block}") == []


@pytest.mark.parametrize("places", ["`array_ops.cc:3010`, `:3032`", "`array_ops.cc:3010`, `:3032`, `:3100`"])
def test_places_of_a_cell_are_of_the_names_in_turn(places: str, shipped: Index) -> None:
    table = "| what | ops | places |\n|---|---|---|\n| real | `QuantizeV2`, `Dequantize` | {} |\n"
    assert wrong_of(shipped, table.format(places)) == []


def test_places_of_a_cell_in_the_wrong_order(shipped: Index) -> None:
    table = (
        "| what | ops | places |\n|---|---|---|\n| real | `QuantizeV2`, `Dequantize` | `array_ops.cc:3032`, `:3010` |\n"
    )
    assert wrong_of(shipped, table)


def test_an_op_that_only_a_docstring_names(shipped: Index) -> None:
    assert wrong_of(shipped, "The op `UnsortedSegmentMin` has a kernel.") == []


def test_what_swig_makes(shipped: Index) -> None:
    assert wrong_of(shipped, "Then `_wrap_TF_SessionRun_wrapper` applies the typemaps.") == []


def test_attrs_that_there_are_not(shipped: Index) -> None:
    text = "In the op registration, there is {}`axis` or `narrow_range` attribute on `Dequantize`."
    assert wrong_of(shipped, text.format("no ")) == []


def test_a_name_that_is_listed_among_ops(shipped: Index) -> None:
    text = "It registers `RefSwitch`, `RefMerge`, `RefEnter` and `{}` in `control_flow_ops.cc`."
    assert wrong_of(shipped, text.format("RefExit")) == []
    assert wrong_of(shipped, text.format("RefLoopCond")) == ["RefLoopCond"]


def test_a_member_that_no_module_has(index: Path) -> None:
    text = "See `python/ops/spun.py`. Then `spun.{}` is called.\n"
    assert wrong(index, text.format("spin_all")) == []
    assert wrong(index, text.format("spin_all_strands")) == ["spun.spin_all_strands"]
    assert wrong(index, "Then `spun.spin_all_strands` is called.\n") == []  # on somebody's `spun`, perhaps


def test_a_function_that_is_called_as_an_error(shipped: Index) -> None:
    text = 'A zero divisor ends in `SetComputeError`, "Integer division by zero".'
    assert wrong_of(shipped, text) == []


def test_kernels_of_builds_that_no_index_is_of(shipped: Index) -> None:
    text = "`SelectV2`{} is registered with `SelectOp`."
    assert wrong_of(shipped, text.format("")) == ["SelectOp"]
    assert wrong_of(shipped, text.format(" for SYCL")) == []


@pytest.mark.parametrize("head", ["报错       ", "message", "Error"])
def test_rows_of_messages(head: str, index: Path) -> None:
    others = (
        "`BraidStrands` (braid_op.cc:25), `Tighten` (braid_op.cc:34), `LoosenStrands` (braid_op.cc:38),"
        " `Spin` (lib/spin.cc:1).\n\n"
    )
    table = (
        f"{others}| {head} | name | place |\n|---|---|---|\n| It is no matrix | `BraidOp` | kernels/braid_op.cc:13 |\n"
    )
    assert wrong(index, table) == []
    assert wrong(index, table.replace(head, "what").replace("It is no", "")) == ["kernels/braid_op.cc:13"]


def test_a_class_of_a_source_is_not_in_the_header_beside_it(index: Path) -> None:
    assert wrong(index, "It is done by `BobbinWinder` in `lib/bobbin.h`.\n") == ["lib/bobbin.h"]
    assert wrong(index, "It is done by `BobbinWinder` in `lib/bobbin.cc`.\n") == []
