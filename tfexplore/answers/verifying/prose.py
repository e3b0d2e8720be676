"""The paragraphs of a document, and sentences that go on from one of its lines to the next."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import lru_cache
from itertools import pairwise

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import markdown, wording
from tfexplore.answers.citation import Citation
from tfexplore.answers.verifying.unmarked import marked_at
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: Letters of the lines before or behind one that are looked at.
MAX_LETTERS = 300
#: From this width on a line that a sentence does not end with is one that was wrapped.
_FULL = 50
#: A word of English, or two signs of Chinese, which say about as much.
_A_WORD = regex(r"[A-Za-z]{2,}|[\u4e00-\u9fff]{2}")
#: How a line ends that is never the end of anything.
_OPEN = regex(r"(?:\b(?:in|at|from|of|by|to|with|the|an?|and|or)|[在于和与及、,，])\s*\Z", re.I | re.A)
#: How a line begins that is no sentence's first, and how one ends that is its last.
_CONTINUES = regex(
    r"\s*(?:(?:is|are|lives?|sits?|resides?|in|at|from|of|which|that|and|defined|declared|implemented)\s|位于)"
)
_ENDED = regex(r"[.。!?！？:：;；][`*_)）\"'”]*\s*\Z")
#: How a line begins that goes on nothing: an item, a heading, a table's row, a quotation, a fence.
_BEGINS = regex(r"\s*(?:[-*+]\s|[>|#]|</?t(?:r|able)\b|\d+[.)、]|`{3}|~{3}|$)")
#: What joins two clauses that say something each.
_JOINS = regex(r"[;；]|,\s(?:and|but|while|whereas|so)\b|，\s?(?:而|但|并|且|同时)|\s(?:but|while|whereas)(?=\s)")
#: What ends a clause, as it denies of another thing what that says: "`A` is stateful, `B` is not".
_BUT_ANOTHER = regex(r",\s(?=`[^`\n]{1,60}`\s(?:is|are|does|do|has|have)(?:\snot|n['’]t)\s?(?:[.,;)]|\Z))")

#: The name of a file, and a line that begins with a place.
_A_FILE = regex(r"[\w./-]+\.[a-z]{1,5}\b", re.A)
_PLACE_FIRST = regex(r"\s*(?:File \"[^\"\n]{1,200}\", line \d|[`*\[]{0,3}[\w./-]{1,200}\.[a-z]{1,5}:\d)", re.A)
_BRACKET = regex(r"[()（）]")
#: How a line begins that is an item, a quotation, a table's row or a heading.
_ITEM = regex(r"\s*(?:[-*+]\s|\d+[.)、]\s?|[>|]|#{1,6}\s)")


#: A line, or an item, that is a name as code and nothing else, and a line that is a file with its lines.
_NAME_ALONE = regex(r"\s{0,8}(?:[-*+]\s+|\d+[.)]\s+)?[*]{0,2}`[\w:.~<>, ]{3,80}(?:\(\))?`[*]{0,2}\s?[:：]?\s*")
_PLACE_ALONE = regex(
    r"\s{0,12}[`*(]{0,3}[\w./+-]{3,160}\.\w{1,5}[`*]{0,2}(?::|#L|,? lines? )\d[\d-]{0,12}[`*)]{0,3}\.?\s*"
)


def wrapped(lines: Sequence[str], number: int) -> bool:
    """Whether a line, by its number, goes on what the line before it began."""
    return 2 <= number <= len(lines) and _goes_on(lines[number - 2], lines[number - 1])


@lru_cache(maxsize=8192)  # each line of a text is asked for with every citation of its paragraph
def _goes_on(above: str, text: str) -> bool:
    """Whether a line goes on what the one above it began."""
    if above.startswith(">") and text.startswith(">"):  # of one block quote
        above, text = above.lstrip("> "), text.lstrip("> ")
    if _PLACE_FIRST.match(text) and _PLACE_FIRST.match(above):
        return False  # a list of places, or the frames of a stack
    if _BEGINS.match(text) or above.lstrip().startswith(("|", "#")) or not above.strip():
        return False
    if text.lstrip().startswith(("(", "（")):
        return True
    if _NAME_ALONE.fullmatch(above) and _PLACE_ALONE.fullmatch(text):
        return True
    if _CONTINUES.match(text) and not _ENDED.search(above[-4:]):
        return True
    wide = len(above) + sum(letter > "\u2e7f" for letter in above) >= _FULL
    return wide or _OPEN.search(above[-12:]) is not None


def wrapped_together(lines: Sequence[str]) -> Iterator[list[int]]:
    """The numbers of the lines, two or more, of each sentence or paragraph that was wrapped."""
    held = [1]
    for number in range(2, len(lines) + 2):
        if wrapped(lines, number):
            held.append(number)
            continue
        if len(held) > 1:
            yield held
        held = [number]


def unwrapped(lines: Sequence[str], numbers: Sequence[int]) -> tuple[str, list[int]]:
    """Some lines that follow each other as the one that they were, and how far each of them has moved in it."""
    text = lines[numbers[0] - 1]
    starts = [0]
    for number in numbers[1:]:
        line = lines[number - 1]
        bare = line.lstrip("> ")
        starts.append(len(text) + 1 - (len(line) - len(bare)))
        text += " " + bare
    return text, starts


def sentence_span(text: str, column: int) -> tuple[int, int]:
    """Where the sentence of a line begins and ends that stands at a column."""
    ends = _ends(text)
    at = bisect_left(ends, column)
    return ends[at - 1] if at else 0, ends[at] if at < len(ends) else len(text)


@lru_cache(maxsize=8)  # asked for each citation of a line
def _ends(text: str) -> list[int]:
    """Where sentences of a line begin or end, from its begin to its end."""
    return [0, *[match.end() for match in wording.SENTENCE.finditer(text)], len(text)]


def sentence(text: str, column: int) -> str:
    """The sentence of a line that stands at a column."""
    start, end = sentence_span(text, column)
    return text[start:end]


def clause_span(text: str, begins: int, ends: int) -> tuple[int, int]:
    """Where the clause of a sentence begins and ends that has a part of it; what only joins others is no clause's.

    >>> text = "`A` is one, and `B` is none."
    >>> first, last = clause_span(text, 16, 19)
    >>> text[first:last]
    ' `B` is none.'
    """
    first, last = sentence_span(text, begins + 1)
    for match in _JOINS.finditer(text, first, last):
        if match.end() <= begins:
            first = match.end()
        elif match.start() >= ends:
            last = match.start()
            break
    another = _BUT_ANOTHER.search(text, ends, last)
    return first, another.start() if another is not None else last


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """Where the sentences of a text begin and end; what is in code ends none."""
    masked = markdown.SPAN.sub(lambda match: "`" * len(match[0]), text)
    yield from pairwise([0, *[match.end() for match in wording.SENTENCE.finditer(masked)], len(text)])


def sentences_or_rows(text: str) -> Iterator[tuple[int, int]]:
    """Where the sentences of a paragraph, or the rows of a table, begin and end."""
    if not text.lstrip().startswith("|"):
        yield from sentences(text)
        return
    at = 0
    for line in text.split("\n"):
        yield at, at + len(line)
        at += len(line) + 1


def without_files(text: str) -> str:
    """A text without the names of files, whose words it does not say."""
    return _A_FILE.sub(" ", text)


def words_in(text: str) -> int:
    """How many words a text has: those of English, and of Chinese each two signs."""
    return len(_A_WORD.findall(text))


def begun(before: str) -> str:
    """The sentence that the text before a place ends with."""
    ends = [match.end() for match in wording.SENTENCE.finditer(before)]
    return before[ends[-1] if ends else 0 :]


def around(before: str, behind: str) -> str:
    """The sentence that goes through a place, of the text before it and behind it."""
    over = wording.SENTENCE.search(behind)
    return begun(before) + " " + behind[: over.start() if over else len(behind)]


def before(lines: Sequence[str], number: int, column: int) -> str:
    """The text of a paragraph before a column of a line, where lines of it were wrapped."""
    text = lines[number - 1][: column - 1]
    while len(text) < MAX_LETTERS and wrapped(lines, number):
        number -= 1
        text = lines[number - 1] + " " + text.lstrip()
    return text


def behind(lines: Sequence[str], number: int, column: int) -> str:
    """The text of a paragraph behind a column of a line, where lines of it were wrapped."""
    text = lines[number - 1][column:]
    while len(text) < MAX_LETTERS and wrapped(lines, number + 1):
        number += 1
        text += " " + lines[number - 1].lstrip()
    return text


def opened(text: str) -> int:
    """Where the last bracket of a text opens that it does not close; 0 without one."""
    left: list[int] = []
    for match in _BRACKET.finditer(text):
        if match[0] in "(（":
            left.append(match.start())
        elif left:
            left.pop()
    return left[-1] if left else 0


def begins_paragraph(lines: Sequence[str], number: int, column: int) -> bool:
    """Whether nothing but signs stands in a paragraph before a column of a line."""
    return not lines[number - 1][: column - 1].strip("`*_ \t>") and not wrapped(lines, number)


class Paragraph(Record):
    """Lines that belong together: their text, and the number and the start of each in it.

    `margins` are the blanks that lines begin with which go on the first, and that the text is without. `added` are the
    offsets of what the text has more than the lines.
    """

    text: str
    numbers: list[int]
    starts: list[int]
    margins: list[int]
    added: tuple[int, ...] = ()

    def at(self, offset: int) -> tuple[int, int]:
        """The line and the column (from 1) of an offset in the text."""
        row = bisect_right(self.starts, offset) - 1
        more = bisect_left(self.added, offset) - bisect_left(self.added, self.starts[row])
        return self.numbers[row], offset - self.starts[row] - more + self.margins[row] + 1

    def offset(self, number: int, column: int) -> int:
        """The offset in the text of a column (from 1) of one of the lines."""
        row = self.numbers.index(number)
        at = self.starts[row] - self.margins[row] + column - 1
        for added in self.added[bisect_left(self.added, self.starts[row]) :]:
            at += added <= at
        return at

    def with_marks(self, spans: Sequence[tuple[int, int]]) -> Paragraph:
        """The paragraph with some spans of its text, in their order, between marks of code."""
        text, added = marked_at(self.text, spans)
        before = [bisect_right([end for span in spans for end in span], start) for start in self.starts]
        starts = [start + more for start, more in zip(self.starts, before, strict=True)]
        return self._replace(text=text, starts=starts, added=added)

    def cited(self, offset: int, text: str, target: str = "") -> Citation:
        """What stands as code at an offset, as a citation of a name or, of more than a name, of its `target`."""
        row, column = self.at(offset)
        end = column - 1 + len(text)
        return Citation("symbol", text, row, column, target or text, in_code=True, end_column=end)


def joined(ones: Sequence[Paragraph]) -> Paragraph:
    """Paragraphs that follow each other as one, each on lines of its own."""
    starts: list[int] = []
    at = 0
    for one in ones:
        starts += [at + start for start in one.starts]
        at += len(one.text) + 1
    numbers = [number for one in ones for number in one.numbers]
    margins = [margin for one in ones for margin in one.margins]
    return Paragraph("\n".join([one.text for one in ones]), numbers, starts, margins)


def paragraphs(lines: list[str]) -> Iterator[Paragraph]:
    """The paragraphs, items, headings and tables of a document; blocks of code are left out."""
    held: list[int] = []
    closing = 0
    for number, line in enumerate(lines, 1):
        if number < closing:
            continue
        fence = markdown.FENCE.match(line)
        row = line.lstrip().startswith("|")
        goes_on = bool(held) and row == lines[held[-1] - 1].lstrip().startswith("|") and (row or not _ITEM.match(line))
        if held and (fence or not line.strip() or not goes_on):
            yield _paragraph(lines, held)
            held = []
        if fence:
            closing = markdown.fence_end(lines, number - 1, fence[1]) + 2
        elif line.strip():
            held.append(number)
    if held:
        yield _paragraph(lines, held)


def by_rows(one: Paragraph) -> list[Paragraph]:
    """The rows of a table, each a text of its own; of a paragraph that is no table, this."""
    if not one.text.startswith("|"):
        return [one]
    rows = zip(one.text.split("\n"), one.numbers, one.margins, strict=True)
    return [Paragraph(text, [number], [0], [margin]) for text, number, margin in rows]


def _paragraph(lines: Sequence[str], numbers: list[int]) -> Paragraph:
    texts = [lines[number - 1] for number in numbers]
    table = texts[0].lstrip().startswith("|")
    margins = [0 if table or row == 0 else markdown.margin(text) for row, text in enumerate(texts)]
    texts = [text[margin:] for text, margin in zip(texts, margins, strict=True)]
    starts, at = [], 0
    for text in texts:
        starts.append(at)
        at += len(text) + 1
    return Paragraph("\n".join(texts), numbers, starts, margins)
