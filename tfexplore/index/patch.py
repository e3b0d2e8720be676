"""A few rows of an index replaced, for a run over a tree in which little has changed.

An index is never changed in place: a copy of it is, which is then renamed onto it as any index is (`write`). Its digest
is taken over all rows, so they are kept as they are digested, column by column (`write.Columns`), beside what has
changed in them since.
"""

from __future__ import annotations

import re
import shutil
import sqlite3
import sys
from array import array
from bisect import bisect_left, bisect_right
from hashlib import blake2b
from itertools import accumulate

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.index import blocks, messages
from tfexplore.index.store import MAX_LINE, MAX_SPAN, PATH_SHIFT, SPAN_BITS
from tfexplore.index.write import ALL, TABLES, Columns, columns_of, digest_columns, integers, number_chain, replace_file

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from tfexplore.index.store import Row
    from tfexplore.index.table import Table
    from tfexplore.index.write import LooseRow

_TABLES = {table.name: table for table in ALL}
#: A location in a list of them (`swig_name.used_by`), or at the end of a line (`swig_name.members`).
_LISTED = re.compile(r"(?:^|(?<=[\t ]))\d+(?=$|[ \n])", re.MULTILINE)


class Edits(Record):
    """What is new in an index: the value of a row (from 0) of a table's column, tables with all of their rows, and the
    texts of files in tables that are blocked, by the numbers of their paths; empty for none.

    No table is in two of them. The anchors of messages go with their texts. `columns` are tables as they are kept.
    """

    cells: dict[tuple[str, str], dict[int, int | str]]
    tables: dict[str, list[Row]]
    texts: Mapping[str, dict[int, str]] = {}
    columns: Mapping[str, Columns] = {}

    def merged(self, later: Edits) -> Edits:
        """These edits and later ones as one."""
        cells = {key: dict(values) for key, values in self.cells.items() if key[0] not in later.tables}
        for key, values in later.cells.items():
            cells.setdefault(key, {}).update(values)
        texts = {name: dict(found) for name, found in self.texts.items()}
        for name, found in later.texts.items():
            texts.setdefault(name, {}).update(found)
        return Edits(cells, {**self.tables, **later.tables}, texts, self.columns)


NO_EDITS = Edits({}, {})


def layout_of(kept: Iterable[Columns]) -> tuple[tuple[str, int, tuple[int, ...]], ...]:
    """What is needed to find the rows in the bytes of all columns, one behind the other."""
    return tuple([(one.table, one.rows, tuple([len(piece) for piece in one.pieces])) for one in kept])


class Rows:
    """The rows of an index, column by column, with edits laid over them."""

    def __init__(self, data: bytes, layout: Iterable[tuple[str, int, tuple[int, ...]]], edits: Edits) -> None:
        self._columns: dict[str, Columns] = {}
        view = memoryview(data)
        at = 0
        for table, rows, sizes in layout:
            pieces: list[bytes | memoryview] = []
            for size in sizes:
                pieces.append(view[at : at + size])
                at += size
            self._columns[table] = Columns(table, rows, pieces)
        if at != len(data) or set(self._columns) != set(_TABLES):
            raise ValueError("rows of another layout")
        #: Rows that were asked for or made already.
        self._rows: dict[str, list[Row]] = {}
        #: The tables of which rows were replaced since, and how many rows at their beginnings were not.
        self.replaced: dict[str, int] = {}
        #: The first row of each table of which a value was edited since: whoever replaces rows replaces that one too.
        self._first: dict[str, int] = {}
        self.edit(edits)
        self.replaced.clear()
        self._first.clear()

    def edit(self, edits: Edits) -> None:
        """Lay further edits over the rows."""
        self._columns.update(edits.columns)
        for name, rows in edits.tables.items():
            self._replace(name, rows)
        for (name, column), values in edits.cells.items():
            self._edit_column(name, column, values)
        for name, texts in edits.texts.items():
            self._rows.pop(name, None)
            self._edit_texts(name, texts)
            if name == messages.TABLE.name:
                self._edit_anchors(texts)

    def _replace(self, name: str, rows: list[Row]) -> None:
        before, made = self._columns[name], columns_of(_TABLES[name], rows)
        same = _alike(_TABLES[name], before, made)
        if same < max(before.rows, made.rows):
            self.replaced[name] = min(self.replaced.get(name, same), self._first.get(name, same), same)
        self._columns[name] = made
        self._rows[name] = rows

    def _edit_texts(self, name: str, texts: Mapping[int, str]) -> None:
        paths, old = self.numbers(name, "path"), self._columns[name].pieces
        lengths = _array(old[1]) if old else array("q")
        whole = str(old[2], "utf-8") if old else ""
        kept = array("q"), array("q")
        parts = []
        at = row = 0
        for path in sorted(texts):
            end = bisect_left(paths, path, row)
            stretch = sum(lengths[row:end])
            parts += [whole[at : at + stretch], texts[path]]
            kept[0].extend(paths[row:end])
            kept[1].extend(lengths[row:end])
            at, row = at + stretch, end
            if row < len(paths) and paths[row] == path:
                at, row = at + lengths[row], row + 1
            if texts[path]:
                kept[0].append(path)
                kept[1].append(len(texts[path]))
        kept[0].extend(paths[row:])
        kept[1].extend(lengths[row:])
        text = "".join([*parts, whole[at:]]).encode()
        self._columns[name] = Columns(name, len(kept[0]), [integers(kept[0]), integers(kept[1]), text])

    def _edit_anchors(self, texts: Mapping[int, str]) -> None:
        rows = self.rows(messages.ANCHORS.name)
        made = [row for row in rows if row[1] not in texts]
        for path, text in texts.items():
            made += messages.anchors(path, text)
        made.sort()
        if made != rows:
            self._replace(messages.ANCHORS.name, made)

    def _edit_column(self, name: str, column: str, values: Mapping[int, int | str]) -> None:
        self._rows.pop(name, None)
        first = self._first[name] = min(*values, self._first.get(name, self.count(name)))
        if name in self.replaced:
            self.replaced[name] = min(self.replaced[name], first)
        piece, is_text = _piece(name, column)
        pieces = self._columns[name].pieces
        if not is_text:
            numbers = _array(pieces[piece])
            for row, value in values.items():
                numbers[row] = int(value)
            pieces[piece] = integers(numbers)
            return
        lengths = _array(pieces[piece])
        text = bytes(pieces[piece + 1])
        plain = text.isascii() and all(str(value).isascii() for value in values.values())
        # One character is one byte in both.
        whole = text.decode("ascii" if plain else "utf-8")
        parts = []
        at = row_at = 0
        for row in sorted(values):
            start = row_at + sum(lengths[at:row])
            parts += [whole[row_at:start], str(values[row])]
            row_at = start + lengths[row]
            at = row + 1
        parts.append(whole[row_at:])
        for row, value in values.items():
            lengths[row] = len(str(value))
        pieces[piece] = integers(lengths)
        pieces[piece + 1] = "".join(parts).encode()

    def kept(self, edits: Edits) -> Edits:
        """The edits that lead to these rows as they are kept: whole tables as columns, which are read at once."""
        columns = {
            name: Columns(name, one.rows, [bytes(piece) for piece in one.pieces])
            for name in {*edits.columns, *edits.tables}
            for one in [self._columns[name]]
        }
        cells = {key: values for key, values in edits.cells.items() if key[0] not in columns}
        return Edits(cells, {}, edits.texts, columns)

    def count(self, table: str) -> int:
        """How many rows a table has."""
        return self._columns[table].rows

    def numbers(self, table: str, column: str) -> array[int]:
        """A column of integers."""
        pieces = self._columns[table].pieces
        return _array(pieces[_piece(table, column)[0]]) if pieces else array("q")

    def texts(self, table: str, column: str) -> list[str]:
        """A column of texts."""
        pieces = self._columns[table].pieces
        if not pieces:
            return []
        piece = _piece(table, column)[0]
        whole = str(pieces[piece + 1], "utf-8")
        found = []
        at = 0
        for length in _array(pieces[piece]):
            found.append(whole[at : at + length])
            at += length
        return found

    def text(self, table: str, column: str, row: int) -> str:
        """One text of a column."""
        pieces = self._columns[table].pieces
        piece = _piece(table, column)[0]
        lengths = _array(pieces[piece])
        whole = str(pieces[piece + 1], "utf-8")
        start = sum(lengths[:row])
        return whole[start : start + lengths[row]]

    def rows(self, table: str) -> list[Row]:
        """All rows of a table."""
        known = self._rows.get(table)
        if known is not None:
            return known
        columns: list[Iterable[int | str]] = []
        for declared in _TABLES[table].columns:
            name, kind = declared.split()
            columns.append(self.texts(table, name) if kind == "TEXT" else self.numbers(table, name))
        known = self._rows[table] = list(zip(*columns, strict=True))
        return known

    def digest(self, meta: Mapping[str, str]) -> str:
        """The content digest of the index with these rows."""
        state = blake2b(digest_size=16)
        for table in ALL:
            made = self._columns[table.name]
            if table.name == "meta":
                made = columns_of(table, list(meta.items()))
            digest_columns(state, made.table, made.rows, made.pieces)
        return state.hexdigest()


def _alike(table: Table, one: Columns, other: Columns) -> int:
    """How many rows at the beginning of both are the same."""
    rows = min(one.rows, other.rows)
    piece = 0
    for column in table.columns:
        if not rows:
            return 0
        rows = min(rows, _common(one.pieces[piece], other.pieces[piece]) // 8)
        piece += 1
        if column.endswith(" TEXT"):
            ends = list(accumulate(_array(one.pieces[piece - 1])[:rows]))
            length = _common(one.pieces[piece], other.pieces[piece])
            if str(one.pieces[piece][:length], "utf-8", "ignore").isascii():
                rows = bisect_right(ends, length)
            elif one.pieces[piece] != other.pieces[piece]:
                return 0
            piece += 1
    return rows


def _common(one: bytes | memoryview, other: bytes | memoryview) -> int:
    """How many bytes at the beginning of both are the same."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _piece(table: str, column: str) -> tuple[int, bool]:
    """Which piece of a table's columns is this one's first, and whether it is text."""
    piece = 0
    for declared in _TABLES[table].columns:
        name, kind = declared.split()
        if name == column:
            return piece, kind == "TEXT"
        piece += 2 if kind == "TEXT" else 1
    raise ValueError(f"{table} has no column {column}")


def _array(piece: bytes | memoryview) -> array[int]:
    made = array("q")
    made.frombytes(piece)
    if sys.byteorder == "big":
        made.byteswap()
    return made


def moved(rows: Rows, moves: Mapping[int, Mapping[int, int]], without: Collection[str] = ()) -> Edits | None:
    """What is new where facts are the same and stand in other lines; None where a line is not known to have moved.

    Each map must rise: then rows keep their order. The tables `without` are somebody else's business.
    """
    cells: dict[tuple[str, str], dict[int, int | str]] = {}
    try:
        for table in ALL:
            if table.name in without:
                continue
            for column in table.places:
                found = _moved_places(rows.numbers(table.name, column), moves)
                if found:
                    cells[table.name, column] = found
            for column in table.listed:
                listed = _moved_lists(rows.texts(table.name, column), moves)
                if listed:
                    cells[table.name, column] = listed
            for column, place in table.lines:
                lines = _moved_lines(rows.numbers(table.name, column), rows.numbers(table.name, place), moves)
                if lines:
                    cells[table.name, column] = lines
    except UnknownLineError:
        return None
    return Edits(cells, {})


def moved_rows(table: Table, rows: Iterable[Row], moves: Mapping[int, Mapping[int, int]]) -> list[Row]:
    """The same for rows of a table; raises `UnknownLineError`."""
    place = mover(moves)
    places = [table.column(name) for name in table.places]
    lines = [(table.column(name), table.column(whose)) for name, whose in table.lines]
    made = []
    for row in rows:
        if any(row[at] >> PATH_SHIFT in moves for at in places):
            cells = list(row)
            for line, at in lines:
                if row[line] and row[at] >> PATH_SHIFT in moves:
                    cells[line] = _line(row[line], moves[row[at] >> PATH_SHIFT])
            for at in places:
                cells[at] = place(row[at])
            row = tuple(cells)
        made.append(row)
    return made


def others(name: str) -> list[str]:
    """The names of all tables but one."""
    return [table.name for table in ALL if table.name != name]


class UnknownLineError(Exception):
    """A row speaks of a line that no fact of the file does, or that does not fit."""


def mover(moves: Mapping[int, Mapping[int, int]]) -> Callable[[int], int]:
    """Where a location is now; it raises `UnknownLineError`."""

    def place(packed: int) -> int:
        lines = moves.get(packed >> PATH_SHIFT)
        return packed if lines is None else _place(packed, lines)

    return place


def _place(packed: int, lines: Mapping[int, int]) -> int:
    line, span = packed >> SPAN_BITS & MAX_LINE, packed & MAX_SPAN
    first, last = lines.get(line), lines.get(line + span)
    if first is None or last is None or span == MAX_SPAN or last >= MAX_LINE or last - first >= MAX_SPAN:
        raise UnknownLineError
    return packed >> PATH_SHIFT << PATH_SHIFT | first << SPAN_BITS | last - first


def _moved_places(numbers: array[int], moves: Mapping[int, Mapping[int, int]]) -> dict[int, int | str]:
    made: dict[int, int | str] = {}
    for path, lines in moves.items():
        low, high = path << PATH_SHIFT, (path + 1) << PATH_SHIFT
        for row in [row for row, one in enumerate(numbers) if low <= one < high]:
            new = _place(numbers[row], lines)
            if new != numbers[row]:
                made[row] = new
    return made


def _moved_lists(texts: list[str], moves: Mapping[int, Mapping[int, int]]) -> dict[int, int | str]:
    def replaced(match: re.Match[str]) -> str:
        packed = int(match.group())
        lines = moves.get(packed >> PATH_SHIFT)
        return match.group() if lines is None else str(_place(packed, lines))

    made: dict[int, int | str] = {}
    for row, text in enumerate(texts):
        if text:
            new = _LISTED.sub(replaced, text)
            if new != text:
                made[row] = new
    return made


def _moved_lines(
    numbers: array[int], places: array[int], moves: Mapping[int, Mapping[int, int]]
) -> dict[int, int | str]:
    made: dict[int, int | str] = {}
    for row, place in enumerate(places):
        lines = moves.get(place >> PATH_SHIFT)
        if lines is not None and numbers[row]:
            new = _line(numbers[row], lines)
            if new != numbers[row]:
                made[row] = new
    return made


def _line(line: int, lines: Mapping[int, int]) -> int:
    new = lines.get(line)
    if new is None:
        raise UnknownLineError
    return new


#: What `other_registrations` says all about.
CHAINED = tuple([table.name for table in ALL if table.chained or table.name == "step"])


class _Steps:
    """The macro steps of an index, numbered anew in the order in which rows ask for them.

    A chain is the number of its last step, or the steps themselves where it is new.
    """

    def __init__(self, rows: Rows, place: Callable[[int], int]) -> None:
        self._rows = rows.rows("step")
        self._place = place
        self._again = {0: 0}
        #: The number of each step, by that of the step before and what it is.
        self.numbers: dict[tuple[int, tuple[str, int, int]], int] = {}

    def _step(self, number: int) -> tuple[str, int, int]:
        _, macro, defined, invoked = self._rows[number - 1]
        return macro, self._place(defined), self._place(invoked)

    def again(self, chain: int | tuple[tuple[str, int, int], ...]) -> int:
        """The new number of a chain's last step."""
        if isinstance(chain, tuple):
            return number_chain(chain, self.numbers)
        known = self._again.get(chain)
        if known is None:
            key = (self.again(self._rows[chain - 1][0]), self._step(chain))
            known = self._again[chain] = self.numbers.setdefault(key, len(self.numbers) + 1)
        return known

    def chain(self, chain: int | tuple[tuple[str, int, int], ...]) -> tuple[tuple[str, int, int], ...]:
        """The steps of a chain."""
        if isinstance(chain, tuple):
            return chain
        return (*self.chain(self._rows[chain - 1][0]), self._step(chain)) if chain else ()


def other_registrations(
    rows: Rows,
    gone: Mapping[str, Callable[[Row], bool]],
    come: Mapping[str, Iterable[LooseRow]],
    moves: Mapping[int, Mapping[int, int]],
) -> Edits | None:
    """The tables of `CHAINED` with other rows of ops and kernels; None where a line is not known to have moved.

    `gone` tells of the rows of a table which of them are there no more, `come` are those that are new.
    """
    place = mover(moves)
    steps = _Steps(rows, place)
    tables: dict[str, list[Row]] = {}
    try:
        for table in TABLES:
            if not table.chained:
                continue
            lost, before = gone[table.name], rows.rows(table.name)
            places = [table.column(column) for column in table.places]
            left: list[LooseRow] = []
            for row in before:
                if lost(row):
                    continue
                if any(row[column] >> PATH_SHIFT in moves for column in places):
                    made = list(row)
                    for column in places:
                        made[column] = place(row[column])
                    row = tuple(made)
                left.append(row)
            # Rows whose lines have moved still stand in their order.
            keys = [row[:-1] for row in left]
            for new in sorted(come[table.name]):
                key = new[:-1]
                at = bisect_left(keys, key)
                while at < len(keys) and keys[at] == key and steps.chain(left[at][-1]) < new[-1]:
                    at += 1
                keys.insert(at, key)
                left.insert(at, new)
            after = [(*key, steps.again(row[-1])) for key, row in zip(keys, left, strict=True)]
            if after != before:
                tables[table.name] = after
    except UnknownLineError:
        return None
    return Edits({}, {**tables, "step": [(parent, *step) for parent, step in steps.numbers]})


def in_order(rows: Rows, edits: Edits) -> bool:
    """Whether the rows of the tables whose texts were edited still stand in their order."""
    for table, column in edits.cells:
        if column in _TABLES[table].listed:
            found = rows.rows(table)
            if found != sorted(found):
                return False
    return True


def write_edited(path: str, rows: Rows, edits: Edits, meta: Mapping[str, str], digest: str) -> None:
    """Replace the index in `path` by an edited copy of it; raises `IndexFileError`.

    It raises `LookupError` where it does not hold what is to be edited. `rows` are those of the index, `meta` what its
    texts say now.
    """

    def write(beside: str) -> None:
        shutil.copyfile(path, beside)
        connection = sqlite3.connect(beside, isolation_level=None)
        try:
            for pragma in ("journal_mode = OFF", "synchronous = OFF", "locking_mode = EXCLUSIVE"):
                connection.execute(f"PRAGMA {pragma}").fetchall()
            connection.execute("BEGIN")
            for name, texts in edits.texts.items():
                try:
                    blocks.replace(connection, name, texts)
                except ValueError as error:
                    raise LookupError(str(error)) from error
            for name, same in rows.replaced.items():
                _replace_rows(connection, _TABLES[name], rows.rows(name), same)
            for (name, column), values in edits.cells.items():
                connection.executemany(
                    f"UPDATE {name} SET {column} = ? WHERE id = ?", [(value, row + 1) for row, value in values.items()]
                )
            connection.executemany(
                "UPDATE meta SET value = ? WHERE key = ?", [(value, key) for key, value in meta.items()]
            )
            connection.execute("UPDATE meta SET value = ? WHERE key = 'digest'", (digest,))
            connection.execute("COMMIT")
        finally:
            connection.close()

    replace_file(path, write)


def _replace_rows(connection: sqlite3.Connection, table: Table, rows: list[Row], same: int) -> None:
    """Other rows of a table from a row on; all of them where they are compressed together."""
    if table.blocked:
        connection.execute(f"DELETE FROM {table.name}")
        made = blocks.packed(sorted(rows))
        connection.executemany(f"INSERT INTO {table.name} (path, list) VALUES (?, ?)", made)
        return
    names = [column.split()[0] for column in table.columns]
    connection.execute(f"DELETE FROM {table.name} WHERE id > ?", (same,))
    connection.executemany(
        f"INSERT INTO {table.name} (id, {', '.join(names)}) VALUES ({', '.join('?' * (len(names) + 1))})",
        [(number, *row) for number, row in enumerate(rows[same:], same + 1)],
    )
