"""Lines inside of the thing that they stand behind, in a document whose other places are where such things begin.

"`f` (x.cc:12)" may be a statement in `f`. But who gives the first line of five others in this way means that of `f`.
"""

from __future__ import annotations

import re
from functools import cached_property

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import markdown
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.declared import BODIES
from tfexplore.answers.verifying.heads import NEAR_LINES, head_of
from tfexplore.answers.verifying.spelling import parts_of
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.index.symbols import Place

#: So many places of a document are where what they are said of begins, and one alone is not.
ENOUGH = 5
#: Files of a document of which a number may be a line.
MAX_FILES = 40
#: Letters of code beside a place that hardly stands on its line by chance.
LONG = 8
#: Lines that decorators and the head of a function may take.
DECORATED = 8
#: What stands between a name and a place of its own: "`f` (", "`f`, declared at ", `f`（, `f` 定义在.
_BETWEEN = regex(
    r"[`*]*[)）]?\s{0,40}(?:[(（\[]\s?|,?\s?(?:which )?(?:is )?(?:(?:declared|defined|implemented) )?(?:at|in|on)\s"
    r"|[,，]?\s?(?:(?:定义|声明|实现)?[在于]|见|位于)\s?|(?:->|=>|[→⇒:：,，—-]|--)\s?)"
    r"[`*\[]*(?:\[?`?[\w./-]+\.\w+`?(?:\]\()?,?\s?)?"
    r"(?:同(?:一个?)?文件的?\s?|same file,?\s)?(?:(?:at )?lines? |第\s?|行号?\s?)?"
)
#: What says before a name that a place is one inside of the thing, and between them that it is not.
_INSIDE = regex(r"(?:\b(?:in|into|inside|within|of|compare|cf\.|like|as)|在|参照|参考|类似|例如)\s*[`*\"(\[]*\Z", re.I)
_HAS = regex(r"[`*]*\s(?:has|holds|says|is where|shows)\b|[`*]*\s?(?:行)?\s?(?:有|写着|处有)")
_DECLARED = regex(r"declared|defined|定义|声明|实现")


class _Tied(Record):
    """A place that stands behind a name, and the definition of that which it is in: `begins` at it, or inside of it.

    `declared` is whether words say that the thing is defined there.
    """

    one: Citation
    name: Citation
    place: Place
    begins: bool
    declared: bool


class Habits:
    """The check of what the other places of a document say of one."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known

    def corrected(self, verdicts: Iterable[Verdict]) -> list[Verdict]:
        """The verdicts, with that on a line which would be the only one inside of what it is said of."""
        made = list(verdicts)
        found = {(one.line, one.column) for one in made if one.kind == "path:line" and one.verdict == "found"}
        tied = [each for each in self._tied() if (each.one.line, each.one.column) in found]
        inside = [each for each in tied if not each.begins]
        if len(inside) != 1 or len(tied) - 1 < ENOUGH or self._is_meant(inside[0]):
            return made
        wrong = self._verdict(inside[0])
        return [wrong if (one.line, one.column) == (wrong.line, wrong.column) else one for one in made]

    def _tied(self) -> Iterator[_Tied]:
        """The single lines of a document that stand behind the name of what they are in."""
        for position, one in self.page.tied_to_lines:
            name, _ = self.page.tied[position]
            between = self._between(name, one) if one.start == one.end else ""
            if _BETWEEN.fullmatch(between) is None:
                continue
            files = self._files(one) if one.unnamed else self.page.files_meant(one)
            # A method may be written as a function is, beside one that is called so.
            meant = [*self.page.meant(name.target), *self.known.places(name.target)]
            meant = [place for place in meant if place.path in files and place.kind in BODIES]
            places = list({(place.path, place.line): place for place in meant}.values())
            near = [place for place in places if self._begins(place, one.start)]
            within = [place for place in places if place.line < one.start <= self.known.end(place)]
            if not (near or len(within) == 1):
                continue
            paths = [(near or within)[0].path] if one.unnamed else files
            if not any(self._is_registered(path, one.start) for path in paths):
                declared = _DECLARED.search(between) is not None
                yield _Tied(one, name, (near or within)[0], bool(near), declared)

    def _is_registered(self, path: str, line: int) -> bool:
        return any(made.line <= line <= made.end_line for made in self.known.registered(path))

    def _files(self, one: Citation) -> list[str]:
        """The files of which a number without one may be a line: those that the document cites."""
        return list(dict.fromkeys([*self.page.files_meant(one)[:1], *self._cited]))

    @cached_property
    def _cited(self) -> list[str]:
        """The files that the document cites, by paths that mean one."""
        targets = dict.fromkeys([one.target for one in self.page.said if one.kind in ("path", "path:line")])
        found = [self.known.resolve(target) for target in targets]
        return [paths[0] for paths in found if len(paths) == 1][:MAX_FILES]

    def _begins(self, place: Place, line: int) -> bool:
        """Whether a line is of the head of a definition, decorators and parameters included, or next to it."""
        if self.known.has_tree:
            first, last = head_of(self.known.lines(place.path), place)
        else:  # of Python an index may have the line of the first decorator
            first, last = place.line, place.line + (DECORATED if place.path.endswith(".py") else 0)
        return first - NEAR_LINES <= line <= max(last, place.line + NEAR_LINES)

    def _between(self, name: Citation, one: Citation) -> str:
        """What stands between a name and a line on the same row of the text, or on the next; empty for others."""
        lines = self.page.text_lines
        if lines[one.line - 1].lstrip().startswith("|") or not 0 <= one.line - name.line <= 1:
            return ""
        rest = lines[name.line - 1][name.column - 1 + len(name.text) :]
        if one.line == name.line:
            return rest[: max(0, len(rest) - len(lines[one.line - 1]) + one.column - 1)]
        return f"{rest.rstrip()} {lines[one.line - 1][: one.column - 1].lstrip(' >')}"

    def _is_meant(self, each: _Tied) -> bool:
        """Whether a line may be meant that is inside: what is said of it says so, or another thing is on the line."""
        before, _ = self.page.around(each.name)
        if _INSIDE.search(before) or before.endswith("->"):
            return True
        if _HAS.match(self.page.text_lines[each.one.line - 1], each.one.end_column):
            return True
        if each.declared:
            return False
        first, last = prose.sentence_span(self.page.text_lines[each.one.line - 1], each.one.column - 1)
        others = [
            other
            for other in self.page.on(each.one.line)
            if other.kind in ("symbol", "op") and other is not each.name and first < other.column <= last
        ]
        if not self.known.has_tree:  # a text in quotation marks may be the statement's there
            return bool(others) or '`"' in self.page.text_lines[each.one.line - 1]
        text = b"\n".join(self.known.lines(each.place.path)[each.one.start - 1 : each.one.start + 1])
        spans = [span[2].strip("\"'") for span in markdown.SPAN.finditer(self.page.text_lines[each.one.line - 1])]
        said = [span.encode() for span in spans if len(span) >= LONG and each.name.target not in span]
        return any(stands(parts_of(other.target)[-1], text) for other in others) or any(span in text for span in said)

    def _verdict(self, each: _Tied) -> Verdict:
        now = f"{each.place.path}:{each.place.line}"
        detail = f"{each.name.target} is at line {each.place.line}; the other places behind names are where these begin"
        return self.page.verdict(each.one, "moved", each.place, (now,), detail)
