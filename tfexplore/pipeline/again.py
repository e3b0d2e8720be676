"""What a few changed files mean for the index that an earlier run has made.

Most edits change nothing that an index says, or move it to other lines. That is found out from the changed files alone,
and the index is edited; whatever cannot be shown to leave all the rest as it is ends in everything being linked anew.
"""

from __future__ import annotations

import pickle
from bisect import bisect_left
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any
from zlib import crc32

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.extract.cpp_gradient_bodies import BASE
from tfexplore.index.text import split
from tfexplore.paths import HEADERS
from tfexplore.pipeline.files import BUILDS, CODE, FEW, NOTHING, FileFacts, Files, decides, record, remembered
from tfexplore.pipeline.guarded import NOTE, moved_note, without
from tfexplore.pipeline.headers import RELEASE_NOTE, read_again
from tfexplore.pipeline.moved import Compared, Ops, compare, merged, moved_places
from tfexplore.pipeline.parts import CPP

if TYPE_CHECKING:
    from tfexplore.cache import Snapshot
    from tfexplore.extract.known import Known
    from tfexplore.extract.said import Said
    from tfexplore.extract.swig_records import SwigFacts
    from tfexplore.index.patch import Edits, Rows
    from tfexplore.index.store import Row
    from tfexplore.model import ClaimEvidence, KernelDef, SwigFile
    from tfexplore.pipeline.definitions import Definitions
    from tfexplore.pipeline.evidence import Located
    from tfexplore.pipeline.headers import Asked
    from tfexplore.pipeline.python_again import PythonEdits, PythonSide
    from tfexplore.pipeline.uses_again import Instances

#: As many files are kept beside a snapshot before another one is made.
MANY = 200
#: Files that say what is linked.
_BUILDS = (".bzl", "BUILD", "BUILD.bazel", "WORKSPACE")


class KeptRows(Record):
    """How the rows are kept that lie beside a snapshot: where each column is, their checksum, what was edited since."""

    layout: tuple[tuple[str, int, tuple[int, ...]], ...]
    check: int
    edits: Edits


class Again(Record):
    """What is to be added to the last snapshot, and what is new in the index.

    `files` says what is new in each file, `texts` holds the texts of their symbols, messages, marks and bases where
    those are others, and `evidence` that which has moved, both then and now. `paths` are those of the tree in order.
    `release` is what other repositories need of it, and `swig_files` are the files that SWIG reads, where that is
    something else now. `words` are the buckets of the tree's words that are others.
    """

    sections: dict[str, Any]
    files: dict[str, Compared]
    texts: dict[str, dict[str, tuple[str, str]]]
    evidence: tuple[tuple[ClaimEvidence, ClaimEvidence], ...]
    paths: list[str]
    release: str | None = None
    swig_files: tuple[SwigFile, ...] | None = None
    words: Mapping[int, str] = {}

    @property
    def nothing(self) -> bool:
        """Whether the index is what it was."""
        same = self.release is None and self.swig_files is None and not self.evidence and not self.words
        same = same and not any(self.texts.values())
        return same and not any(map(_edits, self.files.values()))


def _edits(one: Compared) -> bool:
    """Whether an index is another for what is new in a file."""
    linked = one.python or one.names is not None or one.ops is not None
    return linked or one.kernels is not None or one.said is not None or _moved(one.lines)


class Stages(Record):
    """What is found out by others than this: where the evidence of claims is, whether libraries link what they did,
    what other repositories need of the tree when these files changed (None for what they did before), what interface
    files say.
    """

    locate: Callable[[], Located | None]
    same_linkage: Callable[[], bool]
    release: Callable[[Collection[str]], str | None]
    interfaces: Callable[[], SwigFacts]


def look_again(files: Files, stages: Stages) -> Again | None:
    """What became of the files that have changed; None when that is too many or too much."""
    changed = files.changed()
    last, seen = files.last, files.seen
    if last is None or seen is None or changed is None or len(changed) > FEW or len(seen.changed) > MANY:
        return None
    consulted = last.section("consulted") or frozenset()
    interfaces = last.section("swig:read") or frozenset()
    if not last.section("swig:convention") and any(path.endswith(".py") for path in changed):
        return None  # what Python uses of the module is then read from all files, and not kept by file
    # A BUILD file is a matter of its own as well: its comments mean nothing, the rest has to be evaluated.
    built = any(path.endswith(_BUILDS) and not (path.endswith(BUILDS) and seen.digest(path)) for path in changed)
    others = read_again(files, last, seen, changed, consulted)
    if others is None:
        return None
    # Before anything is read with the same headers: of those that include each other the first that is read counts.
    release = stages.release(changed)
    found: dict[str, Compared] = {}
    texts: dict[str, dict[str, tuple[str, str]]] = {"symbols": {}, "messages": {}, "marks": {}, "bases": {}}
    words: list[tuple[bytes, bytes]] = []
    read = [path for path in changed if seen.digest(path)]
    headers = [path for path in read if decides(path)]
    # What others register speaks of the lines of headers, so those come first.
    for paths, settled in (
        (headers, False),
        (sorted(others), False),
        ([path for path in read if not decides(path) and path not in others], True),
    ):
        fresh = files.read_changed(paths, settled)
        for path in paths:
            before, after = remembered(seen, path), fresh.get(path)
            compared = compare(before, after) if before is not None and after is not None else None
            if before is None or after is None or compared is None:
                return None
            if (compared.python and compared.ops is None) or compared.names is not None:
                compared = _python_compared(compared, before, after, last.section("python:shipped"))
            found[path] = compared
            built |= path.endswith(BUILDS) and before.parts.get(CODE) != after.parts.get(CODE)
            for table, both in texts.items():
                was, now = (one.parts.get(table, "") for one in (before, after))
                if was != now:
                    both[path] = (was, now)
            if before.parts.get("words") != after.parts.get("words"):
                words.append((before.parts.get("words", b""), after.parts.get("words", b"")))
        seen.moved += [(path, dict(found[path].macros)) for path in paths if _moved(found[path].macros)]
    if (built and not stages.same_linkage()) or len(seen.moved) > MANY:
        return None
    swig_files: tuple[SwigFile, ...] | None = None
    if not interfaces.isdisjoint(changed):
        before_now = last.section("stage:swig")[1], stages.interfaces()
        lines = _wrapped(*before_now, found, interfaces.intersection(changed))
        if lines is None:
            return None
        found = lines
        if before_now[0].files != before_now[1].files:
            swig_files = before_now[1].files
    content = {e.path: e.content for e in files.opened.entries}
    sections: dict[str, Any] = {"changed": dict(seen.changed)}
    if seen.moved:
        sections["moved"] = seen.moved
    known = {path: one.unpickled() for path, one in files.fresh.items() if one.known != NOTHING}
    sections.update(_asked(files, last, known))
    for path in {*changed, *others}:
        one = files.fresh.get(path) or FileFacts(path, b"", b"")
        sections["changed"][path] = (content[path], one.digest, record(one) if one.digest else b"", len(seen.moved))
    evidence: tuple[tuple[ClaimEvidence, ClaimEvidence], ...] = ()
    kept: Located | None = last.section("evidence")
    if kept is not None and not kept.files.keys().isdisjoint(changed):
        located = stages.locate()
        if located is None:
            return None
        sections["evidence"] = located
        evidence = tuple([pair for pair in zip(kept.found(), located.found(), strict=True) if pair[0] != pair[1]])
    buckets: dict[int, str] = {}
    if words:
        from tfexplore.pipeline.words import SECTION, recounted

        counts = last.section(SECTION)
        if counts is None:
            return None
        sections[SECTION], buckets = recounted(counts, words)
    return Again(sections, found, texts, evidence, seen.paths, release, swig_files, buckets)


def _wrapped(
    before: SwigFacts, after: SwigFacts, found: Mapping[str, Compared], changed: Collection[str]
) -> dict[str, Compared] | None:
    """What is new in each file, those that SWIG reads among them; None where it reads something else in them."""
    moved = moved_places(_without_lines(before, changed), _without_lines(after, changed), changed)
    if moved is None:
        return None
    made = dict(found)
    for path in changed:
        one = found.get(path, Compared({}))
        lines = merged(one.lines, moved.get(path, {}))
        if lines is None:
            return None
        made[path] = one._replace(lines=lines)
    return made


def _without_lines(facts: SwigFacts, changed: Collection[str]) -> SwigFacts:
    """The facts without the lines on which some files include others."""
    files = [one._replace(included_at=None) if one.included_by in changed else one for one in facts.files]
    return facts._replace(files=tuple(files))


def _moved(lines: Mapping[int, int]) -> bool:
    return any(line != now for line, now in lines.items())


def _asked(files: Files, last: Snapshot, known: Mapping[str, Known]) -> dict[str, Any]:
    """The sections that say what other files were asked, where these ask for more."""
    sections: dict[str, Any] = {}
    consulted = last.section("consulted") or frozenset()
    sources = [path for one in known.values() for path in (*one.consulted, *one.included)]
    if not consulted.issuperset(sources):
        sections["consulted"] = consulted.union(sources)
    asked: Asked | None = last.section("asked") if known else None
    if asked is not None:
        more = asked.with_more(known, files.make_reader)
        if more != asked:
            sections["asked"] = more
    return sections


def _python_compared(compared: Compared, before: FileFacts, after: FileFacts, shipped: Collection[str]) -> Compared:
    """The same where what a file says of the Python side may be of no matter to it."""
    from tfexplore.pipeline.python_again import python_parts

    was, now = python_parts(before, shipped), python_parts(after, shipped)
    if was == now:
        return compared._replace(python=False, names=None)
    return compared if was.keys() == now.keys() else compared._replace(python=True, names=None)


class Edited(Record):
    """An index that was edited: its digest, how its rows are kept, and how much of what there is now."""

    digest: str
    rows: KeptRows
    counts: dict[str, int]


def edit_index(
    again: Again,
    data: bytes | None,
    rows: KeptRows,
    libraries: Callable[[], Mapping[str, str]],
    yielded: Callable[[str], FileFacts | None],
    python: PythonSide,
    path: str,
) -> Edited | None:
    """Edit the index in `path` as the changes have it.

    `data` are the rows that lie beside the snapshot, `libraries` says which library links a file, `yielded` what a file
    yielded that has not changed, `python` is the Python side of the last run. None when the rows are not those that
    `rows` speaks of, where something stands in a line of which nobody knows where it went, or where the changes lead to
    others.
    """
    if data is None or crc32(data) != rows.check:
        return None
    from tfexplore.index import patch
    from tfexplore.index.store import open_index

    try:
        edited = patch.Rows(data, rows.layout, rows.edits)
        with open_index(path) as index:
            meta = dict(index.meta)
        new = _Editor(again, edited, libraries, yielded, python).edits(meta)
        if new is None:
            return None
        digest = edited.digest(meta)
        patch.write_edited(path, edited, new, meta, digest)
    except (ValueError, LookupError):  # a row that is not where it should be
        return None
    counted = {"ops": "op", "kernels": "kernel", "gradients": "gradient", "unresolved": "unresolved"}
    counts = {name: edited.count(table) for name, table in counted.items()}
    return Edited(digest, rows._replace(edits=edited.kept(rows.edits.merged(new))), counts)


class _Editor:
    """Works out what is new in the rows of an index."""

    def __init__(
        self,
        again: Again,
        rows: Rows,
        libraries: Callable[[], Mapping[str, str]],
        yielded: Callable[[str], FileFacts | None],
        python: PythonSide,
    ) -> None:
        self._again = again
        self._rows = rows
        self._libraries = libraries
        self._yielded = yielded
        self._python = python
        self._numbers = _numbers(rows, again)

    def edits(self, meta: dict[str, str]) -> Edits | None:
        """What is new, which is laid over the rows, and into what is said of the index; None where that is too much."""
        from tfexplore.index import patch, swig

        again, rows = self._again, self._rows
        kernels = self._kernels()
        if kernels is None:
            return None
        ops = {path: one.ops for path, one in again.files.items() if one.ops is not None}
        uses_too = bool(kernels) or any(one.said is not None for one in again.files.values())
        # Lines of files in which something is gone are looked up even where none has moved.
        moves = {self._numbers[path]: one.lines for path, one in again.files.items() if _edits(one)}
        skipped = {*(patch.CHAINED if kernels or ops else ()), *(("use",) if uses_too else ())}
        names = {path: one.names for path, one in again.files.items() if one.names is not None}
        python: PythonEdits | None = None
        if names or any(one.python for one in again.files.values()):
            from tfexplore.pipeline.python_again import PythonEdits

            whole = any(one.python for one in again.files.values()) or not self._python.unasked(names)
            python = PythonEdits(rows, again.paths, moves, self._python, None if whole else names)
            skipped.update(python.skipped)
            if not python.drop(self._numbers):
                return None
        new = patch.moved(rows, moves, skipped)
        if new is None:
            return None
        new = new._replace(texts=self._texts())
        if again.evidence:
            new.tables["evidence"] = _evidence(rows, again, self._numbers)
        if again.swig_files is not None:
            new.tables[swig.FILES.name] = swig.file_rows(again.swig_files)
        if uses_too:
            from tfexplore.pipeline.uses_again import instances

            instantiated = instances(rows)
        rows.edit(new)
        if not patch.in_order(rows, new):
            return None
        note = moved_note(meta.get(_NOTE, ""), {path: one.lines for path, one in again.files.items()})
        if uses_too or ops:
            from tfexplore.pipeline.definitions import Definitions

            definitions = Definitions(rows, again.paths)
        if kernels or ops:
            before = self._names()
            other = self._other_registrations(definitions, ops, kernels, moves)
            if other is None:
                return None
            new = new.merged(other)
            now = self._names()
            if not all(before[kind] <= now[kind] for kind in before) or not self._known(now):
                return None
            if not self._alike_for_gradients(now["op"] - before["op"], ops):
                return None
            for kind in before:
                note = without(note, kind, now[kind] - before[kind])
        if uses_too:
            other = self._other_uses(definitions, instantiated, bool(kernels), moves)
            if other is None:
                return None
            new = new.merged(other)
        called = {name for one in ops.values() for name in one.called}
        if called and not any(one.python for one in again.files.values()):
            from tfexplore.pipeline.python_again import wrapper_edits

            other = wrapper_edits(rows, again.paths, called, self._python)
            if other is None:
                return None
            rows.edit(other)
            new = new.merged(other)
        if python is not None:
            other = python.edits()
            if other is None:
                return None
            rows.edit(other)
            new = new.merged(other)
        if _NOTE in meta:
            meta[_NOTE] = note
        if again.release is not None:
            meta[_RELEASE] = again.release
        return new

    def _kernels(self) -> dict[str, tuple[KernelDef, ...]] | None:
        """The kernels of the files that register others, or whose classes may be others; None where ops are, too."""
        kernels = {path: one.kernels for path, one in self._again.files.items() if one.kernels is not None}
        symbols = [
            symbol
            for path, one in self._again.files.items()
            if path.endswith((*CPP, *HEADERS))
            for symbol in (*one.gone, *one.come)
        ]
        if symbols:
            from tfexplore.pipeline.named_again import registering

            paths = registering(self._rows, self._again.paths, symbols)
            if paths is None:
                return None
            for path in paths - kernels.keys():
                one = self._yielded(path)
                if one is None:
                    return None
                kernels[path] = one.unpickled().registrations.kernels
        return kernels

    def _texts(self) -> dict[str, dict[int, str]]:
        """The texts that are others, of words by bucket; a source that no library links has no messages."""
        found: dict[str, dict[int, str]] = {"words": dict(self._again.words)} if self._again.words else {}
        for table, texts in self._again.texts.items():
            paths = self._rows.numbers(table, "path")
            for path, (before, after) in texts.items():
                number = self._numbers[path]
                row = bisect_left(paths, number)
                there = row < len(paths) and paths[row] == number
                if not there and table == "messages" and path.endswith(CPP):
                    there = not before and path in self._libraries()
                if there or table != "messages" or not path.endswith(CPP):
                    found.setdefault(table, {})[number] = after
        return found

    def _other_registrations(
        self,
        definitions: Definitions,
        ops: dict[str, Ops],
        kernels: dict[str, tuple[KernelDef, ...]],
        moves: dict[int, dict[int, int]],
    ) -> Edits | None:
        from tfexplore.pipeline.registered_again import registered_edits

        edits = registered_edits(self._rows, definitions, ops, kernels, moves, self._libraries())
        if edits is not None:
            self._rows.edit(edits)
        return edits

    def _names(self) -> dict[str, set[str]]:
        """The names of the ops that are registered, and of those that have kernels."""
        return {"op": set(self._rows.texts("op", "name")), "kernel": set(self._rows.texts("kernel", "op"))}

    def _alike_for_gradients(self, come: Collection[str], ops: Mapping[str, Ops]) -> bool:
        """Whether gradients in C++ create what they did, where ops came and others have another number of inputs."""
        classes = any(BASE in path for path in self._again.paths) if come else False
        columns = [self._rows.texts("gradient", name) for name in ("registry", "calls", "unread")]
        inputs = {name for one in ops.values() for name in one.inputs}
        for registry, calls, unread in zip(*columns, strict=True):
            if registry != "python" and inputs and not inputs.isdisjoint(split(calls)):
                return False
            # What stands in quotes is the name of an op; a class may be that of any.
            named = [text for text in split(unread) if text[0] == '"' or text.replace("::", "").isidentifier()]
            if come and any(text[1:-1] in come if text[0] == '"' else classes for text in named):
                return False
        return True

    def _known(self, names: Mapping[str, Collection[str]]) -> bool:
        """Whether every name that is, or was, registered under a condition is registered without one as well."""
        return all(name in names[kind] for one in self._again.files.values() for name, kind in one.guarded)

    def _other_uses(
        self, definitions: Definitions, instantiated: Instances, registered: bool, moves: dict[int, dict[int, int]]
    ) -> Edits | None:
        from tfexplore.index import patch
        from tfexplore.pipeline import uses_again

        place = patch.mover(moves)

        def moved(packed: int) -> int | None:
            try:
                return place(packed)
            except patch.UnknownLineError:
                return None

        def said(path: str, words: Collection[str]) -> Sequence[Said]:
            one = self._yielded(path)
            if one is None:
                raise LookupError(path)
            kept: bytes = one.parts.get("uses", b"")
            # What is pickled holds every text as it is.
            if not kept or (words and not any(word.encode() in kept for word in words)):
                return ()
            found: Sequence[Said] = pickle.loads(kept)
            return found

        changed = {
            path: uses_again.Changed(one.said, one.gone, one.come, one.declared)
            for path, one in self._again.files.items()
            if one.said is not None
        }
        after: Instances = {(name, moved(at) or 0): path for (name, at), path in instantiated.items()}
        if registered:
            now = uses_again.instances(self._rows)
            if after == now and not changed:
                edits = patch.moved(self._rows, moves, patch.others("use"))
                if edits is not None:
                    self._rows.edit(edits)
                return edits
            after = now
        made = uses_again.Again(self._rows, instantiated, after, changed, moved, definitions, said).uses()
        if made is None:
            return None
        edits = patch.Edits({}, {"use": made} if made != self._rows.rows("use") else {})
        self._rows.edit(edits)
        return edits


_NOTE = f"note:{NOTE}"
_RELEASE = f"note:{RELEASE_NOTE}"


def _numbers(rows: Rows, again: Again) -> dict[str, int]:
    """The numbers of the paths that have changed; raises `ValueError` for one that has none."""
    numbers = {path: bisect_left(again.paths, path) + 1 for path in again.files}
    for path, number in numbers.items():
        if rows.text("path", "text", number - 1) != path:
            raise ValueError(f"{path}: not where it should be")
    return numbers


def _evidence(rows: Rows, again: Again, numbers: Mapping[str, int]) -> list[Row]:
    """The rows of the evidence, with what stands elsewhere now."""
    from tfexplore.index.store import PATH_SHIFT, SPAN_BITS

    def row(one: ClaimEvidence) -> Row:
        place = one.location
        packed = 0
        if place is not None:
            packed = numbers[place.path] << PATH_SHIFT | place.line << SPAN_BITS | place.end_line - place.line
        return one.claim, one.path, one.within, packed

    left = list(rows.rows("evidence"))
    for before, after in again.evidence:
        left.remove(row(before))
        left.append(row(after))
    return sorted(left)
