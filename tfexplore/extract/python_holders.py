"""The classes that have a method, where all that have it stand for tensors: `x.assign_add(1)` is a variable's.

A file says of a class that its objects can be where a tensor is expected
(`register_tensor_conversion_function(Class, ...)`); so can those of classes that are derived from it. A method that
these alone define, and the classes above them, is one of theirs wherever it is called.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tfexplore._record import TYPE_CHECKING
from tfexplore.extract.python_records import Class

if TYPE_CHECKING:
    from tfexplore.extract.python_names import Names

#: A class: its file and its name.
_Class = tuple[str, str]


class Holders:
    """The classes that have each method; `known` are those that an earlier link has found, and what it asked for."""

    def __init__(
        self, names: Names, known: Mapping[str, tuple[_Class, ...]] | None = None, asked: Iterable[str] = ()
    ) -> None:
        self._names = names
        #: The methods that were asked for, with their classes where all of those stand for tensors.
        self.found: dict[str, tuple[_Class, ...]] = dict.fromkeys(asked, ()) if known is not None else {}
        self.found.update(known or {})
        #: Whether something was asked for of which nothing is known.
        self.missed = False
        self._known = known is not None
        self._defining: dict[str, list[_Class]] | None = None
        self._converted: set[_Class] = set()
        self._above: set[_Class] = set()

    def of(self, method: str) -> tuple[_Class, ...]:
        """The classes that define a method; none where another class has one of that name."""
        found = self.found.get(method)
        if found is None:
            if self._known:
                self.missed = True
                return ()
            classes = self._read().get(method, [])
            stand = all(one in self._above or self._stands(one) for one in classes)
            found = self.found[method] = tuple(sorted(classes, key=self._rank)) if stand else ()
            for path, owner in found:
                self._names.ask(path, owner)
        return found

    def holding(self) -> dict[str, tuple[_Class, ...]]:
        """The methods that were asked for and are of such classes."""
        return {method: classes for method, classes in self.found.items() if classes}

    def _rank(self, one: _Class) -> tuple[int, int, _Class]:
        """What ways are shown through first: classes far up in the tree, and derived from few."""
        return one[0].count("/"), len(self._names.lineage(*one)), one

    def _stands(self, one: _Class) -> bool:
        return not self._converted.isdisjoint(self._names.lineage(*one))

    def _read(self) -> dict[str, list[_Class]]:
        """The classes that define each method, of all files."""
        if self._defining is None:
            self._defining = {}
            for path in sorted(self._names.files):
                facts = self._names.files[path]
                for name in facts.converted:
                    made = self._names.resolve(path, name)
                    if made is not None and isinstance(made.fact, Class):
                        self._converted.add((made.path, made.fact.name))
                for function in facts.functions:
                    owner, dot, word = function.name.partition(".")
                    if dot:
                        self._defining.setdefault(word, []).append((path, owner))
            for path, owner in self._converted:
                self._above.update(self._names.lineage(path, owner))
        return self._defining
