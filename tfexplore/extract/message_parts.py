"""A message site from the pieces of its template, whichever language it is written in."""

from __future__ import annotations

import re

from tfexplore import fingerprint
from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.model import Location, MessageSite

if TYPE_CHECKING:
    from collections.abc import Sequence


class Template(Record):
    """A message site with the text of its template: `pieces` are fixed texts, and None for each value."""

    site: MessageSite
    pieces: tuple[bytes | None, ...]


def make_site(
    kind: str, level: str, error: str, function: str, pieces: Sequence[bytes | None], place: Location
) -> Template:
    """A site from its pieces: neighbours joined, ends trimmed, fixed parts hashed."""
    joined: list[bytes | None] = []
    for piece in pieces:
        if piece is None:
            if not joined or joined[-1] is not None:
                joined.append(None)
        elif piece:
            if joined and joined[-1] is not None:
                joined[-1] += piece
            else:
                joined.append(piece)
    hashed: list[str] = []
    words: list[tuple[bytes, bool, bool]] = []
    for number, piece in enumerate(joined):
        if piece is None:
            if not hashed or hashed[-1]:
                hashed.append("")
            continue
        text = fingerprint.folded(piece)
        if not text:
            continue
        whole_first = number == 0 or piece[:1].isspace()
        whole_last = number == len(joined) - 1 or piece[-1:].isspace()
        words.append((text, whole_first, whole_last))
        hashed.append(fingerprint.part(text))
    site = MessageSite(kind, level, error, function, tuple(hashed), place, fingerprint.anchor(words))
    return Template(site, tuple(joined))


def conversions(text: bytes, pattern: re.Pattern[bytes], doubled: bytes, single: bytes) -> list[bytes | None]:
    """A format string as pieces: what `pattern` matches is a value, except the escape `doubled`."""
    pieces: list[bytes | None] = []
    begin = 0
    for match in pattern.finditer(text):
        pieces.append(text[begin : match.start()])
        pieces.append(single if match.group() == doubled else None)
        begin = match.end()
    pieces.append(text[begin:])
    return pieces
