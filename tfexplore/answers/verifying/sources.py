"""Where a quotation may be from: what introduces it, what the document speaks of before it, what its own words name."""

from __future__ import annotations

import re
from itertools import pairwise

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.marked import Within
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying.declared import BODIES
from tfexplore.answers.verifying.spelling import parts_of
from tfexplore.answers.vocabulary import REGISTERED_OP
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfexplore.answers.alignment import Compared
    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page

#: Files by which one word of a quotation may lead to another.
MAX_CANDIDATES = 40
#: Headers that define what is named, beside which the source is that a block may be from.
MAX_HEADERS = 4
#: Lines before and behind those by which a quotation is introduced.
NEAR = 3
#: How many names, and how many lines, before a quotation may say where it is from.
NAMES_BEFORE, LINES_BEFORE = 6, 6
#: The same under it, where that says "This is …".
NAMES_UNDER, LINES_UNDER = 3, 2
_OF_ABOVE = regex(r"\s*(?:this|that|the above|the code|above|these|这|上面|以上|上述)", re.I)
#: Files cited above a block of which one may be meant where none introduces it.
CITED_ABOVE = 3
#: So many files may define things of one name for each to be what a block with such a definition is from.
MAX_HOMES = 2
#: What a block defines or registers, by name, and what that is.
_DEFINES = (
    (REGISTERED_OP, ("op",)),
    (regex(r"^[ \t]*(?:class|struct)\s+(\w+)", re.M | re.A), ("class", "type")),
    (regex(r"^[ \t]*def\s+(\w+)|^\S[^;=(]*\b(\w+::\w+)\(", re.M | re.A), ("function", "method")),
)


class Sources:
    """The files and the lines that a document's quotations may be from."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known

    def near(self, one: Citation, position: int, introduced: list[tuple[int, Citation]]) -> list[Within]:
        """The lines by which a quotation is introduced, and those of what the text before it names."""
        size = one.code.count("\n") + NEAR
        found = [
            Within(path, cited.start - NEAR, max(cited.end, cited.start) + size)
            for _, cited in introduced
            if cited.start
            for path in self.page.files_meant(cited)[:2]
        ]
        for other in self._named(position):
            if other.kind in ("symbol", "op"):
                places = self.page.meant(other.target)[:2]
                found += [Within(p.path, p.line - NEAR, max(self.known.end(p), p.line) + NEAR) for p in places]
        found += [
            Within(site.location.path, site.location.line - size, site.location.end_line + size)
            for site in self.page.raised.places(one.code)
        ]
        return list(dict.fromkeys(found))

    def homes(self, code: str) -> list[str]:
        """The files of what a block defines or registers, where hardly any other defines something of that name."""
        found: list[str] = []
        for pattern, kinds in _DEFINES:
            for match in pattern.finditer(code):
                places = self.page.meant(match[match.lastindex or 0])
                paths = dict.fromkeys(place.path for place in places if place.kind in kinds)
                found += paths if len(paths) <= MAX_HOMES else ()
        return list(dict.fromkeys(found))

    def begins_a_definition(self, code: str, compared: Compared) -> bool:
        """Whether a block begins with what is defined or registered once in its file, where the block was found."""
        for pattern, kinds in _DEFINES:
            match = pattern.match(code.lstrip("\n"))
            if match is not None:
                places = self.page.meant(match[match.lastindex or 0])
                lines = {place.line for place in places if place.kind in kinds and place.path == compared.path}
                return len(lines) == 1 and abs(lines.pop() - compared.line) <= 1
        return False

    def likely(self, quoted: list[str], position: int) -> list[str]:
        """Files that define what a quotation names, and those that the document cites near it and elsewhere."""
        weight: dict[str, float] = {}
        # What a block defines is defined where it is from, however many files define something of that name.
        defined = {name for keyword, name in pairwise(quoted) if keyword in ("def", "class", "struct")}
        for word in dict.fromkeys(token.strip("\"'") for token in quoted):
            if len(word) > 4 and word.replace("_", "").isalnum():
                paths = {p.path for p in self.known.places(word)}
                for path in paths if len(paths) < 60 else ():
                    weight[path] = weight.get(path, 0) + (1 if word in defined else 1 / len(paths))
        around = sorted(
            (abs(at - position), self.page.said[at].target)
            for at in range(len(self.page.said)) if self.page.said[at].kind in ("path", "path:line")
        )  # fmt: skip
        cited = [p for target in dict.fromkeys(target for _, target in around) for p in self.known.resolve(target)[:3]]
        # Of many that define the same, those beside a file that the document cites.
        folders = {path.rpartition("/")[0] for path in cited}
        ranked = sorted(weight, key=lambda path: (-weight[path] * (1 + (path.rpartition("/")[0] in folders)), path))
        ranked = ranked[:MAX_CANDIDATES]
        raised = [site.location.path for site in self.page.raised.places(self.page.said[position].code)]
        spoken = self.spoken_of(position)
        headers = [path for path in dict.fromkeys([*spoken, *ranked[:MAX_HEADERS]]) if path.endswith(".h")]
        sources = [one for path in headers[:MAX_HEADERS] for one in self.known.beside(path) if one != path]
        return [*raised, *spoken, *sources, *ranked[:12], *cited[:20], *ranked[12:]]

    def is_of_a_name(self, compared: Compared, position: int) -> bool:
        """Whether a place is in the body of a function, or a class, that the text right before a quotation names.

        Or begins with the name, as the specialisation of a template does.
        """
        head = b"\n".join(self.known.lines(compared.path)[compared.line - 1 :][:2])
        return any(
            place.path == compared.path
            and (
                (place.line <= compared.line and compared.end_line <= self.known.end(place))
                or (place.name and stands(parts_of(place.name)[-1], head))
            )
            for other in self._named(position)
            if other.kind == "symbol"
            for place in self.page.meant(other.target)[:2]
            if place.kind in BODIES
        )

    def spoken_of(self, position: int) -> list[str]:
        """The files that define what the text right before a quotation names, the last first."""
        found = []
        for other in self._named(position):
            if other.kind in ("symbol", "op"):
                found += [place.path for place in self.page.meant(other.target)[:2]]
        return list(dict.fromkeys(found))

    def _named(self, position: int) -> list[Citation]:
        """What the text right before a quotation names, the last first, and the text under it that says what it is."""
        one = self.page.said[position]
        before = self.page.said[max(0, position - NAMES_BEFORE) : position]
        found = [other for other in reversed(before) if other.line >= one.line - LINES_BEFORE]
        closed = one.line + one.code.count("\n") + 1
        under = [other for other in self.page.said[position + 1 :][:NAMES_UNDER] if other.line <= closed + LINES_UNDER]
        told = [other for other in under if _OF_ABOVE.match(self.page.text_lines[other.line - 1])]
        return [*found, *told]

    def speaks_of(self, path: str, position: int) -> bool:
        """Whether a document names a file, or before a quotation something that the file defines."""
        return path in self.spoken_of(position) or self.cited_among(path, self.page.said)

    def cited_among(self, path: str, said: Sequence[Citation]) -> bool:
        """Whether some citations have one of a file: all above a quotation, so that a section may be about it."""
        targets = {one.target for one in said if one.kind in ("path", "path:line")}
        return any(path in self.known.resolve(target) for target in targets)

    def cited_above(self, position: int) -> list[str]:
        """The files that were cited last before a quotation, the last first."""
        found: dict[str, None] = {}
        for other in reversed(self.page.said[:position]):
            if other.kind in ("path", "path:line") and len(found) < CITED_ABOVE:
                found.update(dict.fromkeys(self.known.resolve(other.target)[:2]))
        return list(found)


def speaks(path: str, python: bool) -> bool:
    """Whether a file may be in the language of a quotation."""
    return path.endswith(".i") or path.endswith((".py", "BUILD", ".bzl", "WORKSPACE")) == python
