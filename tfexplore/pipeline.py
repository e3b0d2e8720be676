"""Source to index: reads every file once, in parallel, links what was found and writes it.

Files are read by worker processes, which share what the parent read before they were made (the type table, the list of
paths). What a file yields is a pure function of the file and of what it includes, so the order in which files are read
makes no difference: two runs give the same digest.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any

from tfexplore import link
from tfexplore._record import Record
from tfexplore.cache import Cache, Snapshot, tool_version
from tfexplore.errors import SourceError
from tfexplore.extract import python_link, swig_link, uses
from tfexplore.extract.cpp_source import Known, Reader
from tfexplore.extract.swig_records import PythonUse, SwigFacts
from tfexplore.index import messages as message_codec
from tfexplore.index import symbols as symbol_codec
from tfexplore.index.write import Facts, write_index
from tfexplore.model import SourceState, Symbol
from tfexplore.source.checkout import OpenedSource, cache_folder, open_source
from tfexplore.source.profile import Profile, for_tree, load_profile
from tfexplore.source.tree import Entry, Progress, Tree

DEFAULT_BUILD = "linux-cuda"

#: Files a task holds: enough to make a worker's turn worth its message, few enough to keep all workers busy.
CHUNK = 48


class IndexOptions(Record):
    """What `tfexplore index` was asked for; see its `--help`."""

    url: str | None = None
    ref: str | None = None
    source: str | None = None
    tag: str | None = None
    commit: str | None = None
    build: str = DEFAULT_BUILD
    output: str | None = None
    external: str | None = None
    against: str | None = None
    jobs: int | None = None


class IndexResult(Record):
    """What an indexing run made: the file, its digest, and how much of what is in it."""

    path: str
    digest: str
    state: SourceState
    counts: tuple[tuple[str, int], ...]
    notes: tuple[str, ...]
    seconds: float


class FileFacts(Record):
    """What one file yields, whatever it is linked into: `digest` of its bytes, its registrations, its other parts.

    `parts` maps a part's name to what it found, parts that found nothing left out.
    """

    path: str
    digest: bytes
    known: Known = Known()
    parts: Mapping[str, Any] = {}


class Part(Record):
    """Something that is read of every file with one of these suffixes, a pure function of its path and bytes."""

    name: str
    suffixes: tuple[str, ...]
    read: Callable[[str, bytes], Any]


_defined: tuple[str, bytes, tuple[Symbol, ...]] = ("", b"", ())


def _definitions(path: str, data: bytes) -> tuple[Symbol, ...]:
    """The definitions of the file that is being read: two parts ask for them, one after the other."""
    from tfexplore.cpp.definitions import definitions

    global _defined
    if _defined[0] != path or _defined[1] is not data:
        _defined = (path, data, definitions(path, data))
    return _defined[2]


def _read_symbols(path: str, data: bytes) -> str:
    from tfexplore.extract.other_definitions import other_definitions

    found = _definitions(path, data) if path.endswith((*_CPP, *_HEADERS)) else ()
    return symbol_codec.packed((*found, *other_definitions(path, data)))


def _read_messages(path: str, data: bytes) -> str:
    if path.endswith(_TESTS):
        return ""
    if path.endswith(".py"):
        from tfexplore.extract import python_messages

        return message_codec.packed(python_messages.message_sites(path, data))
    from tfexplore.extract import messages

    return message_codec.packed(messages.message_sites(path, data, _definitions(path, data)))


def _read_uses(path: str, data: bytes) -> Any:
    return uses.packed(uses.read_uses(path, data, _definitions(path, data)))


def _read_swig_uses(path: str, data: bytes) -> Any:
    from tfexplore.extract import swig_python

    return swig_python.python_uses(path, data)


def _read_pybind(path: str, data: bytes) -> Any:
    if b"PYBIND" not in data:
        return ()
    from tfexplore.extract import swig_pybind

    return swig_pybind.pybind_modules(path, data)


_CPP = (".cc", ".cpp", ".cu")
_HEADERS = (".h", ".hpp", ".inc")
#: Files whose messages nobody meets.
_TESTS = ("_test.cc", "_test.py", "_test.h", "_test_util.cc", "_test.cu.cc", "_benchmark.cc")

#: Everything that is read of single files, beside registrations. A falsy result is nothing found.
PARTS: tuple[Part, ...] = (
    Part("symbols", (*_CPP, *_HEADERS, ".py", ".proto"), _read_symbols),
    Part("messages", (*_CPP, *_HEADERS, ".py"), _read_messages),
    Part("uses", (*_CPP, *_HEADERS), _read_uses),
    Part("swig_uses", (".py",), _read_swig_uses),
    Part("pybind", _CPP, _read_pybind),
    *[Part(*part) for part in python_link.PARTS],
)


def run_index(options: IndexOptions, progress: Progress | None = None) -> IndexResult:
    """Make an index as the options say; raises `TfexploreError` with what is wrong and what to do."""
    started = time.perf_counter()
    say: Progress = progress or _silent
    profile = load_profile(options.build)
    opened = open_source(options.source, options.ref, options.tag, options.commit, options.url, progress)
    # A million small tuples and not a cycle among them: collecting would only go through them again and again.
    gc.disable()
    try:
        facts, state, notes = extract(
            opened, profile, say, options.jobs, Cache(cache_folder()), options.external
        )
        output = options.output or default_output(state)
        say("writing the index", 0, 0)
        digest = write_index(output, state, facts)
    finally:
        gc.enable()
    counts = (
        ("files", len(facts.paths)),
        ("ops", len(facts.ops)),
        ("kernels", len(facts.kernels)),
        ("gradients", len(facts.gradients)),
        ("unresolved", len(facts.unresolved)),
    )
    return IndexResult(output, digest, state, counts, notes, time.perf_counter() - started)


def default_output(state: SourceState) -> str:
    """Where an index goes that was given no place: `TAG.sqlite` in the current folder."""
    return f"{state.tag or (state.commit or 'tree')[:12]}.sqlite"


def extract(
    opened: OpenedSource,
    profile: Profile,
    say: Progress,
    jobs: int | None = None,
    cache: Cache | None = None,
    external: str | None = None,
) -> tuple[Facts, SourceState, tuple[str, ...]]:
    """Every fact of a tree, linked; the state of the source; and what a person should know about the run."""
    tree = opened.tree
    profile = for_tree(profile, tree)
    run = _Run(opened, profile, say, jobs, cache)
    # Workers are made before anything else is under way, and what the parent has to do itself it does beside them.
    try:
        files_read = run.start()
        libraries, kind, notes, python_files = run.linkage()
        swig = run.swig()
        files = list(files_read)
    finally:
        run.stop()
    say("linking", 0, 0)
    facts = _link(files, libraries, opened.entries, swig, run.swig_uses(swig, files))
    facts = _with_python(facts, files, python_files, external)
    run.keep(files, (libraries, kind, notes, python_files))
    state = SourceState(opened.repository, opened.tag, opened.commit, profile.name, kind)
    return facts, state, (*opened.notes, *notes)


def kernels_of(source: str, prefix: str, build: str = DEFAULT_BUILD) -> int:
    """How many kernels the files below a path register, read anew with every core; for measuring."""
    opened = open_source(source)
    some = opened._replace(entries=[e for e in opened.entries if e.path.startswith(prefix) and e.path.endswith(_CPP)])
    run = _Run(opened, for_tree(load_profile(build), opened.tree), _silent, None, None)
    read = run._read([e.path for e in some.entries], 0)
    return sum(len(found.known.registrations.kernels) for found in read)


#: The library of each file, how that is known, notes for a person, and the Python files that are shipped.
_Linkage = tuple[dict[str, str], str, tuple[str, ...], frozenset[str]]


class _Run:
    """One run over a tree: which files have to be read, and which an earlier run has read already."""

    def __init__(
        self, opened: OpenedSource, profile: Profile, say: Progress, jobs: int | None, cache: Cache | None
    ) -> None:
        self.opened = opened
        self.profile = profile
        self.say = say
        self.jobs = jobs
        self.cache = cache
        self.name = f"{tool_version()}\0{_identity(opened.tree)}\0{profile!r}" if cache else ""
        self.last = cache.open(self.name) if cache else None
        self._linkage_key = ""
        self._pool: Any = None

    def linkage(self) -> _Linkage:
        """Which library each file ends up in, evaluated again only when a build file or the list of paths changed."""
        from tfexplore.source import linkage

        if self.cache is not None:
            self._linkage_key = linkage.linkage_key(self.opened.entries, self.profile)
            kept = self.last.section("linkage") if self.last else None
            if kept is not None and kept[0] == self._linkage_key:
                found: _Linkage = kept[1]
                return found
        made = linkage.evaluate(self.opened.tree, self.profile, entries=self.opened.entries)
        libraries = {path: names[0] for path, names in made.libraries.items() if names}
        return libraries, made.kind, tuple(made.notes), made.python_files

    def swig(self) -> SwigFacts:
        """What the interface files say, read anew: that takes less time than to find out what has changed."""
        from tfexplore.extract.swig import read_swig

        facts: SwigFacts = read_swig(self.opened.tree.read, frozenset([e.path for e in self.opened.entries]))
        return facts

    def swig_uses(self, facts: SwigFacts, files: Sequence[FileFacts]) -> list[PythonUse]:
        """What Python uses of the module that the interface files make, whatever its name is."""
        from tfexplore.extract.swig_python import follows_convention, python_uses

        if follows_convention(facts.modules):
            return [use for one in files for use in one.parts.get("swig_uses", ())]
        read = _reading(self.opened.tree)
        texts = ((e.path, read(e.path)) for e in self.opened.entries if e.path.endswith(".py"))
        return [use for path, data in texts if data for use in python_uses(path, data, facts.modules)]

    def start(self) -> Iterator[FileFacts]:
        """Begin to read the files; what is returned waits for each and gives what they yield, in the order of paths."""
        wanted = [e for e in self.opened.entries if e.path.endswith(_READ)]
        kept = self._kept(wanted)
        left = [e.path for e in wanted if e.path not in kept]
        read = self._read(left, len(kept)) if left else iter(())
        return self._collect(wanted, kept, read)

    def _collect(
        self, wanted: Sequence[Entry], kept: dict[str, FileFacts], read: Iterator[FileFacts]
    ) -> Iterator[FileFacts]:
        for found in read:
            kept[found.path] = found
        for entry in wanted:
            if entry.path in kept:
                yield kept[entry.path]

    def _kept(self, wanted: Sequence[Entry]) -> dict[str, FileFacts]:
        """The files that are as they were, with what they yielded then."""
        if self.last is None:
            return {}
        seen: dict[str, tuple[str, bytes]] = self.last.section("seen") or {}
        same = {e.path: seen[e.path][1] for e in wanted if e.path in seen and seen[e.path][0] == e.content}
        # What a file registers depends on its headers as well, and on the sources behind them.
        if any(e.path.endswith(_HEADERS) and e.path not in same for e in wanted) or len(seen) != len(wanted):
            return {}
        known: dict[str, Known] = self.last.section("known") or {}
        if any(path not in same for path in self.last.section("consulted") or ()):
            return {}
        parts = {part.name: self.last.section(f"part:{part.name}") or {} for part in PARTS}
        return {
            path: FileFacts(
                path, digest, known.get(path, Known()), {name: found[path] for name, found in parts.items() if path in found}
            )
            for path, digest in same.items()
        }

    def _read(self, paths: Sequence[str], done: int) -> Iterator[FileFacts]:
        tree = self.opened.tree
        neighbour = self.last or (self.cache.newest(self.name) if self.cache else None)
        if neighbour is not None and neighbour.section("tool") != tool_version():
            neighbour = None  # another version of the tool reads files in another way
        all_paths = frozenset(e.path for e in self.opened.entries)
        reader = Reader(_reading(tree), all_paths, self.profile.defines)
        work = _Work(tree, reader, neighbour)
        chunks = [paths[i : i + CHUNK] for i in range(0, len(paths), CHUNK)]
        count = min(self.jobs or os.cpu_count() or 1, len(chunks))
        if count == 1 or "fork" not in multiprocessing.get_all_start_methods():
            _start_here(work)
            return self._told(map(_read_chunk, chunks), done, done + len(paths))
        # Forked workers share the headers and types that the parent has read, which a spawned one would read again.
        context: Any = multiprocessing.get_context("fork")
        self._pool = context.Pool(count, _start, (work,))
        return self._told(self._pool.imap(_read_chunk, chunks), done, done + len(paths))

    def stop(self) -> None:
        """Let the workers go, whatever they are at."""
        if self._pool is not None:
            self._pool.terminate()
            self._pool.join()

    def _told(self, chunks: Iterator[list[FileFacts]], done: int, total: int) -> Iterator[FileFacts]:
        for found in chunks:
            done += CHUNK
            self.say("reading", min(done, total), total)
            yield from found

    def keep(self, files: Sequence[FileFacts], linkage: _Linkage) -> None:
        """Write down what the files yielded, for the next run."""
        if self.cache is None:
            return
        content = {e.path: e.content for e in self.opened.entries}
        sections: dict[str, Any] = {
            "seen": {one.path: (content[one.path], one.digest) for one in files},
            "known": {one.path: one.known for one in files if one.known.environment},
            "linkage": (self._linkage_key, linkage),
            "tool": tool_version(),
        }
        for part in PARTS:
            sections[f"part:{part.name}"] = {one.path: one.parts[part.name] for one in files if part.name in one.parts}
        self.cache.save(self.name, sections)


def _identity(tree: Tree) -> str:
    """What tells one tree from another between runs."""
    root: str = getattr(tree, "root", "")
    return root or f"{getattr(tree, 'git_dir', '')}\0{getattr(tree, 'commit', '')}"


def _link(
    files: Sequence[FileFacts],
    libraries: Mapping[str, str],
    entries: Sequence[Entry],
    swig: SwigFacts,
    swig_uses: Sequence[PythonUse],
) -> Facts:
    ops = [op for one in files for op in one.known.registrations.ops]
    kernels = [kernel for one in files for kernel in one.known.registrations.kernels]
    gradients = [gradient for one in files for gradient in one.known.registrations.gradients]
    unresolved = [site for one in files for site in one.known.registrations.unresolved]
    symbols = {one.path: one.parts["symbols"] for one in files if "symbols" in one.parts}
    wanted = link.names_wanted(ops, kernels, gradients)
    said = uses.unpacked({one.path: one.parts["uses"] for one in files if "uses" in one.parts})
    named = list(
        _symbols_named(
            symbols, wanted | swig_link.names_wanted(swig.names) | uses.names_wanted(kernels, said)
        )
    )
    places = link.Places(named, wanted)
    linked_kernels = tuple(link.link_kernels(kernels, places, libraries))
    return Facts(
        paths=tuple(entry.path for entry in entries),
        ops=tuple(link.link_ops(ops, places, libraries)),
        kernels=linked_kernels,
        uses=uses.link_uses(linked_kernels, named, said),
        gradients=tuple(link.link_gradients(gradients, places, libraries)),
        unresolved=(*link.link_unresolved(unresolved, libraries), *swig.unresolved),
        swig_files=swig.files,
        swig_names=swig_link.link_swig(swig, named, swig_uses),
        swig_effects=swig.effects,
        swig_unreachable=swig.unreachable,
        pybind=tuple([module for one in files for module in one.parts.get("pybind", ())]),
        symbols=symbols,
        messages={
            one.path: one.parts["messages"]
            for one in files
            if "messages" in one.parts and (one.path in libraries or not one.path.endswith(_CPP))
        },
    )


def _with_python(
    facts: Facts, files: Sequence[FileFacts], shipped: frozenset[str], external: str | None
) -> Facts:
    """The facts with those of the Python side."""
    parts = [(one.path, one.parts) for one in files]
    linked = python_link.link_python(parts, facts.ops, shipped, (external,) if external else ())
    return facts._replace(
        gradients=(*facts.gradients, *linked.gradients),
        unresolved=(*facts.unresolved, *linked.unresolved),
        endpoints=linked.endpoints,
        wrappers=linked.wrappers,
        keras=linked.keras,
    )


def _symbols_named(packed: Mapping[str, str], wanted: frozenset[str]) -> Iterator[Symbol]:
    for path, text in packed.items():
        if not path.endswith((*_CPP, *_HEADERS)):
            continue
        for symbol in symbol_codec.unpacked(text, path):
            if symbol.name in wanted or "<" in symbol.name:
                yield symbol


# -- reading files in parallel -----------------------------------------------------------------------------------------

_READ = tuple({suffix for part in PARTS for suffix in part.suffixes})


def _reading(tree: Tree) -> Callable[[str], bytes | None]:
    """The tree's bytes, None for what cannot be read."""

    def read(path: str) -> bytes | None:
        try:
            return tree.read(path)
        except SourceError:
            return None

    return read


class _Work:
    """What a worker needs to read any file; `neighbour` is an earlier run over this tree or one like it."""

    def __init__(self, tree: Tree, reader: Reader, neighbour: Snapshot | None) -> None:
        self.read = _reading(tree)
        self.reader = reader
        section = neighbour.section if neighbour else dict[str, Any]().get
        # Loaded here, before workers are made, so that they share it.
        self.seen: dict[str, tuple[str, bytes]] = section("seen") or {}
        self.known: dict[str, Known] = section("known") or {}
        self.parts: dict[str, dict[str, Any]] = {part.name: section(f"part:{part.name}") or {} for part in PARTS}

    def file(self, path: str) -> FileFacts | None:
        """What one file yields; None for a file that cannot be read."""
        data = self.read(path)
        if data is None:
            return None
        digest = blake2b(data, digest_size=12).digest()
        same = self.seen.get(path, ("", b""))[1] == digest
        known = Known()
        if path.endswith(_CPP):
            known = self.reader.registrations(path, data, self.known.get(path) if same else None)
        parts = {}
        for part in PARTS:
            if path.endswith(part.suffixes):
                found = self.parts[part.name].get(path) if same else part.read(path, data)
                if found:
                    parts[part.name] = found
        return FileFacts(path, digest, known, parts)


_work: _Work | None = None


def _start(work: _Work) -> None:
    """Make a worker process ready; interrupts are the parent's business."""
    import signal

    global _work
    _work = work
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Facts hold no cycles, and a collection would copy the pages that are shared with the parent.
    gc.freeze()


def _read_chunk(paths: Sequence[str]) -> list[FileFacts]:
    assert _work is not None
    return [found for path in paths if (found := _work.file(path)) is not None]


def _start_here(work: _Work) -> None:
    global _work
    _work = work


def _silent(what: str, done: int, total: int) -> None:
    """Progress that nobody watches."""
