"""As many line numbers as names, in the same order: "`Wind` and `Weave` are at lines 12 and 40 of x.cc".

The others tell that they are meant in turn: at least as many of the numbers as are wrong, and two thirds of them where
the file is the one that was named last, are where their names are.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers
from tfexplore.answers.citation import Citation
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import MAX_TEXT, Check
from tfexplore.answers.verifying.declared import BODIES
from tfexplore.answers.verifying.rows import at_line, defined_at, on_lines
from tfexplore.answers.verifying.spelling import mentioning, parts_of
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: Letters between the names and the numbers, and of a file's name among them.
MAX_BETWEEN = 120
#: Lines around a number on which its name may stand.
NEAR = 2
#: Files of one name that may be meant.
MAX_FILES = 3

_JOINS = r"(?:\s?[,，、/;；]\s?(?:(?:and|und|et)\s|和\s?|以及\s?)?|\s(?:and|und|et|&)\s|\s?(?:和|与|及|以及)\s?)"
_CODE = r"`~?[A-Za-z_][\w:.]*(?:\(\))?`"
_NAME = rf"(?:{_CODE}|(?<![\w`.:/])(?:[A-Z]\w*[a-z][A-Z]\w*|_?[A-Za-z]\w*_\w+)(?:\(\))?(?![\w`/(]|\.\w))"
_NAMES = regex(rf"{_NAME}(?:{_JOINS}{_NAME})+", re.A)
_ONE_NAME = regex(_NAME, re.A)
_LINE = r"(?:第\s?|LL?\.?\s?|:)?[1-9]\d{0,5}(?:\s?[-–~至到]\s?L?\d{1,6})?(?:\s?行)?`?"
_LINES = regex(rf"(?<![\w.])(?<!\d[-–]){_LINE}(?:{_JOINS}(?:lines?\s)?`?{_LINE})+(?![\w%]|\.\d)", re.A)
_ONE_LINE = regex(r"([1-9]\d{0,5})(?:\s?[-–~至到]\s?L?(\d{1,6}))?", re.A)
#: All that stands between the names and the numbers, but for a file.
_BETWEEN = regex(
    r"(?:[\s:：,，(（`*)）\[\]@|]|\b(?:are|is|at|in|on|from|lines?|zeilen?|ll?\.|defined|declared|registered|implemented|begins?|starts?"
    r"|of|the|same|file|see|cf\.|respectively|stands?|sits?|lives?|found|which|all|both|stehen|liegen|sind)(?![\w])"
    r"|都|均|各|就|[在于见是为]|位于|定义|声明|注册|实现|分别|依次|起始|开始|第|行号?|文件|同一?个?|的|处|里|中)*",
    re.I,
)
#: What leads from the numbers to their file.
_BEHIND = regex(r"`?[)）]?\s?(?:of|in|von|aus|at)\s[`\[*]{0,2}\Z")


class _Pair(Record):
    """A name and the lines that stand for it: from where on in the text, which, and whether they have it.

    None is for lines within the body of what is named.
    """

    name: str
    at: int
    text: str
    start: int
    end: int
    right: bool | None


class InTurn(Check):
    """The checks of such numbers."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every number that is not of its name, where others of its list are of theirs."""
        for one in self.page.paragraphs:
            if len(one.text) > MAX_TEXT or one.text.lstrip().startswith("|"):
                continue
            every = list(_LINES.finditer(one.text))
            lists = list(_NAMES.finditer(one.text)) if every else []
            for numbers in every if lists else ():
                before = [names for names in lists if names.end() <= numbers.start() <= names.end() + MAX_BETWEEN]
                if before:
                    yield from self._judged(one, before[-1], numbers)

    def _judged(self, one: Paragraph, names: re.Match[str], numbers: re.Match[str]) -> Iterator[Verdict]:
        each = list(_ONE_NAME.finditer(names[0]))
        lines = list(_ONE_LINE.finditer(numbers[0]))
        if len(each) != len(lines):
            return
        files, is_said = self._files(one, names, numbers)
        if not files or disclaimers.proposed(prose.sentence(one.text, names.start())):
            return
        of_files = [
            [
                self._pair(name[0].strip("`()"), numbers.start() + line.start(), line, path)
                for name, line in zip(each, lines, strict=True)
            ]
            for path in files
        ]
        rights = [sum(pair.right is True for pair in pairs) for pairs in of_files]
        right = max(rights)
        path, pairs = files[rights.index(right)], of_files[rights.index(right)]
        wrong = [pair for pair in pairs if pair.right is False]
        if not right or right < len(wrong) * (1 if is_said else 2):
            return
        for pair in wrong:
            if pair.name in self.page.own:
                continue
            said = self._cited(one, pair, path)
            if not self.page.strangers(said):
                yield self._verdict(said, pair, path)

    def _files(self, one: Paragraph, names: re.Match[str], numbers: re.Match[str]) -> tuple[list[str], bool]:
        """What the file of the numbers may be, and whether it stands beside them; else their citation means it."""
        text = one.text
        cited = [
            (one.offset(each.line, each.column), each)
            for number in one.numbers
            for each in self.page.on(number)
            if each.kind in ("path", "path:line")
        ]
        between = [(at, each) for at, each in cited if names.end() <= at < numbers.start() and not each.unnamed]
        if len(between) > 1:
            return [], False
        ends = [at + len(each.text) if each.kind == "path" else numbers.start() for at, each in between]
        words = text[names.end() : numbers.start()]
        if between:
            at = between[0][0]
            words = f"{text[names.end() : at]} {text[min(ends[0], numbers.start()) : numbers.start()]}"
        if not _BETWEEN.fullmatch(words):
            return [], False
        behind = next(((at, each) for at, each in cited if at >= numbers.end()), None)
        if not between and behind is not None and _BEHIND.fullmatch(text[numbers.end() : behind[0]]):
            between = [behind]
        is_said = bool(between)
        first = numbers.start() + 1
        meant = [each for _, each in between] or [each for at, each in cited if at <= first < at + len(each.text) + 1]
        return (self.page.files_meant(meant[0])[:MAX_FILES] if meant else []), is_said

    def _pair(self, name: str, at: int, line: re.Match[str], path: str) -> _Pair:
        start = int(line[1])
        end = max(start, int(line[2] or 0))
        last = parts_of(name)[-1].lstrip("~")
        right: bool | None = at_line(self.known, last, path, start, end) or on_lines(
            self.known, last, path, max(1, start - NEAR), end
        )
        if not right:
            bodies = [place for place in self.known.places(last) if place.path == path and place.kind in BODIES]
            inside = any(place.line <= start <= self.known.end(place) for place in bodies)
            known = bool(bodies or defined_at(self.known, last, path)) or self.known.has_tree
            right = None if inside or not known else False
        return _Pair(name, at, line[0], start, end, right)

    def _cited(self, one: Paragraph, pair: _Pair, path: str) -> Citation:
        """The lines of a pair as a citation: the document's own where it has one there."""
        row, column = one.at(pair.at)
        last = column - 1 + len(pair.text)
        here = [each for each in self.page.on(row) if each.kind == "path:line"]
        own = next((each for each in here if each.column <= last and column <= each.behind), None)
        if own is not None and (own.start, own.end) == (pair.start, pair.end):
            return own
        return Citation("path:line", pair.text, row, column, path, pair.start, pair.end, end_column=last)

    def _verdict(self, said: Citation, pair: _Pair, path: str) -> Verdict:
        last = parts_of(pair.name)[-1].lstrip("~")
        lines = defined_at(self.known, last, path)
        lines = lines or list(mentioning([last.encode()], self.known.read(path) or b""))[:1]
        if lines:
            line = min(lines, key=lambda each: abs(each - pair.start))
            return self.page.moved(said, Location(path, line, line), f"{pair.name} is at line {line}")
        where = Location(path, pair.start, pair.end)
        return self.page.verdict(said, "differs", where, (), f"{path} has no {last}")
