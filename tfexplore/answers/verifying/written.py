"""Registrations with their device that a line of text writes as code."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.citation import Citation
from tfexplore.answers.verifying.check import Check
from tfexplore.index import kernels

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.verdicts import Verdict

_SPAN = re.compile(r"`([^`\n]+)`")
_REGISTRATION = re.compile(r'\bName\(\s*"(\w+)"\s*\)\s*\.Device\(\s*(?:\w+::)*DEVICE_(CPU|GPU)\s*\)')


class Written(Check):
    """The checks of registrations in a document's text."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every registration for a device that the op has no kernel on."""
        for number, line in self.page.prose_lines:
            for span in _SPAN.finditer(line) if "`" in line else ():
                for match in _REGISTRATION.finditer(span[1]):
                    yield from self._registered(match, span.start(1), number)

    def _registered(self, match: re.Match[str], start: int, number: int) -> Iterator[Verdict]:
        op, device = match.groups()
        line, index = self.page.text_lines[number - 1], self.known.index
        if op not in self.known.ops or op in self.page.own or (device == "GPU" and "cuda" not in index.state.build):
            return
        if disclaimers.proposed(line) or disclaimers.anothers(line[:start]):
            return
        devices = {one for unlinked in (False, True) for one, _ in kernels.devices_of(index, op, unlinked=unlinked)}
        if devices and device not in devices:
            at = start + match.start(1)
            said = Citation("op", op, number, at + 1, op, in_code=True, end_column=at + len(op))
            yield self.page.verdict(said, "not found", None, sorted(devices)[:3], f"{op} has no kernel on {device}")
