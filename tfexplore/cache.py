"""What the files of a tree yielded, kept by the content that decided it.

One *snapshot* a tree and build: a file of sections, each a pickle with its checksum, written beside its target and
renamed onto it. A run loads only the sections that it needs. A damaged, foreign or half-written snapshot is no
snapshot; without one (or without a place to write it) everything is simply read again.

Snapshots are the tool's own files in the user's own cache; nothing that comes from a tree is ever unpickled.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import struct
from hashlib import blake2b
from pathlib import Path
from typing import Any

MAGIC = b"tfexplore facts\n"
#: Snapshots that are kept, the most recently used first: a release, its neighbours, a fork or two.
MAX_SNAPSHOTS = 6
_MAX_INDEX = 1 << 16
_HEADER = struct.Struct("<I16s")


def tool_version() -> str:
    """A digest of the code that decides what a file yields: another version's snapshots are not used."""
    package = Path(__file__).resolve().parent
    state = blake2b(digest_size=8)
    for folder in ("", "cpp", "extract", "source", "queries", "../queries"):
        for path in sorted((package / folder).glob("*.*")):
            if path.suffix in (".py", ".scm", ".star", ".bzl"):
                about = path.stat()
                state.update(f"{path.name}\0{about.st_size}\0{about.st_mtime_ns}\n".encode())
    return state.hexdigest()


class Snapshot:
    """The sections of one snapshot file; each is read when it is first asked for."""

    def __init__(self, path: str, index: dict[str, tuple[int, int, bytes]]) -> None:
        self.path = path
        self._index = index
        self._loaded: dict[str, Any] = {}

    def section(self, name: str) -> Any:
        """What `save` was given under this name; None when it is not there or damaged."""
        if name not in self._loaded:
            value = None
            if name in self._index:
                offset, size, digest = self._index[name]
                with contextlib.suppress(Exception):  # whatever a damaged pickle raises, it is not there
                    with open(self.path, "rb") as file:
                        file.seek(offset)
                        data = file.read(size)
                    if blake2b(data, digest_size=16).digest() == digest:
                        value = pickle.loads(data)
            self._loaded[name] = value
        return self._loaded[name]

    def names(self) -> list[str]:
        """The names of the sections."""
        return list(self._index)

    def raw(self, name: str) -> bytes:
        """A section as it lies there, to be carried into the next snapshot as it is; or a pickled None."""
        if name in self._index:
            offset, size, digest = self._index[name]
            with contextlib.suppress(OSError):
                with open(self.path, "rb") as file:
                    file.seek(offset)
                    data = file.read(size)
                if blake2b(data, digest_size=16).digest() == digest:
                    return data
        return pickle.dumps(None)


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

    def save(self, name: str, sections: dict[str, Any], carried: dict[str, bytes] | None = None) -> None:
        """Replace a snapshot; `carried` sections are pickles already."""
        target = self._path(name)
        beside = f"{target}.{os.getpid()}.new"
        try:
            os.makedirs(self.folder, mode=0o700, exist_ok=True)
            pickles = {key: pickle.dumps(value, 5) for key, value in sections.items()}
            pickles.update(carried or {})
            index: dict[str, tuple[int, int, bytes]] = {}
            # Offsets count from behind the index, whose own length is not known before it is made.
            offset = 0
            for key, data in pickles.items():
                index[key] = (offset, len(data), blake2b(data, digest_size=16).digest())
                offset += len(data)
            head = pickle.dumps(index, 5)
            with open(beside, "wb") as file:
                file.write(MAGIC)
                file.write(_HEADER.pack(len(head), blake2b(head, digest_size=16).digest()))
                file.write(head)
                for data in pickles.values():
                    file.write(data)
            os.replace(beside, target)
            self._prune()
        except OSError:
            with contextlib.suppress(OSError):
                os.unlink(beside)

    def _prune(self) -> None:
        entries = sorted(
            (e for e in os.scandir(self.folder) if e.is_file()), key=lambda e: e.stat().st_mtime_ns, reverse=True
        )
        for entry in [e for e in entries if "." not in e.name][MAX_SNAPSHOTS:]:
            os.unlink(entry.path)
        for entry in entries:  # what a killed run left beside
            if entry.name.endswith(".new") and not _alive(entry.name):
                os.unlink(entry.path)


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
    try:
        with open(path, "rb") as file:
            start = file.read(len(MAGIC) + _HEADER.size)
            if not start.startswith(MAGIC):
                return None
            size, digest = _HEADER.unpack(start[len(MAGIC) :])
            head = file.read(size) if size <= _MAX_INDEX else b""
        if blake2b(head, digest_size=16).digest() != digest:
            return None
        index = pickle.loads(head)
        base = len(start) + size
        with contextlib.suppress(OSError):
            os.utime(path)
        return Snapshot(path, {key: (base + offset, length, check) for key, (offset, length, check) in index.items()})
    except Exception:  # a file that is no snapshot can raise anything while it is unpickled
        return None
