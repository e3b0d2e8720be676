"""Frames of C++ in the stack of a document: whether the line of a frame is inside of the function that it names.

`#7  tensorflow::Loom::Weave  loom.cc:12`, `#7 0x7f3a in tensorflow::Loom::Weave (this=0x1) at core/looms/loom.cc:12`.
A stack may be of any release: only where most of its frames are as the tree has them is one that is not wrong. Where a
document shows two frames at most, and names no other release, one alone is: who picks them out cites them.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.citation import Citation
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.heads import NEAR_LINES
from tfexplore.answers.verifying.releases_named import names_another
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import Symbol

#: So many frames of a stack are as the tree has them, and so many times as many as are not.
ENOUGH, TIMES = 2, 2
#: Lines between two frames of a stack, and frames that somebody picks out.
APART, FEW = 4, 2
#: Letters of a line that is read for the place of a frame.
MOST_LETTERS = 400

_FRAME = regex(
    r"[\s>|]{0,20}#\d{1,3}:?\s{1,4}(?:0x[0-9a-fA-F]{1,16}\s{1,4})?(?:in\s{1,4})?"
    r"(?P<function>[A-Za-z_]\w{0,80}(?:::~?[A-Za-z_]\w{0,80}){0,8})(?=\s|\(|$)",
    re.A,
)
#: Where a debugger goes on with a frame that is too long for its line.
_AT = regex(r"[\s>|]{1,40}at\s(?P<place>[\w./+-]{3,200}\.\w{1,5}:(?P<line>\d{1,6}))\s*\Z", re.A)
_UNNAMED = regex(r"(?:\(anonymous namespace\)|\{anonymous\}|<unnamed>)::")


class _Frame(Record):
    """A frame: its line, its function, where that is called in the text, and the functions of that name in its file.

    Where no file has the name, `instead` is the function that the line is in.
    """

    said: Citation
    function: str
    called: Citation
    bodies: list[Location]
    instead: Symbol | None = None

    @property
    def fits(self) -> bool:
        """Whether the line is inside of such a function, or where its head begins."""
        return any(body.line - NEAR_LINES <= self.said.start <= body.end_line for body in self.bodies)


class Stacks(Check):
    """The checks of stacks."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every frame whose line is in no such function."""
        stack: list[_Frame] = []
        frames = list(self._frames())
        wrong = [one for one in frames if not one.fits]
        if len(frames) <= FEW and len(wrong) == 1 and wrong[0].instead is None and not names_another(self.page):
            yield self._moved(wrong[0])
            return
        for one in frames:
            if stack and one.said.line - stack[-1].said.line > APART:
                yield from self._judged(stack)
                stack = []
            stack.append(one)
        yield from self._judged(stack)

    def _judged(self, stack: list[_Frame]) -> Iterator[Verdict]:
        wrong = [one for one in stack if not one.fits]
        fitting = len(stack) - len(wrong)
        for one in wrong if fitting >= max(ENOUGH, TIMES * len(wrong)) else ():
            if one.instead is not None:
                name, detail = one.instead.name, f"{one.instead.name} is there"
                yield self.page.verdict(one.called, "not found", one.instead.location, (name,), detail, "symbol")
                continue
            yield self._moved(one)

    def _moved(self, one: _Frame) -> Verdict:
        where = min(one.bodies, key=lambda body: abs(body.line - one.said.start))
        return self.page.verdict(one.said, "moved", where, (), f"{one.function} is at line {where.line}")

    def _frames(self) -> Iterator[_Frame]:
        on: dict[int, list[Citation]] = {}
        for one in self.page.said:
            if one.kind == "path:line":
                on.setdefault(one.line, []).append(one)
        read = self.page.lines_read()
        for number, text in enumerate(read, 1):
            match = _FRAME.match(_UNNAMED.sub("", text[:2_000])) if "#" in text else None
            cited = on.get(number, []) if match is not None else []
            if match is not None and not cited:
                cited = self._cited_below(read, number)
            if match is None or len(cited) != 1 or cited[0].end > cited[0].start:
                continue
            (said,) = cited
            owner, _, last = match["function"].rpartition("::")
            called = self._called(text, number, last)
            for path in self.known.resolve(said.target):
                bodies = [
                    Location(path, one.location.line, self.known.end_of(one))
                    for one in self.known.inside(path)
                    if one.name.rpartition("::")[2] == last and _is_of(one.name, owner)
                ]
                if bodies:
                    yield _Frame(said, "::".join([*owner.split("::")[-1:], last]).strip(":"), called, bodies)
                    break
            else:
                instead = self._instead(said) if self._is_nobodys(called) else None
                if instead is not None:
                    yield _Frame(said, last, called, [], instead)

    def _cited_below(self, read: Sequence[str], number: int) -> list[Citation]:
        """The place of a frame that stands alone on the line below it."""
        match = _AT.match(read[number]) if number < len(read) and len(read[number]) < MOST_LETTERS else None
        if match is None:
            return []
        path, line = match["place"].rpartition(":")[0], int(match["line"])
        return [
            Citation(
                "path:line", match["place"], number + 1, match.start("place") + 1, path, line, line,
                in_code=True, end_column=match.end("place"), fenced=True,
            )
        ]  # fmt: skip

    def _called(self, text: str, number: int, name: str) -> Citation:
        """The name of a frame's function, as a citation of that line of the text."""
        at = text.find(name)
        return Citation("symbol", name, number, at + 1, name, in_code=True, end_column=at + len(name))

    def _is_nobodys(self, called: Citation) -> bool:
        """Whether no file has a name, nor may a macro or a template make it."""
        name = called.target
        if "_" not in name.strip("_") and not name[:1].isupper():
            return False
        return name not in self.page.own and not self.known.knows(name) and self.known.is_nowhere(name)

    def _instead(self, said: Citation) -> Symbol | None:
        """The function that a frame's line is in, of the first of its files."""
        for path in self.known.resolve(said.target):
            for one in self.known.functions_at(path, said.start):
                return one
        return None


def _is_of(name: str, owner: str) -> bool:
    """Whether a definition may be a member of what a frame says that its function is of."""
    own = name.split("::")
    return len(own) < 2 or own[-2] == owner.rpartition("::")[2]
