"""A hash of every longer word of a tree's source, by which an index without a tree tells that no file has a word.

What a word is cannot be had from its hash. One word in fifteen hundred has that of another by chance, so that of a word
which an index knows nobody can say where it stands, or that it does; one that it does not know stands nowhere.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable
from itertools import accumulate
from zlib import crc32

#: Letters of a word that has a hash.
MIN_LETTERS = 6
#: Bits of a hash; the first of them number the bucket that it is kept in.
BITS, BUCKET_BITS = 28, 8
_MASK = (1 << BITS) - 1
_REST = BITS - BUCKET_BITS
_WORD = re.compile(rb"[A-Za-z_]\w{%d,}" % (MIN_LETTERS - 1))
#: What a build's macros say behind it means nothing to a build, so that an edit of it changes nothing.
_REMARK = re.compile(rb"#[^\n]*")
#: A larger file is a table or was made by a program.
_MAX_FILE = 4 << 20

_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_VALUES = {digit: value for value, digit in enumerate(_DIGITS)}
_BASE = len(_DIGITS)
#: A distance from one hash to the next has two digits; four behind this sign, where it is larger.
_FAR = _DIGITS[-1]
_MOST = (_BASE - 1) * _BASE
_NUMBER = re.compile(rf"{_FAR}.{{,4}}|..?", re.DOTALL)


class _Distances(dict[str, int]):
    """How far it is to the next hash, by what is written of it; each is read once."""

    def __missing__(self, written: str) -> int:
        far = 0
        for digit in written[1:] if written[0] == _FAR else written:
            far = far * _BASE + _VALUES[digit]
        self[written] = far + 1
        return far + 1


_DISTANCES = _Distances()


def is_worded(path: str) -> bool:
    """Whether the words of a file count: what tests only mention is no part of the library."""
    return "_test." not in path and "/kernel_tests/" not in path


def is_word(word: str) -> bool:
    """Whether a word is one of those that are hashed."""
    return word.isascii() and len(word) >= MIN_LETTERS and word.isidentifier()


def hashed(word: bytes) -> int:
    """The hash of a word.

    >>> hashed(b"Conv2DOp") < 1 << BITS
    True
    """
    return crc32(word) & _MASK


def file_words(path: str, data: bytes) -> bytes:
    """The hashes of a file's words, each once, in order: four bytes each."""
    if not is_worded(path) or len(data) > _MAX_FILE:
        return b""
    if path.endswith(".bzl"):
        data = _REMARK.sub(b"", data)
    return array("I", sorted({one & _MASK for one in map(crc32, set(_WORD.findall(data)))})).tobytes()


def unpacked(words: bytes) -> array[int]:
    """The hashes that `file_words` has packed."""
    return array("I", words)


def bucket_of(word: int) -> int:
    """The number of the bucket of a hash, from 1."""
    return (word >> _REST) + 1


def first_of(bucket: int) -> int:
    """The least hash that a bucket may have."""
    return (bucket - 1) << _REST


def written(words: Iterable[int]) -> str:
    """The hashes of one bucket, in order, as text: the distance from each to the next.

    >>> words = [5 << 20 | rest for rest in (0, 7, 4_000, 900_000)]
    >>> read(written(words), bucket_of(words[0])) == frozenset(words)
    True
    """
    made: list[str] = []
    last = -1
    for word in words:
        rest = word & ((1 << _REST) - 1)
        far = rest - last - 1
        last = rest
        if far < _MOST:
            made.append(_DIGITS[far // _BASE] + _DIGITS[far % _BASE])
            continue
        digits = ""
        for _ in range(4):
            far, digit = divmod(far, _BASE)
            digits = _DIGITS[digit] + digits
        made.append(_FAR + digits)
    return "".join(made)


def read(text: str, bucket: int) -> frozenset[int]:
    """The hashes of a bucket; raises `ValueError` for a text that `written` has not made."""
    head = first_of(bucket)
    try:
        distances = map(_DISTANCES.__getitem__, _NUMBER.findall(text))
        return frozenset([head + at for at in accumulate(distances, initial=-1)][1:])
    except KeyError as error:
        raise ValueError("a bucket of words that cannot be read") from error
