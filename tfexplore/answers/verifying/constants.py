"""What a document says that a constant is, or what a variable of the environment is by default.

"`kMost = 12`", "`kMost` is `{7, 0}`", "`kMost`, i.e. 512 bytes", "`TF_MOST_THREADS` defaults to `2`", in sentences and
in tables. Only a tree tells what they are; an expression of numbers and other constants is worked out.
"""

from __future__ import annotations

import ast
import operator
import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.citation import Citation
from tfexplore.answers.verifying.check import Check
from tfexplore.model import Location

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from tfexplore.answers.verifying.verdicts import Verdict

    #: A value as it is written in a file: the file, the line, and the text.
    _Given = tuple[str, int, str]

_CONSTANT_NAME = r"(?:_?[A-Z][A-Z0-9_]{4,}|k[A-Z]\w{4,})"
_NUMBER = r"-?(?:0[xX][0-9A-Fa-f]+|\d[\d.]*(?:[eE][-+]?\d+)?)[uUlLfF]*"
#: A value: a number, a shift, a text, numbers in braces.
_VALUE = rf"{_NUMBER}(?:\s*<<\s*\d+)?|\"[^\"`]*\"|'[^'`]*'|\{{[\s\w.,-]*\}}"
_SPAN = re.compile(r"`([^`\n]+)`")
#: A constant that is given its value.
_GIVEN = re.compile(rf"(?:[\w:<>*&,]+\s+)*(?P<name>{_CONSTANT_NAME})(?:\[\])?\s*=\s*(?P<value>{_VALUE});?", re.A)
#: A constant and its value, as code or as a number: "`kMost` is `12`", "`kMost`, i.e. 512 bytes".
_IS = re.compile(
    rf"`(?P<name>{_CONSTANT_NAME})`\s*"
    r"(?:is|equals|has the value|=|为|是|等于|的值为|的值是|[,，]\s*(?:i\.e\.,?|that is,?|即|也就是))\s*"
    rf"(?:`(?P<value>{_VALUE})`|(?P<plain>-?\d+)(?:\s?(?P<unit>[KMG]i?B)|\s?(?:bytes|字节))?"
    r"(?![\w-]|\.\d|\s*(?:<<|>>|[*/^×]\s*\d|(?:milli|micro|nano)?(?:seconds?|minutes?|hours?|[mun]?s|MB|GB)\b|[毫微纳]?秒|分钟?|小时|万|亿)))",
    re.A,
)
#: An enumerator and its number, and as many of them as make a list.
_ENUMERATOR = re.compile(r"`(?P<name>[A-Z][A-Z0-9_]{4,})`(?: = | |=)(?P<value>\d{1,4})(?=[,，、;；.。)]|\s|$)")
ENOUGH_ENUMERATORS = 4
#: A constant in a cell, and in another a value that is no line's number.
_NAME = re.compile(rf"`{_CONSTANT_NAME}`", re.A)
_CELL = re.compile(
    r"`?(?:0x[0-9A-Fa-f]+\w*|-?\d*\.\d+\w*|\d+[eE]-?\d+|\d+[uUlL]*\s*<<\s*\d+|\"[^\"`]*\"|'[^'`]*')`?", re.A
)
#: Files that are read for what a constant is there.
MAX_FILES = 12
#: Lines before a constant that say which file it is of.
ABOVE = 24

#: A variable of the environment, and what is said to be its default behind it, in its sentence.
_VARIABLE = re.compile(r"`(?P<name>[A-Z][A-Z0-9]*_[A-Z0-9_]{3,})`", re.A)
_BY_DEFAULT = re.compile(
    r"[^.。;；|`]{0,40}?(?<![A-Za-z])"
    r"(?:defaults? to|(?:by )?default(?:s| value)?(?: is| of|:| =)?|(?:默认|缺省)(?:值)?(?:为|是)?[:：]?)\s*"
    rf"(?:`(?P<value>{_VALUE}|true|false|[a-z]\w*)`|(?P<plain>-?\d+)(?![\w.-]))",
    re.I,
)
_SETTING = re.compile(rf"{_VALUE}|true|false", re.I)
_DEFAULT = re.compile(r"default|默认|缺省", re.I)
_DEFAULTS = re.compile(r"\W*(?:default(?:s| value)?|默认值?|缺省值?)\W*", re.I)
#: How such a variable is read: its name as a text, and then the default.
_READ = r"FromEnvVar\(\s*\"{}\"\s*,\s*(?:/\*[^*]*\*/\s*)?(\"[^\"]*\"|[^,()/]+(?:\([^()]*\))?)\s*(?:/\*[^*]*\*/\s*)?,"

#: "With the variable unset it returns `false`": what a function does that finds no such variable.
_UNSET = re.compile(
    r"(?:unset|not set|(?:没有?|未)设置?(?:时|的话)?)[^.。;；|`]{0,30}?"
    r"(?:returns?|means|is|返回|为|是|等于)\s*`?(?P<value>true|false)`?",
    re.I,
)
#: The same with the variable in it: "without `TF_X` it returns `false`", 没有设置 `TF_X` 时返回 false.
_UNSET_NAMED = re.compile(
    r"(?:(?:没有|没|未)(?:设置?|定义|指定)?|\b(?:without|not setting|unset))\s*(?:环境变量|the variable|setting)?\s*"
    rf"{_VARIABLE.pattern}\s*(?:set\b)?[^.。;；|`]{{0,30}}?(?:returns?|means|is|返回|为|是|等于)\s*`?(?P<value>true|false)`?"
    r"(?![\w:])",
    re.I,
)
_GOTTEN = (
    r"getenv\(\s*\"{}\"\s*\)[^;]*;\s*if\s*\([^()]*==\s*(?:nullptr|NULL)\)\s*\{{?"
    r"(?:\s*//[^\n]*)*\s*return\s+(true|false)\s*;"
)
#: Letters behind a variable in which that is said.
MAX_BEHIND = 120


class Constants(Check):
    """The checks of constants and of variables of the environment in a document's text."""

    needs_tree = True

    def unexplained(self) -> set[str]:
        """The constants and variables that only a tree's text can explain."""
        found = set()
        for number, line, defaults in self._lines():
            found.update([match["name"] for match in _IS.finditer(line)])
            unset = _UNSET.search(line) is not None or _UNSET_NAMED.search(line) is not None
            if defaults >= 0 or unset or _DEFAULT.search(line):
                found.update([match["name"] for match in _VARIABLE.finditer(line)])
            if unset and number > 1:
                found.update([match["name"] for match in _VARIABLE.finditer(self.page.text_lines[number - 2])])
        return {name for name in found if not self.known.knows(name)}

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every constant that is another, and on every default of a variable that is."""
        for number, line, defaults in self._lines():
            if line.lstrip().startswith("|"):
                yield from self._row(line, number)
                yield from self._variables_row(line, number, defaults)
            for span in _SPAN.finditer(line) if "=" in line else ():
                given = _GIVEN.fullmatch(span[1].strip()) if "=" in span[1] else None
                if given is not None:
                    at = line.index(given["name"], span.start(1))
                    yield from self._constant(given["name"], given["value"], given.group(), at, number)
            yield from self._enumerated(line, number)
            for said in _IS.finditer(line):
                value = said["value"] or str(int(said["plain"]) * _UNITS.get(said["unit"] or "", 1))
                yield from self._constant(said["name"], value, said["name"], said.start("name"), number)
            yield from self._variables(line, number)
            yield from self._unset(line, number)

    def _lines(self) -> Iterator[tuple[int, str, int]]:
        """The lines that have code, each with its number, and which cell of a row is under the header of defaults."""
        defaults, above = -1, False
        for number, line in self.page.prose_lines:
            row = line.lstrip().startswith("|")
            if row and not above:
                heads = [at for at, (_, cell) in enumerate(markdown.cells_of(line)) if _DEFAULTS.fullmatch(cell)]
                defaults = heads[0] if len(heads) == 1 else -1
            above = row
            if "`" in line:
                yield number, line, defaults if row else -1

    # -- constants --

    def _enumerated(self, line: str, number: int) -> Iterator[Verdict]:
        """A list of enumerators with their numbers, which may go on in the next line: "`A` 0, `B` 1"."""
        lines = self.page.text_lines[max(0, number - 2) : number + 1]
        if sum(len(_ENUMERATOR.findall(text)) for text in lines) >= ENOUGH_ENUMERATORS:
            for said in _ENUMERATOR.finditer(line):
                name, value = said["name"], said["value"]
                yield from self._constant(name, value, f"{name} = {value}", said.start("name"), number)

    def _row(self, line: str, number: int) -> Iterator[Verdict]:
        """A row that has a constant and its value, which is not the number of a line."""
        cells = [(at, cell.strip()) for at, cell in markdown.cells_of(line)]
        values = [(at, cell.strip("`")) for at, cell in cells if _CELL.fullmatch(cell)]
        names = [cell.strip("`") for _, cell in cells if _NAME.fullmatch(cell)]
        if len(values) == len(names) == 1:
            at, value = values[0]
            yield from self._constant(names[0], value, f"{names[0]} = {value}", line.index(value, at), number)

    def _constant(self, name: str, value: str, text: str, at: int, number: int) -> Iterator[Verdict]:
        has = (
            (path, place, found)
            for path in self._files(name, number)
            for place, found in _definitions(self.known.lines(path), name)
        )
        said = Citation("symbol", name, number, at + 1, text.strip(), in_code=True, end_column=at + len(name))
        yield from self._compared(said, value, has, _alike, "line {} has `{}`, the quotation `{}`")

    def _compared(
        self, said: Citation, value: str, has: Iterable[_Given], same: Callable[[str, str], bool], words: str
    ) -> Iterator[Verdict]:  # fmt: skip
        """A verdict on a name of which a value is said that it `has` at none of the places that give it one."""
        line = self.page.text_lines[said.line - 1]
        own = said.text in self.page.own or disclaimers.anothers(line[: said.column - 1])
        if own or disclaimers.proposed(line):
            return
        places = [(*each, _Value(self.known.lines(each[0])).of(each[2])) for each in has]
        if not places or any(worked_out == "" or same(value, worked_out) for *_, worked_out in places):
            return
        path, place, written, worked_out = places[0]
        there = written if written == worked_out else f"{written}`, which is `{worked_out}"
        yield self.page.verdict(said, "differs", Location(path, place, place), (), words.format(place, there, value))

    def _files(self, name: str, number: int) -> list[str]:
        """The files that may define a constant: those of which the line and those before it are, or that are known."""
        cited = [one for one in self.page.on(number) if one.kind in ("path", "path:line")]
        found = [path for one in cited for path in self.page.files_meant(one)]
        found += [place.path for place in self.known.places(name)]
        stands = self.known.somewhere(name) if self.known.awaits([name]) else self.known.stands(name)
        lines = [number, number + 1, *range(number - 1, max(0, number - ABOVE), -1)]
        for one in [one for line in lines for one in self.page.on(line)]:
            if one.kind in ("path", "path:line"):
                found += self.page.files_meant(one)[:2]
            elif one.kind == "symbol":
                found += [place.path for place in self.page.meant(one.target)[:2]]
        near = list(dict.fromkeys([*([stands] if stands else []), *found]))[:MAX_FILES]
        return list(dict.fromkeys([*near, *[beside for path in near for beside in self.known.beside(path)]]))

    # -- variables of the environment --

    def _variables(self, line: str, number: int) -> Iterator[Verdict]:
        for name in _VARIABLE.finditer(line):
            said = _BY_DEFAULT.match(line, name.end())
            if said is not None and not line.lstrip().startswith("|"):
                yield from self._variable(name, said["value"] or said["plain"], number)

    def _variables_row(self, line: str, number: int, defaults: int) -> Iterator[Verdict]:
        """A row with a variable in it, and its default in the column of defaults or behind the name."""
        cells = markdown.cells_of(line)
        for at, cell in cells:
            names = list(_VARIABLE.finditer(line, at, at + len(cell)))
            if len(names) != 1:
                continue
            behind = _BY_DEFAULT.match(line, names[0].end(), at + len(cell))
            if behind is not None:
                yield from self._variable(names[0], behind["value"] or behind["plain"], number)
            elif 0 <= defaults < len(cells):
                value = cells[defaults][1].strip().strip("`")
                if _SETTING.fullmatch(value):
                    yield from self._variable(names[0], value, number)

    def _unset(self, line: str, number: int) -> Iterator[Verdict]:
        """What is said to be so without a variable: the one that the line names last, or the line before."""
        for named in _UNSET_NAMED.finditer(line):
            yield from self._variable(named, named["value"], number, _GOTTEN)
        for said in _UNSET.finditer(line):
            names = list(_VARIABLE.finditer(line, 0, said.start()))
            if names and said.start() - names[-1].end() <= MAX_BEHIND:
                yield from self._variable(names[-1], said["value"], number, _GOTTEN)
            elif number > 1:
                above = self.page.text_lines[number - 2]
                for name in list(_VARIABLE.finditer(above))[-1:]:
                    yield from self._variable(name, said["value"], number - 1, _GOTTEN)

    def _variable(self, match: re.Match[str], value: str, number: int, read: str = _READ) -> Iterator[Verdict]:
        name, at = match["name"], match.start("name")
        said = Citation("symbol", name, number, at + 1, name, in_code=True, end_column=at + len(name))
        has = self._read_with(re.compile(read.format(re.escape(name)).encode()), self._files(name, number))
        yield from self._compared(said, value, has, _same_setting, "line {} has the default `{}`, the document `{}`")

    def _read_with(self, pattern: re.Pattern[bytes], paths: Iterable[str]) -> Iterator[_Given]:
        """Where a pattern finds the value that a variable has without being set, and the value."""
        for path in paths:
            text = b"\n".join(self.known.lines(path)) if path.endswith((".cc", ".h")) else b""
            for found in pattern.finditer(text):
                place = text.count(b"\n", 0, found.start(1)) + 1
                yield path, place, found[1].decode("utf-8", "replace").strip()


_UNITS = {"KB": 1 << 10, "KiB": 1 << 10, "MB": 1 << 20, "MiB": 1 << 20, "GB": 1 << 30, "GiB": 1 << 30}


def _definitions(lines: Sequence[bytes], name: str) -> Iterator[tuple[int, str]]:
    """The lines that give a constant a value, and the value as it is written there."""
    raw = name.encode()
    given = re.compile(rb"\b" + raw + rb"(?:\[\])?\s*=\s*([^;#\n]+)|^#define\s+" + raw + rb"\s+(\S[^\n]*)")
    for number, line in enumerate(lines, 1):
        found = given.search(line) if raw in line else None
        if found is not None:
            yield number, (found[1] or found[2]).decode("utf-8", "replace").partition("//")[0].strip(" ,")


class _Value:
    """What expressions of a file's constants come to."""

    def __init__(self, lines: Sequence[bytes]) -> None:
        self._lines = lines

    def of(self, text: str) -> str:
        """What an expression is as a literal; empty for one that cannot be told."""
        if _LITERAL.fullmatch(text):
            return text
        number = self._number(text, MAX_DEPTH)
        return "" if number is None else str(number)

    def _number(self, text: str, depth: int) -> int | None:
        plain = re.sub(r"\b(\d+|0[xX][0-9a-fA-F]+)(?:[uUlL]+|_)\b", r"\1", text)
        if depth == 0 or len(plain) > MAX_EXPRESSION or not re.fullmatch(r"[\w\s()<*+-]+", plain, re.A):
            return None
        try:
            return self._worked_out(ast.parse(plain.strip(), mode="eval").body, depth)
        except (SyntaxError, ValueError, RecursionError, OverflowError):
            return None

    def _worked_out(self, node: ast.expr, depth: int) -> int | None:
        if isinstance(node, ast.Constant) and type(node.value) is int:
            return node.value
        if isinstance(node, ast.Name):
            found = {given for _, given in _definitions(self._lines, node.id)}
            return self._number(found.pop(), depth - 1) if len(found) == 1 else None
        if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
            left, right = self._worked_out(node.left, depth), self._worked_out(node.right, depth)
            if left is None or right is None or max(abs(left), abs(right)) >= 1 << 64:
                return None
            if isinstance(node.op, ast.LShift) and not 0 <= right < MAX_SHIFT:
                return None
            return _OPERATORS[type(node.op)](left, right)
        return None


#: Constants that are of constants that are, and so on; letters of an expression; and bits of a number.
MAX_DEPTH, MAX_EXPRESSION, MAX_SHIFT = 4, 80, 64
_OPERATORS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.LShift: operator.lshift,
}
_LITERAL = re.compile(rf"{_NUMBER}|true|false|\"[^\"]*\"|'[^']*'|\{{[\s\w.,-]*\}}")


def _alike(one: str, other: str) -> bool:
    """Whether two literals say the same, with whichever quotation marks, blanks and suffixes."""
    return _plain(one) == _plain(other)


def _plain(literal: str) -> str:
    if literal[:1] in "\"'":
        return literal.replace("'", '"')
    text = "".join(literal.split())
    shift = _Value(()).of(text)
    text = re.sub(r"(?<=\d)[uUlLfF]+$", "", shift or text)
    try:
        return str(float(int(text, 0) if re.fullmatch(r"-?(?:0[xX][0-9a-fA-F]+|\d+)", text) else text))
    except ValueError:
        return text


def _same_setting(one: str, other: str) -> bool:
    """Whether two values of a variable are the same: 1 is true, and a text needs no quotation marks."""
    values = [{"true": "1", "false": "0"}.get(text.strip("\"'").lower(), text.strip("\"'")) for text in (one, other)]
    return _alike(values[0], values[1])
