"""What a sentence says that the defaults of functions' parameters are."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import wording
from tfexplore.answers.verifying.sentences import (
    ASIDE,
    BETWEEN,
    MAX_WORDS,
    NAME,
    PATH,
    REACH,
    WORD,
    Given,
    assigned,
)
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.verifying.functions import Signature
    from tfexplore.answers.verifying.sentences import Sentence, Span, Subject
    from tfexplore.answers.verifying.verdicts import Verdict

_DEFAULT = r"(?:defaults?(?:[ -](?:values?|arguments?|parameters?|keywords?|settings?))?|(?:默认|缺省)(?:参数)?(?:值)?)"
#: "has the defaults `a=1`", "默认值：`a=1`"; "`a=1` by default".
_INTRODUCED = regex(
    rf"(?<![A-Za-z])(?<!to )(?<!set )(?<!your )(?<!own )(?<!new ){_DEFAULT}\s*"
    r"(?:are|is|include|includes|being|分别|都)?\s*(?:为|是|有|包括|如下)?\s*[:：]?\s*\Z",
    re.I,
)
_ADDED = regex(
    r"\s*[(（]?\s*(?:by default|as (?:the |a |its )?defaults?|(?:is|are) the defaults?|the default"
    r"|默认|缺省)\s*(?:[)）.,，。;；]|\Z)",
    re.I,
)
#: "the defaults of `f` are `a=1`".
_DEFAULTS_OF = regex(rf"(?<![A-Za-z]){_DEFAULT} (?:of|for|in)\s*\Z", re.I)
_ARE = regex(rf"{ASIDE}(?:are|is|include|includes|:|：)[:：]?\s*", re.I)
#: "We keep the defaults. For `f` they are `a=1`".
_THEY = regex(r"\b(?:they|these|those)\b|它们|分别", re.I)
_THEY_ARE = regex(rf"{ASIDE}(?:they|these|those|them|它们|分别)\s*(?:are|is|be|为|是)?\s*[:：]?\s*", re.I)
#: "… and `g` has `a=2`", "`g` 里则是 `a=2`".
_INSTEAD = regex(rf"{ASIDE}(?:has|with|uses|in|里|中|的|则|却|就|是|为|有|:|：|\s)*", re.I)
#: "`a` defaults to `1`", "`a` 默认为 `1`"; and "`b` to `2`" behind it.
_DEFAULTS_TO = regex(
    r"\s*(?:(?:that |which )?(?:defaults? to|has the default(?: value)?|is by default)|[(（]default(?:s to|:|=)?|"
    r"[(（]?的?(?:默认|缺省)值?(?:为|是)?[:：]?)\s*",
    re.I,
)
_TO = regex(r"\s*to\s*", re.I)
#: "`a` defaults to `1` in `f`", "`a` 默认为 `1`（在 `f` 里）"; "`a` in `f` defaults to `1`", "`a` 在 `f` 中默认为 `1`".
_IN = regex(
    r"\s*[(（]?\s*(?:in|of|for|见|在)\s*(?:the\s+)?(?:(?:functions?|methods?|constructors?|class(?:es)?|函数|方法|类)\s*)?",
    re.I,
)
_THERE = regex(r"\s*(?:里面|里|中)?\s*")
#: "the default of `a` in `f` is `1`".
_DEFAULT_OF = regex(rf"(?<![A-Za-z]){_DEFAULT} (?:of|for) (?:the )?\Z", re.I)
_IS = regex(r"\s*is\s*")
#: "`f` has `a=1`, `b=2` and `c=3`".
_HAS = regex(
    rf"{ASIDE}(?:(?:has|have|takes?|accepts?|declares?)(?![A-Za-z])(?:,? among (?:others|other things),?)?"
    r"|有|带|接受|声明了?|的(?=参数|签名))\s*"
    r"(?:the\s+)?(?:(?:arguments?|parameters?|keywords?|signature|参数|签名)\s*)?(?:是|为|有)?\s*[:：]?\s*",
    re.I,
)


#: Who says it, where that is not the document.
_IS_TOLD = regex(
    r"\b(?:docstring|comment|documentation|docs?|help text|manual)\b(?:\sof\s[`\w]{1,40})?\s"
    r"(?:still |even )?(?:says?|claims?|promises|states|pretends)\b"
    r"|(?:文档|注释)[`\s]{0,3}(?:里|中|上)?(?:却|仍|还)?(?:说|写)",
    re.I,
)


class Defaults:
    """The checks of the defaults that a sentence says."""

    def __init__(self, sentence: Sentence) -> None:
        self._sentence = sentence
        self._paragraph = sentence.paragraph
        self._spans = sentence.spans
        self._above = sentence.above

    def goes_on(self) -> bool:
        """Whether the sentence goes on one that announces defaults."""
        if any(re.search(_DEFAULT, one.before, re.I) for one in self._above):
            return True
        return _THEY.search(self._sentence.words) is not None and self._said_before(0)

    def judged(self) -> Iterator[Verdict]:
        """A verdict on every default that no function that is meant has so."""
        yield from self._listed()
        yield from self._defaulting()
        yield from self._between()

    def had(self) -> Iterator[Verdict]:
        """The verdicts on the values with which parameters are listed, most of which are the defaults.

        "`f` has `a=1`, `b=2` and `c=3`". What a call or somebody's own configuration gives is others.
        """
        for at in range(1, len(self._spans)):
            if not assigned(self._spans[at].text) or not _HAS.fullmatch(self._spans[at].before):
                continue
            subject = self._sentence.of(self._sentence.name(at - 1)) if self._sentence.name(at - 1) else None
            given = list(self._run(at)) if subject is not None else []
            held = [(signature, _wrong(signature, given)) for signature in (subject.found if subject else ())]
            fitting = [(signature, wrong) for signature, wrong in held if wrong is not None]
            if subject is not None and fitting:
                signature, found = min(fitting, key=lambda each: len(each[1]))
                for span, one, detail in found:
                    yield from self._sentence.verdict(span, one, subject, signature, detail)

    def _run(self, at: int) -> Iterator[tuple[Span, Given]]:
        """The values that are listed from a span of code on."""
        for number in range(at, len(self._spans)):
            span = self._spans[number]
            given = assigned(span.text)
            if not given or (number > at and not BETWEEN.fullmatch(span.before)):
                return
            yield from [(span, one) for one in given]

    def _listed(self) -> Iterator[Verdict]:
        """The verdicts on what is said to be a default: "has the defaults `a=1` and `b=2`"."""
        subject: Subject | None = None
        running = False
        for at, span in enumerate(self._spans):
            given = assigned(span.text)
            if given:
                if not (running and BETWEEN.fullmatch(span.before)):
                    subject = self._having_defaults(at)
                for one in given:
                    yield from self._default(span, one, subject)
            running = bool(given)

    def _having_defaults(self, at: int) -> Subject | None:
        """The function whose defaults a list says that begins somewhere; None where they need not be defaults."""
        span, name = self._spans[at], self._spans[at - 1] if at else None
        if _INTRODUCED.search(span.before) or _ADDED.match(span.behind):
            return self._sentence.subject(at) or self._spoken_of(span)
        if name is None or not self._sentence.name(at - 1):
            return None
        if _DEFAULTS_OF.search(name.before) and _ARE.fullmatch(span.before):
            return self._sentence.of(self._sentence.name(at - 1))
        if _THEY_ARE.fullmatch(span.before) and self._said_before(at - 1):
            return self._sentence.of(self._sentence.name(at - 1))
        # "…, and `g` has `a=2`"
        before = self._spans[at - 2] if at > 1 else None
        if before is None and self._above and not re.search(r"\w", name.before):
            before = self._above[-1]
        words = " ".join([one.before for one in (*self._above[-REACH:], *self._spans[max(0, at - REACH) : at])])
        goes_on = before is not None and assigned(before.text) and re.search(_DEFAULT, words, re.I)
        if goes_on and (at == 1 or BETWEEN.fullmatch(name.before)) and _INSTEAD.fullmatch(span.before):
            return self._sentence.of(self._sentence.name(at - 1))
        return None

    def _said_before(self, at: int) -> bool:
        """Whether the paragraph speaks of defaults right before a span of code."""
        start = self._spans[at].start
        return re.search(_DEFAULT, self._paragraph.text[max(0, start - MAX_WORDS) : start], re.I) is not None

    def _spoken_of(self, span: Span) -> Subject | None:
        """The one function of the sentence before, for "Its defaults are"."""
        own = re.search(r"\b(?:its|the)\b|它的|其|^\W*(?:default|(?:参数)?默认)", span.before, re.I) is not None
        names = [match for one in self._above if not PATH.search(one.text) and (match := NAME.fullmatch(one.text))]
        return self._sentence.of(names[0][1]) if own and len(names) == 1 else None

    def _defaulting(self) -> Iterator[Verdict]:
        """The verdicts on "`a` defaults to `1`, `b` to `2`"."""
        subject: Subject | None = None
        running = False
        for at in range(len(self._spans) - 1):
            one, value = self._spans[at : at + 2]
            said = WORD.fullmatch(one.text) is not None and not assigned(value.text)
            if said and _DEFAULTS_TO.fullmatch(value.before):
                subject, running = self._where(at), True
            elif said and running and _TO.fullmatch(value.before):
                pass
            else:
                running = running and BETWEEN.fullmatch(value.before) is not None
                continue
            if subject is not None and any(one.text in each.parameters for each in subject.found):
                yield from self._default(one, Given(one.text, value.text, 0), subject)

    def _where(self, at: int) -> Subject | None:
        """The function that a default is said of: the one that is named behind it, or else before."""
        behind = self._spans[at + 2] if at + 2 < len(self._spans) else None
        if behind is not None and _IN.fullmatch(behind.before) and self._sentence.name(at + 2):
            return self._sentence.of(self._sentence.name(at + 2))
        return self._sentence.subject(at)

    def _between(self) -> Iterator[Verdict]:
        """The verdicts on "`a` in `f` defaults to `1`", "the default of `a` in `f` is `1`"."""
        for at in range(len(self._spans) - 2):
            one, function, value = self._spans[at : at + 3]
            there = _THERE.match(value.before)
            if there is None or not _IN.fullmatch(function.before) or not WORD.fullmatch(one.text):
                continue
            told = _DEFAULTS_TO.fullmatch(value.before, there.end())
            if told is None and _DEFAULT_OF.search(one.before):
                told = _IS.fullmatch(value.before)
            if told is not None and self._sentence.name(at + 1):
                subject = self._sentence.of(self._sentence.name(at + 1))
                if subject is not None and any(one.text in each.parameters for each in subject.found):
                    yield from self._default(one, Given(one.text, value.text, 0), subject)

    def _is_anothers(self, parameter: str) -> bool:
        """Whether something else of the sentence has a parameter: "`A` derives from `B`, and has the default"."""
        named = [self._sentence.of(name) for at in range(len(self._spans)) if (name := self._sentence.name(at))]
        return any(parameter in each.parameters for one in named if one is not None for each in one.found)

    def _default(self, span: Span, one: Given, subject: Subject | None) -> Iterator[Verdict]:
        """A verdict on what is said to be the default of a parameter, unless some function of the name has it."""
        if subject is None or wording.goes_over_to_a_class(span.before):
            return
        if _IS_TOLD.search("`".join([each.before for each in self._spans if each.start <= span.start])):
            return  # "the docstring of `f` says that `a` defaults to `1`", which another sentence may deny
        holding = [each for each in subject.found if one.name in each.parameters]
        if not holding:
            if not self._is_anothers(one.name):
                yield from self._sentence.missing(span, one, subject)
            return
        if any(not each.other(one.name, one.default) for each in holding):
            return
        has = holding[0].other(one.name, one.default)
        yield from self._sentence.verdict(span, one, subject, holding[0], f"`{one.name}` is {has} there")


def _wrong(signature: Signature, listed: Sequence[tuple[Span, Given]]) -> list[tuple[Span, Given, str]] | None:
    """What of some values is not a function's default; None where they need not be meant as its defaults."""
    held = signature.parameters
    if any(one.name in held and not held[one.name] for _, one in listed):
        return None
    altered = [each for each in listed if each[1].name in held and signature.other(each[1].name, each[1].default)]
    missing = [each for each in listed if each[1].name not in held]
    if 2 * (len(altered) + len(missing)) >= len(listed) or (missing and signature.takes_others):
        return None
    wrong = [(span, one, f"`{one.name}` is {signature.other(one.name, one.default)} there") for span, one in altered]
    return [*wrong, *[(span, one, "") for span, one in missing]]
