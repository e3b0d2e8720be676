"""What commands are said to write of a file: `grep -n` with the lines' numbers, `sed -n 3,9p`, `cat` and `head`.

"$ grep -n kSlack core/loom.cc" and "171:constexpr double kSlack = 0.2;" say what line 171 of that file has. A line is
wrong that has one token in the place of another and stands nowhere in the file as it is written, and a range that has
what stands elsewhere. What was written of another release has other lines there, and not the same ones but for a token.
"""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.citation import SUFFIX, Citation
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.one_token import MOST_LETTERS, in_short, one_token_apart, telling
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.verifying.verdicts import Verdict

#: Lines of a block that are read, lines of a file in which what a command wrote is looked for, and of those that agree.
MAX_LINES, MAX_FILE, AGREE = 400, 20_000, 2
#: Lines between a block and the line that introduces it.
UNDER = 2

_PROMPT = r"[\s>]{0,12}(?:\([\w.-]{1,30}\)\s)?(?:[\w.@~:/-]{0,60})?[$%#❯]\s{1,4}"
_FILE = rf"(?P<path>[\w./+-]{{1,160}}\.{SUFFIX})"
_WORDS = r"(?:\s+(?:'[^'\n]{0,200}'|\"[^\"\n]{0,200}\"|[^\s|;&<>'\"]{1,120})){0,12}?\s+"
_ANY_PROMPT = regex(_PROMPT + r"\S")
_GREP = regex(rf"(?:{_PROMPT})?(?:git\s)?(?:e|f|z)?(?:grep|rg|ag)\b{_WORDS}['\"]?{_FILE}['\"]?\s*(?:\||;|\Z)")
_SED = regex(
    rf"(?:{_PROMPT})?sed\s+-n\s+(?:-e\s+)?['\"]?(?P<first>\d{{1,6}}),(?P<last>\d{{1,6}})\s?p['\"]?\s+{_FILE}\s*(?:\||\Z)"
)
_CAT = regex(
    rf"(?:{_PROMPT})(?:cat|head(?:\s+-n?\s?\d{{1,4}})?|tail(?:\s+-n?\s?\d{{1,4}})?|less|more|bat)\s+{_FILE}\s*(?:\||\Z)"
)
#: What such a block has somewhere.
_CUE = regex(rf"\b(?:grep|rg|ag|sed|cat|head|tail|less|more|bat)\s|\.{SUFFIX}[:-]\d{{1,6}}[:-]")
#: A line of a search: its file, perhaps, its number, and what it has.
_NUMBERED = regex(rf"[\s>]{{0,12}}(?:(?P<path>[\w./+-]{{1,160}}\.{SUFFIX})[:-])?(?P<number>\d{{1,6}})[:-](?P<code>.*)")


class _Line(Record):
    """A line of a document that is said to be one of a file: where its code begins, and the file's line."""

    number: int
    column: int
    code: str
    path: str
    line: int


class WrittenLines(Check):
    """The checks of what commands wrote."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on each line that has one token in the place of another, and on ranges of other lines."""
        for number, language, inside in markdown.blocks(self.page.lines_read()):
            if len(inside) > MAX_LINES:
                continue
            cued = _CUE.search("\n".join(inside)) is not None
            if cued and not self._is_left_alone(number):
                yield from self._of_block(number + 1, inside)
            elif language.lower() in ("text", "txt", "plain", "plaintext", "diff", "output") and not cued:
                yield from self._of_text(number, inside)

    def _is_left_alone(self, number: int) -> bool:
        above = markdown.last_text(self.page.text_lines, number - 1)
        intro = self.page.text_lines[above] if above >= 0 else ""
        if disclaimers.of_a_fork(intro) or disclaimers.proposed(intro) or disclaimers.foreign(intro):
            return True
        return self.page.is_of_another_release(intro, "")

    def _of_block(self, first: int, inside: Sequence[str]) -> Iterator[Verdict]:
        path = ""  # of the command above
        at = 0
        while at < len(inside):
            text = inside[at]
            command = (_GREP.match(text) or _SED.match(text) or _CAT.match(text)) if len(text) < MOST_LETTERS else None
            if command is not None:
                path = self._file(command["path"])
                if command.re.pattern != _GREP.pattern:
                    end = next((i for i in range(at + 1, len(inside)) if _ANY_PROMPT.match(inside[i])), len(inside))
                    yield from self._of_range(first + at, command, path, inside[at + 1 : end])
                    at = end
                    continue
            elif _ANY_PROMPT.match(text):
                path = ""
            else:
                yield from self._of_search(first + at, text, path)
            at += 1

    def _of_text(self, number: int, inside: Sequence[str]) -> Iterator[Verdict]:
        """A verdict on a line of a block of text that is otherwise what the file above it has."""
        above = markdown.last_text(self.page.text_lines, number - 1)
        intro = self.page.text_lines[above] if 0 <= number - 2 - above < UNDER else ""
        named = [one for one in (self.page.on(above + 1) if intro else ()) if one.kind in ("path", "path:line")]
        if not named or self._is_left_alone(number) or disclaimers.sketch(intro) or disclaimers.edited(intro):
            return
        lines = markdown.without_numbers(list(inside))
        if len(lines) == len(inside) and not any(line[:1] in ("+", "-", "@") for line in inside):
            yield from self._of_range(number, None, self._file(named[-1].target), lines)

    def _file(self, name: str) -> str:
        found = self.known.resolve(name)
        return found[0] if len(found) == 1 else ""

    def _of_search(self, number: int, text: str, path: str) -> Iterator[Verdict]:
        match = _NUMBERED.fullmatch(text) if len(text) < MOST_LETTERS else None
        if match is None:
            return
        path = self._file(match["path"]) if match["path"] else path
        if path:
            yield from self._judged(_Line(number, match.start("code") + 1, match["code"], path, int(match["number"])))

    def _of_range(
        self, number: int, command: re.Match[str] | None, path: str, wrote: Sequence[str]
    ) -> Iterator[Verdict]:  # fmt: skip
        """A verdict on what `sed`, `cat` or `head` wrote: the range of the command, or a line of it."""
        there = self._text(path)[:MAX_FILE] if path else []
        code = [line.strip() for line in wrote]
        solid = [at for at, line in enumerate(code) if telling(line)]
        if not there or len(solid) < AGREE + 1:
            return
        said = int(command["first"]) if command is not None and "first" in command.re.groupindex else 0
        offsets = [said - 1] if said else []
        stripped = [line.strip() for line in there]
        places = [line for line, text in enumerate(stripped) if text == code[solid[0]] or text == code[solid[-1]]]
        offsets += [line - at for line in places[:20] for at in (solid[0], solid[-1])]
        counted = [(self._agree(code, solid, stripped, offset), offset) for offset in dict.fromkeys(offsets)]
        best, offset = max(counted, key=lambda each: each[0], default=(0, 0))
        if best < AGREE or best < len(solid) - 1:
            return
        if (
            command is not None
            and said
            and offset != said - 1
            and best == len(solid)
            and not self._agree(code, solid, stripped, said - 1)
        ):
            if [each for each in counted if each[0] == best] != [(best, offset)]:
                return
            where = Location(path, offset + 1, offset + len(code))
            if said <= where.end_line and where.line <= int(command["last"]):
                return  # of which a part is shown
            column = command.start("first") + 1
            shown = f"{command['first']},{command['last']}"
            cited = Citation("path:line", shown, number, column, path, said, int(command["last"]), in_code=True,
                             end_column=column - 1 + len(shown), fenced=True)  # fmt: skip
            yield self.page.moved(cited, where, f"what it wrote begins at line {where.line}")
            return
        for at in solid:
            if 0 <= offset + at < len(stripped) and code[at] != stripped[offset + at]:
                column = max(0, self.page.text_lines[number + at].find(code[at])) + 1
                yield from self._judged(_Line(number + 1 + at, column, code[at], path, offset + at + 1))

    def _agree(self, code: Sequence[str], solid: Sequence[int], there: Sequence[str], offset: int) -> int:
        return sum(0 <= offset + at < len(there) and code[at] == there[offset + at] for at in solid)

    def _text(self, path: str) -> list[str]:
        return [line.decode("utf-8", "replace") for line in self.known.lines(path)]

    def _judged(self, one: _Line) -> Iterator[Verdict]:
        lines = self.known.lines(one.path)
        if not 0 < one.line <= len(lines):
            return
        has = lines[one.line - 1].decode("utf-8", "replace").strip()
        pair = one_token_apart(one.code.strip(), has)
        if pair is None or any(one.code.strip() in line for line in self._text(one.path)):
            return
        said = Citation("quotation", one.code.strip(), one.number, one.column, one.path, in_code=True, fenced=True)
        where = Location(one.path, one.line, one.line)
        detail = f"line {one.line} has `{in_short(pair[1])}`, the quotation `{in_short(pair[0])}`"
        yield self.page.verdict(said, "differs", where, (), detail)
