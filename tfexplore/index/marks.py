"""What the lines of a file have, in the index: a mark for each, and the names of the file's own that each mentions.

A row is the marks (see `tfexplore.line_marks`) and, behind a line end, the mentions (see `tfexplore.mentions`), those
of the definitions that the index has of the file.
"""

from __future__ import annotations

import re

from tfexplore import mentions
from tfexplore._record import TYPE_CHECKING
from tfexplore.index import blocks, symbols
from tfexplore.index.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tfexplore.index.store import Index
    from tfexplore.index.write import LooseRow, Places
    from tfexplore.model import Symbol

TABLE = Table("marks", ("path INTEGER", "list TEXT"), lookups=("path",), blocked=True)

_IDENTIFIER = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_MENTIONS = "\n"


def packed(path: str, data: bytes, marks: str, defined: Iterable[Symbol]) -> str:
    """The row of a file whose lines have `marks`, with what it mentions of the things it defines."""
    found = mentions.mentions(path, data, _names_of(defined)) if marks else ""
    return f"{marks}{_MENTIONS}{found}" if found else marks


def rows(marks: Mapping[str, str], places: Places) -> list[LooseRow]:
    """One row for each file that has any."""
    return [(places.path(path), text) for path, text in marks.items() if text]


def of_file(index: Index, path: str) -> str:
    """The marks of a file's lines; empty for a file whose lines have none."""
    return _row(index, path).partition(_MENTIONS)[0]


def mentioned(index: Index, path: str) -> dict[str, list[int]]:
    """The lines of a file on which the last part of each name stands that it defines; empty where nobody knows."""
    found = _row(index, path).partition(_MENTIONS)[2]
    return mentions.unpacked(found, _names_of(symbols.of_file(index, path))) if found else {}


def of_all(index: Index) -> Iterator[tuple[str, str]]:
    """Every path whose lines have marks, with these, in the order of paths."""
    for number, text in blocks.every(index, TABLE.name):
        yield index.path_text(number), text.partition(_MENTIONS)[0]


def _row(index: Index, path: str) -> str:
    return blocks.of_path(index, TABLE.name, index.path_number(path))


def _names_of(defined: Iterable[Symbol]) -> dict[str, list[int]]:
    """The last parts of the names of some definitions, each with its lines, in the order of the first ones."""
    lines: dict[str, set[int]] = {}
    for symbol in defined:
        last = symbols.without_arguments(symbol.name).rpartition("::")[2].rpartition(".")[2]
        if len(last) >= mentions.MIN_LETTERS and _IDENTIFIER.fullmatch(last):
            lines.setdefault(last, set()).add(symbol.location.line)
    ordered = sorted((sorted(found), name) for name, found in lines.items())
    return {name: found for found, name in ordered}
