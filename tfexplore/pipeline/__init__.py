"""Source to index: reads every file once, in parallel, links what was found and writes it.

What a file yields is a pure function of the file and of what it includes, so neither the order in which files are read
nor what an earlier run left in the cache makes a difference: two runs give the same digest.

| module | what it does |
|---|---|
| `parts.py` | what is read of single files |
| `files.py` | reads the files that have changed, with all cores |
| `facts.py` | links what the files yielded; each stage only when something that it depends on has changed |

This module decides whether there is anything to do at all, and imports the others only then.
"""

from __future__ import annotations

import gc
import os
import shutil
import time
from hashlib import blake2b

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.cache import Cache, tool_version
from tfexplore.index import shelf
from tfexplore.model import SourceState
from tfexplore.source.checkout import OpenedSource, cache_folder, open_source
from tfexplore.source.profile import Profile, for_tree, load_profile

if TYPE_CHECKING:
    from typing import Any

    from tfexplore.index.write import Facts
    from tfexplore.source.tree import Progress, Tree

DEFAULT_BUILD = "linux-cuda"
DEFAULT_AGAINST = "v1.15.0"


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


def run_index(options: IndexOptions, progress: Progress | None = None) -> IndexResult:
    """Make an index as the options say; raises `TfexploreError` with what is wrong and what to do."""
    # A million small tuples and not a cycle among them: collecting would only go through them again and again.
    collecting = gc.isenabled()
    gc.disable()
    try:
        return _run_index(options, progress)
    finally:
        if collecting:
            gc.enable()


def _run_index(options: IndexOptions, progress: Progress | None) -> IndexResult:
    started = time.perf_counter()
    say: Progress = progress or _silent
    profile = load_profile(options.build)
    opened = open_source(options.source, options.ref, options.tag, options.commit, options.url, progress)
    profile = for_tree(profile, opened.tree)
    cache = Cache(cache_folder())
    name = f"{tool_version()}\0{_identity(opened.tree)}\0{profile!r}\0{options.external}\0{options.against}"
    last = cache.open(name)
    frame, key = _keys(opened, options)
    output = options.output or default_output(opened, profile)
    kept: tuple[bytes, bytes, IndexResult] | None = last.section("result") if last is not None else None
    if kept is not None and kept[1] == key and _in_place(kept[2], output):
        return kept[2]._replace(path=output, seconds=time.perf_counter() - started)
    from tfexplore.pipeline.facts import Extraction

    run = Extraction(opened, profile, say, cache, name, last, options)
    try:
        again = run.again() if kept is not None and kept[0] == frame and _in_place(kept[2], output) else None
        if kept is not None and again is not None:
            edited = None if again.nothing else run.edit_index(again, output)
            if again.nothing or edited is not None:
                result = kept[2]._replace(path=output)
                more: dict[str, Any] = {}
                if edited is not None:
                    counts = {**dict(result.counts), **edited.counts}
                    result = result._replace(digest=edited.digest, counts=tuple(counts.items()))
                    more["rows"] = edited.rows
                run.keep_on(again, {"result": (frame, key, result), **more})
                return result._replace(seconds=time.perf_counter() - started)
        facts, state, notes = run.facts()
        _refuse_without_facts(options.source or options.url or opened.repository or "the tree", facts)
        from tfexplore.index.write import make_index, put_index

        say("writing the index", 0, 0)
        made = make_index(state, facts)
        result = IndexResult(output, made.digest, state, _counts(facts), notes, 0.0)
        keeping = run.keep(made.columns, {"result": (frame, key, result)})
        try:
            put_index(output, made)
        finally:
            keeping()
    finally:
        run.stop()
    return result._replace(seconds=time.perf_counter() - started)


def default_output(opened: OpenedSource, profile: Profile) -> str:
    """Where an index goes that was given no place: on the shelf, by the release's name."""
    return shelf.place(opened.tag or (opened.commit or "tree")[:12], profile.name)


def registered(source: str, prefix: str = "", build: str = DEFAULT_BUILD) -> tuple[int, int]:
    """How many ops and kernels the files below a path register, read anew with every core; for measuring.

    For a whole tree (no `prefix`) the build files are followed as well, as for an index.
    """
    from tfexplore.pipeline.files import CPP, Files
    from tfexplore.source import linkage

    opened = open_source(source)
    profile = for_tree(load_profile(build), opened.tree)
    paths = [e.path for e in opened.entries if e.path.startswith(prefix) and e.path.endswith(CPP)]
    files = Files(opened, profile, _silent, None, None, None, registrations_only=True)
    try:
        if not prefix:
            files.define(linkage.evaluate(opened.tree, profile, entries=opened.entries).defines)
        reading = files.read(paths)
        found = [one.unpickled().registrations for one in reading]
        return sum(len(one.ops) for one in found), sum(len(one.kernels) for one in found)
    finally:
        files.stop()


def _refuse_without_facts(where: str, facts: Facts) -> None:
    """Raise `SourceError` for a tree that says nothing of what an index is about: whoever named it meant another."""
    found = (facts.ops, facts.kernels, facts.gradients, facts.unresolved, facts.swig_files, facts.endpoints)
    if any(found) or facts.pybind:
        return
    from tfexplore.errors import SourceError

    number = len(facts.paths)
    raise SourceError(
        f"{where}: no source tree of TensorFlow or of ops for it: no op, kernel or gradient is registered and nothing"
        f" is wrapped by SWIG in its {number:,} source {'file' if number == 1 else 'files'};"
        " name the root of such a tree"
    )


def _counts(facts: Facts) -> tuple[tuple[str, int], ...]:
    return (
        ("files", len(facts.paths)),
        ("ops", len(facts.ops)),
        ("kernels", len(facts.kernels)),
        ("gradients", len(facts.gradients)),
        ("unresolved", len(facts.unresolved)),
    )


def _keys(opened: OpenedSource, options: IndexOptions) -> tuple[bytes, bytes]:
    """Two digests of what decides an index: without the files' contents, and with them."""
    from tfexplore.extract.external import fingerprint

    state = blake2b(repr((opened.repository, opened.tag, opened.commit, opened.notes)).encode(), digest_size=16)
    state.update("\n".join([e.path for e in opened.entries]).encode("utf-8", "surrogateescape"))
    state.update(fingerprint((options.external,) if options.external else ()).encode())
    frame = state.digest()
    state.update("\n".join([e.content for e in opened.entries]).encode())
    return frame, state.digest()


def _in_place(result: IndexResult, output: str) -> bool:
    """Whether the index of an earlier run is where it is wanted, or could be put there."""
    from tfexplore.errors import IndexFileError
    from tfexplore.index.store import open_index

    for path in (output, result.path):
        try:
            with open_index(path) as index:
                same = index.digest == result.digest and index.state == result.state
        except IndexFileError:
            continue
        if same and path == output:
            return True
        if same and not os.path.exists(output):
            beside = f"{output}.{os.getpid()}.new"
            try:
                os.makedirs(os.path.dirname(os.path.abspath(output)), exist_ok=True)
                shutil.copyfile(path, beside)
                os.replace(beside, output)
            except OSError:
                return False  # whoever writes it anew says what is wrong with the place
            return True
    return False


def _identity(tree: Tree) -> str:
    """What tells one tree from another between runs."""
    root: str = getattr(tree, "root", "")
    return root or f"{getattr(tree, 'git_dir', '')}\0{getattr(tree, 'commit', '')}"


def _silent(what: str, done: int, total: int) -> None:
    """Progress that nobody watches."""
