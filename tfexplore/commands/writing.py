"""Files that commands write: beside their place first, then renamed onto it, so that nothing is left half-written."""

from __future__ import annotations

import os
import shutil
import tempfile

from tfexplore._record import TYPE_CHECKING
from tfexplore.errors import TfexploreError

if TYPE_CHECKING:
    from collections.abc import Iterable


class WritingError(TfexploreError):
    """A file or folder cannot be written."""


def write_file(path: str, text: str) -> None:
    """Replace a file by a text; raises `WritingError`, and leaves what was there. Folders above it are made.

    A device or a pipe is written to: to rename a file onto it would take it away from everybody.
    """
    if os.path.isdir(path) or path.endswith(("/", os.sep)):
        raise WritingError(f"{path}: a folder; name a file with -o FILE")
    folder = there = ""
    try:
        if os.path.exists(path) and not os.path.isfile(path):
            with open(path, "w", encoding="utf-8", newline="\n", errors="backslashreplace") as stream:
                stream.write(text)
            return
        target = os.path.realpath(path)
        folder = os.path.dirname(target)
        there = _nearest_there(folder)
        os.makedirs(folder, exist_ok=True)
        handle, beside = tempfile.mkstemp(prefix=".tfexplore-", dir=folder)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n", errors="backslashreplace") as stream:
                stream.write(text)
            os.chmod(beside, 0o666 & ~_umask())
            os.replace(beside, target)
        finally:
            if os.path.lexists(beside):
                os.unlink(beside)
    except (OSError, ValueError) as error:
        _remove_empty(folder, there)
        raise WritingError(
            f"{path}: cannot be written ({_reason(error)}); choose another place with -o FILE"
        ) from error


def write_folder(folder: str, files: Iterable[tuple[str, str]]) -> list[str]:
    """Write texts at relative paths below a folder, all of them or none; returns the paths.

    Other files of the folder are left alone.
    """
    listed = list(files)
    target = os.path.realpath(folder)
    if os.path.lexists(target) and not os.path.isdir(target):
        raise WritingError(f"{folder}: not a folder; choose another place with -o DIR")
    there = _nearest_there(target)
    try:
        os.makedirs(target, exist_ok=True)
        beside = tempfile.mkdtemp(prefix=".tfexplore-", dir=target)
        try:
            for path, text in listed:
                whole = os.path.join(beside, path)
                os.makedirs(os.path.dirname(whole), exist_ok=True)
                with open(whole, "w", encoding="utf-8", newline="\n", errors="backslashreplace") as stream:
                    stream.write(text)
            for path, _ in listed:
                final = os.path.join(target, path)
                os.makedirs(os.path.dirname(final), exist_ok=True)
                os.replace(os.path.join(beside, path), final)
        finally:
            shutil.rmtree(beside, ignore_errors=True)
    except (OSError, ValueError) as error:
        _remove_empty(target, there)
        raise WritingError(
            f"{folder}: cannot be written ({_reason(error)}); choose another place with -o DIR"
        ) from error
    return [path for path, _ in listed]


def _nearest_there(folder: str) -> str:
    """The folder itself, or the nearest one above it that is there already."""
    while not os.path.lexists(folder) and os.path.dirname(folder) != folder:
        folder = os.path.dirname(folder)
    return folder


def _remove_empty(folder: str, kept: str) -> None:
    """Remove a folder and those above it, up to the one that is kept, as long as they are empty."""
    while len(folder) > len(kept):
        try:
            os.rmdir(folder)
        except (OSError, ValueError):
            if os.path.lexists(folder):
                return
        folder = os.path.dirname(folder)


def remove_stale(folder: str, kept: Iterable[str], mark: str) -> None:
    """Remove the pages beside those just written that an earlier run generated: their first line holds `mark`."""
    written = set(kept)
    for inner in sorted({path.rpartition("/")[0] for path in written}):
        for name in os.listdir(os.path.join(folder, inner)):
            path = os.path.join(folder, inner, name)
            if name.endswith(".md") and f"{inner}/{name}" not in written and os.path.isfile(path):
                with open(path, encoding="utf-8", errors="replace") as stream:
                    first = stream.readline(400)
                if mark in first:
                    os.unlink(path)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
