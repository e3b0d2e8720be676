"""Tracebacks of Python in a document: whether the line of a frame is inside of the function that it names.

A traceback may be of any release. Only where nearly all frames of a document are as the tree has them is one that is
not wrong. Where it shows the code below a frame, and the function has that at other lines, the line is wrong as well.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.citation import Citation
from tfexplore.answers.verifying.check import Check
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.verifying.verdicts import Verdict

#: As many frames, and such a share of all, are as the tree has them where the release is the tree's.
ENOUGH, SHARE = 3, 0.75
#: Lines of a statement: which of them a traceback shows was not the same in all versions of Python.
MAX_STATEMENT = 6

_FRAME = regex(
    r"[\s>|]{0,40}File \"(?:[^\"]{0,300}[/\\])?(?P<path>tensorflow(?:_core)?[/\\][\w./\\-]{1,200}\.py)\","
    r" line (?P<line>\d{1,6}), in (?P<function>[A-Za-z_]\w*)\s*",
    re.A,
)
#: What ends a body at its margin; a text may have lines there.
_ENDS = regex(rb"[ \t]*(?:@\w|(?:def|class|if|for|with|try|from|import|return|async)\b|[\w.]+(?:\(|\[|\s*=))", re.A)


class _Frame(Record):
    """A frame: where the document has it, its file, its line and its function, and where that is in the tree.

    `code` are the lines of such a function that are as the document has the code below the frame.
    """

    said: Citation
    path: str
    bodies: list[tuple[int, int]]
    code: list[int]

    @property
    def fits(self) -> bool:
        """Whether the line is inside of such a function, and near the code where that is shown."""
        if self.code and all(abs(line - self.said.start) > MAX_STATEMENT for line in self.code):
            return False
        return any(first < self.said.start <= last for first, last in self.bodies)


class Traces(Check):
    """The checks of tracebacks."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every frame whose line is in no such function."""
        frames = list(self._frames())
        fitting = sum(one.fits for one in frames)
        if fitting < ENOUGH or fitting < SHARE * len(frames):
            return
        for one in frames:
            if not one.fits:
                first, last = min(one.bodies, key=lambda body: abs(body[0] - one.said.start), default=(0, 0))
                where = Location(one.path, first, last) if first else None
                there = (
                    f"{one.said.text.rpartition(' ')[2]} is at line {first}" if first else "there is none in this file"
                )
                if one.code:
                    line = min(one.code, key=lambda at: abs(at - one.said.start))
                    where, there = Location(one.path, line, line), f"the code that it shows is at line {line}"
                yield self.page.verdict(one.said, "moved", where, (), there)

    def _frames(self) -> Iterator[_Frame]:
        read = self.page.lines_read()
        for number, text in enumerate(read, 1):
            match = _FRAME.fullmatch(text) if 'File "' in text else None
            if match is None:
                continue
            found = self.known.resolve(match["path"].replace("\\", "/"))
            if len(found) == 1:
                cited = [one for one in self.page.on(number) if one.kind == "path:line"]
                column = cited[0].column if cited else match.start("path") + 1
                said = Citation("path:line", text.strip(), number, column, match["path"], start=int(match["line"]))
                said = said._replace(end=said.start, end_column=len(text))
                bodies = list(self._bodies(found[0], match["function"]))
                yield _Frame(said, found[0], bodies, self._code(found[0], bodies, read[number : number + 1]))

    def _code(self, path: str, bodies: list[tuple[int, int]], shown: Sequence[str]) -> list[int]:
        """The lines of some functions that are as the line below a frame."""
        code = "".join(shown).strip(" \t>|").encode()
        lines = self.known.lines(path)
        inside = {at for first, last in bodies for at in range(first, last + 1)} if code else set()
        return sorted(at for at in inside if lines[at - 1].strip() == code)

    def _bodies(self, path: str, function: str) -> Iterator[tuple[int, int]]:
        """The first and the last lines of the functions of a name in a file, those within others among them."""
        lines = self.known.lines(path)
        defined = re.compile(rb"([ \t]*)(?:async )?def %b\s*\(" % function.encode())
        for number, line in enumerate(lines, 1):
            match = defined.match(line) if function.encode() in line else None
            if match is None:
                continue
            last = number
            for at in range(number, len(lines)):
                margin = len(lines[at]) - len(lines[at].lstrip())
                if lines[at].strip() and margin <= len(match[1]) and _ENDS.match(lines[at]):
                    break
                last = at + 1
            yield number, last
