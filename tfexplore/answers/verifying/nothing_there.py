"""Cited lines on which nothing stands that a sentence could be about: blank ones, lone brackets, the licence.

"The stride is checked at x.cc:80" where line 80 is blank, whatever the sentence says: nobody cites such a line but who
says that it is one. Of lines whose file is not named with them, all files that the document names must have nothing.
Only a tree tells.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import markdown
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying import licences, prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.spelling import parts_of
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict

#: Lines of a range that are looked at.
MOST_LINES = 40
#: Lines beside those that are cited, in which what is meant may stand.
BESIDE = 3
#: Lines beside them in which a text may stand that the sentence has, and how one begins.
OF_A_TEXT = 9
_TEXT = regex(r"[\"“`]([^\"“”`\n]{12})[^\"“”`\n]*[\"”`]")
#: What lines are that say nothing.
LICENCE, INCLUDE = "the licence", "an include"
#: What closes or opens something, or parts it, and says nothing itself.
_IDLE = regex(
    rb"[\s{}()\[\];,\\]*(?://\s*(?:namespace|end)\b.*|\}\s*//.*)?|\s*(?:public|private|protected)\s?:\s*"
    rb"|\s*(?:else|\}\s?else)\s?\{?\s*:?|\s*(?:\"\"\"|\*/|//|#)\s*|\s*namespace(?:\s\w+)? \{\s*|\s*try\s?:\s*"
)
_INCLUDES = regex(rb"\s*(?:#\s?include\s?[<\"]|import\s|from\s[\w.]+\simport\s|using\s)")
#: A text that speaks of such lines, or of something that is put there.
_OF_IDLE = regex(
    r"\b(?:blank|empty line|brac(?:e|ket)s?|closing|else|namespace|docstring|private|public|protected)\b"
    r"|\binsert|空行|空白|括号|插入|添加|加入|命名空间|\bleere?\s|\bKlammern?\b|\beinfüg"
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
_GOES_ON = regex(
    r"[`*\s行]*(?:之间|之后|之前|后面|前面|下面|上面|附近|以[后前下上]|起|为止|开始|ff?\.|onwards?|and on)"
)
#: A file of the author's own, or of whoever speaks.
_OWN = regex(r"\b(?:its|my|our|your|his|her)\s(?:own\s)?\Z")
_A_FILE = regex(r"[\w./-]+\.[a-z]{1,5}\b", re.A)
#: A name, and one that is written as such in prose as well.
_NAME = regex(r"[A-Za-z_]\w{2,}", re.A)
_OF_CODE = regex(r"\w*[a-z][A-Z]\w*|\w*[A-Za-z]_\w+|_\w+", re.A)
#: What is to be written there.
_PUT = regex(r"\b(?:insert|add|put|append)(?:ed|s|ing)?\b|插入|添加|加上|\beinfüg")
#: What may count lines.
_A_COUNT = regex(r"\d+\s?行")
#: A number in brackets behind code.
_IN_BRACKETS = regex(r"`\s?[(（]\Z")
_OF_INCLUDES = regex(
    r"\b(?:includ|import|head(?:er)?s?\b|depend|using\b|alias|pull|expos|export|offers?\b|names?pace|star\b|einbind|importier)|导入|引入|包含|头文件|依赖|起名|别名|名为",
    re.I,
)


class NothingThere(Check):
    """The checks of lines on which nothing stands; they need a tree."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._licences: dict[str, int] = {}
        self._around: dict[int, list[str]] = {}

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on lines where nothing stands that could be meant."""
        for paragraph in self.page.paragraphs if self.known.has_tree else ():
            for at, one in self.page.cited_in(paragraph):
                told = self._told(one, paragraph.text, at)
                if told is not None:
                    yield told

    def _told(self, one: Citation, text: str, at: int) -> Verdict | None:
        """A verdict on lines that are cited somewhere in a text, where all files that they may be of have nothing."""
        if not one.start or self.page.is_of_another_revision(one) or self.page.is_quoted_below(one):
            return None
        files = self.page.files_meant(one)
        if not files:
            return None
        if one.unnamed:
            if _A_COUNT.fullmatch(one.text) or (
                one.text.isdigit() and _IN_BRACKETS.search(text, max(0, at - 6), at) is None
            ):
                return None  # it may be any number
            named = self.page.files_perhaps if one.supposed else self._files_around(one)
            files = [*files, *named, *self._files_of_names(one)]
            files = [*dict.fromkeys([*files, *[other for path in files for other in self.known.beside(path)]])]
        files = [path for path in files if one.end <= len(self.known.lines(path))]
        if any(one.end >= len(self.known.lines(path)) - 1 for path in files):
            return None  # it may be how many lines the file has
        whats = [self._what(path, one) for path in files]
        if not files or not all(whats):
            return None
        first, last = next(part for part in prose.sentences_or_rows(text) if part[0] <= at < part[1])
        sentence = text[first:last]
        if any(what.endswith(LICENCE) for what in whats) and (one.unnamed or licences.are_spoken_of(sentence)):
            return None  # "my script dies in line 13"
        if (
            _OWN.search(text, max(0, at - 12), at)
            or _BESIDE.search(text[max(0, at - 40) : at])
            or _GOES_ON.match(text, at + len(one.text))
        ):
            return None
        if _OF_INCLUDES.search(sentence) is not None or self._names_another_file(one):
            return None
        if not _NAME.search(_A_FILE.sub(" ", sentence)):
            return None  # an item that is a place alone, of what stands above the list
        if _OF_IDLE.search(sentence) is not None or _PUT.search(text, max(first, at - 60), at) is not None:
            return None
        if any(self._is_beside(path, one, sentence) for path in files):
            return None
        where = Location(files[0], one.start, one.end)
        return self.page.verdict(one, "not found", where, (), whats[0])

    def _names_another_file(self, one: Citation) -> bool:
        """Whether a line of the text has another file as well, which may be what a cited line includes."""
        return any(each.kind == "path" and each.target != one.target for each in self.page.on(one.line))

    def _is_beside(self, path: str, one: Citation, sentence: str) -> bool:
        """Whether a name of the sentence stands next to lines, which were counted wrongly, or is what they are in."""
        sentence = _A_FILE.sub(" ", sentence)
        names = {word for span in markdown.SPAN.finditer(sentence) for word in _NAME.findall(span[2])}
        names |= {word for word in _NAME.findall(sentence) if _OF_CODE.fullmatch(word)}
        lines = self.known.lines(path)[max(0, one.start - 1 - BESIDE) : one.end + BESIDE]
        inside = {part for each in self.known.functions_at(path, one.start) for part in parts_of(each.name)}
        inside |= {
            each.name for each in self.known.inside(path) if each.location.line <= one.start <= self.known.end_of(each)
        }
        begins = [match[1].encode() for match in _TEXT.finditer(sentence)]
        around = b"".join(self.known.lines(path)[max(0, one.start - 1 - OF_A_TEXT) : one.end + OF_A_TEXT])
        return (
            bool(names & inside)
            or any(text in around for text in begins)
            or any(stands(name, line) for name in names for line in lines)
        )

    def _files_around(self, one: Citation) -> list[str]:
        """The files that are named in the section of a citation, in the headings above it and before the first."""
        begins = self.page.section_begins(one.line)
        if begins not in self._around:
            page, files = self.page, self.page.files_of_section(one.line)
            spans = [(1, page.section_ends(1)), (begins, page.section_ends(begins))]
            for first, last in spans:
                paths = [each for line in range(first, last + 1) for each in page.on(line) if each.kind[:4] == "path"]
                files += [path for each in paths for path in page.files_meant(each)]
            self._around[begins] = list(dict.fromkeys(files))
        return self._around[begins]

    def _files_of_names(self, one: Citation) -> list[str]:
        """The files where the names are defined that stand in the line of a citation."""
        names = [each for each in self.page.on(one.line) if each.kind in ("symbol", "op")]
        return [place.path for each in names for place in self.page.meant(each.target)]

    def _what(self, path: str, one: Citation) -> str:
        """What lines of a file are that say nothing; empty for others."""
        lines = self.known.lines(path)
        cited = lines[one.start - 1 : one.end]
        if len(cited) > MOST_LINES or not cited:
            return ""
        which = f"line {one.start} is" if len(cited) == 1 else f"lines {one.start} to {one.end} are"
        if one.end <= self._licence(path, lines):
            return f"{which} {LICENCE}"
        blank = [number for number, line in enumerate(cited, one.start) if not line.strip()]
        if len(blank) == len(cited):
            return f"{which} blank"
        if all(map(_IDLE.fullmatch, cited)):
            return f"{which} no statement"
        if one.start in blank:
            return f"line {one.start} is blank"
        return f"{which} {INCLUDE}" if all(_IDLE.fullmatch(line) or _INCLUDES.match(line) for line in cited) else ""

    def _licence(self, path: str, lines: Sequence[bytes]) -> int:
        if path not in self._licences:
            self._licences[path] = licences.last_line(lines)
        return self._licences[path]
