"""The statements of a C++ file that an earlier run has read, for one that changed elsewhere.

What a statement says depends on its text, as far as it was read, and on the string constants and logging macros of its
file. A statement that builds its text from others, or that has no end, is always read.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from hashlib import blake2b

from tfexplore._record import TYPE_CHECKING

if TYPE_CHECKING:
    from tfexplore.extract.message_tokens import Texts
    from tfexplore.model import MessageSite

#: A digest of the constants and macros, and how many tokens were read.
_HEAD = struct.Struct("<8sI")
#: How far a statement was read, how long it is (0 where it says nothing), the number of its site, a digest of its text.
_ENTRY = struct.Struct("<HHH6s")
#: How many statements of the earlier file are tried at a place, from the one that is expected there on.
_AHEAD = 32
_MAX = (1 << 16) - 1


class KnownStatements:
    """The statements that an earlier run has read: their sites in order, and what was kept of the texts.

    It learns what this run reads.
    """

    def __init__(self, sites: Sequence[MessageSite] = (), kept: bytes = b"") -> None:
        self._sites = sites
        self._kept = kept
        self._entries: list[tuple[int, int, int, bytes]] = []
        self._next = 0
        self._spent = 0  # by the earlier run
        self._head = b""
        self._texts: Texts | None = None
        self._budget = 0
        self._hits = 0
        self._learned: list[tuple[int, int, bytes]] = []
        self._made: list[MessageSite | None] = []

    def begin(self, texts: Texts, macros: Mapping[bytes, object]) -> None:
        """Read a file with these constants, and macros that log."""
        self._texts, self._budget = texts, texts.left
        decided = repr((sorted(texts.items()), sorted(macros.items()))) if texts or macros else ""
        self._head = blake2b(decided.encode(), digest_size=8).digest()
        if self._kept:
            head, spent = _HEAD.unpack_from(self._kept)
            if head == self._head:
                self._spent = spent
                self._entries = list(_ENTRY.iter_unpack(self._kept[_HEAD.size :]))

    def statement(self, begin: int) -> tuple[MessageSite | None, int] | None:
        """The site of a statement that begins here, and where it ends; None where it has to be read.

        No site stands for a statement that says nothing.
        """
        texts = self._texts
        assert texts is not None
        for number in range(self._next, min(self._next + _AHEAD, len(self._entries))):
            length, stop, site, digest = self._entries[number]
            if _digest(texts.clean[begin : begin + length]) == digest:
                self._next = number + 1
                self._hits += 1
                self._learned.append((length, stop, digest))
                self._made.append(None)
                return (self._sites[site - 1], begin + stop) if site else (None, begin)
        return None

    def learn(self, begin: int, stop: int) -> None:
        """A statement that begins here was read; it ends at `stop`, or says nothing (0)."""
        texts = self._texts
        assert texts is not None
        length, long = texts.reach - begin, max(0, stop - begin)
        if texts.closed and max(length, long) <= _MAX:
            self._learned.append((length, long, _digest(texts.clean[begin : begin + length])))
        else:
            self._learned.append((0, 0, b""))
        self._made.append(None)

    def made(self, site: MessageSite) -> None:
        """The site of the statement that was looked at last."""
        self._made[-1] = site

    @property
    def within_bounds(self) -> bool:
        """Whether all of the file would have been read, had it been read first."""
        return self._texts is None or not self._hits or self._texts.left > self._spent

    def forgotten(self) -> KnownStatements:
        """For another reading that knows nothing."""
        return KnownStatements()

    def kept(self, numbers: Mapping[MessageSite, int]) -> bytes:
        """What is to be kept of the statements, whose sites have these numbers; empty where that is nothing."""
        if self._texts is None or not self._learned or len(numbers) >= _MAX:
            return b""
        entries = [
            _ENTRY.pack(length, stop, 0 if site is None else numbers[site] + 1, digest)
            for (length, stop, digest), site in zip(self._learned, self._made, strict=True)
            if length
        ]
        spent = self._budget - self._texts.left + (self._spent if self._hits else 0)
        return _HEAD.pack(self._head, min(spent, (1 << 32) - 1)) + b"".join(entries)


def _digest(text: bytes) -> bytes:
    return blake2b(text, digest_size=6).digest()
