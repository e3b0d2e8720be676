"""Statements on the source drawn at random, with a tree: none that is right is flagged, nearly all altered ones are."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from answers.random_source import FORMS, SourceStatements, Statement

from tfexplore.answers.verify import verify_all
from tfexplore.index.store import Index

#: Statements that are drawn of each kind, and those of one document.
MANY, OF_A_DOCUMENT = 40, 5
#: The share of the altered ones that has to be found; what a class may have from other packages nobody can say.
FOUND = {"member": 0.75}
ELSE_FOUND = 0.9


def flagged(statements: list[Statement], index: Index, tree: Path) -> list[Statement]:
    """The statements that are wrong by a verdict on their last line, in documents of a few each."""

    def read(path: str) -> bytes | None:
        file = tree / path
        return file.read_bytes() if file.is_file() else None

    documents, lines = [], []
    for first in range(0, len(statements), OF_A_DOCUMENT):
        text = "# Notes on the source of TensorFlow\n"
        for one in statements[first : first + OF_A_DOCUMENT]:
            text += f"\n{one.text}\n"
            lines.append((len(documents), text.count("\n"), one))
        documents.append((str(first), text))
    wrong = ("moved", "not found", "differs")
    found = [{one.line for one in each.verdicts if one.verdict in wrong} for each in verify_all(index, documents, read)]
    return [one for document, line, one in lines if line in found[document]]


@pytest.mark.source
def test_right_statements(shipped: Index, source_tree: Path) -> None:
    drawn = SourceStatements(source_tree, 1)
    statements = [drawn.draw(kind, wrong=False) for _ in range(MANY) for kind in FORMS]
    assert [one.text for one in flagged(statements, shipped, source_tree)] == []


@pytest.mark.source
def test_altered_statements(shipped: Index, source_tree: Path) -> None:
    drawn = SourceStatements(source_tree, 2)
    statements = [drawn.draw(kind, wrong=True) for _ in range(MANY) for kind in FORMS]
    found = Counter(one.kind for one in flagged(statements, shipped, source_tree))
    assert {kind: found[kind] for kind in FORMS if found[kind] < FOUND.get(kind, ELSE_FOUND) * MANY} == {}
