"""Constants of C++ that a file is said to define and that it only uses, because a header that it includes has them."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.verifying.declared import spoken
from tfexplore.answers.verifying.included import directives
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from tfexplore.answers.known import Known

#: Headers of a file that are looked at.
MAX_INCLUDED = 80
_CONSTANT = regex(r"k[A-Z]\w{3,}", re.A)
_SOURCES = (".cc", ".h", ".cu.cc", ".cpp")


def used_only(known: Known, path: str, name: str) -> Location | None:
    """The line of an included header that declares a constant which a file only uses; None where that is not so."""
    if not (_CONSTANT.fullmatch(name) and path.endswith(_SOURCES)):
        return None
    data = known.read(path) or b""
    if name.encode() not in data or _declared_at(known, path, name):
        return None
    for _, header in directives(data)[:MAX_INCLUDED]:
        number = _declared_at(known, header, name)
        if number and header.rpartition(".")[0] != path.rpartition(".")[0]:
            return Location(header, number, number)
    return None


def _declared_at(known: Known, path: str, name: str) -> int:
    """The first line of a file that may declare a constant or give it a value; 0 where each only uses it."""
    raw = name.encode()
    before = rb"(?:^|::|#define\s|(?<!\breturn)(?<!\bcase)(?:[\w>*&]\s|[*&]))\s*"
    behind = rb"\b\s*(?:=(?!=)|[\[{(;,}]|$|\s[^\s&|+=<>!?:.-])"
    declares = re.compile(before + raw + behind)
    lines = known.lines(path)
    said = spoken(lines, strings=True) if any(raw in line for line in lines) else []
    return next((number for number, line in enumerate(said, 1) if raw in line and declares.search(line)), 0)
