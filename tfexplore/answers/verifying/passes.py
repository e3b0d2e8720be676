"""What passes over graphs are registered for: "`SpinPass` is registered for `PRE_PLACEMENT`, phase 3".

The statement `REGISTER_OPTIMIZATION(grouping, phase, pass)` tells, which stands beside the class or in a file of its
folder that registers several.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

_GROUPING = regex(r"(?<![\w/])(?:PRE|POST)_[A-Z_]{4,30}(?!\w)", re.A)
_PASS = regex(r"(?<![\w/.:])[A-Z]\w{3,80}(?:Pass|Optimizer|Optimization)(?![\w./])", re.A)
_PHASE = regex(r"(?:\bphase(?:\snumber)?|阶段号?|优先级)\s?[:：=]?\s?`?(?P<phase>\d{1,4})\b", re.I)
#: The number right behind a pass of a table: `SpinPass` (3).
_BEHIND = regex(r"`?\s?[(（](?P<phase>\d{1,4})[)）]")
#: The number right behind its grouping: `PRE_PLACEMENT, 3`, `PRE_PLACEMENT` (3).
_OF_IT = regex(r"`?(?:\s?[,，/]\s?|\s?[(（])`?(?P<phase>\d{1,4})(?=[`)）\s|]*(?:[|,，.;。；]|\Z|\s[a-z(（]))")
_REGISTERED = regex(
    rb"^REGISTER_OPTIMIZATION\(\s*(?:\w+::)*(?P<grouping>(?:PRE|POST)_\w+),\s*(?P<phase>\d+),\s*(?:\w+::)*(?P<name>\w+)\s*\)",
    re.M,
)
#: What says right before a grouping that a pass is of it.
_BELONGS = regex(
    r"\b(?:belongs? to|(?:is|are|sits?|runs?)(?: registered)? (?:in|for|at)|registered (?:in|for))"
    r"\s(?:the (?:group(?:ing)? )?)?[`*]*\Z|(?:属于|在|注册[在到于]?)\s?[`*]*\Z"
)
#: Files of a folder that register what others of it define.
_REGISTERS = regex(r"regist\w*\.cc\Z", re.A)
_OTHERWISE = otherwise(
    r"if|unless|older|newer|until|plan\w*|wrong|claim\w*|before|after|between|moved?|than|earlier|later|new",
    "如果|以前|之前|之后|误|早|晚|新",
)


class _Registered(Record):
    """One pass as a file registers it."""

    grouping: str
    phase: int
    location: Location


class Passes(Check):
    """The checks of what passes are registered for; a tree tells all of them."""

    needs_tree = True

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._of_files: dict[str, dict[str, list[_Registered]]] = {}
        self._of_passes: dict[str, list[_Registered]] = {}

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every grouping that a pass is not registered for, and on every phase in it."""
        for one in self.page.marked:
            if "PRE_" not in one.text and "POST_" not in one.text:
                continue
            for start, end in prose.sentences_or_rows(one.text):
                groupings = list(_GROUPING.finditer(one.text, start, end))
                said = one.text[start:end]
                if len({each[0] for each in groupings}) != 1 or _OTHERWISE.search(said) or disclaimers.proposed(said):
                    continue
                passes = [each for each in _PASS.finditer(one.text, start, end) if self._registered(each[0])]
                if len({each[0] for each in passes}) == 1:
                    yield from self._judged(one, passes[0], groupings[0], _PHASE.search(said), start)
                elif said.lstrip().startswith("|"):
                    for each in passes:
                        yield from self._judged(one, each, groupings[0], None, start)
                else:  # "`APass` is in `POST_…`, and `BPass` follows": it is said of the last before it
                    before = [each for each in passes if each.end() <= groupings[0].start()][-1:]
                    for each in before if _BELONGS.search(one.text, start, groupings[0].start()) else ():
                        yield from self._judged(one, each, groupings[0], None, start)

    def _judged(
        self, one: Paragraph, each: re.Match[str], grouping: re.Match[str], phase: re.Match[str] | None, start: int
    ) -> Iterator[Verdict]:
        """The verdict on a pass with the only grouping of its sentence, and on the phase that is said of it."""
        registered = self._registered(each[0])
        if each[0] in self.page.own:
            return
        here = [made for made in registered if made.grouping == grouping[0]]
        first = registered[0]
        if not here:
            detail = f"{each[0]} is registered for {first.grouping}, phase {first.phase}"
            yield from self._verdict(one.cited(grouping.start(), grouping[0]), first, detail)
            return
        number = phase or _BEHIND.match(one.text, each.end()) or _OF_IT.match(one.text, grouping.end())
        if number is None:
            return
        said = one.cited(number.start("phase") + (start if phase is not None else 0), number["phase"])
        if int(number["phase"]) in [made.phase for made in here]:
            yield self.page.verdict(said, "found", here[0].location)  # and no line of a file
        else:
            yield from self._verdict(said, here[0], f"{each[0]} is registered for phase {here[0].phase}")

    def _verdict(self, said: Citation, made: _Registered, detail: str) -> Iterator[Verdict]:
        if not self.page.strangers(said):
            yield self.page.verdict(said, "differs", made.location, (), detail)

    def _registered(self, name: str) -> list[_Registered]:
        """How a pass is registered beside its class, or by a file of its folder that is there for that."""
        if name not in self._of_passes:
            self._of_passes[name] = self._found(name)
        return self._of_passes[name]

    def _found(self, name: str) -> list[_Registered]:
        found: list[_Registered] = []
        for defined in dict.fromkeys(place.path for place in self.known.class_places(name)):
            folder = defined.rpartition("/")[0] + "/"
            beside = self.known.beside(defined)
            others = (path for path in self.known.paths.values() if path.startswith(folder) and _REGISTERS.search(path))
            for path in dict.fromkeys([*beside, *others]):
                found += self._of_file(path).get(name, [])
        return found

    def _of_file(self, path: str) -> dict[str, list[_Registered]]:
        """What a file registers, by the pass."""
        if path not in self._of_files:
            data = b"\n".join(self.known.lines(path)) if path.endswith(".cc") else b""
            made: dict[str, list[_Registered]] = {}
            for match in _REGISTERED.finditer(data):
                line = data.count(b"\n", 0, match.start()) + 1
                last = line + match[0].count(b"\n")
                where = _Registered(match["grouping"].decode(), int(match["phase"]), Location(path, line, last))
                made.setdefault(match["name"].decode(), []).append(where)
            self._of_files[path] = made
        return self._of_files[path]
