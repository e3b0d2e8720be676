"""What follows from an index alone is made once for it, whoever asks: for one document after another, in any order."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING

if TYPE_CHECKING:
    from functools import cached_property

    from tfexplore.index.store import Index

    of_index = cached_property
else:

    class of_index:  # noqa: N801  (it is used as `cached_property` is)
        """A property that is made of the rows of its object's `index` alone, and kept as long as that is open.

        What makes it asks nothing of its object but the index and other properties of this kind, and nobody changes
        what it gives.
        """

        def __init__(self, make):
            self._make = make
            self.__doc__ = make.__doc__

        def __set_name__(self, owner, name):
            self._name, self._key = name, f"{owner.__name__}.{name}"

        def __get__(self, one, owner=None):
            if one is None:
                return self
            made = one.index.made
            if self._key not in made:
                made[self._key] = self._make(one)
            value = one.__dict__[self._name] = made[self._key]  # where it is found from now on
            return value


def is_made(index: Index, name: str) -> bool:
    """Whether a property has been asked for, by the name of its class and its own: `Known.defined`."""
    return name in index.made
