"""Facts of one file with other line numbers in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tfexplore.model import Location

#: The fields of records that hold a line of the file that was read.
LINES = frozenset(["line", "end_line", "def_line"])


def relined(fact: Any, path: str, lines: Mapping[int, int]) -> Any:
    """A fact that was read of the file `path`, with its lines as `lines` says; `KeyError` for one that it does not.

    >>> relined(Location("a.cc", 3, 4), "a.cc", {3: 5, 4: 6})
    Location(path='a.cc', line=5, end_line=6, package='', version='')
    """
    if not isinstance(fact, tuple):
        return fact
    fields = getattr(fact, "_fields", None)
    if fields is None:
        return tuple([relined(one, path, lines) for one in fact])
    if isinstance(fact, Location) and (fact.path != path or fact.package):
        return fact
    made: Any = type(fact)
    return made._make(
        [
            lines[value] if field in LINES and value is not None else relined(value, path, lines)
            for field, value in zip(fields, fact, strict=True)
        ]
    )
