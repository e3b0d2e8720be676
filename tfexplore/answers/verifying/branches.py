"""Branches, loops and what stands under `with`: what their heads and their bodies have, by how they are indented."""

from __future__ import annotations

from itertools import takewhile

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.verifying.spelling import as_words
from tfexplore.class_heads import margin
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfexplore.answers.citation import Citation

#: The head of a branch or a loop, and how many of its lines are read.
_BRANCH = regex(rb"\s*(?:\}\s*)?(?:else\b|elif\b|if\b|for\b|while\b|switch\b|case\b|with\b|try\b)")
BRANCH_LINES = 60


def begins_branch_with(one: Citation, words: list[bytes], lines: Sequence[bytes]) -> bool:
    """Whether a single line is the head of a branch or a loop that has one of some words, by how it is indented."""
    head = b"".join(lines[one.start - 1 : one.start])
    if one.start != one.end or _BRANCH.match(head) is None:
        return False
    below = lines[one.start : one.start + BRANCH_LINES]
    inside = takewhile(lambda line: not line.strip() or margin(line) > margin(head), below)
    return as_words(words).search(b"\n".join(inside)) is not None


def is_in_branch_of(one: Citation, words: list[bytes], lines: Sequence[bytes]) -> bool:
    """Whether a single line is in a branch or a loop, or under `with`, of which the head has one of some words."""
    cited = b"".join(lines[one.start - 1 : one.start])
    above = lines[max(0, one.start - 1 - BRANCH_LINES) : one.start - 1] if one.start == one.end else []
    head = next((line for line in reversed(above) if line.strip() and margin(line) < margin(cited)), b"")
    return _BRANCH.match(head) is not None and as_words(words).search(head) is not None
