"""What the files of a tree yielded, kept by the content that decided it.

One *snapshot* a tree and build: a file of sections, each with its checksum, written beside its target as they come and
renamed onto it. A run loads only the sections that it needs, and of what single files yielded only their own share. A
damaged, foreign or half-written snapshot is no snapshot; without one (or without a place to write it) everything is
simply read again.

Beside it can lie the rows of the index that was made of it (`NAME.rows`), and what a run that found little changed has
to add (`NAME.more`), so that such a run writes kilobytes. Either says which snapshot it belongs to and is nothing
without that.

Snapshots are the tool's own files in the user's own cache; nothing that comes from a tree is ever unpickled.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import struct
from hashlib import blake2b
from zlib import crc32

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import IO, Any

MAGIC = b"tfexplore facts 3\n"
#: Snapshots that are kept, the most recently used first: a release, its neighbours, a fork or two.
MAX_SNAPSHOTS = 6
_MAX_INDEX = 1 << 16
#: What such a file ends with: the size of the index before it, and that index's digest.
_TRAILER = struct.Struct("<I16s")


def tool_version() -> str:
    """A digest of the code that decides what a file yields and what an index holds: another version's is not used."""
    package = os.path.dirname(os.path.abspath(__file__))
    state = blake2b(digest_size=8)
    for folder in _DECIDES:
        try:
            with os.scandir(f"{package}/{folder}") as listing:
                found = sorted([(e.name, e.stat()) for e in listing if e.name.endswith(_CODE)])
        except OSError:  # an installed package has its queries inside, a checkout beside
            continue
        for name, about in found:
            state.update(f"{name}\0{about.st_size}\0{about.st_mtime_ns}\n".encode())
    return state.hexdigest()


_DECIDES = (
    "", "cpp", "cpp/evaluator", "extract", "extract/calls", "source", "index", "pipeline", "reference",
    "reference/claims", "queries", "../queries",
)  # fmt: skip
_CODE = (".py", ".scm", ".star", ".bzl")


class Snapshot:
    """The sections of one snapshot file; each is read when it is first asked for."""

    def __init__(
        self,
        identity: bytes,
        index: dict[str, tuple[str, int, int, int]],
        added: dict[str, tuple[str, int, int, int]] | None = None,
    ) -> None:
        #: What tells this snapshot from another one of the same tree.
        self.identity = identity
        #: The sections that were added to it, or stand for its own.
        self.added = frozenset(added or ())
        self._index = {**index, **(added or {})}
        self._loaded: dict[str, Any] = {}

    def section(self, name: str) -> Any:
        """What `save` was given under this name; None when it is not there or damaged."""
        if name not in self._loaded:
            value = None
            data = self.raw(name)
            if data is not None:
                with contextlib.suppress(Exception):  # whatever a damaged pickle raises, it is not there
                    value = pickle.loads(data)
            self._loaded[name] = value
        return self._loaded[name]

    def raw(self, name: str) -> bytes | None:
        """A section as it lies there; None when it is not there or damaged."""
        if name in self._index:
            path, offset, size, check = self._index[name]
            data = _stretch(path, offset, size)
            if data is not None and crc32(data) == check:
                return data
        return None

    def stretch(self, name: str, start: int, size: int) -> bytes | None:
        """A part of a section, whose checksum is the caller's business."""
        if name not in self._index:
            return None
        path, offset, _, _ = self._index[name]
        return _stretch(path, offset + start, size)


def _stretch(path: str, offset: int, size: int) -> bytes | None:
    with contextlib.suppress(OSError), open(path, "rb", buffering=0) as file:
        data = os.pread(file.fileno(), size, offset)
        if len(data) == size:
            return data
    return None


class Seen:
    """The files of a tree when it was last read: what their content was, and what each of them yielded.

    `contents` are the ids of their contents, `digests` those of the bytes of the files that were read, and a *record*
    is whatever the maker of a snapshot wants to know again of one file.
    """

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        paths, contents, digests, starts, checks = snapshot.section("seen") or ("", "", b"", b"", b"")
        self.paths: list[str] = paths.split("\0") if paths else []
        self.contents: list[str] = contents.split("\0") if paths else []
        self._digests = digests
        self._starts = memoryview(starts).cast("q")
        self._checks = memoryview(checks).cast("I")
        self._numbers: dict[str, int] | None = None
        self._whole: bytes | None = None
        #: What was read again since then: the content, the digest, the record, and how many of `moved` that knows of.
        self.changed: dict[str, tuple[str, bytes, bytes, int]] = snapshot.section("changed") or {}
        #: Files in which something moved that records of others speak of, and where its lines went, one by one.
        self.moved: list[tuple[str, dict[int, int]]] = list(snapshot.section("moved") or ())

    def contents_now(self) -> list[str]:
        """The ids of the contents in the order of `paths`."""
        if not self.changed:
            return self.contents
        changed = self.changed
        return [changed[p][0] if p in changed else c for p, c in zip(self.paths, self.contents, strict=True)]

    def digest(self, path: str) -> bytes:
        """The digest of a file's bytes; empty for a file that was not read."""
        if path in self.changed:
            return self.changed[path][1]
        number = self._number(path)
        found = b"" if number is None else self._digests[number * DIGEST : (number + 1) * DIGEST]
        return found if found.strip(b"\0") else b""

    def moved_since(self, path: str) -> list[tuple[str, dict[int, int]]]:
        """What has moved since a file's record was made."""
        return self.moved[self.changed[path][3] if path in self.changed else 0 :]

    def load(self) -> None:
        """Read all records at once, for a run that wants most of them."""
        if self._whole is None:
            self._whole = self._snapshot.raw("files")

    def unload(self) -> None:
        """Let go of what `load` has read: a tenth of all memory that a run needs."""
        self._whole = None

    def record(self, path: str) -> bytes | None:
        """What a file yielded, empty for nothing; None when that is not known (any more)."""
        if path in self.changed:
            return self.changed[path][2]
        number = self._number(path)
        if number is None:
            return None
        start, end = self._starts[number], self._starts[number + 1]
        if start == end:
            return b""
        if self._whole is not None:
            return self._whole[start:end]
        data = self._snapshot.stretch("files", start, end - start)
        return data if data is not None and crc32(data) == self._checks[number] else None

    def _number(self, path: str) -> int | None:
        if self._numbers is None:
            self._numbers = {path: number for number, path in enumerate(self.paths)}
        return self._numbers.get(path)


#: Bytes in the digest of a file.
DIGEST = 12


class Draft:
    """A snapshot on its way: sections go to the disk as they come, and nobody sees it before it is finished.

    A section is added once. All methods are quiet: a draft that cannot be written is none.
    """

    def __init__(self, cache: Cache, target: str) -> None:
        self._cache = cache
        self._target = target
        self._beside = f"{target}.{os.getpid()}.new"
        self._index: dict[str, tuple[int, int, int]] = {}
        self._file: IO[bytes] | None = None
        with contextlib.suppress(OSError):
            os.makedirs(cache.folder, mode=0o700, exist_ok=True)
            self._file = open(self._beside, "wb")  # noqa: SIM115 - it stays open from one method to the next
            self._write((MAGIC,))

    def section(self, name: str, value: Any) -> None:
        """Add what `Snapshot.section` shall give."""
        self.raw(name, (pickle.dumps(value, 5),))

    def raw(self, name: str, pieces: Iterable[bytes]) -> None:
        """Add what `Snapshot.raw` shall give: the pieces, one behind the other; all are made, written or not."""
        offset = self._file.tell() if self._file is not None else 0
        check = self._write(pieces)
        if self._file is not None:
            self._index[name] = (offset, self._file.tell() - offset, check)

    def files(self, files: Iterable[tuple[str, str, bytes, bytes]]) -> None:
        """Add what `Seen` reads, of paths, contents, digests and records."""
        from array import array

        paths, contents, digests = [], [], []
        starts, checks = array("q", [0]), array("I")

        def records() -> Iterator[bytes]:
            size = 0
            for path, content, digest, record in files:
                paths.append(path)
                contents.append(content)
                digests.append(digest.ljust(DIGEST, b"\0"))
                size += len(record)
                starts.append(size)
                checks.append(crc32(record))
                yield record

        self.raw("files", records())
        self.section(
            "seen", ("\0".join(paths), "\0".join(contents), b"".join(digests), starts.tobytes(), checks.tobytes())
        )

    def flush(self) -> None:
        """Have everything on its way to the disk: from here on a fork of this process may go on with the draft."""
        try:
            if self._file is not None:
                self._file.flush()
        except OSError:
            self.drop()

    def finish(self) -> None:
        """Put it in its place."""
        # Two snapshots with the same sections are two: what was added to one says nothing of the other.
        self.section(_NONCE, os.urandom(8))
        head = pickle.dumps(self._index, 5)
        self._write((head, _TRAILER.pack(len(head), _identity(head))))
        if self._file is None:
            return
        try:
            self._file.close()
            os.replace(self._beside, self._target)
        except OSError:
            self.drop()
            return
        self._file = None
        with contextlib.suppress(OSError):
            if not self._target.endswith(_MORE):
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(self._target + _MORE)
                self._cache.prune()

    def drop(self) -> None:
        """Leave what was there before, unless it is finished."""
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.close()
            with contextlib.suppress(OSError):
                os.unlink(self._beside)
            self._file = None

    def _write(self, pieces: Iterable[bytes]) -> int:
        """Write pieces; their checksum."""
        check = 0
        for piece in pieces:  # of whose making whatever goes wrong is the caller's
            check = crc32(piece, check)
            try:
                if self._file is not None:
                    self._file.write(piece)
            except OSError:
                self.drop()
        return check


class Cache:
    """The snapshots in a folder. All methods are quiet: a cache that does not work only costs time."""

    def __init__(self, folder: str) -> None:
        self.folder = os.path.join(folder, "facts")

    def _path(self, name: str) -> str:
        return os.path.join(self.folder, blake2b(name.encode(), digest_size=10).hexdigest())

    def open(self, name: str) -> Snapshot | None:
        """The snapshot of a tree and build."""
        return _open(self._path(name))

    def newest(self, without: str) -> Snapshot | None:
        """The snapshot that was used last, of another tree than this one: its neighbour, it is hoped."""
        own = self._path(without)
        with contextlib.suppress(OSError):
            found = [e for e in os.scandir(self.folder) if e.is_file() and "." not in e.name and e.path != own]
            for entry in sorted(found, key=lambda e: e.stat().st_mtime_ns, reverse=True):
                snapshot = _open(entry.path)
                if snapshot is not None:
                    return snapshot
        return None

    def draft(self, name: str) -> Draft:
        """Begin to replace a snapshot."""
        return Draft(self, self._path(name))

    def amend(self, name: str, snapshot: Snapshot, sections: dict[str, Any]) -> None:
        """Add sections to a snapshot, or put them in the place of its own; its file stays as it is."""
        draft = Draft(self, f"{self._path(name)}{_MORE}")
        for key in snapshot.added - sections.keys():
            data = snapshot.raw(key)
            if data is None:  # what was added before is gone; the next run will find that out
                draft.drop()
                return
            draft.raw(key, (data,))
        for key, value in {**sections, _BASE: snapshot.identity}.items():
            draft.section(key, value)
        draft.finish()

    def write_rows(self, name: str, pieces: Iterable[bytes | memoryview]) -> int:
        """Replace the rows that are kept beside a snapshot; their checksum."""
        check = 0
        with contextlib.suppress(OSError):
            os.makedirs(self.folder, mode=0o700, exist_ok=True)
            with _beside(f"{self._path(name)}{_ROWS}") as file:
                for piece in pieces:
                    check = crc32(piece, check)
                    file.write(piece)
        return check

    def rows(self, name: str) -> bytes | None:
        """The rows that are kept beside a snapshot; who asks knows what they must be."""
        with contextlib.suppress(OSError), open(f"{self._path(name)}{_ROWS}", "rb") as file:
            return file.read()
        return None

    def prune(self) -> None:
        """Remove what is older than the last few snapshots, and what killed runs left behind."""
        entries = sorted(
            (e for e in os.scandir(self.folder) if e.is_file()), key=lambda e: e.stat().st_mtime_ns, reverse=True
        )
        snapshots = [e.name for e in entries if "." not in e.name]
        kept = frozenset(snapshots[:MAX_SNAPSHOTS])
        for entry in entries:
            if entry.name.endswith(".new"):  # what a killed run left beside
                if not _alive(entry.name):
                    os.unlink(entry.path)
            elif entry.name.partition(".")[0] not in kept:
                os.unlink(entry.path)


_MORE = ".more"
_ROWS = ".rows"
_BASE = "base"
_NONCE = "nonce"


@contextlib.contextmanager
def _beside(target: str) -> Iterator[IO[bytes]]:
    """A file that is renamed onto the target once it is complete."""
    beside = f"{target}.{os.getpid()}.new"
    try:
        with open(beside, "wb") as file:
            yield file
        os.replace(beside, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(beside)
        raise


def _identity(head: bytes) -> bytes:
    return blake2b(head, digest_size=16).digest()


def _alive(name: str) -> bool:
    """Whether the process that names a temporary file is still there."""
    number = name.split(".")[-2]
    if not number.isdigit():
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _open(path: str) -> Snapshot | None:
    """The snapshot in a file, with what was added to it."""
    opened = _sections(path)
    if opened is None:
        return None
    with contextlib.suppress(OSError):
        os.utime(path)
    more = _sections(path + _MORE)
    if more is not None and Snapshot(*more).section(_BASE) == opened[0]:
        return Snapshot(*opened, more[1])
    return Snapshot(*opened)


def _sections(path: str) -> tuple[bytes, dict[str, tuple[str, int, int, int]]] | None:
    """What tells a file of sections from others, and where each of them is."""
    try:
        with open(path, "rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                return None
            end = file.seek(-_TRAILER.size, os.SEEK_END)
            size, identity = _TRAILER.unpack(file.read(_TRAILER.size))
            if size > _MAX_INDEX:
                return None
            file.seek(end - size)
            head = file.read(size)
        if _identity(head) != identity:
            return None
        index = pickle.loads(head)
        return identity, {key: (path, offset, length, check) for key, (offset, length, check) in index.items()}
    except Exception:  # a file that is no snapshot can raise anything while it is unpickled
        return None
