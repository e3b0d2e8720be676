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
from hashlib import blake2b

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.index import blocks
from tfexplore.index.store import MAX_LINE, MAX_SPAN, PATH_SHIFT, SPAN_BITS
from tfexplore.index.write import ALL, Columns, columns_of, digest_columns, integers, number_chain, replace_file

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from tfexplore.index.store import Row
    from tfexplore.index.table import Table
    from tfexplore.index.write import LooseRow

_TABLES = {table.name: table for table in ALL}
#: A location in a list of them (`swig_name.used_by`), or at the end of a line (`swig_name.members`).
_LISTED = re.compile(r"(?:^|(?<=[\t ]))\d+(?=$|[ \n])", re.MULTILINE)


class Edits(Record):
    """What is new in an index: the value of a row (from 0) of a table's column, and tables with all of their rows.

    No table is in both.
    """

    cells: dict[tuple[str, str], dict[int, int | str]]
    tables: dict[str, list[Row]]

    def merged(self, later: Edits) -> Edits:
        """These edits and later ones as one."""
        tables = {**self.tables, **later.tables}
        cells = {key: dict(values) for key, values in self.cells.items() if key[0] not in later.tables}
        for (table, column), values in later.cells.items():
            if table in self.tables:
                place = [one.split()[0] for one in _TABLES[table].columns].index(column)
                rows = tables[table] = list(tables[table])
                for row, value in values.items():
                    rows[row] = (*rows[row][:place], value, *rows[row][place + 1 :])
            else:
                cells.setdefault((table, column), {}).update(values)
        return Edits(cells, tables)


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
        self.edit(edits)

    def edit(self, edits: Edits) -> None:
        """Lay further edits over the rows."""
        for name, rows in edits.tables.items():
            self._columns[name] = columns_of(_TABLES[name], rows)
        for (name, column), values in edits.cells.items():
            self._edit_column(name, column, values)

    def _edit_column(self, name: str, column: str, values: Mapping[int, int | str]) -> None:
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
        columns: list[Iterable[int | str]] = []
        for declared in _TABLES[table].columns:
            name, kind = declared.split()
            columns.append(self.texts(table, name) if kind == "TEXT" else self.numbers(table, name))
        return list(zip(*columns, strict=True))

    def digest(self, meta: Mapping[str, str]) -> str:
        """The content digest of the index with these rows."""
        state = blake2b(digest_size=16)
        for table in ALL:
            made = self._columns[table.name]
            if table.name == "meta":
                made = columns_of(table, list(meta.items()))
            digest_columns(state, made.table, made.rows, made.pieces)
        return state.hexdigest()


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
    except _UnknownLineError:
        return None
    return Edits(cells, {})


class _UnknownLineError(Exception):
    """A row speaks of a line that no fact of the file does, or that does not fit."""


def _place(packed: int, lines: Mapping[int, int]) -> int:
    line, span = packed >> SPAN_BITS & MAX_LINE, packed & MAX_SPAN
    first, last = lines.get(line), lines.get(line + span)
    if first is None or last is None or span == MAX_SPAN or last >= MAX_LINE or last - first >= MAX_SPAN:
        raise _UnknownLineError
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
            new = lines.get(numbers[row])
            if new is None:
                raise _UnknownLineError
            if new != numbers[row]:
                made[row] = new
    return made


#: What `other_kernels` says all about.
CHAINED = tuple([table.name for table in ALL if table.chained or table.name == "step"])


def other_kernels(
    rows: Rows, paths: Collection[int], kernels: Iterable[LooseRow], moves: Mapping[int, Mapping[int, int]]
) -> tuple[Edits, list[Row]] | None:
    """The tables of `CHAINED` with other kernels of some paths, and the rows of kernels before that, classes moved.

    None where a line is not known to have moved.
    """

    def place(packed: int) -> int:
        lines = moves.get(packed >> PATH_SHIFT)
        return packed if lines is None else _place(packed, lines)

    macros = rows.texts("step", "macro")
    parents, defined, invoked = (rows.numbers("step", column) for column in ("parent", "defined", "invoked"))
    chains: dict[int, tuple[tuple[str, int, int], ...]] = {0: ()}

    def chain(number: int) -> tuple[tuple[str, int, int], ...]:
        known = chains.get(number)
        if known is None:
            row = number - 1
            step = (macros[row], place(defined[row]), place(invoked[row]))
            known = chains[number] = (*chain(parents[row]), step)
        return known

    steps: dict[tuple[int, tuple[str, int, int]], int] = {}
    cells: dict[tuple[str, str], dict[int, int | str]] = {}
    before: list[Row] = []
    loose = list(kernels)
    names = [[column.split()[0] for column in _TABLES[table].columns] for table in ("op", "kernel")]
    try:
        at = [names[0].index(column) for column in ("location", "shape_fn_location", "step")]
        for number, row in enumerate(rows.rows("op")):
            values = (place(row[at[0]]), place(row[at[1]]), number_chain(chain(row[at[2]]), steps))
            for column, value in zip(at, values, strict=True):
                if row[column] != value:
                    cells.setdefault(("op", names[0][column]), {})[number] = value
        location, class_location = (names[1].index(column) for column in ("location", "kernel_class_location"))
        for row in rows.rows("kernel"):
            made = list(row)
            made[class_location] = place(row[class_location])
            if row[location] >> PATH_SHIFT not in paths:
                made[location] = place(row[location])
                loose.append((*made[:-1], chain(row[-1])))
            before.append(tuple(made))
    except _UnknownLineError:
        return None
    loose.sort()
    tables = {"kernel": [(*row[:-1], number_chain(row[-1], steps)) for row in loose]}
    tables["step"] = [(parent, *step) for parent, step in steps]
    return Edits(cells, tables), before


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
            for name, whole in edits.tables.items():
                _replace_table(connection, _TABLES[name], whole)
            for (name, column), values in edits.cells.items():
                if _TABLES[name].blocked:
                    paths = rows.numbers(name, "path")
                    try:
                        blocks.replace(connection, name, {paths[row]: str(text) for row, text in values.items()})
                    except ValueError as error:
                        raise LookupError(str(error)) from error
                else:
                    connection.executemany(
                        f"UPDATE {name} SET {column} = ? WHERE id = ?",
                        [(value, row + 1) for row, value in values.items()],
                    )
            connection.executemany(
                "UPDATE meta SET value = ? WHERE key = ?", [(value, key) for key, value in meta.items()]
            )
            connection.execute("UPDATE meta SET value = ? WHERE key = 'digest'", (digest,))
            connection.execute("COMMIT")
        finally:
            connection.close()

    replace_file(path, write)


def _replace_table(connection: sqlite3.Connection, table: Table, rows: list[Row]) -> None:
    names = [column.split()[0] for column in table.columns]
    connection.execute(f"DELETE FROM {table.name}")
    connection.executemany(
        f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})", rows
    )
