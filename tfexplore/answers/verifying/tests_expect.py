"""Errors that tests in Python are said to expect: "`test_wind_twice`: `turns=5` → `ValueError` expected".

Where the test expects others, and never has this one, it is one of those. Nobody lists tests in an index, so that only
a tree tells.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.class_heads import body_end
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.verdicts import Verdict

_TEST = regex(r"`(?:\w+\.){0,2}(?P<name>test_?\w{6,})(?:\(\))?`", re.A)
_ERROR = regex(r"`(?:\w+\.){0,2}(?P<error>[A-Z]\w*(?:Error|Exception))`", re.A)
_EXPECTS = regex(r"\bexpect|\brais|\bthrow|\bassertRaises|\bfails? with|→|->|=>|抛|期望|预期|引发", re.I)
_OTHERWISE = otherwise(signs="没")
_IN_BODY = regex(rb"\b([A-Z]\w*(?:Error|Exception))\b")
#: Tests of a document that are looked for.
MAX_TESTS = 60


class TestsExpect(Check):
    """The checks of such errors."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every error that a test does not have, and has another."""
        said = []
        for one in self.page.paragraphs:
            if "Error`" not in one.text and "Exception`" not in one.text:
                continue
            for start, end in prose.sentences(one.text):
                text = one.text[start:end]
                tests, errors = list(_TEST.finditer(text)), list(_ERROR.finditer(text))
                if len(tests) == len(errors) == 1 and tests[0].end() < errors[0].start():
                    between = text[tests[0].end() :].replace(errors[0][0], "")
                    if _EXPECTS.search(between) and not _OTHERWISE.search(between) and not disclaimers.proposed(text):
                        cited = one.cited(start + errors[0].start("error"), errors[0]["error"])
                        said.append((cited, tests[0]["name"]))
        names = list(dict.fromkeys(name for _, name in said))[:MAX_TESTS]
        files = self.known.tests_with(names) if names else {}
        for cited, name in said:
            bodies = [body for path in files.get(name, ()) for body in self._bodies(path, name)]
            if len(bodies) != 1 or self.page.strangers(cited):
                continue
            where, body = bodies[0]
            has = list(dict.fromkeys(each.decode() for each in _IN_BODY.findall(body)))
            if has and cited.target not in has:
                yield self.page.verdict(cited, "differs", where, tuple(has[:3]), f"{name} expects {', '.join(has[:3])}")

    def _bodies(self, path: str, name: str) -> Iterator[tuple[Location, bytes]]:
        """The tests of a name in a file, each with its text."""
        lines = self.known.lines(path) if path.endswith(".py") else []
        begins = re.compile(rb"\s*def " + re.escape(name.encode()) + rb"\(")
        for number, line in enumerate(lines, 1):
            if begins.match(line):
                last = body_end(lines, path, "function", number, number)
                yield Location(path, number, last), b"\n".join(lines[number:last])
