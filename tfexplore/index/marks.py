"""Marks of lines in the index: a text for each file, a letter for each line (see `tfexplore.line_marks`)."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.index import blocks
from tfexplore.index.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tfexplore.index.store import Index
    from tfexplore.index.write import LooseRow, Places

TABLE = Table("marks", ("path INTEGER", "list TEXT"), lookups=("path",), blocked=True)


def rows(marks: Mapping[str, str], places: Places) -> list[LooseRow]:
    """One row for each file that has any."""
    return [(places.path(path), text) for path, text in marks.items() if text]


def of_file(index: Index, path: str) -> str:
    """The marks of a file's lines; empty for a file whose lines have none."""
    return blocks.of_path(index, TABLE.name, index.path_number(path))


def of_all(index: Index) -> Iterator[tuple[str, str]]:
    """Every path whose lines have marks, with these, in the order of paths."""
    for number, text in blocks.every(index, TABLE.name):
        yield index.path_text(number), text
