"""Cited lines on which nothing stands that a sentence could be about: blank ones, lone brackets, the licence.

"The stride is checked at x.cc:80" where line 80 is blank, whatever the sentence says: nobody cites such a line but who
says that it is one. Of lines whose file is not named with them, all files that the document names must have nothing.
Only a tree tells.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from operator import itemgetter

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import markdown, wording
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying import licences, prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.clauses_of_places import A_COUNT
from tfexplore.answers.verifying.related import Related, said_in
from tfexplore.answers.verifying.spelling import STRUCTURED, parts_of
from tfexplore.answers.verifying.straddling import Straddling
from tfexplore.answers.verifying.turns import TWO
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.related import Sentence
    from tfexplore.answers.verifying.verdicts import Verdict

#: Lines of a range that are looked at, and letters of a sentence.
MOST_LINES, LONGEST_SENTENCE = 40, 2_000
#: Lines of a range that is said to be no piece of code: of a longer one it does not matter where it begins and ends.
MOST_OF_A_PIECE = 120
#: Words of a sentence that tell whether it is about some lines.
ENOUGH_SAID = 3
#: Lines beside those that are cited in which what is meant may stand, and those in which a text of the sentence may.
BESIDE, OF_A_TEXT = 3, 9
#: How a text begins.
_TEXT = regex(r"[\"“`]([^\"“”`\n]{12})[^\"“”`\n]*[\"”`]")
#: What closes or opens something, or parts it, and says nothing itself.
_IDLE = regex(
    rb"[\s{}()\[\];,\\]*(?://\s*(?:namespace|end)\b.*|\}\s*//.*)?|\s*(?:public|private|protected)\s?:\s*"
    rb"|\s*(?:else|\}\s?else)\s?\{?\s*:?|\s*(?:\"\"\"|\*/|//|#)\s*|\s*namespace(?:\s\w+)? \{\s*|\s*try\s?:\s*"
)
_INCLUDES = regex(rb"\s*(?:#\s?include\s?[<\"]|import\s|from\s[\w.]+\simport\s|using\s)")
#: A text that speaks of such lines, or of something that is put there.
_OF_IDLE = regex(
    r"\b(?:blank|empty line|brac(?:e|ket)s?|closing|else|namespace|docstring|private|public|protected)\b"
    r"|\binsert|\b[Ss]ee also\b|\b[Tt]he same\b"
    r"|空行|空白|括号|插入|添加|加入|命名空间|\bleere?\s|\bKlammern?\b|\beinfüg"
)
#: What stands right before lines that only tell how far something goes, or what is beside it.
_BESIDE = regex(
    r"\b(?:ends?|until|behind|after|before|between|above|below|under|next to|near|around|from|past|to|put|add(?:ed)?"
    r"|append(?:ed)?|starts?|begins?|endet|bis|nach|vor|zwischen|hinter|unter|über|ab|beginnt|um|avant|après|derrière|devant|entre|jusqu'(?:à|aux?)|depuis|dès)"
    r"(?: (?:at|on|in|with|from|to|auf|bei|mit))?(?: (?:the|la|les))?(?: (?:lines?|ll?\.|Zeilen?|lignes?))?[\s`*(\[]*\Z"
    r"|\b(?:between|entre|zwischen)\b.{1,30}\b(?:and|et|und)(?: lines?)?[\s`*]*\Z"
    r"|(?:结束|结尾|末尾|截止|从|自|到|至)(?:于|在|到)?第?[\s`*（(]*\Z",
    re.I,
)
#: What stands right behind them.
_BETWEEN = regex(r"[`*\s行]*(?:之[间后前]|[后前下上]面|附近|以[后前下上]|为止|onwards?|and on)")
#: A file of the author's own, or of whoever speaks.
_OWN = regex(r"\b(?:its|my|our|your|his|her)\s(?:own\s)?\Z")
#: A name.
_NAME = regex(r"[A-Za-z_]\w{2,}", re.A)
#: What is to be written there.
_PUT = regex(r"\b(?:insert|add|put|append)(?:ed|s|ing)?\b|插入|添加|加上|\beinfüg")
#: A number in brackets behind code.
_IN_BRACKETS = regex(r"`\s?[(（]\Z")
_OF_INCLUDES = regex(
    r"\b(?:includ|import|head(?:er)?s?\b|depend|using\b|alias|pull|expos|export|offers?\b|names?pace|star\b|load(?:s|ed|ing)?\b|einbind|importier)|导入|引入|加载|载入|包含|头文件|依赖|起名|别名|名为",
    re.I,
)


class NothingThere(Check):
    """The checks of lines on which nothing stands; they need a tree."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._related = Related(page.around_lines)
        self._straddling = Straddling(page.known)

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on lines where nothing stands that could be meant."""
        for paragraph in self.page.paragraphs if self.known.has_tree else ():
            text = paragraph.text
            told = [(at, one, self._nothing(one, text, at)) for at, one in self.page.cited_in(paragraph)]
            wrong = [(at, one, what) for at, one, what in told if what]
            for sentence in prose.sentences_or_rows(text) if wrong else ():
                first, last = (bisect_left(wrong, at, key=itemgetter(0)) for at in sentence)
                for at, one, what in wrong[first:last]:
                    files = self._files(one, text[sentence[0] : sentence[1]])
                    if files and not self._is_explained(one, text, at, sentence, files):
                        yield self.page.verdict(one, "not found", Location(files[0], one.start, one.end), (), what)

    def _nothing(self, one: Citation, text: str, at: int) -> str:
        """What lines are that say nothing, in the file that was cited last; empty for others."""
        own = self._fitting(self.page.files_meant(one), one)
        what = self._what(own[0], one) if own else ""
        if not what or self.page.is_of_another_revision(one) or self.page.is_quoted_below(one):
            return ""  # of lines that a file does not have there are other checks
        number = one.unnamed and one.text.isdigit() and not _IN_BRACKETS.search(text, max(0, at - 6), at)
        return "" if number or (one.unnamed and A_COUNT.fullmatch(one.text)) else what

    def _files(self, one: Citation, sentence: str) -> list[str]:
        """The files that lines may be of; none where in one of them they may be what a sentence is about."""
        files = self._fitting(self.page.files_meant(one), one)
        if one.unnamed:
            files = self._fitting(self.page.perhaps.of(one), one)
        said = said_in(sentence)
        if one.start < one.end and not said.words:
            return []  # a place alone
        meant = (path for path in files if not self._what(path, one))
        return [] if any(self._may_be(path, one, said) for path in meant) else files

    def _may_be(self, path: str, one: Citation, said: Sentence) -> bool:
        """Whether lines of a file of which nobody says that they are its own may be those of a sentence."""
        told = len(said.words) >= ENOUGH_SAID and path not in self.page.files_meant(one)
        return not told or self._related.are_near(path, one.start, one.end, said)

    def _fitting(self, files: Iterable[str], one: Citation) -> list[str]:
        """The files that have so many lines."""
        return [path for path in files if one.end <= len(self.known.lines(path))]

    def _what(self, path: str, one: Citation) -> str:
        """What lines of a file are that say nothing; empty for others.

        Of the licence other checks know. The last line may be cited for how many there are.
        """
        lines = self.known.lines(path)
        cited = lines[one.start - 1 : one.end]
        ranged = 1 < len(cited) <= MOST_OF_A_PIECE and not TWO.search(one.text)
        if ranged and self._straddling.has(path, one.start, one.end):
            return f"lines {one.start} to {one.end} begin inside of something and go on behind its end"
        if not 0 < len(cited) <= MOST_LINES or one.end <= licences.last_line(lines) or one.end >= len(lines) - 1:
            return ""
        which = f"line {one.start} is" if len(cited) == 1 else f"lines {one.start} to {one.end} are"
        if not any(map(bytes.strip, cited)):
            return f"{which} blank"
        if all(map(_IDLE.fullmatch, cited)):
            return f"{which} no statement"
        if not cited[0].strip():
            return f"line {one.start} is blank"
        return f"{which} an include" if all(_IDLE.fullmatch(line) or _INCLUDES.match(line) for line in cited) else ""

    def _is_explained(self, one: Citation, text: str, at: int, sentence: tuple[int, int], files: Sequence[str]) -> bool:
        """Whether a sentence tells why lines are cited on which nothing stands, or is of lines next to them."""
        first, last = sentence
        if last - first > LONGEST_SENTENCE:
            return True
        behind = at + len(one.text)
        if _OWN.search(text, max(first, at - 12), at) or _BESIDE.search(text, max(first, at - 40), at):
            return True
        if _BETWEEN.match(text, behind) or wording.goes_on_below(text[behind:last]):
            return True
        said = prose.without_files(text[first:last])
        if _OF_INCLUDES.search(said) or _OF_IDLE.search(said) or _PUT.search(text, max(first, at - 60), at):
            return True
        if any(each.kind == "path" and each.target != one.target for each in self.page.on(one.line)):
            return True  # another file, which the cited line may include
        if not _NAME.search(said):
            return True  # a place alone, of what stands above a list
        return any(self._is_beside(path, one, said) for path in files)

    def _is_beside(self, path: str, one: Citation, said: str) -> bool:
        """Whether a name of the sentence stands next to lines, which were counted wrongly, or is what they are in."""
        names = {word for span in markdown.SPAN.finditer(said) for word in _NAME.findall(span[2])}
        names |= {word for word in _NAME.findall(said) if STRUCTURED.fullmatch(word)}
        lines = self.known.lines(path)
        near = lines[max(0, one.start - 1 - BESIDE) : one.end + BESIDE]
        if any(stands(name, line) for name in names for line in near):
            return True
        around = b"".join(lines[max(0, one.start - 1 - OF_A_TEXT) : one.end + OF_A_TEXT])
        if any(text[1].encode() in around for text in _TEXT.finditer(said)):
            return True
        holding = (
            each for each in self.known.inside(path) if each.location.line <= one.start <= self.known.end_of(each)
        )
        return any(names.intersection(parts_of(each.name)) for each in holding)
