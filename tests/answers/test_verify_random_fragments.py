"""Code in sentences, drawn at random with its place: none that is right is flagged, most of the altered is."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from answers import drawn
from answers.drawn import Statement
from answers.random_fragments import FORMS, KINDS, Fragments

from tfexplore.index.store import Index

#: Fragments that are drawn of each kind in each form, and those of one document.
MANY, OF_A_DOCUMENT = 8, 5
#: The share of the altered ones that has to be found: what is short is not told apart from how people write.
FOUND = {"line": 0.85, "number": 0.8, "sign": 0.7, "text": 0.7}


def flagged(statements: list[Statement], index: Index, tree: Path) -> list[Statement]:
    return drawn.flagged(statements, index, "Notes on the source of TensorFlow", OF_A_DOCUMENT, tree)


@pytest.mark.source
def test_right_fragments(shipped: Index, source_tree: Path) -> None:
    source = Fragments(source_tree, 1)
    statements = [source.draw(form) for _ in range(len(KINDS) * MANY) for form in FORMS]
    assert [one.text for one in flagged(statements, shipped, source_tree)] == []


@pytest.mark.source
def test_altered_fragments(shipped: Index, source_tree: Path) -> None:
    source = Fragments(source_tree, 2)
    statements = [source.draw(form, kind) for _ in range(MANY) for form in FORMS for kind in KINDS]
    found = Counter(one.kind for one in flagged(statements, shipped, source_tree))
    every = Counter(one.kind for one in statements)
    assert {kind: found[kind] / every[kind] for kind in KINDS if found[kind] < FOUND[kind] * every[kind]} == {}
