"""Numbers right behind names, of whichever files: "`Weave`, L138", "`Loom::Weave` (line 138)", `Weave`（第 138 行）.

Notes say once which file they are on, or not at all. That such a number is the line where its name is defined the
others tell: who means it of most names means it of all. One is wrong that is at no definition of its name, in no body
of one, and on whose line no file that the document cites has the name.
"""

from __future__ import annotations

import re
from functools import cached_property
from itertools import islice

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers, wording
from tfexplore.answers.citation import Citation
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.declared import BODIES, DEFINED, REGISTERED
from tfexplore.answers.verifying.rows import at_line, begins_another, on_lines
from tfexplore.answers.verifying.spelling import mentioning, parts_of, written_otherwise
from tfexplore.index.symbols import Place
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: Marked as code, a call or an instance of a template as well, or put together of words as nothing else is.
_NAME = (
    r"(?:`(?P<code>~?[A-Za-z_][\w:.]*)(?:<[^<>`\n]{0,60}>)?(?:\(\))?`[*]{0,2}"
    r"|(?<![\w`.:/\"'-])(?P<bare>(?:[A-Z]\w{1,60}::){0,3}(?:[A-Z][A-Za-z]{0,60}[a-z][A-Z]\w{0,60}|_?[A-Za-z]\w{0,60}_\w{0,60}))(?:\(\))?(?![\w`/(]|\.\w))"
)
_KIND = (
    r"(?:\s?(?:class|struct|function|method|macro|op|template|lambda"
    r"|这?个?\s?(?:lambda|类|函数|宏|方法|结构体|算子|变量)))?"
)
#: What may stand between a name and its number; in brackets, the short name that the notes have for the file.
_BEFORE = (
    r"(?:\s?[,，]?\s?(?P<open>[(（\[])\s?(?:(?:at\s|在|见|(?!lines?\b|ln\b)[a-z_]{1,8}[:：])\s?)?"
    r"|(?P<sign>\s?[@:：]\s?|\s?[,，]?\s(?!at|in|on|to)[a-z]{1,5}[:：]|\s(?:is\s)?(?:at|on)\s|\s?(?:定义)?[在于]\s?)"
    r"|[,，]?\s(?:its\s|the\s)?(?:definition|declaration|implementation|defined|declared|implemented|begins|starts|head)\s"
    r"(?:is\s)?(?:(?:at|on|in|from)\s)?|[,，]\s?(?:(?:at|on)\s|在\s?)?|\s)"
)
_NUMBER = (
    r"(?P<lines>(?:(?:[Ll]ines?\s|L\.?\s?|l\.\s?|第\s?|\#L|ln\.?\s)(?P<said>[1-9]\d{0,5})(?:\s?行)?|(?P<row>[1-9]\d{0,5})\s?行"
    r"|(?P<plain>[1-9]\d{1,5}))(?:\s?[-–~至到]\s?L?(?P<end>\d{1,6})(?:\s?行)?)?)"
)
#: Behind a number: no other of the same list, and nothing that it leads to (第 12 行的 `f`, "116 `Zero`").
_BEHIND = (
    r"(?=\s?(?:[)）\]},，.。;；:：、]|\Z|\n|[-–—+]|and\b|[和与]|\s))"
    r"(?!\s?[)）]?\s?(?:[,，、/]|and\b|or\b|[和与])\s?(?:L|第\s?|lines?\s)?\d)(?!\s?(?:的|是|为|就是)?\s?`)(?!\s?[)）]\s?[里中内])"
    r"(?!\s?行?\s?[(（][^()（）\n]{0,90}[)）]\s?(?:创建|调用|使用|构造|返回|检查|设置|注册|转))"
)
_PAIR = regex(_NAME + _KIND + _BEFORE + _NUMBER + _BEHIND, re.A)
#: The end of the brackets with a number, before the name that it is of.
_NEXT_NAME = regex(r"\s?[)）]\s?`")
#: What says before a name that it is what a line has, and is not defined there: "calls `f` (line 12)".
_USED = regex(
    r"\b(?:an?|calls?|called|calling|uses?|using|used|via|through|invokes?|checks?|sets?|returns?|asks?|passe[sd]|compares?"
    r"|above|below|before|under|near|around|needs?|reads?|creates?|constructs?|runs?|adds?|as|like|than)\s(?:the\s|its\s)?[*]{0,2}\Z"
    r"|(?:上方|下方|上面|下面|前面|后面|附近|调用?|使用|用到?|经由?过?|由|走|靠|进入?|转到?|通过|检查|设置|返回|创建|构造|读取?|改为|换成|交给)了?\s?[*]{0,2}\Z",
    re.I,
)
#: Where a cell of a table begins and ends.
_CELL_BEGINS, _CELL_ENDS = regex(r"\|\s*\Z"), regex(r"\s{0,4}\|")
#: The name of a file.
_A_FILE = regex(r"\.(?:cc|h|py|i|proto|bzl|cu|td|md|txt|json|pbtxt)\Z")
#: So many numbers of a form are where their names are, and so many times as many as are not: of those that say that
#: they are lines, and of those that do not, which have three figures or more.
SAID, TIMES_SAID = 3, 3
PLAIN, TIMES_PLAIN = 4, 4
LEAST_PLAIN = 100
#: A name of several words, and lines that have one which is defined nowhere, at most.
_OF_WORDS = regex(r"_?[a-z]\w*_\w+|[A-Za-z]+[a-z][A-Z]\w+|[A-Z]+_\w+", re.A)
FEW = 4
#: Files of one name that may be meant.
MAX_FILES = 8
#: Letters before a name that are read.
REACH = 40
#: Lines before a cited one that may have the name which is said to be there.
ABOVE = 1


class _Pair(Record):
    """A number behind a name: as a citation, the name, whether it says that it is a line, and whether it is right.

    None is for one of which nobody can tell. `now` are the definitions of the name.
    """

    lines: Citation
    name: str
    is_said: bool
    right: bool | None
    now: list[Place]


class NamesNumbered(Check):
    """The checks of such numbers."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every number that is no line of its name, where nearly all others are."""
        pairs = [pair for one in self.page.paragraphs for pair in self._pairs(one)]
        for is_said, enough, times in ((True, SAID, TIMES_SAID), (False, PLAIN, TIMES_PLAIN)):
            told = [pair for pair in pairs if pair.is_said is is_said and pair.right is not None]
            wrong = [pair for pair in told if pair.right is False]
            if len(told) - len(wrong) < max(enough, times * len(wrong)):
                continue
            for pair in wrong:
                text = self.page.text_lines[pair.lines.line - 1]
                if not (disclaimers.proposed(text) or self.page.strangers(pair.lines) or self._is_a_priority(pair)):
                    now = min(pair.now, key=lambda place: abs(place.line - pair.lines.start))
                    yield self.page.moved(pair.lines, now, f"{pair.name} is at line {now.line}")

    def _is_a_priority(self, pair: _Pair) -> bool:
        """Whether the line of a number, or the one before it, speaks of other numbers: "register with a priority"."""
        lines = self.page.text_lines[max(0, pair.lines.line - 2) : pair.lines.line]
        return not pair.is_said and wording.of_priorities("\n".join(lines))

    @cached_property
    def _cited(self) -> frozenset[str]:
        """The files that the document may cite."""
        return frozenset(path for found in self.page.resolved for path in found[:MAX_FILES])

    def _pairs(self, one: Paragraph) -> Iterator[_Pair]:
        """The numbers of a paragraph that stand right behind names which the index explains."""
        for match in _PAIR.finditer(one.text):
            name = match["code"] or match["bare"]
            if not (_is_said(match) or match["open"] or match["sign"] or _is_a_cell(one.text, match)):
                continue
            if match["open"] and _NEXT_NAME.match(one.text, match.end()) and one.text[match.start("open") - 2] in ",，":
                continue  # "`A`, (12) `B`"
            if (
                _A_FILE.search(name)
                or name in self.page.own
                or _USED.search(one.text[max(0, match.start() - REACH) : match.start()])
            ):
                continue
            places = self._places(name)
            if places:
                yield self._pair(one, match, name, places)

    def _places(self, name: str) -> list[Place]:
        """Where a name is defined or registered."""
        kinds = (*DEFINED, *REGISTERED)
        named = self.page.meant(name) if len(parts_of(name)) > 1 else self.known.places(name)
        places = [place for place in named if place.kind in kinds]
        module, dot, _ = name.rpartition(".")
        if dot and module[:1].islower():  # what may be a value's method, unless it is a module's function
            ending = f"/{module.rpartition('.')[2]}.py"
            places = [place for place in places if place.path.endswith(ending)]
        return places or self._mentions(name)

    def _mentions(self, name: str) -> list[Place]:
        """The lines of a cited file that have a name which is defined nowhere, where they are few: of a variable."""
        if not (self.known.has_tree and _OF_WORDS.fullmatch(name)) or self.known.knows(name):
            return []
        for path in sorted(self._cited):
            lines = mentioning([name.encode()], self.known.read(path) or b"")
            found = [Place(name, "constant", path, line, line) for line in islice(lines, FEW + 1)]
            if 0 < len(found) <= FEW:
                return found
        return []

    def _pair(self, one: Paragraph, match: re.Match[str], name: str, places: list[Place]) -> _Pair:
        start = int(match["said"] or match["row"] or match["plain"])
        end = max(start, int(match["end"] or 0))
        row, column = one.at(match.start("lines"))
        last = column - 1 + len(match["lines"])
        here = [each for each in self.page.on(row) if each.kind == "path:line"]
        lines = next((each for each in here if each.column <= last and column <= each.end_column), None)
        if lines is None or (lines.start, lines.end) != (start, end):
            path = places[0].path
            lines = Citation("path:line", match["lines"], row, column, path, start, end, end_column=last)
        right = self._is_right(parts_of(name)[-1].lstrip("~"), places, start, end)
        in_a_row = one.text.lstrip().startswith("|")
        if right is False and not in_a_row and self._is_written_otherwise(name, lines):
            right = None
        if right is False and not _is_said(match):  # then it need be no line, but an amount
            about = any(place.path in self._cited for place in places)
            right = False if about and start >= LEAST_PLAIN else None
        return _Pair(lines, name, _is_said(match), right, places)

    def _is_written_otherwise(self, name: str, one: Citation) -> bool:
        """Whether the file that a line is of has at it what a name stands for, in another spelling."""
        files = self.page.files_meant(one)[:MAX_FILES]
        return any(written_otherwise(name, self.known.lines(path)[max(0, one.start - 2) : one.end]) for path in files)

    def _is_right(self, name: str, places: list[Place], start: int, end: int) -> bool | None:
        """Whether a name is defined at lines of some file; None where they may be of something else about it."""
        every = dict.fromkeys(place.path for place in places)
        paths = [path for path in every if path in self._cited] or list(every)
        if any(at_line(self.known, name, path, start, end) for path in paths):
            return True
        if any(place.kind in BODIES and place.line - 1 <= start <= place.line + 1 for place in places):
            return True  # of a file that the document means and does not name
        if any(place.kind == "constant" and start - 1 <= place.line <= end + 1 for place in places):
            return True
        bodies = [place for place in places if place.kind in BODIES and place.path in paths]
        if any(place.line <= start <= self.known.end(place) for place in bodies):
            return None
        if any(on_lines(self.known, name, path, max(1, start - ABOVE), end) for path in {*self._cited, *paths}):
            return None
        own = self._cited.intersection(paths)
        if self.known.has_tree:
            return False if any(start <= len(self.known.lines(path)) for path in paths) or own else None
        # An index does not know where other files use a name.
        return False if any(begins_another(self.known, name, path, start) for path in own) else None


def _is_said(match: re.Match[str]) -> bool:
    """Whether a number says that it is a line, or stands behind the short name of a file: "`Weave` h:138"."""
    return match["plain"] is None or ((match["sign"] or "").strip(" ,，")[:1].isalpha() and ":" in match["sign"])


def _is_a_cell(text: str, match: re.Match[str]) -> bool:
    """Whether a name and its number are all that a cell of a table has."""
    return _CELL_BEGINS.search(text, max(0, match.start() - 4), match.start()) is not None and (
        _CELL_ENDS.match(text, match.end()) is not None
    )
