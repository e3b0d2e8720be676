"""The names that stand where one does in the other items of its list, or in the other rows of its table."""

from __future__ import annotations

from itertools import islice

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.known import WORDS
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.known import Known
    from tfexplore.answers.verifying.page import Page

#: Lines above and below that are looked at.
MAX_LINES = 60
#: Items above and below whose numbers are looked at.
MAX_ITEMS = 12
#: Lines above and below of items that are next to one.
NEXT = 4
#: As many names of the tree make a list one of its names.
ENOUGH = 3

#: What stands between the names of an enumeration: perhaps the line of each in brackets.
_BETWEEN = regex(
    r"[`*\s]*(?:[(（][^()（）]{1,24}[)）])?[`*\s]*"
    r"(?:[,，、;；/]\s?(?:and |or |以及|和|与|及)?|and |or |以及|和|与|及)[`*\s]*"
)
_ITEM = regex(r"(\s*)(?:[-*+]|\d+[.)])\s+[`*\[]*")


def named_like(page: Page, one: Citation) -> list[Citation]:
    """The names that are first in the other items of the list, or in the same cells of the other rows of the table."""
    head = page.text_lines[one.line - 1][: one.column - 1]
    place = _place(head)
    if place is None:
        return []
    found = []
    for step in (-1, 1):
        for number in _lines(page, one.line, step, place):
            for other in page.on(number):
                if other.kind in ("symbol", "op") and _place(page.text_lines[number - 1][: other.column - 1]) == place:
                    found.append(other)
                    break
    return found


def enumerated_with(page: Page, one: Citation) -> list[Citation]:
    """The names of the enumeration within a sentence that a name stands in: "`one` (12), `another`, and `a third`".

    It may go on over the lines of a paragraph.
    """
    names = [other for other in page.near(one) if other.kind in ("symbol", "op") and other.block == one.block]
    at = next((number for number, other in enumerate(names) if other is one), None)
    if at is None:
        return []
    first = last = at
    while first and _follows(page, names[first - 1], names[first]):
        first -= 1
    while last + 1 < len(names) and _follows(page, names[last], names[last + 1]):
        last += 1
    return [other for other in names[first : last + 1] if other is not one]


def akin(page: Page, one: Citation, others: Sequence[Citation]) -> list[Citation]:
    """Those of some names that the tree has and that begin or end with the same word as a name of several words."""
    words = WORDS.findall(one.target)
    alike = [(other, WORDS.findall(other.target)) for other in (others if len(words) > 1 else ())]
    ends = [other for other, others in alike if others[:1] == words[:1] or others[-1:] == words[-1:]]
    return [other for other in ends if page.known.explains(other.target)]


def _follows(page: Page, one: Citation, other: Citation) -> bool:
    """Whether nothing but a sign of a list stands between two names, on one line or where that was wrapped."""
    if other.line > one.line + 1:
        return False
    text = page.text_lines[one.line - 1]
    if other.line == one.line:
        return _BETWEEN.fullmatch(text[one.end_column : other.column - 1]) is not None
    if text.lstrip().startswith("|"):
        return False
    wrapped = f"{text[one.end_column :].rstrip()} {page.text_lines[other.line - 1][: other.column - 1].lstrip()}"
    return _BETWEEN.fullmatch(wrapped) is not None


def lines_listed_with(page: Page, one: Citation) -> list[int]:
    """The positions of the cited lines that are in the other items of a list."""
    if _ITEM.match(page.text_lines[one.line - 1]) is None:
        return []
    lines = [number for step in (-1, 1) for number in islice(_lines(page, one.line, step, ("-", 0)), MAX_ITEMS)]
    return [at for number in lines for at, _ in page.positions(number)]


def lines_of_items_beside(page: Page, line: int) -> list[int]:
    """The lines of a list's items next to the one that begins on a line; none for a line that begins no item."""
    if _ITEM.match(page.text_lines[line - 1]) is None:
        return []
    return [number for step in (-1, 1) for number in islice(_lines(page, line, step, ("-", 0)), NEXT)]


def _lines(page: Page, line: int, step: int, place: tuple[str, int]) -> Iterator[int]:
    for number in range(line + step, line + step * MAX_LINES, step):
        text = page.text_lines[number - 1] if 0 < number <= len(page.text_lines) else "#"
        if place[0] == "|" and not text.lstrip().startswith("|"):
            return
        if place[0] != "|" and text.strip() and not (_ITEM.match(text) or text[:1].isspace()):
            return
        yield number


def _place(head: str) -> tuple[str, int] | None:
    """Where the text before a name puts it: the kind of list with its depth, or the cell; None in a sentence."""
    if head.lstrip().startswith("|"):
        return ("|", head.count("|")) if not head.rpartition("|")[2].strip(" `*[") else None
    item = _ITEM.fullmatch(head)
    return ("-", len(item[1])) if item else None


def among_the_trees(known: Known, page: Page, one: Citation, told: bool) -> bool:
    """Whether a name stands in a list of names that the tree has, so that it is said to be one as well.

    Unless all files were searched for it (`told`), the others must be definitions of one file, as it would be, too.
    """
    peers = [other for other in named_like(page, one) if other.target != one.target] or enumerated_with(page, one)
    places = [page.meant(other.target) for other in peers]
    # Constants of C++ are in files and in no index.
    unlisted = sum(
        told and not found and bool(known.stands(other.target)) for other, found in zip(peers, places, strict=True)
    )
    strange = sum(not found for found in places) - unlisted
    ours = [
        {place.path for place in found if place.kind in ("class", "function", "method")} for found in places if found
    ]
    if len(ours) + unlisted < ENOUGH or strange * 4 > len(ours) + unlisted:
        return False
    return told or (not strange and set.intersection(*ours) != set())
