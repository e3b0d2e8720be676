"""A document with permalinks put into it, where Markdown shows a link and nothing of the author's is cut in two.

Without what was put in, the text is again what the author wrote.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.markdown import code_lines, is_item, without_added
from tfexplore.answers.pasted_code import with_directives
from tfexplore.patterns import regex
from tfexplore.render.plain import permalink, place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import SourceState

#: Lines of a paragraph that are read as one, and letters of it in which links are looked for.
MAX_PARAGRAPH, MAX_LETTERS = 200, 20_000

_TICKS = regex(r"`+")
#: What no link may stand in: another link with its text and its address, an address, a tag, a definition.
_LINKS = (
    regex(
        r"!?\[(?:[^\[\]\n]|\n(?!\n)|\[[^\[\]\n]{0,100}\]){0,400}\](?:\((?:[^()\n]|\([^()\n]{0,200}\)){0,800}\)|\[[^\[\]\n]{0,100}\])"
    ),
    regex(r"</?[A-Za-z][^<>\n]{0,400}>|<https?:[^<>\s]{1,800}>"),
    regex(r"https?://[^\s<>\"`]{1,800}"),
)
_SHORTCUT = regex(r"\[([^\[\]\n]{1,100})\]")
_DEFINITION = regex(r"[ \t>]{0,12}\[([^\]^\n][^\]\n]{0,100})\]:")
#: A block of HTML, which ends with an empty line, and those that end with a sign of their own.
_BLOCK = (
    "address|article|aside|blockquote|body|caption|center|col|colgroup|dd|details|dialog|div|dl|dt|fieldset|figcaption"
    "|figure|footer|form|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|nav|ol|option|p|section|source|summary"
    "|table|tbody|td|tfoot|th|thead|title|tr|track|ul"
)
_HTML = regex(
    r"[ \t]{0,3}(?:(?:>|[-*+]|\d{1,4}[.)])[ \t]{1,3}){0,3}"
    rf"(?:</?(?:{_BLOCK})(?=[\s/>]|$)|<[!?]|</?[A-Za-z][^<>]{{0,400}}>\s*$)",
    re.I,
)
_UNTIL = (
    (regex(r"[ \t>]{0,12}<(pre|script|style|textarea)\b", re.I), regex(r"</(?:pre|script|style|textarea)>", re.I)),
    (regex(r"[ \t>]{0,12}<!--"), regex(r"-->")),
)
#: How a text goes on behind lines that are not the last of those that it cites.
_GOES_ON = regex(
    r"\s?(?:[,，、;/&+~〜～–—-]|\.\.|to|and|or|bis|und|sowie|until|through|thru|up to|et|y|à|a|至|到|和|及|与|から)"
    r"\s?(?:(?:and|or|und|和|及)\s)?(?:lines?\s|Zeilen?\s|第\s?|[L:#])?L?\d",
    re.I,
)
#: More of a name or a path, behind a part of it.
_MORE = regex(r"\w|[./:-]{1,2}\w|[(（]\d|#L?\d", re.A)
_CALL = regex(r"(?:\(\)|\[\])?;?")


def fixed(text: str, verdicts: Iterable[Verdict], state: SourceState) -> str:
    """A document with a permalink behind each citation that was found, and the place where a moved one is now.

    Code, blocks of HTML, links and what heads a page stay as they are, and a list or a range of lines is not cut in
    two. Links of an earlier copy give way to those of today.
    """
    added = without_added(text)
    lines = added.text.split("\n")
    by_line: dict[int, list[Verdict]] = {}
    for one in verdicts:
        linked = one.location is not None and one.kind != "quotation" and "http" not in one.text
        if linked and one.verdict in ("found", "moved"):
            column = added.plain_column(one.line, one.column)
            by_line.setdefault(one.line, []).append(one._replace(column=column))
    page = _Page(lines, frozenset(by_line))
    for number, found in by_line.items():
        line = lines[number - 1]
        made: dict[int, str] = {}
        for one in sorted(found, key=lambda each: each.column):
            link = permalink(state, one.location)
            begin = line.find(one.text, one.column - 1) if link else -1
            at = page.place(number, begin, begin + len(one.text)) if begin >= 0 else None
            if at is not None:
                shown = place(one.location).rpartition("/")[2]
                made.setdefault(at, f' ([{shown}]({link} "tfexplore"))')
        for at, what in sorted(made.items(), reverse=True):
            line = line[:at] + what + line[at:]
        lines[number - 1] = line
    return "\n".join(lines)


class _Page:
    """The lines of a document, and what of them no link may be put into: `closed`, and spans of code."""

    def __init__(self, lines: list[str], wanted: frozenset[int]) -> None:
        self._lines = list(lines)
        directed = with_directives(lines)
        left = (
            code_lines([directed.get(number, line) for number, line in enumerate(lines, 1)])
            | set(_html(lines))
            | set(_heading_a_page(lines))
        )
        definitions = {number: match[1] for number, line in enumerate(lines, 1) if (match := _DEFINITION.match(line))}
        self._left = left | definitions.keys()
        self._marks = frozenset([mark.strip().lower() for mark in definitions.values()])
        self._closed: dict[int, list[tuple[int, int]]] = {}
        self._code: dict[int, list[tuple[int, int, int]]] = {}
        for numbers in _paragraphs(lines, self._left):
            if not wanted.isdisjoint(numbers):
                self._read(numbers)

    def place(self, number: int, begin: int, end: int) -> int | None:
        """Where the link of what stands between two letters of a line goes; None where it has no place."""
        if number in self._left or number not in self._closed:
            return None
        line = self._lines[number - 1]
        for first, last, ticks in self._code[number]:
            if first < end < last:  # the whole of the code, or what ends with it
                if begin > first + ticks and line[first + ticks : begin].strip():
                    return None
                whole = _CALL.match(line, end)
                if whole is None or whole.end() != last - ticks:
                    return None
                end = last
        if any(first < end < last or first <= begin < last for first, last in self._closed[number]):
            return None
        cut = line[:end].rstrip("`")[-1:].isdigit() and _GOES_ON.match(line, end) is not None
        if cut or _MORE.match(line, end) or line[end : end + 1] == "`":
            return None
        if line[end : end + 1] == "[" and line[end + 1 : end + 2] != "^":
            return None
        return end

    def _read(self, numbers: range) -> None:
        """Find the code and the links of a paragraph."""
        starts: list[int] = []
        length = 0
        for number in numbers:
            starts.append(length)
            length += len(self._lines[number - 1]) + 1
            self._closed[number], self._code[number] = [], []
        text = "\n".join([self._lines[number - 1] for number in numbers])
        code = list(_code(text))
        for first, last, ticks in code:
            for number, begin, end in _split(first, last, starts, numbers):
                one_line = end - begin == last - first
                spans: list[tuple[int, ...]] = self._code[number] if one_line else self._closed[number]  # type: ignore[assignment]
                spans.append((begin, end, ticks) if one_line else (begin, end))
        for first, last in self._links(text[:MAX_LETTERS], code):
            for number, begin, end in _split(first, last, starts, numbers):
                self._closed[number].append((begin, end))

    def _links(self, text: str, code: Sequence[tuple[int, int, int]]) -> Iterator[tuple[int, int]]:
        begins = [first for first, _, _ in code]

        def inside(at: int) -> bool:
            span = bisect_right(begins, at) - 1
            return span >= 0 and at < code[span][1]

        for pattern in _LINKS:
            for match in pattern.finditer(text):
                if not inside(match.start()):
                    yield match.span()
        for match in _SHORTCUT.finditer(text) if self._marks else ():
            if match[1].strip().lower() in self._marks:
                yield match.span()


def _split(first: int, last: int, starts: Sequence[int], numbers: range) -> Iterator[tuple[int, int, int]]:
    """The parts of a stretch of a paragraph by the lines that they are on, each with where it is in its line."""
    at = bisect_right(starts, first) - 1
    while at < len(starts) and starts[at] < last:
        end = starts[at + 1] - 1 if at + 1 < len(starts) else last
        yield numbers[at], max(first, starts[at]) - starts[at], min(last, end) - starts[at]
        at += 1


def _code(text: str) -> Iterator[tuple[int, int, int]]:
    """The spans of code of a paragraph, from their first backquote on, and how many backquotes each has."""
    runs = [match.span() for match in _TICKS.finditer(text)]
    by_length: dict[int, list[int]] = {}
    for at, (first, last) in enumerate(runs):
        by_length.setdefault(last - first, []).append(at)
    at = 0
    while at < len(runs):
        first, last = runs[at]
        same = by_length[last - first]
        closing = bisect_right(same, at)
        escaped = first > 0 and text[first - 1] == "\\"
        if closing < len(same) and not escaped:
            yield first, runs[same[closing]][1], last - first
            at = same[closing]
        at += 1


def _paragraphs(lines: Sequence[str], left: set[int] | frozenset[int]) -> Iterator[range]:
    """The numbers of lines that belong together: of a paragraph or an item; a row, or a heading, is one alone."""
    begun = 0
    for number, line in enumerate([*lines, ""], 1):
        alone = line.lstrip(" >").startswith(("|", "#"))
        ends = number in left or not line.strip(" \t\r>") or alone or is_item(line) or number - begun >= MAX_PARAGRAPH
        if begun and ends:
            yield range(begun, number)
            begun = 0
        if number in left or not line.strip(" \t\r>"):
            continue
        if alone:
            yield range(number, number + 1)
        elif not begun:
            begun = number


def _html(lines: Sequence[str]) -> Iterator[int]:
    """The numbers of the lines in blocks of HTML."""
    ending: re.Pattern[str] | None = None
    inside = False
    for number, line in enumerate(lines, 1):
        if ending is None and not inside:
            ending = next((end for begin, end in _UNTIL if begin.match(line)), None)
            inside = ending is None and _HTML.match(line) is not None
        if ending is not None:
            yield number
            ending = None if ending.search(line) else ending
        elif inside:
            inside = bool(line.strip(" \t\r>"))
            if inside:
                yield number


def _heading_a_page(lines: Sequence[str]) -> range:
    """The lines with the properties of a page, between two lines of dashes at its head."""
    if lines and lines[0].rstrip() == "---":
        for number, line in enumerate(lines[1:], 2):
            if line.rstrip() in ("---", "..."):
                return range(1, number + 1)
            if not line.strip():
                break
    return range(0)
