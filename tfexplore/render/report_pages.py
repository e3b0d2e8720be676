"""What every page of the reports begins with."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.render.markdown import Page, link

if TYPE_CHECKING:
    from tfexplore.answers.reports import Material
    from tfexplore.catalogue import Words
    from tfexplore.model import SourceState


def new_page(material: Material, say: Words, title: str, home: bool = False) -> Page:
    """A page with its banner, a way back and what it is about."""
    page = Page(title, say("banner", digest=material.digest), say("contents"))
    about = state_line(material.state, say)
    page.paragraph(about if home else f"{link(say('back'), 'README.md')} · {about}")
    return page


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
