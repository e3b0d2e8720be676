"""Names that a list has as being in a file: whether they stand there, and what is said of one that does not."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying.spelling import parts_of

if TYPE_CHECKING:
    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict


def is_in(page: Page, one: Citation, file: str) -> bool:
    """Whether a file has a name as a word, or what a macro makes of it."""
    name = parts_of(one.target)[-1].lstrip("~")
    if stands(name, page.known.read(file) or b"") or name in page.own:
        return True
    if name in page.known.attr_names and any(
        name in page.known.op_parts(made.op) for made in page.known.registered(file)
    ):
        return True  # an attr that a function adds: `GetPaddingAttrString()`
    return any(place.path == file for place in page.known.places(name))


def absent(page: Page, one: Citation, file: str) -> Verdict:
    """The verdict on a name that a file has not, with where it is, or what is called nearly so."""
    detail = f"{file} does not have it"
    places = page.meant(one.target)
    if places:
        return page.verdict(one, "moved", places[0], (), detail)
    return page.verdict(one, "not found", None, [name for _, name in page.known.near(one.target)], detail)
