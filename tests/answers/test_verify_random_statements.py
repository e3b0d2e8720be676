"""Statements on ops drawn at random, without a tree: none that is right is flagged, nearly all of other ops' are."""

from __future__ import annotations

from collections import Counter

from answers import drawn
from answers.drawn import Statement
from answers.random_statements import FORMS, Statements

from tfexplore.index.store import Index

#: Statements that are drawn of each kind, those of one document, and the share of the wrong that has to be found.
MANY, OF_A_DOCUMENT, FOUND = 60, 6, 0.9


def flagged(statements: list[Statement], index: Index) -> list[Statement]:
    return drawn.flagged(statements, index, "Notes on ops", OF_A_DOCUMENT)


def test_right_statements(shipped: Index) -> None:
    source = Statements(shipped, 1)
    statements = [source.draw(kind, wrong=False) for _ in range(MANY) for kind in FORMS]
    assert [one.text for one in flagged(statements, shipped)] == []


def test_statements_of_other_ops(shipped: Index) -> None:
    source = Statements(shipped, 2)
    statements = [source.draw(kind, wrong=True) for _ in range(MANY) for kind in FORMS]
    found = flagged(statements, shipped)
    kinds = Counter(one.kind for one in found)
    assert {kind: kinds[kind] for kind in FORMS if kinds[kind] < FOUND * MANY} == {}
    forms = Counter(one.form for one in found)  # one that is never found is one that nobody reads
    assert [form for forms_of in FORMS.values() for form in forms_of if not forms[form]] == []
