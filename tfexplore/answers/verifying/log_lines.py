"""Lines of a log in a document: whether the statement that writes them is where the log says.

A log may be of any release. Where as many of its lines at least are as this one writes them, or where it is the only
one, a line that another statement of the file writes is wrong. An index knows the statements. Which error was made
there a log says as well, "OP_REQUIRES failed at loom_op.cc:12": of that only a tree tells.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.citation import Citation
from tfexplore.answers.log import Line, Resolver
from tfexplore.answers.texts import header
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.rows import statement
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.verdicts import Verdict

#: Lines of a log that are looked at, and of a statement above the one that is told.
MAX_LINES, ABOVE = 200, 12
_FAILED = regex(r"OP_REQUIRES failed at (?P<place>[\w./-]+:\d{1,6}) ?: ", re.A)
_REQUIRES = regex(rb"^\s*(?:return\s+)?(?:OP_REQUIRES\w*|\w*CHECK\w*|TF_RETURN\w*)\(")


class LogLines(Check):
    """The checks of such lines."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every line that another statement of its file writes."""
        resolver = Resolver(self.known.index)
        right = 0
        moved: list[tuple[Citation, Location]] = []
        for number, text in enumerate(self.page.lines_read(), 1):
            line = text.lstrip(" >|`").encode("utf-8", "replace")
            match = header(line) if b".cc:" in line or b".py:" in line else None
            if match is None or right + len(moved) >= MAX_LINES:
                continue
            path, at = match[2].decode(), int(match[3][:9])
            said = Line(match[1].decode(), path, at, line[match.end() :].rstrip(b"` "), number)
            site, _, elsewhere, _ = resolver.resolve(said)
            if site is not None and (not elsewhere or site.location.line == at):
                right += 1
            elif site is not None and f"/{site.location.path}".endswith(f"/{path.lstrip('./')}"):
                moved.append((self._cited(f"{path}:{match[3].decode()}", number), site.location))
        if moved and (right >= len(moved) or (not right and len(moved) == 1)):
            for one, where in moved:
                if not self.page.strangers(one):
                    yield self.page.moved(one, where, f"the statement that writes it is at line {where.line}")
        if self.known.has_tree:
            yield from self._requirements()

    def _cited(self, place: str, number: int) -> Citation:
        """The place that a line of a log begins with: a block that looks like code has no citations."""
        begin = self.page.lines_read()[number - 1].find(place)
        path, _, line = place.rpartition(":")
        said = (each for each in self.page.on(number) if each.column == begin + 1 and each.start)
        at, end = int(line[:9]), begin + len(place)
        return next(said, Citation("path:line", place, number, begin + 1, path, at, at, fenced=True, end_column=end))

    def _requirements(self) -> Iterator[Verdict]:
        """A verdict on every line that is said to have a requirement that failed, and that has none."""
        for number, text in enumerate(self.page.lines_read(), 1):
            match = _FAILED.search(text) if "OP_REQUIRES failed at" in text else None
            if match is None:
                continue
            line = match["place"].rpartition(":")[2]
            one = next((each for each in self.page.on(number) if each.column - 1 == match.start("place")), None)
            files = self.page.files_meant(one) if one is not None else []
            if one is None or len(files) != 1 or self.page.strangers(one) or self._has_one(files[0], int(line)):
                continue
            detail = f"no OP_REQUIRES is at line {line}"
            yield self.page.verdict(one, "not found", Location(files[0], int(line), int(line)), (), detail)

    def _has_one(self, path: str, line: int) -> bool:
        """Whether a line is one of a statement that makes an error, or a macro's."""
        lines = self.known.lines(path)
        if not 0 < line <= len(lines) or lines[line - 1].rstrip().endswith(b"\\"):
            return line <= len(lines)
        return any(
            _REQUIRES.match(lines[begin - 1]) and line < begin + len(statement(lines, begin))
            for begin in range(line, max(0, line - ABOVE), -1)
        )
