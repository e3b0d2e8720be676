"""Statements that are drawn at random, and which of them are called wrong in documents of a few each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tfexplore.answers.verify import verify_all
from tfexplore.index.store import Index


class Statement(NamedTuple):
    """A statement in a document: its kind and form, its text, and whether it is altered or said of something else."""

    kind: str
    form: str
    text: str
    wrong: bool


def reader(tree: Path) -> Callable[[str], bytes | None]:
    """What gives the bytes of a tree's file."""

    def read(path: str) -> bytes | None:
        file = tree / path
        return file.read_bytes() if file.is_file() else None

    return read


def flagged(
    statements: list[Statement], index: Index, title: str, of_a_document: int, tree: Path | None = None
) -> list[Statement]:
    """The statements that are wrong by a verdict on their last line, with a tree or by the index."""
    documents, lines = [], []
    for first in range(0, len(statements), of_a_document):
        text = f"# {title}\n"
        for one in statements[first : first + of_a_document]:
            text += f"\n{one.text}\n"
            lines.append((len(documents), text.count("\n"), one))
        documents.append((str(first), text))
    wrong = ("moved", "not found", "differs")
    verified = verify_all(index, documents, reader(tree) if tree is not None else None)
    found = [{one.line for one in each.verdicts if one.verdict in wrong} for each in verified]
    return [one for document, line, one in lines if line in found[document]]
