"""Searching many files for words, on all cores where that pays."""

from __future__ import annotations

import re
from functools import partial

from tfexplore._record import TYPE_CHECKING
from tfexplore.forked import Forked, cores

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    Read = Callable[[str], bytes | None]

#: Below this many pairs of a word and a file another process takes longer to start than it saves.
_WORTH_FORKING = 40_000
#: From as many words on, looking for each of them takes longer than taking the text apart.
_MANY_WORDS = 24
#: What makes every byte a blank that is no part of a word.
_APART = bytes(byte if chr(byte).isascii() and (chr(byte).isalnum() or byte == 95) else 32 for byte in range(256))
#: Processes at most; from some on the disk is what takes the time.
_MAX_PROCESSES = 4


#: The bytes of words, and places of a word within others that are looked at one by one.
_OF_WORDS = frozenset(byte for byte in range(256) if _APART[byte] != 32)
_FEW_PLACES = 40


def stands(word: str, data: bytes) -> bool:
    """Whether a word stands in a text as a word of its own."""
    return stands_as_it_is(word.encode(), data)


def stands_as_it_is(raw: bytes, data: bytes) -> bool:
    """The same of bytes. Few words are within others so often that compiling a pattern for one would pay."""
    at, size = data.find(raw), len(raw)
    for _ in range(_FEW_PLACES):
        if at < 0:
            return False
        begins = at == 0 or data[at - 1] not in _OF_WORDS
        if begins and (at + size == len(data) or data[at + size] not in _OF_WORDS):
            return True
        at = data.find(raw, at + 1)
    return re.compile(rb"(?<!\w)" + re.escape(raw) + rb"(?!\w)").search(data, max(0, at)) is not None


class Sought:
    """Words that are looked for in one text after another, each until it is found.

    >>> sought = Sought({"weave", "eave"})
    >>> sought.found_in(b"int weave;"), bool(sought)
    (['weave'], True)
    """

    def __init__(self, words: Iterable[str]) -> None:
        self._left = {word.encode(): word for word in words}
        self._odd: dict[bytes, list[bytes]] = {}  # what is more than a word of its own, by a word that it ends with
        for raw, word in self._left.items():
            if not (word.isascii() and word.isidentifier()):
                self._odd.setdefault(b"".join(raw.translate(_APART).split()[-1:]), []).append(raw)
        self._parts = {*self._left, *self._odd}

    def __bool__(self) -> bool:
        return bool(self._left)

    def found_in(self, data: bytes) -> list[str]:
        """Those of the words that stand in a text; they are not looked for any more."""
        if len(self._left) < _MANY_WORDS:
            return [self._left.pop(raw) for raw in list(self._left) if stands(self._left[raw], data)]
        apart = data.translate(_APART).split()
        if b"" not in self._odd and self._parts.isdisjoint(apart):  # of most texts, and told in half the time
            return []
        found = self._left.keys() & apart
        for last in (self._odd.keys() & apart) | (self._odd.keys() & {b""}):
            found.update(raw for raw in self._odd[last] if raw in self._left and stands(self._left[raw], data))
        if found:
            self._parts.difference_update(found - self._odd.keys())
        return [self._left.pop(raw) for raw in found]


class Search:
    """A search for the first file in which each word stands, which other processes begin at once.

    What comes out does not depend on the number of processes. `read` may be called in another process; where none is
    started, the search is made when its result is asked for. It must be asked for or stopped.
    """

    def __init__(self, words: Sequence[str], paths: Sequence[str], read: Read) -> None:
        self.words = tuple(words)
        self._sought = frozenset(words)
        self._paths = paths
        self._read = read
        processes = min(cores(), _MAX_PROCESSES) if len(words) * len(paths) >= _WORTH_FORKING else 1
        shares = range(processes if processes > 1 else 0)
        self._others = [Forked(partial(_positions, words, paths, read, number, processes)) for number in shares]

    def __contains__(self, word: str) -> bool:
        return word in self._sought

    def result(self) -> dict[str, str]:
        """The first file of each word; words that stand in none are left out."""
        found: dict[str, int] = {}
        try:
            if not self._others:
                found = _positions(self.words, self._paths, self._read, 0, 1)
            for other in self._others:
                for word, position in other.result().items():
                    found[word] = min(position, found.get(word, position))
        finally:
            self.stop()
        return {word: self._paths[position] for word, position in found.items()}

    def stop(self) -> None:
        """End what runs; nothing is left behind."""
        for other in self._others:
            other.end()
        self._others = []


def _positions(words: Sequence[str], paths: Sequence[str], read: Read, start: int, step: int) -> dict[str, int]:
    """The first of every `step`th file from `start` in which each word stands."""
    found: dict[str, int] = {}
    sought = Sought(words)
    for position in range(start, len(paths), step):
        data = read(paths[position])
        if data is not None:
            found.update(dict.fromkeys(sought.found_in(data), position))
        if not sought:
            break
    return found
