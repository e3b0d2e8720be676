"""A tree in a folder: an unpacked archive, a checkout, the cached clone."""

from __future__ import annotations

import os
import stat

from tfexplore.errors import SourceError
from tfexplore.source.tree import MAX_FILE, MAX_FILES, MAX_NAMES, NAMES, SUFFIXES, Entry, is_wanted

_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
_MAX_DEPTH = 200


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
        found: list[Entry] = []
        self._notes = []
        names = unnameable = 0
        folders = [("", self.root, 0)]
        while folders:
            prefix, folder, depth = folders.pop()
            try:
                with os.scandir(folder) as listing:
                    for entry in listing:
                        names += 1
                        name = entry.name
                        if entry.is_dir(follow_symlinks=False):
                            if name == ".git":
                                continue
                            if depth == _MAX_DEPTH:
                                self._notes.append(f"{prefix}{name}: folders nest too deep, not read")
                                continue
                            folders.append((f"{prefix}{name}/", entry.path, depth + 1))
                        elif (name.endswith(SUFFIXES) or name in NAMES) and entry.is_file(follow_symlinks=False):
                            about = entry.stat(follow_symlinks=False)
                            path = prefix + name
                            if not path.isascii() and not _is_text(path):
                                unnameable += 1
                                continue
                            content = (
                                f"{about.st_dev:x}:{about.st_ino:x}:{about.st_mtime_ns:x}"
                                f":{about.st_ctime_ns:x}:{about.st_size:x}"
                            )
                            found.append(Entry(path, about.st_size, content))
            except OSError as error:
                if not prefix:
                    raise SourceError(
                        f"{self.root}: cannot be read ({error.strerror}); check its permissions"
                    ) from error
                self._notes.append(f"{prefix}: not read ({error.strerror})")
            if names > MAX_NAMES or len(found) > MAX_FILES:
                raise SourceError(
                    f"{self.root}: more than {min(names, MAX_NAMES)} files; name the folder of one repository's source"
                )
        if unnameable:
            self._notes.append(f"{unnameable} files whose names are not UTF-8: not read")
        found.sort()
        return found

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
            if about.st_size > MAX_FILE:
                raise SourceError(f"{path}: larger than {MAX_FILE >> 20} MB, not read")
            data = os.read(handle, about.st_size + 1)
            while len(data) < about.st_size:  # a read may give less than it was asked for
                more = os.read(handle, about.st_size - len(data))
                if not more:
                    break
                data += more
            return data
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
