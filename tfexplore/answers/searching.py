"""Searching many files for words, on all cores where that pays."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.forked import Portions, cores

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ahocorasick_rs import BytesAhoCorasick

    Read = Callable[[str], bytes | None]

#: Below this many pairs of a word and a file another process takes longer to start than it saves.
_WORTH_FORKING = 5_000
#: From as many words on, looking for one after another takes longer than for all at once.
_MANY_WORDS = 4
#: Letters of the words that are looked for at once: of one at most, and of all where speed is worth some megabytes.
_LONGEST, _MANY_LETTERS = 200, 60_000
#: Bytes that are searched in one go.
_PORTION = 1 << 20
#: So many places of words, most of them common and found long since, take as long as making an automaton.
_MANY_MATCHES = 30_000
#: Processes at most; from some on the disk is what takes the time.
_MAX_PROCESSES = 4
#: Portions of the files that processes take one after another.
_PORTIONS = 128

#: The bytes of words, and places of a word within others that are looked at one by one.
_OF_WORDS = frozenset(byte for byte in range(128) if chr(byte).isalnum() or byte == 95)
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
        if _is_apart(data, at, at + size):
            return True
        at = data.find(raw, at + 1)
    return re.compile(rb"(?<!\w)" + re.escape(raw) + rb"(?!\w)").search(data, max(0, at)) is not None


def _is_apart(data: bytes, at: int, behind: int) -> bool:
    """Whether what stands between two places of a text is no part of a longer word."""
    begins = at == 0 or data[at - 1] not in _OF_WORDS
    return begins and (behind == len(data) or data[behind] not in _OF_WORDS)


class Sought:
    """Words that are looked for in one text after another, each until it is found.

    >>> sought = Sought({"weave", "eave"})
    >>> sought.found_in(b"int weave;"), bool(sought)
    (['weave'], True)
    """

    def __init__(self, words: Iterable[str]) -> None:
        self._left = {word.encode(): word for word in words if word}
        self._long = {raw for raw in self._left if len(raw) > _LONGEST}
        self._patterns: list[bytes] = []  # of the automaton, in its order
        self._automaton: BytesAhoCorasick | None = None
        self._matches = 0  # that it has found

    def __bool__(self) -> bool:
        return bool(self._left)

    def found_in(self, data: bytes) -> list[str]:
        """Those of the words that stand in a text; they are not looked for any more."""
        if len(self._left) < _MANY_WORDS:
            return [self._left.pop(raw) for raw in list(self._left) if stands_as_it_is(raw, data)]
        found = {raw for raw in self._long if raw in self._left and stands_as_it_is(raw, data)}
        for begin in range(0, len(data), _PORTION):
            found |= self._found_between(begin, begin + _PORTION, data)
        return [self._left.pop(raw) for raw in sorted(found)]

    def _found_between(self, begin: int, end: int, data: bytes) -> set[bytes]:
        """The words that stand in a text and end there; so few letters that not too many may be found at once."""
        automaton, patterns, found = self._all_at_once(), self._patterns, set[bytes]()
        first = max(0, begin - _LONGEST)
        part = data if len(data) <= _PORTION else data[first:end]
        matches = automaton.find_matches_as_indexes(part, overlapping=True)
        self._matches += len(matches)
        for number, at, behind in matches:
            if patterns[number] in self._left and _is_apart(data, first + at, first + behind):
                found.add(patterns[number])
        return found

    def _all_at_once(self) -> BytesAhoCorasick:
        """What finds all words in one go; it is made anew without those that are found once it has found much."""
        if self._automaton is None or (self._matches > _MANY_MATCHES and len(self._left) < len(self._patterns)):
            from ahocorasick_rs import BytesAhoCorasick, Implementation

            self._matches = 0
            self._patterns = [raw for raw in self._left if raw not in self._long]
            few = sum(map(len, self._patterns)) < _MANY_LETTERS
            self._automaton = BytesAhoCorasick(self._patterns, implementation=Implementation.DFA if few else None)
        return self._automaton


class Search:
    """A search for the first file in which each word stands, which other processes begin at once.

    What comes out does not depend on the number of processes. `read` may be called in another process; this one takes
    part when the result is asked for. It must be asked for or stopped.
    """

    def __init__(self, words: Sequence[str], paths: Sequence[str], read: Read) -> None:
        self.words = tuple(words)
        self._listed = frozenset(words)
        self._paths = paths
        self._read = read
        self._sought = Sought(words)
        self._next = 0  # the portion that may be next, so that none was left out whose words are not sought any more
        processes = min(cores(), _MAX_PROCESSES) if len(words) * len(paths) >= _WORTH_FORKING else 1
        self._size = max(1, -(-len(paths) // _PORTIONS))
        self._portions = Portions(-(-len(paths) // self._size), self._found, processes)

    def __contains__(self, word: str) -> bool:
        return word in self._listed

    def result(self) -> dict[str, str]:
        """The first file of each word; words that stand in none are left out."""
        found: dict[str, int] = {}
        try:
            for each in self._portions.results():
                for word, position in each.items():
                    found[word] = min(position, found.get(word, position))
        finally:
            self.stop()
        return {word: self._paths[position] for word, position in found.items()}

    def stop(self) -> None:
        """End what runs; nothing is left behind."""
        self._portions.end()

    def _found(self, number: int) -> dict[str, int]:
        """The words that stand in a portion of the files, and in none that this process has looked at before it.

        Each by the position of the first file.
        """
        if number < self._next:  # one that another process took, and did not come to its end
            self._sought = Sought(self.words)
        self._next = number + 1
        found: dict[str, int] = {}
        for position in range(number * self._size, min((number + 1) * self._size, len(self._paths))):
            data = self._read(self._paths[position]) if self._sought else None
            if data is not None:
                found.update(dict.fromkeys(self._sought.found_in(data), position))
        return found
