"""Lines of the registration of an op's kernel for another device than is said: "| Weave | GPU | `weave_op.cc:12` |".

Where a sentence or a row names one op and one device, and its lines are those of a registration of that op for another,
the one for the device is meant. The statements stand in macros more often than not, so only a tree tells.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from operator import itemgetter

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.specialized import device_said, specialized_at
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict

#: How a statement begins that registers a kernel, with all that it has up to its device; letters of it.
_REGISTERED = regex(
    rb"REGISTER_KERNEL_BUILDER(?:_IF_XLA_DEFINED)?\(\s*\\?\s*(?:::tensorflow::)?Name\(\"(?P<op>\w+)\"\)[\s\\]*"
    rb"\.Device\((?:::tensorflow::)?DEVICE_(?P<device>CPU|GPU|SYCL)\)[^;{}#]{0,1200}?\)[\s\\]*(?:;|\n\s*\n|(?=#|REGISTER_))"
)
#: A device of a sentence; files that are called after one do not name it.
_DEVICE = regex(r"(?<![\w/.])(?:DEVICE_)?(?P<device>CPU|GPU|SYCL)(?![\w/]|\.\w)")
#: What says that something else than the device's own registration is at the lines.
_OTHERWISE = otherwise(
    r"like|unlike|same|similar\w*|than|instead|compare\w*|cf|versus|vs|whereas|copied",
    "像|同样|一样|类似|对照|而不是|相同",
)


#: What says that lines are of a registration, right before them.
_REGISTRATION = regex(
    r"\bregist(?:rations?|ered)(?: macro)?(?: at| in| is|:)?\s?[`(\[]*\Z|注册(?:宏)?(?:在|见|：)?\s?[`(（\[]*\Z"
)


class _Statement(Record):
    """A statement that registers a kernel: its op, its device, its first and its last line."""

    op: str
    device: str
    first: int
    last: int


class DeviceLines(Check):
    """The checks of lines of registrations for the device that is said beside them."""

    needs_tree = True

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._statements: dict[str, list[_Statement]] = {}

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on lines of a registration for another device, where there is one for that which is said."""
        for paragraph in self.page.paragraphs:
            cited = [(at, one) for at, one in self.page.cited_in(paragraph) if not one.fenced and not one.supposed]
            for sentence in prose.sentences_or_rows(paragraph.text) if cited else ():
                first, last = (bisect_left(cited, at, key=itemgetter(0)) for at in sentence)
                here = [one for _, one in cited[first:last]]
                whole = paragraph.text[slice(*sentence)]
                if len({(one.start, one.end) for one in here}) == 1:
                    yield from self._judged(here[0], whole, whole)
                    yield from self._specialized(here[0], whole)
                    continue
                begin = sentence[0]
                for at, one in cited[first:last]:  # of several each is said what stands right before it
                    if _REGISTRATION.search(paragraph.text, begin, at):
                        yield from self._judged(one, whole, paragraph.text[begin:at])
                    begin = paragraph.offset(one.line, one.behind + 1)

    def _judged(self, one: Citation, said: str, clause: str) -> Iterator[Verdict]:
        """The verdict on lines of which a clause says the device, and a sentence the op."""
        devices = {match["device"] for match in _DEVICE.finditer(clause)}
        files = [path for path in self.page.files_meant(one) if one.start <= len(self.known.lines(path))]
        if len(devices) != 1 or len(files) != 1 or not files[0].endswith(".cc"):
            return
        (device,) = devices
        every = self._of(files[0])
        here = [each for each in every if each.first <= one.end and one.start <= each.last]
        if not here or any(each.device == device for each in here) or _OTHERWISE.search(said):
            return
        ops = {each.op for each in here if re.search(rf"(?<!\w){each.op}(?!\w)", said)}
        meant = [each for each in every if each.op in ops and each.device == device]
        if not meant or disclaimers.proposed(said):
            return
        op = meant[0].op
        if not self.page.strangers(one):
            where = Location(files[0], meant[0].first, meant[0].last)
            detail = f"line {one.start} is of {op} on {here[0].device}; that on {device} is at line {meant[0].first}"
            yield self.page.moved(one, where, detail)

    def _specialized(self, one: Citation, said: str) -> Iterator[Verdict]:
        """The verdict on a line of a template's specialization for another device than a sentence says."""
        device = device_said(said)
        files = (
            [path for path in self.page.files_meant(one) if one.start <= len(self.known.lines(path))] if device else []
        )
        if len(files) != 1 or one.start != one.end or _OTHERWISE.search(said) or disclaimers.proposed(said):
            return
        lines = self.known.lines(files[0])
        here = specialized_at(lines, one.start)
        names = {name for name, _ in here if re.search(rf"(?<!\w){name}(?!\w)", said)}
        if len(names) != 1 or any((name, device) in here for name in names) or self.page.strangers(one):
            return
        (name,) = names
        told = re.compile(
            rb"^(?:template\s*<[^;{}]*>\s*)?(?:struct|class|\w+)\s[^;()]*\b%b<\s?(?:Eigen::)?%bDevice\b[^;]*$"
            % (name.encode(), device.encode())
        )
        there = [number for number, line in enumerate(lines, 1) if told.match(line)]
        if there:
            now = min(there, key=lambda number: abs(number - one.start))
            detail = f"line {one.start} is of {name} for the {'GPU' if device == 'CPU' else 'CPU'}"
            yield self.page.moved(one, Location(files[0], now, now), detail)

    def _of(self, path: str) -> Sequence[_Statement]:
        """The statements of a file that register kernels."""
        if path not in self._statements:
            data = b"\n".join(self.known.lines(path))
            made = []
            number, at = 1, 0  # lines are counted on from the last statement
            for match in _REGISTERED.finditer(data) if b"REGISTER_KERNEL_BUILDER" in data else ():
                number, at = number + data.count(b"\n", at, match.start()), match.start()
                last = number + match[0].rstrip().count(b"\n")
                made.append(_Statement(match["op"].decode(), match["device"].decode(), number, last))
            self._statements[path] = made
        return self._statements[path]
