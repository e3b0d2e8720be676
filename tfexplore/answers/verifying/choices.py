"""Options of questions that are not so, as the answer below them tells: "A. `Loom` …", "B. `Reed` …", "Answer: B"."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.markdown import HEADING
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Sequence

#: Lines from the last option down to the answer, and from the first one up to what is asked.
MAX_BEHIND, MAX_ABOVE = 6, 3
#: So many options at least are a question.
FEWEST = 2
_OPTION = regex(r"\s*(?:[-*+]\s+(?:\[[ x]\]\s)?)?[(（]?\**(?P<letter>[A-H])\**[.)、．:：）]\**\s*\S")
_ANSWER = regex(
    r"(?:\b(?:answers?|solution|correct(?: (?:answers?|options?|choices?))?)\b(?: is| are)?"
    r"|答案|正确选项|[应故]?选)\s?[:：]?\s?"
    r"[*`(（]*(?P<letters>[A-H](?:(?:\s?[,、和与/&]\s?|\sand\s)?[A-H])*)(?![A-Za-z])",
    re.I,
)
#: What asks for that which is not so.
_ASKS_FOR_WRONG = regex(
    r"\b(?:not|wrong|incorrect|false|except)\b|n't\b|错误的?是|不正确的?|不对的?|有误|不成立|哪[^。？]{0,12}(?:错|不)",
    re.I,
)


def wrong_options(lines: Sequence[str]) -> frozenset[int]:
    """The numbers of the lines of options that an answer says are not so."""
    wrong: set[int] = set()
    at = 0
    while at < len(lines):
        options, behind = _options(lines, at)
        if len(options) < FEWEST:
            at += 1
            continue
        answer = next((match for line in _next(lines, behind) if (match := _ANSWER.search(line))), None)
        if answer is not None:
            chosen = {letter for letter in answer["letters"] if letter in "ABCDEFGH"}
            asked = [line for line in lines[max(0, at - MAX_ABOVE) : at] if line.strip()]
            inverted = any(map(_ASKS_FOR_WRONG.search, asked[-1:]))
            for letter, first, last in options:
                if (letter in chosen) == inverted:
                    wrong.update(range(first + 1, last + 1))
        at = behind
    return frozenset(wrong)


def _options(lines: Sequence[str], at: int) -> tuple[list[tuple[str, int, int]], int]:
    """The options that begin with a line, each with its lines, and where they end."""
    found: list[tuple[str, int, int]] = []
    while at < len(lines):
        match = _OPTION.match(lines[at])
        if match is not None and match["letter"] == chr(ord("A") + len(found)):
            found.append((match["letter"], at, at + 1))
        elif found and lines[at][:2] == "  " and lines[at].strip():
            found[-1] = (*found[-1][:2], at + 1)  # what an option goes on with
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
