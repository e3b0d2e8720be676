"""Statements on ops drawn at random, without a tree: none that is right is flagged, nearly all of other ops' are."""

from __future__ import annotations

from collections import Counter

from answers.random_statements import FORMS, Statement, Statements

from tfexplore.answers.verify import verify_all
from tfexplore.index.store import Index

#: Statements that are drawn of each kind, those of one document, and the share of the wrong that has to be found.
MANY, OF_A_DOCUMENT, FOUND = 60, 6, 0.9


def flagged(statements: list[Statement], index: Index) -> list[Statement]:
    """The statements that are wrong by a verdict on their last line, in documents of a few each."""
    documents, lines = [], []
    for first in range(0, len(statements), OF_A_DOCUMENT):
        text = "# Notes on ops\n"
        for one in statements[first : first + OF_A_DOCUMENT]:
            text += f"\n{one.text}\n"
            lines.append((len(documents), text.count("\n"), one))
        documents.append((str(first), text))
    wrong = ("moved", "not found", "differs")
    found = [
        {one.line for one in each.verdicts if one.verdict in wrong} for each in verify_all(index, documents, read=None)
    ]
    return [one for document, line, one in lines if line in found[document]]


def test_right_statements(shipped: Index) -> None:
    drawn = Statements(shipped, 1)
    statements = [drawn.draw(kind, wrong=False) for _ in range(MANY) for kind in FORMS]
    assert [one.text for one in flagged(statements, shipped)] == []


def test_statements_of_other_ops(shipped: Index) -> None:
    drawn = Statements(shipped, 2)
    statements = [drawn.draw(kind, wrong=True) for _ in range(MANY) for kind in FORMS]
    found = flagged(statements, shipped)
    kinds = Counter(one.kind for one in found)
    assert {kind: kinds[kind] for kind in FORMS if kinds[kind] < FOUND * MANY} == {}
    forms = Counter(one.form for one in found)  # one that is never found is one that nobody reads
    assert [form for forms_of in FORMS.values() for form in forms_of if not forms[form]] == []
