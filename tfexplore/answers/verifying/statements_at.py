"""Statements that a document gives a place: "`width = loom.width` (x.py:12)", 第 12 行的 `width = loom.width`.

One that stands in the file as it is written, and only on other lines, is not at the cited one, unless that has what the
statement calls or sets: the place may be where that is defined. Only a tree tells.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from difflib import SequenceMatcher
from itertools import accumulate

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.citation import Citation
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.next_to import is_seen_below
from tfexplore.answers.verifying.page import ITEM
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict

#: Letters of a statement without blanks, and files of a path that are read.
LEAST, LONGEST, MAX_FILES = 12, 300, 2
#: Letters of a statement by which the file of lines is told that stand without one.
LONG = 24
#: How much of a text is alike in the one that is meant.
ALIKE = 0.55
#: Lines that a statement may be off its place.
NEAR = 1
#: Lines from the first of a statement to one that a part of it stands on.
INSIDE = 6
#: What says right before a place that it is of something that a statement is in: "the switch at line 12 has".
_INSIDE_OF = regex(
    r"\b(?:switch|loop|function|method|class|block|branch|case|body|lambda|macro|struct|constructor)\s(?:at|in|on|from)\s"
    r"(?:lines?\s(?:\d+\s(?:of|in)\s)?)?[`*\[]*\Z",
    re.I,
)
#: What a statement has and a name, a place or a path has not.
_CODE = regex(
    r"\w\s?(?:=|\+=|->|<<|\|\||&&)\s?[\w\"']|\w\s[*/%+-]\s\w|[\w>]\(|[;{}]\s*\Z"
    r"|^\s*(?:return|if|for|while|case|using|typedef|#\w+|%\w+|import|from)\b"
    r"|^#{1,6}\s\w|\w\s?[<>=]=\s?\d|\A\([\w:<>]+(?: [\w:<>]+)*[ *&]+\w+(?:, [\w:<>]+(?: [\w:<>]+)*[ *&]+\w+)*\)\Z",
    re.A,
)
#: What was shortened, and a parameter or a constant with its value.
_NO_STATEMENT = regex(
    r"\.\.\.|…|\A(?!k[A-Z])[a-z]\w*=\S*\Z"
    r"|\A(?!k[A-Z])[a-z][\w ]*\s?=\s?(?:[-\d.]\S*|True|False|None|true|false|'[^']*'|\"[^\"]*\");?\Z",
    re.A,
)
#: A text of a message, as code; one that was left open or shortened, and how a file breaks it.
_TEXT = regex(r"\"[^\"`]+\"|'[^'`]+'")
_OPEN = regex(r"\.\.|…|[<{%$\\]")
_BROKEN = regex(r"\"\s*\n\s*\"")
_TEXTS = regex(r"\"((?:[^\"\\\n]|\\.){6,})\"")
#: What stands between a statement and the place behind it, and the other way round.
BEHIND = regex(
    r"\s?(?:[(（]\s?|[,，]\s(?:on|at|in)\s|[,，:：]\s?"
    r"|[,，]?\s?(?:is|sits|stands) (?:(?:called |made |done |set |invoked )?(?:at|on|in)\s)?"
    r"|at\s|on\s|in\s|[,，;；]\s?(?:见|在|位于)\s?"
    r"|(?:that |which )?(?:starts|begins) (?:at|on|in)\s"
    r"|[,，]?\s?(?:(?:is|are) )?(?:(?:defined|set) (?:at|on|in)|here\s?[:：])\s"
    r"|(?:[a-z\d-]+ ){1,6}[(（]|[,;] (?:see|cf\.?)(?: also)?\s(?:[`*\[]*[\w./-]+[`*\]]*,?\s)?"
    r"|这[句行](?:代码)?[在是]\s?|这一[句行][在是]?\s?|在\s?|位于\s?|见\s?)"
    r"(?:lines?\s|第\s?)?[`*\[]*"
)
_BEFORE = regex(
    r"[`*)\]]*,?\s(?:with|which has|where) (?:the |a )?(?:single |only |one )?(?:statement|call|assignment)\s[`*]*|"
    r"[`*)\]]*\s?(?:行)?\s?(?:[:：]\s?|的\s?|是\s?|为\s?|有\s?|(?:is|has|reads|says)\s|——?\s?|[-–—]\s|[(（]\s?|写[的着]\s?"
    r"|(?:就|先|再|也|会)?(?:用了?|使用|调用|发现|检查|判断|返回|写了?)\s?|(?:uses|calls|sets|checks|tests|asserts|returns|computes|makes)\s)[`*]*"
)
#: What stands between a place and a statement in the cells of a row: no more than the number of the line.
_CELLS = regex(r"[`*)\]\s]*\|(?:\s*[`*L]*\d+(?:\s*[-–]\s*L?\d+)?[`*]*\s*\|)?\s*[`*\[]*", re.A)
_CELL_ENDS = regex(r"[`*]*\s*(?:\||$)")
#: How an item begins that is a place, and then what stands there.
_ITEM = regex(r"\s*(?:(?:[-*+]|\d+[.)])\s+)?[`*]*")
#: A number of several digits, or a text, that a call is given.
_LITERAL = regex(r"(?<=[(,\s])(?:\d{3,}|\"[^\"]{3,}\")(?=[,)])")
_WORD = regex(r"[A-Za-z_]\w{3,}", re.A)
_CALLED = regex(r"([A-Za-z_]\w{3,})\s?[(<]", re.A)
_SET = regex(r"([A-Za-z_]\w{3,})(?:\[[^\]]*\])?\s?=", re.A)


def _is_statement(code: str) -> bool:
    """Whether some code is a statement or the text of a message, rather than a name, a place or a path."""
    if not LEAST <= len(code) <= LONGEST:
        return False
    return _TEXT.fullmatch(code) is not None or (_CODE.search(code) is not None and not _NO_STATEMENT.search(code))


#: A name right before the bracket in which a place stands, which is its place then.
_NAMED = regex(r"`[~\w.:]+(?:\(\))?`\s?[(（]`?\Z", re.A)


class StatementsAt(Check):
    """The checks of places of statements."""

    needs_tree = True

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._squeezed: dict[str, tuple[str, list[int]]] = {}

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every line that a statement is said to be at which is at others."""
        read = {number for number, _ in self.page.prose_lines}
        for position, one in enumerate(self.page.said):
            if one.kind == "path:line" and one.line in read:
                name, _ = self.page.tied.get(position, (None, ""))
                span, number = self._said_of(one, name), one.line
                if span is None and one.line - 1 in read:
                    span, number = self._said_above(one), one.line - 1
                sure = span is not None and (len(span[2]) >= LONG or _TEXT.fullmatch(span[2].strip()) is not None)
                if span is not None and (sure or not one.supposed):
                    yield from self._held(one, span, number)

    def _said_of(self, one: Citation, name: Citation | None) -> re.Match[str] | None:
        """The statement next to a place, on its line of the text; None where there is none.

        One behind a place that is tied to another name is what is said of that.
        """
        line = self.page.text_lines[one.line - 1]
        begin, end = one.column - 1, one.behind
        for span in markdown.SPAN.finditer(line):
            if not _is_statement(span[2].strip()):
                continue
            before = span.end() <= begin and BEHIND.fullmatch(line, span.end(), begin)
            own = name is None or (name.line == one.line and span.start(2) < name.column <= span.end(2))
            own = own and not (_NAMED.search(line, 0, begin) and line[end : end + 1] in (")", "）"))
            headed = _ITEM.fullmatch(line, 0, begin) is not None and not line[end : span.start()].strip("`：: ")
            behind = own and span.start() >= end and (headed or _BEFORE.fullmatch(line, end, span.start()))
            row = line.lstrip().startswith("|") and _CELL_ENDS.match(line, span.end()) is not None
            first, last = (end, span.start()) if span.start() >= end else (span.end(), begin)
            if before or behind or (row and _CELLS.fullmatch(line, first, last)):
                return span
        return None

    def _said_above(self, one: Citation) -> re.Match[str] | None:
        """The statement that the line above ends with, where a place begins the next: the text is wrapped there."""
        line, above = self.page.text_lines[one.line - 1], self.page.text_lines[one.line - 2]
        spans = list(markdown.SPAN.finditer(above)) if "`" in above and not ITEM.match(line) else []
        if not spans or not _is_statement(spans[-1][2].strip()):
            return None
        last = spans[-1]
        between = f"{above[last.end() :].rstrip()} {line[: one.column - 1].lstrip()}"
        return last if between.strip("` ") and BEHIND.fullmatch(between) else None

    def _held(self, one: Citation, span: re.Match[str], number: int) -> Iterator[Verdict]:
        code = span[2].strip()
        files = self.page.files_meant(one)[:MAX_FILES]
        there = [(path, first, last) for path in files for first, last in self._lines(path, code)]
        if one.text.isdigit() and not (there and self._is_cited_near(one)):
            return  # which may be of any file
        if not there and one.unnamed and len(code) >= LONG:  # of the only file that the document cites with it
            others = [path for path in self.page.files_named if any(self._lines(path, code))]
            files = others if len(others) == 1 else files
            there = [(path, first, last) for path in others[:1] for first, last in self._lines(path, code)]
            there = there if len(others) == 1 else []
        if _TEXT.fullmatch(code) and not (there and " " in code.strip("\"' ")):
            if number == one.line:
                yield from self._text(one, span)
            return
        sentence = prose.around(*self.page.around(one))
        if disclaimers.proposed(sentence) or disclaimers.absent(sentence):
            return
        exact = next((each for each in there if each[1] <= one.end and one.start <= each[2]), None)
        if exact is not None:
            for each in (one, *[each for each in self.page.on(number) if span.start(2) < each.column <= span.end(2)]):
                yield self.page.verdict(each, "found", Location(*exact))
        near = 0 if self._has_its_like(one, files, code) else NEAR
        if not there or any(first - near <= one.end and one.start <= last + near for _, first, last in there):
            return
        if any(self._is_below(one, path, first) or self._is_inside(one, path, first) for path, first, _ in there):
            return
        if _INSIDE_OF.search(self.page.around(one)[0][-40:]):
            return
        if is_seen_below(self.page, one, [(path, first) for path, first, _ in there]):
            return
        named = (_CALLED.findall(code) or _SET.findall(code) or _WORD.findall(code))[:1]
        cited = b"\n".join([line for path in files for line in self.known.lines(path)[one.start - 1 : one.end]])
        literal = _LITERAL.search(code)  # which no mere use of what is called has
        apart = literal is not None and literal[0].encode() not in b"".join(
            [line for path in files for line in self.known.lines(path)[max(0, one.start - 2) : one.end + 1]]
        )
        if near and not (apart and len(there) == 1) and any(stands(name, cited) for name in named):
            return
        path, first, last = min(there, key=lambda each: abs(each[1] - one.start))
        detail = f"`{code[:60]}` is at line {first}"
        yield self.page.moved(one, Location(path, first, last), detail)

    def _is_cited_near(self, one: Citation) -> bool:
        """Whether the file of a plain number is named on its line, or on the one above."""
        near = (other for number in (one.line - 1, one.line) if number for other in self.page.on(number))
        return any(other.target == one.target and other is not one and not other.unnamed for other in near)

    def _is_below(self, one: Citation, path: str, line: int) -> bool:
        """Whether a line is in the registration that a cited one begins, or near below one that goes on: "12 ff."."""
        return self.page.reaches(one, line) or any(
            each.line == one.start <= line <= each.end_line for each in self.known.registered(path)
        )

    def _is_inside(self, one: Citation, path: str, line: int) -> bool:
        """Whether a line is one of the brackets that a cited one, not far above it, opens; or the other way round.

        So a clause of a registration of an op is of that, as `.Attr(…)` of `REGISTER_OP("Braid")`.
        """
        made = self.known.registered(path)
        if any(each.kind == "op" and each.line == line <= one.start and one.end <= each.end_line for each in made):
            return True
        between = b"".join(self.known.lines(path)[one.start - 1 : line - 1]) if line - one.end <= INSIDE else b""
        return between.count(b"(") > between.count(b")")

    def _text(self, one: Citation, span: re.Match[str]) -> Iterator[Verdict]:
        """A verdict on a text that the file has nowhere, and on whose line another like it stands."""
        text = span[2].strip()[1:-1]
        if len(text) < LEAST or _OPEN.search(text) or disclaimers.absent(self.page.text_lines[one.line - 1]):
            return
        for path in self.page.files_meant(one)[:1]:
            whole = _BROKEN.sub("", b"\n".join(self.known.lines(path)).decode("utf-8", "replace"))
            cited = self.known.lines(path)[max(0, one.start - 1 - NEAR) : one.end + NEAR]
            near = _TEXTS.findall(_BROKEN.sub("", b"\n".join(cited).decode("utf-8", "replace")))
            best = max(near, key=lambda each: SequenceMatcher(None, each, text).ratio(), default="")
            if best and text not in whole and SequenceMatcher(None, best, text).ratio() >= ALIKE:
                said = Citation(
                    "symbol", span[2], one.line, span.start(2) + 1, text, in_code=True, end_column=span.end(2)
                )
                where = Location(path, one.start, one.end)
                yield self.page.verdict(said, "differs", where, (), f'line {one.start} has "{best[:80]}"')

    def _has_its_like(self, one: Citation, files: Sequence[str], code: str) -> bool:
        """Whether the cited line is another statement that begins with the same word."""
        begun = _WORD.match(code.lstrip("%#"))
        lines = [line for path in files for line in self.known.lines(path)[one.start - 1 : one.end]]
        return begun is not None and any(line.strip().lstrip(b"%#").startswith(begun[0].encode()) for line in lines)

    def _lines(self, path: str, code: str) -> Iterator[tuple[int, int]]:
        """The lines of a file on which a statement stands, each first and last, however it is broken and indented."""
        if path not in self._squeezed:
            lines = ["".join(line.decode("utf-8", "replace").split()) + "\n" for line in self.known.lines(path)]
            self._squeezed[path] = "".join(lines), [0, *accumulate(map(len, lines))]
        whole, starts = self._squeezed[path]
        wanted = "".join(code.split()).rstrip(";")
        first, last = wanted[:1].isalnum(), wanted[-1:].isalnum()
        pattern = (r"(?<!\w)" if first else "") + r"\n?".join(map(re.escape, wanted)) + (r"(?!\w)" if last else "")
        for match in re.finditer(pattern, whole) if len(wanted) >= LEAST else ():
            yield bisect_right(starts, match.start()), bisect_right(starts, match.end() - 1)
