"""Blocks put together of classes, functions or registrations, in another order than a file's or of several files."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.tokens import BREAK, GAP, quoted_tokens
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfexplore.answers.alignment import Compared
    from tfexplore.answers.quotations import Quotations

#: Pieces of a block, and tokens of each of them.
MAX_PIECES, MIN_TOKENS = 24, 5
#: What begins a piece of Python, where the block's first statements stand; a decorator is of what comes behind it.
_BEGINS = regex(r"(?P<indent>[ \t]*)(?:(?P<head>class|def|async def)\s+\w|@\w)", re.A)
#: The head of a function that is called by its public name where its definition would stand.
_CALLED = regex(r"\A[ \t]*tf(?:\.\w+)*\.(?=\w+\()", re.A)
#: The invocation of a macro that stands as a statement of its own.
_INVOKED = regex(r"\s*[A-Z][A-Z0-9_]{3,}\([^;{}]*\);[ \t]*(?://[^\n]*)?\s*", re.A)
_INCLUDE = regex(r"\s*#\s*include\b[^\n]*")


def in_pieces(files: Quotations, code: str, python: bool, paths: Sequence[str]) -> list[Compared]:
    """Where the pieces of a block stand, each word for word in one of some files; empty where one does not."""
    included = _of_cpp(code) if not python else []
    split = _of_python(code) if python else included or _invoked(code)
    found: list[Compared] = []
    if not 1 < len(split) <= MAX_PIECES:
        return []
    for piece in split:
        tokens = quoted_tokens(piece, python)
        if sum(token not in (GAP, BREAK) for token in tokens) < (1 if included else MIN_TOKENS):
            return []
        # What is included is so by the file that has the rest.
        here = files.exact(tokens, [found[0].path] if included and found else paths)
        if here is None:
            return []
        found.append(here)
    return found


def _of_python(code: str) -> list[str]:
    """The classes and functions of a block that stand beside each other; nothing where more stands there."""
    lines = code.split("\n")
    matched = [(at, match) for at, line in enumerate(lines) if (match := _BEGINS.match(line) or _CALLED.match(line))]
    least = min((len(lines[at]) - len(lines[at].lstrip()) for at, _ in matched), default=0)
    begins: list[int] = []
    decorated = False
    for at, _ in matched:
        if len(lines[at]) - len(lines[at].lstrip()) == least:
            if not decorated:
                begins.append(at)
            decorated = lines[at].lstrip().startswith("@")
    if not begins or any(line.strip() and not line.lstrip().startswith("#") for line in lines[: begins[0]]):
        return []
    ends = [*begins[1:], len(lines)]
    pieces = ["\n".join(lines[first:end]) for first, end in zip(begins, ends, strict=True)]
    return [_CALLED.sub("", piece) for piece in pieces]


def _of_cpp(code: str) -> list[str]:
    """What a block has beside its includes, and each of these."""
    lines = code.split("\n")
    includes = [line for line in lines if _INCLUDE.fullmatch(line)]
    rest = "\n".join(line for line in lines if not _INCLUDE.fullmatch(line))
    return [rest, *includes] if includes and rest.strip() else []


def _invoked(code: str) -> list[str]:
    """The invocations of macros of a block; nothing where it has something else, too."""
    found: list[str] = []
    at = 0
    while at < len(code) and len(found) <= MAX_PIECES:
        match = _INVOKED.match(code, at)
        if match is None:
            return []
        found.append(match[0])
        at = match.end()
    return found
