"""What the heads of classes say, in the index: the rows of one file as a text (see `tfexplore.class_heads`).

The rows are those of the file's classes and types in the order in which `symbols` has them.
"""

from __future__ import annotations

from tfexplore import class_heads
from tfexplore._record import TYPE_CHECKING
from tfexplore.index import blocks, symbols
from tfexplore.index.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tfexplore.class_heads import Head
    from tfexplore.index.store import Index
    from tfexplore.index.write import LooseRow, Places
    from tfexplore.model import Symbol

_KINDS = ("class", "type")
TABLE = Table("bases", ("path INTEGER", "list TEXT"), lookups=("path",), blocked=True)


def packed(path: str, data: bytes, defined: Iterable[Symbol]) -> str:
    """The row of a file with some definitions."""
    classes = [one for one in symbols.ordered(defined) if one[3] in _KINDS]
    return class_heads.packed(path, data, [(kind, line, line + more) for line, more, _, kind, _ in classes])


def rows(bases: Mapping[str, str], places: Places) -> list[LooseRow]:
    """One row for each file that has any."""
    return [(places.path(path), text) for path, text in bases.items() if text]


def files_saying(index: Index, name: str, most: int) -> list[str]:
    """The paths of the files whose heads of classes hold a name, so many at most."""
    found: list[str] = []
    for number, text in blocks.holding(index, TABLE.name, name):
        if len(found) >= most:
            break
        with index.reading():
            if name in text:
                found.append(index.path_text(number))
    return found


def of_file(index: Index, path: str, inside: Iterable[Symbol]) -> dict[int, Head]:
    """What the head of each class and type of a file says, by its first line; `inside` is all that it defines."""
    text = blocks.of_path(index, TABLE.name, index.path_number(path))
    with index.reading():
        heads = class_heads.unpacked(text) if text else []
    classes = [one for one in inside if one.kind in _KINDS]
    heads += [class_heads.NOTHING] * (len(classes) - len(heads))
    return {one.location.line: head for one, head in zip(classes, heads, strict=False)}
