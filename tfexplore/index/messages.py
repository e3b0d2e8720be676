"""Statements that raise an error or write a log line, in the index: one row a file, packed as text.

Only hashes of a template's fixed parts are kept, never its text.
"""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.index.table import Table
from tfexplore.index.text import escape, join, split, unescape
from tfexplore.model import Location, MessageSite

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tfexplore.index.store import Index
    from tfexplore.index.write import LooseRow, Places

TABLE = Table("messages", ("path INTEGER", "list TEXT"), lookups=("path",))

_SAME = "="  # the function is that of the site before


def packed(sites: Iterable[MessageSite]) -> str:
    """The sites of one file as text, in the order of places; their path is said elsewhere."""
    lines = sorted(
        {
            (
                one.location.line,
                one.location.end_line - one.location.line,
                one.kind,
                one.level,
                one.error,
                one.function,
                one.parts,
                one.anchor,
            )
            for one in sites
        }
    )
    rows = []
    before = ""
    for line, span, kind, level, error, function, parts, anchor in lines:
        name = _SAME if function == before else escape(function)
        rows.append(f"{line}\t{span}\t{kind}\t{escape(level)}\t{escape(error)}\t{name}\t{anchor:x}\t{join(parts)}")
        before = function
    return "\n".join(rows)


def unpacked(text: str, path: str) -> tuple[MessageSite, ...]:
    """What `packed` was given."""
    if not text:
        return ()
    made = []
    before = ""
    for row in text.split("\n"):
        first, span, kind, level, error, function, anchor, parts = row.split("\t")
        line = int(first)
        if "\\" in row:
            level, error, function = unescape(level), unescape(error), unescape(function)
        before = function = before if function == _SAME else function
        place = Location._make((path, line, line + int(span), "", ""))
        made.append(MessageSite._make((kind, level, error, function, split(parts), place, int(anchor, 16))))
    return tuple(made)


def rows(sites: Mapping[str, str], places: Places) -> list[LooseRow]:
    """One row for each file that has any."""
    return [(places.path(path), text) for path, text in sites.items() if text]


def of_file(index: Index, path: str) -> tuple[MessageSite, ...]:
    """The sites of one file in the order of places."""
    found = index.rows(
        "SELECT list FROM messages WHERE path = (SELECT id FROM path WHERE text = ? AND package = '')", (path,)
    )
    with index.reading():
        return unpacked(found[0][0], path) if found else ()


def with_part(index: Index, part: str) -> tuple[MessageSite, ...]:
    """The sites that have `part` among the hashes of their fixed parts, in the order of places."""
    found = index.rows(
        "SELECT path.text, list FROM messages JOIN path ON path.id = messages.path WHERE instr(list, ?)"
        " ORDER BY messages.id",
        (escape(part),),
    )
    with index.reading():
        return tuple([site for path, text in found for site in unpacked(text, path) if part in site.parts])


def every(index: Index) -> tuple[MessageSite, ...]:
    """All sites in the order of places."""
    found = index.rows("SELECT path.text, list FROM messages JOIN path ON path.id = messages.path ORDER BY messages.id")
    with index.reading():
        return tuple([site for path, text in found for site in unpacked(text, path)])
