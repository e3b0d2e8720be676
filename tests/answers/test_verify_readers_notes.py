"""What people write who read the source: notes without marks, sketches, formulas, requests for comments.

The forms are those of public notes on the source and of TensorFlow's own requests for comments; the texts are not.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import STRANDS, make_index, wrong, wrong_of

from tfexplore.answers.alignment import laid_along
from tfexplore.answers.tokens import quoted_tokens, tokens_of
from tfexplore.index.store import Index
from tfexplore.model import Endpoint, Location

#: Notes that mark none of their code, as which they are read when they name enough of it.
NOTES = """# Notes

AddSymbolicGradients walks the nodes; NodeBuilder makes them, NodeDefBuilder and GraphDefBuilder finish them.
GraphConstructor, FunctionLibraryDefinition and OptimizationPassRegistry come later, with ShapeRefiner.

Node* AddSend(NodeDefBuilder::NodeOut send_from, int64 start_time)

"""
PROPOSAL = """# Better layers

| Status        | Proposed        |
:-------------- |:----------------|
| **Author(s)** | A. Weaver       |

## Design

The new layers:

```python
import tensorflow as tf
"""


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        # A variable of the author's is passed, and nothing in the list is a part of the op.
        ("op ControlTrigger\nInput: send_from", []),
        ("增加节点 ControlTrigger, 输入为 n 的输入节点", []),
        ("当前节点是 Merge，当前节点的输入是 nodes_needed 减一，而 nodes_needed 保存个数", []),
        # What is like a part of it is meant to be one, and so is what stands beside one.
        ("BiasAdd 的输入是 values", ["values"]),
        ("BiasAdd 的输入是 value 和 offsets", ["offsets"]),
        ("MatMul 的属性 transpose_c", ["transpose_c"]),
    ],
)
def test_what_is_not_marked_behind_the_word_input(shipped: Index, line: str, expected: list[str]) -> None:
    assert wrong_of(shipped, NOTES + line + "\n") == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("XxxIteratorXxx 算子，如 IteratorV2", []),
        ("The macro makes registrar__body____COUNTER____object() of it.", []),
        ("the handlers of xxxxHandler kind", []),
        ("我们用到的 PythonAPI 就是客户端", []),
        ("OpKernelConstrution makes it", ["OpKernelConstrution"]),
    ],
)
def test_what_stands_for_other_names(shipped: Index, line: str, expected: list[str]) -> None:
    assert wrong_of(shipped, NOTES + line + "\n") == expected


def test_letters_of_a_formula_are_no_names(shipped: Index) -> None:
    formula = "$L(\\theta) = E[(y_i - Q(s,a;MaxPoolingOpp_i))^2]$"
    assert wrong_of(shipped, f"The loss is {formula}, and nothing else.\n") == []
    assert wrong_of(shipped, "It costs $5, as MaxPoolingOpp says, or $6.\n") == ["MaxPoolingOpp"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Which is made by a call in Python, of a class of the same name in C++.
        ("`EagerTensor` is derived from `Tensor`.", []),
        ("`EagerTensor` 继承了 `Tensor`。", []),
    ],
)
def test_a_class_that_is_made_by_a_call(shipped: Index, text: str, expected: list[str]) -> None:
    assert wrong_of(shipped, text) == expected


def test_some_node_is_no_op(shipped: Index) -> None:
    assert wrong_of(shipped, "例如某个节点有三个输入，那么 `Shape` 会存入这三个。") == []
    assert wrong_of(shipped, "`Shape` 有三个输入。") == ["有三个输入"]


def test_builders_of_ops_begin_others(shipped: Index) -> None:
    text = '`OpDefBuilder("Braid").Input("a: T").Attr("T: list(type) >= 0")`, `Shape` is another.'
    assert wrong_of(shipped, text) == []


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        # What is proposed, keywords included.
        ("x = tf.keras.layers.StringWeaver(num=2)(y)", []),
        ("x = tf.keras.layers.SparseFeatures(y)", []),
        ("x = tf.nn.relu(y, slope=2)", []),
        # But for a letter it is there.
        ("x = tf.keras.layers.SeparableCovn2D(2)(y)", ["tf.keras.layers.SeparableCovn2D"]),
    ],
)
def test_code_of_a_request_for_comments(shipped: Index, code: str, expected: list[str]) -> None:
    assert wrong_of(shipped, f"{PROPOSAL}{code}\n```\n") == expected


def test_the_same_code_elsewhere(shipped: Index) -> None:
    code = "```python\nimport tensorflow as tf\nx = tf.keras.layers.SparseFeatures(y)\n```\n"
    assert wrong_of(shipped, f"# Layers\n\nThis is what there is:\n\n{code}") == ["tf.keras.layers.SparseFeatures"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It becomes the TensorFlow Lite `FullyConnected` op, as `MatMul` and `Conv2D` do.", []),
        ("It becomes ONNX's `FullyConnected` op, as `MatMul` and `Conv2D` do.", []),
        ("It becomes the `FullyConnected` op, as `MatMul` and `Conv2D` do.", ["FullyConnected"]),
    ],
)
def test_ops_of_others(shipped: Index, text: str, expected: list[str]) -> None:
    assert wrong_of(shipped, text) == expected


@pytest.mark.parametrize(("names", "expected"), [(2, []), (1200, ["tf.weave"])])
def test_public_names_that_a_release_lists_in_modules(tmp_path: Path, names: int, expected: list[str]) -> None:
    public = [Endpoint(f"tf.knot_{n}", ("v1",), "knot", Location(STRANDS, 1, 1), ()) for n in range(names)]
    assert wrong(make_index(tmp_path / "braids.sqlite", public), "`tf.weave` makes it, and `tf.knot_1`.") == expected


def test_what_is_another_is_told_before_what_is_left_out() -> None:
    members = "  Status Wind(int {}_of_wool);\n  Status Halt(bool at_once);\n}};\n"
    file = tokens_of(f"class Spool {{\n public:\n  Spool();\n{members.format('strands')}", False)
    quoted = quoted_tokens(f"class Spool {{\n{members.format('threads')}", False)
    compared = laid_along(quoted, file, "spool.h")
    assert compared is not None
    assert compared.different == "line 4 has `strands_of_wool`, the quotation `threads_of_wool`"
