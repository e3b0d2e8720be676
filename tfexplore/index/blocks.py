"""Texts of many files, compressed together: the files' rows of a table in blocks of some sixty kilobytes.

One file's text compresses to a third, a block of neighbouring files to a fifth; reading one file's text means to
decompress one block. The content digest is taken over the texts, so it does not depend on the compressor.
"""

from __future__ import annotations

import zlib
from functools import lru_cache

from tfexplore._record import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Mapping

    from tfexplore.index.store import Index

_BLOCK = 64_000
#: What zlib is asked for: more takes longer for a hundredth less.
_LEVEL = 6
#: What a block begins with whose letters are one byte each; others begin with a digit.
_LATIN = b"="
#: A block ends with the file that fills it, so one of these bounds what a damaged or made-up index can unfold to.
_MAX_BLOCK = 32_000_000


def packed(rows: list[tuple[int, str]]) -> list[tuple[int, bytes]]:
    """Rows of `(path, text)`, sorted by path, as blocks with the number of their first path.

    A block is a line that says the path and the length of each text, and the texts, one behind the other.
    """
    blocks: list[tuple[int, bytes]] = []
    start = size = 0
    for end, (_, text) in enumerate(rows, 1):
        size += len(text)
        if size >= _BLOCK or end == len(rows):
            inside = rows[start:end]
            head = ";".join([f"{path},{len(one)}" for path, one in inside])
            body = "".join([one for _, one in inside])
            blocks.append((inside[0][0], zlib.compress(_encoded(f"{head}\n{body}"), _LEVEL)))
            start, size = end, 0
    return blocks


def _decompressed(block: bytes) -> str:
    try:
        reader = zlib.decompressobj()
        data = reader.decompress(block, _MAX_BLOCK)
    except zlib.error as error:
        raise ValueError(f"a block that cannot be decompressed ({error})") from error
    if not reader.eof:
        raise ValueError("a block without end")
    return data[1:].decode("latin-1") if data.startswith(_LATIN) else data.decode()


def _encoded(text: str) -> bytes:
    """A text with a byte for each letter where that can be, as it can for marks of lines: they take a tenth less so."""
    try:
        return _LATIN + text.encode("latin-1")
    except UnicodeEncodeError:
        return text.encode()


def _unpacked(block: str) -> list[tuple[int, str]]:
    end = block.index("\n")
    found = []
    at = end + 1
    for one in block[:end].split(";"):
        path, length = one.split(",")
        found.append((int(path), block[at : at + int(length)]))
        at += int(length)
    return found


@lru_cache(maxsize=16)  # who asks for one file asks for its neighbours
def _texts(block: bytes) -> dict[int, str]:
    return dict(_unpacked(_decompressed(block)))


def every(index: Index, table: str) -> Iterator[tuple[int, str]]:
    """Every `(path, text)` of a table, in the order of paths."""
    for (block,) in index.rows(f"SELECT list FROM {table} ORDER BY path"):
        with index.reading():
            found = _unpacked(_decompressed(block))
        yield from found


def holding(index: Index, table: str, text: str) -> Iterator[tuple[int, str]]:
    """The `(path, text)` of a table that hold a text; blocks without it are not taken apart."""
    for (block,) in index.rows(f"SELECT list FROM {table} ORDER BY path"):
        with index.reading():
            whole = _decompressed(block)
            found = [one for one in _unpacked(whole) if text in one[1]] if text in whole else []
        yield from found


def replace(connection: sqlite3.Connection, table: str, texts: Mapping[int, str]) -> None:
    """Other texts for some paths, empty for none; raises `ValueError` where a block makes no sense.

    The blocks need not be those that `packed` would make of all rows: what they hold is.
    """
    left = dict(texts)
    while left:
        path = min(left)
        found = (
            connection.execute(
                f"SELECT id, path, list FROM {table} WHERE path <= ? ORDER BY path DESC LIMIT 1", (path,)
            ).fetchall()
            or connection.execute(f"SELECT id, path, list FROM {table} ORDER BY path LIMIT 1").fetchall()
        )
        number, first, block = found[0] if found else (None, path, b"")
        following = connection.execute(f"SELECT min(path) FROM {table} WHERE path > ?", (first,)).fetchall()[0][0]
        rows = dict(_unpacked(_decompressed(block))) if block else {}
        # A block is looked for by its first path: what comes before all of them goes to the first one.
        rows.update({one: left.pop(one) for one in list(left) if following is None or one < following})
        connection.execute(f"DELETE FROM {table} WHERE id = ?", (number,))
        made = packed(sorted(row for row in rows.items() if row[1]))
        connection.executemany(f"INSERT INTO {table} (path, list) VALUES (?, ?)", made)


def of_path(index: Index, table: str, path: int) -> str:
    """The text of one path, empty where there is none."""
    found = index.rows(f"SELECT list FROM {table} WHERE path <= ? ORDER BY path DESC LIMIT 1", (path,))
    with index.reading():
        return _texts(found[0][0]).get(path, "") if found else ""
