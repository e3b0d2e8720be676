"""Lines that are cited for a construct of the language: "the loop (x.cc:12-20)", "a comment at line 8".

A loop has a `for` or a `while`, an enumeration says `enum`, a remark is one. Where the cited lines and those next to
them have nothing of the kind, they are others. Only a tree tells.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.verdicts import Verdict

#: The words for each construct, and what lines have that are of one.
_CONSTRUCTS = {
    "loop": (r"loops?|循环", rb"\b(?:for|while|do)\b|\bfor_each|map_fn|For\b|Loop|loop"),
    "enum": (r"enum(?:eration)?s?|枚举", rb"\benum\b|\bEnum\b|class\s|Enum"),
    "comment": (r"comments?|remarks?|注释", rb"//|#|/\*|^\s*\*|\"\"\"|'''"),
    "destructor": (r"destructors?|析构函数", rb"~\w|__del__"),
    "struct": (r"struct(?:ure)?s?|结构体", rb"\b(?:struct|class|union|message)\b"),
}
#: What stands between such a word and its place, and between a place and the word behind it.
_BEFORE = regex(
    r"(?<![A-Za-z_`])(?:" + "|".join(f"(?P<{name}>{words})" for name, (words, _) in _CONSTRUCTS.items()) + r")[`*]*\s?"
    r"(?:(?:itself|proper|本身)\s?)?(?:[(（]\s?|(?:is |stands |sits )?(?:at|on|in)\s|在\s?)"
    r"(?:the )?(?:lines?\s(?:\d+(?:\s?[-–]\s?\d+)?\s(?:of|in)\s)?|第\s?)?[`*\[]*\Z",
    re.I,
)
_BEHIND = regex(r"[`*]*\s?(?:行)?的\s?(?:(?P<loop>循环)|(?P<comment>注释)|(?P<enum>枚举))(?![里中内之前后])")
#: "It is tested in the loop at x.cc:12", which is inside of it.
_INSIDE = regex(r"\b(?:in|of|by|from) (?:the|this|its|an?|each)\s(?:[\w-]+\s){0,2}\Z", re.I)
_HAS = {name: regex(has, re.M) for name, (_, has) in _CONSTRUCTS.items()}
_OTHERWISE = otherwise(
    "no|without|before|after|above|below|behind|inside|within|body|end|ends", "没|无|之前|之后|前|后|里|内|末|体内"
)
#: Lines before and behind the cited ones; files of one name that are looked at.
AROUND, MAX_FILES = 3, 3
_SOURCES = (".cc", ".h", ".py")


class ConstructsAt(Check):
    """The checks of lines of constructs."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every place of a construct at which none is."""
        for one in self.page.said:
            if one.kind == "path:line" and not one.fenced and not one.supposed:
                before, behind = self.page.around(one)
                match = _BEFORE.search(before[-80:]) or _BEHIND.match(behind)
                inside = match is not None and _INSIDE.search(before[-80:][: match.start()]) is not None
                if (
                    match is not None
                    and not inside
                    and not _OTHERWISE.search(before[-40:])
                    and not disclaimers.proposed(before[-120:])
                ):
                    yield from self._judged(one, match)

    def _judged(self, one: Citation, match: re.Match[str]) -> Iterator[Verdict]:
        name = next(each for each in _HAS if match.groupdict().get(each))
        files = self.page.files_meant(one)
        if not 0 < len(files) <= MAX_FILES or not all(path.endswith(_SOURCES) for path in files):
            return
        beside = [path for each in self.page.on(one.line) for path in self.page.files_meant(each)]
        perhaps = [*beside, *self.page.files_of_section(one.line)] if one.unnamed else []  # of which one may be meant
        if not self.page.strangers(one) and not any(self._has(path, one, name) for path in [*files, *perhaps]):
            where = Location(files[0], one.start, one.end)
            yield self.page.verdict(one, "not found", where, (), f"no {name} is at line {one.start}")

    def _has(self, path: str, one: Citation, name: str) -> bool:
        """Whether lines of a file, or those next to them, have a construct; a docstring is a comment."""
        lines = self.known.lines(path)
        there = b"\n".join(lines[max(0, one.start - 1 - AROUND) : one.end + AROUND])
        if one.end > len(lines) or _HAS[name].search(there) is not None:
            return True
        above = b"\n".join(lines[: one.start])
        return name == "comment" and path.endswith(".py") and above.count(b'"""') % 2 == 1
