"""What a document says of the parameters of Python functions: which they have, in which order, and their defaults.

Only code beside the words that say so is read, and only where a function is named in the same sentence. What is said
of a name that several functions have is right when it is so of any of them.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.verifying.blocks import text_blocks, written_calls
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.defaults import Defaults
from tfexplore.answers.verifying.listed_items import items
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.sentences import ASIDE, BETWEEN, NAME, PATH, WORD, Given, Sentence, Span, sentences
from tfexplore.answers.verifying.signatures import Listed, Section
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.sentences import Subject
    from tfexplore.answers.verifying.verdicts import Verdict

#: How a place in brackets begins.
_OPENED = regex(r"\s*[(（]\s*(?:in |at |见|在)?")

_KIND = r"(?:(?:keyword|named|positional|constructor)[ -])?(?:arguments?|args?|parameters?|params?|keywords?|kwargs?)"
_KIND_ZH = r"(?:关键字|可选|命名|位置|构造)?(?:参数|形参)"
#: "`f` also accepts `a`", "`f` has an argument `a`", "`f` 的参数 `a`".
_ACCEPTS = regex(
    rf"{ASIDE}(?:(?:also|now|additionally|optionally|further|还|也|另外|都)\s*)*"
    r"(?:(?P<takes>accepts?|takes?)|has|have|receives?|gets?|expects?|supports?|接受|接收|支持|有|带有?|的|提供|多了)"
    r"\s*(?:(?:also|an?|the|one|two|three|its|一个|了|可选的?|额外的?|名为|叫做?)\s*)*"
    r"(?:(?:optional|required|boolean|integer|string|extra|additional|further|first|second|third|last)[ -]+){0,2}"
    rf"(?P<kind>{_KIND}|{_KIND_ZH})?\s*(?:called|named|叫做?|名为|是|有|为)?\s*[:：]?\s*",
    re.I,
)
#: "`A` has among its arguments", "`A`'s arguments are", "`A` 的参数有"; so many of a list must be right, and how one
#: begins.
_AMONG = regex(
    rf"{ASIDE}(?:(?:has|have|takes|accepts|with)\s(?:among\s)?(?:its|the|these|such)?\s?{_KIND}(?:\slike|\ssuch as)?"
    rf"|['’]s\s{_KIND}\s(?:are|include)|的{_KIND_ZH}(?:有|包括|是|如))\s*[:：]?\s*",
    re.I,
)
ENOUGH = 3
_PARAMETER = regex(r"([a-z_]\w*)(?:\s?=\s?[^=].*)?\Z", re.A)
#: "the argument `a` of `f`", "`f`'s `a` argument", "`f` 的 `a` 参数".
_OF = regex(r"\s*(?:of|to|in|for)\s*", re.I)
_KIND_BEFORE = regex(rf"(?<![A-Za-z]){_KIND}\s*\Z", re.I)
_OWNS = regex(r"\s*(?:['’]s|的)\s*(?:(?:optional|boolean|可选的?)\s*)?", re.I)
_KIND_BEHIND = regex(rf"\s*(?:{_KIND}\b|{_KIND_ZH})", re.I)
#: What may follow a name that is said to be accepted, when nothing says what it is.
_GOES_ON = regex(r"\s*(?:[,，.。;；)）、]|\Z|(?:to|as|for|and|which|that|so|but|用来|用于|来|以)(?![A-Za-z]))")
#: What follows a name of which something else is said: "accepts `a`, and `g` takes `b`".
_BEGINS = regex(rf"{ASIDE}(?:[a-z]+s\b(?!\s*,)|的|则|却|接受|接收|有|带|返回|调用)", re.I)
#: Words by which a sentence denies what it says, or speaks of what is to be.
_DENIED = otherwise(
    r"no|without|cannot|lacks?|overrid\w+|pass(?:es|ed|ing)?|call(?:ed)? with|used to|if",
    "没有|不(?:接受|支持|再|能)|无法|传入|如果|覆盖",
    ours=False,
)
#: Words without which a sentence says nothing of single parameters.
_WORDS = regex(
    r"default|默认|缺省|accept|take|argument|(?<![A-Za-z])args?(?![A-Za-z])|param|keyword|kwarg|参数|接受|接收|形参",
    re.I,
)


#: A function that is called as nothing else is.
_LONG = regex(r"[a-z]\w{3,}_\w*_\w{3,}", re.A)


class Arguments(Check):
    """The checks of what a document says of functions' parameters."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._said: set[tuple[int, int]] = set()

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every parameter that a function does not have, or not so."""
        for verdict in self._all():
            place = verdict.line, verdict.column
            if place not in self._said and not self.page.is_refuted(*place):
                self._said.add(place)
                yield verdict

    def _all(self) -> Iterator[Verdict]:
        section = Section()
        for paragraph in self.page.paragraphs:
            if markdown.HEADING.match(paragraph.text):
                yield from section.judged()
                section = Section()
            elif "`" in paragraph.text:
                above: list[Span] = []
                for spans in sentences(paragraph.text):
                    yield from self._judged(Sentence(self.page, paragraph, spans, above), section)
                    above = spans
        yield from section.judged()
        for block in text_blocks(self.page.lines_read()):
            for text, at in written_calls(block):
                if "," in text:
                    yield from Listed(Sentence(self.page, block, [Span(text, at, "", "")], []), 0).judged()

    def _judged(self, sentence: Sentence, section: Section) -> Iterator[Verdict]:
        """The verdicts on the parameters of a sentence."""
        spans, words = sentence.spans, sentence.words
        defaults = Defaults(sentence)
        listed = [at for at, one in enumerate(spans) if "," in one.text]
        spoken = defaults.goes_on() or _WORDS.search(words) is not None
        if not listed and not spoken and not any("=" in one.text for one in spans):
            return
        if disclaimers.example(words) or disclaimers.foreign(words):
            return
        if any(disclaimers.somebodys(one.before, one.behind) for one in spans):
            return
        for at in listed:
            yield from Listed(sentence, at).judged()
        if not _DENIED.search(words) and not disclaimers.proposed(words):
            yield from defaults.had()
            yield from defaults.judged() if spoken else ()
            yield from _accepted(sentence) if spoken else ()
            yield from _listed_of_class(sentence) if spoken else ()
        for span, subject, given in _calls(sentence):
            yield from _keywords(sentence, span, subject, given)
            section.add(sentence, span, subject, given)


def _accepted(sentence: Sentence) -> Iterator[Verdict]:
    """The verdicts on "`f` accepts `a`", "the argument `a` of `f`", "`f` 的参数 `a`"."""
    for at in range(len(sentence.spans) - 1):
        one, other = sentence.spans[at : at + 2]
        before = other.before
        if at and PATH.search(one.text) and _OPENED.fullmatch(one.before) and before.lstrip()[:1] in (")", "）"):
            one, before = sentence.spans[at - 1], before.lstrip()[1:]  # what the place in brackets is of
        match = _ACCEPTS.fullmatch(before)
        owned = _OWNS.fullmatch(before) is not None and _KIND_BEHIND.match(other.behind) is not None
        if owned or (match is not None and (match["kind"] or (match["takes"] and _GOES_ON.match(other.behind)))):
            subject = _called(sentence, one.text, sure=not owned and match is not None and match["kind"] is None)
            for number in range(at + 1, len(sentence.spans)):
                named = sentence.spans[number]
                if number > at + 1 and (owned or not BETWEEN.fullmatch(named.before) or _BEGINS.match(named.behind)):
                    break
                if WORD.fullmatch(named.text) is None or subject is None:
                    break
                yield from sentence.missing(named, Given(named.text, "", 0), subject)
        elif _OF.fullmatch(before) and _KIND_BEFORE.search(one.before) and WORD.fullmatch(one.text):
            subject = _called(sentence, other.text)
            if subject is not None:
                yield from sentence.missing(one, Given(one.text, "", 0), subject)


def _listed_of_class(sentence: Sentence) -> Iterator[Verdict]:
    """The verdict on the only one of several arguments of a class that its constructor does not have.

    "`Loom` has among its arguments `width=2`, `depth` and `weft`."
    """
    for at, one in enumerate(sentence.spans[:-ENOUGH]):
        match = NAME.fullmatch(one.text.strip())
        if match is None or match["arguments"] or _AMONG.fullmatch(sentence.spans[at + 1].before) is None:
            continue
        subject = sentence.of(match[1])
        if subject is None or not sentence.page.known.class_places(match[1].rpartition(".")[2]):
            continue
        listed = [sentence.spans[at + 1]]
        for other in sentence.spans[at + 2 :]:
            if not BETWEEN.fullmatch(other.before):
                break
            listed.append(other)
        given = [(span, found) for span in listed if (found := _PARAMETER.match(span.text)) is not None]
        held = [any(found[1] in each.parameters for each in subject.found) for _, found in given]
        if len(given) == len(listed) and held.count(False) == 1 and held.count(True) >= ENOUGH:
            span, found = given[held.index(False)]
            yield from sentence.missing(span, Given(found[1], "", 0), subject)


def _called(sentence: Sentence, text: str, sure: bool = False) -> Subject | None:
    """The function that parameters are said to be of; a class only where the words leave no doubt."""
    match = NAME.fullmatch(text.strip())
    if match is None or match["arguments"]:
        return None
    if sentence.page.known.class_places(match[1].rpartition(".")[2]):
        return None  # its parameters may be those of any of its methods, or weights
    subject = sentence.of(match[1])
    if sure and subject is not None and "." not in match[1] and "_" not in match[1]:
        return None  # a single word may be another's
    return subject


def _calls(sentence: Sentence) -> Iterator[tuple[Span, Subject, list[tuple[int, str]]]]:
    """The calls of public functions, or of those that no one else's is called like, with keywords; what each gives."""
    for span in sentence.spans:
        call = NAME.fullmatch(span.text.strip())
        if call is None or not call["arguments"] or "=" not in span.text:
            continue
        known = sentence.page.known
        public = "." not in call[1] and call[1] not in known.ops and known.is_public(call[1])
        if not (call[1].startswith("tf.") or _LONG.fullmatch(call[1]) or public):
            continue
        subject = sentence.of(call[1])
        listed, end = items(span.text, span.text.index("(") + 1)
        if (
            subject is not None
            and end >= 0
            and not span.text[end + 1 :].strip()
            and not disclaimers.proposed(sentence.words)
        ):
            yield span, subject, listed


def _keywords(
    sentence: Sentence, span: Span, subject: Subject, listed: list[tuple[int, str]]
) -> Iterator[Verdict]:  # fmt: skip
    """The verdicts on the keywords of a call."""
    for offset, text in listed:
        keyword = re.match(r"([a-z_]\w*)\s*=(?!=)", text, re.A)
        if keyword is not None:
            yield from sentence.missing(span, Given(keyword[1], text.partition("=")[2].strip(), offset), subject)
