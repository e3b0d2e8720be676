"""Lines inside of the thing that they stand behind, in a document whose other places are where such things begin.

"`f` (x.cc:12)" may be a statement in `f`. But who gives the first line of five others in this way means that of `f`.
"""

from __future__ import annotations

import re
from functools import cached_property

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import markdown
from tfexplore.answers.citation import Citation
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.declared import BODIES
from tfexplore.answers.verifying.heads import MAX_HEAD, NEAR_LINES, head_of
from tfexplore.answers.verifying.spelling import parts_of
from tfexplore.answers.verifying.turns import goes_on, listed_with, numbers_of
from tfexplore.model import Location
from tfexplore.paths import HEADERS
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.index.symbols import Place

#: So many places of a document are where what they are said of begins, and so many for each one that is not.
ENOUGH = 4
OUTNUMBERED = 3
#: Lines that people are off who count from none, or who mean what stands right above or below.
MISCOUNTED = 1
#: Lines from where something begins that a number may be off which stands without its file.
FAR = 30
#: Letters of a cited place.
MAX_TEXT = 300
#: Files of a document of which a number may be a line.
MAX_FILES = 40
#: Letters of code beside a place that hardly stands on its line by chance.
LONG = 8
#: What is defined or registered at a place.
PLACED = (*BODIES, "type", "macro", "constant", "op", "kernel", "gradient")
#: Lines that decorators and the head of a function may take, and that a statement may go on for.
DECORATED = 8
GOES_ON = 4
#: Letters of a name that is looked for in a file, and lines of the file that it stands on at most.
LEAST, MAX_LINES = 5, 3
#: What stands between a name and a place of its own: "`f` (", "`f`, declared at ", `f`（, `f` 定义在.
_BETWEEN = regex(
    r"[`*]*[)）]?(?:\s{0,40}(?:[(（\[]\s?"
    r"|,?\s?(?:which )?(?:(?:is|are) )?(?:(?:declared|defined|implemented) )?(?:at|in|on)\s"
    r"|[,，]?\s?(?:类|宏|函数|方法|特化)?都?(?:(?:定义|声明|实现)?[在于从]|见|位于)\s?|(?:->|=>|[→⇒:：,，—-]|--)\s?)|\s{2,60})"
    r"[`*\[]*(?:\[?`?[\w./-]+\.\w+`?(?:\]\()?[,，]?\s?)?"
    r"(?:同(?:一个?)?文件的?\s?|same file,?\s)?(?:(?:的\s?|at )?(?:lines? |L|第\s?|行号?\s?))?"
)
#: A number before its file: "(line 12 of `x.cc`)".
_OF_FILE = regex(r"(?:[Ll]ines?|Zeilen?|[Ll]ignes?)\s\d{1,6}\s(?:of|in|von|de|dans)\s[`\[*(]{0,3}\Z")
_REMARKS = (b"//", b"/*", b"*", b"# ", b"#!")
_DEF = regex(rb"\s*(?:(?:async )?def|class)\b")
_INVOKES = regex(rb"\s*[A-Z][A-Z_]{4,}\w*\(|\s*@")
_ENDED = regex(rb"[;{}:]\s*(?://.*|#.*)?$|^\s*$|^\s*(?://|#)")
#: What stands between a place and the name of what is there.
_LEADS = regex(
    r"[`*)\]]*(?:\s?行)?"
    r"(?:\s?的\s?|\s?[:：]\s?|\s?(?:就是|使?用|调用|展开)了?\s?|\s(?:(?:uses|calls|expands|invokes|is)\s)?)"
    r"(?:class |struct |类|函数|宏|the macro )?[`*]*"
)
_DECLARED_THERE = regex(r"[`*)\]]*(?:\s?行)?(?:\s?的\s?|\s?[:：,，]\s?|\s|\s?[(（])")
_DECLARES = regex(
    r"(?:template\s?<[^`]*>\s*)?(?:class|struct|enum(?: class)?|def|#define|using)\s+\w|REGISTER_OP\(|"
    r"(?:[\w:*&]+ ){1,3}\w+::\w+\("
)
#: Code that says something, which is no name, no argument with its value and no text.
_STATEMENT = regex(r"\A[A-Z][A-Z_\d]+ ?= ?\S|\w(?: [=+*<>|&-]{1,2} |->|::\w+\()|\.\w+\(|;\s*\Z|^\s*(?:return|if|for)\b")
#: What says before a name that a place is one inside of the thing, and between them that it is not.
_INSIDE = regex(
    r"(?:\b(?:in|into|inside|within|of|compare|cf\.|like|as|for (?:instance|example))|在|参照|参考|类似|例如)"
    r"\s*[`*\"(\[]*\Z",
    re.I,
)
_ITS_HEAD = regex(r"\b(?:definition|declaration|head|beginning) of (?:the )?(?:class |function )?[`*\"(\[]*\Z", re.I)
_HAS = regex(
    r"[`*]*\s(?:has|holds|says|is where|shows)\b|[`*]*\s?(?:行)?\s?(?:有|写着|处有)"
    r"|[`*]*[)）]\s?(?:里|calls\b|[:：]\s?(?:here\b|这里|calls\b))"
)
_DECLARED = regex(r"declared|defined|定义|声明|实现")


class _Tied(Record):
    """A place said of a name, and where that is: `begins` for its head or a line that has it, otherwise it is off.

    `number` is the line of the document and `line` that where it begins. `beside` is whether nothing but the place is
    said of the name, `declared` whether words say that it is defined there.
    """

    one: Citation
    name: Citation
    path: str
    line: int
    number: int
    begins: bool
    beside: bool = True
    declared: bool = False


class Habits:
    """The check of what the other places of a document say of one."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known
        self._all: list[_Tied] = []

    def begin(self) -> None:
        """Find out of what the document's lines are, which is for the correction that comes at last."""
        self._all = list(self._tied())

    def corrected(self, verdicts: Iterable[Verdict]) -> list[Verdict]:
        """The verdicts, with those on the few lines that are off the head of what they are said of, or inside of it."""
        made = list(verdicts)
        found = {(one.line, one.column) for one in made if one.kind == "path:line" and one.verdict == "found"}
        tied = [each for each in self._all if (each.one.line, each.one.column) in found]
        begin = sum(each.begins for each in tied)
        if begin < max(ENOUGH, OUTNUMBERED * (len(tied) - begin)):
            return made
        off = [each for each in tied if not each.begins and each.beside and not self._is_meant(each)]
        wrong = {(each.one.line, each.one.column): self._verdict(each) for each in off}
        return [wrong.get((one.line, one.column), one) for one in made]

    def _tied(self) -> Iterator[_Tied]:
        """The single lines of a document that are said of a name, and the lines of lists that are said of as many."""
        for position, one in enumerate(self.page.said):
            if one.kind != "path:line" or len(one.text) > MAX_TEXT or goes_on(self.page, one):
                continue
            tie = self.page.tied.get(position)
            span = self._span_beside(one)
            own = self._named(one, span) if span is not None else None
            name = tie[0] if tie is not None else own
            if name is None:
                made = self._text(one, span) if span is not None and one.start == one.end else None
                yield from [made] if made is not None else []
                continue
            between = self._between(name, one)
            beside = (
                (own is not None and own.target == name.target)
                or self._in_cell(name, one)
                or _BETWEEN.fullmatch(between) is not None
                or self._leads(one, name)
            )
            declared = _DECLARED.search(between) is not None
            numbers = numbers_of(self.page, one)
            if len(numbers) == 1:
                made = self._said(one, name, one.start)
                if made is not None:
                    yield made._replace(beside=beside, declared=declared)
            elif numbers:
                yield from self._in_turn(one, name, numbers, beside)

    def _span_beside(self, one: Citation) -> re.Match[str] | None:
        """The code that stands right before a place or right behind; a declaration may do so behind a comma."""
        row = self.page.text_lines[one.line - 1]
        begin, end = one.column - 1, max(one.end_column, one.column - 1 + len(one.text))
        if not row[:begin].strip(" `<[(") and one.line > 1:  # "The definition of `f`:" above a link
            above = list(markdown.SPAN.finditer(self.page.text_lines[one.line - 2]))
            if above and above[-1].string[above[-1].end() :].strip() in (":", "："):
                return above[-1]
        for span in markdown.SPAN.finditer(row):
            if span.end() <= begin and _BETWEEN.fullmatch(row, span.end() - 1, begin):
                return span
            declares = _DECLARES.match(span[2].lstrip()) is not None
            between = _DECLARED_THERE if declares else _LEADS
            if span.start() >= end and between.fullmatch(row, end, span.start() if declares else span.start(2)):
                return span
        return None

    def _named(self, one: Citation, span: re.Match[str]) -> Citation | None:
        """What some code names: that which it declares, or all that it is."""
        number = one.line if span.string is self.page.text_lines[one.line - 1] else one.line - 1
        inside = [other for other in self.page.on(number) if span.start(2) < other.column <= span.end(2)]
        names = [other for other in inside if other.kind in ("symbol", "op")]
        if _DECLARES.match(span[2].lstrip()):
            return names[0] if names else None
        if len(names) == 1 and names[0].text.strip("`()") == span[2].strip("`() "):
            return names[0]
        if span[2] in self.known.ops:
            return Citation("op", span[2], number, span.start(2) + 1, span[2], in_code=True, end_column=span.end(2))
        return None

    def _text(self, one: Citation, span: re.Match[str]) -> _Tied | None:
        """What a line is of a piece of code that the file has on few lines."""
        wanted = "".join(span[2].split()).rstrip(";").encode()
        if not self.known.has_tree or not LONG <= len(wanted) <= MAX_TEXT or not _STATEMENT.search(span[2]):
            return None
        name = Citation("symbol", span[2], one.line, span.start(2) + 1, span[2], end_column=span.end(2))
        for path in self.page.files_meant(one)[:1]:
            lines = self.known.lines(path)
            at = [number for number, line in enumerate(lines, 1) if wanted in b"".join(line.split())]
            if at and len(at) <= MAX_LINES:
                nearest = min(at, key=lambda number: abs(number - one.start))
                near = abs(nearest - one.start) <= FAR
                return _Tied(one, name, path, nearest, one.start, nearest == one.start) if near else None
        return None

    def _in_turn(self, one: Citation, name: Citation, numbers: list[int], beside: bool) -> Iterator[_Tied]:
        """What lines are of that are listed behind as many names; no line is off that one of the others is at."""
        names = [*reversed(listed_with(self.page, name)), name]
        if len(names) != len(numbers):
            return
        made = [self._said(one, each, number) for each, number in zip(names, numbers, strict=True)]
        for each, number in zip(made, numbers, strict=True):
            if each is None:
                continue
            others = [self._said(one, other, number) for other in names if other is not each.name]
            if each.begins or not any(other is not None and other.begins for other in others):
                yield each._replace(beside=beside, number=number)

    def _said(self, one: Citation, name: Citation, number: int) -> _Tied | None:
        """What a line of the source is of a name that a document says it of; None where nothing tells."""
        files = self._files(one) if one.unnamed else self.page.files_meant(one)
        # A method may be written as a function is, beside one that is called so.
        meant = [*self.page.meant(name.target), *self.known.places(name.target)]
        near = [place for place in meant if place.kind in PLACED and abs(place.line - number) <= MAX_HEAD]
        if one.unnamed and any(self._begins(place, number) for place in near):
            return _Tied(one, name, files[0] if files else "", number, number, True)  # of whichever file it is
        meant = [place for place in meant if place.path in files and place.kind in PLACED]
        classes = {place.path for place in meant if place.kind == "class"}
        meant = [place for place in meant if not (place.path in classes and _is_constructor(place))]
        places = list({(place.path, place.line): place for place in meant}.values())
        begins = next((place for place in places if self._begins(place, number)), None)
        if begins is not None:
            return _Tied(one, name, begins.path, begins.line, number, True)
        if files and self._has_it(number, name, files) and not self._begins_another(places, number):
            return _Tied(one, name, files[0], number, number, True)
        holding = [place for place in places if self._holds(place, number)]
        holding = [place for place in holding if place.kind in BODIES] or holding[:1]
        here = [place for place in places if place.path == files[0]]
        here = [place for place in here if place.kind in BODIES] or here
        if not self.known.has_tree:  # a line may have a name that an index knows nothing of
            holding = [
                place for place in holding if place.kind in BODIES and place.line < number <= self.known.end(place)
            ]
        # Without a tree, what a header defines may be declared above.
        method = bool(here) and here[0].kind == "method" and not here[0].path.endswith(HEADERS)
        whole = self.known.has_tree or (method and len(parts_of(name.target)) > 1)
        if whole and not holding and len({place.line for place in here}) == 1:
            far = abs(number - here[0].line) > FAR
            holding = here[:1] if not (one.unnamed and far) else []
        if len(holding) == 1 and not self._is_registered(holding[0], number, name.target):
            return _Tied(one, name, holding[0].path, holding[0].line, number, False)
        line = self._only(number, name, files[0]) if files and not places and not one.unnamed else 0
        return _Tied(one, name, files[0], line, number, False) if line else None

    def _begins_another(self, places: Sequence[Place], number: int) -> bool:
        """Whether a line of a file that defines a name is the first of another definition, which uses it."""
        paths = {place.path for place in places if place.kind in BODIES}
        return any(
            symbol.location.line == number and symbol.kind in ("class", "function")
            for path in paths
            for symbol in self.known.inside(path)
        )

    def _is_registered(self, place: Place, line: int, name: str) -> bool:
        """Whether a line is of a registration in a body, of which another thing may be said than that it is one."""
        return place.kind in BODIES and any(
            made.line <= line <= made.end_line and made.op != name for made in self.known.registered(place.path)
        )

    def _files(self, one: Citation) -> list[str]:
        """The files of which a number without one may be a line: those that the document cites."""
        return list(dict.fromkeys([*self.page.files_meant(one)[:1], *self._cited]))

    @cached_property
    def _cited(self) -> list[str]:
        """The files that the document cites, by paths that mean one."""
        targets = dict.fromkeys([one.target for one in self.page.said if one.kind in ("path", "path:line")])
        found = [self.known.resolve(target) for target in targets]
        return [paths[0] for paths in found if len(paths) == 1][:MAX_FILES]

    def _begins(self, place: Place, line: int) -> bool:
        """Whether a line is of the head of a definition, decorators and parameters included."""
        if place.kind == "kernel":  # any line of one that goes over several
            return place.line <= line <= place.end_line
        if place.kind == "op":
            return abs(line - place.line) <= MISCOUNTED
        if self.known.has_tree:
            first, last = self._head(place)
            return first - MISCOUNTED <= line <= last + MISCOUNTED
        # Of Python an index may have the line of the first decorator.
        return -NEAR_LINES <= line - place.line <= (DECORATED if place.path.endswith(".py") else NEAR_LINES)

    def _head(self, place: Place) -> tuple[int, int]:
        """The lines of a definition's head without the remarks above it and the parameters below its name."""
        lines = self.known.lines(place.path)
        first, end = head_of(lines, place)
        while first < place.line and (not (line := lines[first - 1].strip()) or line.startswith(_REMARKS)):
            first += 1
        last = place.line
        if (
            place.path.endswith(".py") and lines[last - 1].lstrip()[:1] == b"@"
        ):  # an index may have the decorator's line
            last = next((at for at in range(last, end + 1) if _DEF.match(lines[at - 1])), last)
        return first, last

    def _holds(self, place: Place, line: int) -> bool:
        """Whether a line is inside of a definition, in the remarks above it, or near its head."""
        first = place.line
        if self.known.has_tree and place.kind in BODIES:
            first, _ = head_of(self.known.lines(place.path), place)
        end = self.known.end(place) if place.kind in BODIES else place.end_line
        return first - NEAR_LINES <= line <= max(end, place.line + NEAR_LINES)

    def _has_it(self, number: int, name: Citation, files: Sequence[str]) -> bool:
        """Whether a line of the source, or the statement that it begins, has the name itself."""
        if not self.known.has_tree:
            return False
        last = parts_of(name.target)[-1]
        for path in files:
            lines = self.known.lines(path)[number - 1 : number - 1 + GOES_ON]
            for line in lines if lines and _INVOKES.match(lines[0]) else lines[:1]:
                if stands(last, line):
                    return True
                if _ENDED.search(line):
                    break
        return False

    def _only(self, number: int, name: Citation, path: str) -> int:
        """The line of a file that has a name which is not at the cited one: near that, or of the few that there are."""
        last = parts_of(name.target)[-1]
        if not self.known.has_tree or len(last) < LEAST:
            return 0
        at = [line for line, text in enumerate(self.known.lines(path), 1) if stands(last, text)]
        nearest = min(at, key=lambda line: abs(line - number), default=0)
        return nearest if nearest and (len(at) <= MAX_LINES or abs(nearest - number) <= NEAR_LINES) else 0

    def _leads(self, one: Citation, name: Citation) -> bool:
        """Whether a place stands right before the name of what is there: 第 46 行的 `f`, L905 `f`."""
        if name.line != one.line or name.column <= one.column:
            return False
        end = max(one.end_column, one.column - 1 + len(one.text))
        return _LEADS.fullmatch(self.page.text_lines[one.line - 1][end : name.column - 1]) is not None

    def _in_cell(self, name: Citation, one: Citation) -> bool:
        """Whether a place is that of a cell and a name that of another of its row."""
        row = self.page.text_lines[one.line - 1]
        if not row.lstrip().startswith("|") or name.line != one.line:
            return False
        cells = [(column, column + len(text), text) for column, text in markdown.cells_of(row)]
        own = next((text for first, end, text in cells if first <= one.column - 1 < end), "")
        named = next((text for first, end, text in cells if first <= name.column - 1 < end), "")
        return (
            own.strip(" `*") == one.text.strip(" `*")
            and named.strip(" `*()") == name.text.strip("`*()")
            and name.column < one.column
        )

    def _between(self, name: Citation, one: Citation) -> str:
        """What stands between a name and a line on the same row of the text, or on the next; empty for others."""
        lines = self.page.text_lines
        if lines[one.line - 1].lstrip().startswith("|") or not 0 <= one.line - name.line <= 1:
            return ""
        rest = lines[name.line - 1][name.column - 1 + len(name.text) :]
        between = rest[: max(0, len(rest) - len(lines[one.line - 1]) + one.column - 1)]
        if one.line != name.line:
            between = f"{rest.rstrip()} {lines[one.line - 1][: one.column - 1].lstrip(' >')}"
        return _OF_FILE.sub("", between)

    def _is_meant(self, each: _Tied) -> bool:
        """Whether a line may be meant that is inside: what is said of it says so, or another thing is on the line."""
        before, _ = self.page.around(each.name)
        if (_INSIDE.search(before) and not _ITS_HEAD.search(before)) or before.endswith("->"):
            return True
        if _HAS.match(self.page.text_lines[each.one.line - 1], each.one.end_column):
            return True
        if each.declared:
            return False
        first, last = prose.sentence_span(self.page.text_lines[each.one.line - 1], each.one.column - 1)
        others = [
            other
            for other in self.page.on(each.one.line)
            if other.kind in ("symbol", "op")
            and other is not each.name
            and first < other.column <= last
            and not self.page.is_tied(other)  # has a place of its own
        ]
        if not self.known.has_tree:  # a text in quotation marks may be the statement's there
            return bool(others) or '`"' in self.page.text_lines[each.one.line - 1]
        text = b"\n".join(self.known.lines(each.path)[each.number - 1 : each.number + 1])
        spans = [span[2].strip("\"'") for span in markdown.SPAN.finditer(self.page.text_lines[each.one.line - 1])]
        said = [span.encode() for span in spans if len(span) >= LONG and each.name.target not in span]
        return any(stands(parts_of(other.target)[-1], text) for other in others) or any(span in text for span in said)

    def _verdict(self, each: _Tied) -> Verdict:
        now = f"{each.path}:{each.line}"
        detail = f"{each.name.target} is at line {each.line}; the other places behind names are where these begin"
        return self.page.verdict(each.one, "moved", Location(each.path, each.line, each.line), (now,), detail)


def _is_constructor(place: Place) -> bool:
    """Whether a method is called as its class is; its head has the name of the class, which may be meant."""
    *_, owner, own = ["", *parts_of(place.name)]
    return place.kind == "method" and owner == own
