"""Cited lines near which next to nothing stands of what their sentence says, while it stands together elsewhere.

"`Loom::Weave` drops the weft when `slack_` is 0 (x.cc:80)" names what is at lines 300 to 310 of the file, and lines 77
to 83 have none of it. Every word of the sentence counts: a name in code the more, a word of prose as well, and each the
more the rarer it is in the file. What stands right before the place, what the lines are inside of and what they
register tell by themselves that the lines are right. Only a tree tells.
"""

from __future__ import annotations

import re
from bisect import bisect_left

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import markdown
from tfexplore.answers.verifying.around_lines import SOURCES, folded
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.clauses_of_places import (
    ADDRESS,
    BESIDE_IT,
    CLOSES_CLAUSE,
    DOES,
    does_something,
    is_left_alone,
    parts,
    tells_nothing,
)
from tfexplore.answers.verifying.rows import at_line
from tfexplore.answers.verifying.spelling import STRUCTURED, parts_of
from tfexplore.line_marks import is_marked
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.around_lines import AroundLines, Words
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: Lines before and behind the cited ones that count.
AROUND = 3
#: What is said weighs, times how rare it is: words of a text in their order, a name in code or written as one, a word
#: with a capital, a number, another word.
PHRASE, NAME, CAPITAL, NUMBER, WORD = 4.0, 3.0, 1.5, 2.0, 0.7
#: Less than this share of what the best place has is next to nothing; the names at a best place weigh as much at least.
SHARE, LEAST = 0.5, 10.0
#: Names at a best place, or things that are said: of a single one a sentence may speak besides.
NAMES, SEVERAL = 2, 3
#: Letters of a name and of a word of prose.
SHORT_NAME, SHORT_WORD = 3, 4
#: Letters of a name that tells a place by itself, and of a number, and lines of the file that have it.
LONG_NAME, LONG_NUMBER, ALONE = 5, 4, 4
#: Letters between such a name and its place, and those that a sign of Chinese counts for.
CLOSE, WIDE = 30, 3
#: Lines of a file that have a word by which lines around them, or these themselves, are known as those that are meant.
RARE, NOT_MANY = 8, 30
#: Letters by which the forms of a word are known.
STEM = 5
#: Things that a sentence says, and its letters.
MOST_SAID, LONGEST_SENTENCE = 40, 2_000
#: Lines that are nearer to the best place were counted wrongly, if at all.
FAR = 12

_WORD = regex(r"[A-Za-z_]\w+", re.A)
_CHINESE = regex(r"[\u4e00-\u9fff]")
#: Words of a message or of code, as it is written there.
_PHRASE = regex(r"(?<=[\"“`])[A-Za-z_][\w']*(?: [A-Za-z_][\w']*){2,7}(?=[^`\"“”]*[\"”`])", re.A)
_NUMBER = regex(r"(?<![\w.:/-])\d+(?:\.\d+)?(?![\w.])")
_FILE = regex(r"[\w./-]*\w\.(?:cc|h|py|i|cu|proto|bzl|pbtxt|md)\b(?::\d+(?:-\d+)?)?|[\w-]+(?:/[\w.-]+)+", re.A)
#: The rest of what stands in brackets with a place.
_CLOSES = regex(r"[^()（）]{1,200}[)）]")
#: Words of what speaks of code, whatever it is about; and words of code that all files have.
_OF_PROSE = """
    about above after again also because been before being below between both calls called class code could declared
    default defined device does done each error errors every file files first from function gradient have here
    implemented input inputs into itself just kernel kernels like line lines method more most only other output
    outputs over python registered return returned returns same second shape should some still such tensor tensors
    than that their them then there therefore these they third this those through type types under until value
    values very were what when where whether which while will with within without would your
"""
_OF_CODE = """
    auto bool case char class const context def define device double else endif enum false False float for from half
    if ifdef import include inline input int int32 int64 none None not null nullptr output override private public
    return self size_t static Status std string struct template tensorflow true True typename uint8 using virtual
    void while
"""
_PLAIN, _CODE = frozenset(_OF_PROSE.split()), frozenset(_OF_CODE.split())


class _Said(Record):
    """What a sentence says: how it is looked for, what it weighs, and the name that it may be."""

    folded: bytes
    weight: float
    name: str = ""


class _Text(Record):
    """A paragraph with the places that it cites, by where they begin and end, and the spans of its code.

    `masked` is its text with blanks for what is a path or a place.
    """

    text: str
    masked: str
    places: dict[tuple[int, int], Citation]
    code: list[tuple[int, int]]

    def within(self, first: int, last: int) -> dict[tuple[int, int], Citation]:
        """The places of a part of it."""
        return {span: one for span, one in self.places.items() if first <= span[0] < last}

    def names(self, first: int, last: int) -> list[str]:
        """The words of a part of it that code may call something."""
        return [word for word in _WORD.findall(self.masked, first, last) if word not in _CODE]

    def said(self, first: int, last: int) -> list[_Said]:
        """What a part of it says that tells something."""
        found: dict[bytes, _Said] = {}

        def add(word: str, weight: float, name: str = "") -> None:
            sought = folded(word)
            if len(sought) >= SHORT_NAME and (sought not in found or found[sought].weight < weight):
                found[sought] = _Said(sought, weight, name)

        for begins, ends in self.code:
            if first <= begins < last:
                for word in self.names(begins, ends):
                    add(word, NAME, word)
        for word in _WORD.findall(self.masked, first, last):
            if STRUCTURED.fullmatch(word) and len(word) > SHORT_NAME:
                add(word, NAME, word)
            elif len(word) >= SHORT_WORD and word.lower() not in _PLAIN:
                add(word[:STEM], CAPITAL if word[0].isupper() else WORD, word if word[0].isupper() else "")
        for phrase in _PHRASE.finditer(self.text, first, last):
            add(" ".join(phrase[0].split()), PHRASE)
        for number in _NUMBER.findall(self.masked, first, last):
            if len(number) > 1:
                found.setdefault(number.encode(), _Said(number.encode(), NUMBER))
        return list(found.values())[:MOST_SAID]

    def right_before(self, first: int, at: int) -> set[bytes]:
        """The last name in code before a place, and the last word that may be one: "`Loom`, at x.cc:12"."""
        coded = [self.names(begins, ends) for begins, ends in self.code if first <= begins and ends < at]
        plain = [word for word in self.names(first, at) if len(word) >= SHORT_WORD and word.lower() not in _PLAIN]
        return {folded(words[-1]) for words in (next(filter(None, reversed(coded)), []), plain) if words}

    def close_to(self, first: int, at: int) -> set[bytes]:
        """The names in code and long numbers that stand right before a place: "`Loom` is 4 (x.cc:12)"."""
        spans = [(begins, ends) for begins, ends in self.code if first <= begins and at - CLOSE <= ends < at]
        spans = [
            (begins, ends)
            for begins, ends in spans
            if "|" not in self.text[ends:at] and not BESIDE_IT.search(self.text, first, begins)
            if len(_CHINESE.findall(self.text, ends, at)) < CLOSE // WIDE
        ]
        names = {folded(word) for begins, ends in spans for word in self.names(begins, ends)}
        numbers = (match[0] for match in _NUMBER.finditer(self.masked, max(first, at - CLOSE), at))
        return names | {number.encode() for number in numbers if len(number) >= LONG_NUMBER and "." not in number}

    def close_behind(self, ends: int, last: int) -> set[bytes]:
        """The names in the first span of code behind a place that does something with them: "x.cc:12 sets `Loom`"."""
        does = DOES.match(self.text, ends, last)
        spans = [(begins, behind) for begins, behind in self.code if does is not None and begins == does.end()]
        return {folded(word) for begins, behind in spans for word in self.names(begins, behind)}


class UnlikeLines(Check):
    """The checks of cited lines by all that their sentences say; they need a tree."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._files = _Files(page.around_lines)

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on lines that have next to nothing of their sentence, which stands elsewhere in the file."""
        for paragraph in self.page.paragraphs if self.known.has_tree else ():
            cited = self.page.cited_in(paragraph)
            if cited:
                yield from self._in_paragraph(self._text(paragraph), cited)

    def _in_paragraph(self, text: _Text, cited: Sequence[tuple[int, Citation]]) -> Iterator[Verdict]:
        for first, last in parts(text.text):
            within = [(at, one) for at, one in cited if first <= at < last]
            for at, one in within if last - first < LONGEST_SENTENCE else ():
                where = self._elsewhere(one, text, first, last, at)
                if where is not None and not any(self._overlaps(other, where) for _, other in within if other != one):
                    yield self.page.moved(one, where, f"next to nothing of what is said is at line {one.start}")

    def _text(self, paragraph: Paragraph) -> _Text:
        every = [one for number in paragraph.numbers for one in self.page.on(number)]
        places = {_span(paragraph, one): one for one in every if one.kind in ("path", "path:line")}
        code = [(span.start(2), span.end(2)) for span in markdown.SPAN.finditer(paragraph.text)]
        links = (ADDRESS.match(paragraph.text, ends) for _, ends in places)
        addresses = {link.start("address") for link in links if link is not None}  # which say the place again
        said = {span: one for span, one in places.items() if span[0] not in addresses}
        return _Text(paragraph.text, _masked(paragraph.text, places), said, code)

    def _elsewhere(self, one: Citation, text: _Text, first: int, last: int, at: int) -> Location | None:
        """Where most of what is said with a place stands, if next to nothing of it does at its lines."""
        files = [path for path in self.page.files_meant(one) if len(self.known.lines(path)) >= one.end]
        places = text.within(first, last)
        several = len({each.target for each in places.values()}) > 1
        if not files or one.supposed or (one.unnamed and several):
            return None
        if is_left_alone(self.page, one) or tells_nothing(text.text, (first, last), (at, at + _length(one))):
            return None
        later = min([begins for begins, _ in places if begins > at], default=0)
        linked = ADDRESS.match(text.text, at + _length(one))
        ends = linked.end() if linked is not None else at + _length(one)
        if (later or linked) and CLOSES_CLAUSE.match(text.text, ends):
            last = ends  # what follows is said of the next place
        behind = text.text[ends:last]
        acts = does_something(behind)  # then what stands before need not be there
        close = text.close_to(first, at) if not acts else text.close_behind(ends, last)
        said = text.said(first, last)
        numbered = any(word.isdigit() for word in close)  # words of prose stand beside other numbers, too
        if any(self._files.has_some(path, said, one, NAME if numbered else WORD) for path in files):
            return None
        if several:  # each is said of what stands next to it
            first = max([first, *[_closed(text.text, ends, at) for begins, ends in places if begins < at]])
            last = min([last, *[begins for begins, _ in places if begins > at]])
            said = text.said(first, last)
        near = text.right_before(first, at)
        if one.unnamed and self._is_of_another_file(one, files, said, near):
            return None
        found = [self._files.elsewhere(path, said, near, close, one) for path in files]
        if not all(found):
            return None
        names = {each.name for each in said if each.name} | set(text.names(first, last)) & self.known.ops.keys()
        headed = " ".join(self.page.headings(one.line))  # "Registered at a.cc:12" is of the op of its section
        names |= set(_WORD.findall(headed)) & self.known.ops.keys()
        there = (at_line(self.known, name, path, one.start, one.end) for path in files for name in names)
        return None if any(there) else found[0]

    def _overlaps(self, other: Citation, where: Location) -> bool:
        """Whether what is said is of another place that the sentence cites as well."""
        near = other.start - 2 * AROUND <= where.end_line and where.line <= other.end + 2 * AROUND
        return near and where.path in self.page.files_meant(other)

    def _is_of_another_file(
        self, one: Citation, files: Sequence[str], said: Sequence[_Said], near: Iterable[bytes]
    ) -> bool:
        """Whether lines without their file are likely those of another one than was cited last."""
        names = [each.name for each in said if each.name]
        if any(abs(place.line - one.start) <= AROUND for name in names for place in self.known.places(name)):
            return True
        others = {*self.page.files_perhaps, *[path for each in files for path in self.known.beside(each)]} - {*files}
        return any(self._files.is_likely(path, said, near, one) for path in others)


class _Files:
    """What is said held against lines of files, each of which is read once."""

    def __init__(self, around: AroundLines) -> None:
        self._around = around

    def elsewhere(
        self, path: str, said: Sequence[_Said], near: Iterable[bytes], close: Collection[bytes], one: Citation
    ) -> Location | None:
        """Where in a file most of what is said stands, if next to nothing of it does at lines, nor what is `near`.

        One that is `close` may tell it alone.
        """
        if not path.endswith(SOURCES):
            return None
        start, end = one.start, one.end
        text = self._around.file(path)
        weights = self._weights(path, said)
        best, line = self._best(path, weights, end - start)
        if best < LEAST or abs(line - start) < FAR or self._here(path, weights, start, end) >= SHARE * best:
            return None
        names = {each.folded for each in said if each.weight >= NAME}
        there = text.of_lines(line - AROUND, line + end - start + AROUND)
        told = {word: weight for word, weight in weights.items() if word in there}
        named = [weight for word, weight in told.items() if word in names]
        few = sum(named) < LEAST or (len(named) < NAMES and len(told) < SEVERAL)
        alone = any(each.folded in close and self._tells_alone(each, text) for each in said if each.folded in told)
        if few and not (alone and is_marked(path)):
            return None  # of tests nobody knows which functions the lines are inside of
        beside = text.of_lines(start - AROUND, end + AROUND)
        numbered = alone and any(word.isdigit() for word in close if word in told)
        if not numbered:
            near = {*near, *[each.folded for each in said if 0 < len(text.lines_with(each.folded)) <= RARE]}
        if any(word in beside for word in near) or self._is_of_a_name(path, names, start, end):
            return None
        return Location(path, line, line + end - start)

    @staticmethod
    def _tells_alone(each: _Said, text: Words) -> bool:
        """Whether a single name, marked as code and long, or a number tells lines: next to none of the file have it."""
        long = LONG_NAME if each.weight >= NAME else LONG_NUMBER
        return len(each.folded) >= long and len(text.lines_with(each.folded)) <= ALONE

    def has_some(self, path: str, said: Iterable[_Said], one: Citation, least: float) -> bool:
        """Whether a word of what is said that weighs so much stands at the very lines, and at not many others."""
        text = self._around.file(path)
        there = text.of_lines(one.start, one.end)
        words = [each.folded for each in said if each.weight >= least or each.folded.isdigit()]
        return any(word in there and 0 < len(text.lines_with(word)) <= NOT_MANY for word in words)

    def is_likely(self, path: str, said: Sequence[_Said], near: Iterable[bytes], one: Citation) -> bool:
        """Whether lines of a file have much of what is said, or what is `near`."""
        beside = self._around.file(path).of_lines(one.start - AROUND, one.end + AROUND)
        if any(word in beside for word in near):
            return True
        weights = self._weights(path, said)
        best, _ = self._best(path, weights, one.end - one.start)
        return best >= LEAST and self._here(path, weights, one.start, one.end) >= SHARE * best

    def _weights(self, path: str, said: Iterable[_Said]) -> dict[bytes, float]:
        """What each thing weighs that stands in a file: the more the rarer it is."""
        text = self._around.file(path)
        weights = {each.folded: each.weight * text.rarity(each.folded) for each in said}
        return {word: weight for word, weight in weights.items() if weight}

    def _best(self, path: str, weights: Mapping[bytes, float], span: int) -> tuple[float, int]:
        """The most that stands together around as many lines, and the first of these."""
        text = self._around.file(path)
        best = (0.0, 0)
        for line in sorted({line for word in weights for line in text.lines_with(word)}):
            last = line + span + AROUND + AROUND
            here = sum(weight for word, weight in weights.items() if _is_within(text.lines_with(word), line, last))
            best = max(best, (here, line + AROUND), key=lambda each: each[0])
        return best

    def _here(self, path: str, weights: Mapping[bytes, float], start: int, end: int) -> float:
        """What stands at lines, or is the name of what they are inside of."""
        every = self._around.text(path, start, end, AROUND)
        return sum(weight for word, weight in weights.items() if word in every)

    def _is_of_a_name(self, path: str, names: Iterable[bytes], start: int, end: int) -> bool:
        """Whether lines are in a function, or at the head of a class, that the sentence names."""
        for symbol in self._around.holding(path, start, end, AROUND):
            at_head = symbol.location.line - AROUND <= start and end <= symbol.location.line + AROUND
            if (symbol.kind != "class" or at_head) and folded(parts_of(symbol.name)[-1]) in names:
                return True
        return False


def _span(paragraph: Paragraph, one: Citation) -> tuple[int, int]:
    """Where a citation begins and ends in a paragraph."""
    at = paragraph.offset(one.line, one.column)
    return at, at + _length(one)


def _length(one: Citation) -> int:
    return max(0, one.behind - one.column + 1)


def _closed(text: str, ends: int, at: int) -> int:
    """Where the brackets end that a place stands in, which ends somewhere, before the next; there, if in none."""
    closes = _CLOSES.match(text, ends, at)
    return closes.end() if closes is not None else ends


def _masked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """A text with blanks for some spans of it, and for all that looks like a file."""
    for begins, ends in spans:
        text = text[:begins] + " " * (min(ends, len(text)) - begins) + text[ends:]
    return _FILE.sub(lambda match: " " * len(match[0]), text)


def _is_within(lines: Sequence[int], first: int, last: int) -> bool:
    at = bisect_left(lines, first)
    return at < len(lines) and lines[at] <= last
