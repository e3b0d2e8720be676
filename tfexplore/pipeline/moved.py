"""Whether what a file yields is what it yielded before, in other lines: a comment was added above it.

Everything that is made of facts copies line numbers and puts them in order, and does nothing else with them. So where
each line of a file went somewhere and none overtook another, the rows of an index stay what they are, in their order,
with other numbers in them.
"""

from __future__ import annotations

import pickle
from itertools import pairwise
from typing import Any

from tfexplore._record import Record
from tfexplore.extract.known import Registrations
from tfexplore.model import KernelDef, Location
from tfexplore.pipeline.files import CODE, STATEMENTS, FileFacts
from tfexplore.pipeline.lines import LINES

#: The part that says what is registered under a condition.
GUARDED = "guarded"
#: Parts that are pickled.
_PICKLED = {"uses", "python"}


class _DifferError(Exception):
    """The two say different things."""


class Compared(Record):
    """Where each line that a fact of a file speaks of is now, and what is new beside that.

    `kernels` are those that the file registers now, where they are others; `guarded` are the names whose registrations
    under a condition are others.
    """

    lines: dict[int, int]
    kernels: tuple[KernelDef, ...] | None = None
    guarded: frozenset[tuple[str, str]] = frozenset()


def compare(before: FileFacts, after: FileFacts) -> Compared | None:
    """What is new in a file; None where it is more than lines and kernels.

    >>> before, after = (FileFacts("a.cc", b"", b"", {"symbols": f"{n}+2\\tc\\tOp"}) for n in (3, 5))
    >>> compare(before, after).lines
    {3: 5, 5: 7}
    """
    names = {name for name in (*before.parts, *after.parts) if name not in (STATEMENTS, GUARDED, CODE)}
    known, now = (one.unpickled().registrations if one.known else Registrations() for one in (before, after))
    guarded, guarded_now = (one.parts.get(GUARDED, ()) for one in (before, after))
    pairs = _Pairs(before.path)
    try:
        for name in names:
            pairs.part(name, before.parts.get(name), after.parts.get(name))
        pairs.walk(known._replace(kernels=()), now._replace(kernels=()))
    except _DifferError:
        return None
    lines = pairs.rising()
    if lines is None:
        return None
    everything = pairs.rising_with((known.kernels, guarded), (now.kernels, guarded_now))
    if everything is not None:
        return Compared(everything)
    if known.kernels == now.kernels == ():
        return None
    moved = pairs.rising_with(guarded, guarded_now)
    if moved is not None:
        return Compared(moved, now.kernels)
    return Compared(lines, now.kernels, frozenset([(one.name, one.kind) for one in (*guarded, *guarded_now)]))


class _Pairs:
    """Pairs of lines that belong together."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._lines: dict[int, int] = {}

    def part(self, name: str, before: Any, after: Any) -> None:
        if before is None or after is None:
            raise _DifferError
        if name == "symbols":
            self._texts(before, after, self._symbol)
        elif name == "messages":
            self._texts(before, after, self._message)
        elif name in _PICKLED:
            self.walk(pickle.loads(before), pickle.loads(after))
        else:
            self.walk(before, after)

    def _texts(self, before: str, after: str, row: Any) -> None:
        one, other = before.split("\n"), after.split("\n")
        if len(one) != len(other):
            raise _DifferError
        for left, right in zip(one, other, strict=True):
            row(left, right)

    def _symbol(self, before: str, after: str) -> None:
        one, _, said = before.partition("\t")
        other, _, says = after.partition("\t")
        if said != says:
            raise _DifferError
        self._spans(one.partition("+")[::2], other.partition("+")[::2])

    def _message(self, before: str, after: str) -> None:
        line, span, said = before.split("\t", 2)
        now, length, says = after.split("\t", 2)
        if said != says:
            raise _DifferError
        self._spans((line, span), (now, length))

    def _spans(self, before: tuple[str, ...], after: tuple[str, ...]) -> None:
        line, now = int(before[0]), int(after[0])
        self._pair(line, now)
        self._pair(line + int(before[1] or 0), now + int(after[1] or 0))

    def walk(self, before: Any, after: Any) -> None:
        """Compare two facts; what may differ between them is a line of this file."""
        if type(before) is not type(after):
            raise _DifferError
        if isinstance(before, tuple):
            if len(before) != len(after):
                raise _DifferError
            fields = getattr(before, "_fields", None)
            if fields is None:
                for left, right in zip(before, after, strict=True):
                    self.walk(left, right)
            elif isinstance(before, Location) and (before.path != self._path or before.package):
                if before != after:
                    raise _DifferError
            else:
                for field, left, right in zip(fields, before, after, strict=True):
                    if field in LINES and left is not None and right is not None:
                        self._pair(left, right)
                    else:
                        self.walk(left, right)
        elif before != after:
            raise _DifferError

    def _pair(self, before: int, after: int) -> None:
        if self._lines.setdefault(before, after) != after:
            raise _DifferError

    def rising_with(self, before: Any, after: Any) -> dict[int, int] | None:
        """The pairs with those of two more facts, where they rise and the facts are the same."""
        more = _Pairs(self._path)
        more._lines = dict(self._lines)
        try:
            more.walk(before, after)
        except _DifferError:
            return None
        return more.rising()

    def rising(self) -> dict[int, int] | None:
        """The pairs in order, where they rise on both sides."""
        found = sorted(self._lines.items())
        return dict(found) if all(one[1] < other[1] for one, other in pairwise(found)) else None
