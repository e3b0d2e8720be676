"""`NamedTuple` without the price of importing `typing`.

A query process lives for some ten milliseconds, and `import typing` alone is a fifth of that. Type checkers see the
real `typing.NamedTuple`; at run time `Record` builds an equal class by itself. `collections.namedtuple` compiles a
constructor for every class (a tenth of a millisecond each); here that waits until a class is first called by name, and
what an index reads is made by `_make`, which never needs it.
"""

from __future__ import annotations

__all__ = ["TYPE_CHECKING", "Record"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple as Record
else:
    from _collections import _tuplegetter

    _tuple_new = tuple.__new__

    def _constructor(fields, defaults):
        """The `__new__` that takes the fields by position or by name, compiled as `namedtuple` compiles it."""
        parameters = ", ".join(f"{field}=_default_{field}" if field in defaults else field for field in fields)
        space = {f"_default_{field}": value for field, value in defaults.items()}
        values = f"({', '.join(fields)}{',' if len(fields) == 1 else ''})"
        made = eval(f"lambda _cls, {parameters}: _tuple_new(_cls, {values})", {"_tuple_new": _tuple_new, **space})
        made.__name__ = made.__qualname__ = "__new__"
        return made

    def _repr(self):
        shown = ", ".join(f"{field}={value!r}" for field, value in zip(self._fields, self, strict=True))
        return f"{type(self).__name__}({shown})"

    def _replace(self, /, **changes):
        made = self._make(changes.pop(field, value) for field, value in zip(self._fields, self, strict=True))
        if changes:
            raise ValueError(f"unexpected field names: {sorted(changes)}")
        return made

    def _asdict(self):
        return dict(zip(self._fields, self, strict=True))

    def _getnewargs(self):
        return tuple(self)

    class _RecordMeta(type):
        """Turn a class body of annotated fields into a named tuple, as `typing.NamedTuple` does."""

        def __new__(mcs, name, bases, space):
            if not bases:
                return super().__new__(mcs, name, bases, space)
            annotate = space.get("__annotate_func__") or space.get("__annotate__")  # Python 3.14 defers annotations
            fields = tuple(space.get("__annotations__") or (annotate(4) if annotate else ()))
            defaults = {field: space[field] for field in fields if field in space}
            count = len(fields)

            def new(cls, /, *args, **kwargs):
                compiled = _constructor(fields, defaults)
                made.__new__ = staticmethod(compiled)
                return compiled(cls, *args, **kwargs)

            def make(cls, iterable):
                value = _tuple_new(cls, iterable)
                if len(value) != count:
                    raise TypeError(f"{name} takes {count} values, not {len(value)}")
                return value

            namespace = {
                "__slots__": (),
                "__new__": new,
                "__repr__": _repr,
                "__getnewargs__": _getnewargs,
                "__match_args__": fields,
                "_fields": fields,
                "_field_defaults": defaults,
                "_make": classmethod(make),
                "_replace": _replace,
                "_asdict": _asdict,
            }
            for position, field in enumerate(fields):
                namespace[field] = _tuplegetter(position, f"Alias for field number {position}")
            namespace |= {key: value for key, value in space.items() if key not in fields}
            made = type(name, (tuple,), namespace)  # named, because `new` speaks of it
            return made

    class Record(metaclass=_RecordMeta):
        """The base a record names; see the module's docstring."""
