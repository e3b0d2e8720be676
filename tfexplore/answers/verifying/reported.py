"""Errors that a document's text says a message is of: "it returns `errors::Internal` ("The needle has no thread")".

The index knows which error a statement raises, and has hashes of its text; with a tree the text itself is read, so that
a document may give a part of it.
"""

from __future__ import annotations

import re
from itertools import pairwise

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.model import ERROR_CODES
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: Letters between an error and a text that is said to be its.
MAX_BETWEEN = 50

_ERROR = regex(
    r"`(?:(?:tf\.|tensorflow::)?errors(?:_impl)?(?:::|\.))?(?P<name>[A-Z]\w+?)(?P<python>Error)?(?:\(\))?`", re.A
)
_TEXT = regex(r"`?(?:\"([^\"\n`]{14,300})\"|“([^”\n]{14,300})”|「([^」\n]{14,300})」)`?")
#: One that goes on in the next line: from the last quotation mark of a line to the first of the next.
_OPENED = regex(r"[\"“「][^\"“”「」`]{3,200}\Z")
_CLOSED = regex(r"(?P<text>[^\"“”「」`]{3,200})(?P<mark>[\"”」])")
_CLOSES = {'"': '"', "“": "”", "「": "」"}
#: A text that is marked as code, without quotation marks: three words at least, and nothing that code has.
_TEXT_AS_CODE = regex(r"[A-Za-z][\w,.:'% /-]{13,300}")
#: What stands between them, whichever comes first.
_BEHIND = regex(
    r"[\s,，:：(（]*(?:(?:with|and|status|code|saying|which says|whose|the|a|message|text|error|is|of|that|i\.e\."
    r"|错误|消息|信息|文本|内容|开头|为|是|并|提示|报错?)[\s,，:：(（]*)*",
    re.I,
)
_BEFORE = regex(
    r"[\s,，:：)）]*(?:(?:is|as|an?|the|that|which|error|returned|raised|comes?|reported|fails?|with|by|and|of|has|its|code|status"
    r"|是|报|属于|返回|抛出|的|错误|对应|错误码|状态码|状态|码|为|用|以)[\s,，:：(（]*)*",
    re.I,
)
#: What makes it another statement, so many letters before the first of the two.
_OTHERWISE = otherwise("will|may")
BEFORE = 50
#: Blanks in a text that is marked as code.
MIN_BLANKS = 3
#: The codes in capital letters, without what joins their words.
_CODES = frozenset([code.upper() for code in ERROR_CODES])
#: Errors of Python that what C++ returns becomes while a graph is built.
_PYTHONS = frozenset(
    ["Value", "Type", "Lookup", "Runtime", "Key", "Index", "Attribute", "Assertion", "OS", "IO", "Name"]
)


class Reported(Check):
    """The checks of errors that texts are said to be of."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every error that is not that of the statement with its text."""
        for one in self.page.paragraphs:
            text = one.text
            for span in markdown.SPAN.finditer(text) if "`" in text and ("rrors::" in text or "raise " in text) else ():
                yield from self._statement(one, span)
            if "`" not in text:
                continue
            errors = [error for error in _ERROR.finditer(text) if _names_one(error)]
            for begin, end, said in _texts(text) if errors else ():
                for error in errors:
                    if error.end() <= begin and begin - error.end() <= MAX_BETWEEN:
                        tied = _BEHIND.fullmatch(text, error.end(), begin)
                    elif end <= error.start() and error.start() - end <= MAX_BETWEEN:
                        tied = _BEFORE.fullmatch(text, end, error.start())
                    else:
                        continue
                    first = min(error.start(), begin)
                    if tied is not None and not _OTHERWISE.search(text, max(0, first - BEFORE), first):
                        yield from self._judged(one, error, said)

    def _statement(self, one: Paragraph, span: re.Match[str]) -> Iterator[Verdict]:
        """A verdict on `errors::X("text", …)` where the statement with that text makes another error."""
        found = self.page.raised.otherwise(span[2])
        line = markdown.SPAN.sub("`", self.page.text_lines[one.at(span.start(2))[0] - 1])
        if found is None or _OTHERWISE.search(line) or disclaimers.foreign(line) or disclaimers.absent(line):
            return
        _, error, site = found
        cited = one.cited(span.start(2), span[2], error)
        where = f"line {site.location.line} of {site.location.path} raises {site.error}, and not {error}"
        yield self.page.verdict(cited, "differs", site.location, (), where)

    def _is_a_function(self, name: str) -> bool:
        """Whether what is called as an error is a function of the tree, which reports one: `SetComputeError`."""
        if name in ERROR_CODES:
            return False  # XLA has functions that are called as the codes are
        kinds = {place.kind for place in self.known.places(name.rpartition("::")[2].rpartition(".")[2])}
        return bool(kinds) and kinds <= {"function", "method"} and "::" not in name

    def _judged(self, one: Paragraph, error: re.Match[str], said: str) -> Iterator[Verdict]:
        cited = one.cited(error.start() + 1, error[0].strip("`"))
        line = _TEXT.sub("", markdown.SPAN.sub("`", self.page.text_lines[cited.line - 1]))
        if disclaimers.proposed(line) or self._is_a_function(cited.target):
            return
        # "... unknown device.": what stands first is a value.
        read = self.known.lines if self.known.has_tree else None
        sites = self.page.raised.holding(said, read) or self.page.raised.holding(said.strip(" .…"), read)
        if not sites or any(_is_of(site.error, error) for site in sites):
            return
        site = sites[0]
        where = f"line {site.location.line} of {site.location.path} raises {site.error}"
        yield self.page.verdict(cited, "differs", site.location, (), where)


def _texts(text: str) -> Iterator[tuple[int, int, str]]:
    """The texts of messages in a paragraph, each with where it begins and ends."""
    for said in _TEXT.finditer(text):
        yield *said.span(), next(filter(None, said.groups()))
    yield from _wrapped(text)
    for span in markdown.SPAN.finditer(text):
        if span[2].count(" ") >= MIN_BLANKS and "::" not in span[2] and _TEXT_AS_CODE.fullmatch(span[2]):
            yield *span.span(), span[2]


def _wrapped(text: str) -> Iterator[tuple[int, int, str]]:
    """The texts that a line break goes through."""
    at = 0
    for line, behind in pairwise(text.split("\n")):
        begins, ends = _OPENED.search(line), _CLOSED.match(behind)
        row = line.lstrip().startswith("|")
        if begins is not None and ends is not None and not row and _CLOSES[begins[0][0]] == ends["mark"]:
            said = f"{begins[0][1:].rstrip()} {ends['text'].lstrip(' >')}"
            if line.count('"', 0, begins.start()) % 2 == 0:
                yield at + begins.start(), at + len(line) + 1 + ends.end(), said
        at += len(line) + 1


def _names_one(error: re.Match[str]) -> bool:
    """Whether a name is that of an error, and not of what makes it."""
    name = error["name"]
    return bool(error["python"]) or name in ERROR_CODES or (name.isupper() and name.replace("_", "") in _CODES)


def _is_of(raised: str, error: re.Match[str]) -> bool:
    """Whether an error may be the one that a statement raises."""
    if not raised:
        return True
    if error["python"] and error["name"] in _PYTHONS and not raised.endswith("Error"):
        return True
    name = error["name"]
    if name.isupper():  # as the codes are called: `NOT_FOUND`
        return raised.removesuffix("Error").upper() == name.replace("_", "")
    return raised.removesuffix("Error") == name
