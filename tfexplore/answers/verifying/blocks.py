"""Blocks of a document that are text: listings, notes and diagrams rather than quoted code."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import markdown
from tfexplore.answers.verifying.listed_items import items
from tfexplore.answers.verifying.prose import Paragraph
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: Letters of a call or a signature that is read.
MAX_LETTERS = 2_000

_BEGUN = regex(r"^[ \t]*(?:[-*•][ \t]+)?(_*[A-Za-z]\w*(?:\.\w+)*[ \t]*\()", re.M | re.A)


def text_blocks(lines: Sequence[str]) -> Iterator[Paragraph]:
    """The fenced blocks of some lines that say, or look like it, that they are no code; none that has others inside."""
    for number, info, inside in markdown.blocks(list(lines)):
        language = info.partition(" ")[0].lower()
        plain = language in markdown.PROSE_LANGUAGES or (not language and not markdown.codelike("\n".join(inside)))
        if inside and plain and not any(markdown.FENCE.match(one) or one.startswith("##") for one in inside):
            starts = [0]
            for one in inside[:-1]:
                starts.append(starts[-1] + len(one) + 1)
            yield Paragraph(
                "\n".join(inside), list(range(number + 1, number + 1 + len(inside))), starts, [0] * len(inside)
            )


def written_calls(block: Paragraph) -> Iterator[tuple[str, int]]:
    """What begins its line as a signature does, up to the bracket that closes, with its offset: `f (a, b=1)`."""
    closed = 0
    for match in _BEGUN.finditer(block.text):
        if match.start() < closed:
            continue
        _, end = items(block.text[: match.end() + MAX_LETTERS], match.end())
        if end >= 0:
            closed = end + 1
            yield block.text[match.start(1) : closed], match.start(1)
