"""C++ definitions in the index: one row a file, its symbols packed as text.

There are tens of thousands, asked for by file or all at once; `packed` is what a worker keeps for one file.
"""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.index.table import Table
from tfexplore.index.text import escape, unescape
from tfexplore.model import Location, Symbol

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tfexplore.index.store import Index
    from tfexplore.index.write import LooseRow, Places

TABLE = Table("symbols", ("path INTEGER", "list TEXT"), lookups=("path",))

_SAME = "="  # the scope is that of the symbol before


def packed(symbols: Iterable[Symbol]) -> str:
    """The symbols of one file as text, in the order of places; their path is said elsewhere."""
    lines = sorted(
        {
            (one.location.line, one.location.end_line - one.location.line, one.name, one.kind, one.scope)
            for one in symbols
        }
    )
    rows = []
    before = ""
    for line, span, name, kind, scope in lines:
        rows.append(f"{line}\t{span}\t{kind}\t{escape(name)}\t{_SAME if scope == before else escape(scope)}")
        before = scope
    return "\n".join(rows)


def unpacked(text: str, path: str) -> tuple[Symbol, ...]:
    """What `packed` was given."""
    if not text:
        return ()
    made = []
    before = ""
    for row in text.split("\n"):
        first, span, kind, name, scope = row.split("\t")
        line = int(first)
        if "\\" in row:
            name, scope = unescape(name), unescape(scope)
        before = scope = before if scope == _SAME else scope
        made.append(Symbol._make((name, kind, scope, Location._make((path, line, line + int(span), "", "")))))
    return tuple(made)


def rows(symbols: Mapping[str, str], places: Places) -> list[LooseRow]:
    """One row for each file that has any."""
    return [(places.path(path), text) for path, text in symbols.items() if text]


def of_file(index: Index, path: str) -> tuple[Symbol, ...]:
    """The symbols of one file in the order of places."""
    found = index.rows(
        "SELECT list FROM symbols WHERE path = (SELECT id FROM path WHERE text = ? AND package = '')", (path,)
    )
    with index.reading():
        return unpacked(found[0][0], path) if found else ()


def named(index: Index, name: str) -> tuple[Symbol, ...]:
    """The symbols called `name` (`Conv2DOp`), or that are its members (`Conv2DOp::Compute`), in the order of places."""
    found = index.rows(
        "SELECT path.text, list FROM symbols JOIN path ON path.id = symbols.path WHERE instr(list, ?)"
        " ORDER BY symbols.id",
        (escape(name),),
    )
    member = name + "::"
    with index.reading():
        return tuple(
            [
                symbol
                for path, text in found
                for symbol in unpacked(text, path)
                if symbol.name == name or symbol.name.startswith(member)
            ]
        )


def every(index: Index) -> tuple[Symbol, ...]:
    """All symbols in the order of places."""
    found = index.rows("SELECT path.text, list FROM symbols JOIN path ON path.id = symbols.path ORDER BY symbols.id")
    with index.reading():
        return tuple([symbol for path, text in found for symbol in unpacked(text, path)])
