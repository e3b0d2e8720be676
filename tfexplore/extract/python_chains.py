"""Calls of what calls return, and what functions return themselves.

::

    Data.zip(parts).batch(2)        a method of what `Data.zip` returns
    Schedule(rate)(step)            an object that is called
    return Schedule(rate)           returns an object of `Schedule`, or what `Schedule` returns
"""

from __future__ import annotations

import re

from tfexplore.extract.python_objects import alternatives

#: The methods that every object, text, number or collection has: they say nothing of what has them.
COMMON = frozenset(
    [name.encode() for kind in (str, bytes, bytearray, list, dict, set, tuple, int, complex) for name in dir(kind)]
) | {b"iteritems", b"iterkeys", b"itervalues", b"has_key"}

_LINKED = re.compile(rb"\)[ \t\\\n]*(?:\.[ \t]*([A-Za-z_]\w*)|)\(")
_RETURN = re.compile(rb"([\n:])([ \t]*)return[ \t]+(?=[A-Za-z_(])")
_NESTED = re.compile(rb"\n([ \t]+)(?:async[ \t]+)?(?:def|class)[ \t]")
#: As far as a call is followed back from its closing bracket, and as many calls of a chain.
_MAX_CALL = 2000
_MAX_CHAIN = 5


def chained(blank: bytes, start: int, end: int) -> list[tuple[str, str]]:
    """The calls of what a call returned, as `(what was called, the method)`: `("Data.zip", "batch")`.

    >>> chained(b"A(x).b(y)(z)", 0, 12)
    [('A', 'b'), ('A().b', '__call__')]
    """
    found: dict[tuple[str, str], None] = {}
    for match in _LINKED.finditer(blank, start, end):
        method = match[1].decode() if match[1] else "__call__"
        if method.encode() in COMMON and method != "__call__":
            continue
        chain = _chain(blank, match.start(), start)
        if chain:
            found[chain, method] = None
    return list(found)


def _chain(blank: bytes, closed: int, start: int) -> str:
    """What is called by the call that ends with the bracket at `closed`; empty where that is no plain name."""
    links: list[bytes] = []
    for _ in range(_MAX_CHAIN):
        opened = opening(blank, closed, start)
        if opened < 0:
            return ""
        at = opened
        while at > start and (blank[at - 1 : at].isalnum() or blank[at - 1] in b"_."):
            at -= 1
        name = blank[at:opened]
        before = at - 1
        while before > start and blank[before] in b" \t\n\\":
            before -= 1
        if not name[:1] or name[:1] == b".":
            if blank[before] != 41:
                return ""
            links.append(name or b".__call__")
            closed = before
            continue
        if name[0] < 0x41:
            return ""
        word = name + b"".join([b"()" + link for link in reversed(links)])
        return word.decode("ascii", "replace")
    return ""


def opening(blank: bytes, closed: int, start: int) -> int:
    """Where the bracket at `closed` was opened; -1 where that is too far away."""
    depth = 0
    for at in range(closed, max(start, closed - _MAX_CALL) - 1, -1):
        if blank[at] in b")]}":
            depth += 1
        elif blank[at] in b"([{":
            depth -= 1
            if depth == 0:
                return at
    return -1


def returned(blank: bytes, start: int, end: int) -> list[tuple[str, bool]]:
    """What a function returns, as far as that is a name (False) or the result of a call of one (True).

    What a function or class inside of it returns is none of it: with one of those, only what stands no further in than
    its head is read.
    """
    inner = [len(match[1]) for match in _NESTED.finditer(blank, start, end)]
    least = min(inner, default=None)
    found: dict[tuple[str, bool], None] = {}
    for match in _RETURN.finditer(blank, start, end):
        if least is None or (match[1] == b"\n" and len(match[2]) <= least):
            for name, called in alternatives(blank, match.end(), end):
                found[name.decode("ascii", "replace"), called] = None
    return list(found)
