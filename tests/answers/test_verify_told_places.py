"""What a sentence, a heading or a short name tells of the place behind it, and names that are another by one word."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong, wrong_of

from tfexplore.answers.verifying.abbreviated import announced
from tfexplore.index.store import Index

CREEL = "tensorflow/core/looms/creel.cc"
RACK = "tensorflow/core/looms/rack.cc"
KINDS = "tensorflow/python/looms/kinds.py"
OPS = [f"tensorflow/core/kernels/spool{number}_op.cc" for number in range(6)]
TEXTS = {
    CREEL: """// Creels.
constexpr int kMostSpoolsHeld = 2048;

void FillCreel(Creel* creel) {
  creel->Take();
  creel->Wait();
  creel->Turn();
  EmptyCreel(creel);
  creel->Turn();
  creel->Wait();
}




void EmptyCreel(Creel* creel) {
  SaverOfYarn* saver_of_yarn = creel->saver();
  creel->Drop();
  if (use_shed_bar) {
    creel->Rest(creel->shed_bar());
  }
  creel->Count();
  creel->Stop();
}







void MendCreel(Creel* creel) {
  creel->Mend();
  EmptyCreel(creel);
}
""",
    "tensorflow/core/looms/macros.cc": "// Macros.\n#define REGISTER(TYPE) \\\n  Make(TYPE) \\\n  .Attr(kept_yarn)\n"
    + "int a;\n" * 20,
    RACK: "// Racks.\nclass SaverOfYarn {\n};\nclass ShedBar {\n};\nvoid TurnRack() {\n}\n",
    KINDS: "WARP_FOR_LENGTH = 1\nWARP_FOR_WEIGHT = 2\n\n\ndef wind_spools():\n  return WARP_FOR_LENGTH\n",
    **dict.fromkeys(OPS, '// Spools.\nvoid Spool() {\n}\n\n\nREGISTER_KERNEL_BUILDER(Name("S"), S);\n'),
}


@pytest.mark.parametrize(
    ("said", "right", "off"),
    [
        ("完成它的是 `EmptyCreel`，它从 `looms/creel.cc:{}` 开始：先停下。", 16, 4),
        ("最后调用 `EmptyCreel`，后者的实现见 `looms/creel.cc:{}`。", 16, 4),
        ("`EmptyCreel` stops when nobody turns it; it begins at looms/creel.cc:{}.", 16, 4),
        ("All of it is `EmptyCreel`, `looms/creel.cc:{}`.", "16-24", "4-11"),  # all of what calls it
        ("`FillCreel` 的类体是 `looms/creel.cc:{}`。", "4-11", "16-24"),
        ("**Q7. `EmptyCreel`?**\n`looms/creel.cc:{}`", 16, 2),
        ("The statement that ends it, `creel->Stop();`, is here:\n`looms/creel.cc:{}`", 23, 6),
        ("`creel->Rest(creel->shed_bar());`, defined at looms/creel.cc:{}.", 20, 6),
    ],
)
def test_places(said: str, right: str, off: str, index: Path) -> None:
    assert wrong(index, said.format(right)) == []
    assert wrong(index, said.format(off)) == [f"looms/creel.cc:{off}"]


@pytest.mark.parametrize("begins", ["The function starts at", "The whole function begins at", "整个函数从"])
def test_the_function_that_has_a_block(begins: str, index: Path) -> None:
    text = (
        "In looms/creel.cc:\n\n```cpp\n  creel->Count();\n  creel->Stop();\n}}\n```\n\n"
        + begins
        + " looms/creel.cc:{}."
    )
    assert wrong(index, text.format(16)) == []
    assert wrong(index, text.format(32)) == ["looms/creel.cc:32"]


@pytest.mark.parametrize(
    ("said", "line", "found"),
    [
        ("`SaverOfYarn` is asked for (looms/creel.cc:{}).", 17, False),
        ("It rests on one of two: a `ShedBar` (line {}), or nothing.", 20, False),  # in another spelling
        ("It rests on one of two: a `ShedBar` (line {}), or nothing.", 7, True),
    ],
)
def test_what_stands_there_in_another_spelling(said: str, line: int, found: bool, index: Path) -> None:
    assert bool(wrong(index, f"In `looms/creel.cc` creels are emptied. {said.format(line)}")) is found


@pytest.mark.parametrize(
    "text",
    [
        "C stands for tensorflow/core/looms and P for tensorflow/python/looms.",
        "Paths are short: C stands for\ntensorflow/core/looms, P for `tensorflow/python/looms`.",
        "`C` stands for `tensorflow/core/looms` and `P` stands for `tensorflow/python/looms`.",
    ],
)
def test_short_names_without_a_slash(text: str, index: Path) -> None:
    assert announced(text.split("\n")) == {"C/": "tensorflow/core/looms/", "P/": "tensorflow/python/looms/"}
    assert wrong(index, f"{text}\n\nCreels are in C/creel.cc, kinds in P/kinds.py.\n") == []
    assert wrong(index, f"{text}\n\nCreels are in C/creels.cc, kinds in P/kind.py.\n") == ["C/creels.cc", "P/kind.py"]


@pytest.mark.parametrize("same", ["同上", "ditto", "〃", "(same file)"])
def test_a_row_of_the_file_above(same: str, index: Path) -> None:
    head = "| file | function | lines |\n|---|---|---|\n"
    table = f"{head}| `looms/creel.cc` | `FillCreel` | 4-11 |\n| {same} | `EmptyCreel` |"
    assert wrong(index, f"{table} 16-24 |\n") == []
    assert wrong(index, f"{table} 2-3 |\n") == ["2-3"]


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("How many are held is `kMostSpoolsKept`, in `looms/creel.cc`.", ["kMostSpoolsKept"]),
        ("`looms/creel.cc` 里的这个常量叫 `kMostBobbinsHeld`。", ["kMostBobbinsHeld"]),
        ("`looms/creel.cc` has `kMostSpoolsHeld`.", []),
        ("Kinds (`looms/kinds.py`): `WARP_FOR_LENGTH`, and\nalso `WARP_FOR_COLOUR`.", ["WARP_FOR_COLOUR"]),
        ("Of other looms (`looms/rack.cc`) there is `WARP_FOR_COLOUR`.", []),
        ("`kMostSpoolsKept` is ours, `kMostSpoolsKept` that is.", []),
    ],
)
def test_constants_that_are_another_by_a_word(said: str, found: list[str], index: Path) -> None:
    assert wrong(index, said) == found


def test_a_column_of_registrations(index: Path) -> None:
    def table(line: int) -> str:
        rows = "".join(f"| spool {n} | `spool{n}_op.cc:{6 if n else line}` |\n" for n in range(6))
        return f"| what | where |\n|---|---|\n{rows}"

    assert wrong(index, table(6)) == []
    assert wrong(index, table(2)) == ["spool0_op.cc:2"]
    assert wrong(index, table(2).replace("spool1_op.cc:6", "spool1_op.cc:2")) == []  # too many are not


def test_lines_of_a_column_of_targets(index: Path) -> None:
    head = "| source | function | BUILD target (line) |\n|---|---|---|\n"
    assert wrong(index, f"{head}| `looms/rack.cc` | `TurnRack` | `FillCreel` (160) |\n") == []


def test_files_that_only_use_what_they_are_said_to_define(index: Path) -> None:
    said = "几个函数 `FillCreel`、`EmptyCreel` 和 `MendCreel`，\n全部{}在 `looms/rack.cc` 里面。"
    assert wrong(index, said.format("定义")) == ["looms/rack.cc"]
    assert wrong(index, said.format("定义").replace("rack", "creel")) == []


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("`PrefetchDataset`: `slack_period` defaults to 0 and\n`legacy_autotune` to false.", ["legacy_autotune"]),
        ("`PrefetchDataset`: `slack_period` defaults to 0 and `legacy_autotune` to true.", []),
        ("`MergeV2Checkpoints` asks first if all is there: `delete_old_dirs` defaults to false.", ["delete_old_dirs"]),
        ("`NthElement` 标成了 NotDifferentiable。", ["NthElement"]),
        ("`StopGradient` 标成了 NotDifferentiable。", []),
        ("| 3 | InTopKV2 | `InTopK` | int32, int64 | int32, int64 |", []),  # the class is called as another op is
    ],
)
def test_facts_of_ops(said: str, found: list[str], shipped: Index) -> None:
    head = "| no | op | class | CPU types | GPU types |\n|---|---|---|---|---|\n" if said.startswith("|") else ""
    assert wrong_of(shipped, head + said + "\n") == found


def test_texts_and_their_lines_in_turn(index: Path) -> None:
    said = '后两个的值是 `"WARP_FOR_LENGTH"` 和 `"WARP_FOR_WEIGHT"`（looms/kinds.py 第 {} 行、第 {} 行）。'
    assert wrong(index, said.format(1, 2)) == []


def test_the_head_of_a_macro(index: Path) -> None:
    table = "| what | attr | where |\n|---|---|---|\n| spools | `kept_yarn` | looms/macros.cc:{} |\n"
    assert wrong(index, table.format(2)) == []
    assert wrong(index, table.format(12)) == ["looms/macros.cc:12"]


def test_words_behind_a_place_that_are_of_the_next(index: Path) -> None:
    said = "It turns twice, looms/creel.cc:{}, and holds `kMostSpoolsHeld` of `2048`, looms/creel.cc:2."
    assert wrong(index, said.format(33)) == []


def test_a_line_of_a_log_whose_folders_are_left_out(shipped: Index) -> None:
    log = "```\nI .../distributed_runtime/worker.cc:{}] Cancellation requested for RunGraph.\n```\n"
    assert wrong_of(shipped, log.format(203)) == []
