"""The cached clone: one revision of a public repository, with only the files that the tool reads.

A clone is made beside its place under a name of its own and renamed into it when it is whole, under a lock that dies
with its process. So an interrupted, failed or concurrent clone leaves what was there before answering, and the next
run finishes the job. What is fetched is not trusted: no template, hook, filter, submodule or attribute of it is
used, and only transports that fetch are allowed.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from typing import IO

from tfexplore._record import Record
from tfexplore.errors import SourceError
from tfexplore.source.revision import git_executable, last_line, quiet_environment, unknown_ref, version_order
from tfexplore.source.tree import NAMES, SUFFIXES, Progress, is_wanted

_PROTOCOLS = "https:http:ssh:git:file"
_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_UNREACHABLE = (
    "could not resolve",
    "couldn't resolve",
    "unable to access",
    "failed to connect",
    "connection",
    "could not read from remote",
    "network is unreachable",
    "timed out",
    "operation too slow",
    "early eof",
    "unexpected disconnect",
    "not appear to be a git repository",
    "repository not found",
    "transport",
)


class Clone(Record):
    """A finished clone: its folder, and the commit and tag (None for a branch or a bare commit) it is pinned to."""

    folder: str
    commit: str
    tag: str | None


class _Remote(Record):
    """What a name means on the server: the full name to fetch, the commit, and the tag if it is one."""

    refspec: str
    commit: str
    tag: str | None


def cache_folder() -> str:
    """The tool's own folder below the user's cache (`XDG_CACHE_HOME`, which must be absolute to count)."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(base):
        base = os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "tfexplore")


def clone(url: str, ref: str, cache_dir: str | None = None, progress: Progress | None = None) -> Clone:
    """The clone of `url` at `ref` (a tag, a branch or a whole commit), made now unless it is there already.

    A tag or a commit is fetched once and never asked for again; a branch is asked for each time, and its last clone
    answers when the server cannot be reached. `SourceError` when there is neither.
    """
    say = progress or _silent
    if os.path.isdir(url):
        url = os.path.abspath(url)
    home = os.path.join(cache_dir or os.path.join(cache_folder(), "sources"), _slug(url))
    kept = _kept(home, ref)
    if kept is not None and (kept.tag is not None or kept.commit == ref):
        return kept
    git_executable()
    try:
        os.makedirs(home, exist_ok=True)
        with _lock(os.path.join(home, "lock"), say):
            return _clone(url, ref, home, _kept(home, ref), say)
    except OSError as error:
        raise SourceError(
            f"{home}: no place for the clone ({error.strerror or error}); set XDG_CACHE_HOME to a folder with room"
        ) from error


def kept_clone(url: str | None, ref: str | None, cache_dir: str | None = None) -> str | None:
    """The folder of a finished clone, by any spelling of its address; None where none is kept. Asks no server."""
    if not url or not ref:
        return None
    bare = url.removesuffix(".git")
    for spelling in (bare + ".git", bare):
        home = os.path.join(cache_dir or os.path.join(cache_folder(), "sources"), _slug(spelling))
        kept = _kept(home, ref)
        if kept is not None:
            return kept.folder
    return None


def _clone(url: str, ref: str, home: str, kept: Clone | None, say: Progress) -> Clone:
    """Make the clone, or take the one that another process finished meanwhile. The lock is held."""
    if kept is not None and (kept.tag is not None or kept.commit == ref):
        return kept
    for name in os.listdir(home):
        if name.startswith("partial-"):  # of a process that died: the lock is ours, so it is nobody's
            shutil.rmtree(os.path.join(home, name), ignore_errors=True)
    partial = tempfile.mkdtemp(prefix="partial-", dir=home)
    try:
        repository = _Repository(partial, url, say)
        try:
            remote = repository.ask(ref)
        except _UnreachableError:
            if kept is not None:
                return kept
            raise
        folder = os.path.join(home, remote.commit)
        if not os.path.isdir(folder):
            repository.fetch(remote)
            os.chmod(partial, 0o755)
            os.rename(partial, folder)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    _keep(home, ref, remote)
    return Clone(folder, remote.commit, remote.tag)


def _silent(what: str, done: int, total: int) -> None:
    """Progress that nobody asked for."""


def _slug(url: str) -> str:
    """A folder's name for an address: readable, and different for different addresses."""
    plain = re.sub(r"[^A-Za-z0-9.]+", "-", _shown(url).rpartition("://")[2].removesuffix(".git")).strip("-.")
    return f"{plain[-60:]}-{hashlib.sha256(url.encode('utf-8', 'replace')).hexdigest()[:8]}"


def _shown(url: str) -> str:
    """The address without the password that it may hold."""
    return re.sub(r"(://)[^/@]*@", r"\1", url)


def _ref_file(home: str, ref: str) -> str:
    return os.path.join(home, f"ref-{hashlib.sha256(ref.encode('utf-8', 'replace')).hexdigest()[:16]}")


def _kept(home: str, ref: str) -> Clone | None:
    """The finished clone of `ref`, if there is one."""
    try:
        with open(_ref_file(home, ref), encoding="utf-8") as file:
            name, commit, tag = file.read(4096).split("\n")[:3]
    except (OSError, ValueError):
        return None
    folder = os.path.join(home, commit)
    if name != ref or not _COMMIT.fullmatch(commit) or not os.path.isdir(folder):
        return None
    return Clone(folder, commit, tag or None)


def _keep(home: str, ref: str, remote: _Remote) -> None:
    """Write down what `ref` means, whole or not at all."""
    handle, path = tempfile.mkstemp(prefix="partial-", dir=home)
    with open(handle, "w", encoding="utf-8") as file:
        file.write(f"{ref}\n{remote.commit}\n{remote.tag or ''}\n")
    os.replace(path, _ref_file(home, ref))


@contextlib.contextmanager
def _lock(path: str, say: Progress) -> Iterator[None]:
    """Hold the lock of one repository's clones; the kernel lets it go when the process ends, however it ends."""
    import fcntl

    with open(path, "w", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("waiting for another process that is cloning", 0, 0)
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


class _UnreachableError(SourceError):
    """The server did not answer."""


class _Repository:
    """A repository in the making, driven through GitPython."""

    def __init__(self, folder: str, url: str, say: Progress) -> None:
        # GitPython looks for git when it is imported and complains in its own way; git_executable() has looked already.
        os.environ.setdefault("GIT_PYTHON_REFRESH", "quiet")
        from git import Git

        self._folder = folder
        self._url = url
        self._say = say
        self._executable = git_executable()
        self._git = Git(folder)
        inside = os.path.join(folder, ".git")
        self._git.update_environment(
            **quiet_environment(_PROTOCOLS),
            GIT_DIR=inside,
            GIT_WORK_TREE=folder,
            GIT_INDEX_FILE=os.path.join(inside, "index"),
            GIT_OBJECT_DIRECTORY=os.path.join(inside, "objects"),
            GIT_ALTERNATE_OBJECT_DIRECTORIES="",
            GIT_NAMESPACE="",
        )
        self._read("init", "--quiet", "--template=", ".")
        self._read("remote", "add", "--", "origin", url)

    def ask(self, ref: str) -> _Remote:
        """What `ref` means on the server; `SourceError` with the nearest tags when it means nothing."""
        self._say(f"asking {_shown(self._url)} for {ref}", 0, 0)
        commits: dict[str, str] = {}
        for line in (
            self._read("ls-remote", "--quiet", "--tags", "--heads", "origin").decode("utf-8", "replace").split("\n")
        ):
            commit, _, name = line.partition("\t")
            if name:
                commits[name.removesuffix("^{}")] = commit  # the peeled line of an annotated tag comes second
        tags = {name.removeprefix("refs/tags/"): it for name, it in commits.items() if name.startswith("refs/tags/")}
        plain = ref.removeprefix("refs/tags/")
        if plain in tags:
            return _Remote(f"+refs/tags/{plain}:refs/tags/{plain}", tags[plain], plain)
        branch = ref.removeprefix("refs/heads/")
        if f"refs/heads/{branch}" in commits:
            return _Remote(f"refs/heads/{branch}", commits[f"refs/heads/{branch}"], None)
        if _COMMIT.fullmatch(ref):
            named = sorted((tag for tag, commit in tags.items() if commit == ref), key=version_order)
            return _Remote(ref, ref, named[0] if named else None)
        raise unknown_ref(ref, _shown(self._url), sorted(tags, key=version_order))

    def fetch(self, remote: _Remote) -> None:
        """Fetch the commit without its blobs, then the blobs that are wanted, and check those files out."""
        only = ("--progress", "--no-tags", "--no-recurse-submodules", "--filter=blob:none")
        said = self._show("fetching the commit", "fetch", *only, "--depth=1", "origin", remote.refspec)
        fetched = self._read("rev-parse", "--verify", "FETCH_HEAD^{commit}").decode().strip()
        if fetched != remote.commit:
            raise SourceError(
                f"{_shown(self._url)}: the name moved to {fetched[:12]} while it was cloned; run it again"
            )
        if "filtering not recognized" not in said:  # else the server has sent every blob already
            self._fetch_blobs(remote.commit, only)
        inside = os.path.join(self._folder, ".git", "info")
        os.makedirs(inside, exist_ok=True)
        with open(os.path.join(inside, "sparse-checkout"), "w", encoding="utf-8") as file:
            file.write("".join(f"*{suffix}\n" for suffix in SUFFIXES) + "".join(f"{name}\n" for name in NAMES))
        with open(os.path.join(inside, "attributes"), "w", encoding="utf-8") as file:
            file.write("* -text !eol -ident -filter -working-tree-encoding -diff -merge\n")  # over those of the tree
        self._read("config", "core.sparseCheckout", "true")
        self._read("config", "core.sparseCheckoutCone", "false")
        self._show("checking out", "checkout", "--progress", "--force", "--detach", remote.commit)

    def _fetch_blobs(self, commit: str, only: tuple[str, ...]) -> None:
        """Fetch the wanted blobs at once; git alone would fetch them as well, but silently."""
        wanted: set[bytes] = set()
        for record in self._read("ls-tree", "-r", "-z", "--full-tree", commit).split(b"\0"):
            about, _, path = record.partition(b"\t")
            name = path.decode("utf-8", "replace")
            if about.startswith(b"100") and (is_wanted(name) or name.endswith(".gitattributes")):
                wanted.add(about.split()[2])  # git asks for the attributes as well when it checks out
        listed = os.path.join(self._folder, ".git", "wanted")
        with open(listed, "wb") as file:
            file.write(b"".join(blob + b"\n" for blob in sorted(wanted)))
        what = f"fetching {len(wanted)} files"
        self._show(what, "fetch", *only, "--no-write-fetch-head", "--stdin", "origin", stdin=listed)
        os.unlink(listed)

    def _read(self, *arguments: str) -> bytes:
        """What a command prints."""
        status, output, errors = self._git.execute(
            [self._executable, *arguments],
            with_extended_output=True,
            with_exceptions=False,
            stdout_as_string=False,
            strip_newline_in_stdout=False,
        )
        if status:
            raise self._failure(arguments[0], str(errors))
        return output if isinstance(output, bytes) else b""

    def _show(self, what: str, *arguments: str, stdin: str = os.devnull) -> str:
        """Run a command that takes its time, pass on how far it is, and give back what it said."""
        from git import RemoteProgress

        say = self._say
        say(what, 0, 0)

        class Meter(RemoteProgress):
            """Passes on what git counts."""

            def update(
                self, op_code: int, cur_count: str | float, max_count: str | float | None = None, message: str = ""
            ) -> None:
                doing = {
                    self.COUNTING: "waiting for the server",
                    self.COMPRESSING: "waiting for the server",
                    self.RECEIVING: f"{what}: {message}" if message else what,
                    self.RESOLVING: "unpacking",
                }.get(op_code & self.OP_MASK)
                if doing is not None:
                    say(doing, int(float(cur_count)), int(float(max_count or 0)))

        handle = Meter().new_message_handler()
        said: list[str] = []
        with open(stdin, "rb") as source:
            started = self._git.execute(
                [self._executable, *arguments], istream=source, as_process=True, with_stdout=False
            )
        process = started.proc
        if process is None or process.stderr is None:
            raise SourceError(f"git {arguments[0]} did not start")
        try:
            with process.stderr:
                for line in _lines_of(process.stderr):
                    handle(line)
                    said.append(line)
                    del said[200:-200]
            status = process.wait()
        except BaseException:
            process.kill()
            process.wait()
            raise
        if status:
            raise self._failure(arguments[0], "\n".join(said))
        return "\n".join(said)

    def _failure(self, command: str, errors: str) -> SourceError:
        """One line for what git complained of."""
        url = _shown(self._url)
        line = _shown(last_line(errors))
        if "No space left" in errors:
            return SourceError(f"{self._folder}: no space left for the clone; set XDG_CACHE_HOME to a folder with room")
        if "dubious ownership" in errors:
            return SourceError(
                f"{url}: belongs to another user, so git does not serve it; name it with --source DIR --ref"
            )
        if command in ("ls-remote", "fetch") and any(sign in errors.lower() for sign in _UNREACHABLE):
            return _UnreachableError(
                f"cannot fetch from {url} ({line}); check the network, or use --url MIRROR or --source DIR"
            )
        return SourceError(f"cloning {url}: git {command} failed ({line or 'no reason given'})")


def _lines_of(stream: IO[bytes]) -> Iterator[str]:
    """The lines of git's progress, which end in a carriage return as often as in a newline."""
    rest = b""
    while chunk := stream.read1(4096):  # type: ignore[attr-defined]  # a pipe is a BufferedReader
        *lines, rest = re.split(rb"[\r\n]", rest + chunk)
        yield from (line.decode("utf-8", "replace") for line in lines if line)
    if rest:
        yield rest.decode("utf-8", "replace")
