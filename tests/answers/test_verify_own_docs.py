"""What the source says of itself, in docstrings, descriptions of ops and remarks, is not called wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong, wrong_of

from tfexplore.index.store import Index

TEXTS = {
    "tensorflow/python/ops/plying.py": '''def ply(strands, twist):
  """Plies strands.

  ```python
  strands = spool(3)
  plied = ply(strands, twist=2)
  wound = wind(plied, 5)
  ```
  """
  return strands * twist
''',
    "tensorflow/python/ops/plied.py": """def all_plied():
  strands = spool(3)
  plied = ply(strands, twist=4)
  wound = wind(plied, 5)
  return wound
""",
    "tensorflow/core/lib/queue_request.cc": """// It makes a request, as `ENQUEUE_REQUEST(PlyStatus, false);` does.
void Requests() {
  ENQUEUE_REQUEST(WindAddress, false);
}
template <typename T>
class SpoolKernel {
 public:
  Status MakeSpool(T** spool) { return Status::OK(); }
};
""",
}

EXAMPLE = (
    "# Notes on `python/ops/plying.py`\n\n## `ply`\n\nPlies strands.\n\nThat is what it does.\n\n"
    "And no more than that.\n\nUnlike `python/ops/plied.py`, it does:\n\n```python\n%s```\n"
)


def test_an_example_of_a_docstring(index: Path) -> None:
    code = "strands = spool(3)\nplied = ply(strands, twist=2)\nwound = wind(plied, 5)\n"
    assert wrong(index, EXAMPLE % code) == []


def test_a_fragment_of_a_remark(index: Path) -> None:
    text = "In `lib/queue_request.cc` there is `ENQUEUE_REQUEST(%s, false);` among others.\n"
    assert wrong(index, text % "PlyStatus") == []
    assert len(wrong(index, text % "WindAddres")) == 1


def test_a_function_of_a_class_with_arguments(index: Path) -> None:
    assert wrong(index, "It comes from `SpoolKernel<T>::MakeSpool()` then.\n") == []


@pytest.mark.parametrize(
    "text",
    [
        "Wrap them as `tf.functions` then.",
        "A list of `tf.TensorShapes` comes out.",
        "The `Recv` op blocks.",
        "There is a variable or op `Tensor`, and `Switch`.",
    ],
)
def test_names_in_another_form(text: str, shipped: Index) -> None:
    assert wrong_of(shipped, text) == []


@pytest.mark.parametrize("text", ["Wrap them as `tf.functionz` then.", "A list of `tf.TensorShapez` comes out."])
def test_names_in_no_form(text: str, shipped: Index) -> None:
    assert len(wrong_of(shipped, text)) == 1


@pytest.mark.parametrize(
    ("op", "text"),
    [
        ("AnonymousIterator", "* output `handle`: A handle that can be passed to a `MakeIterator`."),
        ("FakeQuantWithMinMaxArgsGradient", "* input `gradients`: Of the `FakeQuantWithMinMaxArgs` operation."),
        (
            "SparseToSparseSetOperation",
            "Input `set1` is a `SparseTensor` represented by `set1_indices`, `set1_values`.",
        ),
        ("OutfeedDequeueTuple", "It blocks until data is there. Output `i` of `OutfeedDequeueTuple` is the i-th."),
        ("Atanh", "The op `Atanh` gives `nan` as output there."),
        ("Conv2DBackpropFilter", "`Conv2DBackpropFilter` has the gradient for the `filter` input of the convolution."),
        ("raw_rnn", "`loop_vars`: a list of `TensorArray`. The inputs `time` and `cell_output` are None then."),
    ],
)
def test_parts_of_ops_in_their_descriptions(op: str, text: str, shipped: Index) -> None:
    assert wrong_of(shipped, f"## `{op}`\n\n{text}\n") == []


@pytest.mark.parametrize(
    ("op", "text"),
    [
        ("AnonymousIterator", "* output `handel`: A handle that can be passed to a `MakeIterator`."),
        ("SparseToSparseSetOperation", "Input `set3` is a `SparseTensor` of `SparseToSparseSetOperation`."),
        ("While", "The op `TensorArray` has the attr `dynamic_sise`."),
        ("Conv2DBackpropFilter", "`Conv2DBackpropFilter` has the `filtre` input of the op."),
    ],
)
def test_parts_that_no_op_has(op: str, text: str, shipped: Index) -> None:
    assert len(wrong_of(shipped, f"## `{op}`\n\n{text}\n")) == 1
