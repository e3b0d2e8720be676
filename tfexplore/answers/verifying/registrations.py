"""Lines that are said to register an op, a kernel or a gradient: held against all registrations of their file."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import wording
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.spelling import as_words, parts_of
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.registered import Registration
    from tfexplore.answers.verifying.page import Page

#: How far from a cited line a registration may stand, and how many lines of it there may be between its words.
NEAR_LINES = 3
LONG = 6

#: "The OpDef of `Sin` (`x.cc:12`)".
_OP_DEF = regex(r"\bOpDef (?:of|for) (?:the (?:op )?)?[`*]*\Z")
_DEVICE = regex(r"\b(CPU|GPU|SYCL)\b")
_DEVICES = regex(rb"\bDEVICE_(CPU|GPU|SYCL)\b")
_NAMED = regex(rb'Name\("(\w+)"\)')
#: What is said behind a place: 在 x.cc:12 注册.
_REGISTERED = regex(r"[`*)\]）]*\s?(?:处|行)?(?:被)?注册(?!了?\s?[`\w])")
_REGISTERS = regex(rb"REGISTER|Register|NotDifferentiable|NoGradient|TF_CALL")


class Registrations:
    """The checks of lines that are said to register something."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known

    def says(self, one: Citation, path: str, name: Citation) -> bool | None:
        """Whether lines register what they are said to register; None when nothing of it is said, or known."""
        said = self._said(one, name)
        before_name = self.page.text_lines[name.line - 1][: name.column - 1]
        speaks = (
            wording.registered(said)
            or wording.registered(self.page.header(one))
            or _REGISTERED.match(self.page.text_lines[one.line - 1], one.end_column)
            or _OP_DEF.search(before_name)
        )
        if not speaks:
            sentence = prose.begun(self.page.text_lines[one.line - 1][: one.column - 1])
            return self._is_written(one, path, name) if wording.registered(sentence) else None
        every = self.known.registered(path)
        word = parts_of(name.target)[-1]
        wanted = [r for r in every if word in (r.op, r.name)]
        if not wanted:
            return None
        before, _ = self.page.around(one)
        devices = set(_DEVICE.findall(before.rpartition(". ")[2]))
        device = devices.pop() if len(devices) == 1 else ""
        spoken = self._ops(one, name, wanted) or {r.op for r in wanted}
        wanted = [r for r in wanted if r.op in spoken and (r.kind != "kernel" or device in ("", r.device))]
        if not wanted:
            return None
        if any(_near(one, r) for r in wanted):
            return True
        others = [r for r in every if r.name == word and r.kind == "kernel" and r.device != device and _near(one, r)]
        if all(r.kind == "op" for r in wanted) or (device and others):
            return False
        if self.known.has_tree:
            return self._written(one, path, word, spoken, device)
        # Lines in a macro, or under a condition that this build does not meet, may register it as well.
        taken = any(r.line <= one.start <= r.end_line for r in every)
        return None if not taken and not self.known.within_body(path, one.start, one.end) else False

    def _is_written(self, one: Citation, path: str, name: Citation) -> bool | None:
        """True where lines are of a statement that registers a thing, as the words far before may say; else None."""
        word = parts_of(name.target)[-1]
        ops = {r.op for r in self.known.registered(path) if word in (r.op, r.name)}
        return True if ops and self.known.has_tree and self._written(one, path, word, ops, "") else None

    def _said(self, one: Citation, name: Citation) -> str:
        """The words between a name and its place; of a name on another line those that the place's begins with."""
        if name.line != one.line:
            return self.page.text_lines[one.line - 1][: one.column - 1]
        first, second = (name, one) if name.column < one.column else (one, name)
        return self.page.text_lines[one.line - 1][first.end_column : second.column - 1]

    def _ops(self, one: Citation, name: Citation, wanted: list[Registration]) -> set[str]:
        """The ops among those of some registrations that the words before a class name."""
        text = self.page.text_lines[one.line - 1][: max(0, name.column - 1)]
        return set(re.findall(r"\w+", text, re.A)) & {r.op for r in wanted}

    def _written(self, one: Citation, path: str, word: str, ops: set[str], device: str) -> bool:
        """Whether the lines of a registration near a cited one have its words, and no other device's."""
        lines = self.known.lines(path)
        words = as_words([word.encode(), *(op.encode() for op in sorted(ops))])
        for number in range(max(0, one.start - 1 - NEAR_LINES), min(len(lines), one.end + NEAR_LINES)):
            statement = _statement(lines, number) if words.search(lines[number]) else []
            text = b"\n".join(statement)
            devices = {found.decode() for found in _DEVICES.findall(text)}
            named = {found.decode() for found in _NAMED.findall(text)}
            if statement and (not device or not devices or device in devices) and (not named or named & ops):
                return True
        return False


def _statement(lines: Sequence[bytes], number: int) -> list[bytes]:
    """The lines of the registration that a line, counted from none, is one of; none where it is something else's."""
    for first in range(number, max(-1, number - LONG), -1):
        line = lines[first].rstrip(b" \\")
        if _REGISTERS.search(line):
            return list(lines[first : number + LONG])
        if not line.strip() or (first < number and line.endswith((b";", b"{", b"}"))):
            break
    return []


def _near(one: Citation, registration: Registration) -> bool:
    """Whether lines are those of a registration; of an op's, which may be long, one line must be the first."""
    head = registration.kind == "op" and one.start == one.end
    last = registration.line if head else registration.end_line
    return registration.line - NEAR_LINES <= one.end and one.start <= last + NEAR_LINES
