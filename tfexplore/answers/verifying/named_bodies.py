"""Whether a block that a file has is of the body that is named before it, where a sister's has nearly the same.

"`Loom::Weave` calls it:" above lines of `ReelLoom::Weave`, which differ from the other's in a word: the block is wrong,
though the file has all of it.
"""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.alignment import laid_along
from tfexplore.answers.tokens import tokens_of
from tfexplore.answers.verifying.declared import BODIES
from tfexplore.answers.verifying.sources import LINES_BEFORE, NAMES_BEFORE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.alignment import Compared
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.sources import Sources
    from tfexplore.index.symbols import Place

#: Things that are others there at most, for as many tokens of a block.
MOST_CHANGES, TOKENS_OF_EACH = 2, 12


def elsewhere_in_named(
    page: Page, sources: Sources, quoted: Sequence[str], compared: Compared, position: int
) -> Compared | None:
    """The place in a body named before a block that has nearly the same; None where the block is of what is named."""
    solid = sum(not token.startswith("\x00") for token in quoted)
    most = min(MOST_CHANGES, solid // TOKENS_OF_EACH)
    if not most or sources.is_of_a_name(compared, position):
        return None
    for body in _bodies(page, compared.path, position):
        last = page.known.end(body)
        if body.line <= compared.line <= last:
            return None
        lines = page.known.lines(compared.path)[body.line - 1 : last]
        # Empty lines for those before it, so that each has its number.
        text = "\n" * (body.line - 1) + b"\n".join(lines).decode("utf-8", "replace")
        closest = laid_along(quoted, tokens_of(text, compared.path.endswith(".py")), compared.path)
        if closest is not None and closest.different and closest.changes <= most:
            return closest
    return None


def _bodies(page: Page, path: str, position: int) -> Iterator[Place]:
    """The definitions of a file that the text right before a block names as code, the last first."""
    block = page.said[position]
    for other in reversed(page.said[max(0, position - NAMES_BEFORE) : position]):
        if other.kind == "symbol" and other.in_code and other.line >= block.line - LINES_BEFORE:
            places = page.meant(other.target)
            yield from (place for place in places[:2] if place.path == path and place.kind in BODIES)
