"""`tfexplore log`."""

from __future__ import annotations

import os
import sys

from tfexplore._record import TYPE_CHECKING
from tfexplore.commands.declare import Command, Option, Request
from tfexplore.commands.pasted import SOURCE, template_reader
from tfexplore.errors import UsageError

if TYPE_CHECKING:
    from typing import BinaryIO

    from tfexplore.answers.answer import Answer

_GROUPS = ("file", "function", "level")


def run(request: Request) -> int:
    """Ask and show."""
    from tfexplore.render import log as rendered

    with request.index() as index:
        if request.switch("--sites"):
            from tfexplore.answers.log_sites import find_sites

            if request.value("--grep") or request.value("--by") or request.value("--explain"):
                raise UsageError("--sites lists statements; --grep, --by and --explain are for a log")
            answer = find_sites(index, request.words, request.value("--level"), request.value("--near"))
            return request.show(answer, rendered)
        from tfexplore.answers.log import Wanted, grouped, resolve_log

        if request.value("--near"):
            raise UsageError("--near goes with --sites")
        wanted = Wanted(request.value("--grep"), request.value("--level"), request.value("--explain"))
        by = request.value("--by")
        if by and wanted.explain:
            raise UsageError("--by and --explain are two questions; ask one at a time")
        reader = None if by or wanted.explain else template_reader(request, index.state)
        with _opened(request) as stream:
            answer = resolve_log(index, stream, request.words, wanted, reader)
        if by and answer.answer == "found":
            answer = answer._replace(results=grouped(answer.results, by))
        if answer.answer == "not found" and not request.switch("--json"):
            count = answer.searched.total
            words = f"none of its {count} messages is asked for" if count else "no line of it is the head of a message"
            if count == 1:
                words = "its one message is not asked for"
            print(f"tfexplore log: {request.words[0] if request.words else '-'}: {words}", file=sys.stderr)
            return 1
        status = request.show(answer, rendered)
        _note(request, answer)
        return status


def _opened(request: Request) -> BinaryIO:
    words = request.words
    if not words or words[0] == "-":
        if not words and sys.stdin.isatty():
            raise UsageError("needs a file, or - for standard input")
        return os.fdopen(os.dup(sys.stdin.fileno()), "rb")
    try:
        return open(words[0], "rb")
    except OSError as error:
        raise UsageError(f"{words[0]}: cannot be read ({error.strerror})") from error


def _note(request: Request, answer: Answer) -> None:
    """How many lines have no statement, where the answer itself does not end with it."""
    from tfexplore.answers.log import Summary

    for one in answer.context:
        if isinstance(one, Summary) and one.unresolved and not request.on_terminal():
            messages = "message has" if one.total == 1 else "messages have"
            print(f"tfexplore log: {one.unresolved} of {one.total} {messages} no statement here", file=sys.stderr)


COMMAND = Command(
    name="log",
    summary="the statement behind each line of a log, and those that could speak",
    run=run,
    operand="FILE",
    operand_help="a log, or - for standard input; with --sites a pattern for files or functions",
    options=(
        Option("--grep", "only messages that hold this text, or match a /regex/", "TEXT"),
        Option("--level", "only this level and louder: WARNING, or 2 for VLOG(2)", "LEVEL"),
        Option("--by", "count messages by file, function or level", "KEY", choices=_GROUPS),
        Option("--explain", "what the lines tell together: pruning", "TOPIC"),
        Option("--sites", "the LOG and VLOG statements of the source, and how to hear them"),
        Option("--near", "with --sites: statements of a function", "FUNCTION"),
        SOURCE,
    ),
    examples=(
        ("tfexplore log stderr.txt", "each line with its statement"),
        ("tfexplore log --explain pruning stderr.txt", "what was cut from the graph, and by which pass"),
        ("tfexplore log --sites --near MetaOptimizer::RunOptimizer", "what could be heard there, and how"),
    ),
)
