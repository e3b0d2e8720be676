"""Names that no file has, at lines that have one which is called nearly so."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import verdicts, wrong, wrong_of

from tfexplore.answers.verify import verify_all
from tfexplore.index.store import Index
from tfexplore.source.folder import FolderTree

LOOM = "tensorflow/core/kernels/heddle_op.cc"
#: The line of nn_ops.cc that registers it in v1.15.0.
BIAS_ADD = 304
TEXTS = {
    LOOM: "// Heddles.\n\n\n\n\nclass RaiseHeddleOp : public OpKernel {\n  void Raise();\n};\n\n\n\n\n\n"
    "void TurnTreadle(int times) {\n  RaiseHeddleOp op;\n}\n",
}


@pytest.mark.parametrize(
    "said",
    [
        "The class is `{}` (`heddle_op.cc:6`); see also the rest.",
        "There is no lock in it: `{}` (heddle_op.cc:6).",
        "类 `{}`：`core/kernels/heddle_op.cc:6`。",
        "| class | file |\n|---|---|\n| `{}` | `heddle_op.cc:6` |",
        "We want to change `{}`, which is defined at `heddle_op.cc:6`.",
    ],
)
@pytest.mark.parametrize(
    "name", ["RaiseHeddleOps", "RaiseHedleOp", "RaiseHeddelOp", "RaiseHeddleOpV2", "RaiseHeddleOpImpl"]
)
@pytest.mark.parametrize("tree", [True, False])
def test_another_name_than_the_lines(said: str, name: str, tree: bool, index: Path) -> None:
    assert wrong(index, said.format("RaiseHeddleOp"), tree) == []
    found = [one for one in verdicts(index, said.format(name), tree) if one.verdict == "not found"]
    assert [(one.text, one.suggestions, one.detail) for one in found] == [
        (name, ("RaiseHeddleOp",), f"line 6 of {LOOM} has RaiseHeddleOp")
    ]


@pytest.mark.parametrize(
    "said",
    [
        "There is no `RaiseHedleOp` (`heddle_op.cc:6` has another).",
        "We add `RaiseHeddleOpV2`, modelled on `heddle_op.cc:6`.",
        "```cpp\nclass RaiseHeddleOpV2 {};\n```\n\n`RaiseHeddleOpV2` (as `heddle_op.cc:6`) is ours.",
    ],
)
@pytest.mark.parametrize("tree", [True, False])
def test_names_that_are_said_to_be_others(said: str, tree: bool, index: Path) -> None:
    assert wrong(index, said, tree) == []


SAID_OF_AN_OP = ('`REGISTER_OP("{}")` is at `nn_ops.cc:{}`.', "The op `{}` (`core/ops/nn_ops.cc:{}`) adds.")


@pytest.mark.parametrize("said", SAID_OF_AN_OP)
@pytest.mark.parametrize("name", ["AddBias", "BiasAddV2", "BiassAdd"])
def test_an_op_that_its_line_does_not_register(said: str, name: str, shipped: Index) -> None:
    assert wrong_of(shipped, said.format("BiasAdd", BIAS_ADD)) == []
    assert name in wrong_of(shipped, said.format(name, BIAS_ADD))


@pytest.mark.source
@pytest.mark.parametrize("said", SAID_OF_AN_OP)
@pytest.mark.parametrize("name", ["AddBias", "BiasAddV2", "BiassAdd"])
def test_the_same_with_a_tree(said: str, name: str, shipped: Index, source_tree: Path) -> None:
    def found(document: str) -> list[str]:
        (made,) = verify_all(shipped, [("notes.md", document)], FolderTree(str(source_tree)).read)
        return [one.text for one in made.verdicts if one.verdict == "not found"]

    assert found(said.format("BiasAdd", BIAS_ADD)) == []
    assert found(said.format(name, BIAS_ADD)) == [name]
