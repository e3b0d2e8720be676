"""What a line of text writes as code: registrations with their device, and constants with their value."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import markdown, wording
from tfexplore.answers.citations import Citation
from tfexplore.index import kernels
from tfexplore.model import Location

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict

_SPAN = re.compile(r"`([^`\n]+)`")
_REGISTRATION = re.compile(r'\bName\(\s*"(\w+)"\s*\)\s*\.Device\(\s*(?:\w+::)*DEVICE_(CPU|GPU)\s*\)')
#: A constant that is given a number or a text.
_CONSTANT = re.compile(
    r"(?:[\w:<>*&]+\s+)*(?P<name>_?[A-Z][A-Z0-9_]{4,}|k[A-Z]\w{4,})(?:\[\])?\s*=\s*(?P<value>-?[\d.]\w*(?:\.\d+)?|\"[^\"]*\"|'[^']*');?",
    re.A,
)
#: A constant and its value in two spans of code: "`kMost` is `12`".
_IS = re.compile(
    r"`(?P<name>_?[A-Z][A-Z0-9_]{4,}|k[A-Z]\w{4,})`\s*(?:is|equals|has the value|=|为|是|等于|的值为|的值是)\s*"
    r"(?:`(?P<value>-?[\d.]\w*(?:\.\d+)?|\"[^\"`]*\"|'[^'`]*')`|(?<=[=是为于] )(?P<plain>-?\d+)(?![\w.-]))",
    re.A,
)
#: An enumerator and its number, and as many of them as make a list.
_ENUMERATOR = re.compile(r"`(?P<name>[A-Z][A-Z0-9_]{4,})`(?: = | |=)(?P<value>\d{1,4})(?=[,，、;；.。)]|\s|$)")
ENOUGH_ENUMERATORS = 4
#: A constant in a cell, and in another a value that is no line's number.
_NAME = re.compile(r"`(?:_?[A-Z][A-Z0-9_]{4,}|k[A-Z]\w{4,})`", re.A)
_VALUE = re.compile(r"`?(?:0x[0-9A-Fa-f]+\w*|-?\d*\.\d+\w*|\d+[eE]-?\d+|\"[^\"`]*\"|'[^'`]*')`?", re.A)
#: Files that are read for what a constant is there.
MAX_FILES = 12
#: Lines before a constant that say which file it is of.
ABOVE = 24


class Written:
    """The checks of registrations and constants in a document's text."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every registration for a device that the op has no kernel on, and on every altered constant."""
        fenced = {
            one.line + at for one in self.page.said if one.kind == "quotation" for at in range(one.code.count("\n") + 2)
        }
        for number, line in enumerate(self.page.text_lines, 1):
            if "`" not in line or number in fenced:
                continue
            if line.lstrip().startswith("|") and self.known.has_tree:
                yield from self._row(line, number)
            for span in _SPAN.finditer(line):
                for match in _REGISTRATION.finditer(span[1]):
                    yield from self._registered(match, span.start(1), number)
                constant = _CONSTANT.fullmatch(span[1].strip()) if self.known.has_tree else None
                if constant is not None:
                    yield from self._constant(constant, line.index(constant["name"], span.start(1)), number)
            if self.known.has_tree:
                yield from self._enumerated(line, number)
            for said in _IS.finditer(line) if self.known.has_tree else ():
                constant = _CONSTANT.fullmatch(f"{said['name']} = {said['value'] or said['plain']}")
                if constant is not None:
                    yield from self._constant(constant, said.start("name"), number)

    def _registered(self, match: re.Match[str], start: int, number: int) -> Iterator[Verdict]:
        op, device = match.groups()
        line, index = self.page.text_lines[number - 1], self.known.index
        if op not in self.known.ops or op in self.page.own or (device == "GPU" and "cuda" not in index.state.build):
            return
        if wording.absent(line) or wording.proposed(line) or wording.anothers(line[:start]):
            return
        devices = {one for unlinked in (False, True) for one, _ in kernels.devices_of(index, op, unlinked=unlinked)}
        if devices and device not in devices:
            at = start + match.start(1)
            said = Citation("op", op, number, at + 1, op, in_code=True, end_column=at + len(op))
            yield self.page.verdict(said, "not found", None, sorted(devices)[:3], f"{op} has no kernel on {device}")

    def _enumerated(self, line: str, number: int) -> Iterator[Verdict]:
        """A list of enumerators with their numbers, which may go on in the next line: "`A` 0, `B` 1"."""
        lines = self.page.text_lines[max(0, number - 2) : number + 1]
        if sum(len(_ENUMERATOR.findall(text)) for text in lines) >= ENOUGH_ENUMERATORS:
            for said in _ENUMERATOR.finditer(line):
                constant = _CONSTANT.fullmatch(f"{said['name']} = {said['value']}")
                if constant is not None:
                    yield from self._constant(constant, said.start("name"), number)

    def _row(self, line: str, number: int) -> Iterator[Verdict]:
        """A row that has a constant and its value, which is not the number of a line."""
        cells = [(at, cell.strip()) for at, cell in markdown.cells_of(line)]
        values = [(at, cell.strip("`")) for at, cell in cells if _VALUE.fullmatch(cell)]
        names = [cell.strip("`") for _, cell in cells if _NAME.fullmatch(cell)]
        if len(values) == len(names) == 1:
            constant = _CONSTANT.fullmatch(f"{names[0]} = {values[0][1]}")
            if constant is not None:
                yield from self._constant(constant, line.index(values[0][1], values[0][0]), number)

    def _constant(self, match: re.Match[str], at: int, number: int) -> Iterator[Verdict]:
        name, value = match["name"], match["value"]
        line = self.page.text_lines[number - 1]
        if name in self.page.own or wording.proposed(line) or wording.absent(line) or wording.anothers(line[:at]):
            return
        has: list[tuple[str, int, str]] = []
        for path in self._files(name, number):
            for place, text in enumerate(self.known.lines(path), 1):
                found = re.search(rb"\b" + name.encode() + rb"(?:\[\])?\s*=\s*([^;#\n]+)", text)
                if found is not None:
                    has.append((path, place, found[1].decode("utf-8", "replace").partition("//")[0].strip(" ,")))
        if (
            not has
            or any(_alike(value, one) for _, _, one in has)
            or not all(_LITERAL.fullmatch(one) for _, _, one in has)
        ):
            return
        path, place, other = has[0]
        said = Citation("symbol", name, number, at + 1, match.group().strip(), in_code=True, end_column=at + len(name))
        detail = f"line {place} has `{other}`, the quotation `{value}`"
        yield self.page.verdict(said, "differs", Location(path, place, place), (), detail)

    def _files(self, name: str, number: int) -> list[str]:
        """The files that may define a constant: those of which the line and those before it are, or that are known."""
        cited = [one for one in self.page.on(number) if one.kind in ("path", "path:line")]
        found = [path for one in cited for path in self.page.files_meant(one)]
        found += [place.path for place in self.known.places(name)]
        stands = self.known.stands(name)
        lines = [number, number + 1, *range(number - 1, max(0, number - ABOVE), -1)]
        for one in [one for line in lines for one in self.page.on(line)]:
            if one.kind in ("path", "path:line"):
                found += self.page.files_meant(one)[:2]
            elif one.kind == "symbol":
                found += [place.path for place in self.page.meant(one.target)[:2]]
        near = list(dict.fromkeys([*([stands] if stands else []), *found]))[:MAX_FILES]
        return list(dict.fromkeys([*near, *[beside for path in near for beside in self.known.beside(path)]]))


_LITERAL = re.compile(r"-?[\d.]\w*(?:\.\d+)?|\"[^\"]*\"|'[^']*'")


def _alike(one: str, other: str) -> bool:
    """Whether two literals say the same, with whichever quotation marks."""
    return one.replace("'", '"') == other.replace("'", '"')
