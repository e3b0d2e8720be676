"""Lines of names drawn at random, in lists and sentences: no right one is flagged, nearly all that are wrong are."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.drawn import reader
from answers.random_lines import FORMS, Document, Line, Lines

from tfexplore.answers.verify import verify_all
from tfexplore.index.store import Index

#: Documents of each form, and the share of the wrong lines that has to be found, with a tree and without.
MANY = 12
FOUND, FOUND_BY_INDEX = 0.9, 0.8


def flagged(documents: list[Document], index: Index, tree: Path | None) -> list[Line]:
    """The lines that verdicts say are wrong."""

    found = []
    verified = verify_all(index, [("", one.text) for one in documents], reader(tree) if tree else None)
    for document, each in zip(documents, verified, strict=True):
        wrong = [one for one in each.verdicts if one.verdict in ("moved", "not found", "differs")]
        for line in document.lines:
            number = next(at for at, text in enumerate(document.text.split("\n"), 1) if line.written in text)
            start = document.text.split("\n")[number - 1].index(line.written)
            if any(one.line == number and start < one.column <= start + len(line.written) for one in wrong):
                found.append(line)
    return found


def test_right_lines(shipped: Index) -> None:
    drawn = Lines(shipped, 1)
    documents = [drawn.draw(form, wrong=0) for _ in range(MANY) for form in FORMS]
    assert [one.written for one in flagged(documents, shipped, None)] == []


def test_lines_of_other_definitions(shipped: Index) -> None:
    drawn = Lines(shipped, 2)
    documents = [drawn.draw(form, wrong=1) for _ in range(MANY) for form in FORMS]
    found = flagged(documents, shipped, None)
    assert [one.written for one in found if not one.wrong] == []
    assert len(found) >= FOUND_BY_INDEX * len(documents)


@pytest.mark.source
@pytest.mark.parametrize("form", FORMS, ids=[item for _, item in FORMS])
def test_lines_in_a_tree(form: tuple[str, str], shipped: Index, source_tree: Path) -> None:
    drawn = Lines(shipped, 3)
    documents = [drawn.draw(form, wrong=at % 2) for at in range(4 * MANY)]
    found = flagged(documents, shipped, source_tree)
    assert [one.written for one in found if not one.wrong] == []
    assert len(found) >= FOUND * len(documents) / 2
