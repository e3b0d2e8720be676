"""What the source says of itself, in docstrings, descriptions of ops and remarks, is not called wrong."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from answers.claimed import wrong, wrong_of

from tfexplore.answers.verify import verify_all
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


#: Of what the source says of itself, so many of a thousand are called wrong at most: what it says of other releases (a
#: `tf.embedding_lookup_sparse`, a module that has moved), which 1.15.0 indeed does not have.
FLAGGED = 7
#: Every so many-th file is read, and letters from which on a text is read.
EVERY, LEAST = 7, 200


def _docstrings(tree: Path) -> list[tuple[str, str]]:
    """The docstrings of modules of Python, each module's as a document."""
    made = []
    files = [path for path in sorted((tree / "tensorflow/python").rglob("*.py")) if "_test.py" not in path.name]
    for path in files[::EVERY]:
        nodes = ast.walk(ast.parse(path.read_bytes()))
        said = [(node.name, ast.get_docstring(node) or "") for node in nodes if isinstance(node, _HAVE_DOCSTRINGS)]
        texts = [f"## `{name}`\n\n{text}\n" for name, text in said if len(text) >= LEAST]
        made.append((path.name, f"# Notes on `{path.relative_to(tree)}`\n\n" + "\n".join(texts)))
    return made


def _descriptions(tree: Path) -> list[tuple[str, str]]:
    """The descriptions of ops with those of their attrs, inputs and outputs, a document for ten ops."""
    texts = []
    for path in sorted((tree / "tensorflow/core/api_def/base_api").glob("*.pbtxt")):
        data = path.read_text("utf-8")
        texts.append(f"## `{path.stem.removeprefix('api_def_')}`\n")
        texts += re.findall(r"description: <<END\n(.*?)\nEND", data, re.DOTALL)[-1:]
        texts += [f"* {_KINDS[kind]} `{name}`: {text}\n" for kind, name, text in _PART.findall(data)]
    return [(f"{at}.md", "\n\n".join(texts[at : at + 40])) for at in range(0, len(texts), 40 * EVERY // 2)]


_PART = re.compile(r"(in_arg|out_arg|attr) \{\s*name: \"(\w+)\"\s*description: <<END\n(.*?)\nEND", re.DOTALL)
_HAVE_DOCSTRINGS = (ast.FunctionDef, ast.ClassDef)
_KINDS = {"in_arg": "input", "out_arg": "output", "attr": "attr"}


@pytest.mark.source
@pytest.mark.parametrize("texts", [_docstrings, _descriptions])
def test_what_the_tree_says_of_itself(
    texts: Callable[[Path], list[tuple[str, str]]], shipped: Index, source_tree: Path
) -> None:
    def read(path: str) -> bytes | None:
        file = source_tree / path
        return file.read_bytes() if file.is_file() else None

    unlisted = [str(path.relative_to(source_tree)) for path in source_tree.rglob("*.*") if path.is_file()]
    made = [one for found in verify_all(shipped, texts(source_tree), read, lambda: unlisted) for one in found.verdicts]
    flagged = [one for one in made if one.verdict in ("moved", "not found", "differs")]
    assert len(made) > 1_000
    assert len(flagged) * 1_000 <= FLAGGED * len(made), [f"{one.text}: {one.detail}" for one in flagged]
