"""What a document says that a function does with one of several values: "`f` returns `errors::Internal`", or `-1`.

That a function calls another may be so by way of a third one. But where its body has another value of the same class,
enumeration or namespace, and the one that is said of it nowhere, this one is meant and wrong. Only a tree tells.
"""

from __future__ import annotations

import re
from itertools import pairwise

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers, vocabulary, wording
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.classes import body_end
from tfexplore.answers.verifying.declared import BODIES, FUNCTIONS, spoken
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.spelling import owner_of, parts_of
from tfexplore.model import ERROR_CODES, Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.index.symbols import Place

#: Letters between a function and what is said to be done, and definitions of a function that are read.
MAX_WORDS, MAX_BODIES = 90, 4

#: A value: the last part of a name with the class, the enumeration or the namespace that it is of.
_VALUE = regex(r"(?:[\w.:]*?(?<!\w))(?P<owner>[A-Za-z]\w+)(?P<sign>::|\.)(?P<name>[A-Z]\w+)(?:\(\))?", re.A)
#: An error by the name that Python has for it.
_ERROR = regex(rf"(?:(?:tf\.)?errors\.)?(?P<code>{'|'.join(ERROR_CODES)})Error", re.A)
#: "`errors::Internal` from `f`".
_FROM = regex(r"`?\s*(?:comes? |is returned |returned |is raised |raised )?(?:from|by|由|来自)\s*`?")
#: "`f` returns `-1`": a literal, and the literals that a body returns.
_RETURNS = regex(
    r"[`()（）]*\s*(?:always |only |则|就|总是)?(?:returns?|返回)\s*"
    r"`?(?P<literal>-?\d+|true|false|nullptr|None|True|False)`?(?![\w:]|\.\w)"
    r"(?!\s?[个种条次组份位层])(?!\s(?!always|as|is|unless)[a-z]+s\b)",  # what it counts
    re.A,
)
_RETURNED = regex(rb"\breturn\s+(-?\d+|true|false|nullptr|None|True|False)\s*(?:;|$)", re.M)
_RETURNS_ANY = regex(rb"\breturn\b")
_SUCCEEDS = regex(rb"return\s+(?:\w+::)*Status::OK\(\);")
_DOES = regex(
    r"\b(?:uses?|calls?|returns?|raises?|throws?|passes|sets?|sends?|reports?|fails? with|with)\b"
    r"|使用|用的?是|调用|返回|抛出|传入|设置|报",
    re.I,
)
_OTHERWISE = otherwise(
    r"than|may|if|when|where|unless|callers?|which|that|wraps?|subclass\w*|overrid\w+", "不|没|如果|当", ours=False
)
#: What a sentence says otherwise of what comes from a function, whatever the condition.
_DENIED = otherwise("than|may", "不|没", ours=False)  # fmt: skip
#: What says when a function fails, before it says how: "找不到时返回", "when it has none, returns".
_CONDITION = regex(
    r"(?:[^,，。;；`]{1,30}(?:时|的话)[,，]?\s?(?=(?:则|就|会|直接|都)?\s?(?:返回|抛出|报))"
    r"|[,，]?\s(?:when|if|where|unless)\s[^,`]{1,40},?\s(?=(?:returns?|reports?|fails? with)\b))",
    re.I,
)
#: What a body passes on that another function has made of an error.
_PASSED_ON = regex(
    rb"TF_RETURN_IF_ERROR|OP_REQUIRES_OK|RETURN_IF|\bUpdate\(|SetStatus\(|\bSTATUS\b|\bdone\("
    rb"|\breturn\b(?!\s*;|\s+(?:\w+::)*errors::|\s+(?:\w+::)*Status::OK\(\)|\s+Status\(\))"
)


#: Lines from a value in a condition to the error.
MAX_BEHIND = 6
#: "for `Kind::LOOSE` they return `errors::Internal`".
_FOR = regex(r"(?:\b(?:for|with|on|given)|对|遇到)\s?[`*]*\Z", re.I)
_THEY = regex(
    r"[,，]?\s?(?:they|it|both|all|它们?|都|均)?\s?(?:all |both |then )?(?:return|returns|give|gives|fail with|返回)"
)


class _Value(Record):
    """A value: what it is of, the sign between, and its own name."""

    owner: str
    sign: str
    name: str


class Done(Check):
    """The checks of values that functions are said to use."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every value that a function's body does not have, where it has another one of its kind."""
        said = [one for one in self.page.said if one.kind in ("symbol", "op") and one.in_code and not one.fenced]
        for first, one in pairwise(said):
            if not 0 <= one.line - first.line <= 1:
                continue
            between = self._between(first, one)
            if _value(one) is not None and self._is_said(between, one) and self._bodies(first):
                yield from self._judged(first, one)
            elif _value(first) is not None and _FROM.fullmatch(between) and not self._is_denied(first):
                yield from self._judged(one, first)
            elif self._fails(first, between, one):
                yield from self._judged(first, one, self._failing(first))
        for one in said:
            yield from self._returned(one)
        for position, one in enumerate(said):
            yield from self._under(said[:position], one)

    def _under(self, before: Sequence[Citation], one: Citation) -> Iterator[Verdict]:
        """A verdict on an error that functions named before have for a value: "for `Kind::LOOSE` they return `X`".

        It is the error that stands next behind the value in a body.
        """
        value = _value(one)
        if value is None or f"{value.owner}::{value.name}" not in vocabulary.ERRORS or not before:
            return
        condition = before[-1]
        words = self._between(condition, one).strip("`() ")
        told = _FOR.search(self.page.around(condition)[0]) is not None and _THEY.fullmatch(words) is not None
        if not told or one.line - condition.line > 1 or self.page.strangers(one):
            return
        near = [each for each in before[:-1] if one.line - each.line <= 1 and self._bodies(each)]
        found: list[tuple[Place, int, str]] = []
        for place in [place for each in near[-MAX_BODIES:] for place in self._bodies(each)]:
            lines = list(self._lines(place))
            at = next((at for at, (_, line) in enumerate(lines) if stands(parts_of(condition.target)[-1], line)), -1)
            behind = [] if at < 0 else lines[at : at + MAX_BEHIND]
            errors = [
                (number, match[1].decode()) for number, line in behind for match in vocabulary.ERROR_MADE.finditer(line)
            ]
            if any(has == value.name for _, has in errors):
                return
            found += [(place, *errors[0])] if errors else []
        if found:
            place, number, has = found[0]
            detail = f"line {number}, in {place.name}, has `errors::{has}`"
            yield self.page.verdict(one, "differs", Location(place.path, number, number), (), detail)

    def _between(self, first: Citation, one: Citation) -> str:
        """The words between two names, of one line or of two."""
        lines = self.page.text_lines
        if first.line == one.line:
            return lines[first.line - 1][first.end_column : one.column - 1]
        return lines[first.line - 1][first.end_column :] + " " + lines[one.line - 1][: one.column - 1]

    def _is_said(self, between: str, one: Citation) -> bool:
        """Whether the words between two names say that the one does something with the other."""
        if len(between) > MAX_WORDS or "|" in between or wording.SENTENCE.search(between):
            return False
        behind = self.page.around(one)[1][:MAX_WORDS]
        return _DOES.search(between) is not None and not _OTHERWISE.search(between) and not _OTHERWISE.match(behind)

    def _fails(self, first: Citation, between: str, one: Citation) -> bool:
        """Whether the words between a function and an error say that the function has it, in whichever case."""
        value = _value(one)
        if value is None or f"{value.owner}::{value.name}" not in vocabulary.ERRORS:
            return False
        if _value(first) is not None and not self._bodies(first):
            return False  # another value; `Loom::Weave` is a function
        if len(between) > MAX_WORDS or "|" in between or wording.SENTENCE.search(between):
            return False
        plain = _CONDITION.sub("", between.lstrip("`() "))
        return _DOES.search(plain) is not None and not _OTHERWISE.search(plain) and not self._is_denied(first)

    def _failing(self, function: Citation) -> list[Place]:
        """The definitions of a function, or of a method of the class that is named before it, which make their errors.

        What they pass on may be any other.
        """
        places = [place for place in self.page.meant(function.target) if place.kind in FUNCTIONS]
        if "::" not in function.target and "." not in function.target:
            lines = [*self.page.on(function.line - 1), *self.page.on(function.line)]
            before = [one for one in lines if (one.line, one.column) < (function.line, function.column)]
            for one in reversed(before):
                owners = set(parts_of(one.target)[-2:])
                own = [place for place in places if owner_of(place.name) in owners]
                if own:
                    places = own
                    break
        if len(places) > MAX_BODIES or any(place.path.endswith(".py") for place in places):
            return []
        passed = any(_PASSED_ON.search(line) for place in places for _, line in self._lines(place))
        return [] if passed else places

    def _is_denied(self, one: Citation) -> bool:
        """Whether the words before a name say that it is otherwise."""
        return _DENIED.search(prose.begun(self.page.around(one)[0][-MAX_WORDS:])) is not None

    def _bodies(self, function: Citation) -> list[Place]:
        places = [place for place in self.page.meant(function.target) if place.kind in FUNCTIONS]
        return places if len(places) <= MAX_BODIES else []

    def _lines(self, place: Place) -> Iterator[tuple[int, bytes]]:
        """The lines of a body, each with its number."""
        lines = self.known.lines(place.path)
        last = max(place.end_line, body_end(lines, place))
        return enumerate(spoken(lines[place.line : last], strings=True), place.line + 1)

    def _judged(
        self, function: Citation, one: Citation, bodies: Sequence[Place] | None = None
    ) -> Iterator[Verdict]:  # fmt: skip
        value, places = _value(one), self._bodies(function) if bodies is None else list(bodies)
        assert value is not None
        if _ERROR.fullmatch(one.text) and any(place.path.endswith(".py") for place in places):
            return
        code = {place.kind for place in self.known.places(value.name)}.intersection(BODIES)
        error = f"{value.owner}::{value.name}" in vocabulary.ERRORS
        if not places or (code and not error):
            return  # what it calls may be called by way of another
        others = f"({'|'.join(ERROR_CODES)})" if error else r"([A-Z]\w+)"
        other = re.compile(rf"\b{value.owner}{re.escape(value.sign)}{others}\b".encode(), re.A)
        found: list[tuple[Place, int, str]] = []
        for place in places:
            for number, line in self._lines(place):
                if stands(value.name, line):
                    return
                match = other.search(line)
                if match is not None:
                    found.append((place, number, f"`{match[0].decode()}`"))
        if not found and error:
            found = self._only_succeeds(places)
        if found and not self.page.strangers(one):
            place, number, has = found[0]
            detail = f"line {number}, in {function.target}, has {has}"
            yield self.page.verdict(one, "differs", Location(place.path, number, number), (), detail)

    def _only_succeeds(self, places: list[Place]) -> list[tuple[Place, int, str]]:
        """Where functions that do nothing but return success do that; nothing where one does anything else."""
        found: list[tuple[Place, int, str]] = []
        for place in places:
            text = [(number, line.strip()) for number, line in self._lines(place) if line.strip(b" {}\n")]
            if len(text) != 1 or _SUCCEEDS.fullmatch(text[0][1]) is None:
                return []
            found.append((place, text[0][0], "`Status::OK()` and nothing else"))
        return found

    def _returned(self, one: Citation) -> Iterator[Verdict]:
        """A verdict on a literal that a function is said to return, of which its body has only others."""
        line = self.page.text_lines[one.line - 1]
        match = _RETURNS.match(line, one.end_column)
        if match is None or disclaimers.proposed(line) or self._is_denied(one) or self.page.strangers(one):
            return
        literal = match["literal"]
        found: tuple[Place, int, str] | None = None
        for place in self._bodies(one):
            for number, text in self._lines(place):
                if stands(literal.lstrip("-"), text) and literal.encode() in text:
                    return
                if literal.lower() in ("true", "false") and _RETURNS_ANY.search(text) and not _RETURNED.search(text):
                    return  # what it works out may be either
                has = _RETURNED.search(text)
                if has is not None and _alike(has[1], literal.encode()):
                    found = found or (place, number, has[1].decode())
        if found is not None:
            place, number, other = found
            at, end = match.span("literal")
            said = one._replace(kind="symbol", text=literal, target=literal, column=at + 1, end_column=end)
            detail = f"line {number}, in {one.target}, returns `{other}`"
            yield self.page.verdict(said, "differs", Location(place.path, number, number), (), detail)


def _value(one: Citation) -> _Value | None:
    """What a name is of and what it is called by itself, for one that is a value."""
    error = _ERROR.fullmatch(one.text)
    if error is not None:
        return _Value("errors", "::", error["code"])
    match = _VALUE.fullmatch(one.text)
    return _Value(match["owner"], match["sign"], match["name"]) if match is not None else None


def _alike(one: bytes, other: bytes) -> bool:
    """Whether two literals are of a kind: two numbers, or two of the others."""
    return one.lstrip(b"-").isdigit() == other.lstrip(b"-").isdigit()
