"""The objects that a function makes and keeps under a name: in a local one, or in an attribute of its own object.

::

    saver = Saver(names)                        "saver": Saver
    impl = Eager if eager else Graph            "impl": a class, Eager or Graph
    self._impl = impl(dtype)                    "_impl": an object of Eager or of Graph
    self._cell = cell or Cell(units)            "_cell": an object of Cell, or something unknown
    self._steps = Steps(names).count()          whatever `count` returns: nothing is known

Only the text is read. A class is what is called as one (`Saver`, `saver_lib._Saver`); whether there is such a class is
found out where files are put together.
"""

from __future__ import annotations

import re

#: `x = ` or `self.x = ` at the beginning of a statement, and the rest of the line.
_KEPT = re.compile(rb"[\n:;][ \t]*(self\.|)([A-Za-z_]\w*)[ \t]*=(?!=)[ \t]*(?=([^\n]*))")
#: Called as classes are.
_CLASS = re.compile(rb"(?:[A-Za-z_]\w*\.)*_*[A-Z]\w*\Z")
_VALUES = (b"None", b"True", b"False")
_CAPITAL = re.compile(rb"[A-Z]")
_NAME = re.compile(rb"[A-Za-z_][\w.]*\Z")
_MARK = re.compile(rb"[()\[\]{},;:]|\\\n|\n|\b(?:if|else|or)\b")
#: Longer values are not read.
_MAX_VALUE = 3000
_NESTED_CLASS = re.compile(rb"\n[ \t]+class[ \t]")

#: Names with what they may hold.
Kept = dict[str, dict[str, None]]


class Objects:
    """What a function keeps: `classes` and `objects` by the names of its own, `attributes` by those of its object.

    What they hold are names of classes, as the function has them. `results` are the offsets of calls that names hold.
    """

    __slots__ = ("attributes", "classes", "objects", "results")

    def __init__(self) -> None:
        self.classes: Kept = {}
        self.objects: Kept = {}
        self.attributes: Kept = {}
        self.results: dict[str, list[int]] = {}


def objects_of(blank: bytes, start: int, end: int, method: bool) -> Objects:
    """What the text of a function between two offsets keeps; `method`: its object is called `self`."""
    found = Objects()
    own = method and not _NESTED_CLASS.search(blank, start, end)
    read, others = [], []
    for match in _KEPT.finditer(blank, start, end):
        of_self, name, line = match.groups()
        if (of_self and not own) or line in _VALUES or (not of_self and continues(blank, match.start())):
            continue
        if _CAPITAL.search(line):
            parts = alternatives(blank, match.start(3), end)
            read.append((of_self, name, parts))
            for part, called in parts:
                if not (called or of_self) and _CLASS.match(part):
                    found.classes.setdefault(name.decode(), {})[part.decode()] = None
        else:
            others.append((of_self, name, match.start(3), line))
    if found.classes:  # a class by another name need not look like one
        read += [(of_self, name, alternatives(blank, at, end)) for of_self, name, at, line in others if b"(" in line]
    for of_self, name, parts in read:
        for part, called in parts:
            text = part.decode()
            makers = found.classes.get(text) or ({text: None} if _CLASS.match(part) else None)
            if called and makers:
                (found.attributes if of_self else found.objects).setdefault(name.decode(), {}).update(makers)
    return found


def alternatives(blank: bytes, start: int, end: int) -> list[tuple[bytes, bool]]:
    """What the value of a statement may be, as far as it is a name (False) or the result of a call of one (True).

    >>> alternatives(b"A(x) if y else b.C(z)", 0, 21)
    [(b'A', True), (b'b.C', True)]
    >>> alternatives(b"A(x).b(y) or c", 0, 14)
    [(b'c', False)]
    """
    found: list[tuple[bytes, bool]] = []
    end = min(end, start + _MAX_VALUE)
    depth = 0
    begin, opened, closed = start, -1, -1
    reads = True  # not the condition of `a if b else c`

    def part(to: int) -> None:
        text = blank[begin : to if opened < 0 else opened].replace(b"\\\n", b" ").strip()
        if reads and _NAME.match(text) and (opened < 0 or not blank[closed:to].replace(b"\\\n", b" ").strip()):
            found.append((text, opened >= 0))

    for match in _MARK.finditer(blank, start, end):
        mark = match.group()
        if mark in (b"(", b"[", b"{"):
            if depth == 0:
                if mark != b"(":
                    reads = False
                opened = match.start()
            depth += 1
        elif mark in (b")", b"]", b"}"):
            depth -= 1
            if depth < 0:
                return []
            closed = match.end()
        elif depth or mark == b"\\\n":
            continue
        elif mark in (b"\n", b";"):
            part(match.start())
            return found
        elif mark in (b"if", b"else", b"or"):
            part(match.start())
            reads = mark != b"if"
            begin, opened, closed = match.end(), -1, -1
        else:  # a tuple, or a lambda
            return []
    if depth == 0 and end < start + _MAX_VALUE:
        part(end)
    return found


def continues(blank: bytes, line_end: int) -> bool:
    """Whether a line goes on in the next one, inside a bracket: `name=value` is an argument there."""
    while line_end > 0 and blank[line_end] in b" \t\n":
        line_end -= 1
    return blank[line_end] in b",([{"
