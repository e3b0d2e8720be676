"""The sentences of a document with code in them, and the functions that what they say of parameters is said of."""

from __future__ import annotations

import re
from itertools import pairwise

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers, markdown, wording
from tfexplore.answers.citation import Citation
from tfexplore.answers.verifying.listed_items import items
from tfexplore.answers.verifying.spelling import nearest_of
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.functions import Parameter, Signature
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: Spans of code before one that are looked at for the function that it is said of.
REACH = 40
#: How alike a keyword is to the parameter that is meant, where a function takes any keyword.
NEAR = 0.8
#: Letters between two spans of code that are read.
MAX_WORDS = 240

_SPANS = regex(markdown.SPAN.pattern, re.S)
NAME = regex(r"(_*[A-Za-z]\w*(?:\.\w+)*)(?:\(\)|\((?P<arguments>.+)\))?", re.S | re.A)
WORD = regex(r"[a-z_]\w*", re.A)
PATH = regex(r"/|\.(?:py|cc|h|i)\b")
#: What is no name of a parameter.
_VALUES = regex(
    r"self|cls|true|false|none|null|(?:b?float|double|half|u?int|complex|string|bool|str|bytes)\d*|dict|list|tuple|set|numpy|np|tf|"
    r"int_list|args|kwargs|object|type|callable|function|lambda|variant|resource",
    re.I,
)

ASIDE = r"\s*(?:\([^()]{0,100}\)|（[^（）]{0,100}）)?\s*"
AND = r"(?:[\s,，、;；&]|and\b|also\b|plus\b|as well as\b|和|与|及|以及|还有|并且?)*"
#: What stands between the items of one list.
BETWEEN = regex(rf"{AND}(?:\([^()]{{0,40}}\)|（[^（）]{{0,40}}）)?{AND}")


class Span(Record):
    """Code in a sentence: its text, where that begins in the paragraph, and the words before it and behind it."""

    text: str
    start: int
    before: str
    behind: str


class Subject(Record):
    """A function that a sentence speaks of: its name as it is written and its signatures."""

    name: str
    found: list[Signature]


class Given(Record):
    """A parameter that a document names, with a value or without, and where it begins in its span."""

    name: str
    default: str
    at: int


def assigned(text: str) -> list[Given]:
    """The values that code gives to names, when it does nothing else: `a=1, b=None`."""
    if "=" not in text:
        return []
    made = []
    for offset, one in items(text)[0]:
        match = re.fullmatch(r"([a-z_]\w*)\s*=(?!=)\s*(.*\S)", one, re.S | re.A)
        if one in ("...", "…"):
            continue
        if match is None:
            return []
        made.append(Given(match[1], match[2], offset))
    return made


def sentences(text: str) -> Iterator[list[Span]]:
    """The spans of code of a paragraph's sentences; a table's row is a sentence."""
    spans = list(_SPANS.finditer(text))
    plain = list(text)
    for span in spans:
        plain[span.start() : span.end()] = "\0" * (span.end() - span.start())
    masked = "".join(plain)
    stops = [match.end() for match in wording.SENTENCE.finditer(masked)]
    if text.lstrip().startswith("|"):
        stops = [at + 1 for at, letter in enumerate(masked) if letter == "\n"]
    number = 0
    for start, stop in pairwise([0, *stops, len(text)]):
        inside = []
        while number < len(spans) and spans[number].start() < stop:
            inside.append(spans[number])
            number += 1
        ends = [start, *[one.end() for one in inside]]
        begins = [*[one.start() for one in inside], stop]
        if inside:
            words = [_words(text[end:begin]) for end, begin in zip(ends, begins, strict=True)]
            yield [Span(one[2], one.start(2), words[at], words[at + 1]) for at, one in enumerate(inside)]


def _words(text: str) -> str:
    """The words between two spans; of many the first and the last, with a mark of what was left out."""
    words = re.sub(r"\s+", " ", text)
    return words if len(words) <= MAX_WORDS else f"{words[: MAX_WORDS // 2]}\0{words[-MAX_WORDS // 2 :]}"


class Sentence:
    """A sentence with code in it: its spans, those of the sentence above it, and its words."""

    def __init__(self, page: Page, paragraph: Paragraph, spans: list[Span], above: list[Span]) -> None:
        self.page = page
        self.paragraph = paragraph
        self.spans = spans
        self.above = above
        self.words = " ".join([spans[0].before, *[one.behind for one in spans]])
        self._paths: set[str] | None = None

    def signatures(self, name: str, loosely: bool = False) -> list[Signature]:
        """The signatures that a name may mean: in the files that the sentence cites when it is in any of them.

        None where something is meant, too, whose signature is not known; `loosely`: whatever else is meant.
        """
        meant = self.page.functions.named(name)
        if not meant.found:
            return []
        here = [one for one in meant.found if one.where.path in self._cited()]
        known = loosely or not (meant.unknown & self._cited() if here else meant.unknown)
        if known and not here and not loosely:
            known = not any(self.page.functions.has_unlisted(path, name) for path in self._cited())
        return (here or list(meant.found)) if known else []

    def _cited(self) -> set[str]:
        """The files that its lines cite."""
        if self._paths is None:
            first, _ = self.paragraph.at(self.spans[0].start)
            last, _ = self.paragraph.at(self.spans[-1].start)
            said = [one for number in range(first, last + 1) for one in self.page.on(number)]
            cited = [one for one in said if one.kind in ("path", "path:line")]
            self._paths = {path for one in cited for path in self.page.files_meant(one)}
        return self._paths

    def of(self, name: str, loosely: bool = False) -> Subject | None:
        """What a name may mean; None where that is not known."""
        found = self.signatures(name, loosely)
        return Subject(name, found) if found else None

    def subject(self, at: int) -> Subject | None:
        """The function that the code at some place of the sentence is said of: the last that is named before it."""
        passed: list[str] = []
        found: Subject | None = None
        begun = at
        for number in range(at - 1, max(0, at - REACH) - 1, -1):
            name = self.name(number)
            if not name:
                continue
            word = WORD.fullmatch(name) is not None and not self.spans[number].text.rstrip().endswith(")")
            signatures = self.signatures(name)
            if found is not None:
                # What looked like a function may be a parameter of one that is named before it.
                if signatures and any(found.name in each.parameters for each in signatures):
                    passed.append(found.name)
                    found, begun = Subject(name, signatures), number
                    break
            elif signatures:
                found, begun = Subject(name, signatures), number
                if not word:
                    break
            elif word:
                passed.append(name)
            else:
                return None
        held = {name for one in found.found for name in one.parameters} if found is not None else set()
        return found if held.issuperset(passed) and not self._other_between(begun, at) else None

    def name(self, at: int) -> str:
        """The name that a span of code is, without the arguments of a call; empty for a path or anything else."""
        text = self.spans[at].text.strip()
        match = NAME.fullmatch(text)
        return match[1] if match is not None and PATH.search(text) is None else ""

    def _other_between(self, begun: int, at: int) -> bool:
        """Whether a name that is not written as code stands between two spans of code."""
        first, last = [self.paragraph.at(self.spans[number].start) for number in (begun, at)]
        said = [one for number in range(first[0], last[0] + 1) for one in self.page.on(number)]
        names = [one for one in said if one.kind in ("symbol", "op") and not one.in_code]
        return any(first < (one.line, one.column) < last for one in names)

    def missing(self, span: Span, one: Parameter | Given, subject: Subject) -> Iterator[Verdict]:
        """A verdict on a parameter that no function that is meant has, or takes as another."""
        if _VALUES.fullmatch(one.name) or one.name in self.page.own:
            return
        if any(one.name in each.parameters for each in subject.found):
            return
        if any(each.takes_others for each in subject.found) and not self._is_a_slip(one.name, subject):
            return
        if one.default and self._is_assigned(one, subject):
            return
        yield from self.verdict(span, one, subject, subject.found[0], "")

    def _is_a_slip(self, name: str, subject: Subject) -> bool:
        """Whether a keyword of a function that takes any is one of its parameters but for little, and no other word."""
        held = {each for signature in subject.found for each in signature.parameters}
        if not nearest_of(name, held, NEAR):
            return False
        return not self.page.functions.may_take(subject.name, name, subject.found)

    def _is_assigned(self, one: Parameter | Given, subject: Subject) -> bool:
        """Whether the file of a function has what is said of a parameter as a statement: of a variable."""
        wanted = f"{one.name}={one.default}".replace('"', "'").replace(" ", "").encode()
        for path in {each.where.path for each in subject.found if each.where is not None}:
            lines = self.page.known.lines(path)
            if any(line.replace(b'"', b"'").replace(b" ", b"").startswith(wanted) for line in lines):
                return True
        return False

    def verdict(
        self, span: Span, one: Parameter | Given, subject: Subject, signature: Signature, detail: str
    ) -> Iterator[Verdict]:
        """A verdict on a parameter as a span of code has it; without a detail it is none of the function's."""
        number, column = self.paragraph.at(span.start + one.at)
        line = self.page.text_lines[number - 1]
        text = f"{one.name}={one.default}" if one.default else one.name
        before, behind = line[: column - 1], line[column - 1 + len(text) :]
        if disclaimers.anothers(before) or disclaimers.denied(before, behind) or disclaimers.is_changed(behind):
            return
        if disclaimers.asked(before.rpartition("`")[0], behind.partition("`")[2]):
            return  # "Is there an `f(x=1)`?"
        said = Citation("symbol", text, number, column, one.name, in_code=True, end_column=column - 1 + len(text))
        if self.page.strangers(said):
            return
        if detail:
            yield self.page.verdict(said, "differs", signature.where, (), detail)
        else:
            near = nearest_of(one.name, set(signature.parameters), 0.6)
            yield self.page.verdict(said, "not found", None, near, f"no parameter of {subject.name}")
