"""The words of a tree's files, counted: in how many files each stands, so that an edit of one tells which are gone.

Words are their hashes (`tfexplore.word_marks`).
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence

from tfexplore import word_marks
from tfexplore._record import Record

#: The section of a snapshot that holds the counts.
SECTION = "words"


class WordCounts(Record):
    """Hashes in order, and in how many files each stands: four bytes each."""

    words: bytes
    counts: bytes

    def hashes(self) -> Sequence[int]:
        """The hashes in order."""
        return array("I", self.words)


def counted(files: Iterable[bytes]) -> WordCounts:
    """The words that some files have, each of which `word_marks.file_words` made."""
    found: Counter[int] = Counter()
    for one in files:
        found.update(word_marks.unpacked(one))
    words = sorted(found)
    return WordCounts(array("I", words).tobytes(), array("I", [found[word] for word in words]).tobytes())


def recounted(kept: WordCounts, pairs: Iterable[tuple[bytes, bytes]]) -> tuple[WordCounts, dict[int, str]]:
    """The counts when some files have other words, each those before and now; and the buckets that are others.

    >>> one, two = (array("I", [word]).tobytes() for word in (3, 5))
    >>> after, buckets = recounted(counted([one, two]), [(two, one)])
    >>> list(after.hashes()), list(array("I", after.counts)), list(buckets)
    ([3], [2], [1])
    """
    words, counts = array("I", kept.words), array("I", kept.counts)
    changes: Counter[int] = Counter()
    for before, now in pairs:
        changes.update(word_marks.unpacked(now))
        changes.subtract(word_marks.unpacked(before))
    others: set[int] = set()
    for word, change in changes.items():
        at = bisect_left(words, word)
        there = at < len(words) and words[at] == word
        left = (counts[at] if there else 0) + change
        if there and left > 0:
            counts[at] = left
            continue
        if there:
            del words[at], counts[at]
        elif left > 0:
            words.insert(at, word)
            counts.insert(at, left)
        else:
            continue
        others.add(word_marks.bucket_of(word))
    texts: dict[int, str] = {}
    for bucket in sorted(others):
        first, last = (bisect_left(words, word_marks.first_of(number)) for number in (bucket, bucket + 1))
        texts[bucket] = word_marks.written(words[first:last])
    return WordCounts(words.tobytes(), counts.tobytes()), texts
