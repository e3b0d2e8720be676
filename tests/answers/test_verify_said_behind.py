"""What is said behind a place: that something is registered there, in either of two words for it."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong_of

from tfexplore.answers.verify import verify, verify_all
from tfexplore.index import ops
from tfexplore.index.store import Index


@pytest.mark.parametrize("word", ["注册", "登记"])
@pytest.mark.parametrize("said", ["`Conv2D` 在 `{place}` {word}。", "`Conv2D` {word}于 `{place}`。"])
def test_where_an_op_is_registered(said: str, word: str, shipped: Index) -> None:
    (op,) = ops.named(shipped, ["Conv2D"])
    right, other = (f"core/ops/nn_ops.cc:{op.location.line + by}" for by in (0, 60))
    assert wrong_of(shipped, said.format(place=right, word=word)) == []
    assert wrong_of(shipped, said.format(place=other, word=word)) == [other]


def test_a_place_where_the_next_thing_is_registered(shipped: Index) -> None:
    first, second = ops.named(shipped, ["Conv2D"])[0], ops.named(shipped, ["Conv2DBackpropInput"])[0]
    said = "`core/ops/nn_ops.cc` 第 {} 行注册 `Conv2D`，第 {} 行注册 `Conv2DBackpropInput`。"
    assert wrong_of(shipped, said.format(first.location.line, second.location.line)) == []


def test_the_text_of_a_verdict_is_the_documents(shipped: Index) -> None:
    text = "`Conv2D` 登记在 `core/ops/nn_ops.cc` 的第 900 行。`登记` 与 `注册`"
    found = verify(shipped, "notes.md", text).verdicts
    assert found
    assert all(one.text in text for one in found)


@pytest.mark.source
def test_a_registration_that_the_sentence_speaks_of(shipped: Index, source_tree: Path) -> None:
    """The lines are within the macro by which the kernel is registered, which the sentence says at its beginning."""

    def judged(text: str) -> list[str]:
        (found,) = verify_all(shipped, [("notes.md", text)], lambda path: (source_tree / path).read_bytes())
        return [one.text for one in found.verdicts if one.verdict in ("moved", "not found", "differs")]

    said = "`core/kernels/resource_variable_ops.cc`：{}时 `resource` 放主机内存：`AssignVariableOp` 在 {} 行。"
    assert judged(said.format("GPU 注册", 523)) == []
    assert judged(said.format("GPU 注册", 623)) == ["623 行"]
