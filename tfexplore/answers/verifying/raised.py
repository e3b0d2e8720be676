"""What the texts in a block of code tell: which statement it quotes, and what that one raises.

The index knows the statements that raise an error or write a log line by hashes of their texts, as
`tfexplore.fingerprint` makes them. So a text leads to the few of them that begin so, with a tree and without.
"""

from __future__ import annotations

import re

from tfexplore import fingerprint
from tfexplore._record import TYPE_CHECKING
from tfexplore.index import messages
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tfexplore.index.store import Index
    from tfexplore.model import MessageSite

_TEXT = r"(?:\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*')"
_TEXTS = regex(rf"{_TEXT}(?:\s*{_TEXT})*")
_ONE_TEXT = regex(_TEXT)
#: A statement that raises an error with a text of its own first.
_RAISES = regex(
    rf"(?:\berrors::(?P<code>\w+)\(|\braise\s+(?P<exception>[A-Z]\w+)\()\s*(?P<texts>{_TEXT}(?:\s*{_TEXT})*)"
)
#: Where a value stands within a text.
_VALUE = regex(rb"%(?:\(\w+\))?[-+ #0-9.*]*[a-zA-Z]|\{[^{}]*\}")
#: Words and letters of a text that few statements have, and how many that have one of its anchors are looked at.
MIN_WORDS, MIN_LETTERS, MAX_SITES = 3, 14, 12
#: Of a text that many statements of a few files have, so many statements and files are looked at.
MAX_ALIKE, MAX_FILES = 240, 12
#: Texts of a block that are looked up.
MAX_TEXTS = 24


class Raised:
    """The statements of an index by what they say; each text is looked up once."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._known: dict[bytes, tuple[MessageSite, ...]] = {}

    def places(self, code: str) -> list[MessageSite]:
        """The statements that begin as one of a block's texts does, in the block's order."""
        found: dict[MessageSite, None] = {}
        for match in list(_TEXTS.finditer(code))[:MAX_TEXTS]:
            found.update(dict.fromkeys(self._saying(_folded(match[0]))))
        return list(found)

    def otherwise(self, code: str) -> tuple[int, str, MessageSite] | None:
        """The first error that a block raises with the text of another: where it stands, its name, the statement."""
        for match in list(_RAISES.finditer(code))[:MAX_TEXTS]:
            error = match["code"] or match["exception"]
            sites = self._saying(_folded(match["texts"]))
            if sites and all(site.error and site.error != error for site in sites):
                return match.start(), error, sites[0]
        return None

    def holding(self, text: str, read: Callable[[str], Sequence[bytes]] | None) -> Sequence[MessageSite]:
        """The statements that begin with a text; where files can be read, those as well that have it within theirs."""
        wanted = _folded(f'"{text}"')
        found = self._saying(wanted) or self._often(wanted)
        if found or read is None or not _tells(wanted):
            return found
        return [site for site in self._candidates(wanted) if wanted in _text_of(site, read)]

    def _saying(self, text: bytes) -> tuple[MessageSite, ...]:
        """The statements whose first fixed part is a folded text."""
        if text not in self._known:
            self._known[text] = self._looked_up(text)
        return self._known[text]

    def _looked_up(self, text: bytes) -> tuple[MessageSite, ...]:
        if not _tells(text):
            return ()
        whole = fingerprint.part(text)
        found = [one for one in self._candidates(text) if next(filter(None, one.parts), "") == whole]
        return tuple(sorted(dict.fromkeys(found), key=lambda one: (one.location.path, one.location.line)))

    def _often(self, text: bytes) -> list[MessageSite]:
        """The statements that begin with a folded text which many of a few files have: a check that kernels repeat."""
        if not _tells(text):
            return []
        whole = fingerprint.part(text)
        by_path: dict[int, set[int]] = {}
        longest = max(fingerprint.anchors(text).items(), key=lambda one: one[1][1] - one[1][0])[0]
        rows = messages.anchored(self._index, [longest], MAX_ALIKE)
        for _, path, site in rows:
            by_path.setdefault(path, set()).add(site)
        if len(rows) >= MAX_ALIKE or len(by_path) > MAX_FILES:
            return []
        sites = [one for path, found in by_path.items() for one in messages.picked(self._index, path, sorted(found))]
        return [one for one in sites if next(filter(None, one.parts), "") == whole]

    def _candidates(self, text: bytes) -> Iterator[MessageSite]:
        """A few statements that have words of a folded text."""
        by_hash: dict[int, list[tuple[int, int]]] = {}
        for value, path, site in messages.anchored(self._index, fingerprint.anchors(text), MAX_SITES * 40):
            by_hash.setdefault(value, []).append((path, site))
        looked = 0
        # Words that few statements have say most.
        for places in sorted(by_hash.values(), key=len):
            looked += len(places)
            if looked > MAX_SITES:
                break
            for path, site in places:
                yield from messages.picked(self._index, path, [site])


def _text_of(site: MessageSite, read: Callable[[str], Sequence[bytes]]) -> bytes:
    """All texts of a statement, joined and folded."""
    lines = read(site.location.path)[site.location.line - 1 : site.location.end_line]
    texts = _ONE_TEXT.findall(b"\n".join(lines).decode("utf-8", "replace"))
    return fingerprint.folded("".join([one[1:-1] for one in texts]).encode("utf-8", "replace"))


def _tells(text: bytes) -> bool:
    """Whether few statements have a folded text."""
    return len(text.split()) >= MIN_WORDS and len(text) >= MIN_LETTERS


def _folded(texts: str) -> bytes:
    """What stands first in the texts of a statement, before any value."""
    joined = "".join([match[0][1:-1] for match in _ONE_TEXT.finditer(texts)])
    data = re.sub(r"\\(.)", lambda match: {"n": "\n", "t": "\t"}.get(match[1], match[1]), joined).encode(
        "utf-8", "replace"
    )
    return fingerprint.folded(_VALUE.split(data)[0])
