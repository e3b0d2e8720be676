"""Statements that raise an error or write a log line, in the index: one row a file, packed as text.

Only hashes of a template's fixed parts are kept, never its text.
"""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.index import blocks
from tfexplore.index.table import Table
from tfexplore.index.text import escape, join, split, unescape
from tfexplore.model import Location, MessageSite

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tfexplore.index.store import Index
    from tfexplore.index.write import LooseRow, Places

TABLE = Table("messages", ("path INTEGER", "list TEXT"), lookups=("path",), blocked=True)
#: Where each anchor leads: the number of a path, and of the site among those of the file.
ANCHORS = Table("anchor", ("hash INTEGER", "path INTEGER", "site INTEGER"), lookups=("hash",))

_CHUNK = 500
_SAME = "="  # the function is that of the site before


def packed(sites: Iterable[MessageSite]) -> str:
    """The sites of one file as text, in the order of places; their path is said elsewhere."""
    lines = sorted({_key(one) for one in sites})
    rows = []
    before = ""
    for line, span, kind, level, error, function, parts, anchor in lines:
        name = _SAME if function == before else escape(function)
        rows.append(f"{line}\t{span}\t{kind}\t{escape(level)}\t{escape(error)}\t{name}\t{anchor:x}\t{join(parts)}")
        before = function
    return "\n".join(rows)


def numbered(sites: Sequence[MessageSite]) -> dict[MessageSite, int]:
    """The number of each site among those that `unpacked` gives of `packed(sites)`."""
    numbers = {key: number for number, key in enumerate(sorted({_key(one) for one in sites}))}
    return {one: numbers[_key(one)] for one in sites}


def _key(one: MessageSite) -> tuple[int, int, str, str, str, str, tuple[str, ...], int]:
    place = one.location
    return place.line, place.end_line - place.line, one.kind, one.level, one.error, one.function, one.parts, one.anchor


def unpacked(text: str, path: str) -> tuple[MessageSite, ...]:
    """What `packed` was given."""
    if not text:
        return ()
    made = []
    before = ""
    for row in text.split("\n"):
        site = _site(row, path, before)
        before = site.function
        made.append(site)
    return tuple(made)


def _site(row: str, path: str, before: str) -> MessageSite:
    """One line of a packed text; `before` is the function of the line above."""
    first, span, kind, level, error, function, anchor, parts = row.split("\t")
    line = int(first)
    if "\\" in row:
        level, error, function = unescape(level), unescape(error), unescape(function)
    place = Location._make((path, line, line + int(span), "", ""))
    function = before if function == _SAME else function
    return MessageSite._make((kind, level, error, function, split(parts), place, int(anchor, 16)))


def rows(sites: Mapping[str, str], places: Places) -> list[LooseRow]:
    """One row for each file that has any."""
    return [(places.path(path), text) for path, text in sites.items() if text]


def anchor_rows(sites: Mapping[str, str], places: Places) -> list[LooseRow]:
    """One row for each site that has an anchor."""
    return [row for path, text in sites.items() for row in anchors(places.path(path), text)]


def anchors(path: int, text: str) -> list[tuple[int, int, int]]:
    """The rows of the sites of one file, which are packed in `text`."""
    made = []
    for site, row in enumerate(text.split("\n") if text else ()):
        anchor = int(row.split("\t", 7)[6], 16)
        made += [(half, path, site) for half in (anchor >> 32, anchor & 0xFFFFFFFF) if half]
    return made


def of_file(index: Index, path: str) -> tuple[MessageSite, ...]:
    """The sites of one file in the order of places."""
    text = blocks.of_path(index, TABLE.name, index.path_number(path))
    with index.reading():
        return unpacked(text, path)


def anchored(index: Index, hashes: Iterable[int], limit: int) -> list[tuple[int, int, int]]:
    """Rows of `ANCHORS` for these hashes, at most about `limit`: hash, path, site."""
    wanted = list(hashes)
    found: list[tuple[int, int, int]] = []
    for begin in range(0, len(wanted), _CHUNK):
        chunk = wanted[begin : begin + _CHUNK]
        # The hashes are integers of our own making, and a list of a thousand marks would be read slower.
        listed = ",".join([str(int(one)) for one in chunk])
        found += index.rows(f"SELECT hash, path, site FROM anchor WHERE hash IN ({listed}) LIMIT {int(limit)}")
        if len(found) >= limit:
            break
    return found


def picked(index: Index, path_number: int, sites: Iterable[int]) -> list[MessageSite]:
    """Some of the sites of one file, by their numbers."""
    text = blocks.of_path(index, TABLE.name, path_number)
    if not text:
        return []
    path = index.path_text(path_number)
    with index.reading():
        rows = text.split("\n")
        made = []
        for number in sites:
            above = number
            while above and rows[above].split("\t", 6)[5] == _SAME:
                above -= 1
            written = rows[above].split("\t", 6)[5]
            # That of the first one, in front of which there is none.
            function = "" if written == _SAME else unescape(written)
            made.append(_site(rows[number], path, function))
        return made


def every(index: Index) -> tuple[MessageSite, ...]:
    """All sites in the order of places."""
    index.prefetch()
    found: list[MessageSite] = []
    for number, text in blocks.every(index, TABLE.name):
        with index.reading():
            found += unpacked(text, index.path_text(number))
    return tuple(found)
