"""Sentences that go on from one line of a document to the next."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

#: Letters of the lines before or behind one that are looked at.
MAX_LETTERS = 300
#: From this width on a line that a sentence does not end with is one that was wrapped.
_FULL = 50
#: How a line begins that goes on nothing: an item, a heading, a table's row, a quotation, a fence.
_BEGINS = re.compile(r"\s*(?:[-*+]\s|[>|#]|\d+[.)、]|`{3}|~{3}|$)")


def wrapped(lines: Sequence[str], number: int) -> bool:
    """Whether a line, by its number, goes on what the line before it began."""
    if number < 2 or number > len(lines) or _BEGINS.match(lines[number - 1]):
        return False
    above = lines[number - 2]
    return len(above) + sum(letter > "\u2e7f" for letter in above) >= _FULL and not above.lstrip().startswith(
        ("|", "#")
    )


def before(lines: Sequence[str], number: int, column: int) -> str:
    """The text of a paragraph before a column of a line, where lines of it were wrapped."""
    text = lines[number - 1][: column - 1]
    while len(text) < MAX_LETTERS and wrapped(lines, number):
        number -= 1
        text = lines[number - 1] + " " + text.lstrip()
    return text


def behind(lines: Sequence[str], number: int, column: int) -> str:
    """The text of a paragraph behind a column of a line, where lines of it were wrapped."""
    text = lines[number - 1][column:]
    while len(text) < MAX_LETTERS and wrapped(lines, number + 1):
        number += 1
        text += " " + lines[number - 1].lstrip()
    return text
