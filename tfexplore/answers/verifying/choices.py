"""Options of questions that are not so, as the answer below them tells: "A. `Loom` …", "B. `Reed` …", "Answer: B".

Each may have a line of its own, or all of them stand in one: "(a) `Loom` (b) `Reed`" above "> **b.**".
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.markdown import HEADING
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Sequence

#: Lines from the last option down to the answer, and from the first one up to what is asked.
MAX_BEHIND, MAX_ABOVE = 6, 3
#: So many options at least are a question.
FEWEST = 2
#: Beyond the end of any line.
_END = 1 << 30
_OPTION = regex(r"\s*(?:[-*+]\s+(?:\[[ x]\]\s)?)?[(（]?\**(?P<letter>[A-Ha-h])\**[.)、．:：）]\**\s*\S")
_INLINE = regex(r"[(（](?P<letter>[a-hA-H])[)）]\s")
_ANSWER = regex(
    r"(?:\b(?:answers?|solution|correct(?: (?:answers?|options?|choices?))?)\b(?: is| are)?"
    r"|答案|正确选项|[应故]?选)\s?[:：]?\s?"
    r"[*`(（]*(?P<letters>[A-H](?:(?:\s?[,、和与/&]\s?|\sand\s)?[A-H])*)(?![A-Za-z])",
    re.I,
)
#: An answer that begins with the letter: "> **b**, as it says", "**(c)** …".
_LETTER = regex(r"\s*>?\s*\*\*[(（]?(?P<letters>[A-H](?:(?:,\s?|\sand\s)[A-H])*)[)）]?[.,:。：]?\*\*", re.I)
#: What asks for that which is not so.
_ASKS_FOR_WRONG = regex(
    r"\b(?:not|wrong|incorrect|false|except)\b|n't\b|错误的?是|不正确的?|不对的?|有误|不成立|哪[^。？]{0,12}(?:错|不)",
    re.I,
)


class Option(Record):
    """An option by its letter, and where it stands: a line, and from which column up to which."""

    letter: str
    line: int
    begin: int
    end: int


def wrong_options(lines: Sequence[str]) -> tuple[Option, ...]:
    """The options of a document that an answer says are not so."""
    wrong: list[Option] = []
    at = 0
    while at < len(lines):
        options, behind = _options(lines, at)
        if len({one.letter for one in options}) < FEWEST:
            at += 1
            continue
        answer = next(
            (one for line in _next(lines, behind) if (one := _LETTER.match(line) or _ANSWER.search(line))), None
        )
        if answer is not None:
            chosen = {letter for letter in answer["letters"].upper() if letter in "ABCDEFGH"}
            asked = [line for line in lines[max(0, at - MAX_ABOVE) : at] if line.strip()]
            inverted = any(map(_ASKS_FOR_WRONG.search, asked[-1:]))
            wrong += [one for one in options if (one.letter in chosen) == inverted]
        at = behind
    return tuple(wrong)


def _options(lines: Sequence[str], at: int) -> tuple[list[Option], int]:
    """The options that begin with a line, and where they end."""
    inline = list(_INLINE.finditer(lines[at]))
    if len(inline) >= FEWEST and [one["letter"].upper() for one in inline] == [*"ABCDEFGH"[: len(inline)]]:
        ends = [*[one.start() for one in inline[1:]], _END]
        found = [
            Option(one["letter"].upper(), at + 1, one.start() + 1, end) for one, end in zip(inline, ends, strict=True)
        ]
        return found, at + 1
    found = []
    while at < len(lines):
        match = _OPTION.match(lines[at])
        number = len({one.letter for one in found})
        if match is not None and match["letter"].upper() == chr(ord("A") + number):
            found.append(Option(match["letter"].upper(), at + 1, 1, _END))
        elif found and lines[at][:2] == "  " and lines[at].strip():
            found.append(found[-1]._replace(line=at + 1))  # what an option goes on with
        elif not found or lines[at].strip() or at + 1 >= len(lines) or not _OPTION.match(lines[at + 1]):
            break
        at += 1
    return found, at


def _next(lines: Sequence[str], at: int) -> list[str]:
    """The lines below some options, up to a heading."""
    found: list[str] = []
    for line in lines[at : at + MAX_BEHIND]:
        if HEADING.match(line):
            break
        found.append(line)
    return found
