"""A tree in a folder: an unpacked archive, a checkout, the cached clone."""

from __future__ import annotations

import os
import stat
from operator import itemgetter

from tfexplore.errors import SourceError
from tfexplore.forked import Portions, cores
from tfexplore.source.tree import (
    MAX_FILE,
    MAX_FILES,
    MAX_NAMES,
    NAMES,
    SUFFIXES,
    Entry,
    about_links,
    is_output,
    is_wanted,
)

_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
_FOLDER = _NO_FOLLOW | getattr(os, "O_DIRECTORY", 0)
_MAX_DEPTH = 200
#: Folders of which another process lists some, where there is a core for it, and in how many portions.
_TO_SHARE, _PORTIONS = 128, 64
#: What the names of files that the tool reads have behind their last dot.
_ENDINGS = frozenset([suffix[1:] for suffix in SUFFIXES])


#: A folder: its path below the root with a slash behind it, its whole path, and how deep it is.
_Folder = tuple[str, str, int]
#: A file: the fields of its `Entry`.
_File = tuple[str, int, str]


class _Listing:
    """What was found of a tree so far."""

    def __init__(self) -> None:
        self.files: list[_File] = []
        self.notes: list[str] = []
        self.names = 0
        self.unnameable = 0
        self.links: list[str] = []

    def add(self, files: list[_File], notes: list[str], names: int, unnameable: int, links: list[str]) -> None:
        """Take in what another has found."""
        self.files += files
        self.notes += notes
        self.names += names
        self.unnameable += unnameable
        self.links += links

    def bound(self, root: str) -> None:
        """Raise `SourceError` where that is more than one repository's source."""
        if self.names > MAX_NAMES or len(self.files) > MAX_FILES:
            most = min(self.names, MAX_NAMES)
            raise SourceError(f"{root}: more than {most} files; name the folder of one repository's source")

    def read(self, one: _Folder, root: str) -> list[_Folder]:
        """Take in the files of a folder, and return the folders in it; `SourceError` where the root cannot be read."""
        prefix, folder, depth = one
        folders: list[_Folder] = []
        handle = -1
        try:
            # Files are found from their own folder, which takes a sixth less than by their whole paths.
            handle = os.open(folder, os.O_RDONLY | _FOLDER) if os.scandir in os.supports_fd else -1
            with os.scandir(handle if handle >= 0 else folder) as listing:
                for entry in listing:
                    self.names += 1
                    name = entry.name
                    if entry.is_dir(follow_symlinks=False):
                        if name == ".git":
                            continue
                        if depth == _MAX_DEPTH:
                            self.notes.append(f"{prefix}{name}: folders nest too deep, not read")
                            continue
                        folders.append((f"{prefix}{name}/", f"{folder}/{name}", depth + 1))
                        continue
                    _, dot, ending = name.rpartition(".")
                    wanted = (dot and ending in _ENDINGS) or name in NAMES
                    if wanted and entry.is_file(follow_symlinks=False):
                        about = entry.stat(follow_symlinks=False)
                        path = prefix + name
                        if not path.isascii() and not _is_text(path):
                            self.unnameable += 1
                            continue
                        times = f"{about.st_mtime_ns:x}:{about.st_ctime_ns:x}"
                        content = f"{about.st_dev:x}:{about.st_ino:x}:{times}:{about.st_size:x}"
                        self.files.append((path, about.st_size, content))
                    elif (
                        entry.is_symlink()
                        and (wanted or entry.is_dir())
                        and not is_output(f"{prefix}{name}")
                        and not f"{os.path.realpath(f'{folder}/{name}')}/".startswith(f"{root}/")
                    ):
                        self.links.append(f"{prefix}{name}")
        except OSError as error:
            if not prefix:
                raise SourceError(f"{root}: cannot be read ({error.strerror}); check its permissions") from error
            self.notes.append(f"{prefix}: not read ({error.strerror})")
        finally:
            if handle >= 0:
                os.close(handle)
        return folders


class FolderTree:
    """The files below `root`. No link is followed: what it names is listed under its own name, or is not the tree's.

    `.git` is left out, as are sockets and pipes, and names that are not UTF-8.
    """

    def __init__(self, root: str) -> None:
        self.root = os.path.realpath(root)
        self._safe = {self.root}
        self._notes: list[str] = []

    def __getstate__(self) -> str:
        return self.root

    def __setstate__(self, root: str) -> None:
        self.root = root
        self._safe = {root}
        self._notes = []

    def notes(self) -> list[str]:
        """What the last `entries()` had to leave out, one line each."""
        return list(self._notes)

    def entries(self) -> list[Entry]:
        """Every regular file that the tool reads, sorted by path; folders that cannot be read are in `notes()`."""
        folders = [("", self.root, 0)]
        found = _Listing()
        shared = cores() > 1
        while shared and folders and len(folders) < _TO_SHARE:
            folders = [below for one in folders for below in found.read(one, self.root)]
            found.bound(self.root)
        parts = [folders[at::_PORTIONS] for at in range(min(_PORTIONS, len(folders)))]
        listing = _Listing()  # of each process, which stops where it is too much
        portions = Portions(
            len(parts), lambda at: self._below(parts[at], listing), 2 if len(folders) >= _TO_SHARE else 1
        )
        try:
            rest = portions.results()
        finally:
            portions.end()
        for part in rest:
            found.add(*part)
        found.bound(self.root)
        self._notes = sorted(found.notes)
        if found.unnameable:
            files = "1 file whose name is" if found.unnameable == 1 else f"{found.unnameable} files whose names are"
            self._notes.append(f"{files} not UTF-8: not read")
        self._notes += about_links(found.links)
        return sorted(map(Entry._make, found.files), key=itemgetter(0))

    def _below(self, folders: list[_Folder], found: _Listing) -> tuple[list[_File], list[str], int, int, list[str]]:
        """What lies in and below some folders, beside what a listing has found elsewhere."""
        files, notes, names, unnameable = len(found.files), len(found.notes), found.names, found.unnameable
        links = len(found.links)
        while folders:
            folders += found.read(folders.pop(), self.root)
            found.bound(self.root)
        names, unnameable = found.names - names, found.unnameable - unnameable
        return found.files[files:], found.notes[notes:], names, unnameable, found.links[links:]

    def others(self) -> list[str]:
        """The paths of all other files, sorted: what the tool reads only when somebody names it, or asks for a word."""
        found: list[str] = []
        names = 0
        for folder, folders, files in os.walk(self.root):
            folders[:] = [name for name in folders if name != ".git"]
            names += len(folders) + len(files)
            if names > MAX_NAMES:
                return []
            prefix = folder[len(self.root) + 1 :]
            found += [f"{prefix}/{name}" if prefix else name for name in files if not is_wanted(name)]
        return sorted(path for path in found if path.isascii() or _is_text(path))

    def read(self, path: str) -> bytes:
        """The bytes of one file; `SourceError` when it is not in the tree or larger than `MAX_FILE`."""
        size, data = self._read(path)
        if size > MAX_FILE:
            raise SourceError(f"{path}: larger than {MAX_FILE >> 20} MB, not read")
        return data

    def beginning(self, path: str) -> bytes | None:
        """The first `MAX_FILE` bytes of a file that is larger; None for any other."""
        try:
            size, data = self._read(path, larger=True)
        except SourceError:
            return None
        return data if size > MAX_FILE else None

    def _read(self, path: str, larger: bool = False) -> tuple[int, bytes]:
        """The size of a file and its bytes: of a larger one than `MAX_FILE` none, or with `larger` the first."""
        full = f"{self.root}/{path}"
        folder = full.rpartition("/")[0]
        if folder not in self._safe:
            if os.path.realpath(folder) != folder:
                raise SourceError(f"{path}: not in the tree {self.root}")
            self._safe.add(folder)
        try:
            handle = os.open(full, os.O_RDONLY | _NO_FOLLOW)
        except (OSError, ValueError) as error:
            raise SourceError(f"{path}: cannot be read in {self.root} ({error})") from error
        try:
            about = os.fstat(handle)
            if not stat.S_ISREG(about.st_mode):
                raise SourceError(f"{path}: not a regular file in {self.root}")
            if (about.st_size > MAX_FILE) != larger:
                return about.st_size, b""
            wanted = min(about.st_size, MAX_FILE)
            data = os.read(handle, wanted + (not larger))
            while len(data) < wanted:  # a read may give less than it was asked for
                more = os.read(handle, wanted - len(data))
                if not more:
                    break
                data += more
            return about.st_size, data
        except OSError as error:
            raise SourceError(f"{path}: cannot be read in {self.root} ({error.strerror})") from error
        finally:
            os.close(handle)


def _is_text(path: str) -> bool:
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True
