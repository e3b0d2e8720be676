"""Cited lines near which next to nothing stands of what their sentence says, while it stands together elsewhere.

"`Loom::Weave` drops the weft when `slack_` is 0 (x.cc:80)" names what is at lines 300 to 310 of the file, and lines 77 to
83 have none of it. Every word of the sentence counts: names in code the most, those of prose as well, and each the
more the rarer it is in the file. A word that stands at another place which the sentence cites may be that one's. Only a
tree tells.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import pairwise
from math import log

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers, markdown, wording
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.prose import sentences
from tfexplore.answers.verifying.rows import at_line
from tfexplore.answers.verifying.spelling import parts_of
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import Symbol

#: Lines before and behind the cited ones that count, and lines of what begins there.
AROUND, MAX_BODY = 3, 200
#: What a word weighs: several of a text in their order, one in code or written as names are, one with a capital, a number, another.
PHRASE, NAME, CAPITAL, NUMBER, WORD = 4.0, 3.0, 1.5, 2.0, 0.7
#: Less than this share of what the best place has is next to nothing; less than so much at the best place tells nothing.
SHARE, LEAST = 0.5, 10.0
#: Lines of a file that have a word which tells something, and letters of a name and of a word of prose.
MOST_LINES, SHORT_NAME, SHORT_WORD = 120, 3, 4
#: Letters by which forms of a word are told.
STEM = 5
#: Words of a sentence, and letters of one.
MAX_WORDS, LONGEST_SENTENCE = 40, 2_000

_WORD = regex(r"[A-Za-z_]\w+", re.A)
_STRUCTURED = regex(r"\w*[a-z][A-Z]\w*|\w*[A-Z]{2}[a-z]\w*|\w*[A-Za-z]{2}\d\w*|_\w+|\w*\w_\w+", re.A)
#: Words of a message or of code, as it is written there.
_PHRASE = regex(r"(?<=[\"“`])[A-Za-z_][\w']*(?: [A-Za-z_][\w']*){2,7}(?=[^`\"“”]*[\"”`])", re.A)
_NUMBER = regex(r"(?<![\w.:/-])\d+(?:\.\d+)?(?![\w.])")
_FILE = regex(r"[\w./-]*\w\.(?:cc|h|py|i|cu|proto|bzl|pbtxt|md)\b(?::\d+(?:-\d+)?)?|[\w-]+(?:/[\w.-]+)+", re.A)
#: A line of a log or the frame of a stack, whose place says where it comes from.
_LOGGED = regex(r"\d\d:\d\d:\d\d|\bFile \"|^\s*[IWEF] ")
_PARTS = regex(r"[;；]|[.。][)）](?=\s|$)")
#: What speaks of a remark, whose words are its own, or of what was said before.
_APART = regex(r"\b(?:comments?|remarks?|docstrings?|TODOs?|notes?)\b|\bthe same\b|注释|说明|同样", re.I)
#: Lines from one on, and a place that stands in brackets behind the sentence that it is of.
_FROM = regex(r"\bfrom\s(?:lines?\s|l\.\s)?[`*]*\Z|[从自](?:第\s?)?[`*]*\Z", re.I)
_OF_BEFORE = regex(r"\s*[(（\[][`*\s]*(?:see\s)?[`*]*", re.I)
_SOURCES = (".cc", ".h", ".py", ".i", ".proto", ".bzl")
#: Lines so far from the best place are not just some that were counted wrongly.
FAR = 12
#: Words of what speaks of code, whatever it is about.
_PLAIN = frozenset(
    "about above after again because before being below between called calls class code declared default defined device"
    " error errors every file files first function gradient have here implemented input inputs into itself kernel kernels"
    " line lines method only other output outputs python registered return returns second shape still tensor tensors"
    " than that their them then there therefore these they third this those through type types under until value values"
    " what when where whether which while will with within without would should could from does done same such some also"
    " both each more most just like over very your".split()
)


#: Words of code that all files have.
_CODE = frozenset(
    "auto bool case char class const def define device double else endif enum false float for from half if ifdef import"
    " include inline int int32 int64 none not null nullptr override private public return self size_t static std string"
    " struct template tensorflow true typename uint8 using virtual void while None True False Status context input output"
    .split()
)


class _Said(Record):
    """A word that a sentence says: how it is looked for, what it weighs, and whether it may be the name of an op."""

    folded: bytes
    weight: float
    name: str


class _Text:
    """A file's text in small letters without underscores, and which of its lines have a word."""

    def __init__(self, data: bytes) -> None:
        self._text = data.lower().replace(b"_", b"")
        self._ends = [match.start() for match in re.finditer(b"\n", self._text)] + [len(self._text)]
        self._lines: dict[bytes, list[int]] = {}
        self._rare: dict[bytes, float] = {}

    def lines_with(self, word: bytes) -> list[int]:
        """The lines that have a word, from 1; none where they are too many to tell anything."""
        if word not in self._lines:
            found: list[int] = []
            at = self._text.find(word)
            while at >= 0 and len(found) <= MOST_LINES:
                line = bisect_left(self._ends, at)
                found.append(line + 1)
                at = self._text.find(word, self._ends[line])
            self._lines[word] = found if len(found) <= MOST_LINES else []
        return self._lines[word]

    def rarity(self, word: bytes) -> float:
        """How rare a word is in the file: 0 for one that it has not, or that nearly all lines have."""
        if word not in self._rare:
            times = len(self.lines_with(word)) or self._text.count(word)
            self._rare[word] = log(max(1.0, (len(self._ends) + 1) / times)) if times else 0.0
        return self._rare[word]

    def lines(self, first: int, last: int) -> bytes:
        """The text of lines, from 1."""
        begin = self._ends[min(first, len(self._ends) + 1) - 2] if first > 1 else 0
        return self._text[begin : self._ends[min(max(last, 1), len(self._ends)) - 1]]


class UnlikeLines(Check):
    """The checks of cited lines by all that their sentences say."""

    needs_tree = True

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._texts: dict[str, _Text] = {}
        self._ends: dict[str, list[tuple[Symbol, int]]] = {}

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on lines that have next to nothing of their sentence, which stands elsewhere in the file."""
        places: dict[int, list[Citation]] = {}
        for one in self.page.said:
            if one.kind == "path:line" and not one.fenced:
                places.setdefault(one.line, []).append(one)
        for paragraph in self.page.paragraphs if places and self.known.has_tree else ():
            cited = [
                (paragraph.offset(number, one.column), one)
                for number in paragraph.numbers
                for one in places.get(number, ())
            ]
            for first, last in self._sentences(paragraph) if cited else ():
                within = [one for at, one in cited if first <= at < last]
                if within and last - first < LONGEST_SENTENCE:
                    for one in within:
                        made = self._check(one, paragraph, first, last, within)
                        if made is not None:
                            yield made

    def _sentences(self, one: Paragraph) -> Iterator[tuple[int, int]]:
        """The sentences of a paragraph and their parts between semicolons, or the rows of a table."""
        if one.text.lstrip().startswith("|"):
            yield from ((start, start + len(row)) for start, row in zip(one.starts, one.text.split("\n"), strict=True))
            return
        for first, last in sentences(one.text):
            masked = markdown.SPAN.sub(lambda match: "`" * len(match[0]), one.text[first:last])
            ends = [first + match.end() for match in _PARTS.finditer(masked)]
            yield from pairwise([first, *ends, last])

    def _check(
        self, one: Citation, paragraph: Paragraph, first: int, last: int, within: Sequence[Citation]
    ) -> Verdict | None:
        best = self.elsewhere(one, paragraph, first, last, within, one.start, one.end)
        if best is None:
            return None
        return self.page.moved(one, best, f"next to nothing of what is said stands at line {one.start}")

    def elsewhere(
        self, one: Citation, paragraph: Paragraph, first: int, last: int, within: Sequence[Citation],
        start: int, end: int,
    ) -> Location | None:  # fmt: skip
        """Where most of what a sentence says stands, if next to nothing of it does at the lines that it cites."""
        text = paragraph.text
        at, behind = _span(paragraph, one)
        sentence = text[first:last]
        if one.supposed or _LOGGED.search(sentence) or disclaimers.proposed(sentence) or _APART.search(sentence):
            return None
        if wording.goes_on_below(text[behind:last]) or _FROM.search(text, first, at):
            return None
        if _OF_BEFORE.fullmatch(text, first, at):
            return None
        files = [path for path in self.page.files_meant(one) if len(self.known.lines(path)) >= end]
        paths = [other for other in self._paths(paragraph) if first <= _span(paragraph, other)[0] < last]
        several = len({other.target for other in paths}) > 1
        if not files or self.page.is_quoted_below(one) or (one.unnamed and several):
            return None
        masked = _masked(paragraph, self._paths(paragraph))
        if several:  # each is said of what stands next to it
            spans = [_span(paragraph, other) for other in paths]
            first = max([first, *[ends for begins, ends in spans if begins < at]])
            last = min([last, *[begins for begins, _ in spans if begins > at]])
        said = _said(text, masked, first, last)
        if one.unnamed and self._is_defined_at(said, start):
            return None
        near = _right_before(text, masked, first, at)
        named = {word for word in _names(masked, first, last) if word in self.known.ops}
        found: Location | None = None
        for path in files:
            where = self._elsewhere(path, said, start, end)
            there = self._text(path).lines(start - AROUND, end + AROUND)
            if where is None or any(word in there for word in near):
                return None
            if any(at_line(self.known, op, path, start, end) for op in named):
                return None
            if any(path in self.page.files_meant(other) and _overlap(other, where) for other in within if other != one):
                return None
            found = found or where
        for path in self.page.files_perhaps if one.unnamed else ():
            if path not in files and self._is_likely(path, said, start, end):
                return None
        return found

    def _paths(self, paragraph: Paragraph) -> list[Citation]:
        """The files and lines that a paragraph cites."""
        every = [other for number in paragraph.numbers for other in self.page.on(number)]
        return [other for other in every if other.kind in ("path", "path:line")]

    def _is_defined_at(self, said: Iterable[_Said], start: int) -> bool:
        """Whether something that is named is defined at such a line of some file."""
        names = [word.name for word in said if word.name]
        return any(abs(place.line - start) <= AROUND for name in names for place in self.known.places(name))

    def _elsewhere(self, path: str, said: Sequence[_Said], start: int, end: int) -> Location | None:
        """Where in a file most of some words stands, if next to nothing of them does at lines."""
        if not path.endswith(_SOURCES):
            return None
        weights = self._weights(path, said)
        best, line = self._best(path, weights, end - start)
        if best < LEAST or abs(line - start) < FAR or self._here(path, weights, start, end) >= SHARE * best:
            return None
        names = {word.folded for word in said if word.weight >= NAME}
        there = self._text(path).lines(line - AROUND, line + end - start + AROUND)
        if sum(weight for word, weight in weights.items() if word in names and word in there) < LEAST:
            return None
        if any(at_line(self.known, word.name, path, start, end) for word in said if word.name):
            return None
        return None if self._is_of_a_name(path, names, start, end) else Location(path, line, line + end - start)

    def _is_likely(self, path: str, said: Sequence[_Said], start: int, end: int) -> bool:
        """Whether lines of a file have much of what is said."""
        weights = self._weights(path, said)
        best, _ = self._best(path, weights, end - start)
        return best >= LEAST and self._here(path, weights, start, end) >= SHARE * best

    def _text(self, path: str) -> _Text:
        if path not in self._texts:
            self._texts[path] = _Text(self.known.read(path) or b"")
        return self._texts[path]

    def _weights(self, path: str, said: Iterable[_Said]) -> dict[bytes, float]:
        """What each word weighs that stands in a file: the more the fewer of its lines have it."""
        text = self._text(path)
        return {word.folded: weight for word in said if (weight := word.weight * text.rarity(word.folded))}

    def _window(self, path: str, start: int, end: int) -> tuple[int, int]:
        """The lines that count for cited ones: those around them, and all of what begins or is registered there."""
        first, last = start - AROUND, end + AROUND
        for symbol, ends in self._bodies(path):
            if abs(symbol.location.line - start) <= AROUND:
                last = max(last, min(ends, symbol.location.line + MAX_BODY))
        for made in self.known.registered(path):
            if made.line - AROUND <= start and end <= made.end_line + AROUND:
                first, last = min(first, made.line), max(last, made.end_line)
        return first, last

    def _bodies(self, path: str) -> list[tuple[Symbol, int]]:
        """What a file defines, each with its last line."""
        if path not in self._ends:
            self._ends[path] = [(symbol, self.known.end_of(symbol)) for symbol in self.known.inside(path)]
        return self._ends[path]

    def _holding(self, path: str, start: int, end: int) -> list[Symbol]:
        """What lines are in, or begins next to them."""
        return [
            symbol
            for symbol, ends in self._bodies(path)
            if symbol.location.line - AROUND <= start and end <= max(ends, symbol.location.end_line) + AROUND
        ]

    def _here(self, path: str, weights: Mapping[bytes, float], start: int, end: int) -> float:
        """What of the words stands at lines, or in the names of what they are inside of."""
        there = self._text(path).lines(*self._window(path, start, end))
        names = [_folded(f"{symbol.scope}::{symbol.name}") for symbol in self._holding(path, start, end)]
        every = b"\n".join([there, *names])
        return sum(weight for word, weight in weights.items() if word in every)

    def _is_of_a_name(self, path: str, names: Iterable[bytes], start: int, end: int) -> bool:
        """Whether lines are in a function, or at the head of a class, that is called as the sentence names something."""
        for symbol in self._holding(path, start, end):
            at_head = symbol.location.line - AROUND <= start and end <= symbol.location.line + AROUND
            if (symbol.kind != "class" or at_head) and _folded(parts_of(symbol.name)[-1]) in names:
                return True
        return False

    def _best(self, path: str, weights: Mapping[bytes, float], span: int) -> tuple[float, int]:
        """The most that stands together around as many lines, and the first of these."""
        text = self._text(path)
        best = (0.0, 0)
        for line in sorted({line for word in weights for line in text.lines_with(word)}):
            last = line + span + AROUND + AROUND
            here = sum(weight for word, weight in weights.items() if _within(text.lines_with(word), line, last))
            best = max(best, (here, line + AROUND), key=lambda each: each[0])
        return best


def _span(paragraph: Paragraph, one: Citation) -> tuple[int, int]:
    """Where a citation begins and ends in a paragraph."""
    at = paragraph.offset(one.line, one.column)
    return at, at + max(0, one.behind - one.column + 1)


def _masked(paragraph: Paragraph, paths: Iterable[Citation]) -> str:
    """The text of a paragraph with blanks for paths and places."""
    text = paragraph.text
    for one in paths:
        begins, ends = _span(paragraph, one)
        text = text[:begins] + " " * (min(ends, len(text)) - begins) + text[ends:]
    return _FILE.sub(lambda match: " " * len(match[0]), text)


def _said(text: str, masked: str, first: int, last: int) -> list[_Said]:
    """The words of a part of a text that tell something; `masked` is the text without paths and places."""
    found: dict[bytes, _Said] = {}

    def add(word: str, weight: float, name: str = "") -> None:
        folded = _folded(word)
        if len(folded) >= SHORT_NAME and (folded not in found or found[folded].weight < weight):
            found[folded] = _Said(folded, weight, name)

    for span in markdown.SPAN.finditer(text):
        if first <= span.start() < last:
            for word in _names(masked, span.start(2), span.end(2)):
                add(word, NAME, word)
    for word in _WORD.findall(masked, first, last):
        if _STRUCTURED.fullmatch(word) and len(word) > SHORT_NAME:
            add(word, NAME, word)
        elif len(word) >= SHORT_WORD and word.lower() not in _PLAIN:
            add(word[:STEM], CAPITAL if word[0].isupper() else WORD, word if word[0].isupper() else "")
    for phrase in _PHRASE.finditer(text, first, last):
        whole = _folded(" ".join(phrase[0].split()))
        found[whole] = _Said(whole, PHRASE, "")
    for number in _NUMBER.findall(masked, first, last):
        if len(number) > 1:
            found.setdefault(number.encode(), _Said(number.encode(), NUMBER, ""))
    return list(found.values())[:MAX_WORDS]


def _right_before(text: str, masked: str, first: int, at: int) -> set[bytes]:
    """The last name in code before a place, and the last word that may be one: "`Loom`, at x.cc:12"."""
    spans = [span for span in markdown.SPAN.finditer(text, first) if span.end() <= at]
    coded = [_names(masked, span.start(2), span.end(2)) for span in spans]
    plain = [word for word in _names(masked, first, at) if len(word) >= SHORT_WORD and word.lower() not in _PLAIN]
    return {_folded(words[-1]) for words in (next(filter(None, reversed(coded)), []), plain) if words}


def _names(text: str, first: int, last: int) -> list[str]:
    """The words of a part of a text that code may call something."""
    return [word for word in _WORD.findall(text, first, last) if word not in _CODE]


def _overlap(other: Citation, where: Location) -> bool:
    """Whether a place is one that the sentence cites as well, of something else."""
    return other.start - 2 * AROUND <= where.end_line and where.line <= other.end + 2 * AROUND


def _folded(name: str) -> bytes:
    return name.lower().replace("_", "").encode()


def _within(lines: Sequence[int], first: int, last: int) -> bool:
    at = bisect_left(lines, first)
    return at < len(lines) and lines[at] <= last
