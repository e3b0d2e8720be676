"""Blocks whose lines are each of a file of its own, which a remark behind the line names: `A();  // core/a.cc`."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.tokens import first_line
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict

#: Lines that such a block has.
MAX_LINES = 40
_REMARKED = regex(
    r"(?P<code>[^\n]*?\S)\s{1,200}(?://|#)\s?(?:in |from |see |见|在)?`?(?P<path>[\w./-]+\.(?:cc|h|py|i))(?!\w)"
)


def of_their_files(page: Page, one: Citation) -> Verdict | None:
    """The verdict on a block of lines of several files that have them; None for any other block."""
    lines = [line for line in one.code.split("\n") if line.strip()]
    if not 1 < len(lines) <= MAX_LINES or not page.known.has_tree:
        return None
    first: Location | None = None
    paths: set[str] = set()
    for line in lines:
        said = _REMARKED.match(line)
        place = _place(page, "".join(said["code"].split()), said["path"]) if said is not None else None
        if place is None:
            return None
        paths.add(place.path)
        first = first or place
    if len(paths) < 2:
        return None
    return page.verdict(one._replace(text=first_line(one.code)), "found", first, (), "its lines are of several files")


def _place(page: Page, code: str, path: str) -> Location | None:
    """Where a line stands in the file that a path means, blanks apart."""
    for found in page.known.resolve(path)[:3]:
        for number, line in enumerate(page.known.lines(found), 1):
            if code in "".join(line.decode("utf-8", "replace").split()):
                return Location(found, number, number)
    return None
