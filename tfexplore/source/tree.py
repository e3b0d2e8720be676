"""What every reader of source needs: a list of entries and their bytes, wherever they are kept.

A `Tree` is small and can be pickled, so that a worker process opens its own. `read` never follows a link out of the
tree and never returns more than `MAX_FILE` bytes.
"""

from __future__ import annotations

from typing import Protocol

from tfexplore._record import Record

#: A larger file is not source that a person wrote; it is listed but not read.
MAX_FILE = 16 * 1024 * 1024


class Entry(Record):
    """One file of a tree: its path below the root, its size, and an id that changes when its content does.

    `content` is a git blob's name, or `"mtime:size"`-like for a folder without git; equal ids mean equal bytes.
    """

    path: str
    size: int
    content: str


class Tree(Protocol):
    """A list of files and their bytes. Implementations: `checkout.FolderTree`, `checkout.GitTree`."""

    def entries(self) -> list[Entry]:
        """Every regular file of the tree, sorted by path; links that leave the tree or loop are left out."""
        ...

    def read(self, path: str) -> bytes:
        """The bytes of one file; `SourceError` when it is not in the tree or larger than `MAX_FILE`."""
        ...
