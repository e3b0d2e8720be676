"""Facts into an index file.

Nothing about the file depends on the order in which facts arrive: rows are sorted before they are numbered, so equal
facts give equal tables, and the content digest is taken over those rows, whatever SQLite wrote them. The file is
written beside its target and renamed onto it, so a writer that fails, is killed or fills the disk leaves what was
there before.
"""

from __future__ import annotations

import gc
import os
import sqlite3
import sys
from array import array
from hashlib import blake2b

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.errors import IndexFileError
from tfexplore.index import (
    api,
    bases,
    blocks,
    claims,
    gradients,
    keras,
    kernels,
    links,
    marks,
    messages,
    methods,
    ops,
    swig,
    symbols,
    unresolved,
    uses,
    words,
)
from tfexplore.index.store import APPLICATION_ID, MAX_LINE, MAX_SPAN, PATH_SHIFT, SCHEMA_VERSION, SPAN_BITS
from tfexplore.index.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    from tfexplore.index.store import Index, Row
    from tfexplore.model import (
        ClaimEvidence,
        Endpoint,
        ExpansionStep,
        GeneratedWrapper,
        GradientFunction,
        KerasEndpoint,
        KernelDef,
        Link,
        Location,
        MethodOps,
        OpDef,
        PybindModule,
        PythonCall,
        SourceState,
        SwigEffect,
        SwigFile,
        SwigName,
        SwigUnreachable,
        Unresolved,
        Use,
    )

    #: A row whose last value may still be a chain of macro steps instead of the last step's number.
    LooseRow = tuple[Any, ...]

#: Tables in the order in which they are written and digested.
TABLES = (
    ops.TABLE,
    kernels.TABLE,
    unresolved.TABLE,
    gradients.TABLE,
    swig.FILES,
    swig.NAMES,
    swig.EFFECTS,
    swig.UNREACHABLE,
    swig.PYBIND,
    keras.TABLE,
    api.ENDPOINTS,
    api.CALLS,
    api.WRAPPERS,
    methods.TABLE,
    symbols.TABLE,
    messages.TABLE,
    messages.ANCHORS,
    marks.TABLE,
    bases.TABLE,
    words.TABLE,
    claims.TABLE,
    links.TABLE,
    uses.TABLE,
)
_PATH = Table("path", ("text TEXT", "package TEXT", "version TEXT", "in_tree INTEGER"))
_STEP = Table(
    "step", ("parent INTEGER", "macro TEXT", "defined INTEGER", "invoked INTEGER"), places=("defined", "invoked")
)
_NAME = Table("name", ("kind TEXT", "unlinked INTEGER", "list TEXT"))
_META = Table("meta", ("key TEXT", "value TEXT"))
ALL = (_PATH, _STEP, *TABLES, _NAME, _META)

#: What says how the facts came about, not what they are: it stays out of the digest.
_OUTSIDE_DIGEST = ("digest", "repository")


class Facts(Record):
    """Everything that one index holds beside the state of its source; the order within each part has no meaning.

    `paths` is every file of the tree. `symbols`, `messages`, `marks` and `bases` map a path to what
    `packed` of the modules called so made of it, so that a worker can keep a file's share as one string. `words` are
    the hashes of the words of all files (`word_marks`). `notes` are
    texts that the maker of the index wants to find again, such as the census.
    """

    paths: tuple[str, ...] = ()
    ops: tuple[OpDef, ...] = ()
    kernels: tuple[KernelDef, ...] = ()
    unresolved: tuple[Unresolved, ...] = ()
    gradients: tuple[GradientFunction, ...] = ()
    swig_files: tuple[SwigFile, ...] = ()
    swig_names: tuple[SwigName, ...] = ()
    swig_effects: tuple[SwigEffect, ...] = ()
    swig_unreachable: tuple[SwigUnreachable, ...] = ()
    pybind: tuple[PybindModule, ...] = ()
    keras: tuple[KerasEndpoint, ...] = ()
    endpoints: tuple[Endpoint, ...] = ()
    calls: tuple[PythonCall, ...] = ()
    methods: tuple[MethodOps, ...] = ()
    wrappers: tuple[GeneratedWrapper, ...] = ()
    symbols: Mapping[str, str] = {}
    messages: Mapping[str, str] = {}
    marks: Mapping[str, str] = {}
    bases: Mapping[str, str] = {}
    words: Sequence[int] = ()
    evidence: tuple[ClaimEvidence, ...] = ()
    links: tuple[Link, ...] = ()
    uses: tuple[Use, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()


class Places:
    """Paths and locations as numbers while rows are made.

    A path that is not the tree's gets its number when it turns up; `grew` says that this happened, and then the rows
    are made once more with all paths known, in order.
    """

    def __init__(self, tree: Iterable[str], others: Iterable[tuple[str, str, str]] = ()) -> None:
        self.tree = sorted(set(tree))
        self.others = sorted(set(others))
        self.grew = False
        self._tree = {path: number << PATH_SHIFT for number, path in enumerate(self.tree, 1)}
        first = len(self.tree) + 1
        self._others = {key: number << PATH_SHIFT for number, key in enumerate(self.others, first)}

    def _other(self, path: str, package: str, version: str) -> int:
        key = (package, version, path)
        known = self._others.get(key)
        if known is None:
            self.grew = True
            self.others.append(key)
            known = self._others[key] = (len(self.tree) + len(self.others)) << PATH_SHIFT
        return known

    def path(self, path: str) -> int:
        """The number of a path of the tree."""
        return (self._tree.get(path) or self._other(path, "", "")) >> PATH_SHIFT

    def number(self, location: Location | None) -> int:
        """A location as its integer, 0 for None; lines beyond what fits are cut to it."""
        if location is None:
            return 0
        path, line, end_line, package, version = location
        base = None if package else self._tree.get(path)
        if base is None:
            base = self._other(path, package, version)
        span = end_line - line
        if not (0 <= span <= MAX_SPAN and 0 <= line <= MAX_LINE):
            line, span = min(max(line, 0), MAX_LINE), min(max(span, 0), MAX_SPAN)
        return base | line << SPAN_BITS | span

    def chain(self, expansion: tuple[ExpansionStep, ...]) -> tuple[tuple[str, int, int], ...]:
        """Macro steps with their locations as integers."""
        if not expansion:
            return ()
        number = self.number
        return tuple([(macro, number(defined), number(invoked)) for macro, defined, invoked in expansion])

    def rows(self) -> list[Row]:
        """The table of paths."""
        return [(path, "", "", 1) for path in self.tree] + [
            (path, package, version, 0) for package, version, path in self.others
        ]


class Made(Record):
    """An index that is made and not written yet: the rows of its tables, the same as they are digested, the digest."""

    tables: Mapping[str, list[Row]]
    columns: list[Columns]
    digest: str


def make_index(state: SourceState, facts: Facts) -> Made:
    """The index of these facts."""
    tables = _tables(state, facts)
    try:
        columns = [columns_of(table, tables[table.name]) for table in ALL]
    except UnicodeEncodeError:
        tables = {name: [_clean_row(row) for row in rows] for name, rows in tables.items()}
        columns = [columns_of(table, tables[table.name]) for table in ALL]
    digest = _digest(columns)
    tables["meta"].append(("digest", digest))
    return Made(tables, columns, digest)


def put_index(path: str | os.PathLike[str], made: Made) -> None:
    """Replace the index in `path`; raises `IndexFileError`.

    A file that is there and is no index of tfexplore is left alone.
    """
    replace_file(path, lambda beside: _write_file(beside, made.tables))


def write_index(path: str | os.PathLike[str], state: SourceState, facts: Facts) -> str:
    """Replace the index in `path` by these facts and return their digest; raises as `put_index` does."""
    collecting = gc.isenabled()
    gc.disable()  # a hundred thousand tuples without a cycle among them
    try:
        made = make_index(state, facts)
        put_index(path, made)
        return made.digest
    finally:
        if collecting:
            gc.enable()


def replace_file(path: str | os.PathLike[str], write: Callable[[str], None]) -> None:
    """Replace an index by a file that `write` makes in the place it is given; raises `IndexFileError`."""
    target = os.path.realpath(os.fspath(path))
    beside = os.path.join(os.path.dirname(target), f".{os.path.basename(target)}.{os.getpid()}.new")
    try:
        _refuse_foreign(target)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        _remove_abandoned(target)
        try:
            write(beside)
            sync(beside)
            os.replace(beside, target)
        finally:
            if os.path.exists(beside):
                os.unlink(beside)
        sync(os.path.dirname(target))
    except sqlite3.Error as error:
        raise IndexFileError(f"{target}: cannot be written ({error}); free some space, or write to -o FILE") from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise IndexFileError(f"{target}: cannot be written ({reason}); choose another place with -o FILE") from error
    except ValueError as error:  # a path with a NUL byte
        raise IndexFileError(f"{target!r}: not a path ({error})") from error


class Columns(Record):
    """The rows of a table as they are digested: the integers of a column, the lengths of its texts, the texts."""

    table: str
    rows: int
    pieces: list[bytes | memoryview]


def content_digest(tables: Mapping[str, list[Row]]) -> str:
    """The digest of an index's rows: which tree and build, and every fact."""
    return _digest(columns_of(table, tables[table.name]) for table in ALL)


def _digest(columns: Iterable[Columns]) -> str:
    state = blake2b(digest_size=16)
    for one in columns:
        digest_columns(state, one.table, one.rows, one.pieces)
    return state.hexdigest()


def digest_columns(state: blake2b, table: str, rows: int, pieces: Iterable[bytes | memoryview]) -> None:
    """Add a table to a digest."""
    state.update(f"{table} {rows}\n".encode())
    for piece in pieces:
        state.update(piece)


def columns_of(table: Table, rows: list[Row]) -> Columns:
    """The rows of a table, column by column."""
    if table is _META:
        rows = sorted(row for row in rows if row[0] not in _OUTSIDE_DIGEST)
    pieces: list[bytes | memoryview] = []
    for column, values in zip(table.columns, zip(*rows, strict=True), strict=False):
        if column.endswith(" TEXT"):
            pieces += [integers(map(len, values)), "".join(values).encode()]
        else:
            pieces.append(integers(values))
    return Columns(table.name, len(rows), pieces)


def integers(values: Iterable[int]) -> bytes:
    """Integers as eight bytes each, the least first, on every machine."""
    made = array("q", values)
    if sys.byteorder == "big":
        made.byteswap()
    return made.tobytes()


def recomputed_digest(index: Index) -> str:
    """The digest that the rows of an open index have, to compare with the one it carries."""
    return content_digest(
        {
            table.name: list(blocks.every(index, table.name))
            if table.blocked
            else index.rows(f"SELECT {', '.join(_column_names(table))} FROM {table.name} ORDER BY id")
            for table in ALL
        }
    )


def _column_names(table: Table) -> list[str]:
    return [column.split()[0] for column in table.columns]


def _tables(state: SourceState, facts: Facts) -> dict[str, list[Row]]:
    """Every table of the index as rows in their final order."""
    tree = [path if path.isascii() else _clean_text(path) for path in facts.paths]
    places = Places(tree)
    loose = _loose_tables(facts, places)
    while places.grew:
        places = Places(tree, places.others)
        loose = _loose_tables(facts, places)
    steps: dict[tuple[int, tuple[str, int, int]], int] = {}
    tables: dict[str, list[Row]] = {"path": places.rows()}
    for table in TABLES:
        rows = sorted(loose[table.name])
        if table.chained:
            rows = [(*row[:-1], number_chain(row[-1], steps)) for row in rows]
        elif table is api.ENDPOINTS:
            rows = api.shared(rows)
        elif table is api.CALLS:
            rows = api.shared_calls(rows)
        tables[table.name] = rows
    tables["step"] = [(parent, *step) for parent, step in steps]
    tables["name"] = _name_rows(facts)
    tables["meta"] = [
        ("repository", state.repository or ""),
        ("tag", state.tag or ""),
        ("commit", state.commit or ""),
        ("build", state.build),
        ("linkage", state.linkage),
        *[("note:" + key, value) for key, value in sorted(facts.notes)],
    ]
    return tables


def _loose_tables(facts: Facts, places: Places) -> dict[str, list[LooseRow]]:
    """The rows of every table, with chains instead of numbers of steps.

    What speaks of other packages comes first, and alone when `places` grew: the rest would be made in vain.
    """
    first = {
        "unresolved": unresolved.rows(facts.unresolved, places),
        "gradient": gradients.rows(facts.gradients, places),
        "swig_file": swig.file_rows(facts.swig_files),
        "swig_name": swig.name_rows(facts.swig_names, places),
        "swig_effect": swig.effect_rows(facts.swig_effects, places),
        "swig_unreachable": swig.unreachable_rows(facts.swig_unreachable, places),
        "pybind": swig.pybind_rows(facts.pybind, places),
        "keras": keras.rows(facts.keras, places),
        "endpoint": api.endpoint_rows(facts.endpoints, places),
        "python_call": api.call_rows(facts.calls, places),
        "wrapper": api.wrapper_rows(facts.wrappers),
        "methods": methods.rows(facts.methods, places),
        "evidence": claims.rows(facts.evidence, places),
        "link": links.rows(facts.links, places),
    }
    if places.grew:
        return first
    return {
        **first,
        "op": ops.rows(facts.ops, places),
        "kernel": kernels.rows(facts.kernels, places),
        "symbols": symbols.rows(facts.symbols, places),
        "messages": messages.rows(facts.messages, places),
        "anchor": messages.anchor_rows(facts.messages, places),
        "marks": marks.rows(facts.marks, places),
        "bases": bases.rows(facts.bases, places),
        "words": words.rows(facts.words),
        "use": uses.rows(facts.uses, places),
    }


def number_chain(chain: tuple[tuple[str, int, int], ...], steps: dict[tuple[int, tuple[str, int, int]], int]) -> int:
    """The number of the chain's last step; chains that begin alike share their first steps."""
    number = 0
    for step in chain:
        key = (number, step)
        known = steps.get(key)
        if known is None:
            known = steps[key] = len(steps) + 1
        number = known
    return number


def _name_rows(facts: Facts) -> list[Row]:
    """The names of each kind, those that some library links apart from the rest."""
    rows: list[Row] = []

    def add(kind: str, named: Iterable[tuple[str, bool]]) -> None:
        rows.extend(name_lists(kind, named))

    add("op", ((one.name, one.linked_into is not None) for one in facts.ops))
    add("kernel", ((one.op, one.linked_into is not None) for one in facts.kernels))
    add("gradient", ((one.op, (one.availability or one.linked_into) is not None) for one in facts.gradients))
    add("swig", ((one.name, True) for one in facts.swig_names))
    add("keras", ((one.endpoint, True) for one in facts.keras))
    add("endpoint", ((one.endpoint, True) for one in facts.endpoints))
    add("wrapper", ((one.function, True) for one in facts.wrappers))
    return rows


def name_lists(kind: str, named: Iterable[tuple[str, bool]]) -> tuple[Row, Row]:
    """The rows of one kind: the names that some library links, and the rest."""
    linked: set[str] = set()
    rest: set[str] = set()
    for name, is_linked in named:
        (linked if is_linked else rest).add(name.replace("\n", " "))
    return (kind, 0, "\n".join(sorted(linked))), (kind, 1, "\n".join(sorted(rest - linked)))


def _clean_text(text: str) -> str:
    """`text` without the lone surrogates that stand for bytes of a file name that are no UTF-8."""
    return text.encode("utf-8", "backslashreplace").decode()


def _clean_row(row: Row) -> Row:
    return tuple([_clean_text(value) if type(value) is str else value for value in row])


def _write_file(path: str, tables: Mapping[str, list[Row]]) -> None:
    from concurrent.futures import ThreadPoolExecutor

    connection = sqlite3.connect(path, isolation_level=None)
    # Half of the time goes into compressing, which needs no lock of the interpreter.
    compressor = ThreadPoolExecutor(1)
    compressed = {one.name: compressor.submit(blocks.packed, tables[one.name]) for one in ALL if one.blocked}
    try:
        # The file is new and thrown away on any failure: no journal, and one sync at the end.
        for pragma in (
            "page_size = 4096",
            "journal_mode = OFF",
            "synchronous = OFF",
            "locking_mode = EXCLUSIVE",
            "cache_size = -32000",
            f"application_id = {APPLICATION_ID}",
            f"user_version = {SCHEMA_VERSION}",
        ):
            connection.execute(f"PRAGMA {pragma}").fetchall()
        connection.execute("BEGIN")
        for table in ALL:
            columns = ", ".join(f"{column} NOT NULL" for column in table.columns)
            connection.execute(f"CREATE TABLE {table.name} (id INTEGER PRIMARY KEY, {columns})")
            names = _column_names(table)
            rows = tables[table.name]
            connection.executemany(
                f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})",
                compressed[table.name].result() if table.blocked else rows,
            )
            for column in table.lookups:
                connection.execute(f"CREATE INDEX {table.name}_{column} ON {table.name} ({column})")
        connection.execute("COMMIT")
    finally:
        compressor.shutdown(cancel_futures=True)
        connection.close()


def sync(path: str) -> None:
    """Make sure that a file or a folder has reached the disk before anything relies on it."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _refuse_foreign(target: str) -> None:
    """Leave alone a file that somebody else made, whatever `-o` says."""
    if not os.path.lexists(target):
        return
    if not os.path.isfile(target):
        raise IndexFileError(f"{target}: not a regular file; choose another place with -o FILE")
    with open(target, "rb") as stream:
        header = stream.read(100)
    ours = header[:16] == b"SQLite format 3\0" and header[68:72] == APPLICATION_ID.to_bytes(4, "big")
    if header and not ours:
        raise IndexFileError(f"{target}: not a tfexplore index, so it is left alone; choose another place with -o FILE")


def _remove_abandoned(target: str) -> None:
    """Remove what a writer that was killed has left beside the target."""
    folder, name = os.path.split(target)
    for entry in os.listdir(folder):
        if entry.startswith(f".{name}.") and entry.endswith(".new"):
            writer = entry[len(name) + 2 : -4]
            if writer.isdigit() and not _alive(int(writer)):
                os.unlink(os.path.join(folder, entry))


def _alive(process: int) -> bool:
    if process == os.getpid():
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
