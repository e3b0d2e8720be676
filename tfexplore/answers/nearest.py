"""The names nearest to a word that is none of them: what it may be a misspelling of."""

from __future__ import annotations

from collections import defaultdict

from tfexplore._record import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

#: Words of which it is kept what is nearest to them.
MAX_KEPT = 20_000


class Nearest:
    """Names in buckets by how they begin and end, for words that share the one or the other with the name meant.

    `cut` makes of a lower-case name the part by which it is sorted, `tail` is how many letters of its end count, and
    `short` adds a coarser beginning for names of fewer than `few` letters, in which a wrong letter may change both.
    """

    def __init__(
        self, names: Iterable[str], cut: Callable[[str], str], tail: int, short: Callable[[str], str] | None = None,
        few: int = 12,
    ) -> None:  # fmt: skip
        self._cut = cut
        self._tail = tail
        self._short = short
        self._few = few
        self._buckets: defaultdict[str, list[str]] = defaultdict(list)
        self._sizes: dict[str, dict[int, list[str]]] = {}
        self._prepared: dict[tuple[str, int], list[tuple[int, str]]] = {}
        self._found: dict[tuple[str, int], list[tuple[int, str]]] = {}
        buckets = self._buckets
        for name in names:  # what `_keys` gives, at twice the speed
            low = name.lower()
            part = cut(low)
            buckets["<" + part[:4]].append(name)
            buckets[">" + part[-tail:]].append(name)
            if short is not None and len(low) < few:
                buckets["<" + short(low)].append(name)

    def _keys(self, low: str, few: int) -> list[str]:
        cut = self._cut(low)
        keys = ["<" + cut[:4], ">" + cut[-self._tail :]]
        if self._short is not None and len(low) < few:
            keys.append("<" + self._short(low))
        return keys

    def of(self, word: str, limit: int) -> list[tuple[int, str]]:
        """The nearest names with the number of letters that differ, the nearest first."""
        known = self._found.get((word, limit))
        if known is None:
            if len(self._found) > MAX_KEPT:
                self._found.clear()
            known = self._found[word, limit] = self._search(word.lower(), limit)
        return known

    def _search(self, low: str, limit: int) -> list[tuple[int, str]]:
        distance_to = distances(low)
        # Where a name differs by two letters at most, one that differs by more is not what is meant.
        return self._within(2, low, limit, distance_to) or self._within(max(2, len(low) // 4), low, limit, distance_to)

    def _within(self, reach: int, low: str, limit: int, distance_to: Callable[[str], int]) -> list[tuple[int, str]]:
        """The nearest of the names that differ by so many letters at most."""
        wanted = letters_of(low)
        likely: set[tuple[int, str]] = set()
        # A letter instead of another changes two of the bits at most, one more or less changes one.
        for key in self._keys(low, self._few + 1):
            for size in range(len(low) - reach, len(low) + reach + 1):
                listed = self._inside(key, size)
                likely.update(
                    [(bits, name) for has, name in listed if (bits := (wanted ^ has).bit_count()) <= 2 * reach]
                )
        scored: list[tuple[int, str]] = []
        for bits, name in sorted(likely):
            if bits > 2 * reach:
                break  # once there are enough, only what is as near is of interest
            distance = distance_to(name.lower())
            if distance <= reach:
                scored.append((distance, name))
                scored.sort()
                del scored[limit:]
                if len(scored) == limit:
                    reach = scored[-1][0]
        return scored

    def _inside(self, key: str, size: int) -> list[tuple[int, str]]:
        """The names of a bucket that have this length, each with its letters."""
        of_size = self._sizes.get(key)
        if of_size is None:
            of_size = self._sizes[key] = {}
            for name in self._buckets.get(key, ()):
                of_size.setdefault(len(name), []).append(name)
        if size not in of_size:
            return []
        found = self._prepared.get((key, size))
        if found is None:
            found = self._prepared[key, size] = [(letters_of(name.lower()), name) for name in of_size[size]]
        return found


def letters_of(word: str) -> int:
    """The letters of a word as bits: which there are, which there are twice, and which three times."""
    once = twice = thrice = 0
    for letter in word.encode("ascii", "replace"):
        bit = 1 << (letter & 63)
        thrice |= twice & bit
        twice |= once & bit
        once |= bit
    return thrice << 128 | twice << 64 | once


def distances(word: str) -> Callable[[str], int]:
    """A function that counts how many letters differ between a word and another; two that are swapped count as one.

    All columns of a row of the usual table are bits of a few numbers (Hyyrö, "A bit-vector algorithm for computing
    Levenshtein and Damerau edit distances", 2003).
    """
    size = len(word)
    full = (1 << size) - 1
    last = 1 << size >> 1
    places: dict[str, int] = {}
    for at, letter in enumerate(word):
        places[letter] = places.get(letter, 0) | 1 << at

    def distance_to(other: str) -> int:
        if not size:
            return len(other)
        above, below = full, 0  # where a column is one more, or one less, than the one before it
        level = before = 0
        distance = size
        for letter in other:
            same = places.get(letter, 0)
            swapped = ((~level & same) << 1) & before
            level = ((((same & above) + above) ^ above) | same | below | swapped) & full
            more = below | (full & ~(level | above))
            less = level & above
            if more & last:
                distance += 1
            elif less & last:
                distance -= 1
            more = more << 1 | 1
            above = (less << 1 | ~(level | more)) & full
            below = more & level & full
            before = same
        return distance

    return distance_to
