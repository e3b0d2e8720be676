"""What other builds would register: a note of the index, for names that nobody finds in this one."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from tfexplore.index.write import Facts
    from tfexplore.pipeline.files import FileFacts

#: The note: one line for each op that is registered, or has kernels, under a condition that does not hold here. Its
#: fields: the op, `"op"` or `"kernel"`, the condition, the path, the line.
NOTE = "guarded"


def guarded_note(files: Iterable[FileFacts], facts: Facts) -> tuple[str, str]:
    """The note of what the files register under a condition and this build does not."""
    known = {"op": {op.name for op in facts.ops}, "kernel": {kernel.op for kernel in facts.kernels}}
    first: dict[tuple[str, str], str] = {}
    for one in files:
        for found in one.parts.get("guarded", ()):
            if found.name not in known[found.kind]:
                key = (found.name, found.kind)
                first.setdefault(key, f"{found.name}\t{found.kind}\t{found.condition}\t{one.path}\t{found.line}")
    return NOTE, "\n".join([first[key] for key in sorted(first)])


def moved_note(note: str, moves: Mapping[str, Mapping[int, int]]) -> str:
    """The note where lines of some files went elsewhere; raises `KeyError` for a line of which nobody knows where."""
    rows = []
    for row in note.split("\n") if note else ():
        *said, path, line = row.split("\t")
        lines = moves.get(path)
        rows.append(row if lines is None else "\t".join([*said, path, str(lines[int(line)])]))
    return "\n".join(rows)


def without(note: str, kind: str, ops: Collection[str]) -> str:
    """The note when these ops are registered in this build (`kind` is `"op"`), or have kernels (`"kernel"`)."""
    if not ops:
        return note
    return "\n".join(
        [row for row in note.split("\n") if row.split("\t", 2)[1:2] != [kind] or row.split("\t")[0] not in ops]
    )
