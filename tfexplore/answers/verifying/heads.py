"""Where a definition begins and how far its head goes: decorators, templates and remarks above it, its signature."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying.declared import BODIES
from tfexplore.answers.verifying.spelling import parts_of
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.known import Known
    from tfexplore.index.symbols import Place

#: How far from a cited line the thing may stand.
NEAR_LINES = 3
#: Lines that a signature, or what stands above it, may have.
MAX_HEAD = 60

#: What ends a statement of C++, or begins a part of a class: the line behind it begins something else.
_ENDED = regex(rb"[;{}]\s*(?://.*)?$|^\s*(?:public|protected|private):|^\s*#")
#: What ends the signature of Python.
_COLON = regex(rb":\s*(?:#.*)?$")


def is_head_of_what_it_uses(known: Known, path: str, line: int, bodies: Iterable[Place]) -> bool:
    """Whether a line begins a function, or a class, by whose name the text of some definitions speaks of it."""
    heads = [each.name for each in known.inside(path) if each.location.line == line and each.kind in BODIES]
    if not heads:
        return False
    texts = [b"\n".join(known.lines(each.path)[each.line - 1 : known.end(each)]) for each in bodies]
    parts = parts_of(heads[-1])[-2:]
    names = [name for name in parts if name == parts[-1] or name[:1].isupper()]
    return any(stands(name, text) for name in names for text in texts)


def near_head(one: Citation, head: int) -> bool:
    """Whether a line is the first of something, or is right above it."""
    return head - NEAR_LINES <= one.start <= head


def head_of(lines: Sequence[bytes], place: Place) -> tuple[int, int]:
    """The first and the last line of a definition's head: from what is written above it to the end of its signature."""
    python = place.path.endswith(".py")
    first = place.line
    if first > len(lines):
        return first, first  # of a file that is shorter than the index's
    margin = _margin(lines[first - 1])
    while first > max(1, place.line - MAX_HEAD):
        above = lines[first - 2]
        remark = above.strip().startswith((b"//", b"*", b"/*", b"#", b"@", b"template"))
        if not above.strip() or (python and _margin(above) < margin):
            break
        if not remark and (_COLON.search(above) if python else _ENDED.search(above)):
            break
        first -= 1
    last = place.line
    while last < min(len(lines), place.line + MAX_HEAD):
        line = lines[last - 1].rstrip()
        if _COLON.search(line) if python else b"{" in line or line.endswith(b";"):
            break
        last += 1
    return first, last


def _margin(line: bytes) -> int:
    return len(line) - len(line.lstrip())


def only_remarks(lines: list[bytes]) -> bool:
    """Whether lines are comments, decorators and the like that belong to what follows."""
    return 0 < len(lines) <= 60 and all(
        not line.strip()
        or line.strip().startswith((b"//", b"*", b"/*", b"#", b"@", b"template"))
        or re.fullmatch(rb"\s*(?:class|struct) \w+;\s*", line)
        for line in lines
    )


def statement_head(lines: list[bytes], number: int) -> list[bytes]:
    """The words of the line at the margin by which the statement begins that a line is inside of."""
    own = lines[number - 1] if number <= len(lines) else b""
    if not own.strip() or own.startswith(b"//"):
        return []  # between two statements
    for at in range(min(number, len(lines)) - 1, max(-1, number - 80), -1):
        line = lines[at]
        if at < number - 1 and line.startswith(b"}"):
            return []  # the one before has ended
        if line[:1].strip() and (not line.startswith((b"#", b"}", b"{", b"//", b")")) or line.startswith(b"#define")):
            return [] if at == number - 1 else re.findall(rb"\w+", line)
    return []
