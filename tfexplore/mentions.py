"""On which lines a source file mentions what it defines itself: who calls a function there, derives from a class.

With it an index without a tree tells a line where a name is used from one that has nothing to do with it. What is
defined in other files is left out, and so are remarks. The mentions of one file are a text, a part for each name: the
distance from one line to the next, the first from the line of the definition. The names and their order are not in it:
they follow from the file's definitions.
"""

from __future__ import annotations

import re
from itertools import pairwise

from tfexplore.line_marks import PYTHON_LIKE, without_comments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

#: Letters of a name whose mentions are kept: shorter ones are variables as well.
MIN_LETTERS = 4
#: Between the parts of two names.
_NEXT = " "
#: Distances of one sign; others are three, behind a sign of their own, and those are from below none on.
_FIRST, _BASE = ord('"'), 88
_FAR = "!"
_MOST = _BASE**3
_BELOW = _MOST // 2

_WORD = re.compile(rb"\w{%d,}" % MIN_LETTERS)
#: Lines that are nothing but a remark: one behind code stays, as its sign may stand in a string.
_REMARK = re.compile(rb"\n[ \t]*//[^\n]*")
_PYTHON_REMARK = re.compile(rb"\n[ \t]*#[^\n]*")


def mentions(path: str, data: bytes, names: Mapping[str, list[int]]) -> str:
    """The mentions in a file of names that it defines, as `unpacked` reads them; empty where there are none.

    `names` are the last parts of the names, of `MIN_LETTERS` or more, each with the lines of its definitions, which are
    left out.
    """
    if not names:
        return ""
    code = _without_remarks(data, path.endswith(PYTHON_LIKE))
    found: dict[bytes, list[int]] = {name.encode(): [] for name in names}
    line = last = 0
    # One pass over the words, however many names there are: a file may define thousands.
    for match in _WORD.finditer(code):
        lines = found.get(match[0])
        if lines is not None:
            line += code.count(b"\n", last, match.start())
            last = match.start()
            lines.append(line)
    parts = [_distances_of(each, names[name.decode()]) for name, each in found.items()]
    return _NEXT.join(parts) if any(parts) else ""


def _distances_of(found: list[int], defined: list[int]) -> str:
    """The distances from one of some lines to the next, without those of definitions."""
    apart = [line for line in dict.fromkeys(found) if line not in defined]
    return "".join([_distance(line - before) for before, line in pairwise([defined[0], *apart])])


def unpacked(text: str, names: Mapping[str, list[int]]) -> dict[str, list[int]]:
    """The lines of a file that mention each of its `names`, those of the definitions among them."""
    found = {}
    for (name, lines), part in zip(names.items(), text.split(_NEXT), strict=False):
        at = lines[0]
        every = set(lines)
        for distance in _distances(part):
            at += distance
            every.add(at)
        found[name] = sorted(every)
    return found


def _without_remarks(data: bytes, python: bool) -> bytes:
    """A text behind a line end, without comments and docstrings; its lines are those of the text."""
    return (_PYTHON_REMARK if python else _REMARK).sub(b"\n", b"\n" + without_comments(data, python))


def _distance(lines: int) -> str:
    if 0 < lines <= _BASE:
        return chr(_FIRST + lines - 1)
    far = min(max(lines + _BELOW, 0), _MOST - 1)
    high, rest = divmod(far, _BASE * _BASE)
    middle, low = divmod(rest, _BASE)
    return _FAR + chr(_FIRST + high) + chr(_FIRST + middle) + chr(_FIRST + low)


def _distances(part: str) -> Iterator[int]:
    digits = [ord(sign) - _FIRST for sign in part]
    at = 0
    while at < len(digits):
        if part[at] != _FAR:
            yield digits[at] + 1
            at += 1
            continue
        far = 0
        for digit in digits[at + 1 : at + 4]:
            far = far * _BASE + digit
        yield far - _BELOW
        at += 4
