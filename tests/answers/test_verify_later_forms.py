"""Further forms of documents by authors who had not seen the tool: what is wrong in them, and what only looks so."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong, wrong_of

from tfexplore.answers.verify import verify_all
from tfexplore.index.store import Index

SPINDLE = "tensorflow/core/kernels/spindle.cc"
DISTAFF = "tensorflow/core/kernels/distaff.h"
TEXTS = {
    SPINDLE: """void Turn() {
  ReadInt64FromEnvVar("TF_SPINDLE_LIMIT_IN_MB", 1LL << 16, &limit);
}
""",
    DISTAFF: """#define REGISTER_DISTAFF_GRADIENT(name) DISTAFF_GRADIENT(name)

enum DistaffStage {
  BEFORE_SPINNING,
  AFTER_PARTITIONING,
};

template <typename T>
class DistaffOf {
};

class Distaff {
};

class FlaxDistaff : public Distaff {
};

template <typename T>
struct distaff_traits {
  using kept_type = T;
};

template <>
struct distaff_traits<Eigen::half> {
  using kept_type = float;
};
""",
    "tensorflow/core/kernels/distaff_other.cc": "void WindFlax() { static const int64 kMostFlax = 10000; }\n",
}
LOOP = """```cpp
void BraidStrands(const Tensor& strands, int times) {{
  for (int i = {first}; i < times; ++i) {{{behind}
    {above}
    CrossStrands(strands, i);
  }}
```
"""


def loop(first: int, above: str = "", behind: str = "") -> str:
    return LOOP.format(first=first, above=above, behind=behind)


@pytest.mark.parametrize(
    ("block", "found"),
    [
        (loop(0, "// ours: each of them"), False),
        (loop(1, "// ours: each of them"), True),
        (loop(1, behind="  // ours: was another"), False),
        (loop(1, behind="  // ours"), False),
    ],
)
def test_whose_a_remark_is(block: str, found: bool, index: Path) -> None:
    assert (wrong(index, block) != []) is found


def test_a_class_may_be_quoted_without_who_may_use_it(index: Path) -> None:
    block = "```cpp\nclass KnotRing ... {{\n  class Loop {{\n   public:\n    void Hold() {{ held_ = {}; }}\n"
    block += "    bool held_;\n```\n"
    assert wrong(index, block.format("true")) == []
    assert wrong(index, block.format("false")) == ["class KnotRing ... {"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The base is `class StrandReader(object)`.", []),
        # A statement whose place the next line has.
        ("It calls `super(StrandReader, self).__init__()`, 见\n`python/ops/strands.py:2`.",
         ["python/ops/strands.py:2"]),
        ("It calls `super(StrandReader, self).__init__()`, 见\n`python/ops/strands.py:17`.", []),
        ("It calls `super(StrandReader, self).__init__()`,见 `python/ops/strands.py:2`.", ["python/ops/strands.py:2"]),
        ("It calls `super(StrandReader, self).__init__()`\n- `python/ops/strands.py:2`", []),
        # Short names.
        ("**D.h** = `tensorflow/core/kernels/distaff.h`. See D.h:3 and D.h:300.", ["D.h:300"]),
        ("**S.cc** = `tensorflow/core/lib/reel.cc`, **S.h** = its header. See S.cc:9, S.h:3 and T.h:3.", ["T.h:3"]),
        ("We cite lines as `file.cc#L12`.", []),
        # What is said not to be there, or of something else.
        ("- [x] `CrossStitches`? Not in this version, I only find `BraidStrands`.", []),
        ("- [x] `CrossStitches`? It is in `braid.h`.", ["CrossStitches"]),
        ("In TF 2.x it is elsewhere (for instance `core/kernel/braid_op.cc`).", []),
        ("It is elsewhere (for instance `core/kernel/braid_op.cc`).", ["core/kernel/braid_op.cc"]),
        ("See `core/kernel/braid_op.cc` in the Loom repository.", []),
        # No macro, and no enumerator, is cut in the middle of a word.
        ("三个宏:`REGISTER_DISTAFF_GRAD` 等。", ["REGISTER_DISTAFF_GRAD"]),
        ("The macro `AFTER_PARTITION` is used.", ["AFTER_PARTITION"]),
        ("All that begins with `REGISTER_DISTAFF`.", []),
        # Units.
        ("Up to `TF_SPINDLE_LIMIT_IN_MB`, by default 64 GB.", []),
        ("Up to `TF_SPINDLE_LIMIT_IN_MB`, by default 64.", ["TF_SPINDLE_LIMIT_IN_MB"]),
        ("Up to `TF_SPINDLE_LIMIT_IN_MB`, by default 65536.", []),
        # What a line goes on with is of something else.
        ("`kMostFlax = 1000` is in `distaff_other.cc`. Looms should have less.", ["kMostFlax"]),
        ("Looms should have less: `kMostFlax = 1000` is in `distaff_other.cc`.", []),
        # Bases.
        ("It spins as `FlaxDistaff` does (base `Knotter`).", ["Knotter"]),
        ("It spins as `FlaxDistaff` does (base `Distaff`).", []),
        ("`FlaxDistaff`, deriving from `Knotter`, spins.", ["Knotter"]),
        ("`FlaxDistaff` (a `DistaffOf<T>`) spins.", ["DistaffOf<T>"]),
        ("`FlaxDistaff` is a `Knotter` with two methods overridden.", ["Knotter"]),
        ("`FlaxDistaff` is a `Knotter` with two looms.", []),
        ("`Distaff` is a `FlaxDistaff` with two looms.", []),
        ("另有一个类 `FlaxDistaff`,见 `distaff.h` 15 行,它的基类是 `Knotter`。", ["Knotter"]),
        ("另有一个类 `FlaxDistaff`,见 `distaff.h` 15 行,它的基类是 `Distaff`。", []),
    ],
)  # fmt: skip
def test_sentences(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"# Notes\n\n{text}\n") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # A kernel for any device is taken where a device has none of its own.
        ("`_Send` has kernels on CPU and GPU.", []),
        (
            "| op | devices |\n|---|---|\n| `Relu` | CPU, GPU |\n| `Softmax` | CPU, GPU |\n| `Relu6` | CPU, GPU |\n"
            "| `_Send` | CPU, GPU |",
            [],
        ),
        ("- `LRN`: `depth_radius` 5, `bias` 1.0, `alpha` 1.0, `beta` 0.75", ["0.75"]),
        ("- `LRN`: `depth_radius` 5, `bias` 1.0, `alpha` 1.0, `beta` 0.5", []),
        ("- `LRN`: `depth_radius` 4, `bias` 2.0, `alpha` 1.0, `beta` 0.75", []),  # which somebody gives
        ("Random. `RandomUniform`, `TruncatedNormal`: GPU has half, float, bfloat16 and double.", ["bfloat16"]),
        ("Random. `RandomUniform`, `TruncatedNormal`: GPU has half, float and double.", []),
        ("| op | GPU dtypes (device memory) |\n|---|---|\n| `OnesLike` | half, float, Variant |", ["Variant"]),
        ("| op | GPU dtypes (device memory) |\n|---|---|\n| `ZerosLike` | half, float, Variant |", []),
        ("| op | GPU dtypes (host memory) |\n|---|---|\n| `OnesLike` | half, float, Variant |", []),
    ],
)
def test_registrations(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, f"# Notes\n\n{text}\n") == found


#: Lines in which a flag is read, each inside of the function that is named; and heads of classes before them.
HEADS = "".join(
    f"`{name}` (`core/{place}`) is one.\n\n"
    for name, place in (
        ("Conv2DOp", "kernels/conv_ops.cc:470"), ("BFCAllocator::Extend", "common_runtime/bfc_allocator.cc:97"),
        ("DirectSession", "common_runtime/direct_session.h:55"), ("OpKernel", "framework/op_kernel.h:82"),
        ("LaunchConv2DOp", "kernels/conv_ops.h:35"), ("OpDef", "framework/op_def.proto:14"),
    )
)  # fmt: skip
READERS = (
    "  - elimination: `OptimizerCSE::Equivalent` (`core/graph/optimizer_cse.cc:138`);\n",
    "  - folding: `IsConstantFoldable` (`core/common_runtime/constant_folding.cc:228`);\n",
    "  - functions: `FunctionLibraryRuntimeOverlay::IsStateful` (`core/common_runtime/function.cc:275`).\n",
)


@pytest.mark.source
def test_a_list_of_lines_inside_of_what_it_names(shipped: Index, source_tree: Path) -> None:
    def read(path: str) -> bytes | None:
        file = source_tree / path
        return file.read_bytes() if file.is_file() else None

    def told(readers: str) -> list[str]:
        text = f"# Notes\n\n{HEADS}- **Field.** `is_stateful = 17` in `op_def.proto`.\n- **Readers:**\n{readers}"
        (found,) = verify_all(shipped, [("a.md", text)], read, lambda: ())
        return [one.text for one in found.verdicts if one.verdict not in ("found", "external")]

    assert told("".join(READERS)) == []
    assert told(READERS[0]) == ["core/graph/optimizer_cse.cc:138"]
