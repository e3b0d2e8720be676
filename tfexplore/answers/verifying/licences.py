"""Lines of the licence that a file begins with, which nobody cites who is not on licences."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Sequence

#: Lines of a licence at most.
MAX_LINES = 24
_COPYRIGHT = regex(rb"\s*(?:/\*|//|#)\s*Copyright\b")
_REMARK = regex(rb"\s*(?://|#)")
#: What a text is on that cites such lines.
_ON_LICENCES = regex(
    r"licen[cs]e|copyright|apache|\bhead(?:er)? of|\bfirst lines?\b|\bbegins\b|许可|版权|文件头|开头|第一行", re.I
)


def last_line(lines: Sequence[bytes]) -> int:
    """The last line of the licence at the head of a file; 0 where there is none."""
    head = lines[:MAX_LINES]
    if not any(map(_COPYRIGHT.match, head[:2])):
        return 0
    if head[0].lstrip().startswith(b"/*"):
        return next((number for number, line in enumerate(head, 1) if b"*/" in line), 0)
    return next((number for number, line in enumerate(head) if not _REMARK.match(line)), 0)


def are_spoken_of(text: str) -> bool:
    """Whether a text is on licences, or on how files begin."""
    return _ON_LICENCES.search(text) is not None
