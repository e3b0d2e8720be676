"""Places that a remark, a docstring or a drawing in a block has right behind a name, and ids of tests.

`// See Loom::Weave, loom.cc:12.`, "Mirror of weave (looms.py:12)." in a docstring, `A["Weave<br/>loom.cc:12"]` in a
graph, and `looms.py::weave`. Prose has its own checks; of code nothing else reads these.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.citation import SUFFIX, Citation
from tfexplore.answers.denials import denies
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.heads import NEAR_LINES
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import Symbol

#: Letters of a line that is read, and files that a path may mean.
MOST_LETTERS, MAX_FILES = 400, 6
#: Lines around a cited one on which the name may be used.
AROUND = 2

_PLACE = rf"(?P<place>(?P<path>[\w./+-]{{1,160}}\.{SUFFIX}):(?P<line>\d{{1,6}}))(?![\w:]|\s?[-–,]\s?\d)"
_NAME = r"(?<![\w.:>-])(?P<name>[A-Za-z_]\w{2,80}(?:(?:::|\.)~?[A-Za-z_]\w{0,80}){0,5})(?:\(\))?"
_NAMED_AT = regex(rf"{_NAME}(?:,\s|\s\(|\sat\s|<br\s?/?>){_PLACE}", re.A)
_REMARK = regex(r"//|/\*|\s{0,40}\*\s|#")
_QUOTES = regex(r"\"\"\"|'''")
_TEST = regex(r"(?<![\w./-])(?P<path>(?:[\w.-]{1,60}/){1,12}[\w.-]{1,80}\.py)::(?P<name>[A-Za-z_]\w{1,80})", re.A)


class SaidInCode(Check):
    """The checks of such places and ids."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on each line that is not in what the name is of, and on each id of what its file has not."""
        found = {self.page.said[at].line for at in self.page.quoted}
        for number, language, inside in markdown.blocks(self.page.lines_read()):
            if not any(first in found for first in range(number, number + 3)):
                drawn = language.lower().startswith("mermaid")
                for at, text in self._read(number + 1, inside, drawn):
                    yield from self._of_line(at, text)
        for number, text in enumerate(self.page.lines_read(), 1):
            if ".py::" in text:
                yield from self._of_tests(number, text[:MOST_LETTERS])

    def _read(self, first: int, inside: Sequence[str], drawn: bool) -> Iterator[tuple[int, str]]:
        """The remarks, docstrings and drawn lines of a block, each with blanks for the code in front of it."""
        documented = False
        for number, text in enumerate(inside, first):
            quotes = len(_QUOTES.findall(text)) if '"""' in text or "'''" in text else 0
            remark = _REMARK.search(text) if not (drawn or documented or quotes) and len(text) < MOST_LETTERS else None
            if len(text) < MOST_LETTERS and (drawn or documented or quotes):
                yield number, text
            elif remark is not None:
                yield number, " " * remark.start() + text[remark.start() :]
            documented = documented != (quotes % 2 == 1)

    def _of_line(self, number: int, text: str) -> Iterator[Verdict]:
        for match in _NAMED_AT.finditer(text) if ":" in text else ():
            line = int(match["line"])
            files = self.known.resolve(match["path"])[:MAX_FILES]
            owner, _, last = match["name"].replace(".", "::").rpartition("::")
            named = [(path, one) for path in files for one in self.known.inside(path) if self._is_it(one, owner, last)]
            if not named or any(self._has(one, line) for _, one in named):
                continue
            if any(self._uses(path, last, line) for path in files) or self._is_no_claim(text, match.start()):
                continue
            path, symbol = min(named, key=lambda each: abs(each[1].location.line - line))
            column = match.start("place") + 1
            said = Citation("path:line", match["place"], number, column, path, line, line, in_code=True,
                            end_column=match.end("place"), fenced=True)  # fmt: skip
            where = Location(path, symbol.location.line, self.known.end_of(symbol))
            yield self.page.moved(said, where, f"{match['name']} is at line {where.line}")

    def _is_it(self, one: Symbol, owner: str, last: str) -> bool:
        """Whether a definition may be what a text calls by a name, which perhaps has its class in front."""
        own = one.name.replace(".", "::").split("::")
        return own[-1] == last and (len(own) < 2 or not owner or own[-2] == owner.rpartition("::")[2])

    def _has(self, one: Symbol, line: int) -> bool:
        return one.location.line - NEAR_LINES <= line <= self.known.end_of(one)

    def _uses(self, path: str, last: str, line: int) -> bool:
        """Whether a name stands on a line, or right beside it."""
        there = self.known.lines(path)[max(0, line - 1 - AROUND) : line + AROUND]
        return stands(last, b"\n".join(there))

    def _is_no_claim(self, text: str, at: int) -> bool:
        before, behind = text[:at], text[at:]
        return (
            self.page.is_of_another_release(before, behind)
            or disclaimers.denied(before, behind)
            or disclaimers.of_a_fork(text)
            or disclaimers.proposed(text)
        )

    def _of_tests(self, number: int, text: str) -> Iterator[Verdict]:
        """A verdict on what stands behind a file of the library that has no such word."""
        for match in _TEST.finditer(text):
            files = self.known.resolve(match["path"])
            column = match.start("name") + 1
            name = match["name"]
            if len(files) != 1 or files[0].endswith("_test.py") or stands(name, self.known.read(files[0]) or b""):
                continue
            said = Citation("symbol", name, number, column, name, in_code=True, end_column=match.end("name"))
            whole = said._replace(column=match.start("path") + 1)
            around = self.page.around(whole)
            planned = disclaimers.created(*around) or disclaimers.own(*around) or self.page.is_planned(said)
            if name in self.page.own or planned or self.page.strangers(whole) or denies(*around):
                continue
            near = [one.name for one in self.known.inside(files[0]) if name.lower() in one.name.lower()]
            yield self.page.verdict(said, "not found", None, near[:3], f"{files[0]} has no such name")
