"""Signatures of Python functions as a document writes them: in a span of code, or in the items of a section."""

from __future__ import annotations

import re
from itertools import pairwise

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.verifying.functions import parameters
from tfexplore.answers.verifying.listed_items import items
from tfexplore.answers.verifying.sentences import NAME
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.functions import Parameter, Signature
    from tfexplore.answers.verifying.sentences import Sentence, Span, Subject
    from tfexplore.answers.verifying.verdicts import Verdict

#: As many names, and such a share of them, make a list that of a function's parameters.
ENOUGH = 4
SHARE = 0.75

#: As many items of a section that write a function with its defaults say that the others do.
ENOUGH_ITEMS = 3

_ITEM = regex(r"\s*(?:[-*+]|\d+[.)])\s")
#: A name before a list of an item: "- **Loom** (class at 5): `a, b=1`".
_ITEM_OF = regex(
    r"\s*(?:[-*+]|\d+[.)])\s+[*_`]{0,3}(?P<name>[A-Za-z]\w*(?:\.\w+){0,6})(?:\(\))?[*_`]{0,3}\s*"
    r"(?:[(（][^()（）`\n]{1,80}[)）]\s*)?(?:[:：]|—|--?)\s*",
    re.A,
)
#: A signature as it is written; what may stand behind the parameters.
_WRITTEN = regex(r"(?P<def>(?:async )?def\s+)?(?P<name>_*[A-Za-z]\w*(?:\.\w+)*)\s*\(.+\)[^()]*", re.S | re.A)
_BEHIND = regex(r"\s*(?:->\s*[\w.\[\], ]+)?\s*:?\s*(?:\.\.\.|pass)?\s*", re.A)
#: How the words before a span of code, and the header of a column, say that it is a signature.
_SIGNATURE = regex(
    r"(?:\b(?:signature|prototype|declaration|head)\b|签名|原型|函数头)\s*(?:there |here |of it )?(?:is|reads|为|是)?"
    r"\s*[:：]?\s*\Z",
    re.I,
)
_SIGNATURES = regex(r"\W*(?:(?:python )?(?:signatures?|prototypes?)|函数签名|签名|原型)\W*\Z", re.I)
_LEFT_OUT = ("...", "…")


class Listed:
    """A span of code in a sentence that lists all the parameters of a function, perhaps."""

    def __init__(self, sentence: Sentence, at: int) -> None:
        self._sentence = sentence
        self._at = at
        self._span = sentence.spans[at]

    def judged(self) -> Iterator[Verdict]:
        """The verdicts on all of the parameters."""
        span = self._span
        call = _WRITTEN.fullmatch(span.text.strip())
        if call is not None:
            offset = span.text.index("(") + 1
            listed, end = items(span.text, offset)
            if end < 0 or _BEHIND.fullmatch(span.text, end + 1) is None:
                return
            sure = call["def"] is not None or self._said()
            if listed and listed[0][1] in ("self", "cls"):
                yield from self._method(call["name"], listed)
                return
            subject = self._sentence.of(call["name"], loosely=True)
            if subject is not None and (exact := self._exact(subject, listed, sure)) is not None:
                yield from exact
                return
        else:
            bracketed = span.text[:1] == "(" and span.text[-1:] == ")"
            listed, _ = items(span.text[:-1] if bracketed else span.text, int(bracketed))
            subject = self._sentence.subject(self._at) if len(listed) >= ENOUGH else None
            subject = (
                subject if subject is not None and self._fits(subject, listed) else self._of_row() or self._of_item()
            )
        if subject is None or len(listed) < ENOUGH:
            return
        cut = [one for one in listed if one[1] in _LEFT_OUT]
        made = _written(listed)
        if made is not None:
            yield from self._compared(subject, made, bool(cut))

    def _said(self) -> bool:
        """Whether the words before a span of code, or the header above it, say that it is a signature."""
        header = self._sentence.page.header(self._sentence.paragraph.cited(self._span.start, "signature"))
        return _SIGNATURE.search(self._span.before) is not None or _SIGNATURES.match(header) is not None

    def _method(self, name: str, listed: list[tuple[int, str]]) -> Iterator[Verdict]:
        """The verdicts on the defaults of a method as it is defined: `__init__(self, a=1)`."""
        found = [self._sentence.of(name, loosely=True) if "." in name else self._of_class(name)]
        if "." not in name and not name.startswith("__"):
            found.append(self._sentence.of(name, loosely=True))
        for subject in found:
            if subject is not None and (exact := self._exact(subject, listed, sure=True)) is not None:
                yield from exact
                return
        yield from self._added(found[-1], listed)

    def _added(self, subject: Subject | None, listed: list[tuple[int, str]]) -> Iterator[Verdict]:
        """The verdict on the one parameter that a written method has more than any of its name, all else being so."""
        made = _written(listed)
        if subject is None or not made or len(made) + 1 != len(listed):
            return
        none_has = [one for one in made if not any(one.name in each.parameters for each in subject.found)]
        rest = [one.name for one in made if one not in none_has]
        if len(none_has) == 1 and any(list(each.parameters) == rest for each in subject.found):
            yield from self._sentence.missing(self._span, none_has[0], subject)

    def _exact(self, subject: Subject, listed: list[tuple[int, str]], sure: bool) -> list[Verdict] | None:
        """The verdicts on the defaults of a list of all parameters of a function; None where it is none.

        What is not `sure` to be a signature may be a call, unless it has some default as it is.
        """
        made = _written(listed)
        if not made or len(made) + (listed[0][1] in ("self", "cls")) != len(listed):
            return None
        exact = [each for each in subject.found if list(each.parameters) == [one.name for one in made]]
        if not exact:
            return None
        valued = [one for one in made if one.default]
        found: list[tuple[Signature, list[tuple[Parameter, str]]]] = []
        for each in exact:
            held = {name: default for name, default in each.parameters.items() if default}
            added = [one for one in valued if one.name not in held]
            has = [(one, each.other(one.name, one.default)) for one in valued]
            wrong = [(one, f"`{one.name}` is {other} there") for one, other in has if other]
            if sure:
                wrong += [(one, f"`{one.name}` has no default there") for one in added]
            elif added or len(valued) < len(held) or 2 * len(wrong) > len(valued):
                continue
            found.append((each, wrong))
        if not found:
            return None
        signature, wrong = min(found, key=lambda each: len(each[1]))
        return [
            verdict
            for one, detail in wrong
            for verdict in self._sentence.verdict(self._span, one, subject, signature, detail)
        ]

    def _of_class(self, method: str) -> Subject | None:
        """A method of the one class that the sentence, the heading above it, or a line that it cites, speaks of."""
        sentence = self._sentence
        names = [match[1] for one in (*sentence.above, *sentence.spans) if (match := NAME.fullmatch(one.text.strip()))]
        number, _ = sentence.paragraph.at(sentence.spans[0].start)
        names += [one.target for one in sentence.page.headed(number) if one.kind == "symbol"]
        for name in reversed(names):
            if sentence.page.known.class_places(name.rpartition(".")[2]):
                return sentence.of(f"{name}.{method}") or (sentence.of(name) if method == "__init__" else None)
        return None

    def _fits(self, subject: Subject, listed: list[tuple[int, str]]) -> bool:
        """Whether a list is that of the parameters of what it stands behind, right or wrong."""
        made = _written(listed)
        return made is not None and any(_wrong(each, made, cut=True) is not None for each in subject.found)

    def _of_row(self) -> Subject | None:
        """What a table's row is of, whatever the cells between tell of it."""
        number, _ = self._sentence.paragraph.at(self._span.start)
        if not self._sentence.page.text_lines[number - 1].lstrip().startswith("|") or not self._sentence.name(0):
            return None
        return self._sentence.of(self._sentence.name(0))

    def _of_item(self) -> Subject | None:
        """What an item is of that has nothing else before its code: "- Loom (class at 5): `a`"."""
        text = self._sentence.paragraph.text
        match = _ITEM_OF.match(text)
        alone = match is not None and not text[match.end() : self._span.start].strip("` ")
        return self._sentence.of(match["name"], loosely=True) if match is not None and alone else None

    def _compared(self, subject: Subject, made: list[Parameter], cut: bool) -> Iterator[Verdict]:
        held = [(signature, _wrong(signature, made, cut)) for signature in subject.found]
        fitting = [(signature, wrong) for signature, wrong in held if wrong is not None]
        if fitting:
            signature, found = min(fitting, key=lambda each: len(each[1]))
            for one, detail in found:
                yield from self._sentence.verdict(self._span, one, subject, signature, detail)


class Section:
    """The items of a section, of which each may write a function with its defaults: "`tf.f(a, b=1)`".

    Where others do, a call that gives the first parameters in their order, by name, is a signature, too.
    """

    def __init__(self) -> None:
        self._agreeing = 0
        self._differing: list[tuple[Sentence, Span, Subject, list[Parameter]]] = []

    def add(self, sentence: Sentence, span: Span, subject: Subject, listed: list[tuple[int, str]]) -> None:
        """Take a call for what it is, where it stands in an item."""
        made = _written(listed) if _ITEM.match(sentence.paragraph.text) else None
        valued = [one for one in made or () if one.default]
        if not made or not valued:
            return
        if any(_agrees(each, made) for each in subject.found):
            self._agreeing += 1
        elif len(valued) == len(made) and all(_altered(each, made) for each in subject.found):
            self._differing.append((sentence, span, subject, made))

    def judged(self) -> Iterator[Verdict]:
        """The verdicts on the values that are not the defaults."""
        if self._agreeing >= max(ENOUGH_ITEMS, 2 * len(self._differing)):
            for sentence, span, subject, made in self._differing:
                signature = subject.found[0]
                for one in _altered(signature, made):
                    detail = f"`{one.name}` is {signature.other(one.name, one.default)} there"
                    yield from sentence.verdict(span, one, subject, signature, detail)


def _agrees(signature: Signature, made: list[Parameter]) -> bool:
    """Whether a list has parameters of a function in their order, and all of its values are their defaults."""
    held = signature.parameters
    if [one.name for one in made] != [name for name in held if any(one.name == name for one in made)]:
        return False
    return all(not one.default or (held[one.name] and not signature.other(one.name, one.default)) for one in made)


def _altered(signature: Signature, made: list[Parameter]) -> list[Parameter]:
    """The first parameters of a function that have other defaults; none where some are not its first, or all others."""
    held = signature.parameters
    if [one.name for one in made] != list(held)[: len(made)] or not all(held[one.name] for one in made):
        return []
    altered = [one for one in made if signature.other(one.name, one.default)]
    return altered if len(altered) < len(made) else []


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
    enough = ENOUGH - 1 if cut and all(one.default for one in alike) else ENOUGH
    if len(alike) < enough or len(alike) < SHARE * len(made) or not (cut or len(alike) >= SHARE * len(held)):
        return None
    valued = [one for one in alike if one.default]
    altered = [one for one in valued if signature.other(one.name, one.default)]
    if any(not held[one.name] for one in valued) or len(altered) > len(valued) // 2:
        return None
    wrong = [(one, f"`{one.name}` is {signature.other(one.name, one.default)} there") for one in altered]
    wrong += [(one, "") for one in made if one.name not in held]
    order = {name: at for at, name in enumerate(held)}
    if not wrong and (valued or not any(held.values())):
        for one, other in pairwise(alike):
            if order[other.name] < order[one.name]:
                wrong.append((other, f"`{other.name}` comes before `{one.name}` there"))
    return wrong
