"""Which file ends up in which shipped library.

The BUILD files say so: the closure of what the wheel packs, evaluated in a child process (`tfexplore.source.bazel`)
that has neither files nor time nor memory beyond its need. Where there are no BUILD files, or ones that cannot be
followed, paths have to do, and a note says why.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import select
import signal
import subprocess
import sys
import tempfile
import time

from tfexplore._record import Record
from tfexplore.errors import SourceError
from tfexplore.source.profile import Profile
from tfexplore.source.tree import CPP, Entry, Progress, Tree

BUILD_FILES = "build files"
PATHS = "paths"

#: Raised when the same files and the same profile would give another linkage than before.
VERSION = 3

_BUILD = ("BUILD", "BUILD.bazel")
_CPU_SECONDS = 6  # of the child; a release takes less than one
_WALL_SECONDS = 60
_MAX_TEXT = 64 << 20
_PIPE = 64 << 10

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
    profile's: a target's own macro counts for every file, as the conditions that registrations stand under are those of
    options that all targets are given alike.
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
    if progress is not None:
        progress("following BUILD files", 0, 0)
    return Evaluation(tree, profile, tree.entries() if entries is None else entries).result()


class Evaluation:
    """A linkage on its way: the child process works while this one does something else, until `result` is asked for."""

    def __init__(self, tree: Tree, profile: Profile, entries: list[Entry]) -> None:
        self._entries = entries
        self._child: _Child | None = None
        try:
            self._child = _Child(_request(tree, profile, entries))
        except _UnusableError as error:
            self._linkage = _by_paths(entries, error)

    def ready(self) -> bool:
        """Whether `result` has nothing to wait for."""
        return self._child is None or self._child.ready()

    def result(self) -> Linkage:
        """What the build ships; waits for the child process."""
        if self._child is not None:
            try:
                self._linkage = _by_build_files(self._child.answer())
            except _UnusableError as error:
                self._linkage = _by_paths(self._entries, error)
            self._child = None
        return self._linkage

    def stop(self) -> None:
        """Let the child process go, whatever it is at."""
        if self._child is not None:
            self._child.stop()


def _is_build(path: str) -> bool:
    return path.endswith(".bzl") or path.rpartition("/")[2] in _BUILD


def _request(tree: Tree, profile: Profile, entries: list[Entry]) -> dict[str, object]:
    """What the child process is asked; `_UnusableError` when there is nothing to ask it."""
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
    return {"paths": paths, "files": files, "settings": dict(profile.settings), "roots": list(profile.roots)}


def _by_build_files(given: dict[str, dict[str, list[str]]]) -> Linkage:
    if "note" in given:
        raise _UnusableError(str(given["note"]))
    return Linkage(
        BUILD_FILES,
        {path: _main_first(libraries) for path, libraries in sorted(given["libraries"].items())},
        frozenset(given["python"]),
        dict(macro for define in sorted(given["defines"]) if (macro := _macro(define)) is not None),
        (),
    )


def _main_first(libraries: list[str]) -> tuple[str, ...]:
    return tuple(sorted(libraries, key=lambda library: (library != "tensorflow", library)))


_MACRO = re.compile(r"-D\s*([A-Za-z_]\w*)(?:=(.*))?", re.DOTALL)


def _macro(option: str) -> tuple[str, str] | None:
    """The name and the value of `-DNAME=VALUE`; without a value it is 1. None for what names no plain macro."""
    found = _MACRO.fullmatch(option.strip())
    return None if found is None else (found[1], "1" if found[2] is None else found[2])


class _Child:
    """The process that reads BUILD files; its death is an `_UnusableError` that names the file it was reading."""

    def __init__(self, request: dict[str, object]) -> None:
        start = f"import sys; sys.path[:] = {sys.path!r}; from tfexplore.source import bazel"
        start = f"{start}; sys.exit(bazel.main({_CPU_SECONDS}))"
        self._said = b""
        # A file and not a pipe, which nobody would be there to fill while the process is at it.
        with tempfile.TemporaryFile() as asked:
            asked.write(json.dumps(request).encode("utf-8", "replace"))
            asked.seek(0)
            try:
                self._process = subprocess.Popen(
                    [sys.executable, "-I", "-c", start], stdin=asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE
                )
            except OSError as error:
                raise _UnusableError(f"no process to read BUILD files in ({error})") from error
        self._until = time.monotonic() + _WALL_SECONDS

    def ready(self) -> bool:
        """Whether the process answers, or has ended; it must be asked now and then, as it waits for who listens."""
        answers, says = self._process.stdout, self._process.stderr
        assert answers is not None
        assert says is not None
        heard = select.select([answers, says], [], [], 0)[0]
        if says in heard:
            self._said = (self._said + os.read(says.fileno(), _PIPE))[-_PIPE:]
        return answers in heard

    def answer(self) -> dict[str, dict[str, list[str]]]:
        """What the process found out."""
        try:
            answered, errors = self._process.communicate(timeout=max(0.0, self._until - time.monotonic()))
        except subprocess.TimeoutExpired as error:
            where = _last_read(self._said + (error.stderr or b""))
            raise _UnusableError(f"{where}: not read within {_WALL_SECONDS} seconds") from error
        finally:
            self.stop()
        if self._process.returncode:
            raise _UnusableError(_why(self._process.returncode, self._said + errors))
        answer = json.loads(answered)
        if not isinstance(answer, dict):
            raise _UnusableError("the process that reads BUILD files gave no answer")
        return answer

    def stop(self) -> None:
        """End the process, if it has not ended."""
        with self._process:
            self._process.kill()


def _why(status: int, errors: bytes) -> str:
    """What made the child process end with this status, and in which file."""
    where = _last_read(errors)
    if status in (-signal.SIGXCPU, -signal.SIGKILL):
        return f"{where}: takes too long to read"
    if status < 0 or any(sign in errors for sign in (b"MemoryError", b"PanicException")):
        return f"{where}: needs too much memory or nests too deep"
    said = errors.decode("utf-8", "replace").strip().rpartition("\n")[2]
    return f"{where}: cannot be read ({said[:200]})"


def _last_read(errors: bytes) -> str:
    """The file that the child process was reading when it ended."""
    names = re.findall(rb"^reading (.*)$", errors, re.M)
    return names[-1].decode("utf-8", "replace") if names else "BUILD files"


def _by_paths(entries: list[Entry], reason: _UnusableError) -> Linkage:
    """The rule of thumb: in TensorFlow's tree what the wheel is usually made of, in any other everything."""
    cpp = [entry.path for entry in entries if entry.path.endswith(CPP)]
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
    return Linkage(PATHS, libraries, frozenset(shipped), {}, (f"linkage by paths: {reason}",))
