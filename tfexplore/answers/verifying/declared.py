"""Whether lines define or declare a name, or only use it."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfexplore.answers.known import Known
    from tfexplore.index.symbols import Place

#: What has a definition of its own, of which a line that only uses the name is not one.
DEFINED = ("class", "function", "method", "type", "macro")
#: What has a body, in which a line may be that is not where the thing is.
BODIES = ("class", "function", "method")
FUNCTIONS = ("function", "method")
#: What is a registration as a whole.
REGISTERED = ("op", "kernel", "gradient")

#: What stands before a word that is used: a member of a value, an operand, an argument.
_USED = regex(rb"(?:[.=(,!&|?+/<-]|->|\breturn)\s*$")
_REMARKS = (b"//", b"#  ", b"# ")
_STRING = regex(rb'"(?:[^"\\]|\\.)*"')


def spoken(lines: Sequence[bytes], strings: bool) -> list[bytes]:
    """Lines without remarks, which speak of a name and are not its place, and where asked without `strings`."""
    said = [b"" if line.strip().startswith(_REMARKS) else line for line in lines]
    return [_STRING.sub(b'""', line) for line in said] if strings else said


def declares(known: Known, path: str, first: int, lines: Sequence[bytes], word: bytes, places: Sequence[Place]) -> bool:
    """Whether one of some lines, of which `first` is the number, defines or declares a word.

    `places` are the definitions of it that the file is known to have.
    """
    if path.endswith(".py"):
        made = re.compile(
            rb"^\s*(?:async\s+)?(?:def|class)\s+%b\b|(?<![\w\"'])%b\s*(?::[^=]*)?=(?!=)"
            rb"|\bimport\b.*\b%b\b|^\s*%b(?: as \w+)?,?\)?$" % ((re.escape(word),) * 4)
        )
        return any(made.search(line) for line in lines)
    called = re.compile(rb"(?<!\w)%b\s*(?:<[^;]*>)?\s*\(" % re.escape(word))
    typed = re.compile(
        rb"\b(?:class|struct|union|enum|typedef|using|define|template)\b[^;{}()]*(?<!\w)%b\b|^\s*\}\s*%b\b"
        % ((re.escape(word),) * 2)
    )
    function = any(place.kind in FUNCTIONS for place in places)
    forward = re.compile(rb"\s*(?:class|struct)\s+%b\s*;" % re.escape(word))
    for number, line in enumerate(lines, first):
        if forward.match(line) and any(place.kind == "class" and place.path == path for place in places):
            continue  # the file has the class itself
        if typed.search(line):
            return True
        match = called.search(line) if function else None
        if match and not _USED.search(line[: match.start()]) and not known.within_body(path, number, number):
            return True
    return False


def outside(known: Known, path: str, start: int, end: int, parts: Sequence[str], places: Sequence[Place]) -> bool:
    """Whether lines lie outside of the class whose member a name is by its parts, where its definition is inside."""
    owner = parts[-2] if len(parts) > 1 else ""
    ranges = [(p.line, known.end(p)) for p in known.class_places(owner) if p.path == path] if owner else []
    holding = [(head, last) for head, last in ranges if any(head <= p.line <= last for p in places)]
    return bool(holding) and not any(head <= end and start <= last for head, last in holding)
