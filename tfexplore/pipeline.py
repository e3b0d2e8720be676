"""Source to index: reads every file once, in parallel, links what was found and writes it.

Files are read by worker processes, which share what the parent read before they were made (the type table, the list of
paths). What a file yields is a pure function of the file and of what it includes, so the order in which files are read
makes no difference: two runs give the same digest.
"""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tfexplore import link
from tfexplore._record import Record
from tfexplore.errors import SourceError
from tfexplore.extract.cpp_source import Reader, Registrations
from tfexplore.index import symbols as symbol_codec
from tfexplore.index.write import Facts, write_index
from tfexplore.model import SourceState, Symbol
from tfexplore.source.checkout import OpenedSource, open_source
from tfexplore.source.profile import Profile, for_tree, load_profile
from tfexplore.source.tree import Entry, Progress, Tree

DEFAULT_BUILD = "linux-cuda"

#: Files a task holds: enough to make a worker's turn worth its message, few enough to keep all workers busy.
CHUNK = 48

_CPP = (".cc", ".cpp", ".cu")
_HEADERS = (".h", ".hpp", ".inc")


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
    """What one file yields, whatever it is linked into."""

    path: str
    registrations: Registrations = Registrations()
    symbols: str = ""


def run_index(options: IndexOptions, progress: Progress | None = None) -> IndexResult:
    """Make an index as the options say; raises `TfexploreError` with what is wrong and what to do."""
    started = time.perf_counter()
    say: Progress = progress or _silent
    profile = load_profile(options.build)
    opened = open_source(options.source, options.ref, options.tag, options.commit, options.url, progress)
    facts, state, notes = extract(opened, profile, say, options.jobs)
    output = options.output or default_output(state)
    say("writing the index", 0, 0)
    digest = write_index(output, state, facts)
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
    opened: OpenedSource, profile: Profile, say: Progress, jobs: int | None = None
) -> tuple[Facts, SourceState, tuple[str, ...]]:
    """Every fact of a tree, linked; the state of the source; and what a person should know about the run."""
    tree = opened.tree
    profile = for_tree(profile, tree)
    entries = opened.entries
    paths = frozenset(entry.path for entry in entries)
    reader = Reader(_reading(tree), paths, profile.defines)
    with ThreadPoolExecutor(1) as beside:
        linkage = beside.submit(_evaluate_linkage, opened, profile)
        found = list(_read_files(tree, reader, profile, entries, say, jobs))
        linked = linkage.result()
    say("linking", 0, 0)
    libraries, kind, notes = linked
    facts = _link(found, libraries, entries)
    state = SourceState(opened.repository, opened.tag, opened.commit, profile.name, kind)
    return facts, state, (*opened.notes, *notes)


def _evaluate_linkage(opened: OpenedSource, profile: Profile) -> tuple[dict[str, str], str, tuple[str, ...]]:
    """The library of each file, how that is known, and notes."""
    from tfexplore.source.linkage import evaluate

    linkage = evaluate(opened.tree, profile)
    return {path: names[0] for path, names in linkage.libraries.items() if names}, linkage.kind, tuple(linkage.notes)


def _link(found: Sequence[FileFacts], libraries: Mapping[str, str], entries: Sequence[Entry]) -> Facts:
    ops = [op for one in found for op in one.registrations.ops]
    kernels = [kernel for one in found for kernel in one.registrations.kernels]
    gradients = [gradient for one in found for gradient in one.registrations.gradients]
    unresolved = [site for one in found for site in one.registrations.unresolved]
    wanted = link.names_wanted(ops, kernels, gradients)
    places = link.Places(_symbols_named(found, wanted), wanted)
    return Facts(
        paths=tuple(entry.path for entry in entries),
        ops=tuple(link.link_ops(ops, places, libraries)),
        kernels=tuple(link.link_kernels(kernels, places, libraries)),
        gradients=tuple(link.link_gradients(gradients, places, libraries)),
        unresolved=tuple(link.link_unresolved(unresolved, libraries)),
        symbols={one.path: one.symbols for one in found if one.symbols},
    )


def _symbols_named(found: Iterable[FileFacts], wanted: frozenset[str]) -> Iterator[Symbol]:
    for one in found:
        for symbol in symbol_codec.unpacked(one.symbols, one.path):
            if symbol.name in wanted:
                yield symbol


# -- reading files in parallel -----------------------------------------------------------------------------------------


def _reading(tree: Tree) -> Callable[[str], bytes | None]:
    """The tree's bytes, None for what cannot be read."""

    def read(path: str) -> bytes | None:
        try:
            return tree.read(path)
        except SourceError:
            return None

    return read


class _Work:
    """What a worker needs to read any file."""

    def __init__(self, tree: Tree, reader: Reader, profile: Profile) -> None:
        self.read = _reading(tree)
        self.reader = reader
        self.profile = profile

    def file(self, path: str) -> FileFacts | None:
        """What one file yields; None for a file that cannot be read."""
        from tfexplore.cpp.definitions import definitions

        data = self.read(path)
        if data is None:
            return None
        registrations = Registrations()
        if path.endswith(_CPP):
            registrations = self.reader.registrations(path, data)
        return FileFacts(path, registrations, symbol_codec.packed(definitions(path, data)))


_work: _Work | None = None


def _start(work: _Work) -> None:
    """Make a worker process ready; interrupts are the parent's business."""
    import signal

    global _work
    _work = work
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _read_chunk(paths: Sequence[str]) -> list[FileFacts]:
    assert _work is not None
    return [found for path in paths if (found := _work.file(path)) is not None]


def _read_files(
    tree: Tree, reader: Reader, profile: Profile, entries: Sequence[Entry], say: Progress, jobs: int | None
) -> Iterator[FileFacts]:
    """What every C++ file yields, in the order of paths."""
    paths = [e.path for e in entries if e.path.endswith((*_CPP, *_HEADERS))]
    chunks = [paths[i : i + CHUNK] for i in range(0, len(paths), CHUNK)]
    count = min(jobs or os.cpu_count() or 1, len(chunks)) or 1
    done = 0
    for found in _mapped(_Work(tree, reader, profile), chunks, count):
        done += CHUNK
        say("reading C++", min(done, len(paths)), len(paths))
        yield from found


def _mapped(work: _Work, chunks: Sequence[Sequence[str]], count: int) -> Iterator[list[FileFacts]]:
    if count == 1 or "fork" not in multiprocessing.get_all_start_methods():
        _start_here(work)
        yield from map(_read_chunk, chunks)
        return
    # Forked workers share the headers and types that the parent has read, which a spawned one would read again.
    context: Any = multiprocessing.get_context("fork")
    with context.Pool(count, _start, (work,)) as pool:
        yield from pool.imap(_read_chunk, chunks)


def _start_here(work: _Work) -> None:
    global _work
    _work = work


def _silent(what: str, done: int, total: int) -> None:
    """Progress that nobody watches."""
