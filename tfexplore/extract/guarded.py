"""Registrations under a condition: which ops and kernels a source has for builds other than the one that is read.

::

    #ifdef INTEL_MKL
    REGISTER_OP("_MklRelu")                        GuardedName("_MklRelu", "op", "INTEL_MKL", 2)
    REGISTER_KERNEL_BUILDER(Name("Relu")...        GuardedName("Relu", "kernel", "INTEL_MKL", 3)

Only literal names are read, nothing is expanded: what a build registers is said by `extract.ops` and `extract.kernels`;
this says no more than where to look when a name is missing there.
"""

from __future__ import annotations

import re

from tfexplore._record import Record

_SITE = re.compile(
    rb"^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b[ \t]*([^\n]*)"
    rb'|REGISTER_OP\([ \t\r\n\\]*"(\w+)"|\bName\([ \t\r\n\\]*"(\w+)"[ \t\r\n\\]*\)',
    re.MULTILINE,
)
_GUARD = re.compile(rb"\w+_H_?\s*$|\w+_INC_?\s*$")
_MAX_NESTING = 100


class GuardedName(Record):
    """An op's name in a registration under a condition; `kind` is `"op"` or `"kernel"`."""

    name: str
    kind: str
    condition: str
    line: int


def guarded_names(path: str, data: bytes) -> tuple[GuardedName, ...]:
    """The names that a C++ file registers under a condition, with the innermost condition, in the order of lines."""
    if b"REGISTER" not in data or b"#if" not in data:
        return ()
    found: list[GuardedName] = []
    conditions: list[str] = []
    line, counted = 1, 0
    for match in _SITE.finditer(data):
        word, rest, op, kernel = match.groups()
        if word is not None:
            _nest(conditions, word, rest)
            continue
        condition = next((one for one in reversed(conditions) if one), "")
        if condition:
            line += data.count(b"\n", counted, match.start())
            counted = match.start()
            name = (op or kernel).decode()
            found.append(GuardedName(name, "op" if op else "kernel", condition, line))
    return tuple(found)


def _nest(conditions: list[str], word: bytes, rest: bytes) -> None:
    """Keep the list of open conditions; an include guard is none."""
    text = re.sub(rb"\s*(?://|/\*).*", b"", rest).strip().decode("latin-1")[:80]
    if word in (b"if", b"ifdef", b"ifndef"):
        if len(conditions) < _MAX_NESTING:
            guard = word == b"ifndef" and _GUARD.match(rest)
            conditions.append("" if guard else f"!{text}" if word == b"ifndef" else text)
    elif word == b"endif":
        if conditions:
            conditions.pop()
    elif conditions and conditions[-1]:
        conditions[-1] = text if word == b"elif" else _negated(conditions[-1])


def _negated(condition: str) -> str:
    return condition[1:] if condition[0] == "!" else f"!({condition})" if " " in condition else f"!{condition}"
