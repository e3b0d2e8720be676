"""`tfexplore index`."""

from __future__ import annotations

import sys

from tfexplore.commands.declare import Command, Option, Request
from tfexplore.errors import UsageError


def run(request: Request) -> int:
    """Make an index, with progress on standard error and a summary on standard output."""
    from tfexplore.pipeline import IndexOptions, run_index
    from tfexplore.render.progress import ProgressLine

    get = request.value
    options = IndexOptions(
        url=get("--url"),
        ref=get("--ref"),
        source=get("--source"),
        tag=get("--tag"),
        commit=get("--commit"),
        output=get("--output"),
        external=get("--external"),
        against=get("--against"),
    )
    if options.output is not None and (options.output == "-" or options.output.endswith("/")):
        raise UsageError(f"an index is one file, and {options.output!r} is none; name it with -o FILE")
    build, jobs = get("--build"), get("--jobs")
    if build is not None:
        options = options._replace(build=build)
    if jobs is not None:
        options = options._replace(jobs=_count(jobs))
    progress = ProgressLine(sys.stderr)
    try:
        result = run_index(options, progress)
    finally:
        progress.clear()
    for note in result.notes:
        print(f"tfexplore index: {' '.join(note.split())}", file=sys.stderr)
    if request.switch("--json"):
        from tfexplore.render.as_json import dumps, opening

        document = {
            **opening(result.state, "index"),
            "index": result.path,
            "digest": result.digest,
            "counts": dict(result.counts),
            "notes": list(result.notes),
        }
        sys.stdout.write(dumps(document) + "\n")
        return 0
    from tfexplore.render.plain import clean, counted, state_text

    counts = ", ".join([counted(number, name.removesuffix("s"), name) for name, number in result.counts])
    rows = (
        ("index", result.path),
        ("source", state_text(result.state)),
        ("facts", counts),
        ("digest", result.digest),
        ("seconds", f"{result.seconds:.1f}"),
    )
    sys.stdout.write("".join([f"{key:<8} {clean(value)}\n" for key, value in rows]))
    return 0


def _count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 256:
        raise UsageError(f"--jobs takes a number from 1 to 256, not {text!r}")
    return int(text)


COMMAND = Command(
    name="index",
    summary="make an index of a release, a checkout or any other tree",
    run=run,
    options=(
        Option("--ref", "the tag or commit to clone (default: v1.15.0), or to read from the git of --source", "REF"),
        Option("--url", "the repository to clone: a mirror, or another project", "URL"),
        Option("--source", "a tree that is already there: a folder; or a git directory, with --ref", "DIR"),
        Option("--tag", "the tag of a --source that does not know its own", "TAG"),
        Option("--commit", "the commit of a --source that does not know its own", "SHA"),
        Option("--build", "linux-cuda (default), linux-cpu, or a JSON file that describes a build", "BUILD"),
        Option(
            "--output",
            "where the index goes; folders above it are made"
            " (default: the shelf of the cache, where --index TAG finds it)",
            "FILE",
            short="-o",
        ),
        Option("--external", "a folder of Python packages that the tree takes code from (keras_applications)", "DIR"),
        Option("--against", "the release whose macros a tree without its own uses", "TAG"),
        Option("--jobs", "how many processes read files (default: one a core)", "N"),
    ),
    examples=(
        ("tfexplore index -o v1.15.0.sqlite", "clone TensorFlow v1.15.0 and index it"),
        ("tfexplore index --ref v1.14.0 --build linux-cpu", "another release, as its CPU wheel was built"),
        ("tfexplore index --source ~/src/horovod -o h.sqlite", "a tree that is already there"),
        ("tfexplore ops --index h.sqlite", "and ask it"),
    ),
)
