"""`tfexplore report`."""

from __future__ import annotations

import sys

from tfexplore._record import TYPE_CHECKING
from tfexplore.commands.declare import Command, Option, Request
from tfexplore.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from tfexplore.model import SourceState

    #: What the pages are about, and each page's path and text.
    _Pages = tuple[SourceState, list[tuple[str, str]]]

_TOPICS = (
    "overview", "ops", "registration", "conv2d", "gradients", "swig", "keras", "behaviours", "schema", "unresolved",
)  # fmt: skip
TOPICS = (*_TOPICS, "changes")
_LANGUAGES = ("en", "zh")


def run(request: Request) -> int:
    """Write the reports, or print the one page that is asked for."""
    languages = (request.value("--lang"),) if request.value("--lang") else _LANGUAGES
    topics = [_topic(word) for word in request.words]
    if "changes" in topics:
        if len(topics) > 1:
            raise UsageError("the report on changes is made alone: tfexplore report changes --before FILE")
        state, pages = _changes(request, languages)
    else:
        if request.value("--before"):
            raise UsageError("--before belongs to the report on changes: tfexplore report changes --before FILE")
        state, pages = _pages(request, languages, topics or _TOPICS)
    folder = request.value("--output") if request.value("--output") != "-" else None
    if folder is None and len(languages) > 1 and (topics or not sys.stdout.isatty()):
        pages = [(path, text) for path, text in pages if path.startswith("en/")]
    if folder is None:
        if len(pages) != 1:
            raise UsageError(f"{len(pages)} pages; name a folder for them with -o DIR, or one topic")
        if request.switch("--json"):
            _print_json(state, [{"path": pages[0][0], "text": pages[0][1]}])
        else:
            sys.stdout.write(pages[0][1])
        return 0
    from tfexplore.commands.writing import remove_stale, write_folder

    written = write_folder(folder, pages)
    if not topics:
        remove_stale(folder, written, "`tfexplore report`")
    if request.switch("--json"):
        _print_json(state, written)
    else:
        from tfexplore.render.plain import counted

        print(f"{counted(len(written), 'page')} in {folder}")
    return 0


def _print_json(state: SourceState, results: Sequence[object]) -> None:
    from tfexplore.render.as_json import dumps, opening

    sys.stdout.write(dumps({**opening(state, "report"), "results": list(results)}) + "\n")


def _topic(word: str) -> str:
    if word in TOPICS:
        return word
    from tfexplore.answers.names import nearest

    near = nearest((word,), [("topic", TOPICS)], limit=1)
    hint = f"did you mean {near[0].name}?" if near else f"there are {', '.join(_TOPICS)} and changes"
    raise UsageError(f"no report {word!r}; {hint}")


def _pages(request: Request, languages: Iterable[str | None], topics: Collection[str]) -> _Pages:
    from tfexplore.answers.reports import gather
    from tfexplore.render.reports import reports

    with request.index() as index:
        material = gather(index)
    return index.state, [
        (f"{language}/{name}", text)
        for language in languages
        for name, text in reports(material, str(language), topics, _beside(request.value("--output"), language))
    ]


def _beside(folder: str | None, language: str | None) -> list[str]:
    """The pages that are in the folder already: to write one of them anew cuts off none of the others."""
    import os

    try:
        return os.listdir(os.path.join(folder, str(language))) if folder is not None else []
    except (OSError, ValueError):
        return []


def _changes(request: Request, languages: Iterable[str | None]) -> _Pages:
    from tfexplore.answers.diff import diff
    from tfexplore.index.shelf import find
    from tfexplore.index.store import open_index
    from tfexplore.render.report_changes import changes

    before = request.value("--before")
    if before is None:
        raise UsageError(
            "the report on changes needs two indexes: tfexplore report changes --before FILE [--index FILE]"
        )
    with open_index(find(before)) as old, request.index() as new:
        found = diff(old, new)
        digest, state = new.digest, new.state
    return state, [(f"{language}/changes.md", changes(found, digest, str(language))) for language in languages]


COMMAND = Command(
    name="report",
    summary="Markdown reports of an index, in English and Chinese",
    run=run,
    operand="TOPIC...",
    operand_help=f"{', '.join(_TOPICS)}, or changes (all but that one by default)",
    options=(
        Option(
            "--output",
            "the folder for the pages, one folder a language in it; without it, or with -, one page is printed",
            "DIR",
            "-o",
        ),
        Option("--lang", "en or zh alone (default: both)", "LANG", choices=_LANGUAGES),
        Option("--before", "the older index, for the report on changes: a file or a release", "FILE"),
    ),
    examples=(
        ("tfexplore report -o reports", "every report, in both languages"),
        ("tfexplore report conv2d", "how Conv2D is computed, to standard output"),
        ("tfexplore report changes --before v1.14.0.sqlite", "what a release changed"),
    ),
)
