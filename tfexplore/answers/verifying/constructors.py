"""Lines that are said to be of a class's constructor: "the constructor of `Loom` begins at loom.cc:12"."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.verifying.declared import FUNCTIONS
from tfexplore.answers.verifying.heads import NEAR_LINES, is_head_of_what_it_uses, near_head
from tfexplore.answers.verifying.next_to import between
from tfexplore.answers.verifying.spelling import parts_of
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import Symbol

#: "The constructor in", 构造函数的实现在, right before a place.
_ALONE = regex(
    r"\bconstructor(?: itself)?(?: is| lives| sits)? (?:in|at|on) (?:lines? )?[`*]*\Z"
    r"|构造函数的?(?:实现|定义)?(?:在|位于|见)\s?(?:第\s?)?[`*]*\Z"
)
#: "The constructor of", right before the name of the class.
_OF_CLASS = regex(r"\b(?:[Cc]onstructor|ctor) of (?:the )?(?:class )?[`*]*\Z")
#: What stands between the name and the place: "(ctor at", "'s constructor (", 的构造函数里(.
_ITS = regex(
    r"[`*]*(?:['’]s)?\s?(?:[(（]\s?)?(?:(?:the|its) )?(?:constructor|ctor|的?构造函数)(?:里面?|中|内)?"
    r"(?:,? (?:is|begins|starts|lives|sits))?(?: (?:at|in|on))?\s?(?:[(（]|在|位于|见)?\s?(?:lines? |第\s?)?[`*\[]*"
)
_BEGINS = regex(r"\b(?:begins|starts)\b|\bctor at\b|开始|起始")


def said_of_one(page: Page, one: Citation, name: Citation, files: Sequence[str]) -> Verdict | None:
    """A verdict on lines that a sentence says are of the constructor of a class; None where it says no such thing."""
    if name.kind not in ("symbol", "op"):
        return None
    words = between(page, name, one)
    if _OF_CLASS.search(page.around(name)[0][-60:]) is None and _ITS.fullmatch(words) is None:
        return None
    made = [symbol for path in files for symbol in page.known.inside(path) if _makes(symbol, parts_of(name.target)[-1])]
    if not made:
        return None
    at_head = one.start == one.end and _BEGINS.search(words) is not None
    for symbol in made:
        head = symbol.location.line
        last = head if at_head else page.known.end_of(symbol)
        if head - NEAR_LINES <= one.end and one.start <= last + NEAR_LINES:
            return page.verdict(one, "found", Location(symbol.location.path, one.start, one.end))
    heads = page.known.class_places(parts_of(name.target)[-1]) if not at_head else []
    if any(near_head(one, place.line) for place in heads if place.path in files and one.start == one.end):
        return None  # the place of the class
    bodies = [place for place in page.meant(name.target) if place.path in files]
    if page.known.has_tree and any(is_head_of_what_it_uses(page.known, path, one.start, bodies) for path in files):
        return page.verdict(one, "found", Location(files[0], one.start, one.end))
    now = min((symbol.location for symbol in made), key=lambda where: abs(where.line - one.start))
    detail = f"the constructor is at line {now.line}"
    return page.moved(one, now, detail)


def of_another_function(page: Page, one: Citation, files: Sequence[str]) -> Verdict | None:
    """A verdict on "the constructor in x.cc:12" where another function begins, or in a module where none is near.

    None for any other place.
    """
    if one.start != one.end or len(files) != 1 or not _ALONE.search(page.around(one)[0][-60:]):
        return None
    heads = [s for s in page.known.inside(files[0]) if s.location.line == one.start and s.kind in FUNCTIONS]
    parts = [parts_of(symbol.name) for symbol in heads]
    made = [s for s in page.known.inside(files[0]) if parts_of(s.name)[-1] == "__init__"] if not heads else []
    ends = [(each.location.line - NEAR_LINES, page.known.end_of(each) + NEAR_LINES) for each in made]
    if made and not any(first <= one.start <= last for first, last in ends):
        now = min((symbol.location for symbol in made), key=lambda where: abs(where.line - one.start))
        detail = f"no constructor is there; one is at line {now.line}"
        return page.moved(one, now, detail)
    if not heads or any(len(each) < 2 or each[-1] in (each[-2], "__init__", "__new__") for each in parts):
        return None
    where = Location(files[0], one.start, heads[0].location.end_line)
    return page.verdict(one, "moved", where, (), f"{heads[0].name} begins at line {one.start}")


def _makes(symbol: Symbol, called: str) -> bool:
    """Whether a definition is the constructor of a class."""
    parts = parts_of(symbol.name)[-2:]
    return symbol.kind in FUNCTIONS and parts[0] == called and parts[-1] in (called, "__init__") and len(parts) > 1
