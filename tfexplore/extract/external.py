"""Packages that TensorFlow's public API is spread over and that its tree does not hold.

They are read as text, from where pip has installed them or from an unpacked source distribution or wheel; nothing of
them is imported. Line numbers belong to a version, so a package without a version is not used.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator

from tfexplore._record import Record

#: `keras_applications` and `keras_preprocessing` hold what `tf.keras` only wraps; `tensorflow_estimator` is imported
#: by `import tensorflow` and imports modules of the tree in its turn.
PACKAGES = ("keras_applications", "keras_preprocessing", "tensorflow_estimator")

_MAX_FILES = 5000
_MAX_FILE = 4 * 1024 * 1024
_VERSION = re.compile(r"^Version:\s*(\S{1,40})\s*$", re.MULTILINE)
_SETUP_VERSION = re.compile(
    r"\bversion\s*=\s*[\"']([\w.+-]{1,40})[\"']|^_?VERSION\s*=\s*[\"']([\w.+-]{1,40})[\"']", re.MULTILINE
)


class ExternalPackage(Record):
    """A package on disk: its files as `name/sub/file.py` with their bytes."""

    name: str
    version: str
    files: tuple[tuple[str, bytes], ...]


def find(folders: Iterable[str] = (), names: Iterable[str] = PACKAGES, installed: bool = True) -> list[ExternalPackage]:
    """The packages found below the folders, or else installed for this Python; those found nowhere are left out."""
    folders = list(folders)
    found = []
    for name in names:
        place = _below(folders, name)
        if place is None and installed:
            place = _installed(name)
        if place is not None:
            root, version = place
            found.append(ExternalPackage(name, version, tuple(_files(root, name))))
    return found


def _below(folders: list[str], name: str) -> tuple[str, str] | None:
    for folder in folders:
        for root in _candidates(folder):
            if os.path.isfile(os.path.join(root, name, "__init__.py")):
                version = _version(root, name)
                if version is not None:
                    return root, version
    return None


def _candidates(folder: str) -> list[str]:
    """The folder itself and what stands directly in it: `DIR/Keras_Applications-1.0.8`."""
    try:
        inside = sorted(entry.path for entry in os.scandir(folder) if entry.is_dir())
    except OSError:
        return [folder]
    return [folder, *inside]


def _version(root: str, name: str) -> str | None:
    """The version that a distribution's metadata beside the package states."""
    wanted = _normal(name)
    metadata = [os.path.join(root, "PKG-INFO")]
    try:
        for entry in sorted(os.listdir(root)):
            if entry.endswith(".dist-info") and _normal(entry.partition("-")[0]) == wanted:
                metadata.insert(0, os.path.join(root, entry, "METADATA"))
            elif entry.endswith(".egg-info"):
                metadata.append(os.path.join(root, entry, "PKG-INFO"))
    except OSError:
        return None
    for path in metadata:
        match = _VERSION.search(_text(path))
        if match:
            return match.group(1)
    match = _SETUP_VERSION.search(_text(os.path.join(root, "setup.py")))
    return (match.group(1) or match.group(2)) if match else None


def _installed(name: str) -> tuple[str, str] | None:
    # Mostly there is none, and asking for its metadata takes longer than anything else in a run that finds no change.
    if not any(os.path.isdir(os.path.join(folder, name)) for folder in sys.path):
        return None
    import importlib.metadata

    try:
        distribution = importlib.metadata.distribution(name)
    except importlib.metadata.PackageNotFoundError:
        return None
    root = str(distribution.locate_file(""))
    return (root, distribution.version) if os.path.isdir(os.path.join(root, name)) else None


def _files(root: str, name: str) -> Iterator[tuple[str, bytes]]:
    count = 0
    for folder, folders, names in os.walk(os.path.join(root, name)):
        folders.sort()
        for file in sorted(names):
            path = os.path.join(folder, file)
            if not file.endswith(".py") or os.path.islink(path) or os.path.getsize(path) > _MAX_FILE:
                continue
            count += 1
            if count > _MAX_FILES:
                return
            with open(path, "rb") as stream:
                yield os.path.relpath(path, root).replace(os.sep, "/"), stream.read()


def _text(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as stream:
            return stream.read(200_000)
    except OSError:
        return ""


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "_", name).lower()


def fingerprint(folders: Iterable[str] = ()) -> str:
    """What tells one state of the packages from another, without reading them: their files' sizes and times."""
    folders = list(folders)
    lines = []
    for name in PACKAGES:
        place = _below(folders, name) or _installed(name)
        if place is None:
            continue
        root, version = place
        lines.append(f"{name} {version} {root}")
        for folder, _, files in os.walk(os.path.join(root, name)):
            for file in files:
                if file.endswith(".py"):
                    about = os.stat(os.path.join(folder, file))
                    lines.append(f"{file} {about.st_size} {about.st_mtime_ns}")
    return "\n".join(sorted(lines))
