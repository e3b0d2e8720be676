"""What the readers of messages share, whichever language they read: tokens in brackets, templates, sites.

The pieces of a template are fixed texts, and None for each value that only the run knows.
"""

from __future__ import annotations

import re

from tfexplore import fingerprint
from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.model import Location, MessageSite

if TYPE_CHECKING:
    from collections.abc import Sequence


_OPENING = frozenset((b"(", b"[", b"{"))
_CLOSING = frozenset((b")", b"]", b"}"))


class Token(Record):
    """A token: `kind` is `s` (a string; `text` its value), `w` (word), `n` (number), `p` (any other sign).

    C++ has `c` besides, a character; Python `f`, an f-string, whose fields are no text yet.
    """

    kind: str
    text: bytes
    end: int


def split(tokens: list[Token], separator: bytes) -> list[list[Token]]:
    """Tokens split at a separator (an operator or a word) outside of every bracket."""
    groups: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        kind = token.kind
        if kind == "p":
            if token.text in _OPENING:
                depth += 1
            elif token.text in _CLOSING:
                depth -= 1
        if token.text == separator and not depth and kind in "pw":
            groups.append([])
        else:
            groups[-1].append(token)
    return groups if tokens else []


def closing_bracket(tokens: list[Token], opening: int) -> int:
    """The place of the bracket that closes `tokens[opening]`, or the number of tokens."""
    depth = 0
    for number in range(opening, len(tokens)):
        token = tokens[number]
        if token.kind == "p":
            if token.text in _OPENING:
                depth += 1
            elif token.text in _CLOSING:
                depth -= 1
                if not depth:
                    return number
    return len(tokens)


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
