"""Paths of a tree, compared."""

from __future__ import annotations


def nearness(one: str, other: str) -> int:
    """How near two paths are: the number of leading characters that are the same, the whole path counting most."""
    if one == other:
        return 1 << 20
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return count
