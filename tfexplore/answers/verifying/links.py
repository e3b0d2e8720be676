"""Links whose text is a place of its own: it must be the one that the address is of."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING

if TYPE_CHECKING:
    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page


def contradicted(page: Page, one: Citation, position: int) -> str:
    """What the text of a link says that its address does not: `[a.cc:12](…/a.cc#L34)`; empty where both agree."""
    text = page.said[position - 1] if position else None
    if text is None or text.line != one.line or text.kind not in ("path", "path:line"):
        return ""
    if page.text_lines[one.line - 1][text.end_column : one.column - 1].strip("`* ") not in ("](", "](<"):
        return ""
    said, meant = page.known.resolve(text.target), page.known.resolve(one.target)
    ending = f"/{text.target.lower().lstrip('./')}"
    if said and meant and not text.unnamed and not any(f"/{path.lower()}".endswith(ending) for path in meant):
        return f"the link's text says {text.target}"
    if text.start and one.start and (text.end < one.start or one.end < text.start):
        return f"the link's text says line {text.start}"
    return ""
