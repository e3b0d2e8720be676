"""`NamedTuple` without the price of importing `typing`.

A query process lives for some ten milliseconds, and `import typing` alone is a fifth of that. Type checkers see the
real `typing.NamedTuple`; at run time `Record` builds the same class from the annotations with `collections.namedtuple`.
"""

from __future__ import annotations

from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple as Record
else:

    class _RecordMeta(type):
        """Turn a class body of annotated fields into a named tuple, as `typing.NamedTuple` does."""

        def __new__(mcs, name, bases, space):
            if not bases:
                return super().__new__(mcs, name, bases, space)
            annotate = space.get("__annotate_func__") or space.get("__annotate__")  # Python 3.14 defers annotations
            fields = tuple(space.get("__annotations__") or (annotate(4) if annotate else ()))
            made = namedtuple(name, fields, defaults=[space[f] for f in fields if f in space], module=space["__module__"])
            for key, value in space.items():
                if key not in fields and key not in ("__qualname__", "__module__", "__annotations__", "__dict__"):
                    setattr(made, key, value)
            return made

    class Record(metaclass=_RecordMeta):
        """The base a record names; see the module's docstring."""
