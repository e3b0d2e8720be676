"""Lines that are cited for a word which no definition explains: a constant of a module, a field, a declared function.

"That is `LOOMS`, x.py:155", "`std::vector<Yarn> yarns_` (x.h:510)", "`Wind` is pure virtual (x.h:90)". The word
stands in the file on a few lines, none of which is near the cited one, nor in the function around that; as only a tree
tells.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, markdown, wording
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.classes import is_inside_of
from tfexplore.answers.verifying.declared import declares
from tfexplore.answers.verifying.heads import NEAR_LINES
from tfexplore.answers.verifying.next_to import is_only_seen
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.spelling import is_of_the_file, mentioning, owner_of, parts_of
from tfexplore.answers.verifying.statements_at import BEHIND
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict

#: Lines on which a word may be meant to be, and letters of one of which a sentence speaks.
FEW, LONG = 3, 6
#: A word of code, with what declares it, its brackets or its value.
_WORD = regex(r"(?:[\w:<>*&, ]{1,80}[\s*&>])?(?P<word>[A-Za-z_]\w{3,})(?:\(\)|;|\s?=\s?[^`=;]{1,40};?)?", re.A)
#: A field of a message.
_FIELD = regex(rb"\s*(?:(?:optional|repeated|required)\s+)?[\w.<>, ]+\s(\w+)\s*=\s*\d+\s*[;\[]")
#: A statement that assigns something: `flags->loom = 4;`, `self.loom = True`; and what it assigns to.
_ASSIGNS = regex(rb"\s*(?:[\w\]\[()]+(?:->|\.))*(\w+)\s*=(?!=)")
#: "and, at lines 3-5, `b`".
_IN_PASSING = regex(r"[,，]\s(?:at|in|on)\s(?:lines?\s)?[`*]*\Z", re.I)
_NAMED_BEHIND = regex(r"[`*]*,\s`(?P<word>[A-Za-z_]\w{5,})`(?=[.,;:)]|\s(?:and|too|as well)\b|\Z)", re.A)
#: Words by which a place is not the word's own.
_OTHERWISE = otherwise(
    "own|no|before|after|above|below|until|without|renamed|formerly|was|were|calls?|uses?|asks?",
    "没|不|之前|之后|调用|使用|改名",
)


#: A value behind a word, as an argument is told: "with `is_last` true (line 12)".
_VALUE = regex(r"[`*]*\s(?:set to\s)?[`*]*(?:true|false|null(?:ptr)?|None)\b", re.I)


class WordsAt(Check):
    """The checks of such lines."""

    needs_tree = True

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._of_files: dict[str, dict[str, list[int]]] = {}

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every line that is far from all lines that have the word it is cited for."""
        read = {number for number, _ in self.page.prose_lines}
        for position, one in enumerate(self.page.said):
            if one.kind == "path:line" and one.line in read:
                yield from self._in_passing(one)
                yield from self._of_a_field(one)
            if one.kind != "path:line" or one.start != one.end or one.line not in read:
                continue
            if one.supposed or one.text.isdigit():
                continue
            word = self._word(one, position)
            apart = word in self.page.own or word in self.known.scopes  # a namespace has many lines
            files = self.page.files_meant(one) if word and not apart else []
            if any(is_of_the_file(path, word) for path in files) or self._has_owner(one, position, files):
                continue  # what the file is about, and what does it
            far = [(path, self._far(one, word, path)) for path in files]
            if far and all(line is not None for _, line in far) and self._is_meant(one, word):
                path, now = next(((path, line) for path, line in far if line), ("", 0))
                if now and not self.page.reaches(one, now):
                    yield self.page.moved(one, Location(path, now, now), f"{word} is at line {now}")

    def _has_owner(self, one: Citation, position: int, files: Sequence[str]) -> bool:
        """Whether a line has the variable that the word is a member of: `spool_` of "`spool_.Turn`"."""
        name = self.page.weak.get(position)
        owner = owner_of(name.target) if name is not None else ""
        lines = [line for path in files for line in self.known.lines(path)[one.start - 1 : one.end]]
        return owner[:1].islower() and any(stands(owner, line) for line in lines)

    def _in_passing(self, one: Citation) -> Iterator[Verdict]:
        """A verdict on lines that are said in passing of the word behind them: "reads `a` and, at lines 3-5, `b`"."""
        line = self.page.text_lines[one.line - 1]
        named = _NAMED_BEHIND.match(line, one.end_column)
        if named is None or not _IN_PASSING.search(line, max(0, one.column - 40), one.column - 1):
            return
        word = named["word"]
        for path in self.page.files_meant(one)[:1]:
            there = mentioning([word.encode()], self.known.read(path) or b"")
            if not there or any(one.start - 1 <= number <= one.end + 1 for number in there):
                return
            if word in self.page.own or not self._is_meant(one, word):
                return
            now = min(there, key=lambda number: abs(number - one.start))
            yield self.page.moved(one, Location(path, now, now), f"{word} is at line {now}")

    def _of_a_field(self, one: Citation) -> Iterator[Verdict]:
        """A verdict on the line of a message's field that the text does not name, as it names another of the file."""
        files = self.page.files_meant(one) if one.start == one.end and one.target.endswith(".proto") else []
        if len(files) != 1 or one.supposed or self.page.text_lines[one.line - 1].lstrip().startswith("|"):
            return
        lines = self.known.lines(files[0])
        there = _FIELD.match(lines[one.start - 1]) if 0 < one.start <= len(lines) else None
        before, behind = self.page.around(one)
        words = [span[2].strip() for span in markdown.SPAN.finditer(before)]
        if there is None or not words or stands(there[1].decode(), f"{before} {behind}".encode()):
            return
        now = self._fields(files[0]).get(parts_of(words[-1])[-1], [])
        if len(now) == 1 and abs(now[0] - one.start) > NEAR_LINES and self._is_meant(one, words[-1]):
            yield self.page.moved(one, Location(files[0], now[0], now[0]), f"{words[-1]} is at line {now[0]}")

    def _fields(self, path: str) -> dict[str, list[int]]:
        """The lines of the fields of a file's messages by their names."""
        if path not in self._of_files:
            made: dict[str, list[int]] = {}
            for number, line in enumerate(self.known.lines(path), 1):
                match = _FIELD.match(line)
                if match is not None:
                    made.setdefault(match[1].decode(), []).append(number)
            self._of_files[path] = made
        return self._of_files[path]

    def _word(self, one: Citation, position: int) -> str:
        """The word that a place is cited for, which nothing else ties to it; empty where there is none."""
        if position in self.page.tied:
            return ""
        text = self.page.text_lines[one.line - 1]
        for span in markdown.SPAN.finditer(text, 0, one.column - 1):
            code = _WORD.fullmatch(span[2].strip())
            if _VALUE.match(text, span.end(), one.column - 1):
                continue  # which something is given there
            if code is not None and BEHIND.fullmatch(text, span.end(), one.column - 1):
                before = text[: span.start()]
                value = "=" in span[2] and code["word"].islower() and not code["word"].endswith("_")  # a parameter's
                return "" if value or wording.parameter(before) or _is_otherwise(before) else code["word"]
        name = self.page.weak.get(position)
        if name is None or not name.in_code or _VALUE.match(text, name.end_column, one.column - 1):
            return ""
        between = text[name.end_column : one.column - 1] if name.line == one.line else "not"
        word = parts_of(name.target)[-1]
        otherwise = _is_otherwise(text[: name.column - 1]) or _OTHERWISE.search(between)
        return word if len(word) >= LONG and not otherwise else ""

    def _is_meant(self, one: Citation, word: str) -> bool:
        """Whether the text speaks of what there is here, and no other file is meant that it has cited before."""
        text = self.page.text_lines[one.line - 1]
        if self._begins_another(one):
            return False
        others = self.page.files_cited if one.unnamed else []
        if any(stands(word, line) for path in others for line in self.known.lines(path)[one.start - 1 : one.start]):
            return False
        return not (disclaimers.proposed(text) or disclaimers.absent(text) or self.page.strangers(one))

    def _begins_another(self, one: Citation) -> bool:
        """Whether something else that the line names before a place begins there: "`Policy.OFTEN`, ONCE (x.py:27)"."""
        named = [other for other in self.page.on(one.line) if other.kind == "symbol" and other.column < one.column]
        files = self.page.files_meant(one)
        if any(
            place.path in files and place.line == one.start
            for other in named
            for part in parts_of(other.target)
            for place in self.known.places(part)
        ):
            return True
        line = self.page.text_lines[one.line - 1]
        if any(
            made.line == one.start and made.op in line for path in files[:1] for made in self.known.registered(path)
        ):
            return True  # the op of a kernel class, of whose attrs the words are
        # Of several words before it the line may have another.
        text = prose.begun(self.page.text_lines[one.line - 1][: one.column - 1])
        spans = [span[2].strip() for span in markdown.SPAN.finditer(text)]
        there = b"".join(line for path in files[:1] for line in self.known.lines(path)[one.start - 1 : one.start])
        return any(len(word) > LONG and word.isidentifier() and stands(word, there) for word in spans[:-1])

    def _far(self, one: Citation, word: str, path: str) -> int | None:
        """The line of a file at which a word is that a cited line has nothing to do with; None where it may have.

        0 where the file does not have the word.
        """
        if any(place.path == path for place in self.known.places(word)):
            return None  # which other checks know better
        raw = re.escape(word).encode()
        stands = re.compile(rb"(?<!\w)%b_?(?!\w)" % raw)
        lines = self.known.lines(path)
        there = [number for number, text in enumerate(lines, 1) if word.encode() in text and stands.search(text)]
        if not there:
            return 0
        held = re.compile(rb"[\w>\]*&]\s+[*&]?%b\s*(?:;|=[^=]|\{|\[)" % raw)  # a field, or a variable of C++
        meant = [
            number
            for number in there
            if held.search(lines[number - 1])
            or declares(self.known, path, number, lines[number - 1 : number], word.encode(), ())
        ] or there
        if len(meant) > FEW or any(abs(number - one.start) <= NEAR_LINES for number in there):
            return None
        if word.isalpha() and word.islower() and word.title().encode() in b"".join(lines[one.start - 1 : one.end]):
            return None  # a part of a name: `take` for `TakeDataset`
        if any(is_inside_of(lines, path, number, one.start) for number in there):
            return None
        around = [(each.location.line, self.known.end_of(each)) for each in self.known.functions_at(path, one.start)]
        beside = any(first <= number <= last for number in there for first, last in around)
        if beside and is_only_seen(self.page, one) and any(abs(first - one.start) <= 1 for first, _ in around):
            return None  # the first line of the function that has it
        if (
            beside
            and len(there) > 1
            and not (one.start == one.end and _assigns_another(lines, one.start, there, word.encode()))
        ):
            return None
        return min(meant, key=lambda number: abs(number - one.start))


def _assigns_another(lines: Sequence[bytes], number: int, there: Sequence[int], word: bytes) -> bool:
    """Whether a cited line assigns to something else, as the only line does that assigns to a word."""
    here = _ASSIGNS.match(lines[number - 1])
    assigned = [match for at in there if (match := _ASSIGNS.match(lines[at - 1])) and match[1] == word]
    return here is not None and len(assigned) == 1 and word not in lines[number - 1]


def _is_otherwise(before: str) -> bool:
    """Whether the words of a sentence before a word say that a place is not the word's own."""
    return _OTHERWISE.search(prose.begun(before)) is not None
