"""What a document says that a constant is.

"`kMost = 12`", "`kMost` is `{7, 0}`", "`kMost`, i.e. 512 bytes", "kMost (its value is 0.9)", in sentences and in
tables. Only a tree tells what they are; an expression of numbers and other constants is worked out.
"""

from __future__ import annotations

import re
from functools import cached_property
from itertools import chain

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, markdown, wording
from tfexplore.answers.citation import Citation
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying.valued import Valued
from tfexplore.answers.verifying.worked_out import EXPRESSION, VALUE, alike, definitions
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.valued import Written
    from tfexplore.answers.verifying.verdicts import Verdict

_CONSTANT_NAME = r"(?:_?[A-Z][A-Z0-9_]{4,}|k[A-Z]\w{4,})"
_SPAN = regex(r"`([^`\n]+)`")
#: A constant that is given its value, by a definition or by a macro; a variable of which the type is told.
_REMARK = r"(?:\s*(?://|#).*)?"
_GIVEN = regex(rf"(?:[\w:<>*&,]+\s+)*(?P<name>{_CONSTANT_NAME})(?:\[\])?\s*=\s*(?P<value>{VALUE});?{_REMARK}", re.A)
_MACRO = regex(rf"#\s*define\s+(?P<name>{_CONSTANT_NAME})\s+(?P<value>{VALUE}){_REMARK}", re.A)
_TYPED = regex(
    r"(?:(?:static|const|constexpr)\s+)*(?:int|unsigned|u?int(?:8|16|32|64)(?:_t)?|size_t|float|double|bool|auto|Index)\s+"
    rf"(?P<name>[A-Za-z]\w{{4,}})\s*=\s*(?P<value>{VALUE}|true|false);{_REMARK}",
    re.A,
)
_HEDGED = r"(?:(?:always|currently|fixed at|set to|equal to|just|only)\s|(?:目前|固定|默认|恒|就)?\s?)?"
_SIZE = r"(?:(?:(?:默认|当前)?(?:值|取值|大小)(?:固定|目前)?)(?:为|是|=|:|：)|被?(?:定义|设置?|固定)(?:为|成))"
#: What stands between a constant and its value.
_BETWEEN = (
    rf"(?:(?:is|equals|has the value(?: of)?|=|为|是|等于)\s?{_HEDGED}|的?{_SIZE}|"
    r"[,，]\s?(?:i\.e\.,?|that is,?|(?:which|and\s(?:that|this))\s(?:is|equals)|即|也就是|它?其?"
    rf"{_SIZE})(?:\s(?:to|of|in))?|"
    r"[(（]\s?(?:=|i\.e\.,?|that is,?|equal to|(?:its |the )?value(?: is| of)?:?|currently|set to|即|为|等于|"
    rf"目前为?|默认为?|{_SIZE})|[(（]\s?(?=`?\"))"
)
#: What is no value of a constant: that of a product, a time, a count of something else, a release.
_NO_VALUE = (
    r"(?![\w-]|\.\d|\s*(?:<<|>>|[*/^×]\s*\d|(?:milli|micro|nano)?(?:seconds?|minutes?|hours?|[mun]?s|MB|GB)\b|"
    r"%|[毫微纳]?秒|分钟?|小时|万|亿|倍|行|[种类项条]|个(?!字节)|times\b|lines?\b|(?:hundred|thousand|million|billion|Mio|Mrd|Tausend|mln|bn)\b|of\b))"
)
#: What a number is of that a constant has in another.
_UNIT = (
    r"(?:milli|micro|nano)?(?:seconds?|minutes?|hours?|[mun]?s|[KMG]i?B|bytes?|bits?|MB|GB|times|lines?|percent"
    r"|hundred|thousand|million|billion)\b"
)
#: A constant and its value, as code or as a number: "`kMost` is `12`", "`kMost`, i.e. 512 bytes".
_IS = regex(
    rf"(?:`(?:\w+::)*(?P<name>{_CONSTANT_NAME})`|(?<![\w`.:/])(?P<bare>k[A-Z]\w{{4,60}})(?![\w`.:/]))"
    rf"(?:\s(?:in|of|from)\s`?[\w./-]+\.\w+`?|\sof (?:them|these|those))?\s*{_BETWEEN}\s*"
    rf"(?:`(?P<value>{EXPRESSION})`|(?P<plain>-?\d+(?:\.\d+)?(?:[eE]-?\d+)?|\"[^\"`\n]{{1,60}}\")(?:\s?(?P<unit>[KMG]i?B)|\s?(?:bytes|字节))?{_NO_VALUE})",
    re.A,
)
#: A number and, in brackets behind what it is of, the constant: "64 elements (`kMost`)", "0.8 of all (`kShare`)".
_IN_BRACKETS = regex(
    rf"(?<![\w.+/*^-])(?P<plain>\d+(?:\.\d+)?)(?:\s(?!{_UNIT})[a-zA-Z ]{{1,30}}|\s?个?[\u4e00-\u9fff]{{0,8}})?\s?"
    rf"[(（]\s?`(?:\w+::)*(?P<name>{_CONSTANT_NAME})`\s?[)）]",
    re.A,
)
#: A time of a constant that has its unit in its name: "`kMaxMillisToWait` is 10 seconds".
_LASTS = regex(
    r"`(?:\w+::)*(?P<name>k\w{0,40}?(?P<of>Millis|Msecs?|Micros|Usecs?|Nanos|Secs|Seconds)(?![a-z])\w{0,40})`"
    r"(?:\s?[(（][^()（）`\n]{0,80}[)）])?\s(?:is|equals)\s(?P<plain>\d+(?:\.\d+)?)\s?"
    r"(?P<time>(?:milli|micro|nano)?seconds?|minutes?|ms|us)\b",
    re.A,
)
_NANOSECONDS = {"mill": 10**6, "ms": 10**6, "msec": 10**6, "micr": 10**3, "us": 10**3, "usec": 10**3, "nano": 1}
_SUPPOSED = regex(
    r"(?:\b(?:if|when|unless|whether|while|once|suppose|assum\w+)\b|如果|若|当|假设|假如)"
    r"[^.;,，。；]{0,60}\Z",
    re.I,
)
#: An enumerator and its number, and as many of them as make a list.
_ENUMERATOR = regex(r"`(?P<name>[A-Z][A-Z0-9_]{4,})`(?: = | |=)(?P<value>\d{1,4})(?=[,，、;；.。)]|\s|$)")
ENOUGH_ENUMERATORS = 4
#: A constant in a cell, and in another a value that is no line's number.
_NAME = regex(rf"`(?:\w+::)*(?P<name>{_CONSTANT_NAME})`", re.A)
#: One that is not marked as code, in a table of values.
_BARE = regex(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+){2,}")
_CELL = regex(r"`?(?:0x[0-9A-Fa-f]+\w*|-?\d*\.\d+\w*|\d+[eE]-?\d+|\d+[uUlL]*\s*<<\s*\d+|\"[^\"`]*\"|'[^'`]*')`?", re.A)
#: A header of values, under which any number is one; and a value with its unit.
_VALUES = regex(
    r"\W*(?:(?:default|current|its|the|默认|当前|常量|实际)\s?(?:的)?)?(?:values?|值|取值|数值)\W*|\W*(?:defaults?|默认)\W*",
    re.I,
)
_IN_COLUMN = regex(rf"`?(?P<value>{EXPRESSION})`?(?:\s?(?P<unit>[KMG]i?B)|\s?(?:bytes?|字节))?", re.A)
_UNITS = {"KB": 1 << 10, "KiB": 1 << 10, "MB": 1 << 20, "MiB": 1 << 20, "GB": 1 << 30, "GiB": 1 << 30}
#: Letters of a paragraph that is read, and names of a document for which all files are opened.
MAX_LETTERS, MAX_SEARCHED = 6_000, 6


class Constants(Valued):
    """The checks of constants in a document's text."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._searched = 0

    def unexplained(self) -> set[str]:
        """The constants that only a tree's text can explain."""
        found = {match["name"] or match["bare"] for _, match in self._said}
        for _, line, values in self.lines(_VALUES):
            if values >= 0:
                found.update([match["name"] for match in _NAME.finditer(line)])
        return {name for name in found if not self.known.knows(name)}

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every constant that is another."""
        for number, line, values in self.lines(_VALUES):
            if line.lstrip().startswith("|"):
                yield from self._row(line, number, values)
            for span in _SPAN.finditer(line) if "=" in line or "#define" in line else ():
                code = span[1].strip()
                given = _GIVEN.fullmatch(code) or _MACRO.fullmatch(code) or _TYPED.fullmatch(code)
                if given is not None:
                    at = line.index(given["name"], span.start(1))
                    yield from self._constant(given["name"], given["value"], given.group(), at, number)
                    yield from self._elsewhere(given["name"], line, number, span.end(1))
            yield from self._enumerated(line, number)
        for one, match in self._said:
            told = match.groupdict()
            name = match["name"] or match["bare"]
            value = told.get("value") or _in_bytes(match["plain"], told.get("unit") or "")
            value = _in_time(match["plain"], match["time"], match["of"]) if told.get("time") else value
            number, column = one.at(match.start("name") if match["name"] else match.start("bare"))
            yield from self._constant(name, value, name, column - 1, number)

    @cached_property
    def _said(self) -> list[tuple[Paragraph, re.Match[str]]]:
        """What paragraphs say that constants are, unless they only suppose it."""
        found = []
        for one in self.page.paragraphs:
            said = chain(_IS.finditer(one.text), _IN_BRACKETS.finditer(one.text), _LASTS.finditer(one.text))
            for match in said if len(one.text) <= MAX_LETTERS else ():
                behind = one.text[match.end() : match.end() + 60].partition("\n")[0]
                supposed = _SUPPOSED.search(one.text, max(0, match.start() - 80), match.start())
                if supposed is None and not (disclaimers.absent(behind) or disclaimers.is_changed(behind)):
                    found.append((one, match))
        return found

    def _enumerated(self, line: str, number: int) -> Iterator[Verdict]:
        """A list of enumerators with their numbers, which may go on in the next line: "`A` 0, `B` 1"."""
        lines = self.page.text_lines[max(0, number - 2) : number + 1]
        if sum(len(_ENUMERATOR.findall(text)) for text in lines) >= ENOUGH_ENUMERATORS:
            for said in _ENUMERATOR.finditer(line):
                name, value = said["name"], said["value"]
                yield from self._constant(name, value, f"{name} = {value}", said.start("name"), number)

    def _row(self, line: str, number: int, column: int) -> Iterator[Verdict]:
        """A row that has a constant and its value, which is not the number of a line."""
        cells = [(at, cell.strip()) for at, cell in markdown.cells_of(line)]
        names = [match["name"] for _, cell in cells if (match := _NAME.fullmatch(cell))]
        names = names or [cell for _, cell in cells[:1] if column >= 0 and _BARE.fullmatch(cell)]
        headed = _IN_COLUMN.fullmatch(cells[column][1]) if 0 <= column < len(cells) else None
        if headed is not None:
            values = [(cells[column][0], headed["value"], _in_bytes(headed["value"], headed["unit"]))]
        else:
            plain = [(at, cell.strip("`")) for at, cell in cells if _CELL.fullmatch(cell)]
            values = [(at, value, value) for at, value in plain]
        if len(values) == len(names) == 1:
            at, text, value = values[0]
            yield from self._constant(names[0], value, f"{names[0]} = {text}", line.index(text, at), number)

    def _constant(self, name: str, value: str, text: str, at: int, number: int) -> Iterator[Verdict]:
        cited = [one for one in self.page.on(number) if one.kind in ("path", "path:line")]
        own = [path for one in cited for path in self.page.files_meant(one)]
        # Each file may have one of its own that is called so.
        has = list(self._defined(name, own)) or list(self._defined(name, self.files(name, number)))
        if has and not any(alike(value, found) for *_, found in has):
            has += self._of_others(name, [path for path, *_ in has])
        said = Citation("symbol", name, number, at + 1, text.strip(), in_code=True, end_column=at + len(name))
        yield from self.compared(said, value, has, alike, "line {} has `{}`, the quotation `{}`")

    def _elsewhere(self, name: str, line: str, number: int, end: int) -> Iterator[Verdict]:
        """A verdict on the file that a constant is said to be defined in: "`kMost = 12`, defined in `x.cc`"."""
        behind = [one for one in self.page.on(number) if one.column > end]
        if not behind or behind[0].kind != "path" or self.page.is_tied(behind[0]):
            return
        path, *_ = behind
        if not wording.forward(line[end : path.column - 1], False) or self.page.strangers(path):
            return
        files = self.page.files_meant(path)
        if not files or any(stands(name, self.known.read(file) or b"") for file in files):
            return
        if self._searched >= MAX_SEARCHED:
            return
        self._searched += 1
        for file in self.known.everywhere(name):
            at = next((number for number, _ in definitions(self.known.lines(file), name)), 0)
            if at:
                detail = f"{name} is not in {files[0]}"
                yield self.page.moved(path, Location(file, at, at), detail)
                return

    def _of_others(self, name: str, files: Sequence[str]) -> list[Written]:
        """What other files give a name of which no file is cited: each may have one of its own."""
        cited = {
            path for one in self.page.said if one.kind in ("path", "path:line") for path in self.page.files_meant(one)
        }
        if cited.intersection(files) or self._searched >= MAX_SEARCHED:
            return []
        self._searched += 1
        others = [path for path in self.known.everywhere(name) if path not in files]
        return list(self._defined(name, others))

    def _defined(self, name: str, files: Sequence[str]) -> Iterator[Written]:
        """What files give a name, and where; what a field of a protocol buffer is given is its number."""
        paths = (path for path in files if not (name.islower() and path.endswith(".proto")))
        return ((path, *each) for path in paths for each in definitions(self.known.lines(path), name))


def _in_time(number: str, unit: str, of: str) -> str:
    """A time in one unit as the number that it is in another.

    >>> _in_time("10", "seconds", "Millis"), _in_time("1.5", "ms", "Micros")
    ('10000', '1500')
    """
    time = float(number) * _nanoseconds(unit) / _nanoseconds(of)
    return str(int(time)) if time.is_integer() else str(time)


def _nanoseconds(unit: str) -> int:
    return _NANOSECONDS.get(unit.lower()[:4], 60 * 10**9 if unit.startswith("min") else 10**9)


def _in_bytes(number: str, unit: str | None) -> str:
    """A number with its unit as one without."""
    return str(int(number) * _UNITS[unit]) if unit and number.isdigit() else number
