"""Lines that are cited right behind a text in quotation marks: `"The loom is cold" (loom.cc:120)`.

Such a line is one of the statement with the text, or of the condition above that. So is one of a remark that is said to
have the text: "the comment at `loom.cc:12` says “cold looms are slow”". The index knows the statements that raise an
error or write a log line by hashes of their texts; with a tree any other text is looked for in the file, over lines.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: Lines above a statement at which what it depends on may begin, and lines below it.
ABOVE, BELOW = 8, 3
#: Letters before a place that are read, and files of one name.
MAX_LETTERS, MAX_FILES = 1_000, 4
#: A text in quotation marks with nothing but a place behind it.
_TEXT = regex(
    r"(?:`?\"(?P<plain>[^\"\n`]{10,200}(?:\n[^\"\n`]{1,200})?)\"`?|[“「](?P<curly>[^“”「」\n`]{10,200})[”」])"
    r"[)）]?[,，]?\s?(?:[(（]\s?)?(?:(?:at|see|in)\s|[见在]\s?)?[`\[]{0,2}\Z"
)
#: The same of a text that is marked as code, where it is said to be printed there.
_PRINTED = regex(
    r"`(?P<plain>[^`\n]{10,200})`[,，]?\s?(?:[—–-]{1,2}\s?)?(?:(?:and|which)\s)?(?:(?:it|that|this)(?:'s|’s|\sis)\s|(?:is|was|gets)\s)?"
    r"(?:printed|logged|written|raised|emitted|thrown|reported)\s(?:from|at|in|by)\s[`\[]{0,2}\Z"
)
#: The same with what becomes of it: ""it is cold" is appended, see loom.cc:12", "it is cold" 会被追加，见 loom.cc:12.
_TOLD = regex(
    r"(?:\"(?P<plain>[^\"\n`]{10,200}(?:\n[^\"\n`]{1,200})?)\"|[“「](?P<curly>[^“”「」\n`]{10,200})[”」])"
    r"(?:\s(?:is|was|gets|are)\s(?:\w+\s?){1,5}|\s?(?:会)?被?(?:追加|加上|打印|写入?|报出?|抛出)\w{0,6})"
    r"[,，]?\s?(?:[(（]\s?)?(?:(?:see|at|in)\s|[见在]\s?)[`\[]{0,2}\Z"
)
#: A text right behind a place in brackets, with the word that says that it is raised there.
_RAISED_THERE = regex(
    r"[`*)\]]*[)）]\s(?:with(?:\sthe\s(?:message|text))?|says?|saying|and\ssays|报|抛出)\s?"
    r"(?:`?\"(?P<plain>[^\"\n`]{10,200}(?:\n[^\"\n`]{1,200})?)\"`?|“(?P<curly>[^“”\n`]{10,200})”)"
)
#: The same of several plain words that are marked as code.
_WORDS = regex(
    r"`(?P<plain>[A-Za-z][\w'-]*(?: [\w'’(),.;:!%/=-]+){2,24})`[)）]?\s?(?:[,，]|[—–-]{1,2})?\s?"
    r"(?:[(（]\s?(?:same file,?\s|原文)?)?(?:(?:at|see|in|on)\s|[见在]\s?)?[`\[]{0,2}\Z",
    re.A,
)
#: A text that a line is said to have, or a remark on it: 的注释说 “it is cold”.
_SAYS = regex(
    r"[`*)\]]*[)）]?\s?(?:里|中)?的?\s?(?:\w{0,4}(?:注释|说明|文字)|NOTE|TODO)?\s?(?:里|中)?(?:也|就|还)?"
    r"(?:说|写着|写道|写明|解释说|写的是|says?|reads?|raises?|throws?|reports?|logs?|prints?|报出?|抛出?|(?=[:：]))[:：,，]?\s?"
    r"(?:\"(?P<plain>[^\"\n]{10,200}(?:\n[^\"\n]{1,200})?)\"|[“「](?P<curly>[^“”「」\n]{10,200})[”」]"
    r"|`(?P<code>[^`\n]{10,200})`)",
)
#: A remark whose text stands in brackets behind its place: "the comment in `loom.h:12` ("it is cold")".
_COMMENT_AT = regex(r"\bcomments?\s(?:at|in|on|of)\s[`\[]*\Z|(?:注释|说明)(?:在|见)\s?[`\[]*\Z", re.I)
_IN_BRACKETS = regex(r"[`*)\]]*\s?[(（]\s?[\"“](?P<plain>[^\"”\n]{10,200})[\"”]\s?[)）]")
#: The error before its text: "LookupError: no such loom".
_ERROR = regex(r"\A(?:\w+\.)*[A-Z]\w*(?:Error|Exception|Warning)?:\s", re.A)
#: What is written between the words of a text, and what stands for others in it.
_SIGNS = regex(r"[\s\"'`\\“”]|//+|(?<!\w)#|\*")
_LEFT_OUT = regex(r"\.\.\.|…|%[sdifgl]+|\[[^\]]*\]|<[^>]*>|\{[^}]*\}")
#: What stands between the quotation marks of two attributes of HTML.
_TAGGED = regex(r"\A\s?>|</?\w{1,8}>|\shref=\Z")
_OPENS = regex(r"\s?[(（]\s?[`*\[]*")
#: Letters of a text that is looked for over lines.
LEAST = 12
#: Where the clause begins that tells of a text: what one before it denies is something else.
_CLAUSE = regex(r"[,，;；:：]|而是|\b(?:but|and)\b", re.I)
_BLANKS = regex(r"\s+")
_OTHERWISE = otherwise("no|without|used to|instead of", "不(?!同)|没", ours=False)


class MessagesAt(Check):
    """The checks of such lines."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._squeezed: dict[str, tuple[str, list[int]]] = {}

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every line that is far from all statements of its file with the text."""
        for paragraph in self.page.paragraphs:
            if not any(mark in paragraph.text for mark in ('"', "”", "」", "`")):
                continue
            for number in paragraph.numbers:
                for one in self.page.on(number):
                    if one.kind == "path:line" and not one.fenced:
                        yield from self._checked(paragraph, one)

    def _checked(self, paragraph: Paragraph, one: Citation) -> Iterator[Verdict]:
        at = paragraph.offset(one.line, one.column)
        before = paragraph.text[max(0, at - MAX_LETTERS) : at]
        said = _TEXT.search(before) or _PRINTED.search(before) or _WORDS.search(before) or _TOLD.search(before)
        behind = paragraph.offset(one.line, one.behind + 1)
        for pattern in (_RAISED_THERE, _SAYS, *([_IN_BRACKETS] if _COMMENT_AT.search(before) else ())):
            said = said or pattern.match(paragraph.text, behind)
        text = _BLANKS.sub(" ", next(filter(None, said.groups()))) if said is not None else ""
        text = _ERROR.sub("", text)
        if said is None or one.supposed or " " not in text or _TAGGED.search(text):
            return
        ahead = said.string is before
        if not ahead and self._has_its_own(paragraph, said.end()):
            return
        files = self.page.files_meant(one)
        sentence = prose.begun(before[: said.start()] if ahead else before)
        clause = _CLAUSE.split(sentence)[-1]
        if (
            not 0 < len(files) <= MAX_FILES
            or _OTHERWISE.search(clause)
            or disclaimers.proposed(sentence if ahead else clause)
            or self.page.strangers(one)
        ):
            return
        having = {path: found for path in files if (found := self._statements(text, path))}
        if not having and one.unnamed and self.known.has_tree:  # of the only file that the document cites with it
            others = {path: found for path in self.page.files_named if (found := list(self._over_lines(text, path)))}
            having = others if len(others) == 1 else {}
        every = [place for there in having.values() for place in there]
        if not every or any(begin - ABOVE <= one.end and one.start <= end + BELOW for begin, end in every):
            return
        path, there = next(iter(having.items()))
        first, last = min(there, key=lambda each: abs(each[0] - one.start))
        where = Location(path, first, last)
        detail = f'"{text[:60]}" is at line {first}'
        yield self.page.moved(one, where, detail)

    def _has_its_own(self, paragraph: Paragraph, end: int) -> bool:
        """Whether a text that ends somewhere has its own place behind it: "`f` (x.cc:3): `it is cold` (x.cc:9)"."""
        opened = _OPENS.match(paragraph.text, end)
        return opened is not None and any(at == opened.end() for at, _ in self.page.cited_in(paragraph))

    def _statements(self, text: str, path: str) -> list[tuple[int, int]]:
        """The lines of a file's statements that have a text, each first and last, or those with it anywhere else."""
        read = self.known.lines if self.known.has_tree else None
        sites = [site.location for site in self.page.raised.holding(text.strip(), read) if site.location.path == path]
        if sites:
            return [(where.line, where.end_line) for where in sites]
        return list(self._over_lines(text, path)) if self.known.has_tree else []

    def _over_lines(self, text: str, path: str) -> Iterator[tuple[int, int]]:
        """The lines on which a text stands, whatever signs and ends of lines are between its words."""
        wanted = max((_SIGNS.sub("", part) for part in _LEFT_OUT.split(text)), key=len)
        if path not in self._squeezed:
            lines = [_SIGNS.sub("", line.decode("utf-8", "replace")) for line in self.known.lines(path)]
            self._squeezed[path] = "".join(lines), [0, *accumulate(map(len, lines))]
        whole, starts = self._squeezed[path]
        at = whole.find(wanted) if len(wanted) >= LEAST else -1
        while at >= 0:
            yield bisect_right(starts, at), bisect_right(starts, at + len(wanted) - 1)
            at = whole.find(wanted, at + 1)
