"""What every reader of source needs: a list of entries and their bytes, wherever they are kept.

A `Tree` is small and can be pickled, so that a worker process opens its own. `read` never follows a link out of the
tree and never returns more than `MAX_FILE` bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from tfexplore._record import Record
from tfexplore.paths import HEADERS

#: A larger file is not source that a person wrote; it is listed but not read.
MAX_FILE = 16 * 1024 * 1024

#: A tree with more names than this, or with more files that the tool reads, is not one repository's source.
MAX_NAMES = 2_000_000
MAX_FILES = 300_000

#: What is listed, cloned and read: C++, Python, SWIG, protos and the build files. Everything else stays away.
CPP = (".cc", ".cpp", ".cxx", ".c++", ".C", ".cu", ".hip", ".mm", *HEADERS)
SUFFIXES = (*CPP, ".py", ".i", ".proto", ".pbtxt", ".bzl")
NAMES = ("BUILD", "BUILD.bazel", "WORKSPACE")
#: Links that a note names.
MOST_LINKS = 3

#: Says what is being done, how far it is and how far it goes (0: not known); called often, and cheap to ignore.
Progress = Callable[[str, int, int], None]


def is_wanted(name: str) -> bool:
    """Whether the tool reads a file of this name (a path does as well)."""
    return name.endswith(SUFFIXES) or name.rpartition("/")[2] in NAMES


def is_output(path: str) -> bool:
    """Whether a link in the root of a tree is one of those that Bazel makes to what it has built."""
    return path.startswith("bazel-") and "/" not in path


def about_links(paths: Iterable[str]) -> list[str]:
    """The note on links that lead out of a tree and are not followed; none where there are none.

    What one names in the tree itself is read where it lies.

    >>> about_links(["user_ops", "a.cc"])
    ['2 links lead out of the tree and are not followed: a.cc, user_ops']
    """
    links = sorted("".join([char if char.isprintable() else "?" for char in path]) for path in paths)
    if not links:
        return []
    lead = (
        "1 link leads out of the tree and is" if len(links) == 1 else f"{len(links)} links lead out of the tree and are"
    )
    more = f" and {len(links) - MOST_LINKS} more" if len(links) > MOST_LINKS else ""
    return [f"{lead} not followed: {', '.join(links[:MOST_LINKS])}{more}"]


class Entry(Record):
    """One file of a tree: its path below the root, its size, and an id that changes when its content does.

    `content` is a git blob's name, or for a file on disk its device, inode, times and size; equal ids mean equal
    bytes.
    """

    path: str
    size: int
    content: str


class Tree(Protocol):
    """A list of files and their bytes. Implementations: `folder.FolderTree`, `revision.GitTree`."""

    def entries(self) -> list[Entry]:
        """Every regular file that the tool reads (`is_wanted`), sorted by path; links are left out."""
        ...

    def read(self, path: str) -> bytes:
        """The bytes of one file; `SourceError` when it is not in the tree or larger than `MAX_FILE`."""
        ...

    def beginning(self, path: str) -> bytes | None:
        """The first `MAX_FILE` bytes of a file that is larger; None for any other."""
        ...

    def notes(self) -> list[str]:
        """What the last `entries()` had to leave out, one line each."""
        ...
