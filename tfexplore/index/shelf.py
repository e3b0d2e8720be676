"""Where indexes are that have a name instead of a path: inside the package, and on the user's shelf.

The shelf is a folder of the user's cache. `tfexplore index` puts an index there as `TAG-BUILD.sqlite` when it is given
no other place, and `--index`, `--against` and `diff` find it by `TAG` or `TAG-BUILD`.
"""

from __future__ import annotations

import os

from tfexplore.errors import IndexFileError

_SUFFIX = ".sqlite"


def shipped_folder() -> str:
    """The folder of the indexes that ship with the package."""
    return os.path.join(os.path.dirname(os.path.dirname(__file__)), "data")


def folder() -> str:
    """The user's shelf; `XDG_CACHE_HOME` must be absolute to count."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(base):
        base = os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "tfexplore", "indexes")


def place(name: str, build: str) -> str:
    """Where the index of a release and build goes."""
    safe = "".join([one if one.isalnum() or one in "._-+" else "_" for one in name]).lstrip(".") or "tree"
    return os.path.join(folder(), f"{safe}-{build}{_SUFFIX}")


def find(name: str) -> str:
    """The path of the index that `name` means: a file, or a release that has one. Raises `IndexFileError`."""
    if os.path.sep in name or name.endswith(_SUFFIX) or os.path.isfile(name):
        return name
    if os.path.isdir(name):
        raise IndexFileError(f"{name}: a folder; make an index of it with `tfexplore index --source {name} -o FILE`")
    known = names()
    for one in (name, *(f"{name}-{build}" for build in ("linux-cuda", "linux-cpu"))):
        if one in known:
            return known[one]
    near = ", ".join(sorted(known)) or "none"
    raise IndexFileError(
        f"no index of {name!r} (there are: {near}); make one with `tfexplore index --ref {name}`, or name a file"
    )


def names() -> dict[str, str]:
    """Every index that has a name, and its path; one on the shelf goes before a shipped one."""
    found: dict[str, str] = {}
    for where in (shipped_folder(), folder()):
        try:
            listed = sorted(os.listdir(where))
        except OSError:
            continue
        for one in listed:
            if one.endswith(_SUFFIX) and not one.startswith("."):
                found[one.removesuffix(_SUFFIX)] = os.path.join(where, one)
    return found
