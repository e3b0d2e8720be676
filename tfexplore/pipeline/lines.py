"""Facts of one file with other line numbers in them."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from io import BytesIO
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


def relocated(pickled: bytes, path: str, lines: Mapping[int, int]) -> Any:
    """A pickled fact with its places in the file `path` as `lines` says; `KeyError` for one that it does not.

    The facts of a file hold thousands of places; they are put right as they are made.

    >>> relocated(pickle.dumps((Location("a.h", 3, 4), Location("b.h", 3, 4))), "a.h", {3: 5, 4: 6})
    (Location(path='a.h', line=5, end_line=6, package='', version=''),\
 Location(path='b.h', line=3, end_line=4, package='', version=''))
    """

    class Relocated(Location):
        def __new__(cls, where: str, line: int, end_line: int, package: str = "", version: str = "") -> Any:
            if where == path and not package:
                line, end_line = lines[line], lines[end_line]
            return Location(where, line, end_line, package, version)

    class Unpickler(pickle.Unpickler):
        def find_class(self, module: str, name: str) -> Any:
            found = super().find_class(module, name)
            return Relocated if found is Location else found

    return Unpickler(BytesIO(pickled)).load()
