"""Values that a document says stand at lines: "`level` reaches `Options::FULL` (line 60)", "sets `first_` to `false`".

Near the lines that a sentence cites, another value of the same class, enumeration or module stands, and the one that is
said nowhere; or the variable is given another one there. Only a tree tells.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import markdown, wording
from tfexplore.answers.citations import Citation
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.model import Location

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.verdicts import Verdict

#: Lines before and behind the cited ones that are looked at, and how many lines a citation has at most.
AROUND, MAX_LINES = 3, 16
#: Letters of a value.
LONGEST = 120
#: Files that define a name for it to lead to them, and files that lines without one may be of.
MAX_PLACES, MAX_FILES = 2, 3

#: A value with what it is of.
_VALUE = re.compile(
    r"(?:[\w:.]*?(?<!\w))(?P<owner>[A-Za-z]\w+)(?P<sign>::|\.)(?P<name>[A-Z][A-Z0-9_]{2,}|k[A-Z]\w+|\w*\d\w*)", re.A
)
#: A variable that is given a value.
_GIVEN = re.compile(
    r"`(?P<name>[a-z_]\w{3,})`[^`.。;；|]{0,24}?"
    r"(?:初始化为|设为|置为|设成|赋值?为|(?:is |are )?(?:initiali[sz]ed|set) to|to|=|is)\s*"
    r"`(?P<value>true|false|nullptr|-?\d[\d.]*)`",
    re.A,
)
_OTHERWISE = re.compile(
    r"\b(?:not|never|unlike|instead|rather|other than|should|could|would|might|becomes?|later|before|earlier|default)\b"
    r"|n't\b|不|没|而非|应该|可能|后来|之前|默认",
    re.I,
)


class AtLines(Check):
    """The checks of values at cited lines."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every value that is another one at the lines that its sentence cites."""
        places: dict[int, list[Citation]] = {}
        for one in self.page.said:
            if one.kind == "path:line" and not one.fenced:
                places.setdefault(one.line, []).append(one)
        for number, cited in places.items():
            line = self.page.text_lines[number - 1]
            for one in cited:
                first, last = prose.sentence_span(line, one.column)
                within = [other for other in cited if first < other.column <= last]
                sentence = line[first:last]
                if len(within) == 1 and one.end - one.start < MAX_LINES and _speaks(sentence):
                    said = markdown.SPAN.sub("`", sentence)
                    if not (_OTHERWISE.search(said) or wording.proposed(said)):
                        yield from self._judged(one, sentence, first)

    def _judged(self, one: Citation, sentence: str, start: int) -> Iterator[Verdict]:
        for path in self._files(one):
            begin = max(0, one.start - 1 - AROUND)
            text = b"\n".join(self.known.lines(path)[begin : one.end + AROUND])
            for at, value, match in (*_others(sentence, text), *_given(sentence, text)):
                number = begin + text.count(b"\n", 0, match.start()) + 1
                said = Citation("symbol", value, one.line, start + at + 1, value, in_code=True,
                                end_column=start + at + len(value))  # fmt: skip
                detail = f"line {number} has `{match[match.lastindex or 0].decode()}`"
                yield self.page.verdict(said, "differs", Location(path, number, number), (), detail)

    def _files(self, one: Citation) -> list[str]:
        """The file of a citation; of lines without a file also those that define what their line names."""
        found = self.page.files_meant(one)[:1]
        for name in self.page.on(one.line) if one.supposed else ():
            if name.kind in ("symbol", "op"):
                paths = {place.path for place in self.page.meant(name.target)}
                found += sorted(paths) if len(paths) <= MAX_PLACES else ()
        return list(dict.fromkeys(found))[:MAX_FILES]


def _others(sentence: str, text: bytes) -> Iterator[tuple[int, str, re.Match[bytes]]]:
    """The values of a sentence that a text has not, with another of their owner's that only the text has."""
    values = list(_values(sentence))
    said = {match["name"].encode() for _, match in values}
    for at, value in values:
        kind = _kind(value["name"])
        if not kind or stands(value["name"], text):
            continue
        owned = re.compile(rb"\b" + value["owner"].encode() + re.escape(value["sign"].encode()) + rb"\w+")
        for found in owned.finditer(text):
            name = found[0].rpartition(value["sign"].encode())[2]
            if name not in said and _kind(name.decode()) == kind:
                yield at, value[0], found
                break


def _given(sentence: str, text: bytes) -> Iterator[tuple[int, str, re.Match[bytes]]]:
    """The values that a sentence says are given to what a text gives only others."""
    for given in _GIVEN.finditer(sentence):
        name = re.escape(given["name"].encode())
        has = list(re.finditer(rb"\b" + name + rb"\s*[(={]\s*(true|false|nullptr|-?\d[\d.]*)", text))
        if has and all(match[1] != given["value"].encode() for match in has):
            yield given.start("value"), given["value"], has[0]


def _speaks(sentence: str) -> bool:
    """Whether a sentence has such a value, or one that something is given."""
    if "`" not in sentence:
        return False
    return any(True for _ in _values(sentence)) or _GIVEN.search(sentence) is not None


def _values(sentence: str) -> Iterator[tuple[int, re.Match[str]]]:
    """The values of a sentence, and where the code begins that each of them is."""
    for span in markdown.SPAN.finditer(sentence) if "::" in sentence or "." in sentence else ():
        value = _VALUE.fullmatch(span[2].strip()) if len(span[2]) <= LONGEST else None
        if value is not None:
            yield span.start(2), value


def _kind(name: str) -> str:
    """How a value is written: in capitals, as a constant, or as a type; empty for a function's name."""
    if name.isupper():
        return "capitals"
    if name[:1] == "k":
        return "constant"
    return "type" if name[-1:].isdigit() else ""
