"""What a document says of the parameters of Python functions: which they have, in which order, and their defaults.

Only code beside the words that say so is read, and only where a function is named in the same sentence. What is said
of a name that several functions have is right when it is so of any of them.
"""

from __future__ import annotations

import re
from itertools import pairwise

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import markdown, wording
from tfexplore.answers.citations import Citation
from tfexplore.answers.verifying.functions import Functions, differ, items, parameters
from tfexplore.answers.verifying.prose import paragraphs
from tfexplore.answers.verifying.spelling import nearest_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.functions import Parameter, Signature
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: Spans of code before one that are looked at for the function that it is said of.
REACH = 40
#: Letters between two spans of code that are read.
MAX_WORDS = 240
#: As many names, and such a share of them, make a list that of a function's parameters.
ENOUGH = 4
SHARE = 0.75

_SPANS = re.compile(markdown.SPAN.pattern, re.S)
_NAME = re.compile(r"(_*[A-Za-z]\w*(?:\.\w+)*)(?:\(\)|\((?P<arguments>.+)\))?", re.S | re.A)
_WORD = re.compile(r"[a-z_]\w*", re.A)
_LEFT_OUT = ("...", "…")
_PATH = re.compile(r"/|\.(?:py|cc|h|i)\b")
#: What is no name of a parameter.
_VALUES = re.compile(
    r"self|cls|true|false|none|null|(?:b?float|double|half|u?int|complex|string|bool|str|bytes)\d*|dict|list|tuple|set|numpy|np|tf|"
    r"int_list|args|kwargs|object|type|callable|function|lambda|variant|resource",
    re.I,
)

_ASIDE = r"\s*(?:\([^()]{0,100}\)|（[^（）]{0,100}）)?\s*"
_AND = r"(?:[\s,，、;；&]|and\b|also\b|plus\b|as well as\b|和|与|及|以及|还有|并且?)*"
#: How a place in brackets begins.
_OPENED = re.compile(r"\s*[(（]\s*(?:in |at |见|在)?")
#: What stands between the items of one list.
_BETWEEN = re.compile(rf"{_AND}(?:\([^()]{{0,40}}\)|（[^（）]{{0,40}}）)?{_AND}")
_DEFAULT = r"(?:defaults?(?:[ -](?:values?|arguments?|parameters?|keywords?|settings?))?|(?:默认|缺省)(?:参数)?(?:值)?)"
#: "has the defaults `a=1`", "默认值：`a=1`"; "`a=1` by default".
_INTRODUCED = re.compile(
    rf"(?<![A-Za-z])(?<!to )(?<!set )(?<!your )(?<!own )(?<!new ){_DEFAULT}\s*"
    r"(?:are|is|include|includes|being|分别|都)?\s*(?:为|是|有|包括|如下)?\s*[:：]?\s*\Z",
    re.I,
)
_ADDED = re.compile(
    r"\s*[(（]?\s*(?:by default|(?:is|are) the defaults?|the default|默认|缺省)\s*(?:[)）.,，。;；]|\Z)", re.I
)
#: "the defaults of `f` are `a=1`".
_DEFAULTS_OF = re.compile(rf"(?<![A-Za-z]){_DEFAULT} (?:of|for|in)\s*\Z", re.I)
_ARE = re.compile(rf"{_ASIDE}(?:are|is|include|includes|:|：)[:：]?\s*", re.I)
#: "We keep the defaults. For `f` they are `a=1`".
_THEY = re.compile(r"\b(?:they|these|those)\b|它们|分别", re.I)
_THEY_ARE = re.compile(rf"{_ASIDE}(?:they|these|those|them|它们|分别)\s*(?:are|is|be|为|是)?\s*[:：]?\s*", re.I)
#: "… and `g` has `a=2`", "`g` 里则是 `a=2`".
_INSTEAD = re.compile(rf"{_ASIDE}(?:has|with|uses|in|里|中|的|则|却|就|是|为|有|:|：|\s)*", re.I)
#: "`a` defaults to `1`", "`a` 默认为 `1`"; and "`b` to `2`" behind it.
_DEFAULTS_TO = re.compile(
    r"\s*(?:(?:that |which )?(?:defaults? to|has the default(?: value)?|is by default)|[(（]default(?:s to|:|=)?|"
    r"[(（]?的?(?:默认|缺省)值?(?:为|是)?[:：]?)\s*",
    re.I,
)
_TO = re.compile(r"\s*to\s*", re.I)

_KIND = r"(?:(?:keyword|named|positional|constructor)[ -])?(?:arguments?|args?|parameters?|params?|keywords?|kwargs?)"
_KIND_ZH = r"(?:关键字|可选|命名|位置|构造)?(?:参数|形参)"
#: "`f` also accepts `a`", "`f` has an argument `a`", "`f` 的参数 `a`".
_ACCEPTS = re.compile(
    rf"{_ASIDE}(?:(?:also|now|additionally|optionally|further|还|也|另外|都)\s*)*"
    r"(?:(?P<takes>accepts?|takes?)|has|have|receives?|gets?|expects?|supports?|接受|接收|支持|有|带有?|的|提供|多了)"
    r"\s*(?:(?:also|an?|the|one|two|three|its|一个|了|可选的?|额外的?|名为|叫做?)\s*)*"
    r"(?:(?:optional|required|boolean|integer|string|extra|additional|further|first|second|third|last)[ -]+){0,2}"
    rf"(?P<kind>{_KIND}|{_KIND_ZH})?\s*(?:called|named|叫做?|名为|是|有|为)?\s*[:：]?\s*",
    re.I,
)
#: "the argument `a` of `f`", "`f`'s `a` argument", "`f` 的 `a` 参数".
_OF = re.compile(r"\s*(?:of|to|in|for)\s*", re.I)
_KIND_BEFORE = re.compile(rf"(?<![A-Za-z]){_KIND}\s*\Z", re.I)
_OWNS = re.compile(r"\s*(?:['’]s|的)\s*(?:(?:optional|boolean|可选的?)\s*)?", re.I)
_KIND_BEHIND = re.compile(rf"\s*(?:{_KIND}\b|{_KIND_ZH})", re.I)
#: What may follow a name that is said to be accepted, when nothing says what it is.
_GOES_ON = re.compile(r"\s*(?:[,，.。;；)）、]|\Z|(?:to|as|for|and|which|that|so|but|用来|用于|来|以)(?![A-Za-z]))")
#: What follows a name of which something else is said: "accepts `a`, and `g` takes `b`".
_BEGINS = re.compile(rf"{_ASIDE}(?:[a-z]+s\b(?!\s*,)|的|则|却|接受|接收|有|带|返回|调用)", re.I)
#: Words by which a sentence denies what it says, or speaks of what is to be.
_DENIED = re.compile(
    r"\b(?:no|not|never|without|cannot|lacks?|unlike|instead|overrid\w+|pass(?:es|ed|ing)?|call(?:ed)? with"
    r"|used to|would|could|if)\b|n't\b|没有|不(?:接受|支持|再|是|能)|并非|无法|而不是|传入|如果|覆盖",
    re.I,
)


class _Span(Record):
    """Code in a sentence: its text, where that begins in the paragraph, and the words before it and behind it."""

    text: str
    start: int
    before: str
    behind: str


class _Subject(Record):
    """A function that a sentence speaks of: its name as it is written and its signatures."""

    name: str
    found: list[Signature]


class Arguments:
    """The checks of what a document says of functions' parameters."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known
        self._functions = Functions(page)
        self._said: set[tuple[int, int]] = set()

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every parameter that a function does not have, or not so."""
        for paragraph in paragraphs(self.page.text_lines):
            if "`" not in paragraph.text or markdown.HEADING.match(paragraph.text):
                continue
            above: list[_Span] = []
            for spans in _sentences(paragraph.text):
                for verdict in _Sentence(self, paragraph, spans, above).judged():
                    if (verdict.line, verdict.column) not in self._said:
                        self._said.add((verdict.line, verdict.column))
                        yield verdict
                above = spans


def _sentences(text: str) -> Iterator[list[_Span]]:
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
            yield [_Span(one[2], one.start(2), words[at], words[at + 1]) for at, one in enumerate(inside)]


def _words(text: str) -> str:
    """The words between two spans; of many the first and the last, with a mark of what was left out."""
    words = re.sub(r"\s+", " ", text)
    return words if len(words) <= MAX_WORDS else f"{words[: MAX_WORDS // 2]}\0{words[-MAX_WORDS // 2 :]}"


class _Sentence:
    """What one sentence says of functions' parameters."""

    def __init__(self, checks: Arguments, paragraph: Paragraph, spans: list[_Span], above: list[_Span]) -> None:
        self.page = checks.page
        self._functions = checks._functions
        self._paragraph = paragraph
        self._spans = spans
        self._above = above
        self._words = " ".join([spans[0].before, *[one.behind for one in spans]])
        self._paths: set[str] | None = None

    def judged(self) -> Iterator[Verdict]:
        """The verdicts on the parameters of a sentence."""
        listed = [at for at, one in enumerate(self._spans) if "," in one.text]
        goes_on = any(re.search(_DEFAULT, one.before, re.I) for one in self._above)
        goes_on = goes_on or (_THEY.search(self._words) is not None and self._said_before(0))
        spoken = goes_on or _WORDS.search(self._words) is not None
        if not listed and not spoken and not any("=" in one.text for one in self._spans):
            return
        if wording.example(self._words) or wording.foreign(self._words):
            return
        if any(wording.somebodys(one.before, one.behind) for one in self._spans):
            return
        for at in listed:
            yield from self._whole(at)
        if spoken and not _DENIED.search(self._words) and not wording.proposed(self._words):
            yield from self._defaults()
            yield from self._defaulting()
            yield from self._accepted()
        yield from self._calls()

    # -- which function is meant --

    def _signatures(self, name: str, loosely: bool = False) -> list[Signature]:
        """The signatures that a name may mean: in the files that the sentence cites when it is in any of them.

        None where something is meant, too, whose signature is not known; `loosely`: whatever else is meant.
        """
        meant = self._functions.named(name)
        if not meant.found:
            return []
        here = [one for one in meant.found if one.where.path in self._cited()]
        known = loosely or not (meant.unknown & self._cited() if here else meant.unknown)
        if known and not here and not loosely:
            known = not any(self._functions.has_unlisted(path, name) for path in self._cited())
        return (here or list(meant.found)) if known else []

    def _cited(self) -> set[str]:
        if self._paths is None:
            first, _ = self._paragraph.at(self._spans[0].start)
            last, _ = self._paragraph.at(self._spans[-1].start)
            said = [one for number in range(first, last + 1) for one in self.page.on(number)]
            cited = [one for one in said if one.kind in ("path", "path:line")]
            self._paths = {path for one in cited for path in self.page.files_meant(one)}
        return self._paths

    def _subject(self, at: int) -> _Subject | None:
        """The function that the code at some place of the sentence is said of: the last that is named before it."""
        passed: list[str] = []
        found: _Subject | None = None
        begun = at
        for number in range(at - 1, max(0, at - REACH) - 1, -1):
            name = self._name(number)
            if not name:
                continue
            word = _WORD.fullmatch(name) is not None and not self._spans[number].text.rstrip().endswith(")")
            signatures = self._signatures(name)
            if found is not None:
                # What looked like a function may be a parameter of one that is named before it.
                if signatures and any(found.name in each.parameters for each in signatures):
                    passed.append(found.name)
                    found, begun = _Subject(name, signatures), number
                    break
            elif signatures:
                found, begun = _Subject(name, signatures), number
                if not word:
                    break
            elif word:
                passed.append(name)
            else:
                return None
        held = {name for one in found.found for name in one.parameters} if found is not None else set()
        return found if held.issuperset(passed) and not self._other_between(begun, at) else None

    def _name(self, at: int) -> str:
        """The name that a span of code is, without the arguments of a call; empty for a path or anything else."""
        text = self._spans[at].text.strip()
        match = _NAME.fullmatch(text)
        return match[1] if match is not None and _PATH.search(text) is None else ""

    def _other_between(self, begun: int, at: int) -> bool:
        """Whether a name that is not written as code stands between two spans of code."""
        first, last = [self._paragraph.at(self._spans[number].start) for number in (begun, at)]
        said = [one for number in range(first[0], last[0] + 1) for one in self.page.on(number)]
        names = [one for one in said if one.kind in ("symbol", "op") and not one.in_code]
        return any(first < (one.line, one.column) < last for one in names)

    # -- lists of parameters --

    def _whole(self, at: int) -> Iterator[Verdict]:
        """The verdicts on all the parameters of a function, in one span of code."""
        span = self._spans[at]
        call = _NAME.fullmatch(span.text.strip())
        if call is not None and call["arguments"]:
            offset = span.text.index("(") + 1
            listed, end = items(span.text, offset)
            if end < 0 or span.text[end + 1 :].strip():
                return
            if listed and listed[0][1] in ("self", "cls"):
                yield from self._method(span, call[1], listed)
                return
            subject = self._of(call[1], loosely=True)
        else:
            bracketed = span.text[:1] == "(" and span.text[-1:] == ")"
            listed, _ = items(span.text[:-1] if bracketed else span.text, int(bracketed))
            subject = self._subject(at) if len(listed) >= ENOUGH else None
            subject = subject if subject is not None and self._fits(subject, listed) else self._of_row(at)
        if subject is None or len(listed) < ENOUGH:
            return
        cut = [one for one in listed if one[1] in _LEFT_OUT]
        made = _written(listed)
        if made is not None:
            yield from self._compared(span, subject, made, bool(cut))

    def _method(self, span: _Span, name: str, listed: list[tuple[int, str]]) -> Iterator[Verdict]:
        """The verdicts on the defaults of a method as it is defined: `__init__(self, a=1)`."""
        made = _written(listed)
        if not made or len(made) + 1 != len(listed):
            return
        found = self._of(name, loosely=True) if "." in name else self._of_class(name)
        wanted = [one.name for one in made]
        if found is None:
            return
        for signature in found.found:
            held = signature.parameters
            if list(held) == wanted:
                for one in made:
                    if one.default and held[one.name] and differ(one.default, held[one.name]):
                        yield from self._verdict(span, one, found, signature, f"`{one.name}` is {held[one.name]} there")
                return

    def _of_class(self, method: str) -> _Subject | None:
        """A method of the one class that the sentence, the heading above it, or a line that it cites, speaks of."""
        names = [match[1] for one in (*self._above, *self._spans) if (match := _NAME.fullmatch(one.text.strip()))]
        number, _ = self._paragraph.at(self._spans[0].start)
        names += [one.target for one in self.page.headed(number) if one.kind == "symbol"]
        for name in reversed(names):
            if self.page.known.class_places(name.rpartition(".")[2]):
                return self._of(f"{name}.{method}") or (self._of(name) if method == "__init__" else None)
        return None

    def _fits(self, subject: _Subject, listed: list[tuple[int, str]]) -> bool:
        """Whether a list is that of the parameters of what it stands behind, right or wrong."""
        made = _written(listed)
        return made is not None and any(_wrong(each, made, cut=True) is not None for each in subject.found)

    def _of_row(self, at: int) -> _Subject | None:
        """What a table's row is of, whatever the cells between tell of it."""
        number, _ = self._paragraph.at(self._spans[at].start)
        if not self.page.text_lines[number - 1].lstrip().startswith("|") or not self._name(0):
            return None
        return self._of(self._name(0))

    def _of(self, name: str, loosely: bool = False) -> _Subject | None:
        found = self._signatures(name, loosely)
        return _Subject(name, found) if found else None

    def _compared(self, span: _Span, subject: _Subject, made: list[Parameter], cut: bool) -> Iterator[Verdict]:
        held = [(signature, _wrong(signature, made, cut)) for signature in subject.found]
        fitting = [(signature, wrong) for signature, wrong in held if wrong is not None]
        if fitting:
            signature, found = min(fitting, key=lambda each: len(each[1]))
            for one, detail in found:
                yield from self._verdict(span, one, subject, signature, detail)

    # -- defaults --

    def _defaults(self) -> Iterator[Verdict]:
        """The verdicts on what is said to be a default: "has the defaults `a=1` and `b=2`"."""
        subject: _Subject | None = None
        running = False
        for at, span in enumerate(self._spans):
            given = _assigned(span.text)
            if given:
                if not (running and _BETWEEN.fullmatch(span.before)):
                    subject = self._having_defaults(at)
                for one in given:
                    yield from self._default(span, one, subject)
            running = bool(given)

    def _having_defaults(self, at: int) -> _Subject | None:
        """The function whose defaults a list says that begins somewhere; None where they need not be defaults."""
        span, name = self._spans[at], self._spans[at - 1] if at else None
        if _INTRODUCED.search(span.before) or _ADDED.match(span.behind):
            return self._subject(at) or self._spoken_of(span)
        if name is None or not self._name(at - 1):
            return None
        if _DEFAULTS_OF.search(name.before) and _ARE.fullmatch(span.before):
            return self._of(self._name(at - 1))
        if _THEY_ARE.fullmatch(span.before) and self._said_before(at - 1):
            return self._of(self._name(at - 1))
        # "…, and `g` has `a=2`"
        before = self._spans[at - 2] if at > 1 else None
        if before is None and self._above and not re.search(r"\w", name.before):
            before = self._above[-1]
        words = " ".join([one.before for one in (*self._above[-REACH:], *self._spans[max(0, at - REACH) : at])])
        goes_on = before is not None and _assigned(before.text) and re.search(_DEFAULT, words, re.I)
        if goes_on and (at == 1 or _BETWEEN.fullmatch(name.before)) and _INSTEAD.fullmatch(span.before):
            return self._of(self._name(at - 1))
        return None

    def _said_before(self, at: int) -> bool:
        """Whether the paragraph speaks of defaults right before a span of code."""
        start = self._spans[at].start
        return re.search(_DEFAULT, self._paragraph.text[max(0, start - MAX_WORDS) : start], re.I) is not None

    def _spoken_of(self, span: _Span) -> _Subject | None:
        """The one function of the sentence before, for "Its defaults are"."""
        own = re.search(r"\b(?:its|the)\b|它的|其|^\W*(?:default|默认)", span.before, re.I) is not None
        names = [match for one in self._above if not _PATH.search(one.text) and (match := _NAME.fullmatch(one.text))]
        return self._of(names[0][1]) if own and len(names) == 1 else None

    def _defaulting(self) -> Iterator[Verdict]:
        """The verdicts on "`a` defaults to `1`, `b` to `2`"."""
        subject: _Subject | None = None
        running = False
        for at in range(len(self._spans) - 1):
            one, value = self._spans[at : at + 2]
            said = _WORD.fullmatch(one.text) is not None and not _assigned(value.text)
            if said and _DEFAULTS_TO.fullmatch(value.before):
                subject, running = self._subject(at), True
            elif said and running and _TO.fullmatch(value.before):
                pass
            else:
                running = running and _BETWEEN.fullmatch(value.before) is not None
                continue
            if subject is not None and any(one.text in each.parameters for each in subject.found):
                yield from self._default(one, _Given(one.text, value.text, 0), subject)

    def _default(self, span: _Span, one: _Given, subject: _Subject | None) -> Iterator[Verdict]:
        """A verdict on what is said to be the default of a parameter, unless some function of the name has it."""
        if subject is None:
            return
        holding = [each for each in subject.found if one.name in each.parameters]
        if not holding:
            yield from self._missing(span, one, subject)
            return
        if any(not each.parameters[one.name] or not differ(one.default, each.parameters[one.name]) for each in holding):
            return
        has = holding[0].parameters[one.name]
        yield from self._verdict(span, one, subject, holding[0], f"`{one.name}` is {has} there")

    # -- single parameters --

    def _accepted(self) -> Iterator[Verdict]:
        """The verdicts on "`f` accepts `a`", "the argument `a` of `f`", "`f` 的参数 `a`"."""
        for at in range(len(self._spans) - 1):
            one, other = self._spans[at : at + 2]
            before = other.before
            if at and _PATH.search(one.text) and _OPENED.fullmatch(one.before) and before.lstrip()[:1] in (")", "）"):
                one, before = self._spans[at - 1], before.lstrip()[1:]  # what the place in brackets is of
            match = _ACCEPTS.fullmatch(before)
            owned = _OWNS.fullmatch(before) is not None and _KIND_BEHIND.match(other.behind) is not None
            if owned or (match is not None and (match["kind"] or (match["takes"] and _GOES_ON.match(other.behind)))):
                subject = self._called(one.text, sure=not owned and match is not None and match["kind"] is None)
                for number in range(at + 1, len(self._spans)):
                    named = self._spans[number]
                    if number > at + 1 and (
                        owned or not _BETWEEN.fullmatch(named.before) or _BEGINS.match(named.behind)
                    ):
                        break
                    if _WORD.fullmatch(named.text) is None or subject is None:
                        break
                    yield from self._missing(named, _Given(named.text, "", 0), subject)
            elif _OF.fullmatch(before) and _KIND_BEFORE.search(one.before) and _WORD.fullmatch(one.text):
                subject = self._called(other.text)
                if subject is not None:
                    yield from self._missing(one, _Given(one.text, "", 0), subject)

    def _called(self, text: str, sure: bool = False) -> _Subject | None:
        """The function that parameters are said to be of; a class only where the words leave no doubt."""
        match = _NAME.fullmatch(text.strip())
        if match is None or match["arguments"]:
            return None
        if self.page.known.class_places(match[1].rpartition(".")[2]):
            return None  # its parameters may be those of any of its methods, or weights
        subject = self._of(match[1])
        if sure and subject is not None and "." not in match[1] and "_" not in match[1]:
            return None  # a single word may be another's
        return subject

    def _missing(self, span: _Span, one: _Given, subject: _Subject) -> Iterator[Verdict]:
        if _VALUES.fullmatch(one.name) or one.name in self.page.own:
            return
        if any(each.takes_others or one.name in each.parameters for each in subject.found):
            return
        yield from self._verdict(span, one, subject, subject.found[0], "")

    # -- calls --

    def _calls(self) -> Iterator[Verdict]:
        """The verdicts on the keywords of calls of public functions."""
        for span in self._spans:
            call = _NAME.fullmatch(span.text.strip())
            if call is None or not call["arguments"] or not call[1].startswith("tf.") or "=" not in span.text:
                continue
            subject = self._of(call[1])
            listed, end = items(span.text, span.text.index("(") + 1)
            if subject is None or end < 0 or span.text[end + 1 :].strip() or wording.proposed(self._words):
                continue
            for offset, text in listed:
                keyword = re.match(r"([a-z_]\w*)\s*=(?!=)", text, re.A)
                if keyword is not None:
                    yield from self._missing(span, _Given(keyword[1], text.partition("=")[2].strip(), offset), subject)

    def _verdict(
        self, span: _Span, one: Parameter | _Given, subject: _Subject, signature: Signature, detail: str
    ) -> Iterator[Verdict]:
        """A verdict on a parameter as a span of code has it; without a detail it is none of the function's."""
        number, column = self._paragraph.at(span.start + one.at)
        line = self.page.text_lines[number - 1]
        text = f"{one.name}={one.default}" if one.default else one.name
        before, behind = line[: column - 1], line[column - 1 + len(text) :]
        if wording.anothers(before) or wording.denied(before, behind):
            return
        said = Citation("symbol", text, number, column, one.name, in_code=True, end_column=column - 1 + len(text))
        if self.page.strangers(said):
            return
        if detail:
            yield self.page.verdict(said, "differs", signature.where, (), detail)
        else:
            near = nearest_of(one.name, set(signature.parameters), 0.6)
            yield self.page.verdict(said, "not found", None, near, f"no parameter of {subject.name}")


class _Given(Record):
    """A parameter that a document names, with a value or without, and where it begins in its span."""

    name: str
    default: str
    at: int


#: Words without which a sentence says nothing of single parameters.
_WORDS = re.compile(
    r"default|默认|缺省|accept|take|argument|(?<![A-Za-z])args?(?![A-Za-z])|param|keyword|kwarg|参数|接受|接收|形参",
    re.I,
)


def _assigned(text: str) -> list[_Given]:
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
        made.append(_Given(match[1], match[2], offset))
    return made


def _written(listed: list[tuple[int, str]]) -> list[Parameter] | None:
    """The parameters of a list that is written, but for those that a call does not give."""
    made = parameters([one for one in listed if one[1] not in _LEFT_OUT])
    return made and [one for one in made if not one.stars and one.name not in ("self", "cls")]


def _wrong(signature: Signature, made: list[Parameter], cut: bool) -> list[tuple[Parameter, str]] | None:
    """What of a list of parameters is not so of a function; None when the list is not that of its parameters.

    A call gives values to parameters without a default, or other values than most of the defaults.
    """
    held = signature.parameters
    alike = [one for one in made if one.name in held]
    if len(alike) < ENOUGH or len(alike) < SHARE * len(made) or not (cut or len(alike) >= SHARE * len(held)):
        return None
    valued = [one for one in alike if one.default]
    altered = [one for one in valued if held[one.name] and differ(one.default, held[one.name])]
    if any(not held[one.name] for one in valued) or len(altered) > len(valued) // 2:
        return None
    wrong = [(one, f"`{one.name}` is {held[one.name]} there") for one in altered]
    wrong += [(one, "") for one in made if one.name not in held]
    order = {name: at for at, name in enumerate(held)}
    if not wrong and (valued or not any(held.values())):
        for one, other in pairwise(alike):
            if order[other.name] < order[one.name]:
                wrong.append((other, f"`{other.name}` comes before `{one.name}` there"))
    return wrong
