"""An index file, opened for questions.

A file is recognised by its first hundred bytes before SQLite sees it, opened read-only and as immutable (an index is
replaced by renaming, never changed in place), and whatever is wrong with it, now or in the middle of a query, is one
`IndexFileError`.
"""

from __future__ import annotations

import os

# `sqlite3` adds date adapters to `_sqlite3` that no index needs, at the price of a tenth of a bare interpreter.
try:
    import _sqlite3 as sqlite3
except ImportError:  # an interpreter that lays its modules out in another way
    import sqlite3  # type: ignore[no-redef]

from tfexplore._record import TYPE_CHECKING
from tfexplore.errors import IndexFileError
from tfexplore.model import ExpansionStep, Location, SourceState

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any

    Value = int | str
    Row = tuple[Any, ...]  # what SQLite gives is checked by the readers, and by SQLite's own column types

APPLICATION_ID = 0x74666578  # "tfex"
SCHEMA_VERSION = 14

# A location is one integer: path, first line, and how many lines follow it.
SPAN_BITS = 16
LINE_BITS = 24
PATH_SHIFT = SPAN_BITS + LINE_BITS
MAX_SPAN = (1 << SPAN_BITS) - 1
MAX_LINE = (1 << LINE_BITS) - 1

_MAKE_AGAIN = "make it again with `tfexplore index`"
#: What reading a damaged row can end in: SQLite finds only part of the damage.
_UNREADABLE = (ValueError, IndexError, KeyError, TypeError, OverflowError, RecursionError)


def default_path() -> str:
    """The index that answers when none is named: `TFEXPLORE_INDEX`, or the one that ships with the package."""
    named = os.environ.get("TFEXPLORE_INDEX")
    return named or os.path.join(os.path.dirname(os.path.dirname(__file__)), "data", "v1.15.0.sqlite")


def open_index(path: str | os.PathLike[str] | None = None) -> Index:
    """The index in `path`, or the default one; raises `IndexFileError` when it cannot answer."""
    name = os.fspath(path) if path is not None else default_path()
    _check_header(name)
    try:
        connection = sqlite3.connect(_immutable_uri(name), uri=True, isolation_level=None)
    except sqlite3.Error as error:
        raise IndexFileError(f"{name}: cannot be opened ({error})") from error
    return Index(connection, name)


class Index:
    """The facts of one tree under one build; the modules beside this one know how to read each kind."""

    def __init__(self, connection: sqlite3.Connection, path: str) -> None:
        self.path = path
        self._connection = connection
        self._paths: dict[int, tuple[str, str, str]] = {}
        self._numbers: dict[str, int] = {}
        self._locations: dict[int, Location] = {}
        self._expansions: dict[int, tuple[ExpansionStep, ...]] = {0: ()}
        #: What others have made of all rows of some kind, by its name: see `answers/of_index.py`.
        self.made: dict[str, Any] = {}
        with self.reading():
            self.meta = {str(key): str(value) for key, value in self.rows("SELECT key, value FROM meta")}
            self.state = SourceState(
                self.meta["repository"] or None,
                self.meta["tag"] or None,
                self.meta["commit"] or None,
                self.meta["build"],
                self.meta["linkage"],
            )
            self.digest = self.meta["digest"]

    def reopen(self) -> None:
        """Take a connection of its own, in a process that was forked: SQLite's must not be shared."""
        try:
            self._connection = sqlite3.connect(_immutable_uri(self.path), uri=True, isolation_level=None)
        except sqlite3.Error as error:
            raise IndexFileError(f"{self.path}: cannot be opened ({error})") from error

    def rows(self, query: str, values: tuple[Value, ...] = ()) -> list[Row]:
        """The rows of a query."""
        try:
            return self._connection.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise _damaged(self.path, str(error)) from error

    def reading(self) -> _Reading:
        """A block in which rows become records: a row that makes no sense there is a damaged file."""
        return _Reading(self.path)

    def note(self, key: str) -> str | None:
        """What the maker of the index noted under `key`, such as the census."""
        return self.meta.get("note:" + key)

    def notes(self) -> dict[str, str]:
        """All that the maker of the index noted."""
        return {key[5:]: value for key, value in self.meta.items() if key.startswith("note:")}

    def location(self, packed: int) -> Location | None:
        """The location behind its integer; 0 is none."""
        return self.place(packed) if packed else None

    def place(self, packed: int) -> Location:
        """The location behind an integer that must name one."""
        known = self._locations.get(packed)
        if known is not None:
            return known
        line = packed >> SPAN_BITS & MAX_LINE
        path, package, version = self._path(packed >> PATH_SHIFT)
        made = Location._make((path, line, line + (packed & MAX_SPAN), package, version))
        self._locations[packed] = made
        return made

    def _path(self, number: int) -> tuple[str, str, str]:
        known = self._paths.get(number)
        if known is None:
            known = self.rows("SELECT text, package, version FROM path WHERE id = ?", (number,))[0]
            self._keep(number, *known)
        return known

    def _keep(self, number: int, text: str, package: str, version: str) -> None:
        self._paths[number] = (text, package, version)
        if not package:
            self._numbers[text] = number

    def path_text(self, number: int) -> str:
        """The path behind a number."""
        return self._path(number)[0]

    def path_number(self, path: str) -> int:
        """The number of a path of the tree; 0 where there is none."""
        known = self._numbers.get(path)
        if known is None:
            # Paths of facts that were read are known; the table itself has no order to search by.
            found = self.rows("SELECT id FROM path WHERE text = ? AND package = ''", (path,))
            known = self._numbers[path] = int(found[0][0]) if found else 0
        return known

    def packed(self, location: Location) -> int:
        """The integer of a location in the tree; 0 where no fact lies in its file."""
        number = self.path_number(location.path)
        span = location.end_line - location.line
        return number << PATH_SHIFT | location.line << SPAN_BITS | span if number else 0

    def expansion(self, number: int) -> tuple[ExpansionStep, ...]:
        """The macro steps that end in step `number`, outermost first."""
        known = self._expansions.get(number)
        if known is not None:
            return known
        parent, macro, defined, invoked = self.rows(
            "SELECT parent, macro, defined, invoked FROM step WHERE id = ?", (number,)
        )[0]
        return self._extend(number, parent, macro, defined, invoked)

    def _extend(self, number: int, parent: int, macro: str, defined: int, invoked: int) -> tuple[ExpansionStep, ...]:
        if not 0 <= parent < number:
            raise ValueError("a macro step that precedes its own parent")
        made = (*self.expansion(parent), ExpansionStep._make((macro, self.place(defined), self.place(invoked))))
        self._expansions[number] = made
        return made

    def prefetch(self) -> None:
        """Read every path and macro step at once, for a question about everything."""
        with self.reading():
            if len(self._expansions) == 1:
                for number, text, package, version in self.rows("SELECT id, text, package, version FROM path"):
                    self._keep(number, text, package, version)
                for row in self.rows("SELECT id, parent, macro, defined, invoked FROM step ORDER BY id"):
                    self._extend(*row)

    def names(self, kind: str, unlinked: bool = False) -> list[str]:
        """The distinct names of a kind in order; with `unlinked` those that no library of the build links."""
        rows = self.rows("SELECT list FROM name WHERE kind = ? AND unlinked = ?", (kind, int(unlinked)))
        return str(rows[0][0]).split("\n") if rows and rows[0][0] else []

    def count(self, table: str) -> int:
        """How many rows a table has."""
        return int(self.rows(f"SELECT count(*) FROM {table}")[0][0])

    def paths(self) -> tuple[str, ...]:
        """Every path of the tree, in order."""
        return tuple([str(text) for (text,) in self.rows("SELECT text FROM path WHERE in_tree ORDER BY id")])

    def path_numbers(self) -> list[tuple[int, str]]:
        """Every path that a fact can lie in, with its number."""
        return self.rows("SELECT id, text FROM path ORDER BY id")

    def last_lines(self) -> dict[int, int]:
        """The last line that any fact but a definition lies on, by the number of its path."""
        placed = (
            ("op", "location"), ("op", "shape_fn_location"), ("kernel", "location"),
            ("kernel", "kernel_class_location"), ("gradient", "location"), ("gradient", "registered"),
            ("endpoint", "location"), ("step", "defined"), ("step", "invoked"), ("swig_effect", "location"),
            ("swig_name", "declared"), ("swig_name", "defined"),
        )  # fmt: skip
        last = f"(({{0}} >> {SPAN_BITS}) & {MAX_LINE}) + ({{0}} & {MAX_SPAN})"
        query = " UNION ALL ".join(
            f"SELECT {column} >> {PATH_SHIFT}, max({last.format(column)}) FROM {table} GROUP BY 1"
            for table, column in placed
        )
        found: dict[int, int] = {}
        for path, line in self.rows(query):
            found[path] = max(found.get(path, 0), line)
        return found

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def __enter__(self) -> Index:
        return self

    def __exit__(self, kind: object, value: object, trace: object) -> None:
        self.close()


class _Reading:
    """Turn what a damaged row ends in into one clear error."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(value, _UNREADABLE):
            raise _damaged(self.path, f"{kind.__name__ if kind else 'error'}: {value}") from value


def _damaged(path: str, detail: str) -> IndexFileError:
    shown = " ".join(detail.split())[:80]
    return IndexFileError(f"{path}: the index is damaged ({shown}); {_MAKE_AGAIN}")


def header_problem(path: str) -> str | None:
    """Why the file in `path` is not an index of this version of the tool, or None; raises `OSError`."""
    with open(path, "rb") as stream:
        header = stream.read(100)
        size = os.fstat(stream.fileno()).st_size
    if not header:
        return "the file is empty"
    if header[:16] != b"SQLite format 3\0" or len(header) < 100:
        return "not a tfexplore index"
    if int.from_bytes(header[68:72], "big") != APPLICATION_ID:
        return "an SQLite file, but not a tfexplore index"
    version = int.from_bytes(header[60:64], "big")
    if version != SCHEMA_VERSION:
        age = "an older" if version < SCHEMA_VERSION else "a newer"
        return f"written by {age} tfexplore (layout {version}, this one reads {SCHEMA_VERSION})"
    page = int.from_bytes(header[16:18], "big")
    if size != (65536 if page == 1 else page) * int.from_bytes(header[28:32], "big"):
        return "the index is damaged (cut short)"
    return None


def _check_header(path: str) -> None:
    try:
        problem = header_problem(path)
    except FileNotFoundError:
        raise IndexFileError(
            f"{path}: no such index; make it with `tfexplore index -o FILE`, or name another with --index or "
            "TFEXPLORE_INDEX"
        ) from None
    except OSError as error:
        raise IndexFileError(
            f"{path}: cannot be read ({error.strerror or error}); name another with --index"
        ) from error
    except ValueError as error:  # a path with a NUL byte
        raise IndexFileError(f"{path!r}: not a path ({error})") from error
    if problem:
        raise IndexFileError(f"{path}: {problem}; {_MAKE_AGAIN}, or name another with --index")


def _immutable_uri(path: str) -> str:
    """A `file:` URI of any path, bytes that are no UTF-8 included."""
    plain = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-"
    name = os.fsencode(os.path.abspath(path))
    quoted = "".join([chr(byte) if byte in plain else f"%{byte:02x}" for byte in name])
    return f"file:{quoted}?mode=ro&immutable=1"
