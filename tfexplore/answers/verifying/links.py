"""Links whose text is a place of its own: it must be the one that the address is of."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page


#: The text of a link that is nothing but lines: "[L84](", "[第 121–133 行](".
_LINES = regex(
    r"\[[`*]*(?:(?:[Ll]ines?|[Ll]n\.?)\s|#?L|第\s?)(\d{1,6})(?:\s?[-–—~～至到]\s?L?(\d{1,6}))?(?:\s?行)?[`*]*\]\(<?\Z"
)


def contradicted(page: Page, one: Citation, position: int) -> str:
    """What the text of a link says that its address does not: `[a.cc:12](…/a.cc#L34)`; empty where both agree."""
    lines = _LINES.search(page.text_lines[one.line - 1][: one.column - 1]) if one.start else None
    if lines is not None:
        first, last = int(lines[1]), int(lines[2] or lines[1])
        return "" if _agree(first, last, one.start, one.end) else f"the link's text says line {first}"
    text = page.said[position - 1] if position else None
    if text is None or text.line != one.line or text.kind not in ("path", "path:line"):
        return ""
    if page.text_lines[one.line - 1][text.end_column : one.column - 1].strip("`* ") not in ("](", "](<"):
        return ""
    said, meant = page.known.resolve(text.target), page.known.resolve(one.target)
    ending = f"/{text.target.lower().lstrip('./')}"
    if said and meant and not text.unnamed and not any(f"/{path.lower()}".endswith(ending) for path in meant):
        return f"the link's text says {text.target}"
    if text.start and one.start and not _agree(text.start, text.end, one.start, one.end):
        return f"the link's text says line {text.start}"
    return ""


def _agree(first: int, last: int, start: int, end: int) -> bool:
    """Whether two places may be one: the same lines, or one line that the others begin with or go over."""
    if first < last and start < end:
        return (first, last) == (start, end)
    return first <= end and start <= last
