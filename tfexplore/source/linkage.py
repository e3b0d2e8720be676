"""Which file ends up in which shipped library.

The BUILD files say so: the closure of what the wheel packs, evaluated in a child process (`tfexplore.source.bazel`)
that has neither files nor time nor memory beyond its need. Where there are no BUILD files, or ones that cannot be
followed, paths have to do, and a note says why.
"""

from __future__ import annotations

import hashlib
import json
import re
import signal
import subprocess
import sys

from tfexplore._record import Record
from tfexplore.errors import SourceError
from tfexplore.source.profile import Profile
from tfexplore.source.tree import Entry, Progress, Tree

BUILD_FILES = "build files"
PATHS = "paths"

#: Raised when the same files and the same profile would give another linkage than before.
VERSION = 2

_CPP = (".cc", ".h", ".inc", ".hpp", ".cpp", ".cu")
_BUILD = ("BUILD", "BUILD.bazel")
_CPU_SECONDS = 6  # of the child; a release takes less than one
_WALL_SECONDS = 60
_MAX_TEXT = 64 << 20

_MARK = "tensorflow/core/framework/op.h"

#: For a tree of TensorFlow's whose BUILD files cannot be followed: what the wheel's own binary is made of ...
_LINKED = re.compile(r"tensorflow/(?:c|cc|core|compiler|stream_executor|python)/")
#: ... and what of it is a test, an example or another platform's.
_APART = re.compile(
    r"(?:_|/)(?:test|tests|testlib|testutil|test_util|test_utils|benchmark|benchmark_test|main|demo)\.\w+$"
    r"|_test[._]"
    r"|/(?:test|tests|testing|testdata|test_data|examples?|tutorials?|benchmarks?|fuzzing|tools"
    r"|windows|android|ios|macos|hexagon|google|tpu/profiler|aot|tf2xla/cc|rocm|sycl)/"
)
_PYTHON_APART = re.compile(
    r"(?:^|/)(?:tests?|testing|testdata|kernel_tests)/|_test\.py$|(?:^|/)(?:setup|conftest)\.py$"
)


class Linkage(Record):
    """What a build ships.

    `kind` is `"build files"` or `"paths"`. `libraries` maps a C++ source or header to the libraries that link it:
    `"tensorflow"` for what `import tensorflow` loads, the path inside the wheel of what is loaded on demand,
    `"source"` where nobody says; a file that no library links is not in it. `python_files` are the modules that are
    shipped. `defines` are the macros that the shipped targets set themselves (`copts`, `defines`), to be laid over the
    profile's.
    """

    kind: str
    libraries: dict[str, tuple[str, ...]]
    python_files: frozenset[str]
    defines: dict[str, str]
    notes: tuple[str, ...]


class _UnusableError(Exception):
    """Why the BUILD files cannot be followed."""


def linkage_key(entries: list[Entry], profile: Profile) -> str:
    """A name for all that decides a linkage: the BUILD and .bzl files, the list of paths, and the profile."""
    digest = hashlib.sha256(f"{VERSION}\n{profile.roots!r}\n{sorted(profile.settings.items())!r}\n".encode())
    for entry in entries:
        content = entry.content if _is_build(entry.path) else ""
        digest.update(f"{entry.path}\0{content}\n".encode("utf-8", "replace"))
    return digest.hexdigest()


def evaluate(
    tree: Tree, profile: Profile, progress: Progress | None = None, entries: list[Entry] | None = None
) -> Linkage:
    """What the build ships of a tree; `profile` as `for_tree` made it, `entries` if they have been listed already."""
    listed = tree.entries() if entries is None else entries
    if progress is not None:
        progress("following BUILD files", 0, 0)
    try:
        return _by_build_files(tree, profile, listed)
    except _UnusableError as error:
        return _by_paths(listed, f"linkage by paths: {error}")


def _is_build(path: str) -> bool:
    return path.endswith(".bzl") or path.rpartition("/")[2] in _BUILD


def _by_build_files(tree: Tree, profile: Profile, entries: list[Entry]) -> Linkage:
    """Ask the child process; `_UnusableError` when it has no answer."""
    paths = [entry.path for entry in entries]
    present = set(paths)
    for root in profile.roots:
        folder = root.removeprefix("//").partition(":")[0]
        if not any((f"{folder}/{name}" if folder else name) in present for name in _BUILD):
            raise _UnusableError(f"no BUILD file for {root}")
    files: dict[str, str] = {}
    size = 0
    for entry in entries:
        if _is_build(entry.path):
            size += entry.size
            if size > _MAX_TEXT:
                raise _UnusableError(f"more than {_MAX_TEXT >> 20} MB of BUILD files")
            try:
                files[entry.path] = tree.read(entry.path).decode("utf-8", "replace")
            except SourceError as error:
                raise _UnusableError(str(error)) from error
    settings = dict(profile.settings)
    given = _ask({"paths": paths, "files": files, "settings": settings, "roots": list(profile.roots)})
    if "note" in given:
        raise _UnusableError(str(given["note"]))
    return Linkage(
        BUILD_FILES,
        {path: _main_first(libraries) for path, libraries in sorted(given["libraries"].items())},
        frozenset(given["python"]),
        dict(_macro(define) for define in sorted(given["defines"])),
        (),
    )


def _main_first(libraries: list[str]) -> tuple[str, ...]:
    return tuple(sorted(libraries, key=lambda library: (library != "tensorflow", library)))


def _macro(option: str) -> tuple[str, str]:
    """The name and the value of `-DNAME=VALUE`; without a value it is 1."""
    name, equals, value = option.removeprefix("-D").partition("=")
    return name.strip(), value if equals else "1"


def _ask(request: dict[str, object]) -> dict[str, dict[str, list[str]]]:
    """Run the child process on a request; its death is an `_UnusableError` that names the file it was reading."""
    start = f"import sys; sys.path[:] = {sys.path!r}; from tfexplore.source import bazel"
    start = f"{start}; sys.exit(bazel.main({_CPU_SECONDS}))"
    try:
        done = subprocess.run(
            [sys.executable, "-I", "-c", start],
            input=json.dumps(request).encode("utf-8", "replace"),
            capture_output=True,
            timeout=_WALL_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise _UnusableError(f"{_last_read(error.stderr or b'')}: not read within {_WALL_SECONDS} seconds") from error
    except OSError as error:
        raise _UnusableError(f"no process to read BUILD files in ({error})") from error
    if done.returncode:
        where = _last_read(done.stderr)
        if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            raise _UnusableError(f"{where}: takes too long to read")
        if done.returncode < 0 or any(sign in done.stderr for sign in (b"MemoryError", b"PanicException")):
            raise _UnusableError(f"{where}: needs too much memory or nests too deep")
        said = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
        raise _UnusableError(f"{where}: cannot be read ({said[:200]})")
    answer = json.loads(done.stdout)
    if not isinstance(answer, dict):
        raise _UnusableError("the process that reads BUILD files gave no answer")
    return answer


def _last_read(errors: bytes) -> str:
    """The file that the child process was reading when it ended."""
    names = re.findall(rb"^reading (.*)$", errors, re.M)
    return names[-1].decode("utf-8", "replace") if names else "BUILD files"


def _by_paths(entries: list[Entry], note: str) -> Linkage:
    """The rule of thumb: in TensorFlow's tree what the wheel is usually made of, in any other everything."""
    cpp = [entry.path for entry in entries if entry.path.endswith(_CPP)]
    python = [entry.path for entry in entries if entry.path.endswith(".py")]
    libraries: dict[str, tuple[str, ...]] = {}
    if any(path == _MARK for path in cpp):
        for path in cpp:
            if _LINKED.match(path) and not _APART.search(path):
                libraries[path] = ("tensorflow",)
            elif path.startswith("tensorflow/contrib/") and not _APART.search(path):
                libraries[path] = ("source",)
        shipped = [path for path in python if path.startswith("tensorflow/") and not _PYTHON_APART.search(path)]
    else:
        libraries = dict.fromkeys(cpp, ("source",))
        shipped = [path for path in python if not _PYTHON_APART.search(path)]
    return Linkage(PATHS, libraries, frozenset(shipped), {}, (note,))
