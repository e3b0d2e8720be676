"""Plain numbers behind names of one file: "`x.cc`: `REGISTER_OP("A")` at 21, `REGISTER_OP("B")` at 69", `A` 21 行.

That they are lines the others tell: one that is not where its name is, is wrong when as many are.
"""

from __future__ import annotations

import re
from itertools import islice

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.citation import Citation
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.rows import at_line, begins_another, defined_at, names_in, on_lines
from tfexplore.answers.verifying.spelling import mentioning
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: Marked as code, or put together of words as nothing else is.
_AT = regex(
    r"(?:`(?P<code>[^`\n]{2,100})`[*]{0,2}|(?<![\w`.:])(?=[A-Z]\w{3,99}\b)(?P<bare>[A-Z]\w*[a-z0-9][A-Z]\w+))\s?"
    r"(?:(?:(?:is|starts|begins|defined|registered)\s)?(?:at|@|on|在|于|:)\s?(?P<line>[1-9]\d{0,5})"
    r"|(?:结构体|类|函数|宏|方法|定义)?\s?(?:在|于)?(?P<row>[1-9]\d{0,5})\s?行)"
    r"(?=\s?(?:[,;，；、。|)）]|[-–—]\s|\.(?!\d)|and\b|[和与]|\Z|\n))",
    re.A,
)
#: The same in brackets behind code that begins with a name of several letters; so many of these are right, and so many
#: times as many as are not.
_BRACKETED = regex(r"`(?P<name>[a-z_]\w{4,})(?:\s?=[^`\n]{0,60})?`\s?[(（](?P<row>[1-9]\d{1,5})[)）]", re.A)
ENOUGH_WORDS, TIMES_WORDS = 2, 2
#: What code registers, in its first string.
_REGISTERED = regex(r"REGISTER_\w{1,40}\(\s*(?:Name\()?\"(\w+)\"", re.A)


#: An item of a list that is a name and a number: "- `Weave` - 138", "* `Weave()`: 138".
_ITEM = regex(
    r"\s*(?:[-*+]|\d+[.)])\s+[*]{0,2}`(?P<code>[^`\n]{2,100})`[*]{0,2}\s?(?:[-–—:：,，]\s?)?(?P<line>[1-9]\d{0,5})\s*",
    re.A,
)
#: An item that is a file and nothing else, and lines above an item up to it.
_A_FILE = regex(
    r"\s*(?:[-*+]|\d+[.)])\s+[*]{0,2}(?:[\w ]{1,16}[:：]\s)?[`*\[]{0,3}[\w./+-]{1,160}\.\w{1,5}[`*\])]{0,3}(?:\(https?://\S{1,300}\))?\s?[:：]?\s*",
    re.A,
)
MAX_ABOVE = 60
#: Lines that have a name which is defined elsewhere, at most, and how far off them a number may be.
FEW, NEAR, MAX_MENTIONS = 3, 1, 50
_REMARK = regex(rb"\s*(?://|/?\*|#)")
#: Files of one name that a list may be of.
MAX_FILES = 6
#: So many items of a list are at their lines, and so many times as many as are not.
ENOUGH, TIMES = 3, 3


class _Said(Record):
    """A number behind a name: the number as a citation, the name, and whether it is at that line; None if not told."""

    lines: Citation
    name: str
    right: bool | None


class NumbersAt(Check):
    """The checks of numbers that are lines of the one file of their row, their item or their paragraph."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every number that is no line of its name, where as many others are."""
        for one in self.page.paragraphs:
            every = list(_AT.finditer(one.text))
            apart = one.text.lstrip().startswith("|")
            rows = {one.at(match.start())[0] for match in every} if apart else {0}
            for row in sorted(rows):
                of_it = [match for match in every if not apart or one.at(match.start())[0] == row]
                if len(of_it) > 1:
                    yield from self._judged(one, of_it, self._cited(one, of_it, [row] if apart else one.numbers))
            bracketed = list(_BRACKETED.finditer(one.text)) if self.known.has_tree and not apart else []
            if len(bracketed) > ENOUGH_WORDS:
                yield from self._words(one, bracketed)
        yield from self._lists()

    def _words(self, one: Paragraph, every: list[re.Match[str]]) -> Iterator[Verdict]:
        """A verdict on every number behind code whose first word is not on that line, where most others are.

        "`width=2` (12), `depth=1` (13)": of parameters, attrs and fields, which have no place of their own.
        """
        cited = self._cited(one, every, one.numbers)
        files = [path for each in cited for path in self.page.files_meant(each)[:MAX_FILES]]
        best: list[re.Match[str]] = []
        path = ""
        for file in dict.fromkeys(files):
            lines = self.known.lines(file)
            at_row = ((match, int(match["row"])) for match in every)
            here = [match for match, row in at_row if stands(match["name"], b"".join(lines[row - 1 : row]))]
            best, path = (here, file) if len(here) > len(best) else (best, path)
        wrong = [match for match in every if match not in best]
        if len(best) < max(ENOUGH_WORDS, TIMES_WORDS * len(wrong)):
            return
        for match in wrong:
            there = mentioning([match["name"].encode()], self.known.read(path) or b"")
            said = self._number(one, match, "row", path)
            text = self.page.text_lines[said.line - 1]
            if not there or disclaimers.proposed(text) or self.page.strangers(said):
                continue
            near = min(there, key=lambda line: abs(line - said.start))
            if abs(near - said.start) > NEAR:
                detail = f"{match['name']} is at line {near}"
                yield self.page.moved(said, Location(path, near, near), detail)

    def _number(self, one: Paragraph, match: re.Match[str], group: str, path: str) -> Citation:
        """A number of a paragraph as a line of a file."""
        row, column = one.at(match.start(group))
        number = int(match[group])
        end = match.end(group) - match.start(group) + column - 1
        return Citation("path:line", match[group], row, column, path, number, number, end_column=end)

    def _cited(self, one: Paragraph, every: list[re.Match[str]], numbers: list[int]) -> list[Citation]:
        """The files of some lines of a paragraph, or, where they are several, of the sentence of the first number."""
        cited = [each for number in numbers for each in self.page.on(number) if each.kind in ("path", "path:line")]
        if len({each.target for each in cited}) < 2:
            return cited
        begin, _ = prose.sentence_span(one.text, every[0].start() + 1)
        begins, ends = one.at(begin), one.at(every[0].start())
        return [each for each in cited if begins <= (each.line, each.column) < ends][-1:]

    def _lists(self) -> Iterator[Verdict]:
        """A verdict on every item of a list below a file that is no line of its name, where nearly all others are."""
        lists: dict[int, list[tuple[Paragraph, re.Match[str]]]] = {}
        for one in self.page.paragraphs:
            match = _ITEM.fullmatch(one.text)
            if match is not None:
                parent = self._parent(one.numbers[0])
                lists.setdefault(parent or self.page.over(one.numbers[0]), []).append((one, match))
        for above, items in lists.items():
            cited = [each for each in self.page.on(above) if each.kind in ("path", "path:line")] if above else []
            # Below an item that is nothing but a file the numbers can hardly be anything else.
            plain = bool(above) and self._parent(items[0][0].numbers[0]) == above
            enough, times = (ENOUGH_WORDS, TIMES_WORDS) if plain else (ENOUGH, TIMES)
            if len(items) <= enough:
                continue
            path, made = self._best(cited, items)
            wrong = [said for said in made if said.right is False]
            if sum(said.right is True for said in made) >= max(enough, times * len(wrong)):
                yield from self._moved(wrong, path)

    def _parent(self, number: int) -> int:
        """The line of the item that one stands below in a list, where that is a file and nothing else; 0 for others."""
        lines = self.page.text_lines
        own = markdown.margin(lines[number - 1])
        for at in range(number - 1, max(0, number - 1 - MAX_ABOVE), -1):
            if not lines[at - 1].strip():
                continue
            if markdown.margin(lines[at - 1]) < own:
                return at if _A_FILE.fullmatch(lines[at - 1]) is not None else 0
        return 0

    def _judged(self, one: Paragraph, every: list[re.Match[str]], cited: Sequence[Citation]) -> Iterator[Verdict]:
        path, made = self._best(cited, [(one, match) for match in every])
        wrong = [said for said in made if said.right is False]
        if sum(said.right is True for said in made) < max(1, len(wrong)):
            return
        yield from self._moved(wrong, path)

    def _best(
        self, cited: Sequence[Citation], numbers: Sequence[tuple[Paragraph, re.Match[str]]]
    ) -> tuple[str, list[_Said]]:
        """The one file that is cited, of several of its name that with most of the names at their lines."""
        if len({each.target for each in cited}) != 1:
            return "", []
        files = dict.fromkeys(path for each in cited for path in self.page.files_meant(each)[:MAX_FILES])
        told = [(path, [self._said(one, match, path) for one, match in numbers]) for path in files]
        return max(told, key=lambda each: sum(said.right is True for said in each[1]), default=("", []))

    def _moved(self, wrong: Iterable[_Said], path: str) -> Iterator[Verdict]:
        for said in wrong:
            now = self._lines_of(said.name, path)
            text = self.page.text_lines[said.lines.line - 1]
            if now and not disclaimers.proposed(text) and not self.page.strangers(said.lines):
                near = min(now, key=lambda line: abs(line - said.lines.start))
                detail = f"{said.name} is at line {near}"
                where = Location(path, near, near)
                yield self.page.moved(said.lines, where, detail)

    def _lines_of(self, name: str, path: str) -> list[int]:
        """The lines of a file at which a name is defined, or, where it is not, that have it, if they are few.

        Without a tree nobody knows these.
        """
        now = defined_at(self.known, name, path)
        if now or not self.known.has_tree:
            return now
        lines = self.known.lines(path)
        there = mentioning([name.encode()], self.known.read(path) or b"")
        there = [number for number in islice(there, MAX_MENTIONS) if not _REMARK.match(lines[number - 1])]
        return there if len(there) <= FEW else []

    def _said(self, one: Paragraph, match: re.Match[str], path: str) -> _Said:
        said = match.groupdict()
        code, group = said["code"] or said["bare"], "line" if said["line"] else "row"
        registered = _REGISTERED.match(code)
        names = [registered[1]] if registered else [name for _, name in names_in(f"`{code}`")]
        lines = self._number(one, match, group, path)
        number = lines.start
        name = names[0] if names else ""
        right = at_line(self.known, name, path, number, number) if name else None
        if right is None and name:
            there = self._lines_of(name, path)
            right = any(abs(line - number) <= NEAR for line in there) if there else None
        if right is False and (
            on_lines(self.known, name, path, number, number)
            or not (self.known.has_tree or begins_another(self.known, name, path, number))
        ):
            right = None
        return _Said(lines, name, right)
