"""Names and numbers that a document lists and says of one another in turn: "`f` and `g` (x.cc:12 and :34)"."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import vocabulary
from tfexplore.answers.verifying import prose
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page

#: What joins the places of a list, and a number that goes on with one.
_JOINS = r"[`*)）]*\s?(?:[,，、/]\s?(?:and |和|与)?|(?:and|or|和|与|及|以及)\s?)(?:at |line |第\s?|在)?"
_JOINED = regex(_JOINS + r"[`*(（]*", re.A)
_NEXT = regex(_JOINS + r"[`*(（]*(?:[\w./-]+\.\w{1,5})?(?::|\#?L)?(\d{1,6})(?![\w.]\w)(?:\s?行)?", re.A)
#: How a citation ends that is of two lines and not of those from one to the other.
TWO = regex(r"\d\s?行?\s?(?:and|和|与|[,，、/])\s?第?\s?L?(\d+)\D*\Z")


def listed_with(page: Page, name: Citation) -> list[Citation]:
    """The names of a list that ends with one, as in "`A` and `B` are at x.cc:1 and :2", and those of its row."""
    text = page.text_lines[name.line - 1]
    listed: list[Citation] = []
    last = name
    before = [one for one in page.on(name.line) if one.column < name.column]
    if prose.wrapped(page.text_lines, name.line):
        before = [*page.on(name.line - 1), *before]
    for other in reversed(before):
        own = page.text_lines[other.line - 1]
        between = own[other.end_column : last.column - 1]
        if other.line != last.line:
            between = f"{own[other.end_column :].rstrip()} {text[: last.column - 1].lstrip()}"
        if other.kind not in ("symbol", "op") or page.is_tied(other) or not vocabulary.LISTED.fullmatch(between):
            break
        listed.append(other)
        last = other
    if text.lstrip().startswith("|"):
        # The place may be of what the row is of, whatever the cell before it lists.
        cell = text.find("|", text.find("|") + 1)
        first = [one for one in page.on(name.line) if one.column <= cell and one.kind in ("symbol", "op")]
        listed += [one for one in first if one is not name and one not in listed]
    return listed


def numbers_of(page: Page, one: Citation) -> list[int]:
    """The numbers of a list of lines that begins with a citation; none for one that is of lines from one to another."""
    numbers = [one.start]
    two = TWO.search(one.text)
    if two is not None:
        numbers.append(int(two[1]))
    elif one.end != one.start:
        return []
    row = page.text_lines[one.line - 1]
    at = one.behind
    while (match := _NEXT.match(row, at)) is not None:
        numbers.append(int(match[1]))
        at = match.end()
    return numbers


def goes_on(page: Page, one: Citation) -> bool:
    """Whether a place, or a file, goes on with the list that another one begins."""
    before = [other for other in page.on(one.line) if other.kind == one.kind and other.column < one.column]
    if not before:
        return False
    last = before[-1]
    end = last.behind
    return _JOINED.fullmatch(page.text_lines[one.line - 1][end : one.column - 1]) is not None
