"""Words of the source in the index: a hash of each, in buckets (see `tfexplore.word_marks`)."""

from __future__ import annotations

from itertools import groupby

from tfexplore import word_marks
from tfexplore._record import TYPE_CHECKING
from tfexplore.index import blocks
from tfexplore.index.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tfexplore.index.store import Index
    from tfexplore.index.write import LooseRow

#: What stands in the place of a path is the number of a bucket.
TABLE = Table("words", ("path INTEGER", "list TEXT"), lookups=("path",), blocked=True)


def rows(words: Iterable[int]) -> list[LooseRow]:
    """One row for each bucket that has any."""
    return [(number, word_marks.written(each)) for number, each in groupby(sorted(words), word_marks.bucket_of)]


class Words:
    """The words of an index, a bucket of which is read when it is first asked for."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._read: dict[int, frozenset[int]] = {}
        self._buckets: dict[int, str] | None = None

    def may_stand(self, word: str) -> bool | None:
        """Whether some file may have a word; None for one that is not hashed, or of an index that has none."""
        if not word_marks.is_word(word):
            return None
        if self._buckets is None:
            self._buckets = dict(blocks.every(self._index, TABLE.name))
        if not self._buckets:
            return None
        one = word_marks.hashed(word.encode())
        bucket = word_marks.bucket_of(one)
        if bucket not in self._read:
            with self._index.reading():
                self._read[bucket] = word_marks.read(self._buckets.get(bucket, ""), bucket)
        return one in self._read[bucket]
