"""Whether a place that stands behind a name is that name's: what the sentence has before it may say that it is not."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.rows import begins_another
from tfexplore.answers.verifying.spelling import parts_of
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page

#: "The inputs are cleared before `A`, at x.cc:12": something else is there, and `A` is next to it.
_WHEN = regex(
    r"(?:\b(?:before|after|until|till|once|prior to|ahead of|following|preceding|instead of|rather than|without|unlike)"
    r"(?:\s(?:the|a|an|any|each|every|calls?|calling|to|next|first|last|running|entering|reaching|returning|from)){0,3}"
    r"|先于|早于|晚于|不同于|而不是)\s?[`*\[]*\Z",
    re.I,
)
_OPENED = regex(r"[(（]")
#: "`A` on `B` is at x.py:12": the member is meant, and not its class.
_MEMBER = regex(r"(?:\(\))?[`*]*\s(?:on|of|in|from|inside)\s(?:the |an? )?(?:class |struct |base )?[`*]*", re.I)
#: The last number that a clause says before a place, with its unit: "the limit is 64 elements (x.cc:37)".
_NUMBER_SAID = regex(
    r"(?<![\w.:#/-])(?P<number>\d[\d,]{0,18}(?:\.\d{1,9})?)(?![\w.:/-]*\d)(?:[^\d,.;，。；]|[,，](?=\s?(?:see|at|见))){0,40}\Z"
)
#: What is more than a name, in code of some length.
SAID_LETTERS = 8
#: Code right behind a place: "(line 12: `int threads = 2;`)".
_SAID_BEHIND = regex(r"`?\s?[:：,，]\s?`([^`\n]+)`")
#: Lines that are read for such code.
FEW_LINES = 3
_MORE = regex(r"[^\w\s.:]")
_SENTENCE_END = regex(r"[.!?]\s|[。！？]")
#: "The variant one, too, calls `A` (x.h:173)": where it does may be meant.
_USED = regex(
    r"(?:\b(?:(?:re)?uses?|using|calls?|calling|invokes?|runs|via|through)"
    r"|\b(?:goes|falls?|delegates?|forwards?)(?: back)? to"
    r"|走|调用|使用|复用|用|转[到给]|交给|落到|委托给?)\s?(?:the |an? )?[`*\[]*\Z",
    re.I,
)
_NUMBER = regex(r"(?<![\w.\"'])\d+(?:\.\d+)?(?=[uUlLfF]{0,3}(?![\w.\"']))", re.A)


#: What says that a place is one of something else: "(x.h:173 的特化)".
_OF_ITSELF = regex(r"[`\])）]{0,3}(?:'s\s|\s?的)")


def is_beside(before: str, between: str) -> bool:
    """Whether a name is only what a sentence tells the time of a place by; a place in brackets is the name's."""
    return _WHEN.search(before[-80:]) is not None and _OPENED.search(between) is None


def is_member_of(member: Citation, owner: Citation, text: str) -> bool:
    """Whether of two names of a line the first is said to be the second one's."""
    names = member.kind == "symbol" and owner.kind in ("symbol", "op")
    return names and _MEMBER.fullmatch(text, member.end_column, owner.column - 1) is not None


def is_a_use(page: Page, one: Citation, name: Citation, path: str) -> bool:
    """Whether a place may be where something uses a name, which is what the sentence says that it does."""
    if _USED.search(prose.before(page.text_lines, name.line, name.column)[-60:]) is None:
        return False
    known = page.known
    bodies = [s for s in known.inside(path) if s.location.line <= one.start and one.end <= known.end_of(s)]
    if not bodies:
        return False
    around = min(bodies, key=lambda symbol: known.end_of(symbol) - symbol.location.line)
    if one.start == around.location.line and not _OF_ITSELF.match(page.text_lines[one.line - 1], one.end_column):
        return False  # the first line of something else, which is no place of a use
    body = b"\n".join(known.lines(path)[around.location.line - 1 : known.end_of(around)])
    word = parts_of(name.target)[-1]
    return word != parts_of(around.name)[-1] and stands(word, body)


def is_next_to_only(page: Page, one: Citation, files: Sequence[str], name: Citation) -> bool:
    """Whether a row's place is next to a name of it at most, and the first line of what is none of the row's."""
    row = page.text_lines[one.line - 1].lstrip().startswith("|")
    if not row or one.start != one.end or len(files) > 1:
        return False
    names = [parts_of(other.target)[-1] for other in page.on(one.line) if other.kind in ("symbol", "op")]
    word = parts_of(name.target)[-1]
    if not all(begins_another(page.known, each, files[0], one.start) for each in (*names, word)):
        return False
    return not any(stands(word, line) for line in page.known.lines(files[0])[one.start - 1 : one.start])


#: A word of code right before the bracket of a place.
_CALLED_BEFORE = regex(
    r"(?<!\w)(\w*(?:[a-z]\d|\d[a-z]|[a-z][A-Z]|\w_\w)\w*)(?:\(\))?[`*]*\s?[(（][`*\[]*(?:lines?\s|第\s?)?\Z", re.A
)


def says_what_is_there(page: Page, one: Citation, path: str) -> bool:
    """Whether a place is where the number or the code stands that its clause says, and need not be the quotation's."""
    if one.end - one.start >= FEW_LINES or not page.known.has_tree:
        return False
    lines = page.known.lines(path)[one.start - 1 : one.end]
    code = "\n".join([line.decode("utf-8", "replace").partition("//")[0] for line in lines])
    clause = _SENTENCE_END.split(prose.before(page.text_lines, one.line, one.column))[-1]
    behind = _SAID_BEHIND.match(page.text_lines[one.line - 1], one.end_column)
    parts = [*clause.split("`")[1::2], *([behind[1]] if behind is not None else [])]
    written = [part for part in parts if len(part) >= SAID_LETTERS and _MORE.search(part)]
    row = page.text_lines[one.line - 1]
    ended = _SENTENCE_END.search(row, one.end_column)
    if ended is not None and row[ended.end() :].strip():  # another sentence introduces the quotation
        spans = row[one.end_column : ended.start()].lstrip("`*").split("`")[1::2]
        written += [part for part in spans if len(part) >= SAID_LETTERS]
    if any("".join(part.split()) in "".join(code.split()) for part in written):
        return True
    called = _CALLED_BEFORE.search(clause)
    if called is not None and stands(called[1], code.encode()):
        return True  # "it uses Im2col (line 69)"
    said = _NUMBER_SAID.search(clause[-120:])
    if said is None or len(lines) != 1:
        return False
    wanted = float(said["number"].replace(",", ""))
    return any(float(number[0]) == wanted for number in _NUMBER.finditer(code))
