"""Forms of places, members, values and lists in which people write, each right and wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong, wrong_of

from tfexplore.index.store import Index

SPOOL = "tensorflow/core/kernels/spools/spool.cc"
TEXTS = {
    SPOOL: """class Spool;

class SpoolBase {
};

class Spool : public SpoolBase {
 public:
  void WindSpool();
};

void Spool::WindSpool() {
  int turned = 0;
  int turns = 1;
  int last = 2;
  TurnSpool(turned + turns + last);
}

void TurnSpool(int turns) {
  int left = turns;
  while (left > 0) {
    left = left - 1;
  }
}

void CutSpool() {
  TurnSpool(3);
}

constexpr char kSpoolIndex[] = "spool_index";
""",
    "tensorflow/core/kernels/spools/reel.cc": 'constexpr char kSpoolIndex[] = "i";\n\nvoid WindReelUp() {\n}\n',
    "tensorflow/core/kernels/spools/bobbin_winder.cc": "void WindBobbinUp() {\n}\n\nvoid TurnBack() {\n}\n",
    "tensorflow/core/kernels/spools/twin.cc": """class TwinSpool {
  void TurnBack() {
  }
};

void WindTwinSpool() {
}

void CutTwinSpool() {
}
""",
    "tensorflow/contrib/spools/twin.cc": """// Of others.

class LooseTwin {
  void LetTwinGo() {
  }
};

void WindLooseTwin() {
}

void CutLooseTwin() {
}

void MendLooseTwin() {
}
""",
    "tensorflow/core/kernels/spools/yarn_winder.cc": "void WindYarnUp() {\n}\n",
    "tensorflow/core/kernels/spools/warp_winder.cc": "void WindWarpUp() {\n}\n",
    "tensorflow/python/spools/errors.py": '''"""Errors of spools."""
import builtins


class SpoolError(Exception):
  """A spool is broken."""

  def mend_spool(self):
    return None


class SpoolTornError(SpoolError):
  """It is torn."""


class MadeError(make_base(SpoolError)):
  """What it is derived from is made."""


class Thread(object):
  """No error."""

  def pull_thread(self):
    return None
''',
}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # Lines of one file behind its names.
        ("`spools/spool.cc` 中，`WindSpool` 在 11 行，`TurnSpool` 在 {} 行，`CutSpool` 在 25 行。", ("18", "25")),
        ("- `CutSpool` (spool.cc {})", ("25", "18")),
        ("1. CutSpool, spool.cc line {}", ("25", "18")),
        ("`CutSpool` (Zeile {} in `spool.cc`) schneidet ab.", ("25", "18")),
        ("`CutSpool` (ligne {} de `spool.cc`) coupe.", ("25", "18")),
        # What is derived from another and has its place behind that.
        ("`class Spool` 继承 `SpoolBase`，定义在 spool.cc 第 {} 行", ("6", "13")),
        # A forward declaration is no definition.
        ("`Spool` (`spool.cc:{}`)（类定义）", ("6", "1")),
    ],
)
def test_lines(text: str, found: tuple[str, str], index: Path) -> None:
    right, other = found
    assert wrong(index, text.format(right) + "\n") == []
    assert len(wrong(index, text.format(other) + "\n")) == 1


def test_items_that_begin_with_their_places(index: Path) -> None:
    items = (
        "- `SpoolBase` (spool.cc:3) is the base\n- `Spool::WindSpool` (spool.cc:{}) winds\n"
        "- `TurnSpool` (spool.cc:18) turns\n- `CutSpool` (spool.cc:25) cuts\n"
    )
    assert wrong(index, items.format(11)) == []
    assert wrong(index, items.format(14)) == ["spool.cc:14"]
    # A line within one's body is a statement where the others say nothing of heads.
    assert wrong(index, "\n".join(items.format(14).split("\n")[1:3]) + "\n") == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("In `spools/spool.cc`, `CutSpool` does it.", []),
        ("In `spools/reel.cc`, `CutSpool` does it.", ["spools/reel.cc"]),
        ("In `spools/reel.cc`, `CutSpool` is not called.", []),
        ("`TwinSpool` 的方法 `TurnBack` 在 spools/twin.cc 中。", []),  # and a function of another file
        ("`TwinSpool` 的方法 `TurnBack` 在 spool.cc 中。", ["spool.cc"]),
        (
            "| file | what |\n|---|---|\n"
            "| `spools/spool.cc` | `SpoolBase`, `Spool`, `WindSpool`, `TurnSpool`, `WindReelUp` |",
            ["WindReelUp"],
        ),
        # A file of a folder of the tree, in a document on its files that cites others of that folder, or none.
        (
            "`braid_op.cc`, `reel.h`, `strands.py`, `knot.h`, `braid_tips.h`\n\n`kernels/spools/gatekeeper.cc`",
            ["kernels/spools/gatekeeper.cc"],
        ),
        ("在 spool.cc 里，WindSpoolQuickly 负责。", ["WindSpoolQuickly"]),
        # A file of a folder of the tree, in a document on its files; one of a list of such.
        (
            "`spools/reel.cc`, `spools/spool.cc`, `spools/bobbin_winder.cc`, `spools/yarn_winder.cc`, `braid.cc`\n\n"
            "`kernels/spools/silk_winder.cc`",
            ["kernels/spools/silk_winder.cc"],
        ),
        ("`silk_winder.cc`、`bobbin_winder.cc`、`yarn_winder.cc`、`warp_winder.cc`。", ["silk_winder.cc"]),
        ("`silk_winder.cc`", []),
    ],
)
def test_files(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text + "\n") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`SpoolTornError` derives from `SpoolError`.", []),
        ("`SpoolTornError` derives from `Thread`.", ["Thread"]),  # nor does what Python has
        ("`MadeError` derives from `Thread`.", []),  # of which nobody can say
        ("`SpoolTornError`'s `mend_spool` is called.", []),
        ("`SpoolTornError`'s `pull_thread` is called.", ["pull_thread"]),
        ("`Thread` has the method `pull_thread`.", []),
        ("`Thread` has the method `mend_spool`.", ["mend_spool"]),
        ("`Thread` 的 `mend_spool` 会被调用。", ["mend_spool"]),
    ],
)
def test_classes(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text + "\n") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('`kSpoolIndex` is `"i"`.', []),  # one of two files' has it so
        ('`kSpoolIndex` is `"spool_index"`.', []),
        ('`kSpoolIndex` is `"j"`.', ["kSpoolIndex"]),
        ('The constant `kSpoolIndex` in `spools/reel.cc` is "i".', []),
        ('The constant `kSpoolIndex` in `spools/reel.cc` is "spool_index".', ["kSpoolIndex"]),
    ],
)
def test_a_constant_of_several_files(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text + "\n") == found


KINDS = "| kind | name |\n|---|---|\n| input | `input` |\n| input | `filter` |\n| attr | `strides` |\n| attr | `{}` |"


@pytest.mark.parametrize(
    "text",
    [
        KINDS,
        "These are the inputs and attrs of `Conv2D`:\n\n- `input`, `filter`\n- `strides`\n- `{}`",
        "- `Conv2D` (line 3)\n  - inputs: `input`, `filter`\n  - additional attr: `{}`",
        "`Conv2D` 多一个输入 `filter`，attr 里还有 `{}`。",
    ],
)
def test_parts_of_an_op(text: str, shipped: Index) -> None:
    assert wrong_of(shipped, f"## Conv2D\n\n{text.format('dilations')}") == []
    assert wrong_of(shipped, f"## Conv2D\n\n{text.format('dilation_rate')}") == ["dilation_rate"]


@pytest.mark.parametrize(
    "text",
    [
        "**Q: Can we call `tf.config.set_visible_devices`?** Only as an experimental function.",
        "Backport `tf.keras.layers.MultiHeadAttention`?",
        "TensorFlow.js(`tf.loadGraphModel`、`tf.tidy`) 在别处。",
        "`tf.keras.optimizers.legacy` は 1.15 にはありません。",
        "`BatchToSpaceTwice` 不在这里。",
        "## Wish list\n\n- A `BatchToSpaceTwice` op",
        "With the attr `legacy_autotune` at its default, the `Iterator` waits.",
        "```\n4120 ml 20 R 98.7 5.9 12:44.01 tf_data_paralle\n```",
        "| method (`ops/nn_ops.py`) | line | source |\n|---|---|---|\n| `conv2d` | 1779 | conv_ops_using_gemm.cc |",
    ],
)
def test_what_is_no_claim(text: str, shipped: Index) -> None:
    assert wrong_of(shipped, text) == []


@pytest.mark.parametrize("asked", ["Why does it call", "It calls", "Q:", "Can we call"])
def test_what_is_asked_of_something_is_said_of_it(asked: str, shipped: Index) -> None:
    assert wrong_of(shipped, f"{asked} `tf.nn.conv2d`?") == []
    assert wrong_of(shipped, f"{asked} `tf.nn.conv2dd`?") == ([] if asked.startswith("Can") else ["tf.nn.conv2dd"])


QUOTED = """It looks like this:

```cpp
// spools/spool.cc, lines 18-23
void TurnSpool(int turns) {
  int left = LEFT;
  while (left > 0) {
    left = left - 1;
  }
}
```
"""


def test_a_quotation_with_its_lines_is_no_sketch(index: Path) -> None:
    assert wrong(index, QUOTED.replace("LEFT", "turns")) == []
    assert len(wrong(index, QUOTED.replace("LEFT", "MoreThan(turns, 2)"))) == 1


def test_what_stands_behind_a_name_and_its_place_is_another_thing(index: Path) -> None:
    block = "\n\n```cpp\nvoid WindBobbinUp() {\n}\n\nvoid TurnBack() {\n}\n```\n"
    assert wrong(index, "They return a `Spool` (`spools/spool.cc:6`) and use" + block) == []
    assert len(wrong(index, "It is in `spools/spool.cc`:" + block)) == 1


def test_a_default_alone_in_a_table(index: Path) -> None:
    table = "| function | parameter | default |\n|---|---|---|\n| `untangle` | `strands` | `{}` |\n"
    assert wrong(index, table.format("None")) == []  # it has none


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # A column of lines, of the file above; each of them is read as a line anyhow.
        (
            "All in `spools/spool.cc`:\n\n| name | line |\n|---|---|\n| `SpoolBase` | 3 |\n| `WindSpool` | 11 |\n"
            "| `TurnSpool` | 18 |\n| `CutSpool` | {} |",
            ("25", "18"),
        ),
        # One that the next line uses.
        (
            "All in `spools/spool.cc`:\n\n| name | line |\n|---|---|\n| `SpoolBase` | 3 |\n| `WindSpool` | 11 |\n"
            "| `TurnSpool` | {} |\n| `CutSpool` | 25 |",
            ("18", "25"),
        ),
        # Of two files of one name the one that has the others.
        ("`twin.cc` has `WindLooseTwin` at 8, `CutLooseTwin` at 11, `MendLooseTwin` at {}.", ("14", "8")),
        ("## Files of `contrib/spools`\n\n| name | at |\n|---|---|\n| `LetTwinGo` | twin.cc:{} |", ("4", "11")),
        ("`spools/twin.cc`:\n\n- L{}: `TwinSpool::TurnBack`", ("2", "9")),
        ("`spools/twin.cc`:\n\n- L{}: `TurnBack`", ("2", "4")),  # where another file has it
        ("`WindSpool` is at line {} of\nspools/spool.cc.", ("11", "25")),
        ("`spools/spool.cc` 第 18 行是老的 `TurnSpool`,第 {} 行是 `CutSpool`。", ("25", "11")),
        ("The class is at `spools/spool.cc:{}`.", ("6", "14")),
    ],
)
def test_lines_of_tables_and_sentences(text: str, found: tuple[str, str], index: Path) -> None:
    right, other = found
    assert wrong(index, text.format(right) + "\n") == []
    assert len(wrong(index, text.format(other) + "\n")) == 1


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`Elu`, `Selu` and `{}` stay registered.", ("Relu", "Siluxo")),
        (
            "`LeakyReluGrad` has attrs. Its attrs are `alpha` and `T`; those of `EluGrad` are `T` and `{}`.",
            ("gradients", "alpha"),
        ),
        (
            "Op `XlaLaunch` with attrs `Tconstants`, `Targs`. Split: `_XlaCompile` (attr `must_compile`, outputs `{}` "
            "and `compilation_successful`).",
            ("key", "compilation_key"),
        ),
    ],
)
def test_several_ops(text: str, found: tuple[str, str], shipped: Index) -> None:
    right, other = found
    assert wrong_of(shipped, text.format(right)) == []
    assert wrong_of(shipped, text.format(other)) == [other]


@pytest.mark.parametrize(
    "text",
    [
        "In PyTorch one writes `index_add_` or `scatter_add_`.",
        "- 我们新增 `NPUDevice`（继承 `LocalDevice`）和 `NPUDeviceFactory`，同 gpu_device_factory.cc:75。",
        "| op | attrs |\n|---|---|\n| `MatMul` | `transpose_a`（`false`）, `transpose_b` |\n"
        "| `Conv2D` | `use_cudnn_on_gpu`（`true`） |",
        "| op | shape function |\n|---|---|\n| `UnsortedSegmentSum` | `UnsortedSegmentReductionShapeFn` |\n"
        "| `UnsortedSegmentMin` | `UnsortedSegmentReductionShapeFn` |\n"
        "| `UnsortedSegmentProd` | `UnsortedSegmentReductionShapeFn` |\n| `UnsortedSegmentMax` | same |",
    ],
)
def test_more_that_is_no_claim(text: str, shipped: Index) -> None:
    assert wrong_of(shipped, text) == []
