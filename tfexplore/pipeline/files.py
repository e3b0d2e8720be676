"""Reads the files of a tree, each once, with all cores; what an earlier run has read and is unchanged is not read."""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import os
import pickle
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.cache import Seen, Snapshot
from tfexplore.errors import SourceError
from tfexplore.extract.known import Known, Registrations, is_candidate
from tfexplore.extract.lines import moved_to, python_lines, starlark_code
from tfexplore.paths import HEADERS, headers_beside
from tfexplore.pipeline.lines import relined, relocated
from tfexplore.pipeline.parts import CPP, PARTS, REGISTERING, SITES, Part, is_read, preload
from tfexplore.source.checkout import OpenedSource
from tfexplore.source.profile import Profile
from tfexplore.source.tree import MAX_FILE, Entry, Progress, Tree

if TYPE_CHECKING:
    from tfexplore.cpp.macros import Unit
    from tfexplore.cpp.release import Release
    from tfexplore.cpp.types import Types
    from tfexplore.cpp.units import Directives
    from tfexplore.extract.cpp_source import Reader

__all__ = ["CPP", "FileFacts", "Files", "reading"]

#: Files a task holds: enough to make a worker's turn worth its message, few enough to keep all workers busy.
CHUNK = 48
#: For fewer files than this no worker is made: it would take longer than reading them here.
FEW = 12


class FileFacts(Record):
    """What one file yields, whatever it is linked into: `digest` of its bytes, its registrations, its other parts.

    `known` is a pickled `Known`: most files' are carried from one run to the next and never looked at. `parts` maps a
    part's name to what it found, parts that found nothing left out.
    """

    path: str
    digest: bytes
    known: bytes
    parts: Mapping[str, Any] = {}

    def unpickled(self) -> Known:
        """What the file registers and why; the pickle is the tool's own, made by a worker."""
        found: Known = pickle.loads(self.known)
        return found


#: The part that says where the statements of a Python file stand, for one with exports or gradients.
STATEMENTS = "statements"
#: The part that tells the functions of a Python file apart.
FUNCTIONS = "functions"
#: The part that is a header's directives.
DIRECTIVES = "directives"
#: The part that is a BUILD file without its comments.
CODE = "code"
BUILDS = ("/BUILD", "/BUILD.bazel")
#: Of a file that registers nothing.
NOTHING = pickle.dumps(Known(), 5)


def digest_of(data: bytes) -> bytes:
    """The digest of a file's bytes."""
    return blake2b(data, digest_size=12).digest()


def record(found: FileFacts) -> bytes:
    """What a file yields as `cache.Seen` keeps it: empty where that is nothing."""
    if found.known == NOTHING and not found.parts:
        return b""
    return pickle.dumps((found.known if found.known != NOTHING else b"", found.parts), 5)


def remembered(seen: Seen, path: str) -> FileFacts | None:
    """What a file yielded when it was last read; None where that is not known."""
    kept = seen.record(path)
    if kept is None:
        return None
    known, parts = pickle.loads(kept) if kept else (b"", {})
    moved = seen.moved_since(path) if known else ()
    if moved:
        try:
            known = _elsewhere(known, moved)
        except KeyError:  # a line of which nobody knows where it went
            return None
    return FileFacts(path, seen.digest(path), known or NOTHING, parts)


def _elsewhere(known: bytes, moved: Iterable[tuple[str, Mapping[int, int]]]) -> bytes:
    """What a file registers when macros of headers have moved since."""
    for path, lines in moved:
        if path.encode("utf-8", "surrogatepass") in known:
            known = pickle.dumps(relocated(known, path, lines), 5)
    return known


class Files:
    """The files of one tree: which have to be read, and which an earlier run (`last`) has read already.

    `neighbour` is a run over a tree like this one, whose files may be the same.
    """

    def __init__(
        self,
        opened: OpenedSource,
        profile: Profile,
        say: Progress,
        last: Snapshot | None,
        neighbour: Snapshot | None,
        against: Release | None,
        jobs: int | None = None,
        registrations_only: bool = False,
    ) -> None:
        self.opened = opened
        self.profile = profile
        self.say = say
        self.last = last
        #: What the last run has seen of this tree, or one of a tree like it.
        kept = last or neighbour
        self.seen = Seen(kept) if kept is not None else None
        self.against = against
        self.jobs = jobs
        self.reader: Reader | None = None
        self._registrations_only = registrations_only
        self._pool: Any = None
        #: Whether what files registered in the last run is what they register now, unless they have changed.
        self._settled = False
        #: What `again` has read already.
        self.fresh: dict[str, FileFacts] = {}
        #: What `read_meanwhile` has.
        self._early: dict[str, FileFacts] = {}
        #: The macros that the build files define: those of the last run, until `define` tells.
        self._build_defines: Mapping[str, str] = (last.section("defines") if last is not None else None) or {}
        self._same_defines = True

    def define(self, build_defines: Mapping[str, str]) -> None:
        """Read with the macros that the build files define; what `again` read without them is forgotten."""
        if build_defines != self._build_defines:
            self._build_defines, self._same_defines = build_defines, False
            self.fresh, self.reader = {}, None

    def read_meanwhile(self, over: Callable[[], bool]) -> None:
        """Read here, until something is over, what does not depend on how C++ is read, and make ready for the rest."""
        wanted = self._wanted()
        if self.last is not None or len(wanted) < FEW:
            return  # most of it is known, or it is little
        preload()
        _set_work(self._work(self.seen, False))
        for path in [e.path for e in wanted if e.path.endswith(".py")]:
            if over():
                break
            self._early.update([(one.path, one) for one in self._facts(_read_chunk((path,)))])
            self.say("reading", len(self._early), len(wanted))

    def start(self) -> Iterator[FileFacts]:
        """Begin to read; what is returned waits for each file and gives what it yields, in the order of paths."""
        wanted = self._wanted()
        kept = {**self._early, **self._kept(wanted), **self.fresh}
        left = [e.path for e in wanted if e.path not in kept]
        read = self.read(left, len(kept)) if left else iter(())
        return self._collect(wanted, kept, read)

    def _wanted(self) -> list[Entry]:
        return [e for e in self.opened.entries if is_read(e.path)]

    def _collect(
        self, wanted: Sequence[Entry], kept: dict[str, FileFacts], read: Iterator[FileFacts]
    ) -> Iterator[FileFacts]:
        found = next(read, None)
        for entry in wanted:
            if found is not None and found.path == entry.path:
                yield found
                found = next(read, None)
            elif entry.path in kept:
                yield kept[entry.path]

    def read_changed(self, paths: Sequence[str], settled: bool = True) -> dict[str, FileFacts]:
        """What files yield of which no other's registrations depend; they are not read again in this run.

        `settled` is whether all that they can see is what it was.
        """
        self._settled = settled
        for found in self.read(paths, len(self.opened.entries) - len(paths)):
            self.fresh[found.path] = found
        return self.fresh

    def changed(self) -> list[str] | None:
        """The files that are not as they were when this tree was last read; None where others came or went."""
        if self.last is None or self.seen is None:
            return None
        seen, entries = self.seen, self.opened.entries
        if seen.paths != [e.path for e in entries]:
            return None
        return [e.path for e, before in zip(entries, seen.contents_now(), strict=True) if e.content != before]

    def _kept(self, wanted: Sequence[Entry]) -> dict[str, FileFacts]:
        """The files that are as they were and whose yield nothing else can have changed, with what that was."""
        changed = self.changed()
        if changed is None or self.seen is None or self.last is None or not self._same_defines:
            self._settled = False
            return {}
        # What a file registers depends on its headers as well, and on the sources that it has asked for constants, or
        # would ask now: for what a header names that did not when the file was read.
        consulted = self.last.section("consulted") or frozenset() if changed else frozenset()
        headers = self.seen.changed
        self._settled = not any(
            decides(path) or path in consulted or any(one in headers for one in headers_beside(path, HEADERS))
            for path in changed
        )
        self.seen.load()
        left = frozenset(changed)
        found = [remembered(self.seen, e.path) for e in wanted if e.path not in left and self.seen.digest(e.path)]
        # What registers nothing can decide nothing else than what it says itself.
        return {one.path: one for one in found if one is not None and (self._settled or one.known == NOTHING)}

    def read(self, paths: Sequence[str], done: int = 0) -> Iterator[FileFacts]:
        """What these files yield; workers are at it from now on."""
        if len(paths) >= FEW:
            # Before workers are made, which share it.
            self.make_reader()
            preload()
            if self.seen is not None:
                self.seen.load()
        work = self._work(self.seen, self._settled)
        chunks = [paths[i : i + CHUNK] for i in range(0, len(paths), CHUNK)]
        count = min(self.jobs or os.cpu_count() or 1, len(chunks))
        total = done + len(paths)
        if count == 1 or len(paths) < FEW or "fork" not in multiprocessing.get_all_start_methods():
            _set_work(work)
            return self._told(map(_read_chunk, chunks), done, total)
        # Forked workers share the headers and types that the parent has read, which a spawned one would read again.
        self._pool = _forked(count, _start, work)
        return self._told(self._pool.imap(_read_chunk, chunks), done, total)

    def make_reader(self, changed: Collection[str] | None = None) -> Reader:
        """The reader of this tree's C++, made once, of the type table that an earlier run has read or of a new one.

        `changed` are the files that are others since that run, where they are known.
        """
        from tfexplore.extract.cpp_source import Reader

        if self.reader is None:
            paths = frozenset(e.path for e in self.opened.entries)
            read = reading(self.opened.tree)
            self.reader = Reader(
                read,
                paths,
                self.profile.defines,
                self.against,
                self._directives(),
                self.types() or self._same_types(changed),
                self._build_defines,
            )
        return self.reader

    def types(self) -> Types | None:
        """The tree's type table; None where nobody has read it yet."""
        if self.reader is not None:
            return self.reader.own_types
        return self.last.section("types") if self.last is not None and self._settled else None

    def types_from(self) -> frozenset[str]:
        """The files that the type table was read from."""
        if self.reader is not None and self.reader.types_from:
            return self.reader.types_from
        return (self.last.section("types:from") if self.last is not None else None) or frozenset()

    def _same_types(self, changed: Collection[str] | None) -> Types | None:
        """The type table of an earlier run, where none of the files that it was read from is another."""
        if self.last is None or changed is None:
            return None
        before: frozenset[str] = self.last.section("types:from") or frozenset()
        return self.last.section("types") if before and before.isdisjoint(changed) else None

    def _directives(self) -> Callable[[str], Unit | None] | None:
        """The directives of headers that an earlier run has read."""
        seen = self.seen
        if seen is None:
            return None
        from tfexplore.cpp import units

        read = reading(self.opened.tree)
        content = {e.path: e.content for e in self.opened.entries} if self.last is not None else {}
        before = dict(zip(seen.paths, seen.contents_now(), strict=True)) if content else {}

        def kept(path: str) -> Unit | None:
            one = remembered(seen, path)
            if one is None or DIRECTIVES not in one.parts:
                return None
            if path not in content or content[path] != before.get(path):
                data = read(path)
                if data is None or digest_of(data) != one.digest:
                    return None
            return units.unit(path, one.parts[DIRECTIVES])

        return kept

    def _told(self, chunks: Iterator[list[FileFacts | str]], done: int, total: int) -> Iterator[FileFacts]:
        for chunk in chunks:
            done += CHUNK
            self.say("reading", min(done, total), total)
            yield from self._facts(chunk)
        if self.seen is not None:
            self.seen.unload()

    def _facts(self, chunk: Iterable[FileFacts | str]) -> Iterator[FileFacts]:
        """What the files of a chunk yield, those among them that yield what they did."""
        for found in chunk:
            known = found if isinstance(found, FileFacts) else self._as_before(found)
            if known is not None:
                yield known

    def _as_before(self, path: str) -> FileFacts | None:
        """What a file yielded when it was last seen, which is what it yields."""
        found = remembered(self.seen, path) if self.seen is not None else None
        if found is None:  # the record that a worker has read a moment ago is gone
            again = self._work(None, False).file(path)
            assert not isinstance(again, str)
            return again
        return found

    def _work(self, seen: Seen | None, settled: bool) -> _Work:
        return _Work(self.opened.tree, self.make_reader, seen, settled, self._registrations_only)

    def stop(self) -> None:
        """Let the workers go, whatever they are at."""
        if self._pool is not None:
            self._pool.terminate()
            self._pool.join()
            self._pool = None


#: Files beside headers that decide what others register: the type table is read from some of them.
_DECIDE = (*HEADERS, ".proto", "core/framework/types.cc")


def decides(path: str) -> bool:
    """Whether what other files register may depend on this one, whoever they are."""
    return path.endswith(_DECIDE)


def _moved(before: Known, path: str, data: bytes) -> Known | None:
    """What a file registers whose code is what it was, on other lines perhaps; None where it is not."""
    from tfexplore.cpp import lexer
    from tfexplore.extract.lines import cpp_lines

    code = cpp_lines(lexer.split(data))
    lines = moved_to(before.code, code)
    if lines is None or code == before.code:
        return None if lines is None else before
    if before.tells_lines:
        return None
    try:
        registrations: Registrations = relined(before.registrations, path, lines)
    except KeyError:
        return None
    # Of an invocation some lines may have moved and others not, which is not what is kept of it.
    return before._replace(registrations=registrations, code=code, invocations=b"")


def reading(tree: Tree) -> Callable[[str], bytes | None]:
    """The tree's bytes, None for what cannot be read."""

    def read(path: str) -> bytes | None:
        try:
            return tree.read(path)
        except SourceError:
            return None

    return read


class _Work:
    """What a worker needs to read any file."""

    def __init__(
        self,
        tree: Tree,
        reader: Callable[[], Reader],
        seen: Seen | None,
        settled: bool,
        registrations_only: bool,
    ) -> None:
        self.read = reading(tree)
        self.beginning = tree.beginning
        self.reader = reader
        #: What an earlier run has seen of this tree or of one like it.
        self.seen = seen
        #: Whether that was this very tree, with the same headers.
        self.settled = settled
        self.parts = () if registrations_only else PARTS

    def file(self, path: str) -> FileFacts | str | None:
        """What one file yields: its path alone where that is what it did when it was last seen.

        None for a file that cannot be read.
        """
        data = self.read(path)
        if data is None:
            return self._too_large(path)
        digest = digest_of(data)
        registers = path.endswith(REGISTERING) and is_candidate(data)
        last = None
        if self.seen is not None:
            if not registers and self.seen.digest(path) == digest and self.seen.record(path) is not None:
                return path  # its bytes alone decide what it yields
            last = remembered(self.seen, path)
        same = last is not None and last.digest == digest
        known = NOTHING
        if registers:
            before = last.unpickled() if last is not None and last.known != NOTHING else None
            after = _moved(before, path, data) if before is not None and self.settled else None
            if after is None:
                after = self.reader().registrations(path, data, before, same)
            if last is not None and same and after is before:
                return path
            known = last.known if last is not None and after is before else pickle.dumps(after, 5)
        if last is not None and same:
            return FileFacts(path, digest, known, last.parts)
        parts: dict[str, Any] = {}
        for part in self.parts:
            if path.endswith(part.suffixes):
                found = self._part(part, last, path, data, parts)
                if found:
                    parts[part.name] = found
        if path.endswith(HEADERS) and self.parts:
            directives = self._directives(path)
            if directives is not None:
                parts[DIRECTIVES] = directives
        if path.endswith(BUILDS) and self.parts:
            parts[CODE] = starlark_code(data)
        return FileFacts(path, digest, known, parts)

    def _too_large(self, path: str) -> FileFacts | None:
        """What is said of a file that is too large to be read; None for one that cannot be read at all."""
        start = self.beginning(path)
        if start is None or not path.endswith(SITES):
            return None
        from tfexplore.extract.too_large import too_large

        found = Registrations(unresolved=(too_large(path, start, MAX_FILE),))
        return FileFacts(path, digest_of(start), pickle.dumps(Known(found), 5))

    def _part(self, part: Part, last: FileFacts | None, path: str, data: bytes, parts: dict[str, Any]) -> Any:
        """What a reader finds in a file, to which parts may be added that only the next run asks for."""
        if part.name == "python":
            return self._python(last, path, data, parts)
        if part.again is not None:
            return part.again(path, data, last.parts if last is not None else {}, parts)
        return part.read(path, data)

    def _directives(self, path: str) -> Directives | None:
        """A header's directives, which whoever includes it asks the same reader for."""
        from tfexplore.cpp import units

        unit = self.reader().headers.unit(path)
        return None if unit is None else units.kept(unit)

    def _python(self, last: FileFacts | None, path: str, data: bytes, parts: dict[str, Any]) -> bytes:
        """A Python file's facts: those that it had, on other lines perhaps, where its statements are the same.

        Of a file with other statements the functions are not read again that are the same.

        What takes long to read, with a parser that takes long to import, is exports and gradients.
        """
        before = last.parts.get(STATEMENTS) if last is not None else None
        if last is not None and before is not None:
            after = python_lines(data)
            lines = moved_to(before, after)
            if lines is not None:
                with contextlib.suppress(KeyError):
                    facts = relined(pickle.loads(last.parts["python"]), path, lines)
                    parts[STATEMENTS] = after
                    if FUNCTIONS in last.parts:
                        parts[FUNCTIONS] = last.parts[FUNCTIONS]
                    return pickle.dumps(facts, 5)
        from tfexplore.extract.python_link import read_python_again

        earlier = last.parts if last is not None else {}
        found, functions = read_python_again(path, data, earlier.get("python", b""), earlier.get(FUNCTIONS))
        if functions is not None:
            parts[FUNCTIONS] = functions
        if b"Export" in found or b"GradientSite" in found:
            parts[STATEMENTS] = python_lines(data)
        return found


_work: _Work | None = None


def _set_work(work: _Work) -> None:
    global _work
    _work = work


def _start(work: _Work) -> None:
    """Make a worker process ready."""
    _set_work(work)
    # Facts hold no cycles, and a collection would copy the pages that are shared with the parent.
    gc.freeze()


def _forked(count: int, start: Callable[..., None] | None = None, *values: Any) -> Any:
    """A pool of processes that begin with `start(*values)`, and never see an interrupt.

    That is the parent's business: a worker that dies of one while it holds the lock of the tasks lets nobody stop the
    pool. They take over what signals this process holds back, so it does so while they are made.
    """
    import signal

    context: Any = multiprocessing.get_context("fork")
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return context.Pool(count, start, values)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_made: Callable[[], Any] | None = None


def _make() -> Any:
    assert _made is not None
    return _made()


def beside(make: Callable[[], Any]) -> Callable[[], Any]:
    """Have something made by a process of its own, where there is a core for it; what is returned waits for it."""
    global _made
    if (os.cpu_count() or 1) < 2 or "fork" not in multiprocessing.get_all_start_methods():
        return make
    _made = make
    # A fork sees everything that this process has read; only the result has to travel.
    pool = _forked(1)
    result = pool.apply_async(_make)
    pool.close()

    def wait() -> Any:
        try:
            return result.get()
        finally:
            pool.terminate()
            pool.join()

    return wait


def _read_chunk(paths: Sequence[str]) -> list[FileFacts | str]:
    assert _work is not None
    return [found for path in paths if (found := _work.file(path)) is not None]
