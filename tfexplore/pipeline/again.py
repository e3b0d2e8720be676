"""What a few changed files mean for the index that an earlier run has made.

Most edits change nothing that an index says, or move it to other lines. That is found out from the changed files alone,
and the index is edited; whatever cannot be shown to leave all the rest as it is ends in everything being linked anew.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping
from typing import Any
from zlib import crc32

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.pipeline.files import BUILDS, CODE, FEW, NOTHING, FileFacts, Files, decides, record, remembered
from tfexplore.pipeline.guarded import NOTE, moved_note, without_kernels
from tfexplore.pipeline.moved import compare

if TYPE_CHECKING:
    from tfexplore.index.patch import Edits, Rows
    from tfexplore.index.store import Row
    from tfexplore.model import ClaimEvidence, KernelDef
    from tfexplore.pipeline.evidence import Located

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

    `moves` says where lines went in which files, `texts` holds the texts of their symbols and messages, and `evidence`
    that which has moved, both then and now. `paths` are those of the tree in order. `kernels` are those of files that
    register others, and `guarded` the names that those register under a condition, now or then.
    """

    sections: dict[str, Any]
    moves: dict[str, dict[int, int]]
    texts: dict[str, dict[str, tuple[str, str]]]
    evidence: tuple[tuple[ClaimEvidence, ClaimEvidence], ...]
    paths: list[str]
    kernels: dict[str, tuple[KernelDef, ...]]
    guarded: frozenset[tuple[str, str]]

    @property
    def nothing(self) -> bool:
        """Whether the index is what it was."""
        return not self.evidence and not self.kernels and not any(map(_moves, self.moves.values()))


def look_again(files: Files, locate: Callable[[], Located | None], same_linkage: Callable[[], bool]) -> Again | None:
    """What became of the files that have changed; None when that is too many or too much.

    `locate` finds the evidence of claims again, `same_linkage` whether libraries link what they did.
    """
    changed = files.changed()
    last, seen = files.last, files.seen
    if last is None or seen is None or changed is None or len(changed) > FEW or len(seen.changed) > MANY:
        return None
    consulted = last.section("consulted") or frozenset()
    interfaces = last.section("swig:read") or frozenset()
    if any(path.endswith(".i") or decides(path) or path in consulted or path in interfaces for path in changed):
        return None
    if not last.section("swig:convention") and any(path.endswith(".py") for path in changed):
        return None  # what Python uses of the module is then read from all files, and not kept by file
    # A BUILD file is a matter of its own as well: its comments mean nothing, the rest has to be evaluated.
    built = any(path.endswith(_BUILDS) and not (path.endswith(BUILDS) and seen.digest(path)) for path in changed)
    moves = {}
    kernels = {}
    guarded: frozenset[tuple[str, str]] = frozenset()
    texts: dict[str, dict[str, tuple[str, str]]] = {"symbols": {}, "messages": {}}
    read = [path for path in changed if seen.digest(path)]
    fresh = files.read_changed(read)
    for path in read:
        before, after = remembered(seen, path), fresh.get(path)
        compared = compare(before, after) if before is not None and after is not None else None
        if before is None or after is None or compared is None:
            return None
        moves[path] = compared.lines
        built |= path.endswith(BUILDS) and before.parts.get(CODE) != after.parts.get(CODE)
        if compared.kernels is not None:
            kernels[path] = compared.kernels
            guarded |= compared.guarded
        for table, both in texts.items():
            if table in after.parts:
                both[path] = (before.parts[table], after.parts[table])
    if built and not same_linkage():
        return None
    content = {e.path: e.content for e in files.opened.entries}
    sections: dict[str, Any] = {"changed": dict(seen.changed)}
    asked = [path for one in fresh.values() if one.known != NOTHING for path in one.unpickled().consulted]
    if not consulted.issuperset(asked):
        sections["consulted"] = consulted.union(asked)
    for path in changed:
        one = fresh.get(path) or FileFacts(path, b"", b"")
        sections["changed"][path] = (content[path], one.digest, record(one) if one.digest else b"")
    evidence: tuple[tuple[ClaimEvidence, ClaimEvidence], ...] = ()
    kept: Located | None = last.section("evidence")
    if kept is not None and not kept.files.keys().isdisjoint(changed):
        located = locate()
        if located is None:
            return None
        sections["evidence"] = located
        evidence = tuple([pair for pair in zip(kept.found(), located.found(), strict=True) if pair[0] != pair[1]])
    return Again(sections, moves, texts, evidence, seen.paths, kernels, guarded)


class Edited(Record):
    """An index that was edited: its digest, how its rows are kept, and how many kernels there are now."""

    digest: str
    rows: KeptRows
    kernels: int


def edit_index(
    again: Again, data: bytes | None, rows: KeptRows, libraries: Callable[[], Mapping[str, str]], path: str
) -> Edited | None:
    """Edit the index in `path` as the changes have it.

    `data` are the rows that lie beside the snapshot, `libraries` says which library links a file. None when the rows
    are not those that `rows` speaks of, where something stands in a line of which nobody knows where it went, or where
    the changes lead to others.
    """
    if data is None or crc32(data) != rows.check:
        return None
    from tfexplore.index import patch
    from tfexplore.index.store import open_index

    try:
        edited = patch.Rows(data, rows.layout, rows.edits)
        numbers = _numbers(edited, again)
        # Lines of files that register other kernels are looked up even where none has moved: some are gone.
        moves = {numbers[path]: lines for path, lines in again.moves.items() if path in again.kernels or _moves(lines)}
        new = patch.moved(edited, moves, patch.CHAINED if again.kernels else ())
        if new is None:
            return None
        for table in ("symbols", "messages"):
            new.cells.update(_texts(edited, table, again, numbers))
        if again.evidence:
            new.tables["evidence"] = _evidence(edited, again, numbers)
        edited.edit(new)
        if not patch.in_order(edited, new):
            return None
        with open_index(path) as index:
            meta = dict(index.meta)
        note = moved_note(meta.get(_NOTE, ""), again.moves)
        if again.kernels:
            from tfexplore.pipeline.kernels_again import kernel_edits

            before = set(edited.texts("kernel", "op"))
            other = kernel_edits(edited, again.paths, again.kernels, moves, libraries())
            if other is None:
                return None
            edited.edit(other)
            new = new.merged(other)
            known = {"kernel": before, "op": set(edited.texts("op", "name"))}
            now = set(edited.texts("kernel", "op"))
            if not before <= now or any(name not in known[kind] for name, kind in again.guarded):
                return None
            note = without_kernels(note, now - before)
        if _NOTE in meta:
            meta[_NOTE] = note
        digest = edited.digest(meta)
        patch.write_edited(path, edited, new, meta, digest)
    except (ValueError, LookupError):  # a row that is not where it should be
        return None
    return Edited(digest, rows._replace(edits=rows.edits.merged(new)), edited.count("kernel"))


_NOTE = f"note:{NOTE}"


def _moves(lines: Mapping[int, int]) -> bool:
    return any(line != now for line, now in lines.items())


def _numbers(rows: Rows, again: Again) -> dict[str, int]:
    """The numbers of the paths that have changed; raises `ValueError` for one that has none."""
    numbers = {path: bisect_left(again.paths, path) + 1 for path in again.moves}
    for path, number in numbers.items():
        if rows.text("path", "text", number - 1) != path:
            raise ValueError(f"{path}: not where it should be")
    return numbers


def _texts(
    rows: Rows, table: str, again: Again, numbers: Mapping[str, int]
) -> dict[tuple[str, str], dict[int, int | str]]:
    """The texts of a table in which numbers have changed; a file that has none there is not shipped."""
    paths = rows.numbers(table, "path")
    found: dict[int, int | str] = {}
    for path, (before, after) in again.texts[table].items():
        row = bisect_left(paths, numbers[path])
        if before != after and row < len(paths) and paths[row] == numbers[path]:
            found[row] = after
    return {(table, "list"): found} if found else {}


def _evidence(rows: Rows, again: Again, numbers: Mapping[str, int]) -> list[Row]:
    """The rows of the evidence, with what stands elsewhere now."""
    from tfexplore.index.store import PATH_SHIFT, SPAN_BITS

    def row(one: ClaimEvidence) -> Row:
        place = one.location
        packed = 0
        if place is not None:
            packed = numbers[place.path] << PATH_SHIFT | place.line << SPAN_BITS | place.end_line - place.line
        return one.claim, one.path, one.within, packed

    left = rows.rows("evidence")
    for before, after in again.evidence:
        left.remove(row(before))
        left.append(row(after))
    return sorted(left)
