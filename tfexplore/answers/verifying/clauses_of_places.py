"""What of a sentence is said of a place that it cites, and whether that is said of its lines at all."""

from __future__ import annotations

import re
from itertools import pairwise

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, markdown, wording
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.folder_drawings import INSTALLED
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page

#: The end of a clause right behind a place: what follows is said of something else.
CLOSES_CLAUSE = regex(
    r"[`*)）\]]*\s?[,，;；]|[`*]*[)）][`*]*\s(?:and|but|while|whereas|then)\b|[`*]*[)）][`*]*\s?(?:和|而|并|但)"
)
#: A line of a log or the frame of a stack, whose place says where it comes from.
_LOGGED = regex(r"\d\d:\d\d:\d\d|\bFile \"|^\s*[IWEF] ")
#: What ends a sentence in brackets.
_CLOSED = regex(r"[.。][)）](?=\s|$)")
#: What speaks of a remark, whose words are its own, or of what was said before.
_APART = regex(r"\b(?:comments?|remarks?|docstrings?|TODOs?|notes?)\b|\bthe same\b|\bsee also\b|注释|说明|同样", re.I)
#: What a place is said to do, as `wording.acts` knows it in Chinese.
_ACTS = regex(
    r"[`*]*\s(?:only |also |then |just )?(?:calls|sets|returns|checks|reads|creates|passes|uses|makes|writes|raises"
    r"|registers|builds|takes|asks|adds|does|has|is|says|tests|loops|gives|runs|waits|copies|skips|throws|stops|turns|keeps)\b"
)
#: What may count lines.
A_COUNT = regex(r"\d+\s?行")
#: The address of a link whose text a place is.
ADDRESS = regex(r"[`*]{0,2}\]\((?P<address>[^()\s]{1,300})\)")
#: What stands between a place and what it registers, calls or sets.
DOES = regex(
    r"[`*]*\s(?:only |also |then |just )?"
    r"(?:calls|sets|reads|creates|makes|registers|builds|adds|declares|defines|checks|returns)\s(?:the\s)?`"
)
#: What says before a name that lines are beside it, or without it.
BESIDE_IT = regex(
    r"\b(?:after|before|behind|until|without|not|no|unlike|than|instead of|besides?|never)\b[^.;,(`]{0,30}[`*]*\Z"
    r"|(?:不|没|无|非|之后|之前|除了)[^。；，（`]{0,12}[`*]*\Z",
    re.I,
)
#: Lines from one on; and a place in brackets, which is of the sentence before.
_FROM = regex(r"\bfrom\s(?:lines?\s|l\.\s)?[`*]*\Z|[从自](?:第\s?)?[`*]*\Z", re.I)
#: "It is at", 它在, which says of what was named before where that is.
_IT_IS_AT = regex(
    r"\s*(?:(?:It|This|That)(?:'s| is| lives| sits)?(?: defined| declared)? (?:in|at)"
    r"|[它其](?:的?定义|的?实现)?(?:就|定义|实现)?(?:在|位于))\s?[`*]*"
)
_IN_BRACKETS = regex(r"\s*[(（\[][`*\s]*(?:see\s)?[`*]*", re.I)


def parts(text: str) -> Iterator[tuple[int, int]]:
    """Where the sentences of a paragraph begin and end, those in brackets as well, or the rows of a table."""
    code = [span.span() for span in markdown.SPAN.finditer(text)]
    closed = [match.end() for match in _CLOSED.finditer(text)]
    closed = [at for at in closed if not any(begins < at < ends for begins, ends in code)]
    for first, last in prose.sentences_or_rows(text):
        yield from pairwise([first, *[at for at in closed if first < at < last], last])


def tells_nothing(text: str, part: tuple[int, int], place: tuple[int, int]) -> bool:
    """Whether a part of a text with a place says nothing of its lines themselves.

    It is a log, a proposal, on a remark there, or goes on from these lines; or the place is the sentence's before.
    """
    (first, last), (at, behind) = part, place
    if _LOGGED.search(text, first, last) or _APART.search(text, first, last) or disclaimers.proposed(text[first:last]):
        return True
    if _FROM.search(text, first, at) or _IN_BRACKETS.fullmatch(text, first, at) or _IT_IS_AT.fullmatch(text, first, at):
        return True
    return wording.goes_on_below(text[behind:last])


def does_something(behind: str) -> bool:
    """Whether a place is said to do what stands behind it: "`x.cc:12` calls …"."""
    address = ADDRESS.match(behind)
    behind = behind[address.end() :] if address is not None else behind
    return any(pattern.match(behind) for pattern in (_ACTS, DOES)) or wording.acts(behind)


def is_left_alone(page: Page, one: Citation) -> bool:
    """Whether lines are another revision's, those of the block below, or of a link, which says what it is of.

    So are those that an error has of a file which it found installed, where somebody has made a node.
    """
    if one.text.startswith("http") or INSTALLED.search(one.text) is not None:
        return True
    return page.is_of_another_revision(one) or page.is_quoted_below(one)
