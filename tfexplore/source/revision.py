"""A tree in a git directory: any revision, without a work tree.

Reading a foreign repository must not run anything it names: only plumbing is used that knows no hooks, filters,
pagers or external diffs, no blob is fetched on demand, no transport is allowed, and the git directory is always
named, so that neither discovery nor its question of ownership takes part.
"""

from __future__ import annotations

import contextlib
import difflib
import os
import posixpath
import re
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from typing import IO

from tfexplore.errors import SourceError
from tfexplore.source.tree import MAX_FILE, MAX_FILES, MAX_NAMES, Entry, about_links, is_wanted

_SECONDS = 120
#: Links that are asked where they lead.
MAX_LINKS = 200
_VERSION = re.compile(r"v?(\d+(?:\.\d+)*)(.*)", re.DOTALL)


def quiet_environment(protocols: str) -> dict[str, str]:
    """The environment in which git runs: no hooks, no prompts, no system configuration, only these transports."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("GIT_DIR", "GIT_WORK_TREE", "GIT_"))
    }
    for name in ("GIT_SSH_COMMAND", "GIT_SSL_CAINFO", "GIT_SSL_NO_VERIFY", "GIT_PYTHON_GIT_EXECUTABLE"):
        if name in os.environ:
            kept[name] = os.environ[name]
    settings = {
        "core.hooksPath": "/dev/null",
        "core.fsmonitor": "false",
        "core.attributesFile": "/dev/null",
        "submodule.recurse": "false",
        "fetch.recurseSubmodules": "false",
        "advice.detachedHead": "false",
        "gc.auto": "0",
        "maintenance.auto": "false",
        "protocol.version": "2",
        "fetch.negotiationAlgorithm": "noop",  # else a server withholds the blobs of a commit that is here already
        "http.lowSpeedLimit": "1000",
        "http.lowSpeedTime": "60",
    }
    kept |= {
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_LFS_SKIP_SMUDGE": "1",
        "GIT_ALLOW_PROTOCOL": protocols,
        "GIT_CONFIG_COUNT": str(len(settings)),
        "LC_ALL": "C",
    }
    for number, (key, value) in enumerate(settings.items()):
        kept[f"GIT_CONFIG_KEY_{number}"] = key
        kept[f"GIT_CONFIG_VALUE_{number}"] = value
    return kept


def _reading_environment() -> dict[str, str]:
    return quiet_environment("none") | {"GIT_NO_LAZY_FETCH": "1", "GIT_NO_REPLACE_OBJECTS": "1"}


def git_executable() -> str:
    """The git to run; `SourceError` when there is none."""
    import shutil

    wanted = os.environ.get("GIT_PYTHON_GIT_EXECUTABLE") or "git"
    found = shutil.which(wanted)
    if not found:
        raise SourceError(
            f"no {wanted} executable on the PATH; install git, or name an unpacked tree with --source DIR"
        )
    return found


def run_git(git_dir: str, *arguments: str, stdin: bytes = b"", objects: str = "") -> bytes:
    """What a git command that only reads prints; `SourceError` with git's own last line when it fails.

    With `objects` only that folder of objects is used, and nothing else of the repository.
    """
    if objects:
        with _bare_objects(objects, _reading_environment()) as (empty, environment):
            return _run(git_dir, [f"--git-dir={empty}", *arguments], environment, stdin)
    return _run(git_dir, [f"--git-dir={git_dir}", *arguments], _reading_environment(), stdin)


@contextlib.contextmanager
def _bare_objects(objects: str, environment: dict[str, str]) -> Iterator[tuple[str, dict[str, str]]]:
    """An empty git directory in front of a folder of objects.

    The repository's own configuration is not even read, so a partial clone is nothing special: a blob that it lacks
    is missing, and no git of any version tries to fetch it.
    """
    with tempfile.TemporaryDirectory(prefix="tfexplore-") as empty:
        os.makedirs(os.path.join(empty, "refs"))
        os.makedirs(os.path.join(empty, "objects"))
        with open(os.path.join(empty, "HEAD"), "w", encoding="ascii") as file:
            file.write("ref: refs/heads/none\n")
        yield empty, environment | {"GIT_OBJECT_DIRECTORY": objects}


def _run(git_dir: str, arguments: list[str], environment: dict[str, str], stdin: bytes) -> bytes:
    command = [git_executable(), "--no-pager", *arguments]
    verb = arguments[1]
    try:
        done = subprocess.run(
            command,
            input=stdin,
            capture_output=True,
            env=environment,
            cwd="/",
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise SourceError(f"{git_dir}: git {verb} did not finish ({error})") from error
    if done.returncode:
        said = last_line(done.stderr.decode("utf-8", "replace"))
        raise SourceError(f"{git_dir}: git {verb} failed ({said or f'status {done.returncode}'})")
    return done.stdout


def last_line(text: str) -> str:
    """The line of git's error output that says most: the last `fatal:` or `error:`, else the last one."""
    lines = [line.strip() for line in re.split(r"[\r\n]+", text) if line.strip()]
    telling = [line for line in lines if line.startswith(("fatal:", "error:"))]
    return (telling or lines or [""])[-1][:300]


def nearest_names(wanted: str, names: list[str], count: int = 3) -> list[str]:
    """The names most like `wanted`: the same version with another suffix first, then by spelling."""
    starts = [name for name in names if wanted and name.lstrip("v").startswith(wanted.lstrip("v"))]
    starts.sort(key=version_order)
    near = difflib.get_close_matches(wanted, names, n=count, cutoff=0.5)
    return list(dict.fromkeys(starts + near))[:count]


def version_order(tag: str) -> tuple[bool, tuple[int, ...], bool, str]:
    """A sort key for tags: versions before other names, releases before their candidates."""
    match = _VERSION.fullmatch(tag)
    if not match:
        return (True, (), True, tag)
    return (False, tuple(int(part) for part in match[1].split(".")), bool(match[2]), tag)


def resolve_commit(git_dir: str, ref: str) -> str:
    """The commit that `ref` names; `SourceError` with the nearest tags when there is none such."""
    if not ref.startswith("-") and ref.isprintable():
        try:
            return run_git(git_dir, "rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}").decode().strip()
        except SourceError:
            run_git(git_dir, "rev-parse", "--git-dir")  # a broken repository is another matter than a wrong name
    raise unknown_ref(
        ref, git_dir, _lines(run_git(git_dir, "for-each-ref", "--format=%(refname:strip=2)", "refs/tags"))
    )


def unknown_ref(ref: str, where: str, tags: list[str]) -> SourceError:
    """The error for a name that is neither a tag, a branch nor a commit."""
    near = nearest_names(ref, tags)
    if near:
        return SourceError(f"no {ref!r} in {where}; the nearest tags are {', '.join(near)}")
    return SourceError(f"no {ref!r} in {where}; name a tag, a branch or a commit with --ref")


def tag_of(git_dir: str, commit: str) -> str | None:
    """The tag of a commit: of several, the version that is a release."""
    tags = _lines(run_git(git_dir, "for-each-ref", f"--points-at={commit}", "--format=%(refname:strip=2)", "refs/tags"))
    return min(tags, key=version_order) if tags else None


def remote_of(git_dir: str) -> str | None:
    """The address of `origin` as configured, None without one."""
    try:
        return (
            run_git(git_dir, "config", "--local", "--no-includes", "--get", "remote.origin.url").decode().strip()
            or None
        )
    except SourceError:
        return None


def _lines(output: bytes) -> list[str]:
    return [line for line in output.decode("utf-8", "replace").splitlines() if line]


class GitTree:
    """The files of one revision of a git directory; links, submodules and blobs that it lacks are left out."""

    def __init__(self, git_dir: str, ref: str) -> None:
        self.git_dir = os.path.realpath(git_dir)
        self.commit = resolve_commit(self.git_dir, ref)
        found = run_git(self.git_dir, "rev-parse", "--git-path", "objects").decode("utf-8", "surrogateescape")
        self._objects = os.path.realpath(found.removesuffix("\n"))
        self._blobs: dict[str, tuple[str, int]] | None = None
        self._notes: list[str] = []
        self._readers = threading.local()

    def __getstate__(self) -> tuple[str, str, str, dict[str, tuple[str, int]] | None]:
        return self.git_dir, self.commit, self._objects, self._blobs

    def __setstate__(self, state: tuple[str, str, str, dict[str, tuple[str, int]] | None]) -> None:
        self.git_dir, self.commit, self._objects, self._blobs = state
        self._notes = []
        self._readers = threading.local()

    def notes(self) -> list[str]:
        """What the last `entries()` had to leave out, one line each."""
        return list(self._notes)

    def entries(self) -> list[Entry]:
        """Every regular file that the tool reads, sorted by path; blobs that are missing are in `notes()`."""
        self._notes = []
        self._blobs = self._list()
        return [Entry(path, size, blob) for path, (blob, size) in self._blobs.items()]

    def _list(self) -> dict[str, tuple[str, int]]:
        names = 0
        blobs: list[tuple[str, str]] = []
        links: list[tuple[str, str]] = []
        for record in self._plumb("ls-tree", "-r", "-z", "--full-tree", self.commit).split(b"\0"):
            names += 1
            if record.startswith(b"120000 "):
                about, _, raw = record.partition(b"\t")
                links.append((raw.decode("utf-8", "replace"), about.split()[2].decode()))
            if not record.startswith((b"100644 ", b"100755 ", b"100664 ")):
                continue
            about, _, raw = record.partition(b"\t")
            path = raw.decode("utf-8", "surrogateescape")
            if not is_wanted(path):
                continue
            if not path.isascii() and "\udc80" <= max(path) <= "\udcff":
                self._notes.append(f"{raw.decode('utf-8', 'replace')}: its name is not UTF-8, not read")
                continue
            blobs.append((path, about.split()[2].decode()))
        if names > MAX_NAMES or len(blobs) > MAX_FILES:
            raise SourceError(f"{self.git_dir}: more than {min(names, MAX_NAMES)} files; not one repository's source")
        blobs.sort()
        links = [link for link in links if is_wanted(link[0])][:MAX_LINKS]
        self._notes += about_links(path for path, blob in links if self._leads_out(path, blob))
        wanted = "".join(f"{blob}\n" for _, blob in blobs).encode()
        sizes = self._plumb("cat-file", "--batch-check=%(objectsize)", "--buffer", stdin=wanted).split(b"\n")
        listed: dict[str, tuple[str, int]] = {}
        missing = [path for (path, _), size in zip(blobs, sizes, strict=False) if not size.isdigit()]
        for (path, blob), size in zip(blobs, sizes, strict=False):
            if size.isdigit():
                listed[path] = (blob, int(size))
        if missing:
            more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
            self._notes.append(f"{missing[0]}{more}: not in the git directory, not read")
        return listed

    def _leads_out(self, path: str, blob: str) -> bool:
        """Whether a link names something outside of the tree, or can no longer be read."""
        try:
            named = self._plumb("cat-file", "blob", blob).decode("utf-8", "replace")
        except SourceError:
            return True
        return posixpath.normpath(posixpath.join(posixpath.dirname(path), named)).startswith(("/", ".."))

    def _plumb(self, *arguments: str, stdin: bytes = b"") -> bytes:
        return run_git(self.git_dir, *arguments, stdin=stdin, objects=self._objects)

    def read(self, path: str) -> bytes:
        """The bytes of one file; `SourceError` when it is not in the tree or larger than `MAX_FILE`."""
        if self._blobs is None:
            self._blobs = self._list()
        found = self._blobs.get(path)
        if found is None:
            raise SourceError(f"{path}: not in {self.git_dir} at {self.commit[:12]}")
        blob, size = found
        if size > MAX_FILE:
            raise SourceError(f"{path}: larger than {MAX_FILE >> 20} MB, not read")
        try:
            asked, answer = self._pipes()
            asked.write(f"{blob}\n".encode())
            asked.flush()
            header = answer.readline()
            if header.split() != [blob.encode(), b"blob", str(size).encode()]:
                raise OSError(header.decode("utf-8", "replace").strip() or "git cat-file ended")
            data = answer.read(size)
            answer.read(1)
        except OSError as error:
            self.close()
            raise SourceError(f"{path}: cannot be read from {self.git_dir} ({error})") from error
        return data

    def beginning(self, path: str) -> bytes | None:
        """The first `MAX_FILE` bytes of a file that is larger; None for any other."""
        if self._blobs is None:
            self._blobs = self._list()
        blob, size = self._blobs.get(path, ("", 0))
        if size <= MAX_FILE:
            return None
        # A process of its own, which ends when nobody reads on: the other one would have to write the whole file.
        with _bare_objects(self._objects, _reading_environment()) as (empty, environment):
            try:
                with subprocess.Popen(
                    [git_executable(), f"--git-dir={empty}", "cat-file", "blob", blob],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    env=environment,
                    cwd="/",
                ) as process:
                    try:
                        return process.stdout.read(MAX_FILE) if process.stdout is not None else b""
                    finally:
                        process.kill()
            except OSError:
                return b""

    def _pipes(self) -> tuple[IO[bytes], IO[bytes]]:
        """The two ends of this thread's own `git cat-file`; neither threads nor forked processes can share one."""
        reader: tuple[int, subprocess.Popen[bytes]] | None = getattr(self._readers, "own", None)
        if reader is None or reader[0] != os.getpid():
            with _bare_objects(self._objects, _reading_environment()) as (empty, environment):
                started = subprocess.Popen(
                    [git_executable(), f"--git-dir={empty}", "cat-file", "--batch"],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    env=environment,
                    cwd="/",
                )
                reader = self._readers.own = (os.getpid(), started)
                if started.stdin is not None and started.stdout is not None:
                    started.stdin.write(b"ready\n")
                    started.stdin.flush()
                    started.stdout.readline()  # "ready missing": git needs its empty directory no more
        process = reader[1]
        if process.stdin is None or process.stdout is None:
            raise OSError("no pipe to git cat-file")
        return process.stdin, process.stdout

    def close(self) -> None:
        """End the reader, when this thread started one."""
        reader = getattr(self._readers, "own", None)
        self._readers = threading.local()
        if reader is not None and reader[0] == os.getpid():
            process = reader[1]
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    try:
                        pipe.close()
                    except OSError:
                        continue  # the other end is gone, which is what was asked for
            process.wait()

    def __del__(self) -> None:
        if hasattr(self, "_readers"):
            self.close()
