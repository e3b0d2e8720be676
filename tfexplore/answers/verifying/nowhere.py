"""Verdicts on quotations that are like nothing of the tree, although they say that they are from it."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, vocabulary, wording
from tfexplore.answers.verifying.sources import speaks
from tfexplore.answers.verifying.spelling import nearest_of, owner_of
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict

#: Tokens and lines of code of a block that says in its first line, or right above it, which file it is of.
MIN_HEADED, MIN_LINES = 20, 3
#: Letters of such a line at most.
MAX_HEAD = 240
#: What stands behind the path in it: nothing, or lines and a release.
_NO_MORE = regex(r"(?:\W|\d|lines?|[Lv](?=\d)|第|行)*", re.I)
#: A member that a block of C++ defines outside of its class.
_MEMBER = regex(r"^(?:[\w:<>,&*]+[ ]+)*[&*]*(?:\w+::)*(\w+)::(\w+)\([^;{}]*\)[^;{}()=]*\{", re.M | re.A)
#: The op that a block registers a gradient function for.
_REGISTERS = regex(r"RegisterGradient\([\"'](\w+)[\"']\)", re.A)
#: Members of a class that an index knows, from which on it knows all that have a body.
MIN_MEMBERS = 3


def unlike(
    page: Page, one: Citation, named: Citation, solid: list[str], introduced: list[tuple[int, Citation]]
) -> Verdict | None:
    """A verdict on a block that is headed by a file of the tree, and like nothing that stands there."""
    if (
        len(solid) < MIN_HEADED
        or disclaimers.sketch(one.intro)
        or disclaimers.proposed(one.intro)
        or page.may_propose(one.line)
    ):
        return None
    lines = [line for line in one.code.split("\n") if line.strip()]
    remarks = [line for line in lines if re.match(r"\s*(?://|#(?!\s*(?:if|include|define))|/\*)", line)]
    if any(op not in page.known.ops for op in _REGISTERS.findall(one.code)):
        return None  # of an op of the author's
    if (
        any(disclaimers.sketch(line) or disclaimers.proposed(line) for line in remarks)
        or len(lines) - len(remarks) < MIN_LINES
    ):
        return None
    for _, path in introduced:
        text = page.text_lines[path.line - 1]
        before, behind = text[: path.column - 1], text[path.end_column :]
        headed = wording.caption(before, "") or wording.label(before)
        if path.fenced or len(text) > MAX_HEAD or not headed or not _NO_MORE.fullmatch(behind):
            continue
        files = page.known.resolve(path.target)
        if len(files) == 1 and speaks(files[0], one.language == "python"):
            where = Location(files[0], path.start or 1, path.start or 1)
            return page.verdict(named, "differs", where, (), f"nothing like it stands in {files[0]}")
    return None


def invented(page: Page, named: Citation) -> Verdict | None:
    """A verdict on a block that defines a member that its class does not have; None for code that is proposed."""
    if named.language == "python" or disclaimers.sketch(named.intro) or disclaimers.proposed(named.intro):
        return None
    known = page.known
    for owner, last in _MEMBER.findall(named.code):
        places = known.class_places(owner)
        if not places or owner == last or vocabulary.PLACEHOLDER.search(owner) or _may_have(page, owner, last):
            continue
        near = [f"{owner}::{name}" for name in nearest_of(last, known.members(owner))]
        place = max(places, key=lambda p: p.end_line - p.line)  # the others may be enumerations
        return page.verdict(named, "not found", place, near, f"{owner} has no member {last}")
    return None


def _may_have(page: Page, owner: str, last: str) -> bool:
    """Whether a class has a member, or may have without a body, which only a tree tells."""
    known = page.known
    if any(owner_of(place.name) == owner for place in known.places(last)) or page.classes.has(owner, last):
        return True
    return not known.has_tree and (last in known.names or len(known.members(owner)) < MIN_MEMBERS)
