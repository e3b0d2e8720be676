"""Tracebacks of Python in a document: whether the line of a frame is inside of the function that it names.

A traceback may be of any release. Only where nearly all frames of a document are as the tree has them is one that is
not wrong. Where it shows the code below a frame, and the function has that at other lines, the line is wrong as well.

Fewer frames tell where the document names no other release: a frame whose line has its code is this release's, so that
another function's name is wrong, and a line further up in its file; and so is code that is the line's but for a token.
A single frame whose path is not that of an installed package cites the source.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.citation import Citation
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.one_token import in_short, one_token_apart, telling
from tfexplore.answers.verifying.releases_named import names_another
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
    r"[\s>|]{0,40}File \"(?P<installed>[^\"]{0,300}[/\\])?(?P<path>tensorflow(?:_core)?[/\\][\w./\\-]{1,200}\.py)\","
    r" line (?P<line>\d{1,6}), in (?P<function>[A-Za-z_]\w*)\s*",
    re.A,
)
#: What ends a body at its margin; a text may have lines there.
_ENDS = regex(rb"[ \t]*(?:@\w|(?:def|class|if|for|with|try|from|import|return|async)\b|[\w.]+(?:\(|\[|\s*=))", re.A)


class _Frame(Record):
    """A frame: where the document has it, its file, its line and its function, and where that is in the tree.

    `code` are the lines of such a function that are as the document has the code below the frame, which is `shown`;
    `has` is what stands on its line. `below` is where the document has that code.
    """

    said: Citation
    path: str
    bodies: list[tuple[int, int]]
    code: list[int]
    shown: str = ""
    has: str = ""
    installed: bool = False
    below: int = 0

    @property
    def is_exact(self) -> bool:
        """Whether its line is the code that is shown below it, and enough of it."""
        return self.shown == self.has and telling(self.shown)

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
        if fitting >= max(ENOUGH, SHARE * len(frames)):
            for one in frames:
                if not one.fits:
                    yield self._moved(one)
            wrong = []
        else:
            wrong = [one for one in frames if not one.fits]
        if frames and (wrong or fitting < ENOUGH) and not names_another(self.page):
            exact = [one for one in frames if one.is_exact and one.fits]
            yield from (self._moved(one) for one in wrong if self._is_told(one, frames, exact, len(wrong)))
        yield from (made for one in frames if one.fits for made in self._code_of(one))

    def _is_told(self, one: _Frame, frames: Sequence[_Frame], exact: Sequence[_Frame], wrong: int) -> bool:
        """Whether a frame is wrong though few others are right."""
        if one.is_exact:
            return True  # in a function of another name
        above = any(
            one.path == other.path and other.said.start > max([one.said.start, *(last for _, last in one.bodies)])
            for other in exact
        )
        return bool(one.bodies) and wrong == 1 and (above or (len(frames) == 1 and not one.installed))

    def _moved(self, one: _Frame) -> Verdict:
        first, last = min(one.bodies, key=lambda body: abs(body[0] - one.said.start), default=(0, 0))
        where = Location(one.path, first, last) if first else None
        there = f"{one.said.text.rpartition(' ')[2]} is at line {first}" if first else "there is none in this file"
        if one.code:
            line = min(one.code, key=lambda at: abs(at - one.said.start))
            where, there = Location(one.path, line, line), f"the code that it shows is at line {line}"
        return self.page.verdict(one.said, "moved", where, (), there)

    def _code_of(self, one: _Frame) -> Iterator[Verdict]:
        """A verdict on code below a frame that is the line's but for a token, and stands nowhere in the file."""
        pair = one_token_apart(one.shown, one.has) if not one.code and one.shown != one.has else None
        if pair is None or one.shown.encode() in (self.known.read(one.path) or b"") or names_another(self.page):
            return
        column = self.page.text_lines[one.below - 1].index(one.shown) + 1
        said = Citation("quotation", one.shown, one.below, column, one.path, in_code=True, fenced=True)
        detail = f"line {one.said.start} has `{in_short(pair[1])}`, the quotation `{in_short(pair[0])}`"
        where = Location(one.path, one.said.start, one.said.start)
        yield self.page.verdict(said, "differs", where, (), detail)

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
                shown = "".join(read[number : number + 1]).strip(" \t>|")
                there = self.known.lines(found[0])[max(0, said.start - 1) : said.start]
                has = b"".join(there).decode("utf-8", "replace").strip()
                code = self._code(found[0], bodies, shown)
                installed = bool(match["installed"])
                yield _Frame(said, found[0], bodies, code, shown, has, installed, number + 1)

    def _code(self, path: str, bodies: list[tuple[int, int]], shown: str) -> list[int]:
        """The lines of some functions that are as the line below a frame."""
        code = shown.encode()
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
