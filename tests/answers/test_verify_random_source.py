"""Statements on the source drawn at random, with a tree: none that is right is flagged, nearly all altered ones are."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from answers import drawn
from answers.drawn import Statement
from answers.random_source import FORMS, SourceStatements

from tfexplore.index.store import Index

#: Statements that are drawn of each kind, and those of one document.
MANY, OF_A_DOCUMENT = 40, 5
#: The share of the altered ones that has to be found; what a class may have from other packages nobody can say.
FOUND = {"member": 0.75, "constructor": 0.8}
ELSE_FOUND = 0.9


def flagged(statements: list[Statement], index: Index, tree: Path) -> list[Statement]:
    return drawn.flagged(statements, index, "Notes on the source of TensorFlow", OF_A_DOCUMENT, tree)


@pytest.mark.source
def test_right_statements(shipped: Index, source_tree: Path) -> None:
    source = SourceStatements(source_tree, 1)
    statements = [source.draw(kind, wrong=False) for _ in range(MANY) for kind in FORMS]
    assert [one.text for one in flagged(statements, shipped, source_tree)] == []


@pytest.mark.source
def test_altered_statements(shipped: Index, source_tree: Path) -> None:
    source = SourceStatements(source_tree, 2)
    statements = [source.draw(kind, wrong=True) for _ in range(MANY) for kind in FORMS]
    found = Counter(one.kind for one in flagged(statements, shipped, source_tree))
    assert {kind: found[kind] for kind in FORMS if found[kind] < FOUND.get(kind, ELSE_FOUND) * MANY} == {}
