"""Whether a place must be in the thing itself that it is said of, and may not be where that is used.

Where no text is at hand, a line in the body of another function may be a call. It is none where the sentence begins
with the name and the place in brackets, "`f` (x.cc:12) looks at", nor in a table whose other rows cite definitions.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import wording
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.declared import BODIES
from tfexplore.answers.verifying.spelling import parts_of
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.placed_names import PlacedNames
    from tfexplore.index.symbols import Place

_IN_BRACKETS = regex(r"(?:\(\))?[`*]*\s?[(（]\s?[`*\[]{0,3}")
_ARROW = regex(r"(?:->|=>|[→⇒])\s*[`*]*\Z")
#: What is said of a thing at the place where it is used.
_USED = regex(
    r"[`*)）\]]*\s*(?:[，,]\s*)?(?:(?:is|are|was|gets?|being)\s)?"
    r"(?:called|invoked|used|made|created|constructed|run|triggered|passed|set|by|from|via|被|由|处|从|调用)",
    re.I,
)


def is_its_own(page: Page, placed: PlacedNames, one: Citation, name: Citation, here: Place) -> bool:
    """Whether a cited line must be the named thing's own, which is defined `here`."""
    if one.start != one.end or here.kind not in (*BODIES, "gradient"):
        return False
    text = page.text_lines[one.line - 1]
    if text.lstrip().startswith("|"):
        return any(each.target == name.target for each in placed.sure(one))
    if not begins_with(page, one, name):
        return False
    around = {
        parts_of(symbol.name)[-1]
        for symbol in page.known.inside(here.path)
        if symbol.kind in BODIES and symbol.location.line <= one.start <= page.known.end_of(symbol)
    }
    # The place may be where something calls it that the text speaks of.
    return bool(around) and not around.intersection(parts_of(other.target)[-1] for other in page.near(one))


def begins_with(page: Page, one: Citation, name: Citation) -> bool:
    """Whether a sentence begins with a name and its place in brackets, where the thing is not said to be used."""
    text = page.text_lines[one.line - 1]
    if name.line != one.line or _IN_BRACKETS.fullmatch(text, name.end_column, one.column - 1) is None:
        return False
    if _USED.match(text, one.end_column):
        return False
    before = prose.begun(prose.before(page.text_lines, name.line, name.column))
    return wording.opening(before) or _ARROW.search(before) is not None
