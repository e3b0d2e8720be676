"""What every page of the reports begins with."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.render.markdown import Page, link

if TYPE_CHECKING:
    from collections.abc import Collection

    from tfexplore.answers.reports import Material
    from tfexplore.catalogue import Words
    from tfexplore.model import SourceState

#: The overview, to which every other page leads back.
HOME = "README.md"


def new_page(material: Material, say: Words, title: str, home: bool = False) -> Page:
    """A page with its banner, a way back and what it is about."""
    page = Page(title, say("banner", digest=material.digest), say("contents"))
    about = state_line(material.state, say)
    page.paragraph(about if home else f"{link(say('back'), HOME)} · {about}")
    return page


#: A link to another page, and what stands between the way back and what follows it.
_TO_PAGE = re.compile(r"\[((?:[^\[\]\\\n]|\\.)*)\]\(([\w-]+\.md)(?:#[^()\s]*)?\)( · )?")


def with_pages(text: str, there: Collection[str]) -> str:
    """A page whose links to pages that are not there are plain text; there is then no way back to an overview either.

    >>> with_pages("[All](README.md) · [`a`](b.md#a), [c](c.md)", {"c.md"})
    '`a`, [c](c.md)'
    """

    def kept(found: re.Match[str]) -> str:
        if found[2] in there:
            return found[0]
        return "" if found[2] == HOME else f"{found[1]}{found[3] or ''}"

    return _TO_PAGE.sub(kept, text)


def state_line(state: SourceState, say: Words) -> str:
    """Which tree, commit and build a page is about."""
    linkage = say(f"linkage-{state.linkage}")
    if not state.commit:
        return say("about-nowhere", build=state.build, linkage=linkage)
    repository = (state.repository or "").removesuffix(".git")
    name = repository.rpartition("/")[2] or "source"
    shown = link(name, f"{repository}/tree/{state.commit}") if repository.startswith("https://github.com/") else name
    return say(
        "about",
        repository=shown,
        tag=state.tag or "",
        commit=f"`{state.commit[:12]}`",
        build=state.build,
        linkage=linkage,
    )
