"""Tests of a file in Python that a document lists: "`loom_test.py`, class `LoomTest`: `test_wind` (12), `test_cut`".

Of a file that has the others one that it does not have is no test of it, and a line that is not the test's, where those
of others are, is wrong. The file is named in the sentence, above the list or in the heading. Nobody lists tests in an
index, so that only a tree tells.
"""

from __future__ import annotations

import re
from collections import defaultdict
from difflib import get_close_matches

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers
from tfexplore.answers.denials import denies
from tfexplore.answers.verifying.check import Check
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: A test, and the line that stands right behind it.
_TEST = regex(
    r"`(?:\w+\.){0,2}(?P<name>test_?[A-Za-z]\w{3,})(?:\(\))?`(?:\s?[(（]\s?(?:(?:lines?|L|第)\s?)?(?P<line>\d{1,5})(?![\w.])"
    r"|,?\s(?:at\s)?line\s(?P<line_2>\d{1,5})\b)?",
    re.A,
)
#: The class of a file: "`loom_test.py`, class `LoomTest`", `loom_test.py`（类 `LoomTest`）.
_CLASS = regex(r"[`*\])]*[,，]?\s?[(（]?(?:(?:the\s)?(?:test\s)?class|类)\s?`(?P<name>[A-Z]\w+)`", re.A)
_DEFINED = re.compile(rb"^\s*(?:def (test\w+)|class (\w+))", re.M)
_A_TEST = "_test.py"
#: Tests of the file that tell that a list is of it, and lines that tell that numbers are lines; how far one may be off.
ENOUGH, NEAR_LINES = 2, 3
#: How like a name is to another that is meant, and how many of these are told.
ALIKE, NEAREST = 0.6, 3


class _Listed(Record):
    """A test, or a class, that is said to be in a file; `line` is 0 where no line is told."""

    said: Citation
    line: int
    at: Citation | None


class TestsListed(Check):
    """The checks of such lists."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every test that a file does not have, and on every line that is another."""
        listed: defaultdict[str, list[_Listed]] = defaultdict(list)
        for one in self.page.paragraphs:
            if "test" not in one.text:
                continue
            for path, made in self._listed(one):
                listed[path].append(made)
        for path, each in listed.items():
            yield from self._judged(path, each)

    def _listed(self, one: Paragraph) -> Iterator[tuple[str, _Listed]]:
        """The tests and classes of a paragraph, each with its file."""
        for file, match in self._classes(one):
            yield file, _Listed(one.cited(match.start("name"), match["name"]), 0, None)
        for match in _TEST.finditer(one.text):
            said = one.cited(match.start("name"), match["name"])
            file = self._file(one, match.start())
            if file:
                group = "line" if match["line"] else "line_2"
                at = self._line(one.cited(match.start(group), match[group])) if match[group] else None
                yield file, _Listed(said, int(match[group] or 0), at)

    def _line(self, number: Citation) -> Citation:
        """The citation of a line that a number is of; else the number itself."""
        said = (one for one in self.page.on(number.line) if one.kind == "path:line")
        return next((one for one in said if one.column <= number.column <= one.end_column), number)

    def _classes(self, one: Paragraph) -> Iterator[tuple[str, re.Match[str]]]:
        for number in one.numbers:
            for each in self.page.on(number):
                file = self._meant([each]) if each.kind == "path" else ""
                match = _CLASS.match(one.text, one.offset(number, each.end_column + 1)) if file else None
                if match is not None:
                    yield file, match

    def _file(self, one: Paragraph, at: int) -> str:
        """The file that a test at an offset of a paragraph is said to be in; empty for none."""
        before = [each for number in one.numbers for each in self.page.on(number)]
        before = [each for each in before if one.offset(each.line, each.column) < at]
        first = one.numbers[0]
        over = self.page.over(first)
        above = list(self.page.on(over)) if over else []
        return self._meant(before) or self._meant(above) or self._of_section(first)

    def _of_section(self, line: int) -> str:
        files = [path for path in self.page.files_of_section(line) if path.endswith(_A_TEST)]
        return files[0] if len(files) == 1 else ""

    def _meant(self, cited: Sequence[Citation]) -> str:
        """The test file that is cited last, of several of its name the one in a folder that the document cites."""
        for one in reversed(cited):
            if one.kind in ("path", "path:line") and one.target.endswith(_A_TEST):
                files = self.page.files_meant(one)
                folders = {path.rpartition("/")[0] for found in self.page.resolved for path in found}
                files = [path for path in files if path.rpartition("/")[0] in folders] if len(files) > 1 else files
                return files[0] if files else ""
        return ""

    def _judged(self, path: str, listed: Sequence[_Listed]) -> Iterator[Verdict]:
        data = self.known.read(path) or b""
        lines = {
            (match[1] or match[2]).decode("utf-8", "replace"): data.count(b"\n", 0, match.start(match.lastindex or 0))
            + 1
            for match in _DEFINED.finditer(data)
        }
        right = {each.said.target for each in listed if each.said.target in lines}
        told = [each for each in listed if each.line and each.said.target in lines]
        wrong = [each for each in told if abs(each.line - lines[each.said.target]) > NEAR_LINES]
        for each in listed:
            name = each.said.target
            text = self.page.text_lines[each.said.line - 1]
            if name in lines or len(right) < ENOUGH or name.encode() in data or disclaimers.proposed(text):
                continue
            if denies(*self.page.around(each.said)) or self.page.strangers(each.said) or name in self.page.own:
                continue
            near = get_close_matches(name, lines, NEAREST, ALIKE)
            where = Location(path, lines[near[0]], lines[near[0]]) if near else Location(path, 1, 1)
            yield self.page.verdict(each.said, "not found", where, near, f"no such test in {path}")
        for each in wrong if len(told) - len(wrong) >= ENOUGH else ():
            now = lines[each.said.target]
            if each.at is not None:
                yield self.page.moved(each.at, Location(path, now, now), f"{each.said.target} is at line {now}")
