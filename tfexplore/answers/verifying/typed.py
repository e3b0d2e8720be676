"""The types that a document gives to parameters of functions of C and C++: "`f` takes an `int count`".

With a tree the heads of the function are read wherever it is declared or defined. A type is wrong that no parameter of
this name has in any of them; how much of `const` and of pointers is written says nothing, nor do namespaces.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.listed_items import items
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.index.symbols import Place

#: Declarations of one name that are read, and lines of each.
MAX_PLACES, MAX_LINES = 24, 40

_PARAMETER = r"(?P<type>(?:const )?[a-zA-Z_][\w:<>, ]*?[\s*&]+)(?P<name>[a-z_]\w*)"
_GIVEN = regex(rf"`{_PARAMETER}`", re.A)
#: What stands between a function and a parameter that it is said to take, and between two of them.
_TAKES = regex(
    r"`(?P<function>(?:\w+::)*[A-Za-z_]\w{3,})(?:\(\))?`\s*(?:[(（][^()（）]{0,80}[)）]\s*)?(?:(?:also|only|都|也|还)\s*)?"
    r"(?:(?:takes?|has|accepts?|receives?|expects?|gets?)\b|接受|接收|有|带有?|的(?=参数))\s*"
    r"(?:(?:an?|the|one|its|first|second|third|last|parameter|argument|of type|参数|一个|是|为)\s*)*[:：]?\s*(?=`)",
    re.A,
)
_AND = regex(r"\s*(?:,|，|、|and\b|和|与)\s*(?:and\b)?\s*(?:an?\b|the\b|一个)?\s*")
_DECLARED = regex(rf"{_PARAMETER}\s*(?:\[\w*\])?\s*(?:=.*)?", re.S | re.A)
#: What of a type says nothing: `unsigned int` is `unsigned`, `int64_t` is `int64`.
_LEFT_OUT = regex(
    r"\b(?:const|struct|class|typename)\b|[\s*&]|\w+(?:<[^<>]*>)?::|(?<=\d)_t\b|(?<=unsigned )int\b", re.A
)
_CODE = (".cc", ".h", ".c", ".cu", ".hpp")


class Typed(Check):
    """The checks of types of parameters."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every parameter that has another type wherever its function is declared."""
        for one in self.page.paragraphs:
            for takes in _TAKES.finditer(one.text):
                given = _GIVEN.match(one.text, takes.end())
                while given is not None:
                    yield from self._judged(one, takes["function"], given)
                    between = _AND.match(one.text, given.end())
                    given = _GIVEN.match(one.text, between.end()) if between is not None else None

    def _judged(self, one: Paragraph, function: str, given: re.Match[str]) -> Iterator[Verdict]:
        found = self.page.meant(function) if "::" in function else self.known.places(function)
        places = [place for place in found if place.path.endswith(_CODE)]
        if function in self.page.own or len(places) > MAX_PLACES:
            return
        has: list[tuple[Place, str]] = []
        for place in places:
            has += [(place, type_) for name, type_ in self._parameters(place, function) if name == given["name"]]
        if not has or any(_alike(given["type"], type_) for _, type_ in has):
            return
        said = one.cited(given.start() + 1, given[0].strip("`"))
        line = self.page.text_lines[said.line - 1]
        if disclaimers.proposed(line) or self.page.strangers(said):
            return
        place, type_ = has[0]
        where = Location(place.path, place.line, place.end_line)
        yield self.page.verdict(said, "differs", where, (), f"`{given['name']}` is {type_} there")

    def _parameters(self, place: Place, function: str) -> Iterator[tuple[str, str]]:
        """The names and the types of the parameters of what is declared at a place."""
        lines = self.known.lines(place.path)[max(0, place.line - 2) : place.line + MAX_LINES]
        text = b"\n".join(line.partition(b"//")[0] for line in lines).decode("utf-8", "replace")
        head = re.search(rf"\b{function.rpartition(':')[2]}\s*\(", text, re.A)
        for _, written in items(text, head.end())[0] if head is not None else ():
            match = _DECLARED.fullmatch(written)
            if match is not None and written.count("<") == written.count(">"):
                yield match["name"], " ".join(match["type"].split())


def _alike(one: str, other: str) -> bool:
    """Whether two types may be the same, or one is a part of the other or stands for any."""
    plain = [_LEFT_OUT.sub("", type_) for type_ in (one, other)]
    if any(re.fullmatch(r"[A-Z]\w?|auto|", type_) for type_ in plain):
        return True
    return plain[0] == plain[1] or plain[0].partition("<")[0] == plain[1] or plain[1].partition("<")[0] == plain[0]
