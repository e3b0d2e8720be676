"""What methods of public classes create beside what the class's ways that begin with them say, in the index.

A class has one way to each op, which begins with one of its methods; what others of them lead to as well stands here:
for each file a text of what the methods of its classes create.
"""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.index import api, blocks
from tfexplore.index.table import Table
from tfexplore.index.text import escape, unescape

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tfexplore.index.store import Index
    from tfexplore.index.write import LooseRow, Places
    from tfexplore.model import MethodOps, OpUse

TABLE = Table("methods", ("path INTEGER", "list TEXT"), lookups=("path",), blocked=True)

#: What the line of a method begins with; the lines of its ops, which follow, have three fields more.
_METHOD = "."


def rows(found: Iterable[MethodOps], places: Places) -> list[LooseRow]:
    """One row for each file that has any."""
    texts: dict[str, list[str]] = {}
    for one in sorted(set(found)):
        texts.setdefault(one.path, []).append(_text(one))
    return [(places.path(path), "\n".join(lines)) for path, lines in texts.items()]


def _text(one: MethodOps) -> str:
    return f"{_METHOD}{escape(one.owner)}\t{escape(one.function)}\n{api.uses_text(one.ops)}"


def merged(before: Iterable[LooseRow], more: Iterable[LooseRow]) -> list[LooseRow]:
    """Rows with the methods of further classes."""
    texts: dict[int, set[str]] = {}
    for path, text in (*before, *more):
        texts.setdefault(path, set()).update(f"\n{text}".split(f"\n{_METHOD}")[1:])
    return sorted([(path, "\n".join([_METHOD + one for one in _sorted(found)])) for path, found in texts.items()])


def _sorted(found: Iterable[str]) -> list[str]:
    """The parts of a file's text in the order of what they are of."""
    return sorted(found, key=lambda one: tuple(map(unescape, one.partition("\n")[0].split("\t"))))


def of_class(index: Index, path: str, owner: str) -> dict[str, tuple[OpUse, ...]]:
    """What the methods of a class create beside what its ways say, by the names of the methods (`Loom.weave`)."""
    text = blocks.of_path(index, TABLE.name, index.path_number(path))
    found: dict[str, tuple[OpUse, ...]] = {}
    with index.reading():
        for part in f"\n{text}".split(f"\n{_METHOD}")[1:]:
            head, _, uses = part.partition("\n")
            of, method = head.split("\t")
            if unescape(of) == owner:
                found[unescape(method)] = api.read_uses(uses)
    return found
