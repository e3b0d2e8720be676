"""Tests that a document names by their suite: "`WeaverTest.Weaves`", `weaver_test.WeaverTest.testWeaves`.

Where a test of the tree has the suite, and none has a case that is called so, there is no such test. Nobody lists tests
in an index, so that only a tree tells.
"""

from __future__ import annotations

import re
from difflib import get_close_matches

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.denials import denies
from tfexplore.answers.verifying.check import Check
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.verdicts import Verdict

#: A suite and one of its cases; that the one is of tests need not show in its name.
_TEST = regex(r"(?:[a-z]\w*\.)?(?P<suite>[A-Z]\w{5,})[.:]{1,2}(?P<case>[A-Za-z]\w{5,})(?:\(\))?", re.A)
#: Cases of Python may be made of one with parameters: `testWeaves_float`, `testWeaves3`.
_PARAMETER = regex(r"(?<=\w{8})(?:_\w+|\d+)\Z")
#: A case in Python.
_METHOD = regex(rb"\bdef (test\w+)")
#: Suites of a document that are looked for.
MAX_SUITES = 12
#: How like a case is to another that is meant, and how many of these are told.
ALIKE, NEAREST = 0.6, 3


class TestsNamed(Check):
    """The checks of such names."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every case that its suite does not have, and no other test."""
        said = [(one, match) for one in self.page.said if (match := self._test(one)) is not None]
        suites = list(dict.fromkeys(match["suite"] for _, match in said))[:MAX_SUITES]
        if not suites:
            return
        files = self.known.tests_with([*suites, *{_PARAMETER.sub("", match["case"]) for _, match in said}])
        for one, match in said:
            if files.get(match["suite"]) and not files.get(_PARAMETER.sub("", match["case"])):
                yield from self._missing(one, match, files[match["suite"]])

    def _test(self, one: Citation) -> re.Match[str] | None:
        """What a citation names that may be a test: of a suite that is called so, or that the index has nowhere."""
        if one.kind != "symbol" or not one.in_code or one.fenced:
            return None
        match = _TEST.fullmatch(one.target)
        if match is None or match["suite"] in self.page.own:
            return None
        return match if match["suite"].endswith("Test") or not self.known.knows(match["suite"]) else None

    def _missing(self, one: Citation, match: re.Match[str], paths: list[str]) -> Iterator[Verdict]:
        text = self.page.text_lines[one.line - 1]
        if disclaimers.proposed(text) or denies(*self.page.around(one)) or self.page.strangers(one):
            return
        suite, case = match["suite"].encode(), match["case"]
        begun = re.compile(rb"\bTEST(?:_F|_P)?\(\s*" + suite + rb"\s*,\s*(\w+)|^class " + suite + rb"\(", re.M)
        for path in paths:
            data = self.known.read(path) or b""
            found = list(begun.finditer(data))
            if not found:
                continue
            cases = [each[1] for each in found if each[1]] or _METHOD.findall(data)
            line = data.count(b"\n", 0, found[0].start()) + 1
            near = get_close_matches(case, {each.decode(): None for each in cases}, NEAREST, ALIKE)
            detail = f"{match['suite']} has no such test, nor has another"
            yield self.page.verdict(one, "not found", Location(path, line, line), near, detail)
            return
