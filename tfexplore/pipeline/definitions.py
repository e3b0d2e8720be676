"""The C++ definitions of a tree, found by name in the texts of an index that is edited."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate

from tfexplore._record import TYPE_CHECKING
from tfexplore.extract.uses import RUNNING
from tfexplore.extract.uses_link import is_shared
from tfexplore.index.symbols import unpacked
from tfexplore.index.text import escape, unescape
from tfexplore.model import Symbol
from tfexplore.paths import HEADERS, is_kernel_code
from tfexplore.pipeline.parts import CPP
from tfexplore.templates import without_templates

if TYPE_CHECKING:
    from tfexplore.index.patch import Rows

#: A definition in a text of `index.symbols.packed`, by the letter of its kind.
_CLASS = re.compile(r"\tc\t([^\t\n]*)")
_FUNCTION = re.compile(r"\tf\t([^\t\n]*)")
#: What comes behind the class of a method that does its work.
_WORKING = re.compile(r"::(?:Compute(?:Async)?|Compile|operator\(\)|[Rr]un|[Ll]aunch)[\t\n]")


class Definitions:
    """The definitions in the files that are C++; what is asked for is taken out of their texts.

    `paths` are the tree's, in the order of their numbers.
    """

    def __init__(self, rows: Rows, paths: Sequence[str]) -> None:
        numbers, texts = rows.numbers("symbols", "path"), rows.texts("symbols", "list")
        self.paths = paths
        self._files = [
            (path, text)
            for number, text in zip(numbers, texts, strict=True)
            if (path := paths[number - 1]).endswith((*CPP, *HEADERS))
        ]
        self._starts = list(accumulate([len(text) + 1 for _, text in self._files], initial=1))
        self._text = "".join(["\n", *[text + "\n" for _, text in self._files]])
        self._unpacked: dict[int, tuple[Symbol, ...]] = {}
        self._classes: dict[str, list[int]] | None = None
        self._methods: dict[str, list[int]] = {}
        #: The files with functions of a name that the code of other files may lead to.
        self._shared: dict[str, list[int]] = {}

    def named(self, names: Iterable[str], kind: str) -> list[Symbol]:
        """The definitions of a kind with these names, template arguments apart, in the order of files and places."""
        wanted = frozenset(names)
        heads = {f"\t{kind[0]}\t{escape(name.partition('::')[0])}" for name in wanted if name}
        found = {number for head in heads for number in self._holding(head)}
        return self._chosen(found, lambda one: one.kind == kind and without_templates(one.name) in wanted)

    def with_methods_of(self, name: str) -> set[str]:
        """The files that define methods of a class with this name."""
        files = self._holding(f"\tm\t{escape(name.partition('::')[0])}")
        methods = self._chosen(files, lambda one: one.kind == "method")
        return {one.location.path for one in methods if without_templates(one.name).rpartition("::")[0] == name}

    def of_file(self, path: str) -> list[Symbol]:
        """Everything that a file defines."""
        return self.linkable((), [path])

    def linkable(self, names: Iterable[str], paths: Iterable[str] = ()) -> list[Symbol]:
        """The classes and shared functions with these names, the methods that do their work, and all of some files."""
        if self._classes is None:
            self._classes = self._by_name((match.start(), match[1]) for match in _CLASS.finditer(self._text))
            self._methods = self._by_name(self._working())
            for number, (path, text) in enumerate(self._files):
                for match in _FUNCTION.finditer(text) if is_kernel_code(path) else ():
                    self._shared.setdefault(without_templates(unescape(match[1])), []).append(number)
        wanted, whole = frozenset(names), frozenset(paths)
        found = {number for number, (path, _) in enumerate(self._files) if path in whole}
        for name in wanted:
            found.update([self._at(offset) for one in (self._classes, self._methods) for offset in one.get(name, ())])
            found.update(self._shared.get(name, ()))

        def chosen(one: Symbol) -> bool:
            if one.location.path in whole:
                return True
            owner, _, name = without_templates(one.name).rpartition("::")
            if one.kind == "class" or (one.kind == "function" and is_shared(one)):
                return (f"{owner}::{name}" if owner else name) in wanted
            return one.kind == "method" and owner in wanted and name in RUNNING

        return self._chosen(found, chosen)

    def _working(self) -> Iterator[tuple[int, str]]:
        """The classes with methods that do their work, and where these are."""
        text = self._text
        for match in _WORKING.finditer(text):
            at = text.rindex("\t", 0, match.start())
            if text.endswith("\tm", 0, at):
                yield at, text[at + 1 : match.start()]

    @staticmethod
    def _by_name(places: Iterable[tuple[int, str]]) -> dict[str, list[int]]:
        """Where the classes with a name stand in the text, or what they have."""
        found: dict[str, list[int]] = {}
        for at, name in places:
            plain = name if name.isidentifier() else without_templates(unescape(name))
            found.setdefault(plain, []).append(at)
        return found

    def _holding(self, text: str) -> set[int]:
        found = set()
        at = self._text.find(text)
        while at >= 0:
            number = self._at(at)
            found.add(number)
            at = self._text.find(text, self._starts[number + 1])
        return found

    def _at(self, offset: int) -> int:
        return bisect_right(self._starts, offset) - 1

    def _file(self, number: int) -> tuple[Symbol, ...]:
        known = self._unpacked.get(number)
        if known is None:
            path, text = self._files[number]
            known = self._unpacked[number] = unpacked(text, path)
        return known

    def _chosen(self, files: Iterable[int], chosen: Callable[[Symbol], bool]) -> list[Symbol]:
        return [one for number in sorted(files) for one in self._file(number) if chosen(one)]
