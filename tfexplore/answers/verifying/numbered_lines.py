"""Lines of code that a document writes behind their number: "707  class Loom {" in a block, `x.cc:707: class Loom {`.

As listings, editors and `grep -n` have them. The code stands in the file, on another line than its number says; as only
a tree tells.
"""

from __future__ import annotations

import html
import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.citation import Citation
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.spelling import without_blanks
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict

#: Lines that a number may be off, letters of code that tells, and places of it in the file.
OFF, LEAST, MAX_PLACES = 1, 10, 2
#: The same of a hunk, from which lines may be left out.
OFF_IN_HUNK = 5
#: Lines of a block that are read, and files that one may be of.
MAX_LINES, MAX_FILES = 200, 4
#: A numbered line of a listing: its file, perhaps, the number and the code.
NUMBERED = regex(
    r"(?:\s{0,8}<[^<>]{0,200}>){0,3}[\s>]{0,12}(?:(?P<path>[\w./+-]{2,160}\.\w{1,5}):)?(?P<number>\d{1,6})"
    r"(?:[ \t]?[|:│┃+-][ \t]{0,40}|[ \t]{1,40})"
    r"(?P<code>\S.*)"
)
#: The old file of a diff, and the head of a hunk with its first old line. What `git` wrote is of a revision of its own.
_OLD_FILE = regex(r"--- (?:a/)?(?P<path>[\w./+-]{3,160}\.\w{1,5})\b")
_BY_GIT = regex(r"diff --git |index [0-9a-f]{6,}\.\.|@@ [^@]+ @@\s*\S")
_HUNK = regex(r"@@ -(?P<number>\d{1,6})(?:,\d{1,5})? \+\d{1,6}(?:,\d{1,5})? @@\s*\Z")
#: What a fence says of the number of its first line.
_FIRST_NUMBER = regex(
    r"^[\s>]*(?:`{3,}|~{3,})[^`\n]*\b(?:linenums|linenostart|lineNumberStart|startFrom|startline|firstline|firstnumber|start)"
    r"\s?=\s?[\"']?(?P<number>\d{1,6})",
    re.I,
)
#: What stands between the place of a line and its code.
_THEN_CODE = regex(r"(?::\d{1,3})?[:：]\s{0,20}(?P<code>\S.*)")
#: A command that numbers the lines of one file.
_COMMAND = regex(
    r"[\s>]*(?:[$%#]\s)?(?:cd\s[^\s;&]{1,200}\s?(?:&&|;)\s)?(?:e|f|r)?(?:grep|rg|ag|ack|cat|nl|less)\s"
    r"(?:'[^'\n]{0,200}'|\"[^\"\n]{0,200}\"|[^|;&'\"\n]){0,80}?(?<=\s)(?P<path>[\w./+-]{1,160}\.\w{1,5})[\s`]*(?:\||\Z)"
)


class NumberedLines(Check):
    """The checks of such numbers."""

    needs_tree = True

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._files: dict[str, dict[str, list[int]]] = {}

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on the first number of each listing, and on every place of `grep`, that is not the code's."""
        for position, one in enumerate(self.page.said):
            if one.kind == "quotation":
                yield from self._of_a_listing(one, self._listed_in(position))
            elif one.kind == "path:line" and not one.unnamed and one.start == one.end:
                yield from self._of_a_place(one)
        yield from self._of_commands()
        for number, _, inside in markdown.blocks(self.page.text_lines):
            if any(line.startswith("@@ -") for line in inside) and not any(map(_BY_GIT.match, inside)):
                yield from self._of_hunks(number + 1, inside)

    def _listed_in(self, position: int) -> list[str]:
        """The files that a listing may be of: the one that has it, or those that it was told to be from."""
        compared = self.page.quoted.get(position)
        if compared is not None:
            return [compared.path]
        one = self.page.said[position]
        before = [
            each for each in self.page.said[max(0, position - 3) : position] if each.kind in ("path", "path:line")
        ]
        near = [each for each in before if one.line - each.line <= MAX_FILES]
        return [path for each in near[-1:] for path in self.page.files_meant(each)]

    def _of_a_listing(self, one: Citation, files: Sequence[str]) -> Iterator[Verdict]:
        intro = one.intro
        if disclaimers.of_a_fork(intro) or disclaimers.proposed(intro) or self.page.is_of_another_release(intro, ""):
            return
        first = max(1, one.line)
        lines = self.page.text_lines[first - 1 : first - 1 + MAX_LINES]
        end = next((at for at, line in enumerate(lines) if markdown.FENCE.match(line)), len(lines))
        told = _FIRST_NUMBER.search(self.page.text_lines[first - 2]) if first > 1 and one.code.strip() else None
        if told is not None and int(told["number"]) > 1:
            yield from self._of_its_fence(one, told, lines[:end], files)
        yield from self._of_lines(first, lines[:end], files)

    def _of_hunks(self, first: int, lines: Sequence[str]) -> Iterator[Verdict]:
        """A verdict on the first line of each hunk of a diff whose old lines are elsewhere in the file."""
        files: list[str] = []
        hunk: re.Match[str] | None = None
        number = 0  # of the old line that is next
        for at, line in enumerate(lines, first):
            named = _OLD_FILE.match(line)
            files = self.known.resolve(named["path"]) if named is not None else files
            begun = _HUNK.match(line) if files else None
            if begun is not None:
                hunk, number, said = begun, int(begun["number"]), at
            elif hunk is not None and line[:1] in (" ", "-", ""):
                wrong = self._elsewhere(number, line[1:], files, OFF_IN_HUNK)
                if wrong is not None and int(hunk["number"]) > 1:
                    begins = wrong.line - (number - int(hunk["number"]))
                    cited = self._cited(said, hunk.start("number"), hunk["number"], wrong.path)
                    where = Location(wrong.path, begins, begins)
                    yield self.page.moved(cited, where, f"these lines begin at line {begins}")
                hunk = None if wrong is not None else hunk
                number += 1

    def _of_its_fence(
        self, one: Citation, told: re.Match[str], lines: Sequence[str], files: Sequence[str]
    ) -> Iterator[Verdict]:
        """A verdict on the number that a fence gives to the first line of its block: `linenums="707"`."""
        for at, line in enumerate(lines):
            wrong = self._elsewhere(int(told["number"]) + at, line, files)
            if wrong is not None:
                said = self._cited(one.line - 1, told.start("number"), told["number"], wrong.path)
                first = Location(wrong.path, wrong.line - at, wrong.line - at)
                yield self.page.moved(said, first, f"what is quoted begins at line {first.line}")
                return

    def _of_lines(self, first: int, lines: Sequence[str], files: Sequence[str]) -> Iterator[Verdict]:
        """A verdict on the first line of a listing whose number is another's."""
        told = [(number, match) for number, line in enumerate(lines, first) if (match := NUMBERED.fullmatch(line))]
        if len(told) + sum(not line.strip() for line in lines) < len(lines) / 2:
            return
        if told and int(told[0][1]["number"]) <= 1:
            return  # counted on their own
        for number, match in told:
            files = self.known.resolve(match["path"]) if match["path"] else files
            wrong = self._elsewhere(int(match["number"]), match["code"], files)
            if wrong is not None:
                said = self._cited(number, match.start("number"), match["number"], wrong.path)
                if not self.page.strangers(said):
                    yield self.page.moved(said, wrong, f"what is quoted is at line {wrong.line}")
                return

    def _of_a_place(self, one: Citation) -> Iterator[Verdict]:
        """A verdict on a place behind which the code of another line stands: "x.cc:707: class Loom {"."""
        match = _THEN_CODE.fullmatch(self.page.text_lines[one.line - 1], one.end_column)
        wrong = self._elsewhere(one.start, match["code"], self.page.files_meant(one)) if match is not None else None
        if wrong is not None and not self.page.strangers(one):
            yield self.page.moved(one, wrong, f"what stands behind it is at line {wrong.line}")

    def _of_commands(self) -> Iterator[Verdict]:
        """A verdict on what a command is said to have written of one file."""
        fenced = (
            sorted(markdown.code_lines(self.page.text_lines)) if any(map(_COMMAND.match, self.page.text_lines)) else ()
        )
        files: list[str] = []
        last = 0
        for number in fenced:
            line = self.page.text_lines[number - 1]
            command = _COMMAND.match(line)
            if command is not None:
                files = self.known.resolve(command["path"])[:MAX_FILES]
            elif number != last + 1 or not line.strip():
                files = []
            elif files:
                yield from self._of_lines(number, [line], files)
            last = number

    def _elsewhere(self, number: int, code: str, files: Sequence[str], off: int = OFF) -> Location | None:
        """Where code stands that is not on its line in any of some files; None where it is there, or nowhere."""
        plain = without_blanks(html.unescape(code))
        if len(plain) < LEAST or not any(letter.isalpha() for letter in plain):
            return None
        found: list[tuple[str, list[int]]] = []
        for path in files[:MAX_FILES]:
            there = self._lines_of(path).get(plain, [])
            if any(abs(line - number) <= off for line in there):
                return None
            if there:
                found.append((path, there))
        if len(found) != 1 or len(found[0][1]) > MAX_PLACES:
            return None
        path, there = found[0]
        line = min(there, key=lambda each: abs(each - number))
        return Location(path, line, line)

    def _lines_of(self, path: str) -> dict[str, list[int]]:
        """The lines of a file by what they have, blanks apart."""
        if path not in self._files:
            made: dict[str, list[int]] = {}
            for number, line in enumerate(self.known.lines(path), 1):
                made.setdefault(without_blanks(line.decode("utf-8", "replace")), []).append(number)
            self._files[path] = made
        return self._files[path]

    def _cited(self, line: int, at: int, text: str, path: str) -> Citation:
        return Citation(
            "path:line",
            text,
            line,
            at + 1,
            path,
            int(text),
            int(text),
            in_code=True,
            end_column=at + len(text),
            fenced=True,
        )
