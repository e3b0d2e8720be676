"""`tfexplore diff`."""

from __future__ import annotations

import os

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.answer import Answer, Searched
from tfexplore.answers.diff import KINDS, diff, endpoint_notes, linkage_notes, unread
from tfexplore.commands.declare import Command, Option, Request
from tfexplore.errors import UsageError
from tfexplore.render import diff as rendered

if TYPE_CHECKING:
    from tfexplore.index.store import Index


def run(request: Request) -> int:
    """Compare two indexes and show what changed."""
    if len(request.words) != 2:
        raise UsageError("needs two releases, index files or folders of source; see tfexplore diff --help")
    kinds = _kinds(request.value("--kind"))
    before, after = (_opened(word, request) for word in request.words)
    with before, after:
        found = diff(before, after, kinds, request.switch("--all"))
        if request.switch("--breaking"):
            found = found._replace(changes=tuple([c for c in found.changes if c.compatible is False]))
        total = sum(old + new for _, old, new in found.compared)
        sites, notes = unread(before, after, found.changes)
        answer = Answer(
            after.state, "diff", request.words, "found", found.changes, (), sites, Searched("fact", total), (found,)
        )
        if {"op", "kernel"} & {*kinds}:
            notes = (*linkage_notes(before, after), *notes)
        if "endpoint" in kinds and any(old + new for kind, old, new in found.compared if kind == "endpoint"):
            notes = (*notes, *endpoint_notes(before, after))
        answer = answer._replace(notes=notes)
        request.show(answer, rendered)
        return int(bool(found.changes) and request.switch("--exit-code"))


def _kinds(value: str | None) -> tuple[str, ...]:
    if value is None:
        return KINDS
    wanted = tuple(value.split(","))
    for one in wanted:
        if one not in KINDS:
            raise UsageError(f"--kind takes {', '.join(KINDS)}, not {one!r}")
    return wanted


def _opened(word: str, request: Request) -> Index:
    """The index of a release or a file; a folder of source is indexed for the occasion."""
    from tfexplore.index.shelf import find
    from tfexplore.index.store import open_index

    if not os.path.isdir(word):
        return open_index(find(word))
    import sys
    import tempfile

    from tfexplore.pipeline import IndexOptions, run_index
    from tfexplore.render.progress import ProgressLine

    progress = ProgressLine(sys.stderr)
    with tempfile.TemporaryDirectory(prefix="tfexplore-") as folder:
        options = IndexOptions(
            source=word, output=os.path.join(folder, "tree.sqlite"), external=request.value("--external")
        )
        try:
            result = run_index(options._replace(build=request.value("--build") or options.build), progress)
        finally:
            progress.clear()
        # An open index needs its file's name no more.
        return open_index(result.path)


COMMAND = Command(
    name="diff",
    summary="what changed between two releases, indexes or trees: ops, kernels, gradients, SWIG names, endpoints",
    run=run,
    operand="BEFORE AFTER",
    operand_help="a release that is indexed (v1.14.0), an index file, or a folder of source",
    options=(
        Option("--kind", "only these, separated by commas: " + ", ".join(KINDS), "KINDS"),
        Option("--breaking", "only op changes that older graphs stumble over"),
        Option("--all", "also what no shipped library links"),
        Option("--exit-code", "exit with 1 when there is a difference"),
        Option("--build", "how a folder of source is built: linux-cuda or linux-cpu", "BUILD"),
        Option("--external", "where packages beside a folder of source are unpacked", "DIR"),
    ),
    examples=(
        ("tfexplore diff v1.14.0 v1.15.0", "two releases (index the first with: tfexplore index --ref v1.14.0)"),
        ("tfexplore diff v1.15.0 ~/my-tensorflow --kind op,kernel", "a fork against the release"),
        ("tfexplore diff v1.14.0 v1.15.0 --breaking", "what graphs of the older release stumble over"),
    ),
    asks_index=False,
)
