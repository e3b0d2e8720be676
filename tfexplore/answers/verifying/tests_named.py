"""Tests that a document names by their suite: "`WeaverTest.Weaves`", "`TEST(WeaverTest, Weaves)`",
`weaver_test.WeaverTest.testWeaves`.

Where a test of the tree has the suite, and none has a case that is called so, there is no such test. Nobody lists tests
in an index, so that only a tree tells.
"""

from __future__ import annotations

import re
from difflib import get_close_matches

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers
from tfexplore.answers.denials import denies
from tfexplore.answers.tree import MAX_TESTS
from tfexplore.answers.verifying.check import Check
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.verdicts import Verdict

#: A suite and one of its cases; that the one is of tests need not show in its name.
_TEST = regex(r"(?:[a-z]\w*\.)?(?P<suite>[A-Z]\w{5,})[.:]{1,2}(?P<case>[A-Za-z]\w{5,})(?:\(\))?", re.A)
#: The same as a test of C++ begins.
_MACRO = regex(r"(?<=`)TEST(?:_[FP])?\((?P<suite>[A-Z]\w{3,}),\s(?P<case>[A-Za-z]\w{3,})\)(?=[`\s])", re.A)
#: Cases of Python may be made of one with parameters: `testWeaves_float`, `testWeaves3`.
_PARAMETER = regex(r"(?<=\w{8})(?:_\w+|\d+)\Z")
#: A case in Python.
_METHOD = regex(rb"\bdef (test\w+)")
#: A test whose name a macro puts together, so that what is a case need not be written.
_PASTED = regex(rb"TEST\w*\([^()]*##")
#: Suites of a document that are looked for.
MAX_SUITES = 12
#: How like a case is to another that is meant, and how many of these are told.
ALIKE, NEAREST = 0.6, 3


class _Named(Record):
    """A test that is named: what is cited, its suite and its case; `as_macro` as the test itself begins."""

    said: Citation
    suite: str
    case: str
    as_macro: bool


class TestsNamed(Check):
    """The checks of such names."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every case that its suite does not have, and no other test."""
        said = [*[made for one in self.page.said if (made := self._test(one)) is not None], *self._macros()]
        suites = list(dict.fromkeys(one.suite for one in said))[:MAX_SUITES]
        if not suites:
            return
        files = self.known.tests_with([*suites, *{_PARAMETER.sub("", one.case) for one in said}])
        for one in said:
            # The word may be that of something else where a test is written as it begins.
            if files.get(one.suite) and (one.as_macro or not files.get(_PARAMETER.sub("", one.case))):
                yield from self._missing(one, files[one.suite])

    def _macros(self) -> Iterator[_Named]:
        for one in self.page.paragraphs:
            for match in _MACRO.finditer(one.text) if "TEST" in one.text else ():
                said = one.cited(match.start("case"), match["case"])
                if match["suite"] not in self.page.own and match["case"] not in self.page.own:
                    yield _Named(said, match["suite"], match["case"], True)

    def _test(self, one: Citation) -> _Named | None:
        """What a citation names that may be a test: of a suite that is called so, or that the index has nowhere."""
        if one.kind != "symbol" or not one.in_code or one.fenced:
            return None
        match = _TEST.fullmatch(one.target)
        if match is None or match["suite"] in self.page.own:
            return None
        if not match["suite"].endswith("Test") and self.known.knows(match["suite"]):
            return None
        return _Named(one, match["suite"], match["case"], False)

    def _missing(self, one: _Named, paths: list[str]) -> Iterator[Verdict]:
        text = self.page.text_lines[one.said.line - 1]
        if disclaimers.proposed(text) or denies(*self.page.around(one.said)) or self.page.strangers(one.said):
            return
        suite = re.escape(one.suite).encode()
        begun = re.compile(rb"\b\w*TEST\w*\(\s*" + suite + rb"\s*,\s*(\w+)|^class " + suite + rb"\(", re.M)
        texts = {path: self.known.read(path) or b"" for path in paths}
        found = {path: list(begun.finditer(data)) for path, data in texts.items()}
        if one.as_macro and self._may_have(one, texts, found):
            return
        for path, data in texts.items():
            if found[path]:
                cases = [each[1] for each in found[path] if each[1]] or _METHOD.findall(data)
                line = data.count(b"\n", 0, found[path][0].start()) + 1
                near = get_close_matches(one.case, {each.decode(): None for each in cases}, NEAREST, ALIKE)
                detail = f"{one.suite} has no such test" + ("" if one.as_macro else ", nor has another")
                yield self.page.verdict(one.said, "not found", Location(path, line, line), near, detail)
                return

    def _may_have(self, one: _Named, texts: dict[str, bytes], found: dict[str, list[re.Match[bytes]]]) -> bool:
        """Whether one of the files that have a suite begins the test, or may by a macro of its own, or more have it."""
        if len(texts) >= MAX_TESTS:
            return True
        if any(match[1] == one.case.encode() for each in found.values() for match in each):
            return True
        return any(found[path] and _PASTED.search(data) for path, data in texts.items())
